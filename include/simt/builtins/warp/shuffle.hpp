#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/warp/collective.hpp>
#include <simt/check/hooks.hpp>
#include <simt/lanes/operators.hpp>
#include <simt/simd/permute.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

enum class shuffle_op { index, up, down, exclusive_or };

/// The lane that lane `lane` of its warp reads: hardware's rule, for an int or a vector of them.
/// last: the group's width less one.
template <shuffle_op Op, class I>
SIMT_INLINE I shuffle_source(I lane, I arg, I last, I lane_mask, I sign_shift) {
  arg = arg & lane_mask;
  I const first = lane & ~last;
  if constexpr (Op == shuffle_op::index) {
    return first | (arg & last);
  } else {
    I const j = Op == shuffle_op::up     ? lane - arg
                : Op == shuffle_op::down ? lane + arg
                                         : lane ^ arg;
    I const room = Op == shuffle_op::up ? j - first : (lane | last) - j;
    return j ^ ((j ^ lane) & (room >> sign_shift));  // no room: the lane's own
  }
}

struct shuffle_argument {
  int arg;
  int width;
};

template <shuffle_op Op>
void complete_shuffle(warp_request* const (&lanes)[32], std::uint32_t participants) {
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1) {
    int const l = std::countr_zero(rest);
    auto const& a = *static_cast<shuffle_argument const*>(lanes[l]->extra);
    int const from = shuffle_source<Op, int>(l, a.arg, (a.width - 1) & 31, 31, 31);
    bool const is_there = (participants >> from & 1u) != 0;
#if SIMT_CHECK
    if (!is_there)
      simt_check_read_absent(static_cast<unsigned>(l), static_cast<unsigned>(from),
                             Op == shuffle_op::index);
#endif
    lanes[l]->out = is_there ? lanes[from]->in : 0;
  }
}

/// x for a shuffle among threads; `meet` takes the request to the others.
template <shuffle_op Op, class T, class Meet>
SIMT_INLINE T shuffle_meeting(T x, int arg, int width, Meet meet) {
  shuffle_argument a{arg, width};
  warp_request r;
  __builtin_memcpy(&r.in, &x, sizeof x);
  r.extra = &a;
  meet(r, static_cast<warp_kind>(static_cast<int>(warp_kind::shuffle) + static_cast<int>(Op)));
  __builtin_memcpy(&x, &r.out, sizeof x);
  return x;
}

template <shuffle_op Op, class T, class M>
SIMT_INLINE T shuffle_one(T x, int arg, int width, M mask, call_site site) {
  if (!active_mask().all) return x;
  return shuffle_meeting<Op>(x, arg, width, [&](warp_request& r, warp_kind kind) {
    r.width = width;
    meet_warp(r, kind, mask, site, &complete_shuffle<Op>);
    mask_still_full(active_mask());
  });
}

/// A shift or swap by a uniform amount, all lanes taking part. Constant: amount and width are known
/// to the compiler.
template <shuffle_op Op, class R, int L, bool Constant>
SIMT_INLINE void shuffle_uniform(simd::vec<R, L> const* in, int by, int last,
                                 simd::vec<R, L>* out) {
  using I = simd::signed_of<R>;
  if constexpr (Op == shuffle_op::exclusive_or)
    simd::swap_warp<R, L, Constant>(in, by, out);
  else
    simd::slide_warp<R, L, Constant>(in, Op == shuffle_op::up ? (32 - by) % 32 : by, out);
  simd::each<simd::warp_registers<L>>([&](int i) SIMT_LAMBDA_INLINE {
    if constexpr (Constant) {  // registers whose lanes all have a source need no blend
      bool clean = true;
      for (int l = i * L; l < i * L + L; ++l)
        clean = clean && (Op == shuffle_op::up     ? l - by >= (l & ~last)
                          : Op == shuffle_op::down ? l + by <= (l | last)
                                                   : (l ^ by) <= (l | last));
      if (clean) return;
    }
    auto const lane = simd::iota<I, L>() + simd::broadcast<I, L>(static_cast<I>(i * L));
    auto const b = simd::broadcast<I, L>(static_cast<I>(by));
    auto const g = simd::broadcast<I, L>(static_cast<I>(last));
    auto const room = Op == shuffle_op::up     ? lane - b - (lane & ~g)
                      : Op == shuffle_op::down ? (lane | g) - lane - b
                                               : (lane | g) - (lane ^ b);
    auto const every =
        simd::mask_sub<sizeof(R), simd::native_lanes>(simd::mask_full<simd::native_lanes>(), 0);
    out[i] = simd::select<R, L>(
        simd::compare_lanes<simd::compare::ge, I, L>(every, room, simd::vec<I, L>{}), out[i],
        in[i]);
  });
}

/// The shuffle in gangs of whole warps. Lanes whose source takes no part get 0.
template <shuffle_op Op, int W, class T, class B, class M>
SIMT_INLINE varying<T, W> shuffle_lanes(varying<T, W> const& x, B const& arg, int width,
                                        M const& named) {
  using V = varying<T, W>;
  using R = typename V::reg;
  using I = simd::signed_of<R>;
  constexpr int L = V::lanes;
  constexpr int N = simd::warp_registers<L>;
  auto const mask = meeting_mask<W>(named, width);
  auto const& e = active_mask();
  int const last = (width - 1) & 31;
  V r;
  bool const full = warp_full(e, mask);
  if constexpr (std::is_same_v<B, int> && Op != shuffle_op::index) {
    if constexpr (simd::has_constant_permutes<R>)
      if (__builtin_constant_p(arg) && __builtin_constant_p(last) && full) {
        simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
          shuffle_uniform<Op, R, L, true>(x.v + w * N, arg & 31, last, r.v + w * N);
        });
        return r;
      }
    if constexpr (!simd::has_register_permutes<R>)
      if (full) {
        simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
          shuffle_uniform<Op, R, L, false>(x.v + w * N, arg & 31, last, r.v + w * N);
        });
        return r;
      }
  }
  using Index = simd::vec<I, L>;
  auto const wide = [&] {
    if constexpr (lane_value<M> && sizeof(R) == 8)
      return convert_to<std::uint64_t, W>(mask);
    else
      return mask;
  }();
  simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
    Index index[N];
    Index has[N];
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
      auto const lane = simd::iota<I, L>() + simd::broadcast<I, L>(static_cast<I>(i * L));
      Index a;
      if constexpr (std::is_same_v<B, int>)
        a = simd::broadcast<I, L>(static_cast<I>(arg));
      else
        a = arg.v[w * N + i];
      index[i] = shuffle_source<Op, Index>(
          lane, a, simd::broadcast<I, L>(static_cast<I>(last)), simd::broadcast<I, L>(I{31}),
          simd::broadcast<I, L>(static_cast<I>(8 * sizeof(I) - 1)));
    });
    if (!full) {
      auto const active = simd::broadcast<I, L>(static_cast<I>(warp_active<W>(e, w)));
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        auto const there = mask_register<I, L>(wide, w * N + i) & active;
        has[i] = -((there >> index[i]) & simd::broadcast<I, L>(I{1}));
      });
    }
    simd::permute_warp<R, L>(x.v + w * N, index, r.v + w * N);
    if (!full)
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        auto& out = r.v[w * N + i];
        out = std::bit_cast<simd::vec<R, L>>(std::bit_cast<Index>(out) & has[i]);
      });
  });
  return r;
}

template <shuffle_op Op, int W, class M, class V, class B>
SIMT_INLINE auto shuffle_numbers(M&& mask, V&& var, B&& arg, int width, call_site site) {
  using T = promoted_type<V>;
  auto const x = convert_to<T, W>(std::forward<V>(var));
  auto const m = as_warp_mask<W>(std::forward<M>(mask));
  if constexpr (W == 1) {
    int const a = convert_to<int, 1>(std::forward<B>(arg)).v[0];
    varying<T, 1> r;
    r.v[0] = shuffle_one<Op>(x.v[0], a, width, m, site);
    return r;
  } else if constexpr (lane_value<B>) {
    using I = std::conditional_t<sizeof(T) == 8, std::int64_t, int>;
    return shuffle_lanes<Op, W>(x, convert_to<I, W>(std::forward<B>(arg)), width, m);
  } else {
    return shuffle_lanes<Op, W>(
        x, static_cast<int>(static_cast<lane_type<B>>(std::forward<B>(arg))), width, m);
  }
}

template <shuffle_op Op, int W, class M, class V, class B>
SIMT_INLINE auto shuffle(M&& mask, V&& var, B&& arg, int width, call_site site) {
  check_warp_width<W>();
  // Numbers that are kept as lanes of another type: those are exchanged.
  if constexpr (requires { plain<V>::exchanged_as_lanes; })
    return var.exchanged([&](auto const& x) SIMT_LAMBDA_INLINE {
      return shuffle<Op, W>(mask, x, arg, width, site);
    });
  else
    return shuffle_numbers<Op, W>(std::forward<M>(mask), std::forward<V>(var), std::forward<B>(arg),
                                  width, site);
}

}  // namespace detail

/// Exchanges values between the 32 threads of a warp.
/// - CUDA:    __shfl(var, srcLane, width), __shfl_up, __shfl_down (var, delta, width),
/// __shfl_xor(var,
///            laneMask, width), and the same with _sync and a mask as first argument
/// - Shape:   var, the second argument and the mask may each be uniform or varying; width is
///            uniform. Each warp of the gang, and each group of `width` lanes in it, is on its own
/// - Needs:   a gang width of 1 or a multiple of 32; width a power of two up to 32; a mask names
///            the caller and, of its group, only lanes that call
/// - Errors:  barrier_error where a mask names live threads of another branch that are of a
///            caller's group; other widths of a
///            gang do not compile
/// - Differs: types that C++ promotes (bool, 8 and 16 bits) come back as int; a lane whose source
///            is inactive gets 0, as an H100 gives where CUDA leaves it undefined
/// - Cost:    with AVX-512 one instruction a register for 32-bit types, three for 64-bit ones
/// - Source:  CUDA C Programming Guide 8.0, B.14 (Warp Shuffle Functions); 9.0 for _sync
#define SIMT_DETAIL_FREE_SHUFFLE(name, effect, op, argument)                                \
  template <class V, class B>                                                               \
  requires detail::warp_operands<V, B> SIMT_INLINE auto name(                               \
      V&& var, B&& argument, int width = 32, call_site site = call_site::current()) {       \
    return detail::shuffle<detail::shuffle_op::op, detail::warp_width_of<V, B>>(            \
        detail::no_mask{}, std::forward<V>(var), std::forward<B>(argument), width, site);   \
  }                                                                                         \
  template <class M, class V, class B>                                                      \
  requires detail::warp_operands<M, V, B> SIMT_INLINE auto name##_sync(                     \
      M&& mask, V&& var, B&& argument, int width = 32) {                                    \
    return detail::shuffle<detail::shuffle_op::op, detail::warp_width_of<M, V, B>>(         \
        std::forward<M>(mask), std::forward<V>(var), std::forward<B>(argument), width, {}); \
  }
SIMT_BUILTINS_SHUFFLES(SIMT_DETAIL_FREE_SHUFFLE)
#undef SIMT_DETAIL_FREE_SHUFFLE

namespace detail {

/// The same as members of a gang, whose width then is known without any operand that has lanes.
#define SIMT_DETAIL_MEMBER_SHUFFLE(name, effect, op, argument)                                    \
  template <class V, class B>                                                                     \
  SIMT_INLINE static auto name(V&& var, B&& argument, int width = 32,                             \
                               call_site site = call_site::current()) {                           \
    return shuffle<shuffle_op::op, W>(no_mask{}, std::forward<V>(var), std::forward<B>(argument), \
                                      width, site);                                               \
  }                                                                                               \
  template <class M, class V, class B>                                                            \
  SIMT_INLINE static auto name##_sync(M&& mask, V&& var, B&& argument, int width = 32) {          \
    return shuffle<shuffle_op::op, W>(std::forward<M>(mask), std::forward<V>(var),                \
                                      std::forward<B>(argument), width, {});                      \
  }
template <int W>
struct shuffle_functions {
  SIMT_BUILTINS_SHUFFLES(SIMT_DETAIL_MEMBER_SHUFFLE)
};
#undef SIMT_DETAIL_MEMBER_SHUFFLE

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
