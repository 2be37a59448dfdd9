// SPDX-License-Identifier: MIT
#include <simt/engine/detail/division_trap.hpp>
#include <simt/engine/grid.hpp>

#include <doctest/doctest.h>

#include <climits>
#include <cstdint>

#if SIMT_CATCH_DIVISION

namespace {

template <class T>
struct division {
  T a, b, quotient, remainder;
};
// (Divisors in a register, in memory by a pointer, and beside the instruction's own address.)
template <class T>
[[gnu::noinline]] void divide(division<T>& d) {
  T const volatile a = d.a, b = d.b;
  T const x = a;
  d.quotient = x / b;
  d.remainder = x % d.b;
}
int volatile beside = 0;
int volatile table[4] = {3, 0, -1, 0};

template <class F>
void in_kernel(F const& f) {
  simt::detail::install_division_handler();  // doctest has its own
  simt::launch_info info;
  info.kernel = "divides";
  info.grid = info.block = simt::dim3(1);
  info.threads = info.gangs = 1;
  simt::run_grid(info, [&](simt::block&, unsigned) { f(); });
}

template <class T>
void check(T least) {
  T const ones = T(~T{0});
  division<T> all[] = {{T(7), T(0), ones, T(7)},   {T(0), T(0), ones, T(0)},
                       {T(9), T(2), T(4), T(1)},   {ones, T(0), ones, ones},
                       {least, T(0), ones, least}, {least, T(1), least, T(0)},
                       {least, ones, least, T(0)}};
  for (division<T> const& wanted : all) {
    if (wanted.b == ones && least == 0) continue;  // (unsigned: an ordinary division)
    division<T> d = wanted;
    in_kernel([&] { divide(d); });
    CHECK(d.quotient == wanted.quotient);
    CHECK(d.remainder == wanted.remainder);
  }
}

}  // namespace

TEST_CASE("division_trap: integers divided by 0, and the least over -1, as on a GPU") {
  check<int>(INT_MIN);
  check<unsigned>(0);
  check<long long>(LLONG_MIN);
  check<unsigned long long>(0);
}

TEST_CASE("division_trap: divisors that the instruction reads from memory") {
  int q[3] = {};
  long volatile i = 1;
  in_kernel([&] {
    int volatile a = 12, least = INT_MIN;
    q[0] = a / beside;
    q[1] = a / table[i];
    q[2] = least / table[i + 1];
  });
  CHECK(q[0] == -1);
  CHECK(q[1] == -1);
  CHECK(q[2] == INT_MIN);
}

#else
TEST_CASE(
    "division_trap: where divisions raise no signal, or a sanitizer reports them, nothing is "
    "caught") {
  CHECK(SIMT_CATCH_DIVISION == 0);
}
#endif
