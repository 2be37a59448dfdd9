#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/warp/match.hpp>
#include <simt/builtins/warp/reduce.hpp>
#include <simt/builtins/warp/shuffle.hpp>
#include <simt/builtins/warp/vote.hpp>
#include <simt/thread/builtins.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// Meets the other threads of the warp: those of the mask, or, without one, those that stand at
/// the same line.
template <class M>
SIMT_UNSEEN [[gnu::noinline]] inline void meet_threads(warp_request& r, warp_kind kind, M mask,
                                                       call_site site, warp_completion complete) {
  announce(r, kind, mask, site);
  block& b = find_running_block("a warp function");
  keep_thread const keep(__builtin_return_address(0));
  b.warp_collective(r, complete);
}

/// True of types that threads may exchange: copied as bits, with the type that CUDA's overloads
/// give it.
template <class T>
concept warp_element = std::is_trivially_copyable_v<T> && sizeof(T) <= 8;

template <class T>
struct warp_type {
  using type = T;
};
template <class T>
requires(std::is_integral_v<T> && sizeof(T) < 4) struct warp_type<T> {
  using type = int;
};
template <class T>
using warp_type_of = typename warp_type<std::remove_cv_t<T>>::type;

template <shuffle_op Op, class T, class M>
SIMT_INLINE T shuffle_thread(T x, int arg, int width, M mask, call_site site) {
  return shuffle_meeting<Op>(x, arg, width, [&](warp_request& r, warp_kind kind) {
    r.width = width;
    meet_threads(r, kind, mask, site, &complete_shuffle<Op>);
  });
}

template <class Vote, class M>
SIMT_INLINE typename Vote::type vote_thread(bool predicate, M mask, call_site site) {
  warp_request r;
  r.in = predicate ? 1 : 0;
  meet_threads(r, Vote::kind, mask, site, &complete_vote);
  return static_cast<typename Vote::type>(Vote::template apply<unsigned>(
      static_cast<std::uint32_t>(r.out), static_cast<std::uint32_t>(r.out >> 32)));
}

struct match_bits {
  unsigned equal;
  unsigned here;
};
template <class T>
SIMT_INLINE match_bits match_thread(unsigned mask, T x, warp_kind kind) {
  warp_request r;
  __builtin_memcpy(&r.in, &x, sizeof x);
  meet_threads(r, kind, mask, {}, &complete_match);
  return {static_cast<unsigned>(r.out), static_cast<unsigned>(r.out >> 32)};
}

template <class Op, class T>
SIMT_INLINE T reduce_thread(unsigned mask, T x) {
  warp_request r;
  r.in = static_cast<std::uint64_t>(x);
  meet_threads(r, warp_kind::reduce, mask, {}, &complete_reduce<Op, T>);
  return static_cast<T>(r.out);
}

}  // namespace detail

namespace cuda {

/// Exchanges values between the threads of a warp.
/// - CUDA:    __shfl, __shfl_up, __shfl_down, __shfl_xor, and the same with _sync and a mask
/// - Shape:   groups of `width` threads, a power of two up to 32
/// - Order:   _sync: waits for the threads of the mask that can come. The others: for the threads
///            of the warp that can come to the same line, in a .cu file by the same calls
/// - Errors:  barrier_error where the mask does not name the caller
/// - Differs: a thread whose source takes no part gets 0, and threads of the mask that do not come
///            are not waited for, as on an H100, where CUDA leaves both undefined
/// - Cost:    a switch of stacks a thread
/// - Source:  CUDA C Programming Guide 8.0, B.14 (Warp Shuffle Functions); 9.0 for _sync
#define SIMT_DETAIL_SHUFFLE(name, effect, op, argument)                                            \
  template <simt::detail::warp_element T>                                                          \
  SIMT_INLINE simt::detail::warp_type_of<T> name(T var, int argument, int width = 32,              \
                                                 call_site site = call_site::current()) {          \
    return simt::detail::shuffle_thread<simt::detail::shuffle_op::op,                              \
                                        simt::detail::warp_type_of<T>>(                            \
        var, argument, width, simt::detail::no_mask{}, site);                                      \
  }                                                                                                \
  template <simt::detail::warp_element T>                                                          \
  SIMT_INLINE simt::detail::warp_type_of<T> name##_sync(unsigned mask, T var, int argument,        \
                                                        int width = 32) {                          \
    return simt::detail::shuffle_thread<simt::detail::shuffle_op::op,                              \
                                        simt::detail::warp_type_of<T>>(var, argument, width, mask, \
                                                                       call_site{});               \
  }
SIMT_BUILTINS_SHUFFLES(SIMT_DETAIL_SHUFFLE)
#undef SIMT_DETAIL_SHUFFLE

/// Asks the threads of a warp for a truth value.
/// - CUDA:    __all, __any, __ballot, __uni, and the same with _sync and a mask; __activemask
/// - Order:   as the shuffles
/// - Errors:  as the shuffles
/// - Source:  CUDA C Programming Guide 8.0, B.13 (Warp Vote Functions); 9.0 for _sync
#define SIMT_DETAIL_VOTE(name, effect, op)                                                        \
  SIMT_INLINE simt::detail::op::type name(int predicate, call_site site = call_site::current()) { \
    return simt::detail::vote_thread<simt::detail::op>(predicate != 0, simt::detail::no_mask{},   \
                                                       site);                                     \
  }                                                                                               \
  SIMT_INLINE simt::detail::op::type name##_sync(unsigned mask, int predicate) {                  \
    return simt::detail::vote_thread<simt::detail::op>(predicate != 0, mask, call_site{});        \
  }
SIMT_BUILTINS_VOTES(SIMT_DETAIL_VOTE)
#undef SIMT_DETAIL_VOTE

SIMT_INLINE unsigned __activemask(call_site site = call_site::current()) {
  return simt::detail::vote_thread<simt::detail::vote_active>(true, simt::detail::no_mask{}, site);
}

/// Waits for the threads of the mask; what they stored before is seen by all of them after.
/// - CUDA:    __syncwarp(mask)
/// - Errors:  as the shuffles
/// - Source:  CUDA C Programming Guide 9.0, B.6 (Synchronization Functions)
SIMT_INLINE void __syncwarp(unsigned mask = 0xffffffffu) {
  warp_request r;
  simt::detail::meet_threads(r, simt::detail::warp_kind::sync, mask, call_site{},
                             &simt::detail::complete_vote);
}

/// The threads of the mask whose value has the same bits.
/// - CUDA:    __match_any_sync(mask, value), __match_all_sync(mask, value, &pred)
/// - Shape:   value of 4 or 8 bytes
/// - Order:   as the shuffles
/// - Source:  CUDA C Programming Guide 9.0, B.14 (Warp Match Functions)
template <simt::detail::warp_element T>
SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value) {
  return simt::detail::match_thread<simt::detail::warp_type_of<T>>(
             mask, value, simt::detail::warp_kind::match_any)
      .equal;
}
template <simt::detail::warp_element T>
SIMT_INLINE unsigned __match_all_sync(unsigned mask, T value, int* pred) {
  auto const r = simt::detail::match_thread<simt::detail::warp_type_of<T>>(
      mask, value, simt::detail::warp_kind::match_all);
  *pred = r.equal == r.here;
  return r.equal == r.here ? r.here : 0;
}

/// Folds the values of the mask's threads; all of them get the result.
/// - CUDA:    __reduce_add_sync, _min_, _max_, _and_, _or_, _xor_
/// - Order:   as the shuffles
/// - Source:  CUDA C Programming Guide 11.0, B.20 (Warp Reduce Functions)
#define SIMT_DETAIL_REDUCE_AS(name, op, T)                             \
  SIMT_INLINE T name(unsigned mask, T value) {                         \
    return simt::detail::reduce_thread<simt::detail::op>(mask, value); \
  }
#define SIMT_DETAIL_REDUCE_bits(name, op) SIMT_DETAIL_REDUCE_AS(name, op, unsigned)
#define SIMT_DETAIL_REDUCE_numbers(name, op) \
  SIMT_DETAIL_REDUCE_AS(name, op, int)       \
  SIMT_DETAIL_REDUCE_AS(name, op, unsigned)
#define SIMT_DETAIL_REDUCE(name, effect, op, kind) SIMT_DETAIL_REDUCE_##kind(name, op)
SIMT_BUILTINS_REDUCTIONS(SIMT_DETAIL_REDUCE)
#undef SIMT_DETAIL_REDUCE_AS
#undef SIMT_DETAIL_REDUCE_bits
#undef SIMT_DETAIL_REDUCE_numbers
#undef SIMT_DETAIL_REDUCE

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
