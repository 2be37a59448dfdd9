// SPDX-License-Identifier: MIT
// One access of a kernel's thread: whether the memory is the program's, written, and nobody else's.
#include "checker.hpp"
#include "hooks.hpp"
#include "quick.hpp"
#include "streams.hpp"

#include <link.h>
#include <algorithm>
#include <bit>

namespace simt::check {

thread_local constinit context* here = nullptr;
thread_local constinit context* looking = nullptr;
thread_local constinit int inside_checker = 0;
constinit std::atomic<std::uint64_t> writes_so_far{0};
constinit std::array<void const*, 1024> own_callers{};
constinit std::atomic<std::uint32_t> plain_changes{1};

void forget_plain_memory() {
  plain_changes.fetch_add(1, std::memory_order_relaxed);
  if (mine.c != nullptr) mine.c->look_for_changes(mine.c->plain_launch);
}

namespace {

/// Memory that programs are loaded with: constants and variables.
struct loaded_ranges {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> all;
  void read() {
    all.clear();
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
          auto& ranges = *static_cast<decltype(all)*>(out);
          for (int i = 0; i < info->dlpi_phnum; ++i)
            if (info->dlpi_phdr[i].p_type == PT_LOAD)
              ranges.emplace_back(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
                                  info->dlpi_addr + info->dlpi_phdr[i].p_vaddr +
                                      info->dlpi_phdr[i].p_memsz);
          return 0;
        },
        &all);
    std::sort(all.begin(), all.end());
  }
  [[nodiscard]] bool hold(std::uintptr_t a) const {
    auto const next = std::upper_bound(all.begin(), all.end(), std::pair{a, ~std::uintptr_t{0}});
    return next != all.begin() && a < std::prev(next)->second;
  }
};
loaded_ranges& loaded() {
  static auto& r = *new loaded_ranges;
  if (r.all.empty()) r.read();
  return r;
}

}  // namespace

char const* verb(access_way way, bool atomic) {
  if (atomic) return "atomic";
  return way == access_way::reads ? "read" : "write";
}

std::string place_of(allocation const& a, std::uintptr_t at) {
  std::string out;
  if (at < a.begin)
    out = count_of(a.begin - at, "byte") + " before ";
  else if (at >= a.begin + a.bytes)
    out = count_of(at - a.begin - a.bytes, "byte") + " behind ";
  else
    out = "at byte " + std::to_string(at - a.begin) + " of ";
  return out + "an allocation of " + count_of(a.bytes, "byte") + " of " + name_of(a.kind);
}

void describe_callers(finding& f, trace const& t) {
  auto const frames = program_frames(t.address.data(), t.count);
  for (std::size_t i = 1; i < frames.size() && i < 5; ++i)
    f.notes.push_back("called from " +
                      (frames[i].function.empty() ? "" : frames[i].function + " at ") +
                      file_and_line(frames[i]));
}

void describe(finding& f, allocation const& a) {
  if (a.said != nullptr && !a.said->name.empty()) f.notes.push_back("called " + a.said->name);
  frame const made = program_frame(a.allocated_at.address.data(), a.allocated_at.count);
  if (made.line != 0) f.notes.push_back("allocated at " + file_and_line(made));
  if (a.freed) {
    frame const gone = program_frame(a.freed_at.address.data(), a.freed_at.count);
    if (gone.line != 0) f.notes.push_back("freed at " + file_and_line(gone));
  }
}

namespace {

void bad_access(context& c, allocation const* a, std::uintptr_t at, std::size_t bytes,
                access_way way, bool atomic, void const* return_address) {
  finding f = finding_here(c, "memory", return_address);
  f.address = at;
  f.bytes = bytes;
  std::string const start = std::string(verb(way, atomic)) + " of " + count_of(bytes, "byte");
  if (a != nullptr && a->freed) {
    f.what = start + " at " + hex(at) + ", " + place_of(*a, at) + " that has been freed";
    f.advice = "free memory behind the last kernel that uses it (`cudaDeviceSynchronize()` first)";
  } else if (a != nullptr) {
    f.what = start + " at " + hex(at) + ", " + place_of(*a, at);
    std::size_t const size = bytes == 0 ? 1 : bytes;
    f.advice = at < a->begin ? "guard with `if (i > 0)`: the index lies before the array"
                             : "guard with `if (i < n)`, n = " + std::to_string(a->bytes / size) +
                                   " elements of " + count_of(size, "byte");
  } else if (at < 65536) {
    f.what = start + " through a null pointer (" + hex(at) + ")";
    f.advice = "check what `cudaMalloc` returned, and that the pointer is set before the launch";
  } else {
    f.what = start + " at " + hex(at) + ", which is no memory of the device: a host pointer, or none";
    f.advice =
        "allocate with `cudaMalloc` and copy, or use `cudaMallocManaged`; a kernel cannot use the "
        "host's arrays";
  }
  if (a != nullptr) describe(f, *a);
  report(std::move(f));
}

void unwritten(context& c, allocation const& a, std::uintptr_t at, std::size_t bytes,
               void const* return_address) {
  finding f = finding_here(c, "uninitialised", return_address);
  f.address = at;
  f.bytes = bytes;
  f.what = "read of " + count_of(bytes, "byte") + " that nobody has written, " + place_of(a, at);
  f.advice = a.kind == memory_kind::shared
                 ? "write every element that is read, and put `__syncthreads()` between"
                 : "fill the memory with `cudaMemset`, copy all of it, or have a kernel write it";
  if (a.kind != memory_kind::shared) describe(f, a);
  report_unwritten(c, std::move(f), a.kind == memory_kind::shared);
}

/// Gives how many bytes lie between one of the block's shared memory and the end of its array; 0 if
/// it is no array's.
std::size_t bytes_in_array(context const& c, allocation const& s, std::uintptr_t at) {
  std::size_t const first = at - s.begin;
  block_state const& b = c.block;
  if (first >= s.bytes || s.arrays == nullptr) return 0;
  if (unsigned const id = s.arrays[first / 4]; id != 0) {
    auto const& array = b.arrays[id - 1];
    if (first >= array.first && first < array.first + array.bytes)
      return array.first + array.bytes - first;
  }
  return at - b.dynamic < b.dynamic_bytes ? b.dynamic + b.dynamic_bytes - at : 0;
}

/// Shared memory: the array to which the address belongs.
bool check_shared(context& c, allocation& s, std::uintptr_t at, std::size_t bytes, access_way way,
                  bool atomic, void const* return_address) {
  if (bytes <= bytes_in_array(c, s, at)) return true;
  block_state const& b = c.block;
  if (at - s.begin >= s.bytes || s.arrays == nullptr) {
    allocation whole;
    whole.begin = s.begin;
    whole.bytes = s.bytes;
    whole.kind = memory_kind::shared;
    bad_access(c, &whole, at, bytes, way, atomic, return_address);
    return false;
  }
  // The array that ends or begins nearest.
  allocation nearest;
  nearest.kind = memory_kind::shared;
  std::size_t least = ~std::size_t{0};
  auto const offer = [&](std::uintptr_t begin, std::size_t n) {
    std::size_t const away = at < begin ? begin - at : at - std::min(at, begin + n);
    if (away >= least) return;
    least = away;
    nearest.begin = begin;
    nearest.bytes = n;
  };
  for (auto const& array : b.arrays) offer(s.begin + array.first, array.bytes);
  if (b.dynamic_bytes != 0 || b.arrays.empty()) offer(b.dynamic, b.dynamic_bytes);
  bad_access(c, &nearest, at, bytes, way, atomic, return_address);
  return false;
}

/// How many bytes from `first` on nobody has written.
std::size_t unwritten_run(allocation const& a, std::size_t first, std::size_t most) {
  std::size_t n = 0;
  while (n < most && first_unwritten(a, first + n, 1) == 0) ++n;
  return n;
}
/// True where unwritten bytes from `missing` on cannot be those between the members of a structure
/// that is copied: those come behind a member, and are fewer than the largest member has. (A
/// structure of four bytes that has such a byte is rarer than a fill that ends too early.)
bool is_no_padding(allocation const& a, std::size_t first, std::size_t bytes, std::size_t missing) {
  if (bytes > 16) return unwritten_run(a, first, bytes) == bytes;
  if (missing == 0 || bytes <= 4) return true;
  for (std::size_t i = missing; i < bytes; ++i) {
    std::size_t const n = unwritten_run(a, first + i, bytes - i);
    if (n >= bytes / 2) return true;
    i += n;
  }
  return false;
}

void check_alignment(context& c, std::uintptr_t at, std::size_t bytes, access_way way, bool atomic,
                     void const* return_address) {
  if (!settings().memory || !std::has_single_bit(bytes) || bytes > 16 || at % bytes == 0) return;
  report_misaligned(c, at, bytes, verb(way, atomic), return_address);
}

/// True where that access may be the one whose index misses its array.
bool is_near_missed(context const& c, void const* return_address) {
  return reinterpret_cast<std::uintptr_t>(return_address) - c.missed.caller + 4096 < 8192;
}

bool is_in_line_of_missed(context const& c, void const* return_address) {
  frame const at = frame_of(intern(return_address));
  frame const index = frame_of(intern(reinterpret_cast<void const*>(c.missed.caller)));
  return at.line == index.line && at.file == index.file;
}
bool is_of_missed(context const& c, void const* return_address) {
  return is_near_missed(c, return_address) && is_in_line_of_missed(c, return_address);
}

/// A variable that the program is loaded with: it is the device's from the first access on. What lies
/// in no variable, but behind one, misses it.
void loaded_variable(context& c, std::uintptr_t at, std::size_t bytes, access_way way,
                     atomicity atomic, void const* return_address, bool any_address) {
  auto const miss = [&](variable const& v) {
    if (!settings().memory) return;
    allocation missed;
    missed.begin = v.begin;
    missed.bytes = v.bytes;
    missed.kind = memory_kind::variable;
    bad_access(c, &missed, at, bytes, way, atomic, return_address);
  };
  if (c.missed.for_accesses > 0 && is_near_missed(c, return_address)) {
    std::uintptr_t const array = at - static_cast<std::uintptr_t>(c.missed.index) * bytes;
    variable const* const meant = variable_before(array);
    if (meant != nullptr && array - meant->begin < meant->bytes && at - meant->begin >= meant->bytes) {
      c.missed.for_accesses = 0;
      miss(*meant);
      return;
    }
  }
  variable const* const v = variable_before(at);
  if (v == nullptr) return;
  if (at < v->begin + v->bytes) {
    if (!any_address) check_alignment(c, at, bytes, way, atomic, return_address);
    allocation* const a = memory().enter(reinterpret_cast<void const*>(v->begin), v->bytes,
                                         memory_kind::variable, true);
    if (a->constant && way != access_way::reads)
      report_constant(c, *a, at, bytes, way, atomic, return_address);
    if (at + bytes > v->begin + v->bytes && settings().memory)
      bad_access(c, a, at, bytes, way, atomic, return_address);
    else if (settings().race && c.intended == 0)
      check_race(c, *a, at - a->begin, bytes, way, atomic, return_address);
    return;
  }
  miss(*v);
}

/// True where the access is the library's own, not the program's.
bool is_own(void const* return_address) {
  struct entry {
    void const* address = nullptr;
    bool internal = false;
  };
  static auto& recent = *new std::array<entry, 4096>;
  static auto& known = *new std::unordered_map<void const*, bool>;
  entry& e = recent[reinterpret_cast<std::uintptr_t>(return_address) % 4093];
  if (e.address != return_address) {
    auto at = known.find(return_address);
    if (at == known.end()) at = known.emplace(return_address, is_internal(return_address)).first;
    e = {return_address, at->second};
  }
  if (e.internal) own_callers[own_caller_place(return_address)] = return_address;
  return e.internal;
}

/// An address outside of the region.
void elsewhere(context& c, std::uintptr_t at, std::size_t bytes, access_way way, atomicity atomic,
               void const* return_address, bool any_address) {
  for (int i = 0; i < 2; ++i)
    if (at - reinterpret_cast<std::uintptr_t>(c.block.arguments[i]) < c.block.argument_bytes[i])
      return;
  if (allocation* const a = memory().elsewhere(at); a != nullptr && c.missed.for_accesses <= 0) {
    if (a->constant && way != access_way::reads)
      report_constant(c, *a, at, bytes, way, atomic, return_address);
    if (at + bytes > a->begin + a->bytes && settings().memory)
      bad_access(c, a, at, bytes, way, atomic, return_address);
    else if (settings().race && c.intended == 0)
      check_race(c, *a, at - a->begin, bytes, way, atomic, return_address);
    if (!any_address) check_alignment(c, at, bytes, way, atomic, return_address);
    return;
  }
  if (at - c.thrown.first < c.thrown.second || (!c.told && is_own(return_address))) return;
  if (loaded().hold(at)) {
    loaded_variable(c, at, bytes, way, atomic, return_address, any_address);
    return;
  }
  if (!settings().memory || (c.block.lanes && at >= 65536)) return;
  bad_access(c, nullptr, at, bytes, way, atomic, return_address);
}

}  // namespace

bool is_atomic_of_program(std::uintptr_t a, void const* return_address) {
  if (!loaded().hold(a)) return false;
  static auto& known = *new std::unordered_map<void const*, bool>;
  auto const [at, fresh] = known.try_emplace(return_address, false);
  if (fresh) at->second = is_program_atomic(return_address);
  return at->second;
}

void host_access(std::uintptr_t at, std::size_t bytes, access_way way, void const* return_address) {
  if (inside_checker != 0 || mine.active || !settings().api) return;
  allocation const* const a = memory().find(at);
  // What was the host's own is for other tools.
  if (a == nullptr) return;
  bool const of_both = a->kind == memory_kind::managed || a->kind == memory_kind::host ||
                       a->kind == memory_kind::registered;
  if (!of_both && a->kind != memory_kind::device && a->kind != memory_kind::heap) return;
  bool const may_meet = of_both && !a->freed;
  if (may_meet && !may_have_work()) return;
  checker_scope const scope(nullptr);
  // Copies and fills of the runtime's are the library's.
  static auto& lock = *new std::mutex;
  static auto& known = *new std::unordered_map<void const*, bool>;
  {
    std::scoped_lock const hold(lock);
    auto at_library = known.find(return_address);
    if (at_library == known.end())
      at_library = known.emplace(return_address, is_library(frames_at(return_address).front().file)).first;
    if (at_library->second) return;
  }
  bool const in_stream = running_work() != nullptr;
  if (may_meet && (in_stream || a->kind != memory_kind::managed || !settings().exclusive)) {
    note_outside(at, bytes, way, in_stream ? running_work() : host_now(), true, return_address);
    return;
  }
  finding f;
  f.kind = "api";
  f.at = frame_of(intern(return_address));
  f.address = at;
  f.bytes = bytes;
  f.what = std::string("the host ") + (way == access_way::reads ? "reads " : "writes ") +
           count_of(bytes, "byte") + " " + place_of(*a, at) + (a->freed ? " that has been freed" : "");
  f.advice = a->freed ? "free it behind its last use"
             : may_meet
                 ? "put `cudaDeviceSynchronize()` before it: while a kernel may run, all managed memory is "
                   "the device's where concurrentManagedAccess is 0"
                      : "copy with `cudaMemcpy`, or allocate with `cudaMallocManaged`: the host has no "
                        "access to device memory";
  describe(f, *a);
  report(std::move(f));
}

void report_misaligned(context& c, std::uintptr_t at, std::size_t bytes, char const* verb,
                       void const* return_address) {
  finding f = finding_here(c, "memory", return_address);
  f.address = at;
  f.bytes = bytes;
  f.what = std::string("misaligned ") + verb + " of " + count_of(bytes, "byte") + " at " + hex(at) +
           ", which is " + std::to_string(at % bytes) + " modulo " + std::to_string(bytes);
  f.advice = "a GPU accesses " + count_of(bytes, "byte") +
             " only at multiples of that: copy the parts one by one, or align the array";
  report(std::move(f));
}

void check_own_object(context& c, std::uintptr_t at, std::size_t bytes, char const* verb,
                      void const* return_address) {
  // Of other objects the access itself is told.
  if (memory().holds(at) || loaded().hold(at)) return;
  finding f = finding_here(c, "memory", return_address);
  f.address = at;
  f.bytes = bytes;
  f.what = std::string(verb) + (bytes != 0 ? " of " + count_of(bytes, "byte") : "") +
           " outside of an array that is the thread's own";
  if (auto const* const own = c.self->missed(at, bytes)) {
    std::size_t const away = at < own->array ? own->array - at : at - own->array - own->bytes;
    f.what += ": " + count_of(away, "byte") + (at < own->array ? " before " : " behind ") +
              count_of(own->bytes, "byte");
  }
  f.advice = "guard the index: it must lie between 0 and the array's size";
  report(std::move(f));
}

void access(context& c, std::uintptr_t at, std::size_t bytes, access_way way, atomicity atomic,
            void const* return_address, bool any_address) {
  if (c.in_library != 0 || c.self == nullptr) return;
  checker_scope const scope(&c);
  if (c.pending.address != nullptr) [[unlikely]]
    settle_pending(c);
  options const& o = settings();
  region& r = memory();
  if (!r.holds(at)) {
    if (at - c.stack < c.stack_bytes || at - c.tls < c.tls_bytes) {
      if (!hits_own_arrays(c, at, bytes)) {
        c.missed.for_accesses = 0;
        if (o.memory) check_own_object(c, at, bytes, verb(way, atomic), return_address);
        return;
      }
      if (c.missed.for_accesses > 0 &&
          (is_of_missed(c, return_address) || --c.missed.for_accesses == 0))
        report_missed_index(c);
      if (c.self->own_unwritten != 0) check_own_values(c, at, bytes, way, return_address);
      return;
    }
    if (way != access_way::reads && loaded().hold(at)) count_write();
    elsewhere(c, at, bytes, way, atomic, return_address, any_address);
    if (c.missed.for_accesses > 0 && --c.missed.for_accesses == 0 && !loaded().hold(at))
      report_missed_index(c);
    return;
  }
  if (way != access_way::reads) count_write();
  if (c.missed.for_accesses > 0) {
    // (Of global memory arrays say less: what a structure ends with may be longer than its type
    // says.)
    bool const counts = memory_known->at(at) == c.block.shared || !is_of_missed(c, return_address);
    if (counts) report_missed_index(c);
    c.missed.for_accesses = 0;
  }
  if ((at & (bytes - 1)) != 0 && !any_address) [[unlikely]]
    check_alignment(c, at, bytes, way, atomic, return_address);
  allocation* const a = r.at(at);
  if (a == nullptr || a->freed) {
    if (o.memory && (c.told || !c.block.lanes || !is_own(return_address))) bad_access(c, a, at, bytes, way, atomic, return_address);
    return;
  }
  std::size_t const first = at - a->begin;
  if (a->kind == memory_kind::program && !c.told && is_own(return_address)) return;
  if (a->kind == memory_kind::shared) {
    if (o.memory && !check_shared(c, *a, at, bytes, way, atomic, return_address)) {
      // (What of a write lies within is written.)
      bytes = way == access_way::reads ? 0 : bytes_in_array(c, *a, at);
      if (bytes == 0) return;
    }
    if (first + bytes > a->bytes) return;
  } else if (first >= a->bytes || bytes > a->bytes - first) [[unlikely]] {
    if (o.memory) bad_access(c, a, at, bytes, way, atomic, return_address);
    if (way == access_way::reads || first >= a->bytes) return;
    bytes = a->bytes - first;
  }
  if (a->said != nullptr && o.memory && a->said->restricts() &&
      !check_usage(c, *a, at, bytes, way, atomic, return_address))
    return;
  if (a->written != nullptr) {
    if (!is_written(*a, first, bytes)) {
      if (way != access_way::writes) find_host_writes(*a, first, bytes);
      std::size_t const missing = first_unwritten(*a, first, bytes);
      if (way != access_way::writes && o.init && missing < bytes &&
          is_no_padding(*a, first, bytes, missing))
        unwritten(c, *a, at + missing, unwritten_run(*a, first + missing, bytes - missing),
                  return_address);
      if (way != access_way::reads) {
        note_write(c, at, bytes);
        set_written(*a, first, bytes);
      }
    } else if (way != access_way::reads && !atomic && may_be_read_unwritten(c)) {
      note_write(c, at, bytes);
    }
  }
  if (o.race && c.intended == 0) check_race(c, *a, first, bytes, way, atomic, return_address);
}

}  // namespace simt::check
