#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/operators.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

template <class T>
class ptr;

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

/// A uniform place in memory, `p[n]`. It reads as a T. A varying assigned to it leaves the value of
/// one active lane, as on a GPU where threads write to one address.
template <class T>
class uniform_place : public uniform_element_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  SIMT_INLINE explicit uniform_place(T* p) : p_(p) {}
  uniform_place(uniform_place const&) = default;

  SIMT_INLINE operator T const&() const&& { return *p_; }
  operator T const&() const& {
    static_assert(always_false<T>,
                  "simt: this name stands for a place in memory (it was declared with auto from "
                  "p[n]), not for its value: write T x = p[n];");
    return *p_;
  }
  SIMT_INLINE ptr<T> operator&() const;

  template <uniform_value X>
  SIMT_INLINE uniform_place const& operator=(X&& x) const {
    check_store();
    if (any_active(active_mask())) *p_ = uniform_as<T>(uniform_of(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE uniform_place const& operator=(uniform_place const& x) const {
    check_store();
    if (any_active(active_mask())) *p_ = *x.p_;
    return *this;
  }
  template <lane_value X>
  SIMT_INLINE uniform_place const& operator=(X&& x) const {
    check_store();
    auto const v = convert_to<value_type, plain<X>::width>(std::forward<X>(x));
    auto const b = active_bits(active_mask());
    for (int w = max_lanes / 64 - 1; w >= 0; --w)
      if (b.word[w] != 0) {
        *p_ = v.lane(w * 64 + 63 - std::countl_zero(b.word[w]));
        break;
      }
    return *this;
  }
#define SIMT_DETAIL_COMPOUND(op)                                                       \
  template <uniform_value X>                                                           \
  SIMT_INLINE uniform_place const& operator op##=(X&& x) const {                       \
    check_store();                                                                     \
    if (any_active(active_mask())) *p_ = uniform_as<T>(*p_ op uniform_of(std::forward<X>(x))); \
    return *this;                                                                      \
  }                                                                                    \
  template <lane_value X>                                                              \
  SIMT_INLINE uniform_place const& operator op##=(X&& x) const {                       \
    return *this = value_type(*p_) op std::forward<X>(x);                              \
  }
  SIMT_DETAIL_COMPOUND_ASSIGNMENTS(SIMT_DETAIL_COMPOUND)
#undef SIMT_DETAIL_COMPOUND
  SIMT_INLINE T& operator++() const { return any_active(active_mask()) ? ++*p_ : *p_; }
  SIMT_INLINE T& operator--() const { return any_active(active_mask()) ? --*p_ : *p_; }
  SIMT_INLINE T operator++(int) const { return any_active(active_mask()) ? (*p_)++ : *p_; }
  SIMT_INLINE T operator--(int) const { return any_active(active_mask()) ? (*p_)-- : *p_; }

 private:
  SIMT_INLINE static void check_store() {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
  }
  T* p_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
