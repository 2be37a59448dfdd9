#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/errors.hpp>
#include <simt/lanes/index/partner_index.hpp>
#include <simt/lanes/index/split_index.hpp>
#include <simt/lanes/index/widened_index.hpp>

#include <limits>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

[[noreturn]] SIMT_COLD inline void throw_beyond_type() {
  throw_flow(
      "an index that became a signed integer goes past the end of its type between threads that "
      "run side by side, as (int)(threadIdx.x + n) does with n just below 2^31");
}
/// Throws flow_fault unless all lanes of x are values of its type.
// Why: an index keeps its mathematical value, and where its strides are known a comparison of it is
// one range of lanes.
template <thread_index X>
SIMT_INLINE void check_type_holds(X const& x) {
  using limits = std::numeric_limits<typename X::value_type>;
  std::ptrdiff_t const above = x.highest() - x.base;
  std::ptrdiff_t const under = x.base - x.lowest();
  if (x.base > static_cast<std::ptrdiff_t>(limits::max()) - above ||
      x.base < static_cast<std::ptrdiff_t>(limits::min()) + under)
    throw_beyond_type();
}

/// Returns x as an index of type T as C++ converts it: what is wrapped around in all lanes,
/// `(blockIdx.x * 8 - 1) * 16 + threadIdx.x`, is negative as an int.
/// - Errors:  flow_fault where only some lanes' values do, and the strides are known
template <class T, class X>
SIMT_INLINE auto converted_index(X const& x) {
  using From = typename X::value_type;
  auto r = index_as<T>(x);
  if constexpr (std::is_signed_v<T> && (sizeof(From) > sizeof(T) ||
                                        (sizeof(From) == sizeof(T) && std::is_unsigned_v<From>))) {
    r.base = static_cast<T>(r.base);
    if constexpr (!X::own && X::has_fixed_strides) check_type_holds(r);
  }
  return r;
}

/// Returns x, of an index its values: what is added to it next may take them past the end of their
/// type.
template <class X>
SIMT_INLINE decltype(auto) index_values(X&& x) {
  if constexpr (thread_index<X> || split_value<X> || partner_value<X>)
    return x.decay();
  else
    return static_cast<X&&>(x);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
