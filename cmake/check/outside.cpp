// SPDX-License-Identifier: MIT
// Finds accesses of copies and the host, and frees, that nothing orders with kernels.
#include "parts.hpp"
#include "segments.hpp"
#include "streams.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace simt::check {

namespace {

struct outside_access {
  std::uintptr_t at;
  std::size_t bytes;
  access_way way;
  moment_box when;
  bool by_host;
  void const* return_address;
  bool frees = false;
  bool compared = false;  // with the copies in front of it
};
std::mutex& outside_lock() {
  static auto& m = *new std::mutex;
  return m;
}
std::vector<outside_access>& accesses() {
  static auto& all = *new std::vector<outside_access>;
  return all;
}
constexpr std::size_t most_outside = 4096;

frame place_of_call(outside_access const& o) {
  if (o.return_address != nullptr) return frame_of(intern(o.return_address));
  return program_frame(o.when->called_at.address.data(), o.when->called_at.count);
}
std::string who(outside_access const& o) { return o.by_host ? "the host " : "a copy or fill "; }

void report_outside(outside_access const& o, allocation const& a, std::size_t first,
                    segment const& s, site_id site, bool other_writes) {
  launched const* const l = recent_launch(s.launch);
  finding f;
  f.kernel = l->kernel;
  std::copy_n(l->grid, 3, f.grid);
  std::copy_n(l->shape, 3, f.shape);
  unflatten(s.thread, f.shape, o.frees ? f.thread : f.other_thread);
  unsigned* const block = o.frees ? f.block : f.other_block;
  block[0] = static_cast<unsigned>(s.block % f.grid[0]);
  block[1] = static_cast<unsigned>(s.block / f.grid[0] % f.grid[1]);
  block[2] = static_cast<unsigned>(s.block / f.grid[0] / f.grid[1]);
  f.address = a.begin + first;
  f.bytes = 4;
  if (o.frees) {
    f.kind = "memory";
    f.at = frame_of(site);
    f.has_block = true;
    f.what = std::string(other_writes ? "write to " : "read of ") + name_of(a.kind) +
             " that another stream frees, with nothing between that orders the two";
    f.notes.push_back("freed at " + file_and_line(place_of_call(o)));
    f.advice =
        "free it in the stream of the last kernel that uses it, or let the stream that frees it "
        "wait for an event of the other (`cudaEventRecord`, `cudaStreamWaitEvent`)";
    describe(f, a);
    report(std::move(f));
    return;
  }
  f.kind = "api";
  f.at = place_of_call(o);
  f.other = frame_of(site);
  f.has_other = true;
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
  auto const cells = region::keep_cells();
  allocation const* const a = memory().find(o.at);
  if (a == nullptr || a->freed || a->words == nullptr) return;
  std::size_t const begin = o.at - a->begin, end = std::min(begin + o.bytes, a->bytes);
  auto const meets = [&](record const& r) -> segment const* {
    if (r.segment == 0) return nullptr;
    segment const* const s = all_segments.find(r.segment);
    if (s == nullptr) return nullptr;
    launched const* const l = recent_launch(s->launch);
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

/// Tells of an access and a copy's or fill's that nothing orders with it.
void report_two(outside_access const& o, outside_access const& copy, allocation const& a) {
  finding f;
  f.kind = "api";
  f.at = place_of_call(o);
  f.other = place_of_call(copy);
  f.address = std::max(o.at, copy.at);
  f.bytes = std::min(o.at + o.bytes, copy.at + copy.bytes) - f.address;
  f.what = who(o) + (o.way == access_way::reads ? "reads " : "writes ") + name_of(a.kind) +
           " that " + (o.by_host ? "an asynchronous copy" : "another copy or fill") +
           (copy.way == access_way::reads ? " reads" : " writes") +
           ", which may still run: nothing waits for it";
  f.notes.push_back((o.by_host ? "the copy: " : "the other: ") + file_and_line(f.other));
  f.advice = o.by_host ? "wait for the copy's stream first (`cudaStreamSynchronize`)"
                       : "put both into one stream, or let one stream wait for an event of the "
                         "other (`cudaEventRecord`, `cudaStreamWaitEvent`)";
  describe(f, a);
  report(std::move(f));
}

/// True where the host asked for the one behind the other.
bool is_asked_later(outside_access const& o, outside_access const& than) {
  auto const asked = [](moment const& m) { return (m.whole != nullptr ? *m.whole : m).known[0]; };
  return asked(*o.when) > asked(*than.when);
}

/// Compares it with the copies and fills among the first `count` accesses.
void compare_with_copies(outside_access const& o, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    outside_access const& other = accesses()[i];
    if (other.by_host || (o.way == access_way::reads && other.way == access_way::reads) ||
        other.at >= o.at + o.bytes || o.at >= other.at + other.bytes ||
        are_ordered(o.when, other.when))
      continue;
    allocation const* const a = memory().find(std::max(o.at, other.at));
    if (a == nullptr || a->freed) continue;
    if (o.by_host || is_asked_later(o, other))
      report_two(o, other, *a);
    else
      report_two(other, o, *a);
    return;
  }
}

}  // namespace

void note_outside(std::uintptr_t at, std::size_t bytes, access_way way, moment_box when,
                  bool by_host, void const* return_address) {
  std::scoped_lock const hold(outside_lock());
  auto& all = accesses();
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

bool is_filled_meanwhile(std::uint32_t launch, std::uintptr_t at, std::size_t bytes) {
  launched const* const l = recent_launch(launch);
  if (l == nullptr) return false;
  std::scoped_lock const hold(outside_lock());
  auto const& all = accesses();
  return std::any_of(all.begin(), all.end(), [&](outside_access const& o) {
    return !o.by_host && o.way == access_way::writes && o.at < at + bytes && at < o.at + o.bytes &&
           !are_ordered(o.when, l->when);
  });
}

void settle_outside() {
  drop_filled();
  std::scoped_lock const hold(outside_lock());
  auto& all = accesses();
  bool const unordered = may_be_unordered();
  for (std::size_t i = 0; i < all.size(); ++i) {
    outside_access& o = all[i];
    if (o.by_host || unordered) compare_with_kernels(o);
    if (o.by_host)
      compare_with_copies(o, all.size());
    else if (unordered && !std::exchange(o.compared, true))
      compare_with_copies(o, i);
  }
  // Behind it is all that the host has waited for, and done before.
  if (!may_have_work())
    all.clear();
  else
    std::erase_if(all, [now = host_now()](outside_access const& o) {
      return !o.by_host && now->is_behind(*o.when) && !may_meet_work(o.when);
    });
}

void check_freed(std::uintptr_t at, std::size_t bytes, moment_box when) {
  compare_with_kernels({at, bytes, access_way::writes, std::move(when), false, nullptr, true});
}

}  // namespace simt::check
