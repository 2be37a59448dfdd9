#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/values.h>
#include <simt/lanes/flow/return.hpp>

#include <cstddef>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Structures of a thread's own whose members are variables of their own.
namespace simt::inline SIMT_ABI::cuda::lane {

/// Where a member lies.
struct part_place {
  std::size_t begin, size;
};

/// True where a T is no more than its members, of which these share no memory.
template <class T, std::size_t N>
constexpr bool lie_apart(part_place const (&parts)[N]) {
  if (!d::plain_struct<T> || !std::is_trivially_default_constructible_v<T> || std::is_union_v<T>)
    return false;
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (parts[i].begin < parts[k].begin + parts[k].size &&
          parts[k].begin < parts[i].begin + parts[i].size)
        return false;
  return true;
}

/// A member as a variable; nothing where it is no number.
template <class G, class T>
struct part_variable {
  using type = d::no_result;
};
template <class G, class T>
requires std::is_arithmetic_v<T>
struct part_variable<G, T> {
  using type = var<G, T>;
};
template <class G, class T>
using part = typename part_variable<G, T>::type;

/// Parts where Apart, else var<G, T>, which has its members in memory.
template <class G, class T, class Parts, bool Apart>
using parted = std::conditional_t<Apart, Parts, var<G, T>>;

/// A member that has one value: x, or the place that has it in memory now.
template <bool Apart, class T, class G, class P, class X>
SIMT_INLINE decltype(auto) part_value(G const& g, P&& place, X&& x) {
  if constexpr (Apart) {
    return let<T>(g, std::forward<X>(x));
  } else {
    place = std::forward<X>(x);
    return static_cast<P>(place);
  }
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
