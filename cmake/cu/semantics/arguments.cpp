// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <algorithm>
#include <string_view>

namespace simt::cu::lane::detail {

bool argument_finder::is_argument(template_parameter const& p) const {
  if (p.kind != template_parameter_kind::value || p.name.empty() || p.is_pack) return false;
  std::string_view type = p.text;
  type.remove_suffix(p.name.size());
  while (type.ends_with(' ')) type.remove_suffix(1);
  return is_integer_name(type) && mentions(p.name) == 1 + count(*f_.body, p.name);
}

std::ptrdiff_t argument_finder::mentions(std::string_view name) const {
  return std::count_if(f_.tokens.begin(), f_.tokens.end(),
                       [&](lexeme const& l) { return l.is(name); });
}

std::ptrdiff_t argument_finder::count(expression const& e, std::string_view name) const {
  if (e.is_name(name)) return 1;
  // A division by a constant is none.
  bool const divides = (e.is(kind::binary) || e.is(kind::assignment)) &&
                       is_one_of(e.op, {operation::divide, operation::modulo,
                                        operation::divide_assign, operation::modulo_assign});
  std::ptrdiff_t out = 0;
  for (auto const& o : e.operands)
    if (o && !(divides && o == e.operands[1])) out += count(*o, name);
  return out;
}

std::ptrdiff_t argument_finder::count(statement const& s, std::string_view name) const {
  std::ptrdiff_t out = count(s.value, name);
  switch (s.kind) {
    case statement_kind::for_:
    case statement_kind::while_:
    case statement_kind::do_:
      // Other loops may be unrolled.
      if (!has_barrier(s)) return s.body.empty() ? 0 : count(*s.body[0], name);
      out += count(s.condition, name) + count(s.step, name);
      break;
    case statement_kind::declaration:
      for (declarator const& d : s.declared->names) out += count(d, s.declared->words, name);
      return out;
    case statement_kind::if_:
    case statement_kind::compound:
    case statement_kind::expression:
    case statement_kind::return_:
      break;
    default:
      return 0;
  }
  for_each_statement(s, [&](statement const& b) { out += count(b, name); });
  return out;
}

std::ptrdiff_t argument_finder::count(declarator const& d, specifiers const& words,
                                      std::string_view name) const {
  if (words.is_shared)
    return is_pointer_to_shared(d, words) ? count(d.declared.extents[0], name) : 0;
  if (words.is_static || words.is_constexpr || d.declared.is_const) return 0;
  std::ptrdiff_t out = 0;
  for (auto const& v : d.values) out += count(v, name);
  return out;
}

bool argument_finder::is_pointer_to_shared(declarator const& d, specifiers const& words) const {
  type const& t = d.declared;
  return !words.is_extern && words.alignment.empty() && t.extents.size() == 1 && t.extents[0] &&
         t.levels.empty() && t.inner.empty() &&
         mentions(d.name) == 1 + subscripts(*f_.body, d.name);
}

std::ptrdiff_t argument_finder::subscripts(statement const& s, std::string_view name) {
  std::ptrdiff_t out = 0;
  for_each_expression(s, [&](expression const& e) { out += subscripts(e, name); });
  for_each_statement(s, [&](statement const& b) { out += subscripts(b, name); });
  return out;
}

std::ptrdiff_t argument_finder::subscripts(expression const& e, std::string_view name) {
  std::ptrdiff_t out = e.is(kind::subscript) && e[0].is_name(name) ? 1 : 0;
  for (auto const& o : e.operands)
    if (o) out += subscripts(*o, name);
  return out;
}

bool argument_finder::has_barrier(statement const& s) const {
  return std::any_of(f_.tokens.begin() + s.tokens.begin, f_.tokens.begin() + s.tokens.end,
                     [](lexeme const& l) { return l.is("__syncthreads"); });
}

}  // namespace simt::cu::lane::detail

namespace simt::cu::lane {

void find_arguments(function& f) {
  if (!f.is_kernel() || !f.is_many || f.blocks || !f.is_understood() || f.body == nullptr ||
      f.templates.size() != 1 || !f.templates.front().constraint.empty() ||
      std::any_of(f.parameters.begin(), f.parameters.end(),
                  [](declarator const& p) { return p.name.empty(); }))
    return;
  for (template_parameter& p : f.templates.front().parameters)
    p.is_argument = detail::argument_finder{f}.is_argument(p);
}

bool is_sized_by_argument(function const& f, type const& t) {
  if (t.extents.size() != 1 || !t.extents[0] || f.templates.empty()) return false;
  auto const& all = f.templates.front().parameters;
  range const r = t.extents[0]->tokens;
  return std::any_of(all.begin(), all.end(), [&](template_parameter const& p) {
    return p.is_argument && std::any_of(f.tokens.begin() + r.begin, f.tokens.begin() + r.end,
                                        [&](lexeme const& l) { return l.is(p.name); });
  });
}

}  // namespace simt::cu::lane
