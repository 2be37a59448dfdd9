#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/addresses.hpp>
#include <simt/lanes/struct.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// A pointer for each thread: linked structures.
/// - CUDA:    a local variable of type T*
/// - Shape:   *p and p[i] are places; p->*&S::member is the place of a member; uniforms and
///            varyings add to it; nullptr and other pointers compare with it
/// - Units:   elements
/// - Order:   assignment changes the active lanes only; inactive lanes are never dereferenced
/// - Cost:    every access gathers or scatters by 64-bit addresses
/// - Source:  ours
template <class T, int W>
class varying<T*, W> : public pointer_tag {
 public:
  using value_type = T*;
  using element_type = T;
  static constexpr int width = W;

  varying<std::int64_t, W> a;  // the addresses; for the library's own use

  varying() = default;
  varying(varying const&) = default;
  template <class P>
  requires(detail::is_uniform_pointer<std::decay_t<P>>) SIMT_INLINE varying(P&& p)
      : a(static_cast<std::int64_t>(
            reinterpret_cast<std::intptr_t>(static_cast<T*>(detail::raw_pointer(p))))) {}
  SIMT_INLINE varying(std::nullptr_t) : a(std::int64_t{0}) {}
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>) SIMT_INLINE
      varying(varying<U*, W> const& o)
      : a(o.a) {
    static_assert(std::is_same_v<std::remove_cv_t<U>, std::remove_cv_t<T>> || std::is_void_v<T>,
                  "simt: lanes of pointers convert to const and to void only, not to a base");
  }
  template <class U, class Index>
  requires std::is_convertible_v<U*, T*> SIMT_INLINE
  varying(detail::lane_pointer<U, Index> const& p)
      : a(detail::addresses<static_cast<std::ptrdiff_t>(sizeof(U))>(p.address(), p.lane_index())) {}
  template <class U, class Index>
  SIMT_INLINE varying(detail::pointer_place<U, Index> const& p) : varying(p.load()) {}

  /// Makes pointers from addresses; sets every lane.
  SIMT_INLINE static varying from_addresses(varying<std::int64_t, W> const& x) {
    varying r;
    simd::each<varying<std::int64_t, W>::count>([&](int j)
                                                    SIMT_LAMBDA_INLINE { r.a.v[j] = x.v[j]; });
    return r;
  }

  varying& operator=(varying const&) & = default;  // the addresses' own: active lanes only
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  SIMT_INLINE auto operator*() const { return detail::place_at<T>(a); }
  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>) SIMT_INLINE auto operator[](
      I&& i) const {
    return *(*this + std::forward<I>(i));
  }
  template <class M, class S>
  requires std::is_base_of_v<S, std::remove_cv_t<T>> SIMT_INLINE auto operator->*(
      M S::*member) const {
    return *(*this)->*member;
  }

  [[nodiscard]] T* lane(int l) const {
    return reinterpret_cast<T*>(static_cast<std::intptr_t>(a.lane(l)));
  }
  void set_lane(int l, T* p) {
    a.set_lane(l, static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(p)));
  }

  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
  SIMT_INLINE friend varying
  operator+(varying const& p, I&& i) {
    return moved<1>(p, std::forward<I>(i));
  }
  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
  SIMT_INLINE friend varying
  operator+(I&& i, varying const& p) {
    return moved<1>(p, std::forward<I>(i));
  }
  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
  SIMT_INLINE friend varying
  operator-(varying const& p, I&& i) {
    return moved<-1>(p, std::forward<I>(i));
  }
  SIMT_INLINE varying& operator++() { return *this = *this + 1; }
  SIMT_INLINE varying& operator--() { return *this = *this - 1; }
  SIMT_INLINE varying operator++(int) {
    varying const old = *this;
    *this = *this + 1;
    return old;
  }
  SIMT_INLINE varying operator--(int) {
    varying const old = *this;
    *this = *this - 1;
    return old;
  }
  SIMT_INLINE friend varying<std::ptrdiff_t, W> operator-(varying const& p, varying const& q) {
    return varying<std::ptrdiff_t, W>((p.a - q.a) / static_cast<std::int64_t>(sizeof(T)));
  }
  /// Returns true in the lanes that hold no pointer.
  SIMT_INLINE auto operator!() const { return *this == nullptr; }

  template <class U>
  requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    static_assert(detail::always_false<U>,
                  "simt: there is one pointer per thread: write simt_if (p != nullptr) instead of "
                  "if (p)");
    return U{};
  }

 private:
  template <std::int64_t Sign, class I>
  SIMT_INLINE static varying moved(varying const& p, I&& i) {
    static_assert(std::is_integral_v<detail::lane_type<I>>, "simt: an index must be an integer");
    constexpr auto size = static_cast<std::int64_t>(sizeof(T)) * Sign;
    return from_addresses(p.a + detail::convert_to<std::int64_t, W>(std::forward<I>(i)) * size);
  }
};

template <class T, int W, class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
SIMT_INLINE varying<T*, W>& operator+=(varying<T*, W>& p, I&& i) {
  return p = p + std::forward<I>(i);
}
template <class T, int W, class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
SIMT_INLINE varying<T*, W>& operator-=(varying<T*, W>& p, I&& i) {
  return p = p - std::forward<I>(i);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
