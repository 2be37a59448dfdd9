// SPDX-License-Identifier: MIT
//
// Prices of European options, one a thread (CUDA sample BlackScholes).

#include <simt/simt.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "hand_math.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;

constexpr int block_size = 256;

struct data {
  explicit data(int n)
      : price(random_floats(std::size_t(n), 61, 5, 30)),
        strike(random_floats(std::size_t(n), 62, 1, 100)),
        years(random_floats(std::size_t(n), 63, .25f, 10)),
        call(price.size()),
        put(price.size()) {}
  buffer<float> const price, strike, years;
  buffer<float> call, put;
  std::vector<double> want_call, want_put;
};

/// The cumulative normal distribution, for a variant's own number type.
template <class T>
T scalar_distribution(T d) {
  T const k = 1 / (1 + T(0.2316419) * std::fabs(d));
  T const tail =
      T(0.39894228040143267794) * std::exp(T(-.5) * d * d) *
      (k *
       (T(0.31938153) +
        k * (T(-0.356563782) + k * (T(1.781477937) + k * (T(-1.821255978) + k * T(1.330274429))))));
  return d > 0 ? 1 - tail : tail;
}

template <class T>
void scalar_option(T price, T strike, T years, T& call, T& put) {
  T const r = riskfree_rate, v = volatility;
  T const root = std::sqrt(years);
  T const d1 = (std::log(price / strike) + (r + T(.5) * v * v) * years) / (v * root);
  T const d2 = d1 - v * root;
  T const n1 = scalar_distribution(d1), n2 = scalar_distribution(d2);
  T const discounted = strike * std::exp(-r * years);
  call = price * n1 - discounted * n2;
  put = discounted * (1 - n2) - price * (1 - n1);
}

[[gnu::noinline]] void scalar(float const* __restrict price, float const* __restrict strike,
                              float const* __restrict years, float* __restrict call,
                              float* __restrict put, int n) {
  for (int i = 0; i < n; ++i) scalar_option(price[i], strike[i], years[i], call[i], put[i]);
}

[[gnu::noinline]] void hand(data& d, int n) {
  float const* const price = d.price.data();
  float const* const strike = d.strike.data();
  float const* const years = d.years.data();
  float* const call = d.call.data();
  float* const put = d.put.data();
  for_blocks(n / block_size, 16, [=](int block) {
    for (int i = block * block_size; i < (block + 1) * block_size; i += simd::lanes) {
      f32 const s = simd::load(price + i), x = simd::load(strike + i), t = simd::load(years + i);
      f32 const spread = volatility * simd::sqrt(t);
      f32 const d1 =
          simd::fma(t, riskfree_rate + .5f * volatility * volatility, simd::log(s / x)) / spread;
      f32 const n1 = simd::normal_distribution(d1), n2 = simd::normal_distribution(d1 - spread);
      f32 const discounted = x * simd::exp(-riskfree_rate * t);
      simd::store(call + i, s * n1 - discounted * n2);
      simd::store(put + i, discounted * (1.f - n2) - s * (1.f - n1));
    }
  });
}

template <class T>
T lane_distribution(T const& d) {
  T k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  T tail = 0.39894228040143267794f * expf(-0.5f * d * d) *
           (k * (0.31938153f + k * (-0.356563782f +
                                    k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  simt_if (d > 0.f) tail = 1.0f - tail;
  return tail;
}

SIMT_KERNEL(black_scholes, (simt::ptr<float const> price, simt::ptr<float const> strike,
                            simt::ptr<float const> years, simt::ptr<float> call,
                            simt::ptr<float> put, float r, float v, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<float> s = price[i], x = strike[i], t = years[i];
    varying<float> root = sqrtf(t);
    varying<float> d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root);
    varying<float> d2 = d1 - v * root;
    varying<float> n1 = lane_distribution(d1), n2 = lane_distribution(d2);
    varying<float> discounted = x * expf(-r * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
  }
}

void lane(data& d, int n) {
  simt::launch(black_scholes, simt::shape{n / block_size, block_size}, d.price.data(),
               d.strike.data(), d.years.data(), d.call.data(), d.put.data(), riskfree_rate,
               volatility, n);
}

verdict check(data& d) {
  if (d.want_call.empty()) {
    d.want_call.resize(d.call.size());
    d.want_put.resize(d.put.size());
    for_blocks(static_cast<int>(d.call.size()), 1024, [&](int i) {
      auto const u = static_cast<std::size_t>(i);
      scalar_option<double>(d.price[u], d.strike[u], d.years[u], d.want_call[u], d.want_put[u]);
    });
  }
  verdict const calls = compare(d.call, d.want_call, 2e-4);
  verdict const puts = compare(d.put, d.want_put, 2e-4);
  return {calls.ok && puts.ok, "calls: " + calls.text + ", puts: " + puts.text};
}

workload make(sizes const& s) {
  int const n = s.black_scholes;
  auto const d = std::make_shared<data>(n);
  workload w;
  w.amount = n;
  w.bytes = 20. * n;
  w.unit = "Goption/s";
  w.reset = [d] {
    std::fill(d->call.begin(), d->call.end(), -1e9f);
    std::fill(d->put.begin(), d->put.end(), -1e9f);
  };
  w.check = [d] { return check(*d); };
  w.variants = {
      {"lane", simt::default_width, [d, n] { lane(*d, n); }},
      {"hand", simd::lanes, [d, n] { hand(*d, n); }},
      {"plain", simd::lanes,
       [d, n] {
         plain::black_scholes(d->price.data(), d->strike.data(), d->years.data(), d->call.data(),
                              d->put.data(), n);
       }},
      {"scalar", 1,
       [d, n] {
         scalar(d->price.data(), d->strike.data(), d->years.data(), d->call.data(), d->put.data(),
                n);
       }},
  };
  cuda::add(w, [d, n] {
    cuda::black_scholes(d->price.data(), d->strike.data(), d->years.data(), d->call.data(),
                        d->put.data(), riskfree_rate, volatility, n);
  });
  return w;
}

registration const registered{"black_scholes", make};

}  // namespace
}  // namespace bench
