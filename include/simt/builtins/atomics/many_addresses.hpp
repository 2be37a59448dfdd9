#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/lane_operands.hpp>
#include <simt/builtins/atomics/operations.hpp>
#include <simt/builtins/atomics/spin.hpp>
#include <simt/lanes/memory/addresses.hpp>
#include <simt/lanes/struct/varying_struct.hpp>
#include <simt/lanes/struct/varying_vector.hpp>

#include <cstddef>
#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Takes note of lanes that only read, each at its own place from `base` on, as lanes that wait do.
template <class Op, class T, int W, class A>
SIMT_INLINE void note_reads(T* base, A const& a) {
  if constexpr (std::is_same_v<A, atomic_operand<T, W, false>>)
    if (Op::only_reads(a[0]) && any_active<W>()) [[unlikely]]
      note_spin(base);
}

/// True for a lane's address of shared memory where the lanes' have no array in common.
template <class T>
SIMT_INLINE bool is_shared_by_itself(T const* base, T const* address) {
  return reinterpret_cast<std::uintptr_t>(base) == address_base && in_shared_memory(address);
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
      T const before = is_shared_by_itself(base, q) ? update_plain<Op>(q, a[l], b[l])
                                                    : update_locked<Op>(q, a[l], b[l]);
      old.set(l, before);
      note(q, before, l);
    });
  }
  if constexpr (Op::spins) {
    if (!changed && any_active<W>()) [[unlikely]]
      note_spin(last);
  } else {
    note_reads<Op, T, W>(base, a);
  }
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
    old.set_lane(l, shared || is_shared_by_itself(base, q) ? update_plain<Op>(q, v, v)
                                                           : update_locked<Op>(q, v, v));
  });
  if (full)
    mask_still_full(e);
  else
    mask_still_partial(e);
  return old;
}

/// The same of vectors, component by component; at(l) is lane l's.
template <class Op, class T, int W, class At, class A>
SIMT_INLINE varying<T, W> update_components(T* base, At const& at, A&& a) {
  using E = typename vector_traits<T>::element;
  constexpr int size = vector_traits<T>::size;
  varying<T, W> const x(std::forward<A>(a));
  varying<T, W> old(T{});
  each_component<size>([&](auto c) SIMT_LAMBDA_INLINE {
    atomic_operand<E, W, true> const v(component<c()>(x));
    component<c()>(old) = update_addresses<Op, E, W, true>(
        &component<c()>(*base),
        [&](int l) SIMT_LAMBDA_INLINE { return static_cast<std::ptrdiff_t>(at(l)) * size; }, v, v);
  });
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
    simd::store_to_take_apart<typename X::reg, X::lanes>(pairs + i * X::lanes / 2, x.v[i]);
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
  note_reads<Op, T, W>(p, a);
  mask_still_full(active_mask());
  return old.get();
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
