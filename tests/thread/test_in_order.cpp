// SPDX-License-Identifier: MIT
#include <simt/thread/device_integer.hpp>
#include <simt/thread/in_order.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

int next(int& s) { return ++s; }

struct counted {
  static inline int copies = 0;
  int value = 0;

  explicit counted(int v) : value(v) {}
  counted(counted const& other) : value(other.value) { ++copies; }
};

}  // namespace

TEST_CASE("in_order: arguments are evaluated from left to right") {
  int s = 0;
  int const r = simt::cuda::in_order{next(s), next(s), next(s)}.call(
      [](auto&& a, auto&& b, auto&& c) { return a * 100 + b * 10 + c; });
  CHECK(r == 123);
}

TEST_CASE("in_order: arguments come as what they are, and so does the result") {
  int s = 5;
  CHECK(&simt::cuda::in_order{s, 7}.call([](auto&& a, auto&& b) -> decltype(auto) {
    static_assert(std::is_same_v<decltype(a), int&> && std::is_same_v<decltype(b), int&&>);
    return static_cast<decltype(a)>(a);
  }) == &s);
  counted::copies = 0;
  int const sum = simt::cuda::in_order{counted(1), counted(2)}.call(
      [](auto&& a, auto&& b) { return a.value + b.value; });
  CHECK(sum == 3);
  CHECK(counted::copies == 0);
}

TEST_CASE("in_order: constants may be made of it") {
  constexpr int product = simt::cuda::in_order{6, 7}.call([](auto&& a, auto&& b) { return a * b; });
  static_assert(product == 42);
}

TEST_CASE("in_order: an operand that is a number is its value at that time") {
  int s = 5;
  int const r = simt::cuda::operands{s, s = 8}.call([](auto&& l, auto&& m) { return l * 10 + m; });
  CHECK(r == 58);
  struct {
    unsigned bits : 3;
  } b{7};
  CHECK(simt::cuda::operands{simt::cuda::bit_field(b.bits), simt::cuda::bit_field(b.bits = 2)}.call(
            [](auto&& l, auto&& m) { return l - m; }) == 5);
  counted one(1);
  CHECK(&simt::cuda::bit_field(one) == &one);
  CHECK(simt::cuda::operands{one, 2}.call([&](auto&& l, auto&&) { return &l == &one; }));
}

TEST_CASE("in_order: a copy is of the time at which it is made; an array has an address") {
  counted::copies = 0;
  counted x(1);
  counted const y = simt::cuda::copied(x);
  x.value = 2;
  CHECK(y.value == 1);
  CHECK(counted::copies == 1);
  int a[2] = {1, 2};
  CHECK(simt::cuda::copied(a) == a);
}

namespace {
struct sizes {
  static int const rows = 3;  // has no address
};
}  // namespace

TEST_CASE("in_order: a class's constant is its value, for it may have no address") {
  int i = 2;
  auto const difference = [](auto&& a, auto&& b) { return a - b; };
  CHECK(simt::cuda::in_order{sizes::rows, i = 4}.call(difference) == -1);
  CHECK(simt::cuda::operands{sizes::rows, i++}.call(difference) == -1);
  CHECK(simt::cuda::copied(sizes::rows) + simt::cuda::bit_field(sizes::rows) == 6);
  i += simt::cuda::step_operand<int>(sizes::rows);
  CHECK(i == 8);
}

TEST_CASE("step_operand: an integer's step by a number that is none is as a GPU has it") {
  int i = 7;
  i *= simt::cuda::step_operand<int&>(1.5f);
  CHECK(i == 10);
  int volatile v = 7;
  v /= simt::cuda::step_operand<int volatile&>(2.0);
  CHECK(v == 3);
  v -= simt::cuda::step_operand<int volatile&>(1e20f);
  CHECK(v == -2147483647 - 1);
  i = v += simt::cuda::step_operand<int volatile&>(2.0);
  CHECK(i == -2147483647 + 1);
  float f = 7;
  f *= simt::cuda::step_operand<float&>(1.5f);
  CHECK(f == 10.5f);
}
