// SPDX-License-Identifier: MIT
//
// Sorting by the bitonic network, one key a thread: blocks sort 256 keys in shared memory, then
// each merge runs its long strides in global memory, a launch a stride, and the strides below 256
// in shared memory again (CUDA sample sortingNetworks).

#include <simt/simt.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::i32;

constexpr int block_size = 256;
constexpr int vectors = block_size / simd::lanes;

struct data {
  explicit data(int n) : in(random_ints(std::size_t(n), 121)), keys(in) {}
  buffer<int> const in;
  buffer<int> keys;
  std::vector<int> want;
};

[[gnu::noinline]] void scalar(int* keys, int n) {
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < n; ++i) {
        int const p = i ^ j;
        if (p > i && ((i & k) == 0 ? keys[i] > keys[p] : keys[i] < keys[p]))
          std::swap(keys[i], keys[p]);
      }
}

/// One step within vectors, for all of a block's keys: lanes whose bits j and k of the position
/// agree keep the smaller key.
template <int J>
BENCH_INLINE void step_in_vectors(int* keys, int base, int k) {
  for (int v = 0; v < vectors; ++v) {
    int const first = v * simd::lanes;
    i32 const position = simd::iota() + (base + first);
    i32 const u = simd::load(keys + first), w = simd::partner<J>(u);
    i32 const low = (simd::iota() & J) - 1;            // negative where bit j is clear
    i32 const ascending = -((position & k) == 0) - 1;  // zero where bit k is clear
    simd::mask const smaller = simd::less(low ^ ascending, i32{});
    simd::store(keys + first, simd::select(smaller, simd::min(u, w), simd::max(u, w)));
  }
}

/// The steps of merge k with strides below 256, in a tile of 256 keys at position `base`.
BENCH_INLINE void merge_tile(int* keys, int base, int k) {
  for (int j = std::min(k / 2, block_size / 2); j >= simd::lanes; j /= 2)
    for (int first = 0; first < block_size; first += simd::lanes) {
      if ((first & j) != 0) continue;  // the other one of a pair
      i32 const u = simd::load(keys + first), v = simd::load(keys + first + j);
      bool const up = ((base + first) & k) == 0;
      simd::store(keys + first, up ? simd::min(u, v) : simd::max(u, v));
      simd::store(keys + first + j, up ? simd::max(u, v) : simd::min(u, v));
    }
  if constexpr (simd::lanes > 8)
    if (k > 8) step_in_vectors<8>(keys, base, k);
  if constexpr (simd::lanes > 4)
    if (k > 4) step_in_vectors<4>(keys, base, k);
  if (k > 2) step_in_vectors<2>(keys, base, k);
  step_in_vectors<1>(keys, base, k);
}

/// Runs `body(tile, base)` on each block's keys in a copy of their own.
template <class Body>
void for_tiles(int* keys, int n, Body const& body) {
  for_blocks(n / block_size, 16, [=](int block) {
    alignas(64) int tile[block_size];
    int* const own = keys + block * block_size;
    BENCH_UNROLL
    for (int t = 0; t < block_size; t += simd::lanes) simd::store(tile + t, simd::load(own + t));
    body(tile, block * block_size);
    BENCH_UNROLL
    for (int t = 0; t < block_size; t += simd::lanes) simd::store(own + t, simd::load(tile + t));
  });
}

[[gnu::noinline]] void hand_sort_tiles(int* keys, int n) {
  for_tiles(keys, n, [](int* tile, int base) {
    for (int k = 2; k <= block_size; k *= 2) merge_tile(tile, base, k);
  });
}

[[gnu::noinline]] void hand_merge_tiles(int* keys, int n, int k) {
  for_tiles(keys, n, [k](int* tile, int base) { merge_tile(tile, base, k); });
}

/// One long stride: the threads of a block have all their partners in one other block, and those
/// of the higher block find nothing to do.
[[gnu::noinline]] void hand_step(int* keys, int n, int k, int j) {
  for_blocks(n / block_size, 64, [=](int block) {
    int const first = block * block_size;
    if ((first & j) != 0) return;
    int* const __restrict low = keys + first;
    int* const __restrict high = low + j;
    bool const up = (first & k) == 0;
    BENCH_UNROLL
    for (int t = 0; t < block_size; t += simd::lanes) {
      i32 const u = simd::load(low + t), v = simd::load(high + t);
      simd::store(low + t, up ? simd::min(u, v) : simd::max(u, v));
      simd::store(high + t, up ? simd::max(u, v) : simd::min(u, v));
    }
  });
}

void hand(int* keys, int n) {
  hand_sort_tiles(keys, n);
  for (int k = 2 * block_size; k <= n; k *= 2) {
    for (int j = k / 2; j >= block_size; j /= 2) hand_step(keys, n, k, j);
    hand_merge_tiles(keys, n, k);
  }
}

/// Sorts or merges the keys of a block in shared memory: merges k of first_k to last_k.
SIMT_KERNEL(bitonic_shared, (simt::ptr<int> keys, int first_k, int last_k)) {
  __shared__ simt::tile<int[block_size]> s;
  auto t = threadIdx.x;
  auto i = blockIdx.x * block_size + t;
  s[t] = keys[i];
  __syncthreads();
  for (int k = first_k; k <= last_k; k <<= 1)
    for (int j = k < block_size ? k >> 1 : block_size / 2; j > 0; j >>= 1) {
      auto partner = t ^ j;
      simt_if (partner > t) {
        varying<int> u = s[t], v = s[partner];
        simt_if (((i & k) == 0) == (u > v)) {
          s[t] = v;
          s[partner] = u;
        }
      }
      __syncthreads();
    }
  keys[i] = s[t];
}

/// One long stride in global memory.
SIMT_KERNEL(bitonic_step, (simt::ptr<int> keys, int k, int j)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  auto partner = i ^ j;
  simt_if (partner > i) {
    varying<int> u = keys[i], v = keys[partner];
    simt_if (((i & k) == 0) == (u > v)) {
      keys[i] = v;
      keys[partner] = u;
    }
  }
}

void lane(int* keys, int n) {
  simt::shape const shape{n / block_size, simt::block_shape<block_size>};
  simt::launch(bitonic_shared, shape, keys, 2, block_size);
  for (int k = 2 * block_size; k <= n; k *= 2) {
    for (int j = k / 2; j >= block_size; j /= 2) simt::launch(bitonic_step, shape, keys, k, j);
    simt::launch(bitonic_shared, shape, keys, k, k);
  }
}

/// The kernel above as one tunes it: a warp a block, eight keys a thread in registers, key r of
/// thread t at position 32 r + t. Partners 32 and more apart are keys of one thread, others are
/// exchanged by shuffles; all strides are known to the compiler.
constexpr int rows = block_size / 32;

/// The step of merge K with stride J. `up`: the direction where K is the block or more.
template <int K, int J, class Gang, class Keys>
SIMT_INLINE void step(Gang const& gang, Keys (&key)[rows], bool up) {
  auto const ascends = [&](int row) SIMT_LAMBDA_INLINE {
    return K >= block_size ? up : (row * 32 & K) == 0;
  };
  if constexpr (J >= 32) {
    constexpr int apart = J / 32;
    BENCH_UNROLL
    for (int r = 0; r < rows; ++r) {
      if ((r & apart) != 0) continue;
      Keys const low = simt::min(key[r], key[r + apart]), high = simt::max(key[r], key[r + apart]);
      key[r] = simt::select(ascends(r), low, high);
      key[r + apart] = simt::select(ascends(r), high, low);
    }
  } else {
    auto const first = (gang.threadIdx.x & J) == 0;
    BENCH_UNROLL
    for (int r = 0; r < rows; ++r) {
      Keys const other = gang.__shfl_xor_sync(0xffffffffu, key[r], J);
      Keys const low = simt::min(key[r], other), high = simt::max(key[r], other);
      if constexpr (K < 32)
        key[r] = simt::select(((gang.threadIdx.x & K) == 0) == first, low, high);
      else
        key[r] = simt::select(first == ascends(r), low, high);
    }
  }
}
template <int K, int J, class Gang, class Keys>
SIMT_INLINE void merge(Gang const& gang, Keys (&key)[rows], bool up) {
  step<K, J>(gang, key, up);
  if constexpr (J > 1) merge<K, J / 2>(gang, key, up);
}
template <int K, class Gang, class Keys>
SIMT_INLINE void sort(Gang const& gang, Keys (&key)[rows], bool up) {
  merge<K, K / 2>(gang, key, up);
  if constexpr (K < block_size) sort<2 * K>(gang, key, up);
}

SIMT_KERNEL_TEMPLATE((bool Whole), (Whole), bitonic_rows, (simt::ptr<int> keys, int k)) {
  int first = blockIdx.x * block_size;
  auto own = keys + first;
  varying<int> key[rows];
  BENCH_UNROLL
  for (int r = 0; r < rows; ++r) key[r] = own[32 * r + threadIdx.x];
  bool up = (first & k) == 0;
  if constexpr (Whole)
    sort<2>(*this, key, up);
  else
    merge<block_size, block_size / 2>(*this, key, up);
  BENCH_UNROLL
  for (int r = 0; r < rows; ++r) own[32 * r + threadIdx.x] = key[r];
}

/// One long stride, by the threads of half as many blocks: each orders one pair.
SIMT_KERNEL(bitonic_pairs, (simt::ptr<int> keys, int k, int j)) {
  int first = blockIdx.x * block_size;
  first += first & ~(j - 1);  // skips the partners
  auto i = first + threadIdx.x;
  varying<int> u = keys[i], v = keys[i + j];
  bool up = (first & k) == 0;
  keys[i] = simt::select(up, simt::min(u, v), simt::max(u, v));
  keys[i + j] = simt::select(up, simt::max(u, v), simt::min(u, v));
}

void best(int* keys, int n) {
  simt::shape const all{n / block_size, simt::block_shape<32>};
  simt::shape const half{n / block_size / 2, simt::block_shape<block_size>};
  simt::launch(bitonic_rows<true>, all, keys, block_size);
  for (int k = 2 * block_size; k <= n; k *= 2) {
    for (int j = k / 2; j >= block_size; j /= 2) simt::launch(bitonic_pairs, half, keys, k, j);
    simt::launch(bitonic_rows<false>, all, keys, k);
  }
}

workload make(sizes const& s) {
  int const n = s.bitonic;
  auto const d = std::make_shared<data>(n);
  d->want.assign(d->in.begin(), d->in.end());
  std::sort(d->want.begin(), d->want.end());
  workload w;
  w.amount = n;
  w.unit = "Gkey/s";
  w.prepare = [d] { std::copy(d->in.begin(), d->in.end(), d->keys.begin()); };
  w.check = [d] { return compare_exactly(d->keys, d->want); };
  w.variants = {
      {"lane", block_size, [d, n] { lane(d->keys.data(), n); }},
      {"hand", block_size, [d, n] { hand(d->keys.data(), n); }},
      {"best", block_size, [d, n] { best(d->keys.data(), n); }},
      {"plain", simd::lanes, [d, n] { plain::bitonic(d->keys.data(), n); },
       "the same network, no other sort"},
      {"scalar", 1, [d, n] { scalar(d->keys.data(), n); }},
  };
  return w;
}

registration const registered{"bitonic", make};

}  // namespace
}  // namespace bench
