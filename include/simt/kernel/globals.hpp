#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/shared.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// Subscripts a device or constant variable as a kernel writes it. Element is const for constants.
template <class Element, class Array, class Value, class I>
SIMT_INLINE decltype(auto) subscript_global(Value& value, I&& i) {
  using Row = tile_row<Element, Array, int>;
  auto* const first = reinterpret_cast<Element*>(&value);
  return Row::template subscript<Element, Array>(
      first, Row::template step<std::remove_extent_t<Array>>(std::forward<I>(i)));
}

}  // namespace detail

/// A variable in global memory at namespace scope: kernels of all launches see the same one.
///     simt::device_variable<unsigned[256]> histogram;        // zero at first
///     simt::device_variable<float[2][3]> weights{{{1, 2, 3}, {4, 5, 6}}};
/// - CUDA:    __device__ unsigned histogram[256];
/// - Shape:   one for the program; T is a number or an array of any rank; v[i][j] with uniform,
///            thread-index or varying subscripts in kernels
/// - Order:   contents survive between launches; the host reads and writes `value` while no kernel
///            that uses it runs (cudaMemcpyToSymbol has no need to exist)
/// - Differs: an object with a subscript, since a kernel cannot subscript a plain array by lanes
/// - Source:  CUDA C Programming Guide 8.0, B.2.1 (__device__)
template <class T>
struct device_variable {
  using element = std::remove_all_extents_t<T>;
  static_assert(std::is_arithmetic_v<element> || std::is_trivially_copyable_v<element>,
                "simt::device_variable: elements are copied as bytes");

  T value{};

  template <class I>
  requires(std::is_array_v<T> && (detail::lane_value<I> || detail::uniform_value<I>)) SIMT_INLINE
      decltype(auto)
      operator[](I&& i) {
    return detail::subscript_global<element, T>(value, std::forward<I>(i));
  }
  /// The first element, as a pointer that kernels can index and that atomics take.
  [[nodiscard]] SIMT_INLINE ptr<element> data() {
    return ptr<element>(reinterpret_cast<element*>(&value));
  }
};

/// A variable that kernels only read.
///     simt::constant_variable<float[17]> taps{{…}};
/// - CUDA:    __constant__ float taps[17];
/// - Shape:   as device_variable
/// - Order:   the host may set `value` between launches
/// - Errors:  a store from a kernel does not compile
/// - Source:  CUDA C Programming Guide 8.0, B.2.2 (__constant__)
template <class T>
struct constant_variable {
  using element = std::remove_all_extents_t<T> const;

  T value{};

  template <class I>
  requires(std::is_array_v<T> && (detail::lane_value<I> || detail::uniform_value<I>)) SIMT_INLINE
      decltype(auto)
      operator[](I&& i) const {
    return detail::subscript_global<element, T const>(value, std::forward<I>(i));
  }
  [[nodiscard]] SIMT_INLINE ptr<element> data() const {
    return ptr<element>(reinterpret_cast<element*>(&value));
  }
};

/// *address, for data that nobody writes while the kernel runs.
/// - CUDA:    __ldg(&p[i])
/// - Shape:   one value for a uniform pointer, one per thread for &p[i] and varying pointers
/// - Differs: a plain load, of any type that `*address` has
/// - Source:  CUDA C Programming Guide 8.0, B.10 (Read-Only Data Cache Load Function)
template <class P>
  requires detail::pointer_operand<P>
[[nodiscard]] SIMT_INLINE auto __ldg(P const& address) {
  using X = detail::plain<decltype(*address)>;
  if constexpr (requires { value(*address); })
    return value(*address);
  else
    return static_cast<detail::lane_type<X>>(*address);
}

/// *address = x, for what nobody reads soon: a large grid writes it past the caches.
/// - CUDA:    __stcs(&p[i], x)
/// - Shape:   as the assignment
/// - Order:   as the assignment: other blocks see it after a fence, other kernels after this one
/// - Cost:    numbers of 4 and 8 bytes that lie one behind the other, in whole registers, are not
///            read before they are written, in grids of 2^20 threads and more; else a plain store
/// - Source:  CUDA C Programming Guide 11.0, B.12 (Store Functions Using Cache Hints)
template <class P, class X>
requires detail::pointer_operand<P> SIMT_INLINE void __stcs(P const& address, X&& x) {
  detail::stream_to(*address, std::forward<X>(x));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
