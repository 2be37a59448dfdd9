// SPDX-License-Identifier: MIT
#include "argument_order.hpp"

#include "../semantics/object_types.hpp"
#include "interference.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace simt::cu::lane {

std::vector<std::size_t> argument_order::find(std::vector<expression_ptr> const& values,
                                              std::size_t first) const {
  detail::interference const order{m_, graph_, &classes_};
  // A place or a name is no value yet: who takes it by reference sees what all others did.
  auto const is_value = [](expression const& e) {
    expression const& b = bare(e);
    return !is_lvalue(b) && !b.is(kind::list) && !b.is(kind::pack) && !b.is(kind::lambda) &&
           !b.is(kind::number) && !b.is(kind::string) && !b.is(kind::character) &&
           !b.is(kind::constant) && !b.is_address();
  };
  std::vector<std::size_t> out;
  for (std::size_t n = first; n < values.size(); ++n) {
    if (!is_value(*values[n])) continue;
    for (std::size_t k = first; k < values.size(); ++k)
      if (k != n && is_value(*values[k]) &&
          (order.between(*values[n], *values[k]) || order.between(*values[k], *values[n]))) {
        out.push_back(n);
        break;
      }
  }
  return out;
}

bool argument_order::write(edits& out) const { return m_.of->body && look(*m_.of->body, out); }

bool argument_order::look(statement const& s, edits& out) const {
  bool any = false;
  for_each_expression(s, [&](expression const& e) { any |= look(e, out); });
  if (s.declared)
    for (declarator const& d : s.declared->names)
      if (d.initialiser == initialiser_kind::parentheses && d.values.size() > 1 &&
          d.declared.is_plain() && !d.declared.is_auto())
        any |= order(d.values, 0, {}, d.declared.base, nullptr, out);
  for_each_statement(s, [&](statement const& b) { any |= look(b, out); });
  return any;
}

bool argument_order::look(expression const& e, edits& out) const {
  bool any = false;
  for (auto const& o : e.operands)
    if (o) any |= look(*o, out);
  if (e.written && e.written->body) any |= look(*e.written->body, out);
  if (e.is(kind::binary) || e.is(kind::assignment)) return order_operands(e, out) || any;
  bool const is_made = e.is(kind::construct) && !e.braces && e.operands.size() > 1;
  if (!is_made && !(e.is(kind::call) && e.operands.size() > 2)) return any;
  auto const whole = place_of(e);
  std::size_t const first = is_made ? 0 : 1;
  auto const argument = place_of(*e.operands[first]);
  if (!whole || !argument) return any;
  any |= order(e.operands, first, call_text{{whole->first, argument->first}, whole->second}, {}, &e,
               out);
  return any;
}

bool argument_order::order(std::vector<expression_ptr> const& values, std::size_t first,
                           std::optional<call_text> const& call, std::string const& type,
                           expression const* of, edits& out) const {
  std::vector<std::size_t> ordered = find(values, first);
  std::map<std::size_t, held> const copies =
      of ? disturbed(*of, first, ordered) : std::map<std::size_t, held>{};
  if (ordered.size() < 2) return false;
  std::vector<place> places;
  for (std::size_t n = first; n < values.size(); ++n) {
    auto const p = place_of(*values[n]);
    if (!p || values[n]->is(kind::pack)) return false;
    places.push_back(*p);
  }
  std::vector<edits::part> parts;
  std::string words = std::string(call ? "" : "(") + "::simt::cuda::in_order{";
  for (std::size_t n : ordered) {
    if (copies.contains(n)) words += "::simt::cuda::copied(";
    parts.push_back({words, places[n - first].first, places[n - first].second, true});
    words = copies.contains(n) ? "), " : ", ";
  }
  words = std::string(copies.contains(ordered.back()) ? ")" : "") + "}.call([&](";
  for (std::size_t n : ordered)
    words += std::string(n == ordered.front() ? "" : ", ") + "auto&& simt_" + std::to_string(n);
  words += ") -> decltype(auto) { return ";
  if (call) {
    parts.push_back({words, call->head.first, call->head.second});
    words.clear();
  } else {
    words += type + "(";
  }
  for (std::size_t n = first; n < values.size(); ++n) {
    if (n > first) words += ", ";
    if (std::find(ordered.begin(), ordered.end(), n) != ordered.end()) {
      std::string const name = "simt_" + std::to_string(n);
      words += "static_cast<decltype(" + name + ")>(" + name + ")";
    } else {
      parts.push_back({words, places[n - first].first, places[n - first].second, true});
      words.clear();
    }
  }
  words += call ? "); })" : "); }))";
  parts.push_back({words, 0, 0});
  auto const& all = m_.of->tokens;
  out.rearrange_on_device(call ? call->head.first : all[values[0]->tokens.begin - 1].begin,
                          call ? call->end : all[values.back()->tokens.end].begin + 1,
                          std::move(parts));
  return true;
}

std::map<std::size_t, argument_order::held> argument_order::disturbed(
    expression const& e, std::size_t first, std::vector<std::size_t>& ordered) const {
  std::map<std::size_t, held> out;
  std::set<std::size_t> all(ordered.begin(), ordered.end());
  auto const& values = e.operands;
  for (std::size_t n = first; n < values.size(); ++n) {
    if (!is_lvalue(*values[n]) || is_array(*values[n])) continue;
    bool const is_copy = takes_copy(e, n);
    if (!is_copy && !e.is(kind::binary)) continue;
    for (std::size_t k = first; k < values.size(); ++k) {
      if (k == n || is_lvalue(*values[k]) || !is_disturbed(*values[n], *values[k])) continue;
      out.emplace(n, is_copy ? held::copy : held::number);
      all.insert({n, k});
    }
  }
  ordered.assign(all.begin(), all.end());
  return out;
}

bool argument_order::may_be_bit_field(expression const& given) const {
  expression const& e = bare(given);
  if (e.is(kind::conditional)) return may_be_bit_field(e[1]) || may_be_bit_field(e[2]);
  if (e.is(kind::comma)) return may_be_bit_field(e[1]);
  bool const is_step =
      e.is(kind::prefix) && (e.op == operation::increment || e.op == operation::decrement);
  if (e.is(kind::assignment) || is_step) return may_be_bit_field(e[0]);
  if (!e.is(kind::member)) return false;
  auto const member =
      object_types{m_, classes_}.member(e).kind;  // a static one may have no address
  return member == semantics::member_kind::data || member == semantics::member_kind::unknown;
}

bool argument_order::is_array(expression const& e) const {
  int const v = m_.variable_of(bare(e));
  return v != none && m_.variables[std::size_t(v)].declared->declared.is_array();
}

bool argument_order::takes_copy(expression const& e, std::size_t n) const {
  if (e.is(kind::binary)) return !is_overloaded(e) || is_number(m_, e[n]) || is_copied(e, n);
  if (!e.is(kind::call) || !bare(e[0]).is(kind::name)) return false;
  std::string_view const name = bare(e[0]).id;
  auto const* const own = graph_.find(name);
  if (own == nullptr) return builtin_kind_of(name) == builtin_kind::pure;
  return std::all_of(own->begin(), own->end(), [&](entry const& f) {
    auto const& parameters = f.of->parameters;
    return n <= parameters.size() && !parameters[n - 1].is_pack &&
           !parameters[n - 1].declared.is_reference();
  });
}

bool argument_order::order_operands(expression const& e, edits& out) const {
  bool const is_step = e.is(kind::assignment);  // whose right side comes first
  if (e.op == operation::logical_and || e.op == operation::logical_or) return false;
  bool const needs = is_step
                         ? steps(e[0]) && has_address(e[0]) && is_disturbed(e[1], e[0])
                         : is_disturbed(e[0], e[1]) || (is_overloaded(e) && interfere(e[0], e[1]));
  auto const left = place_of(e[0]), right = place_of(e[1]);
  if (!needs || !left || !right) return false;
  std::string const head = "::simt::cuda::operands{",
                    value = "static_cast<decltype(simt_r)>(simt_r)";
  auto const begin = [&](std::size_t n) -> std::string {
    return is_copied(e, n)          ? "::simt::cuda::copied("
           : may_be_bit_field(e[n]) ? "::simt::cuda::bit_field("
                                    : "";
  };
  auto const end = [&](std::size_t n) { return std::string(begin(n).empty() ? "" : ")"); };
  if (is_step)
    out.rearrange_on_device(
        left->first, right->second,
        {{head, right->first, right->second},
         {", ::std::addressof((", left->first, left->second},
         {"))}.call([](auto&& simt_r, auto* simt_l) -> decltype(auto) { return *simt_l ",
          left->second, right->first},
         {value + "; })", 0, 0}});
  else
    out.rearrange_on_device(
        left->first, right->second,
        {{head + begin(0), left->first, left->second},
         {end(0) + ", " + begin(1), right->first, right->second},
         {end(1) + "}.call([](auto&& simt_l, auto&& simt_r) -> decltype(auto) { return "
                   "static_cast<decltype(simt_l)>(simt_l)",
          left->second, right->first},
         {value + "; })", 0, 0}});
  return true;
}

bool argument_order::interfere(expression const& a, expression const& b) const {
  detail::interference const order{m_, graph_, &classes_};
  return order.between(a, b) || order.between(b, a);
}

bool argument_order::is_overloaded(expression const& e) const {
  if (is_number(m_, e[0]) && is_number(m_, e[1])) return false;
  if (graph_.find("operator" + std::string(text_of(e.op))) != nullptr) return true;
  return is_half(e[0]) || is_half(e[1]);
}

bool argument_order::is_half(expression const& given) const {
  expression const& e = bare(given);
  if (e.is(kind::binary)) return is_half(e[0]) || is_half(e[1]);
  std::string_view base;
  if (int const v = m_.variable_of(e); v != none)
    base = m_.variables[std::size_t(v)].declared->declared.base;
  else if (e.is(kind::call) && bare(e[0]).is(kind::name))
    if (auto const* const all = graph_.find(bare(e[0]).id); all != nullptr)
      base = all->front().of->result.base;
  return base.find("half") != base.npos || base.find("bfloat16") != base.npos;
}

bool argument_order::mentions(expression const& e, std::string_view name) {
  // Asking a group for a thread's place in it changes nothing.
  bool const asks =
      e.is(kind::call) && bare(e[0]).is(kind::member) && is_group_function(bare(e[0]).id);
  return (e.is(kind::name) && e.id == name) || e.is(kind::lambda) ||
         std::any_of(e.operands.begin() + (asks ? 1 : 0), e.operands.end(),
                     [&](auto const& o) { return o && mentions(*o, name); });
}

bool argument_order::is_disturbed(expression const& read, expression const& by) const {
  if (read.is(kind::name)) {
    int const v = m_.variable_of(read);
    bool const is_changed = detail::interference{m_, graph_, &classes_}.between(by, read);
    if (v == none || !is_changed) return is_changed && graph_.is_global(read.id);
    auto const& x = m_.variables[std::size_t(v)];
    return x.escapes || x.is_referred || mentions(by, read.id);
  }
  // A function of the program is called when its turn comes.
  bool const is_call = read.is(kind::call);
  if ((is_call && graph_.find(bare(read[0]).id) != nullptr) || read.is_address()) return false;
  return std::any_of(read.operands.begin() + (is_call ? 1 : 0), read.operands.end(),
                     [&](auto const& o) { return o && is_disturbed(*o, by); });
}

bool argument_order::steps(expression const& e) {
  bool const is_step = e.is(kind::assignment) || e.is_step();
  return is_step || std::any_of(e.operands.begin(), e.operands.end(),
                                [](auto const& o) { return o && steps(*o); });
}

bool argument_order::has_address(expression const& given) const {
  expression const* e = &bare(given);
  if (!e->is(kind::subscript) && !e->is_dereference()) return false;
  e = &bare((*e)[0]);
  if (e->is_step()) e = &bare((*e)[0]);
  int const v = m_.variable_of(*e);
  if (v == none || m_.variables[std::size_t(v)].kind == variable_kind::shared) return false;
  type const& t = m_.variables[std::size_t(v)].declared->declared;
  return t.is_pointer() || t.is_array();
}

bool argument_order::is_copied(expression const& e, std::size_t n) const {
  auto const* const all = graph_.find("operator" + std::string(text_of(e.op)));
  if (all == nullptr || !is_lvalue(e[n]) || is_number(m_, e[n])) return false;
  for (entry const& x : *all) {
    auto const& parameters = x.of->parameters;
    std::size_t const first = x.of->is_member() ? 1 : 0;  // its object is no copy
    if (parameters.size() + first != 2) continue;
    if (n < first || parameters[n - first].declared.is_reference()) return false;
  }
  return true;
}

std::optional<argument_order::place> argument_order::place_of(expression const& e) const {
  auto const& all = m_.of->tokens;
  std::size_t const begin = e.tokens.begin, end = e.tokens.end;
  if (begin >= end || end >= all.size()) return {};
  for (std::size_t i = begin; i < end; ++i)
    if (all[i].from_macro) return {};
  return place{all[begin].begin, all[end - 1].end()};
}

}  // namespace simt::cu::lane
