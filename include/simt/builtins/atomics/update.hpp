#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/address.hpp>
#include <simt/builtins/atomics/many_addresses.hpp>
#include <simt/builtins/atomics/one_address.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

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

/// Elements of a class at p[at(l)].
template <class Op, class T, int W, class At, class A>
SIMT_INLINE auto update_objects(T* p, At const& at, A&& a) {
  if constexpr (atomic_vector<T>)
    return update_components<Op, T, W>(p, at, std::forward<A>(a));
  else
    return update_own_lanes<Op, T, W>(p, at, std::forward<A>(a));
}

template <class Op, int W, bool Read, class Address, class A, class B>
SIMT_INLINE auto atomic_update(Address const& address, A&& a, B&& b) {
  if constexpr (!atomic_address<Address>) {
    static_assert(always_false<Address>,
                  "simt: an atomic takes an address: write &p[i] instead of p[i]");
  } else if constexpr (is_lane_pointer<Address>) {
    static_assert(Address::width == W, "simt: the address belongs to a gang of different width");
    using E = std::remove_pointer_t<decltype(address.address())>;
    using T = std::remove_cv_t<E>;
    check_atomic_type<E>();
    check_atomic_op<Op, T>();
    auto* const p = const_cast<T*>(address.address());
    auto const& ix = address.lane_index();
    using Index = plain<decltype(ix)>;
    if constexpr (std::is_class_v<T>) {
      if constexpr (thread_index<Index>) {
        return update_objects<Op, T, W>(
            p, [&](int l) SIMT_LAMBDA_INLINE { return ix.at(l); }, std::forward<A>(a));
      } else {
        return update_objects<Op, T, W>(
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
    if constexpr (std::is_class_v<T>) {
      return update_objects<Op, T, W>(
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
    if constexpr (atomic_vector<T>)
      each_component<vector_traits<T>::size>([&](auto c) {
        update_locked<Op>(&component<c()>(*p), component<c()>(a), component<c()>(a));
      });
    else if constexpr (own_lanes<T>)
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

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
