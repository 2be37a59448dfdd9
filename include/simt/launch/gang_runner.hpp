#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/grid.hpp>
#include <simt/kernel/gang.hpp>
#include <simt/lanes/flow/errors.hpp>

#include <cstddef>

namespace simt::inline SIMT_ABI::detail {

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
    close_shared(current_shared);
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

}  // namespace simt::inline SIMT_ABI::detail
