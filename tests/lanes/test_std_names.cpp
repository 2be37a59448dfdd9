// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Bare calls are simt's, whatever of std is visible beside them.
using namespace std;

namespace {

template <class T, class R>
void apart(T const& t, R const& set) {
  auto i = t.threadIdx.x;
  auto v = t.var(0.5f);
  auto const c = t.var(0.25f);
  set(abs(v));
  set(abs(c));
  set(abs(v + c));
  set(acos(v));
  set(acos(c));
  set(acos(v + c));
  set(acosh(v));
  set(acosh(c));
  set(acosh(v + c));
  set(asin(v));
  set(asin(c));
  set(asin(v + c));
  set(asinh(v));
  set(asinh(c));
  set(asinh(v + c));
  set(atan(v));
  set(atan(c));
  set(atan(v + c));
  set(atanh(v));
  set(atanh(c));
  set(atanh(v + c));
  set(cbrt(v));
  set(cbrt(c));
  set(cbrt(v + c));
  set(ceil(v));
  set(ceil(c));
  set(ceil(v + c));
  set(cos(v));
  set(cos(c));
  set(cos(v + c));
  set(cosh(v));
  set(cosh(c));
  set(cosh(v + c));
  set(erf(v));
  set(erf(c));
  set(erf(v + c));
  set(erfc(v));
  set(erfc(c));
  set(erfc(v + c));
  set(exp2(v));
  set(exp2(c));
  set(exp2(v + c));
  set(expm1(v));
  set(expm1(c));
  set(expm1(v + c));
  set(fabs(v));
  set(fabs(c));
  set(fabs(v + c));
  set(floor(v));
  set(floor(c));
  set(floor(v + c));
  set(isfinite(v));
  set(isfinite(c));
  set(isfinite(v + c));
  set(isinf(v));
  set(isinf(c));
  set(isinf(v + c));
  set(isnan(v));
  set(isnan(c));
  set(isnan(v + c));
  set(lgamma(v));
  set(lgamma(c));
  set(lgamma(v + c));
  set(log(v));
  set(log(c));
  set(log(v + c));
  set(log10(v));
  set(log10(c));
  set(log10(v + c));
  set(log1p(v));
  set(log1p(c));
  set(log1p(v + c));
  set(log2(v));
  set(log2(c));
  set(log2(v + c));
  set(logb(v));
  set(logb(c));
  set(logb(v + c));
  set(nearbyint(v));
  set(nearbyint(c));
  set(nearbyint(v + c));
  set(rint(v));
  set(rint(c));
  set(rint(v + c));
  set(round(v));
  set(round(c));
  set(round(v + c));
  set(signbit(v));
  set(signbit(c));
  set(signbit(v + c));
  set(sin(v));
  set(sin(c));
  set(sin(v + c));
  set(sinh(v));
  set(sinh(c));
  set(sinh(v + c));
  set(sqrt(v));
  set(sqrt(c));
  set(sqrt(v + c));
  set(tan(v));
  set(tan(c));
  set(tan(v + c));
  set(tanh(v));
  set(tanh(c));
  set(tanh(v + c));
  set(tgamma(v));
  set(tgamma(c));
  set(tgamma(v + c));
  set(trunc(v));
  set(trunc(c));
  set(trunc(v + c));
  set(exp(v));
  set(exp(c));
  set(exp(v + c));
  set(atan2(v, c));
  set(atan2(c, 2.0f));
  set(atan2(v + c, i));
  set(copysign(v, c));
  set(copysign(c, 2.0f));
  set(copysign(v + c, i));
  set(fdim(v, c));
  set(fdim(c, 2.0f));
  set(fdim(v + c, i));
  set(fmax(v, c));
  set(fmax(c, 2.0f));
  set(fmax(v + c, i));
  set(fmin(v, c));
  set(fmin(c, 2.0f));
  set(fmin(v + c, i));
  set(fmod(v, c));
  set(fmod(c, 2.0f));
  set(fmod(v + c, i));
  set(hypot(v, c));
  set(hypot(c, 2.0f));
  set(hypot(v + c, i));
  set(max(v, c));
  set(max(c, 2.0f));
  set(max(v + c, i));
  set(min(v, c));
  set(min(c, 2.0f));
  set(min(v + c, i));
  set(nextafter(v, c));
  set(nextafter(c, 2.0f));
  set(nextafter(v + c, i));
  set(remainder(v, c));
  set(remainder(c, 2.0f));
  set(remainder(v + c, i));
  set(pow(v, c));
  set(pow(c, 2.0f));
  set(pow(v + c, i));
  set(fma(v, c, 1.0f));
}

}  // namespace

TEST_CASE("functions found through their arguments, behind using namespace std") {
  vector<float> sums(32, 0.0f);
  simt::ptr const p{sums.data()};
  int calls = 0;
  simt::launch(simt::shape{1, 32}, [=, &calls](auto& t) {
    auto sum = t.var(0.0f);
    apart(t, [&](auto const& x) {
      sum += simt::select(x == x, simt::varying_of<decltype(t), float>(x), 0.0f);
      ++calls;
    });
    p[t.threadIdx.x] = sum;
  });
  CHECK(calls == 151);
  CHECK(sqrt(4.0f) == 2.0f);  // uniforms are <cmath>'s
  CHECK(max(1, 2) == 2);
  CHECK(abs(-3) == 3);
  CHECK(isfinite(sums[1]));
  CHECK(sums[1] != 0.0f);
}
