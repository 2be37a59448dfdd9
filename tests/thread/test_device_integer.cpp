// SPDX-License-Identifier: MIT
#include <simt/thread/device_integer.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

using simt::cuda::device_integer;

namespace {

struct counted {
  int n;
  operator int() const { return n; }
};
enum class color { red = 3 };

}  // namespace

TEST_CASE(
    "device_integer: floating-point numbers of any size become integers as on a GPU [FP-009]") {
  volatile float large = 3e9f, below = -1.5f, none = NAN;
  volatile double d = -1e300;
  CHECK((int)(device_integer<int>)large == 2147483647);
  CHECK((unsigned)(device_integer<unsigned>)below == 0u);
  CHECK((unsigned char)(device_integer<unsigned char>)below == 0);
  CHECK((int)(device_integer<int>)none == 0);
  CHECK(static_cast<long long>(device_integer<long long>(d)) == INT64_MIN);
}

TEST_CASE("device_integer: it binds as a cast does, and leaves everything else as C++ has it") {
  float const x = 2.75f;
  CHECK(-(int)(device_integer<int>)x * 3 == -6);
  CHECK((int)(device_integer<int>)-x == -2);
  static_assert((unsigned char)(device_integer<unsigned char>)300 == 44);
  static_assert((int)(device_integer<int>)color::red == 3);
  int sizes[(int)(device_integer<int>)2.5] = {};
  CHECK(sizeof(sizes) == 2 * sizeof(int));
  CHECK((int)(device_integer<int>)counted{5} == 5);
  int place = 0;
  CHECK((std::uintptr_t)(device_integer<std::uintptr_t>)&place ==
        reinterpret_cast<std::uintptr_t>(&place));
  struct {
    unsigned bits : 3;
  } s{5};
  CHECK((int)(device_integer<int>)s.bits == 5);
}

TEST_CASE("converted: floating-point numbers become integers of the type, all else stays") {
  using simt::cuda::converted;
  CHECK(converted<int>(3e9f) == 2147483647);
  CHECK(converted<unsigned char>(300.7) == 44);
  CHECK(converted<unsigned>(-1.5f) == 0);
  static_assert(std::is_same_v<decltype(converted<int>(5ULL)), unsigned long long>);
  static_assert(converted<int>(-2.5) == -2);
  struct bits {
    int low : 3;
  } b{2};
  CHECK(converted<int>(b.low) == 2);
  struct only_here {
    only_here() = default;
    only_here(only_here const&) = delete;
    operator int() const { return 7; }
  } const object;
  int const from_object = converted<int>(object);
  CHECK(from_object == 7);
}
