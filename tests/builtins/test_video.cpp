// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/cuda/detail/video_functions.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "golden.hpp"

// SIMD video intrinsics on numbers and on lanes, against answers of hardware.
namespace {

constexpr int width = 32;
template <class T>
using lanes = simt::varying<T, width>;

struct sub_case {
  std::vector<std::uint64_t> in, out;
};
std::vector<sub_case> cases_of(std::string const& name) {
  std::vector<sub_case> r;
  for (auto const& record : golden::read("video.tsv", "simd/" + name + "/")) {
    auto const inputs = golden::split(record.inputs, ';');
    auto const outputs = golden::split(record.output, ';');
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      sub_case c;
      for (auto const& x : golden::split(inputs[i], ',')) c.in.push_back(golden::bits(x));
      for (auto const& x : golden::split(outputs[i], ',')) c.out.push_back(golden::bits(x));
      r.push_back(c);
    }
  }
  CAPTURE(name);
  CHECK(!r.empty());
  return r;
}
template <class T>
lanes<T> operand(std::vector<sub_case> const& cases, std::size_t first, std::size_t which) {
  lanes<T> x = T{};
  for (int l = 0; l < width; ++l)
    x.set_lane(
        l, static_cast<T>(cases[(first + static_cast<std::size_t>(l)) % cases.size()].in[which]));
  return x;
}
template <class T>
void check(std::string const& name, sub_case const& c, std::size_t which, T got) {
  bool const same = static_cast<unsigned>(got) == static_cast<unsigned>(c.out[which]);
  if (same) return;
  CAPTURE(name);
  CAPTURE(c.in[0]);
  CAPTURE(c.out[which]);
  CAPTURE(got);
  CHECK(same);
}

template <class T, class F>
void one(std::string const& name, F f) {
  auto const cases = cases_of(name);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    check(name, cases[i], 0, f(static_cast<T>(cases[i].in[0])));
    if (i % width != 0) continue;
    lanes<T> const r = f(operand<T>(cases, i, 0));
    for (int l = 0; l < width; ++l)
      check(name, cases[(i + static_cast<std::size_t>(l)) % cases.size()], 0, r.lane(l));
  }
}
template <class T, class F>
void two(std::string const& name, F f) {
  auto const cases = cases_of(name);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto const& c = cases[i];
    check(name, c, 0, f(static_cast<T>(c.in[0]), static_cast<T>(c.in[1])));
    if (i % width != 0) continue;
    lanes<T> const r = f(operand<T>(cases, i, 0), operand<T>(cases, i, 1));
    for (int l = 0; l < width; ++l)
      check(name, cases[(i + static_cast<std::size_t>(l)) % cases.size()], 0, r.lane(l));
  }
}
template <class T, class F>
void three(std::string const& name, F f) {
  auto const cases = cases_of(name);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto const& c = cases[i];
    check(name, c, 0, f(static_cast<T>(c.in[0]), static_cast<T>(c.in[1]), static_cast<T>(c.in[2])));
    if (i % width != 0) continue;
    lanes<T> const r = f(operand<T>(cases, i, 0), operand<T>(cases, i, 1), operand<T>(cases, i, 2));
    for (int l = 0; l < width; ++l)
      check(name, cases[(i + static_cast<std::size_t>(l)) % cases.size()], 0, r.lane(l));
  }
}

#define ONE(name) one<unsigned>(#name, [](auto const& a) { return simt::name(a); });
#define TWO(T, name) two<T>(#name, [](auto const& a, auto const& b) { return simt::name(a, b); });
#define THREE(T, name) \
  three<T>(#name, [](auto const& a, auto const& b, auto const& c) { return simt::name(a, b, c); });
#define ONE_BOTH(name) ONE(name##2) ONE(name##4)
#define BOTH(name) TWO(unsigned, name##2) TWO(unsigned, name##4)
#define CHOICE(T, name)                                                                         \
  {                                                                                             \
    auto const cases = cases_of(#name);                                                         \
    for (std::size_t i = 0; i < cases.size(); ++i) {                                            \
      auto const& c = cases[i];                                                                 \
      bool first = false;                                                                       \
      check(#name, c, 0, simt::name(static_cast<T>(c.in[0]), static_cast<T>(c.in[1]), &first)); \
      check(#name, c, 1, static_cast<int>(first));                                              \
      if (i % width != 0) continue;                                                             \
      lanes<bool> firsts = false;                                                               \
      lanes<T> const r = simt::name(operand<T>(cases, i, 0), operand<T>(cases, i, 1), &firsts); \
      for (int l = 0; l < width; ++l) {                                                         \
        auto const& d = cases[(i + static_cast<std::size_t>(l)) % cases.size()];                \
        check(#name, d, 0, r.lane(l));                                                          \
        check(#name, d, 1, static_cast<int>(firsts.lane(l)));                                   \
      }                                                                                         \
    }                                                                                           \
  }
#define CHOICES(name)                                                                          \
  {                                                                                            \
    auto const cases = cases_of(#name);                                                        \
    for (std::size_t i = 0; i < cases.size(); ++i) {                                           \
      auto const& c = cases[i];                                                                \
      bool upper = false, lower = false;                                                       \
      check(#name, c, 0,                                                                       \
            simt::name(static_cast<unsigned>(c.in[0]), static_cast<unsigned>(c.in[1]), &upper, \
                       &lower));                                                               \
      check(#name, c, 1, static_cast<int>(upper));                                             \
      check(#name, c, 2, static_cast<int>(lower));                                             \
    }                                                                                          \
  }

}  // namespace

TEST_CASE("[VIDEO-001][VIDEO-002][VIDEO-003][VIDEO-004] sums and differences: recorded") {
  BOTH(__vadd);
  BOTH(__vaddss);
  BOTH(__vaddus);
  BOTH(__vsub);
  BOTH(__vsubss);
  BOTH(__vsubus);
  ONE_BOTH(__vabs);
  ONE_BOTH(__vabsss);
  ONE_BOTH(__vneg);
  ONE_BOTH(__vnegss);
}
TEST_CASE("[VIDEO-005][VIDEO-006] averages: recorded") {
  BOTH(__vavgs);
  BOTH(__vavgu);
  BOTH(__vhaddu);
}
TEST_CASE("[VIDEO-007][VIDEO-008] absolute differences and their sums: recorded") {
  BOTH(__vabsdiffs);
  BOTH(__vabsdiffu);
  BOTH(__vsads);
  BOTH(__vsadu);
}
TEST_CASE("[VIDEO-009][VIDEO-010][VIDEO-011][VIDEO-012] minima and maxima: recorded") {
  BOTH(__vmaxs);
  BOTH(__vmaxu);
  BOTH(__vmins);
  BOTH(__vminu);
}
TEST_CASE("[VIDEO-013][VIDEO-014] comparisons: recorded") {
  BOTH(__vcmpeq);
  BOTH(__vcmpne);
  BOTH(__vcmpges);
  BOTH(__vcmpgeu);
  BOTH(__vcmpgts);
  BOTH(__vcmpgtu);
  BOTH(__vcmples);
  BOTH(__vcmpleu);
  BOTH(__vcmplts);
  BOTH(__vcmpltu);
}
TEST_CASE("[VIDEO-013][VIDEO-014] set on comparison: recorded") {
  BOTH(__vseteq);
  BOTH(__vsetne);
  BOTH(__vsetges);
  BOTH(__vsetgeu);
  BOTH(__vsetgts);
  BOTH(__vsetgtu);
  BOTH(__vsetles);
  BOTH(__vsetleu);
  BOTH(__vsetlts);
  BOTH(__vsetltu);
}
TEST_CASE("extremes of sums, of three, above zero: recorded") {
  TWO(int, __vimax_s32_relu);
  TWO(int, __vimin_s32_relu);
  TWO(unsigned, __vimax_s16x2_relu);
  TWO(unsigned, __vimin_s16x2_relu);
#define FORMS(name)             \
  THREE(int, name##_s32)        \
  THREE(unsigned, name##_u32)   \
  THREE(unsigned, name##_s16x2) \
  THREE(unsigned, name##_u16x2) \
  THREE(int, name##_s32_relu)   \
  THREE(unsigned, name##_s16x2_relu)
  FORMS(__vimax3);
  FORMS(__vimin3);
  FORMS(__viaddmax);
  FORMS(__viaddmin);
}
TEST_CASE("extremes and which operand they are: recorded") {
  CHOICE(int, __vibmax_s32);
  CHOICE(int, __vibmin_s32);
  CHOICE(unsigned, __vibmax_u32);
  CHOICE(unsigned, __vibmin_u32);
  CHOICES(__vibmax_s16x2);
  CHOICES(__vibmin_s16x2);
  CHOICES(__vibmax_u16x2);
  CHOICES(__vibmin_u16x2);
}
TEST_CASE("[VIDEO-015] the functions that stand for inline PTX, in global scope") {
  CHECK(__vadd4(0x01ff02ffu, 0x01010101u) == 0x02000300u);
  CHECK(__vsadu4(0x01020304u, 0x04030201u) == 8u);
  CHECK(__vabsdiffu4(0x01020304u, 0x04030201u) == 0x03010103u);
  CHECK(__vimax3_s32(-1, 2, -3) == 2);
  bool first = false;
  CHECK(__vibmax_s32(3, 2, &first) == 3);
  CHECK(first);
}
