// SPDX-License-Identifier: MIT
// Idea    Turning and resizing a picture is one read of a texture a pixel: its units find the four
// texels
//         around a point that lies between them, weigh them, and wrap around at the edges.
// Look    transformed.png: the photograph turned by 30 degrees, and at its left a small copy of it.
// Try     Another angle: texture_transform 75. simt::address_mode::mirror or border instead of
// wrap. Source  CUDA C Programming Guide 8.0, 3.2.11.1.1 (Texture Object API), transformKernel
#include <simt/simt.hpp>

#include <simt/runtime/texture.hpp>

#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef SIMT_EXAMPLE_DATA_DIR
#define SIMT_EXAMPLE_DATA_DIR "examples/data"
#endif

using simt::uchar4;

/// A width by height picture of the texture, turned about its middle by the angle of sine and
/// cosine.
SIMT_KERNEL(transform, (simt::ptr<uchar4> out, simt::texture_object photo, int pitch, int width,
                        int height, float sine, float cosine)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  simt_if (x < width && y < height) {
    // normalised coordinates: the size of the photograph does not matter
    varying<float> u = (x + 0.5f) / width - 0.5f;
    varying<float> v = (y + 0.5f) / height - 0.5f;
    varying<float> tu = u * cosine - v * sine + 0.5f;
    varying<float> tv = v * cosine + u * sine + 0.5f;
    varying<simt::float4> c = tex2D<simt::float4>(photo, tu, tv);  // from 0 to 1
    auto byte = [](auto const& f) { return f * 255.0f + 0.5f; };
    out[y * pitch + x] = make_uchar4(byte(c.x), byte(c.y), byte(c.z), byte(c.w));
  }
}

int main(int argc, char** argv) {
  double const degrees = argc > 1 ? std::atof(argv[1]) : 30;
  double const radians = degrees * 3.14159265358979 / 180;
  auto const sine = static_cast<float>(std::sin(radians));
  auto const cosine = static_cast<float>(std::cos(radians));

  int width = 0, height = 0;
  unsigned char* const pixels =
      stbi_load(SIMT_EXAMPLE_DATA_DIR "/photo.jpg", &width, &height, nullptr, 4);
  if (pixels == nullptr) {
    std::printf("texture_transform: cannot read the photograph\n");
    return 1;
  }
  auto const count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  std::vector<uchar4> in(count), out(count);
  for (std::size_t i = 0; i < count; ++i)
    in[i] = {pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2], pixels[4 * i + 3]};
  stbi_image_free(pixels);

  simt::texture_settings settings;
  settings.address = {simt::address_mode::wrap, simt::address_mode::wrap, simt::address_mode::wrap};
  settings.filter = simt::filter_mode::linear;
  settings.normalized_read = true;
  settings.normalized_coordinates = true;
  simt::texture2d<uchar4> const photo(in, settings, width, height);

  auto const draw = [&](int w, int h, float s, float c) {
    simt::shape const shape{simt::dim3((w + 15) / 16, (h + 15) / 16), simt::block_shape<16, 16>};
    simt::launch(transform, shape, out.data(), photo.object(), width, w, h, s, c);
  };
  // The same size, not turned: every pixel is the centre of a texel.
  draw(width, height, 0, 1);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i)
    wrong += out[i].x != in[i].x || out[i].y != in[i].y || out[i].z != in[i].z;

  draw(width, height, sine, cosine);
  // Each pixel again by the formula, in double: two weights of 1/256 and a rounding to whole
  // numbers apart.
  auto const texel = [&](double x, double y) {
    auto const wrap = [](double i, int n) {
      return static_cast<std::size_t>((static_cast<int>(i) % n + n) % n);
    };
    return static_cast<double>(
        in[wrap(y, height) * static_cast<std::size_t>(width) + wrap(x, width)].y);
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double const u = (x + .5) / width - .5, v = (y + .5) / height - .5;
      double const s = (u * cosine - v * sine + .5) * width - .5;
      double const t = (v * cosine + u * sine + .5) * height - .5;
      double const i = std::floor(s), j = std::floor(t), a = s - i, b = t - j;
      double const want = (1 - b) * ((1 - a) * texel(i, j) + a * texel(i + 1, j)) +
                          b * ((1 - a) * texel(i, j + 1) + a * texel(i + 1, j + 1));
      auto const got = out[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                           static_cast<std::size_t>(x)];
      wrong += std::abs(got.y - want) > 3;
    }

  draw(width / 4, height / 4, 0, 1);
  bool const written =
      stbi_write_png("transformed.png", width, height, 4, out.data(), 4 * width) != 0;
  std::printf("texture_transform: %d x %d turned by %g degrees; %zu wrong; wrote transformed.png\n",
              width, height, degrees, wrong);
  return wrong == 0 && written ? 0 : 1;
}
