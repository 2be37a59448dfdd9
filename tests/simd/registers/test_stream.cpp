// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/stream.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

namespace stream_test {

namespace simd = simt::simd;
constexpr int P = simd::native_lanes;

/// Stores a register to each address of an element, in order of them, and looks at what is there.
template <class M>
void check_stream() {
  using R = simd::register_t<M>;
  constexpr int L = simd::lanes_of<R, P>;
  alignas(64) M memory[4 * L] = {};
  int wrong = 0;
  for (int at = 0; at <= 3 * L; ++at) {
    simd::vec<R, L> v{};
    for (int l = 0; l < L; ++l) simd::set<R, L>(v, l, static_cast<R>(100 * at + l));
    simd::stream<M, L>(memory + at, v);
    for (int l = 0; l < L; ++l) wrong += memory[at + l] != static_cast<M>(100 * at + l);
    wrong += at > 0 && memory[at - 1] != static_cast<M>(100 * (at - 1));
  }
  INFO("elements of ", sizeof(M), " bytes");
  CHECK(wrong == 0);
}

TEST_CASE("stream: a register at any address, its own thread reads it at once") {
  check_stream<float>();
  check_stream<std::int32_t>();
  check_stream<double>();
  check_stream<std::uint64_t>();
  check_stream<std::int16_t>();
}

TEST_CASE(
    "streaming: what is said of a grid holds until its end, and that of the outer one again") {
  CHECK_FALSE(simd::streams_pay);
  {
    simd::streaming const outer(true);
    CHECK(simd::streams_pay);
    {
      simd::streaming const inner(false);
      CHECK_FALSE(simd::streams_pay);
    }
    CHECK(simd::streams_pay);
  }
  CHECK_FALSE(simd::streams_pay);
}

}  // namespace stream_test
