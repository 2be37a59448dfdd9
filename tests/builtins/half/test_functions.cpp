// SPDX-License-Identifier: MIT
#include <simt/builtins/half/functions.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/half_lanes.hpp>

#include <cmath>
#include <cstdlib>

namespace simt_test::halves {

/// f of every number against double's function, rounded to H; the result differs by that many
/// numbers at most.
template <class H, class F, class G>
int differing(F f, G reference, int units) {
  int differ = 0;
  for (unsigned b = 0; b < 0x10000; ++b) {
    H const h = of_bits<H>(b);
    H const got = f(h), want = H(reference(static_cast<double>(static_cast<float>(h))));
    bool const close =
        (got.__x & 0x8000) == (want.__x & 0x8000) && std::abs(got.__x - want.__x) <= units;
    differ += !same(got, want) && !close;
  }
  return differ;
}
#define DIFFERING(name, units, ...) \
  CHECK(differing<H>([](H h) { return simt::h##name(h); }, [](double x) { return __VA_ARGS__; }, units) == 0)

template <class H>
void every_number() {
  DIFFERING(trunc, 0, std::trunc(x));
  DIFFERING(ceil, 0, std::ceil(x));
  DIFFERING(floor, 0, std::floor(x));
  DIFFERING(rint, 0, std::nearbyint(x));
  DIFFERING(sqrt, 0, std::sqrt(x));
  DIFFERING(rcp, 0, 1.0 / x);
  DIFFERING(rsqrt, 0, 1.0 / std::sqrt(x));
  DIFFERING(exp, 1, std::exp(x));
  DIFFERING(exp2, 1, std::exp2(x));
  DIFFERING(exp10, 1, std::pow(10.0, x));
  DIFFERING(log, 1, std::log(x));
  DIFFERING(log2, 1, std::log2(x));
  DIFFERING(log10, 1, std::log10(x));
  DIFFERING(tanh, 1, std::tanh(x));
  DIFFERING(sin, 1, std::sin(x));
  DIFFERING(cos, 1, std::cos(x));
}

TEST_CASE("half/functions: every number, rounded once where it is said, else to a neighbour") {
  every_number<__half>();
  every_number<__nv_bfloat16>();
}

TEST_CASE("half/functions: a pair's are those of its numbers") {
  __half2 const p = simt::make_half2(__half(2.5f), __half(-0.75f));
  __half2 const f = simt::h2floor(p), e = simt::h2exp2(p), r = simt::h2rcp(p);
  CHECK((static_cast<float>(f.x) == 2.0f && static_cast<float>(f.y) == -1.0f));
  CHECK((same(e.x, simt::hexp2(p.x)) && same(e.y, simt::hexp2(p.y))));
  CHECK((same(r.x, __half(0.4f)) && same(r.y, simt::hrcp(p.y))));
}

}  // namespace simt_test::halves
