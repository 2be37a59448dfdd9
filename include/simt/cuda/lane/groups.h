#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/call.h>
#include <simt/cuda/lane/gang.h>
#include <simt/lanes/flow/select.hpp>
#include <simt/thread/groups.hpp>

#include <array>

SIMT_DETAIL_QUIET_BEGIN

// Cooperative groups of a grid, a block and the tiles of a warp, for lanes.
// - Source:  CUDA C Programming Guide 9.0, C (Cooperative Groups); 13.0, 10.6
namespace simt::inline SIMT_ABI::cuda::lane {

struct group_tag {};
template <class X>
concept lane_group = std::is_base_of_v<group_tag, plain<X>>;

/// - CUDA:    thread_block, this_thread_block()
template <class G>
class block_group : public group_tag {
 public:
  using thread_form = cooperative_groups::thread_block;
  SIMT_INLINE explicit block_group(G const& g) : g_(&g) {}

  SIMT_INLINE void sync() const { g_->__syncthreads(); }
  [[nodiscard]] SIMT_INLINE auto thread_rank() const { return g_->thread_rank(); }
  [[nodiscard]] SIMT_INLINE unsigned size() const {
    return static_cast<unsigned>(g_->blockDim.count());
  }
  [[nodiscard]] SIMT_INLINE unsigned num_threads() const { return size(); }
  [[nodiscard]] SIMT_INLINE dim3 group_index() const { return g_->blockIdx; }
  [[nodiscard]] SIMT_INLINE auto const& thread_index() const { return g_->threadIdx; }
  [[nodiscard]] SIMT_INLINE dim3 group_dim() const { return g_->blockDim; }
  [[nodiscard]] SIMT_INLINE dim3 dim_threads() const { return g_->blockDim; }
  [[nodiscard]] SIMT_INLINE static bool is_valid() { return true; }

 private:
  G const* g_;
};

/// - CUDA:    thread_block_tile<Size>, tiled_partition<Size>(group)
/// - Shape:   Of: the size of the tile that it is a part of, 0 for the block
/// - Needs:   Size up to 32
template <class G, unsigned Size, unsigned Of = 0>
class tile_group : public group_tag {
  static_assert(Size <= 32 && std::has_single_bit(Size), "simt: a tile of up to 32 threads");
  static constexpr int W = G::gang_width;
  static constexpr unsigned ones = Size == 32 ? ~0u : (1u << Size % 32) - 1;
  using bits = varying<unsigned, W>;

 public:
  using thread_form = cooperative_groups::thread_block_tile<Size>;
  SIMT_INLINE explicit tile_group(G const& g) : g_(&g) {}

  SIMT_INLINE void sync() const {
    if constexpr (W == 1) g_->__syncwarp(lanes());  // wider gangs run in lock step
  }
  [[nodiscard]] SIMT_INLINE static constexpr unsigned size() { return Size; }
  [[nodiscard]] SIMT_INLINE static constexpr unsigned num_threads() { return Size; }
  [[nodiscard]] SIMT_INLINE static constexpr bool is_valid() { return true; }
  [[nodiscard]] SIMT_INLINE auto thread_rank() const {
    if constexpr (Size == 32 && W == 32)
      return d::make_index<unsigned, d::geometry<W, W>, true>(
          0, d::fixed_stride<1>{}, d::fixed_stride<0>{}, d::fixed_stride<0>{});
    else
      return bits(g_->thread_rank() & (Size - 1));
  }
  [[nodiscard]] SIMT_INLINE auto meta_group_rank() const {
    if constexpr (Of != 0)
      return bits((g_->thread_rank() & (Of - 1)) / Size);
    else if constexpr (Size == 32 && W == 32)
      return g_->first_thread() / Size;
    else
      return bits(g_->thread_rank() / Size);
  }
  [[nodiscard]] SIMT_INLINE unsigned meta_group_size() const {
    if constexpr (Of != 0) return Of / Size;
    return (static_cast<unsigned>(g_->blockDim.count()) + Size - 1) / Size;
  }
  template <class X, class R>
  SIMT_INLINE auto shfl(X&& x, R&& rank) const {
    return moved(value(x), [&](auto const& v) SIMT_LAMBDA_INLINE {
      return g_->__shfl(v, lane::get(rank), static_cast<int>(Size));
    });
  }
  template <class X, class R>
  SIMT_INLINE auto shfl_up(X&& x, R&& delta) const {
    return moved(value(x), [&](auto const& v) SIMT_LAMBDA_INLINE {
      return g_->__shfl_up(v, lane::get(delta), static_cast<int>(Size));
    });
  }
  template <class X, class R>
  SIMT_INLINE auto shfl_down(X&& x, R&& delta) const {
    return moved(value(x), [&](auto const& v) SIMT_LAMBDA_INLINE {
      return g_->__shfl_down(v, lane::get(delta), static_cast<int>(Size));
    });
  }
  template <class X, class R>
  SIMT_INLINE auto shfl_xor(X&& x, R&& mask) const {
    return moved(value(x), [&](auto const& v) SIMT_LAMBDA_INLINE {
      return g_->__shfl_xor(v, lane::get(mask), static_cast<int>(Size));
    });
  }
  template <class X>
  [[nodiscard]] SIMT_INLINE bits ballot(X&& x) const {
    if constexpr (Size == 32)
      return g_->__ballot(cond(x));
    else
      return (bits(g_->__ballot(cond(x))) >> first_lane()) & ones;
  }
  template <class X>
  [[nodiscard]] SIMT_INLINE auto any(X&& x) const {
    return varying<int, W>(ballot(x) != 0u);
  }
  template <class X>
  [[nodiscard]] SIMT_INLINE auto all(X&& x) const {
    return varying<int, W>(ballot(not_(x)) == 0u);
  }
  template <class X>
  [[nodiscard]] SIMT_INLINE bits match_any(X&& x) const {
    bits const same = g_->__match_any_sync(g_->__activemask(), value(x));
    if constexpr (Size == 32)
      return same;
    else
      return (same >> first_lane()) & ones;
  }
  [[nodiscard]] SIMT_INLINE G const& gang() const { return *g_; }
  /// Its threads, as lanes of their warp.
  [[nodiscard]] SIMT_INLINE bits lanes() const { return bits(ones) << first_lane(); }

 private:
  [[nodiscard]] SIMT_INLINE bits first_lane() const {
    return bits(g_->thread_rank() & (32u - Size));
  }
  template <class X>
  SIMT_INLINE static auto value(X&& x) {
    return varying<clean<scalar<X>>, W>(lane::get(x));
  }
  /// Moves values by a shuffle: structures go with the numbers of their threads.
  template <class T, class F>
  SIMT_INLINE static varying<T, W> moved(varying<T, W> const& x, F const& shuffle) {
    if constexpr (d::is_struct<T>) {
      varying<int, W> number;
      for (int l = 0; l < W; ++l) number.set_lane(l, l);
      auto const from = shuffle(number);
      varying<T, W> r{};
      d::each_active<W>([&](int l) { r.set_lane(l, x.lane(from.lane(l))); });
      return r;
    } else {
      return varying<T, W>(shuffle(x));
    }
  }

  G const* g_;
};

/// Threads of a warp that were together when the group was made, or that a label joins.
/// - CUDA:    coalesced_group, coalesced_threads(), labeled_partition, binary_partition
template <class G>
class coalesced_lanes : public group_tag {
  static constexpr int W = G::gang_width;
  using bits = varying<unsigned, W>;

 public:
  using thread_form = cooperative_groups::coalesced_group;
  SIMT_INLINE explicit coalesced_lanes(G const& g)
      : coalesced_lanes(g, g.__activemask(), bits(0u), bits(1u)) {}
  SIMT_INLINE coalesced_lanes(G const& g, bits const& lanes, bits const& number, bits const& groups)
      : g_(&g), mask_(lanes), number_(number), groups_(groups) {}
  coalesced_lanes(coalesced_lanes const&) = default;

  SIMT_INLINE void sync() const {
    if constexpr (W == 1) g_->__syncwarp(mask_);  // wider gangs run in lock step
  }
  [[nodiscard]] SIMT_INLINE bits const& lanes() const { return mask_; }
  [[nodiscard]] SIMT_INLINE bits size() const { return __popc(mask_); }
  [[nodiscard]] SIMT_INLINE bits num_threads() const { return size(); }
  [[nodiscard]] SIMT_INLINE bits thread_rank() const {
    bits const lane = g_->thread_rank() & 31u;
    return __popc(mask_ & ((bits(1u) << lane) - 1u));
  }
  [[nodiscard]] SIMT_INLINE bits meta_group_rank() const { return number_; }
  [[nodiscard]] SIMT_INLINE bits meta_group_size() const { return groups_; }
  template <class X, class R>
  SIMT_INLINE auto shfl(X&& x, R&& rank) const {
    varying<int, W> const r(lane::get(rank));
    return moved(x, true, [&](int l) {
      return cooperative_groups::detail::shuffled_rank(mask_.lane(l), r.lane(l));
    });
  }
  template <class X, class R>
  SIMT_INLINE auto shfl_up(X&& x, R&& delta) const {
    bits const own = thread_rank(), by(lane::get(delta));
    return moved(x, false, [&](int l) {
      return by.lane(l) <= own.lane(l) ? static_cast<int>(own.lane(l) - by.lane(l)) : -1;
    });
  }
  template <class X, class R>
  SIMT_INLINE auto shfl_down(X&& x, R&& delta) const {
    bits const own = thread_rank(), by(lane::get(delta));
    return moved(x, false, [&](int l) {
      auto const from = std::uint64_t{own.lane(l)} + by.lane(l);
      return from < static_cast<unsigned>(std::popcount(mask_.lane(l))) ? static_cast<int>(from)
                                                                        : -1;
    });
  }
  template <class X>
  [[nodiscard]] SIMT_INLINE auto any(X&& x) const {
    return varying<int, W>(those(cond(x)) != 0u);
  }
  template <class X>
  [[nodiscard]] SIMT_INLINE auto all(X&& x) const {
    return varying<int, W>(those(not_(x)) == 0u);
  }

 private:
  template <class C>
  [[nodiscard]] SIMT_INLINE bits those(C const& c) const {
    return bits(g_->__ballot_sync(mask_, c)) & mask_;
  }
  /// Gives each lane what the thread of rank rank_of(lane) has: below zero, its own or zeros.
  template <class X, class F>
  SIMT_INLINE auto moved(X&& x, bool zeros, F const& rank_of) const {
    using T = clean<scalar<X>>;
    varying<T, W> const own(lane::get(x));
    varying<int, W> from(0);
    std::array<bool, W> nowhere{};
    d::each_active<W>([&](int l) {
      int const rank = rank_of(l);
      nowhere[static_cast<std::size_t>(l)] = rank < 0;
      from.set_lane(l, cooperative_groups::detail::lane_of_rank(
                           mask_.lane(l), static_cast<unsigned>(rank < 0 ? 0 : rank)));
    });
    varying<T, W> out(g_->__shfl_sync(mask_, own, from));
    d::each_active<W>([&](int l) {
      if (nowhere[static_cast<std::size_t>(l)]) out.set_lane(l, zeros ? T{} : own.lane(l));
    });
    return out;
  }

  G const* g_;
  bits mask_, number_, groups_;
};

/// All threads of a grid.
/// - CUDA:    grid_group, this_grid()
/// - Errors:  sync: kernel_error unless the launch was cooperative
template <class G>
class grid_lanes : public group_tag {
 public:
  using thread_form = cooperative_groups::grid_group;
  SIMT_INLINE explicit grid_lanes(G const& g) : g_(&g) {}

  void sync() const {
    unsigned const first = g_->first_thread();
    d::sync_grid(*block::current(), simt::thread_range{first, first + G::gang_width - 1},
                 [this] { g_->__syncthreads(); });
  }
  [[nodiscard]] static bool is_valid() { return d::grid_can_sync(); }
  [[nodiscard]] SIMT_INLINE unsigned long long size() const { return num_threads(); }
  [[nodiscard]] SIMT_INLINE unsigned long long num_threads() const {
    return num_blocks() * g_->blockDim.count();
  }
  [[nodiscard]] SIMT_INLINE unsigned long long num_blocks() const { return g_->gridDim.count(); }
  [[nodiscard]] SIMT_INLINE unsigned long long block_rank() const {
    return simt::flatten(g_->blockIdx, g_->gridDim);
  }
  [[nodiscard]] SIMT_INLINE auto thread_rank() const {
    return block_rank() * g_->blockDim.count() + g_->thread_rank();
  }
  [[nodiscard]] SIMT_INLINE dim3 group_dim() const { return g_->gridDim; }
  [[nodiscard]] SIMT_INLINE dim3 dim_blocks() const { return g_->gridDim; }
  [[nodiscard]] SIMT_INLINE dim3 block_index() const { return g_->blockIdx; }

 private:
  G const* g_;
};

template <lane_group X>
struct scalar_type<X> {
  using type = typename X::thread_form;
};

/// Memory for tiles of more than a warp is not used.
template <class G, class... Memory>
SIMT_INLINE auto this_thread_block(G const& g, Memory const&...) {
  return block_group<G>(g);
}
template <class G>
SIMT_INLINE auto this_grid(G const& g) {
  return grid_lanes<G>(g);
}
template <class G>
SIMT_INLINE auto coalesced_threads(G const& g) {
  return coalesced_lanes<G>(g);
}
/// - CUDA:    labeled_partition(group, label), binary_partition(group, predicate)
template <class G, class X, class L>
SIMT_INLINE auto labeled_partition(G const& g, X const& group, L&& label) {
  using bits = varying<unsigned, G::gang_width>;
  bits const all = group.lanes();
  bits const equal = g.__match_any_sync(all, varying<int, G::gang_width>(lane::get(label)));
  bits const first = equal & (0u - equal);
  bits const firsts = g.__ballot_sync(all, (bits(1u) << bits(g.thread_rank() & 31u)) == first);
  return coalesced_lanes<G>(g, equal, __popc(firsts & (first - 1u)), __popc(firsts));
}
template <class G, class X, class P>
SIMT_INLINE auto binary_partition(G const& g, X const& group, P&& predicate) {
  using bits = varying<unsigned, G::gang_width>;
  bits const all = group.lanes(), yes = g.__ballot_sync(all, cond(predicate));
  bits const own = bits(1u) << bits(g.thread_rank() & 31u);
  auto const in = (yes & own) != 0u;
  auto const both = (yes != 0u) && (yes != all);
  return coalesced_lanes<G>(g, simt::select(in, yes, all & ~yes),
                            simt::select(in && both, bits(1u), bits(0u)),
                            simt::select(both, bits(2u), bits(1u)));
}
template <unsigned Size, class G, class X>
SIMT_INLINE auto tiled_partition(G const& g, X const&) {
  return tile_group<G, Size>(g);
}
template <unsigned Size, class G, unsigned Of, unsigned Whole>
SIMT_INLINE auto tiled_partition(G const& g, tile_group<G, Of, Whole> const&) {
  return tile_group<G, Size, Of>(g);
}
template <class G, class X>
SIMT_INLINE void sync(G const&, X const& group) {
  group.sync();
}
template <class G, class X>
SIMT_INLINE auto thread_rank(G const&, X const& group) {
  return group.thread_rank();
}
template <class G, class X>
SIMT_INLINE auto group_size(G const&, X const& group) {
  return group.size();
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
