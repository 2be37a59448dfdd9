// SPDX-License-Identifier: MIT
#pragma once

#include "../check/lines.hpp"
#include "../check/text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// The profiler of SIMT_PROFILE builds. Kernels run one thread at a time; the compiler calls a function
// at each access and each basic block (instrumented.cpp), the library says where threads begin and
// wait (hooks.cpp). What each thread of a warp did is kept until all of them wait or have ended, and
// then run again as a warp would (warp.cpp). Nothing here is compiled with instrumentation.
namespace simt::profile {

/// Says what to write and how much to look at: SIMT_PROFILE_OPTIONS.
struct options {
  std::string json, html, log, trace;
  unsigned capability = 90;           // of the device whose occupancy is told
  unsigned registers = 16;            // a thread's, of which nothing is known here
  unsigned bank_bytes = 4;            // of shared memory's banks, where the device (3.x) has a choice
  std::uint64_t threads = 1u << 20;   // of a launch that are looked at; more are sampled
  bool quiet = false;
  bool range = false;                 // only what cudaProfilerStart begins is looked at
};
options const& settings();

// What is counted.

enum counter : unsigned {
  global_load_requests,
  global_load_sectors,
  global_store_requests,
  global_store_sectors,
  reduction_requests,
  reduction_sectors,
  atomic_requests,
  atomic_sectors,
  shared_load_requests,
  shared_store_requests,
  shared_atomic_requests,
  shared_load_wavefronts,
  shared_store_wavefronts,
  shared_atomic_wavefronts,
  shared_load_conflicts,
  shared_store_conflicts,
  shared_atomic_conflicts,
  global_load_bytes,
  global_store_bytes,  // what the threads asked for
  atomic_threads,
  atomic_same_address,  // threads, and the most of a request on one address, added up
  blocks,
  block_threads,  // basic blocks of warps, and threads in them
  instructions,
  thread_instructions,  // the same, weighted by the blocks' lengths
  branches,
  uniform_branches,
  global_load_lines,
  global_store_lines,  // of 128 bytes, which the first cache brings as a whole
  constant_requests,
  constant_words,  // of constant memory, and the different words that they ask for
  widenings,       // of float to double
  slow_calls,      // of sine and its kind, of numbers that take the slow way
  local_load_requests,
  local_load_sectors,
  local_store_requests,
  local_store_sectors,
  texture_requests,
  texture_sectors,
  texture_bytes,
  counters
};
using counts = std::array<std::uint64_t, counters>;

/// A warp's access: what the picture of threads and sectors shows.
struct sample {
  unsigned bytes = 0;
  std::uint32_t lanes = 0;
  std::array<std::uint64_t, 32> address{};
};

constexpr std::uint32_t none = ~0u;  // the place of no site

/// A return address in a kernel: that of an access or of a basic block.
struct site {
  std::uintptr_t pc = 0;
  counts count{};
  // Of basic blocks:
  std::uint32_t next[2] = {none, none};  // the first two that came after it
  bool more_next = false, calls = false, is_block = false, ends = false;
  bool launches = false;               // the engine's function is in it, which calls the kernel
  std::uint64_t divergent = 0;         // times at which its threads went different ways
  std::uint64_t times = 0, threads = 0, jumps = 0;
  unsigned accesses = 0;
  signed char returns = -1;            // uses_result, once it was asked
  signed char unrolled = -1;           // is_unrolled, once it was asked
  signed char in_program = -1;         // and not the library's
  // Of accesses:
  sample worst;
  unsigned worst_cost = 0;
  bool shared = false, stores = false;
};

/// A block on a worker.
struct block_time {
  std::uint64_t block, begin, end;  // nanoseconds since the program began
  unsigned worker;
};

// What a thread does.

enum class event : unsigned {
  block = 0,
  load,
  store,
  atomic,
  enter,
  leave,
  texture,    // the first texel of a fetch,
  texel,      // and the others
  own_array,  // begins to live: its address and size
};

/// A step of a warp of the block that is traced.
struct step_record {
  bool wall = false;  // a barrier
  unsigned warp = 0;
  std::uint32_t lanes = 0;
  std::uintptr_t pc = 0;
  struct access {
    event kind;
    bool shared;
    sample s;
  };
  std::vector<access> accesses;
};

/// The counters of __prof_trigger, by their numbers.
inline constexpr std::array trigger_names{"prof_trigger_00", "prof_trigger_01", "prof_trigger_02",
                                          "prof_trigger_03", "prof_trigger_04", "prof_trigger_05",
                                          "prof_trigger_06", "prof_trigger_07"};

struct launch {
  std::string kernel;
  unsigned grid[3]{}, block[3]{};
  bool named = false, ended = false;
  std::size_t shared_static = 0, shared_dynamic = 0;
  std::vector<site> sites;
  std::unordered_map<std::uintptr_t, std::uint32_t> known;
  std::map<std::uintptr_t, std::uint64_t>
      local_places;               // of threads' own arrays, by where they are declared
  std::uint64_t local_bytes = 0;  // of all of them
  std::uint64_t begin = 0, end = 0;
  std::uint64_t blocks_seen = 0, blocks_counted = 0, every = 1;
  std::uint64_t truncated = 0;  // threads with more steps than are kept
  std::uint64_t barriers = 0;   // that warps have waited at
  std::array<std::uint64_t, trigger_names.size()> triggers{};  // warps that have come to __prof_trigger
  bool left_out = false;        // the program does not want it to be looked at
  std::vector<block_time> times;
  // What the report says, made when the launch has ended.
  counts total{};
  struct line {
    check::frame at;
    counts count{};
    sample worst;
    unsigned worst_cost = 0;
    bool shared = false, stores = false;
  };
  std::vector<line> lines;
  std::vector<step_record> steps;  // of the first block, where it is traced
  std::uint32_t site_of(std::uintptr_t pc) {
    auto const [at, fresh] = known.try_emplace(pc, static_cast<std::uint32_t>(sites.size()));
    if (fresh) {
      sites.emplace_back();
      sites.back().pc = pc;
    }
    return at->second;
  }
};

/// A step of a thread: its return address, with the event above 56 bits; accesses have the address in
/// the next word, with the number of bytes above 48 bits.
using word = std::uint64_t;
constexpr word address_bits = (word{1} << 48) - 1;
constexpr word told = word{1} << 63;   // by the library, in the program's name
constexpr word whole = word{1} << 62;  // of a structure, say: how it is aligned is not told
constexpr event event_of(word w) { return static_cast<event>(w >> 56 & 63); }
constexpr bool is_access(word w) {
  return event_of(w) == event::load || event_of(w) == event::store ||
         event_of(w) == event::atomic || event_of(w) == event::texture ||
         event_of(w) == event::own_array;
}

/// The steps of a thread since its block was last counted.
class lane_steps {
 public:
  lane_steps() = default;
  lane_steps(lane_steps const&) = delete;
  lane_steps& operator=(lane_steps const&) = delete;
  ~lane_steps();
  word* at = nullptr;
  word* end = nullptr;
  word* begin = nullptr;
  std::uintptr_t own_begin = 0;  // from the first of its own arrays to the end of the last one
  std::size_t own_bytes = 0;
  std::uint32_t call = 0;    // of the function that it is in, at `begin`: one of context::calls
  std::uint32_t site = none; // of the basic block that it is in, at `begin`
  std::uint64_t step = 0;   // of its warp, in which it took it
  struct own_array {
    std::uint64_t address, bytes, place;  // the place in a thread's local memory
  };
  std::vector<own_array> arrays;  // that live, at `begin`
  unsigned barriers = 0;          // passed
  int in_library = 0;
  bool cut = false;         // no room was left
  bool ended = false;
  void grow();
};

/// A call that threads of a block are in, or have been: they have it in common who came the same
/// way.
struct call {
  word from = 0;
  std::uint32_t site = none;  // of the basic block
  std::uint32_t outer = 0;    // the call that it is made in; the first of all is none
  std::uint32_t depth = 0;
  std::uint32_t inner = none;  // the last one that is made in it,
  std::uint32_t other = none;  // and the one before in the same
};

/// Holds the state of an OS thread that runs kernels.
struct context {
  lane_steps* self = nullptr;
  launch* of = nullptr;
  bool counted = false;       // this block is looked at
  bool passed = false;        // others have the turn, for whom its thread may work
  bool tracing = false;       // its steps are kept for the page
  bool waited = false;        // some thread of the block has waited: they end in any order
  unsigned threads = 0, rank = 0, barriers = 0;
  unsigned first_pending = 0; // warps in front of it have been counted
  std::uintptr_t shared = 0;
  std::size_t shared_bytes = 0;
  std::uint64_t block = 0, began = 0, steps = 0;
  unsigned worker = 0;
  // The texture that the running thread fetches from: what lies in an array has levels.
  struct texture_level {
    std::uintptr_t base;
    std::size_t pitch, slice;
  };
  std::vector<texture_level> levels;
  int fetches = 0;  // one within another
  bool first_texel = false;
  std::vector<std::pair<std::uintptr_t, std::size_t>> arrays;  // shared ones, by their place
  std::vector<std::unique_ptr<lane_steps>> lane;
  std::vector<call> calls;
  // Times at each __prof_trigger, by threads and by warps.
  std::map<std::pair<unsigned, word>, unsigned> triggered, triggered_warps;
};
/// The running thread where its steps are taken note of, else null.
extern thread_local constinit lane_steps* here;
/// Takes note of a call of sine and its kind that takes the slow way.
void take_slow_call(word caller);

/// Addresses from `begin` on.
struct address_range {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  bool holds(std::uintptr_t a) const { return a - begin < bytes; }
};
#define SIMT_HIDDEN [[gnu::visibility("hidden")]]
/// The memory that the profiler gives, and from the first of the program's variables to the last.
SIMT_HIDDEN extern constinit address_range region, variables;
#undef SIMT_HIDDEN

/// An access outside of the memory that the profiler has given: a variable of the device, or nothing.
/// True where the memory is of the addresses whose accesses are counted.
bool is_counted(void const* p);
extern bool counts_host;  // what the host makes by `new`, too
bool lies_in_variable(std::uintptr_t a);
inline bool is_variable(std::uintptr_t a) { return variables.holds(a) && lies_in_variable(a); }
/// A variable that is `__constant__`.
bool is_constant(std::uintptr_t a);
/// Makes host memory known that kernels may use.
void add_variable(std::uintptr_t begin, std::size_t bytes);
void find_variables();

/// Counts what the threads of a warp have done, and forgets it.
void count_warp(context& c, unsigned warp);
/// Takes note of an access that the library makes in the running thread's name.
void take(void const volatile* p, std::size_t bytes, event e, void const* caller);

// Rules (memory.cpp), each for one instruction of a warp.

struct cost {
  unsigned sectors = 0;     // of 32 bytes
  unsigned lines = 0;       // of 128 bytes
  unsigned wavefronts = 0;
  unsigned least = 0;       // wavefronts that it would have without conflicts
  unsigned same = 0;        // the most lanes on one address
};
cost global_cost(sample const& s);
cost atomic_cost(sample const& s);
cost shared_cost(sample const& s);
/// Local memory: words of neighbouring threads lie side by side, where the threads' addresses are
/// the same.
cost local_cost(sample const& s);
/// Where a texel of a plane in an array lies, which a GPU stores in tiles: a sector has 16 bytes of
/// two rows, 16 sectors are a tile of 64 bytes and 8 rows.
std::uint64_t tiled(std::uint64_t x, std::uint64_t y, std::uint64_t pitch);
unsigned different_words(sample const& s);

/// Blocks of a multiprocessor, by what limits them.
struct occupancy {
  unsigned blocks = 0, warps = 0, shared = 0, registers = 0;
  unsigned active_warps = 0, most_warps = 0;
  char const* limiter = "";
  double percent = 0;
};
occupancy occupancy_of(unsigned capability, unsigned threads, unsigned registers,
                       std::size_t shared);
bool known_capability(unsigned capability);

/// Describes the code of a site.
struct code {
  check::frame at;
  unsigned instructions = 1;
  unsigned widenings = 0;  // of float to double
};
code code_at(std::uintptr_t pc);
check::frame access_place(std::uintptr_t pc);
/// A line of a file; null behind the last.
std::string const* line_of(std::string const& file, unsigned line);
/// A line of the source, with its white space.
std::string const& text_at(check::frame const& f);
/// True where the program uses what the atomic there returns: else it is a reduction.
bool uses_result(std::uintptr_t pc);
/// True where the basic block ends a loop whose header has constants alone: no branch is left of it.
bool is_unrolled(site& s);

/// Remembers which ways its branches went, for other launches.
void note_ways(launch const& l);
/// Adds up the launch's sites by source lines.
void finish(launch& l);
/// Metrics by NVIDIA's names, in the order of profile.tsv.
std::vector<std::pair<char const*, double>> metrics_of(counts const& c);
std::vector<std::pair<char const*, double>> metrics_of(launch const& l);
std::string json_of(launch const& l);
std::vector<std::string> hints_of(launch const& l, launch::line const& line);
void write_reports(std::vector<std::unique_ptr<launch>> const& all);

/// Copies that the host has asked for, of one direction.
struct copies {
  std::uint64_t count = 0, bytes = 0, pageable = 0, small = 0;
};
extern std::array<copies, 4> copied;  // by simt_profile_copied's direction
struct copy_record {
  int direction;
  std::uint64_t bytes, at;
};
std::vector<copy_record>& copy_log();  // never destroyed: it is written when the program ends
/// Writes the log that COMPUTE_PROFILE in the environment asks for.
void write_compute_log(std::vector<std::unique_ptr<launch>> const& all);
std::string page_of(std::vector<std::unique_ptr<launch>> const& all, std::size_t& left_out);

using check::escaped;
std::string number(double v);
std::uint64_t now();

}  // namespace simt::profile
