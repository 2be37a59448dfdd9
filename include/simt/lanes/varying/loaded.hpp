#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/traits.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A value that was computed from memory in this very expression. `a && b` must not let b load for
/// lanes that a excludes; the type remembers the load for as long as the value is a temporary.
template <class T, int W>
class loaded : public varying<T, W> {
 public:
  SIMT_INLINE loaded(varying<T, W> const& x) : varying<T, W>(x) {}
  loaded(loaded const&) = default;
  SIMT_INLINE loaded& operator=(loaded const& o) & {
    this->assign(o);
    return *this;
  }
  using varying<T, W>::operator=;
};
template <class X>
inline constexpr bool is_loaded = false;
template <class T, int W>
inline constexpr bool is_loaded<loaded<T, W>> = true;

/// True if the operand, as forwarded, is a temporary that came out of memory.
template <class X>
concept from_memory = !std::is_lvalue_reference_v<X> && (lane_element<X> || is_loaded<plain<X>>);

/// The type of a result: loaded if an operand came out of memory.
template <class T, int W, class... Operands>
using result_of =
    std::conditional_t<(from_memory<Operands> || ...), loaded<T, W>, varying<T, W>>;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
