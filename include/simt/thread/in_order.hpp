#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <tuple>
#include <utility>

namespace simt::inline SIMT_ABI::cuda {

/// Arguments of a call, evaluated from left to right, as a GPU's compiler does it and braces demand
/// it: `in_order{next(s), next(s)}.call([&](auto&&... x) { return f(x...); })`.
template <class... A>
class in_order {
 public:
  SIMT_INLINE constexpr in_order(A&&... a) : values_(static_cast<A&&>(a)...) {}

  /// Calls f with them.
  template <class F>
  SIMT_INLINE constexpr decltype(auto) call(F const& f) && {
    return call(f, std::index_sequence_for<A...>{});
  }

 private:
  template <class F, std::size_t... I>
  SIMT_INLINE constexpr decltype(auto) call(F const& f, std::index_sequence<I...>) {
    return f(static_cast<A&&>(std::get<I>(values_))...);
  }

  std::tuple<A&&...> values_;
};
template <class... A>
in_order(A&&...) -> in_order<A...>;

}  // namespace simt::inline SIMT_ABI::cuda
