#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/launch/detail/stream_core.hpp>
#include <simt/runtime/detail/state.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

#ifdef __GLIBC__
#include <unistd.h>
#endif

namespace simt::inline SIMT_ABI::detail {

#ifdef __GLIBC__
/// exit() in a host function runs on a thread that others wait for, and in a graph on one of TBB's:
/// the library's own ending would take down what it stands on. By then everything registered or
/// constructed after this header's beginning has ended; the process goes with its status, files
/// flushed.
inline bool const ends_from_host_function = [] {
  return on_exit(
             [](int status, void*) {
               if (this_thread.inside_host_function == 0) return;
               std::fflush(nullptr);
               ::_exit(status);
             },
             nullptr) == 0;
}();
#endif

/// Runs a user's function inside a stream.
inline void run_host_function(void (*function)(void*), void* argument) {
  std::scoped_lock const hold(host().host_function_lock);
  struct inside {
    thread_state outer = this_thread;
    inside() {
      this_thread.last = error_code::success;
      this_thread.inside_host_function = 1;
    }
    ~inside() { this_thread = outer; }
    inside(inside const&) = delete;
    inside& operator=(inside const&) = delete;
  } const scope;
#if SIMT_CHECK
  simt_check_host_called();
#endif
  function(argument);
}

/// A host function as work of a stream.
struct host_function {
  void (*function)(void*);
  void* argument;
  void operator()() const { run_host_function(function, argument); }
};

/// Work of a stream that runs a user's function, which may wait for anything: a lock, another
/// thread of the host, memory that a kernel of another stream writes. No worker runs it: it would
/// be missing there. A thread that waits for the stream does, where no other function runs; else it
/// is queued for the thread that host functions have, in the order in which their streams come to
/// them, and the stream rests.
/// - Needs:   `run` that does not throw; a stream_core's queue, where it stays until it has run
template <class Run>
class host_call {
 public:
  explicit host_call(Run run) : run_(std::move(run)) {}

  /// True where the function has run.
  bool operator()(stream_core& self) noexcept {
    if (is_queued_) return true;
    auto const& others = host().host_functions;
    if (stream_frame::is_awaited() && others->run_now(run_)) return true;
    is_queued_ = true;
    std::uint64_t ticket = 0;
    try {
      ticket = others->enqueue([this, &self]() noexcept { self.run_for(run_); });
    } catch (...) {
      run_();
      return true;
    }
    try {
      return !self.rest(others, ticket);
    } catch (...) {
      others->wait(ticket);
      return true;
    }
  }

 private:
  Run run_;
  bool is_queued_ = false;
};

}  // namespace simt::inline SIMT_ABI::detail
