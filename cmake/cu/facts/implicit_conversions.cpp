// SPDX-License-Identifier: MIT
#include "implicit_conversions.hpp"

#include "../program/type_names.hpp"
#include "../semantics/spelling.hpp"
#include "../text/builtin_variables.hpp"
#include "parameter_types.hpp"

#include <algorithm>
#include <string>

namespace simt::cu::lane {

namespace {

bool is_number_of_integers(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) return text.find('.') == std::string::npos;
  return text.find_first_of(".eEfF") == std::string::npos;
}

/// True for what an integer is made of without a change, and may be a null pointer.
bool is_constant_of_integers(lexeme const& t) {
  return t.is(token_kind::number)
             ? is_number_of_integers(t.text)
             : t.is("NULL") || t.is("nullptr") || t.is("true") || t.is("false");
}

type plain_type(std::string_view base) {
  type out;
  out.base = base;
  return out;
}

/// True of `T(a, b)` and `(T)a`, which may have no copy.
bool is_of_type(expression const& e, std::string_view type) {
  if (e.is(expression_kind::call))
    return bare(e[0]).is(expression_kind::name) && bare(e[0]).text == type;
  return (e.is(expression_kind::construct) || e.is(expression_kind::cast)) && e.named->is_plain() &&
         e.named->base == type;
}

}  // namespace

bool implicit_conversions::write(edits& out) const {
  bool const any = initialisers(out);
  return (m_.of->body && look(*m_.of->body, m_.of->result, out)) || any;
}

bool implicit_conversions::look(statement const& s, type const& result, edits& out) const {
  bool any = false;
  for_each_expression(s, [&](expression const& e) { any |= look(e, out); });
  if (s.is(statement_kind::range_for))
    any |= element(s, out);
  else if (s.declared)
    for (declarator const& d : s.declared->names) any |= initialise(d, out);
  if (s.is(statement_kind::return_) && s.value)
    any |= bare(*s.value).is(kind::list)
               ? result.is_plain() && made(result.base, bare(*s.value).operands, true, out)
               : convert(*s.value, result, out);
  for_each_statement(s, [&](statement const& b) { any |= look(b, result, out); });
  return any;
}

bool implicit_conversions::element(statement const& s, edits& out) const {
  declarator const& d = s.declared->names.front();
  type plain = plain_type(d.declared.base);
  bool const is_value =
      d.declared.is_plain() ||
      (d.declared.is_reference() && d.declared.levels.size() == 1 && d.declared.is_const);
  if (!is_value || d.declared.is_auto() || !may_be_integer(plain, classes_)) return false;
  int const v = m_.variable_of(bare(*s.value));
  if (v != none) {
    type const& t = m_.variables[std::size_t(v)].declared->declared;
    if (t.is_array() && t.levels.empty() && is_integer(t.base)) return false;
  }
  auto const& all = m_.of->tokens;
  // `for (`, the declaration, `:`
  std::size_t const begin = s.tokens.begin + 2;
  std::size_t end = begin;
  while (end < all.size() && !all[end].is(':')) ++end;
  statement const& loop = *s.body.front();
  bool is_editable = end > begin && end < all.size();
  for (std::size_t const i :
       {begin, end, std::size_t{loop.tokens.begin}, std::size_t{loop.tokens.end} - 1})
    is_editable = is_editable && !all[i].from_macro;
  if (!is_editable) {
    if (uses_ != nullptr) uses_->leave(s.line);
    return false;
  }
  range const declared{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  out.replace(all[begin].begin, all[end].begin, "auto&& simt_element : ");
  out.replace(all[end].begin, all[end].begin + 1, "");
  out.wrap(all[loop.tokens.begin].begin, all[loop.tokens.end - 1].end(),
           "{ " + spelled(all, declared) + " = ::simt::cuda::converted<" + d.declared.base +
               ">(simt_element); ",
           " }");
  return true;
}

bool implicit_conversions::initialise(declarator const& d, edits& out) const {
  type const& t = d.declared;
  bool any = false;
  if (d.values.empty()) return false;
  if (d.initialiser == initialiser_kind::equals && !bare(*d.values[0]).is(kind::list))
    return convert(*d.values[0], t, out);
  if (t.is_array() && t.levels.empty() && t.function.empty()) {
    if (may_be_integer(plain_type(t.base), classes_)) convert_items(d.values, t.base, out, any);
    return any;
  }
  if (!t.is_plain()) return false;
  bool const is_equals = d.initialiser == initialiser_kind::equals;
  return made(t.base, is_equals ? bare(*d.values[0]).operands : d.values,
              d.initialiser != initialiser_kind::parentheses, out);
}

void implicit_conversions::convert_items(std::vector<expression_ptr> const& items,
                                         std::string_view type, edits& out, bool& any) const {
  for (auto const& item : items)
    if (bare(*item).is(kind::list))
      convert_items(bare(*item).operands, type, out, any);
    else if (!item->is(kind::designated))
      any |= convert_as(*item, type, out);
}

void implicit_conversions::wrap_items(std::vector<expression_ptr> const& items, std::string_view in,
                                      edits& out, bool& any) const {
  for (auto const& item : items)
    if (bare(*item).is(kind::list))
      wrap_items(bare(*item).operands, in, out, any);
    else if (item->is(kind::designated))
      any |= wrap((*item)[0], in, out);
    else
      any |= wrap(*item, in, out);
}

bool implicit_conversions::wrap(expression const& value, std::string_view in, edits& out) const {
  if (value.is(kind::list) || value.is(kind::pack) || !may_be_floating(value)) return false;
  std::string const before = "::simt::cuda::" + std::string(in) + "(";
  auto const place = place_of(value);
  if (!place) return uses_ != nullptr && uses_->wrap(value.tokens, before, ")");
  out.wrap(place->first, place->second, before, ")");
  return true;
}

bool implicit_conversions::made(std::string const& type, std::vector<expression_ptr> const& values,
                                bool is_list, edits& out) const {
  bool any = false;
  if (is_list && classes_.has_numbers_only(type) && graph_.find(type) == nullptr &&
      !is_vector_type(type)) {
    // Which of its members is an integer, the compiler knows.
    wrap_items(values, "list_item", out, any);
    return any;
  }
  if (auto const component = is_vector_type(type) ? component_of(type) : std::string_view{};
      !component.empty()) {
    convert_items(values, component, out, any);
    return any;
  }
  if (is_integer(type)) {
    if (values.size() == 1) convert_items(values, type, out, any);
    return any;
  }
  called_function const call = constructor_of(type, values.size());
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (values[n]->is(kind::designated) || values[n]->is(kind::pack)) continue;
    if (auto const of = integer_parameter(graph_, classes_, *m_.of, call, n); !of.empty())
      any |= convert_as(*values[n], of, out);
    else if (!is_only_one(graph_, classes_, call, n))
      note_unknown(call, n, *values[n]);
    else if (values.size() > 1)
      any |= wrap(*values[n], "argument_item", out);
    else if (uses_ != nullptr && may_be_floating(*values[n]))  // (it might mean a copy)
      uses_->leave(values[n]->line);
  }
  return any;
}

bool implicit_conversions::initialisers(edits& out) const {
  function const& f = *m_.of;
  if (!f.is_member() || !f.is_special || f.name != f.enclosing.back().name) return false;
  auto const& all = f.tokens;
  std::size_t i = 0;
  while (i < all.size() && all[i].begin < f.body_begin && !all[i].is(':')) ++i;
  bool any = false;
  for (++i; i + 1 < all.size() && all[i].begin < f.body_begin; ++i) {
    std::size_t const name = i++;
    int depth = 0;
    std::size_t parts = 1, end = i;
    for (; end < all.size() && all[end].begin < f.body_begin; ++end) {
      bool const opens = all[end].is('(') || all[end].is('[') || all[end].is('{');
      bool const closes = all[end].is(')') || all[end].is(']') || all[end].is('}');
      depth += opens ? 1 : closes ? -1 : 0;
      if (depth == 1 && all[end].is(',')) ++parts;
      if (depth == 0) break;
    }
    if (!all[i].is('(') || end >= all.size() || !all[end].is(')')) return any;
    bool const is_data =
        classes_.member(f.name, all[name].text).kind == semantics::member_kind::data;
    bool const is_same = end == i + 2 && is_constant_of_integers(all[i + 1]);
    if (is_data && parts == 1 && end > i + 1 && !is_same && !all[i].from_macro &&
        !all[end].from_macro) {
      out.wrap(all[i].begin + 1, all[end].begin,
               "::simt::cuda::converted<decltype(" + std::string(all[name].text) + ")>(", ")");
      any = true;
    }
    i = end + 1;
    if (i >= all.size() || !all[i].is(',')) return any;
  }
  return any;
}

bool implicit_conversions::look(expression const& e, edits& out) const {
  bool any = false;
  if (e.is(kind::assignment)) {
    type const place = plain_type(element_of(e[0]));
    if (e[1].is(kind::list)) any |= made(place.base, e[1].operands, true, out);
    any |= e.op != operation::assign ? convert_step(e, out)
           : is_known(place)         ? convert(e[1], place, out)
                                     : convert_to_place(e, out);
  }
  if (e.is(kind::call)) {
    called_function call;
    if (!m_.of->has_unread(e[0].tokens)) call = function_of(graph_, m_, classes_, e);
    for (std::size_t n = 1; n < e.operands.size() && !call.name.empty(); ++n)
      if (auto const of = integer_parameter(graph_, classes_, *m_.of, call, n - 1); !of.empty())
        any |= convert_as(e[n], of, out);
      else
        note_unknown(call, n - 1, e[n]);
  }
  if ((e.is(kind::cast) || e.is(kind::named_cast) || e.is(kind::construct)) && e.named)
    any |= convert_cast(e, out);
  if (e.is(kind::lambda) && e.written->body) {
    type const unknown;
    any |= look(*e.written->body, e.written->result ? *e.written->result : unknown, out);
  }
  for (auto const& o : e.operands)
    if (o) any |= look(*o, out);
  return any;
}

void implicit_conversions::note_unknown(called_function const& call, std::size_t n,
                                        expression const& argument) const {
  if (uses_ != nullptr && is_integer_for_some(graph_, call, n) && may_be_floating(argument))
    uses_->leave(argument.line);
}

bool implicit_conversions::convert_cast(expression const& e, edits& out) const {
  if (e.is(kind::construct) && (e.braces || e.operands.size() != 1))
    return e.named->is_plain() && made(e.named->base, e.operands, e.braces, out);
  // Casts to integer types by their own names are rewrite_number_cast's, where the file has them.
  bool const is_own =
      is_integer(e.named->base) && (uses_ == nullptr || uses_->is_in_file(e.tokens.begin));
  if (e.operands.size() != 1 || is_own || !may_be_integer(*e.named, classes_) ||
      (e.is(kind::named_cast) && e.op != operation::static_cast_))
    return false;
  if (e.is(kind::construct) && classes_.knows(e.named->base)) return false;
  return wrap(e[0], "cast_operand<" + e.named->base + ">", out);
}

bool implicit_conversions::convert(expression const& value, type const& t, edits& out) const {
  return may_be_integer(t, classes_) && element_of(value) != t.base &&
         convert_as(value, t.base, out);
}

bool implicit_conversions::convert_to_place(expression const& e, edits& out) const {
  return convert_as(e[1], type_of_place(e[0]), out);
}

std::string implicit_conversions::type_of_place(expression const& place) const {
  auto const& all = m_.of->tokens;
  std::string text;
  for (std::size_t i = place.tokens.begin, next = i; i < place.tokens.end; i = next) {
    lexeme const& part = all[i];
    next = i + 1;
    if (part.from_macro && uses_ != nullptr)
      if (auto const use = uses_->whole_use(i, place.tokens.end)) {
        text += std::string(use->text) + ' ';
        next = use->last;
        continue;
      }
    // A shared object outside of functions has no members itself, but stands for one that has.
    bool const is_first =
        i == place.tokens.begin ||
        !(all[i - 1].is('.') || all[i - 1].is(symbol::arrow) || all[i - 1].is(symbol::scope));
    bool const is_object =
        is_first && next < place.tokens.end && all[next].is('.') && graph_.is_global(part.text);
    text += is_object ? "(*&" + std::string(part.text) + ")" : std::string(part.text);
    if (!part.touches_next) text += ' ';
  }
  return "::std::remove_reference_t<decltype(" + text + ")>";
}

std::optional<std::pair<offset, offset>> implicit_conversions::place_of(
    expression const& value) const {
  auto const& all = m_.of->tokens;
  std::size_t const begin = value.tokens.begin, end = value.tokens.end;
  if (begin >= end || end >= all.size()) return {};
  lexeme const& first = all[begin];
  lexeme const& last = all[end - 1];
  // A macro's text cannot be edited, but around its use can: where that is the value's, or a part.
  bool const begins = !first.from_macro || (begin > 0 && all[begin - 1].begin != first.begin);
  bool const ends = !last.from_macro || (!all[end].from_macro && all[end].begin > last.begin);
  if (!begins || !ends) return {};
  return std::pair{first.begin, last.from_macro ? all[end].begin : last.end()};
}

bool implicit_conversions::convert_as(expression const& value, std::string_view type,
                                      edits& out) const {
  if (is_of_type(bare(value), type)) return false;
  return wrap(value, "converted<" + std::string(type) + ">", out);
}

bool implicit_conversions::convert_step(expression const& e, edits& out) const {
  bool const is_arithmetic = e.op == operation::plus_assign || e.op == operation::minus_assign ||
                             e.op == operation::times_assign || e.op == operation::divide_assign;
  if (!is_arithmetic) return false;
  type const place = plain_type(element_of(e[0]));
  if (is_known(place) && !may_be_integer(place, classes_)) return false;
  return wrap(e[1], "step_operand<" + (is_known(place) ? place.base : type_of_place(e[0])) + ">",
              out);
}

std::string_view implicit_conversions::element_of(expression const& place) const {
  expression const& e = bare(place);
  std::size_t depth = 0;
  expression const* root = &e;
  while (root->is(kind::subscript) || root->is_dereference()) {
    ++depth;
    root = &bare((*root)[0]);
  }
  int const v = root->is(kind::name) ? m_.variable_of(*root) : none;
  if (v == none || m_.of->is_unread(root->id)) return {};
  type const& t = m_.variables[std::size_t(v)].declared->declared;
  if (!t.inner.empty() || !t.function.empty()) return {};
  auto const points = static_cast<std::size_t>(std::count_if(
      t.levels.begin(), t.levels.end(), [](pointer_level const& l) { return l.sign == '*'; }));
  return points + t.extents.size() == depth ? std::string_view{t.base} : std::string_view{};
}

bool implicit_conversions::may_be_floating(expression const& given, int depth) const {
  expression const& e = bare(given);
  if (depth > 8) return true;
  auto const of = [&](std::size_t i) { return may_be_floating(e[i], depth + 1); };
  switch (e.kind) {
    case kind::number:
      return !is_number_of_integers(e.text);
    case kind::character:
    case kind::size_of:
    case kind::string:
    case kind::constant:
    case kind::lambda:
      return false;
    case kind::name:
    case kind::subscript: {
      std::string_view const type = element_of(e);
      if (!type.empty()) return !is_integer(type) && type != "bool";
      if (e.is(kind::name) && graph_.find(e.id) != nullptr)
        return m_.of->is_unread(e.id);  // a function's address
      if (e.is(kind::name) && m_.variable_of(e) == none)
        if (auto const t = value_parameter_type(*m_.of, e.text); !t.empty())
          return !is_integer(t) && t != "bool";
      return e.is(kind::subscript) || e.id != "warpSize";
    }
    case kind::member: {
      return !has_coordinates(bare(e[0]).id);
    }
    case kind::prefix:
      return e.op == operation::times
                 ? !is_integer(element_of(e))
                 : e.op != operation::negation && e.op != operation::complement &&
                       e.op != operation::bit_and && of(0);
    case kind::postfix:
      return of(0);
    case kind::binary: {
      bool const is_arithmetic =
          is_one_of(e.op, {operation::plus, operation::minus, operation::times, operation::divide});
      return is_arithmetic && (of(0) || of(1));
    }
    case kind::conditional:
      return of(1) || of(2);
    case kind::comma:
      return of(1);
    case kind::assignment:
      return of(0);
    case kind::cast:
    case kind::named_cast:
    case kind::construct:
      return !e.named || !(e.named->is_plain() && is_integer(e.named->base));
    case kind::call: {
      expression const& f = bare(e[0]);
      // What returns an integer for sure: the program's own functions, and CUDA's by their names.
      if (!f.is(kind::name) || m_.of->is_unread(f.id)) return true;
      if (auto const* const all = graph_.find(f.id); all != nullptr)
        return !std::all_of(all->begin(), all->end(), [](entry const& x) {
          return x.of->result.is_plain() && is_integer(x.of->result.base);
        });
      auto const is_of = [&](std::string_view a) { return f.id.find(a) != std::string_view::npos; };
      return !(is_of("__popc") || is_of("__clz") || is_of("__ffs") || is_of("__ballot") ||
               f.id == "printf" || is_of("2int") || is_of("2uint") || is_of("__brev") ||
               is_of("clock"));
    }
    default:
      return true;
  }
}

}  // namespace simt::cu::lane
