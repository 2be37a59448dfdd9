#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>
#include <simt/thread/shift.hpp>

#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

/// Does a[i] += b[j].
template <class A, class B>
SIMT_INLINE decltype(auto) add_assign(A&& a, B&& b) {
  if constexpr (d::same_runs<plain<A>, plain<B>>)
    return std::forward<A>(a) += std::forward<B>(b);
  else
    return std::forward<A>(a) += lane::get(std::forward<B>(b));
}

// Shifts as a GPU has them: an amount of the width or more shifts everything out.
template <class A, class B>
SIMT_INLINE auto shl(A&& a, B&& b) {
  decltype(auto) x = lane::get(std::forward<A>(a));
  decltype(auto) n = lane::get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(n)>() == 0)
    return static_cast<plain<decltype(+x)>>(d::shift_operand<plain<decltype(+x)>>{+x} << +n);
  else
    return x << n;
}
template <class A, class B>
SIMT_INLINE auto shr(A&& a, B&& b) {
  decltype(auto) x = lane::get(std::forward<A>(a));
  decltype(auto) n = lane::get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(n)>() == 0)
    return static_cast<plain<decltype(+x)>>(d::shift_operand<plain<decltype(+x)>>{+x} >> +n);
  else
    return x >> n;
}
/// Divides without a trap: where no thread needs the quotient the divisor may be anything.
template <class A, class B>
SIMT_INLINE constexpr auto div(A&& a, B&& b) {
  decltype(auto) x = lane::get(std::forward<A>(a));
  decltype(auto) y = lane::get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(y)>() == 0 &&
                std::is_integral_v<plain<decltype(x)>> && std::is_integral_v<plain<decltype(y)>>) {
    using T = decltype(x + y);
    if (y == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>)
      if (y == -1)
        return static_cast<T>(std::make_unsigned_t<T>{} - static_cast<std::make_unsigned_t<T>>(x));
    return static_cast<T>(static_cast<T>(x) / static_cast<T>(y));
  } else {
    return x / y;
  }
}
template <class A, class B>
SIMT_INLINE constexpr auto mod(A&& a, B&& b) {
  decltype(auto) x = lane::get(std::forward<A>(a));
  decltype(auto) y = lane::get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(y)>() == 0 &&
                std::is_integral_v<plain<decltype(x)>> && std::is_integral_v<plain<decltype(y)>>) {
    using T = decltype(x + y);
    if (y == 0) return static_cast<T>(x);
    if constexpr (std::is_signed_v<T>)
      if (y == -1) return T{0};
    return static_cast<T>(static_cast<T>(x) % static_cast<T>(y));
  } else {
    return x % y;
  }
}

#define SIMT_DETAIL_ASSIGN(name)                            \
  template <class A, class B>                               \
  SIMT_INLINE decltype(auto) name##_assign(A&& a, B&& b) {  \
    if constexpr (width_of<A>() == 0 && width_of<B>() == 0) \
      return a = static_cast<scalar<A>>(name(a, b));        \
    else                                                    \
      return a = name(lane::get(a), b);                     \
  }
SIMT_DETAIL_ASSIGN(shl)
SIMT_DETAIL_ASSIGN(shr)
SIMT_DETAIL_ASSIGN(div)
SIMT_DETAIL_ASSIGN(mod)
#undef SIMT_DETAIL_ASSIGN

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
