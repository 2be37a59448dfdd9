// SPDX-License-Identifier: MIT
#include <simt/builtins/vector_types.hpp>
#include <simt/runtime/texture.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "support/error_codes.hpp"

namespace {

std::vector<float> counted(std::size_t n) {
  std::vector<float> v(n);
  std::iota(v.begin(), v.end(), 1.0f);
  return v;
}

}  // namespace

TEST_CASE("[ARR-001] [ARR-002] [ARR-003] arrays of every shape keep what is copied into them") {
  auto const round_trip = [](auto array, std::size_t n) {
    REQUIRE(array.size() == n);
    auto const in = counted(n);
    array.copy_from(in);
    CHECK(array.to_vector() == in);
  };
  round_trip(simt::array1d<float>(9), 9);
  round_trip(simt::array2d<float>(9, 5), 45);
  round_trip(simt::array3d<float>(9, 5, 3), 135);
  round_trip(simt::array1d_layered<float>(9, 4), 36);
  round_trip(simt::array2d_layered<float>(9, 5, 4), 180);
  round_trip(simt::array_cube<float>(7), 294);
  round_trip(simt::array_cube_layered<float>(7, 2), 588);
}

TEST_CASE("[ARR-002] arrays: wrong sizes, moves, nothing") {
  simt::array2d<float> a(4, 3);
  auto const v = counted(12);
  CHECK(code_of([&] { a.copy_from(std::span(v).first(11)); }) == simt::error_code::invalid_value);
  std::vector<float> longer(13);
  CHECK(code_of([&] { a.copy_to(longer); }) == simt::error_code::invalid_value);
  CHECK(code_of([] { simt::array2d<float>(0, 3); }) == simt::error_code::invalid_value);
  CHECK(code_of([] { simt::array_cube<float>(40000); }) == simt::error_code::invalid_value);
  a.copy_from(v);
  auto b = std::move(a);
  CHECK(b.to_vector() == v);
  simt::array2d<float> c(2, 2);
  c = std::move(b);
  CHECK(c.to_vector() == v);
  simt::array2d<float> const none;
  CHECK(none.size() == 0);
  CHECK(none.get() == nullptr);
  static_assert(simt::format_of<simt::uchar4>().w == 8);
  static_assert(simt::format_of<simt::short2>().z == 0);
  static_assert(simt::format_of<float>().kind == simt::channel_kind::floating);
  static_assert(simt::format_of<unsigned>().kind == simt::channel_kind::unsigned_integer);
}

TEST_CASE("[TEXO-001] [TEXO-002] [TEXO-003] a texture describes its array and ends with itself") {
  simt::texture_object number = 0;
  {
    simt::texture2d<float> const t(counted(32), {.filter = simt::filter_mode::linear}, 8, 4);
    number = t.object();
    simt::texture_view const& v = simt::find_texture(number);
    CHECK(v.levels == 1);
    CHECK(v.level[0].width == 8);
    CHECK(v.level[0].height == 4);
    CHECK(v.shape == simt::texture_shape::two_d);
    CHECK(v.filter == simt::filter_mode::linear);
    CHECK(v.type == simt::texel_type::f32);
    CHECK(t.array().to_vector() == counted(32));
    CHECK(t.settings().filter == simt::filter_mode::linear);
  }
  CHECK(simt::find_texture(number).levels == 0);
  CHECK(simt::texture_or_null(number) == nullptr);
  CHECK(simt::find_texture(0).levels == 0);
  CHECK(simt::find_texture(~0ull).levels == 0);
}

TEST_CASE("[TEXO-002] [TEXM-018] textures that cannot be made, and those that move") {
  CHECK(code_of([] {
          simt::texture2d<int>(simt::array2d<int>(4, 4), {.filter = simt::filter_mode::linear});
        }) == simt::error_code::invalid_filter_setting);
  CHECK(code_of([] {
          simt::texture2d<float>(simt::array2d<float>(4, 4), {.normalized_read = true});
        }) == simt::error_code::invalid_norm_setting);
  simt::texture_cube_layered<simt::uchar4> t(
      simt::array_cube_layered<simt::uchar4>(4, 2),
      {.filter = simt::filter_mode::linear, .normalized_read = true, .seamless = true});
  auto const number = t.object();
  auto u = std::move(t);
  CHECK(u.object() == number);
  CHECK(t.object() == 0);  // NOLINT: moved from, and empty
  CHECK(simt::find_texture(number).layers == 2);
  CHECK(simt::find_texture(number).normalized_coordinates);
  simt::texture_cube_layered<simt::uchar4> w(simt::array_cube_layered<simt::uchar4>(2, 1));
  auto const old = w.object();
  w = std::move(u);
  CHECK(w.object() == number);
  CHECK(simt::texture_or_null(old) == nullptr);
}

TEST_CASE("[SURFO-002] [SURFM-001] a surface over an array, also after the array") {
  simt::surface_of_array s;
  CHECK(s.object() == 0);
  {
    simt::array3d<float> const a(4, 3, 2);
    s = simt::surface_of_array(a);
    simt::surface_view const& v = simt::find_surface(s.object());
    CHECK(v.texel_bytes == 4);
    CHECK(v.slices == 2);
    CHECK(v.level.width == 4);
  }
  CHECK(simt::find_surface(s.object()).slices == 0);
  CHECK(code_of([] { simt::surface_of_array(simt::array2d<float>()); }) ==
        simt::error_code::invalid_resource_handle);
}
