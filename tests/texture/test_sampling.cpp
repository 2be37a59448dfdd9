// SPDX-License-Identifier: MIT

#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using simt::address_mode;
using simt::filter_mode;
using simt::texture_shape;
using simt::texture_view;

/// Texels of a texture that is dropped with them.
struct image {
  image(texture_shape shape, int width, int height, int slices)
      : texels(static_cast<std::size_t>(width * height * slices)) {
    for (std::size_t i = 0; i < texels.size(); ++i)
      texels[i] = static_cast<float>((i * 2654435761u >> 7) % 4096) / 256 - 8;
    view.shape = shape;
    view.levels = 1;
    bool const volume = shape == texture_shape::three_d;
    bool const cube = shape == texture_shape::cube || shape == texture_shape::cube_layered;
    view.layers = volume ? 1 : cube ? slices / 6 : slices;
    view.level[0] = {reinterpret_cast<std::byte*>(texels.data()),
                     width,
                     height,
                     volume ? slices : 1,
                     std::ptrdiff_t{4} * width,
                     std::ptrdiff_t{4} * width * height};
  }
  std::vector<float> texels;
  texture_view view;
};

/// A texture object for as long as this lives.
struct object {
  explicit object(texture_view const& v) : number(simt::make_texture(v)) {}
  object(object const&) = delete;
  object& operator=(object const&) = delete;
  ~object() { simt::drop_texture(number); }
  simt::texture_object number;
};

bool same(float a, float b) {
  return std::bit_cast<unsigned>(a) == std::bit_cast<unsigned>(b) ||
         (std::isnan(a) && std::isnan(b));
}

constexpr int samples = 128;

/// Coordinates about an extent of 1, and ones that no texture has.
std::vector<float> coordinates(unsigned seed) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<float> out{0.0f,        -0.0f, 1.0f,   0.5f,          -1.0f,      2.0f,
                         0.99999994f, inf,   -inf,   std::nanf(""), 1e38f,      -1e38f,
                         1e9f,        -1e9f, 1e-40f, -1e-40f,       8388609.0f, -0.25f};
  while (out.size() < samples) {
    seed = seed * 1664525u + 1013904223u;
    out.push_back(static_cast<float>(seed >> 8) / 4194304.0f - 1.5f);
  }
  return out;
}

SIMT_KERNEL(read_all, (simt::texture_object t, simt::ptr<float const> x, simt::ptr<float const> y,
                       simt::ptr<float const> z, simt::ptr<float> plane,
                       simt::ptr<simt::float4> whole, int shape)) {
  auto k = blockIdx.x * blockDim.x + threadIdx.x;
  varying<float> u = x[k], v = y[k], w = z[k];
  varying<simt::float4> r(simt::float4{});
  if (shape == 2) {
    plane[k] = tex2D<float>(t, u, v);
    r = tex2D<simt::float4>(t, u, v);
  } else if (shape == 1) {
    r = tex1D<simt::float4>(t, u);
  } else if (shape == 3) {
    r = tex3D<simt::float4>(t, u, v, w);
  } else {
    r = texCubemap<simt::float4>(t, u, v, w);
  }
  whole[k] = r;
}

void compare_lanes_with_threads(texture_view const& v, float scale, int shape) {
  auto x = coordinates(1), y = coordinates(2), z = coordinates(3);
  for (std::size_t k = 0; k < samples; ++k) {
    x[k] *= scale;
    y[(k * 7 + 3) % samples] *= scale;
    z[(k * 5 + 1) % samples] *= scale;
  }
  object const t(v);
  std::vector<float> plane(samples);
  std::vector<simt::float4> whole(samples);
  simt::launch_at<64>(read_all, simt::shape{2, 64}, t.number, x.data(), y.data(), z.data(),
                      plane.data(), whole.data(), shape);
  for (std::size_t k = 0; k < samples; ++k) {
    float const want = shape == 1   ? simt::tex1D<float>(v, x[k])
                       : shape == 2 ? simt::tex2D<float>(v, x[k], y[k])
                       : shape == 3 ? simt::tex3D<float>(v, x[k], y[k], z[k])
                                    : simt::texCubemap<float>(v, x[k], y[k], z[k]);
    CAPTURE(k);
    CAPTURE(x[k]);
    CAPTURE(y[k]);
    CAPTURE(z[k]);
    if (!same(whole[k].x, want)) CHECK(whole[k].x == want);
    if (shape == 2 && !same(plane[k], want)) CHECK(plane[k] == want);
    if (whole[k].y != 0) CHECK(whole[k].y == 0);
  }
}

}  // namespace

TEST_CASE(
    "[TEXM-005] [TEXM-006] [TEXM-011] any coordinate gives the same texels to lanes and threads") {
  struct size {
    int width, height;
  };
  for (auto const s : {size{1, 1}, size{2, 1}, size{7, 5}, size{64, 3}, size{1000, 2}}) {
    image i(texture_shape::two_d, s.width, s.height, 1);
    for (int filter = 0; filter < 2; ++filter)
      for (int mode = 0; mode < 5; ++mode)
        for (int normalized = 0; normalized < 2; ++normalized) {
          i.view.filter = static_cast<filter_mode>(filter);
          i.view.address.fill(static_cast<address_mode>(mode % 4));
          if (mode == 4) i.view.address[1] = address_mode::border;  // another one for y
          i.view.normalized_coordinates = normalized != 0;
          i.view.border = {0.75f, 0, 0, 0};
          CAPTURE(s.width);
          CAPTURE(filter);
          CAPTURE(mode);
          CAPTURE(normalized);
          compare_lanes_with_threads(i.view, normalized != 0 ? 1.0f : static_cast<float>(s.width),
                                     2);
        }
  }
}

TEST_CASE("[TEXM-013] [TEXM-016] [TEXM-024] lines, volumes and cubes take any coordinate") {
  image line(texture_shape::one_d, 9, 1, 1), volume(texture_shape::three_d, 5, 4, 3),
      cube(texture_shape::cube, 4, 4, 6);
  for (int filter = 0; filter < 2; ++filter)
    for (int mode = 0; mode < 4; ++mode)
      for (int variant = 0; variant < 2; ++variant) {
        for (auto* const i : {&line, &volume, &cube}) {
          i->view.filter = static_cast<filter_mode>(filter);
          i->view.address.fill(static_cast<address_mode>(mode));
          i->view.normalized_coordinates = variant != 0;
          i->view.seamless = variant != 0;
        }
        CAPTURE(filter);
        CAPTURE(mode);
        CAPTURE(variant);
        compare_lanes_with_threads(line.view, variant != 0 ? 1.0f : 9.0f, 1);
        compare_lanes_with_threads(volume.view, variant != 0 ? 1.0f : 5.0f, 3);
        compare_lanes_with_threads(cube.view, 1, 6);
      }
}

TEST_CASE("[TEXM-013] offsets beyond 32 bits are taken lane by lane") {
  image i(texture_shape::two_d, 7, 5, 1);
  i.view.level[0].slice = std::ptrdiff_t{1} << 31;
  compare_lanes_with_threads(i.view, 7, 2);
}

TEST_CASE("[TEXM-015] a texel that is not finite counts only where it is weighed") {
  image i(texture_shape::two_d, 4, 1, 1);
  i.view.filter = filter_mode::linear;
  i.texels = {1, std::numeric_limits<float>::infinity(), 2, std::nanf("")};
  CHECK(simt::tex2D<float>(i.view, 0.5f, 0.5f) == 1.0f);
  CHECK(simt::tex2D<float>(i.view, 2.5f, 0.5f) == 2.0f);
  CHECK(std::isinf(simt::tex2D<float>(i.view, 1.0f, 0.5f)));
  CHECK(std::isnan(simt::tex2D<float>(i.view, 3.0f, 0.5f)));
  compare_lanes_with_threads(i.view, 4, 2);
}

TEST_CASE("[TEXM-020] a table read by linear filtering") {
  image i(texture_shape::one_d, 4, 1, 1);
  i.view.filter = filter_mode::linear;
  i.texels = {1, 3, 2, 5};
  auto const table = [&](float x) { return simt::tex1D<float>(i.view, 3.0f / 4 * x + 0.5f); };
  CHECK(table(0) == 1.0f);
  CHECK(table(4) == 5.0f);
  CHECK(table(2) == 2.5f);
}

TEST_CASE("[TEXM-018] integers are read as they are") {
  std::vector<int> const texels{1, -2, 3, 1 << 30};
  texture_view v;
  v.shape = texture_shape::linear;
  v.type = simt::texel_type::s32;
  v.levels = 1;
  v.level[0] = {reinterpret_cast<std::byte*>(const_cast<int*>(texels.data())), 4, 1, 1, 16, 16};
  for (int k = 0; k < 4; ++k)
    CHECK(simt::tex1Dfetch<int>(v, k) == texels[static_cast<std::size_t>(k)]);
  CHECK(simt::tex1Dfetch<int>(v, 4) == 0);
  CHECK(simt::tex1Dfetch<int>(v, -1) == 0);
}

namespace {

SIMT_KERNEL(some_lanes, (simt::texture_object t, simt::ptr<float> out)) {
  auto k = threadIdx.x;
  varying<float> v = -1.0f;
  simt_if (k % 3 == 1) v = tex2D<float>(t, k + 0.5f, 0.5f);
  out[k] = v;
}
SIMT_KERNEL(uniform_coordinates, (simt::texture_object t, simt::ptr<float> out)) {
  float const u = tex2D<float>(t, 2.5f, 1.5f);
  out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 0.5f) + u;
}
SIMT_DEVICE(varying<float>, helper, (simt::texture_object t, varying<float> x)) {
  simt_return(tex2D<float>(t, x, 0.5f) * 2.0f);
}
SIMT_KERNEL(in_device_function, (simt::texture_object t, simt::ptr<float> out)) {
  out[threadIdx.x] = helper(*this, t, threadIdx.x + 0.5f);
}

}  // namespace

TEST_CASE("[TEXO-001] [TEXO-010] lanes that are not active keep their values") {
  image i(texture_shape::two_d, 64, 2, 1);
  object const t(i.view);
  std::vector<float> out(64);
  simt::launch(some_lanes, simt::shape{1, 64}, t.number, out.data());
  for (std::size_t k = 0; k < 64; ++k) CHECK(out[k] == (k % 3 == 1 ? i.texels[k] : -1.0f));
  simt::launch(uniform_coordinates, simt::shape{1, 64}, t.number, out.data());
  for (std::size_t k = 0; k < 64; ++k) CHECK(out[k] == i.texels[k] + i.texels[64 + 2]);
  simt::launch(in_device_function, simt::shape{1, 64}, t.number, out.data());
  for (std::size_t k = 0; k < 64; ++k) CHECK(out[k] == i.texels[k] * 2);
  auto const number = t.number;
  simt::launch(simt::shape{1, 64}, [number, p = simt::ptr<float>(out.data())](auto& g) {
    p[g.threadIdx.x] = simt::tex2D<float>(number, g.threadIdx.x + 0.5f, 1.5f);
  });
  for (std::size_t k = 0; k < 64; ++k) CHECK(out[k] == i.texels[64 + k]);
}

TEST_CASE("[TEXO-003] numbers of textures that are gone read zero") {
  image i(texture_shape::two_d, 4, 4, 1);
  auto const first = simt::make_texture(i.view);
  CHECK(simt::tex2D<float>(first, 0.5f, 0.5f) == i.texels[0]);
  texture_view other = i.view;
  other.level[0].base += 4;
  CHECK(simt::replace_texture(first, other));
  CHECK(simt::tex2D<float>(first, 0.5f, 0.5f) == i.texels[1]);
  CHECK(simt::drop_texture(first));
  CHECK_FALSE(simt::drop_texture(first));
  CHECK_FALSE(simt::replace_texture(first, other));
  CHECK(simt::texture_or_null(first) == nullptr);
  CHECK(simt::tex2D<float>(first, 0.5f, 0.5f) == 0.0f);
  auto const second = simt::make_texture(i.view);  // in the same slot
  CHECK(second != first);
  CHECK(simt::texture_or_null(first) == nullptr);
  CHECK(simt::texture_or_null(second) != nullptr);
  simt::drop_texture(second);
  for (simt::texture_object const t :
       {0ull, 1ull, ~0ull, 12345678ull, 1ull << 32, (1ull << 32) | 99})
    CHECK(simt::tex2D<float>(t, 0.5f, 0.5f) == 0.0f);
}

TEST_CASE(
    "[TEXO-010] [TEXO-013] a function of another shape reads the first row, the first layer or "
    "zero") {
  image plane(texture_shape::two_d, 4, 3, 1), layers(texture_shape::two_d_layered, 4, 3, 2);
  CHECK(simt::tex1D<float>(plane.view, 2.5f) == plane.texels[2]);
  CHECK(simt::tex2DLayered<float>(plane.view, 2.5f, 1.5f, 9) == plane.texels[6]);
  CHECK(simt::tex3D<float>(plane.view, 2.5f, 1.5f, 0.5f) == 0.0f);
  CHECK(simt::texCubemap<float>(plane.view, 1.0f, 0.0f, 0.0f) == 0.0f);
  CHECK(simt::tex1Dfetch<float>(plane.view, 1) == 0.0f);
  CHECK(simt::tex2D<float>(layers.view, 1.5f, 0.5f) == layers.texels[1]);
  CHECK(simt::tex2DLayered<float>(layers.view, 1.5f, 0.5f, 1) == layers.texels[13]);
  CHECK(simt::tex2DLayered<float>(layers.view, 1.5f, 0.5f, -1) == layers.texels[13]);
}
