// SPDX-License-Identifier: MIT
// Idea    A three-dimensional texture is a measured volume: any plane through it can be looked at,
// and what
//         lies between the measured points is filled in by the texture.
// Look    slice.png: an oblique cut through a knot of waves, out of 48 x 48 x 48 values.
// Try     filter_mode::point shows the cells; a larger n makes the cut finer and the error smaller.
// Source  CUDA C Programming Guide 8.0, F.2 (Linear Filtering)
#include <simt/simt.hpp>

#include <simt/runtime/texture.hpp>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr int n = 48;      // values along each edge
constexpr int size = 512;  // pixels along each edge

/// Returns a measured value, in the unit cube.
float field(float x, float y, float z) {
  return std::sin(9 * x) * std::cos(7 * y) + std::sin(8 * y) * std::cos(9 * z) +
         std::sin(7 * z) * std::cos(8 * x);
}

/// The plane through `origin` that `across` and `down` span.
SIMT_KERNEL(cut, (simt::ptr<float> out, simt::texture_object volume, simt::float4 origin,
                  simt::float4 across, simt::float4 down)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  varying<float> s = (x + 0.5f) / size, t = (y + 0.5f) / size;
  out[y * size + x] =
      tex3D<float>(volume, origin.x + s * across.x + t * down.x,
                   origin.y + s * across.y + t * down.y, origin.z + s * across.z + t * down.z);
}

int main() {
  std::vector<float> values;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        auto const middle = [](int i) { return (static_cast<float>(i) + 0.5f) / n; };
        values.push_back(field(middle(x), middle(y), middle(z)));
      }
  simt::texture_settings settings;
  settings.filter = simt::filter_mode::linear;
  settings.normalized_coordinates = true;
  simt::texture3d<float> const volume(values, settings, n, n, n);

  simt::float4 const origin{0.1f, 0.1f, 0.2f, 0}, across{0.8f, 0.1f, 0.5f, 0},
      down{0.05f, 0.8f, 0.1f, 0};
  std::vector<float> plane(size * size);
  simt::launch(cut, simt::shape{simt::dim3(size / 16, size / 16), simt::block_shape<16, 16>},
               plane.data(), volume.object(), origin, across, down);

  float error = 0;
  std::vector<unsigned char> picture;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      float const s = (static_cast<float>(x) + 0.5f) / size,
                  t = (static_cast<float>(y) + 0.5f) / size;
      float const want =
          field(origin.x + s * across.x + t * down.x, origin.y + s * across.y + t * down.y,
                origin.z + s * across.z + t * down.z);
      float const got = plane[static_cast<std::size_t>(y * size + x)];
      error = std::fmax(error, std::fabs(got - want));
      // negative values blue, positive ones orange
      auto const shade = [&](float colour) {
        return static_cast<unsigned char>(255 * (1 - std::fmin(std::fabs(got) / 2.5f, 1) * colour));
      };
      bool const warm = got > 0;
      picture.push_back(shade(warm ? 0.1f : 1.0f));
      picture.push_back(shade(warm ? 0.5f : 0.6f));
      picture.push_back(shade(warm ? 1.0f : 0.2f));
    }
  bool const written = stbi_write_png("slice.png", size, size, 3, picture.data(), 0) != 0;
  std::printf("volume_slice: %d x %d values of %d^3, largest error %.3f; wrote slice.png\n", size,
              size, n, static_cast<double>(error));
  return error < 0.05f && written ? 0 : 1;
}
