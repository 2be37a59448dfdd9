// SPDX-License-Identifier: MIT
// Idea    A cubemap is looked up by a direction, of any length: what a mirror shows of its
// surroundings is
//         one read of a texture at the reflected ray. Filtering goes on across the cube's edges.
// Look    environment.png: a sphere that mirrors a sky, a sun and a chequered ground.
// Try     seamless = false: lines show where the cube's faces meet.
// Source  CUDA C Programming Guide 8.0, 3.2.11.1.5 (Cubemap Textures), table 1
#include <simt/simt.hpp>

#include <simt/runtime/texture.hpp>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using simt::float4;

constexpr int edge = 64;   // of a face, in texels
constexpr int size = 512;  // of the picture

/// The colour that is seen in a direction.
float4 surroundings(float x, float y, float z) {
  float const length = std::sqrt(x * x + y * y + z * z);
  x /= length, y /= length, z /= length;
  if (y < 0) {
    int const square = static_cast<int>(std::floor(2 * x / -y) + std::floor(2 * z / -y));
    float const shade = (y < -0.05f && square % 2 != 0) ? 0.3f : 0.5f;
    return {shade, shade * 0.9f, shade * 0.7f, 1};
  }
  float const sun = std::pow(std::fmax(0.6f * x + 0.64f * y + 0.48f * z, 0.0f), 60.0f);
  return {std::fmin(0.6f - 0.4f * y + sun, 1.0f), std::fmin(0.75f - 0.3f * y + sun, 1.0f),
          std::fmin(1 - 0.1f * y + sun / 2, 1.0f), 1};
}

/// Rays along -z onto a sphere of radius 0.8.
SIMT_KERNEL(mirror, (simt::ptr<float4> out, simt::texture_object sky)) {
  auto column = blockIdx.x * blockDim.x + threadIdx.x;
  auto row = blockIdx.y * blockDim.y + threadIdx.y;
  varying<float> x = (column + 0.5f) * (2.0f / size) - 1.0f;
  varying<float> y = 1.0f - (row + 0.5f) * (2.0f / size);
  varying<float> outside = x * x + y * y;
  varying<float> dx = x, dy = y, dz = -1.5f;  // past the sphere: straight on
  simt_if (outside < 0.64f) {
    // the ray (0, 0, -1) mirrored at the normal
    varying<float> nx = x / 0.8f, ny = y / 0.8f;
    varying<float> nz = sqrt(1.0f - nx * nx - ny * ny);
    dx = 2.0f * nz * nx;
    dy = 2.0f * nz * ny;
    dz = 2.0f * nz * nz - 1.0f;
  }
  out[row * size + column] = texCubemap<float4>(sky, dx, dy, dz);
}

int main() {
  // The directions of a face's texels: what table 1 of the guide says, read backwards.
  std::vector<float4> texels;
  for (int face = 0; face < 6; ++face)
    for (int row = 0; row < edge; ++row)
      for (int column = 0; column < edge; ++column) {
        auto const middle = [](int i) { return (2 * static_cast<float>(i) + 1) / edge - 1; };
        float const s = middle(column), t = middle(row);
        switch (face) {
          case 0:
            texels.push_back(surroundings(1, -t, -s));
            break;
          case 1:
            texels.push_back(surroundings(-1, -t, s));
            break;
          case 2:
            texels.push_back(surroundings(s, 1, t));
            break;
          case 3:
            texels.push_back(surroundings(s, -1, -t));
            break;
          case 4:
            texels.push_back(surroundings(s, -t, 1));
            break;
          default:
            texels.push_back(surroundings(-s, -t, -1));
            break;
        }
      }
  simt::texture_settings settings;
  settings.filter = simt::filter_mode::linear;
  settings.seamless = true;
  simt::texture_cube<float4> const sky(texels, settings, edge);

  std::vector<float4> seen(size * size);
  simt::launch(mirror, simt::shape{simt::dim3(size / 16, size / 16), simt::block_shape<16, 16>},
               seen.data(), sky.object());

  // The sky is smooth: there the cubemap, coarse as it is, must show what a direction shows itself.
  int wrong = 0, compared = 0;
  std::vector<unsigned char> picture;
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      float4 const c = seen[static_cast<std::size_t>(row * size + column)];
      for (float f : {c.x, c.y, c.z})
        picture.push_back(static_cast<unsigned char>(std::clamp(f, 0.0f, 1.0f) * 255 + 0.5f));
      float const x = (static_cast<float>(column) + 0.5f) * (2.0f / size) - 1;
      float const y = 1 - (static_cast<float>(row) + 0.5f) * (2.0f / size);
      if (x * x + y * y < 0.64f || y < 0.1f) continue;
      float4 const want = surroundings(x, y, -1.5f);
      ++compared;
      wrong += std::fabs(c.x - want.x) + std::fabs(c.y - want.y) + std::fabs(c.z - want.z) > 0.02f;
    }
  bool const written = stbi_write_png("environment.png", size, size, 3, picture.data(), 0) != 0;
  std::printf("environment: %d rays compared, %d wrong; wrote environment.png\n", compared, wrong);
  return wrong == 0 && compared > 0 && written ? 0 : 1;
}
