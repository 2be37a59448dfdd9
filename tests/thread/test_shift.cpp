// SPDX-License-Identifier: MIT
#include <simt/thread/shift.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace {

using simt::cuda::device_shift;
using simt::cuda::device_shifted;

struct log_of_values {
  int sum = 0;
  log_of_values& operator<<(int x) {
    sum = sum * 10 + x;
    return *this;
  }
};

enum amount { four = 4 };
enum class flag { low = 1, next = 2 };
constexpr flag operator<<(flag f, int n) { return static_cast<flag>(static_cast<int>(f) << n); }

struct sized {
  sized() {}
  enum { length = 12 };
};
template <class T>
T half_of_length(int n) {
  sized object;
  // g++ 12 takes this for a place in templates.
  return T(object.length >> device_shift >> n);
}

}  // namespace

TEST_CASE("device_shift: amounts below the width are C++'s shifts, with C++'s types") {
  static_assert((1 << device_shift << 5) == 32);
  static_assert(std::is_same_v<decltype(char{1} << device_shift << 5LL), int>);
  static_assert(std::is_same_v<decltype(1ULL >> device_shift >> 5), unsigned long long>);
  static_assert((-64 >> device_shift >> 3) == -8);
  static_assert((1 << device_shift << four << device_shift << 1) == 32);
  for (int n = 0; n < 64; ++n) {
    CHECK((0x9234567890abcdefULL >> device_shift >> n) == 0x9234567890abcdefULL >> n);
    CHECK((0x9234567890abcdefULL << device_shift << n) == 0x9234567890abcdefULL << n);
  }
}

TEST_CASE("device_shift: larger amounts give 0, or the sign") {
  std::uint32_t const u = 0xdeadbeef;
  for (int n : {32, 33, 64, 1000, -1}) {
    CHECK((u << device_shift << n) == 0);
    CHECK((u >> device_shift >> n) == 0);
    CHECK((std::int32_t{-5} >> device_shift >> n) == -1);
    CHECK((std::int32_t{5} >> device_shift >> n) == 0);
  }
  CHECK(((1 << device_shift << 32) - 1) == -1);
  CHECK((1ULL << device_shift << 64) == 0);
}

TEST_CASE("device_shift: other types keep their operators") {
  log_of_values log;
  log << device_shift << 1 << device_shift << 2;
  CHECK(log.sum == 12);
  CHECK((flag::low << device_shift << 1) == flag::next);
}

TEST_CASE("device_shift: enumerations are the integers that they become [LANG-001]") {
  CHECK((four << device_shift << 1) == 8);
  CHECK((four << device_shift << 32) == 0);
  static_assert(std::is_same_v<decltype(four >> device_shift >> 1), decltype(four >> 1)>);
  CHECK(half_of_length<int>(1) == 6);
  CHECK(half_of_length<int>(40) == 0);
}

TEST_CASE(
    "device_shift: assignments, whose amounts may be expressions and whose places of any type") {
  int n = 32;
  unsigned a = 7;
  a <<= device_shift <<= n;
  CHECK(a == 0);
  int b = -5;
  b >>= device_shift >>= n + 40;
  CHECK(b == -1);
  short c = 3;
  static_assert(std::is_same_v<decltype(c <<= device_shift <<= n), short&>);
  c <<= device_shift <<= n > 3 ? 14 : 1;
  CHECK(c == short(3 << 14));
  unsigned long long volatile d = 1;
  d <<= device_shift <<= 63u;
  CHECK(d == 1ULL << 63);
  (b <<= device_shift <<= 1) += 5;
  CHECK(b == 3);
}

// (A number that is narrowed to a bit field is what -Wconversion is about.)
#pragma GCC diagnostic ignored "-Wconversion"
TEST_CASE("device_shifted: members that may be bit fields") {
  struct {
    unsigned five : 5;
    int rest : 20;
  } m{3, -4};
  int const n = 3;
  m.five = device_shifted(m.five) <<= n & 2;
  CHECK(+m.five == 12);
  m.five = device_shifted(m.five) <<= n + 40;
  CHECK(+m.five == 0);
  m.rest = device_shifted(m.rest) >>= 70;
  CHECK(+m.rest == -1);
}
