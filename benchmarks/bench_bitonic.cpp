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

/// The network as one tunes it: a warp a block, which works on 2^15 keys, pieces of 2^12 of them
/// before others, so that most strides stay in a cache; two strides a pass through memory; and the
/// strides below 256 in registers, eight keys a thread, key r of thread t at position 32 r + t.
/// Partners 32 and more apart are keys of one thread there, others are exchanged by shuffles.
constexpr int rows = block_size / 32;
constexpr int chunk = 1 << 15, piece = 1 << 12;

/// Puts two keys in order.
template <class Keys>
SIMT_INLINE void order(Keys& a, Keys& b) {
  Keys const low = simt::min(a, b);
  b = simt::max(a, b);
  a = low;
}

/// The step of merge K with stride J of a whole row of registers. Every comparison ascends where
/// bit K of a key's position is clear.
template <int K, int J, class Gang, class Keys>
SIMT_INLINE void step(Gang const& gang, Keys (&key)[rows]) {
  auto const ascends = [](int row)
                           SIMT_LAMBDA_INLINE { return K >= block_size || (row * 32 & K) == 0; };
  if constexpr (J >= 32) {
    constexpr int apart = J / 32;
    BENCH_UNROLL
    for (int r = 0; r < rows; ++r) {
      if ((r & apart) != 0) continue;
      if (ascends(r))
        order(key[r], key[r + apart]);
      else
        order(key[r + apart], key[r]);
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
SIMT_INLINE void merge(Gang const& gang, Keys (&key)[rows]) {
  step<K, J>(gang, key);
  if constexpr (J > 1) merge<K, J / 2>(gang, key);
}
template <int K, class Gang, class Keys>
SIMT_INLINE void sort(Gang const& gang, Keys (&key)[rows]) {
  merge<K, K / 2>(gang, key);
  if constexpr (K < block_size) sort<2 * K>(gang, key);
}

/// Sorts or merges 256 keys. Keys that are to descend are complemented meanwhile, which turns
/// their order round.
template <bool Whole, class Gang>
SIMT_INLINE void in_registers(Gang const& gang, simt::ptr<int> own, bool up) {
  simt::varying_of<Gang, int> key[rows];
  int const flip = up ? 0 : -1;
  BENCH_UNROLL
  for (int r = 0; r < rows; ++r) key[r] = own[32 * r + gang.threadIdx.x] ^ flip;
  if constexpr (Whole)
    sort<2>(gang, key);
  else
    merge<block_size, block_size / 2>(gang, key);
  BENCH_UNROLL
  for (int r = 0; r < rows; ++r) own[32 * r + gang.threadIdx.x] = key[r] ^ flip;
}

/// Strides j and j / 2, or j alone, for n keys of each of the runs that they pair.
template <bool Two, class Gang>
SIMT_INLINE void strides(Gang const& gang, simt::ptr<int> own, int j, int n, bool up) {
  int const half = j / 2;
  int const flip = up ? 0 : -1;
  for (int i = 0; i < n; i += 32) {
    auto t = i + gang.threadIdx.x;
    simt::varying_of<Gang, int> a = own[t] ^ flip, c = own[t + j] ^ flip;
    if constexpr (Two) {
      simt::varying_of<Gang, int> b = own[t + half] ^ flip, d = own[t + j + half] ^ flip;
      order(a, c);
      order(b, d);
      order(a, b);
      order(c, d);
      own[t + half] = b ^ flip;
      own[t + j + half] = d ^ flip;
    } else {
      order(a, c);
    }
    own[t] = a ^ flip;
    own[t + j] = c ^ flip;
  }
}

/// The strides from j down to `last` of merge k, over `n` keys at position `base`; returns the next
/// stride.
template <class Gang>
SIMT_INLINE int long_strides(Gang const& gang, simt::ptr<int> keys, int base, int n, int k, int j,
                             int last) {
  while (j >= last) {
    bool const two = j / 2 >= last;
    for (int i = base; i < base + n; i += 2 * j) {
      bool const up = (i & k) == 0;
      if (two)
        strides<true>(gang, keys + i, j, j / 2, up);
      else
        strides<false>(gang, keys + i, j, j, up);
    }
    j /= two ? 4 : 2;
  }
  return j;
}

/// The strides from j on of merge k within a piece.
template <class Gang>
SIMT_INLINE void merge_piece(Gang const& gang, simt::ptr<int> keys, int base, int k, int j) {
  long_strides(gang, keys, base, piece, k, j, block_size);
  for (int i = base; i < base + piece; i += block_size)
    in_registers<false>(gang, keys + i, (i & k) == 0);
}

/// Sorts pieces: each a block.
SIMT_KERNEL(bitonic_sort_pieces, (simt::ptr<int> keys)) {
  int base = blockIdx.x * piece;
  for (int i = base; i < base + piece; i += block_size)
    in_registers<true>(*this, keys + i, (i & block_size) == 0);
  for (int k = 2 * block_size; k <= piece; k *= 2) merge_piece(*this, keys, base, k, k / 2);
}

/// The strides below `chunk` of the merges k to last_k: each chunk a block.
SIMT_KERNEL(bitonic_merge_chunks, (simt::ptr<int> keys, int k, int last_k)) {
  int base = blockIdx.x * chunk;
  for (; k <= last_k; k *= 2) {
    int j = long_strides(*this, keys, base, chunk, k, k / 2 < chunk ? k / 2 : chunk / 2, piece);
    for (int i = base; i < base + chunk; i += piece) merge_piece(*this, keys, i, k, j);
  }
}

/// Strides of a chunk and more, each block for an equal part of the keys.
SIMT_KERNEL_TEMPLATE((bool Two), (Two), bitonic_strides, (simt::ptr<int> keys, int k, int j)) {
  int const run = Two ? j / 2 : j, width = Two ? chunk / 4 : chunk / 2;
  int const blocks = run / width;
  int first = blockIdx.x / blocks * 2 * j + blockIdx.x % blocks * width;
  strides<Two>(*this, keys + first, j, width, (first & k) == 0);
}

void best(int* keys, int n) {
  auto const shape = [n](int part) { return simt::shape{n / part, simt::block_shape<32>}; };
  simt::launch(bitonic_sort_pieces, shape(piece), keys);
  simt::launch(bitonic_merge_chunks, shape(chunk), keys, 2 * piece, chunk);
  for (int k = 2 * chunk; k <= n; k *= 2) {
    int j = k / 2;
    for (; j >= 2 * chunk; j /= 4) simt::launch(bitonic_strides<true>, shape(chunk), keys, k, j);
    if (j == chunk) simt::launch(bitonic_strides<false>, shape(chunk), keys, k, j);
    simt::launch(bitonic_merge_chunks, shape(chunk), keys, k, k);
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
