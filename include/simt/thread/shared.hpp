#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/context.hpp>
#include <simt/thread/builtins.hpp>

#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

namespace simt::inline SIMT_ABI {
namespace detail {

/// A declaration of static shared memory: one in the program, whichever kernels run through it.
struct shared_site {
  // The number of the layout that was last asked, and what it answered: number << 32 | offset.
  std::atomic<std::uint64_t> cached{0};
};

/// Where the static shared arrays of one kernel lie in a block's memory. Which declarations a
/// kernel meets shows only when it runs: each gets its place when first met, for good.
class shared_layout {
 public:
  constexpr shared_layout() = default;
  shared_layout(shared_layout const&) = delete;
  shared_layout& operator=(shared_layout const&) = delete;

  /// Bytes that are taken so far.
  [[nodiscard]] std::size_t bytes() const noexcept { return used_.load(std::memory_order_relaxed); }

  SIMT_COLD std::size_t place(shared_site& site, std::size_t bytes, std::size_t alignment,
                              std::size_t limit) {
    std::scoped_lock const hold(lock_);
    if (number() == 0) number_.store(next_number.fetch_add(1) + 1, std::memory_order_relaxed);
    std::size_t offset = find(&site);
    if (offset == absent) {
      std::size_t const used = used_.load(std::memory_order_relaxed);
      offset = (used + alignment - 1) / alignment * alignment;
      if (offset + bytes > limit) throw_exhausted(offset + bytes, limit);
      used_.store(offset + bytes, std::memory_order_relaxed);
      entries_.push_back({&site, offset});
    }
    site.cached.store(std::uint64_t{number()} << 32 | offset, std::memory_order_relaxed);
    return offset;
  }

  [[nodiscard]] std::uint32_t number() const noexcept {
    return number_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t absent = ~std::size_t{0};
  static constinit inline std::atomic<std::uint32_t> next_number{0};

  struct entry {
    shared_site const* site;
    std::size_t offset;
  };

  [[nodiscard]] std::size_t find(shared_site const* site) const noexcept {
    for (entry const& e : entries_)
      if (e.site == site) return e.offset;
    return absent;
  }

  [[noreturn]] SIMT_COLD static void throw_exhausted(std::size_t wanted, std::size_t limit) {
    block const* const b = block::current();
    message text;
    if (b == nullptr) text << "simt: ";
    text << "shared memory is exhausted: the kernel's __shared__ variables need "
         << std::uint64_t{wanted} << " bytes, the block has " << std::uint64_t{limit};
    if (b == nullptr) throw error(text.text());
    throw kernel_error(text.text(), b->site(), b->seen_index(),
                       thread_range{thread_rank(), thread_rank()});
  }

  std::mutex lock_;
  std::atomic<std::size_t> used_{0};
  std::atomic<std::uint32_t> number_{0};  // from the first declaration on; 0 is no layout
  std::vector<entry> entries_;
};

/// The layout of the kernel that runs, and its number where that was known when the block began.
struct layout_state {
  shared_layout* layout = nullptr;
  std::uint32_t number = 0;
};
inline constinit thread_local layout_state current_layout{};

/// Gives each declaration of shared memory its place in the layout of the kernel that runs.
struct declared_memory {
  shared_layout* layout;
  std::size_t limit;    // bytes for static arrays
  std::size_t dynamic;  // bytes

  SIMT_INLINE void begin_task(block& b) const {
    auto const begin = reinterpret_cast<std::uintptr_t>(b.shared());
    current_shared = {b.shared() + (0 - begin) % 128, 0, limit, dynamic};
    close_shared(current_shared);
    current_layout = {layout, layout->number()};
  }
  SIMT_INLINE void begin_gang() const {}
};

/// Blocks that the OS thread has begun, and the number of the one that runs: it tells whether
/// something in shared memory was set up by this block or left over from another.
struct run_state {
  std::uint64_t begun = 0;
  std::uint64_t current = 0;
};
inline constinit thread_local run_state current_run{};

SIMT_COLD inline std::byte* place_shared(shared_site& site, std::size_t bytes,
                                         std::size_t alignment) {
  auto& l = current_layout;
  if (l.layout == nullptr || block::current() == nullptr) throw_outside_kernel("__shared__ memory");
  std::size_t const offset = l.layout->place(site, bytes, alignment, current_shared.limit);
  l.number = l.layout->number();
  std::byte* const array = current_shared.array(offset);
  open_shared(array, bytes);
  return array;
}

/// The bytes that a declaration names in the running block.
SIMT_INLINE_UNSEEN std::byte* find_shared(shared_site& site, std::size_t bytes, std::size_t alignment) {
#if SIMT_CHECK
  checked_library const library;  // of what is called, and not inlined
#endif
  std::uint64_t const seen = site.cached.load(std::memory_order_relaxed);
  auto const number = static_cast<std::uint32_t>(seen >> 32);
  if (number == current_layout.number && number != 0) [[likely]] {
    std::byte* const array = current_shared.array(static_cast<std::uint32_t>(seen));
    open_shared(array, bytes);
    return array;
  }
  return place_shared(site, bytes, alignment);
}

}  // namespace detail

namespace cuda {

/// Gives the block's T, for `__shared__ T x;` in a function.
/// - CUDA:    __shared__ float tile[16][16];
/// - Shape:   one T a block for each declaration and kernel, of any type that CUDA allows
/// - Order:   contents are indeterminate at first; what a thread stores, others see after
///            __syncthreads()
/// - Errors:  kernel_error where a kernel's variables exceed the block's 48 KiB; error in host code
/// - Source:  CUDA C Programming Guide 8.0, B.2.3 (__shared__)
template <class T, std::size_t Alignment = alignof(T)>
[[nodiscard]] SIMT_INLINE T& shared_variable(simt::detail::shared_site& site) {
  static_assert(Alignment <= 128, "simt: __shared__ variables are aligned to 128 bytes at most");
  return *reinterpret_cast<T*>(simt::detail::find_shared(site, sizeof(T), Alignment));
}

/// Stands around an index of shared memory that unsigned arithmetic may have brought below zero:
/// addresses there are 32 bits wide on a GPU, so that 2^32 - 1 elements on is one back.
/// - Differs: of numbers of 64 bits, all count
template <class I>
[[nodiscard]] SIMT_INLINE constexpr auto shared_index(I index) noexcept {
  if constexpr (std::is_same_v<I, unsigned>)
    return static_cast<int>(index);
  else
    return index;
}

/// A pointer of which only the address says whether its memory is shared, moved by what may be an
/// unsigned number: in 32 bits if it is. P is a pointer or a reference to one.
template <class P>
class wrapping {
 public:
  SIMT_INLINE explicit constexpr wrapping(P p) noexcept : p_{p} {}

  template <class I>
  [[nodiscard]] SIMT_INLINE decltype(auto) operator[](I i) const {
    return moved<false>(i)[0];
  }
  template <class I>
  [[nodiscard]] SIMT_INLINE friend auto operator+(wrapping const& p, I i) {
    return p.template moved<false>(i);
  }
  template <class I>
  [[nodiscard]] SIMT_INLINE friend auto operator+(I i, wrapping const& p) {
    return p.template moved<false>(i);
  }
  template <class I>
  [[nodiscard]] SIMT_INLINE friend auto operator-(wrapping const& p, I i) {
    return p.template moved<true>(i);
  }
  template <class I>
  SIMT_INLINE P operator+=(I i) const {
    return p_ = moved<false>(i);
  }
  template <class I>
  SIMT_INLINE P operator-=(I i) const {
    return p_ = moved<true>(i);
  }

 private:
  template <bool Back, class I>
  [[nodiscard]] SIMT_INLINE auto moved(I i) const {
    if constexpr (std::is_same_v<I, unsigned>)
      if (i > static_cast<unsigned>(INT_MAX) && simt::detail::is_moved_in_shared_memory(p_))
        return Back ? p_ - static_cast<int>(i) : p_ + static_cast<int>(i);
    if constexpr (Back)
      return p_ - i;
    else
      return p_ + i;
  }
  P p_;
};

/// Stands around a pointer that may point to shared memory, in front of `[i]`, `+=` and `-=`; numbers
/// and objects stay as they are.
template <class P>
[[nodiscard]] SIMT_INLINE constexpr decltype(auto) wrapping_pointer(P&& p) noexcept {
  using T = std::remove_reference_t<P>;
  if constexpr (std::is_array_v<T>)
    return wrapping<std::decay_t<P>>(p);
  else if constexpr (std::is_pointer_v<std::remove_cv_t<T>>)
    return wrapping<std::conditional_t<std::is_lvalue_reference_v<P>, P, std::remove_cv_t<T>>>(p);
  else
    return static_cast<P&&>(p);
}

/// The same in sums: of a copy, as of a bit field and of a constant without an address.
template <class P>
requires(!std::is_class_v<P> && !std::is_union_v<P>) [[nodiscard]] SIMT_INLINE
    constexpr auto wrapping_value(P p) noexcept {
  if constexpr (std::is_pointer_v<P>)
    return wrapping<P>(p);
  else
    return p;
}
/// An object stays itself: its operator may keep its address, and it may have no copy.
template <class P>
requires(std::is_class_v<std::remove_reference_t<P>> || std::is_union_v<std::remove_reference_t<P>>)
    [[nodiscard]] SIMT_INLINE constexpr P&& wrapping_value(P&& p) noexcept {
  return static_cast<P&&>(p);
}

/// Gives the block's dynamic memory, for `extern __shared__ T name[];` in a function.
/// - CUDA:    extern __shared__ float data[];
/// - Shape:   all such arrays begin at the block's one dynamic allocation, aligned to 128 bytes
/// - Errors:  error in host code
/// - Source:  CUDA C Programming Guide 8.0, B.2.3 (__shared__)
template <class T>
[[nodiscard]] SIMT_INLINE T* dynamic_shared() {
#if SIMT_CHECK
  simt::detail::checked_library const library;
#endif
  if (block::current() == nullptr) [[unlikely]]
    simt::detail::throw_outside_kernel("extern __shared__ memory");
  auto const& s = simt::detail::current_shared;
  return reinterpret_cast<T*>(s.dynamic_memory());
}

/// `extern __shared__ T name[];` at namespace scope: a pointer wherever one is asked for.
template <class T>
struct dynamic_shared_object {
  SIMT_INLINE operator T*() const { return dynamic_shared<T>(); }
  /// A cast to another pointer, as an array allows.
  template <class U>
  SIMT_INLINE explicit operator U*() const {
    return reinterpret_cast<U*>(dynamic_shared<T>());
  }
  SIMT_INLINE T* operator&() const { return dynamic_shared<T>(); }
};

/// `__shared__ T x;` at namespace scope: the block's T wherever one is asked for.
template <class T, std::size_t Alignment = alignof(T)>
class shared_object {
 public:
  constexpr shared_object() = default;
  shared_object(shared_object const&) = delete;

  SIMT_INLINE operator T&() const { return get(); }
  /// A cast to another pointer, as an array allows.
  template <class U>
  requires std::is_array_v<T> SIMT_INLINE explicit operator U*() const {
    return reinterpret_cast<U*>(&get());
  }
  SIMT_INLINE T* operator&() const { return &get(); }
  template <class X>
  requires(!std::is_array_v<T>) SIMT_INLINE T& operator=(X const& x) const {
    return get() = static_cast<T>(x);
  }
  SIMT_INLINE T& operator=(shared_object const& x) const requires(!std::is_array_v<T>) {
    return get() = x.get();
  }

#define SIMT_DETAIL_COMPOUND(op)                    \
  template <class X>                                \
  SIMT_INLINE T& operator op##=(X const& x) const { \
    return get() op## = x;                          \
  }
  SIMT_DETAIL_COMPOUND_ASSIGNMENTS(SIMT_DETAIL_COMPOUND)
#undef SIMT_DETAIL_COMPOUND
  SIMT_INLINE T& operator++() const requires(!std::is_array_v<T>) { return ++get(); }
  SIMT_INLINE std::decay_t<T> operator++(int) const requires(!std::is_array_v<T>) {
    return get()++;
  }
  SIMT_INLINE T& operator--() const requires(!std::is_array_v<T>) { return --get(); }
  SIMT_INLINE std::decay_t<T> operator--(int) const requires(!std::is_array_v<T>) {
    return get()--;
  }

 private:
  SIMT_INLINE T& get() const { return shared_variable<T, Alignment>(site_); }

  mutable simt::detail::shared_site site_;
};

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
