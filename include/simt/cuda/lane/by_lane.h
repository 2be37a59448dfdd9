#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/operand.h>
#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/flow/return.hpp>
#include <simt/thread/launch.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

// What has no lane form runs thread by thread.

/// Takes threads out of the kernel, as their own return does.
SIMT_COLD inline void end_lanes(d::lane_bits const& ended) {
  auto& e = d::active_mask();
  d::lane_bits const now = d::active_bits(e);
  d::set_active(e, ended);
  d::remove_active(e, e.root.left, e.root.left_any);
  if (e.live_all) e.live = d::range_bits(0, e.width);
  e.live = d::bits_without(e.live, ended);
  e.live_all = false;
  d::set_active(e, d::bits_without(now, ended));
}

SIMT_COLD inline void end_lanes_not_here() {
  auto const& e = d::active_mask();
  d::lane_bits const others = d::bits_without(d::live_bits(e), d::active_bits(e));
  if (d::any_bit(others)) end_lanes(others);
}
/// At the beginning of a kernel's last statement: threads that are not in it have ended.
SIMT_INLINE void others_end() {
  auto& e = d::active_mask();
  if (e.all) [[likely]]
    return;
  end_lanes_not_here();
  d::mask_still_partial(e);
}

/// True of objects of which calls wait for the block's other threads, as those of MTGP32's states
/// do.
template <class T>
concept shared_by_block = requires {
  typename T::simt_shared_by_block;
};

/// Calls f for each thread that runs here, in ascending order, with that thread's arguments; what f
/// changes in them, or at addresses of local variables, is copied back. Gives the results.
template <class G, class F, class... A>
[[gnu::noinline]] auto by_lane_of(G const& g, F const& f, held<A, G::gang_width>... a) {
  constexpr int W = G::gang_width;
  static_assert(!(shared_by_block<std::remove_pointer_t<std::decay_t<decltype(a.load(0))>>> || ...),
                "simt: a call that waits for the whole block has no lane form");
  using R = std::decay_t<decltype(f(a.load(0)...))>;
  g.enter_threads();
  d::lane_bits ended = {};
  bool any = false;
  auto const each = [&](auto const& run) {
    auto const bits = d::active_bits(d::active_mask());
    for (int l = 0; l < W; ++l) {
      if ((bits.word[l / 64] >> (l % 64) & 1u) == 0) continue;
      g.enter_thread(l);
      try {
        run(l);
      } catch (d::thread_ended const&) {
        ended.word[l / 64] |= std::uint64_t{1} << (l % 64);
        any = true;
      }
    }
  };
  auto const end = [&] {
    (a.end(), ...);
    if (any) end_lanes(ended);
  };
  if constexpr (std::is_void_v<R>) {
    each([&](int l) {
      f(a.load(l)...);
      (a.store(l), ...);
    });
    end();
  } else {
    varying<R, W> r{};
    each([&](int l) {
      r.set_lane(l, f(a.load(l)...));
      (a.store(l), ...);
    });
    end();
    return r;
  }
}
template <class G, class F, class... A>
SIMT_INLINE auto by_lane(G const& g, F const& f, A&&... a) {
  return by_lane_of<G, F, std::remove_reference_t<A>...>(
      g, f, held<std::remove_reference_t<A>, G::gang_width>(a)...);
}
/// An object that a call must not change: where it would, the lane form does not compile. One
/// without members has nothing to change, whatever its operator() says.
template <class T>
SIMT_INLINE auto& fixed(T const& x) {
  if constexpr (std::is_empty_v<T>)
    return const_cast<T&>(x);
  else
    return x;
}
/// Gives what a thread has of an argument A, const where A is.
template <class A, class T>
SIMT_INLINE auto& as_given(T& x) {
  if constexpr (std::is_const_v<std::remove_reference_t<A>>)
    return std::as_const(x);
  else
    return x;
}
/// True where no more than three in four threads of the gang run here.
template <class G>
SIMT_INLINE bool few_here(G const&) {
  constexpr int W = G::gang_width;
  if constexpr (W > 1) {
    auto const& e = d::active_mask();
    int here = 0;
    if (e.all) return false;
    for (int i = 0; i < d::parts_of<W>; ++i)
      here +=
          std::popcount(simd::mask_bits<d::part_lanes<W>>(d::partial_part<d::part_lanes<W>>(e, i)));
    return here <= W / 4 * 3;
  } else {
    return false;
  }
}
/// Calls a function of its arguments alone: once where those are uniform, else by lane.
template <class G, class F, class... A>
SIMT_INLINE auto pure(G const& g, F const& f, A&&... a) {
  if constexpr (common_width<A...>() == 0)
    return std::decay_t<decltype(f(lane::get(a)...))>(f(lane::get(a)...));
  else
    return by_lane(g, f, std::forward<A>(a)...);
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
