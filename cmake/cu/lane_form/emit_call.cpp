// SPDX-License-Identifier: MIT
#include "emit_call.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

std::string call_writer::arguments(expression const& e) {
  std::string out;
  called_function const to = bare(e[0]).is(kind::member) ? called_by(e) : called_function{};
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    if (e[i].is(kind::pack)) refuse(e.line, "a pack of arguments");
    if (i > 1) out += ", ";
    out += converted_argument(to, i - 1, value(e[i]));
  }
  return out;
}

std::string call_writer::call(expression const& e) {
  expression const& callee = bare(e[0]);
  if (callee.is_template && !callee.is(kind::member)) check_constant(callee.tokens);
  if (callee.is(kind::member)) return method(e, callee);
  if (expression const* const l = m_.lambda_of(callee)) return lambda_call(e, *l->written);
  if (!callee.is(kind::name)) return made_object_call(e, callee);
  if (auto const* const d = declared_by(callee); d != nullptr) {
    check_object_call(e, callee.text);
    // A template may be given a lambda of the caller's; the result of an object's call may name the
    // object.
    bool const is_any = d->declared.is_auto() || depends(*m_.of, d->declared) ||
                        object_operators{graph_}.may_give_address(m_, callee, callees_.classes);
    return by_lane(e, "", place(callee), is_any ? "call_object" : "by_lane");
  }
  std::string const id{callee.id};
  if (is_refused(callee.scope, id) && !graph_.is_read_in(callee.scope, id))
    refuse(e.line, "a call of " + callee.text);
  if (callee.scope.empty() && is_template_parameter(id)) return parameter_call(e, id);
  if (is_group_scope(callee.scope) || (is_group_function(id) && id != "reduce" &&
                                       !id.ends_with("_scan") && graph_.find(id) == nullptr))
    return group_call(e, callee);
  if (graph_.find(id) != nullptr && !is_only_builtin(e, id)) return own_call(e, callee);
  if (auto const known = find_builtin(id);
      known.kind != builtin_kind::unknown &&
      (callee.scope.empty() || (!known.is_common && is_global_scope(callee.scope))))
    return builtin_call(e, callee, known);
  return other_call(e, callee);
}

std::string call_writer::builtin_call(expression const& e, expression const& callee,
                                      builtin_traits known) {
  if (known.kind == builtin_kind::refused) refuse(e.line, "a call of " + std::string(callee.id));
  if (callee.id == "assert" && e.operands.size() == 2) return assertion(e);
  if (is_text_alone(e)) return by_lane(e, "::simt::cuda::printf_alone", "", "by_lane");
  switch (known.call) {
    case lane_call::by_name:
      return std::string(callee.id) + "(" + arguments(e) + ")";
    case lane_call::of_gang:
      return "simt_g." + callee.text + "(" + arguments(e) + ")";
    case lane_call::on_lanes:
      return by_lane(e, callee.text, "", "pure_on_lanes");
    case lane_call::to_places:
      return by_lane(e, callee.text, "", "to_places");
    case lane_call::by_thread:
      break;
  }
  // One value for all threads, where analysis takes it for one.
  return by_lane(e, callee.text, "", known.kind == builtin_kind::pure ? "pure" : "by_lane");
}

std::vector<range> call_writer::template_arguments(expression const& callee) const {
  std::vector<range> out;
  auto const& t = m_.of->tokens;
  std::uint32_t i = callee.tokens.begin;
  if (!callee.is_template) return out;
  while (i < callee.tokens.end && !(t[i].is(callee.id) && t[i + 1].is('<'))) ++i;
  std::uint32_t part = i + 2;
  int depth = 0;
  for (++i; i < callee.tokens.end; ++i) {
    if (t[i].is('<') || t[i].is('(') || t[i].is('{') || t[i].is('[')) ++depth;
    if (t[i].is('>') || t[i].is(')') || t[i].is('}') || t[i].is(']')) --depth;
    if (!(depth == 1 && t[i].is(',')) && depth != 0) continue;
    out.push_back({part, i});
    part = i + 1;
    if (depth == 0) break;
  }
  return out;
}

std::string call_writer::other_call(expression const& e, expression const& callee) {
  std::string const id{callee.id};
  by_thread_.insert(id);
  if (!callee.scope.empty()) {
    if (is_standard_scope(callee.scope) || is_value_class(callee.scope, id) ||
        is_named_by_program(id) || is_named_by_program(first_name(callee.scope)))
      return by_lane(e, callee.text, "", "pure");
  } else if (is_callable_by_threads(id) || is_named_by_program(id)) {
    if (graph_.is_global(id) || (callees_.is_value && callees_.is_value(id)))
      check_object_call(e, id);
    return by_lane(e, callee.text, "", id.starts_with("__") ? "pure_on_lanes" : "by_lane");
  }
  refuse(e.line, "a call of " + callee.text +
                     ", which is neither the program's nor one that lane kernels know");
}

bool call_writer::is_named_by_program(std::string_view name) const {
  for (template_head const& h : m_.of->templates)
    for (template_parameter const& p : h.parameters)
      if (p.name == name) return true;
  return graph_.is_global(name) || !callees_.is_named || callees_.is_named(name);
}

bool call_writer::is_made_by_macro(expression const& callee) const {
  if (!callee.is(kind::call) || !bare(callee[0]).is(kind::name)) return false;
  for (auto const& o : callee.operands)
    if (!bare(*o).is(kind::name) || m_.variable_of(bare(*o)) != none) return false;
  std::string_view const id = bare(callee[0]).id;
  for (char c : id)
    if (c >= 'a' && c <= 'z') return false;
  return graph_.find(id) == nullptr;
}

std::string call_writer::made_object_call(expression const& e, expression const& made) {
  if (!is_made_by_macro(made)) {
    bool const is_call = made.is(kind::call) && bare(made[0]).is(kind::name) &&
                         m_.variable_of(bare(made[0])) == none &&
                         graph_.find(bare(made[0]).id) == nullptr;
    if (!is_call && !made.is(kind::construct)) refuse(e.line, "a call of " + text(made));
    check_object_call(e, text(made));
    if (made.operands.size() > (is_call ? 1 : 0)) return by_lane(e, "", value(made), "by_lane");
    check_constant(made.tokens);  // one without a value is made by each thread for itself
  }
  return by_lane(e, text(made), "", "by_lane");
}

std::string call_writer::by_lane(expression const& e, std::string const& function,
                                 std::string const& object, std::string const& how) {
  std::string parameters, inner, passed;
  int n = 0;
  auto const pass = [&](std::string const& v) {
    std::string const p = "simt_" + std::to_string(n++);
    parameters += (parameters.empty() ? "" : ", ") + std::string("auto&& ") + p;
    passed += ", " + v;
    return p;
  };
  // (An object that is not known to change, or that is made for all threads, is called as a const
  // one, so that the compiler refuses what would be lost.)
  bool is_fixed = !object.empty() && function.empty();
  if (auto const* const d = is_fixed ? declared_by(bare(e[0])) : nullptr; d != nullptr)
    is_fixed = callees_.changes_object && !callees_.changes_object(d->declared);
  std::string const called = object.empty() ? function
                             : is_fixed     ? "simt_l::fixed(" + pass(object) + ")"
                                            : pass(object) + function;
  called_function const to = called_by(e);
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
    std::string const argument = pass(changes ? place(e[i]) : value(e[i]));
    std::string const integer = integer_argument(to, i - 1);
    inner +=
        integer.empty() ? argument : "::simt::cuda::converted<" + integer + ">(" + argument + ")";
  }
  std::string const body = called + "(" + inner + ")";
  bool const asks = how == "pure_on_lanes" || how == "to_places";
  return "simt_l::" + how + "(simt_g, [&](" + parameters + ") -> decltype(" +
         std::string(asks ? body : "auto") + ") { return " + body + "; }" + passed + ")";
}

std::string call_writer::assertion(expression const& e) {
  function const& f = *m_.of;
  std::string all = types(f.line).declare(f.result, f.name) + "(";
  for (declarator const& p : f.parameters) {
    if (&p != f.parameters.data()) all += ", ";
    all += types(p.line).declare(p.declared, "");
    if (all.back() == ' ') all.pop_back();
  }
  return "assert((simt_l::holds(simt_g, " + string_literal(text(e[1])) + ", __FILE__, __LINE__, " +
         string_literal(all + ")") + ", " + value(e[1]) + ")))";
}

std::string call_writer::method(expression const& e, expression const& callee) {
  std::string const id{callee.id};
  auto const f = graph_.facts_of(id);
  if (callee.op == operation::dot && is_group(callee[0]) && !callee.is_template)
    return "SIMT_LANE_METHOD(simt_g, (" + value(callee[0]) + "), " + id + ", (" + arguments(e) +
           "))";
  if (needs_others(f) && !f.waits && graph_.is_lane_method(id)) return method_form(e, callee);
  std::string const called = method_by_lane(e, callee), object = object_of(callee);
  for (auto const& o : e.operands)
    if (bare(*o).is(kind::list)) {
      if (object_operators{graph_}.may_give_address(m_, callee, callees_.classes))
        refuse(o->line, "a list in braces");
      return by_lane(e, "." + called, object, "by_lane");
    }
  return "SIMT_LANE_METHOD(simt_g, (" + object + "), " + called + ", (" + arguments(e) + "))";
}

std::string call_writer::method_by_lane(expression const& e, expression const& callee) {
  std::string const id{callee.id};
  auto const f = graph_.facts_of(id);
  by_thread_.insert(id);
  if (graph_.find(id) == nullptr) check_object_call(e, id);  // it may be an object that is a member
  char const* const does = f.shared_memory ? "has shared memory" : "may wait for other threads";
  if (is_group_method(id) || !graph_.works_alone(id))
    refuse(e.line, "a call of the method " + id + ", which " + does + graph_.reason_of(id, true));
  if (!is_known_method(callee))
    refuse(e.line, "a call of the method " + id + ", which is not the program's");
  if (callee.arguments.find(',') != std::string::npos)
    refuse(e.line, "a method with template arguments");
  if (callee.is_template) check_template_of_member(e.line, callee);
  return callee.is_template ? "template " + id + callee.arguments : id;
}

bool call_writer::is_known_method(expression const& callee) const {
  if (graph_.find(callee.id) != nullptr) return true;
  if (callees_.classes != nullptr &&
      object_types{m_, *callees_.classes}.member(callee).kind != semantics::member_kind::unknown)
    return true;
  auto const* const d = declared_by(bare(callee[0]));
  return d != nullptr && is_standard_scope(d->declared.base);
}

std::string call_writer::object_of(expression const& callee) {
  if (callee.op != operation::dot) return "simt_l::deref(" + value(callee[0]) + ")";
  bool const changes = object_operators{graph_}.may_change_object(callee.id);
  return changes ? place(callee[0]) : read_place(callee[0]);
}

std::string call_writer::method_form(expression const& e, expression const& callee) {
  std::string const id{callee.id};
  if (callee.is_template) check_template_of_member(e.line, callee);
  std::string const object = object_of(callee);
  auto const changes = [&](std::size_t n) {
    auto const& all = *graph_.find(id);
    return std::any_of(all.begin(), all.end(), [n](entry const& x) {
      auto const& p = x.of->parameters;
      return x.of->is_member() && n < p.size() && p[n].declared.is_reference_to_change();
    });
  };
  std::string passed;
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    if (expression const* const l = m_.lambda_of(e[i]); l != nullptr && may_be_awaited(*l))
      refuse(e.line, "a lambda with atomics or volatile memory as an argument");
    passed += (i > 1 ? ", " : "") + argument(e[i], nullptr, changes(i - 1));
  }
  return "SIMT_LANE_METHOD_FORM(simt_g, (" + object + "), (" + passed + "), " +
         (callee.is_template ? "template " : "") + id + "_simt_lane" + callee.arguments + ")";
}

bool call_writer::is_static_method(expression const& callee) const {
  auto const* const all = graph_.find(callee.id);
  if (all == nullptr) return false;
  auto const is_member = [](entry const& e) { return e.of->is_member(); };
  if (callee.scope.empty())
    return m_.of->names_object && callees_.classes != nullptr &&
           callees_.classes->member(class_of(*m_.of), callee.id).kind ==
               semantics::member_kind::of_class;
  if (std::all_of(all->begin(), all->end(), is_member)) return true;
  std::string const scope =
      object_types::simple_name(std::string_view{callee.scope}.substr(0, callee.scope.size() - 2));
  return std::any_of(all->begin(), all->end(),
                     [&](entry const& e) { return is_member(e) && class_of(*e.of) == scope; });
}

void call_writer::check_template_of_member(offset line, expression const& callee) const {
  for (variable const& v : m_.variables)
    if (callee.arguments.find(v.declared->name + ".") != std::string::npos &&
        !v.declared->name.empty())
      refuse(line, "a method with template arguments");
}

bool call_writer::takes(function const& f, std::size_t n) {
  return f.parameters.size() == n ||
         (f.parameters.size() > n && f.parameters[n].initialiser == initialiser_kind::equals);
}

std::string call_writer::lambda_operand(expression const& e) {
  int const v = m_.variable_of(bare(e));
  return v == none ? lambda_text(bare(e)) : m_.variables[std::size_t(v)].name();
}

std::string call_writer::lambda_call(expression const& e, lambda const& l) {
  std::string out = lambda_operand(e[0]) + ".f(";
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    if (i > 1) out += ", ";
    out += argument(e[i], i <= l.parameters.size() ? &l.parameters[i - 1].declared : nullptr,
                    l.changes(i - 1));
  }
  return out + ")";
}

bool call_writer::may_be_awaited(expression const& l) const {
  for (std::size_t i = l.tokens.begin; i < l.tokens.end; ++i) {
    lexeme const& t = m_.of->tokens[i];
    if (t.is("volatile") || builtin_kind_of(t.text) == builtin_kind::atomic) return true;
    auto const& f = graph_.facts_of(t.text);
    if (f.atomic || f.is_volatile) return true;
  }
  return false;
}

std::string call_writer::argument(expression const& e, type const* t, bool changes) {
  if (e.is(kind::pack)) refuse(e.line, "a pack of arguments");
  if (m_.lambda_of(e) != nullptr) return lambda_operand(e);
  bool const is_known = t != nullptr && t->is_plain() && !t->is_auto();
  if (bare(e).is(kind::list) && is_known) return make(types(e.line).value(*t), bare(e).operands);
  return changes ? place(e) : value(e);
}

bool call_writer::depends(function const& f, type const& t) {
  for (template_head const& h : f.templates)
    for (template_parameter const& p : h.parameters)
      if (!p.name.empty() && t.base.find(p.name) != std::string::npos) return true;
  return false;
}

bool call_writer::is_found_by_arguments(function const& f, expression const& callee) const {
  auto const& around = m_.of->enclosing;
  return callee.scope.empty() && !f.is_member() &&
         (f.enclosing.size() > around.size() ||
          !std::equal(f.enclosing.begin(), f.enclosing.end(), around.begin(),
                      [](auto const& x, auto const& y) { return x.name == y.name; }));
}

bool call_writer::is_only(function const& f, expression const& callee) const {
  if (graph_.find(f.name)->size() != 1) return false;
  if (is_found_by_arguments(f, callee)) return false;
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

bool call_writer::is_only_builtin(expression const& e, std::string const& id) const {
  auto const& all = *graph_.find(id);
  return id.starts_with("make_") && find_builtin(id).kind == builtin_kind::pure &&
         bare(e[0]).scope.empty() && !bare(e[0]).is_template &&
         std::none_of(all.begin(), all.end(), [&](entry const& x) {
           return x.of->is_member() || !x.of->templates.empty() ||
                  takes(*x.of, e.operands.size() - 1);
         });
}

std::string call_writer::own_call(expression const& e, expression const& callee) {
  std::string const id{callee.id};
  std::size_t const n = e.operands.size() - 1;
  bool const is_method = is_static_method(callee);
  if (is_method ? graph_.is_lane_method(id) : graph_.is_lane(id)) {
    entry const* fits = nullptr;
    for (entry const& x : *graph_.find(id))
      if (x.of->is_definition && x.of->is_member() == is_method && takes(*x.of, n) &&
          (fits == nullptr || (fits->of->begin > m_.of->begin && x.of->begin < m_.of->begin)))
        fits = &x;  // one that stands in front of the call before others
    if (fits != nullptr) {
      if (&fits->lane() == m_.of && !callee.is_template &&
          callee.scope.find('<') == std::string::npos)
        refuse(e.line, "a function that calls itself");
      used_.push_back(fits->of);
      std::string forms = passed_forms(*fits->of, callee);
      std::string const form = callee.scope + id + "_simt_lane" + callee.arguments;
      std::string out;
      if (is_only(*fits->of, callee) && !is_method) {
        out = "decltype(simt_l::form_of(&" + form + "))::simt_call(simt_g";
      } else {
        // One more function, a copy of its text, stands for a name that C++ has to choose first.
        check_choice(e, *fits->of, is_method);
        std::string const given = forms.empty() ? "" : ", std::tuple{" + forms.substr(2) + "}";
        forms.clear();
        out = "simt_l::call" + std::string(given.empty() ? "" : "_passing") +
              "(simt_g, SIMT_LANE_FUNCTION(" +
              (is_found_by_arguments(*fits->of, callee) ? form : "(" + form + ")") + ")" + given;
      }
      for (std::size_t i = 1; i <= n; ++i) {
        bool const changes = callees_.changes && callees_.changes(e, i - 1);
        type const& t = fits->of->parameters[i - 1].declared;
        if (expression const* const l = m_.lambda_of(e[i]); l != nullptr && may_be_awaited(*l))
          refuse(e.line, "a lambda with atomics or volatile memory as an argument");
        out += ", " + argument(e[i], depends(*fits->of, t) ? nullptr : &t, changes);
      }
      return out + forms + ")";
    }
  }
  return own_by_lane(e, callee, "by_lane");
}

std::string call_writer::own_by_lane(expression const& e, expression const& callee,
                                     std::string const& how) {
  std::string const id{callee.id};
  auto const& f = graph_.facts_of(id);
  by_thread_.insert(id);
  if (f.assembly || !graph_.works_alone(id))
    refuse(e.line, "a call of " + id + ", which works across threads and has no lane form" +
                       graph_.reason_of(id, is_static_method(callee)));
  if (object_operators{graph_}.may_give_argument(m_, callee, callees_.classes))
    refuse(e.line, "a call of " + id + ", which may give an address in an object that it is given");
  return by_lane(e, callee.text, "", how);
}

}  // namespace simt::cu::lane::detail
