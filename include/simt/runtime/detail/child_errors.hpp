#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/runtime/detail/child_queue.hpp>
#include <simt/runtime/detail/state.hpp>
#include <simt/runtime/error_code.hpp>

#include <new>

namespace simt::inline SIMT_ABI::detail {

/// The queue of a block, made when it is first asked for.
/// - Errors:  std::bad_alloc
[[nodiscard]] inline child_queue& children_of(block& b) {
  if (b.deferred() == nullptr) b.deferred() = child_queue::take();
  return static_cast<child_queue&>(*b.deferred());
}

/// The running thread's number in its block.
[[nodiscard]] inline unsigned thread_in(block const& b) noexcept {
  return b.info().running_gang != nullptr ? b.info().running_gang() : b.current_gang();
}

/// The device for which a block runs; null where it has been launched for none.
[[nodiscard]] inline device_state* device_of(block const& b) noexcept {
  return static_cast<device_state*>(b.launch().origin.device);
}

/// Keeps a failed call's error: of the host's thread, or of the kernel's.
SIMT_COLD inline void keep_error(error_code code) noexcept {
  block* const b = block::current();
  if (b == nullptr) {
    this_thread.last = code;
    return;
  }
  try {
    children_of(*b).keep_error(b->linear(), thread_in(*b), static_cast<int>(code));
  } catch (std::bad_alloc const&) {
  }
}

/// Gives the last error of the calling thread, of the host's or of a kernel's.
[[nodiscard]] inline error_code last_error(bool forget) noexcept {
  block* const b = block::current();
  if (b != nullptr) [[unlikely]] {
    if (b->deferred() == nullptr) return error_code::success;
    return static_cast<error_code>(
        static_cast<child_queue*>(b->deferred())->error(b->linear(), thread_in(*b), forget));
  }
  error_code const last = this_thread.last;
  if (forget) this_thread.last = error_code::success;
  return last;
}

}  // namespace simt::inline SIMT_ABI::detail
