// SPDX-License-Identifier: MIT
//
// Accelerations of bodies that attract each other: one body a thread, the others through tiles of
// 256 in shared memory (GPU Gems 3, chapter 31).

#include <simt/simt.hpp>

#include <algorithm>
#include <memory>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;

constexpr int block_size = 256;

struct data {
  explicit data(int n) : bodies(random_bodies(n)), acceleration(bodies.size()) {}
  buffer<body> const bodies;
  buffer<body> acceleration;
};

[[gnu::noinline]] void scalar(body const* __restrict bodies, body* __restrict acceleration, int n) {
  for (int i = 0; i < n; ++i) {
    body const own = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; ++j) {
      float const dx = bodies[j].x - own.x, dy = bodies[j].y - own.y, dz = bodies[j].z - own.z;
      float const inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
      float const s = bodies[j].w * inverse * inverse * inverse;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    acceleration[i] = {ax, ay, az, 0};
  }
}

/// Bodies in lock step. Each vector of them takes six registers for good and a few in passing.
constexpr int vectors = simd::registers == 32 ? 4 : 2;
constexpr int gang = vectors * simd::lanes;

[[gnu::noinline]] void hand(body const* bodies, body* acceleration, int n) {
  for_blocks(n / block_size, 1, [=](int block) {
    // One row an element, so that threads are neighbours in memory.
    alignas(64) float x[block_size], y[block_size], z[block_size];
    alignas(64) float ax[block_size] = {}, ay[block_size] = {}, az[block_size] = {};
    alignas(64) body tile[block_size];
    for (int t = 0; t < block_size; ++t) {
      body const own = bodies[block * block_size + t];
      x[t] = own.x, y[t] = own.y, z[t] = own.z;
    }
    for (int first = 0; first < n; first += block_size) {
      std::copy_n(bodies + first, block_size, tile);
      for (int t = 0; t < block_size; t += gang) {
        f32 px[vectors], py[vectors], pz[vectors], sx[vectors], sy[vectors], sz[vectors];
        BENCH_UNROLL
        for (int v = 0; v < vectors; ++v) {
          int const i = t + v * simd::lanes;
          px[v] = simd::load(x + i), py[v] = simd::load(y + i), pz[v] = simd::load(z + i);
          sx[v] = simd::load(ax + i), sy[v] = simd::load(ay + i), sz[v] = simd::load(az + i);
        }
        for (int k = 0; k < block_size; ++k) {
          body const other = tile[k];
          BENCH_UNROLL
          for (int v = 0; v < vectors; ++v) {
            f32 const dx = other.x - px[v], dy = other.y - py[v], dz = other.z - pz[v];
            f32 const inverse = simd::rsqrt(
                simd::fma(dx, dx, simd::fma(dy, dy, simd::fma(dz, dz, simd::splat(softening)))));
            f32 const s = (other.w * inverse) * (inverse * inverse);
            sx[v] = simd::fma(dx, s, sx[v]);
            sy[v] = simd::fma(dy, s, sy[v]);
            sz[v] = simd::fma(dz, s, sz[v]);
          }
        }
        BENCH_UNROLL
        for (int v = 0; v < vectors; ++v) {
          int const i = t + v * simd::lanes;
          simd::store(ax + i, sx[v]), simd::store(ay + i, sy[v]), simd::store(az + i, sz[v]);
        }
      }
    }
    for (int t = 0; t < block_size; ++t)
      acceleration[block * block_size + t] = {ax[t], ay[t], az[t], 0};
  });
}

SIMT_KERNEL(nbody,
            (simt::ptr<simt::float4 const> bodies, simt::ptr<simt::float4> acceleration, int n)) {
  __shared__ simt::tile<simt::float4[block_size]> s;
  auto t = threadIdx.x;
  auto i = blockIdx.x * block_size + t;
  varying<simt::float4> own = bodies[i];
  varying<float> ax = 0.f, ay = 0.f, az = 0.f;
  for (int first = 0; first < n; first += block_size) {
    s[t] = bodies[first + t];
    __syncthreads();
    for (int k = 0; k < block_size; ++k) {
      simt::float4 other = s[k];
      varying<float> dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      varying<float> inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      varying<float> f = other.w * inverse * inverse * inverse;
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
    __syncthreads();
  }
  acceleration[i] = make_float4(ax, ay, az, 0.f);
}

template <int Width>
void lane(body const* bodies, body* acceleration, int n) {
  simt::launch_at<Width>(nbody, simt::shape{n / block_size, simt::block_shape<block_size>},
                         reinterpret_cast<simt::float4 const*>(bodies),
                         reinterpret_cast<simt::float4*>(acceleration), n);
}

/// A block of one gang, and no tile: all threads read the same body, which is one load for all of
/// them. Squares are added from the softening on, so that each is one multiply-add.
constexpr int together = 64;
SIMT_KERNEL(nbody_direct,
            (simt::ptr<simt::float4 const> bodies, simt::ptr<simt::float4> acceleration, int n)) {
  auto i = blockIdx.x * together + threadIdx.x;
  varying<simt::float4> own = bodies[i];
  varying<float> ax = 0.f, ay = 0.f, az = 0.f;
  for (int k = 0; k < n; ++k) {
    simt::float4 other = bodies[k];
    varying<float> dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
    varying<float> inverse = rsqrtf(dx * dx + (dy * dy + (dz * dz + softening)));
    varying<float> f = (other.w * inverse) * (inverse * inverse);
    ax += dx * f;
    ay += dy * f;
    az += dz * f;
  }
  acceleration[i] = make_float4(ax, ay, az, 0.f);
}

void best(body const* bodies, body* acceleration, int n) {
  simt::launch(nbody_direct, simt::shape{n / together, simt::block_shape<together>},
               reinterpret_cast<simt::float4 const*>(bodies),
               reinterpret_cast<simt::float4*>(acceleration), n);
}

/// 256 bodies, chosen at random, in double precision.
verdict check(data const& d) {
  double error = 0;
  for (std::uint64_t q = 0; q < 256; ++q) {
    std::size_t const i = mix(7700 + q) % d.bodies.size();
    body const own = d.bodies[i], got = d.acceleration[i];
    double x = 0, y = 0, z = 0;
    for (body const& other : d.bodies) {
      double const dx = double(other.x) - own.x, dy = double(other.y) - own.y,
                   dz = double(other.z) - own.z;
      double const inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + double(softening));
      double const s = other.w * inverse * inverse * inverse;
      x += dx * s, y += dy * s, z += dz * s;
    }
    error = worse(error, std::hypot(x - got.x, y - got.y, z - got.z) / std::hypot(x, y, z));
  }
  return judge(error, 2e-4, "relative error");
}

workload make(sizes const& s) {
  int const n = s.nbody;
  auto const d = std::make_shared<data>(n);
  workload w;
  w.amount = w.flops = 20. * n * n;
  w.unit = "GFLOP/s";
  w.reset = [d] { std::fill(d->acceleration.begin(), d->acceleration.end(), body{}); };
  w.check = [d] { return check(*d); };
  w.variants = {
      {"lane", 64, [d, n] { lane<64>(d->bodies.data(), d->acceleration.data(), n); }},
      {"hand", gang, [d, n] { hand(d->bodies.data(), d->acceleration.data(), n); }},
      {"best", together, [d, n] { best(d->bodies.data(), d->acceleration.data(), n); }},
      {"plain", gang, [d, n] { plain::nbody(d->bodies.data(), d->acceleration.data(), n); }},
      {"scalar", 1, [d, n] { scalar(d->bodies.data(), d->acceleration.data(), n); }},
  };
  cuda::add(w, [d, n] { cuda::nbody(&d->bodies.data()->x, &d->acceleration.data()->x, n); });
  return w;
}

registration const registered{"nbody", make};

}  // namespace
}  // namespace bench
