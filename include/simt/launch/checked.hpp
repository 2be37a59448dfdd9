#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>

// Tells the checker of a checked build, or the profiler, about launches, blocks and threads; other
// builds run a launch without more. Kernels of either kind run one thread at a time there.
#if SIMT_CHECK

#include <simt/engine/block.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/surface_error.hpp>
#include <simt/lanes/memory/shared_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// Tells the checker which thread runs, and that it has ended.
struct checked_thread {
  SIMT_INLINE checked_thread(block& b, unsigned rank) {
    stack_record const& stack = *worker::current().stack.current;
    auto const block_at = reinterpret_cast<std::uintptr_t>(&b);
    auto const low = reinterpret_cast<std::uintptr_t>(stack.low);
    // Above the block lies what the host has put on this stack.
    std::size_t const above = block_at - low;
    shuffled = simt_check_begin_thread(rank, stack.low, above < stack.bytes ? above : stack.bytes);
  }
  SIMT_INLINE ~checked_thread() { simt_check_end_thread(!ended); }
  checked_thread(checked_thread const&) = delete;
  checked_thread& operator=(checked_thread const&) = delete;

  bool shuffled;       // others may have to go first
  bool ended = false;  // not by an exception
};

/// Tells the checker of a block that begins. `limit`, `dynamic`: bytes of shared memory for arrays,
/// and those that the launch gave. `lanes`: it may use the host's memory. `arguments`, `more`: what
/// its threads may read, `bytes` and `more_bytes` of it.
SIMT_INLINE_UNSEEN void begin_checked_block(block const& b, std::size_t limit, std::size_t dynamic,
                                            bool lanes, void const* arguments, std::size_t bytes,
                                            void const* more, std::size_t more_bytes) {
  launch_info const& info = b.info();
  uint3 const i = b.seen_index();
  simt_check_block const told{&info,
                              info.kernel,
                              {info.grid.x, info.grid.y, info.grid.z},
                              {info.block.x, info.block.y, info.block.z},
                              {i.x, i.y, i.z},
                              current_shared.base,
                              shared_spread * limit + dynamic,
                              current_shared.dynamic_memory(),
                              dynamic,
                              {arguments, more},
                              {bytes, more_bytes},
                              lanes};
  simt_check_begin_block(&told);
}

/// How a launch has ended.
inline void end_checked_launch(launch_info const& info, std::exception_ptr const& error) {
  if (error == nullptr) {
    simt_check_end_launch(&info, 0, nullptr);
    return;
  }
  try {
    std::rethrow_exception(error);
  } catch (barrier_error const& e) {
    simt_check_end_launch(&info, 1, e.what());
  } catch (illegal_address_error const& e) {
    simt_check_end_launch(&info, 2, e.what());
  } catch (surface_error const& e) {
    simt_check_end_launch(&info, 2, e.what());
  } catch (std::exception const& e) {
    simt_check_end_launch(&info, 3, e.what());
  } catch (...) {
    simt_check_end_launch(&info, 3, "a kernel ended by an exception");
  }
}
/// Runs a launch's grid by run(); the checker is told of it.
template <class Run>
void run_checked_launch(launch_info const& info, Run const& run) {
  simt_check_begin_launch(&info);
  std::exception_ptr error;
  try {
    run();
  } catch (...) {
    error = std::current_exception();
  }
  end_checked_launch(info, error);
  if (error != nullptr) std::rethrow_exception(error);
}

}  // namespace simt::inline SIMT_ABI::detail

#else

namespace simt::inline SIMT_ABI::detail {

template <class Info, class Run>
SIMT_INLINE void run_checked_launch(Info const&, Run const& run) {
  run();
}

}  // namespace simt::inline SIMT_ABI::detail

#endif
