#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

namespace simt::inline SIMT_ABI::detail {

class stream_core;

/// Says, while it lives, that the calling thread is inside a callable of a stream.
class stream_frame {
 public:
  /// `awaited`: the thread does the stream's work because it waits for it, else it is its worker.
  stream_frame(stream_core const* core, bool awaited) noexcept
      : core_(core), outer_(innermost), awaited_(awaited) {
    innermost = this;
  }
  ~stream_frame() { innermost = outer_; }
  stream_frame(stream_frame const&) = delete;
  stream_frame& operator=(stream_frame const&) = delete;

  /// The stream whose callable the calling thread is inside of; null where there is none.
  [[nodiscard]] static stream_core const* innermost_core() noexcept {
    return innermost != nullptr ? innermost->core_ : nullptr;
  }
  [[nodiscard]] static bool is_awaited() noexcept {
    return innermost != nullptr && innermost->awaited_;
  }
  [[nodiscard]] static bool is_inside(stream_core const* core) noexcept {
    for (stream_frame const* f = innermost; f != nullptr; f = f->outer_)
      if (f->core_ == core) return true;
    return false;
  }

 private:
  static constinit inline thread_local stream_frame const* innermost = nullptr;

  stream_core const* const core_;
  stream_frame const* const outer_;
  bool const awaited_;
};

}  // namespace simt::inline SIMT_ABI::detail
