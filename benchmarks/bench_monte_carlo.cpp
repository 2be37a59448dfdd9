// SPDX-License-Identifier: MIT
//
// Pi from random points: 2^16 threads draw from Philox 4x32-10, two points a call, with a stride
// of the grid between a thread's calls; each thread adds its hits to one counter.

#include <simt/simt.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "checks.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;
using simd::i32;
using simd::u64;

constexpr int block_size = 256;
constexpr std::uint32_t multiplier0 = 0xD2511F53u, multiplier1 = 0xCD9E8D57u;
constexpr std::uint32_t weyl0 = 0x9E3779B9u, weyl1 = 0xBB67AE85u;
constexpr int philox_rounds = 10;

struct data {
  unsigned hits = 0;
  long want = -1;
};

std::array<std::uint32_t, 4> philox(std::uint32_t counter) {
  std::uint32_t a = counter, b = 0, c = 0, d = 0, key0 = philox_key0, key1 = philox_key1;
  for (int round = 0; round < philox_rounds; ++round) {
    std::uint64_t const p = std::uint64_t{multiplier0} * a, q = std::uint64_t{multiplier1} * c;
    a = static_cast<std::uint32_t>(q >> 32) ^ b ^ key0;
    c = static_cast<std::uint32_t>(p >> 32) ^ d ^ key1;
    b = static_cast<std::uint32_t>(q);
    d = static_cast<std::uint32_t>(p);
    key0 += weyl0;
    key1 += weyl1;
  }
  return {a, b, c, d};
}

template <class T>
bool inside(std::uint32_t u, std::uint32_t v) {
  T const x = static_cast<T>(u >> 8) * T(1. / 16777216),
          y = static_cast<T>(v >> 8) * T(1. / 16777216);
  return x * x + y * y <= 1;
}

[[gnu::noinline]] unsigned scalar(int calls) {
  unsigned hits = 0;
  for (int i = 0; i < calls; ++i) {
    auto const r = philox(static_cast<std::uint32_t>(i));
    hits += inside<float>(r[0], r[1]);
    hits += inside<float>(r[2], r[3]);
  }
  return hits;
}

/// Calls of as many threads as a register has 64-bit elements: the state sits in their low halves,
/// where the multiplier wants it, and what is in the high halves does not matter.
struct state {
  u64 a, b, c, d;
};
constexpr int half_lanes = simd::lanes / 2;

BENCH_INLINE void round(state& s, std::uint32_t key0, std::uint32_t key1) {
  u64 const p = simd::multiply_low_halves(s.a, u64{} + multiplier0);
  u64 const q = simd::multiply_low_halves(s.c, u64{} + multiplier1);
  s.a = (q >> 32) ^ s.b ^ key0;
  s.c = (p >> 32) ^ s.d ^ key1;
  s.b = q;
  s.d = p;
}

/// The upper 24 bits of the low halves of two registers, as floats in one.
BENCH_INLINE f32 coordinates(u64 even, u64 odd) {
  u64 const both = (even & 0xffffffffu) | (odd << 32);
  return simd::to_float(reinterpret_cast<i32>(reinterpret_cast<simd::u32>(both) >> 8));
}

BENCH_INLINE i32 count_hits(i32 hits, f32 x, f32 y) {
  // Coordinates are integers below 2^24, so the circle has the radius 2^24.
  return simd::count(simd::less_equal(simd::fma(x, x, y * y), simd::splat(281474976710656.f)),
                     hits);
}

[[gnu::noinline]] unsigned hand(int calls) {
  constexpr int states = simd::registers == 32 ? 4 : 2;  // chains at once
  constexpr int gang = states * half_lanes;
  std::atomic<unsigned> total{0};
  for_blocks(monte_carlo_threads / block_size, 1, [=, &total](int block) {
    i32 hits = {};
    for (int t = block * block_size; t < (block + 1) * block_size; t += gang)
      for (int call = t; call < calls; call += monte_carlo_threads) {
        state s[states];
        BENCH_UNROLL
        for (int i = 0; i < states; ++i) {
          u64 lane{};
          BENCH_UNROLL
          for (int l = 0; l < half_lanes; ++l) lane[l] = static_cast<unsigned>(i * half_lanes + l);
          s[i] = {lane + static_cast<unsigned>(call), u64{}, u64{}, u64{}};
        }
        std::uint32_t key0 = philox_key0, key1 = philox_key1;
        BENCH_UNROLL
        for (int r = 0; r < philox_rounds; ++r) {
          BENCH_UNROLL
          for (int i = 0; i < states; ++i) round(s[i], key0, key1);
          key0 += weyl0;
          key1 += weyl1;
        }
        BENCH_UNROLL
        for (int i = 0; i < states; i += 2) {
          hits = count_hits(hits, coordinates(s[i].a, s[i + 1].a), coordinates(s[i].b, s[i + 1].b));
          hits = count_hits(hits, coordinates(s[i].c, s[i + 1].c), coordinates(s[i].d, s[i + 1].d));
        }
      }
    total.fetch_add(static_cast<unsigned>(simd::sum(hits)), std::memory_order_relaxed);
  });
  return total.load();
}

SIMT_KERNEL(monte_carlo, (simt::ptr<unsigned> hits, int calls)) {
  auto thread = blockIdx.x * blockDim.x + threadIdx.x;
  varying<unsigned> count = 0u;
  simt_for (auto call = thread, call < calls, call += gridDim.x * blockDim.x) {
    varying<unsigned> a = call, b = 0u, c = 0u, d = 0u;
    unsigned key0 = philox_key0, key1 = philox_key1;
    for (int round = 0; round < philox_rounds; ++round) {
      varying<unsigned> high0 = __umulhi(multiplier0, a), low0 = multiplier0 * a;
      varying<unsigned> high1 = __umulhi(multiplier1, c), low1 = multiplier1 * c;
      a = high1 ^ b ^ key0;
      c = high0 ^ d ^ key1;
      b = low1;
      d = low0;
      key0 += weyl0;
      key1 += weyl1;
    }
    constexpr float scale = 1.f / 16777216.f;
    varying<float> x = varying<float>(a >> 8) * scale, y = varying<float>(b >> 8) * scale;
    varying<float> z = varying<float>(c >> 8) * scale, w = varying<float>(d >> 8) * scale;
    count +=
        simt::select(x * x + y * y <= 1.f, 1u, 0u) + simt::select(z * z + w * w <= 1.f, 1u, 0u);
  }
  atomicAdd(hits, count);
}

unsigned lane(int calls) {
  unsigned hits = 0;
  simt::launch(monte_carlo, simt::shape{monte_carlo_threads / block_size, block_size}, &hits,
               calls);
  return hits;
}

/// In double precision; single may round a point on the circle to the other side.
verdict check(data& d, int calls) {
  if (d.want < 0) {
    std::atomic<long> want{0};
    constexpr int chunk = 1 << 16;
    for_blocks(calls / chunk, 1, [&](int c) {
      long hits = 0;
      for (int i = c * chunk; i < (c + 1) * chunk; ++i) {
        auto const r = philox(static_cast<std::uint32_t>(i));
        hits += inside<double>(r[0], r[1]);
        hits += inside<double>(r[2], r[3]);
      }
      want += hits;
    });
    d.want = want;
  }
  return judge(static_cast<double>(std::labs(d.want - long{d.hits})), 64, "hits that differ");
}

workload make(sizes const& s) {
  int const calls = s.monte_carlo_calls;
  auto const d = std::make_shared<data>();
  workload w;
  w.amount = 2. * calls;
  w.unit = "Gpoint/s";
  w.prepare = [d] { d->hits = 0; };
  w.check = [d, calls] { return check(*d, calls); };
  w.variants = {
      {"lane", simt::default_width, [d, calls] { d->hits = lane(calls); }},
      {"hand", 2 * simd::lanes, [d, calls] { d->hits = hand(calls); }},
      {"plain", 2 * simd::lanes, [d, calls] { d->hits = plain::monte_carlo(calls); }},
      {"scalar", 1, [d, calls] { d->hits = scalar(calls); }},
  };
  return w;
}

registration const registered{"monte_carlo", make};

}  // namespace
}  // namespace bench
