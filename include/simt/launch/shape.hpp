#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/dim.hpp>
#include <simt/kernel/thread_coordinates.hpp>
#include <simt/launch/stream.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace simt::inline SIMT_ABI {

/// A block shape known when the kernel is compiled: simt::block_shape<16, 16>. One gang can then be
/// the whole block, and index arithmetic folds into addresses.
template <int X, int Y = 1, int Z = 1>
inline constexpr detail::static_shape<X, Y, Z> block_shape{};

namespace detail {
/// Plain integers are extents along x; a negative one becomes too large and is refused as such.
template <class G>
constexpr dim3 grid_extents(G const& g) {
  if constexpr (std::is_integral_v<G>)
    return g < G{} || static_cast<std::uint64_t>(g) > 0xffffffffu ? dim3(0xffffffffu)
                                                                  : dim3(static_cast<unsigned>(g));
  else
    return dim3(g);
}
/// Gives the extents of a launch's block: an integer, a dim3 or a static shape.
template <class Block>
constexpr dim3 block_dim_of(Block const& b) {
  if constexpr (requires { Block::extents(); })
    return Block::extents();
  else
    return grid_extents(b);
}
}  // namespace detail

/// Grid, block, dynamic shared memory and stream of a launch: shape{grid, block, shared, stream}.
/// - CUDA:    <<<grid, block, shared, stream>>>
/// - Shape:   grid in blocks; block an int, a dim3 or a static simt::block_shape<16, 16>; the
///            stream a simt::stream, a simt::device_stream or what else has their `enqueue`
/// - Units:   shared in bytes
/// - Order:   without a stream the launch waits for the grid; with one it returns at once
/// - Cost:    of a shape without a stream launches compile no queue
/// - Source:  CUDA C Programming Guide 8.0, B.19 (Execution Configuration)
template <class Block, class Queue = stream>
struct shape {
  dim3 grid;
  Block block;
  std::size_t shared;
  Queue* queue;
  template <class Grid>
  shape(Grid const& g, Block b, std::size_t s = 0)
      : grid(detail::grid_extents(g)), block(b), shared(s), queue(nullptr) {}
  template <class Grid>
  shape(Grid const& g, Block b, std::size_t s, Queue& q)
      : grid(detail::grid_extents(g)), block(b), shared(s), queue(&q) {}
  shape(shape<Block, void> const& s)
      : grid(s.grid), block(s.block), shared(s.shared), queue(nullptr) {}
};
/// One that waits.
template <class Block>
struct shape<Block, void> {
  dim3 grid;
  Block block;
  std::size_t shared;
  template <class Grid>
  shape(Grid const& g, Block b, std::size_t s = 0)
      : grid(detail::grid_extents(g)), block(b), shared(s) {}
};
template <class Grid, class Block>
shape(Grid, Block) -> shape<Block, void>;
template <class Grid, class Block>
shape(Grid, Block, std::size_t) -> shape<Block, void>;
template <class Grid, class Block>
shape(Grid, Block, std::size_t, stream&) -> shape<Block>;
template <class Grid, class Block, class Queue>
shape(Grid, Block, std::size_t, Queue&) -> shape<Block, Queue>;

}  // namespace simt::inline SIMT_ABI
