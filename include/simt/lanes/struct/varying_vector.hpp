#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/make_place.hpp>
#include <simt/lanes/struct/components.hpp>
#include <simt/lanes/struct/uniform_vector.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// A vector of CUDA's (float4, uchar2 …) for each thread: its members x, y, z, w are varyings.
/// - CUDA:    a local variable of type float4
/// - Order:   assignment, also of one member, changes the active lanes only
/// - Source:  CUDA C Programming Guide 8.0, B.3.1 (Built-in Vector Types)
template <class T, int W>
requires detail::vector_struct<T>
class varying<T, W>
    : public aggregate_tag,
      public detail::components<detail::vector_traits<T>::size,
                                varying<typename detail::vector_traits<T>::element, W>> {
 public:
  using value_type = T;
  using element = typename detail::vector_traits<T>::element;
  static constexpr int width = W;
  static constexpr int size = detail::vector_traits<T>::size;
  using members = detail::components<size, varying<element, W>>;

  varying() = default;
  varying(varying const&) = default;
  /// Sets every lane to the uniform u.
  SIMT_INLINE varying(T const& u)
      : members(std::in_place, [&](int i) SIMT_LAMBDA_INLINE {
          element m = u.x;
          detail::each_component<size>([&](auto c) SIMT_LAMBDA_INLINE {
            if (c() == i) m = detail::component<c()>(u);
          });
          return m;
        }) {}
  template <class P>
  requires detail::is_aggregate_place<detail::plain<P>> SIMT_INLINE varying(P&& p)
      : varying(detail::plain<P>::read(std::forward<P>(p))) {}
  SIMT_INLINE varying(detail::uniform_place<T> const& p) : varying(p.get()) {}
  SIMT_INLINE varying(detail::uniform_place<T const> const& p) : varying(p.get()) {}

  varying& operator=(varying const&) & = default;
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  [[nodiscard]] T const lane(int l) const {  // const: not to be assigned to
    T r{};
    detail::each_component<size>(
        [&](auto c) { detail::component<c()>(r) = detail::component<c()>(*this).lane(l); });
    return r;
  }
  void set_lane(int l, T const& t) {
    detail::each_component<size>(
        [&](auto c) { detail::component<c()>(*this).set_lane(l, detail::component<c()>(t)); });
  }

  SIMT_DETAIL_NOT_ONE(T)
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
