// EXPECT: simt: std::sqrt takes one number, not one per thread: write sqrt without std::
// EXPECT: simt: std::max takes one number, not one per thread: write max without std::
// EXPECT: simt: std::min takes one number
// EXPECT: simt: std::abs takes one number
// EXPECT: simt: std::pow takes one number
// EXPECT: simt: std::exp takes one number
// EXPECT: simt: std::isnan takes one number
// EXPECT: simt: std::fma takes one number
// EXPECT: simt: std::clamp takes one number, not one per thread: write min.max
// EXPECT: simt: std::swap exchanges variables, not places
// EXPECT: std_functions.cpp:25:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
#include <algorithm>
#include <cmath>

SIMT_KERNEL(k, (simt::ptr<float> p)) {
  auto i = threadIdx.x;
  varying<float> v = p[i];
#ifdef FIXED
  v = sqrt(v) + max(v, 0.0f) + min(v, v) + abs(v) + pow(v, 2.0f) + exp(p[i]) + fma(v, v, 1.0f);
  varying<float> w = v;
  std::swap(v, w);
#else
  varying<float> r = std::sqrt(v);
  std::max(v, 0.0f);
  std::min(v, v);
  std::abs(i);
  std::pow(v, 2.0f);
  std::exp(p[i]);
  std::isnan(v + 1.0f);
  std::fma(v, v, 1.0f);
  std::clamp(v, 0.0f, 1.0f);
  std::swap(p[i], p[i + 1]);
#endif
  p[i] = v + std::sqrt(2.0f) + std::max(1.0f, 2.0f);
}

void run(float* p) { simt::launch(k, simt::shape{1, 32}, p); }
