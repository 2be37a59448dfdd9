// SPDX-License-Identifier: MIT
// operator new and delete of checked and of profiled builds. To be included, once a program, behind
//   void* get_observed(std::size_t bytes)                           memory among the observed addresses,
//                                                                   or a null pointer for the host's own
//   void give_back(void* p, void const* return_address) noexcept    takes either back

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

void* get(std::size_t bytes, std::size_t alignment) {
  constexpr std::size_t observed_alignment = 4096;
  if (alignment <= observed_alignment)
    if (void* const p = get_observed(bytes)) return p;
  if (bytes == 0) bytes = 1;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(bytes)
             : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void* get_or_throw(std::size_t bytes, std::size_t alignment) {
  if (void* const p = get(bytes, alignment)) return p;
  throw std::bad_alloc();
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
