// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/strided.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>

namespace strided_test {

namespace simd = simt::simd;

template <class M, int S>
void check_strided() {
  constexpr int L = simd::lanes_of<M, simd::native_lanes>;
  if constexpr (simd::has_strided<M, L, S>) {
    // On the heap, so that a sanitizer sees what lies behind the last one.
    constexpr int size = S * (L - 1) + 1;
    auto const p = std::make_unique<M[]>(size);
    for (int i = 0; i < size; ++i) p[static_cast<std::size_t>(i)] = M(i + 1);
    auto const v = simd::load_strided<M, L, S>(p.get());
    for (int l = 0; l < L; ++l) CHECK(v[l] == M(S * l + 1));
    simd::store_strided<M, L, S>(p.get(), v + M(100));
    for (int i = 0; i < size; ++i)
      CHECK(p[static_cast<std::size_t>(i)] == (i % S == 0 ? M(i + 101) : M(i + 1)));
  }
}
template <class M>
void check_strides() {
  check_strided<M, 2>();
  check_strided<M, 3>();
  check_strided<M, 4>();
}

TEST_CASE("strided: every second, third and fourth number, and nothing between or behind them") {
  check_strides<int>();
  check_strides<float>();
  check_strides<std::int64_t>();
  check_strides<double>();
}

}  // namespace strided_test
