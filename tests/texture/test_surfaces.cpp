// SPDX-License-Identifier: MIT

#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using simt::boundary_mode;
using simt::texture_shape;

/// Memory of a surface that is dropped with it.
template <class T>
struct plane {
  plane(texture_shape shape, int width, int height, int slices)
      : texels(static_cast<std::size_t>(width * height * slices)) {
    simt::surface_view v;
    v.shape = shape;
    v.texel_bytes = static_cast<int>(sizeof(T));
    v.slices = slices;
    auto const row = static_cast<std::ptrdiff_t>(sizeof(T)) * width;
    v.level = {reinterpret_cast<std::byte*>(texels.data()), width, height, 1, row, row * height};
    surface = simt::make_surface(v);
  }
  plane(plane const&) = delete;
  plane& operator=(plane const&) = delete;
  ~plane() { simt::drop_surface(surface); }
  std::vector<T> texels;
  simt::surface_object surface;
};

SIMT_KERNEL(fill, (simt::surface_object s)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  surf2Dwrite(x + 1000.0f * static_cast<float>(y), s, 4 * x, y);
}
SIMT_KERNEL(copy, (simt::surface_object from, simt::surface_object to, int shift)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  varying<float> v = surf2Dread<float>(from, 4 * (x + shift), y, boundary_mode::zero);
  surf2Dwrite(v, to, 4 * x, y);
}
SIMT_KERNEL(clamped, (simt::surface_object s, simt::ptr<float> out, int first)) {
  auto x = threadIdx.x;
  out[x] = surf2Dread<float>(s, 4 * (x + first), x - 40, boundary_mode::clamp);
}
SIMT_KERNEL(some_lanes, (simt::surface_object s)) {
  auto x = threadIdx.x;
  simt_if (x % 5 == 2) surf2Dwrite(7.0f, s, 4 * x, 0);
  // beyond the surface: these lanes are idle
  simt_if (x < 0) surf2Dwrite(8.0f, s, -4 * x - 4, 0);
}
SIMT_KERNEL(beyond, (simt::surface_object s)) { surf2Dwrite(1.0f, s, 4 * threadIdx.x + 4, 0); }
SIMT_KERNEL(misaligned, (simt::surface_object s)) {
  surf2Dwrite(1.0f, s, 4 * threadIdx.x + 2, 0, boundary_mode::zero);
}
SIMT_KERNEL(vectors, (simt::surface_object s, simt::surface_object bytes)) {
  auto x = threadIdx.x;
  varying<simt::float4> v = surf2Dread<simt::float4>(s, 16 * x, 1);
  v.w = v.x + 1.0f;
  surf2Dwrite(v, s, 16 * x, 0);
  varying<unsigned char> b = surf1Dread<unsigned char>(bytes, x);
  surf1Dwrite<unsigned char>(b + 1, bytes, x);
}
SIMT_KERNEL(others, (simt::surface_object volume, simt::surface_object lines,
                     simt::surface_object layers, simt::surface_object cube)) {
  auto x = threadIdx.x;
  int z = blockIdx.x;
  surf3Dwrite(surf3Dread<int>(volume, 4 * x, 1, z) + 1, volume, 4 * x, 1, z);
  surf1DLayeredwrite(surf1DLayeredread<int>(lines, 4 * x, z) + 2, lines, 4 * x, z);
  surf2DLayeredwrite(surf2DLayeredread<int>(layers, 4 * x, 1, z) + 3, layers, 4 * x, 1, z);
  surfCubemapwrite(surfCubemapread<int>(cube, 4 * x, 1, z) + 4, cube, 4 * x, 1, z);
  surfCubemapLayeredwrite(surfCubemapLayeredread<int>(cube, 4 * x, 2, z) + 5, cube, 4 * x, 2, z);
}

}  // namespace

TEST_CASE("[SURFM-002] [SURFO-006] [SURFO-008] lanes read and write rows") {
  plane<float> a(texture_shape::two_d, 256, 4, 1), b(texture_shape::two_d, 256, 4, 1);
  simt::launch(fill, simt::shape{simt::dim3(4, 4), 64}, a.surface);
  for (std::size_t i = 0; i < a.texels.size(); ++i)
    REQUIRE(a.texels[i] == static_cast<float>(i % 256 + 1000 * (i / 256)));
  for (int const shift : {0, 3, -300}) {
    simt::launch(copy, simt::shape{simt::dim3(4, 4), 64}, a.surface, b.surface, shift);
    for (int i = 0; i < 1024; ++i) {
      int const x = i % 256 + shift;
      float const want =
          x >= 0 && x < 256 ? a.texels[static_cast<std::size_t>(i / 256 * 256 + x)] : 0.0f;
      REQUIRE(b.texels[static_cast<std::size_t>(i)] == want);
    }
  }
}

TEST_CASE("[SURFM-003] boundary modes of lanes: clamp, zero, trap") {
  plane<float> a(texture_shape::two_d, 64, 8, 1);
  simt::launch(fill, simt::shape{simt::dim3(1, 8), 64}, a.surface);
  std::vector<float> out(64);
  simt::launch(clamped, simt::shape{1, 64}, a.surface, out.data(), -10);
  for (int k = 0; k < 64; ++k) {
    int const x = k - 10 < 0 ? 0 : k - 10, y = k - 40 < 0 ? 0 : k - 40 > 7 ? 7 : k - 40;
    CHECK(out[static_cast<std::size_t>(k)] == static_cast<float>(x + 1000 * y));
  }
  bool trapped = false, is_misaligned = false;
  try {
    simt::launch(beyond, simt::shape{1, 64}, a.surface);
  } catch (simt::surface_error const& e) {
    trapped = !e.misaligned;
  }
  try {
    simt::launch(misaligned, simt::shape{1, 64}, a.surface);
  } catch (simt::surface_error const& e) {
    is_misaligned = e.misaligned;
  }
  CHECK(trapped);
  CHECK(is_misaligned);
  simt::launch(fill, simt::shape{simt::dim3(1, 8), 64}, 0ull);  // no surface: nothing happens
}

TEST_CASE("[SURFO-008] lanes that are not active write nothing") {
  plane<float> a(texture_shape::two_d, 64, 1, 1);
  simt::launch(some_lanes, simt::shape{1, 64}, a.surface);
  for (std::size_t k = 0; k < 64; ++k) CHECK(a.texels[k] == (k % 5 == 2 ? 7.0f : 0.0f));
}

TEST_CASE("[SURFM-004] [SURFO-004] [SURFO-005] lanes read and write vectors and bytes") {
  plane<simt::float4> a(texture_shape::two_d, 64, 2, 1);
  plane<unsigned char> b(texture_shape::one_d, 64, 1, 1);
  for (std::size_t k = 0; k < 64; ++k) {
    auto const f = static_cast<float>(k);
    a.texels[64 + k] = {f, f + 1, f + 2, f + 3};
    b.texels[k] = static_cast<unsigned char>(k + 200);
  }
  simt::launch(vectors, simt::shape{1, 64}, a.surface, b.surface);
  for (std::size_t k = 0; k < 64; ++k) {
    auto const f = static_cast<float>(k);
    CHECK(a.texels[k].x == f);
    CHECK(a.texels[k].y == f + 1);
    CHECK(a.texels[k].z == f + 2);
    CHECK(a.texels[k].w == f + 1);
    CHECK(b.texels[k] == static_cast<unsigned char>(k + 201));
  }
}

TEST_CASE(
    "[SURFM-006] [SURFM-007] [SURFO-009] [SURFO-012] [SURFO-015] [SURFO-018] [SURFO-021] lanes "
    "reach slices, layers and faces") {
  plane<int> volume(texture_shape::three_d, 64, 3, 6),
      lines(texture_shape::one_d_layered, 64, 1, 6), layers(texture_shape::two_d_layered, 64, 3, 6),
      cube(texture_shape::cube, 64, 3, 6);
  simt::launch(others, simt::shape{6, 64}, volume.surface, lines.surface, layers.surface,
               cube.surface);
  for (std::size_t i = 0; i < volume.texels.size(); ++i) {
    bool const second = i / 64 % 3 == 1, third = i / 64 % 3 == 2;
    CHECK(volume.texels[i] == (second ? 1 : 0));
    CHECK(layers.texels[i] == (second ? 3 : 0));
    CHECK(cube.texels[i] == (second ? 4 : third ? 5 : 0));
  }
  for (int const x : lines.texels) CHECK(x == 2);
}
