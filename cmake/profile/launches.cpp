// SPDX-License-Identifier: MIT
// The launches of the program, from which the reports are made when it ends.
#define SIMT_CHECK 1
#define SIMT_PROFILE 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>

namespace simt::profile {

constinit std::atomic<bool> collects{true};
all_launches& launches() {
  static auto& l = *new all_launches;
  return l;
}

namespace {
void at_exit() {
  here = nullptr;
  auto& l = launches();
  std::scoped_lock const hold(l.lock);
  std::erase_if(l.all, [](auto const& x) { return x->left_out; });
  for (auto& x : l.all)
    if (!x->ended) finish(*x);
  write_reports(l.all);
  write_compute_log(l.all);
}
[[gnu::constructor(101)]] void begin() {
  collects.store(!settings().range);
  static_cast<void>(now());
  find_variables();
  std::atexit(&at_exit);
}
}  // namespace

launch* launch_for(simt_check_block const& b) {
  auto& l = launches();
  std::scoped_lock const hold(l.lock);
  std::string_view const name = b.kernel != nullptr ? b.kernel : "(unnamed)";
  auto const fits = [&](launch const& x) {
    return x.kernel == name && std::equal(x.grid, x.grid + 3, b.grid) &&
           std::equal(x.block, x.block + 3, b.block);
  };
  launch* unnamed = nullptr;
  for (launch* x : l.running) {
    if (x->named && fits(*x) &&
        x->blocks_seen < std::uint64_t{x->grid[0]} * x->grid[1] * x->grid[2])
      return x;
    if (!x->named && unnamed == nullptr) unnamed = x;
  }
  if (unnamed == nullptr) return nullptr;
  unnamed->named = true;
  unnamed->kernel = name;
  std::copy_n(b.grid, 3, unnamed->grid);
  std::copy_n(b.block, 3, unnamed->block);
  unnamed->shared_dynamic = b.dynamic_bytes;
  std::uint64_t const of_block = std::uint64_t{b.block[0]} * b.block[1] * b.block[2];
  std::uint64_t const all = std::uint64_t{b.grid[0]} * b.grid[1] * b.grid[2] * of_block;
  // An odd number, as neighbours in a grid's rows may do different things.
  if (all > settings().threads)
    unnamed->every = ((all + settings().threads - 1) / settings().threads) | 1;
  return unnamed;
}

std::uint64_t now() {
  static auto const first = std::chrono::steady_clock::now();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - first)
          .count());
}

}  // namespace simt::profile

using namespace simt::profile;

extern "C" {

void simt_profile_range(bool wanted) noexcept { collects.store(wanted); }
void simt_profile_copied(int direction, std::size_t bytes, bool pinned) noexcept {
  auto& l = launches();
  std::scoped_lock const hold(l.lock);
  if (!collects.load()) return;
  copies& n = copied[static_cast<std::size_t>(direction)];
  ++n.count;
  n.bytes += bytes;
  if (!pinned) ++n.pageable;
  if (bytes < 65536) ++n.small;
  if (copy_log().size() < 100000) copy_log().push_back({direction, bytes, now()});
}

}  // extern "C"
