#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

/// Gives p + i as the T* that it is cast to, where i is whole elements of T from lane to lane: an
/// index from another address.
template <class T, std::ptrdiff_t Size, class I, class G, class SX, class SY, class SZ, bool Own>
SIMT_INLINE auto scaled_pointer(T* p, d::index<I, G, SX, SY, SZ, Own> const& i) {
  constexpr std::ptrdiff_t to = sizeof(T);
  auto const scaled = []<class S>(S s) SIMT_LAMBDA_INLINE {
    if constexpr (d::is_fixed<S>)
      return d::fixed_stride<std::ptrdiff_t{S{}} * Size / to>{};
    else
      return d::stride_scale<Size / to>(s);
  };
  return make_lane_pointer(
      p, d::make_index<I, G, false>(0, scaled(i.sx), scaled(i.sy), scaled(i.sz)));
}
/// True where steps of From bytes are whole elements of To bytes from lane to lane.
template <std::ptrdiff_t From, std::ptrdiff_t To, class I>
inline constexpr bool is_scaled = false;
template <std::ptrdiff_t From, std::ptrdiff_t To, class I, class G, class SX, class SY, class SZ,
          bool Own>
inline constexpr bool is_scaled<From, To, d::index<I, G, SX, SY, SZ, Own>> = [] {
  auto const is = []<class S>(std::type_identity<S>) {
    if constexpr (d::is_fixed<S>)
      return std::ptrdiff_t{S{}} * From % To == 0;
    else
      return From % To == 0;
  };
  return is(std::type_identity<SX>{}) && is(std::type_identity<SY>{}) &&
         is(std::type_identity<SZ>{});
}();

/// Converts a pointer; where the elements' sizes agree, or lanes lie whole elements apart, the
/// form stays.
template <class T, class X>
SIMT_INLINE auto pointer_cast(X&& x) {
  using To = clean<T>;
  using E = std::remove_pointer_t<To>;
  decltype(auto) p = lane::get(std::forward<X>(x));
  using P = plain<decltype(p)>;
  if constexpr (own_address<P>) {
    using V = std::remove_pointer_t<P>;
    using S = typename V::value_type;
    static_assert(std::is_same_v<std::remove_cv_t<E>, S>,
                  "simt: a local array is read as another type");
    return P(p);
  } else if constexpr (is_lane_array<P>) {
    return pointer_cast<T>(&p.a[0]);
  } else if constexpr (is_lane_memory<P>) {
    return pointer_cast<T>(addr(p));
  } else if constexpr (is_tile_row<P> || is_array_place<P>) {
    return pointer_cast<T>(as_pointer<std::remove_all_extents_t<scalar<P>>*>(p));
  } else if constexpr (requires { p.lane_index(); }) {
    using U = std::remove_pointer_t<decltype(p.address())>;
    if constexpr (std::is_void_v<E>) {
      return varying<To, P::width>(p);
    } else if constexpr (sizeof(U) == sizeof(E)) {
      return make_lane_pointer(reinterpret_cast<To>(const_cast<std::remove_cv_t<U>*>(p.address())),
                               p.lane_index());
    } else if constexpr (constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(U));
                         is_scaled<size, sizeof(E), plain<decltype(p.lane_index())>>) {
      return scaled_pointer<E, size>(
          reinterpret_cast<To>(const_cast<std::remove_cv_t<U>*>(p.address()) +
                               p.lane_index().base),
          p.lane_index());
    } else {
      return varying<To, P::width>::from_addresses(
          d::addresses<static_cast<std::ptrdiff_t>(sizeof(U))>(p.address(), p.lane_index()));
    }
  } else if constexpr (std::is_base_of_v<pointer_tag, P>) {
    return varying<To, P::width>::from_addresses(p.a);
  } else if constexpr (width_of<P>() != 0) {
    return varying<To, P::width>::from_addresses(varying<std::int64_t, P::width>(p));
  } else {
    return (To)(p);
  }
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
