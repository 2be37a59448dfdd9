#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/uniform_pointer.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

// Addresses of elements: `&p[i]` and `p + i`.
namespace simt::inline SIMT_ABI {

namespace detail {

/// An address for each lane, p + i.
template <class T, class Index>
class lane_pointer : public pointer_tag {
 public:
  using value_type = T*;
  static constexpr int width = Index::width;
  SIMT_INLINE lane_pointer(T* p, Index const& i) : p_(p), i_(i) {}
  lane_pointer(lane_pointer const&) = default;
  /// Becomes o for all threads, active or not.
  SIMT_INLINE lane_pointer& set(lane_pointer const& o) {
    p_ = o.p_;
    i_ = o.i_;
    return *this;
  }
  SIMT_DETAIL_NO_ASSIGNMENT(lane_pointer, SIMT_DETAIL_ADDRESS)
  SIMT_INLINE auto operator*() const { return make_place(p_, i_); }
  template <class M, class S>
    requires std::is_base_of_v<S, std::remove_cv_t<T>>
  SIMT_INLINE auto operator->*(M S::*member) const {
    return **this->*member;
  }
  template <class J>
    requires(lane_value<J> || uniform_value<J>)
  SIMT_INLINE auto operator[](J&& j) const {
    return ptr<T>(p_)[i_ + std::forward<J>(j)];
  }
  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }

 private:
  T* p_;
  Index i_;
};

/// Returns the addresses p + i.
template <class T, class I>
SIMT_INLINE auto make_lane_pointer(T* p, I const& i) {
  if constexpr (split_value<I> || partner_value<I>)
    return lane_pointer<T, decltype(i.decay())>(p, i.decay());
  else
    return lane_pointer<T, plain<I>>(p, i);
}

}  // namespace detail

template <class T, detail::lane_value I>
SIMT_INLINE auto operator+(ptr<T> p, I&& i) {
  return &p[std::forward<I>(i)];
}
template <class T, class Index, std::ptrdiff_t Size>
SIMT_INLINE auto operator&(detail::place<T, Index, Size> const& x) {
  return detail::make_lane_pointer(x.address(), x.lane_index());
}
template <class T, class Index>
SIMT_INLINE auto operator&(detail::pointer_place<T, Index> const& x) {
  return detail::lane_pointer<T, Index>(x.address(), x.lane_index());
}
template <class T, class Index, std::ptrdiff_t Stride>
SIMT_INLINE auto operator&(detail::aggregate_place<T, Index, Stride> const& x) {
  if constexpr (Stride == static_cast<std::ptrdiff_t>(sizeof(T)))
    return detail::lane_pointer<T, Index>(x.address(), x.lane_index());
  else
    return varying<T*, Index::width>::from_addresses(
        detail::addresses<Stride>(x.address(), x.lane_index()));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
