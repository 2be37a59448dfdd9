// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/half/lanes.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "golden.hpp"
#include "widths.hpp"

// Numbers of 16 bits with lanes compute what single numbers do.
namespace {

using simt::__half, simt::__half2, simt::__nv_bfloat16, simt::__nv_bfloat162;

constexpr int width = 32;

template <class H>
unsigned infinity() {
  return H::format::infinity;
}
template <class H>
H of_bits(unsigned b) {
  return simt::short_raw<typename H::format>{static_cast<unsigned short>(b)};
}
template <class H>
bool same(H a, H b) {
  auto const nan = [](H x) { return (x.__x & 0x7fffu) > infinity<H>(); };
  return a.__x == b.__x || (nan(a) && nan(b));
}

/// Values that matter, then random ones.
template <class H>
std::vector<H> values() {
  std::vector<H> v;
  for (unsigned b : {0u, 1u, 2u, 0x3ffu, 0x400u, 0x7fu, 0x80u, infinity<H>() - 1, infinity<H>(),
                     infinity<H>() + 1})
    for (unsigned s : {0u, 0x8000u}) v.push_back(of_bits<H>(b | s));
  std::mt19937 random(7);
  while (v.size() < 640) v.push_back(of_bits<H>(random() & 0xffffu));
  return v;
}

/// f of lanes against f of numbers; tolerance in units of the last place. By their addresses: one
/// copy of this for each type.
template <class H>
using lanes = simt::varying<H, width>;
template <class H>
void compare(char const* what, H (*one)(H, H, H),
             lanes<H> (*all)(lanes<H> const&, lanes<H> const&, lanes<H> const&), int tolerance) {
  auto const v = values<H>();
  int differ = 0;
  for (std::size_t first = 0; first < v.size(); first += width) {
    lanes<H> a(H(0)), b(H(0)), c(H(0));
    auto const at = [&](std::size_t l, std::size_t by) { return v[(first + l * by) % v.size()]; };
    for (std::size_t l = 0; l < width; ++l) {
      a.set_lane(static_cast<int>(l), at(l, 1));
      b.set_lane(static_cast<int>(l), at(l, 7));
      c.set_lane(static_cast<int>(l), at(l, 11));
    }
    lanes<H> const r = all(a, b, c);
    for (std::size_t l = 0; l < width; ++l) {
      H const want = one(at(l, 1), at(l, 7), at(l, 11)), got = r.lane(static_cast<int>(l));
      if (!same(got, want) && std::abs((got.__x & 0x7fff) - (want.__x & 0x7fff)) > tolerance)
        ++differ;
    }
  }
  CAPTURE(what);
  CHECK(differ == 0);
}
template <class H, class F>
void compare(char const* what, F, int tolerance = 0) {
  compare<H>(
      what, [](H a, H b, H c) -> H { return F()(a, b, c); },
      [](lanes<H> const& a, lanes<H> const& b, lanes<H> const& c) -> lanes<H> {
        return F()(a, b, c);
      },
      tolerance);
}
#define SAME(...)                                                            \
  compare<H>(#__VA_ARGS__, [](auto const& a, auto const& b, auto const& c) { \
    static_cast<void>(b);                                                    \
    static_cast<void>(c);                                                    \
    return __VA_ARGS__;                                                      \
  })
#define CLOSE(...) \
  compare<H>(      \
      #__VA_ARGS__, [](auto const& a, auto const&, auto const&) { return __VA_ARGS__; }, 1)

template <class H>
void arithmetic() {
  SAME(a + b);
  SAME(a - b);
  SAME(a * b);
  SAME(a / b);
  SAME(-a);
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
/// Pairs: as numbers, and what is made of them, lane by lane.
template <class H>
using pair_of = simt::short_pair<typename H::format>;
template <class H, class F>
void compare_pairs(char const* what, F f) {
  using P = pair_of<H>;
  auto const v = values<H>();
  auto const at = [&](std::size_t k) { return v[k % v.size()]; };
  int differ = 0;
  for (std::size_t first = 0; first < v.size(); first += width) {
    simt::varying<P, width> a(P(H(0), H(0))), b(a), c(a);
    P x[width], y[width], z[width];
    for (std::size_t l = 0; l < width; ++l) {
      auto const k = first + l;
      x[l] = P(at(k), at(3 * k + 1));
      y[l] = k % 3 == 0 ? x[l] : k % 3 == 1 ? P(at(k), at(5 * k)) : P(at(7 * k), at(11 * k));
      z[l] = P(at(13 * k), at(17 * k));
      a.set_lane(static_cast<int>(l), x[l]);
      b.set_lane(static_cast<int>(l), y[l]);
      c.set_lane(static_cast<int>(l), z[l]);
    }
    auto const got = f(a, b, c);
    for (std::size_t l = 0; l < width; ++l) {
      auto const want = f(x[l], y[l], z[l]);
      auto const one = got.lane(static_cast<int>(l));
      if constexpr (std::is_same_v<std::remove_const_t<decltype(want)>, P>)
        differ += !same(one.x, want.x) || !same(one.y, want.y);
      else
        differ += one != want;
    }
  }
  CAPTURE(what);
  CHECK(differ == 0);
}
#define SAME_PAIRS(...)                                                            \
  compare_pairs<H>(#__VA_ARGS__, [](auto const& a, auto const& b, auto const& c) { \
    static_cast<void>(b);                                                          \
    static_cast<void>(c);                                                          \
    return __VA_ARGS__;                                                            \
  })
#define SAME_COMPARISON(name)          \
  SAME_PAIRS(__h##name(a.x, b.x));     \
  SAME_PAIRS(__h##name##2(a, b));      \
  SAME_PAIRS(__hb##name##2(a, b));     \
  SAME_PAIRS(__h##name##2_mask(a, b)); \
  SAME_PAIRS(__h##name##u2(a, b));     \
  SAME_PAIRS(__hb##name##u2(a, b));    \
  SAME_PAIRS(__h##name##u2_mask(a, b))
template <class H>
void pairs() {
  SAME_COMPARISON(eq);
  SAME_COMPARISON(ne);
  SAME_COMPARISON(lt);
  SAME_COMPARISON(le);
  SAME_COMPARISON(gt);
  SAME_COMPARISON(ge);
  SAME_PAIRS(a == b);
  SAME_PAIRS(a != b);
  SAME_PAIRS(__hcmadd(a, b, c));
  SAME_PAIRS(__hmax2_nan(a, b));
  SAME_PAIRS(__hisnan2(a));
  SAME_PAIRS(__hisinf(a.x));
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
template <class H>
void conversions() {
  std::mt19937 random(3);
  for (int turn = 0; turn < 20; ++turn) {
    simt::varying<float, width> f = 0.0f;
    simt::varying<int, width> n = 0;
    for (int l = 0; l < width; ++l) {
      f.set_lane(l, golden::value<float>(random()));
      n.set_lane(l, static_cast<int>(random()) >> (l % 20));
    }
    simt::varying<H, width> const near(f), whole(n);
    for (int l = 0; l < width; ++l) {
      CHECK(same(near.lane(l), H(f.lane(l))));
      CHECK(same(whole.lane(l), H(n.lane(l))));
    }
  }
}

/// Every pattern of 16 bits, as a number and as an integer.
#define SAME_CONVERSIONS(t, H)                                                                    \
  for (int first = 0; first < 0x10000; first += width) {                                          \
    simt::varying<unsigned short, width> bits = static_cast<unsigned short>(0);                   \
    for (int l = 0; l < width; ++l) bits.set_lane(l, static_cast<unsigned short>(first + l));     \
    simt::varying<short, width> const whole = bits;                                               \
    simt::varying<H, width> const x = __ushort_as_##t(bits);                                      \
    for (int l = 0; l < width; ++l) {                                                             \
      auto const b = static_cast<unsigned short>(first + l);                                      \
      auto const i = static_cast<short>(b);                                                       \
      H const h = of_bits<H>(b);                                                                  \
      bool const right = same(x.lane(l), h) &&                                                    \
                         __##t##2short_rn(x).lane(l) == simt::__##t##2short_rn(h) &&              \
                         __##t##2short_rz(x).lane(l) == simt::__##t##2short_rz(h) &&              \
                         __##t##2ushort_ru(x).lane(l) == simt::__##t##2ushort_ru(h) &&            \
                         __##t##2ushort_rd(x).lane(l) == simt::__##t##2ushort_rd(h) &&            \
                         __##t##2char_rz(x).lane(l) == simt::__##t##2char_rz(h) &&                \
                         __##t##2uchar_rz(x).lane(l) == simt::__##t##2uchar_rz(h) &&              \
                         same(__short2##t##_rn(whole).lane(l), simt::__short2##t##_rn(i)) &&      \
                         same(__short2##t##_rz(whole).lane(l), simt::__short2##t##_rz(i)) &&      \
                         same(__ushort2##t##_ru(bits).lane(l), simt::__ushort2##t##_ru(b)) &&     \
                         same(__ushort2##t##_rd(bits).lane(l), simt::__ushort2##t##_rd(b)) &&     \
                         (std::isnan(static_cast<float>(h)) || __##t##_as_short(x).lane(l) == i); \
      if (!right) ++differ;                                                                       \
    }                                                                                             \
    if (first > 0x200) first += 13 * width;                                                       \
  }
int short_conversions_differ() {
  int differ = 0;
  SAME_CONVERSIONS(half, __half)
  SAME_CONVERSIONS(bfloat16, __nv_bfloat16)
  return differ;
}

SIMT_KERNEL(count, (simt::ptr<__half> cells, simt::ptr<__nv_bfloat162> total,
                    simt::ptr<__half> before, simt::ptr<__nv_bfloat16> swapped)) {
  __shared__ simt::tile<__half[4]> tile;
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> const v = i;
  simt_if (threadIdx.x < 4) tile[threadIdx.x] = __half(0);
  __syncthreads();
  atomicAdd(&tile[v % 4], __half(0.5f));
  varying<__half> old = __half(-1);
  simt_if (v % 2 == 0) old = atomicAdd(&cells[v % 8], __int2half_rn(v % 4 + 1));
  before[i] = old;
  varying<__nv_bfloat162> const two =
      __floats2bfloat162_rn(varying<float>(1.0f), -varying<float>(1.0f));
  atomicAdd(total, two);
  varying<__nv_bfloat16> const old2 = atomicExch(&swapped[i], __int2bfloat16_rn(v));
  swapped[i] = old2 + __int2bfloat16_rn(v);
  __syncthreads();
  simt_if (threadIdx.x < 4) atomicAdd(&cells[8 + threadIdx.x], tile[threadIdx.x]);
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

}  // namespace

TEST_CASE("[INTI-014] half with lanes: arithmetic") { arithmetic<__half>(); }
TEST_CASE("bfloat16 with lanes: arithmetic") { arithmetic<__nv_bfloat16>(); }
TEST_CASE("half with lanes: functions") { functions<__half>(); }
TEST_CASE("bfloat16 with lanes: functions") { functions<__nv_bfloat16>(); }
TEST_CASE("[INTI-012] half with lanes: conversions") {
  conversions<__half>();
  conversions<__nv_bfloat16>();
  simt::varying<__half, width> const h = __half(2.5f);
  CHECK(__half2int_rn(h).lane(0) == 2);
  CHECK(__half2int_ru(h).lane(5) == 3);
  CHECK(__half2float(h).lane(1) == 2.5f);
  CHECK((h < __half(3)).lane(4));
}
TEST_CASE(
    "[INTI-014] half with lanes: pairs compare, also unordered, and multiply as complex numbers") {
  pairs<__half>();
  pairs<__nv_bfloat16>();
}
TEST_CASE("half with lanes: integers of 8 and 16 bits and back") {
  CHECK(short_conversions_differ() == 0);
}
TEST_CASE("[INTI-014] atomicAdd and atomicExch of 16-bit numbers and pairs, from lanes") {
  simt_test::at_widths([&]<int W>() {
    constexpr int n = 128;
    std::vector<__half> cells(12, __half(0)), before(n);
    std::vector<__nv_bfloat16> swapped(n, __nv_bfloat16(3));
    __nv_bfloat162 total(__nv_bfloat16(0), __nv_bfloat16(0));
    simt::launch_at<W>(count, simt::shape{2, simt::block_shape<n / 2>}, cells.data(), &total,
                       before.data(), swapped.data());
    for (std::size_t k = 0; k < 8; ++k)  // of 128 threads 16 have an even k, with 1 or 3
      CHECK(static_cast<float>(cells[k]) == (k % 2 != 0 ? 0.0f : k % 4 == 0 ? 16.0f : 48.0f));
    for (std::size_t k = 8; k < 12; ++k) CHECK(static_cast<float>(cells[k]) == 16.0f);
    CHECK(static_cast<float>(total.x) == 128.0f);
    CHECK(static_cast<float>(total.y) == -128.0f);
    for (int k = 0; k < 8; k += 2) {  // each thread met another sum
      float const step = k % 4 == 0 ? 1.0f : 3.0f;
      std::vector<bool> seen(16);
      for (int i = k; i < n; i += 8)
        seen.at(static_cast<std::size_t>(static_cast<float>(before[static_cast<std::size_t>(i)]) /
                                         step)) = true;
      CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
    }
    for (int i = 1; i < n; i += 2)
      CHECK(static_cast<float>(before[static_cast<std::size_t>(i)]) == -1.0f);
    for (int i = 0; i < n; ++i)
      CHECK(static_cast<int>(swapped[static_cast<std::size_t>(i)]) == i + 3);
  });
}
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
