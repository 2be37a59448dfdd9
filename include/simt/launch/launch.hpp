#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/kernel.hpp>
#include <simt/launch/arguments.hpp>
#include <simt/launch/check_launch.hpp>
#include <simt/launch/gang_runner.hpp>
#include <simt/launch/gang_width.hpp>
#include <simt/launch/shape.hpp>
#include <simt/launch/stream.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {
namespace detail {

template <class Kernel>
constexpr char const* kernel_name() {
  if constexpr (requires { Kernel::simt_name; })
    return Kernel::simt_name;
  else
    return "lambda";
}

/// The type as which a kernel sees its gang: a lambda's argument, or the body of a SIMT_KERNEL.
template <class Kernel, class Gang>
struct gang_seen_by {
  using type = Gang;
};
template <class Kernel, class Gang>
requires requires { Kernel::simt_name; }
struct gang_seen_by<Kernel, Gang> {
  using type = typename Kernel::template body<Gang>;
};

/// The gang with which launch and launch_at name the kernel's body before all else: compilers tell
/// for each error how they came to it first, and this is the shortest way. (It is written in each
/// of them: a function for it would be a step of that way.)
template <int Wanted, class Block>
using first_gang = gang<gangs_of_block<Wanted, Block>::width,
                        typename gangs_of_block<Wanted, Block>::form::layout,
                        typename gangs_of_block<Wanted, Block>::shape,
                        gangs_of_block<Wanted, Block>::form::is_block>;

/// Hands out shared memory in the order in which a gang meets simt::shared.
struct tile_memory {
  std::size_t dynamic;  // bytes

  SIMT_INLINE void begin_task(block& b) const {
    current_shared = {b.shared(), 0, static_shared_bytes, dynamic};
    close_shared(current_shared);
  }
  /// Why: known to the compiler, a tile's check against the limit folds away; the exception that it
  /// would throw costs g++ 12 its knowledge of the mask. Not needed where lane kernels with tiles
  /// keep their speed without the second line.
  SIMT_INLINE void begin_gang() const {
    current_shared.used = 0;
    current_shared.limit = static_shared_bytes;
  }
};

template <int Wanted, class Kernel, class Block, class Args>
void launch_block(Kernel const& kernel, dim3 grid, Block const& block_dim, std::size_t shared,
                  Args const& args) {
  dim3 const extents = block_dim_of(block_dim);
  choose_gangs<Wanted>(block_dim, extents, [&]<class Form>(Form) {
    using Shape = typename gangs_of_block<Wanted, Block>::shape;
    using Gang = gang<Form::width, typename Form::layout, Shape, Form::is_block>;
    gang_runner<Form, typename gang_seen_by<Kernel, Gang>::type, tile_memory, Kernel, Args> const
        runner{&kernel, {shared}, grid, extents, args};
    run_gangs(kernel_name<Kernel>(), grid, extents, static_shared_bytes + shared,
              unsigned{Form::width}, work_of(runner));
  });
}

/// Refuses a bad shape in the launching thread, before the launch is queued.
template <class Kernel, class Block>
void check_shape(dim3 grid, Block const& block_dim, std::size_t shared) {
  validate(launch_of_gangs(kernel_name<Kernel>(), grid, block_dim_of(block_dim),
                           static_shared_bytes + shared, 1));
}

/// Packs the arguments and runs the kernel, or queues it.
template <int Width, class Kernel, class Block, class Queue, class... Args>
void start(Kernel const& kernel, shape<Block, Queue> const& s, Args&&... args) {
  kernel_args<decltype(kernel_argument(args))...> const packed{{kernel_argument(args)}...};
  if constexpr (!std::is_void_v<Queue>) {
    if (s.queue != nullptr) {
      check_shape<Kernel>(s.grid, s.block, s.shared);
      s.queue->enqueue([kernel, grid = s.grid, block_dim = s.block, shared = s.shared, packed] {
        launch_block<Width>(kernel, grid, block_dim, shared, packed);
      });
      return;
    }
  }
  launch_block<Width>(kernel, s.grid, s.block, s.shared, packed);
}

}  // namespace detail

/// Runs a kernel, as launch does, with gangs of the given width: 1, a multiple of the native
/// width, 32, or whole_block; 0 leaves the choice to the kernel and the library.
/// - Errors:  as launch
/// - Source:  ours; the width changes speed, not results, but for the last bits of floating-point
///            numbers where a * b + c is rounded once at one width and twice at another
template <int Width, class Kernel, class Block, class Queue, class... Args>
void launch_at(Kernel const& kernel, shape<Block, Queue> const& s, Args&&... args) {
  constexpr int width = detail::observed_width(Width);
  if constexpr (detail::check_launch<Width, Kernel, Block, Args...>()) {
    using Gang = detail::first_gang<width, Block>;
    if constexpr (requires { Kernel::simt_name; }) {
      using Body = typename Kernel::template body<Gang>;
      static_cast<void>(&Body::operator());
      if constexpr (detail::takes<Body, detail::kernel_value<Args>...>)
        detail::start<width>(kernel, s, std::forward<Args>(args)...);
      else
        detail::refuse_arguments<Kernel, Args...>();
    } else if constexpr (detail::takes<Kernel, Gang, detail::kernel_value<Args>...>) {
      detail::start<width>(kernel, s, std::forward<Args>(args)...);
    } else {
      detail::refuse_arguments<Kernel, Args...>();
    }
  }
}

/// Runs a kernel over a grid: waits until it has finished or, in a shape with a stream, queues it.
/// - CUDA:    kernel<<<grid, block, shared>>>(args...); cudaDeviceSynchronize();
/// - Shape:   kernel: made by SIMT_KERNEL, or a callable that takes the gang and the arguments:
///            simt::launch({…}, [=](auto& t, …) { … })
/// - Order:   blocks run on the caller's TBB arena, as run_grid says
/// - Errors:  launch_error before anything has run; kernel_error and its kinds; an exception that
///            the kernel throws stops the grid and arrives here, or at the stream's synchronize,
///            with its own type; a device_stream's synchronize throws runtime_error with the
///            device's error instead
/// - Cost:    below a microsecond for an empty grid
/// - Source:  CUDA C Programming Guide 8.0, B.19 (Execution Configuration)
template <class Kernel, class Block, class Queue, class... Args>
void launch(Kernel const& kernel, shape<Block, Queue> const& s, Args&&... args) {
  // Why: not a call of launch_at, which would put three lines more between an error in a kernel and
  // the line of the launch. decltype(saxpy) is const.
  constexpr int wanted = kernel_width<Kernel const>;
  constexpr int width = detail::observed_width(wanted != 0 ? wanted : kernel_width<Kernel>);
  if constexpr (detail::check_launch<width, Kernel, Block, Args...>()) {
    using Gang = detail::first_gang<width, Block>;
    if constexpr (requires { Kernel::simt_name; }) {
      using Body = typename Kernel::template body<Gang>;
      static_cast<void>(&Body::operator());
      if constexpr (detail::takes<Body, detail::kernel_value<Args>...>)
        detail::start<width>(kernel, s, std::forward<Args>(args)...);
      else
        detail::refuse_arguments<Kernel, Args...>();
    } else if constexpr (detail::takes<Kernel, Gang, detail::kernel_value<Args>...>) {
      detail::start<width>(kernel, s, std::forward<Args>(args)...);
    } else {
      detail::refuse_arguments<Kernel, Args...>();
    }
  }
}
/// The same for a lambda, shape first: simt::launch(simt::shape{grid, block}, [=](auto& t) { … }).
template <class Block, class Queue, class Kernel, class... Args>
void launch(shape<Block, Queue> const& s, Kernel const& kernel, Args&&... args) {
  launch_at<0>(kernel, s, std::forward<Args>(args)...);
}

}  // namespace simt::inline SIMT_ABI
