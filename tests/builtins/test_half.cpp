// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/half/half.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "golden.hpp"

namespace {

using words = std::vector<std::uint64_t>;

// How a result's bits are compared.
enum class kind { integer, binary32, half, bfloat16, half2, bfloat162 };

template <class T>
constexpr kind kind_of = kind::integer;
template <>
constexpr kind kind_of<float> = kind::binary32;
template <>
constexpr kind kind_of<simt::__half> = kind::half;
template <>
constexpr kind kind_of<simt::__half2> = kind::half2;
template <>
constexpr kind kind_of<simt::__nv_bfloat16> = kind::bfloat16;
template <>
constexpr kind kind_of<simt::__nv_bfloat162> = kind::bfloat162;

/// Difference in units of the last place; 0 for two NaNs.
int distance(unsigned infinity, std::uint64_t a, std::uint64_t b) {
  unsigned const x = a & 0x7fffu, y = b & 0x7fffu;
  if (x > infinity || y > infinity) return x > infinity && y > infinity ? 0 : 99999;
  int const i = (a & 0x8000u) != 0 ? -static_cast<int>(x) : static_cast<int>(x);
  int const j = (b & 0x8000u) != 0 ? -static_cast<int>(y) : static_cast<int>(y);
  if (i == 0 && j == 0) return ((a ^ b) & 0x8000u) != 0 ? 99999 : 0;
  return std::abs(i - j);
}
int distance(kind k, std::uint64_t a, std::uint64_t b) {
  switch (k) {
    case kind::half:
      return distance(0x7c00, a, b);
    case kind::bfloat16:
      return distance(0x7f80, a, b);
    case kind::half2:
      return std::max(distance(0x7c00, a, b), distance(0x7c00, a >> 16, b >> 16));
    case kind::bfloat162:
      return std::max(distance(0x7f80, a, b), distance(0x7f80, a >> 16, b >> 16));
    case kind::binary32: {
      auto const x = golden::value<float>(a), y = golden::value<float>(b);
      return (x != x && y != y) || a == b ? 0 : 99999;
    }
    case kind::integer:
      break;
  }
  return a == b ? 0 : 99999;
}

template <class T>
std::uint64_t pack(T x) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::uint64_t>(x);
  else
    return golden::bits_of(x);
}

/// Replays the recorded cases of a function.
void replay(std::string const& id, kind k, std::function<words(words const&)> const& f,
            int tolerance) {
  int cases = 0, worst = 0, differ = 0;
  for (auto const& r : golden::read("half.tsv", id + "/")) {
    auto const inputs = golden::split(r.inputs, ';'), outputs = golden::split(r.output, ';');
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      words in;
      for (auto const& x : golden::split(inputs[i], ',')) in.push_back(golden::bits(x));
      auto const got = f(in);
      auto const want = golden::split(outputs[i], ',');
      for (std::size_t o = 0; o < want.size(); ++o) {
        int const d = distance(k, got[o], golden::bits(want[o]));
        worst = std::max(worst, d);
        differ += d != 0;
        if (d > tolerance) {
          CAPTURE(id);
          CAPTURE(inputs[i]);
          CAPTURE(outputs[i]);
          CAPTURE(got[o]);
          CHECK(d <= tolerance);
        }
      }
      ++cases;
    }
  }
  CAPTURE(id);
  CAPTURE(worst);
  CAPTURE(differ);
  CHECK(cases > 0);
  if (std::getenv("SIMT_SHOW") != nullptr && differ != 0)
    MESSAGE(id << ": " << differ << " of " << cases << " differ, by at most " << worst);
}
template <class R, class... A>
void run(std::string const& id, int tolerance, R (*f)(A...)) {
  replay(
      id, kind_of<R>,
      [f](words const& w) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
          return words{pack(f(golden::value<A>(w[I])...))};
        }
        (std::index_sequence_for<A...>{});
      },
      tolerance);
}

/// The names that both formats share. G: group of the records, T: the type of operands.
#define ONE_AS(R, name, tolerance, ...) \
  run(                                  \
      group + "/" #name, tolerance, +[](T a) -> R { return __VA_ARGS__; });
#define TWO_AS(R, name, ...) \
  run(                       \
      group + "/" #name, 0, +[](T a, T b) -> R { return __VA_ARGS__; });
#define THREE_AS(name, ...) \
  run(                      \
      group + "/" #name, 0, +[](T a, T b, T c) -> T { return __VA_ARGS__; });
#define ONE(name) ONE_AS(T, name, 0, name(a))
#define FUNCTION(name) ONE_AS(T, name, 1, name(a))
#define TWO(name) TWO_AS(T, name, name(a, b))
#define TEST(name) TWO_AS(bool, name, name(a, b))
#define THREE(name) THREE_AS(name, name(a, b, c))

template <class T>
void arithmetic(std::string const& group) {
  ONE(__hneg);
  ONE(__habs);
  TWO(__hadd);
  TWO(__hsub);
  TWO(__hmul);
  TWO(__hdiv);
  TWO(__hadd_rn);
  TWO(__hsub_rn);
  TWO(__hmul_rn);
  TWO(__hadd_sat);
  TWO(__hsub_sat);
  TWO(__hmul_sat);
  THREE(__hfma);
  THREE(__hfma_sat);
  THREE(__hfma_relu);
  TWO(__hmax);
  TWO(__hmin);
  TWO(__hmax_nan);
  TWO(__hmin_nan);
  TWO_AS(T, op_add, a + b);
  TWO_AS(T, op_sub, a - b);
  TWO_AS(T, op_mul, a * b);
  TWO_AS(T, op_div, a / b);
  THREE_AS(op_mul_add, __hfma(a, b, c));  // recorded where the compiler fused the two
  ONE_AS(T, op_neg, 0, -a);
  TWO_AS(bool, op_lt, a < b);
  TWO_AS(bool, op_eq, a == b);
  ONE_AS(float, cast_float, 0, static_cast<float>(a));
  ONE_AS(int, cast_int, 0, static_cast<int>(a));
  ONE_AS(unsigned, cast_uint, 0, static_cast<unsigned>(a));
  ONE_AS(bool, cast_bool, 0, static_cast<bool>(a));
}
template <class T>
void comparisons(std::string const& group) {
  TEST(__heq);
  TEST(__hne);
  TEST(__hle);
  TEST(__hge);
  TEST(__hlt);
  TEST(__hgt);
  TEST(__hequ);
  TEST(__hneu);
  TEST(__hleu);
  TEST(__hgeu);
  TEST(__hltu);
  TEST(__hgtu);
  ONE_AS(bool, __hisnan, 0, __hisnan(a));
  ONE_AS(int, __hisinf, 0, __hisinf(a));
}
template <class T>
void functions(std::string const& group) {
  ONE(htrunc);
  ONE(hceil);
  ONE(hfloor);
  ONE(hrint);
  FUNCTION(hsqrt);
  FUNCTION(hrsqrt);
  FUNCTION(hrcp);
  FUNCTION(hlog);
  FUNCTION(hlog2);
  FUNCTION(hlog10);
  FUNCTION(hexp);
  FUNCTION(hexp2);
  FUNCTION(hexp10);
  FUNCTION(hcos);
  FUNCTION(hsin);
  FUNCTION(htanh);
  FUNCTION(htanh_approx);
}
template <class T>
void pairs(std::string const& group) {
  ONE(__hneg2);
  ONE(__habs2);
  ONE(__hisnan2);
  TWO(__hadd2);
  TWO(__hsub2);
  TWO(__hmul2);
  TWO(__h2div);
  TWO(__hadd2_rn);
  TWO(__hsub2_rn);
  TWO(__hmul2_rn);
  TWO(__hadd2_sat);
  TWO(__hsub2_sat);
  TWO(__hmul2_sat);
  THREE(__hfma2);
  THREE(__hfma2_sat);
  THREE(__hfma2_relu);
  THREE(__hcmadd);
  TWO(__hmax2);
  TWO(__hmin2);
  TWO(__hmax2_nan);
  TWO(__hmin2_nan);
  ONE(h2trunc);
  ONE(h2ceil);
  ONE(h2floor);
  ONE(h2rint);
  FUNCTION(h2sqrt);
  FUNCTION(h2rsqrt);
  FUNCTION(h2rcp);
  FUNCTION(h2log);
  FUNCTION(h2log2);
  FUNCTION(h2log10);
  FUNCTION(h2exp);
  FUNCTION(h2exp2);
  FUNCTION(h2exp10);
  FUNCTION(h2cos);
  FUNCTION(h2sin);
  FUNCTION(h2tanh);
  FUNCTION(h2tanh_approx);
}
template <class T>
void pair_comparisons(std::string const& group) {
#define COMPARE(name)                              \
  TWO_AS(T, __h##name##2, __h##name##2(a, b))      \
  TWO_AS(bool, __hb##name##2, __hb##name##2(a, b)) \
  TWO_AS(unsigned, __h##name##2_mask, __h##name##2_mask(a, b));
  COMPARE(eq);
  COMPARE(ne);
  COMPARE(le);
  COMPARE(ge);
  COMPARE(lt);
  COMPARE(gt);
  COMPARE(equ);
  COMPARE(neu);
  COMPARE(leu);
  COMPARE(geu);
  COMPARE(ltu);
  COMPARE(gtu);
}

// Conversions have the format's name in theirs: t is half or bfloat16, g the group.
#define CAST(g, name, R, A) \
  run(                      \
      g "/" #name, 0, +[](A a) -> R { return simt::name(a); });
#define CAST_TWO(g, name, R, A) \
  run(                          \
      g "/" #name, 0, +[](A a, A b) -> R { return simt::name(a, b); });
#define CASTS(g, name, R, A) \
  CAST(g, name##_rn, R, A)   \
  CAST(g, name##_rz, R, A)   \
  CAST(g, name##_ru, R, A)   \
  CAST(g, name##_rd, R, A)
#define INTEGER(g, t, H, name, I) \
  CASTS(g, __##t##2##name, I, H)  \
  CASTS(g, __##name##2##t, H, I)
#define INTEGERS(g, t, H)                     \
  CAST(g, __##t##2char_rz, signed char, H)    \
  CAST(g, __##t##2uchar_rz, unsigned char, H) \
  INTEGER(g, t, H, short, short)              \
  INTEGER(g, t, H, ushort, unsigned short)    \
  INTEGER(g, t, H, int, int)                  \
  INTEGER(g, t, H, uint, unsigned)            \
  INTEGER(g, t, H, ll, long long)             \
  INTEGER(g, t, H, ull, unsigned long long)
#define FLOATS(g, t, H, H2, t2)                                                                   \
  CAST(g, __double2##t, H, double)                                                                \
  CAST(g, __float2##t, H, float)                                                                  \
  CASTS(g, __float2##t, H, float)                                                                 \
  CAST(g, __##t##2float, float, H)                                                                \
  CAST(g, __float2##t2##_rn, H2, float)                                                           \
  CAST_TWO(g, __floats2##t2##_rn, H2, float)                                                      \
  run(                                                                                            \
      g "/__float22" #t2 "_rn", 0,                                                                \
      +[](float a, float b) -> H2 { return simt::__float22##t2##_rn(simt::make_float2(a, b)); }); \
  replay(                                                                                         \
      g "/__" #t2 "2float2", kind::binary32,                                                      \
      [](words const& w) {                                                                        \
        auto const f = simt::__##t2##2float2(golden::value<H2>(w[0]));                            \
        return words{pack(f.x), pack(f.y)};                                                       \
      },                                                                                          \
      0);                                                                                         \
  CAST(g, __low2float, float, H2)                                                                 \
  CAST(g, __high2float, float, H2)                                                                \
  CAST(g, __##t##2##t2, H2, H)                                                                    \
  CAST(g, __lowhigh2highlow, H2, H2)                                                              \
  CAST_TWO(g, __lows2##t2, H2, H2)                                                                \
  CAST_TWO(g, __highs2##t2, H2, H2)                                                               \
  CAST(g, __low2##t2, H2, H2)                                                                     \
  CAST(g, __high2##t2, H2, H2)

using simt::__half, simt::__half2, simt::__nv_bfloat16, simt::__nv_bfloat162;

}  // namespace

TEST_CASE("[INTI-014] half: arithmetic as recorded") { arithmetic<__half>("half"); }
TEST_CASE("[INTI-014] half: comparisons as recorded") { comparisons<__half>("half"); }
TEST_CASE("half: functions, recorded, within one unit") { functions<__half>("half"); }
TEST_CASE("[INTI-014] half2: arithmetic and functions as recorded") { pairs<__half2>("half2"); }
TEST_CASE("[INTI-014] half2: comparisons as recorded") { pair_comparisons<__half2>("half2"); }
TEST_CASE("[INTI-012] [INTI-013] [INTI-014] half: conversions as recorded") {
  FLOATS("half", half, __half, __half2, half2);
  CAST("half", __half_as_short, short, __half);
  CAST("half", __short_as_half, __half, short);
}
TEST_CASE("[INTI-014] half: conversions with integers as recorded") {
  INTEGERS("half", half, __half);
}
TEST_CASE("bfloat16: arithmetic as recorded") { arithmetic<__nv_bfloat16>("bfloat16"); }
TEST_CASE("bfloat16: comparisons as recorded") { comparisons<__nv_bfloat16>("bfloat16"); }
TEST_CASE("bfloat16: functions, recorded, within one unit") {
  functions<__nv_bfloat16>("bfloat16");
}
TEST_CASE("bfloat162: arithmetic and functions as recorded") { pairs<__nv_bfloat162>("bfloat162"); }
TEST_CASE("bfloat162: comparisons as recorded") { pair_comparisons<__nv_bfloat162>("bfloat162"); }
TEST_CASE("bfloat16: conversions as recorded") {
  FLOATS("bfloat16", bfloat16, __nv_bfloat16, __nv_bfloat162, bfloat162);
}
TEST_CASE("bfloat16: conversions with integers as recorded") {
  INTEGERS("bfloat16", bfloat16, __nv_bfloat16);
}
