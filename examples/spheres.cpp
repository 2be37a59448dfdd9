// SPDX-License-Identifier: MIT
// Idea    Structs: a scene in constant memory, members by name for each thread, a device function
//         that returns early, and what one thread prints.
// Look    The pixel in the middle sees the nearest sphere, at distance 4.
// Try     Take the line SIMT_STRUCT(sphere, …) away: uniform members still work, those of threads
//         do not.
// Source  ours
#include <simt/simt.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

struct vec {
  float x, y, z;
};
SIMT_STRUCT(vec, x, y, z)
struct sphere {
  vec center;
  float radius;
  int color;
};
SIMT_STRUCT(sphere, center, radius, color)

constexpr int width = 100, height = 70;
simt::constant_variable<sphere[3]> scene{
    {{{0, 0, 5}, 1, 3}, {{1.5f, 0.5f, 6}, 1, 2}, {{-1.5f, -0.5f, 4}, 0.5f, 1}}};

/// Half the discriminant's terms, for uniforms and for threads.
template <class V, class S>
auto square(V const& d, S const& s) {
  auto const b = d.x * s.center.x + d.y * s.center.y + d.z * s.center.z;
  auto const c = s.center.x * s.center.x + s.center.y * s.center.y + s.center.z * s.center.z -
                 s.radius * s.radius;
  return b * b - c * (d.x * d.x + d.y * d.y + d.z * d.z);
}

SIMT_DEVICE(varying<float>, distance_to, (varying<vec> d, sphere s)) {
  varying<float> const root = square(d, s);
  simt_if (root < 0.0f) simt_return(-1.0f);
  simt_return((d.x * s.center.x + d.y * s.center.y + d.z * s.center.z - sqrtf(root)) /
              (d.x * d.x + d.y * d.y + d.z * d.z));
}

SIMT_KERNEL(trace, (simt::ptr<int> image, float scale)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  simt_if (x < width && y < height) {
    varying<vec> d = vec{0, 0, 1};
    d.x = simt::let<float>(x - width / 2) * scale;
    d.y = simt::let<float>(y - height / 2) * scale;
    varying<float> nearest = 1e30f;
    varying<int> color = 0;
    for (int s = 0; s < 3; ++s) {
      varying<float> t = distance_to(*this, d, scene[s]);
      simt_if (t > 0.0f && t < nearest) {
        nearest = t;
        color = scene[s].color;
      }
    }
    image[y * width + x] = color;
    simt_if (x == width / 2 && y == height / 2)
      printf("spheres: color %d at distance %.2f in the middle\n", color, nearest);
  }
}

int main() {
  std::vector<int> image(width * height, -1);
  float const scale = 0.01f;
  simt::launch(trace,
               simt::shape{simt::dim3((width + 31) / 32, (height + 3) / 4), simt::block_shape<32, 4>},
               image.data(), scale);

  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      vec const d{static_cast<float>(x - width / 2) * scale,
                  static_cast<float>(y - height / 2) * scale, 1};
      float nearest = 1e30f;
      int color = 0;
      bool rim = false;  // products and sums may be rounded once or twice
      for (sphere const& s : scene.value) {
        float const root = square(d, s);
        rim = rim || std::abs(root) < 1e-3f;
        if (root < 0) continue;
        float const t = (d.x * s.center.x + d.y * s.center.y + d.z * s.center.z - std::sqrt(root)) /
                        (d.x * d.x + d.y * d.y + d.z * d.z);
        if (t > 0 && t < nearest) nearest = t, color = s.color;
      }
      wrong += !rim && image[static_cast<std::size_t>(y * width + x)] != color;
    }
  return wrong == 0 ? 0 : 1;
}
