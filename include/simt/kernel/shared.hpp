#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/context.hpp>
#include <simt/engine/detail/message.hpp>
#include <simt/lanes/memory/lane_pointer.hpp>

#include <algorithm>
#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

/// Reads as in CUDA: `__shared__ simt::tile<float[16][16]> As, Bs;`. The type says all; the word
/// adds nothing.
#define __shared__

namespace simt::inline SIMT_ABI {
namespace detail {

[[noreturn]] SIMT_COLD inline void throw_shared_exhausted(std::size_t wanted) {
  auto const* b = block::current();
  message text;
  if (b == nullptr) text << "simt: ";
  text << "shared memory is exhausted: the arrays declared so far and this one need "
       << std::uint64_t{wanted} << " bytes, the block has " << std::uint64_t{current_shared.limit};
  if (b == nullptr) throw error(text.text());
  throw kernel_error(text.text(), b->site(), b->index());
}

/// Rows of a tile: the index of what has been subscripted so far, in elements. Size: the elements of
/// the whole array, 0 where that is unknown.
template <class T, class Rest, class Index, std::ptrdiff_t Size = 0>
struct tile_row {
  using element = std::remove_all_extents_t<Rest>;
  T* p;
  Index i;
  SIMT_INLINE tile_row(T* first, Index const& n) : p(first), i(n) {}
  tile_row(tile_row const&) = default;
  SIMT_DETAIL_NO_ASSIGNMENT(tile_row, SIMT_DETAIL_ROW)
  template <class J>
    requires(lane_value<J> || uniform_value<J>)
  SIMT_INLINE decltype(auto) operator[](J&& j) const {
    return subscript<T, Rest, Size>(
        p, as_address(i + step<std::remove_extent_t<Rest>>(std::forward<J>(j))));
  }

  /// j times the number of elements of one step, known to the compiler.
  template <class Row, class J>
  SIMT_INLINE static auto step(J&& j) {
    constexpr auto n = static_cast<std::ptrdiff_t>(sizeof(Row) / sizeof(element));
    if constexpr (thread_index<J>)
      return index_times_fixed<lane_type<J>, n>(j);
    else if constexpr (split_value<J>)
      return split_times_fixed<lane_type<J>, n>(j);
    else if constexpr (partner_value<J> && n == 1)
      return partner_plus<lane_type<J>>(j, 0);
    else if constexpr (lane_value<J>)
      return convert_to<int, plain<J>::width>(std::forward<J>(j)) * static_cast<int>(n);
    else
      return static_cast<std::ptrdiff_t>(static_cast<lane_type<J>>(std::forward<J>(j))) * n;
  }
  /// Subscripts what is left, or names the element.
  template <class U, class Array, std::ptrdiff_t N = 0, class K>
  SIMT_INLINE static decltype(auto) subscript(U* p, K const& k) {
    using Row = std::remove_extent_t<Array>;
    if constexpr (std::is_array_v<Row>)
      return tile_row<U, Row, K, N>(p, k);
    else if constexpr (N != 0 && std::is_arithmetic_v<U> &&
                       (thread_index<K> || split_value<K> || partner_value<K>))
      return place<U, K, N>(p, k);
    else
      return ptr<U>(p)[k];
  }
};

/// The elements of an array of any rank; 0 where its first extent is not known.
template <class Array>
inline constexpr std::ptrdiff_t elements_of = 1;
template <class T, std::size_t N>
inline constexpr std::ptrdiff_t elements_of<T[N]> = static_cast<std::ptrdiff_t>(N) * elements_of<T>;
template <class T>
inline constexpr std::ptrdiff_t elements_of<T[]> = 0;

}  // namespace detail

/// An array in the block's shared memory, of any rank: tile<float[16][16]>.
/// - CUDA:    __shared__ float As[16][16];
/// - Shape:   one array per block; As[i][j] with uniform, thread-index or varying subscripts
/// - Needs:   declared in the kernel's outermost scope (in an inner one its memory is given back
///            at the end of the scope, so siblings share it), in the same order by all threads
/// - Order:   what one gang stores, others see after __syncthreads()
/// - Errors:  kernel_error where the arrays exceed the block's shared memory
/// - Differs: contents are indeterminate at first, as in CUDA
/// - Source:  CUDA C Programming Guide 8.0, B.2.3 (__shared__)
template <class Array>
class tile {
  static_assert(std::is_array_v<Array> && std::extent_v<Array> > 0,
                "simt::tile: write the array type, tile<float[256]>; for a size given at launch "
                "use simt::dynamic_tile<float>");

 public:
  using element = std::remove_all_extents_t<Array>;
  static constexpr std::size_t bytes = (sizeof(Array) + 63) / 64 * 64;

  SIMT_INLINE tile() {
    auto& s = detail::current_shared;
    if (s.used + bytes > s.limit) [[unlikely]]
      detail::throw_shared_exhausted(s.used + bytes);
    p_ = reinterpret_cast<element*>(s.array(s.used));
    s.used += bytes;
    detail::open_shared(p_, sizeof(Array));
  }
  SIMT_INLINE ~tile() { detail::current_shared.used -= bytes; }
  tile(tile const&) = delete;
  tile& operator=(tile const&) = delete;

  template <class I>
    requires(detail::lane_value<I> || detail::uniform_value<I>)
  SIMT_INLINE decltype(auto) operator[](I&& i) const {
    using Row = detail::tile_row<element, Array, int>;
    return Row::template subscript<element, Array, detail::elements_of<Array>>(
        p_, Row::template step<std::remove_extent_t<Array>>(std::forward<I>(i)));
  }
  /// The first element, as a pointer that kernels can index.
  [[nodiscard]] SIMT_INLINE ptr<element> data() const { return ptr<element>(p_); }
  SIMT_INLINE operator ptr<element>() const
    requires(std::rank_v<Array> == 1)
  {
    return data();
  }

 private:
  element* p_;
};

/// The block's dynamic shared memory, whose size the launch gives; several arrays are carved from
/// it by offsets.
/// - CUDA:    extern __shared__ float data[];
/// - Units:   offset in bytes, a multiple of alignof(T)
/// - Source:  CUDA C Programming Guide 8.0, B.2.3 (__shared__)
template <class T>
class dynamic_tile : public ptr<T> {
 public:
  SIMT_INLINE explicit dynamic_tile(std::size_t offset = 0)
      : ptr<T>(reinterpret_cast<T*>(detail::current_shared.dynamic_memory() + offset)) {}
  /// Bytes that the launch gave.
  [[nodiscard]] static std::size_t size_bytes() { return detail::current_shared.dynamic; }
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
