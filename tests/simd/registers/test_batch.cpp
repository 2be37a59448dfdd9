// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/batch.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

// A batch that fills a register is xsimd's, a narrower one ours: both do the same by the same
// names.
namespace batch_test {

namespace simd = simt::simd;

template <class R, int L>
struct numbers {
  using V = simd::batch<R, L>;
  simd::vec<R, L> v{};
  R operator[](int l) const { return simd::get<R, L>(v, l); }
  void set(int l, R x) { simd::set<R, L>(v, l, x); }
  V batch() const { return simd::to_batch<R, L>(v); }
};

template <class R, int L, class V, class F>
void check_lanes(V result, F const& expected) {
  auto const r = simd::to_vec(result);
  for (int l = 0; l < L; ++l) {
    R const is = simd::get<R, L>(r, l), be = expected(l);
    CAPTURE(L);
    CAPTURE(l);
    CAPTURE(is);
    CAPTURE(be);
    bool const same = is == be ? std::signbit(is) == std::signbit(be) : is != is && be != be;
    CHECK(same);
  }
}

template <class R, int L>
void check_batch() {
  using limits = std::numeric_limits<R>;
  R const some[] = {R(1.5),
                    R(-2.25),
                    R(0),
                    R(-0.0),
                    R(3),
                    R(-7.75),
                    limits::infinity(),
                    R(0.1),
                    limits::quiet_NaN(),
                    R(-1),
                    R(2),
                    R(100),
                    R(1e-3)};
  for (int turn = 0; turn < 13; ++turn) {
    numbers<R, L> a, b;
    for (int l = 0; l < L; ++l) {
      a.set(l, some[(l + turn) % 13]);
      b.set(l, some[(3 * l + 2 * turn + 1) % 13]);
    }
    auto const x = a.batch(), y = b.batch();
    check_lanes<R, L>(x, [&](int l) { return a[l]; });
    check_lanes<R, L>(x + y, [&](int l) { return a[l] + b[l]; });
    check_lanes<R, L>(x - y, [&](int l) { return a[l] - b[l]; });
    check_lanes<R, L>(x * y, [&](int l) { return a[l] * b[l]; });
    check_lanes<R, L>(x / y, [&](int l) { return a[l] / b[l]; });
    check_lanes<R, L>(simd::negate(x), [&](int l) { return -a[l]; });
    check_lanes<R, L>(abs(x), [&](int l) { return std::abs(a[l]); });
    check_lanes<R, L>(sqrt(abs(x)), [&](int l) { return std::sqrt(std::abs(a[l])); });
    check_lanes<R, L>(copysign(abs(x), y), [&](int l) { return std::copysign(a[l], b[l]); });
    check_lanes<R, L>(simd::lesser(x, y), [&](int l) { return a[l] < b[l] ? a[l] : b[l]; });
    check_lanes<R, L>(simd::greater(x, y), [&](int l) { return a[l] > b[l] ? a[l] : b[l]; });
    check_lanes<R, L>(select(x < y, x, y), [&](int l) { return a[l] < b[l] ? a[l] : b[l]; });
    check_lanes<R, L>(select(x <= y, x, y), [&](int l) { return a[l] <= b[l] ? a[l] : b[l]; });
    check_lanes<R, L>(select(x == y, x, y), [&](int l) { return a[l] == b[l] ? a[l] : b[l]; });
    // Not x != y: xsimd 8.1 to 9.0 have it false for NaN (docs/simd.md).
    check_lanes<R, L>(select(~(x == y), x, y), [&](int l) { return a[l] != b[l] ? a[l] : b[l]; });
    check_lanes<R, L>(select(isnan(x) | (x > y), x, y),
                      [&](int l) { return a[l] != a[l] || a[l] > b[l] ? a[l] : b[l]; });
    check_lanes<R, L>(select((x >= y) & ~isnan(y), x, y),
                      [&](int l) { return a[l] >= b[l] ? a[l] : b[l]; });
    bool any_less = false, all_less = true;
    for (int l = 0; l < L; ++l) {
      any_less = any_less || a[l] < b[l];
      all_less = all_less && a[l] < b[l];
    }
    CHECK(any(x < y) == any_less);
    CHECK(all(x < y) == all_less);
    check_lanes<R, L>(simd::from_bits<decltype(x)>(simd::bits(x)), [&](int l) { return a[l]; });
    check_lanes<R, L>(select(simd::is_negative<simd::batch<R, L>>(simd::bits(x)), y, x),
                      [&](int l) { return std::signbit(a[l]) ? b[l] : a[l]; });
  }
  // Rounded once: what the product loses comes back.
  R const e = limits::epsilon();
  numbers<R, L> a, product;
  for (int l = 0; l < L; ++l) {
    a.set(l, R(1) + R(l + 1) * e);
    product.set(l, a[l] * a[l]);
  }
  if constexpr (simd::has_fma && L > 1)
    if (simd::fills_register<R, L>) {
      check_lanes<R, L>(simd::fmsub(a.batch(), a.batch(), product.batch()),
                        [&](int l) { return std::fma(a[l], a[l], -product[l]); });
      check_lanes<R, L>(simd::fmadd(a.batch(), a.batch(), simd::negate(product.batch())),
                        [&](int l) { return std::fma(a[l], a[l], -product[l]); });
      check_lanes<R, L>(simd::fnmadd(a.batch(), a.batch(), product.batch()),
                        [&](int l) { return std::fma(-a[l], a[l], product[l]); });
    }
}

TEST_CASE("batch: operators, select and functions of whole registers, halves and single lanes") {
  constexpr int P = simd::native_lanes;
  check_batch<float, P>();
  check_batch<double, simd::lanes_of<double, P>>();
  check_batch<float, 1>();
  check_batch<double, 1>();
  if constexpr (P > 2) check_batch<float, P / 2>();
}

}  // namespace batch_test
