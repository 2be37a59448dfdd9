// SPDX-License-Identifier: MIT
// Idea    What a texture gives between its texels: the nearest one, or a mean of the four around,
// and how
//         finely the mean's weights are stepped.
// Look    filters.png: a piece of the photograph twelve times its size, read at points on the left,
//         filtered on the right.
// Try     scale = 40: the steps of the weights, whole 1/256, begin to count for little.
#include <simt/simt.hpp>

#include <simt/runtime/texture.hpp>

#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#ifndef SIMT_EXAMPLE_DATA_DIR
#define SIMT_EXAMPLE_DATA_DIR "examples/data"
#endif

constexpr int scale = 12, side = 32;  // of the piece, in texels
constexpr int drawn = scale * side;

/// A square of the texture from (x0, y0), as grey values.
SIMT_KERNEL(enlarge, (simt::ptr<float> out, simt::texture_object photo, float x0, float y0)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * drawn + x] = tex2D<float>(photo, x0 + (x + 0.5f) / scale, y0 + (y + 0.5f) / scale);
}

int main() {
  int width = 0, height = 0;
  unsigned char* const pixels =
      stbi_load(SIMT_EXAMPLE_DATA_DIR "/photo.jpg", &width, &height, nullptr, 1);
  if (pixels == nullptr) {
    std::printf("texture_filters: cannot read the photograph\n");
    return 1;
  }
  std::vector<float> grey(pixels, pixels + width * height);
  stbi_image_free(pixels);

  // An eye of the cat, where the photograph has one.
  float const x0 = static_cast<float>(width) * 0.4f, y0 = static_cast<float>(height) * 0.35f;
  std::vector<unsigned char> both(2 * drawn * drawn);
  std::vector<float> halves[2];
  for (int k = 0; k < 2; ++k) {
    simt::texture_settings settings;
    settings.filter = k == 0 ? simt::filter_mode::point : simt::filter_mode::linear;
    simt::texture2d<float> const photo(grey, settings, width, height);
    halves[k].resize(drawn * drawn);
    simt::launch(enlarge,
                 simt::shape{simt::dim3(drawn / 16, drawn / 16), simt::block_shape<16, 16>},
                 halves[k].data(), photo.object(), x0, y0);
    for (int y = 0; y < drawn; ++y)
      for (int x = 0; x < drawn; ++x)
        both[static_cast<std::size_t>((2 * y + k) * drawn + x)] =
            static_cast<unsigned char>(halves[k][static_cast<std::size_t>(y * drawn + x)] + 0.5f);
  }

  // Points are texels themselves; no mean leaves the range of the texels around it.
  int wrong = 0;
  for (int y = 0; y < drawn; ++y)
    for (int x = 0; x < drawn; ++x) {
      float const sx = x0 + (static_cast<float>(x) + 0.5f) / scale;
      float const sy = y0 + (static_cast<float>(y) + 0.5f) / scale;
      auto const texel = [&](float tx, float ty) {
        return grey[static_cast<std::size_t>(ty) * static_cast<std::size_t>(width) +
                    static_cast<std::size_t>(tx)];
      };
      auto const at = static_cast<std::size_t>(y * drawn + x);
      wrong += halves[0][at] != texel(sx, sy);
      auto const around = {texel(sx - .5f, sy - .5f), texel(sx + .5f, sy - .5f),
                           texel(sx - .5f, sy + .5f), texel(sx + .5f, sy + .5f)};
      auto const [low, high] = std::minmax(around);
      wrong += halves[1][at] < low - 1 || halves[1][at] > high + 1;
    }
  bool const written = stbi_write_png("filters.png", 2 * drawn, drawn, 1, both.data(), 0) != 0;
  std::printf(
      "texture_filters: point and linear at %d times the size; %d wrong; wrote filters.png\n",
      scale, wrong);
  return wrong == 0 && written ? 0 : 1;
}
