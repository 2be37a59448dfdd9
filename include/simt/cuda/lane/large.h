#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/arithmetic.h>
#include <simt/cuda/lane/conversions.h>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

// Calls of device functions that are not inlined.
namespace simt::inline SIMT_ABI::cuda::lane {

/// Within a large device function, which is compiled once, the mask counts as partial: each
/// statement has one form then, not one more for the case that all lanes are active.
template <class G>
class partial_here {
 public:
  SIMT_INLINE partial_here() {
    if constexpr (width != 1) {
      auto& e = d::active_mask();
      was_all_ = e.all;
      prefix_ = e.prefix;
      if (was_all_ || (d::has_unwritten_runs && prefix_ != d::no_run))
        for (int i = 0; i < parts; ++i) e.masks[i] = d::active_part<simd::native_lanes>(e, i);
      e.all = false;
      e.prefix = d::no_run;
    }
  }
  partial_here(partial_here const&) = delete;
  partial_here& operator=(partial_here const&) = delete;
  SIMT_INLINE ~partial_here() {
    if constexpr (width != 1) {
      auto& e = d::active_mask();
      e.all = was_all_;
      e.prefix = prefix_;
    }
  }

 private:
  static constexpr int width = G::gang_width;
  static constexpr int parts = d::parts_of<width>;
  bool was_all_ = false;
  int prefix_ = d::no_run;
};

/// Keeps what is known of the mask across a call that may say otherwise.
class keep_mask_facts {
 public:
  SIMT_INLINE keep_mask_facts() : all_(d::active_mask().all), removed_any_(d::active_mask().removed_any) {}
  keep_mask_facts(keep_mask_facts const&) = delete;
  keep_mask_facts& operator=(keep_mask_facts const&) = delete;
  SIMT_INLINE ~keep_mask_facts() {
    auto& e = d::active_mask();
    e.all = all_;
    e.removed_any = removed_any_;
  }

 private:
  bool all_, removed_any_;
};

/// A pointer whose lanes lie apart, as a large device function gets it.
template <class X>
struct far_pointer;
template <class T, class I, class G, class SY, class SZ, bool Own>
struct far_pointer<d::lane_pointer<T, d::index<I, G, d::dynamic_stride, SY, SZ, Own>>> {
  using from = d::lane_pointer<T, d::index<I, G, d::dynamic_stride, SY, SZ, Own>>;
  using to = d::index<I, G, d::far_stride, SY, SZ, Own>;
  SIMT_INLINE static auto of(from const& a) {
    auto const& i = a.lane_index();
    return d::lane_pointer<T, to>(a.address(), to(i.base, d::far_stride{i.sx}, i.sy, i.sz));
  }
};
template <class A>
SIMT_INLINE decltype(auto) large_argument(std::remove_reference_t<A>& a) {
  constexpr bool is_variable =  // that the function may change
      std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>;
  if constexpr (!is_variable && requires { far_pointer<plain<A>>::of(a); })
    return far_pointer<plain<A>>::of(a);
  else
    return static_cast<A&&>(a);
}

/// Calls a device function that is too large to be inlined.
template <class F, class G, class... A>
SIMT_INLINE auto call_large(G const& g, A&&... a) {
  keep_mask_facts const kept;
  return F::simt_large(g, large_argument<A>(a)...);
}

/// Within a device function that is a call, no lane is out of the flow: those that have left what
/// is around the call are no business of its scopes, which would look for them at each end.
class none_removed_here {
 public:
  SIMT_INLINE none_removed_here() {
    auto& e = d::active_mask();
    any_ = e.removed_any;
    if (any_) [[unlikely]]
      lanes_ = e.removed;
    e.removed_any = false;
  }
  none_removed_here(none_removed_here const&) = delete;
  none_removed_here& operator=(none_removed_here const&) = delete;
  SIMT_INLINE ~none_removed_here() {
    if (any_) [[unlikely]]
      d::active_mask().removed = lanes_;
  }

 private:
  bool any_;
  d::lane_bits lanes_;
};

/// An argument of such a call for a parameter that is no reference: a copy of a value of threads'
/// own, whose variable would have an address otherwise and be in memory for all of the caller.
template <class A>
SIMT_INLINE decltype(auto) by_value(std::remove_reference_t<A>& a) {
  if constexpr (is_lane_varying<plain<A>>)
    return plain<A>(a);
  else
    return static_cast<A&&>(a);
}

/// Calls a device function that many instances of a kernel template share.
template <class F, class G, class... A>
SIMT_INLINE auto call_shared(G const& g, A&&... a) {
  keep_mask_facts const kept;
  return F::simt_shared(g, std::forward<A>(a)...);
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
