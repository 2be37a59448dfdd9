// SPDX-License-Identifier: MIT
#include <simt/lanes/struct.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <random>
#include <vector>

namespace {

using namespace simt;

struct material {
  float density;
  unsigned char tag;
  double mass;
  float4 color;
  short grid[6];
  int2 cells[3];
};

// Members of structs in memory, by thread index, by varying index and by uniform.
SIMT_KERNEL(use_members, (ptr<material> m, ptr<int const> where, ptr<float> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    m[i]->*&material::density *= 2.0f;
    m[i]->*&material::tag = i;
    (m[i]->*&material::color).y = m[i]->*&material::density + 1.0f;
    (m[i]->*&material::grid)[2] = (m[i]->*&material::grid)[1] + 5;
    varying<int> j = i % 6;
    (m[i]->*&material::grid)[j] += 100;
    ((m[i]->*&material::cells)[j % 3]).x = j;
    varying<int> w = where[i];
    out[i] = (m[w]->*&material::mass) + (m[w]->*&material::color).z + m[0].mass;
    simt_if (i % 2 == 1) m[w]->*&material::mass = 0.25 * i;
  }
}

template <int W>
void check_members(int n) {
  auto const count = static_cast<std::size_t>(n);
  std::vector<material> m(count);
  std::mt19937 r(static_cast<unsigned>(n));
  for (auto& x : m) {
    x = {};
    x.density = static_cast<float>(r() % 1000);
    x.mass = static_cast<double>(r() % 1000);
    x.color = make_float4(1, 2, static_cast<float>(r() % 100), 4);
    for (auto& g : x.grid) g = static_cast<short>(r() % 1000);
  }
  auto want = m;
  std::vector<int> where(count);
  for (int k = 0; k < n; ++k) where[static_cast<std::size_t>(k)] = n - 1 - k;
  std::vector<float> out(count), want_out(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto& x = want[i];
    x.density *= 2.0f;
    x.tag = static_cast<unsigned char>(i);
    x.color.y = x.density + 1.0f;
    x.grid[2] = static_cast<short>(x.grid[1] + 5);
    auto const j = i % 6;
    x.grid[j] = static_cast<short>(x.grid[j] + 100);
    x.cells[j % 3].x = static_cast<int>(j);
  }
  for (std::size_t i = 0; i < count; ++i) {  // masses are read before they are written
    auto const w = static_cast<std::size_t>(where[i]);
    want_out[i] =
        static_cast<float>(m[w].mass + static_cast<double>(m[w].color.z) + m[0].mass);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (i % 2 == 1) want[static_cast<std::size_t>(where[i])].mass = 0.25 * static_cast<double>(i);
  auto const before = m;
  // One gang wide enough reads all masses first; narrower ones would meet each other's.
  launch_at<W>(use_members, shape{1, block_shape<64>}, m.data(), where.data(), out.data(), n);
  int wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    wrong += m[i].density != want[i].density || m[i].tag != want[i].tag ||
             m[i].color.y != want[i].color.y || m[i].mass != want[i].mass;
    for (int g = 0; g < 6; ++g) wrong += m[i].grid[g] != want[i].grid[g];
    for (int g = 0; g < 3; ++g) wrong += m[i].cells[g].x != want[i].cells[g].x;
    if (W == 64) wrong += out[i] != want_out[i];
  }
  CAPTURE(W);
  CAPTURE(n);
  CHECK(wrong == 0);
}
TEST_CASE("structs in memory: members are places") {
  for (int n : {1, 33, 50, 64}) {
    simt_test::at_widths([&]<int W>() { check_members<W>(n); });
  }
}

// Whole structs in lanes.
struct entry {
  int key;
  double value;
  unsigned char flag;
};
SIMT_KERNEL(whole_structs, (ptr<entry> p, ptr<entry const> in, ptr<int const> where, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<entry> e = in[where[i]];
    simt_if (e->*&entry::key > 500) {
      e->*&entry::value = -1.0;
      e->*&entry::flag = i;
    }
    varying<entry> f = in[i];
    simt_if (i % 3 == 0) e = f;
    p[i] = select(i % 4 == 3, in[0], e);
  }
}
template <int W>
void check_whole(int n) {
  auto const count = static_cast<std::size_t>(n);
  std::vector<entry> in(count), out(count), want(count);
  std::vector<int> where(count);
  std::mt19937 r(static_cast<unsigned>(n));
  for (std::size_t i = 0; i < count; ++i) {
    in[i] = {static_cast<int>(r() % 1000), static_cast<double>(r()),
             static_cast<unsigned char>(r())};
    where[i] = static_cast<int>(r() % count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    entry e = in[static_cast<std::size_t>(where[i])];
    if (e.key > 500) e.value = -1, e.flag = static_cast<unsigned char>(i);
    if (i % 3 == 0) e = in[i];
    want[i] = i % 4 == 3 ? in[0] : e;
  }
  launch_at<W>(whole_structs, shape{(n + 63) / 64, block_shape<64>}, out.data(), in.data(), where.data(), n);
  int wrong = 0;
  for (std::size_t i = 0; i < count; ++i)
    wrong += out[i].key != want[i].key || out[i].value != want[i].value ||
             out[i].flag != want[i].flag;
  CAPTURE(W);
  CAPTURE(n);
  CHECK(wrong == 0);
}
TEST_CASE("whole structs move between memory and lanes") {
  for (int n : {1, 31, 100}) {
    simt_test::at_widths([&]<int W>() { check_whole<W>(n); });
  }
}

// Vectors wherever they lie: in another order, by columns, as a member, in all lanes and in some.
template <class T>
struct with_vector {
  int head;
  T v;
};
SIMT_KERNEL_TEMPLATE((class T), (T), moved_vectors,
                     (ptr<T const> in, ptr<T> out, ptr<with_vector<T>> members, ptr<int const> from,
                      int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<int> const j = from[i];
    varying<T> a = in[j];
    out[j] = a;
    simt_if (j % 3 != 0) {
      varying<T> b = in[n - 1 - j];
      out[n + j] = b;
    }
    out[2 * n + 2 * i] = varying<T>(in[2 * i]);
    varying<T> c = members[j]->*&with_vector<T>::v;
    members[n + j]->*&with_vector<T>::v = c;
  }
}
template <int W, class T>
void check_moved(int n) {
  using element = decltype(T::x);
  constexpr int N = static_cast<int>(sizeof(T) / sizeof(element));
  auto const u = [](int i) { return static_cast<std::size_t>(i); };
  auto const made = [](int seed) {
    T r{};
    for (int c = 0; c < N; ++c) (&r.x)[c] = static_cast<element>(7 * seed + c);
    return r;
  };
  auto const same = [](T const& a, T const& b) {
    bool all = true;
    for (int c = 0; c < N; ++c) all = all && (&a.x)[c] == (&b.x)[c];
    return all;
  };
  std::vector<T> in(u(2 * n)), out(u(4 * n));
  std::vector<with_vector<T>> members(u(2 * n));
  std::vector<int> from(u(n));
  for (int i = 0; i < 2 * n; ++i) in[u(i)] = made(i), members[u(i)] = {i, made(i)};
  for (int i = 0; i < n; ++i) from[u(i)] = n - 1 - i;
  launch_at<W>(moved_vectors<T>, shape{(n + 63) / 64, block_shape<64>}, in.data(), out.data(),
               members.data(), from.data(), n);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    wrong += !same(out[u(i)], made(i));
    wrong += !same(out[u(n + i)], i % 3 != 0 ? made(n - 1 - i) : T{});
    wrong += !same(out[u(2 * n + 2 * i)], made(2 * i));
    wrong += !same(members[u(n + i)].v, made(i)) || members[u(n + i)].head != n + i;
  }
  CHECK(wrong == 0);
}
TEST_CASE_TEMPLATE("vectors move between lanes and any places", T, float2, float3, float4, int4,
                   uchar4, short2, double2, double4) {
  for (int n : {1, 64, 100}) {
    simt_test::for_widths<1, simd::native_lanes, 32, 64>([&]<int W>() { check_moved<W, T>(n); });
  }
}

// Structs of varyings are plain C++.
template <class F>
struct complex_of {
  F re, im;
  friend complex_of operator*(complex_of const& a, complex_of const& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};
SIMT_KERNEL(squares, (ptr<float2 const> in, ptr<float2> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    complex_of<varying<float>> z{in[i].x, in[i].y};
    simt_if (i % 2 == 0) z = z * z;
    out[i] = make_float2(z.re, z.im);
  }
}
template <int W>
void check_squares(int n) {
  std::vector<float2> in(static_cast<std::size_t>(n)), out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = make_float2(static_cast<float>(i), static_cast<float>(n) - static_cast<float>(i));
  launch_at<W>(squares, shape{(n + 63) / 64, block_shape<64>}, in.data(), out.data(), n);
  int wrong = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    auto z = in[i];
    if (i % 2 == 0) z = make_float2(z.x * z.x - z.y * z.y, z.x * z.y + z.y * z.x);
    wrong += out[i].x != z.x || out[i].y != z.y;
  }
  CHECK(wrong == 0);
}
TEST_CASE("[LANG-002] structs of varyings, with operators") {
  for (int n : {1, 33, 100}) {
    simt_test::at_widths([&]<int W>() { check_squares<W>(n); });
  }
}

}  // namespace
