// SPDX-License-Identifier: MIT
#include <simt/kernel/shared.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

using simt::block_shape;
using simt::dim3;
using simt::shape;
using simt_test::at_widths;
using simt_test::for_widths;

namespace {

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The numbers that the tests store: distinct, and exact in every type.
template <class T>
constexpr T number(int i) {
  if constexpr (std::is_same_v<T, bool>)
    return i % 3 == 0;
  else
    return static_cast<T>(i % 101 + 1);
}

/// check at every width. A static block is one form of the kernel, a block of run-time shape two.
template <class Check, class Block>
void at_all(Check check, Block block) {
  at_widths([&]<int W>() { check.template operator()<W>(block); });
  check.template operator()<simt::whole_block>(block);
}

// --- Tiles of rank 1, 2, 3 and of many types -----------------------------------------------------

SIMT_KERNEL_TEMPLATE((class T), (T), transposed, (simt::ptr<T const> in, simt::ptr<T> out)) {
  __shared__ simt::tile<T[12][13]> s;
  auto x = threadIdx.x;
  auto y = threadIdx.y;
  auto i = blockIdx.x * 144 + y * 12 + x;
  s[y][x] = in[i];
  __syncthreads();
  out[i] = s[x][y];
}

template <int W, class T, class Block>
void check_transposed(Block block) {
  int const blocks = 5;
  auto const n = at(blocks * 144);
  // No vector: it has no pointer to its bools.
  auto const in = std::make_unique<T[]>(n);
  auto const out = std::make_unique<T[]>(n);
  for (std::size_t i = 0; i < n; ++i) in[i] = number<T>(static_cast<int>(i));
  simt::launch_at<W>(transposed<T>, shape{blocks, block}, static_cast<T const*>(in.get()),
                     out.get());
  int wrong = 0;
  for (int b = 0; b < blocks; ++b)
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x)
        wrong += out[at(b * 144 + y * 12 + x)] != in[at(b * 144 + x * 12 + y)];
  CAPTURE(W);
  CAPTURE(sizeof(T));
  CHECK(wrong == 0);
}

SIMT_KERNEL(ranks, (simt::ptr<int> out, int shift)) {
  __shared__ simt::tile<int[105]> one;
  __shared__ simt::tile<int[7][15]> two;
  __shared__ simt::tile<int[3][5][7]> three;
  auto i = threadIdx.x;
  varying<int> const v = i;
  one[i] = v * 2;
  two[v / 15][v % 15] = v * 3;  // varying subscripts
  three[i / 35][i / 7 % 5][i % 7] = v * 5;
  __syncthreads();
  varying<int> const j = (v + shift) % 105;  // another thread's element
  varying<int> sum = one[j];
  sum += two[j / 15][j % 15];
  sum += three[j / 35][j / 7 % 5][j % 7];
  // Uniform and mixed subscripts
  sum += one[shift] + two[6][14] + three[2][shift % 5][v % 7];
  out[i] = sum;
  // Compound assignment to an element of its own
  __syncthreads();
  one[i] += 7;
  three[2][4][i % 7] = 1;  // many threads, one value
  out[105 + i] = one[i] + three[2][4][v % 7];
}

}  // namespace

TEST_CASE("[QUAL-009] tile: two-dimensional, of every type of element") {
  at_widths([]<int W>() {
    check_transposed<W, float>(block_shape<12, 12>);
    check_transposed<W, int>(dim3(12, 12));
  });
  for_widths<1, 32>([]<int W>() {
    check_transposed<W, bool>(block_shape<12, 12>);
    check_transposed<W, long long>(block_shape<12, 12>);
  });
  check_transposed<32, double>(block_shape<12, 12>);
  check_transposed<32, signed char>(block_shape<12, 12>);
  check_transposed<32, std::uint16_t>(block_shape<12, 12>);
  check_transposed<simt::whole_block, float>(block_shape<12, 12>);
  check_transposed<simt::whole_block, unsigned char>(block_shape<12, 12>);
}

TEST_CASE("[QUAL-009] tile: ranks 1, 2, 3 by uniform, index and varying subscripts") {
  auto const check = []<int W, class Block>(Block block) {
    for (int const shift : {0, 1, 50, 104}) {
      std::vector<int> out(210, -1), want(210);
      for (int i = 0; i < 105; ++i) {
        int const j = (i + shift) % 105;
        want[at(i)] = j * 10 + shift * 2 + 104 * 3 + (2 * 35 + shift % 5 * 7 + i % 7) * 5;
        want[at(105 + i)] = i * 2 + 8;
      }
      simt::launch_at<W>(ranks, shape{1, block}, out.data(), shift);
      CHECK(out == want);
    }
  };
  at_all(check, block_shape<105>);
}

// --- Structs, several tiles, functions -----------------------------------------------------------

namespace {

SIMT_KERNEL(vectors, (simt::ptr<simt::float4 const> in, simt::ptr<simt::float4> out)) {
  __shared__ simt::tile<simt::float4[80]> s;
  auto i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[79 - i];
  s[79 - i].y += 0.5F;
  __syncthreads();
  out[80 + i].y = s[i].y;
}

template <class Tile, class I>
auto sum_around(Tile const& s, I const& i) {
  return s[i] + s[i + 1] + s[i + 2];
}
SIMT_DEVICE(varying<int>, first_and_last, (simt::ptr<int> s, int n)) {
  __syncthreads();
  simt_return(s[0] * 1000 + s[n - 1]);
}

// Arrays of odd sizes one behind the other, each seen whole by all threads.
SIMT_KERNEL(several, (simt::ptr<int> out)) {
  __shared__ simt::tile<char[67]> a;
  __shared__ simt::tile<double[65]> b, c;
  __shared__ simt::tile<short[3][23]> d;
  __shared__ simt::tile<int[67]> e;
  auto i = threadIdx.x;
  simt_if (i < 65) {
    a[i] = i % 100;
    b[i] = i * 1.5;
    c[i] = i * -2.5;
    d[i / 23][i % 23] = i + 300;
    e[i] = i * 11;
  }
  simt_if (i >= 65) {
    a[i] = 1;
    d[i / 23][i % 23] = 2;
    e[i] = 3;
  }
  __syncthreads();
  simt_if (i < 65) {
    varying<int> const j = 64 - i;
    varying<double> x = a[j];
    x += b[j];
    x += c[j];
    x += d[j / 23][j % 23];
    out[i] = static_cast<varying<int>>(x * 2.0) + sum_around(e, i);
  }
  varying<int> const ends = first_and_last(*this, e, 67);
  varying<int> const inner = first_and_last(*this, e.data() + 1, 65);
  out[67 + i] = ends + inner;
}

}  // namespace

TEST_CASE("tile: elements of vector type") {
  auto const check = []<int W, class Block>(Block block) {
    std::vector<simt::float4> in(80), out(160);
    for (int i = 0; i < 80; ++i) {
      auto const f = static_cast<float>(i);
      in[at(i)] = {f, f + 100, f + 200, f + 300};
    }
    simt::launch_at<W>(vectors, shape{1, block}, static_cast<simt::float4 const*>(in.data()),
                       out.data());
    for (int i = 0; i < 80; ++i) {
      auto const& o = out[at(i)];
      auto const& w = in[at(79 - i)];
      CHECK((o.x == w.x && o.y == w.y && o.z == w.z && o.w == w.w));
      CHECK(out[at(80 + i)].y == in[at(i)].y + 0.5F);
    }
  };
  at_all(check, block_shape<80>);
}

TEST_CASE("tile: several lie apart, and go to functions as tiles and as pointers") {
  auto const check = []<int W, class Block>(Block block) {
    std::vector<int> out(134, -1), want(134, 3 * 1 + 11 * 1000 + 64 * 0);
    for (int i = 0; i < 67; ++i) {
      int const j = 64 - i;
      auto const e = [](int k) { return k < 65 ? 11 * k : 3; };
      if (i < 65)
        want[at(i)] = 2 * j + 3 * j - 5 * j + 2 * (j + 300) + e(i) + e(i + 1) + e(i + 2);
      else
        want[at(i)] = -1;
      want[at(67 + i)] = e(0) * 1000 + e(66) + e(1) * 1000 + e(65);
    }
    simt::launch_at<W>(several, shape{1, block}, out.data());
    CHECK(out == want);
  };
  at_all(check, block_shape<67>);
}

// --- Scopes and exhaustion -----------------------------------------------------------------------

namespace {

// 2 x 32 KiB in turn, and in every turn of a loop: never more than 32 KiB at once.
SIMT_KERNEL(scopes, (simt::ptr<int> out, int turns)) {
  auto i = threadIdx.x;
  varying<int> sum = 0;
  for (int k = 0; k < turns; ++k) {
    __shared__ simt::tile<int[8192]> s;
    s[i * 100] = i + k;
    __syncthreads();
    sum += s[((i + 1) % 80) * 100];
    __syncthreads();
  }
  {
    __shared__ simt::tile<float[80][100]> s;
    s[i][99] = 0.5F;
    __syncthreads();
    simt_if (i == 3) simt_return;
    sum += static_cast<varying<int>>(s[79 - i][99] * 2.0F);
  }
  __shared__ simt::tile<int[80]> last;
  last[i] = sum;
  __syncthreads();
  out[i] = last[i];
}

SIMT_KERNEL(too_many, (simt::ptr<int> out)) {
  __shared__ simt::tile<char[24 * 1024]> a, b;
  __shared__ simt::tile<int[1]> c;
  auto i = threadIdx.x;
  a[i] = 1;
  b[i] = 2;
  c[0] = 3;
  out[i] = c[0];
}
SIMT_KERNEL(just_fits, (simt::ptr<int> out)) {
  __shared__ simt::tile<char[24 * 1024]> a, b;
  auto i = threadIdx.x;
  a[24 * 1024 - 1] = 3;
  b[i] = i % 100;
  __syncthreads();
  out[i] = a[24 * 1024 - 1] + b[i];
}

}  // namespace

TEST_CASE("tile: its memory is free again at the end of its scope") {
  auto const check = []<int W, class Block>(Block block) {
    std::vector<int> out(80, -1), want(80);
    for (int i = 0; i < 80; ++i) want[at(i)] = i == 3 ? -1 : 5 * ((i + 1) % 80) + 10 + 1;
    simt::launch_at<W>(scopes, shape{1, block}, out.data(), 5);
    CHECK(out == want);
  };
  at_all(check, block_shape<80>);
}

TEST_CASE("[EXEC-008] tile: more than the block has is an error that names kernel and block") {
  auto const check = []<int W, class Block>(Block block) {
    std::vector<int> out(70, -1);
    try {
      simt::launch_at<W>(too_many, shape{3, block}, out.data());
      FAIL("no error");
    } catch (simt::kernel_error const& e) {
      CHECK(e.kernel() == "too_many");
      CHECK(e.grid() == dim3(3));
      CHECK(e.block_shape() == dim3(70));
      CHECK(contains(e.what(), "shared memory is exhausted"));
      CHECK(contains(e.what(), "need 49216 bytes, the block has 49152"));
    }
    CHECK(out == std::vector<int>(70, -1));
    simt::launch_at<W>(just_fits, shape{1, block}, out.data());
    for (int i = 0; i < 70; ++i) CHECK(out[at(i)] == i + 3);
  };
  at_all(check, block_shape<70>);
}

// --- Dynamic shared memory -----------------------------------------------------------------------

namespace {

// CUDA's example: arrays of three types carved from one block of memory, beside a static one.
SIMT_KERNEL(carved, (simt::ptr<int> out, int n, simt::ptr<unsigned> bytes)) {
  __shared__ simt::tile<int[100]> fixed;
  auto const count = static_cast<std::size_t>(n);
  simt::dynamic_tile<double> a;
  simt::dynamic_tile<short> b(count * sizeof(double));
  simt::dynamic_tile<float> c(count * sizeof(double) + (count * sizeof(short) + 3) / 4 * 4);
  simt::dynamic_tile<unsigned char> all;
  auto i = threadIdx.x;
  fixed[i] = -i;
  simt_if (i < n) {
    a[i] = i * 2.0;
    b[i] = i * 3;
    c[i] = i * 4.0F;
  }
  __syncthreads();
  varying<int> const j = n - 1 - i;
  simt_if (i < n) {
    varying<double> x = a[j];
    x += b[j];
    x += c[j];
    out[i] = static_cast<varying<int>>(x) + fixed[j];
  }
  __syncthreads();
  simt_if (i < 8) all[i] = 0;  // the first array's first element, as bytes
  __syncthreads();
  simt_if (i == 0) {
    out[n] = static_cast<varying<int>>(varying<double>(a[i]) + 7.0);
    bytes[0] = static_cast<unsigned>(all.size_bytes());
  }
}

SIMT_KERNEL(whole_memory, (simt::ptr<int> out, int bytes)) {
  __shared__ simt::tile<char[48 * 1024]> fixed;
  simt::dynamic_tile<char> s;
  simt_for (auto i = threadIdx.x, i < bytes, i += blockDim.x) s[i] = i % 100;
  simt_for (auto i = threadIdx.x, i < 48 * 1024, i += blockDim.x) fixed[i] = 77;
  __syncthreads();
  varying<int> wrong = 0;
  simt_for (auto i = threadIdx.x, i < bytes, i += blockDim.x) wrong += s[i] != i % 100;
  out[blockIdx.x * blockDim.x + threadIdx.x] = wrong;
}

}  // namespace

TEST_CASE("[QUAL-010] dynamic_tile: arrays carved from the memory that the launch gives") {
  auto const check = []<int W, class Block>(Block block) {
    for (int const n : {1, 31, 50, 100}) {
      std::vector<int> out(at(n) + 1, -1), want(at(n) + 1, 7);
      std::vector<unsigned> bytes(1);
      for (int i = 0; i < n; ++i) want[at(i)] = 8 * (n - 1 - i);
      std::size_t const size = at(n) * 8 + (at(n) * 2 + 3) / 4 * 4 + at(n) * 4;
      simt::launch_at<W>(carved, shape{1, block, size}, out.data(), n, bytes.data());
      CHECK(out == want);
      CHECK(bytes[0] == size);
    }
  };
  at_all(check, block_shape<100>);
}

TEST_CASE("[QUAL-010] dynamic_tile: up to the limit, beside all of the static memory") {
  constexpr std::size_t most = simt::max_shared_bytes - 48 * 1024;
  for_widths<1, 32>([]<int W>() {
    std::vector<int> out(2 * 96, -1);
    simt::launch_at<W>(whole_memory, shape{2, 96, most}, out.data(), static_cast<int>(most));
    CHECK(out == std::vector<int>(2 * 96, 0));
    CHECK_THROWS_AS(simt::launch_at<W>(whole_memory, shape{2, 96, most + 1}, out.data(), 1),
                    simt::launch_error);
  });
}

// --- One arena a block ---------------------------------------------------------------------------

namespace {

// Every block keeps its own number in its arrays over many barriers.
SIMT_KERNEL(own_arena, (simt::ptr<int> wrong, int turns)) {
  __shared__ simt::tile<int[256]> s;
  simt::dynamic_tile<int> d;
  auto i = threadIdx.x;
  int const me = blockIdx.x * 7 + 1;
  s[i] = me;
  d[i] = -me;
  varying<int> bad = 0;
  for (int k = 0; k < turns; ++k) {
    __syncthreads();
    varying<int> const j = (i + k) % blockDim.x;
    bad += s[j] != me + k;
    bad += d[j] != -me;
    __syncthreads();
    s[i] += 1;
  }
  atomicAdd(&wrong[blockIdx.x], bad);
}

}  // namespace

TEST_CASE("[HIER-016] shared memory: blocks that run at the same time do not see each other's") {
  auto const check = []<int W, class Block>(Block block, int threads) {
    std::vector<int> wrong(150, 0);
    simt::launch_at<W>(own_arena, shape{150, block, at(threads) * 4}, wrong.data(), 20);
    CHECK(wrong == std::vector<int>(150, 0));
  };
  at_widths([&]<int W>() {
    check.template operator()<W>(64, 64);
    check.template operator()<W>(77, 77);
  });
  check.template operator()<simt::whole_block>(block_shape<77>, 77);
}
