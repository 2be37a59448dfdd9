// SPDX-License-Identifier: MIT
// The memory that kernels may use, and what is known of its bytes.
#include "checker.hpp"

#include <sys/mman.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace simt::check {
namespace {

/// Zeros that take memory where they are touched only.
template <class T>
T* reserve_array(std::size_t count) {
  if (count == 0) return nullptr;
  void* const p = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : static_cast<T*>(p);
}
template <class T>
void give_back_array(T*& p, std::size_t count) {
  if (p != nullptr) munmap(const_cast<void*>(static_cast<void const*>(p)), count * sizeof(T));
  p = nullptr;
}

std::recursive_mutex& region_lock() {
  static auto& lock = *new std::recursive_mutex;
  return lock;
}

}  // namespace

constinit region* memory_known = nullptr;
region& memory_at_first() {
  checker_scope const scope(looking);  // what is made here by `new` is the checker's own
  static auto& r = *new region;
  memory_known = &r;
  return r;
}

char const* name_of(memory_kind kind) {
  switch (kind) {
    case memory_kind::device: return "device memory";
    case memory_kind::managed: return "managed memory";
    case memory_kind::host: return "pinned host memory";
    case memory_kind::registered: return "registered host memory";
    case memory_kind::variable: return "a variable of the device";
    case memory_kind::heap: return "the kernels' heap";
    case memory_kind::shared: return "shared memory";
    case memory_kind::program: return "the host's memory";
    case memory_kind::array: return "an array";
    case memory_kind::texels: return "an array";
    case memory_kind::none: break;
  }
  return "memory";
}

void region::reserve() {
  if (base_ != 0) return;
  // As many addresses as the system gives: 16 TiB, less where it has less.
  for (std::size_t bytes = std::size_t{1} << 44; bytes >= (std::size_t{1} << 36); bytes /= 2) {
    void* const p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) continue;
    base_ = reinterpret_cast<std::uintptr_t>(p);
    bytes_ = bytes;
    slot_count_ = static_cast<unsigned>(bytes >> slot_shift);
    slots_ = reserve_array<allocation*>(slot_count_);
    if (slots_ != nullptr) return;
  }
  std::fputs("simt-check: the system gives no addresses (ulimit -v?)\n", stderr);
  std::abort();
}

void* region::allocate(std::size_t bytes) {
  std::scoped_lock const hold(region_lock());
  reserve();
  void* p = place(bytes);
  if (p == nullptr && forget_freed()) p = place(bytes);
  return p;
}

void* region::place(std::size_t bytes) {
  // In the middle of a slot of its own, with half a slot on either side.
  constexpr std::size_t slot = std::size_t{1} << slot_shift;
  auto const wanted = static_cast<unsigned>((bytes + 2 * slot - 1) / slot);
  if (wanted + 1 >= slot_count_) return nullptr;
  unsigned tries = 0;
  for (unsigned first = next_slot_; tries < slot_count_; ++tries, ++first) {
    if (first + wanted >= slot_count_) first = 1;
    auto const begin = slots_ + first;
    if (std::any_of(begin, begin + wanted, [](allocation const* a) { return a != nullptr; }))
      continue;
    next_slot_ = first + wanted;
    auto a = std::make_unique<allocation>();
    a->begin = base_ + std::uintptr_t{first} * slot + (bytes < slot / 2 ? slot / 2 : 0);
    a->bytes = bytes;
    a->slot = first;
    a->slots = wanted;
    std::fill_n(begin, wanted, a.get());
    all_.push_back(std::move(a));
    return reinterpret_cast<void*>(all_.back()->begin);
  }
  return nullptr;
}

bool region::forget_freed() {
  unsigned forgotten = 0;
  for (auto& a : all_) {
    if (!a->freed || a->slots == 0) continue;
    std::fill_n(slots_ + a->slot, a->slots, nullptr);
    a->slots = 0;
    if (++forgotten == 1024) break;
  }
  if (forgotten == 0) return false;
  std::erase_if(all_, [](auto const& a) { return a->freed && a->slots == 0; });
  next_slot_ = 1;
  return true;
}

void region::release(void* p) {
  std::scoped_lock const hold(region_lock());
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (!holds(a) || at(a) == nullptr) return;
  allocation& known = *at(a);
  // The addresses stay its own, so that a later use is found; the memory goes.
  std::uintptr_t const first = known.begin & ~std::uintptr_t{4095};
  std::uintptr_t const end = (known.begin + known.bytes + 4095) & ~std::uintptr_t{4095};
  madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
}

allocation* region::enter(void const* p, std::size_t bytes, memory_kind kind, bool written) {
  std::scoped_lock const hold(region_lock());
  auto const begin = reinterpret_cast<std::uintptr_t>(p);
  allocation* a = nullptr;
  if (bytes_ != 0 && holds(begin)) {
    a = at(begin);
  } else if (allocation* const known = elsewhere(begin);
             known != nullptr && known->begin == begin && known->kind == kind &&
             known->bytes == bytes) {
    return known;
  } else {
    all_.push_back(std::make_unique<allocation>());
    a = all_.back().get();
    a->begin = begin;
    a->bytes = bytes;
    outside_list now = outside_ != nullptr ? *outside_ : outside_list{};
    now.insert(std::lower_bound(now.begin(), now.end(), begin,
                                [](allocation const* x, std::uintptr_t v) { return x->begin < v; }),
               a);
    publish_outside(std::move(now));
  }
  if (a == nullptr) return nullptr;
  a->begin = begin;
  a->bytes = bytes;
  a->kind = kind;
  a->freed = a->host_writes = false;
  variable const* const v = kind == memory_kind::variable ? variable_before(begin) : nullptr;
  a->constant = v != nullptr && v->constant && begin - v->begin < v->bytes;
  // (Shared memory is its arrays'; what was the host's own, lane kernels look at with more care.)
  a->quick_bytes = kind == memory_kind::shared || kind == memory_kind::program ? 0 : bytes;
  a->words = reserve_array<cell>((bytes + 3) / 4 + 1);
  a->written = written || !settings().init ? nullptr : reserve_array<std::uint8_t>(bytes / 8 + 2);
  a->said = nullptr;
  a->allocated_at = host_trace();
  return a;
}

void region::leave(void const* p) {
  std::scoped_lock const hold(region_lock());
  auto const begin = reinterpret_cast<std::uintptr_t>(p);
  allocation* a = nullptr;
  if (bytes_ != 0 && holds(begin)) {
    a = at(begin);
  } else if (a = elsewhere(begin); a != nullptr && a->begin == begin) {
    outside_list now = *outside_;
    std::erase(now, a);
    publish_outside(std::move(now));
  } else {
    return;
  }
  if (a == nullptr || a->freed) return;
  a->freed = true;
  a->quick_bytes = 0;
  forget_plain_memory();
  a->freed_at = host_trace();
  give_back_array(a->words, (a->bytes + 3) / 4 + 1);
  give_back_array(a->singles, a->bytes + 4);
  give_back_array(a->written, a->bytes / 8 + 2);
}

allocation* region::elsewhere(std::uintptr_t a) const noexcept {
  outside_list const* const all = outside_.load(std::memory_order_acquire);
  if (all == nullptr) return nullptr;
  auto const next =
      std::upper_bound(all->begin(), all->end(), a,
                       [](std::uintptr_t v, allocation const* x) { return v < x->begin; });
  if (next == all->begin()) return nullptr;
  allocation* const before = *std::prev(next);
  return a - before->begin < before->bytes ? before : nullptr;
}

void region::publish_outside(outside_list all) {
  std::uintptr_t const begin = all.empty() ? 0 : all.front()->begin;
  std::uintptr_t bytes = 0;
  for (allocation const* const a : all) bytes = std::max(bytes, a->begin + a->bytes - begin);
  outside_lists_.push_back(std::make_unique<outside_list const>(std::move(all)));
  outside_.store(outside_lists_.back().get(), std::memory_order_release);
  outside_begin_ = begin;
  outside_bytes_ = bytes;
}

std::unique_lock<std::recursive_mutex> region::keep_cells() {
  return std::unique_lock(region_lock());
}

void region::forget_races() {
  std::scoped_lock const hold(region_lock());
  for (auto const& a : all_) {
    if (a->freed) continue;
    if (a->words != nullptr)
      madvise(a->words, ((a->bytes + 3) / 4 + 1) * sizeof(cell), MADV_DONTNEED);
    if (a->singles != nullptr) madvise(a->singles, (a->bytes + 4) * sizeof(cell), MADV_DONTNEED);
  }
}

namespace {
template <class F>
void each_byte_of_bits(std::size_t first, std::size_t count, F const& f) {
  std::size_t const end = first + count;
  while (first < end) {
    std::size_t const bit = first % 8;
    std::size_t const n = std::min(8 - bit, end - first);
    f(first / 8, static_cast<std::uint8_t>(((1u << n) - 1) << bit));
    first += n;
  }
}
}  // namespace

void forget_unwritten(allocation& a) { give_back_array(a.written, a.bytes / 8 + 2); }
bool remember_unwritten(allocation& a) {
  if (a.written != nullptr) return true;
  auto* const bits = reserve_array<std::uint8_t>(a.bytes / 8 + 2);
  if (bits != nullptr) std::memset(bits, 0xff, a.bytes / 8 + 1);
  a.written = bits;
  forget_plain_memory();
  return bits != nullptr;
}
void set_written(allocation& a, std::size_t first, std::size_t count) {
  if (a.written == nullptr || first >= a.bytes) return;
  count = std::min(count, a.bytes - first);
  each_byte_of_bits(first, count, [&](std::size_t i, std::uint8_t bits) {
    if ((a.written[i] & bits) != bits) a.written[i] |= bits;
  });
}
void clear_written(allocation& a, std::size_t first, std::size_t count) {
  if (a.written == nullptr || first >= a.bytes) return;
  count = std::min(count, a.bytes - first);
  if (first % 8 == 0 && count >= 64) {
    std::memset(a.written + first / 8, 0, count / 8);
    first += count / 8 * 8;
    count %= 8;
  }
  each_byte_of_bits(first, count, [&](std::size_t i, std::uint8_t bits) {
    a.written[i] &= static_cast<std::uint8_t>(~bits);
  });
}
std::size_t first_unwritten(allocation const& a, std::size_t first, std::size_t count) {
  if (a.written == nullptr) return count;
  for (std::size_t i = 0; i < count; ++i)
    if ((a.written[(first + i) / 8] >> ((first + i) % 8) & 1) == 0) return i;
  return count;
}

namespace {
/// Returns what stands in a word that nobody has written: bytes that are no small numbers, and no text.
std::uint32_t filling_of(std::size_t word) {
  auto const x = static_cast<std::uint32_t>(word + 1) * 0x9e3779b9u;
  return ((x ^ x >> 15) & 0x7c7c7c7cu) | 0x82828282u;
}
constexpr std::size_t most_filled = std::size_t{1} << 30;
}  // namespace

void watch_host_writes(allocation& a) {
  if (a.written == nullptr) return;
  if (a.bytes < 4 || a.bytes > most_filled) {
    forget_unwritten(a);
    return;
  }
  for (std::size_t i = 0; i < a.bytes; i += 4) {
    std::uint32_t const filling = filling_of(i / 4);
    std::memcpy(reinterpret_cast<void*>(a.begin + i), &filling,
                std::min<std::size_t>(4, a.bytes - i));
  }
  a.host_writes = true;
}

void find_host_writes(allocation& a, std::size_t first, std::size_t count) {
  if (!a.host_writes) return;
  constexpr std::size_t around = 4096;
  std::size_t const begin = first / around * around;
  std::size_t const end = std::min(a.bytes, (first + count + around - 1) / around * around);
  // (Words of which a kernel has written a part count as a whole: what is left of them says too
  // little.)
  auto const is_as_filled = [&](std::size_t word, std::size_t bytes) {
    std::uint32_t const filling = filling_of(word);
    return (a.written[word / 2] >> word % 2 * 4 & 15) == 0 &&
           std::memcmp(reinterpret_cast<void const*>(a.begin + word * 4), &filling, bytes) == 0;
  };
  for (std::size_t i = begin; i < end; i += 4) {
    std::size_t const bytes = std::min<std::size_t>(4, a.bytes - i);
    if (!is_as_filled(i / 4, bytes) || (bytes < 4 && !is_as_filled(i / 4 - 1, 4)))
      set_written(a, i, bytes);
  }
}

cell* singles_of(allocation& a) {
  if (a.singles == nullptr) a.singles = reserve_array<cell>(a.bytes + 4);
  return a.singles;
}

}  // namespace simt::check
