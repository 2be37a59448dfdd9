// SPDX-License-Identifier: MIT
// Takes note of what the library tells: see include/simt/check/hooks.hpp.
#define SIMT_CHECK 1
#define SIMT_PROFILE 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>

namespace simt::profile {

thread_local constinit lane_steps* here = nullptr;
std::recursive_mutex& turn() {
  static auto& m = *new std::recursive_mutex;
  return m;
}

namespace {

thread_local constinit context* mine = nullptr;
thread_local constinit bool active = false;
/// A block whose thread has launched what runs now, and how many launches ran before.
struct outer_block {
  context* of;
  unsigned launches;
};
thread_local std::vector<outer_block> outer;
thread_local std::vector<context*> spare;  // of blocks within others that have ended

thread_local constinit launch* begun[16] = {};
thread_local constinit unsigned begun_count = 0;

/// Counts all warps of the block of which something is kept.
void count_block(context& c) {
  if (c.of == nullptr || !c.counted) return;
  for (unsigned w = c.first_pending; w * 32 < c.threads; ++w) count_warp(c, w);
}

/// The page draws the first blocks as they follow one another.
bool tells_times(launch const& l) { return l.times.size() < 256; }

void end_block(context& c) {
  if (c.of == nullptr) return;
  count_block(c);
  if (tells_times(*c.of)) c.of->times.push_back({c.block, c.began, now(), c.worker});
  std::size_t bytes = 0;
  for (auto const& a : c.arrays) bytes += a.second;
  c.of->shared_static = std::max(c.of->shared_static, bytes);
  c.of = nullptr;
}

void look(context& c) {
  bool const looks = c.self != nullptr && c.self->in_library == 0 && c.counted && !c.passed;
  here = looks ? c.self : nullptr;
}

/// Adds a step with an address and a number of bytes.
void put(lane_steps& t, event e, void const* caller, std::uintptr_t a, std::size_t bytes) {
  if (t.end - t.at < 2) t.grow();
  if (t.end - t.at < 2) return;
  t.at[0] = reinterpret_cast<word>(caller) | word{static_cast<unsigned>(e)} << 56 | told;
  t.at[1] = a | word{std::min<std::size_t>(bytes, 65535)} << 48;
  t.at += 2;
}

/// Where a GPU has the texel that lies at `a` here.
std::uintptr_t place_of_texel(context const& c, std::uintptr_t a) {
  context::texture_level const* of = nullptr;
  for (auto const& l : c.levels)
    if (l.base <= a && (of == nullptr || l.base > of->base)) of = &l;
  if (of == nullptr || of->pitch == 0) return a;
  std::size_t const rows = of->slice / of->pitch;
  if (rows == 1) return a;
  std::size_t const away = a - of->base, slice = rows == 0 ? 0 : away / of->slice;
  std::size_t const within = away - slice * of->slice;
  return of->base + slice * tiled(0, (rows + 7) / 8 * 8, of->pitch) +
         tiled(within % of->pitch, within / of->pitch, of->pitch);
}

/// Room for steps in all lanes of the block that runs.
constexpr std::size_t most_words = std::size_t{1} << 20, most_of_block = std::size_t{1} << 26;
thread_local constinit std::size_t words_in_use = 0;

}  // namespace

/// An access that the library makes in the thread's name.
void take(void const volatile* p, std::size_t bytes, event e, void const* caller) {
  lane_steps* const t = here;
  if (t == nullptr) return;
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (!region.holds(a) && !is_variable(a)) return;
  put(*t, e, caller, a, bytes);
}
void take_slow_call(word caller) {
  launch& l = *mine->of;
  ++l.sites[l.site_of(caller)].count[slow_calls];
}

lane_steps::~lane_steps() { std::free(begin); }

void lane_steps::grow() {
  std::size_t const had = static_cast<std::size_t>(end - begin);
  std::size_t const used = static_cast<std::size_t>(at - begin);
  std::size_t const wanted = had == 0 ? 256 : had * 2;
  if (wanted > most_words || words_in_use + wanted - had > most_of_block) {
    cut = true;
    return;
  }
  auto* const p = static_cast<word*>(std::realloc(begin, wanted * sizeof(word)));
  if (p == nullptr) {
    cut = true;
    return;
  }
  words_in_use += wanted - had;
  begin = p;
  at = p + used;
  end = p + wanted;
}

}  // namespace simt::profile

using namespace simt::profile;

extern "C" {

void simt_check_take_turn() noexcept {
  turn().lock();
  if (mine != nullptr) mine->passed = false;
  if (active && mine != nullptr) look(*mine);
}
void simt_check_pass_turn() noexcept {
  here = nullptr;
  if (mine != nullptr) mine->passed = true;
  turn().unlock();
}

void simt_check_begin_launch(void const*) noexcept {
  here = nullptr;
  if (active) {
    outer.push_back({mine, begun_count});
    mine = nullptr;
    active = false;
  }
  auto& l = launches();
  std::scoped_lock const hold(l.lock);
  l.all.push_back(std::make_unique<launch>());
  launch* const x = l.all.back().get();
  x->begin = now();
  x->left_out = !collects.load();
  l.running.push_back(x);
  if (begun_count < std::size(begun)) begun[begun_count] = x;
  ++begun_count;
}
void simt_check_end_launch(void const*, int, char const*) noexcept {
  if (begun_count == 0) return;
  --begun_count;
  launch* const x = begun_count < std::size(begun) ? begun[begun_count] : nullptr;
  if (x != nullptr) {
    std::scoped_lock const turn_taken(turn());
    auto& l = launches();
    std::scoped_lock const hold(l.lock);
    std::erase(l.running, x);
    x->end = now();
    note_ways(*x);
    // (What is kept of a launch takes some hundred kilobytes.)
    if (l.all.size() > 1000) finish(*x);
    if (x->left_out) std::erase_if(l.all, [x](auto const& known) { return known.get() == x; });
  }
  if (!outer.empty() && outer.back().launches == begun_count) {
    if (mine != nullptr) {
      end_block(*mine);
      spare.push_back(mine);
    }
    mine = outer.back().of;
    active = true;
    outer.pop_back();
    return;  // its thread is looked at when it has the turn again
  }
  if (active && mine != nullptr) look(*mine);
}

void simt_check_begin_block(simt_check_block const* b) noexcept {
  here = nullptr;
  if (mine == nullptr && !spare.empty()) {
    mine = spare.back();
    spare.pop_back();
  }
  if (mine == nullptr) {
    mine = new context;
    mine->worker = launches().workers++;
  }
  context& c = *mine;
  end_block(c);
  active = true;
  c.self = nullptr;
  c.of = launch_for(*b);
  c.threads = b->block[0] * b->block[1] * b->block[2];
  c.block = (std::uint64_t{b->index[2]} * b->grid[1] + b->index[1]) * b->grid[0] + b->index[0];
  c.waited = c.passed = false;
  c.first_pending = c.barriers = 0;
  c.shared = reinterpret_cast<std::uintptr_t>(b->shared);
  c.shared_bytes = b->shared_bytes + b->dynamic_bytes;
  c.arrays.clear();
  c.counted = c.of != nullptr && !c.of->left_out && c.block % c.of->every == 0;
  c.triggered.clear();
  c.triggered_warps.clear();
  c.calls.assign(1, {});
  if (c.of != nullptr) {
    if (tells_times(*c.of)) c.began = now();
    ++c.of->blocks_seen;
    if (c.counted) ++c.of->blocks_counted;
  }
  std::string const& traced = settings().trace;
  c.tracing = c.counted && c.block == 0 && !traced.empty() &&
              (traced == "*" || c.of->kernel.find(traced) != std::string::npos) &&
              std::uint64_t{c.threads} * c.of->grid[0] * c.of->grid[1] * c.of->grid[2] <= 4096;
  while (c.lane.size() < c.threads) c.lane.push_back(std::make_unique<lane_steps>());
  for (unsigned i = 0; i < c.threads; ++i) {
    lane_steps& t = *c.lane[i];
    t.at = t.begin;
    t.call = 0;
    t.in_library = 0;
    t.cut = t.ended = false;
    t.arrays.clear();
    t.own_begin = t.own_bytes = 0;
    t.barriers = 0;
    t.site = ~0u;
    t.step = 0;
  }
}
void simt_check_end_blocks() noexcept {
  if (mine == nullptr) return;
  end_block(*mine);
  mine->self = nullptr;
  active = false;
  here = nullptr;
}

bool simt_check_begin_thread(unsigned rank, void const*, std::size_t) noexcept {
  context* const c = mine;
  if (c == nullptr || c->of == nullptr) return false;
  here = nullptr;
  // Threads end one after another: so has the warp before.
  if (!c->waited && rank % 32 == 0 && rank != 0 && c->counted) {
    count_warp(*c, rank / 32 - 1);
    c->first_pending = rank / 32;
  }
  c->rank = rank;
  c->self = c->lane[rank].get();
  c->self->in_library = 0;
  c->fetches = 0;
  look(*c);
  return false;
}
void simt_check_end_thread(bool) noexcept {
  here = nullptr;
  if (mine == nullptr || mine->self == nullptr) return;
  mine->self->ended = true;
}

unsigned simt_check_wait_begins(int, void const*) noexcept {
  // Until the thread goes on, what runs is the library's.
  here = nullptr;
  if (mine != nullptr) mine->waited = true;
  return 0;
}
void simt_check_resume(unsigned rank, unsigned) noexcept {
  context* const c = mine;
  if (c == nullptr || c->self == nullptr) return;
  c->rank = rank;
  c->self = c->lane[rank].get();
  look(*c);
}

void simt_check_barrier_passed() noexcept {
  context* const c = mine;
  if (c == nullptr || c->self == nullptr || c->of == nullptr || !c->counted) return;
  // The first thread that goes on: the others stand at the barrier, or have ended.
  auto const& epoch = ++c->self->barriers;
  if (epoch <= c->barriers) return;
  c->barriers = epoch;
  c->of->barriers += (c->threads + 31) / 32;
  here = nullptr;
  count_block(*c);
  if (c->tracing) c->of->steps.push_back({true, 0, 0, 0, {}});
  look(*c);
}
void simt_check_warp_met(unsigned warp, std::uint32_t lanes, std::uint32_t, bool, bool) noexcept {
  context* const c = mine;
  if (c == nullptr || !active || c->of == nullptr || !c->counted) return;
  // All lanes that are left have come: nothing that is kept can change any more.
  std::size_t words = 0;
  for (unsigned i = 0; i < 32 && warp * 32 + i < c->threads; ++i) {
    lane_steps const& t = *c->lane[warp * 32 + i];
    if ((lanes >> i & 1) == 0 && !t.ended) return;
    words += static_cast<std::size_t>(t.at - t.begin);
  }
  if (words < 4096) return;
  lane_steps* const before = here;
  here = nullptr;
  count_warp(*c, warp);
  here = before;
}

void simt_profile_trigger(int counter) noexcept {
  context* const c = mine;
  if (here == nullptr || counter < 0 || counter > 7) return;
  // A warp counts once where its threads come together: the n-th time of each of them is the same.
  auto const at = reinterpret_cast<word>(__builtin_return_address(0));
  unsigned const times = ++c->triggered[{c->rank, at}];
  unsigned& seen = c->triggered_warps[{c->rank / 32, at}];
  if (times <= seen) return;
  seen = times;
  ++c->of->triggers[static_cast<std::size_t>(counter)];
}
void simt_profile_fetch_begins(simt_profile_plane const* levels, int count) noexcept {
  context* const c = mine;
  if (c == nullptr || c->self == nullptr || c->fetches++ != 0) return;
  here = nullptr;
  c->first_texel = true;
  c->levels.clear();
  for (int i = 0; i < count; ++i)
    c->levels.push_back({reinterpret_cast<std::uintptr_t>(levels[i].base),
                         static_cast<std::size_t>(levels[i].pitch),
                         static_cast<std::size_t>(levels[i].slice)});
}
void simt_profile_fetch_ends() noexcept {
  context* const c = mine;
  if (c == nullptr || c->self == nullptr || --c->fetches != 0) return;
  if (active) look(*c);
}
void simt_profile_texel(void const* texel, unsigned bytes) noexcept {
  context* const c = mine;
  if (c == nullptr || c->self == nullptr || c->fetches == 0 || c->self->in_library != 0 ||
      !c->counted)
    return;
  put(*c->self, c->first_texel ? event::texture : event::texel, __builtin_return_address(0),
      place_of_texel(*c, reinterpret_cast<std::uintptr_t>(texel)), bytes);
  c->first_texel = false;
}
void simt_profile_own_array(void const* array, std::size_t bytes) noexcept {
  if (here == nullptr) return;
  lane_steps& t = *here;
  auto const a = reinterpret_cast<std::uintptr_t>(array);
  std::uintptr_t const end = std::max(a + bytes, t.own_begin + t.own_bytes);
  t.own_begin = t.own_bytes == 0 ? a : std::min(a, t.own_begin);
  t.own_bytes = end - t.own_begin;
  put(t, event::own_array, __builtin_return_address(0), a, bytes);
}

void simt_check_atomic(void const volatile* p, std::size_t bytes, bool /*wide*/) noexcept {
  take(p, bytes, event::atomic, __builtin_return_address(0));
}
void simt_check_access(void const volatile* p, std::size_t bytes, bool writes) noexcept {
  take(p, bytes, writes ? event::store : event::load, __builtin_return_address(0));
}

void simt_check_enter_library() noexcept {
  if (mine == nullptr || mine->self == nullptr) return;
  ++mine->self->in_library;
  here = nullptr;
}
void simt_check_leave_library() noexcept {
  if (mine == nullptr || mine->self == nullptr) return;
  if (mine->self->in_library > 0) --mine->self->in_library;
  if (active) look(*mine);
}

void simt_check_shared_array(void* array, std::size_t bytes) noexcept {
  context* const c = mine;
  if (c == nullptr || !active) return;
  auto const at = reinterpret_cast<std::uintptr_t>(array);
  for (auto const& a : c->arrays)
    if (a.first == at) return;
  c->arrays.emplace_back(at, bytes);
}

char const* simt_check_kernel_name(void const* address) noexcept {
  lane_steps* const before = here;
  here = nullptr;
  char const* const name = simt::check::kernel_name(address);
  here = before;
  return name;
}

}  // extern "C"
