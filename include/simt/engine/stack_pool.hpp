#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/fiber.hpp>

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace simt::inline SIMT_ABI {

/// Gives the size of the stack of a gang of `gang_width` threads, where the launch does not say.
/// - Units:   bytes
/// - Cost:    address space only; memory is used as far down as a gang touches it
[[nodiscard]] constexpr std::size_t default_stack_bytes(unsigned gang_width) noexcept {
  // Every varying value that the compiler spills takes up to 8 bytes a thread.
  std::size_t const bytes = std::size_t{64} * 1024 + std::size_t{gang_width} * 2048;
#if SIMT_ASAN || SIMT_TSAN
  return bytes * 4;  // instrumented frames are larger
#elif SIMT_CHECK
  return bytes + (std::size_t{2} << 20);  // the checker looks lines up where it finds something
#else
  return bytes;
#endif
}

namespace detail {

/// The stack that all gangs get at least, once a program has asked for more. In bytes.
inline std::atomic<std::size_t> least_stack_bytes{0};

inline std::size_t page_bytes() noexcept {
  static std::size_t const bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Guards made with mprotect split a mapping in two, and a process has 65,530 mappings by default.
// We take at most a quarter of what is allowed; stacks past that carry a canary instead.
inline std::atomic<long>& guards_left() noexcept {
  static std::atomic<long> left = [] {
    long mappings = 65530;
    if (std::FILE* file = std::fopen("/proc/sys/vm/max_map_count", "r")) {
      if (std::fscanf(file, "%ld", &mappings) != 1) mappings = 65530;
      std::fclose(file);
    }
    return mappings / 4 / 2;
  }();
  return left;
}

enum class guard_kind { marked, mapped, canary };

/// Makes [low, low + bytes) unusable by the cheapest means that the system has.
inline guard_kind install_guard(std::byte* low, std::size_t bytes) noexcept {
#ifdef __linux__
  // Emulators (qemu-user 7.2) answer success to any advice: one that no system knows finds them.
  static bool const honest = madvise(low, bytes, 0x7fff) != 0;
  // MADV_GUARD_INSTALL, Linux 6.13: marks pages without splitting the mapping.
  if (honest && madvise(low, bytes, 102) == 0) return guard_kind::marked;
#endif
  if (guards_left().fetch_sub(1, std::memory_order_relaxed) > 0 &&
      mprotect(low, bytes, PROT_NONE) == 0)
    return guard_kind::mapped;
  guards_left().fetch_add(1, std::memory_order_relaxed);
  return guard_kind::canary;
}

/// The fibers of one thread and one stack size, created in slabs, kept until the thread ends.
/// Not for use by two threads.
class fiber_pool {
 public:
  explicit fiber_pool(std::size_t stack_bytes) : stack_bytes_(round_to_page(stack_bytes)) {}
  fiber_pool(fiber_pool const&) = delete;
  fiber_pool& operator=(fiber_pool const&) = delete;

  ~fiber_pool() {
    for (slab const& s : slabs_) {
      for (unsigned i = 0; i < s.used; ++i) destroy(s, i);
      if (s.mapped_guards != 0) guards_left().fetch_add(s.mapped_guards, std::memory_order_relaxed);
      munmap(s.base, s.bytes);
    }
  }

  [[nodiscard]] std::size_t stack_bytes() const noexcept { return stack_bytes_; }

  /// Takes a parked fiber; null if there is no memory.
  [[nodiscard]] fiber* take() noexcept {
    if (free_ == nullptr) [[unlikely]]
      return create();
    fiber* const out = free_;
    free_ = out->next;
    return out;
  }

  /// Takes back a fiber that is parked or about to switch away for good.
  void put(fiber& f) noexcept {
    if (!f.guarded) check_canary(f);
    f.next = free_;
    free_ = &f;
  }

  static void check_canary(fiber const& f) noexcept {
    for (std::size_t w = 0; w < canary_words; ++w) {
      std::uint64_t word;
      std::memcpy(&word, f.record.low + w * sizeof word, sizeof word);
      if (word != canary) {
        std::fputs(
            "simt: a kernel overflowed its stack and damaged memory; there are more stacks than "
            "the system allows guard pages (vm.max_map_count)\n",
            stderr);
        std::abort();
      }
    }
  }

 private:
  static constexpr unsigned slab_fibers = 16;
  static constexpr std::size_t guard_bytes = 64 * 1024;  // frames above a page must not jump it
  static constexpr std::size_t canary_words = 512;       // frames must not step over it
  static constexpr std::uint64_t canary = 0x5afe57ac6bad0bad;

  struct slab {
    std::byte* base;
    std::size_t bytes;
    unsigned used;
    long mapped_guards;
  };

  static std::size_t round_to_page(std::size_t bytes) noexcept {
    std::size_t const page = page_bytes();
    return (std::max(bytes, page) + page - 1) / page * page;
  }

  // One page more than asked for: tops start at staggered offsets within it.
  [[nodiscard]] std::size_t span() const noexcept {
    return guard_bytes + stack_bytes_ + std::max(page_bytes(), std::size_t{4096});
  }

  // Without it the hot ends of all stacks would share a few sets of the first-level cache.
  [[nodiscard]] static std::size_t stagger(unsigned number) noexcept {
    return number * std::size_t{13} % 48 * 64;
  }

  [[nodiscard]] fiber* at(slab const& s, unsigned i) const noexcept {
    std::byte* const end = s.base + (i + 1) * span();
    std::size_t const size = (sizeof(fiber) + 63) / 64 * 64;
    return reinterpret_cast<fiber*>(end - stagger(i) - size);
  }

  void destroy(slab const& s, unsigned i) const noexcept {
    fiber* const f = at(s, i);
#if SIMT_TSAN
    __tsan_destroy_fiber(f->record.tsan);
#endif
#if SIMT_ASAN
    __asan_unpoison_memory_region(s.base + i * span(), span());
#endif
    std::destroy_at(f);
  }

  fiber* create() noexcept {
    try {
      if (slabs_.empty() || slabs_.back().used == slab_fibers) {
        slabs_.reserve(slabs_.size() + 1);
        std::size_t const bytes = span() * slab_fibers;
        int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#ifdef MAP_NORESERVE
        flags |= MAP_NORESERVE;
#endif
#ifdef MAP_STACK
        flags |= MAP_STACK;
#endif
        void* const base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (base == MAP_FAILED) return nullptr;
#ifdef MADV_NOHUGEPAGE
        // A huge page would make every stack's first touch cost 2 MiB.
        madvise(base, bytes, MADV_NOHUGEPAGE);
#endif
        slabs_.push_back({static_cast<std::byte*>(base), bytes, 0, 0});
      }
    } catch (std::bad_alloc const&) {
      return nullptr;
    }
    slab& s = slabs_.back();
    unsigned const i = s.used++;
    std::byte* const guard = s.base + i * span();
    std::byte* const low = guard + guard_bytes;
    guard_kind const kind = install_guard(guard, guard_bytes);
    if (kind == guard_kind::mapped) ++s.mapped_guards;
    if (kind == guard_kind::canary)
      for (std::size_t w = 0; w < canary_words; ++w)
        std::memcpy(low + w * sizeof canary, &canary, sizeof canary);

    fiber* const f = ::new (static_cast<void*>(at(s, i))) fiber;
    auto* const top = reinterpret_cast<std::byte*>(f);
    f->guarded = kind != guard_kind::canary;
    f->record.low = low;
    f->record.bytes = static_cast<std::size_t>(top - low);
    f->record.guard = guard_bytes;
    f->record.native = false;
    f->stack = &f->record;
#if SIMT_TSAN
    f->record.tsan = __tsan_create_fiber(0);
#endif
    prepare_context(f->place, low, top, &fiber_main);
    return f;
  }

  std::size_t stack_bytes_;
  fiber* free_ = nullptr;
  std::vector<slab> slabs_;
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
