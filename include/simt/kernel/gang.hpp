#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/atomics.hpp>
#include <simt/builtins/context.hpp>
#include <simt/builtins/intrinsics.hpp>
#include <simt/builtins/math.hpp>
#include <simt/builtins/warp/warp.hpp>
#include <simt/lanes/index/index.hpp>
#include <simt/lanes/memory/local.hpp>

#include <atomic>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

// How threadIdx looks from a gang.
struct line_layout {};       // consecutive x in a block without y and z
struct row_layout {};        // consecutive x; y and z are uniform
struct scattered_layout {};  // no pattern known at compile time
template <int GX, int GY, int GZ>
struct box_layout {};  // whole rows, or planes, of a block whose shape is known

// The block's shape: known when the kernel is compiled, or when it is launched.
template <int X, int Y, int Z>
struct static_shape {
  static constexpr int threads = X * Y * Z;
  static constexpr dim3 extents() { return {unsigned{X}, unsigned{Y}, unsigned{Z}}; }
};
struct dynamic_shape {};

template <class Shape>
struct block_extents {
  int x, y, z;
};
template <int X, int Y, int Z>
struct block_extents<static_shape<X, Y, Z>> {
  [[no_unique_address]] constant<X> x;
  [[no_unique_address]] constant<Y> y;
  [[no_unique_address]] constant<Z> z;
};

template <int W, class Layout>
struct thread_coordinates {
  varying<int, W> x, y, z;
  SIMT_INLINE void set(unsigned first, int bx, int by) {
    constexpr int L = varying<int, W>::lanes;
    simd::each<W / L>([&](int i) SIMT_LAMBDA_INLINE {
      auto const t = simd::iota<int, L>() + simd::splat<int, L>(static_cast<int>(first) + i * L);
      auto const row = quotient<L>(t, bx);
      z.v[i] = quotient<L>(row, by);
      y.v[i] = row - z.v[i] * simd::splat<int, L>(by);
      x.v[i] = t - row * simd::splat<int, L>(bx);
    });
  }

 private:
  /// a / n. Of numbers as small as those of threads, a and a half lies so far from multiples of n
  /// that even -ffast-math rounds to the right side.
  template <int L>
  SIMT_INLINE static simd::vec<int, L> quotient(simd::vec<int, L> a, int n) {
    return simd::convert<int, float, L>(
        (simd::convert<float, int, L>(a) + simd::splat<float, L>(0.5F)) /
        simd::splat<float, L>(static_cast<float>(n)));
  }
};
template <int W>
struct thread_coordinates<W, line_layout> {
  using box = geometry<W, W>;
  using index_x = index<int, box, fixed_stride<1>, fixed_stride<0>, fixed_stride<0>, true>;
  index_x x{0, {}, {}, {}};
  [[no_unique_address]] constant<0> y;
  [[no_unique_address]] constant<0> z;
  SIMT_INLINE void set(unsigned first, int, int) {
    x.base = static_cast<std::ptrdiff_t>(first);
  }
};
template <int W>
struct thread_coordinates<W, row_layout> {
  using box = geometry<W, W>;
  using index_x = index<int, box, fixed_stride<1>, fixed_stride<0>, fixed_stride<0>, true>;
  index_x x{0, {}, {}, {}};
  int y = 0, z = 0;
  SIMT_INLINE void set(unsigned first, int bx, int by) {
    auto const t = static_cast<int>(first);
    x.base = t % bx;
    y = t / bx % by;
    z = t / bx / by;
  }
};
template <int W, int GX, int GY, int GZ>
struct thread_coordinates<W, box_layout<GX, GY, GZ>> {
  using box = geometry<W, GX, GY, GZ>;
  template <int SX, int SY, int SZ>
  using axis = index<int, box, fixed_stride<SX>, fixed_stride<SY>, fixed_stride<SZ>, true>;
  axis<1, 0, 0> x{0, {}, {}, {}};
  axis<0, 1, 0> y{0, {}, {}, {}};
  axis<0, 0, 1> z{0, {}, {}, {}};
  SIMT_INLINE void set(unsigned first, int bx, int by) {
    auto const t = static_cast<int>(first);
    y.base = t / bx % by;
    z.base = t / bx / by;
  }
};

}  // namespace detail

/// What a kernel knows of itself: the built-in variables and functions, for the W threads that one
/// gang carries. Kernels made with SIMT_KERNEL derive from it, so that CUDA's names stand bare;
/// lambda kernels get it as their argument.
/// - CUDA:    threadIdx, blockIdx, blockDim, gridDim, warpSize
/// - Shape:   threadIdx has one value per thread; the others are uniform
/// - Differs: the built-ins are signed (int), so that i - 1 compares as one expects
/// - Source:  CUDA C Programming Guide 8.0, B.4 (Built-in Variables)
template <int W, class Layout, class Shape, bool Single>
class gang : public detail::warp_functions<W>,
             public detail::atomic_functions<W>,
             public detail::intrinsic_functions,
             public detail::math_functions {
 public:
  static constexpr int gang_width = W;  // not `width`: kernel parameters often have that name
  using gang_type = gang;
  template <class T>
  using varying = simt::varying<T, W>;
  template <class Array>
  using local = simt::local<Array, W>;

  /// `grid`, `block_dim`: copies of the launch's, which no store of the kernel's can change.
  SIMT_INLINE gang(block& b, unsigned number, dim3 const& grid, dim3 const& block_dim)
      : block_(&b) {
    auto const i = b.index();
    blockIdx = {static_cast<int>(i.x), static_cast<int>(i.y), static_cast<int>(i.z)};
    gridDim = {static_cast<int>(grid.x), static_cast<int>(grid.y), static_cast<int>(grid.z)};
    if constexpr (std::is_same_v<Shape, detail::dynamic_shape>)
      blockDim = {static_cast<int>(block_dim.x), static_cast<int>(block_dim.y),
                  static_cast<int>(block_dim.z)};
    if constexpr (!Single || std::is_same_v<Layout, detail::scattered_layout>)
      threadIdx.set(number * unsigned{W}, blockDim.x, blockDim.y);
  }

  struct extents {
    int x, y, z;
  };
  detail::thread_coordinates<W, Layout> threadIdx;
  extents blockIdx;
  extents gridDim;
  [[no_unique_address]] detail::block_extents<Shape> blockDim;
  static constexpr constant<32> warpSize{};

  /// A value for each thread that begins as x.
  template <class X>
  [[nodiscard]] SIMT_INLINE auto var(X&& x) const {
    return varying<detail::lane_type<X>>(std::forward<X>(x));
  }

  /// - CUDA:    __syncthreads()
  /// - Order:   every thread of the block that has not returned arrives before any goes on; what
  ///            they stored is visible to all
  /// - Errors:  barrier_error where only some threads of a gang arrive, or some can never arrive
  /// - Cost:    none where one gang is the block, else one switch of stacks a gang
  /// - Source:  CUDA C Programming Guide 8.0, B.6 (Synchronization Functions)
  SIMT_INLINE void __syncthreads() const {
    static_cast<void>(detail::gang_barrier<W, Single>(*block_, 0, barrier_op::sync));
  }
  /// - CUDA:    __syncthreads_count(predicate): how many threads of the block pass non-zero
  template <class X>
  SIMT_INLINE int __syncthreads_count(X&& predicate) const {
    return static_cast<int>(detail::gang_barrier<W, Single>(
        *block_, count_active(std::forward<X>(predicate)), barrier_op::count));
  }
  /// - CUDA:    __syncthreads_and(predicate): non-zero where no thread of the block passes zero
  template <class X>
  SIMT_INLINE int __syncthreads_and(X&& predicate) const {
    long const zero = count_active(!detail::as_predicate<W>(std::forward<X>(predicate)));
    return detail::gang_barrier<W, Single>(*block_, zero, barrier_op::count) == 0;
  }
  /// - CUDA:    __syncthreads_or(predicate): non-zero where some thread of the block passes non-zero
  template <class X>
  SIMT_INLINE int __syncthreads_or(X&& predicate) const {
    return detail::gang_barrier<W, Single>(
               *block_, count_active(std::forward<X>(predicate)), barrier_op::count) != 0;
  }

  /// - CUDA:    __threadfence_block, __threadfence, __threadfence_system
  /// - Order:   the calling thread's writes before the fence are seen before those after it; a loop
  ///            of fences lets the block's other gangs run
  SIMT_INLINE void __threadfence_block() const {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    detail::note_fence();
  }
  SIMT_INLINE void __threadfence() const {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    detail::note_fence();
  }
  SIMT_INLINE void __threadfence_system() const { __threadfence(); }

  [[nodiscard]] SIMT_INLINE block& context() const { return *block_; }

  static constexpr detail::no_result simt_result_{};

 private:
  template <class X>
  SIMT_INLINE static long count_active(X&& predicate) {
    auto const p = detail::as_predicate<W>(std::forward<X>(predicate));
    constexpr int P = detail::part_lanes<W>;
    auto const& e = detail::exec();
    long n = 0;
    simd::each<detail::parts_of<W>>([&](int i) SIMT_LAMBDA_INLINE {
      n += std::popcount(simd::mask_bits<P>(p.at(i, detail::exec_part<P>(e, i))));
    });
    return n;
  }

  block* block_;
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
