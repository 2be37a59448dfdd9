// SPDX-License-Identifier: MIT
#include "implicit_conversions.hpp"

#include "builtins.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace simt::cu::lane {

namespace {

/// An integer type other than bool, by a name that all programs have.
bool is_integer(std::string_view base) {
  static constexpr std::string_view others[] = {
      "signed",        "short",     "short int", "unsigned short", "char",    "signed char",
      "unsigned char", "long int",  "long long int", "int8_t",     "int16_t", "uint8_t",
      "uint16_t",      "uchar",     "ushort"};
  return is_integer_name(base) ||
         std::find(std::begin(others), std::end(others), base) != std::end(others);
}

/// Returns the type of the components that make_int4 and its kind make; empty for other functions.
std::string_view made_of(std::string_view function) {
  static constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"int", "int"},
      {"uint", "unsigned"},
      {"short", "short"},
      {"ushort", "unsigned short"},
      {"char", "signed char"},
      {"uchar", "unsigned char"},
      {"long", "long"},
      {"ulong", "unsigned long"},
      {"longlong", "long long"},
      {"ulonglong", "unsigned long long"}};
  if (!function.starts_with("make_") || function.size() < 9) return {};
  char const last = function.back();
  if (last < '1' || last > '4') return {};
  for (auto const& [name, type] : all)
    if (function.substr(5, function.size() - 6) == name) return type;
  return {};
}

bool is_number_of_integers(expression const& e) {
  if (e.text.starts_with("0x") || e.text.starts_with("0X"))
    return e.text.find('.') == std::string::npos;
  return e.text.find_first_of(".eEfF") == std::string::npos;
}

}  // namespace

std::string_view integer_parameter(call_graph const& graph, std::string_view function,
                                   std::size_t n) {
  auto const* const all = graph.find(function);
  if (all == nullptr) return made_of(function);
  if (all->size() != 1 || all->front().of->is_template()) return {};
  auto const& parameters = all->front().of->parameters;
  if (n >= parameters.size() || !parameters[n].declared.is_plain()) return {};
  std::string_view const base = parameters[n].declared.base;
  return is_integer(base) ? base : std::string_view{};
}

bool implicit_conversions::write(edits& out) const {
  return m_.of->body && look(*m_.of->body, out);
}

bool implicit_conversions::look(statement const& s, edits& out) const {
  bool any = false;
  for_each_expression(s, [&](expression const& e) { any |= look(e, out); });
  if (s.declared)
    for (declarator const& d : s.declared->names)
      if (d.declared.is_plain() && d.initialiser == initialiser_kind::equals &&
          d.values.size() == 1)
        any |= convert(*d.values[0], d.declared.base, out);
  // (What a lambda returns is another matter: its statements are not seen from here.)
  if (s.is(statement_kind::return_) && s.value && m_.of->result.is_plain() &&
      m_.of->trailing.find("->") == std::string::npos)
    any |= convert(*s.value, m_.of->result.base, out);
  for_each_statement(s, [&](statement const& b) { any |= look(b, out); });
  return any;
}

bool implicit_conversions::look(expression const& e, edits& out) const {
  bool any = false;
  if (e.is(kind::assignment)) {
    std::string_view const type = element_of(e[0]);
    any |= e.op != "="    ? convert_step(e, out)
           : type.empty() ? convert_to_place(e, out)
                          : convert(e[1], type, out);
  }
  if (e.is(kind::call) && bare(e[0]).is(kind::name))
    for (std::size_t n = 1; n < e.operands.size(); ++n)
      any |= convert(e[n], integer_parameter(graph_, bare(e[0]).id, n - 1), out);
  for (auto const& o : e.operands)
    if (o) any |= look(*o, out);
  return any;
}

bool implicit_conversions::convert(expression const& value, std::string_view type,
                                   edits& out) const {
  return is_integer(type) && convert_as(value, type, out);
}

bool implicit_conversions::convert_to_place(expression const& e, edits& out) const {
  std::string place;
  for (auto i = e[0].tokens.begin; i < e[0].tokens.end; ++i) {
    lexeme const& part = m_.of->tokens[i];
    if (part.from_macro) return false;
    place += (place.empty() ? "" : " ") + std::string(part.text);
  }
  return convert_as(e[1], "decltype(" + place + ")", out);
}

bool implicit_conversions::convert_as(expression const& value, std::string_view type,
                                      edits& out) const {
  if (value.is(kind::list) || !may_be_floating(value)) return false;
  lexeme const& first = m_.of->tokens[value.tokens.begin];
  lexeme const& last = m_.of->tokens[value.tokens.end - 1];
  if (first.from_macro || last.from_macro) return false;
  out.insert(first.begin, "::simt::cuda::converted<" + std::string(type) + ">(");
  out.insert(last.begin + static_cast<offset>(last.text.size()), ")");
  return true;
}

bool implicit_conversions::convert_step(expression const& e, edits& out) const {
  bool const is_arithmetic = e.op == "+=" || e.op == "-=" || e.op == "*=" || e.op == "/=";
  if (!is_arithmetic || !e[0].is(kind::name) || !may_be_floating(e[1])) return false;
  std::string_view const type = element_of(e[0]);
  lexeme const& op = m_.of->tokens[e[0].tokens.end];
  lexeme const& last = m_.of->tokens[e[1].tokens.end - 1];
  if (!is_integer(type) || op.from_macro || last.from_macro || op.text != e.op) return false;
  out.replace(op.begin, op.begin + 2,
              "= ::simt::cuda::converted<" + std::string(type) + ">(" + e[0].text + " " +
                  std::string(e.op.substr(0, 1)) + " (");
  out.insert(last.begin + static_cast<offset>(last.text.size()), "))");
  return true;
}

std::string_view implicit_conversions::element_of(expression const& place) const {
  expression const& e = bare(place);
  std::size_t depth = 0;
  expression const* root = &e;
  while (root->is(kind::subscript) || (root->is(kind::prefix) && root->op == "*")) {
    ++depth;
    root = &bare((*root)[0]);
  }
  int const v = root->is(kind::name) ? m_.variable_of(*root) : none;
  if (v == none) return {};
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
      return !is_number_of_integers(e);
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
      if (e.is(kind::name) && graph_.find(e.id) != nullptr) return false;  // a function's address
      return e.is(kind::subscript) || e.id != "warpSize";
    }
    case kind::member: {
      std::string_view const object = bare(e[0]).id;
      return object != "threadIdx" && object != "blockIdx" && object != "blockDim" &&
             object != "gridDim";
    }
    case kind::prefix:
      return e.op == "*" ? !is_integer(element_of(e))
                         : e.op != "!" && e.op != "~" && e.op != "&" && of(0);
    case kind::postfix:
      return of(0);
    case kind::binary: {
      static constexpr std::string_view arithmetic[] = {"+", "-", "*", "/"};
      bool const is_arithmetic =
          std::find(std::begin(arithmetic), std::end(arithmetic), e.op) != std::end(arithmetic);
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
      if (!f.is(kind::name)) return true;
      if (auto const* const all = graph_.find(f.id); all != nullptr)
        return !std::all_of(all->begin(), all->end(), [](entry const& x) {
          return x.of->result.is_plain() && is_integer(x.of->result.base);
        });
      auto const is_of = [&](std::string_view a) { return f.id.find(a) != std::string_view::npos; };
      return !(is_of("__popc") || is_of("__clz") || is_of("__ffs") || is_of("__ballot") ||
               is_of("2int") || is_of("2uint") || is_of("__brev") || is_of("clock"));
    }
    default:
      return true;
  }
}

}  // namespace simt::cu::lane
