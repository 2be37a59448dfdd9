#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/thread/grid_sync.hpp>
#include <simt/thread/meeting.hpp>
#include <simt/thread/sync.hpp>
#include <simt/thread/warp.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

// Groups of threads that work together.
// - Source:  CUDA C Programming Guide 9.0, C (Cooperative Groups); 13.0, 10.6
namespace simt::inline SIMT_ABI::cooperative_groups {

namespace detail {

/// Bits of x where mask is set, packed to the low end.
constexpr unsigned pack_bits(unsigned x, unsigned mask) noexcept {
  unsigned out = 0;
  for (unsigned i = 0; mask != 0; mask &= mask - 1, ++i)
    out |= (x >> std::countr_zero(mask) & 1u) << i;
  return out;
}
/// The lane with rank `rank` among those of the mask; 32 where there is none.
constexpr int lane_of_rank(unsigned mask, unsigned rank) noexcept {
  for (; mask != 0; mask &= mask - 1)
    if (rank-- == 0) return std::countr_zero(mask);
  return 32;
}
/// The rank that a shuffle of the mask's threads reads when it asks for `rank`, -1 where it gets
/// zeros. Beyond the group's last rank a GPU reads the warp's last lane, and a whole warp counts
/// modulo 32: an H100 answers so.
constexpr int shuffled_rank(unsigned mask, int rank) noexcept {
  int const size = std::popcount(mask);
  if (static_cast<unsigned>(rank) < static_cast<unsigned>(size)) return rank;
  if (size == 32) return rank & 31;
  return (mask >> 31) != 0 ? size - 1 : -1;
}
inline unsigned this_lane() noexcept { return simt::detail::thread_rank() % 32; }

struct group_access;

}  // namespace detail

class thread_block;
class grid_group;

/// A group of which only its size and the caller's place in it are known.
/// - CUDA:    thread_group
class thread_group {
 public:
  thread_group(grid_group const&) : thread_group(0, 0, 0, false) { whole_grid_ = true; }
  [[nodiscard]] unsigned long long size() const { return num_threads(); }
  [[nodiscard]] unsigned long long num_threads() const;
  [[nodiscard]] unsigned long long thread_rank() const;
  [[nodiscard]] bool is_valid() const { return size_ != 0 || whole_grid_; }
  /// Waits for the group's threads.
  void sync() const {
    if (whole_grid_)
      simt::detail::sync_grid();
    else if (whole_block_)
      cuda::__syncthreads();
    else if (size_ > 1)
      simt::detail::meet_group(meeting(), nullptr, nullptr, 0, &simt::detail::do_nothing);
  }

 protected:
  friend struct detail::group_access;
  thread_group(unsigned size, unsigned rank, unsigned mask, bool whole_block)
      : size_(size), rank_(rank), mask_(mask), whole_block_(whole_block) {}
  [[nodiscard]] simt::detail::meeting meeting() const { return {size_, rank_, mask_}; }

  unsigned size_;
  unsigned rank_;
  unsigned mask_;  // of the warp; 0: the group is larger
  bool whole_block_;
  bool whole_grid_ = false;
};

/// All threads of a block.
/// - CUDA:    thread_block, this_thread_block()
class thread_block : public thread_group {
 public:
  static void sync() { cuda::__syncthreads(); }
  [[nodiscard]] static unsigned thread_rank() { return simt::detail::thread_rank(); }
  [[nodiscard]] static unsigned size() { return static_cast<unsigned>(cuda::blockDim.count()); }
  [[nodiscard]] static unsigned num_threads() { return size(); }
  [[nodiscard]] static dim3 group_index() { return cuda::blockIdx; }
  [[nodiscard]] static dim3 thread_index() { return cuda::threadIdx; }
  [[nodiscard]] static dim3 group_dim() { return cuda::blockDim; }
  [[nodiscard]] static dim3 dim_threads() { return cuda::blockDim; }
  /// Split barrier: arriving is all there is to do, waiting does the rest.
  struct arrival_token {};
  [[nodiscard]] static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&) { sync(); }

 private:
  friend thread_block this_thread_block();
  thread_block() : thread_group(size(), thread_rank(), 0, true) {}
};
[[nodiscard]] inline thread_block this_thread_block() {
  cuda::host_call("this_thread_block");
  return {};
}
/// Shared memory that a GPU before compute capability 8.0 needs for tiles of more than a warp.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {};
template <unsigned MaxBlockSize>
[[nodiscard]] thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

/// All threads of a grid.
/// - CUDA:    grid_group, this_grid()
/// - Errors:  sync: kernel_error unless the launch was cooperative
class grid_group {
 public:
  static void sync() { simt::detail::sync_grid(); }
  [[nodiscard]] static bool is_valid() { return simt::detail::grid_can_sync(); }
  [[nodiscard]] static unsigned long long size() { return num_threads(); }
  [[nodiscard]] static unsigned long long num_threads() {
    return num_blocks() * cuda::blockDim.count();
  }
  [[nodiscard]] static unsigned long long num_blocks() { return cuda::gridDim.count(); }
  [[nodiscard]] static unsigned long long block_rank() {
    return simt::flatten(cuda::blockIdx, cuda::gridDim);
  }
  [[nodiscard]] static unsigned long long thread_rank() {
    return block_rank() * cuda::blockDim.count() + simt::detail::thread_rank();
  }
  [[nodiscard]] static dim3 group_dim() { return cuda::gridDim; }
  [[nodiscard]] static dim3 dim_blocks() { return cuda::gridDim; }
  [[nodiscard]] static dim3 block_index() { return cuda::blockIdx; }
  struct arrival_token {};
  [[nodiscard]] static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&) { sync(); }
};
inline unsigned long long thread_group::num_threads() const {
  return whole_grid_ ? grid_group::num_threads() : size_;
}
inline unsigned long long thread_group::thread_rank() const {
  return whole_grid_ ? grid_group::thread_rank() : rank_;
}
[[nodiscard]] inline grid_group this_grid() {
  cuda::host_call("this_grid");
  return {};
}

namespace detail {

/// The common part of groups within a warp: ranks count the threads of the mask.
template <class Group>
class warp_group_functions {
 public:
  /// The value of the group's thread `rank`; beyond the last one see shuffled_rank.
  template <class T>
  T shfl(T value, int rank) const {
    int const from = self().source_of(rank);
    T out = exchange(value, from);
    if (from < 0) std::memset(static_cast<void*>(&out), 0, sizeof out);
    return out;
  }
  template <class T>
  T shfl_up(T value, unsigned delta) const {
    auto const own = self().thread_rank();
    return exchange(value, delta <= own ? static_cast<int>(own - delta) : -1);
  }
  template <class T>
  T shfl_down(T value, unsigned delta) const {
    auto const from = std::uint64_t{self().thread_rank()} + delta;
    return exchange(value, from < self().size() ? static_cast<int>(from) : -1);
  }
  [[nodiscard]] int any(int predicate) const {
    return simt::cuda::__any_sync(self().lanes(), predicate);
  }
  [[nodiscard]] int all(int predicate) const {
    return simt::cuda::__all_sync(self().lanes(), predicate);
  }
  [[nodiscard]] unsigned ballot(int predicate) const {
    return pack_bits(simt::cuda::__ballot_sync(self().lanes(), predicate), self().lanes());
  }
  template <class T>
  [[nodiscard]] unsigned match_any(T value) const {
    return pack_bits(simt::cuda::__match_any_sync(self().lanes(), value), self().lanes());
  }
  template <class T>
  unsigned match_all(T value, int& predicate) const {
    return pack_bits(simt::cuda::__match_all_sync(self().lanes(), value, &predicate),
                     self().lanes());
  }

 protected:
  template <class T>
  T exchange(T value, int rank) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T out = value;
    simt::detail::meet_group(self().meeting(), &value, &out, rank,
                             &simt::detail::copy_between<sizeof(T)>);
    return out;
  }

 private:
  Group const& self() const { return static_cast<Group const&>(*this); }
};

struct group_access {
  static simt::detail::meeting meeting(thread_group const& g) { return g.meeting(); }
  static thread_group make(unsigned size, unsigned rank, unsigned mask) {
    return {size, rank, mask, false};
  }
  static unsigned mask(thread_group const& g) { return g.mask_; }
};

inline unsigned tile_mask(unsigned size, unsigned lane) noexcept {
  return size >= 32 ? ~0u : ((1u << size) - 1) << (lane & ~(size - 1));
}

}  // namespace detail

/// Consecutive threads of a block, a power of two of them.
/// - CUDA:    thread_block_tile<Size>, tiled_partition<Size>(group)
/// - Needs:   Size up to 1024. Ballots and matches: up to 32
template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group,
                          public detail::warp_group_functions<thread_block_tile<Size, Parent>> {
  static_assert(std::has_single_bit(Size) && Size <= 1024,
                "simt: a tile has a power of two of threads, at most 1024");

 public:
  thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(Size, simt::detail::thread_rank() % Size,
                     Size > 32 ? 0 : detail::tile_mask(Size, detail::this_lane()), false),
        meta_rank_(meta_rank),
        meta_size_(meta_size) {}
  /// A tile of whichever parent.
  template <class Other>
  thread_block_tile(thread_block_tile<Size, Other> const& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}

  [[nodiscard]] static constexpr unsigned size() { return Size; }
  [[nodiscard]] static constexpr unsigned num_threads() { return Size; }
  [[nodiscard]] unsigned thread_rank() const { return rank_; }
  [[nodiscard]] unsigned meta_group_rank() const { return meta_rank_; }
  [[nodiscard]] unsigned meta_group_size() const { return meta_size_; }
  void sync() const {
    if constexpr (Size > 1)
      simt::detail::meet_group(meeting(), nullptr, nullptr, 0, &simt::detail::do_nothing);
  }
  template <class T>
  T shfl_xor(T value, unsigned mask) const {
    auto const from = rank_ ^ mask;
    return this->exchange(value, from < Size ? static_cast<int>(from) : -1);
  }
  [[nodiscard]] int any(int predicate) const { return vote<false>(predicate); }
  [[nodiscard]] int all(int predicate) const { return vote<true>(predicate); }

 private:
  friend class detail::warp_group_functions<thread_block_tile>;
  template <bool All>
  [[nodiscard]] int vote(int predicate) const {
    using votes = detail::warp_group_functions<thread_block_tile>;
    if constexpr (Size <= 32) {
      return All ? votes::all(predicate) : votes::any(predicate);
    } else {
      int out = All;
      simt::detail::meet_group(
          meeting(), &predicate, &out, 0,
          +[](simt::detail::group_entry* const* entries, unsigned n, void const*) {
            bool result = All;
            for (unsigned i = 0; i < n; ++i)
              if (entries[i] != nullptr && (*static_cast<int*>(entries[i]->in) != 0) != All)
                result = !All;
            for (unsigned i = 0; i < n; ++i)
              if (entries[i] != nullptr) *static_cast<int*>(entries[i]->out) = result;
          });
      return out;
    }
  }
  [[nodiscard]] unsigned lanes() const {
    static_assert(Size <= 32, "simt: this function needs a tile of 32 threads or fewer");
    return mask_;
  }
  [[nodiscard]] int source_of(int rank) const {
    return static_cast<int>(static_cast<unsigned>(rank) % Size);
  }

  unsigned meta_rank_;
  unsigned meta_size_;
};

/// Threads of a warp that were together when the group was made, or that a label joins.
/// - CUDA:    coalesced_group, coalesced_threads(), labeled_partition, binary_partition
class coalesced_group : public thread_group, public detail::warp_group_functions<coalesced_group> {
 public:
  explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : thread_group(static_cast<unsigned>(std::popcount(mask)),
                     static_cast<unsigned>(std::popcount(mask & ((1u << detail::this_lane()) - 1))),
                     mask, false),
        meta_rank_(meta_rank),
        meta_size_(meta_size) {}

  [[nodiscard]] unsigned size() const { return size_; }
  [[nodiscard]] unsigned num_threads() const { return size_; }
  [[nodiscard]] unsigned thread_rank() const { return rank_; }
  [[nodiscard]] unsigned meta_group_rank() const { return meta_rank_; }
  [[nodiscard]] unsigned meta_group_size() const { return meta_size_; }
  void sync() const { cuda::__syncwarp(mask_); }

 private:
  friend class detail::warp_group_functions<coalesced_group>;
  [[nodiscard]] unsigned lanes() const { return mask_; }
  [[nodiscard]] int source_of(int rank) const { return detail::shuffled_rank(mask_, rank); }

  unsigned meta_rank_;
  unsigned meta_size_;
};

[[nodiscard]] inline coalesced_group coalesced_threads(call_site site = call_site::current()) {
  return coalesced_group(cuda::__activemask(site));
}

template <unsigned Size, class Parent>
[[nodiscard]] auto tiled_partition(Parent const& parent) {
  auto const rank = static_cast<unsigned>(parent.thread_rank());
  auto const size = static_cast<unsigned>(parent.size());
  return thread_block_tile<Size, Parent>(rank / Size, (size + Size - 1) / Size);
}
[[nodiscard]] inline thread_group tiled_partition(thread_group const& parent, unsigned size) {
  auto const rank = static_cast<unsigned>(parent.thread_rank());
  unsigned const parent_mask = detail::group_access::mask(parent);
  if (parent_mask != 0 && !std::has_single_bit(parent_mask + (parent_mask & (~parent_mask + 1)))) {
    // Of coalesced threads: the ranks rank / size * size and on.
    unsigned mask = 0;
    unsigned const first = rank / size * size;
    for (unsigned i = first; i < first + size; ++i) {
      int const lane = detail::lane_of_rank(parent_mask, i);
      if (lane < 32) mask |= 1u << lane;
    }
    return detail::group_access::make(static_cast<unsigned>(std::popcount(mask)), rank % size,
                                      mask);
  }
  // The last tile has what is left.
  auto const whole = static_cast<unsigned>(parent.size());
  unsigned const members = std::min(size, whole - rank / size * size);
  if (size > 32) return detail::group_access::make(members, rank % size, 0);
  unsigned const there = members >= 32 ? ~0u : (1u << members) - 1;
  return detail::group_access::make(members, rank % size,
                                    there << (detail::this_lane() & ~(size - 1)));
}
[[nodiscard]] inline coalesced_group tiled_partition(coalesced_group const& parent, unsigned size) {
  unsigned const number = parent.thread_rank() / size;
  unsigned mask = 0;
  for (unsigned i = number * size; i < (number + 1) * size; ++i) {
    int const lane = detail::lane_of_rank(detail::group_access::mask(parent), i);
    if (lane < 32) mask |= 1u << lane;
  }
  return coalesced_group(mask, number, (parent.size() + size - 1) / size);
}

/// Splits a group of a warp by a number, or by a truth value: threads with the same one stay
/// together.
/// - CUDA:    labeled_partition(group, label), binary_partition(group, predicate)
/// - Order:   groups are numbered by their first threads; by a truth value, false first
template <class Group>
[[nodiscard]] coalesced_group labeled_partition(Group const& group, int label) {
  unsigned const lanes = detail::group_access::mask(group);
  unsigned const equal = cuda::__match_any_sync(lanes, label);
  unsigned const first = equal & (~equal + 1);
  unsigned const firsts = cuda::__ballot_sync(lanes, 1u << detail::this_lane() == first);
  return coalesced_group(equal, static_cast<unsigned>(std::popcount(firsts & (first - 1))),
                         static_cast<unsigned>(std::popcount(firsts)));
}
template <class Group>
[[nodiscard]] coalesced_group binary_partition(Group const& group, bool predicate) {
  unsigned const lanes = detail::group_access::mask(group);
  unsigned const yes = cuda::__ballot_sync(lanes, predicate);
  bool const both = yes != 0 && yes != lanes;
  return coalesced_group(predicate ? yes : lanes & ~yes, both && predicate ? 1 : 0, both ? 2 : 1);
}

/// Free forms of what groups do.
template <class Group>
void sync(Group const& group) {
  group.sync();
}
template <class Group>
[[nodiscard]] auto thread_rank(Group const& group) {
  return group.thread_rank();
}
template <class Group>
[[nodiscard]] auto group_size(Group const& group) {
  return group.size();
}

}  // namespace simt::inline SIMT_ABI::cooperative_groups
