// SPDX-License-Identifier: MIT
// The launches that are remembered, and which of them nothing orders.
#include "children.hpp"
#include "segments.hpp"
#include "streams.hpp"

#include <algorithm>
#include <vector>

namespace simt::check {

constinit bool unordered_launches = false;

namespace {

struct recent_launches {
  std::uint32_t first = 2, next = 2;
  std::vector<launched> launches;  // from `first` on

  [[nodiscard]] launched const* find(std::uint32_t number) const {
    return number - first < launches.size() ? &launches[number - first] : nullptr;
  }
};
recent_launches& recent() {
  static auto& r = *new recent_launches;
  return r;
}
constexpr std::size_t most_launches = 4096;

}  // namespace

launched const* recent_launch(std::uint32_t number) { return recent().find(number); }

std::uint32_t enter_launch(bool others_run) {
  recent_launches& r = recent();
  moment_box const running = running_work();
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
  recent_launches& r = recent();
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

}  // namespace simt::check
