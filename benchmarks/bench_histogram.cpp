// SPDX-License-Identifier: MIT
//
// 256 bins over bytes, read four at a time: 256 blocks of 256 threads with bins in shared memory,
// a grid-stride loop, then one atomic addition a bin and block (CUDA sample histogram).

#include <simt/simt.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

constexpr int block_size = 256;
constexpr int bins = 256;

struct data {
  explicit data(int words) : in(random_ints(std::size_t(words), 51)), histogram(bins) {}
  buffer<int> const in;
  buffer<unsigned> histogram;
};

[[gnu::noinline]] void scalar(int const* __restrict in, unsigned* __restrict histogram, int words) {
  for (int i = 0; i < words; ++i) {
    auto const v = static_cast<unsigned>(in[i]);
    ++histogram[v & 255];
    ++histogram[v >> 8 & 255];
    ++histogram[v >> 16 & 255];
    ++histogram[v >> 24];
  }
}

[[gnu::noinline]] void hand(int const* in, unsigned* histogram, int words) {
  for_blocks(histogram_blocks, 1, [=](int block) {
    std::array<unsigned, bins> own{};
    for (int first = block * block_size; first < words; first += histogram_blocks * block_size)
      scalar(in + first, own.data(), block_size);
    for (std::size_t bin = 0; bin < bins; ++bin)
      std::atomic_ref(histogram[bin]).fetch_add(own[bin], std::memory_order_relaxed);
  });
}

SIMT_KERNEL(histogram, (simt::ptr<unsigned const> in, simt::ptr<unsigned> counts, int words)) {
  __shared__ simt::tile<unsigned[bins]> s;
  auto t = threadIdx.x;
  s[t] = 0u;
  __syncthreads();
  simt_for (auto i = blockIdx.x * blockDim.x + t, i < words, i += gridDim.x * blockDim.x) {
    varying<unsigned> v = in[i];
    atomicAdd(&s[v & 255u], 1u);
    atomicAdd(&s[v >> 8 & 255u], 1u);
    atomicAdd(&s[v >> 16 & 255u], 1u);
    atomicAdd(&s[v >> 24], 1u);
  }
  __syncthreads();
  atomicAdd(&counts[t], s[t]);
}

/// A gang is the block, which reads the words of a turn together: narrower ones would come by the
/// same pages, a turn's stride apart, one after the other.
void lane(int const* in, unsigned* counts, int words) {
  simt::launch_at<block_size>(histogram,
                              simt::shape{histogram_blocks, simt::block_shape<block_size>},
                              reinterpret_cast<unsigned const*>(in), counts, words);
}

/// A thread for a part of the words, in their order: lanes would only wait for one another's
/// counts. Four tables, so that equal neighbours do not wait for each other's store.
constexpr int part = 65536;
SIMT_KERNEL(histogram_parts, (simt::ptr<unsigned const> in, simt::ptr<unsigned> counts)) {
  __shared__ simt::tile<unsigned[4][bins]> s;
  for (int i = 0; i < 4; ++i)
    for (int bin = 0; bin < bins; ++bin) s[i][bin] = 0u;
  auto own = in + blockIdx.x * part;
  for (int i = 0; i < part; ++i) {
    unsigned v = own[i];
    s[0][v & 255u] += 1u;
    s[1][v >> 8 & 255u] += 1u;
    s[2][v >> 16 & 255u] += 1u;
    s[3][v >> 24] += 1u;
  }
  for (int bin = 0; bin < bins; ++bin)
    atomicAdd(&counts[bin], s[0][bin] + s[1][bin] + s[2][bin] + s[3][bin]);
}

void best(int const* in, unsigned* counts, int words) {
  simt::launch_at<1>(histogram_parts, simt::shape{words / part, simt::block_shape<1>},
                     reinterpret_cast<unsigned const*>(in), counts);
}

verdict check(data const& d) {
  std::array<unsigned, bins> want{};
  scalar(d.in.data(), want.data(), static_cast<int>(d.in.size()));
  return compare_exactly(d.histogram, want);
}

workload make(sizes const& s) {
  int const words = s.histogram_words;
  auto const d = std::make_shared<data>(words);
  workload w;
  w.amount = w.bytes = 4. * words;
  w.prepare = [d] { std::fill(d->histogram.begin(), d->histogram.end(), 0u); };
  w.check = [d] { return check(*d); };
  w.variants = {
      {"lane", block_size, [d, words] { lane(d->in.data(), d->histogram.data(), words); }},
      {"hand", 1, [d, words] { hand(d->in.data(), d->histogram.data(), words); }},
      {"best", 1, [d, words] { best(d->in.data(), d->histogram.data(), words); }},
      {"plain", 1, [d, words] { plain::histogram(d->in.data(), d->histogram.data(), words); }},
      {"scalar", 1, [d, words] { scalar(d->in.data(), d->histogram.data(), words); }},
  };
  cuda::add(w, [d, words] { cuda::histogram(d->in.data(), d->histogram.data(), words); });
  return w;
}

registration const registered{"histogram", make};

}  // namespace
}  // namespace bench
