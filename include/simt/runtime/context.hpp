#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/device.hpp>
#include <simt/runtime/error_code.hpp>

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

/// - CUDA:    CUcontext
using context_handle = void*;

namespace detail {

/// A context of the driver API: whose device a thread uses, and what goes when it goes. All
/// contexts address the same memory.
struct context_record {
  std::atomic<bool> alive{true};
  device_state* device = nullptr;
  unsigned id = 0;  // 0: the device's primary context
  std::atomic<unsigned> flags{0};
  std::atomic<int> usage{1};  // of a primary one: how often it is retained
};

struct context_state {
  std::atomic<bool> initialized{false};
  std::mutex lock;  // guards the list
  /// Never given back: handles of what is gone must not become those of others.
  std::vector<std::unique_ptr<context_record>> all;
  unsigned made = 0;

  context_record& add(device_state& d, unsigned id, unsigned flags) {
    auto c = std::make_unique<context_record>();
    c->device = &d;
    c->id = id;
    c->flags.store(flags);
    all.push_back(std::move(c));
    return *all.back();
  }
};
/// Never destroyed: objects that outlive main may call.
[[nodiscard]] inline context_state& contexts() {
  static auto& state = *new context_state;
  return state;
}

/// The contexts that a thread has pushed; the last one is current.
[[nodiscard]] inline std::vector<context_record*>& context_stack() {
  thread_local std::vector<context_record*>* stack = nullptr;
  if (stack == nullptr) [[unlikely]] {
    stack = new std::vector<context_record*>;
    struct ends_with_thread {
      ~ends_with_thread() {
        // The main thread's stays: static objects of the program end after its thread_local ones.
        if (::gettid() != ::getpid()) delete std::exchange(stack, nullptr);
      }
    };
    thread_local ends_with_thread const end;
    static_cast<void>(&end);
  }
  return *stack;
}

[[nodiscard]] inline context_record& primary_context(device_state& d) {
  context_state& s = contexts();
  std::scoped_lock const hold(s.lock);
  for (auto const& c : s.all)
    if (c->device == &d && c->id == 0) return *c;
  context_record& c = s.add(d, 0, d.flags.load());
  c.usage.store(0);
  return c;
}

[[nodiscard]] inline context_record* find_context(context_handle handle) {
  context_state& s = contexts();
  std::scoped_lock const hold(s.lock);
  for (auto const& c : s.all)
    if (c.get() == handle) return c.get();
  return nullptr;
}

/// Lets the calls of both APIs use the context that is current now.
inline void use_top_context() noexcept {
  auto const& stack = context_stack();
  this_thread.device = stack.empty() ? 0 : stack.back()->device->id;
  this_thread.context = stack.empty() ? 0 : stack.back()->id;
  this_thread.runtime_use = 0;
}

/// The calling thread's current context, null without one. What the runtime API did since has made
/// its device's primary context current.
[[nodiscard]] inline context_record* current_context() {
  auto& stack = context_stack();
  int const use = std::exchange(this_thread.runtime_use, 0);
  if ((use & 2) != 0 || (use != 0 && stack.empty())) {
    context_record& primary = primary_context(this_device());
    if (stack.empty())
      stack.push_back(&primary);
    else
      stack.back() = &primary;
    this_thread.context = 0;
  }
  return stack.empty() ? nullptr : stack.back();
}

}  // namespace detail

/// Creates a context and pushes it on the calling thread's stack.
/// - CUDA:    cuCtxCreate
[[nodiscard]] inline error_code create_context(context_handle* out, unsigned flags, int device) {
  if (out == nullptr || (flags & ~0xffu) != 0 || ((flags & 7) & ((flags & 7) - 1)) != 0)
    return error_code::invalid_value;
  if (device < 0 || device >= device_count()) return error_code::invalid_device;
  static_cast<void>(detail::current_context());
  detail::context_state& s = detail::contexts();
  detail::context_record* made = nullptr;
  {
    std::scoped_lock const hold(s.lock);
    made = &s.add(*detail::host().devices[static_cast<std::size_t>(device)], ++s.made, flags);
  }
  detail::context_stack().push_back(made);
  detail::use_top_context();
  *out = made;
  return error_code::success;
}

/// Pushes a context on the calling thread's stack.
/// - CUDA:    cuCtxPushCurrent
/// - Errors:  invalid_value; context_is_destroyed
[[nodiscard]] inline error_code push_context(context_handle handle) {
  static_cast<void>(detail::current_context());
  detail::context_record* const c = detail::find_context(handle);
  if (c == nullptr) return error_code::invalid_value;
  if (!c->alive.load()) return error_code::context_is_destroyed;
  detail::context_stack().push_back(c);
  detail::use_top_context();
  return error_code::success;
}

/// Pops the current context, which floats then; the one below becomes current.
/// - CUDA:    cuCtxPopCurrent
/// - Errors:  device_uninitialized (CUDA_ERROR_INVALID_CONTEXT) where none is current
[[nodiscard]] inline error_code pop_context(context_handle* out) {
  detail::context_record* const c = detail::current_context();
  if (c == nullptr) return error_code::device_uninitialized;
  detail::context_stack().pop_back();
  detail::use_top_context();
  if (out != nullptr) *out = c;
  return error_code::success;
}

/// Makes a context current in the place of the one that is; null: pops that one.
/// - CUDA:    cuCtxSetCurrent
[[nodiscard]] inline error_code set_context(context_handle handle) {
  bool const any = detail::current_context() != nullptr;
  detail::context_record* const c = detail::find_context(handle);
  if (handle != nullptr && c == nullptr) return error_code::invalid_value;
  if (c != nullptr && !c->alive.load()) return error_code::context_is_destroyed;
  auto& stack = detail::context_stack();
  if (any) stack.pop_back();
  if (c != nullptr) stack.push_back(c);
  detail::use_top_context();
  return error_code::success;
}

/// Destroys a context: its work ends, its streams, events and memory go. `unload` is called for
/// what else belongs to it. It leaves the calling thread's stack where it is current there.
/// - CUDA:    cuCtxDestroy
/// - Errors:  invalid_value for what is none; device_uninitialized (CUDA_ERROR_INVALID_CONTEXT) for
///            primary contexts; context_is_destroyed
template <class Unload>
[[nodiscard]] error_code destroy_context(context_handle handle, Unload const& unload) {
  detail::context_record* const current = detail::current_context();
  detail::context_record* const c = detail::find_context(handle);
  if (c == nullptr) return error_code::invalid_value;
  if (c->id == 0) return error_code::device_uninitialized;  // a primary context is released
  if (!c->alive.exchange(false)) return error_code::context_is_destroyed;
  detail::release_resources(*c->device, [c](unsigned id) { return id == c->id; });
  unload(*c);
  if (c == current) {
    detail::context_stack().pop_back();
    detail::use_top_context();
  }
  return error_code::success;
}

/// Ends a use of a device's primary context; with the last one its resources go.
/// - CUDA:    cuDevicePrimaryCtxRelease
/// - Errors:  device_uninitialized where nobody has retained it
template <class Unload>
[[nodiscard]] error_code release_primary(int device, Unload const& unload) {
  if (device < 0 || device >= device_count()) return error_code::invalid_device;
  detail::device_state& d = *detail::host().devices[static_cast<std::size_t>(device)];
  detail::context_record& c = detail::primary_context(d);
  int usage = c.usage.load();
  do {
    if (usage == 0) return error_code::device_uninitialized;
  } while (!c.usage.compare_exchange_weak(usage, usage - 1));
  if (usage != 1) return error_code::success;
  detail::release_resources(d, [](unsigned id) { return id == 0; });
  unload(c);
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI
