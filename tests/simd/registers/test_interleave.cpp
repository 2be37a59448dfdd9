// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/interleave.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace interleave_test {

namespace simd = simt::simd;

template <class R, int L, int N>
void check_interleave() {
  simd::vec<R, L> memory[N], members[N], back[N];
  for (int i = 0; i < N * L; ++i) simd::set<R, L>(memory[i / L], i % L, R(i + 1));
  simd::deinterleave<R, L, N>(memory, members);
  for (int c = 0; c < N; ++c)
    for (int k = 0; k < L; ++k) CHECK(simd::get<R, L>(members[c], k) == R(N * k + c + 1));
  simd::interleave<R, L, N>(members, back);
  for (int i = 0; i < N * L; ++i) CHECK(simd::get<R, L>(back[i / L], i % L) == R(i + 1));
}
template <class R>
void check_all() {
  constexpr int L = simd::lanes_of<R, simd::native_lanes>;
  check_interleave<R, L, 1>();
  check_interleave<R, L, 2>();
  check_interleave<R, L, 3>();
  check_interleave<R, L, 4>();
  check_interleave<R, 1, 3>();
}

TEST_CASE("interleave: structs of one to four numbers as registers of their members, and back") {
  check_all<int>();
  check_all<float>();
  check_all<std::int64_t>();
  check_all<double>();
}

}  // namespace interleave_test
