#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/atomics.hpp>
#include <simt/builtins/clock.hpp>
#include <simt/builtins/context.hpp>
#include <simt/builtins/intrinsics.hpp>
#include <simt/builtins/math.hpp>
#include <simt/builtins/printf/lanes.hpp>
#include <simt/builtins/warp/warp.hpp>
#include <simt/kernel/thread_coordinates.hpp>
#include <simt/lanes/flow/return.hpp>
#include <simt/lanes/memory/local.hpp>

#include <atomic>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Gives a kernel the built-in variables and functions, for the W threads that one gang carries.
/// Kernels made with SIMT_KERNEL derive from it, so that CUDA's names stand bare; lambda kernels
/// get it as their argument.
/// - CUDA:    threadIdx, blockIdx, blockDim, gridDim, warpSize
/// - Shape:   threadIdx has one value per thread; the others are uniform
/// - Differs: the built-ins are signed (int), so that i - 1 compares as one expects
/// - Source:  CUDA C Programming Guide 8.0, B.4 (Built-in Variables)
template <int W, class Layout, class Shape, bool Single>
class gang : public detail::warp_functions<W>,
             public detail::atomic_functions<W>,
             public detail::intrinsic_functions,
             public detail::math_functions,
             public detail::print_functions<W>,
             public detail::clock_functions {
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
    auto const i = b.seen_index();
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

  /// Makes a value for each thread that begins as x.
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
#if SIMT_CHECK
    simt_check_fence(false);
#endif
    std::atomic_signal_fence(std::memory_order_seq_cst);
    detail::note_fence();
  }
  SIMT_INLINE void __threadfence() const {
    detail::device_fence();
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
    auto const& e = detail::active_mask();
    long n = 0;
    simd::each<detail::parts_of<W>>([&](int i) SIMT_LAMBDA_INLINE {
      n += std::popcount(simd::mask_bits<P>(p.at(i, detail::active_part<P>(e, i))));
    });
    return n;
  }

  block* block_;
};

/// `varying<T>` and `local<T[N]>` where they have no name: in lambda kernels and in templates that
/// get the gang as an argument.
///     simt::launch(shape, [=](auto& t) { simt::varying_of<decltype(t), float> sum = 0; … });
/// - Source:  ours; auto sum = t.var(0.0f) declares a varying<float> as well
template <class Gang, class T>
using varying_of = varying<T, std::remove_cvref_t<Gang>::gang_width>;
template <class Gang, class Array>
using local_of = local<Array, std::remove_cvref_t<Gang>::gang_width>;

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
