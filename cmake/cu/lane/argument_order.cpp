// SPDX-License-Identifier: MIT
#include "argument_order.hpp"

#include "interference.hpp"

#include <algorithm>
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
           !b.is(kind::constant) && !(b.is(kind::prefix) && b.op == "&");
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
        any |= order(d.values, 0, {}, d.declared.base, out);
  for_each_statement(s, [&](statement const& b) { any |= look(b, out); });
  return any;
}

bool argument_order::look(expression const& e, edits& out) const {
  bool any = false;
  for (auto const& o : e.operands)
    if (o) any |= look(*o, out);
  if (e.written && e.written->body) any |= look(*e.written->body, out);
  bool const is_made = e.is(kind::construct) && !e.braces && e.operands.size() > 1;
  if (!is_made && !(e.is(kind::call) && e.operands.size() > 2)) return any;
  auto const whole = place_of(e);
  std::size_t const first = is_made ? 0 : 1;
  auto const argument = place_of(*e.operands[first]);
  if (!whole || !argument) return any;
  any |=
      order(e.operands, first, call_text{{whole->first, argument->first}, whole->second}, {}, out);
  return any;
}

bool argument_order::order(std::vector<expression_ptr> const& values, std::size_t first,
                           std::optional<call_text> const& call, std::string const& type,
                           edits& out) const {
  std::vector<std::size_t> const ordered = find(values, first);
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
    parts.push_back({words, places[n - first].first, places[n - first].second, true});
    words = ", ";
  }
  words = "}.call([&](";
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

std::optional<argument_order::place> argument_order::place_of(expression const& e) const {
  auto const& all = m_.of->tokens;
  std::size_t const begin = e.tokens.begin, end = e.tokens.end;
  if (begin >= end || end >= all.size()) return {};
  for (std::size_t i = begin; i < end; ++i)
    if (all[i].from_macro) return {};
  return place{all[begin].begin, all[end - 1].end()};
}

}  // namespace simt::cu::lane
