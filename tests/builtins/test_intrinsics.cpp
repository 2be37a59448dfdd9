// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <map>
#include <random>

#include "golden.hpp"

namespace {

using simt::__brev, simt::__brevll, simt::__popc, simt::__popcll, simt::__clz, simt::__clzll;
using simt::__byte_perm, simt::__sad, simt::__usad, simt::__dp4a, simt::__dp2a_lo, simt::__dp2a_hi;
using simt::__double_as_longlong, simt::__longlong_as_double;
using simt::__fns, simt::__ffs, simt::__ffsll, simt::__mulhi, simt::__umulhi, simt::__mul64hi, simt::__umul64hi;
using simt::__float_as_int, simt::__float_as_uint, simt::__int_as_float, simt::__uint_as_float;
using simt::__funnelshift_l, simt::__funnelshift_lc, simt::__funnelshift_r, simt::__funnelshift_rc;
using simt::__hadd, simt::__rhadd, simt::__uhadd, simt::__urhadd, simt::__mul24, simt::__umul24;

// Name as recorded, function, type and operands. ia: operand a as int, ua: unsigned, la, qa: 64
// bits
#define FUNCTIONS(X)                                                                            \
  X(0, "int/__brev", unsigned, __brev(ua))                                                      \
  X(1, "int/__brevll", unsigned long long, __brevll(qa))                                        \
  X(2, "int/__popc", int, __popc(ua))                                                           \
  X(3, "int/__popcll", int, __popcll(qa))                                                       \
  X(4, "int/__clz", int, __clz(ia))                                                             \
  X(5, "int/__clzll", int, __clzll(la))                                                         \
  X(6, "int/__ffs", int, __ffs(ia))                                                             \
  X(7, "int/__ffsll", int, __ffsll(la))                                                         \
  X(8, "int/__byte_perm", unsigned, __byte_perm(ua, ub, uc))                                    \
  X(9, "int/__funnelshift_l", unsigned, __funnelshift_l(ua, ub, uc))                            \
  X(10, "int/__funnelshift_lc", unsigned, __funnelshift_lc(ua, ub, uc))                         \
  X(11, "int/__funnelshift_r", unsigned, __funnelshift_r(ua, ub, uc))                           \
  X(12, "int/__funnelshift_rc", unsigned, __funnelshift_rc(ua, ub, uc))                         \
  X(13, "int/__mul24", int, __mul24(ia, ib))                                                    \
  X(14, "int/__umul24", unsigned, __umul24(ua, ub))                                             \
  X(15, "int/__mulhi", int, __mulhi(ia, ib))                                                    \
  X(16, "int/__umulhi", unsigned, __umulhi(ua, ub))                                             \
  X(17, "int/__mul64hi", long long, __mul64hi(la, lb))                                          \
  X(18, "int/__umul64hi", unsigned long long, __umul64hi(qa, qb))                               \
  X(19, "int/__sad", unsigned, __sad(ia, ib, uc))                                               \
  X(20, "int/__usad", unsigned, __usad(ua, ub, uc))                                             \
  X(21, "int/__hadd", int, __hadd(ia, ib))                                                      \
  X(22, "int/__rhadd", int, __rhadd(ia, ib))                                                    \
  X(23, "int/__uhadd", unsigned, __uhadd(ua, ub))                                               \
  X(24, "int/__urhadd", unsigned, __urhadd(ua, ub))                                             \
  X(25, "int/__dp4a_s", int, __dp4a(ia, ib, ic))                                                \
  X(26, "int/__dp4a_u", unsigned, __dp4a(ua, ub, uc))                                           \
  X(27, "int/__dp2a_lo_s", int, __dp2a_lo(ia, ib, ic))                                          \
  X(28, "int/__dp2a_lo_u", unsigned, __dp2a_lo(ua, ub, uc))                                     \
  X(29, "int/__dp2a_hi_s", int, __dp2a_hi(ia, ib, ic))                                          \
  X(30, "int/__dp2a_hi_u", unsigned, __dp2a_hi(ua, ub, uc))                                     \
  X(31, "cast/__float_as_int", int, __float_as_int(__int_as_float(ia)))                         \
  X(32, "cast/__float_as_uint", unsigned, __float_as_uint(__uint_as_float(ua)))                 \
  X(33, "cast/__int_as_float", int, __float_as_int(__int_as_float(ia)))                         \
  X(34, "cast/__uint_as_float", unsigned, __float_as_uint(__uint_as_float(ua)))                 \
  X(35, "cast/__double_as_longlong", long long, __double_as_longlong(__longlong_as_double(la))) \
  X(36, "cast/__longlong_as_double", long long, __double_as_longlong(__longlong_as_double(la))) \
  X(37, "int/__fns", unsigned, __fns(ua, ub & 31u, (uc & 63u) - 32u))
constexpr int functions = 38;

struct function {
  std::string id;
  std::size_t size;
};
function const table[functions] = {
#define X(n, id, R, call) {id, sizeof(R)},
    FUNCTIONS(X)
#undef X
};

std::uint64_t scalar(int n, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  auto const ua = static_cast<unsigned>(a), ub = static_cast<unsigned>(b);
  auto const uc = static_cast<unsigned>(c);
  auto const ia = static_cast<int>(ua), ib = static_cast<int>(ub), ic = static_cast<int>(uc);
  auto const la = static_cast<long long>(a), lb = static_cast<long long>(b);
  auto const qa = static_cast<unsigned long long>(a), qb = static_cast<unsigned long long>(b);
  switch (n) {
#define X(n, id, R, call)                                \
  case n: {                                              \
    auto const r = call;                                 \
    static_assert(std::is_same_v<decltype(r), R const>); \
    return static_cast<std::uint64_t>(r);                \
  }
    FUNCTIONS(X)
#undef X
  }
  return 0;
}

SIMT_KERNEL(lanes, (simt::ptr<unsigned long long const> a, simt::ptr<unsigned long long const> b,
                    simt::ptr<unsigned long long const> c, simt::ptr<unsigned long long> out, int f,
                    int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i >= n) simt_return;
  varying<unsigned long long> qa = a[i], qb = b[i], qc = c[i];
  varying<long long> la = qa, lb = qb;
  varying<unsigned> ua = qa, ub = qb, uc = qc;
  varying<int> ia = qa, ib = qb, ic = qc;
  switch (f) {
#define X(number, id, R, call)                              \
  case number: {                                            \
    auto r = call;                                          \
    static_assert(std::is_same_v<decltype(r), varying<R>>); \
    out[i] = r;                                             \
    break;                                                  \
  }
    FUNCTIONS(X)
#undef X
  }
}

using words = std::vector<unsigned long long>;

void compare(std::string const& what, std::size_t size, words const& got, words const& want) {
  std::uint64_t const mask = size == 8 ? ~std::uint64_t{0} : 0xffffffffu;
  for (std::size_t i = 0; i < got.size(); ++i) {
    CAPTURE(what);
    CAPTURE(i);
    CHECK((got[i] & mask) == (want[i] & mask));
  }
}

template <int W>
void check_lanes(int f, words const& a, words const& b, words const& c, words const& want) {
  auto const n = static_cast<int>(a.size());
  words out(a.size(), 0xdeadull);
  simt::launch_at<W>(lanes, simt::shape{(n + 44) / 45, 45}, a.data(), b.data(), c.data(),
                     out.data(), f, n);
  auto const& fn = table[f];
  compare(fn.id, fn.size, out, want);
}

TEST_CASE(
    "[INTI-001..INTI-005] [INTI-007..INTI-011] integer intrinsics, uniform and by lanes: recorded "
    "on hardware") {
  std::map<std::string, std::vector<golden::record>> records;
  for (auto& r : golden::read("intrinsics.tsv"))
    records[r.id.substr(0, r.id.rfind('/'))].push_back(r);
  for (int f = 0; f < functions; ++f) {
    words a, b, c, want;
    for (auto const& r : records[table[f].id]) {
      auto const in = golden::split(r.inputs, ';');
      auto const out = golden::split(r.output, ';');
      for (std::size_t k = 0; k < in.size(); ++k) {
        auto const operands = golden::split(in[k], ',');
        auto const operand = [&](std::size_t j) {
          return j < operands.size() ? golden::bits(operands[j]) : 0;
        };
        a.push_back(operand(0));
        b.push_back(operand(1));
        c.push_back(operand(2));
        want.push_back(golden::bits(out[k]));
      }
    }
    CAPTURE(table[f].id);
    REQUIRE(!a.empty());
    words uniform;
    for (std::size_t k = 0; k < a.size(); ++k) uniform.push_back(scalar(f, a[k], b[k], c[k]));
    compare(table[f].id, table[f].size, uniform, want);
    simt_test::for_widths<1, simt::simd::native_lanes, 64>([&]<int W>() {
      check_lanes<W>(f, a, b, c, want);
    });
  }
}

TEST_CASE("[INTI-001] [INTI-002] [INTI-003] [INTI-006] lanes agree with numbers on random operands") {
  std::mt19937_64 random(3);
  words a(500), b(500), c(500), want(500);
  for (int f = 0; f < functions; ++f) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      a[k] = random() >> random() % 64;
      b[k] = random() >> random() % 64;
      c[k] = random() >> random() % 64;
      want[k] = scalar(f, a[k], b[k], c[k]);
    }
    check_lanes<64>(f, a, b, c, want);
  }
}

static_assert(simt::__popc(0xf0f0u) == 8);
static_assert(simt::__clz(0) == 32 && simt::__ffs(0) == 0 && simt::__ffs(8) == 4);
static_assert(simt::__brev(1u) == 0x80000000u);

// Uniform operands inside a kernel, and operands that are thread indices or places in memory.
SIMT_KERNEL(mixed, (simt::ptr<int> out, simt::ptr<int const> in, int n)) {
  auto i = threadIdx.x;
  int const bits = __popc(n);
  out[i] = __popc(i) + 100 * bits;
  out[i + 64] = __mul24(in[i], n);
  out[i + 128] = __byte_perm(i, 0x11223344, 0x5410u);
}
TEST_CASE("[INTI-002] [INTI-004] uniform and mixed operands in kernels") {
  std::vector<int> in(64), out(192);
  for (std::size_t i = 0; i < 64; ++i) in[i] = static_cast<int>(i) - 30;
  auto const check = [&] {
    for (int i = 0; i < 64; ++i) {
      auto const at = static_cast<std::size_t>(i);
      CHECK(out[at] == std::popcount(static_cast<unsigned>(i)) + 300);
      CHECK(out[at + 64] == (i - 30) * 7);
      CHECK(out[at + 128] == (i | 0x33440000));
    }
    out.assign(192, -1);
  };
  simt::launch_at<1>(mixed, simt::shape{1, 64}, out.data(), in.data(), 7);
  check();
  simt::launch_at<64>(mixed, simt::shape{1, 64}, out.data(), in.data(), 7);
  check();
}

SIMT_KERNEL(clocks, (simt::ptr<long long> out, simt::ptr<float> sink)) {
  auto i = threadIdx.x;
  auto const start = clock64();
  varying<float> x = 1.0f;
  for (int k = 0; k < 1000; ++k) x = x * 0.999f + 0.5f;
  sink[i] = x;
  out[i] = clock64() - start;
  out[i + 32] = static_cast<long long>(clock());
}
TEST_CASE("[BLT-007] [BLT-008] clock and clock64 go forward") {
  std::vector<long long> out(64, -1);
  std::vector<float> sink(32);
  simt::launch_at<32>(clocks, simt::shape{1, 32}, out.data(), sink.data());
  for (std::size_t i = 0; i < 32; ++i) {
    CHECK(out[i] > 0);
    CHECK(out[i + 32] != -1);
  }
}

}  // namespace
