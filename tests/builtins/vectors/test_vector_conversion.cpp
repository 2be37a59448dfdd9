// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/builtins/vector_conversion.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>
#include <support/vector_values.hpp>

#include <type_traits>

namespace simt_test::vector_values {

TEST_CASE("[VEC-001] vectors made of others") {
  CHECK(same(make_float3(2.0f), make_float3(2.0f, 2.0f, 2.0f)));
  CHECK(same(make_float3(make_float2(1.0f, 2.0f)), make_float3(1.0f, 2.0f, 0.0f)));
  CHECK(same(make_float4(make_float3(1.0f, 2.0f, 3.0f), 4), make_float4(1.0f, 2.0f, 3.0f, 4.0f)));
  CHECK(same(make_float2(make_float4(1.0f, 2.0f, 3.0f, 4.0f)), make_float2(1.0f, 2.0f)));
  CHECK(same(make_int3(make_float4(1.5f, -2.5f, 3.0f, 4.0f)), make_int3(1, -2, 3)));
  CHECK(same(make_uint3(make_uint4(1, 2, 3, 4)), make_uint3(1, 2, 3)));
  lanes<float> x = 5.0f;
  CHECK(same(make_float4(make_float3(1.0f, 2.0f, 3.0f), x).lane(7),
             make_float4(1.0f, 2.0f, 3.0f, 5.0f)));
  CHECK(same(make_float3(x).lane(3), make_float3(5.0f)));
}

TEST_CASE("vector_conversion: components of lanes are converted one by one, missing ones are 0") {
  masks::at_all_widths([]<int W>() {
    auto const i = consecutive<W>(-2);
    simt::varying<float2, W> v = make_float2(0.0f, -1.75f);
    v.x = lane_numbers<W>() * 0.5f;
    auto const whole = make_int4(v);
    auto const longer = make_float3(v, i);
    auto const all = make_uint3(i);
    static_assert(std::is_same_v<std::remove_const_t<decltype(whole)>, simt::varying<int4, W>>);
    bool right = true;
    for (int l = 0; l < W; ++l) {
      int4 const w = whole.lane(l);
      right = right && w.x == l / 2 && w.y == -1 && w.z == 0 && w.w == 0 &&
              same(longer.lane(l), make_float3(0.5f * static_cast<float>(l), -1.75f,
                                               static_cast<float>(l - 2))) &&
              same(all.lane(l), make_uint3(static_cast<unsigned>(l - 2)));
    }
    CAPTURE(W);
    CHECK(right);
  });
}

}  // namespace simt_test::vector_values
