// SPDX-License-Identifier: MIT
// Idea    A sweep over a grid where each point needs its neighbours' old values: two arrays take
//         turns, and the end of a launch is the barrier between sweeps.
// Look    stencil.png: heat from two discs of fixed temperature after 4000 sweeps; the frame is
//         cold. The guard keeps the border and the discs as they are.
// Try     Read and write one array: the result depends on who comes first.
// Source  J. Fourier: The Analytical Theory of Heat, 1822; the five-point scheme is Jacobi's
#include <simt/simt.hpp>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int width = 384, height = 256, sweeps = 4000;

SIMT_KERNEL(heat_sweep, (simt::ptr<float const> from, simt::ptr<float> to,
                         simt::ptr<unsigned char const> fixed)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  auto i = y * width + x;
  simt_if (x < width && simt_lazy(fixed[i] == 0))
    to[i] = 0.25f * ((from[i - 1] + from[i + 1]) + (from[i - width] + from[i + width]));
}

void scalar_sweep(float const* from, float* to, unsigned char const* fixed) {
  for (int i = 0; i < width * height; ++i)
    if (fixed[i] == 0)
      to[i] = 0.25f * ((from[i - 1] + from[i + 1]) + (from[i - width] + from[i + width]));
}

int main() {
  std::vector<float> heat;
  std::vector<unsigned char> fixed;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      bool const hot = std::hypot(x - 120, y - 100) < 30, warm = std::hypot(x - 280, y - 160) < 18;
      bool const frame = x == 0 || y == 0 || x == width - 1 || y == height - 1;
      heat.push_back(hot ? 1.0f : warm ? 0.6f : 0.0f);
      fixed.push_back(hot || warm || frame);
    }
  std::vector<float> a(heat), b(heat), want(heat), other(heat);

  simt::shape const grid{simt::dim3((width + 127) / 128, height), 128};
  for (int s = 0; s < sweeps; ++s) {
    simt::launch(heat_sweep, grid, a.data(), b.data(), fixed.data());
    scalar_sweep(want.data(), other.data(), fixed.data());
    std::swap(a, b);
    std::swap(want, other);
  }

  int wrong = 0;
  double sum = 0;
  std::vector<unsigned char> rgb;
  for (std::size_t i = 0; i < a.size(); ++i) {
    wrong += !(std::fabs(a[i] - want[i]) < 1e-5f);
    sum += a[i];
    // Bands of equal temperature, from blue over red to yellow.
    float const t = std::sqrt(a[i]), band = std::fmod(t * 16 + 0.5f, 1.0f) < 0.12f ? 0.6f : 1.0f;
    for (float const c : {3 * t - 0.6f, 3 * t - 1.7f, t < 0.4f ? 0.2f + 1.5f * t : 1.4f - 1.5f * t})
      rgb.push_back(static_cast<unsigned char>(255 * band * std::clamp(c, 0.0f, 1.0f)));
  }
  bool const written = stbi_write_png("stencil.png", width, height, 3, rgb.data(), 0) != 0;
  std::printf("stencil: %d x %d, %d sweeps, mean temperature %.4f, %d wrong; wrote stencil.png\n",
              width, height, sweeps, sum / (width * height), wrong);
  return wrong == 0 && written ? 0 : 1;
}
