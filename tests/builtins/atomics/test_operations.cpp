// SPDX-License-Identifier: MIT
#include <simt/builtins/atomics/operations.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace simt::detail;

TEST_CASE("atomics/operations: what is stored") {
  constexpr int top = std::numeric_limits<int>::max();
  CHECK(atomic_add::apply<int>(top, 1, 0) == std::numeric_limits<int>::min());
  CHECK(atomic_sub::apply<unsigned>(0u, 1u, 0u) == ~0u);
  CHECK(atomic_exch::apply<float>(1.0f, 2.0f, 0.0f) == 2.0f);
  CHECK(atomic_min::apply<int>(3, -1, 0) == -1);
  CHECK(atomic_max::apply<unsigned>(3u, ~0u, 0u) == ~0u);
  CHECK(atomic_inc::apply<unsigned>(4u, 5u, 0u) == 5);
  CHECK(atomic_inc::apply<unsigned>(5u, 5u, 0u) == 0);
  CHECK(atomic_dec::apply<unsigned>(0u, 5u, 0u) == 5);
  CHECK(atomic_dec::apply<unsigned>(6u, 5u, 0u) == 5);
  CHECK(atomic_dec::apply<unsigned>(5u, 5u, 0u) == 4);
  CHECK(atomic_cas::apply<int>(1, 1, 7) == 7);
  CHECK(atomic_cas::apply<int>(2, 1, 7) == 2);
  CHECK(atomic_xor::apply<int>(6, 3, 0) == 5);
}

TEST_CASE("atomics/operations: lanes that meet are folded in their order") {
  CHECK(atomic_exch::combine<int>(1, 2) == 2);
  CHECK(atomic_sub::combine<int>(1, 2) == 3);
  static_assert(atomic_add::combines<int> && !atomic_add::combines<float>);
  static_assert(!atomic_cas::combines<int> && atomic_cas::spins && !atomic_add::spins);
}

TEST_CASE("atomics/operations: [ATOM-001] [FP-007] floats in global memory have zeros for subnormal numbers") {
  // {before, operand, after in global memory, after in shared memory}: an H100's.
  float const recorded[][4] = {{0x116c2p-149f, 0.0f, 0.0f, 0x116c2p-149f},
                               {0x116c2p-149f, 0x116c2p-149f, 0.0f, 0x22d84p-149f},
                               {-1.2e-38f, 1.19e-38f, -0.0f, -0x116c2p-149f},
                               {0x116c2p-149f, 1.3e-38f, 1.3e-38f, 0x8ea578p-149f},
                               {0.0f, 0x116c2p-149f, 0.0f, 0x116c2p-149f},
                               {-0.0f, -0.0f, -0.0f, -0.0f}};
  for (auto const& [before, operand, global, shared] : recorded) {
    float here = before, there = before;
    CHECK(update_locked<atomic_add>(&here, operand, 0.0f) == before);
    CHECK(update_plain<atomic_add>(&there, operand, 0.0f) == before);
    CHECK(simt::simd::bits_as<unsigned>(here) == simt::simd::bits_as<unsigned>(global));
    CHECK(simt::simd::bits_as<unsigned>(there) == simt::simd::bits_as<unsigned>(shared));
  }
  double sum = 0x1p-1074;
  update_locked<atomic_add>(&sum, 0x1p-1074, 0.0);
  CHECK(sum == 0x1p-1073);
}

template <class Op, class T>
void both(T before, T a, T b, T after) {
  T plain = before, locked = before;
  CHECK(update_plain<Op>(&plain, a, b) == before);
  CHECK(update_locked<Op>(&locked, a, b) == before);
  CHECK(plain == after);
  CHECK(locked == after);
}

TEST_CASE("atomics/operations: plain and locked updates give the old value and store the new one") {
  both<atomic_add>(1.5, 2.0, 0.0, 3.5);
  both<atomic_add>(7LL, -9LL, 0LL, -2LL);
  both<atomic_sub>(7u, 9u, 0u, ~0u - 1);
  both<atomic_exch>(1.0f, -0.0f, 0.0f, 0.0f);
  both<atomic_min>(5, 9, 0, 5);
  both<atomic_max>(5, 9, 0, 9);
  both<atomic_inc>(9u, 3u, 0u, 0u);
  both<atomic_and>(12, 10, 0, 8);
  both<atomic_or>(12, 10, 0, 14);
  both<atomic_cas>(5, 5, 6, 6);
  both<atomic_cas>(5, 4, 6, 5);
  both<atomic_add>(static_cast<short>(3), static_cast<short>(4), static_cast<short>(0),
                   static_cast<short>(7));
}
