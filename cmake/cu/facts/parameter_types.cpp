// SPDX-License-Identifier: MIT
#include "parameter_types.hpp"

#include "../program/builtins.hpp"
#include "../program/type_names.hpp"
#include "../semantics/object_types.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace simt::cu::lane {

namespace {

/// Returns the type of the components that make_int4 and its kind make; empty for other functions.
std::string_view made_of(std::string_view function) {
  if (!function.starts_with("make_") || function.size() < 9) return {};
  char const last = function.back();
  if (last < '1' || last > '4') return {};
  return component_of(function.substr(5));
}

/// True if a call with so many arguments may mean a function.
bool takes(function const& f, std::size_t count) {
  auto const required = static_cast<std::size_t>(std::count_if(
      f.parameters.begin(), f.parameters.end(),
      [](declarator const& p) { return p.initialiser == initialiser_kind::none && !p.is_pack; }));
  return count >= required && (count <= f.parameters.size() || f.is_variadic);
}

/// The argument of a template's n-th parameter in `<int, 4>`; empty where the list ends before.
std::string argument_of(std::string_view list, std::size_t n) {
  int depth = 0;
  std::size_t begin = 1;
  for (std::size_t i = 1; i < list.size(); ++i) {
    char const c = list[i];
    bool const ends = depth == 0 && (c == ',' || i + 1 == list.size());
    if (ends && n == 0) return std::string(list.substr(begin, i - begin));
    if (ends) --n, begin = i + 1;
    depth += c == '<' || c == '(' || c == '[' ? 1 : c == '>' || c == ')' || c == ']' ? -1 : 0;
  }
  return {};
}

/// True if names around the declaration of a function mean the same where another one calls it.
bool is_around(function const& callee, function const& caller) {
  if (callee.enclosing.size() > caller.enclosing.size()) return false;
  for (std::size_t i = 0; i < callee.enclosing.size(); ++i)
    if (callee.enclosing[i].name != caller.enclosing[i].name) return false;
  return true;
}

/// True if a function stands in the namespace of `scope::`, the last of its names.
bool is_in(function const& f, std::string_view scope) {
  if (scope.empty() || f.is_member()) return false;
  scope.remove_suffix(2);
  auto const last = scope.rfind("::");
  if (last != std::string_view::npos) scope.remove_prefix(last + 2);
  return scope.empty() ? f.enclosing.empty()
                       : !f.enclosing.empty() && f.enclosing.back().name == scope;
}

/// The type of a parameter, as a caller spells it.
std::string spelled(function const& callee, declarator const& p, function const& caller,
                    std::string_view arguments, semantics::class_table const& classes) {
  if (p.is_pack || !may_be_integer(p.declared, classes)) return {};
  if (is_integer(p.declared.base)) return p.declared.base;
  for (template_head const& head : callee.templates) {
    for (std::size_t i = 0; i < head.parameters.size(); ++i) {
      if (head.parameters[i].name != p.declared.base) continue;
      bool const is_last = &head == &callee.templates.back();
      return is_last && head.parameters[i].kind == template_parameter_kind::type &&
                     !head.parameters[i].is_pack && !callee.is_member()
                 ? argument_of(arguments, i)
                 : std::string{};
    }
  }
  // (`typename T::type` names a parameter of its template.)
  bool const is_plain = callee.templates.empty() && p.declared.base.find('<') == std::string::npos;
  if (auto const number = classes.arithmetic_of(p.declared.base); !number.empty())
    return is_integer(number) ? std::string(number) : std::string{};
  return is_plain && is_around(callee, caller) ? p.declared.base : std::string{};
}

}  // namespace

bool is_integer(std::string_view base) {
  static constexpr std::string_view others[] = {
      "signed",      "short",         "short int", "unsigned short", "char",
      "signed char", "unsigned char", "long int",  "long long int",  "int8_t",
      "int16_t",     "uint8_t",       "uint16_t",  "uchar",          "ushort"};
  return is_integer_name(base) ||
         std::find(std::begin(others), std::end(others), base) != std::end(others);
}

std::string_view component_of(std::string_view vector) {
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
  for (auto const& [name, type] : all)
    if (vector.substr(0, vector.size() - 1) == name) return type;
  return {};
}

bool may_be_integer(type const& t, semantics::class_table const& classes) {
  // (A type that is defined where it is named: no number becomes an enumeration of itself. And a
  // lambda's result may have no name at all.)
  if (!t.is_plain() || t.is_auto() || t.defines || t.base.empty() ||
      t.base.find('{') != std::string::npos)
    return false;
  if (is_integer(t.base)) return true;
  static constexpr std::string_view others[] = {"float",       "double", "bool",  "void",
                                                "long double", "struct", "union", "class"};
  for (auto const other : others)
    if (t.base.substr(0, t.base.find(' ')) == other || t.base == other) return false;
  // Names of the libraries' own, and classes: neither is a number.
  for (std::string_view const scope : {"std::", "::std::", "cuda::", "cg::", "cooperative_groups::",
                                       "thrust::", "cub::", "nvcuda::", "nv::"})
    if (t.base.starts_with(scope) && t.base.find("int") == std::string::npos &&
        !t.base.ends_with("size_t"))
      return false;
  bool const has_name = t.base.find_first_of("<:( ") == std::string::npos;
  return !has_name || !(is_header_type(t.base) || classes.knows(t.base));
}

bool gives_numbers(type const& t, semantics::class_table const* classes) {
  bool const is_const_reference = t.is_const && t.levels.size() == 1 && t.is_reference() &&
                                  t.inner.empty() && t.extents.empty() && t.function.empty();
  if (!t.is_plain() && !is_const_reference) return false;
  return semantics::class_table::is_arithmetic(t.base) ||
         (classes != nullptr && classes->has_numbers_only(t.base));
}

std::string integer_parameter(call_graph const& graph, semantics::class_table const& classes,
                              function const& caller, called_function const& call, std::size_t n) {
  auto const* const all = graph.find(call.name);
  if (all == nullptr)
    return call.of_class.empty() ? std::string(made_of(call.name)) : std::string{};
  // CUDA's own functions are overloads of those that a program has of their names.
  if (call.of_class.empty() && find_builtin(call.name).kind != builtin_kind::unknown) return {};
  bool const is_named = std::any_of(all->begin(), all->end(),
                                    [&](entry const& e) { return is_in(*e.of, call.scope); });
  std::string near, far;
  for (entry const& e : *all) {
    function const& f = *e.of;
    bool const is_of =
        f.is_member() ? f.enclosing.back().name == call.of_class : call.of_class.empty();
    if (!is_of || !takes(f, call.count) || (is_named && !is_in(f, call.scope))) continue;
    if (n >= f.parameters.size()) return {};
    std::string const type = spelled(f, f.parameters[n], caller, call.arguments, classes);
    if (type.empty()) return {};
    // Those of other namespaces match no better than one that is at hand.
    std::string& found = is_named || f.is_member() || is_around(f, caller) ? near : far;
    if (!found.empty() && found != type) return {};
    found = type;
  }
  return near.empty() ? far : near;
}

called_function constructor_of(std::string_view type, std::size_t arguments) {
  std::string_view name = type.substr(0, type.find('<'));
  if (auto const scope = name.rfind("::"); scope != std::string_view::npos)
    name.remove_prefix(scope + 2);
  called_function out;
  out.name = out.of_class = name;
  out.count = arguments;
  return out;
}

bool is_only_one(call_graph const& graph, semantics::class_table const& classes,
                 called_function const& call, std::size_t n) {
  auto const* const all = graph.find(call.name);
  if (all == nullptr || call.of_class.empty()) return false;
  function const* only = nullptr;
  for (entry const& e : *all) {
    function const& f = *e.of;
    if (!f.is_member()) return false;
    std::string_view const of = f.enclosing.back().name;
    if (of.substr(0, of.find('<')) != call.of_class || !takes(f, call.count)) continue;
    if (only != nullptr) return false;
    only = &f;
  }
  return only != nullptr && only->templates.empty() && n < only->parameters.size() &&
         !only->parameters[n].is_pack && may_be_integer(only->parameters[n].declared, classes);
}

bool is_integer_for_some(call_graph const& graph, called_function const& call, std::size_t n) {
  auto const* const all = graph.find(call.name);
  if (all == nullptr || call.count < 2) return false;
  if (call.of_class.empty() && find_builtin(call.name).kind != builtin_kind::unknown) return false;
  bool some = false, others = false;
  for (entry const& e : *all) {
    function const& f = *e.of;
    bool const is_of =
        f.is_member() ? f.enclosing.back().name == call.of_class : call.of_class.empty();
    if (!is_of || !takes(f, call.count) || n >= f.parameters.size()) continue;
    type const& t = f.parameters[n].declared;
    (t.is_plain() && is_integer(t.base) ? some : others) = true;
  }
  return some && others;
}

called_function function_of(call_graph const& graph, model const& m,
                            semantics::class_table const& classes, expression const& call) {
  expression const& f = bare(call[0]);
  called_function out;
  out.count = call.operands.size() - 1;
  if (!f.is(expression_kind::name) && !f.is(expression_kind::member)) return out;
  std::string_view of_class;
  if (f.is(expression_kind::member)) {
    auto const object = object_types{m, classes}.type_of(f[0]);
    if (object.name.empty() || object.depth > 1) return out;
    auto const* const all = graph.find(f.id);
    if (all == nullptr) return out;
    for (entry const& e : *all)
      if (e.of->is_member() && e.of->enclosing.back().name == object.name)
        of_class = e.of->enclosing.back().name;
    if (of_class.empty()) return out;
  } else if (m.variable_of(f) != none) {
    return out;
  }
  out.name = f.id;
  out.of_class = of_class;
  out.arguments = f.arguments;
  if (f.is(expression_kind::name)) out.scope = f.scope;
  return out;
}

}  // namespace simt::cu::lane
