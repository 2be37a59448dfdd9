// SPDX-License-Identifier: MIT
// Idea    A filter whose threads share their neighbours: each block loads its part of the picture
//         and a border around it once, converts it to float, and every thread reads 81 values.
// Look    sharpened.png beside data/photo.jpg; the speed beside the scalar loop's. Threads count
//         bytes, not pixels: a neighbour of the same colour is 3 bytes away, and rows load whole.
// Try     Another picture: image_filter my.jpg. A larger radius: shared memory has 48 KiB.
// Source  Photograph: Chelsea the cat, by Stefan van der Walt, CC0, from scikit-image 0.19
//         (Debian: python3-skimage, skimage/data/chelsea.png), saved as JPEG
#include <simt/simt.hpp>

#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#ifndef SIMT_EXAMPLE_DATA_DIR
#define SIMT_EXAMPLE_DATA_DIR "examples/data"
#endif

using byte = unsigned char;
constexpr int radius = 4, taps = 2 * radius + 1;
constexpr int block_x = 64, block_y = 4, side = 3 * radius;  // in bytes and rows

SIMT_KERNEL(sharpen, (simt::ptr<byte const> in, simt::ptr<byte> out, simt::ptr<float const> weights,
                      int row_bytes, int height)) {
  __shared__ simt::tile<float[block_y + 2 * radius][block_x + 2 * side]> s;
  auto tx = threadIdx.x;
  auto ty = threadIdx.y;
  for (int r = 0; r < block_y + 2 * radius; r += block_y)
    for (int c = 0; c < block_x + 2 * side; c += block_x)
      simt_if (c + tx < block_x + 2 * side) {
        varying<int> x = blockIdx.x * block_x + c + tx - side;
        varying<int> y = blockIdx.y * block_y + r + ty - radius;
        simt_if (x < 0) x = (x + side) % 3;  // outside, the border's pixel of the same colour
        simt_if (x >= row_bytes) x = row_bytes - 3 + x % 3;
        y = simt::select(y < 0, 0, simt::select(y >= height, height - 1, y));
        s[r + ty][c + tx] = in[y * row_bytes + x];
      }
  __syncthreads();
  varying<float> blur = 0.0f;
  for (int dy = 0; dy < taps; ++dy)
    for (int dx = 0; dx < taps; ++dx) blur += weights[dy * taps + dx] * s[ty + dy][tx + 3 * dx];
  varying<float> sharp = 3.0f * s[ty + radius][tx + side] - 2.0f * blur + 0.5f;
  sharp = simt::select(sharp < 0.0f, 0.0f, simt::select(sharp > 255.0f, 255.0f, sharp));
  auto x = blockIdx.x * block_x + tx;
  auto y = blockIdx.y * block_y + ty;
  simt_if (x < row_bytes && y < height) out[y * row_bytes + x] = sharp;
}

void scalar_loop(byte const* in, byte* out, float const* weights, int row_bytes, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < row_bytes; ++x) {
      float blur = 0.0f;
      for (int dy = 0; dy < taps; ++dy) {
        byte const* row = in + std::clamp(y + dy - radius, 0, height - 1) * row_bytes;
        for (int dx = 0; dx < taps; ++dx) {
          int const column = std::clamp(x / 3 + dx - radius, 0, row_bytes / 3 - 1);
          blur += weights[dy * taps + dx] * row[3 * column + x % 3];
        }
      }
      float const sharp = 3.0f * in[y * row_bytes + x] - 2.0f * blur + 0.5f;
      out[y * row_bytes + x] = static_cast<byte>(std::clamp(sharp, 0.0f, 255.0f));
    }
}

template <class F>
double seconds(int runs, F const& run) {
  auto const start = std::chrono::steady_clock::now();
  for (int i = 0; i < runs; ++i) run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / runs;
}

int main(int argc, char** argv) {
  char const* const file = argc > 1 ? argv[1] : SIMT_EXAMPLE_DATA_DIR "/photo.jpg";
  int width = 0, height = 0;
  byte* const photo = stbi_load(file, &width, &height, nullptr, 3);
  if (photo == nullptr) {
    std::printf("image_filter: cannot read %s\n", file);
    return 1;
  }
  float weights[taps * taps], total = 0;
  for (int i = 0; i < taps * taps; ++i) {
    int const dx = i % taps - radius, dy = i / taps - radius;
    total += weights[i] = std::exp(-static_cast<float>(dx * dx + dy * dy) / (radius * radius));
  }
  for (float& w : weights) w /= total;

  int const row_bytes = 3 * width;
  std::vector<byte> got(static_cast<std::size_t>(row_bytes) * static_cast<std::size_t>(height));
  std::vector<byte> want(got);
  simt::shape const grid{
      simt::dim3((row_bytes + block_x - 1) / block_x, (height + block_y - 1) / block_y),
      simt::block_shape<block_x, block_y>};
  auto launch = [&] { simt::launch(sharpen, grid, photo, got.data(), weights, row_bytes, height); };
  launch();  // wakes the worker threads
  double const lanes = seconds(20, launch);
  double const loop =
      seconds(1, [&] { scalar_loop(photo, want.data(), weights, row_bytes, height); });
  stbi_image_free(photo);

  int wrong = 0;  // the last bit may be rounded otherwise
  for (std::size_t i = 0; i < got.size(); ++i) wrong += std::abs(got[i] - want[i]) > 1;
  bool const written = stbi_write_png("sharpened.png", width, height, 3, got.data(), 0) != 0;
  double const pixels = 1e-6 * width * height;
  std::printf(
      "image_filter: %d x %d, %.1f Mpixel/s on %u threads, scalar loop %.1f on one: %.1f "
      "times; %d wrong; wrote sharpened.png\n",
      width, height, pixels / lanes, std::thread::hardware_concurrency(), pixels / loop,
      loop / lanes, wrong);
  return wrong == 0 && written ? 0 : 1;
}
