// SPDX-License-Identifier: MIT
// Tells of races: of two plain writes when both values are known.
#include "race_report.hpp"

#include "streams.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace simt::check {

namespace {

char const* kind_of(context const& c, allocation const& a, segment const& s) {
  if (s.block == c.block.linear && s.thread / 32 == c.rank / 32 && a.kind == memory_kind::shared)
    return "warp_race";
  return a.kind == memory_kind::shared ? "race" : "grid_race";
}

template <class T>
T value_of(unsigned char const* bytes) {
  T out;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}
std::string number_of(unsigned char const* bytes, unsigned n) {
  if (n == 1) return std::to_string(value_of<signed char>(bytes));
  if (n == 2) return std::to_string(value_of<std::int16_t>(bytes));
  if (n >= 8) return std::to_string(value_of<std::int64_t>(bytes));
  if (n != 4) return "0";
  std::string out = std::to_string(value_of<std::int32_t>(bytes));
  auto const f = value_of<float>(bytes);
  float const size = f < 0 ? -f : f;
  if (size > 1e-6F && size < 1e9F) out += " (as float " + std::to_string(f) + ")";
  return out;
}

/// True where a barrier has its line between the two.
bool stands_between(site_id barrier, frame const& first, frame const& second) {
  if (barrier == 0) return false;
  frame const at = frame_of(barrier);
  return at.file == second.file && first.file == second.file && first.line < at.line &&
         at.line < second.line;
}

}  // namespace

std::string value_at(std::uintptr_t address, unsigned bytes) {
  return number_of(reinterpret_cast<unsigned char const*>(address), bytes);
}

void report_race(context& c, record other, site_id mine, unsigned thread, bool was_write,
                 bool is_write, bool both_atomic, std::uintptr_t address, unsigned bytes,
                 std::string values) {
  segment const* const s = all_segments.find(other.segment);
  if (s == nullptr) return;
  allocation const* const a = memory().find(address);
  if (a == nullptr) return;
  finding f = finding_here(c, kind_of(c, *a, *s), nullptr);
  unflatten(thread, c.block.shape, f.thread);
  site_id const their = other.how >> 2;
  f.at = frame_of(mine);
  f.other = frame_of(their);
  f.has_other = true;
  f.address = address;
  f.bytes = bytes;
  unflatten(s->thread, c.block.shape, f.other_thread);
  f.other_block[0] = static_cast<unsigned>(s->block % c.block.grid[0]);
  f.other_block[1] = static_cast<unsigned>(s->block / c.block.grid[0] % c.block.grid[1]);
  f.other_block[2] = static_cast<unsigned>(s->block / c.block.grid[0] / c.block.grid[1]);
  bool const same_launch = s->launch == c.block.launch;
  bool const same_block = same_launch && s->block == c.block.linear;
  bool const same_warp = same_block && s->thread / 32 == thread / 32;
  if (same_block && a->kind == memory_kind::shared && was_write != is_write) c.block.misread = true;
  // The one that comes later in the text is the one to look at.
  bool const swapped = f.at.file == f.other.file && f.at.line < f.other.line;
  if (swapped) {
    std::swap(f.at, f.other);
    std::swap(f.thread, f.other_thread);
    std::swap(f.block, f.other_block);
    std::swap(was_write, is_write);
  }
  char const* const first = was_write ? "write" : "read";
  char const* const second = is_write ? "write" : "read";
  f.what = std::string(second) + " of " + count_of(bytes, "byte") + " in " + name_of(a->kind) +
           ", which " +
           (same_block    ? "another thread of the block "
            : same_launch ? "another block "
                          : "another launch ") +
           (was_write ? "writes" : "reads") + " with nothing between that orders the two (" +
           first + " and " + second + ")";
  if (!values.empty()) f.notes.push_back(std::move(values));
  std::string const line = std::to_string(f.at.line);
  if (same_warp && a->kind == memory_kind::shared)
    f.advice =
        "put `__syncwarp()` before line " + line + ": the lanes of a warp do not run in lock step";
  else if (same_block && f.at.line == f.other.line)
    f.advice =
        was_write && is_write
            ? "let one thread write, or use an atomic (`atomicAdd`, `atomicMax`) in line " + line
            : "put `__syncthreads()` between the turns of line " + line +
                  " that write and those that read";
  else if (same_block && stands_between(c.block.thread[thread].barrier_site, f.other, f.at))
    f.advice = "put `__syncthreads()` behind line " + line + ", too: line " +
               std::to_string(f.other.line) +
               " comes again (in the next turn of a loop, or another call)";
  else if (same_block)
    f.advice = "put `__syncthreads()` before line " + line;
  else if (both_atomic)
    f.advice =
        "leave `_block` away from the atomic: it is one step for the threads of one block alone";
  else if (!same_launch)
    describe_other_launch(f, c, *s, swapped);
  else if (was_write && is_write)
    f.advice = "give each block a place of its own, or use an atomic in line " + line;
  else
    f.advice =
        "read one array and write another, or let a second launch do what needs the other "
        "blocks' results; a flag needs `__threadfence()` before it and an atomic or "
        "volatile access";
  if (std::string_view(f.kind) == "warp_race")
    report_warp_race(std::move(f));
  else
    report(std::move(f));
}

void note_pending(context& c, record other, site_id mine, std::uintptr_t address, unsigned bytes,
                  bool after_read) {
  auto* const at = reinterpret_cast<void const*>(address);
  if (c.pending.address == at) return;
  pending_write& p = c.pending.address == nullptr ? c.pending : c.more_pending.emplace_back();
  p.address = at;
  p.bytes = std::min(bytes, 16u);
  std::memcpy(p.before, p.address, p.bytes);
  p.other = other;
  p.mine = mine;
  p.thread = c.rank;
  p.after_read = after_read;
}

namespace {
/// Tells of one that has been made by now; false where it is no race.
bool tell_pending(context& c, pending_write const& p) {
  if (!p.after_read && std::memcmp(p.address, p.before, p.bytes) == 0) return false;
  std::string values = (p.after_read ? "one reads " : "one writes ") +
                       number_of(p.before, p.bytes) +
                       (p.after_read ? ", the other writes " : ", the other ") +
                       number_of(static_cast<unsigned char const*>(p.address), p.bytes);
  report_race(c, p.other, p.mine, p.thread, !p.after_read, true, false,
              reinterpret_cast<std::uintptr_t>(p.address), p.bytes, std::move(values));
  return true;
}
}  // namespace

void settle_pending(context& c) {
  if (c.pending.address == nullptr) return;
  pending_write const first = c.pending;
  auto const more = std::exchange(c.more_pending, {});
  c.pending.address = nullptr;
  std::uint32_t told = tell_pending(c, first) ? first.other.segment : 0;
  for (pending_write const& p : more)  // (once for each stretch of another thread that it meets)
    if (p.other.segment != told && tell_pending(c, p)) told = p.other.segment;
}

}  // namespace simt::check
