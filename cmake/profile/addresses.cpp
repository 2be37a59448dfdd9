// SPDX-License-Identifier: MIT
// Memory: addresses of its own, so that one comparison tells what kernels may use.
#define SIMT_CHECK 1
#define SIMT_PROFILE 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"

#include <sys/mman.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace simt::profile {

constinit address_range region;

namespace {

struct address_space {
  std::atomic<std::size_t> next{0};
  address_space() {
    for (std::size_t bytes = std::size_t{1} << 44; bytes >= (std::size_t{1} << 36); bytes /= 2) {
      void* const p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p == MAP_FAILED) continue;
      region = {reinterpret_cast<std::uintptr_t>(p), bytes};
      return;
    }
    std::fputs("simt-profile: the system gives no addresses (ulimit -v?)\n", stderr);
    std::abort();
  }
};
address_space& space() {
  static auto& s = *new address_space;
  return s;
}
struct sized {
  std::size_t bytes;
};
constexpr std::size_t page = 4096;

}  // namespace

bool is_counted(void const* p) { return region.holds(reinterpret_cast<std::uintptr_t>(p)); }

}  // namespace simt::profile

using namespace simt::profile;

extern "C" {

void* simt_check_allocate(std::size_t bytes) noexcept {
  // At a page, as cudaMalloc's are at 512 bytes, with its size in front.
  auto& s = space();
  std::size_t const whole = (bytes + 2 * page) & ~(page - 1);
  std::size_t const at = s.next.fetch_add(whole + page);
  if (at + whole + page > region.bytes || whole < bytes) return nullptr;
  auto const p = region.begin + at + page;
  reinterpret_cast<sized*>(p - sizeof(sized))->bytes = whole;
  return reinterpret_cast<void*>(p);
}
void simt_check_release(void* p) noexcept {
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (p == nullptr || !region.holds(a)) return;
  std::size_t const bytes = reinterpret_cast<sized*>(a - sizeof(sized))->bytes;
  madvise(reinterpret_cast<void*>(a - page), bytes, MADV_DONTNEED);
}
void simt_check_allocated(void const* p, std::size_t bytes, int kind) noexcept {
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (kind != simt_memory_registered || region.holds(a)) return;
  std::scoped_lock const hold(turn());
  add_variable(a, bytes);
}

}  // extern "C"
