#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/each_active.hpp>
#include <simt/lanes/memory/uniform_place.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A uniform place that holds a pointer, and reads as one.
template <class T>
  requires std::is_pointer_v<T>
class uniform_place<T> {
 public:
  using value_type = std::remove_cv_t<T>;
  SIMT_INLINE explicit uniform_place(T* p) : p_(p) {}
  uniform_place(uniform_place const&) = default;
  SIMT_INLINE operator value_type() const { return *p_; }
  SIMT_INLINE value_type get() const { return *p_; }
  SIMT_INLINE value_type operator->() const { return *p_; }
  SIMT_INLINE ptr<T> operator&() const { return ptr<T>(p_); }

  SIMT_INLINE uniform_place const& operator=(value_type x) const {
    if (any_active(active_mask())) *p_ = x;
    return *this;
  }
  SIMT_INLINE uniform_place const& operator=(uniform_place const& o) const {
    return *this = o.get();
  }
  /// Stores the value of one active lane.
  template <int W>
  SIMT_INLINE uniform_place const& operator=(varying<value_type, W> const& x) const {
    each_active<W>([&](int l) SIMT_LAMBDA_INLINE { *p_ = x.lane(l); });
    return *this;
  }

 private:
  T* p_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
