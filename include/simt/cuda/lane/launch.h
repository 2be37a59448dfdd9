#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/gang.h>
#include <simt/thread/launch.hpp>

namespace simt::inline SIMT_ABI {
namespace detail {

/// Runs the gangs of a kernel's lane form, with the storage that its thread form has.
template <int W, class Layout, bool Full, bool Single, class Kernel, class Args>
struct lane_runner {
  using Gang = cuda::lane::gang<W, Layout, Single>;
  Kernel const* kernel;
  std::size_t shared;
  std::size_t limit;  // bytes for static shared memory
  shared_layout* layout;
  dim3 grid, block_dim;
  Args args;

  SIMT_INLINE void enter(block& b) const {
    begin_task<W>();
    auto const begin = reinterpret_cast<std::uintptr_t>(b.shared());
    current_shared = {b.shared() + (0 - begin) % 128, 0, limit, shared};
    current_layout = {layout, layout->number()};
  }
  SIMT_INLINE void operator()(block& b, unsigned g) const {
    begin_gang<W, Full>(Single ? 0u : g, block_dim);
    try {
      Gang const gang(b, Single ? 0u : g, grid, block_dim);
      args.call([&](auto const&... a) SIMT_LAMBDA_INLINE { (*kernel)(gang, a...); });
    } catch (flow_fault const& f) {
      rethrow_flow(f, b);
    }
    end_gang();
  }
};

/// A kernel that waits in flow that parts is none for lanes.
[[noreturn]] SIMT_COLD inline void throw_in_lanes(kernel_error const& e) {
  throw device_fault(error_code::launch_failure,
                     std::string(e.what()) +
                         "; this was the kernel's lane form: if the program is right, compile it "
                         "with SIMT_VECTORIZE off or run it with SIMT_KERNEL_FORM=thread");
}

template <int W, class Layout, bool Full, bool Single, class Layouts, class Kernel, class Args>
void launch_lane_gangs(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
                       Kernel const& kernel, Args const& args) {
  launch_info info;
  info.kernel = name;
  info.grid = grid;
  info.block = block_dim;
  info.shared_bytes = static_limit(shared) + shared;
  info.gang_width = unsigned{W};
  info.threads = static_cast<unsigned>(block_dim.count());
  info.gangs = (info.threads + unsigned{W} - 1) / unsigned{W};
  thread_state_guard const guard;
  lane_runner<W, Layout, Full, Single, Kernel, Args> const runner{
      &kernel, shared, static_limit(shared), &kernel_shared_layout<Layouts>, grid, block_dim, args};
  try {
    run_grid(info, runner);
  } catch (barrier_error const& e) {
    throw_in_lanes(e);
  } catch (flow_error const& e) {
    throw_in_lanes(e);
  }
}

}  // namespace detail

namespace cuda::lane {

/// Lanes of a gang: a warp at least, so that its threads run in lock step; many where the kernel
/// has barriers, each of which switches stacks between the gangs of a block.
inline constexpr int gang_lanes = 32;
template <int W, class Layout, bool Full, bool Single>
struct gang_choice {};

/// The lane form of a kernel: a callable that takes the gang and the arguments. Planar: the kernel
/// names y or z of its coordinates. Barriers: it waits for other threads of its block.
template <bool Planar, bool Barriers, class Kernel>
class lane_kernel {
 public:
  static constexpr bool is_lane_kernel = true;
  explicit lane_kernel(Kernel k) : kernel_(std::move(k)) {}

  /// Whether there is a form for blocks of this shape.
  [[nodiscard]] static bool takes(dim3 block_dim) {
    return Planar || block_dim.y * block_dim.z == 1;
  }

  /// Runs the grid, with the static shared memory of the kernel `Layouts`. Few forms, for the
  /// compiler's sake: those of the usual blocks, and one for all others.
  template <class Layouts, class Args>
  void run(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
           Args const& args) const {
    constexpr int W = gang_lanes;
    dim3 const b = block_dim;
    auto const go = [&]<int Width, class Layout, bool Full, bool Single>(
                        gang_choice<Width, Layout, Full, Single>) {
      d::launch_lane_gangs<Width, Layout, Full, Single, Layouts>(name, grid, block_dim, shared,
                                                                 kernel_, args);
    };
    if constexpr (!Planar && Barriers) {
      if (b.x == 256)
        go(gang_choice<256, d::line_layout, true, true>{});
      else if (b.x % 128 == 0)
        go(gang_choice<128, d::line_layout, true, false>{});
      else
        go(gang_choice<W, d::line_layout, false, false>{});
    } else if constexpr (!Planar) {
      if (b.x % unsigned{W} == 0)
        go(gang_choice<W, d::line_layout, true, false>{});
      else
        go(gang_choice<W, d::line_layout, false, false>{});
    } else if constexpr (Barriers) {
      if (b.x == 16 && b.y == 16 && b.z == 1)
        go(gang_choice<256, d::box_layout<16, 16, 1>, true, true>{});
      else if (b.x == 32 && b.y % 8 == 0)
        go(gang_choice<256, d::box_layout<32, 8, 1>, true, false>{});
      else
        go(gang_choice<W, d::scattered_layout, false, false>{});
    } else {
      if (b.x % unsigned{W} == 0)
        go(gang_choice<W, d::row_layout, true, false>{});
      else if (b.x == 16 && b.y % (W / 16) == 0)
        go(gang_choice<W, d::box_layout<16, W / 16, 1>, true, false>{});
      else
        go(gang_choice<W, d::scattered_layout, false, false>{});
    }
  }

 private:
  Kernel kernel_;
};
template <bool Planar = true, bool Barriers = true, class Kernel>
auto kernel_form(Kernel k) {
  return lane_kernel<Planar, Barriers, Kernel>(std::move(k));
}

}  // namespace cuda::lane
}  // namespace simt::inline SIMT_ABI
