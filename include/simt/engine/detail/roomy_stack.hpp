#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/worker.hpp>
#include <simt/engine/fiber.hpp>
#include <simt/engine/stack_pool.hpp>

#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI::detail {

/// A grid that a kernel waits for runs on the kernel's stack. It is enough for a few such grids, one
/// within the other; below this many bytes it goes on elsewhere.
inline constexpr std::size_t least_room = (SIMT_ASAN || SIMT_TSAN ? 4 : 1) * std::size_t{160} * 1024;
/// Of the stacks on which it does. (A size that no gang's stack has: these are never begun anew.)
inline constexpr std::size_t roomy_bytes = 4 * least_room + 3 * 4096;

/// Holds what runs on such a stack, and where its end leads.
struct roomy_call {
  void (*function)(void*) noexcept;
  void* argument;
  execution back;

  static void run(fiber& f) noexcept {
    auto& self = *static_cast<roomy_call*>(f.owner);
    self.function(self.argument);
    switch_execution(worker::current().stack, f, self.back);
  }
};

/// Calls a function on the running stack, or on one with more room where little of it is left.
/// - Errors:  none; without memory for a stack it runs where it is
inline void call_with_room(void (*function)(void*) noexcept, void* argument) noexcept {
  worker& w = worker::current();
  stack_record* const here = w.stack.current;
  auto const at = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  auto const low = reinterpret_cast<std::uintptr_t>(here->low);
  if (low == 0 || at - low > least_room) {
    function(argument);
    return;
  }
  fiber_pool& pool = w.fibers(roomy_bytes);
  fiber* const f = pool.take();
  if (f == nullptr) {
    function(argument);
    return;
  }
  roomy_call call{function, argument, {}};
  call.back.stack = here;
  f->body = &roomy_call::run;
  f->overflowed = nullptr;  // the grids that run there have their own way out
  f->owner = &call;
  switch_execution(w.stack, call.back, *f);
  pool.put(*f);
}

}  // namespace simt::inline SIMT_ABI::detail
