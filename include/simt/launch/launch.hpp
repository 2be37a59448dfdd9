#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/kernel.hpp>
#include <simt/launch/arguments.hpp>
#include <simt/launch/gang_runner.hpp>
#include <simt/launch/gang_width.hpp>
#include <simt/launch/shape.hpp>
#include <simt/launch/stream.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace simt::inline SIMT_ABI {
namespace detail {

template <int Wanted, class Kernel, int X, int Y, int Z, class Tuple>
void launch_block(Kernel const& kernel, dim3 grid, static_shape<X, Y, Z>, std::size_t shared,
                  Tuple const& args) {
  static_assert(X > 0 && Y > 0 && Z > 0 && X * Y * Z <= 1024 && Z <= 64,
                "simt::block_shape: a block has 1 to 1024 threads, at most 64 of them along z");
  constexpr int W = static_width<Wanted, X * Y * Z>();
  check_width<W>();
  launch_gangs<W, decltype(layout_of<W, X, Y, Z>()), static_shape<X, Y, Z>, (W >= X * Y * Z),
               X * Y * Z % W == 0>(kernel, grid, dim3(X, Y, Z), shared, args);
}
template <int Wanted, class Kernel, class Tuple>
void launch_block(Kernel const& kernel, dim3 grid, dim3 block_dim, std::size_t shared,
                  Tuple const& args) {
  static_assert(Wanted != whole_block,
                "simt::launch: a gang as wide as the block needs a static block: "
                "simt::block_shape<16, 16>");
  constexpr int W = Wanted == 0 ? default_width : Wanted;
  check_width<W>();
  // Two forms at most, to keep compile times down: rows of full gangs, and everything else.
  if constexpr (W == 1) {
    launch_gangs<W, row_layout, dynamic_shape, false, true>(kernel, grid, block_dim, shared, args);
  } else {
    if (block_dim.x % unsigned{W} == 0)
      launch_gangs<W, row_layout, dynamic_shape, false, true>(kernel, grid, block_dim, shared,
                                                              args);
    else
      launch_gangs<W, scattered_layout, dynamic_shape, false, false>(kernel, grid, block_dim,
                                                                     shared, args);
  }
}
template <int Wanted, class Kernel, std::integral Int, class Tuple>
void launch_block(Kernel const& kernel, dim3 grid, Int block_dim, std::size_t shared,
                  Tuple const& args) {
  static_assert(Wanted != whole_block,
                "simt::launch: a gang as wide as the block needs a static block: "
                "simt::block_shape<256>");
  constexpr int W = Wanted == 0 ? default_width : Wanted;
  check_width<W>();
  dim3 const extents = grid_extents(block_dim);
  if constexpr (W == 1) {
    launch_gangs<W, line_layout, dynamic_shape, false, true>(kernel, grid, extents, shared, args);
  } else {
    if (extents.x % unsigned{W} == 0)
      launch_gangs<W, line_layout, dynamic_shape, false, true>(kernel, grid, extents, shared, args);
    else
      launch_gangs<W, line_layout, dynamic_shape, false, false>(kernel, grid, extents, shared,
                                                                args);
  }
}

/// Refuses a bad shape in the launching thread, before the launch is queued.
template <class Kernel, class Block>
void check_shape(dim3 grid, Block const& block_dim, std::size_t shared) {
  launch_info info;
  info.kernel = kernel_name<Kernel>();
  info.grid = grid;
  if constexpr (requires { Block::extents(); })
    info.block = Block::extents();
  else
    info.block = grid_extents(block_dim);
  info.shared_bytes = static_shared_bytes + shared;
  info.threads = info.gangs = static_cast<unsigned>(info.block.count());
  validate(info);
}

}  // namespace detail

/// Runs a kernel, as launch does, with gangs of the given width: 1, a multiple of the native
/// width, 32, or whole_block; 0 leaves the choice to the kernel and the library.
/// - Errors:  as launch
/// - Source:  ours; the width changes speed, never results
template <int Width, class Kernel, class Block, class Queue, class... Args>
void launch_at(Kernel const& kernel, shape<Block, Queue> const& s, Args&&... args) {
  detail::kernel_args<decltype(detail::kernel_argument(args))...> const packed{
      {detail::kernel_argument(args)}...};
  if (s.queue == nullptr) {
    detail::launch_block<Width>(kernel, s.grid, s.block, s.shared, packed);
  } else {
    detail::check_shape<Kernel>(s.grid, s.block, s.shared);
    s.queue->enqueue([kernel, grid = s.grid, block_dim = s.block, shared = s.shared, packed] {
      detail::launch_block<Width>(kernel, grid, block_dim, shared, packed);
    });
  }
}

/// Runs a kernel over a grid: waits until it has finished or, in a shape with a stream, queues it.
/// - CUDA:    kernel<<<grid, block, shared>>>(args...); cudaDeviceSynchronize();
/// - Shape:   kernel: made by SIMT_KERNEL, or a callable that takes the gang and the arguments:
///            simt::launch({…}, [=](auto& t, …) { … })
/// - Order:   blocks start in ascending order and run on the caller's TBB arena
/// - Errors:  launch_error before anything has run; kernel_error and its kinds; an exception that
///            the kernel throws stops the grid and arrives here, or at the stream's synchronize,
///            with its own type; a device_stream's synchronize throws runtime_error with the
///            device's error instead
/// - Cost:    below a microsecond for an empty grid
/// - Source:  CUDA C Programming Guide 8.0, B.19 (Execution Configuration)
template <class Kernel, class Block, class Queue, class... Args>
void launch(Kernel const& kernel, shape<Block, Queue> const& s, Args&&... args) {
  // decltype(saxpy) is const.
  constexpr int width = kernel_width<Kernel const>;
  launch_at<width != 0 ? width : kernel_width<Kernel>>(kernel, s, std::forward<Args>(args)...);
}
/// The same for a lambda, shape first: simt::launch(simt::shape{grid, block}, [=](auto& t) { … }).
template <class Block, class Queue, class Lambda, class... Args>
void launch(shape<Block, Queue> const& s, Lambda const& lambda, Args&&... args) {
  launch_at<0>(lambda, s, std::forward<Args>(args)...);
}

}  // namespace simt::inline SIMT_ABI
