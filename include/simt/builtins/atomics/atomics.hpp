#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/context.hpp>
#include <simt/lanes/struct.hpp>
#include <simt/lanes/memory/uniform_pointer.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// Atomics that change nothing may be a loop that waits for another gang of the block.
struct spin_record {
  void const volatile* address;
  unsigned times;
};
inline constinit thread_local spin_record current_spin{};

SIMT_COLD inline void yield_switching(block& b) {
  gang_snapshot s;
  s.save();
  struct back {
    gang_snapshot& s;
    ~back() { s.restore(); }
  } const restore{s};
  forget_returned();  // another gang may start on this thread meanwhile
  current_shared.used = 0;
  b.yield();
}

/// An atomic at p changed nothing. Sixteen in a row at one address let the others run.
[[gnu::noinline]] inline void note_spin(void const volatile* p) {
  auto& s = current_spin;
  if (s.address != p) {
    s = {p, 1};
    return;
  }
  if (++s.times % 16 != 0) return;
  if (block* const b = block::current()) yield_switching(*b);
}

/// A fence. Sixteen in a row, with no failing atomic between them, are such a loop too.
SIMT_INLINE void note_fence() {
  auto& e = active_mask();
  bool const full = e.all;
  note_spin(&current_spin);
  if (full)
    mask_still_full(e);
  else
    mask_still_partial(e);
}

template <std::size_t Size>
struct atomic_bits;
template <>
struct atomic_bits<2> {
  typedef std::uint16_t type __attribute__((may_alias));
};
template <>
struct atomic_bits<4> {
  typedef std::uint32_t type __attribute__((may_alias));
};
template <>
struct atomic_bits<8> {
  typedef std::uint64_t type __attribute__((may_alias));
};
template <class T>
using bits_of = typename atomic_bits<sizeof(T)>::type;

/// Integers wrap: computed in the unsigned type.
template <class T>
SIMT_INLINE T wrapping_sum(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) +
                          static_cast<std::make_unsigned_t<T>>(b));
  else
    return a + b;
}
template <class T>
SIMT_INLINE T wrapping_difference(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) -
                          static_cast<std::make_unsigned_t<T>>(b));
  else
    return a - b;
}

// The operations: apply(old, a, b) is what is stored (b for atomicCAS alone). Where `combines<T>`,
// lanes that hit one address are folded by combine() and stored at once. spins: that nothing
// changed may mean waiting.
struct atomic_add {
  template <class T>
  static constexpr bool combines = std::is_integral_v<T>;
  static constexpr bool spins = false;
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return wrapping_sum(old, a);
  }
  template <class T>
  SIMT_INLINE static T combine(T a, T b) {
    return wrapping_sum(a, b);
  }
};
struct atomic_sub {
  template <class T>
  static constexpr bool combines = std::is_integral_v<T>;
  static constexpr bool spins = false;
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return wrapping_difference(old, a);
  }
  template <class T>
  SIMT_INLINE static T combine(T a, T b) {
    return wrapping_sum(a, b);
  }
};
struct atomic_exch {
  template <class T>
  static constexpr bool combines = true;
  static constexpr bool spins = true;
  template <class T>
  SIMT_INLINE static T apply(T, T a, T) {
    return a;
  }
  template <class T>
  SIMT_INLINE static T combine(T, T b) {
    return b;
  }
};
struct atomic_min {
  template <class T>
  static constexpr bool combines = true;
  static constexpr bool spins = false;
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return a < old ? a : old;
  }
  template <class T>
  SIMT_INLINE static T combine(T a, T b) {
    return b < a ? b : a;
  }
};
struct atomic_max {
  template <class T>
  static constexpr bool combines = true;
  static constexpr bool spins = false;
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return a > old ? a : old;
  }
  template <class T>
  SIMT_INLINE static T combine(T a, T b) {
    return b > a ? b : a;
  }
};
struct atomic_inc {
  template <class T>
  static constexpr bool combines = false;
  static constexpr bool spins = false;
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return old >= a ? T{} : wrapping_sum(old, T{1});
  }
};
struct atomic_dec {
  template <class T>
  static constexpr bool combines = false;
  static constexpr bool spins = false;
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return old == T{} || old > a ? a : wrapping_difference(old, T{1});
  }
};
struct atomic_cas {
  template <class T>
  static constexpr bool combines = false;
  static constexpr bool spins = true;
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T b) {
    return old == a ? b : old;
  }
};
#define SIMT_DETAIL_BIT_ATOMIC(name, op)        \
  struct name {                                 \
    template <class T>                          \
    static constexpr bool combines = true;      \
    static constexpr bool spins = false;        \
    template <class T>                          \
    SIMT_INLINE static T apply(T old, T a, T) { \
      return static_cast<T>(old op a);          \
    }                                           \
    template <class T>                          \
    SIMT_INLINE static T combine(T a, T b) {    \
      return static_cast<T>(a op b);            \
    }                                           \
  };
SIMT_DETAIL_BIT_ATOMIC(atomic_and, &)
SIMT_DETAIL_BIT_ATOMIC(atomic_or, |)
SIMT_DETAIL_BIT_ATOMIC(atomic_xor, ^)
#undef SIMT_DETAIL_BIT_ATOMIC

/// The plain operation on one element: for shared memory.
template <class Op, class T>
SIMT_INLINE T update_plain(T* p, T a, T b) {
  T const old = *p;
  *p = Op::template apply<T>(old, a, b);
  return old;
}

/// The locked operation on one element. All orders are acquire and release: no dearer on x86, and
/// data handed over by an atomic then needs no fence.
template <class Op, class T>
SIMT_INLINE T update_locked(T* p, T a, T b) {
  using U = bits_of<T>;
  auto* const q = reinterpret_cast<U*>(p);
  if constexpr (std::is_integral_v<T> && std::is_same_v<Op, atomic_add>) {
    return static_cast<T>(__atomic_fetch_add(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_integral_v<T> && std::is_same_v<Op, atomic_sub>) {
    return static_cast<T>(__atomic_fetch_sub(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_and>) {
    return static_cast<T>(__atomic_fetch_and(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_or>) {
    return static_cast<T>(__atomic_fetch_or(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_xor>) {
    return static_cast<T>(__atomic_fetch_xor(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_exch>) {
    return simd::bits_as<T, U>(__atomic_exchange_n(q, simd::bits_as<U, T>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_cas>) {
    U seen = simd::bits_as<U, T>(a);
    __atomic_compare_exchange_n(q, &seen, simd::bits_as<U, T>(b), false, __ATOMIC_ACQ_REL,
                                __ATOMIC_ACQUIRE);
    return simd::bits_as<T, U>(seen);
  } else {
    U seen = __atomic_load_n(q, __ATOMIC_ACQUIRE);
    for (;;) {
      U const next = simd::bits_as<U, T>(Op::template apply<T>(simd::bits_as<T, U>(seen), a, b));
      if (next == seen) break;
      if (__atomic_compare_exchange_n(q, &seen, next, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        break;
    }
    return simd::bits_as<T, U>(seen);
  }
}

/// Lane by lane access to an operand, uniform or varying.
template <class T, int W, bool Lanes>
struct atomic_operand {
  using V = varying<T, W>;
  alignas(64) typename V::reg x[W];
  template <class X>
  SIMT_INLINE explicit atomic_operand(X&& v) {
    auto const r = convert_to<T, W>(std::forward<X>(v));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(x + i * V::lanes, &r.v[i], sizeof r.v[i]);
    });
  }
  SIMT_INLINE T operator[](int l) const { return static_cast<T>(x[l]); }
};
template <class T, int W>
struct atomic_operand<T, W, false> {
  T x;
  template <class X>
  SIMT_INLINE explicit atomic_operand(X&& v)
      : x(static_cast<T>(static_cast<lane_type<X>>(std::forward<X>(v)))) {}
  SIMT_INLINE T operator[](int) const { return x; }
};

/// f(l) for each active lane of the gang, in ascending order.
template <int W, class F>
SIMT_INLINE void for_active(F const& f) {
  auto const& e = active_mask();
  if constexpr (W == 1) {
    if (e.all) f(0);
  } else {
    if (e.all) [[likely]] {
      for (int l = 0; l < W; ++l) f(l);
    } else {
      constexpr int P = part_lanes<W>;
      for (int i = 0; i < parts_of<W>; ++i)
        for (auto b = simd::mask_bits<P>(e.masks[i]); b != 0; b &= b - 1)
          f(i * P + std::countr_zero(b));
    }
  }
}
template <int W>
SIMT_INLINE bool any_active() {
  auto const& e = active_mask();
  if (e.all) [[likely]]
    return true;
  if constexpr (W == 1) {
    return false;
  } else {
    auto some = simd::mask_none<part_lanes<W>>();
    simd::each<parts_of<W>>(
        [&](int i) SIMT_LAMBDA_INLINE { some = simd::mask_or<part_lanes<W>>(some, e.masks[i]); });
    return simd::mask_any<part_lanes<W>>(some);
  }
}

/// What an atomic returns: the old values, or nothing where the caller says that it does not read
/// them.
template <class T, int W, bool Read>
using old_values = std::conditional_t<Read, varying<T, W>, void>;

/// The old values, gathered lane by lane. Where nobody reads them the compiler drops the array; of
/// wide gangs it does not find that out by itself.
template <class T, int W, bool Read>
struct atomic_result {
  using V = varying<T, W>;
  alignas(64) typename V::reg x[W];
  SIMT_INLINE atomic_result() {
    if (!active_mask().all) __builtin_memset(x, 0, sizeof x);
  }
  SIMT_INLINE void set(int l, T v) { x[l] = static_cast<typename V::reg>(v); }
  SIMT_INLINE V get() const {
    V r;
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(&r.v[i], x + i * V::lanes, sizeof r.v[i]);
    });
    return r;
  }
};
template <class T, int W>
struct atomic_result<T, W, false> {
  SIMT_INLINE void set(int, T) {}
  SIMT_INLINE void get() const {}
};

/// Every active lane at one address, in the order of the lanes.
template <class Op, class T, int W, bool Read, class A, class B>
SIMT_INLINE old_values<T, W, Read> update_one_address(T* p, A const& a, B const& b) {
  using V = varying<T, W>;
  atomic_result<T, W, Read> old;
  if (!any_active<W>()) return old.get();
  auto& e = active_mask();
  bool const shared = in_shared_memory(p);
  constexpr bool same = std::is_same_v<A, atomic_operand<T, W, false>>;
  if constexpr (W > 1 && same && std::is_integral_v<T> &&
                (std::is_same_v<Op, atomic_add> || std::is_same_v<Op, atomic_sub>)) {
    if (e.all) [[likely]] {  // lane l sees l additions before its own
      T const x = a[0];
      using U = std::make_unsigned_t<T>;
      T const total = static_cast<T>(static_cast<U>(x) * static_cast<U>(W));
      T const first =
          shared ? update_plain<Op>(p, total, total) : update_locked<Op>(p, total, total);
      mask_still_full(e);
      if constexpr (std::is_same_v<Op, atomic_add>)
        if (x == T{}) [[unlikely]]
          note_spin(p);
      if constexpr (!Read) {
        return;
      } else {
        using R = typename V::reg;
        auto const step = simd::splat<R, V::lanes>(static_cast<R>(
            std::is_same_v<Op, atomic_add> ? x : static_cast<T>(U{} - static_cast<U>(x))));
        V r;
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          auto const rank =
              simd::iota<R, V::lanes>() + simd::splat<R, V::lanes>(static_cast<R>(i * V::lanes));
          r.v[i] = add_op::apply<R, V::lanes>(simd::splat<R, V::lanes>(static_cast<R>(first)),
                                              mul_op::apply<R, V::lanes>(rank, step));
          r.v[i] = narrow<T, R, V::lanes>(r.v[i]);
        });
        return r;
      }
    }
  }
  bool changed = true;
  auto const run_from = [&](T run) SIMT_LAMBDA_INLINE {
    for_active<W>([&](int l) SIMT_LAMBDA_INLINE {
      old.set(l, run);
      run = Op::template apply<T>(run, a[l], b[l]);
    });
    return run;
  };
  using U = bits_of<T>;
  if (shared) {
    T const before = *p;
    T const after = run_from(before);
    changed = simd::bits_as<U>(before) != simd::bits_as<U>(after);
    bool const full = e.all;
    *p = after;
    if (full)
      mask_still_full(e);
    else
      mask_still_partial(e);
  } else if constexpr (W > 1 && Op::template combines<T>) {
    T total{};
    bool begun = false;
    for_active<W>([&](int l) SIMT_LAMBDA_INLINE {
      total = begun ? Op::template combine<T>(total, a[l]) : a[l];
      begun = true;
    });
    T const before = update_locked<Op>(p, total, total);
    if constexpr (Op::spins) changed = simd::bits_as<U>(before) != simd::bits_as<U>(total);
    static_cast<void>(run_from(before));
  } else if constexpr (W > 1) {
    auto* const q = reinterpret_cast<U*>(p);
    U seen = __atomic_load_n(q, __ATOMIC_ACQUIRE);
    for (;;) {
      U const next = simd::bits_as<U>(run_from(simd::bits_as<T>(seen)));
      changed = next != seen;
      if (!changed ||
          __atomic_compare_exchange_n(q, &seen, next, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        break;
    }
  } else {
    T const before = update_locked<Op>(p, a[0], b[0]);
    old.set(0, before);
    changed =
        simd::bits_as<U>(before) != simd::bits_as<U>(Op::template apply<T>(before, a[0], b[0]));
  }
  if constexpr (Op::spins || std::is_same_v<Op, atomic_add>)
    if (!changed) [[unlikely]] {
      bool const full = e.all;
      note_spin(p);
      if (full) mask_still_full(e);
    }
  return old.get();
}

/// One address for each lane: at(l) is lane l's.
template <class Op, class T, int W, bool Read, class At, class A, class B>
SIMT_INLINE old_values<T, W, Read> update_addresses(T* base, At const& at, A const& a, B const& b) {
  atomic_result<T, W, Read> old;
  auto& e = active_mask();
  bool const full = e.all;
  bool changed = !Op::spins;
  T* last = base;
  auto const note = [&](T* q, T before, int l) SIMT_LAMBDA_INLINE {
    if constexpr (Op::spins) {
      last = q;
      using U = bits_of<T>;
      changed = changed || simd::bits_as<U>(before) !=
                               simd::bits_as<U>(Op::template apply<T>(before, a[l], b[l]));
    }
  };
  if (in_shared_memory(base)) {
    for_active<W>([&](int l) SIMT_LAMBDA_INLINE {
      T* const q = base + at(l);
      T const before = update_plain<Op>(q, a[l], b[l]);
      old.set(l, before);
      note(q, before, l);
    });
  } else {
    for_active<W>([&](int l) SIMT_LAMBDA_INLINE {
      T* const q = base + at(l);
      T const before = update_locked<Op>(q, a[l], b[l]);
      old.set(l, before);
      note(q, before, l);
    });
  }
  if constexpr (Op::spins)
    if (!changed && any_active<W>()) [[unlikely]]
      note_spin(last);
  if (full)
    mask_still_full(e);
  else
    mask_still_partial(e);
  return old.get();
}

/// The same of elements that are classes with lanes of their own; at(l) is lane l's.
template <class Op, class T, int W, class At, class A>
SIMT_INLINE varying<T, W> update_own_lanes(T* base, At const& at, A&& a) {
  varying<T, W> const x(std::forward<A>(a));
  varying<T, W> old(T{});
  auto& e = active_mask();
  bool const full = e.all;
  bool const shared = in_shared_memory(base);
  for_active<W>([&](int l) SIMT_LAMBDA_INLINE {
    T* const q = base + at(l);
    T const v = x.lane(l);
    old.set_lane(l, shared ? update_plain<Op>(q, v, v) : update_locked<Op>(q, v, v));
  });
  if (full)
    mask_still_full(e);
  else
    mask_still_partial(e);
  return old;
}

/// The hot case of a histogram: all lanes active, 32-bit indices into shared memory. The indices
/// go through the stack, two at a time: extracting them from registers costs more.
template <class Op, class T, int W, bool Read, class I, class A, class B>
SIMT_INLINE old_values<T, W, Read> update_shared_indexed(T* p, varying<I, W> const& x, A const& a,
                                                         B const& b) {
  using X = varying<I, W>;
  atomic_result<T, W, Read> old;
  alignas(64) std::uint64_t pairs[W / 2];
  simd::each<X::count>([&](int i) SIMT_LAMBDA_INLINE {
    __builtin_memcpy(pairs + i * X::lanes / 2, &x.v[i], sizeof x.v[i]);
  });
  asm volatile("" : "+m"(pairs));  // else the compiler takes the registers apart again
  for (int i = 0; i < W / 2; i += 4) {
    simd::each<4>([&](int j) SIMT_LAMBDA_INLINE {
      std::uint64_t const q = pairs[i + j];
      auto const lo = static_cast<I>(static_cast<std::uint32_t>(q));
      auto const hi = std::is_signed_v<I>
                          ? static_cast<std::ptrdiff_t>(static_cast<std::int64_t>(q) >> 32)
                          : static_cast<std::ptrdiff_t>(q >> 32);
      int const l = 2 * (i + j);
      old.set(l, update_plain<Op>(p + static_cast<std::ptrdiff_t>(lo), a[l], b[l]));
      old.set(l + 1, update_plain<Op>(p + hi, a[l + 1], b[l + 1]));
    });
  }
  mask_still_full(active_mask());
  return old.get();
}

template <class X>
inline constexpr bool is_lane_pointer = false;
template <class T, class Index>
inline constexpr bool is_lane_pointer<lane_pointer<T, Index>> = true;
template <class X>
inline constexpr bool is_ptr = false;
template <class T>
inline constexpr bool is_ptr<ptr<T>> = true;

/// The forms of an address that is the same for the whole gang, as a ptr.
template <class X>
SIMT_INLINE auto uniform_address(X const& x) {
  if constexpr (is_ptr<X>)
    return x;
  else if constexpr (std::is_pointer_v<std::decay_t<X>>)
    return ptr(static_cast<std::decay_t<X const&>>(x));
  else if constexpr (requires { x.data(); })
    return uniform_address(x.data());
  else
    return ptr(&*x);
}

template <class X>
concept atomic_address =
    !lane_element<X> && !uniform_element<X> &&
    (is_lane_pointer<plain<X>> || std::is_pointer_v<std::decay_t<X>> || is_ptr<plain<X>> ||
     requires(plain<X> const& x) { uniform_address(x.data()); });

/// Whether atomics take a T: also a class of 2 or 4 bytes that says so.
template <class T>
inline constexpr bool atomic_number = std::is_arithmetic_v<T>;

template <class T>
consteval void check_atomic_type() {
  static_assert(!std::is_const_v<T>, "simt: this pointer is to const; an atomic cannot change it");
  static_assert(atomic_number<T> && (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 2),
                "simt: atomics take int, unsigned, 64-bit integers, float and double (and 16-bit "
                "integers)");
}

template <class Op, class T>
consteval void check_atomic_op() {
  static_assert(
      std::is_integral_v<T> || std::is_same_v<Op, atomic_add> || std::is_same_v<Op, atomic_exch>,
      "simt: this atomic has no floating-point form in CUDA: loop with atomicCAS on "
      "__float_as_int, __double_as_longlong");
  static_assert(
      !(std::is_same_v<Op, atomic_inc> || std::is_same_v<Op, atomic_dec>) || std::is_unsigned_v<T>,
      "simt: atomicInc and atomicDec take unsigned");
}

/// Elements p[ix], one for each lane.
template <class Op, int W, bool Read, class T, class Index, class A, class B>
SIMT_INLINE auto update_indexed(T* p, Index const& ix, A const& x, B const& y) {
  if constexpr (thread_index<Index>) {
    if constexpr (W == 1 || Index::equal_run == W)
      return update_one_address<Op, T, W, Read>(p + ix.at(0), x, y);
    else
      return update_addresses<Op, T, W, Read>(
          p, [&](int l) SIMT_LAMBDA_INLINE { return ix.at(l); }, x, y);
  } else if constexpr (W == 1) {
    return update_one_address<Op, T, 1, Read>(p + static_cast<std::ptrdiff_t>(ix.v[0]), x, y);
  } else {
    using I = typename Index::value_type;
    if constexpr (sizeof(I) == 4 && !Op::spins && W % 8 == 0)
      if (active_mask().all && in_shared_memory(p)) [[likely]]
        return update_shared_indexed<Op, T, W, Read>(p, ix, x, y);
    atomic_operand<I, W, true> const offset(ix);
    return update_addresses<Op, T, W, Read>(
        p, [&](int l) SIMT_LAMBDA_INLINE { return static_cast<std::ptrdiff_t>(offset[l]); }, x, y);
  }
}

template <class Op, int W, bool Read, class Address, class A, class B>
SIMT_INLINE auto atomic_update(Address const& address, A&& a, B&& b) {
  static_assert(atomic_address<Address>,
                "simt: an atomic takes an address: write &p[i] instead of p[i]");
  if constexpr (is_lane_pointer<Address>) {
    static_assert(Address::width == W, "simt: the address belongs to a gang of different width");
    using E = std::remove_pointer_t<decltype(address.address())>;
    using T = std::remove_cv_t<E>;
    check_atomic_type<E>();
    check_atomic_op<Op, T>();
    auto* const p = const_cast<T*>(address.address());
    auto const& ix = address.lane_index();
    using Index = plain<decltype(ix)>;
    if constexpr (own_lanes<T>) {
      if constexpr (thread_index<Index>) {
        return update_own_lanes<Op, T, W>(
            p, [&](int l) SIMT_LAMBDA_INLINE { return ix.at(l); }, std::forward<A>(a));
      } else {
        return update_own_lanes<Op, T, W>(
            p, [&](int l) SIMT_LAMBDA_INLINE { return static_cast<std::ptrdiff_t>(ix.lane(l)); },
            std::forward<A>(a));
      }
    } else {
      atomic_operand<T, W, lane_value<A>> const x(std::forward<A>(a));
      atomic_operand<T, W, lane_value<B>> const y(std::forward<B>(b));
      return update_indexed<Op, W, Read>(p, ix, x, y);
    }
  } else {
    auto const q = uniform_address(address);
    using E = typename plain<decltype(q)>::element_type;
    using T = std::remove_cv_t<E>;
    check_atomic_type<E>();
    check_atomic_op<Op, T>();
    auto* const p = const_cast<T*>(q.get());
    if constexpr (own_lanes<T>) {
      return update_own_lanes<Op, T, W>(
          p, [](int) SIMT_LAMBDA_INLINE { return 0; }, std::forward<A>(a));
    } else {
      atomic_operand<T, W, lane_value<A>> const x(std::forward<A>(a));
      atomic_operand<T, W, lane_value<B>> const y(std::forward<B>(b));
      return update_one_address<Op, T, W, Read>(p, x, y);
    }
  }
}

/// Lanes of the gang as address and operands tell it, 0 where none does.
template <class Address, class... X>
consteval int atomic_width() {
  if constexpr (is_lane_pointer<Address>) {
    return Address::width;
  } else {
    int w = 0;
    ((w = w != 0 ? w : width_of<plain<X>>), ...);
    return w;
  }
}

/// Address and operands are uniform and the caller is no kernel: each active lane applies it, and
/// nobody can be given the old values.
template <class Op, class Address, class A, class B>
SIMT_INLINE void atomic_uniform(Address const& address, A const& a, B const& b) {
  auto const bits = active_bits(active_mask());
  int n = 0;
  for (auto w : bits.word) n += std::popcount(w);
  auto const q = uniform_address(address);
  using T = std::remove_cv_t<typename plain<decltype(q)>::element_type>;
  check_atomic_type<typename plain<decltype(q)>::element_type>();
  check_atomic_op<Op, T>();
  auto* const p = const_cast<T*>(q.get());
  for (int i = 0; i < n; ++i) {
    if constexpr (own_lanes<T>)
      update_locked<Op>(p, T(a), T(a));
    else
      update_locked<Op>(p, static_cast<T>(static_cast<lane_type<A>>(a)),
                        static_cast<T>(static_cast<lane_type<B>>(b)));
  }
}

template <class Op, class Address, class A, class B>
SIMT_INLINE auto atomic_free(Address const& address, A&& a, B&& b) {
  constexpr int W = atomic_width<Address, A, B>();
  if constexpr (W == 0)
    return atomic_uniform<Op>(address, a, b);
  else
    return atomic_update<Op, W, true>(address, std::forward<A>(a), std::forward<B>(b));
}

}  // namespace detail

#define SIMT_DETAIL_ATOMICS(F) \
  F(atomicAdd, atomic_add)     \
  F(atomicSub, atomic_sub)     \
  F(atomicExch, atomic_exch)   \
  F(atomicMin, atomic_min)     \
  F(atomicMax, atomic_max)     \
  F(atomicInc, atomic_inc)     \
  F(atomicDec, atomic_dec)     \
  F(atomicAnd, atomic_and)     \
  F(atomicOr, atomic_or)       \
  F(atomicXor, atomic_xor)

/// Changes an element of memory as one step that nothing can come between.
/// - CUDA:    atomicAdd(address, value), atomicSub, Exch, Min, Max, Inc, Dec, And, Or, Xor, and
///            atomicCAS(address, compare, value); each also with _block and _system
/// - Shape:   address: &p[i] with uniform, thread-index or varying i, or a pointer; operands
/// uniform
///            or varying; each active lane applies the operation once, and gets the old value that
///            it met, as a varying
/// - Needs:   elements of 4 or 8 bytes (16-bit integers too), aligned; Inc and Dec unsigned;
///            floating point for Add and Exch, also __half, __nv_bfloat16 and pairs of them
/// - Order:   lanes in ascending order where they meet; acquire and release, which is more than
///            CUDA promises. Sixteen Exch or CAS (or Add of 0) in a row that change nothing let the
///            other gangs of the block run, so that they can release a lock
/// - Errors:  other types, const elements and p[i] instead of &p[i] do not compile
/// - Differs: _block and _system are the same as the plain form
/// - Cost:    shared memory: a plain update; global memory: one locked instruction a lane, one a
/// gang
///            where the address is uniform
/// - Source:  CUDA C Programming Guide 8.0, B.12 (Atomic Functions)
#define SIMT_DETAIL_FREE_ATOMIC_AS(name, op)                                             \
  template <class Address, class X>                                                      \
  requires detail::atomic_address<Address> SIMT_INLINE auto name(Address const& address, \
                                                                 X&& value) {            \
    return detail::atomic_free<detail::op>(address, std::forward<X>(value), 0);          \
  }
#define SIMT_DETAIL_FREE_ATOMIC(name, op)      \
  SIMT_DETAIL_FREE_ATOMIC_AS(name, op)         \
  SIMT_DETAIL_FREE_ATOMIC_AS(name##_block, op) \
  SIMT_DETAIL_FREE_ATOMIC_AS(name##_system, op)
SIMT_DETAIL_ATOMICS(SIMT_DETAIL_FREE_ATOMIC)
#define SIMT_DETAIL_FREE_CAS(name)                                                         \
  template <class Address, class X, class Y>                                               \
  requires detail::atomic_address<Address> SIMT_INLINE auto name(Address const& address,   \
                                                                 X&& compare, Y&& value) { \
    return detail::atomic_free<detail::atomic_cas>(address, std::forward<X>(compare),      \
                                                   std::forward<Y>(value));                \
  }
SIMT_DETAIL_FREE_CAS(atomicCAS)
SIMT_DETAIL_FREE_CAS(atomicCAS_block)
SIMT_DETAIL_FREE_CAS(atomicCAS_system)
#undef SIMT_DETAIL_FREE_CAS
#undef SIMT_DETAIL_FREE_ATOMIC
#undef SIMT_DETAIL_FREE_ATOMIC_AS

namespace detail {

#define SIMT_DETAIL_MEMBER_ATOMIC_AS(name, op)                             \
  template <class Address, class X>                                        \
  SIMT_INLINE static auto name(Address const& address, X&& value) {        \
    return atomic_update<op, W, Read>(address, std::forward<X>(value), 0); \
  }
#define SIMT_DETAIL_MEMBER_ATOMIC(name, op)      \
  SIMT_DETAIL_MEMBER_ATOMIC_AS(name, op)         \
  SIMT_DETAIL_MEMBER_ATOMIC_AS(name##_block, op) \
  SIMT_DETAIL_MEMBER_ATOMIC_AS(name##_system, op)
#define SIMT_DETAIL_MEMBER_CAS(name)                                             \
  template <class Address, class X, class Y>                                     \
  SIMT_INLINE static auto name(Address const& address, X&& compare, Y&& value) { \
    return atomic_update<atomic_cas, W, Read>(address, std::forward<X>(compare), \
                                              std::forward<Y>(value));           \
  }
/// The atomics as members of a gang of W lanes. Read: the caller wants the old values.
template <int W, bool Read = true>
struct atomic_functions {
  SIMT_DETAIL_ATOMICS(SIMT_DETAIL_MEMBER_ATOMIC)
  SIMT_DETAIL_MEMBER_CAS(atomicCAS)
  SIMT_DETAIL_MEMBER_CAS(atomicCAS_block)
  SIMT_DETAIL_MEMBER_CAS(atomicCAS_system)
};
#undef SIMT_DETAIL_MEMBER_CAS
#undef SIMT_DETAIL_MEMBER_ATOMIC
#undef SIMT_DETAIL_MEMBER_ATOMIC_AS
#undef SIMT_DETAIL_ATOMICS

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

#define SIMT_DETAIL_ATOMIC_BUILTINS_AS(G, suffix) \
  using G::atomicAdd##suffix;                     \
  using G::atomicSub##suffix;                     \
  using G::atomicExch##suffix;                    \
  using G::atomicMin##suffix;                     \
  using G::atomicMax##suffix;                     \
  using G::atomicInc##suffix;                     \
  using G::atomicDec##suffix;                     \
  using G::atomicAnd##suffix;                     \
  using G::atomicOr##suffix;                      \
  using G::atomicXor##suffix;                     \
  using G::atomicCAS##suffix;

// The names of atomics that a kernel body finds without qualification.
#define SIMT_DETAIL_ATOMIC_BUILTINS(G)      \
  SIMT_DETAIL_ATOMIC_BUILTINS_AS(G, )       \
  SIMT_DETAIL_ATOMIC_BUILTINS_AS(G, _block) \
  SIMT_DETAIL_ATOMIC_BUILTINS_AS(G, _system)

SIMT_DETAIL_QUIET_END
