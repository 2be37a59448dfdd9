// SPDX-License-Identifier: MIT
#pragma once

#include "checker.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Launches, copies and the host are ordered by streams, events, and calls that wait. As with
// threads, what CUDA promises counts, not the order in which things happen to run here.
namespace simt::check {

/// A point in the host's run, or a piece of work in a stream. Line 0 is the host, each stream
/// another.
struct moment : std::enable_shared_from_this<moment> {
  unsigned line = 0;
  std::uint32_t number = 0;          // along its line
  std::vector<std::uint32_t> known;  // by line: how far each had come that this one is behind of
  trace called_at;                   // where the host asked for it
  // Of a part of a piece of work, such as a graph's: which, and what other parts it is behind of.
  std::shared_ptr<moment const> whole;
  std::size_t part = 0;
  std::vector<bool> parts_before;

  [[nodiscard]] bool is_behind(moment const& other) const {
    if (whole != nullptr && whole == other.whole)
      return part == other.part || parts_before[other.part];
    moment const& mine = whole != nullptr ? *whole : *this;
    moment const& others = other.whole != nullptr ? *other.whole : other;
    return mine.line == others.line ||
           (others.line < mine.known.size() && mine.known[others.line] >= others.number);
  }
};
using moment_box = std::shared_ptr<moment const>;

/// True where one of the two comes behind the other, whatever the schedule. What has no moment was
/// not queued in a stream: the host waits for it.
inline bool are_ordered(moment_box const& a, moment_box const& b) {
  return a == nullptr || b == nullptr || a->is_behind(*b) || b->is_behind(*a);
}

/// The work that the calling OS thread does for a stream; null where there is none.
moment_box running_work();
/// The host's present moment.
moment_box host_now();
/// True where more than one stream has had work, or a graph of several parts.
bool may_be_unordered();
/// True where work may be left that the host has not waited for.
bool may_have_work();
/// True where work that nothing orders with that is still to come, or under way.
bool may_meet_work(moment_box const& when);
/// The same of what the host may still ask for, too.
bool may_meet_later(moment_box const& when);

/// A launch that began since the last one that came behind all others.
struct launched {
  moment_box when;
  std::string kernel;
  unsigned grid[3]{}, shape[3]{};
  std::uint32_t child = 0;
};

// The rest asks for the turn.

/// A launch begins; gives its number. What came before is forgotten where all of it comes before
/// this one.
std::uint32_t enter_launch(bool others_run);
/// One of the launches that are remembered; null: none of them.
launched const* recent_launch(std::uint32_t number);
/// Names what a kernel asked for that became that launch; 0: the host's.
std::uint32_t child_of_launch(std::uint32_t launch);
/// True where streams order two launches of the host's, or of their descendants.
bool moments_are_ordered(std::uint32_t a, std::uint32_t b);
/// Tells what the launch runs.
void describe_launch(block_state const& b);
/// An access that no kernel makes: a copy's, or the host's.
void note_outside(std::uintptr_t at, std::size_t bytes, access_way way, moment_box when,
                  bool by_host, void const* return_address);
/// True where a copy or fill that nothing orders with that launch has written some of the bytes.
bool is_filled_meanwhile(std::uint32_t launch, std::uintptr_t at, std::size_t bytes);
/// Tells of kernels that use what the work of a stream now frees, and that nothing orders with it.
void check_freed(std::uintptr_t at, std::size_t bytes, moment_box when);
/// Compares the accesses from outside with those of kernels that nothing orders.
void settle_outside();

/// Adds to a race of the running thread's with another launch which one that is; `swapped`: the
/// finding tells of the other's access first.
void describe_other_launch(finding& f, context const& c, segment const& other, bool swapped);

}  // namespace simt::check
