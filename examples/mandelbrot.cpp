// SPDX-License-Identifier: MIT
// Idea    Divergence: every thread iterates as long as its own pixel needs. simt_while drops the
//         lanes that are done and ends when all are.
// Look    mandelbrot.png; the speed beside the scalar loop's. Gangs near the border of the set
//         wait for their slowest lane, gangs elsewhere finish together.
// Try     Launch with simt::launch_at<1>, <16>, <64>, <256>: wider gangs hide latency until
//         registers run out, and wait for more slow lanes.
// Source  B. B. Mandelbrot: Fractal Aspects of the Iteration of z -> lambda z (1 - z), 1980
#include <simt/simt.hpp>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int width = 1200, height = 800, limit = 300;
constexpr float left = -2.6f, top = -1.25f, step = 2.5f / height;

SIMT_KERNEL(mandelbrot, (simt::ptr<int> iterations)) {
  auto column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y;
  varying<float> cx = left + column * step;
  float cy = top + static_cast<float>(row) * step;
  varying<float> x = 0.0f, y = 0.0f;
  varying<int> turns = 0;
  simt_while (turns < limit && x * x + y * y < 4.0f) {
    varying<float> next = x * x - y * y + cx;
    y = x * y * 2.0f + cy;
    x = next;
    ++turns;
  }
  simt_if (column < width) iterations[row * width + column] = turns;
}

void scalar_loop(int* iterations) {
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      float const cx = left + static_cast<float>(column) * step;
      float const cy = top + static_cast<float>(row) * step;
      float x = 0, y = 0;
      int turns = 0;
      while (turns < limit && x * x + y * y < 4.0f) {
        float const next = x * x - y * y + cx;
        y = x * y * 2.0f + cy;
        x = next;
        ++turns;
      }
      iterations[row * width + column] = turns;
    }
}

template <class F>
double seconds(int runs, F const& run) {
  auto const start = std::chrono::steady_clock::now();
  for (int i = 0; i < runs; ++i) run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / runs;
}

int main() {
  std::vector<int> got(std::size_t{width} * height, -1), want(got);
  simt::shape const grid{simt::dim3((width + 255) / 256, height), 256};
  auto launch = [&] { simt::launch(mandelbrot, grid, got.data()); };
  launch();  // wakes the worker threads
  double const lanes = seconds(10, launch), loop = seconds(1, [&] { scalar_loop(want.data()); });

  std::vector<unsigned char> rgb;
  int wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    wrong += got[i] != want[i];
    for (float const phase : {0.0f, 0.6f, 1.2f}) {  // red, green, blue
      float const t = std::sqrt(static_cast<float>(got[i])) - phase;
      rgb.push_back(got[i] == limit ? 0
                                    : static_cast<unsigned char>(127.5f - 127.5f * std::cos(t)));
    }
  }
  // One rounding more or less moves a pixel at the border of the set.
  bool const written = stbi_write_png("mandelbrot.png", width, height, 3, rgb.data(), 0) != 0;
  bool const ok = written && wrong * 200 < width * height;
  std::printf(
      "mandelbrot: %.1f Mpixel/s on %u threads, scalar loop %.1f on one: %.1f times; %d of %d "
      "pixels differ; wrote mandelbrot.png\n",
      1e-6 * width * height / lanes, std::thread::hardware_concurrency(),
      1e-6 * width * height / loop, loop / lanes, wrong, width * height);
  return ok ? 0 : 1;
}
