// SPDX-License-Identifier: MIT
// Takes note of what the library tells of streams, events and waits: see
// include/simt/check/hooks.hpp.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"
#include "streams.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>

namespace simt::check {

namespace {

using known_lines = std::vector<std::uint32_t>;

void add_known(known_lines& into, known_lines const& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

struct stream_line {
  unsigned line;
  std::uint32_t count = 0;
  known_lines known;
  std::deque<moment_box> queued;
};

/// Where the host and the streams stand.
struct stream_lines {
  std::mutex lock;
  std::map<void const*, stream_line> streams;
  std::map<void const*, known_lines> events;
  known_lines host{0};
  std::uint32_t host_number = 1;
  moment_box now;                 // the host's, null: to be made
  unsigned used = 0;              // streams that have had work
  bool has_parts = false;         // some work is a graph's
  std::vector<moment_box> begun;  // and not ended
  std::atomic<bool> busy{false};

  stream_line& of(void const* stream) {
    return streams
        .try_emplace(stream, stream_line{static_cast<unsigned>(streams.size() + 1), 0, {}, {}})
        .first->second;
  }
  /// True where work that nothing orders with that is still to come, or under way.
  [[nodiscard]] bool may_meet(moment_box const& when) const {
    auto const unordered = [&](moment_box const& m) { return !are_ordered(m, when); };
    return std::any_of(begun.begin(), begun.end(), unordered) ||
           std::any_of(streams.begin(), streams.end(), [&](auto const& s) {
             return std::any_of(s.second.queued.begin(), s.second.queued.end(), unordered);
           });
  }
  void host_knows(known_lines const& k) {
    add_known(host, k);
    ++host_number;
    now = nullptr;
    busy = std::any_of(streams.begin(), streams.end(), [&](auto const& s) {
      return s.second.count != 0 &&
             (s.second.line >= host.size() || host[s.second.line] < s.second.count);
    });
  }
};
stream_lines& lines() {
  static auto& l = *new stream_lines;
  return l;
}

thread_local moment_box running;
thread_local std::vector<moment_box>
    running_outside;  // what the thread has left for that meanwhile

}  // namespace

moment_box running_work() { return running; }
moment_box host_now() {
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  if (l.now == nullptr) {
    auto m = std::make_shared<moment>();
    m->number = l.host_number;
    m->known = l.host;
    l.now = std::move(m);
  }
  return l.now;
}
bool may_be_unordered() {
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  return l.used > 1 || l.has_parts;
}
bool may_have_work() { return lines().busy.load(std::memory_order_relaxed); }
bool may_meet_work(moment_box const& when) {
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  return l.may_meet(when);
}
bool may_meet_later(moment_box const& when) {
  return when != nullptr && may_be_unordered() &&
         (!host_now()->is_behind(*when) || may_meet_work(when));
}

}  // namespace simt::check

using namespace simt::check;

namespace {
/// Settles what it can without waiting for a kernel that may wait for the host.
void settle_if_free() {
  if (!turn().try_lock()) return;
  settle_outside();
  turn().unlock();
}
}  // namespace

extern "C" {

void simt_check_queues(void const* stream) noexcept {
  checker_scope const scope(mine.c);
  auto m = std::make_shared<moment>();
  m->called_at = host_trace();
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  stream_line& s = l.of(stream);
  add_known(s.known, l.host);
  m->line = s.line;
  m->number = ++s.count;
  if (s.count == 1) ++l.used;
  if (s.known.size() <= s.line) s.known.resize(s.line + 1);
  s.known[s.line] = m->number;
  s.known[0] = l.host_number++;  // all that the host has done before
  l.now = nullptr;
  m->known = s.known;
  s.queued.push_back(std::move(m));
  l.busy = true;
}
void simt_check_begins_queued(void const* stream) noexcept {
  checker_scope const scope(mine.c);
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  stream_line& s = l.of(stream);
  running_outside.push_back(std::move(running));
  running = nullptr;
  if (s.queued.empty()) return;
  running = std::move(s.queued.front());
  s.queued.pop_front();
  l.begun.push_back(running);
}
void const* simt_check_work() noexcept { return running.get(); }
void simt_check_begins_part(void const* work, std::size_t number, unsigned char const* behind,
                            std::size_t count) noexcept {
  checker_scope const scope(mine.c);
  moment_box const whole = static_cast<moment const*>(work)->shared_from_this();
  running_outside.push_back(std::move(running));
  running = whole;
  if (whole->whole != nullptr) return;  // a graph within a graph is one part
  {
    stream_lines& l = lines();
    std::scoped_lock const hold(l.lock);
    l.has_parts = true;
  }
  auto m = std::make_shared<moment>();
  m->called_at = whole->called_at;
  m->whole = whole;
  m->part = number;
  m->parts_before.assign(behind, behind + count);
  running = std::move(m);
}
void simt_check_ends_queued() noexcept {
  checker_scope const scope(mine.c);
  if (running != nullptr && running->whole == nullptr) {
    stream_lines& l = lines();
    std::scoped_lock const hold(l.lock);
    if (auto const at = std::find(l.begun.begin(), l.begun.end(), running); at != l.begun.end())
      l.begun.erase(at);
  }
  running = std::move(running_outside.back());
  running_outside.pop_back();
}
void simt_check_stream_waits(void const* stream, void const* other) noexcept {
  checker_scope const scope(mine.c);
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  add_known(l.of(stream).known, l.of(other).known);
}
void simt_check_event_recorded(void const* event, void const* stream) noexcept {
  checker_scope const scope(mine.c);
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  l.events[event] = l.of(stream).known;
}
void simt_check_event_awaited(void const* event, void const* stream) noexcept {
  checker_scope const scope(mine.c);
  stream_lines& l = lines();
  {
    std::scoped_lock const hold(l.lock);
    auto const known = l.events.find(event);
    if (known == l.events.end()) return;
    if (stream != nullptr) {
      add_known(l.of(stream).known, known->second);
      return;
    }
    l.host_knows(known->second);
  }
  settle_if_free();
}
void simt_check_host_called() noexcept {
  if (running == nullptr || running->whole != nullptr) return;  // (a graph's knows of its own part)
  checker_scope const scope(mine.c);
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  l.host_knows(known_lines(running->known));
}
void simt_check_host_waited(void const* stream) noexcept {
  if (running != nullptr) return;  // a worker's
  checker_scope const scope(mine.c);
  stream_lines& l = lines();
  {
    std::scoped_lock const hold(l.lock);
    if (stream != nullptr)
      l.host_knows(known_lines(l.of(stream).known));
    else
      for (auto const& s : l.streams) l.host_knows(s.second.known);
  }
  settle_if_free();
}

}  // extern "C"
