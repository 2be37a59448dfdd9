#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/frame.hpp>
#include <simt/lanes/flow/scope.hpp>
#include <simt/lanes/lost_assignment.hpp>

#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Takes the active lanes out of the function, or the kernel, that runs. Returns true where no lane
/// of the kernel is left, so that the gang can really return.
/// - Errors: flow_fault outside of a kernel or SIMT_DEVICE function
SIMT_COLD inline bool flow_return() {
  auto& e = active_mask();
#if SIMT_CHECK
  checked_library const library;
#endif
  auto* f = e.top;
  while (f != nullptr && f->kind != flow_frame::function) f = f->outer;
  if (f == nullptr) throw_flow("simt_return outside of a kernel or SIMT_DEVICE function");
  if (e.all && f->outer == nullptr && e.width > 1) {  // a whole gang's `if (i >= n) return;`
    f->left = e.removed = range_bits(0, e.width);
    f->left_any = true;
    clear_bits(e.live);
    no_lane_active(e);
    e.live_all = false;
    e.leaving = true;
    return true;
  }
  lane_bits const now = active_bits(e);
  remove_active(e, f->left, f->left_any);
  if (f->outer != nullptr) return false;
#if SIMT_CHECK
  simt_check_early_return();
#endif
  std::uint64_t some = 0;
  if (e.live_all) e.live = range_bits(0, e.width);
  for (int w = 0; w < max_lanes / 64; ++w) {
    e.live.word[w] &= ~now.word[w];
    some |= e.live.word[w];
  }
  e.live_all = false;
  e.leaving = some == 0;
  return e.leaving;
}

/// The result of a function that has none.
struct no_result {};
/// Takes the value of `simt_return(value);` or none of `simt_return;`: one macro, so the name works
/// both as a statement and as a function.
template <class R>
struct returning {
  R& result;
  bool begun = false;
  struct taken {
    void operator+() const {}
  };
  template <class X>
  SIMT_INLINE taken operator()(X&& x) const {
    if constexpr (std::is_same_v<R, no_result const>)
      static_assert(always_false<X>, "simt: a kernel returns no value: write simt_return;");
    else
      result = std::forward<X>(x);
    return {};
  }
  void operator+() const {}
  bool begin() { return !std::exchange(begun, true); }
};
template <class R>
returning(R&) -> returning<R>;

}  // namespace simt::inline SIMT_ABI::detail

/// Receives nothing: the result that simt_return finds where no SIMT_DEVICE function declares one.
inline constexpr ::simt::detail::no_result simt_result_{};

/// Takes the active threads out of the kernel or SIMT_DEVICE function: `simt_return;` or
/// `simt_return(value);`.
/// - CUDA:    return
#define SIMT_DETAIL_RETURN(r)                                                   \
  for (::simt::detail::returning r{simt_result_};                               \
       r.begin() || __extension__({                                             \
         if (::simt::detail::flow_return()) return;                             \
         false;                                                                 \
       });)                                                                     \
  +r
#define simt_return SIMT_DETAIL_RETURN(SIMT_DETAIL_UNIQUE(simt_returning_))

SIMT_DETAIL_QUIET_END
