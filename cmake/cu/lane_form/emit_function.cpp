// SPDX-License-Identifier: MIT
#include "emit_function.hpp"

#include "../text/compile_budget.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace simt::cu::lane::detail {

function_writer::function_writer(model const& m, call_graph const& graph, uniformity const& u,
                                 callee_traits callees, std::string const& file)
    : lambda_writer{m, graph, u, file}, f_{*m.of} {
  callees_ = std::move(callees);
}

std::string function_writer::run() {
  check();
  if (f_.is_kernel() && graph_.is_chain_of_loops(f_)) inner_loops_ = loops_within(*f_.body);
  out_.add(quiet_begin);
  out_.to(f_.name_line);
  // This file may be included where names have C's linkage.
  if (!f_.is_member()) out_.add("extern \"C++\" { ");
  out_.add(scope_begin());
  if (has_arguments()) {
    // (The name of the type is what errors in it are known by.)
    out_.add("namespace simt_bodies { " + template_of(false, false) + "struct " + struct_name() +
             " {");
    kernel_body(is_branchy() ? "SIMT_LANE_BRANCHY" : "SIMT_COLD");
    out_.add(" }; } ");
  }
  out_.add(template_of(false) + "struct " + struct_name() +
           (is_specialised() ? f_.arguments : std::string{}) + " {");
  if (f_.is_kernel())
    kernel();
  else
    device();
  if (auto const value = passed_functions{graph_}.first_value(f_, resolved_)) throw refused{*value};
  out_.to(f_.body->last_line);
  if (f_.is_kernel() && f_.blocks && has_turns_)
    out_.add(" static constexpr bool has_turns = true;");
  if (forwarding_kernel_finder{m_, graph_}.is_shell())
    out_.add(" static constexpr bool is_shell = true;");
  if (f_.names_object && f_.words.is_static) out_.add(" static constexpr bool is_static = true;");
  out_.add(" };");
  if (!is_specialised()) out_.add(" " + declaration(true));
  if (f_.is_kernel() && !f_.is_template())
    out_.add(" [[maybe_unused]] static bool const " + lane_struct(f_) +
             "_known = ::simt_l::make_known<" + lane_struct(f_) + ">();");
  out_.add(scope_end());
  if (!f_.is_member()) out_.add(" }");
  out_.add(quiet_end);
  return out_.take();
}

std::string function_writer::declaration(bool defaults) {
  if (is_specialised()) return {};
  // (C++ chooses among methods by the object as well.)
  bool const has_object = f_.names_object && !f_.words.is_static;
  std::string out = template_of(defaults) +
                    (f_.names_object && f_.words.is_static ? "static " : "") + lane_struct(f_) +
                    struct_arguments() + " " + lane_name(f_) + "(";
  std::size_t const first = has_object ? 1 : 0;
  for (std::size_t i = first; i < f_.parameters.size(); ++i) {
    declarator const& p = f_.parameters[i];
    if (i != first) out += ", ";
    out += types(p.line).declare(p.declared, p.name);
    if (defaults && p.initialiser == initialiser_kind::equals)
      out += " = " + spelled(f_.tokens, p.values[0]->tokens);
  }
  return out + (has_object && f_.parameters.front().declared.is_const ? ") const;" : ");");
}

std::string function_writer::mention() const {
  for (auto const& p : f_.templates.front().parameters)
    if (p.name.empty()) return {};
  return " static_cast<void>(&::simt_l::is_known<" + struct_name() + struct_arguments() + ">);";
}

std::string function_writer::scope_begin() const {
  if (f_.scope.empty()) return {};
  return "namespace " + f_.scope.substr(0, f_.scope.size() - 2) + " { ";
}

std::string function_writer::announcement() {
  return template_of(false) + "struct " + struct_name() +
         (is_specialised() ? f_.arguments : std::string{}) + ";";
}

void function_writer::check() const {
  if (!f_.refusals.empty()) throw refused{f_.refusals.front()};
  if (!f_.is_definition || f_.body == nullptr) refuse(f_.line, "no body");
  if (f_.is_member() && !f_.names_object) refuse(f_.line, "a member of a class");
  if (f_.scope.find('<') != std::string::npos || f_.scope.starts_with("::"))
    refuse(f_.line, "defined outside of its namespace");
  if (is_specialised() && (primary() == nullptr || f_.arguments.empty()))
    refuse(f_.line, "a specialisation of a template that has no body, or several forms");
  if (f_.is_special && operator_name(f_.name).empty()) refuse(f_.line, "an operator");
  if (f_.is_variadic) refuse(f_.line, "a variable number of arguments");
  if (f_.templates.size() > 1) refuse(f_.line, "templates within templates");
  for (auto const& t : f_.templates) {
    for (auto const& p : t.parameters)
      if (p.name.empty() && (p.is_pack || p.kind == template_parameter_kind::other))
        refuse(f_.line, "a template parameter without a name");
  }
  for (declarator const& p : f_.parameters) {
    if (p.is_pack) refuse(p.line, "a pack of parameters");
    if (differs_by_default(p)) refuse(p.line, "a default argument that hangs on the thread");
  }
  // (Lanes take what is passed as it is.)
  if (callees_.classes == nullptr) return;
  for (variable const& v : m_.variables) {
    type const& t = v.declared->declared;
    if (t.is_plain() && (t.base.starts_with("std::pair<") || t.base.starts_with("std::tuple<")))
      refuse(v.declared->line, "an object of " + t.base.substr(0, t.base.find('<')));
    if (!t.is_reference() && !t.is_pointer()) continue;
    std::string name = t.base.substr(0, t.base.find('<'));
    if (auto const scope = name.rfind("::"); scope != name.npos) name.erase(0, scope + 2);
    if (callees_.classes->is_hidden_in_derived(name))
      refuse(v.declared->line,
             "a reference or pointer to a base class whose members derived ones hide");
  }
}

bool function_writer::differs_by_default(declarator const& p) const {
  if (p.initialiser != initialiser_kind::equals) return false;
  facts const x = graph_.facts_of(f_, p.values[0]->tokens);
  return x.thread || x.barrier || x.warp || x.atomic || x.is_volatile || x.assembly ||
         (callees_.classes != nullptr &&
          constructors{graph_, *callees_.classes}.may_ask_thread(p.declared));
}

function const* function_writer::primary() const {
  function const* out = nullptr;
  if (auto const* const all = graph_.find(f_.name))
    for (entry const& e : *all) {
      if (!e.of->is_definition) continue;
      if (e.of->templates.empty() || e.of->templates.front().parameters.empty()) continue;
      if (out != nullptr) return nullptr;
      out = e.of;
    }
  return out;
}

std::string function_writer::template_of(bool defaults, bool all) const {
  if (f_.templates.empty()) return {};
  template_head const& t = f_.templates.front();
  std::string out;
  for (std::size_t i = 0; i < t.parameters.size(); ++i) {
    if (!all && t.parameters[i].is_argument) continue;
    if (!out.empty()) out += ", ";
    out += t.parameters[i].text;
    if (t.parameters[i].name.empty()) out += " " + parameter_name(t, i);
    if (defaults && !t.parameters[i].default_text.empty())
      out += " = " + t.parameters[i].default_text;
  }
  return out.empty() && !all ? out : "template <" + out + "> ";
}

bool function_writer::has_arguments() const {
  return !f_.templates.empty() &&
         std::any_of(f_.templates.front().parameters.begin(), f_.templates.front().parameters.end(),
                     [](template_parameter const& p) { return p.is_argument; });
}

std::string function_writer::struct_arguments(bool all) const {
  if (f_.templates.empty()) return {};
  if (is_specialised()) return f_.arguments;
  std::string out;
  auto const& parameters = f_.templates.front().parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (all || !parameters[i].is_argument)
      out += (out.empty() ? "" : ", ") + parameter_name(f_.templates.front(), i) +
             (parameters[i].is_pack ? "..." : "");
  return out.empty() && !all ? out : "<" + out + ">";
}

std::string function_writer::argument_type(declarator const& p, std::string const& name) const {
  bool const may_be_alias = p.declared.is_plain() && p.declared.base.find('<') != std::string::npos;
  if (!may_be_alias) return types(p.line).declare(p.declared, name);
  return "::simt_l::unrestricted<" + types(p.line).declare(p.declared, "") + ">" +
         (name.empty() ? "" : " ") + name;
}

void function_writer::handles() {
  std::string types_of_all, parameters, passed;
  for (declarator const& p : f_.parameters) {
    std::string const n = std::to_string(&p - f_.parameters.data());
    bool const is_first = types_of_all.empty();
    types_of_all += (is_first ? "" : ", ") + argument_type(p, "");
    parameters += (is_first ? "" : ", ") + argument_type(p, "simt_" + n);
    if (p.initialiser == initialiser_kind::equals)
      parameters += " = " + spelled(f_.tokens, p.values[0]->tokens);
    passed += ", simt_" + n;
  }
  if (!f_.words.launch_bounds.empty())
    out_.add(" static constexpr int most_threads = ::simt_l::launch_bound_of(" +
             f_.words.launch_bounds + ");");
  out_.add(" static void (*simt_address())(" + types_of_all + ") { return &" + f_.name +
           struct_arguments() + "; }");
  auto const& x = graph_.facts_of(f_.name);
  // (Warp functions need whole warps.)
  bool const is_known = f_.blocks && !(x.warp && f_.blocks->is_short());
  std::size_t const size = graph_.size_of(f_);
  bool const is_small = graph_.runs_in_warps(f_) || (graph_.is_very_large(f_) && is_heavy());
  bool const is_few = f_.is_many || (is_known && size > compile_budget::many_gangs);
  out_.add(" static auto simt_bind(" + parameters + ") { return ::simt_l::bind<" + struct_name() +
           struct_arguments() + (x.coordinates ? ", true" : ", false") +
           (x.barrier && !is_heavy() && !is_small ? ", true" : ", false") + ", ::simt_l::gangs::" +
           (graph_.is_chain_of_loops(f_) ? "long_registers"
            : is_small                   ? "small"
            : is_few                     ? "few"
                                         : "all") +
           (is_known ? ", ::simt_l::blocks_of<" + f_.blocks->text() + ">" : std::string{}) + ">(" +
           (passed.empty() ? passed : passed.substr(2)) + "); }");
}

bool function_writer::may_be_integer(std::string_view type) {
  for (std::string_view const word :
       {"int", "unsigned", "bool", "char", "short", "long", "size_t", "uint", "uchar", "ushort"})
    if (type.starts_with(word)) return true;
  return type.ends_with("_t") || type == "auto";
}

bool function_writer::is_heavy() const {
  int values = 0;
  std::unordered_set<declarator const*> known;
  for (variable const& v : m_.variables) {
    std::string const& t = v.declared->declared.base;
    if (v.uniform || v.kind == variable_kind::shared || v.is_group || may_be_integer(t) ||
        !v.declared->declared.is_plain() || !known.insert(v.declared).second)
      continue;
    bool const is_vector = t.starts_with("float") || t.starts_with("double");
    values += is_vector && t.back() >= '2' && t.back() <= '4' ? t.back() - '0' : 1;
  }
  return values > compile_budget::light_values && loops_within(*f_.body) > 1;
}

int function_writer::loops_within(statement const& s) {
  int out = 0;
  for (auto const& b : s.body)
    if (b) out = std::max(out, loops_within(*b));
  bool const is_loop =
      s.is(statement_kind::for_) || s.is(statement_kind::while_) || s.is(statement_kind::do_);
  return out + (is_loop ? 1 : 0);
}

bool function_writer::is_branchy() const {
  auto const branches =
      std::count_if(m_.nodes.begin(), m_.nodes.end(), [](node const& n) { return n.divergent; });
  return static_cast<std::size_t>(branches) > compile_budget::branches_of_accesses &&
         graph_.accesses_of(f_) > compile_budget::branchy_accesses;
}

void function_writer::kernel() {
  handles();
  if (!has_arguments()) return kernel_body(is_branchy() ? "SIMT_LANE_BRANCHY" : "SIMT_INLINE");
  kernel_head("SIMT_INLINE");
  out_.add(") { simt_bodies::" + struct_name() + struct_arguments(false) + "::simt_call(simt_g");
  for (declarator const& p : f_.parameters) out_.add(", " + argument_name(p));
  for (template_parameter const& p : f_.templates.front().parameters)
    if (p.is_argument) out_.add(", " + p.name);
  out_.add("); }");
}

void function_writer::kernel_body(std::string const& how) {
  kernel_head(how);
  if (has_arguments())
    for (template_parameter const& p : f_.templates.front().parameters)
      if (p.is_argument) out_.add(", const " + p.text);
  out_.add(") {");
  body(nullptr);
  out_.add(" }");
}

void function_writer::kernel_head(std::string const& how) {
  out_.add(" template <class simt_G> " + how +
           " static void simt_call([[maybe_unused]] simt_G const& simt_g");
  for (declarator const& p : f_.parameters) {
    out_.add(", ");
    if (p.declared.is_reference()) refuse(p.line, "a parameter that is a reference");
    out_.add("::std::type_identity_t<" +
             (p.declared.is_array() ? types(p.line).parameter(p.declared) : argument_type(p, "")) +
             ">");
    if (!p.name.empty()) out_.add(" " + argument_name(p));
  }
}

void function_writer::device() {
  if (f_.result.is_reference()) refuse(f_.line, "a reference as a result");
  std::string heads = "template <class simt_G", parameters, passed, values;
  for (std::size_t i = 0; i < f_.parameters.size(); ++i) {
    std::string const n = std::to_string(i);
    declarator const& p = f_.parameters[i];
    std::string const name = p.name.empty() ? "simt_" + n : argument_name(p);
    heads += ", class simt_A" + n;
    parameters += ", [[maybe_unused]] simt_A" + n + "&& " + name;
    passed += ", static_cast<simt_A" + n + "&&>(" + name + ")";
    values += p.declared.is_reference() ? ", static_cast<simt_A" + n + "&&>(" + name + ")"
                                        : ", simt_l::by_value<simt_A" + n + ">(" + name + ")";
  }
  for (std::string const& p : passed_functions{graph_}.called_parameters(f_)) {
    heads += ", class simt_F_" + p;
    parameters += ", [[maybe_unused]] simt_F_" + p + " const& " + p + "_simt_form";
    passed += ", " + p + "_simt_form";
    values += ", " + p + "_simt_form";
  }
  std::string const apart = heads + "> SIMT_COLD static auto ";
  heads += "> SIMT_INLINE static ";
  std::string const group = "([[maybe_unused]] simt_G const& simt_g";
  bool const is_void = f_.result.is_plain() && f_.result.base == "void";
  auto const [last, count] = returns_of(*f_.body, none);
  bool const simple = is_void ? count == 0 : last != nullptr;
  out_.add(" " + heads + "auto simt_call" + group + parameters + ") {");
  bool const is_large = graph_.is_large(f_);
  if (is_large || graph_.is_shared(f_)) {
    std::string const name = is_large ? "large" : "shared";
    out_.add(" return simt_l::call_" + name + "<" + struct_name() + struct_arguments() +
             ">(simt_g" + (is_large ? passed : values) + "); } " + apart + "simt_" + name + group +
             parameters +
             (is_large ? ") { simt_l::partial_here<simt_G> const simt_partial_;"
                       : ") { simt_l::none_removed_here const simt_removed_;"));
  }
  if (simple) {
    body(last);
    out_.add(" }");
    defaults();
    return;
  }
  if (f_.result.is_auto()) refuse(f_.line, "auto as a result");
  std::string const r = is_void ? "void" : types(f_.line).value(f_.result);
  if (auto const list = list_of(f_.body->body); ends_where_it_returns(list)) {
    if (!is_void) out_.add(" simt_l::result<simt_G, " + r + "> simt_result_;");
    tell_ways();
    for (declarator const& p : f_.parameters) argument(p, false);
    ending(list, none);
    out_.add(is_void ? " }" : " return simt_result_; }");
    defaults();
    return;
  }
  out_.add(" return simt_l::call_function<simt_G, " + r + ", " + struct_name() + ">(simt_g" +
           passed + "); }");
  out_.add(" " + heads + "void simt_body" + group + ", [[maybe_unused]] simt_l::result<simt_G, " +
           r + ">& simt_result_" + parameters + ") {");
  body(nullptr);
  out_.add(" }");
  defaults();
}

void function_writer::defaults() {
  for (std::size_t n = f_.parameters.size(); n-- > 0;) {
    declarator const& p = f_.parameters[n];
    if (p.initialiser != initialiser_kind::equals) return;
    std::string heads = "template <class simt_G", parameters, passed;
    for (std::size_t i = 0; i < n; ++i) {
      std::string const a = "simt_A" + std::to_string(i), x = "simt_" + std::to_string(i);
      heads += ", class " + a;
      parameters += ", " + a + "&& " + x;
      passed += ", static_cast<" + a + "&&>(" + x + ")";
    }
    std::string forms;
    for (std::string const& called : passed_functions{graph_}.called_parameters(f_)) {
      heads += ", class simt_F_" + called;
      parameters += ", simt_F_" + called + " const& " + called + "_simt_form";
      forms += ", " + called + "_simt_form";
    }
    out_.add(" " + heads + "> SIMT_INLINE static auto simt_call(simt_G const& simt_g" + parameters +
             ") { return simt_call(simt_g" + passed + ", static_cast<" +
             types(p.line).parameter(p.declared) + ">(" + spelled(f_.tokens, p.values[0]->tokens) +
             ")" + forms + "); }");
  }
}

void function_writer::body(statement const* last) {
  tell_ways();
  for (declarator const& p : f_.parameters) argument(p, f_.is_kernel());
  if (last == nullptr) {
    block(f_.body->body, 0, none);
    return;
  }
  result_ = last;
  block(f_.body->body, 0, none);
}

}  // namespace simt::cu::lane::detail
