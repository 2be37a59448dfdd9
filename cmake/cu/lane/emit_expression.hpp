// SPDX-License-Identifier: MIT
#pragma once

#include "../messages.hpp"
#include "library.hpp"
#include "spelling.hpp"

#include <string>
#include <unordered_map>

namespace simt::cu::lane {

/// How a variable is declared in lane form.
enum class storage : std::uint8_t {
  let,      // a value that stays
  uniform,  // one for all threads
  step,     // changed by uniform amounts only
  var,      // one a thread
  memory,   // one a thread, with an address
  array,
  alias,
  plain  // as the text has it: shared, static, constant
};

[[nodiscard]] inline storage storage_of(variable const& v) {
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

namespace detail {

/// Writes expressions in lane form. Anything not understood is refused.
class expression_writer {
 public:
  expression_writer(model const& m, library const& lib, uniformity const& u)
      : m_{m}, lib_{lib}, uniformity_{u} {}

 protected:
  using kind = expression_kind;

  [[nodiscard]] std::string text(expression const& e) const {
    return spelled(m_.of->tokens, e.tokens);
  }
  [[nodiscard]] type_speller types(offset line) const { return {m_.of->tokens, line}; }

  /// What may be evaluated although nobody wants it: no load, call, division, change.
  [[nodiscard]] bool is_harmless(expression const& e) const {
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
        if (e.op != ".") return false;
        break;
      case kind::cast:
      case kind::named_cast:
        break;
      case kind::prefix:
        if (e.op == "*" || e.op == "&" || e.op == "++" || e.op == "--") return false;
        break;
      case kind::binary:
        if (e.op == "/" || e.op == "%") return false;
        break;
      default:
        return false;
    }
    for (auto const& o : e.operands)
      if (!is_harmless(*o)) return false;
    return true;
  }

  /// e as a value, read from memory where it lies there.
  [[nodiscard]] std::string value(expression const& e) {
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
        return "(" + place(e[0]) + std::string(e.op) + ")";
      case kind::binary:
        return binary(e.op, e[0], e[1]);
      case kind::assignment:
        return "simt_l::get(" + assignment(e) + ")";
      case kind::conditional:
        return conditional(e);
      case kind::comma:
        return "(static_cast<void>(" + value(e[0]) + "), " + value(e[1]) + ")";
      case kind::call:
        return call(e);
      case kind::subscript:
        if (auto const row = rows_.find(&e); row != rows_.end())
          return "simt_l::get(simt_l::ahead(" + row->second + ", " + place(e) + "))";
        // Outside of the innermost loops the time is the compiler's rather than the program's.
        return (loops_around_ < inner_loops_ ? "simt_l::get_apart(" : "simt_l::get(") + place(e) +
               ")";
      case kind::member:
        if (is_coordinate(e)) return place(e);
        return "simt_l::get(" + place(e) + ")";
      case kind::cast:
        return cast(e, e[0]);
      case kind::named_cast:
        if (e.op == "dynamic_cast") refuse(e.line, "dynamic_cast");
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

  /// e as an operand: an array of the thread's own, or a row of it, is the address of its first
  /// element.
  [[nodiscard]] std::string operand(expression const& e) {
    return is_own_array(bare(e)) ? "simt_l::first_of(" + place(bare(e)) + ")" : value(e);
  }
  [[nodiscard]] bool is_own_array(expression const& e) const {
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

  /// e as something that may be assigned, or whose address may be taken.
  [[nodiscard]] std::string place(expression const& e) {
    switch (e.kind) {
      case kind::name:
        return name(e, false);
      case kind::parenthesis:
        return "(" + place(e[0]) + ")";
      case kind::prefix:
        if (e.op == "*") return "simt_l::deref(" + value(e[0]) + ")";
        if (e.op == "++" || e.op == "--") return "(" + std::string(e.op) + place(e[0]) + ")";
        break;
      case kind::subscript:
        return (lib_.has_own_subscript() ? "simt_l::at_own(simt_g, " : "simt_l::at(") +
               place(e[0]) + ", " + value(e[1]) + ")";
      case kind::member:
        if (is_coordinate(e))
          return "simt_g." + std::string(bare(e[0]).id) + "." + std::string(e.id);
        if (e.is_template || e.id.empty() || e.text.find("::") != std::string::npos)
          refuse(e.line, "a member with a scope");
        if (int const v = m_.variable_of(bare(e[0])); e.op == "." && valued_.contains(v))
          return part_name(m_.variables[std::size_t(v)], e.id);
        return (e.op == "." ? "SIMT_LANE_MEMBER((" + place(e[0])
                            : "SIMT_LANE_ARROW((" + value(e[0])) +
               "), " + std::string(e.id) + ")";
      case kind::assignment:
        return assignment(e);
      default:
        break;
    }
    return value(e);
  }

  /// What stands for a member that is a value of its own.
  [[nodiscard]] static std::string part_name(variable const& v, std::string_view part) {
    return v.declared->name + "_simt_" + std::string(part);
  }

  [[nodiscard]] std::string assignment(expression const& e) {
    std::string const left = place(e[0]);
    if (int const v = m_.variable_of(bare(e[0])); v != none) {
      auto const& x = m_.variables[std::size_t(v)];
      if (x.is_copy) return left;
      expression const* const more = e.op == "=" ? added(e) : nullptr;
      if (more != nullptr && storage_of(x) == storage::step)
        return "(" + left + (bare(e[1]).op == "-" ? " -= " : " += ") + operand(*more) + ")";
    }
    if (e.op == "=")
      if (std::string const by_parts = fused(e[1]); !by_parts.empty())
        return "simt_l::assign_fused(simt_g, " + left + by_parts + ")";
    std::string right;
    if (bare(e[1]).is(kind::list)) {
      auto const* d = declared_by(e[0]);
      if (d == nullptr || !d->declared.is_plain() || d->declared.is_auto()) {
        if (e.op != "=") refuse(e.line, "a list in braces");
        return "simt_l::set(simt_g, " + left + listed(bare(e[1]).operands) + ")";
      }
      right = make(types(e.line).value(d->declared), bare(e[1]).operands);
    } else {
      right = operand(e[1]);
    }
    if (e.op != "=")
      if (auto const form = lib_.operator_form(e.op);
          !form.empty() && !(is_number(e[0]) && is_number(e[1])))
        return "SIMT_LANE_CHANGE" + number_form(e.op.substr(0, e.op.size() - 1), "_assign") + form +
               ", (" + left + "), " + std::string(e.op) + ", (" + right + "))";
    if (e.op == "<<=" || e.op == ">>=")
      return std::string("simt_l::") + (e.op == "<<=" ? "shl" : "shr") + "_assign(" + left + ", " +
             right + ")";
    if ((e.op == "/=" || e.op == "%=") && !bare(e[1]).is(kind::number))
      return std::string("simt_l::") + (e.op == "/=" ? "div" : "mod") + "_assign(" + left + ", " +
             right + ")";
    // Sums of two runs in memory need no more than the threads that are left.
    if (e.op == "+=" && bare(e[0]).is(kind::subscript) && bare(e[1]).is(kind::subscript))
      return "simt_l::add_assign(" + left + ", " + place(e[1]) + ")";
    return "(" + left + " " + std::string(e.op) + " " + right + ")";
  }

  [[nodiscard]] std::string make(std::string const& type,
                                 std::vector<expression_ptr> const& values) {
    return "simt_l::make<" + type + ">(simt_g" + listed(values) + ")";
  }
  [[nodiscard]] std::string listed(std::vector<expression_ptr> const& values) {
    std::string out;
    for (auto const& v : values) {
      if (bare(*v).is(kind::list) || bare(*v).is(kind::assignment))
        refuse(v->line, "a list in braces");
      out += ", " + value(*v);
    }
    return out;
  }

  static bool is_number_type(std::string_view base) {
    return base == "int" || base == "unsigned" || base == "unsigned int" || base == "float" ||
           base == "double" || base == "bool" || base == "char" || base == "long" ||
           base == "size_t" || base == "short" || base == "unsigned char" || base == "uint" ||
           base == "long long" || base == "unsigned long long";
  }

  /// x op y
  [[nodiscard]] std::string binary(std::string_view op, expression const& x, expression const& y) {
    std::string const a = operand(x);
    std::string const b = operand(y);
    // The operands may be of types that the program has operators for.
    if (auto const form = lib_.operator_form(op); !form.empty() && (!is_number(x) || !is_number(y)))
      return "SIMT_LANE_BINARY" + number_form(op, "") + form + ", (" + a + "), " + std::string(op) +
             ", (" + b + "))";
    if (op == "&&" || op == "||") {
      bool const both = op == "&&";
      if (is_harmless(y)) return (both ? "simt_l::both(" : "simt_l::either(") + a + ", " + b + ")";
      return (both ? "SIMT_LANE_AND((" : "SIMT_LANE_OR((") + a + "), (" + b + "))";
    }
    if (op == "<<") return "simt_l::shl(" + a + ", " + b + ")";
    if (op == ">>") return "simt_l::shr(" + a + ", " + b + ")";
    if ((op == "/" || op == "%") && !bare(y).is(kind::number))
      return (op == "/" ? "simt_l::div(" : "simt_l::mod(") + a + ", " + b + ")";
    if (op == "<=>" || op == ".*" || op == "->*") refuse(x.line, "operator " + std::string(op));
    return "(" + a + " " + std::string(op) + " " + b + ")";
  }

  /// Whether e is a number by its shape.
  [[nodiscard]] bool is_number(expression const& e) const {
    expression const& b = bare(e);
    switch (b.kind) {
      case kind::number:
      case kind::character:
      case kind::size_of:
        return true;
      case kind::constant:
        return b.text != "this";
      case kind::member:
        return is_coordinate(b);
      case kind::name: {
        auto const* const d = declared_by(b);
        return d != nullptr && d->declared.is_plain() && is_number_type(d->declared.base);
      }
      case kind::cast:
      case kind::named_cast:
        return b.named->is_plain() && is_number_type(b.named->base);
      case kind::prefix:
        return b.op != "*" && b.op != "&" && is_number(b[0]);
      case kind::postfix:
        return is_number(b[0]);
      case kind::binary:
        return is_number(b[0]) && is_number(b[1]);
      default:
        return false;
    }
  }

 private:
  [[nodiscard]] declarator const* declared_by(expression const& e) const {
    int const v = m_.variable_of(bare(e));
    return v == none ? nullptr : m_.variables[std::size_t(v)].declared;
  }

  [[nodiscard]] bool is_coordinate(expression const& e) const {
    if (!e.is(kind::member) || e.op != "." || !bare(e[0]).is(kind::name)) return false;
    expression const& n = bare(e[0]);
    return m_.variable_of(n) == none &&
           (n.id == "threadIdx" || n.id == "blockIdx" || n.id == "blockDim" || n.id == "gridDim");
  }

  [[nodiscard]] std::string name(expression const& e, bool read) {
    int const v = m_.variable_of(e);
    if (m_.lambda_of(e) != nullptr) refuse(e.line, "a lambda that is not called");
    if (v == none) {
      if (e.text == "threadIdx" || e.text == "blockIdx" || e.text == "blockDim" ||
          e.text == "gridDim" || e.text == "warpSize")
        return "simt_g." + e.text;
      if (is_refused_scope(e.scope))
        refuse(e.line, "cooperative groups or another library: " + e.text);
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

  [[nodiscard]] std::string prefix(expression const& e) {
    if (e.op == "&") return "simt_l::addr(" + place(e[0]) + ")";
    if (e.op == "*") return "simt_l::get(" + place(e) + ")";
    if (e.op == "!") return "simt_l::not_(" + value(e[0]) + ")";
    if (e.op == "++" || e.op == "--") return "simt_l::get(" + place(e) + ")";
    if (auto const form = lib_.operator_form(e.op); !form.empty())
      return "SIMT_LANE_UNARY(simt_g, " + form + ", " + std::string(e.op) + ", (" + value(e[0]) +
             "))";
    return "(" + std::string(e.op) + " " + value(e[0]) + ")";
  }

  /// How an operator's macro begins: `(simt_g, `, for those that do not act on numbers as in C++
  /// with the name of what does.
  [[nodiscard]] static std::string number_form(std::string_view op, std::string const& ending) {
    std::string_view const by = op == "/"    ? "div"
                                : op == "%"  ? "mod"
                                : op == "<<" ? "shl"
                                : op == ">>" ? "shr"
                                             : "";
    return by.empty() ? "(simt_g, " : "_OR(simt_g, " + std::string(by) + ending + ", ";
  }

  [[nodiscard]] std::string conditional(expression const& e) {
    std::string const c = value(e[0]), a = operand(e[1]), b = operand(e[2]);
    if (is_harmless(e[1]) && is_harmless(e[2]))
      return "simt_l::choose(" + c + ", " + a + ", " + b + ")";
    return "SIMT_LANE_CHOOSE((" + c + "), (" + a + "), (" + b + "))";
  }

  [[nodiscard]] std::string cast(expression const& e, expression const& of) {
    type const& t = *e.named;
    if (t.is_reference()) refuse(e.line, "a cast to a reference");
    if (t.is_plain() && t.base == "void") return "static_cast<void>(" + value(of) + ")";
    std::string const to = types(e.line).value(t);
    if (bare(of).is(kind::list)) return make(to, bare(of).operands);
    if (t.is_pointer() || !t.inner.empty())
      return "simt_l::pointer_cast<" + to + ">(" + value(of) + ")";
    return "simt_l::cast<" + to + ">(simt_g, " + value(of) + ")";
  }

  [[nodiscard]] std::string construct(expression const& e) {
    type const& t = *e.named;
    if (t.is_reference()) refuse(e.line, "a cast to a reference");
    if (t.is_auto()) refuse(e.line, "auto(...)");
    std::string const to = types(e.line).value(t);
    if (t.is_plain() && e.operands.size() == 1 && !e.braces && !bare(e[0]).is(kind::list))
      return "simt_l::cast<" + to + ">(simt_g, " + value(e[0]) + ")";
    return make(to, e.operands);
  }

  [[nodiscard]] std::string size_of(expression const& e) {
    if (e.named)
      return std::string(e.op.empty() ? "sizeof" : e.op) + "(" + types(e.line).value(*e.named) +
             ")";
    expression const& of = bare(e[0]);
    if (auto const* d = declared_by(of);
        d != nullptr && !d->declared.is_auto() && !d->declared.is_reference())
      return std::string(e.op) + "(" + types(e.line).array(d->declared, 0) + ")";
    return std::string(e.op) + "(simt_l::scalar<decltype(" + value(of) + ")>)";
  }

  // Calls.

  [[nodiscard]] std::string arguments(expression const& e) {
    std::string out;
    for (std::size_t i = 1; i < e.operands.size(); ++i) {
      if (e[i].is(kind::pack)) refuse(e.line, "a pack of arguments");
      if (i > 1) out += ", ";
      out += value(e[i]);
    }
    return out;
  }

  [[nodiscard]] std::string call(expression const& e) {
    expression const& callee = bare(e[0]);
    if (callee.is(kind::member)) return method(e, callee);
    if (expression const* const l = m_.lambda_of(callee)) return lambda_call(e, *l->written);
    if (!callee.is(kind::name)) {
      if (!is_made_by_macro(callee)) refuse(e.line, "a call of " + text(callee));
      return by_lane(e, text(callee), "", "by_lane");
    }
    if (auto const* const d = declared_by(callee); d != nullptr) {
      // What a template is given may be a lambda of the caller's.
      bool const is_any = d->declared.is_auto() || depends(*m_.of, d->declared);
      return by_lane(e, "", place(callee), is_any ? "call_object" : "by_lane");
    }
    if (is_refused_scope(callee.scope)) refuse(e.line, "a call of " + callee.text);
    std::string const id{callee.id};
    if (is_group_scope(callee.scope) ||
        (is_group_function(id) && id != "reduce" && lib_.find(id) == nullptr))
      return group_call(e, callee);
    if (lib_.find(id) != nullptr) return own_call(e, callee);
    if (auto const known = find_builtin(id);
        known.kind != known_kind::none && (callee.scope.empty() || !known.is_common))
      return builtin_call(e, callee, known);
    return other_call(e, callee);
  }

  /// A call of a function that builtins.def names.
  [[nodiscard]] std::string builtin_call(expression const& e, expression const& callee,
                                         known_builtin known) {
    if (known.kind == known_kind::refused) refuse(e.line, "a call of " + std::string(callee.id));
    if (callee.id == "assert" && e.operands.size() == 2) return assertion(e);
    switch (known.call) {
      case lane_call::by_name:
        return std::string(callee.id) + "(" + arguments(e) + ")";
      case lane_call::of_gang:
        return "simt_g." + callee.text + "(" + arguments(e) + ")";
      case lane_call::on_lanes:
        return by_lane(e, callee.text, "", "pure_on_lanes");
      case lane_call::by_thread:
        break;
    }
    return by_lane(e, callee.text, "", "by_lane");
  }

  /// A call of a function that it does not name: the program's, thread by thread, or one that is
  /// known to be a thread's own. Nobody knows whether others ask which thread calls them.
  [[nodiscard]] std::string other_call(expression const& e, expression const& callee) {
    std::string const id{callee.id};
    if (!callee.scope.empty()) {
      if (is_standard_scope(callee.scope) || is_named_by_program(id) ||
          is_named_by_program(first_name(callee.scope)))
        return by_lane(e, callee.text, "", "pure");
    } else if (is_callable_by_threads(id) || is_named_by_program(id)) {
      return by_lane(e, callee.text, "", id.starts_with("__") ? "pure_on_lanes" : "by_lane");
    }
    refuse(e.line, "a call of " + callee.text +
                       ", which is neither the program's nor one that lane kernels know");
  }
  /// True if the program names a function, macro, type or value so, or the function at hand a
  /// template parameter.
  [[nodiscard]] bool is_named_by_program(std::string_view name) const {
    for (template_head const& h : m_.of->templates)
      for (template_parameter const& p : h.parameters)
        if (p.name == name) return true;
    return lib_.is_global(name) || !callees_.is_named || callees_.is_named(name);
  }

  /// `NAME(log)(x)`: a function whose name a macro makes.
  [[nodiscard]] bool is_made_by_macro(expression const& callee) const {
    if (!callee.is(kind::call) || !bare(callee[0]).is(kind::name)) return false;
    for (auto const& o : callee.operands)
      if (!bare(*o).is(kind::name) || m_.variable_of(bare(*o)) != none) return false;
    std::string_view const id = bare(callee[0]).id;
    for (char c : id)
      if (c >= 'a' && c <= 'z') return false;
    return lib_.find(id) == nullptr;
  }

  /// cg::this_thread_block(), cg::reduce(tile, x, cg::plus<int>()), ...
  [[nodiscard]] std::string group_call(expression const& e, expression const& callee) {
    std::string const id{callee.id};
    if (!is_group_function(id)) {
      // cg::plus<int>(), an operation.
      if (e.operands.size() == 1 && id != "this_grid" && id != "this_multi_grid" &&
          id != "this_cluster")
        return text(e);
      refuse(e.line, "a call of " + callee.text);
    }
    if (id == "tiled_partition") {
      std::string const& n = callee.arguments;
      if (n.empty() || (n.size() > 4 && n[1] >= '0' && n[1] <= '9'))
        refuse(e.line, "a tile of more threads than a warp");
      if (n == "<64>") refuse(e.line, "a tile of more threads than a warp");
    }
    std::string out = "simt_l::" + id + callee.arguments + "(simt_g";
    for (std::size_t i = 1; i < e.operands.size(); ++i) {
      if (e[i].is(kind::pack)) refuse(e.line, "a pack of arguments");
      out += ", ";
      bool const operation = id == "reduce" && i == 3;
      out += operation ? text(e[i]) : value(e[i]);
    }
    return out + ")";
  }

  /// Whether e is a group within the block.
  [[nodiscard]] bool is_group(expression const& e) const {
    expression const& b = bare(e);
    if (int const v = m_.variable_of(b); v != none) return m_.variables[std::size_t(v)].is_group;
    return b.is(kind::call) && bare(b[0]).is(kind::name) && is_group_function(bare(b[0]).id);
  }

  [[nodiscard]] static bool is_literal(expression const& e) {
    return e.is(kind::number) || e.is(kind::string) || e.is(kind::character) ||
           e.is(kind::constant);
  }

  /// Calls an ordinary function for each thread that is here; of an object, if there is one.
  [[nodiscard]] std::string by_lane(expression const& e, std::string const& function,
                                    std::string const& object, std::string const& how) {
    std::string parameters, inner, passed;
    int n = 0;
    auto const pass = [&](std::string const& v) {
      std::string const p = "simt_" + std::to_string(n++);
      parameters += (parameters.empty() ? "" : ", ") + std::string("auto&& ") + p;
      passed += ", " + v;
      return p;
    };
    std::string const called = object.empty() ? function : pass(object) + function;
    for (std::size_t i = 1; i < e.operands.size(); ++i) {
      if (e[i].is(kind::pack)) refuse(e.line, "a pack of arguments");
      if (i > 1) inner += ", ";
      // (A lambda takes all that it is called with.)
      if (e[i].is(kind::string) || (is_literal(e[i]) && how != "call_object")) {
        inner += text(e[i]);
        continue;
      }
      if (bare(e[i]).is(kind::list)) {
        std::string items;
        for (auto const& item : bare(e[i]).operands)
          items += (items.empty() ? "" : ", ") + pass(value(*item));
        inner += "{" + items + "}";
        continue;
      }
      bool const changes = callees_.changes && callees_.changes(e, i - 1);
      inner += pass(changes ? place(e[i]) : value(e[i]));
    }
    std::string const body = called + "(" + inner + ")";
    return "simt_l::" + how + "(simt_g, [&](" + parameters + ") -> decltype(" +
           std::string(how == "pure_on_lanes" ? body : "auto") + ") { return " + body + "; }" +
           passed + ")";
  }

  /// assert(e): where it fails it says what the thread form says.
  [[nodiscard]] std::string assertion(expression const& e) {
    function const& f = *m_.of;
    std::string all = types(f.line).declare(f.result, f.name) + "(";
    for (declarator const& p : f.parameters) {
      if (&p != f.parameters.data()) all += ", ";
      all += types(p.line).declare(p.declared, "");
      if (all.back() == ' ') all.pop_back();
    }
    return "assert((simt_l::holds(simt_g, " + string_literal(text(e[1])) +
           ", __FILE__, __LINE__, " + string_literal(all + ")") + ", " + value(e[1]) + ")))";
  }

  [[nodiscard]] std::string method(expression const& e, expression const& callee) {
    std::string const id{callee.id};
    auto const f = lib_.facts_of(id);
    if (callee.op == "." && is_group(callee[0]) && !callee.is_template)
      return "SIMT_LANE_METHOD(simt_g, (" + value(callee[0]) + "), " + id + ", (" + arguments(e) +
             "))";
    if (is_group_method(id) || f.barrier || f.warp || f.waits)
      refuse(e.line, "a call of the method " + id + ", which may wait for other threads");
    if (callee.arguments.find(',') != std::string::npos)
      refuse(e.line, "a method with template arguments");
    std::string const called = callee.is_template ? "template " + id + callee.arguments : id;
    std::string const object =
        callee.op == "." ? place(callee[0]) : "simt_l::deref(" + value(callee[0]) + ")";
    for (auto const& o : e.operands)
      if (bare(*o).is(kind::list)) return by_lane(e, "." + called, object, "by_lane");
    return "SIMT_LANE_METHOD(simt_g, (" + object + "), " + called + ", (" + arguments(e) + "))";
  }

  /// Whether a function may be called with n arguments.
  [[nodiscard]] static bool takes(function const& f, std::size_t n) {
    return f.parameters.size() == n ||
           (f.parameters.size() > n && f.parameters[n].initialiser == initialiser_kind::equals);
  }

  /// A lambda as what is called or passed: by its name, or as it is.
  [[nodiscard]] std::string lambda_operand(expression const& e) {
    int const v = m_.variable_of(bare(e));
    return v == none ? lambda_text(bare(e)) : m_.variables[std::size_t(v)].name();
  }
  [[nodiscard]] std::string lambda_call(expression const& e, lambda const& l) {
    std::string out = lambda_operand(e[0]) + ".f(";
    for (std::size_t i = 1; i < e.operands.size(); ++i) {
      if (i > 1) out += ", ";
      out += argument(e[i], i <= l.parameters.size() ? &l.parameters[i - 1].declared : nullptr,
                      l.changes(i - 1));
    }
    return out + ")";
  }
  /// Whether another function's loop may wait for what a lambda does.
  [[nodiscard]] bool may_be_awaited(expression const& l) const {
    for (std::size_t i = l.tokens.begin; i < l.tokens.end; ++i) {
      lexeme const& t = m_.of->tokens[i];
      if (t.is("volatile") || known_function(t.text) == known_kind::atomic) return true;
      auto const& f = lib_.facts_of(t.text);
      if (f.atomic || f.is_volatile) return true;
    }
    return false;
  }

  /// An argument for a parameter of a type that is known where it is not null.
  [[nodiscard]] std::string argument(expression const& e, type const* t, bool changes) {
    if (e.is(kind::pack)) refuse(e.line, "a pack of arguments");
    if (m_.lambda_of(e) != nullptr) return lambda_operand(e);
    bool const is_known = t != nullptr && t->is_plain() && !t->is_auto();
    if (bare(e).is(kind::list) && is_known) return make(types(e.line).value(*t), bare(e).operands);
    return changes ? place(e) : value(e);
  }

  /// Whether a type is named by what a template is given.
  [[nodiscard]] static bool depends(function const& f, type const& t) {
    for (template_head const& h : f.templates)
      for (template_parameter const& p : h.parameters)
        if (!p.name.empty() && t.base.find(p.name) != std::string::npos) return true;
    return false;
  }

  /// Whether a call's text says which function it calls: there is one of the name, and its template
  /// arguments are all written.
  [[nodiscard]] bool is_only(function const& f, expression const& callee) const {
    if (lib_.find(f.name)->size() != 1) return false;
    std::size_t wanted = 0;
    for (template_head const& h : f.templates)
      for (template_parameter const& p : h.parameters) {
        if (p.is_pack) return false;
        ++wanted;
      }
    std::size_t given = callee.arguments.size() > 2 ? 1 : 0;
    int depth = 0;
    for (char const c : callee.arguments) {
      if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
      if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
      if (c == ',' && depth == 1) ++given;
    }
    return given == wanted;
  }

  /// The program's own function: its lane form if it has one, else it thread by thread.
  [[nodiscard]] std::string own_call(expression const& e, expression const& callee) {
    std::string const id{callee.id};
    std::size_t const n = e.operands.size() - 1;
    if (lib_.is_lane(id)) {
      entry const* fits = nullptr;
      for (entry const& x : *lib_.find(id))
        if (x.of->is_definition && takes(*x.of, n) &&
            (fits == nullptr || (fits->of->begin > m_.of->begin && x.of->begin < m_.of->begin)))
          fits = &x;  // one that stands in front of the call before others
      if (fits != nullptr) {
        if (fits->of == m_.of && !callee.is_template)
          refuse(e.line, "a function that calls itself");
        used_.push_back(fits->of);
        std::string const form = callee.scope + id + "_simt_lane" + callee.arguments;
        // What C++ has to choose first is called through one more function, a copy of its text.
        std::string out = is_only(*fits->of, callee)
                              ? "decltype(simt_l::form_of(&" + form + "))::simt_call(simt_g"
                              : "simt_l::call(simt_g, SIMT_LANE_FUNCTION((" + form + "))";
        for (std::size_t i = 1; i <= n; ++i) {
          bool const changes = callees_.changes && callees_.changes(e, i - 1);
          type const& t = fits->of->parameters[i - 1].declared;
          if (expression const* const l = m_.lambda_of(e[i]); l != nullptr && may_be_awaited(*l))
            refuse(e.line, "a lambda with atomics or volatile memory as an argument");
          out += ", " + argument(e[i], depends(*fits->of, t) ? nullptr : &t, changes);
        }
        return out + ")";
      }
    }
    auto const& f = lib_.facts_of(id);
    if (f.barrier || f.warp || f.assembly)
      refuse(e.line, "a call of " + id + ", which works across threads and has no lane form" +
                         lib_.reason_of(id));
    return by_lane(e, callee.text, "", "by_lane");
  }

 protected:
  [[nodiscard]] virtual std::string lambda_text(expression const& e) = 0;
  /// e as a function of its operands, and them, where wide gangs run it register by register.
  [[nodiscard]] virtual std::string fused(expression const& e) = 0;

  model const& m_;
  library const& lib_;
  uniformity const& uniformity_;
  callee_traits callees_;
  std::vector<function const*> used_;  // whose lane forms are called
  std::unordered_set<int> valued_;     // structures whose members are values of their own
  std::unordered_map<expression const*, std::string> rows_;  // loads, with what looks ahead
  int loops_around_ = 0;
  int inner_loops_ = 0;  // of a chain of loops: how many stand within each other at most
};

}  // namespace detail

}  // namespace simt::cu::lane
