#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/partner_index.hpp>
#include <simt/lanes/index/split_index.hpp>
#include <simt/lanes/index/widened_index.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns x as an index of type T as C++ converts it.
/// - Errors:  flow_fault where only some lanes' values go past T's end, and the strides are known
template <class T, class X>
SIMT_INLINE auto converted_index(X const& x) {
  auto r = index_as<T>(x);
  if constexpr (goes_around<T, typename X::value_type>) r.go_around();
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
