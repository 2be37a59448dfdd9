// SPDX-License-Identifier: MIT
// Takes note of what the library tells of launches, blocks and threads: see
// include/simt/check/hooks.hpp.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"
#include "streams.hpp"

#include <link.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>

namespace simt::check {

thread_local constinit own_context mine{};

std::recursive_mutex& turn() {
  static auto& m = *new std::recursive_mutex;
  return m;
}

namespace {

/// The numbers of the launches that run, by the address that each has.
std::map<void const*, std::uint32_t>& launches() {
  static auto& l = *new std::map<void const*, std::uint32_t>;
  return l;
}

/// Keeps what is known of the block that failed last, for the launch's error.
struct failure {
  std::size_t memory_findings = 0;  // before the launch
  bool any = false;                 // some launch has failed: what comes after it is not freed
  bool known = false;
  finding f;
};
failure& last_failure() {
  static auto& f = *new failure;
  return f;
}

/// A number that looks like any other.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// Tells of memory that nobody has freed and nobody will.
void report_leaks() {
  if (!settings().api || last_failure().any) return;
  memory().each_live([&](allocation const& a) {
    if (a.kind != memory_kind::device && a.kind != memory_kind::managed &&
        a.kind != memory_kind::host && a.kind != memory_kind::array)
      return;
    if (a.kind == memory_kind::managed && !memory().holds(a.begin)) return;  // a variable
    finding f;
    f.kind = "api";
    f.at = program_frame(a.allocated_at.address.data(), a.allocated_at.count);
    describe_callers(f, a.allocated_at);
    f.address = a.begin;
    f.bytes = a.bytes;
    std::string const name =
        a.said != nullptr && !a.said->name.empty() ? " called " + a.said->name : "";
    f.what = a.kind == memory_kind::array
                 ? "an array is never freed"
                 : count_of(a.bytes, "byte") + " of " + name_of(a.kind) + name + " are never freed";
    f.advice = a.kind == memory_kind::array  ? "call `cudaFreeArray`"
               : a.kind == memory_kind::host ? "call `cudaFreeHost`"
                                             : "call `cudaFree`";
    report(std::move(f));
  });
}

void at_exit() {
  checker_scope const scope(mine.c);
  options const& o = settings();
  report_leaks();
  memory().each_live([](allocation const& a) { report_unused(a); });
  settle_outside();
  flush_launch(true);
  finish_report();
  if (!any_findings()) return;
  std::fflush(nullptr);
  _exit(o.status);
}
/// Registered before all of the program's own: it runs after them.
[[gnu::constructor(101)]] void begin() {
  static_cast<void>(settings());
  if (has_unchecked_launches()) {
    std::fputs("simt-check: some files of this program that launch kernels have been compiled without "
               "SIMT_CHECK: each kind has a runtime of its own, and memory of one is none to the other. "
               "Set the property for all targets of the program, or for none.\n",
               stderr);
    _exit(2);
  }
  std::atexit(&at_exit);
}

/// The last memory that the host has asked to free.
thread_local constinit void const* last_freed = nullptr;

/// The bytes of the calling thread's thread-local variables.
void find_thread_storage(context& c) {
  std::size_t bytes = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            *static_cast<std::size_t*>(out) +=
                info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
        return 0;
      },
      &bytes);
  auto const self = reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
#if defined(__x86_64__)
  c.tls = self - bytes - 4096;
  c.tls_bytes = bytes + 8192;
#else
  c.tls = self - 4096;
  c.tls_bytes = bytes + 8192;
#endif
}

}  // namespace
}  // namespace simt::check

using namespace simt::check;

extern "C" {

void simt_check_take_turn() noexcept {
  turn().lock();
  if (mine.active) here = mine.c;
}
void simt_check_pass_turn() noexcept {
  here = nullptr;
  turn().unlock();
}

void simt_check_begin_launch(void const* launch) noexcept {
  checker_scope const scope(mine.c);
  if (mine.active) mine = {nullptr, false, 0, new own_context(mine)};
  ++mine.launches;
  std::scoped_lock const hold(turn());
  std::uint32_t const number = enter_launch(!launches().empty());
  launches()[launch] = number;
  last_failure().known = false;
  last_failure().memory_findings = memory_findings();
}

void simt_check_end_launch(void const* launch, int kind, char const* error) noexcept {
  if (mine.launches != 0 && --mine.launches == 0 && mine.outer != nullptr) {
    delete mine.c;
    own_context const* const outer = mine.outer;
    mine = *outer;
    delete outer;
    if (mine.c != nullptr) mine.c->look_for_changes(mine.c->plain_launch);
  }
  checker_scope const scope(mine.c);
  std::scoped_lock const hold(turn());
  launches().erase(launch);
  flush_launch();
  if (error == nullptr) return;
  failure& last = last_failure();
  last.any = true;
  finding f = last.known ? last.f : finding{};
  f.kind = kind == 1 ? "barrier" : kind == 2 ? "memory" : "api";
  if ((kind == 1 && !settings().sync) || (kind == 2 && !settings().memory)) return;
  // The access that ended it has been told.
  if (kind == 2 && memory_findings() != last.memory_findings) return;
  f.what = error;
  last.known = false;
  report(std::move(f));
}

void simt_check_block_failed() noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  failure& last = last_failure();
  if (last.known) return;
  unsigned rank = c->rank;
  auto const first_that_waits = [&](int kind) {
    for (unsigned i = 0; i < c->block.threads; ++i)
      if (int const waits = c->block.thread[i].waits; waits != 0 && (kind == 0 || waits == kind)) return i;
    return ~0u;
  };
  unsigned const at_barrier = first_that_waits(simt_wait_barrier);
  if (c->self->end != thread_end::thrown && c->self->waits == 0)
    if (unsigned const waiting = first_that_waits(0); waiting != ~0u) rank = waiting;
  if (c->block.in_vain && at_barrier != ~0u) {
    // Many that wait in a loop wait for what one at a barrier holds; one alone keeps the others at it.
    std::ptrdiff_t const at_barriers = std::ranges::count_if(
        c->block.all_threads(), [](thread_state const& t) { return t.waits == simt_wait_barrier; });
    unsigned const other = rank;
    if (2 * at_barriers < static_cast<std::ptrdiff_t>(c->block.threads)) rank = at_barrier;
    last.f = barrier_finding(*c, rank, rank == other ? at_barrier : other);
    last.f.other = frame_of(c->block.thread[rank == other ? at_barrier : other].wait_site);
  } else {
    last.f = barrier_finding(*c, rank);
  }
  last.f.notes = whereabouts(*c);
  last.known = true;
}

void simt_check_begin_block(simt_check_block const* b) noexcept {
  checker_scope scope(mine.c);
  if (mine.c == nullptr) {
    mine.c = new context;
    find_thread_storage(*mine.c);
  }
  context& c = *mine.c;
  settle_pending(c);
  flush_block(c);
  mine.active = true;
  scope.leave_with(&c);
  c.self = nullptr;
  c.in_library = 0;
  block_state& s = c.block;
  s.kernel = b->kernel != nullptr ? b->kernel : "(unnamed)";
  for (int i = 0; i < 3; ++i) {
    s.grid[i] = b->grid[i];
    s.shape[i] = b->block[i];
    s.index[i] = b->index[i];
  }
  s.linear = (std::uint64_t{b->index[2]} * b->grid[1] + b->index[1]) * b->grid[0] + b->index[0];
  s.threads = b->block[0] * b->block[1] * b->block[2];
  auto const known = launches().find(b->launch);
  s.launch = known != launches().end() ? known->second : 0;
  c.look_for_changes(s.launch);
  c.races = settings().race;
  s.epoch = 0;
  s.known.clear();
  s.arrays.clear();
  s.copies.clear();
  s.copied_words.clear();
  c.calls = &c.outside;  // (Threads may move.)
  if (s.thread.size() < s.threads) s.thread.resize(s.threads);
  for (thread_state& t : s.all_threads()) t.begin();
  for (int i = 0; i < 2; ++i) {
    s.arguments[i] = b->arguments[i];
    s.argument_bytes[i] = b->argument_bytes[i];
  }
  s.lanes = b->lanes;
  describe_launch(s);
  s.misread = s.in_vain = s.fences = s.fenced = false;
  s.dynamic = reinterpret_cast<std::uintptr_t>(b->dynamic);
  s.dynamic_bytes = b->dynamic_bytes;
  auto const shared = reinterpret_cast<std::uintptr_t>(b->shared);
  s.shared = memory().holds(shared) ? memory().at(shared) : nullptr;
  if (s.shared == nullptr) return;
  if (s.shared->kind != memory_kind::shared) {
    memory().enter(reinterpret_cast<void const*>(s.shared->begin), s.shared->bytes,
                   memory_kind::shared, false);
    s.shared->arrays = static_cast<std::uint8_t*>(std::calloc(s.shared->bytes / 4 + 1, 1));
    if (s.shared->arrays != nullptr) s.shared->quick_bytes = s.shared->bytes;
  }
  for (auto const& [first, bytes] : s.shared->used) {
    clear_written(*s.shared, first, bytes);
    std::memset(s.shared->arrays + first / 4, 0, (bytes + 3) / 4);
  }
  s.shared->used.clear();
  if (s.dynamic_bytes != 0) s.shared->used.emplace_back(s.dynamic - s.shared->begin, s.dynamic_bytes);
}

void simt_check_end_blocks() noexcept {
  if (mine.c == nullptr) return;
  checker_scope scope(mine.c);
  settle_pending(*mine.c);
  flush_block(*mine.c);
  mine.c->self = nullptr;
  mine.active = false;
  scope.leave_with(nullptr);
}

bool simt_check_begin_thread(unsigned rank, void const* stack, std::size_t bytes) noexcept {
  context* const c = mine.c;
  if (c == nullptr) return false;
  settle(*c);
  c->rank = rank;
  c->self = &c->block.thread[rank];
  c->self->end = thread_end::running;
  c->in_library = c->intended = 0;
  c->self->stack = c->stack = reinterpret_cast<std::uintptr_t>(stack);
  c->self->stack_bytes = c->stack_bytes = bytes;
  c->calls = &c->self->calls;
  c->calls->depth = 0;
  return settings().seed != 0;
}

void simt_check_end_thread(bool thrown) noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return;
  settle(*c);
  settle_missed_index(*c);
  if (thrown)
    c->self->end = thread_end::thrown;
  else if (c->self->end == thread_end::running)
    c->self->end = thread_end::fell_off;
}

void simt_check_early_return() noexcept {
  context* const c = mine.c;
  if (c != nullptr && c->self != nullptr) c->self->end = thread_end::returned_early;
}

void simt_check_resume(unsigned rank, unsigned depth) noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return;
  settle(*c);
  c->rank = rank;
  c->self = &c->block.thread[rank];
  thread_state& t = *c->self;
  c->calls = &t.calls;
  c->calls->depth = depth;
  if (t.waits != simt_wait_barrier) t.waits = 0;
  c->stack = t.stack;
  c->stack_bytes = t.stack_bytes;
  c->in_library = t.in_library;
  c->intended = t.intended;
}

void simt_check_enter_library() noexcept {
  if (here != nullptr) ++here->in_library;
}
void simt_check_leave_library() noexcept {
  if (here != nullptr && here->in_library > 0) --here->in_library;
}

void simt_check_enter_intended() noexcept {
  if (here != nullptr) ++here->intended;
}
void simt_check_leave_intended() noexcept {
  if (here != nullptr && here->intended > 0) --here->intended;
}

std::uint64_t simt_check_shuffled(std::uint64_t number, std::uint64_t count) noexcept {
  std::uint64_t const seed = settings().seed;
  if (seed == 0 || count < 2) return number;
  // Steps that have no divisor in common with the count come by each block once.
  std::uint64_t step = mixed(seed) % count;
  while (step == 0 || std::gcd(step, count) != 1) step = (step + 1) % count;
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>((wide{number} * step + mixed(seed + 1)) % count);
}

unsigned simt_check_yields() noexcept {
  context const* const c = here;
  std::uint64_t const seed = settings().seed;
  if (seed == 0 || c == nullptr || c->self == nullptr) return 0;
  // Warps as a whole, and their threads among themselves.
  std::uint64_t const turn = mixed(seed ^ c->block.linear << 20 ^ std::uint64_t{c->self->epoch} << 44);
  return static_cast<unsigned>(mixed(turn + c->rank / 32) % 8 + mixed(turn ^ c->rank << 1) % 4);
}

char const* simt_check_kernel_name(void const* address) noexcept {
  checker_scope const scope(mine.c);
  return kernel_name(address);
}

void simt_check_device_resets() noexcept {
  checker_scope const scope(mine.c);
  report_leaks();
}

void simt_check_frees(void const* p) noexcept { last_freed = p; }
void simt_check_call_failed(char const* error) noexcept {
  checker_scope const scope(mine.c);
  if (!settings().api) return;
  finding f;
  f.kind = "api";
  trace const t = host_trace();
  std::string call;
  bool launch = false;
  for (std::size_t i = 0; i < t.count; ++i)
    for (frame const& at : frames_at(t.address[i])) {
      if (at.function.starts_with("cuda")) call = at.function;
      launch = launch || at.file.ends_with("thread/configuration.hpp");
    }
  if (call.empty()) call = launch ? "the launch" : "a call of the runtime";
  f.at = program_frame(t.address.data(), t.count);
  f.what = call + " failed: " + error;
  f.advice = launch ? "look at the grid, the block and the dynamic shared memory that it asks for: a "
                      "block has at most 1024 threads"
                    : "look at what was passed to it";
  describe_callers(f, t);
  auto const freed = reinterpret_cast<std::uintptr_t>(last_freed);
  if (call.find("Free") != std::string::npos && memory().holds(freed))
    if (allocation const* const a = memory().at(freed); a != nullptr) {
      f.what +=
          ": " + hex(freed) + ", " + place_of(*a, freed) + (a->freed ? " that has been freed" : "");
      f.advice = a->freed ? "free it once: set the pointer to null behind `" + call + "`"
                 : a->begin != freed
                     ? "free the address that was allocated, not one within"
                     : "free it by the call that belongs to the one that allocated it";
      describe(f, *a);
    }
  report(std::move(f));
}

}  // extern "C"
