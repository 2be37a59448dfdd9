// SPDX-License-Identifier: MIT
//
// Textures: a square image turned by 30 degrees with linear filtering, wrapped around, and a copy
// through point reads of consecutive texels.

#include <simt/simt.hpp>

#include <simt/cuda/device_functions.h>
#include <simt/texture/functions.hpp>
#include <simt/thread/launch.hpp>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;
using simd::i32;

constexpr int side = 16;
constexpr float sine = 0.5f, cosine = 0.86602540378f;  // of 30 degrees

/// A square of floats, read through a texture that is as long alive.
class image {
 public:
  image(int n, simt::filter_mode filter)
      : texels(random_floats(std::size_t(n) * std::size_t(n), 111)), out(texels.size()) {
    simt::texture_view v;
    v.shape = simt::texture_shape::two_d;
    v.normalized_coordinates = filter == simt::filter_mode::linear;
    v.filter = filter;
    v.address = {simt::address_mode::wrap, simt::address_mode::wrap, simt::address_mode::wrap};
    v.levels = 1;
    v.level[0] = {reinterpret_cast<std::byte*>(texels.data()),
                  n,
                  n,
                  1,
                  std::ptrdiff_t(4) * n,
                  std::ptrdiff_t(4) * n * n};
    texture = simt::make_texture(v);
  }
  image(image const&) = delete;
  image& operator=(image const&) = delete;
  ~image() { simt::drop_texture(texture); }

  buffer<float> texels, out;
  simt::texture_object texture = 0;
};

template <class Kernel, class... Args>
void launch_thread(simt::dim3 grid, simt::dim3 block, Kernel kernel, Args... args) {
  simt::detail::kernel_args<Args...> const packed{{args}...};
  simt::launch_threads("kernel", grid, block, 0, kernel, packed);
}

// ---- rotation

SIMT_KERNEL(lane_rotate, (simt::texture_object texture, simt::ptr<float> out, int n, float scale)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  varying<float> u = x * scale - 0.5f;
  varying<float> v = y * scale - 0.5f;
  out[y * n + x] =
      tex2D<float>(texture, u * cosine - v * sine + 0.5f, v * cosine + u * sine + 0.5f);
}
__global__ void thread_rotate(simt::texture_object texture, float* out, int n, float scale) {
  int const x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int const y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  float const u = static_cast<float>(x) * scale - 0.5f;
  float const v = static_cast<float>(y) * scale - 0.5f;
  out[y * n + x] =
      simt::tex2D<float>(texture, u * cosine - v * sine + 0.5f, v * cosine + u * sine + 0.5f);
}

/// Four texels a lane, read by gathers, and three interpolations.
BENCH_INLINE f32 sample(float const* texels, f32 u, f32 v, int n) {
  float const size = static_cast<float>(n);
  auto const floor = [](f32 x) {
    f32 const t = simd::to_float(simd::to_int(x));
    return t - simd::select(simd::less(x, t), simd::splat(1.f), simd::splat(0.f));
  };
  f32 const x = (u - floor(u)) * size - 0.5f, y = (v - floor(v)) * size - 0.5f;
  f32 const fx = floor(x), fy = floor(y);
  f32 const a = x - fx, b = y - fy;
  auto const first = [&](f32 f) {
    i32 const i = simd::to_int(f);
    return simd::select(simd::less(i, simd::splat(0)), simd::splat(n - 1), i);
  };
  auto const second = [&](f32 f) {
    i32 const i = simd::to_int(f) + 1;
    return simd::select(simd::less(i, simd::splat(n)), i, simd::splat(0));
  };
  i32 const x0 = first(fx), x1 = second(fx), y0 = first(fy) * n, y1 = second(fy) * n;
  auto const texel = [&](i32 i) { return simd::gather(simd::all_lanes(), texels, i); };
  f32 const t00 = texel(y0 + x0), t10 = texel(y0 + x1);
  f32 const t01 = texel(y1 + x0), t11 = texel(y1 + x1);
  f32 const above = simd::fma(a, t10 - t00, t00), below = simd::fma(a, t11 - t01, t01);
  return simd::fma(b, below - above, above);
}

[[gnu::noinline]] void hand_rotate(float const* texels, float* out, int n, float scale) {
  int const across = n / side;
  for_blocks(across * across, 16, [=](int block) {
    int const x0 = block % across * side, y0 = block / across * side;
    for (int row = 0; row < side; ++row) {
      f32 const v = simd::splat(static_cast<float>(y0 + row) * scale - 0.5f);
      BENCH_UNROLL
      for (int column = 0; column < side; column += simd::lanes) {
        f32 const u = simd::to_float(simd::iota() + (x0 + column)) * scale - 0.5f;
        f32 const r = sample(texels, u * cosine - v * sine + 0.5f, v * cosine + u * sine + 0.5f, n);
        simd::store(out + std::ptrdiff_t(y0 + row) * n + x0 + column, r);
      }
    }
  });
}

workload make_rotate(sizes const& s) {
  int const n = s.texture;
  auto const d = std::make_shared<image>(n, simt::filter_mode::linear);
  auto const grid = simt::dim3(n / side, n / side);
  float const scale = 1 / static_cast<float>(n);
  auto const want = std::make_shared<std::vector<double>>();
  workload w;
  w.amount = 1. * n * n;
  w.unit = "G/s";
  w.reset = [d] { d->out.assign(d->out.size(), -1.f); };
  w.check = [d, n, scale, want] {
    if (want->empty()) {
      want->resize(d->out.size());
      for_blocks(n, 16, [&](int row) {
        for (int column = 0; column < n; ++column) {
          double const u = column * double{scale} - .5, v = row * double{scale} - .5;
          double const x = (u * cosine - v * sine + .5) * n - .5;
          double const y = (v * cosine + u * sine + .5) * n - .5;
          double const fx = std::floor(x), fy = std::floor(y);
          auto const texel = [&](double i, double j) {
            auto const wrap = [n](double k) {
              return static_cast<std::size_t>((int(k) + 2 * n) % n);
            };
            return double{d->texels[wrap(j) * std::size_t(n) + wrap(i)]};
          };
          double const a = x - fx, b = y - fy;
          (*want)[std::size_t(row) * std::size_t(n) + std::size_t(column)] =
              (1 - b) * ((1 - a) * texel(fx, fy) + a * texel(fx + 1, fy)) +
              b * ((1 - a) * texel(fx, fy + 1) + a * texel(fx + 1, fy + 1));
        }
      });
    }
    return compare(d->out, *want, 2. / 256);  // two weights of 1/256 each
  };
  w.variants = {
      {"lane", side * side,
       [=] {
         simt::launch(lane_rotate, simt::shape{grid, simt::block_shape<side, side>}, d->texture,
                      d->out.data(), n, scale);
       }},
      {"hand", side * side, [=] { hand_rotate(d->texels.data(), d->out.data(), n, scale); }},
      {"plain", simd::lanes,
       [=] { plain::texture_rotate(d->texels.data(), d->out.data(), n, sine, cosine); },
       "float weights, where a texture has eight bits"},
      {"thread", 1,
       [=] {
         launch_thread(
             grid, simt::dim3(side, side), [](auto... a) { thread_rotate(a...); }, d->texture,
             d->out.data(), n, scale);
       }},
  };
  return w;
}

// ---- copy

SIMT_KERNEL(lane_copy, (simt::texture_object texture, simt::ptr<float> out, int n)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  out[y * n + x] = tex2D<float>(texture, x + 0.5f, static_cast<float>(y) + 0.5f);
}

workload make_copy(sizes const& s) {
  int const n = 2 * s.texture;
  auto const d = std::make_shared<image>(n, simt::filter_mode::point);
  workload w;
  w.amount = w.bytes = 8. * n * n;
  w.reset = [d] { d->out.assign(d->out.size(), -1.f); };
  w.check = [d] { return compare_exactly(d->out, d->texels); };
  w.variants = {
      {"lane", simt::default_width,
       [=] {
         simt::launch(lane_copy, simt::shape{simt::dim3(n / 256, n), 256}, d->texture,
                      d->out.data(), n);
       }},
      {"hand", 1,
       [=] {
         for_blocks(n, 16, [&](int row) {
           auto const at = std::size_t(row) * std::size_t(n);
           for (int x = 0; x < n; x += simd::lanes)
             simd::store(d->out.data() + at + x, simd::load(d->texels.data() + at + x));
         });
       }},
  };
  return w;
}

registration const rotate_registered{"texture_rotate", make_rotate};
registration const copy_registered{"texture_copy", make_copy};

}  // namespace
}  // namespace bench
