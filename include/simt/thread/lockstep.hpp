#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/context.hpp>
#include <simt/simd/truncate.hpp>
#include <simt/thread/builtins.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace simt::inline SIMT_ABI {
namespace detail {

/// The block whose warps run as in lock step, else null.
[[nodiscard]] inline block* lockstep_block() {
  block* const b = block::current();
  if (b == nullptr || b->info().running_gang == nullptr) return nullptr;
  if (!b->waited()) b->start(thread_rank());
  return b;
}

/// Writes for all lanes together.
template <class T>
void complete_step(warp_request* const (&lanes)[32], std::uint32_t participants) {
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1) {
    warp_request const& r = *lanes[std::countr_zero(rest)];
    T value;
    std::memcpy(&value, &r.in, sizeof value);
    *static_cast<T volatile*>(r.extra) = value;
  }
}
inline void complete_meet(warp_request* const (&)[32], std::uint32_t) {}

[[gnu::noinline]] inline void meet_in_lockstep(block& b, warp_request& r, char const* file,
                                               int site, int kind, warp_completion complete) {
  r.kind = kind;
#if SIMT_CHECK
  r.orders_memory = false;  // what a GPU does today, and does not promise
#endif
  r.site_file = file;
  r.site_line = site;
  keep_thread const keep;
  b.warp_collective(r, complete);
}

/// The left side of an assignment that a warp's threads do at once.
template <class T>
class lockstep_place {
 public:
  lockstep_place(char const* file, int site, T volatile& at) : file_(file), site_(site), at_(at) {}

  T operator=(T value) const {
    block* const b = sizeof(T) <= 8 ? lockstep_block() : nullptr;
    if (b == nullptr) {
      at_ = value;
      return value;
    }
#if SIMT_CHECK
    simt_check_access(&at_, sizeof(T), true);
#endif
    warp_request r;
    std::memcpy(&r.in, &value, sizeof(T) <= 8 ? sizeof(T) : 8);
    r.extra = const_cast<T*>(&at_);
    meet_in_lockstep(*b, r, file_, 2 * site_ + 1, 2001, &complete_step<T>);
    return value;
  }
#define SIMT_DETAIL_STEP(op)                  \
  template <class U>                          \
  T operator op##=(U const& by) const {       \
    return *this = simd::number_as<T>(at_ op by); \
  }
  SIMT_DETAIL_STEP(+)
  SIMT_DETAIL_STEP(-)
  SIMT_DETAIL_STEP(*)
  SIMT_DETAIL_STEP(&)
  SIMT_DETAIL_STEP(|)
  SIMT_DETAIL_STEP(^)
#undef SIMT_DETAIL_STEP

 private:
  char const* file_;
  int site_;
  T volatile& at_;
};

}  // namespace detail

namespace cuda {

/// Has the threads of a warp that come to a statement of lock step meet in front of it, and do its
/// assignment at once: `v[tid] += v[tid + 16];` of volatile memory, shared or global, as the .cu
/// step writes it; or meet behind a statement that reads what other threads write next.
/// - Order:   threads that cannot come are not waited for
/// - Cost:    two switches of stacks a thread
/// - Source:  CUDA C Programming Guide 8.0, 4.1 (SIMT Architecture): a warp executes one common
///            instruction at a time
SIMT_INLINE void warp_meet(char const* file, int site) {
  block* const b = simt::detail::lockstep_block();
  if (b == nullptr) return;
  warp_request r;
  r.is_join = true;
  simt::detail::meet_in_lockstep(*b, r, file, 2 * site, 2000, &simt::detail::complete_meet);
}
template <class T>
SIMT_INLINE void warp_meet(char const* file, int site, T volatile&) {
  warp_meet(file, site);
}
template <class T>
[[nodiscard]] SIMT_INLINE simt::detail::lockstep_place<T> warp_step(char const* file, int site,
                                                                    T volatile& at) {
  return {file, site, at};
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
