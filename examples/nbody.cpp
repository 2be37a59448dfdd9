// SPDX-License-Identifier: MIT
// Idea    All pairs: every body feels every other. A block loads 256 bodies into shared memory, and
//         its 256 threads each take all of them from there, so memory is read 256 times less.
// Look    nbody.png: two discs of stars after they have met, their paths of the last 50 steps.
//         One body for all threads is a uniform float4: its members are broadcast.
// Try     Make the softening smaller and watch close encounters throw stars out.
// Source  L. Nyland, M. Harris, J. Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, 2007
#include <simt/simt.hpp>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using simt::float4;  // x, y, z and mass, or velocity
constexpr int n = 2048, block = 256, steps = 700, size = 600;
constexpr float softening = 1e-3f, dt = 0.004f;

SIMT_KERNEL(step, (simt::ptr<float4 const> bodies, simt::ptr<float4> next, simt::ptr<float4> v)) {
  __shared__ simt::tile<float4[block]> s;
  auto t = threadIdx.x;
  auto i = blockIdx.x * block + t;
  varying<float4> own = bodies[i];
  varying<float> ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int first = 0; first < n; first += block) {
    s[t] = bodies[first + t];
    __syncthreads();
    for (int k = 0; k < block; ++k) {
      float4 other = s[k];
      varying<float> dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      varying<float> inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      varying<float> pull = other.w * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    __syncthreads();
  }
  varying<float4> speed = v[i];
  speed.x += dt * ax;
  speed.y += dt * ay;
  speed.z += dt * az;
  v[i] = speed;
  own.x += dt * speed.x;
  own.y += dt * speed.y;
  own.z += dt * speed.z;
  next[i] = own;
}

int main() {
  std::vector<float4> bodies(n), next(n), v(n), want(n);
  for (std::size_t i = 0; i < n; ++i) {  // two discs: a heavy centre each, light stars in orbit
    float const disc = i % 2 == 0 ? -1.0f : 1.0f, angle = 2.39996f * static_cast<float>(i);
    float const r = i < 2 ? 0 : 0.08f + 0.5f * std::sqrt(static_cast<float>(i) / n);
    float const orbit = i < 2 ? 0 : disc / std::sqrt(r), c = std::cos(angle), s = std::sin(angle);
    bodies[i] = {0.9f * disc + r * c, 0.45f * disc + r * s, 0.3f * r * s, i < 2 ? 1.0f : 5e-5f};
    v[i] = {-0.45f * disc - orbit * s, orbit * c, 0.3f * orbit * c, 0.0f};
  }
  for (std::size_t i = 0; i < n; ++i) {  // the first step in double
    double a[3] = {};
    for (float4 const& o : bodies) {
      double const d[] = {o.x - bodies[i].x, o.y - bodies[i].y, o.z - bodies[i].z};
      double const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
      for (int axis = 0; axis < 3; ++axis) a[axis] += d[axis] * o.w / (square * std::sqrt(square));
    }
    auto after = [](float speed, double pull) { return static_cast<float>(speed + dt * pull); };
    want[i] = {after(v[i].x, a[0]), after(v[i].y, a[1]), after(v[i].z, a[2]), 0.0f};
  }

  int wrong = 0;
  std::vector<float> light(3 * size * size);
  for (int s = 0; s < steps; ++s) {
    simt::launch(step, simt::shape{n / block, simt::block_shape<block>}, bodies.data(), next.data(),
                 v.data());
    std::swap(bodies, next);
    for (std::size_t i = 0; i < n && s == 0; ++i)
      wrong += !(std::hypot(v[i].x - want[i].x, v[i].y - want[i].y, v[i].z - want[i].z) < 1e-4f);
    for (std::size_t i = 0; i < n && s >= steps - 50; ++i) {
      int const px = static_cast<int>((bodies[i].x + 2) * size / 4);
      int const py = static_cast<int>((bodies[i].y + 2) * size / 4);
      if (px < 0 || px >= size || py < 0 || py >= size) continue;
      float* const pixel = &light[static_cast<std::size_t>(3 * (py * size + px))];
      pixel[i % 2 == 0 ? 0 : 2] += i < 2 ? 5.0f : 0.25f;
      pixel[1] += i < 2 ? 5.0f : 0.12f;
    }
  }
  double x = 0, y = 0, z = 0;  // momentum stays zero: every pull has its counterpart
  for (std::size_t i = 0; i < n; ++i) {
    x += bodies[i].w * v[i].x;
    y += bodies[i].w * v[i].y;
    z += bodies[i].w * v[i].z;
  }
  double const momentum = std::hypot(x, y, z);
  std::vector<unsigned char> rgb;
  for (float const l : light) rgb.push_back(static_cast<unsigned char>(255 * std::min(l, 1.0f)));
  bool const written = stbi_write_png("nbody.png", size, size, 3, rgb.data(), 0) != 0;
  std::printf("nbody: %d bodies, %d steps, momentum %.1e, %d wrong; wrote nbody.png\n", n, steps,
              momentum, wrong);
  return wrong == 0 && momentum < 0.01 && written ? 0 : 1;
}
