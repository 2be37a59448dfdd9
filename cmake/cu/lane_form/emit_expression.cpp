// SPDX-License-Identifier: MIT
#include "emit_expression.hpp"

#include "../facts/far_number.hpp"
#include "../text/builtin_variables.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

storage storage_of(variable const& v) {
  if (v.is_group) return v.kind == variable_kind::reference ? storage::alias : storage::let;
  bool const initialised = v.version != 0 || v.declared->initialiser != initialiser_kind::none;
  switch (v.kind) {
    case variable_kind::shared:
    case variable_kind::constant:
      return storage::plain;
    case variable_kind::reference:
      return storage::alias;
    case variable_kind::array:
      return v.in_memory ? storage::memory : storage::array;
    case variable_kind::parameter:
      if (v.in_memory) return storage::memory;
      if (!v.written) return storage::let;
      return v.uniform ? storage::uniform : storage::var;
    default:
      break;
  }
  if (v.in_memory) return storage::memory;
  if (!v.written && initialised) return storage::let;
  if (v.uniform) return storage::uniform;
  return v.steps && initialised ? storage::step : storage::var;
}

}  // namespace simt::cu::lane

namespace simt::cu::lane::detail {

void expression_writer::check_constant(range r, bool with_decltype) const {
  auto const& t = m_.of->tokens;
  int asked = 0;  // within sizeof(...) and decltype(...): how many parentheses
  for (std::size_t i = r.begin; i < r.end; ++i) {
    auto const is_question = [&](lexeme const& l) {
      return l.is("sizeof") || l.is("alignof") || (with_decltype && l.is(word::decltype_));
    };
    if (t[i].is('(') && (asked != 0 || (i > r.begin && is_question(t[i - 1])))) ++asked;
    if (t[i].is(')') && asked != 0) --asked;
    if (is_question(t[i]) || !t[i].is(token_kind::identifier)) continue;
    if (i > r.begin &&
        (t[i - 1].is('.') || t[i - 1].is(symbol::arrow) || t[i - 1].is(symbol::scope)))
      continue;
    bool const is_asked = asked != 0 || (i > r.begin && is_question(t[i - 1]));
    if ((is_asked || has_other_part(t, i)) && is_in_lanes(t[i].text))
      refuse(t[i].line, "a constant or a type that asks something of the variable " +
                            std::string(t[i].text) + ": name its type instead");
  }
}

bool expression_writer::has_other_part(lexeme_list const& t, std::size_t i) const {
  if (i + 2 >= t.size() || !(t[i + 1].is('.') || t[i + 1].is(symbol::arrow))) return false;
  for (std::string_view const part : {"width", "step", "stride", "format", "lanes", "size"})
    if (t[i + 2].is(part)) return true;
  if (callees_.classes == nullptr) return true;
  for (variable const& v : m_.variables)
    if (v.declared->name == t[i].text && !v.uniform &&
        object_types{m_, *callees_.classes}.member_of(v.declared->declared, t[i + 2].text).kind ==
            semantics::member_kind::constant)
      return true;
  return false;
}

void expression_writer::check_constant(type const& t) const {
  check_constant(t.tokens, false);  // (what decltype is not known is refused where it is spelled)
  for (auto const& e : t.extents)
    if (e) check_constant(e->tokens);
}

bool expression_writer::is_in_lanes(std::string_view name) const {
  return std::any_of(m_.variables.begin(), m_.variables.end(), [&](variable const& v) {
    return v.declared->name == name && v.kind != variable_kind::constant &&
           v.kind != variable_kind::shared;
  });
}

bool expression_writer::is_harmless(expression const& e) const {
  switch (e.kind) {
    case kind::number:
    case kind::character:
    case kind::constant:
    case kind::size_of:
      return true;
    case kind::name: {
      int const v = m_.variable_of(e);
      return v == none || storage_of(m_.variables[std::size_t(v)]) != storage::memory;
    }
    case kind::parenthesis:
    case kind::conditional:
      break;
    case kind::member:
      if (e.op != operation::dot) return false;
      break;
    case kind::cast:
    case kind::named_cast:
      break;
    case kind::prefix:
      if (e.is_dereference() || e.is_address() || e.is_step()) return false;
      break;
    case kind::binary:
      if (e.op == operation::divide || e.op == operation::modulo) return false;
      break;
    default:
      return false;
  }
  for (auto const& o : e.operands)
    if (!is_harmless(*o)) return false;
  return true;
}

std::string expression_writer::value(expression const& e) {
  if (auto const known = evaluated_.find(&e); known != evaluated_.end()) return known->second;
  switch (e.kind) {
    case kind::number:
    case kind::string:
    case kind::character:
      return text(e);
    case kind::constant:
      if (e.text == "this") refuse(e.line, "this");
      return e.text;
    case kind::name:
      return name(e, true);
    case kind::parenthesis:
      return "(" + value(e[0]) + ")";
    case kind::prefix:
      return prefix(e);
    case kind::postfix:
      check_number(e);
      return "(" + place(e[0]) + std::string(text_of(e.op)) + ")";
    case kind::binary:
      if (e.op == operation::logical_and || e.op == operation::logical_or)
        return binary(e.op, e[0], e[1], &e);
      return in_order(
          e.operands, 0, [&] { return binary(e.op, e[0], e[1], &e); }, &e);
    case kind::assignment:
      return "simt_l::get(" + assignment(e) + ")";
    case kind::conditional:
      return conditional(e);
    case kind::comma:
      return "(static_cast<void>(" + value(e[0]) + "), " + value(e[1]) + ")";
    case kind::call: {
      std::string const called = in_order(
          e.operands, 1, [&] { return call(e); }, &e);
      auto const place = marked_.find(&e);
      if (place == marked_.end()) return called;
      return "(simt_l::warp_call<simt_G>(simt_g, " + place->second + "), " + called + ")";
    }
    case kind::subscript:
      if (auto const row = rows_.find(&e); row != rows_.end())
        return "simt_l::get(simt_l::ahead(" + row->second + ", " + read_place(e) + "))";
      // Outside of the innermost loops the time is the compiler's rather than the program's.
      return (loops_around_ < inner_loops_ ? "simt_l::get_apart(" : "simt_l::get(") +
             read_place(e) + ")";
    case kind::member:
      if (is_coordinate(e)) return read_place(e);
      return "simt_l::get(" + read_place(e) + ")";
    case kind::cast:
      return cast(e, e[0]);
    case kind::named_cast:
      if (e.op == operation::dynamic_cast_) refuse(e.line, "dynamic_cast");
      return cast(e, e[0]);
    case kind::construct:
      if (e.operands.empty() && is_group_scope(e.named->base)) return text(e);
      return construct(e);
    case kind::size_of:
      return size_of(e);
    case kind::lambda:
      refuse(e.line, "a lambda that is neither called nor named");
    case kind::list:
      refuse(e.line, "a list in braces");
    default:
      refuse(e.line, "an expression that is not understood: " + text(e));
  }
}

bool expression_writer::is_own_array(expression const& e) const {
  if (e.is(kind::member))
    return !e.is_template && callees_.is_member_array(e.id) && !is_coordinate(e);
  std::size_t depth = 0;
  expression const* root = &e;
  for (; root->is(kind::subscript); root = &bare((*root)[0])) ++depth;
  int const v = m_.variable_of(*root);
  if (v == none) return false;
  auto const& x = m_.variables[std::size_t(v)];
  return x.kind == variable_kind::array && x.declared->declared.extents.size() > depth;
}

std::string expression_writer::read_place(expression const& e) {
  switch (e.kind) {
    case kind::name:
      return name(e, false);
    case kind::parenthesis:
      return "(" + read_place(e[0]) + ")";
    case kind::prefix:
      if (e.is_dereference() || e.is_step()) check_number(e);
      if (e.op == operation::times) return "simt_l::deref(" + value(e[0]) + ")";
      if (e.op == operation::increment || e.op == operation::decrement)
        return "(" + std::string(text_of(e.op)) + place(e[0]) + ")";
      break;
    case kind::subscript:
      if (order().between(e[0], e[1]))
        refuse(e.line, "a subscript that reads what is changed in front of it");
      return element(e);
    case kind::member:
      if (is_coordinate(e)) return "simt_g." + std::string(bare(e[0]).id) + "." + std::string(e.id);
      if (e.is_template || e.id.empty() || e.text.find("::") != std::string::npos)
        refuse(e.line, "a member with a scope");
      if (int const v = m_.variable_of(bare(e[0])); e.op == operation::dot && valued_.contains(v))
        return part_name(m_.variables[std::size_t(v)], e.id);
      return member_place(e);
    case kind::assignment:
      return assignment(e);
    default:
      break;
  }
  return value(e);
}

std::string expression_writer::assignment(expression const& e) {
  if (callees_.classes != nullptr && argument_order::steps(e[0]) &&
      argument_order{m_, graph_, *callees_.classes}.is_disturbed(e[1], e[0]))
    refuse(e.line, "an assignment whose left side changes what the right one reads");
  std::string const left = place(e[0]);
  if (int const v = m_.variable_of(bare(e[0])); v != none) {
    auto const& x = m_.variables[std::size_t(v)];
    if (x.is_copy) return left;
    expression const* const more = e.op == operation::assign ? added(e) : nullptr;
    if (more != nullptr && storage_of(x) == storage::step)
      return "(" + left + (bare(e[1]).op == operation::minus ? " -= " : " += ") + operand(*more) +
             ")";
  }
  if (e.op == operation::assign && !order().between(e[0], e[1]))
    if (std::string const by_parts = fused(e[1]); !by_parts.empty())
      return "simt_l::assign_fused(simt_g, " + left + by_parts + ")";
  std::string right;
  if (bare(e[1]).is(kind::list)) {
    auto const* d = declared_by(e[0]);
    if (d == nullptr || !d->declared.is_plain() || d->declared.is_auto()) {
      if (e.op != operation::assign) refuse(e.line, "a list in braces");
      return list_in_order(bare(e[1]).operands, [&] {
        return "simt_l::set(simt_g, " + left + listed(bare(e[1]).operands) + ")";
      });
    }
    right = make(types(e.line).value(d->declared), bare(e[1]).operands);
  } else {
    right = index(e, e[1], operand(e[1]));
  }
  // Of a function's arguments none comes first.
  auto const in_order = [&] {
    if (order().between(e[1], e[0]))
      refuse(e.line, "an assignment whose right side changes what the left one reads");
  };
  if (int const v = m_.variable_of(bare(e[0])); v != none)
    if (auto const& x = m_.variables[std::size_t(v)]; converts(x, e[1])) {
      if (e.op != operation::assign) {
        in_order();
        if (!graph_.operator_form(e.op).empty() && !is_number(e[1]))
          refuse(e.line, "an integer's step by what may be an object or a floating-point number");
        right = combined(arithmetic_of(e.op), e[0], e[1], left, right);
      }
      return "(" + left + " = ::simt::cuda::converted<" +
             types(e.line).value(x.declared->declared) + ">(simt_l::get(" + right + ")))";
    }
  if (e.op != operation::assign)
    if (auto const form = graph_.operator_form(e.op);
        !form.empty() &&
        (graph_.is_operator_of_anything(e.op) ||
         !(is_number(e[0]) && (is_number(e[1]) || graph_.is_operator_of_classes(e.op))))) {
      in_order();
      return "SIMT_LANE_CHANGE(simt_g, " + std::string(name_of(e.op)) + ", " + form + ", (" + left +
             "), " + std::string(text_of(e.op)) + ", (" + right + "))";
    }
  std::string_view by;
  if (e.op == operation::shift_left_assign || e.op == operation::shift_right_assign)
    by = e.op == operation::shift_left_assign ? "shl" : "shr";
  if ((e.op == operation::divide_assign || e.op == operation::modulo_assign) &&
      !bare(e[1]).is(kind::number))
    by = e.op == operation::divide_assign ? "div" : "mod";
  // Sums of two runs in memory need no more than the threads that are left.
  if (e.op == operation::plus_assign && bare(e[0]).is(kind::subscript) &&
      bare(e[1]).is(kind::subscript)) {
    by = "add";
    right = place(e[1]);
  }
  right = index_of_step(e, right);
  if (!by.empty()) {
    in_order();
    return "simt_l::" + std::string(by) + "_assign(" + left + ", " + right + ")";
  }
  return "(" + left + " " + std::string(text_of(e.op)) + " " + right + ")";
}

std::size_t expression_writer::listed_count(declarator const& d) {
  if (d.values.size() == 1 && bare(*d.values[0]).is(kind::list))
    return bare(*d.values[0]).operands.size();
  return d.initialiser == initialiser_kind::braces ? d.values.size() : 0;
}

std::string expression_writer::binary(operation op, expression const& x, expression const& y,
                                      expression const* whole) {
  bool const sums = op == operation::plus || op == operation::minus;
  auto const written = [&](expression const& e, std::size_t n) {
    std::string const text = changes_operand(e, op, 2, n) ? place(e)
                             : sums && is_far_number(n == 0 ? y : x)
                                 ? "simt_l::index_values(" + operand(e) + ")"
                                 : operand(e);
    return whole == nullptr ? text : index(*whole, e, text);
  };
  std::string const a = written(x, 0), b = written(y, 1);
  if (wrapped_index const found = whole != nullptr ? unknown_index(*whole) : wrapped_index{};
      found.of != nullptr)
    return moved(found, *whole, a, b, combined(op, x, y, "simt_a", "simt_b"));
  return combined(op, x, y, a, b);
}

std::string expression_writer::combined(operation op, expression const& x, expression const& y,
                                        std::string const& a, std::string const& b) {
  // The operands may be of types that the program has operators for.
  // `p == 0`: handed on, or on the left, a literal 0 is no null pointer.
  bool const is_equality = op == operation::equal || op == operation::unequal;
  auto const is_zero = [&](expression const& e) {
    return is_equality && bare(e).is(kind::number) && bare(e).text == "0";
  };
  if (op == operation::three_way) refuse(x.line, "operator <=>");
  if (auto const form = graph_.operator_form(op);
      !form.empty() && (!is_number(x) || !is_number(y) || graph_.is_operator_of_anything(op))) {
    auto const beside = [](std::string const& other) {
      return "simt_l::zero_beside<decltype((" + other + "))>()";
    };
    return "SIMT_LANE_BINARY(simt_g, " + std::string(name_of(op)) + ", " + form + ", (" +
           (is_zero(x) ? beside(b) : a) + "), " + std::string(text_of(op)) + ", (" +
           (is_zero(y) ? beside(a) : b) + "))";
  }
  if (op == operation::logical_and || op == operation::logical_or) {
    bool const both = op == operation::logical_and;
    if (is_harmless(y) && !order().between(x, y))
      return (both ? "simt_l::both(" : "simt_l::either(") + a + ", " + b + ")";
    return (both ? "SIMT_LANE_AND((" : "SIMT_LANE_OR((") + a + "), (" + b + "))";
  }
  if ((op == operation::shift_left || op == operation::shift_right) &&
      (order().between(x, y) || order().between(y, x)))
    refuse(x.line, "a shift of which one side changes what the other one reads");
  if (op == operation::shift_left) return "simt_l::shl(" + a + ", " + b + ")";
  if (op == operation::shift_right) return "simt_l::shr(" + a + ", " + b + ")";
  if ((op == operation::divide || op == operation::modulo) && !bare(y).is(kind::number))
    return (op == operation::divide ? "simt_l::div(" : "simt_l::mod(") + a + ", " + b + ")";
  if (is_zero(x)) return "(" + b + " " + std::string(text_of(op)) + " " + a + ")";
  return "(" + a + " " + std::string(text_of(op)) + " " + b + ")";
}

declarator const* expression_writer::declared_by(expression const& e) const {
  int const v = m_.variable_of(bare(e));
  return v == none ? nullptr : m_.variables[std::size_t(v)].declared;
}

std::string expression_writer::name(expression const& e, bool read) {
  int const v = m_.variable_of(e);
  if (m_.lambda_of(e) != nullptr) refuse(e.line, "a lambda that is not called");
  if (v == none) {
    if (e.is_template || !e.scope.empty()) check_constant(e.tokens);
    if (is_builtin_variable(e.text)) return "simt_g." + e.text;
    if (is_refused(e.scope, e.id))
      refuse(e.line, "cooperative groups or another library: " + e.text);
    if (read && is_undefined_member(e)) return "simt_l::number(" + e.text + ")";
    return read ? e.text : "simt_l::ref(simt_g, " + e.text + ")";
  }
  auto const& x = m_.variables[std::size_t(v)];
  std::string const n = x.name();
  switch (storage_of(x)) {
    case storage::memory:
      if (x.kind == variable_kind::array) return n;
      return read ? "simt_l::get(simt_l::ref(simt_g, " + n + "))"
                  : "simt_l::ref(simt_g, " + n + ")";
    case storage::alias:
      return read ? "simt_l::get(" + n + ")" : n;
    case storage::plain:
      if (x.kind == variable_kind::shared && read && !x.declared->declared.is_array())
        return "simt_l::get(" + n + ")";
      return n;
    default:
      return n;
  }
}

bool expression_writer::is_undefined_member(expression const& e) const {
  auto const* const known = callees_.classes;
  std::string_view of{e.scope};
  if (known == nullptr || !of.ends_with("::")) return false;
  of = of.substr(0, of.find('<'));
  if (of.ends_with("::")) of.remove_suffix(2);
  if (auto const at = of.rfind("::"); at != std::string_view::npos) of.remove_prefix(at + 2);
  return known->member(of, e.id).is_undefined;
}

std::string expression_writer::prefix(expression const& e) {
  if (e.op == operation::bit_and) return "simt_l::addr(" + place(e[0]) + ")";
  if (e.op == operation::times) return "simt_l::get(" + place(e) + ")";
  if (e.op == operation::negation) return "simt_l::not_(" + value(e[0]) + ")";
  if (e.op == operation::increment || e.op == operation::decrement)
    return "simt_l::get(" + place(e) + ")";
  if (auto const form = graph_.operator_form(e.op); !form.empty())
    return "SIMT_LANE_UNARY(simt_g, " + std::string(e.op == operation::complement ? "" : "unary_") +
           std::string(name_of(e.op)) + ", " + form + ", " + std::string(text_of(e.op)) + ", (" +
           (changes_operand(e[0], e.op, 1, 0) ? place(e[0]) : value(e[0])) + "))";
  return "(" + std::string(text_of(e.op)) + " " + value(e[0]) + ")";
}

std::string expression_writer::conditional(expression const& e) {
  std::string const c = value(e[0]), a = operand(e[1]), b = operand(e[2]);
  bool const is_free = !order().between(e[0], e[1]) && !order().between(e[0], e[2]);
  if (is_free && is_harmless(e[1]) && is_harmless(e[2]))
    return "simt_l::choose(" + c + ", " + a + ", " + b + ")";
  return "SIMT_LANE_CHOOSE((" + c + "), (" + a + "), (" + b + "))";
}

std::string expression_writer::cast(expression const& e, expression const& of) {
  type const& t = *e.named;
  check_constant(t);
  if (t.is_reference()) refuse(e.line, "a cast to a reference");
  if (t.is_plain() && t.base == "void") return "static_cast<void>(" + value(of) + ")";
  std::string const to = types(e.line).value(t);
  if (bare(of).is(kind::list)) return make(to, bare(of).operands);
  if (t.is_pointer() || !t.inner.empty())
    return "simt_l::pointer_cast<" + to + ">(" + value(of) + ")";
  return constructed(t, of, e.line);
}

std::string expression_writer::construct(expression const& e) {
  type const& t = *e.named;
  check_constant(t);
  if (t.is_reference()) refuse(e.line, "a cast to a reference");
  if (t.is_auto()) refuse(e.line, "auto(...)");
  std::string const to = types(e.line).value(t);
  if (t.is_plain() && e.operands.size() == 1 && !e.braces && !bare(e[0]).is(kind::list))
    return constructed(t, e[0], e.line);
  if (!e.braces) return construct_by(t, e.operands, e.line);
  auto made = made_by_threads(t, e.operands, true, e.line);
  return made.empty() ? make(to, e.operands) : made;
}

std::string expression_writer::size_of(expression const& e) {
  if (e.named) return std::string(text_of(e.op)) + "(" + types(e.line).value(*e.named) + ")";
  expression const& of = bare(e[0]);
  if (auto const* d = declared_by(of);
      d != nullptr && !d->declared.is_auto() && !d->declared.is_reference())
    return std::string(text_of(e.op)) + "(" + types(e.line).array(d->declared, listed_count(*d)) +
           ")";
  return std::string(text_of(e.op)) + "(simt_l::scalar<decltype(" + value(of) + ")>)";
}

}  // namespace simt::cu::lane::detail
