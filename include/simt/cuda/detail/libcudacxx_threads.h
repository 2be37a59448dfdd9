#pragma once
// SPDX-License-Identifier: MIT

// The functions with which libcu++'s threads wait: barriers, pipelines, semaphores, latches and the
// atomics' wait(). <cuda/std/atomic> includes this behind libcu++'s own declarations of them.

#include <simt/engine/block.hpp>
#include <simt/thread/waiting_loop.hpp>

#include <sched.h>
#include <time.h>

#include <limits>

#ifndef _LIBCUDACXX_CUDA_API_VERSION
#error "simt: <cuda/std/atomic> includes this header"
#elif _LIBCUDACXX_CUDA_API_VERSION_MAJOR != 1
#error \
    "simt: kernels work with libcu++ 1.x (Debian: libcu++-dev); threads of a later one would wait for ever for others of their block"
#endif

_LIBCUDACXX_BEGIN_NAMESPACE_STD

/// Lets other threads run: those of the block and other blocks where a kernel waits.
inline void __libcpp_thread_yield() {
  if (::simt::block::current() != nullptr)
    ::simt::detail::loop_turned(std::numeric_limits<unsigned>::max());
  else
    ::sched_yield();
}

/// Waits for about as long; a thread of a kernel lets others run once.
inline void __libcpp_thread_sleep_for(chrono::nanoseconds time) {
  if (::simt::block::current() != nullptr) return __libcpp_thread_yield();
  ::timespec const rest{static_cast<::time_t>(time.count() / 1000000000),
                        static_cast<long>(time.count() % 1000000000)};
  ::nanosleep(&rest, nullptr);
}

_LIBCUDACXX_END_NAMESPACE_STD
