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
#include <new>

namespace simt::check {
constinit bool watches_host = false;
}

namespace {

/// Smaller objects of the host are not watched, nor more of them: addresses of their own cost 4 KiB.
constexpr std::size_t least_watched = 64;
constexpr unsigned most_watched = 1 << 14;
constinit std::atomic<unsigned> watched{0};

void* get(std::size_t bytes, std::size_t alignment) {
  using namespace simt::check;
  if (watches_host && inside_checker == 0 && bytes >= least_watched && alignment <= 4096 &&
      watched.load(std::memory_order_relaxed) < most_watched) {
    checker_scope const scope(here);
    if (void* const p = memory().allocate(bytes)) {
      memory().enter(p, bytes, memory_kind::program, true);
      watched.fetch_add(1, std::memory_order_relaxed);
      return p;
    }
  }
  if (bytes == 0) bytes = 1;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(bytes)
             : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void* get_or_throw(std::size_t bytes, std::size_t alignment) {
  if (void* const p = get(bytes, alignment)) return p;
  throw std::bad_alloc();
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

void* operator new(std::size_t n) { return get_or_throw(n, 1); }
void* operator new[](std::size_t n) { return get_or_throw(n, 1); }
void* operator new(std::size_t n, std::nothrow_t const&) noexcept { return get(n, 1); }
void* operator new[](std::size_t n, std::nothrow_t const&) noexcept { return get(n, 1); }
void* operator new(std::size_t n, std::align_val_t a) { return get_or_throw(n, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return get_or_throw(n, static_cast<std::size_t>(a)); }
void* operator new(std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept {
  return get(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept {
  return get(n, static_cast<std::size_t>(a));
}

void operator delete(void* p) noexcept { give_back(p, __builtin_return_address(0)); }
void operator delete[](void* p) noexcept { give_back(p, __builtin_return_address(0)); }
void operator delete(void* p, std::size_t) noexcept { give_back(p, __builtin_return_address(0)); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p, __builtin_return_address(0)); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p, __builtin_return_address(0)); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p, __builtin_return_address(0)); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p, __builtin_return_address(0)); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p, __builtin_return_address(0)); }
