// SPDX-License-Identifier: MIT
#define SIMT_FAST_MATH 1
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cmath>
#include <vector>

namespace {

SIMT_KERNEL(fast, (simt::ptr<float const> in, simt::ptr<float> out, int n)) {
  auto i = threadIdx.x;
  varying<float> const x = in[i];
  out[i] = expf(x) - __expf(x);
  out[n + i] = exp(x) - __expf(x);
  out[2 * n + i] = exp10f(x) - __exp10f(x);
  out[3 * n + i] = powf(x, 2.5f) - __powf(x, 2.5f);
  out[4 * n + i] = pow(-x, 2.0f);  // the fast one takes the logarithm of its base
  out[5 * n + i] = expf(x);
  varying<double> const d = x;
  out[6 * n + i] = pow(-d, 2.0);  // double stays exact
}

}  // namespace

TEST_CASE("[FP-014] SIMT_FAST_MATH replaces the float functions that have a faster form") {
  constexpr int n = 32;
  std::vector<float> in(n), out(7 * n);
  for (std::size_t k = 0; k < n; ++k) in[k] = 0.5f + 0.25f * static_cast<float>(k);
  simt_test::at_widths([&]<int W>() {
    simt::launch_at<W>(fast, simt::shape{1, simt::block_shape<n>}, in.data(), out.data(), n);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t f = 0; f < 4; ++f) CHECK(out[f * n + k] == 0.0f);
      CHECK(std::isnan(out[4 * n + k]));
      CHECK(out[5 * n + k] == doctest::Approx(std::exp(static_cast<double>(in[k]))).epsilon(1e-5));
      CHECK(out[6 * n + k] == doctest::Approx(in[k] * in[k]).epsilon(1e-6));
    }
  });
}
