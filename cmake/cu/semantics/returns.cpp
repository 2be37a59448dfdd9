// SPDX-License-Identifier: MIT
#include "returns.hpp"

#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

statement_list list_of(std::vector<statement_ptr> const& from) {
  statement_list out;
  for (auto const& s : from)
    if (s) out.push_back(s.get());
  return out;
}

bool holds_return(statement const& s) {
  if (s.is(statement_kind::return_)) return true;
  for (auto const& b : s.body)
    if (b && holds_return(*b)) return true;
  return false;
}

bool return_finder::ends_only(statement_list const& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    statement const& s = *list[i];
    if (!holds_return(s)) continue;
    bool const is_last = i + 1 == list.size();
    if (s.is(statement_kind::return_)) return is_last;
    if (s.is(statement_kind::compound)) return is_last && ends_only(list_of(s.body));
    if (!s.is(statement_kind::if_) || (s.is_constexpr && !is_last)) return false;
    if (!is_last && !always(*s.body[0]) && !(has_else(s) && always(*s.body[1]))) return false;
    parted_list const p = part(list, i);
    return ends_only(p.then) && ends_only(p.otherwise);
  }
  return true;
}

parted_list return_finder::part(statement_list const& list, std::size_t i) {
  statement const& s = *list[i];
  parted_list out;
  out.then.push_back(s.body[0].get());
  if (has_else(s)) out.otherwise.push_back(s.body[1].get());
  auto& rest = always(*s.body[0]) ? out.otherwise : out.then;
  rest.insert(rest.end(), list.begin() + static_cast<std::ptrdiff_t>(i) + 1, list.end());
  out.then = opened(std::move(out.then));
  out.otherwise = opened(std::move(out.otherwise));
  return out;
}

statement_list return_finder::opened(statement_list list) {
  if (list.size() == 1 && list[0]->is(statement_kind::compound)) return list_of(list[0]->body);
  return list;
}

bool return_finder::always(statement const& s) {
  if (s.is(statement_kind::return_)) return true;
  if (s.is(statement_kind::compound))
    return !s.body.empty() && s.body.back() && always(*s.body.back());
  return s.is(statement_kind::if_) && !s.is_constexpr && has_else(s) && always(*s.body[0]) &&
         always(*s.body[1]);
}

}  // namespace simt::cu::lane::detail
