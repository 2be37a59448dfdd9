#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/operators.hpp>

#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

// Each operation is written once, for a number and for a vector of them: GNU vectors take the same
// operators. U is unsigned or std::uint64_t, or a vector of it.
template <class V>
struct vector_element {
  using type = V;
};
template <class V>
requires(!std::is_arithmetic_v<V>) struct vector_element<V> {
  using type = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
};
template <class V>
using element_of = typename vector_element<V>::type;

/// The number of them.
template <class V>
inline constexpr int lanes_of = int{sizeof(V) / sizeof(element_of<V>)};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
