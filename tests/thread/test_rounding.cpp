// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/cuda/math_functions.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "golden.hpp"

namespace {

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return golden::bits_of(a) == golden::bits_of(b);
}

template <class R, class... A>
void replay(std::string const& id, R (*function)(A...)) {
  int cases = 0;
  for (auto const& r : golden::read("rounding.tsv", id + "/")) {
    auto const inputs = golden::split(r.inputs, ';'), outputs = golden::split(r.output, ';');
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      auto const x = golden::split(inputs[i], ',');
      R const got = [&]<std::size_t... K>(std::index_sequence<K...>) {
        return function(golden::value<A>(golden::bits(x[K]))...);
      }
      (std::index_sequence_for<A...>{});
      R const want = golden::value<R>(golden::bits(outputs[i]));
      CAPTURE(id);
      CAPTURE(inputs[i]);
      CAPTURE(got);
      CAPTURE(want);
      CHECK(same(got, want));
      ++cases;
    }
  }
  CAPTURE(id);
  CHECK(cases > 0);
}

#define ONE(group, name) replay(group "/" #name, &name);
#define FOUR(group, name) \
  ONE(group, name##_rn)   \
  ONE(group, name##_rz)   \
  ONE(group, name##_ru)   \
  ONE(group, name##_rd);

}  // namespace

TEST_CASE("[INTF-001..INTF-029] arithmetic of float in four rounding modes: recorded") {
  FOUR("float", __fadd);
  FOUR("float", __fsub);
  FOUR("float", __fmul);
  FOUR("float", __fdiv);
  FOUR("float", __frcp);
  FOUR("float", __fsqrt);
  FOUR("float", __fmaf);
  FOUR("float", __fmaf_ieee);
  ONE("float", __frsqrt_rn);
  ONE("float", __saturatef);
}
TEST_CASE("[INTF-041..INTF-068] arithmetic of double in four rounding modes: recorded") {
  FOUR("double", __dadd);
  FOUR("double", __dsub);
  FOUR("double", __dmul);
  FOUR("double", __ddiv);
  FOUR("double", __drcp);
  FOUR("double", __dsqrt);
  FOUR("double", __fma);
}
TEST_CASE("[FP-009] conversions between integers and floating point: recorded") {
  FOUR("cast", __float2int);
  FOUR("cast", __float2uint);
  FOUR("cast", __float2ll);
  FOUR("cast", __float2ull);
  FOUR("cast", __double2int);
  FOUR("cast", __double2uint);
  FOUR("cast", __double2ll);
  FOUR("cast", __double2ull);
  FOUR("cast", __int2float);
  FOUR("cast", __uint2float);
  FOUR("cast", __ll2float);
  FOUR("cast", __ull2float);
  FOUR("cast", __ll2double);
  FOUR("cast", __ull2double);
  FOUR("cast", __double2float);
  ONE("cast", __int2double_rn);
  ONE("cast", __uint2double_rn);
  ONE("cast", __double2hiint);
  ONE("cast", __double2loint);
  ONE("cast", __hiloint2double);
}
TEST_CASE("[FP-011][INTF-009] products are not fused with sums") {
  float const a = 1.0f + 0x1p-12f, sum = -(1.0f + 0x1p-11f);
  float volatile v = a;
  CHECK(__fadd_rn(__fmul_rn(v, v), sum) == 0.0f);
  CHECK(std::fma(a, a, sum) != 0.0f);
}
