// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/permute.hpp>

#include <doctest/doctest.h>

#include <random>

namespace {

namespace simd = simt::simd;

/// The 32 lanes of a warp in registers, and lane by lane.
template <class R>
struct warp {
  static constexpr int lanes = simd::lanes_of<R, simd::native_lanes>;
  static constexpr int count = simd::warp_registers<lanes>;
  simd::vec<R, lanes> v[count];

  R get(int l) const { return v[l / lanes][l % lanes]; }
  void set(int l, R x) { v[l / lanes][l % lanes] = x; }
};

template <class R>
void check_permutes() {
  using W = warp<R>;
  using I = simd::signed_of<R>;
  std::mt19937 random(5);
  W in;
  for (int l = 0; l < 32; ++l) in.set(l, static_cast<R>(100 + 3 * l));
  for (int turn = 0; turn < 50; ++turn) {
    warp<I> index;
    for (int l = 0; l < 32; ++l) index.set(l, static_cast<I>(random() % 32));
    W out;
    simd::permute_warp<R, W::lanes>(in.v, index.v, out.v);
    for (int l = 0; l < 32; ++l) CHECK(out.get(l) == in.get(static_cast<int>(index.get(l))));
  }
  for (int by = 0; by < 32; ++by) {
    W slid, memory, swapped, other;
    simd::slide_warp<R, W::lanes, true>(in.v, by, slid.v);
    simd::slide_warp<R, W::lanes, false>(in.v, by, memory.v);
    simd::swap_warp<R, W::lanes, true>(in.v, by, swapped.v);
    simd::swap_warp<R, W::lanes, false>(in.v, by, other.v);
    for (int l = 0; l < 32; ++l) {
      CAPTURE(by);
      CAPTURE(l);
      CHECK(slid.get(l) == in.get((l + by) % 32));
      CHECK(memory.get(l) == in.get((l + by) % 32));
      CHECK(swapped.get(l) == in.get(l ^ by));
      CHECK(other.get(l) == in.get(l ^ by));
    }
  }
}

TEST_CASE("[SHFL-001] [SHFL-004] permutes of a warp's registers move what the index says") {
  check_permutes<int>();
  check_permutes<float>();
  check_permutes<std::int64_t>();
  check_permutes<double>();
}

}  // namespace
