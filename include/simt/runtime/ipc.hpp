#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/shared_event.hpp>
#include <simt/runtime/detail/shared_pages.hpp>
#include <simt/runtime/host_event.hpp>
#include <simt/runtime/memory_pool.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {

/// Holds what a process tells another one, so that it finds memory, an event or a pool.
/// - CUDA:    cudaIpcMemHandle_t, cudaIpcEventHandle_t, cudaMemPoolPtrExportData
using ipc_ticket = std::array<unsigned char, 64>;

namespace detail {

enum class ticket_kind : std::uint32_t { memory = 0x6d656d31, event = 0x65767431, pool = 0x706f6f31 };

/// A ticket's contents.
struct ticket_text {
  ticket_kind kind{};
  int device = 0;
  shared_pages pages;
  std::uint64_t offset = 0;  // of the memory in its pages
  std::uint64_t bytes = 0;
  std::uint64_t number = 0;  // of the memory: what is allocated at its place later is not it
};
static_assert(sizeof(ticket_text) <= sizeof(ipc_ticket) &&
              std::is_trivially_copyable_v<ticket_text>);

[[nodiscard]] inline ipc_ticket write_ticket(ticket_text const& text) noexcept {
  ipc_ticket out{};
  std::memcpy(out.data(), &text, sizeof text);
  return out;
}
[[nodiscard]] inline ticket_text read_ticket(ipc_ticket const& ticket) noexcept {
  ticket_text out;
  std::memcpy(&out, ticket.data(), sizeof out);
  return out;
}

/// The memory that a pointer leads into, as a ticket.
[[nodiscard]] inline error_code show_memory(ticket_text& out, void const* p, bool of_pool) {
  forbid_in_capture();
  auto const a = memory().ranges.find(p);
  if (!a || a->kind != memory_kind::device || a->from != allocation::origin::ours ||
      (a->pool != nullptr) != of_pool)
    return error_code::invalid_value;
  if (!keeps_blocks) return error_code::not_supported;  // its pages are not its own there
  wait_for_device(*host().devices[static_cast<std::size_t>(a->device)]);
  out.kind = ticket_kind::memory;
  out.device = a->device;
  out.pages = shown().show(a->begin, a->bytes, out.offset);
  out.bytes = a->bytes;
  out.number = a->number;
  return out.pages.file < 0 ? error_code::map_buffer_object_failed : error_code::success;
}

[[nodiscard]] inline error_code see_memory(void** out, ticket_text const& text, unsigned flags) {
  if (text.kind != ticket_kind::memory || text.offset + text.bytes > text.pages.bytes)
    return error_code::invalid_value;
  // A pool's memory may be imported by its own process, at another address.
  if (flags != from_imported_pool && text.pages.process == static_cast<int>(::getpid()))
    return error_code::device_uninitialized;
  bool is_new = false;
  void* const at = seen().enter(text.pages, text.offset, is_new);
  if (at == nullptr) return error_code::map_buffer_object_failed;
  auto* const p = static_cast<char*>(at) + text.offset;
  if (is_new) {
    allocation a;
    a.begin = reinterpret_cast<std::uintptr_t>(p);
    a.bytes = text.bytes;
    a.kind = memory_kind::device;
    a.from = allocation::origin::elsewhere;
    a.device = this_device().id;
    a.flags = flags;
    (void)memory().ranges.insert(a);
  }
  *out = p;
  return error_code::success;
}

/// Opens a file that stands for a pool; the caller closes it.
[[nodiscard]] inline error_code write_pool_file(int& out, int device) {
  int const file = ::memfd_create("simt-pool", 0);
  ticket_text text;
  text.kind = ticket_kind::pool;
  text.device = device;
  if (file < 0 || ::pwrite(file, &text, sizeof text, 0) != static_cast<ssize_t>(sizeof text)) {
    if (file >= 0) ::close(file);
    return error_code::operating_system;
  }
  out = file;
  return error_code::success;
}
/// The device of such a file's pool; -1 for any other file.
[[nodiscard]] inline int read_pool_file(int file) noexcept {
  ticket_text text;
  bool const whole = ::pread(file, &text, sizeof text, 0) == static_cast<ssize_t>(sizeof text);
  return whole && text.kind == ticket_kind::pool ? text.device : -1;
}

}  // namespace detail

/// Tells other processes of the host how to find device memory. The ticket is for the whole
/// allocation that `p` leads into.
/// - CUDA:    cudaIpcGetMemHandle
/// - Order:   waits for the device; kernels of this process must not use the memory meanwhile
/// - Errors:  invalid_value for anything but memory of allocate_device; not_supported with a
///            sanitizer
[[nodiscard]] inline error_code get_memory_ticket(ipc_ticket* out, void const* p) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || p == nullptr) return error_code::invalid_value;
    detail::ticket_text text;
    auto const e = detail::show_memory(text, p, false);
    if (e == error_code::success) *out = detail::write_ticket(text);
    return e;
  });
}

/// Maps another process' device memory. The same memory has the same address however often it is
/// opened; it is there until it has been closed as often.
/// - CUDA:    cudaIpcOpenMemHandle
/// - Errors:  invalid_value; device_uninitialized for memory of this very process;
///            map_buffer_object_failed where the other one has ended or freed the memory
[[nodiscard]] inline error_code open_memory_ticket(void** out, ipc_ticket const& ticket,
                                                   unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || flags != 1) return error_code::invalid_value;
    return detail::see_memory(out, detail::read_ticket(ticket), 0);
  });
}

/// - CUDA:    cudaIpcCloseMemHandle
[[nodiscard]] inline error_code close_memory_ticket(void* p) noexcept {
  return detail::guarded([&] { return detail::leave_memory(p, 0); });
}

/// Tells other processes of the host how to find an event.
/// - CUDA:    cudaIpcGetEventHandle
/// - Errors:  invalid_resource_handle without event_interprocess, and for another process' event;
///            invalid_value
[[nodiscard]] inline error_code get_event_ticket(ipc_ticket* out, event_handle event) noexcept {
  return detail::guarded([&] {
    detail::event_record* const e = detail::events().find(event);
    if (out == nullptr || event == nullptr) return error_code::invalid_value;
    if (e == nullptr || (e->flags & event_interprocess) == 0)
      return error_code::invalid_resource_handle;
    auto shared = e->in_processes();
    if (shared != nullptr && shared->pages().process != static_cast<int>(::getpid()))
      return error_code::invalid_resource_handle;  // another process'
    if (shared == nullptr) {
      shared = std::make_shared<detail::shared_event>();
      if (!shared->works()) return error_code::map_buffer_object_failed;
      // What it stands for already counts.
      if (auto const mark = e->last(); mark != nullptr) {
        std::uint64_t const number = shared->begin();
        if (mark->reached())
          shared->reach(number);
        else
          (void)mark->core->enqueue([shared, number]() noexcept { shared->reach(number); });
      }
      e->share(shared);
    }
    detail::ticket_text text;
    text.kind = detail::ticket_kind::event;
    text.pages = shared->pages();
    *out = detail::write_ticket(text);
    return error_code::success;
  });
}

/// Makes an event of another process one of this.
/// - CUDA:    cudaIpcOpenEventHandle
/// - Errors:  as open_memory_ticket; map_buffer_object_failed for what is no event's ticket
[[nodiscard]] inline error_code open_event_ticket(event_handle* out,
                                                  ipc_ticket const& ticket) noexcept {
  return detail::guarded([&] {
    auto const text = detail::read_ticket(ticket);
    if (out == nullptr) return error_code::invalid_value;
    if (text.kind != detail::ticket_kind::event) return error_code::map_buffer_object_failed;
    if (text.pages.process == static_cast<int>(::getpid())) return error_code::device_uninitialized;
    auto shared = std::make_shared<detail::shared_event>(text.pages);
    if (!shared->works()) return error_code::map_buffer_object_failed;
    event_handle made = nullptr;
    if (auto const e = create_event(&made, event_interprocess | event_disable_timing);
        e != error_code::success)
      return e;
    detail::events().find(made)->share(std::move(shared));
    *out = made;
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
