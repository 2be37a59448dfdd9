// SPDX-License-Identifier: MIT
// operator delete of checked builds: what kernels made by `new` lies among the device's addresses. A
// program that has its own keeps it, as this file stands in an archive.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "checker.hpp"

#include <cstdlib>
#include <new>

namespace {
void give_back(void* p) noexcept {
  if (simt::check::memory().holds(reinterpret_cast<std::uintptr_t>(p)))
    simt_check_freed(p);
  else
    std::free(p);
}
}  // namespace

void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
