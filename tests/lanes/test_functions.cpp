// SPDX-License-Identifier: MIT
#include <simt/lanes/functions.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace simt;

/// Equal to a few units in the last place of T; NaN equals NaN.
template <class T>
bool near(T a, T b, double units = 4) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  auto const scale = std::max(std::fabs(a), std::fabs(b));
  return std::fabs(static_cast<double>(a) - static_cast<double>(b)) <=
         units * static_cast<double>(scale) *
             static_cast<double>(std::numeric_limits<T>::epsilon());
}

template <class T>
std::vector<T> arguments(int n, unsigned seed) {
  std::mt19937 r(seed);
  std::vector<T> x(static_cast<std::size_t>(n));
  for (auto& v : x)
    v = static_cast<T>(static_cast<int>(r() % 40001) - 20000) / static_cast<T>(3000);
  T const special[] = {
      T(0), T(-0.0), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN(),
      T(1), T(-1)};
  for (std::size_t k = 0; k < x.size() && k < 6; ++k) x[x.size() - 1 - k] = special[k];
  return x;
}

// Every function of one argument, result k at y[k * n + i]; what a thread computes is the same in a
// kernel and in plain C++, so one text serves both.
#define FLOAT_FUNCTIONS(F)                                                                         \
  F(sqrtf(x))                                                                                      \
  F(expf(x))                                                                                       \
  F(exp2f(x))                                                                                      \
  F(exp10f(x)) F(expm1f(x)) F(logf(fabsf(x))) F(log2f(fabsf(x))) F(log10f(fabsf(x)))               \
      F(log1pf(fabsf(x))) F(sinf(x)) F(cosf(x)) F(tanf(x)) F(asinf(x)) F(acosf(x)) F(atanf(x))     \
          F(sinhf(x)) F(coshf(x)) F(tanhf(x)) F(asinhf(x)) F(acoshf(x)) F(atanhf(x)) F(cbrtf(x))   \
              F(erff(x)) F(erfcf(x)) F(floorf(x)) F(ceilf(x)) F(truncf(x)) F(roundf(x))            \
                  F(rintf(x)) F(nearbyintf(x)) F(fabsf(x)) F(powf(fabsf(x), 1.5f))                 \
                      F(atan2f(x, 2.0f)) F(hypotf(3.0f, x)) F(fmodf(x, 0.75f)) F(fmaf(x, x, 1.0f)) \
                          F(fminf(x, 0.5f)) F(fmaxf(0.5f, x)) F(copysignf(2.0f, x))                \
                              F(fdimf(x, 1.0f)) F(ldexpf(x, 3)) F(logbf(x)) F(tgammaf(x))          \
                                  F(lgammaf(x)) F(remainderf(x, 0.75f)) F(nextafterf(x, 9.0f))

SIMT_KERNEL(float_functions, (ptr<float const> in, ptr<float> out, int n, int half)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<float> x = in[i];
    int k = 0;
    auto write = [&](int f, auto const& v) {
      simt_if (half == 0 || i % 2 == 0) out[f * n + i] = v;
    };
#define F(expression) write(k++, expression);
    FLOAT_FUNCTIONS(F)
#undef F
  }
}
template <int W>
void check_float_functions(int n, int half) {
  auto const in = arguments<float>(n, static_cast<unsigned>(n));
  std::vector<std::vector<float>> want;
  for (float const x : in) {
    std::vector<float> row;
#define F(expression) row.push_back(expression);
    FLOAT_FUNCTIONS(F)
#undef F
    want.push_back(row);
  }
  auto const functions = want[0].size();
  std::vector<float> out(functions * in.size(), -77);
  launch_at<W>(float_functions, shape{(n + 63) / 64, block_shape<64>}, in.data(), out.data(), n,
               half);
  for (std::size_t f = 0; f < functions; ++f)
    for (std::size_t i = 0; i < in.size(); ++i) {
      bool const written = half == 0 || i % 2 == 0;
      bool const right =
          written ? near(out[f * in.size() + i], want[i][f], 5) : out[f * in.size() + i] == -77;
      if (!right) {
        INFO("function " << f << " of " << in[i] << ": " << out[f * in.size() + i] << ", not "
                         << want[i][f] << ", width " << W);
        CHECK(right);
      }
    }
  CHECK(functions == 46);
}
TEST_CASE(
    "[MATHF-007] [MATHF-018] [MATHF-022] [MATHF-026] [MATHF-043] [MATHF-074] float functions "
    "in kernels, all lanes and some") {
  for (int half : {0, 1}) {
    check_float_functions<1>(33, half);
    check_float_functions<simd::native_lanes>(150, half);
    check_float_functions<64>(97, half);
  }
}

// The overloads without f: float stays float, everything else is double.
SIMT_KERNEL(overloads, (ptr<double const> in, ptr<double> out, ptr<int> whole, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<double> x = in[i];
    out[i] = exp(x) + sqrt(fabs(x)) + sin(x) * cos(in[i]) + pow(fabs(in[i]), 2);
    out[n + i] = sqrt(i) + floor(in[i]) + fma(x, 2.0, x) + log(2.0 + fabs(x)) + atan2(x, 1.0f);
    static_assert(std::is_same_v<typename decltype(sqrt(varying<float>(1)))::value_type, float>);
    static_assert(std::is_same_v<typename decltype(sqrt(varying<int>(1)))::value_type, double>);
    static_assert(std::is_same_v<typename decltype(sqrtf(x))::value_type, float>);
    static_assert(std::is_same_v<typename decltype(pow(varying<float>(1), 2))::value_type, double>);
    static_assert(std::is_same_v<decltype(sqrtf(2.0f)), float>);
    static_assert(std::is_same_v<decltype(rsqrtf(2.0f)), float>);
    static_assert(std::is_same_v<decltype(min(1, 2u)), unsigned>);
    whole[i] = lrint(x * 0.5) + lround(x) * 1000 + ilogb(fabs(x) + 1.0) * 1000000;
  }
}
template <int W>
void check_overloads(int n) {
  std::vector<double> in(static_cast<std::size_t>(n)), out(2 * in.size()), want(out.size());
  std::vector<int> whole(in.size()), want_whole(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    double const x = in[i] = 0.37 * static_cast<double>(i) - 9.5;
    want[i] = std::exp(x) + std::sqrt(std::fabs(x)) + std::sin(x) * std::cos(x) + x * x;
    want[in.size() + i] = std::sqrt(static_cast<double>(i)) + std::floor(x) + 3 * x +
                          std::log(2 + std::fabs(x)) + std::atan2(x, 1.0);
    want_whole[i] = static_cast<int>(std::lrint(x * 0.5) + std::lround(x) * 1000 +
                                     std::ilogb(std::fabs(x) + 1.0) * 1000000);
  }
  launch_at<W>(overloads, shape{(n + 63) / 64, block_shape<64>}, in.data(), out.data(),
               whole.data(), n);
  int wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    wrong += std::fabs(out[i] - want[i]) > 1e-13 * (1 + std::fabs(want[i]));
  CAPTURE(W);
  CHECK(wrong == 0);
  CHECK(whole == want_whole);
}
TEST_CASE(
    "[MATHD-005] [MATHD-017] [MATHD-042] [MATHD-078] [MATHD-079] double functions, overloads") {
  for (int n : {1, 33, 100}) {
    simt_test::at_widths([&]<int W>() { check_overloads<W>(n); });
  }
}

// Second results at addresses; predicates; integers; select.
SIMT_KERNEL(outputs, (ptr<float const> in, ptr<float> out, ptr<int> k, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<float> s = 0.0f, c = 0.0f, whole = 0.0f;
    varying<int> e = 0, q = 0;
    sincosf(in[i], &s, &c);
    simt_if (i % 3 != 0) sincosf(in[i] * 2.0f, &out[i], &c);
    simt_if (i % 3 == 0) out[i] = s;
    out[n + i] = c;
    out[2 * n + i] = frexpf(in[i], &e) + modff(in[i], &whole);
    out[3 * n + i] = whole + remquof(in[i], 0.75f, &q);
    k[i] = e * 16 + (q & 7);
    k[n + i] = min(i, 7) * 100 + max(k[i], -3) + abs(i - 20) + clamp(i, 3, 9) + min(3, 4);
    varying<bool> finite = isfinite(in[i]) && !signbit(in[i]);
    k[2 * n + i] = select(finite, 1, 0) + 2 * select(isnan(in[i]), 1, 0) +
                   4 * select(isinf(in[i]), i, 0) + select(true, 8, 16);
    out[4 * n + i] = __saturatef(in[i]) + __expf(0.0f) + __fdividef(s, 2.0f);
    out[5 * n + i] = rsqrtf(fabsf(in[i]) + 1.0f) + norm3df(in[i], 1.0f, 2.0f) + sinpif(0.5f);
  }
}
template <int W>
void check_outputs(int n) {
  auto const in = arguments<float>(n, 5);
  auto const size = in.size();
  std::vector<float> out(6 * size), want(6 * size);
  std::vector<int> k(3 * size), want_k(3 * size);
  for (std::size_t i = 0; i < size; ++i) {
    float const x = in[i];
    float const s = std::sin(x);
    want[i] = i % 3 != 0 ? std::sin(x * 2) : s;
    want[size + i] = i % 3 != 0 ? std::cos(x * 2) : std::cos(x);
    int e = 0, q = 0;
    float whole;
    want[2 * size + i] = std::frexp(x, &e);
    want[2 * size + i] += std::modf(x, &whole);
    want[3 * size + i] = whole + std::remquo(x, 0.75f, &q);
    want_k[i] = e * 16 + (q & 7);
    auto const j = static_cast<int>(i);
    want_k[size + i] =
        std::min(j, 7) * 100 + std::max(want_k[i], -3) + std::abs(j - 20) + std::clamp(j, 3, 9) + 3;
    want_k[2 * size + i] = (std::isfinite(x) && !std::signbit(x) ? 1 : 0) +
                           (std::isnan(x) ? 2 : 0) + (std::isinf(x) ? 4 * j : 0) + 8;
    want[4 * size + i] = std::fmin(std::fmax(x, 0.0f), 1.0f) + 1 + s / 2;
    want[5 * size + i] = 1 / std::sqrt(std::fabs(x) + 1) +
                         static_cast<float>(std::sqrt(double(x) * double(x) + 5)) + 1;
  }
  launch_at<W>(outputs, shape{(n + 63) / 64, block_shape<64>}, in.data(), out.data(), k.data(), n);
  for (std::size_t i = 0; i < out.size(); ++i) {
    bool const right = near(out[i], want[i], 8);
    if (!right) {
      INFO("row " << i / size << " of " << in[i % size] << ": " << out[i] << ", not " << want[i]
                  << ", width " << W);
      CHECK(right);
    }
  }
  CHECK(k == want_k);
}
TEST_CASE(
    "[MATHF-029] [MATHF-054] [MATHF-070] [MATHF-071] [INTF-030] [FP-008] second results, "
    "predicates, integers") {
  for (int n : {33, 100}) {
    simt_test::for_widths<1, simd::native_lanes, 32, 64>([&]<int W>() { check_outputs<W>(n); });
  }
}

// What remains, once in float and once in double.
#define REMAINING(T, f, one)                                     \
  varying<T> x = in[i];                                          \
  varying<T> s = one, c = one, whole = one;                      \
  varying<int> e = 0, q = 0;                                     \
  int k = 0;                                                     \
  auto const put = [&](auto const& v) { out[k++ * n + i] = v; }; \
  put(one / x);                                                  \
  put(one / sqrt##f(x * x + one));                               \
  put(scalbn##f(x, 3));                                          \
  put(scalbln##f(x, -2L));                                       \
  put(norm4d##f(x, one, one + one, x));                          \
  put(rnorm4d##f(x, one, one + one, x));                         \
  sincos##f(x, &s, &c);                                          \
  put(s);                                                        \
  put(c);                                                        \
  sincospi##f(x, &s, &c);                                        \
  put(s);                                                        \
  put(c);                                                        \
  put(frexp##f(x, &e));                                          \
  put(modf##f(x, &whole));                                       \
  put(whole);                                                    \
  put(remquo##f(x, one* T(0.75), &q));                           \
  put(e + 100 * (q & 7) + 1000 * ilogb##f(x));                   \
  put(lrint##f(x) + 100 * lround##f(x));                         \
  put(llrint##f(x* T(2)) + 100 * llround##f(x * T(2)));
constexpr std::size_t remaining = 17;

SIMT_KERNEL(remaining_float, (ptr<float const> in, ptr<float> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    REMAINING(float, f, 1.0f)
  }
}
SIMT_KERNEL(remaining_double, (ptr<double const> in, ptr<double> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    REMAINING(double, , 1.0)
  }
}
#undef REMAINING

/// Compares the numbers first to last - 1 of each thread.
template <int W, class T, class Kernel>
void check_remaining(Kernel const& kernel, std::size_t first, std::size_t last) {
  int const n = 52;
  auto const size = static_cast<std::size_t>(n);
  std::vector<T> in(size), out(remaining * size, T(-77));
  for (std::size_t i = 0; i < size; ++i) in[i] = static_cast<T>(static_cast<int>(i)) / 4 - T(6.375);
  launch_at<W>(kernel, shape{2, block_shape<32>}, in.data(), out.data(), n);
  constexpr T pi = T(3.14159265358979323846L);
  for (std::size_t i = 0; i < size; ++i) {
    T const x = in[i];
    int e = 0, q = 0;
    T whole;
    T const fraction = std::frexp(x, &e);
    T const rest = std::modf(x, &whole);
    T const quotient = std::remquo(x, T(0.75), &q);
    T const norm = std::sqrt(2 * x * x + 5);
    T const want[remaining] = {1 / x,
                               1 / std::sqrt(x * x + 1),
                               x * 8,
                               x / 4,
                               norm,
                               1 / norm,
                               std::sin(x),
                               std::cos(x),
                               std::sin(pi * x),
                               std::cos(pi * x),
                               fraction,
                               rest,
                               whole,
                               quotient,
                               static_cast<T>(e + 100 * (q & 7) + 1000 * std::ilogb(x)),
                               static_cast<T>(std::lrint(x) + 100 * std::lround(x)),
                               static_cast<T>(std::llrint(x * 2) + 100 * std::llround(x * 2))};
    for (std::size_t k = first; k < last; ++k) {
      INFO("row ", k, " of ", x, ", width ", W);
      // The reference of row 8 and 9 rounds pi.
      if (k == 8 || k == 9)
        CHECK(std::fabs(out[k * size + i] - want[k]) <= 40 * std::numeric_limits<T>::epsilon());
      else if (k == 0 || k == 2 || k == 3 || k > 9)
        CHECK(out[k * size + i] == want[k]);
      else
        CHECK(near(out[k * size + i], want[k], 8));
    }
  }
}
TEST_CASE(
    "[MATHF-004] [MATHF-006] [MATHF-014] [MATHF-015] [MATHF-056] [MATHF-057] float quotients, "
    "norms "
    "and scales in kernels") {
  simt_test::at_widths([&]<int W>() { check_remaining<W, float>(remaining_float, 0, 10); });
}
TEST_CASE("[MATHF-059] [MATHF-079..MATHF-082] float parts and integers in kernels") {
  simt_test::for_widths<1, 32>([&]<int W>() {
    check_remaining<W, float>(remaining_float, 10, remaining);
  });
}
TEST_CASE(
    "[MATHD-004] [MATHD-013] [MATHD-014] [MATHD-028] [MATHD-031] [MATHD-055] [MATHD-056] double "
    "quotients, norms, sines and scales in kernels") {
  simt_test::for_widths<1, 32>([&]<int W>() {
    check_remaining<W, double>(remaining_double, 0, 10);
  });
}
TEST_CASE(
    "[MATHD-053] [MATHD-058] [MATHD-069] [MATHD-070] [MATHD-080] [MATHD-081] double parts and "
    "integers in kernels") {
  simt_test::for_widths<1, 32>([&]<int W>() {
    check_remaining<W, double>(remaining_double, 10, remaining);
  });
}

}  // namespace
