#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/call.h>
#include <simt/cuda/lane/gang.h>
#include <simt/lanes/flow/select.hpp>
#include <simt/thread/group_algorithms.hpp>

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

  SIMT_INLINE static void sync() {}  // a gang runs in lock step
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
    static_assert(Size == 32, "simt: match_any of a tile of 32 threads");
    return g_->__match_any_sync(g_->__activemask(), value(x));
  }
  [[nodiscard]] SIMT_INLINE G const& gang() const { return *g_; }

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

/// - CUDA:    coalesced_group, coalesced_threads()
template <class G>
class coalesced_lanes : public group_tag {
  static constexpr int W = G::gang_width;
  using bits = varying<unsigned, W>;

 public:
  using thread_form = cooperative_groups::coalesced_group;
  SIMT_INLINE explicit coalesced_lanes(G const& g) : g_(&g), mask_(g.__activemask()) {}
  coalesced_lanes(coalesced_lanes const&) = default;

  SIMT_INLINE static void sync() {}
  [[nodiscard]] SIMT_INLINE varying<unsigned, W> size() const { return __popc(mask_); }
  [[nodiscard]] SIMT_INLINE varying<unsigned, W> num_threads() const { return size(); }
  [[nodiscard]] SIMT_INLINE varying<unsigned, W> thread_rank() const {
    bits const lane = g_->thread_rank() & 31u;
    return __popc(mask_ & ((bits(1u) << lane) - 1u));
  }
  template <class X, class R>
  SIMT_INLINE auto shfl(X&& x, R&& rank) const {
    using T = clean<scalar<X>>;
    varying<int, W> const r(lane::get(rank));
    varying<int, W> lane(0);
    std::array<bool, W> nowhere{};  // lanes that get zeros
    d::each_active<W>([&](int l) {
      int const from = cooperative_groups::detail::shuffled_rank(mask_.lane(l), r.lane(l));
      nowhere[static_cast<std::size_t>(l)] = from < 0;
      lane.set_lane(l, from < 0 ? l % 32
                                : cooperative_groups::detail::lane_of_rank(
                                      mask_.lane(l), static_cast<unsigned>(from)));
    });
    varying<T, W> out(g_->__shfl(varying<T, W>(lane::get(x)), lane));
    d::each_active<W>([&](int l) {
      if (nowhere[static_cast<std::size_t>(l)]) out.set_lane(l, T{});
    });
    return out;
  }

 private:
  G const* g_;
  bits mask_;
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

template <class G>
SIMT_INLINE auto this_thread_block(G const& g) {
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

template <class Op>
inline constexpr int fold_kind = 0;
template <class T>
inline constexpr int fold_kind<cooperative_groups::plus<T>> = 1;
template <class T>
inline constexpr int fold_kind<cooperative_groups::less<T>> = 2;
template <class T>
inline constexpr int fold_kind<cooperative_groups::greater<T>> = 3;
template <class T>
inline constexpr int fold_kind<cooperative_groups::bit_and<T>> = 4;
template <class T>
inline constexpr int fold_kind<cooperative_groups::bit_or<T>> = 5;
template <class T>
inline constexpr int fold_kind<cooperative_groups::bit_xor<T>> = 6;

/// - CUDA:    reduce(tile, value, op)
template <class G, unsigned Size, unsigned Of, class X, class Op>
SIMT_INLINE auto reduce(G const& g, tile_group<G, Size, Of> const& tile, X&& x, Op const& op) {
  using V = varying<clean<scalar<X>>, G::gang_width>;
  V r(lane::get(x));
  constexpr int kind = fold_kind<plain<Op>>;
  for (unsigned n = Size / 2; n > 0; n /= 2) {
    V const other = tile.shfl_xor(r, n);
    if constexpr (kind == 1)
      r = r + other;
    else if constexpr (kind == 2)
      r = simt::select(other < r, other, r);
    else if constexpr (kind == 3)
      r = simt::select(r < other, other, r);
    else if constexpr (kind == 4)
      r = r & other;
    else if constexpr (kind == 5)
      r = r | other;
    else if constexpr (kind == 6)
      r = r ^ other;
    else
      r = by_lane(g, op, r, other);
  }
  return r;
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
