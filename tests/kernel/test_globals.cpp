// SPDX-License-Identifier: MIT
#include <simt/kernel/globals.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cstring>
#include <vector>

namespace {

simt::device_variable<unsigned[16]> bins;  // zero at first
simt::device_variable<float[2][3]> weights{{{1, 2, 3}, {4, 5, 6}}};
simt::device_variable<int> calls;
simt::constant_variable<float[4]> taps{{0.5f, 0.25f, 0.125f, 0.0625f}};
simt::constant_variable<int> scale{3};

SIMT_KERNEL(count, (simt::ptr<int const> in, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) atomicAdd(&bins[in[i]], 1u);
  simt_if (i == 0) atomicAdd(calls.data(), 1);
}
SIMT_KERNEL(weigh, (simt::ptr<float> out)) {
  auto i = threadIdx.x;
  varying<int> row = i % 2;
  float const first = taps[0];
  out[i] = weights[row][i % 3] * first + taps[i % 4] * static_cast<float>(scale.value);
  simt_if (i < 3) weights[1][i] = weights[1][i] + 10.0f;
}

template <int W>
void check_globals() {
  bins.value[3] = 100;  // the host sets one, the kernel goes on from there
  for (unsigned k = 0; k < 16; ++k)
    if (k != 3) bins.value[k] = 0;
  calls.value = 0;
  std::vector<int> in(1000);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i % 16);
  for (int launch = 0; launch < 2; ++launch)
    simt::launch_at<W>(count, simt::shape{8, 128}, in.data(), 1000);
  CHECK(calls.value == 2);
  for (unsigned k = 0; k < 16; ++k)
    CHECK(bins.value[k] == (k < 8 ? 126u : 124u) + (k == 3 ? 100u : 0u));

  weights = {{{1, 2, 3}, {4, 5, 6}}};
  std::vector<float> out(64);
  for (int launch = 0; launch < 2; ++launch) {
    simt::launch_at<W>(weigh, simt::shape{1, 64}, out.data());
    for (int i = 32; i < 64; ++i) {  // a gang beyond the one that changes the weights
      float const before = static_cast<float>(i % 2 * 3 + i % 3 + 1) +
                           (i % 2 == 1 ? 10.0f * static_cast<float>(launch + 1) : 0.0f);
      float const tap = 0.5f / static_cast<float>(1 << i % 4);
      if constexpr (W <= 32) CHECK(out[static_cast<std::size_t>(i)] == before * 0.5f + tap * 3.0f);
    }
    CHECK(weights.value[1][2] == 6.0f + 10.0f * static_cast<float>(launch + 1));
    CHECK(weights.value[0][2] == 3.0f);
  }
}

TEST_CASE(
    "[QUAL-007] [QUAL-008] device and constant variables: kernels share them, the host sets "
    "and reads them") {
  check_globals<1>();
  check_globals<32>();
  check_globals<64>();
}

static_assert(std::is_same_v<decltype(taps.data()), simt::ptr<float const>>);

}  // namespace

namespace {
SIMT_KERNEL(read_only, (simt::ptr<float const> in, simt::ptr<simt::float4 const> quads,
                        simt::ptr<float> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    float const first = __ldg(in);
    varying<int> back = n - 1 - i;
    varying<simt::float4> q = __ldg(&quads[i]);
    out[i] = first + __ldg(&in[i]) * 2.0f + __ldg(in + back) * 4.0f + q.w;
  }
}
}  // namespace

namespace {
SIMT_KERNEL_TEMPLATE((class T), (T), reads_back, (simt::ptr<T const> in, simt::ptr<T> out)) {
  auto i = threadIdx.x;
  varying<int> const back = 31 - i;
  out[i] = __ldg(&in[i]);
  out[32 + i] = __ldg(in + back);
}
template <class T>
void check_read_only() {
  std::vector<T> in(32), out(64);
  auto* const bytes = reinterpret_cast<unsigned char*>(in.data());
  for (std::size_t k = 0; k < 32 * sizeof(T); ++k)
    bytes[k] = static_cast<unsigned char>(k * 7 % 63);
  simt_test::for_widths<1, 32>([&]<int W>() {
    std::memset(out.data(), 0, 64 * sizeof(T));
    simt::launch_at<W>(reads_back<T>, simt::shape{1, 32}, in.data(), out.data());
    CAPTURE(sizeof(T));
    CHECK(std::memcmp(out.data(), in.data(), 32 * sizeof(T)) == 0);
    for (std::size_t i = 0; i < 32; ++i)
      CHECK(std::memcmp(&out[32 + i], &in[31 - i], sizeof(T)) == 0);
  });
}
template <class... T>
void check_all_read_only() {
  (check_read_only<T>(), ...);
}
}  // namespace

TEST_CASE("[BLT-009] __ldg of every type that CUDA lists") {
  check_all_read_only<char, signed char, short, int, long, long long, unsigned char, unsigned short,
                      unsigned, unsigned long, unsigned long long, simt::int2, simt::int4,
                      simt::uint2, simt::uint4, float, simt::float2, simt::float4, double,
                      simt::double2>();
}

TEST_CASE("[BLT-009] __ldg: uniform, thread-index and varying addresses, numbers and vectors") {
  constexpr int n = 77;
  std::vector<float> in(n), out(n);
  std::vector<simt::float4> quads(n);
  for (int i = 0; i < n; ++i) {
    in[std::size_t(i)] = static_cast<float>(i + 3);
    quads[std::size_t(i)] = simt::make_float4(0, 0, 0, static_cast<float>(100 * i));
  }
  auto const check = [&](auto width) {
    out.assign(n, -1.f);
    simt::launch_at<decltype(width)::value>(read_only, simt::shape{3, 32}, in.data(), quads.data(),
                                            out.data(), n);
    for (int i = 0; i < n; ++i)
      CHECK(out[std::size_t(i)] ==
            static_cast<float>(3 + 2 * (i + 3) + 4 * (n - 1 - i + 3) + 100 * i));
  };
  check(std::integral_constant<int, 1>{});
  check(std::integral_constant<int, 32>{});
}

namespace {
SIMT_KERNEL(write_once,
            (simt::ptr<float> out, simt::ptr<float> turned, simt::ptr<double> wide,
             simt::ptr<short> narrow, simt::ptr<simt::float4> quads, simt::ptr<int> one, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> back = n - 1 - i;
  simt_if (i < n) {
    __stcs(&out[i], i * 2);
    __stcs(wide + i, i + 0.5);
    __stcs(&narrow[i], i & 1023);
    simt_if (i % 3 == 0) __stcs(turned + back, -1.0f);
    simt_if (i < 16) __stcs(&quads[i], simt::make_float4(1, 2, 3, 4));
    if (blockIdx.x == 0) __stcs(one, 7);
  }
}
}  // namespace

TEST_CASE("__stcs: as the assignment, in small grids and in such that store past the caches") {
  auto const check = [](auto width, int n, std::size_t shift) {
    std::vector<float> out(std::size_t(n) + 32, -9.f);
    std::vector<float> turned(std::size_t(n), 0.f);
    std::vector<double> wide(std::size_t(n) + 32, -9.);
    std::vector<short> narrow(std::size_t(n), short{-9});
    std::vector<simt::float4> quads(16);
    int one = 0;
    simt::launch_at<decltype(width)::value>(write_once, simt::shape{(n + 255) / 256, 256},
                                            out.data() + shift, turned.data(), wide.data() + shift,
                                            narrow.data(), quads.data(), &one, n);
    int wrong = one != 7;
    for (int i = 0; i < n; ++i) {
      auto const k = static_cast<std::size_t>(i);
      wrong += out[k + shift] != static_cast<float>(2 * i);
      wrong += turned[k] != ((n - 1 - i) % 3 == 0 ? -1.f : 0.f);
      wrong += wide[k + shift] != i + 0.5;
      wrong += narrow[k] != static_cast<short>(i & 1023);
    }
    wrong += out[std::size_t(n) + shift] != -9.f || wide[std::size_t(n) + shift] != -9.;
    for (simt::float4 const& q : quads) wrong += q.x != 1 || q.w != 4;
    INFO("width ", decltype(width)::value, ", ", n, " threads, ", shift, " elements off");
    CHECK(wrong == 0);
  };
  for (int const n : {77, 1 << 20, (1 << 20) - 5})
    for (std::size_t const shift : {std::size_t{0}, std::size_t{1}, std::size_t{16}}) {
      check(std::integral_constant<int, 32>{}, n, shift);
      check(std::integral_constant<int, 64>{}, n, shift);
    }
  check(std::integral_constant<int, 1>{}, 1000, 0);
}

namespace {
struct sphere {
  float x, y, radius;
  int hits;
};
simt::device_variable<sphere[5]> scene;
simt::device_variable<sphere[2][3]> boxes;
simt::constant_variable<sphere[3]> lights{{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}};
simt::device_variable<simt::__half[4]> weights_16;

SIMT_KERNEL(move_spheres, (sphere first, simt::ptr<int const> which, simt::ptr<float> out)) {
  auto i = threadIdx.x;
  scene[0] = first;             // one for all
  scene[1].radius = 20.0f;      // a member of it
  boxes[1][2] = lights[1];
  weights_16[1] = simt::__half(2.5f);
  simt_if (i == 2 || i == 3) {  // one for each thread
    varying<sphere> s = lights[i - 1];
    scene[i] = s;
    varying<int> n = which[i];
    boxes[0][n] = s;
  }
  simt_if (i == 4) scene[i]->*&sphere::hits = scene[i - 4]->*&sphere::hits + 1;
  out[i] = lights[i % 3]->*&sphere::y;
}
}  // namespace

TEST_CASE_TEMPLATE("structs in device variables are elements to host and kernels, not copies", Width,
                   std::integral_constant<int, 1>, std::integral_constant<int, 32>) {
  for (auto& s : scene.value) s = {-1, -1, -1, -1};
  for (auto& row : boxes.value)
    for (auto& s : row) s = {};
  scene[4] = sphere{7, 7, 7, 7};  // the host stores by subscript, too
  scene[1].x = 30.0f;
  boxes[0][0] = scene[4];
  weights_16[0] = simt::__half(1.5f);
  std::vector<int> const which{0, 0, 1, 2, 0, 0, 0, 0};
  std::vector<float> out(32);
  std::vector<int> wide(32);
  std::copy(which.begin(), which.end(), wide.begin());
  simt::launch_at<Width::value>(move_spheres, simt::shape{1, 32}, sphere{1, 2, 3, 40}, wide.data(),
                                out.data());
  auto const is = [](sphere const& s, float x, float y, float radius, int hits) {
    return s.x == x && s.y == y && s.radius == radius && s.hits == hits;
  };
  CHECK(is(scene.value[0], 1, 2, 3, 40));
  CHECK(is(scene.value[1], 30, -1, 20, -1));
  CHECK(is(scene.value[2], 5, 6, 7, 8));
  CHECK(is(scene.value[3], 9, 10, 11, 12));
  CHECK(is(scene.value[4], 7, 7, 7, 41));
  CHECK(is(boxes.value[0][0], 7, 7, 7, 7));
  CHECK(is(boxes.value[0][1], 5, 6, 7, 8));
  CHECK(is(boxes.value[0][2], 9, 10, 11, 12));
  CHECK(is(boxes.value[1][2], 5, 6, 7, 8));
  CHECK(static_cast<float>(weights_16.value[0]) == 1.5f);
  CHECK(static_cast<float>(weights_16.value[1]) == 2.5f);
  for (std::size_t i = 0; i < 32; ++i) CHECK(out[i] == static_cast<float>(2 + i % 3 * 4));
}
