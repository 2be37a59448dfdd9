// SPDX-License-Identifier: MIT
#include <simt/builtins/vector_types.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cstddef>
#include <random>
#include <vector>

namespace {

using namespace simt;

template <class V, class T, int N, std::size_t Align>
constexpr bool is_vector() {
  static_assert(alignof(V) == Align);
  static_assert(sizeof(V) == N * sizeof(T));
  static_assert(std::is_same_v<decltype(V::x), T>);
  static_assert(offsetof(V, x) == 0);
  if constexpr (N > 1) static_assert(offsetof(V, y) == sizeof(T));
  if constexpr (N > 2) static_assert(offsetof(V, z) == 2 * sizeof(T));
  if constexpr (N > 3) static_assert(offsetof(V, w) == 3 * sizeof(T));
  return std::is_trivially_copyable_v<V> && std::is_standard_layout_v<V>;
}
template <class T>
constexpr T number(int n) {
  return static_cast<T>(n);
}
#define CHECK_FAMILY(name, T, a1, a2, a3, a4)                                                      \
  static_assert(is_vector<name##1, T, 1, a1>() && make_##name##1(number<T>(1)).x == number<T>(1)); \
  static_assert(is_vector<name##2, T, 2, a2>() &&                                                  \
                make_##name##2(number<T>(1), number<T>(2)).y == number<T>(2));                     \
  static_assert(is_vector<name##3, T, 3, a3>() &&                                                  \
                make_##name##3(number<T>(1), number<T>(2), number<T>(3)).z == number<T>(3));       \
  static_assert(is_vector<name##4, T, 4, a4>() &&                                                  \
                make_##name##4(number<T>(1), number<T>(2), number<T>(3), number<T>(4)).w ==        \
                    number<T>(4));
CHECK_FAMILY(char, signed char, 1, 2, 1, 4)
CHECK_FAMILY(uchar, unsigned char, 1, 2, 1, 4)
CHECK_FAMILY(short, short, 2, 4, 2, 8)
CHECK_FAMILY(ushort, unsigned short, 2, 4, 2, 8)
CHECK_FAMILY(int, int, 4, 8, 4, 16)
CHECK_FAMILY(uint, unsigned, 4, 8, 4, 16)
CHECK_FAMILY(long, long, sizeof(long), 2 * sizeof(long), sizeof(long), 16)
CHECK_FAMILY(ulong, unsigned long, sizeof(long), 2 * sizeof(long), sizeof(long), 16)
CHECK_FAMILY(longlong, long long, 8, 16, 8, 16)
CHECK_FAMILY(ulonglong, unsigned long long, 8, 16, 8, 16)
CHECK_FAMILY(float, float, 4, 8, 4, 16)
CHECK_FAMILY(double, double, 8, 16, 8, 16)

struct padded {
  float f;
  float4 v;
};

TEST_CASE(
    "[VEC-001] [VEC-003] [VEC-007..VEC-048] vector types: sizes, alignments, make_ functions") {
  // Proved when this file compiled; values that are read back at run time, too.
  auto const v = make_int4(1, -2, 3, -4);
  CHECK(v.x == 1);
  CHECK(v.y == -2);
  CHECK(v.z == 3);
  CHECK(v.w == -4);
}

TEST_CASE("[VEC-004] [VEC-005] a struct with a float4 is padded; the wide types exist") {
  CHECK(sizeof(padded) == 32);
  CHECK(offsetof(padded, v) == 16);
  CHECK(alignof(double4) == 16);
  CHECK(alignof(longlong3) == 8);
  CHECK(make_longlong4(1, 2, 3, 4).w == 4);
}

// Whole vectors in and out, by a thread index, by its reverse and by a varying index.
SIMT_KERNEL_TEMPLATE((class V), (V), copy_vectors,
                     (ptr<V const> in, ptr<V> out, ptr<V> back, ptr<V> gathered,
                      ptr<int const> where, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<V> v = in[i];
    out[i] = v;
    back[n - 1 - i] = in[i];
    varying<int> j = where[i];
    gathered[j] = in[where[i]];
  }
}

template <class V>
bool same(V const& a, V const& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class V>
std::vector<V> random_vectors(int n, unsigned seed) {
  std::mt19937 r(seed);
  std::vector<V> v(static_cast<std::size_t>(n));
  using E = typename detail::vector_traits<V>::element;
  auto* p = reinterpret_cast<E*>(v.data());
  for (std::size_t k = 0; k < v.size() * detail::vector_traits<V>::size; ++k)
    p[k] = static_cast<E>(static_cast<int>(r()) % 100000);
  return v;
}

template <class V, int W>
void check_copies() {
  for (int n : {1, 31, 33, 64, 97, 200}) {
    auto const in = random_vectors<V>(n, static_cast<unsigned>(n));
    auto const size = in.size();
    std::vector<V> out(size + 8), back(size), gathered(size);
    std::vector<int> where(size);
    for (int k = 0; k < n; ++k) where[static_cast<std::size_t>(k)] = static_cast<int>(k * 7L % n);
    if (n % 7 == 0)
      for (int k = 0; k < n; ++k) where[static_cast<std::size_t>(k)] = k;
    std::memset(static_cast<void*>(out.data()), 0x5a, out.size() * sizeof(V));
    auto const poison = out[size];
    launch_at<W>(copy_vectors<V>, shape{(n + 63) / 64, block_shape<64>}, in.data(), out.data(),
                 back.data(), gathered.data(), where.data(), n);
    int wrong = 0;
    for (std::size_t k = 0; k < size; ++k) {
      wrong += !same(out[k], in[k]);
      wrong += !same(back[size - 1 - k], in[k]);
      auto const j = static_cast<std::size_t>(where[k]);
      wrong += !same(gathered[j], in[j]);
    }
    for (std::size_t k = size; k < out.size(); ++k) wrong += !same(out[k], poison);
    CAPTURE(W);
    CAPTURE(n);
    CHECK(wrong == 0);
  }
}
TEST_CASE("[VEC-014] [VEC-011] [VEC-013] uchar vectors move whole") {
  check_copies<uchar1, simd::native_lanes>();
  check_copies<uchar3, 32>();
  check_copies<uchar4, 32>();
}
TEST_CASE("[VEC-016] short vectors move whole") { check_copies<short2, 32>(); }
TEST_CASE("[VEC-044] [VEC-045] [VEC-046] float vectors move whole") {
  check_copies<float2, simd::native_lanes>();
  check_copies<float3, 32>();
  check_copies<float4, 1>();
  check_copies<float4, simd::native_lanes>();
  check_copies<float4, 64>();
}
TEST_CASE("[VEC-048] [VEC-040] 64-bit vectors move whole") {
  check_copies<double2, 32>();
  check_copies<longlong3, simd::native_lanes>();
}

// Members of places: loads, stores and compound assignment; make_ with lanes; masked members.
SIMT_KERNEL(members, (ptr<float4> p, ptr<float4> q, ptr<uchar4> c, ptr<int2> k, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    p[i].w = p[i].x + 2.0f * p[i].y;
    p[i].z += 1.0f;
    varying<float4> v = p[i];
    simt_if (i % 3 == 0) {
      v.x = -v.x;
      v = make_float4(v.y, v.x, 0.5f, v.w);
    }
    q[i] = v;
    varying<uchar4> u = c[i];
    c[i] = make_uchar4(u.w, u.z, u.y, 255 - u.x);
    k[i] = make_int2(i, k[i].x + k[i].y);
    simt_if (i == 5) q[n] = v;
    q[n + 1] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    q[n + 2].y = 7.0f;
    varying<float4> s = select(i % 2 == 0, v, q[n + 1]);
    simt_if (i % 5 == 0) q[i].x = s.x;
  }
}

template <int W>
void check_members(int n) {
  auto const count = static_cast<std::size_t>(n);
  auto p = random_vectors<float4>(n, 3);
  auto c = random_vectors<uchar4>(n, 4);
  auto k = random_vectors<int2>(n, 5);
  std::vector<float4> q(count + 3, make_float4(-1, -1, -1, -1));
  auto wp = p;
  auto wc = c;
  auto wk = k;
  auto wq = q;
  for (std::size_t i = 0; i < count; ++i) {
    wp[i].w = wp[i].x + 2.0f * wp[i].y;
    wp[i].z += 1.0f;
    float4 v = wp[i];
    if (i % 3 == 0) {
      v.x = -v.x;
      v = make_float4(v.y, v.x, 0.5f, v.w);
    }
    wq[i] = v;
    uchar4 const u = wc[i];
    wc[i] = make_uchar4(u.w, u.z, u.y, static_cast<unsigned char>(255 - u.x));
    wk[i] = make_int2(static_cast<int>(i), wk[i].x + wk[i].y);
    if (i == 5) wq[count] = v;
    float4 const s = i % 2 == 0 ? v : make_float4(1, 2, 3, 4);
    if (i % 5 == 0) wq[i].x = s.x;
  }
  wq[count + 1] = make_float4(1, 2, 3, 4);
  wq[count + 2].y = 7;
  launch_at<W>(members, shape{(n + 63) / 64, block_shape<64>}, p.data(), q.data(), c.data(),
               k.data(), n);
  int wrong = 0;
  for (std::size_t i = 0; i < count; ++i)
    wrong += !same(p[i], wp[i]) + !same(c[i], wc[i]) + !same(k[i], wk[i]);
  for (std::size_t i = 0; i < q.size(); ++i) wrong += !same(q[i], wq[i]);
  CAPTURE(W);
  CAPTURE(n);
  CHECK(wrong == 0);
}
TEST_CASE("[VEC-001] members of vectors in memory and in lanes, under masks") {
  for (int n : {6, 33, 150}) {
    simt_test::for_widths<1, simd::native_lanes, 64>([&]<int W>() { check_members<W>(n); });
  }
}

// Vectors in shared memory, in a gang that is the block.
SIMT_KERNEL(through_tile, (ptr<float4 const> in, ptr<float> out)) {
  __shared__ tile<float4[96]> s;
  auto t = threadIdx.x;
  s[t] = in[blockIdx.x * 96 + t];
  __syncthreads();
  varying<float4> v = s[95 - t];
  out[blockIdx.x * 96 + t] = v.x + s[t].w;
}
template <int W>
void check_tile() {
  auto const in = random_vectors<float4>(192, 9);
  std::vector<float> out(192);
  launch_at<W>(through_tile, shape{2, block_shape<96>}, in.data(), out.data());
  int wrong = 0;
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 96; ++t)
      wrong += out[b * 96 + t] != in[b * 96 + 95 - t].x + in[b * 96 + t].w;
  CHECK(wrong == 0);
}
TEST_CASE("[VEC-046] float4 in shared memory") {
  simt_test::for_widths<1, simd::native_lanes, 32, whole_block>([]<int W>() { check_tile<W>(); });
}

}  // namespace
