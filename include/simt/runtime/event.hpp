#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/host_event.hpp>

#include <concepts>
#include <utility>

namespace simt::inline SIMT_ABI {

/// A stream of a device of CUDA's host runtime, ended with the object; work that is left still
/// runs. Buffers copy in it, events are recorded in it, graphs run in it, and kernels are launched
/// into it as into a simt::stream, which has nothing to do with CUDA's rules.
/// - CUDA:    cudaStream_t
/// - Source:  CUDA C Programming Guide 8.0, 3.2.5.5 (Streams)
class device_stream {
 public:
  /// - Needs:   priority 0 (the lowest) to -5
  /// - Errors:  runtime_error
  explicit device_stream(bool blocking = true, int priority = 0) {
    detail::check(create_stream(&handle_, blocking ? 0u : 1u, priority), "simt::device_stream");
  }
  device_stream(device_stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  device_stream& operator=(device_stream&& other) noexcept {
    device_stream old(std::move(*this));
    handle_ = std::exchange(other.handle_, nullptr);
    return *this;
  }
  ~device_stream() {
    if (handle_ != nullptr) (void)destroy_stream(handle_);
  }

  /// The handle, for calls that take CUDA's cudaStream_t.
  [[nodiscard]] stream_handle get() const noexcept { return handle_; }
  /// Appends a callable; returns at once.
  /// - Needs:   F callable without arguments, copyable if the stream is being captured
  /// - Errors:  runtime_error with the device's error. What the callable throws becomes that error:
  ///            see device_fault
  template <std::invocable F>
  void enqueue(F&& f) const {
    detail::check(detail::guarded([&] {
                    detail::stream_record* const s = detail::find_stream(handle_, false);
                    if (s == nullptr) return error_code::invalid_resource_handle;
                    detail::submit(*s, std::forward<F>(f));
                    return error_code::success;
                  }),
                  "simt::device_stream::enqueue");
  }
  /// Waits for all work, by doing it where possible.
  /// - Errors:  runtime_error with the device's error
  void synchronize() const {
    detail::check(synchronize_stream(handle_), "simt::device_stream::synchronize");
  }
  /// True where all work is done.
  [[nodiscard]] bool query() const {
    error_code const e = query_stream(handle_);
    if (e != error_code::not_ready) detail::check(e, "simt::device_stream::query");
    return e == error_code::success;
  }

 private:
  stream_handle handle_ = nullptr;
};

/// A place in a stream's work, to wait for and to take the time at.
/// - CUDA:    cudaEvent_t
/// - Source:  CUDA C Programming Guide 8.0, 3.2.5.6 (Events)
class event {
 public:
  /// - Errors:  runtime_error
  explicit event(bool timing = true) {
    detail::check(create_event(&handle_, timing ? 0u : event_disable_timing), "simt::event");
  }
  event(event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  event& operator=(event&& other) noexcept {
    event old(std::move(*this));
    handle_ = std::exchange(other.handle_, nullptr);
    return *this;
  }
  ~event() {
    if (handle_ != nullptr) (void)destroy_event(handle_);
  }

  [[nodiscard]] event_handle get() const noexcept { return handle_; }
  /// Stands for what is in the stream so far; null is the default stream.
  void record(stream_handle stream = nullptr) {
    detail::check(record_event(handle_, stream), "simt::event::record");
  }
  void record(device_stream const& stream) { record(stream.get()); }
  void synchronize() const {
    detail::check(synchronize_event(handle_), "simt::event::synchronize");
  }
  [[nodiscard]] bool query() const {
    error_code const e = query_event(handle_);
    if (e != error_code::not_ready) detail::check(e, "simt::event::query");
    return e == error_code::success;
  }
  /// Lets what comes next in the stream wait for this event.
  void wait_in(device_stream const& stream) const {
    detail::check(wait_event(stream.get(), handle_), "simt::event::wait_in");
  }
  /// Milliseconds since another event.
  /// - Errors:  runtime_error; not_ready while one of them is pending
  [[nodiscard]] float since(event const& start) const {
    float ms = 0;
    detail::check(elapsed_time(&ms, start.handle_, handle_), "simt::event::since");
    return ms;
  }

 private:
  event_handle handle_ = nullptr;
};

}  // namespace simt::inline SIMT_ABI
