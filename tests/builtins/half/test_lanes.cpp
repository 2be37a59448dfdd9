// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/half/lanes.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/half_lanes.hpp>

#include <vector>

namespace simt_test::halves {

template <class H>
void arithmetic() {
  SAME(a + b);
  SAME(a - b);
  SAME(a * b);
  SAME(a / b);
  SAME(-a);
  SAME(+a * b);
  SAME(__hfma(a, b, c));
  SAME(__hfma_sat(a, b, c));
  SAME(__hfma_relu(a, b, c));
  SAME(__hmul_sat(a, b));
  SAME(__hmax(a, b));
  SAME(__hmin(a, b));
  SAME(__hmax_nan(a, b));
  SAME(__hmin_nan(a, b));
  SAME(__habs(a));
  SAME(a * H(2) + c);
}
template <class H>
void functions() {
  SAME(hfloor(a));
  SAME(hrint(a));
  CLOSE(hsqrt(a));
  CLOSE(hexp(a));
  CLOSE(hlog(a));
  CLOSE(hrcp(a));
  CLOSE(htanh(a));
}
SIMT_KERNEL(blend, (simt::ptr<__half const> a, simt::ptr<__half const> b, simt::ptr<__half> out,
                    simt::ptr<__half2> pairs, simt::ptr<float> sums, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i >= n) simt_return;
  varying<__half> x = a[i];
  varying<__half> y = b[i];
  simt_if (x > y) {
    x = y;
  } else {
    x += y;
  }
  out[i] = x;
  varying<__half2> p = pairs[i];
  p = __hfma2(p, p, p);
  pairs[i] = p;
  sums[i] = __low2float(p) + __half2float(__hadd(x, y));
}
SIMT_KERNEL(turn, (simt::ptr<__half> p, simt::ptr<__half2> q)) {
  auto i = threadIdx.x;
  varying<__half> x = p[i];
  varying<__half2> y = q[i];
  p[i] = __shfl_xor_sync(0xffffffffu, x, 1);
  q[i] = __shfl_down_sync(0xffffffffu, y, 2);
}

TEST_CASE("[INTI-014] half with lanes: arithmetic") { arithmetic<__half>(); }
TEST_CASE("bfloat16 with lanes: arithmetic") { arithmetic<__nv_bfloat16>(); }
TEST_CASE("half with lanes: functions") { functions<__half>(); }
TEST_CASE("bfloat16 with lanes: functions") { functions<__nv_bfloat16>(); }
TEST_CASE("[VEC-006] half and half2 in a lane kernel, under a mask") {
  constexpr int n = 75;
  std::vector<__half> a, b, out(n + 1, __half(-1.0f));
  std::vector<__half2> pairs;
  std::vector<float> sums(n);
  for (int i = 0; i < n; ++i) {
    a.push_back(__half(0.1f * static_cast<float>(i)));
    b.push_back(__half(3.0f - 0.05f * static_cast<float>(i)));
    pairs.push_back(simt::make_half2(a.back(), b.back()));
  }
  auto const before = pairs;
  simt::launch_at<32>(blend, simt::shape{3, 32}, simt::ptr<__half const>(a.data()),
                      simt::ptr<__half const>(b.data()), simt::ptr<__half>(out.data()),
                      simt::ptr<__half2>(pairs.data()), simt::ptr<float>(sums.data()), n);
  for (std::size_t i = 0; i < n; ++i) {
    __half const x = a[i] > b[i] ? b[i] : a[i] + b[i];
    __half2 const p = __hfma2(before[i], before[i], before[i]);
    CHECK(same(out[i], x));
    CHECK(same(pairs[i].x, p.x));
    CHECK(same(pairs[i].y, p.y));
    CHECK(sums[i] == static_cast<float>(p.x) + static_cast<float>(x + b[i]));
  }
  CHECK(static_cast<float>(out[n]) == -1.0f);
}
TEST_CASE("[SHFL-012][SHFL-016] shuffles of half and half2 with lanes") {
  std::vector<__half> p;
  std::vector<__half2> q;
  for (int i = 0; i < 32; ++i) {
    p.push_back(__half(i));
    q.push_back(simt::make_half2(__half(i), __half(-i)));
  }
  simt::launch_at<32>(turn, simt::shape{1, 32}, simt::ptr<__half>(p.data()),
                      simt::ptr<__half2>(q.data()));
  for (int i = 0; i < 32; ++i) {
    auto const at = static_cast<std::size_t>(i);
    CHECK(static_cast<int>(p[at]) == (i ^ 1));
    CHECK(static_cast<int>(q[at].x) == (i < 30 ? i + 2 : i));
    CHECK(static_cast<int>(q[at].y) == -(i < 30 ? i + 2 : i));
  }
}

}  // namespace simt_test::halves
