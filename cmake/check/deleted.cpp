// SPDX-License-Identifier: MIT
// operator new and delete of checked builds: what kernels made by `new` lies among the device's
// addresses, and so does, in programs with lane kernels, what the host makes, which those may use. A
// program that has its own keeps them, as this file stands in an archive.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "checker.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>

namespace simt::check {
constinit bool watches_host = false;
}

namespace {

/// Smaller objects of the host are not watched, nor more of them: addresses of their own cost 4 KiB.
constexpr std::size_t least_watched = 64;
constexpr unsigned most_watched = 1 << 14;
constinit std::atomic<unsigned> watched{0};

void* get_observed(std::size_t bytes) {
  using namespace simt::check;
  if (!watches_host || inside_checker != 0 || bytes < least_watched ||
      watched.load(std::memory_order_relaxed) >= most_watched)
    return nullptr;
  checker_scope const scope(here);
  void* const p = memory().allocate(bytes);
  if (p == nullptr) return nullptr;
  memory().enter(p, bytes, memory_kind::program, true);
  watched.fetch_add(1, std::memory_order_relaxed);
  return p;
}

void give_back(void* p, void const* return_address) noexcept {
  if (!simt::check::memory().holds(reinterpret_cast<std::uintptr_t>(p))) {
    std::free(p);
    return;
  }
  simt::check::allocation const* const a = simt::check::memory().at(reinterpret_cast<std::uintptr_t>(p));
  bool const hosts = a != nullptr && a->kind == simt::check::memory_kind::program;
  if (!hosts && simt::check::here != nullptr && !simt::check::may_free(p, return_address)) return;
  simt_check_freed(p);
  if (!hosts) return;
  simt_check_release(p);
  watched.fetch_sub(1, std::memory_order_relaxed);
}
}  // namespace

#include "new_delete-inl.h"
