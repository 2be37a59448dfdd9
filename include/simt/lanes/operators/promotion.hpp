#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/traits.hpp>
#include <simt/simd/vector.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The type of a + b in C++.
template <class A, class B>
using arithmetic_type = decltype(typename arithmetic_number<lane_type<A>>::type{} +
                                 typename arithmetic_number<lane_type<B>>::type{});
/// The type of +a in C++.
template <class A>
using promoted_type = decltype(+typename arithmetic_number<lane_type<A>>::type{});

/// The type of c ? a : b: that of both sides, else what arithmetic makes of them.
template <class A, class B>
using select_type = std::conditional_t<std::is_same_v<lane_type<A>, lane_type<B>>, lane_type<A>,
                                       arithmetic_type<A, B>>;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
