// SPDX-License-Identifier: MIT
#include "forwarding_kernel.hpp"

#include <algorithm>

namespace simt::cu::lane::detail {

bool forwarding_kernel_finder::is_shell() {
  function const& f = *m_.of;
  facts const& all = graph_.facts_of(f.name);
  if (!f.is_kernel() || all.barrier || all.warp || all.atomic || all.is_volatile || all.assembly)
    return false;
  for (variable const& v : m_.variables)
    if (v.kind != variable_kind::parameter && v.kind != variable_kind::local &&
        v.kind != variable_kind::constant)
      return false;
  return is_plain(*f.body) && calls_;
}

bool forwarding_kernel_finder::is_plain(statement const& s) {
  bool out = true;
  for_each_expression(s, [&](expression const& e) { out = out && is_plain(e); });
  for_each_statement(s, [&](statement const& b) { out = out && is_plain(b); });
  return out;
}

bool forwarding_kernel_finder::is_plain(expression const& e) {
  if ((e.is(kind::assignment) || e.is_step()) && m_.variable_of(bare(e[0])) == none) return false;
  if (e.is(kind::pack) || e.is(kind::lambda) || e.is(kind::other)) return false;
  if (e.is(kind::call)) {
    expression const& callee = bare(e[0]);
    if (!callee.is(kind::name)) return false;
    if (m_.variable_of(callee) != none)
      calls_ = true;
    else if (builtin_kind_of(callee.id) != builtin_kind::pure)
      return false;
  }
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](auto const& o) { return !o || is_plain(*o); });
}

}  // namespace simt::cu::lane::detail
