#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/lane_operands.hpp>
#include <simt/builtins/atomics/operations.hpp>
#include <simt/builtins/atomics/spin.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Every active lane at one address, in the order of the lanes.
template <class Op, class T, int W, bool Read, class A, class B>
SIMT_INLINE old_values<T, W, Read> update_one_address(T* p, A const& a, B const& b) {
  using V = varying<T, W>;
  atomic_result<T, W, Read> old;
  if (!any_active<W>()) return old.get();
#if SIMT_CHECK
  simt_check_atomic(p, sizeof(T), true);
  checked_library const library;
#endif
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
      if (Op::only_reads(x)) [[unlikely]]
        note_spin(p);
      if constexpr (!Read) {
        return;
      } else {
        using R = typename V::reg;
        auto const step = simd::broadcast<R, V::lanes>(static_cast<R>(
            std::is_same_v<Op, atomic_add> ? x : static_cast<T>(U{} - static_cast<U>(x))));
        V r;
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          auto const rank =
              simd::iota<R, V::lanes>() + simd::broadcast<R, V::lanes>(static_cast<R>(i * V::lanes));
          r.v[i] = add_op::apply<R, V::lanes>(simd::broadcast<R, V::lanes>(static_cast<R>(first)),
                                              mul_op::apply<R, V::lanes>(rank, step));
          r.v[i] = narrow<T, R, V::lanes>(r.v[i]);
        });
        return r;
      }
    }
  }
  bool changed = true;
  auto const run_from = [&]<class Memory>(T run, Memory) SIMT_LAMBDA_INLINE {
    for_active<W>([&](int l) SIMT_LAMBDA_INLINE {
      old.set(l, run);
      run = Memory::template apply<T>(run, a[l], b[l]);
    });
    return run;
  };
  using global = in_global_memory<Op>;
  using U = bits_of<T>;
  if (shared) {
    T const before = *p;
    T const after = run_from(before, Op{});
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
    static_cast<void>(run_from(before, global{}));
  } else if constexpr (W > 1) {
    auto* const q = reinterpret_cast<U*>(p);
    U seen = __atomic_load_n(q, __ATOMIC_ACQUIRE);
    for (;;) {
      U const next = simd::bits_as<U>(run_from(simd::bits_as<T>(seen), global{}));
      changed = next != seen;
      if (!changed ||
          __atomic_compare_exchange_n(q, &seen, next, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        break;
    }
  } else {
    T const before = update_locked<Op>(p, a[0], b[0]);
    old.set(0, before);
    changed =
        simd::bits_as<U>(before) != simd::bits_as<U>(global::template apply<T>(before, a[0], b[0]));
  }
  bool waits = false;
  if constexpr (Op::spins || std::is_same_v<Op, atomic_add>) waits = !changed;
  // Lanes that are folded do not tell whether they change anything; the one operand of all does.
  if constexpr (same) waits = waits || Op::only_reads(a[0]);
  if (waits) [[unlikely]] {
    bool const full = e.all;
    note_spin(p);
    if (full) mask_still_full(e);
  }
  return old.get();
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
