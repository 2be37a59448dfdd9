// SPDX-License-Identifier: MIT
// Idea    Much arithmetic on each element: exp, log and square root run on all lanes at once, and a
//         device function is an ordinary template.
// Look    The speed beside the scalar loop's on one thread, and the largest error against the exact
//         distribution in double. The sign test is a select, not a branch.
// Try     Write the select as simt_if and compare; make everything double.
// Source  F. Black, M. Scholes: The Pricing of Options and Corporate Liabilities, 1973; the
//         polynomial is 26.2.17 of Abramowitz and Stegun
#include <simt/simt.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

constexpr float rate = 0.02f, volatility = 0.3f;
using in = simt::ptr<float const>;
using out = simt::ptr<float>;

// The normal distribution. No built-ins, one return at the end: no macro needed.
template <class F>
F normal(F const& d) {
  F const k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  F const poly = (((1.330274429f * k - 1.821255978f) * k + 1.781477937f) * k - 0.356563782f) * k;
  F const tail = 0.39894228f * expf(-0.5f * d * d) * (poly + 0.31938153f) * k;
  return simt::select(d > 0.0f, 1.0f - tail, tail);
}

SIMT_KERNEL(black_scholes, (in price, in strike, in years, out call, out put, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<float> S = price[i], X = strike[i], T = years[i];
    varying<float> spread = volatility * sqrtf(T);
    varying<float> d1 = (logf(S / X) + (rate + 0.5f * volatility * volatility) * T) / spread;
    varying<float> n1 = normal(d1), n2 = normal<varying<float>>(d1 - spread);
    varying<float> discounted = X * expf(-rate * T);
    call[i] = S * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - S * (1.0f - n1);
  }
}

template <class T>  // the same formula with the exact distribution
void scalar_loop(float const* price, float const* strike, float const* years, T* call, T* put,
                 int n) {
  for (int i = 0; i < n; ++i) {
    T const S = price[i], X = strike[i], years_left = years[i], half = T(0.5);
    T const spread = T(volatility) * std::sqrt(years_left);
    T const d1 =
        (std::log(S / X) + (T(rate) + half * T(volatility) * T(volatility)) * years_left) / spread;
    T const root = std::sqrt(half), n1 = half * std::erfc(-d1 * root);
    T const n2 = half * std::erfc((spread - d1) * root);
    T const discounted = X * std::exp(-T(rate) * years_left);
    call[i] = S * n1 - discounted * n2;
    put[i] = discounted * (1 - n2) - S * (1 - n1);
  }
}

template <class F>
double seconds(F const& run) {
  auto const start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int main() {
  int const n = 1'000'003;
  std::size_t const size = n;
  std::vector<float> S(size), X(size), T(size), call(size), put(size);
  for (std::size_t i = 0; i < size; ++i) {
    S[i] = 5.0f + 25.0f * static_cast<float>(i * 7919 % 1009) / 1009;
    X[i] = 1.0f + 99.0f * static_cast<float>(i * 104729 % 2003) / 2003;
    T[i] = 0.25f + 9.75f * static_cast<float>(i * 1299709 % 4001) / 4001;
  }
  std::vector<float> scalar_call(size), scalar_put(size);
  double const loop = seconds(
      [&] { scalar_loop(S.data(), X.data(), T.data(), scalar_call.data(), scalar_put.data(), n); });
  auto launch = [&] {
    simt::launch(black_scholes, simt::shape{(n + 255) / 256, 256}, S.data(), X.data(), T.data(),
                 call.data(), put.data(), n);
  };
  launch();  // wakes the worker threads
  std::fill(call.begin(), call.end(), std::numeric_limits<float>::quiet_NaN());
  put = call;
  double const lanes = seconds(launch);

  std::vector<double> want_call(size), want_put(size);
  scalar_loop(S.data(), X.data(), T.data(), want_call.data(), want_put.data(), n);
  double error = 0;
  int wrong = 0;
  for (std::size_t i = 0; i < size; ++i) {
    double const e = std::max(std::fabs(call[i] - want_call[i]), std::fabs(put[i] - want_put[i]));
    wrong += !(e < 1e-4);
    error = std::max(error, e);
  }
  std::printf(
      "black_scholes: %d options, %.0f million a second, scalar loop %.0f, largest error "
      "%.1e, %d wrong\n",
      n, 1e-6 * n / lanes, 1e-6 * n / loop, error, wrong);
  return wrong == 0 ? 0 : 1;
}
