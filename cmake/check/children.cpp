// SPDX-License-Identifier: MIT
// Takes note of what kernels launch (include/simt/check/hooks.hpp), and says which accesses of a
// child, of its parent and of its siblings are ordered.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "children.hpp"
#include "hooks.hpp"
#include "streams.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace simt::check {

namespace {

/// The threads of a block that have waited for its children: those with numbers up to `last`.
struct wait_of_children {
  segment at;
  child_id last;
};
/// Holds what the threads of a block have asked for.
struct asking_block {
  location asked;                                     // a release for each child
  std::map<unsigned, child_id> streams, events;       // the last one, and the one that is stood for
  std::map<unsigned, std::vector<child_id>> awaited;  // by the next one of a stream
  std::vector<wait_of_children> waits;
};
struct child {
  std::uint32_t parent;
  asking_block* block;
  std::shared_ptr<released const> asked;
  unsigned stream;
  int kind;
  std::vector<child_id> after;
};

struct all_children {
  child_id first = 1;  // older ones are of launches that have ended
  std::vector<child> known;
  std::map<std::uint64_t, asking_block> blocks;

  [[nodiscard]] child const* find(child_id id) const {
    return id - first < known.size() ? &known[id - first] : nullptr;
  }
};
all_children& children() {
  static auto& all = *new all_children;
  return all;
}

thread_local constinit child_id begun = 0;
thread_local std::vector<child_id> begun_outside;  // that the thread has left for that meanwhile

/// The block of the running thread, as one that asks for children.
asking_block& asking(context const& c) {
  return children().blocks[block_key(c.block.launch, c.block.linear)];
}

/// True where a thread of the child's block has waited for it at a point for which f is true.
template <class F>
bool is_awaited(child_id id, F const& f) {
  std::vector<wait_of_children> const& waits = children().find(id)->block->waits;
  return std::any_of(waits.begin(), waits.end(),
                     [&](wait_of_children const& w) { return w.last >= id && f(w.at); });
}

/// True where streams and events have `later` wait for `id`.
bool is_behind(child_id later, child_id id) {
  std::vector<child_id> left{later};
  std::set<child_id> seen;
  while (!left.empty()) {
    child const* const k = children().find(left.back());
    left.pop_back();
    if (k == nullptr) continue;
    for (child_id const before : k->after) {
      if (before == id) return true;
      if (before > id && seen.insert(before).second) left.push_back(before);
    }
  }
  return false;
}

bool siblings_are_ordered(child_id id, child_id later) {
  child const& a = *children().find(id);
  child const& b = *children().find(later);
  if (a.kind == simt_child_of_tail || b.kind == simt_child_of_tail) return true;
  if (a.block == b.block && a.kind == simt_child_of_stream && b.kind == simt_child_of_stream &&
      (a.stream == b.stream || is_behind(later, id)))
    return true;
  return is_awaited(id, [&](segment const& at) { return comes_before(at, *b.asked); });
}

}  // namespace

bool launches_are_ordered(context const& c, segment const& s) {
  std::uint32_t theirs = s.launch;
  std::uint32_t ours = c.block.launch;
  child_id their_child = 0;
  child_id our_child = 0;
  while (theirs != ours) {  // a parent's number is below its children's
    bool const up_theirs = theirs > ours;
    std::uint32_t& launch = up_theirs ? theirs : ours;
    child_id const id = child_of_launch(launch);
    child const* const k = children().find(id);
    if (k == nullptr) return moments_are_ordered(s.launch, c.block.launch);
    (up_theirs ? their_child : our_child) = id;
    launch = k->parent;
  }
  if (their_child == 0) {
    child const& k = *children().find(our_child);
    return k.kind == simt_child_of_tail || comes_before(s, *k.asked);
  }
  if (our_child != 0) return siblings_are_ordered(their_child, our_child);
  return is_awaited(their_child, [&](segment const& at) {
    return ordered_in_block(c, at, false) || knows_by_flags(c, at);
  });
}

child_id take_begun_child() { return std::exchange(begun, 0); }
std::uint32_t parent_of(child_id id) {
  child const* const k = children().find(id);
  return k != nullptr ? k->parent : 0;
}
void forget_children() {
  all_children& all = children();
  all.first += static_cast<child_id>(all.known.size());
  all.known.clear();
  all.blocks.clear();
}

std::string relation_of(std::uint32_t launch, std::uint32_t other) {
  auto const descends = [](std::uint32_t l, std::uint32_t from) {
    while (l > from) l = parent_of(child_of_launch(l));
    return l == from;
  };
  if (descends(other, launch)) return "which this one has launched";
  if (descends(launch, other)) return "which has launched this one";
  return child_of_launch(other) != 0 ? "which a kernel has launched, as it has this one"
                                     : "in another stream, for which nothing waits";
}

}  // namespace simt::check

using namespace simt::check;

extern "C" {

std::uint32_t simt_check_asks_child(unsigned stream, int kind) noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return 0;
  checker_scope const scope(c);
  all_children& all = children();
  asking_block& block = asking(*c);
  child k{c->block.launch, &block, release_here(*c), stream, kind, {}};
  block.asked.of_block[k.asked->block].push_back(block.asked.releases.size());
  block.asked.releases.push_back({k.asked, true});
  child_id const id = all.first + static_cast<child_id>(all.known.size());
  if (kind == simt_child_of_stream) {
    k.after = std::exchange(block.awaited[stream], {});
    child_id& last = block.streams[stream];
    if (last != 0) k.after.push_back(last);
    last = id;
  }
  all.known.push_back(std::move(k));
  return id;
}

void simt_check_begins_child(std::uint32_t id) noexcept {
  checker_scope const scope(mine.c);
  begun_outside.push_back(std::exchange(begun, id));
}
void simt_check_ends_child() noexcept {
  checker_scope const scope(mine.c);
  begun = begun_outside.back();
  begun_outside.pop_back();
}

void simt_check_children_awaited() noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  all_children& all = children();
  auto const block = all.blocks.find(block_key(c->block.launch, c->block.linear));
  if (block == all.blocks.end()) return;
  thread_state& t = *c->self;
  asking_block& b = block->second;
  b.waits.push_back({{c->block.launch, c->rank, c->block.linear, t.epoch, t.clock},
                     all.first + static_cast<child_id>(all.known.size()) - 1});
  // Behind a child is what its thread did before it asked for it.
  join(t.known, {{&b.asked, b.asked.releases.size(), 0}});
  ++t.clock;
  t.segment = 0;
}

void simt_check_child_event_recorded(unsigned event, unsigned stream) noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  asking_block& b = asking(*c);
  b.events[event] = b.streams[stream];
}
void simt_check_child_event_awaited(unsigned event, unsigned stream) noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  asking_block& b = asking(*c);
  if (child_id const id = b.events[event]; id != 0) b.awaited[stream].push_back(id);
}

}  // extern "C"
