#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/pointer_comparison.hpp>
#include <simt/lanes/memory/pointer_place.hpp>
#include <simt/lanes/memory/uniform_pointer_place.hpp>

#include <compare>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// A pointer as a kernel sees it: `p[i]` is a place for each thread.
/// - CUDA:    T*
/// - Shape:   the pointer is uniform; the index may be uniform, a thread index or varying
/// - Units:   elements
/// - Needs:   memory that outlives the launch; no alignment beyond T's
/// - Errors:  a store through ptr<T const> does not compile
/// - Differs: `auto x = p[i]` names the place and its use does not compile: write `varying<T> x =
///            p[i]`
/// - Cost:    consecutive indices load and store whole registers, equal ones broadcast, others
///            gather; indices known only at run time are tested for both first
/// - Source:  CUDA C Programming Guide 8.0, 5.3.2 (Device Memory Accesses)
template <class T>
class ptr {
 public:
  using element_type = T;

  ptr() = default;
  SIMT_INLINE constexpr ptr(T* p) : p_(p) {}
  SIMT_INLINE constexpr ptr(std::nullptr_t) : p_(nullptr) {}
  template <class U>
    requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
  SIMT_INLINE constexpr ptr(ptr<U> o) : p_(o.get()) {}
  ptr(ptr const&) = default;
  ptr& operator=(ptr const&) & = default;
  SIMT_DETAIL_NO_TEMPORARY(
      =,
      "simt: the left side is a temporary pointer, and not what it points to: write p[i] = x, or "
      "p[i][j] = x where p[i] is a row of an array")

  [[nodiscard]] SIMT_INLINE constexpr T* get() const { return p_; }
  SIMT_INLINE constexpr explicit operator bool() const { return p_ != nullptr; }
  // For kernels that declare a raw pointer: the message says what to declare.
  template <class U>
    requires std::is_convertible_v<T*, U*>
  explicit(false) operator U*() const {
    static_assert(detail::always_false<U>,
                  "simt: a pointer in a kernel is a simt::ptr: declare the parameter simt::ptr<T> "
                  "instead of T*, or write p.get() for code that needs the raw pointer");
    return p_;
  }

  /// Returns a place; the element itself where T is a struct, but no vector of CUDA's.
  template <detail::uniform_value I>
  SIMT_INLINE decltype(auto) operator[](I&& i) const {
    auto* const q = p_ + static_cast<std::ptrdiff_t>(
                             static_cast<detail::lane_type<I>>(std::forward<I>(i)));
    if constexpr (std::is_scalar_v<T> || detail::vector_struct<T>)
      return detail::uniform_place<T>(q);
    else if constexpr (std::is_array_v<T>)  // a row, which lanes may index
      return ptr<std::remove_extent_t<T>>(*q);
    else
      return static_cast<T&>(*q);
  }
  template <detail::lane_value I>
  SIMT_INLINE auto operator[](I&& i) const {
    static_assert(std::is_integral_v<detail::lane_type<I>>, "simt: an index must be an integer");
    if constexpr (detail::thread_index<I> || ((detail::split_value<I> || detail::partner_value<I>)&&std::is_arithmetic_v<T>)) {
      auto const& at = detail::as_address(i);
      return detail::make_place(p_, detail::plain<decltype(at)>(at));
    } else {
      using X = detail::promoted_type<I>;
      constexpr int W = detail::plain<I>::width;
      return detail::make_place(p_, detail::convert_to<X, W>(std::forward<I>(i)));
    }
  }
  SIMT_INLINE decltype(auto) operator*() const { return (*this)[0]; }
  SIMT_INLINE constexpr T* operator->() const
    requires detail::is_struct<T>
  {
    return p_;
  }

  template <std::integral I>
  SIMT_INLINE friend constexpr ptr operator+(ptr p, I n) {
    return ptr(p.p_ + static_cast<std::ptrdiff_t>(n));
  }
  template <std::integral I>
  SIMT_INLINE friend constexpr ptr operator+(I n, ptr p) {
    return p + n;
  }
  template <std::integral I>
  SIMT_INLINE friend constexpr ptr operator-(ptr p, I n) {
    return ptr(p.p_ - static_cast<std::ptrdiff_t>(n));
  }
  SIMT_INLINE friend constexpr std::ptrdiff_t operator-(ptr a, ptr b) { return a.p_ - b.p_; }
  SIMT_INLINE ptr& operator+=(std::ptrdiff_t n) {
    p_ += n;
    return *this;
  }
  SIMT_INLINE ptr& operator-=(std::ptrdiff_t n) {
    p_ -= n;
    return *this;
  }
  SIMT_INLINE ptr& operator++() { return *this += 1; }
  SIMT_INLINE ptr& operator--() { return *this -= 1; }
  friend constexpr bool operator==(ptr, ptr) = default;
  friend constexpr auto operator<=>(ptr, ptr) = default;

 private:
  T* p_;
};
template <class T>
ptr(T*) -> ptr<T>;

namespace detail {

template <class T>
SIMT_INLINE ptr<T> uniform_place<T>::operator&() const {
  return ptr<T>(p_);
}

}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
