// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/power.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

SIMT_KERNEL(squares, (simt::ptr<double const> in, simt::ptr<double> out, simt::ptr<float> out_float,
                      int two, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    out[i] = pow(in[i], 2);
    out[n + i] = pow(in[i], two);
    out_float[i] = powf(varying<float>(in[i]), 2.0f);
  }
}
TEST_CASE("[MATHD-042] pow: the square of any number is the product") {
  double const inf = std::numeric_limits<double>::infinity();
  std::vector<double> const in{-3.1, 7.7, -0.0, 0.0, inf, -inf, -1e-300, 1e200, -1.0 / 3, 1e-20};
  std::vector<double> out(2 * in.size());
  std::vector<float> out_float(in.size());
  simt::launch_at<32>(squares, simt::shape{1, simt::block_shape<32>}, in.data(), out.data(),
                      out_float.data(), 2, static_cast<int>(in.size()));
  for (std::size_t i = 0; i < in.size(); ++i) {
    CHECK(out[i] == in[i] * in[i]);
    CHECK(out[in.size() + i] == in[i] * in[i]);
    auto const x = static_cast<float>(in[i]);
    CHECK(out_float[i] == x * x);
  }
}

TEST_CASE("power: of every kind of base") {
  check<float>([](auto const& x) { return powf(x, 3.0f); },
               [](float x) { return std::pow(x, 3.0f); }, 4);
  check<double>([](auto const& x) { return pow(x, -0.5); },
                [](double x) { return std::pow(x, -0.5); }, 4);
}

}  // namespace simt_test::functions
