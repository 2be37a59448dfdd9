#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// The streams and events that a block's threads have made, and the last error of each of them.
class child_streams {
 public:
  /// A stream's number; the null stream's is 0.
  using stream_number = unsigned;
  static constexpr stream_number no_stream = ~0u;       // of no stream that there is
  static constexpr stream_number own_stream = ~0u - 1;  // of a launch that no other waits for

  [[nodiscard]] stream_number add_stream() {
    if (streams_.empty()) streams_.push_back({0, true});
    streams_.push_back({static_cast<stream_number>(streams_.size()), true});
    return static_cast<stream_number>(streams_.size() - 1);
  }
  [[nodiscard]] bool has_stream(stream_number s) const noexcept {
    return s < streams_.size() && streams_[s].alive;
  }
  void end_stream(stream_number s) noexcept { streams_[s].alive = false; }

  [[nodiscard]] unsigned add_event() {
    events_.push_back({no_stream, true});
    return static_cast<unsigned>(events_.size() - 1);
  }
  [[nodiscard]] bool has_event(unsigned e) const noexcept {
    return e < events_.size() && events_[e].alive;
  }
  void end_event(unsigned e) noexcept { events_[e].alive = false; }
  void record(unsigned e, stream_number s) noexcept { events_[e].recorded = s; }
  /// Lets what comes in stream `s` wait for what the event has recorded.
  void wait(stream_number s, unsigned e) {
    if (streams_.empty()) streams_.push_back({0, true});
    if (events_[e].recorded != no_stream) streams_[first_of(events_[e].recorded)].tied_to = first_of(s);
  }

  // The last error of each thread.

  void keep_error(std::uint64_t block, unsigned thread, int code) {
    if (block != errors_of_) errors_.clear();
    errors_of_ = block;
    for (auto& e : errors_)
      if (e.first == thread) {
        e.second = code;
        return;
      }
    errors_.emplace_back(thread, code);
  }
  [[nodiscard]] int error(std::uint64_t block, unsigned thread, bool forget) noexcept {
    if (block != errors_of_) return 0;
    for (auto& e : errors_)
      if (e.first == thread) return forget ? std::exchange(e.second, 0) : e.second;
    return 0;
  }

 protected:
  /// How many numbers of streams there are.
  [[nodiscard]] std::size_t streams() const noexcept { return streams_.size(); }

  /// The one that stands for all streams which are tied to `s`.
  [[nodiscard]] stream_number first_of(stream_number s) const noexcept {
    if (s >= streams_.size()) return s;
    while (streams_[s].tied_to != s) s = streams_[s].tied_to;
    return s;
  }
  /// All that streams wait for has run.
  void untie() noexcept {
    for (stream_number s = 0; s < streams_.size(); ++s) streams_[s].tied_to = s;
  }
  void forget() noexcept {
    streams_.clear();
    events_.clear();
    errors_.clear();
  }

 private:
  struct stream_state {
    stream_number tied_to;  // itself, or one whose work it runs with
    bool alive;
  };
  struct event_state {
    stream_number recorded;
    bool alive;
  };

  std::vector<stream_state> streams_;
  std::vector<event_state> events_;
  std::vector<std::pair<unsigned, int>> errors_;
  std::uint64_t errors_of_ = 0;  // the block whose threads made them
};

}  // namespace simt::inline SIMT_ABI::detail
