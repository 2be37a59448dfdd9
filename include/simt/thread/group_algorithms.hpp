#pragma once
// SPDX-License-Identifier: MIT

#include <simt/thread/groups.hpp>
#include <simt/thread/meeting.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

// What a group computes or copies together.
// - Source:  CUDA C Programming Guide 13.0, 10.6.5 (Group Collectives)
namespace simt::inline SIMT_ABI::cooperative_groups {

namespace detail {
/// The most threads that a group of this type has.
template <class Group>
inline constexpr unsigned most_threads = 1024;
template <unsigned Size, class Parent>
inline constexpr unsigned most_threads<thread_block_tile<Size, Parent>> = Size;
template <>
inline constexpr unsigned most_threads<coalesced_group> = 32;

/// Folds `count` values into the first of them, in the order of an H200: see reduce.
template <class V, class Op>
void fold(V* values, unsigned count, bool by_halves, Op const& f) {
  while (count > 1) {
    unsigned const half = (count + 1) / 2;
    if (by_halves)
      for (unsigned i = 0; i + half < count; ++i) values[i] = f(values[i], values[i + half]);
    else
      for (unsigned i = count % 2; i < half; ++i)
        values[i] = f(values[2 * i - count % 2], values[2 * i + 1 - count % 2]);
    count = half;
  }
}
}  // namespace detail

// What reduce and scan fold with.
template <class T = void>
struct plus {
  T operator()(T const& a, T const& b) const { return a + b; }
};
template <class T = void>
struct less {
  T operator()(T const& a, T const& b) const { return b < a ? b : a; }
};
template <class T = void>
struct greater {
  T operator()(T const& a, T const& b) const { return a < b ? b : a; }
};
template <class T = void>
struct bit_and {
  T operator()(T const& a, T const& b) const { return a & b; }
};
template <class T = void>
struct bit_or {
  T operator()(T const& a, T const& b) const { return a | b; }
};
template <class T = void>
struct bit_xor {
  T operator()(T const& a, T const& b) const { return a ^ b; }
};

/// Folds a value of each thread of the group; all get the result.
/// - CUDA:    reduce(group, value, op)
/// - Shape:   any trivially copyable T, any associative op
/// - Order:   as an H200: the halves of a tile, or of a warp of coalesced threads, with each other,
///            fewer coalesced threads by neighbours, from the last one back
template <class Group, class T, class Op>
auto reduce(Group const& group, T value, Op op) {
  using V = std::remove_cvref_t<decltype(op(value, value))>;
  V in = value;
  V out = in;
  simt::detail::meet_group(
      detail::group_access::meeting(group), &in, &out, 0,
      +[](simt::detail::group_entry* const* entries, unsigned n, void const* context) {
        auto const& f = *static_cast<Op const*>(context);
        V values[detail::most_threads<Group>] = {};
        unsigned count = 0;
        for (unsigned i = 0; i < n; ++i)
          if (entries[i] != nullptr) values[count++] = *static_cast<V*>(entries[i]->in);
        detail::fold(
            values, count,
            !std::is_same_v<Group, coalesced_group> || count == detail::most_threads<Group>, f);
        for (unsigned i = 0; i < n; ++i)
          if (entries[i] != nullptr) *static_cast<V*>(entries[i]->out) = values[0];
      },
      &op);
  return out;
}

namespace detail {
template <bool Inclusive, class V, class Group, class Op>
V scan(Group const& group, V in, Op const& op) {
  V out = in;
  simt::detail::meet_group(
      group_access::meeting(group), &in, &out, 0,
      +[](simt::detail::group_entry* const* entries, unsigned n, void const* context) {
        auto const& f = *static_cast<Op const*>(context);
        bool begun = false;
        V sum{};
        for (unsigned i = 0; i < n; ++i) {
          if (entries[i] == nullptr) continue;
          V const before = sum;
          V const mine = *static_cast<V*>(entries[i]->in);
          sum = begun ? f(before, mine) : mine;
          *static_cast<V*>(entries[i]->out) = Inclusive ? sum : begun ? before : V{};
          begun = true;
        }
      },
      &op);
  return out;
}
}  // namespace detail

/// Each thread gets the fold of the values up to its own, or of those before it.
/// - CUDA:    inclusive_scan(group, value, op), exclusive_scan(group, value, op)
/// - Order:   from rank 0 on; the first thread of an exclusive scan gets T{}
template <class Group, class T, class Op>
auto inclusive_scan(Group const& group, T value, Op op) {
  return detail::scan<true, T>(group, value, op);
}
template <class Group, class T>
auto inclusive_scan(Group const& group, T value) {
  return detail::scan<true, T>(group, value, plus<T>{});
}
template <class Group, class T, class Op>
auto exclusive_scan(Group const& group, T value, Op op) {
  return detail::scan<false, T>(group, value, op);
}
template <class Group, class T>
auto exclusive_scan(Group const& group, T value) {
  return detail::scan<false, T>(group, value, plus<T>{});
}

/// Runs f in one thread of the group.
/// - CUDA:    invoke_one(group, f, args...), invoke_one_broadcast
template <class Group, class F, class... A>
void invoke_one(Group const& group, F&& f, A&&... a) {
  if (group.thread_rank() == 0) static_cast<F&&>(f)(static_cast<A&&>(a)...);
}
template <class Group, class F, class... A>
auto invoke_one_broadcast(Group const& group, F&& f, A&&... a) {
  using R = std::remove_cvref_t<std::invoke_result_t<F, A...>>;
  R result{};
  if (group.thread_rank() == 0) result = static_cast<F&&>(f)(static_cast<A&&>(a)...);
  return group.shfl(result, 0);
}

/// Copies bytes by the threads of the group together; wait(group) says that all of it is there.
/// - CUDA:    memcpy_async(group, dst, src, bytes), wait(group), wait_prior<N>(group)
/// - Differs: the copy is made at once
template <class Group, class T, class U>
void memcpy_async(Group const& group, T* dst, U const* src, std::size_t bytes) {
  auto* const to = reinterpret_cast<std::byte*>(dst);
  auto const* const from = reinterpret_cast<std::byte const*>(src);
  auto const size = static_cast<std::size_t>(group.size());
  auto const rank = static_cast<std::size_t>(group.thread_rank());
  std::size_t const part = (bytes + size - 1) / size;
  if (rank * part < bytes) {
    std::size_t const own = part < bytes - rank * part ? part : bytes - rank * part;
    std::memcpy(to + rank * part, from + rank * part, own);
#if SIMT_CHECK
    simt_check_copy_begins(to + rank * part, own);
#endif
  }
#if SIMT_CHECK
  simt_check_copies_committed();
#endif
}
template <class Group, class T, class U>
void memcpy_async(Group const& group, T* dst, std::size_t dst_count, U const* src,
                  std::size_t src_count) {
  std::size_t const to = dst_count * sizeof(T), from = src_count * sizeof(U);
  memcpy_async(group, dst, src, to < from ? to : from);
}
template <unsigned Last, class Group>
void wait_prior(Group const& group) {
#if SIMT_CHECK
  simt_check_copies_awaited(Last);
#endif
  group.sync();
}
template <class Group>
void wait(Group const& group) {
  wait_prior<0>(group);
}

}  // namespace simt::inline SIMT_ABI::cooperative_groups
