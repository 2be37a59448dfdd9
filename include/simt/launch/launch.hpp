#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/grid.hpp>
#include <simt/kernel/kernel.hpp>
#include <simt/launch/stream.hpp>

#include <functional>
#include <utility>

namespace simt::inline SIMT_ABI {

/// A block shape known when the kernel is compiled: simt::block_shape<16, 16>. One gang can then be
/// the whole block, and index arithmetic folds into addresses.
template <int X, int Y = 1, int Z = 1>
inline constexpr detail::static_shape<X, Y, Z> block_shape{};

/// Threads that a gang carries where neither kernel nor launch asks for a width: a multiple of the
/// warp, wide enough to hide the latency of arithmetic, narrow enough to stay in registers.
inline constexpr int default_width = SIMT_ISA_AVX512 ? 64 : 32;
/// A static block up to this size is one gang.
inline constexpr int whole_block_limit = 256;
/// As a width: one gang carries the whole block, whose shape must be static.
inline constexpr int whole_block = -1;

/// The gang width that a kernel prefers, 0 for the default. Specialise it to choose:
/// template <> inline constexpr int simt::kernel_width<decltype(saxpy)> = 32;
template <class Kernel>
inline constexpr int kernel_width = 0;

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
}  // namespace detail

/// Grid, block, dynamic shared memory and stream of a launch: shape{grid, block, shared, stream}.
/// - CUDA:    <<<grid, block, shared, stream>>>
/// - Shape:   grid in blocks; block an int, a dim3 or a static simt::block_shape<16, 16>; the
///            stream a simt::stream, a simt::device_stream or what else has their `enqueue`
/// - Units:   shared in bytes
/// - Order:   without a stream the launch waits for the grid; with one it returns at once
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
};
template <class Grid, class Block>
shape(Grid, Block) -> shape<Block>;
template <class Grid, class Block>
shape(Grid, Block, std::size_t) -> shape<Block>;
template <class Grid, class Block>
shape(Grid, Block, std::size_t, stream&) -> shape<Block>;
template <class Grid, class Block, class Queue>
shape(Grid, Block, std::size_t, Queue&) -> shape<Block, Queue>;

namespace detail {

/// What a kernel takes for an argument: raw pointers, and arrays as pointers, become ptr.
template <class A>
SIMT_INLINE auto kernel_argument(A&& a) {
  using P = std::decay_t<A>;
  if constexpr (std::is_pointer_v<P> && std::is_object_v<std::remove_pointer_t<P>>)
    return ptr<std::remove_pointer_t<P>>(a);
  else
    return P(a);
}

/// Static shared memory of a block: CUDA's 48 KiB.
inline constexpr std::size_t static_shared_bytes = 48 * 1024;

/// Adds kernel, block and thread to what the lanes found wrong.
[[noreturn]] SIMT_COLD inline void rethrow_flow(flow_fault const& f, block const& b) {
  throw flow_error(f.what, b.site(), b.index(), b.threads_of(b.current_gang()));
}

/// Keeps the lane state of a kernel that launches another from its host code.
class lane_state_guard {
 public:
  lane_state_guard() {
    if (block::current() != nullptr) {
      nested_ = true;
      saved_.save();
    }
  }
  ~lane_state_guard() {
    if (nested_)
      saved_.restore();
    else
      begin_task<1>();  // values with lanes work in host code, too
  }
  lane_state_guard(lane_state_guard const&) = delete;
  lane_state_guard& operator=(lane_state_guard const&) = delete;

 private:
  gang_snapshot saved_;
  bool nested_ = false;
};

/// The arguments of a launch. Not std::tuple, which is not trivially copyable: each task copies
/// them, so that they stay in registers across the kernel's stores. Not std::apply either: its
/// helpers are not inlined by force, and a body behind a call loses what is known of the mask.
template <std::size_t I, class T>
struct kernel_arg {
  T value;
};
template <class Sequence, class... T>
struct kernel_args_of;
template <std::size_t... I, class... T>
struct kernel_args_of<std::index_sequence<I...>, T...> : kernel_arg<I, T>... {
  template <class F>
  SIMT_INLINE void call(F&& f) const {
    f(static_cast<kernel_arg<I, T> const&>(*this).value...);
  }
};
template <class... T>
using kernel_args = kernel_args_of<std::index_sequence_for<T...>, T...>;

template <class Kernel>
constexpr char const* kernel_name() {
  if constexpr (requires { Kernel::simt_name; })
    return Kernel::simt_name;
  else
    return "lambda";
}

/// Runs the gangs of a launch with everything known: W lanes a gang, its layout in the block, the
/// block's shape; Single: one gang is the block; Full: no gang has lanes beyond the block's
/// threads.
template <int W, class Layout, class Shape, bool Single, bool Full, class Kernel, class Args>
struct gang_runner {
  using Gang = gang<W, Layout, Shape, Single>;
  Kernel const* kernel;
  std::size_t shared;
  dim3 grid, block_dim;
  Args args;

  SIMT_INLINE void enter(block& b) const {
    begin_task<W>();
    current_shared = {b.shared(), 0, static_shared_bytes, shared};
  }
  SIMT_INLINE void operator()(block& b, unsigned g) const {
    begin_gang<W, Full>(Single ? 0u : g, block_dim);
    // Known to the compiler, so that a tile's check against the limit folds away: the exception
    // that it would throw costs g++ its knowledge of the mask.
    current_shared.used = 0;
    current_shared.limit = static_shared_bytes;
    try {
      if constexpr (requires { Kernel::simt_name; }) {
        typename Kernel::template body<Gang> const body(b, g, grid, block_dim);
        args.call([&](auto const&... a) SIMT_LAMBDA_INLINE { body(a...); });
      } else {
        Gang const gang(b, g, grid, block_dim);
        args.call([&](auto const&... a) SIMT_LAMBDA_INLINE { (*kernel)(gang, a...); });
      }
    } catch (flow_fault const& f) {
      rethrow_flow(f, b);
    }
    end_gang();
  }
};

template <int W, class Layout, class Shape, bool Single, bool Full, class Kernel, class Args>
void launch_gangs(Kernel const& kernel, dim3 grid, dim3 block_dim, std::size_t shared,
                  Args const& args) {
  launch_info info;
  info.kernel = kernel_name<Kernel>();
  info.grid = grid;
  info.block = block_dim;
  info.shared_bytes = static_shared_bytes + shared;
  info.gang_width = unsigned{W};
  info.threads = static_cast<unsigned>(block_dim.count());
  info.gangs = Single ? 1u : (info.threads + unsigned{W} - 1) / unsigned{W};
  lane_state_guard const guard;
  run_grid(info, gang_runner<W, Layout, Shape, Single, Full, Kernel, Args>{&kernel, shared, grid,
                                                                           block_dim, args});
}

constexpr int round_up(int n, int m) { return (n + m - 1) / m * m; }

/// Lanes of a gang for a static block, from what kernel or launch ask for.
template <int Wanted, int Threads>
constexpr int static_width() {
  if (Wanted == whole_block || (Wanted == 0 && Threads <= whole_block_limit))
    return round_up(Threads, 32);
  return Wanted == 0 ? default_width : Wanted;
}

template <int W, int X, int Y, int Z>
constexpr auto layout_of() {
  if constexpr (Y * Z == 1)
    return line_layout{};
  else if constexpr (W == 1)
    return row_layout{};
  else if constexpr (W >= X * Y * Z)
    return box_layout<X, Y, Z>{};
  else if constexpr (X % W == 0)
    return row_layout{};
  else if constexpr (W % X == 0 && (Z == 1 || Y % (W / X) == 0))
    return box_layout<X, W / X, 1>{};
  else if constexpr (W % (X * Y) == 0)
    return box_layout<X, Y, W / (X * Y)>{};
  else
    return scattered_layout{};
}

template <int W>
constexpr void check_width() {
  static_assert(W == 1 || (W > 0 && W <= max_lanes && W % simd::native_lanes == 0),
                "simt::launch: a gang is 1 thread wide or a multiple of the native width, at most "
                "1024; use 32 for a warp, simt::whole_block for a static block");
}

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
