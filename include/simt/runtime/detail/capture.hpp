#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/graph_record.hpp>
#include <simt/runtime/detail/state.hpp>
#include <simt/runtime/fault.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// How far a capture keeps calls away that could wait for it: every thread's, the capturing
/// thread's, none. The values are those of cudaStreamCaptureMode.
enum class capture_mode : int { global = 0, thread_local_only = 1, relaxed = 2 };

/// Streams whose work becomes nodes of a graph instead of being run.
class capture {
 public:
  capture(stream_record& s, capture_mode m, graph_record& into, std::vector<node_record*> after,
          bool owns)
      : origin(&s),
        mode(m),
        graph(&into),
        owns_graph(owns),
        earlier(into.nodes.begin(), into.nodes.end()) {
    ends[&s] = std::move(after);
  }

  stream_record* const origin;
  capture_mode const mode;
  std::thread::id const thread = std::this_thread::get_id();
  graph_record* const graph;
  bool const owns_graph;                      // made for the capture; else the program's
  std::set<node_record*> const earlier;  // the nodes that the graph had before: they need not be joined
  std::uint64_t const number = ++count;
  bool invalid = false;
  /// The streams that take part, and the nodes that what comes next in each depends on.
  std::map<stream_record*, std::vector<node_record*>> ends;
  /// Nodes on which a program has told streams not to depend any more: they need not be joined.
  std::vector<node_record*> released;

  [[nodiscard]] bool blocking() const {
    return std::any_of(ends.begin(), ends.end(),
                       [](auto const& e) { return (e.first->flags & stream_non_blocking) == 0; });
  }

 private:
  static inline constinit std::atomic<std::uint64_t> count{0};
};

struct capture_state {
  std::atomic<int> active{0};
  std::mutex lock;  // guards all captures
  std::vector<std::shared_ptr<capture>> all;
};
/// Never destroyed: streams may be used after main has returned.
[[nodiscard]] inline capture_state& captures() {
  static auto& state = *new capture_state;
  return state;
}

inline constinit thread_local int this_thread_capture_mode = 0;

[[noreturn]] SIMT_COLD inline void fail_call(error_code e) {
  throw runtime_error(e, "stream capture");
}

/// Called by calls that may wait for work of a capture: they end captures that forbid it.
/// - Errors:  runtime_error: stream_capture_unsupported
inline void forbid_in_capture() {
  capture_state& state = captures();
  if (state.active.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  if (this_thread_capture_mode == static_cast<int>(capture_mode::relaxed)) return;
  std::scoped_lock const hold(state.lock);
  bool forbidden = false;
  for (auto const& c : state.all) {
    bool const concerns =
        (c->mode == capture_mode::global &&
         (this_thread_capture_mode == 0 || c->thread == std::this_thread::get_id())) ||
        (c->mode == capture_mode::thread_local_only && c->thread == std::this_thread::get_id());
    if (!concerns) continue;
    c->invalid = true;
    forbidden = true;
  }
  if (forbidden) fail_call(error_code::stream_capture_unsupported);
}

/// Called by what uses a stream: the legacy stream would wait for blocking streams that capture.
/// - Errors:  runtime_error: stream_capture_implicit; with `spoil` the captures end
inline void check_implicit(stream_record const& s, bool spoil = true) {
  capture_state& state = captures();
  if (state.active.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  if (&s != s.device->legacy) return;
  std::scoped_lock const hold(state.lock);
  bool found = false;
  for (auto const& c : state.all) {
    if (c->origin->device != s.device || !c->blocking()) continue;
    if (spoil) c->invalid = true;
    found = true;
  }
  if (found) fail_call(error_code::stream_capture_implicit);
}

/// Called by what cannot be captured: ends the capture of this stream.
/// - Errors:  runtime_error: stream_capture_unsupported, if there is one
inline void forbid_on_captured(stream_record const& s) {
  capture_state& state = captures();
  if (state.active.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  std::scoped_lock const hold(state.lock);
  if (capture* const c = s.capturing.load()) {
    c->invalid = true;
    fail_call(error_code::stream_capture_unsupported);
  }
}

/// Where an event stands that was recorded in a capture.
struct captured_place {
  std::shared_ptr<capture> owner;
  std::vector<node_record*> after;
};

/// Called by what waits for all streams of a device.
/// - Errors:  runtime_error: stream_capture_unsupported, if one of them captures
inline void forbid_on_device(device_state const& d) {
  capture_state& state = captures();
  if (state.active.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  std::scoped_lock const hold(state.lock);
  bool found = false;
  for (auto const& c : state.all) {
    if (c->origin->device != &d) continue;
    c->invalid = true;
    found = true;
  }
  if (found) fail_call(error_code::stream_capture_unsupported);
}

/// Called by what waits for an event of a capture.
/// - Errors:  runtime_error: captured_event
[[noreturn]] inline void fail_captured_event(captured_place const& place) {
  {
    std::scoped_lock const hold(captures().lock);
    place.owner->invalid = true;
  }
  fail_call(error_code::captured_event);
}

/// A call on a capturing stream that failed ends the capture.
inline void spoil_capture(stream_record const& s) noexcept {
  capture_state& state = captures();
  if (state.active.load(std::memory_order_relaxed) == 0) return;
  std::scoped_lock const hold(state.lock);
  if (capture* const c = s.capturing.load()) c->invalid = true;
}

[[nodiscard]] inline bool is_capturing(stream_record const& s) noexcept {
  return captures().active.load(std::memory_order_relaxed) != 0 && s.capturing.load() != nullptr;
}

/// Makes a node of work that comes to a capturing stream; false if the stream does not capture.
template <class F>
bool capture_work(stream_record& s, node_kind kind, F const& work,
                  std::shared_ptr<void> details = nullptr) {
  if (!is_capturing(s)) [[likely]]
    return false;
  capture_state& state = captures();
  std::scoped_lock const hold(state.lock);
  capture* const c = s.capturing.load();
  if (c == nullptr) return false;
  if (c->invalid) fail_call(error_code::stream_capture_invalidated);
  auto& end = c->ends[&s];
  node_record& n = add_node(*c->graph, kind, std::function<void()>(work), end);
  n.details = std::move(details);
  end = {&n};
  return true;
}

[[nodiscard]] inline std::shared_ptr<captured_place> record_in_capture(stream_record const& s) {
  if (!is_capturing(s)) [[likely]]
    return nullptr;
  capture_state& state = captures();
  std::scoped_lock const hold(state.lock);
  for (auto const& c : state.all)
    if (auto const at = c->ends.find(const_cast<stream_record*>(&s)); at != c->ends.end()) {
      if (c->invalid) fail_call(error_code::stream_capture_invalidated);
      return std::make_shared<captured_place>(captured_place{c, at->second});
    }
  return nullptr;
}

/// Lets a stream wait for an event of a capture: it takes part from now on.
inline void join_capture(stream_record& s, captured_place const& place) {
  capture_state& state = captures();
  std::scoped_lock const hold(state.lock);
  capture& c = *place.owner;
  bool const live = std::any_of(state.all.begin(), state.all.end(),
                                [&](auto const& each) { return each.get() == &c; });
  if (!live) fail_call(error_code::captured_event);
  if (c.invalid) fail_call(error_code::stream_capture_invalidated);
  if (&s == s.device->legacy) {
    c.invalid = true;
    fail_call(error_code::stream_capture_implicit);
  }
  capture* const now = s.capturing.load();
  if (now != nullptr && now != &c) {
    c.invalid = now->invalid = true;
    fail_call(error_code::stream_capture_merge);
  }
  s.capturing.store(&c);
  auto& end = c.ends[&s];
  for (node_record* const n : place.after)
    if (std::find(end.begin(), end.end(), n) == end.end()) end.push_back(n);
}

/// The nodes that come before something which the capture's first stream waits for, or which a program
/// has told a stream not to wait for any more.
[[nodiscard]] inline std::set<node_record*> joined_nodes(capture const& c) {
  std::set<node_record*> joined;
  std::vector<node_record*> open = c.ends.at(c.origin);
  open.insert(open.end(), c.released.begin(), c.released.end());
  while (!open.empty()) {
    node_record* const n = open.back();
    open.pop_back();
    if (joined.insert(n).second) open.insert(open.end(), n->after.begin(), n->after.end());
  }
  return joined;
}

/// A capture that has failed leaves no graph but one of the program's.
inline void drop_captured(capture const& c) noexcept {
  if (c.owns_graph && c.graph->alive.exchange(false)) drop_graph(*c.graph);
}

/// A stream that is destroyed takes no part any more; the capture goes on if it was joined.
inline void leave_capture(stream_record& s) noexcept {
  if (!is_capturing(s)) [[likely]]
    return;
  capture_state& state = captures();
  std::scoped_lock const hold(state.lock);
  capture* const c = s.capturing.exchange(nullptr);
  if (c == nullptr) return;
  if (c->origin != &s) {
    auto const joined = joined_nodes(*c);
    for (node_record* const n : c->ends[&s])
      if (joined.count(n) == 0) c->invalid = true;
    c->ends.erase(&s);
    return;
  }
  for (auto const& e : c->ends) e.first->capturing.store(nullptr);
  state.active.fetch_sub(1);
  drop_captured(*c);
  std::erase_if(state.all, [&](auto const& each) { return each.get() == c; });
}

/// Captures into a new graph, or into the program's `into`, where the first work comes behind `after`.
[[nodiscard]] inline error_code begin_capture(stream_record& s, capture_mode mode,
                                              graph_record* into = nullptr,
                                              std::vector<node_record*> after = {}) {
  if (&s == s.device->legacy) return error_code::stream_capture_unsupported;
  capture_state& state = captures();
  std::scoped_lock const hold(state.lock);
  if (s.capturing.load() != nullptr) return error_code::illegal_state;
  graph_record& g = into != nullptr ? *into : make_graph();
  auto c = std::make_shared<capture>(s, mode, g, std::move(after), into == nullptr);
  s.capturing.store(c.get());
  state.all.push_back(std::move(c));
  state.active.fetch_add(1);
  return error_code::success;
}

/// - Errors:  illegal_state, stream_capture_unmatched, stream_capture_invalidated,
///            stream_capture_wrong_thread, stream_capture_unjoined
[[nodiscard]] inline error_code end_capture(stream_record& s, graph_record*& out) {
  capture_state& state = captures();
  std::scoped_lock const hold(state.lock);
  capture* const c = s.capturing.load();
  if (c == nullptr) return error_code::illegal_state;
  if (c->origin != &s) {
    c->invalid = true;
    return error_code::stream_capture_unmatched;
  }
  error_code e = error_code::success;
  if (c->invalid) {
    e = error_code::stream_capture_invalidated;
  } else if (c->mode != capture_mode::relaxed && c->thread != std::this_thread::get_id()) {
    e = error_code::stream_capture_wrong_thread;
  } else {
    auto const joined = joined_nodes(*c);
    for (node_record* const n : c->graph->nodes)
      if (joined.count(n) == 0 && c->earlier.count(n) == 0) e = error_code::stream_capture_unjoined;
  }
  for (auto const& each : c->ends) each.first->capturing.store(nullptr);
  if (e == error_code::success)
    out = c->graph;
  else
    drop_captured(*c);
  state.active.fetch_sub(1);
  std::erase_if(state.all, [&](auto const& each) { return each.get() == c; });
  return e;
}

}  // namespace simt::inline SIMT_ABI::detail
