#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/errors.hpp>
#include <simt/launch/detail/stream_core.hpp>

#include <concepts>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {

/// An in-order queue of work: launches, copies, host functions. Different streams run at the same
/// time; TBB tasks do the work, no thread belongs to a stream. It belongs to no device, knows no
/// default stream, and hands exceptions to who waits for it; simt::device_stream is CUDA's stream,
/// with events, device memory and error codes.
/// - CUDA:    cudaStream_t
/// - Order:   callables run one after another in the order of `enqueue`, each seeing what those
///            before it wrote; they run even if nobody waits
/// - Errors:  a callable's exception does not stop the ones behind it; the first is kept for
///            `synchronize`
/// - Source:  CUDA C Programming Guide 8.0, 3.2.5.5 (Streams)
class stream {
 public:
  /// Work runs in the TBB arena that the calling thread is in.
  stream() : core_(std::make_shared<detail::stream_core>()) {}
  stream(stream&&) noexcept = default;
  stream& operator=(stream&& other) noexcept {
    if (this != &other) {
      finish();
      core_ = std::move(other.core_);
    }
    return *this;
  }
  /// Waits for the work; an exception that nobody has asked for is dropped.
  ~stream() { finish(); }

  /// Appends work; returns at once.
  /// - Needs:   F callable without arguments, movable; may be called from any thread, also from
  ///            the stream's own work
  /// - Cost:    no allocation for callables up to 2 KiB beyond the queue's chunks of 32 KiB
  template <class F>
  requires std::invocable < std::remove_cvref_t<F>
  & > void enqueue(F&& f) { core_->enqueue(std::forward<F>(f)); }

  /// Waits for all work enqueued before, by doing it where possible.
  /// - CUDA:    cudaStreamSynchronize
  /// - Errors:  rethrows the first exception of the stream's work since the last call and forgets
  ///            it; simt::error when called by the stream's own work, which could never return
  void synchronize() {
    if (core_->inside()) throw error("simt::stream: synchronize called by the stream's own work");
    core_->wait();
    if (std::exception_ptr const e = core_->take_error()) std::rethrow_exception(e);
  }

  /// True where all work is done.
  /// - CUDA:    cudaStreamQuery
  [[nodiscard]] bool query() const noexcept { return core_->idle(); }

 private:
  void finish() noexcept {
    // Destroyed by its own work: the task that runs it keeps the core.
    if (core_ && !core_->inside()) core_->wait();
    core_.reset();
  }

  std::shared_ptr<detail::stream_core> core_;
};

}  // namespace simt::inline SIMT_ABI
