// SPDX-License-Identifier: MIT
#include "prefetch.hpp"

#include "../text/compile_budget.hpp"

#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

std::vector<expression const*> prefetch_finder::rows(statement const& loop) {
  for (auto const& b : loop.body)
    if (b) look_at(*b);
  bool const is_one = has_barrier_ && rows_.size() <= compile_budget::prefetched_rows;
  return is_one ? std::move(rows_) : std::vector<expression const*>{};
}

void prefetch_finder::look_at(statement const& s) {
  // Loops within have turns of their own.
  if (s.is(statement_kind::for_) || s.is(statement_kind::while_) || s.is(statement_kind::do_) ||
      s.is(statement_kind::type_definition))
    return;
  for_each_expression(s, [&](expression const& e) { look_at(e); });
  for_each_statement(s, [&](statement const& b) { look_at(b); });
}

void prefetch_finder::look_at(expression const& e) {
  expression const* stored = nullptr;  // that only is no load
  bool const is_step =
      e.is(kind::prefix) &&
      (e.op == operation::increment || e.op == operation::decrement || e.op == operation::bit_and);
  if (e.is(kind::assignment) || e.is(kind::postfix) || is_step) stored = &bare(e[0]);
  if (e.is(kind::call) && bare(e[0]).is(kind::name) && m_.variable_of(bare(e[0])) == none &&
      builtin_kind_of(bare(e[0]).id) == builtin_kind::barrier)
    has_barrier_ = true;
  if (e.is(kind::subscript) && is_global(bare(e[0])) && !uniformity_.is_uniform(e[1]))
    rows_.push_back(&e);
  for (auto const& o : e.operands) {
    if (!o) continue;
    if (&bare(*o) == stored && stored->is(kind::subscript)) {
      look_at((*stored)[1]);
      continue;
    }
    look_at(*o);
  }
}

bool prefetch_finder::is_global(expression const& e) const {
  if (!e.is(kind::name) || !m_.of->is_kernel()) return false;
  int const v = m_.variable_of(e);
  if (v == none) return false;
  auto const& x = m_.variables[std::size_t(v)];
  type const& t = x.declared->declared;
  return x.kind == variable_kind::parameter && x.uniform && t.is_pointer() && t.levels.size() == 1;
}

}  // namespace simt::cu::lane::detail
