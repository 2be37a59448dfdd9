// SPDX-License-Identifier: MIT
#include <simt/launch/tune.hpp>

#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

SIMT_KERNEL(tuned_saxpy, (simt::ptr<float const> x, simt::ptr<float> y, float a, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}

}  // namespace

TEST_CASE("tune: each launch does the kernel's work once, on every width and after") {
  int const n = 1000;
  std::string const path = "test_tune_launches.txt";
  std::remove(path.c_str());
  simt::keep_tuning_in(path);
  for (int const block : {64, 96}) {
    std::vector<float> const x(n, 1.0F);
    std::vector<float> y(n, 0.0F);
    simt::shape const s{(n + block - 1) / block, block};
    std::vector<int> widths;
    for (int launch = 1; launch <= 12; ++launch) {
      simt::tuned const t = simt::tune(tuned_saxpy, s, x.data(), y.data(), 2.0F, n);
      widths.push_back(t.width);
      CHECK(t.settled == (launch >= 9));
      int wrong = 0;
      for (float const v : y) wrong += v != 2.0F * static_cast<float>(launch);
      CHECK(wrong == 0);
    }
    CHECK(widths[0] == 32);
    CHECK(widths[1] == 64);
    CHECK(widths[2] == 128);
    CHECK(widths[10] == widths[11]);
  }
  std::ifstream in(path);
  std::string const lines{std::istreambuf_iterator<char>(in), {}};
  CHECK(lines.find("tuned_saxpy") != std::string::npos);
  std::remove(path.c_str());
}

TEST_CASE("tune: widths of one's own, lambdas, and launches that fail") {
  std::vector<int> y(256, 0);
  simt::shape const s{2, 128};
  auto const count = [p = simt::ptr(y.data())](auto& t) {
    auto i = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
    p[i] = p[i] + 1;
  };
  for (int launch = 1; launch <= 8; ++launch) {
    simt::tuned const r = simt::tune<32, 64>(count, s);
    CHECK((r.width == 32 || r.width == 64));
    CHECK(y[255] == launch);
  }
  CHECK_THROWS_AS((simt::tune<32, 64>(count, simt::shape{0, 128})), simt::launch_error);
  CHECK(simt::tune<32, 64>(count, s).settled);
}
