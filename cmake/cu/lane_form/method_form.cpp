// SPDX-License-Identifier: MIT
#include "method_form.hpp"

#include "../facts/object_operators.hpp"
#include "../syntax/parse_function.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace simt::cu::lane {

namespace {

/// Why calls of a method cannot tell which function they mean, or its lane form cannot be a member
/// beside it; empty where neither holds.
std::string reason_against(function const& f, call_graph const& graph) {
  if (f.is_special) return "an operator or a constructor that works across threads";
  if (f.is_extern_c) return "a method of a class within extern \"C\"";
  if (class_of(f).empty()) return "a method of a class without a name";
  if (f.trailing.find('&') != std::string::npos || f.trailing.find("volatile") != std::string::npos)
    return "a method for volatile or for temporary objects";
  for (entry const& e : *graph.find(f.name)) {
    if (e.of->words.is_virtual) return "a virtual method";
    bool const is_other = e.of != &f && e.of->is_member() && class_of(*e.of) == class_of(f);
    if (is_other && object_operators::is_const(*e.of) != object_operators::is_const(f))
      return "methods that differ by const";
  }
  return {};
}

declarator object_parameter(function const& f) {
  declarator self;
  self.name = detail::self_name;
  self.line = f.name_line;
  self.declared.base = class_of(f);
  self.declared.is_const = object_operators::is_const(f);
  self.declared.levels.push_back({'&'});
  return self;
}

}  // namespace

std::string class_of(function const& method) {
  std::string const& name = method.enclosing.back().name;
  return name.substr(0, name.find('<'));
}

std::shared_ptr<function const> method_of_object(function const& f, call_graph const& graph,
                                                 symbols const& known) {
  auto out = std::make_shared<function>();
  out->unit = f.unit;
  out->is_included = f.is_included;
  out->is_many = f.is_many;
  out->enclosing = f.enclosing;
  out->words.is_device = f.words.is_device;
  out->is_extern_c = f.is_extern_c;
  out->tokens = f.tokens;
  out->line = f.line;
  out->begin = f.begin;
  out->end = f.end;
  out->body_begin = f.body_begin;
  out->body_end = f.body_end;
  out->in_conditional = f.in_conditional;
  out->assumptions = f.assumptions;
  out->names_object = true;
  detail::method_object const object{&known.classes(), class_of(f), f.words.is_static};
  detail::function_parser parser{out->tokens, known};
  for (enclosing_scope const& e : out->enclosing) parser.enter(e.templates);
  parser.enter_class();
  parser.name_object(object);
  parser.function_definition(*out);
  if (std::string const why = reason_against(f, graph); !why.empty())
    out->refusals.insert(out->refusals.begin(), {f.name_line, why});
  if (!f.words.is_static) out->parameters.insert(out->parameters.begin(), object_parameter(f));
  return out;
}

}  // namespace simt::cu::lane
