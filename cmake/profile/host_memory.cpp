// SPDX-License-Identifier: MIT
// operator new and delete: in programs with lane kernels, what the host makes lies among the addresses
// whose accesses are counted, as those kernels use it.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "profiler.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace simt::profile {
constinit bool counts_host = false;
}

namespace {

/// Smaller objects are not counted: addresses of their own cost 8 KiB.
constexpr std::size_t least_counted = 256;

void* get(std::size_t bytes, std::size_t alignment) noexcept {
  if (simt::profile::counts_host && bytes >= least_counted && alignment <= 4096)
    if (void* const p = simt_check_allocate(bytes)) return p;
  if (bytes == 0) bytes = 1;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(bytes)
             : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void* get_or_throw(std::size_t bytes, std::size_t alignment) {
  if (void* const p = get(bytes, alignment)) return p;
  throw std::bad_alloc();
}
void give_back(void* p) noexcept {
  if (simt::profile::is_counted(p))
    simt_check_release(p);
  else
    std::free(p);
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
void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
