// SPDX-License-Identifier: MIT
// Takes note of what the library tells of streams, events and waits (include/simt/check/hooks.hpp),
// and finds accesses of launches, copies and the host that nothing orders.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "children.hpp"
#include "hooks.hpp"
#include "parts.hpp"
#include "segments.hpp"
#include "streams.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>

namespace simt::check {

constinit bool unordered_launches = false;

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
  moment_box now;     // the host's, null: to be made
  unsigned used = 0;  // streams that have had work
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

/// A launch that began since the last one that came behind all others.
struct launched {
  moment_box when;
  std::string kernel;
  unsigned grid[3]{}, shape[3]{};
  child_id child = 0;
};
struct outside_access {
  std::uintptr_t at;
  std::size_t bytes;
  access_way way;
  moment_box when;
  bool by_host;
  void const* return_address;
};
struct recent_work {
  std::uint32_t first = 2, next = 2;
  std::vector<launched> launches;  // from `first` on
  std::vector<outside_access> outside;

  [[nodiscard]] launched const* find(std::uint32_t number) const {
    return number - first < launches.size() ? &launches[number - first] : nullptr;
  }
};
recent_work& recent() {
  static auto& r = *new recent_work;
  return r;
}
constexpr std::size_t most_outside = 4096, most_launches = 4096;

frame place_of_call(outside_access const& o) {
  if (o.return_address != nullptr) return frame_of(intern(o.return_address));
  return program_frame(o.when->called_at.address.data(), o.when->called_at.count);
}
std::string who(outside_access const& o) { return o.by_host ? "the host " : "a copy or fill "; }

void report_outside(outside_access const& o, allocation const& a, std::size_t first,
                    segment const& s, site_id site, bool other_writes) {
  launched const* const l = recent().find(s.launch);
  finding f;
  f.kind = "api";
  f.kernel = l->kernel;
  std::copy_n(l->grid, 3, f.grid);
  std::copy_n(l->shape, 3, f.shape);
  f.at = place_of_call(o);
  f.other = frame_of(site);
  f.has_other = true;
  unflatten(s.thread, f.shape, f.other_thread);
  f.other_block[0] = static_cast<unsigned>(s.block % f.grid[0]);
  f.other_block[1] = static_cast<unsigned>(s.block / f.grid[0] % f.grid[1]);
  f.other_block[2] = static_cast<unsigned>(s.block / f.grid[0] / f.grid[1]);
  f.address = a.begin + first;
  f.bytes = 4;
  f.what = who(o) + (o.way == access_way::reads ? "reads " : "writes ") + name_of(a.kind) +
           " that a kernel " + (other_writes ? "writes" : "reads") +
           ", which may still run: nothing waits for it";
  f.advice =
      o.by_host
          ? "put `cudaDeviceSynchronize()` (or wait for the stream, or an event) before line " +
                std::to_string(f.at.line)
          : "put both into one stream, or let one stream wait for an event of the other "
            "(`cudaEventRecord`, `cudaStreamWaitEvent`)";
  describe(f, a);
  report(std::move(f));
}

void compare_with_kernels(outside_access const& o) {
  allocation const* const a = memory().find(o.at);
  if (a == nullptr || a->freed || a->words == nullptr) return;
  std::size_t const begin = o.at - a->begin, end = std::min(begin + o.bytes, a->bytes);
  auto const meets = [&](record const& r) -> segment const* {
    if (r.segment == 0) return nullptr;
    segment const* const s = all_segments.find(r.segment);
    if (s == nullptr) return nullptr;
    launched const* const l = recent().find(s->launch);
    return l != nullptr && !are_ordered(l->when, o.when) ? s : nullptr;
  };
  auto const look = [&](cell const& m, std::size_t first) {
    if (segment const* const s = meets(m.write); s != nullptr) {
      report_outside(o, *a, first, *s, m.write.how >> 2, true);
      return true;
    }
    if (o.way == access_way::reads) return false;
    for (record const& r : m.read)
      if (segment const* const s = meets(r); s != nullptr) {
        report_outside(o, *a, first, *s, r.how >> 2, false);
        return true;
      }
    return false;
  };
  auto const look_at_parts = [&](cell const& m, std::size_t first) {
    for (unsigned i = 0; i < parts::most; ++i) {
      part const p = parts_of(m).get(i);
      bool meets_bytes = false;
      for (unsigned byte = 0; byte < 4; ++byte)
        meets_bytes |= (p.bytes >> byte & 1) != 0 && first + byte >= begin && first + byte < end;
      if (!meets_bytes || (!p.writes && o.way == access_way::reads)) continue;
      if (segment const* const s = meets(record_of(p)); s != nullptr) {
        report_outside(o, *a, first, *s, part_sites[p.site], p.writes);
        return true;
      }
    }
    return false;
  };
  for (std::size_t word = begin / 4; word * 4 < end; ++word) {
    cell const& m = a->words[word];
    if (m.write.segment != in_singles) {
      if (!is_split(m) ? look(m, word * 4) : look_at_parts(m, word * 4)) return;
      continue;
    }
    for (std::size_t i = std::max(word * 4, begin); i < std::min(word * 4 + 4, end); ++i)
      if (look(a->singles[i], i)) return;
  }
}

void compare_with_copies(outside_access const& o) {
  for (outside_access const& other : recent().outside) {
    if (other.by_host || (o.way == access_way::reads && other.way == access_way::reads) ||
        other.at >= o.at + o.bytes || o.at >= other.at + other.bytes ||
        are_ordered(o.when, other.when))
      continue;
    allocation const* const a = memory().find(std::max(o.at, other.at));
    if (a == nullptr || a->freed) continue;
    finding f;
    f.kind = "api";
    f.at = place_of_call(o);
    f.other = place_of_call(other);
    f.address = std::max(o.at, other.at);
    f.bytes = o.bytes;
    f.what = who(o) + (o.way == access_way::reads ? "reads " : "writes ") + name_of(a->kind) +
             " that an asynchronous copy " + (other.way == access_way::reads ? "reads" : "writes") +
             ", which may still run: nothing waits for it";
    f.notes.push_back("the copy: " + file_and_line(f.other));
    f.advice = "wait for the copy's stream first (`cudaStreamSynchronize`)";
    report(std::move(f));
    return;
  }
}

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
bool has_several_streams() {
  stream_lines& l = lines();
  std::scoped_lock const hold(l.lock);
  return l.used > 1;
}
bool may_have_work() { return lines().busy.load(std::memory_order_relaxed); }

std::uint32_t enter_launch(bool others_run) {
  recent_work& r = recent();
  if (child_id const child = take_begun_child(); child != 0) {
    launched const* const parent = r.find(parent_of(child));
    r.launches.push_back({parent != nullptr ? parent->when : running, {}, {}, {}, child});
    unordered_launches = true;
    return r.next++;
  }
  bool const is_last = std::all_of(r.launches.begin(), r.launches.end(),
                                   [&](launched const& l) { return are_ordered(l.when, running); });
  if (!others_run && (is_last || r.launches.size() >= most_launches)) {
    settle_outside();
    begin_races();
    forget_children();
    r.launches.clear();
    r.first = r.next;
    unordered_launches = false;
  } else if (!is_last) {
    unordered_launches = true;
  }
  r.launches.push_back({running, {}, {}, {}, 0});
  return r.next++;
}
void describe_launch(block_state const& b) {
  recent_work& r = recent();
  if (b.launch - r.first >= r.launches.size()) return;
  launched& l = r.launches[b.launch - r.first];
  if (l.grid[0] != 0) return;
  l.kernel = b.kernel;
  std::copy_n(b.grid, 3, l.grid);
  std::copy_n(b.shape, 3, l.shape);
}
std::uint32_t child_of_launch(std::uint32_t launch) {
  launched const* const l = recent().find(launch);
  return l != nullptr ? l->child : 0;
}
bool moments_are_ordered(std::uint32_t a, std::uint32_t b) {
  launched const* const x = recent().find(a);
  launched const* const y = recent().find(b);
  return x == nullptr || y == nullptr || are_ordered(x->when, y->when);
}
void describe_other_launch(finding& f, context const& c, segment const& other, bool swapped) {
  launched const* const l = recent().find(other.launch);
  if (l == nullptr || l->grid[0] == 0) return;
  unflatten(other.thread, l->shape, swapped ? f.thread : f.other_thread);
  unsigned* const block = swapped ? f.block : f.other_block;
  block[0] = static_cast<unsigned>(other.block % l->grid[0]);
  block[1] = static_cast<unsigned>(other.block / l->grid[0] % l->grid[1]);
  block[2] = static_cast<unsigned>(other.block / l->grid[0] / l->grid[1]);
  std::string theirs = l->kernel;
  if (swapped) {
    std::swap(f.kernel, theirs);
    std::copy_n(l->grid, 3, f.grid);
    std::copy_n(l->shape, 3, f.shape);
  }
  launched const* const own = recent().find(c.block.launch);
  if (own != nullptr && own->when != nullptr && l->when != nullptr && own->when->whole != nullptr &&
      own->when->whole == l->when->whole) {
    f.notes.push_back("the other belongs to a launch of kernel " + theirs +
                      " in another branch of the graph, for which nothing waits");
    f.advice =
        "let one node depend on the other (`cudaGraphAddDependencies`; where streams are "
        "captured, by an event: `cudaEventRecord`, `cudaStreamWaitEvent`)";
    return;
  }
  std::string const relation = swapped ? relation_of(other.launch, c.block.launch)
                                       : relation_of(c.block.launch, other.launch);
  f.notes.push_back("the other belongs to a launch of kernel " + theirs + " " + relation);
  f.advice = relation.starts_with("in")
                 ? "launch both in one stream, or let one stream wait for an event of the other "
                   "(`cudaEventRecord`, `cudaStreamWaitEvent`)"
                 : "a kernel sees what its parent's thread wrote in front of the launch, and the "
                   "parent what the "
                   "child wrote behind `cudaDeviceSynchronize()`; or leave it to a launch into "
                   "`cudaStreamTailLaunch`";
}

namespace {
std::mutex& outside_lock() {
  static auto& m = *new std::mutex;
  return m;
}
}  // namespace

void note_outside(std::uintptr_t at, std::size_t bytes, access_way way, moment_box when,
                  bool by_host, void const* return_address) {
  std::scoped_lock const hold(outside_lock());
  auto& all = recent().outside;
  // A loop over an array is one access.
  for (std::size_t i = all.size(); by_host && i-- != 0 && i + 4 > all.size();) {
    outside_access& last = all[i];
    if (!last.by_host || last.return_address != return_address || last.way != way ||
        last.when != when)
      continue;
    if (at >= last.at && at <= last.at + last.bytes) {
      last.bytes = std::max(last.bytes, at + bytes - last.at);
      return;
    }
  }
  if (all.size() < most_outside)
    all.push_back({at, bytes, way, std::move(when), by_host, return_address});
}

void settle_outside() {
  std::scoped_lock const hold(outside_lock());
  recent_work& r = recent();
  for (outside_access const& o : r.outside) {
    compare_with_kernels(o);
    if (o.by_host) compare_with_copies(o);
  }
  // Behind it is all that the host has waited for, and done before.
  if (!may_have_work())
    r.outside.clear();
  else if (moment_box const now = host_now(); true) {
    stream_lines& l = lines();
    std::scoped_lock const streams(l.lock);
    std::erase_if(r.outside, [&](outside_access const& o) {
      return !o.by_host && now->is_behind(*o.when) && !l.may_meet(o.when);
    });
  }
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
