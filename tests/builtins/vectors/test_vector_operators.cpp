// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/builtins/vector_operators.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>
#include <support/vector_values.hpp>

#include <type_traits>
#include <vector>

namespace simt_test::vector_values {

static_assert(simt::detail::vector_operand<float3 const&> &&
              simt::detail::vector_operand<simt::dim3> &&
              simt::detail::vector_operand<simt::varying<int2, 32>> &&
              !simt::detail::vector_operand<float> &&
              !simt::detail::vector_operand<simt::varying<float, 32>>);
// Vectors of one type, or a vector and numbers; what is assigned to has a name or lies in memory.
static_assert(simt::detail::vector_pair<float3, float3&> && simt::detail::vector_pair<int, float2> &&
              !simt::detail::vector_pair<float3, float2> && !simt::detail::vector_pair<int, float>);
static_assert(simt::detail::vector_place<float3&> && !simt::detail::vector_place<float3> &&
              !simt::detail::vector_place<float3 const&>);

TEST_CASE("operators of vectors and numbers") {
  float3 const a = make_float3(1.0f, 2.0f, 3.0f), b = make_float3(4.0f, 8.0f, 0.5f);
  CHECK(same(a + b, make_float3(5.0f, 10.0f, 3.5f)));
  CHECK(same(a - b, make_float3(-3.0f, -6.0f, 2.5f)));
  CHECK(same(a * b, make_float3(4.0f, 16.0f, 1.5f)));
  CHECK(same(b / a, make_float3(4.0f, 4.0f, 0.5f / 3.0f)));
  CHECK(same(a + 1, make_float3(2.0f, 3.0f, 4.0f)));
  CHECK(same(2.0f * a, make_float3(2.0f, 4.0f, 6.0f)));
  CHECK(same(1.0f - a, make_float3(0.0f, -1.0f, -2.0f)));
  CHECK(same(-a, make_float3(-1.0f, -2.0f, -3.0f)));
  float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
  v += v;
  v -= 1.0f;
  v *= 2;
  v /= make_float4(1.0f, 2.0f, 4.0f, 7.0f);
  CHECK(same(v, make_float4(2.0f, 3.0f, 2.5f, 2.0f)));
  int3 i = make_int3(7, -7, 2);
  i *= make_int3(1, 2, 3);
  CHECK(same(i / 2, make_int3(3, -7, 3)));
  CHECK(same(simt::dim3(1, 2, 3) * make_uint3(2, 2, 2), make_uint3(2, 4, 6)));
  static_assert(std::is_same_v<decltype(a * 2.0), float3>);
}

TEST_CASE("vector_operators: compound assignment is the active lanes', to variables and to memory") {
  masks::at_all_widths([]<int W>() {
    for (auto const& active : masks::sets<W>()) {
      std::vector<int3> memory(W + 1, make_int3(1, 2, 3));
      simt::ptr<int3> const p = memory.data();
      masks::activate<W>(~masks::lane_set<W>());
      simt::varying<int3, W> v = make_int3(10, 20, 30);
      masks::activate<W>(active);
      v -= make_int3(1, 2, 3);
      v *= lane_numbers<W>();
      p[consecutive<W>(1)] += v;
      p[consecutive<W>(1)] *= 2;
      bool right = masks::active<W>() == active && same(memory[0], make_int3(1, 2, 3));
      for (int l = 0; l < W; ++l) {
        bool const on = active[static_cast<std::size_t>(l)];
        int3 const stays = make_int3(1, 2, 3);
        int3 const changed = make_int3(9, 18, 27) * l;
        right = right && same(v.lane(l), on ? changed : make_int3(10, 20, 30)) &&
                same(memory[static_cast<std::size_t>(l + 1)], on ? (stays + changed) * 2 : stays);
      }
      CAPTURE(W);
      CHECK(right);
    }
  });
}

}  // namespace simt_test::vector_values
