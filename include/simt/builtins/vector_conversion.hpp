#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_operators.hpp>

SIMT_DETAIL_QUIET_BEGIN

// make_float4 and its kind of a number, of another vector, or of a vector and one component more.
namespace simt::inline SIMT_ABI {

namespace detail {
/// T of a number (for each component), of another vector (what it lacks is 0), or of a vector and
/// the last component.
template <class T, class X>
SIMT_INLINE auto vector_from(X&& x) {
  using E = typename vector_traits<T>::element;
  if constexpr (scalar_operand<X>) {
    auto const s = scalar_value<E>(std::forward<X>(x));
    return make_vector<T, operand_width<X>()>([&](auto) SIMT_LAMBDA_INLINE { return s; });
  } else {
    auto const v = vector_value(std::forward<X>(x));
    return make_vector<T, operand_width<X>()>([&](auto c) SIMT_LAMBDA_INLINE {
      if constexpr (c() < vector_class<plain<X>>::size)
        return scalar_value<E>(component<c()>(v));
      else
        return E{};
    });
  }
}
template <class T, class X, class L>
SIMT_INLINE auto vector_from(X&& x, L&& last) {
  using E = typename vector_traits<T>::element;
  constexpr int w = operand_width<X>();
  auto const v = vector_value(std::forward<X>(x));
  auto const s = scalar_value<E>(std::forward<L>(last));
  return make_vector < T, w != 0 ? w : operand_width<L>() > ([&](auto c) SIMT_LAMBDA_INLINE {
                                         if constexpr (c() < vector_class<plain<X>>::size)
                                           return scalar_value<E>(component<c()>(v));
                                         else
                                           return s;
                                       });
}
template <class X>
concept vector_source = vector_operand<X> || scalar_operand<X>;
template <class X, int N>
concept vector_of_size = vector_operand<X> && vector_class<plain<X>>::size == N;
}  // namespace detail

#define SIMT_DETAIL_MAKE(Name, N)                            \
  template <detail::vector_source X>                         \
  [[nodiscard]] SIMT_INLINE auto make_##Name##N(X&& x) {     \
    return detail::vector_from<Name##N>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_MAKE_LAST(Name, N)                                              \
  template <detail::vector_of_size<N - 1> X, detail::scalar_operand L>              \
  [[nodiscard]] SIMT_INLINE auto make_##Name##N(X&& x, L&& last) {                  \
    return detail::vector_from<Name##N>(std::forward<X>(x), std::forward<L>(last)); \
  }
#define SIMT_DETAIL_MAKES(Name)  \
  SIMT_DETAIL_MAKE(Name, 2)      \
  SIMT_DETAIL_MAKE(Name, 3)      \
  SIMT_DETAIL_MAKE(Name, 4)      \
  SIMT_DETAIL_MAKE_LAST(Name, 3) \
  SIMT_DETAIL_MAKE_LAST(Name, 4)
SIMT_DETAIL_MAKES(float)
SIMT_DETAIL_MAKES(int)
SIMT_DETAIL_MAKES(uint)
SIMT_DETAIL_MAKES(double)
#undef SIMT_DETAIL_MAKES
#undef SIMT_DETAIL_MAKE_LAST
#undef SIMT_DETAIL_MAKE

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
