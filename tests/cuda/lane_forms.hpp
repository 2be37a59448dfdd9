#pragma once
// SPDX-License-Identifier: MIT

// Kernels in both forms, the lane form as the .cu step writes it: run both, compare every byte.
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/lane.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <vector>

// Kernels are CUDA's text, with C's conversions.
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wimplicit-float-conversion"
#pragma GCC diagnostic ignored "-Wimplicit-int-float-conversion"
#pragma GCC diagnostic ignored "-Wimplicit-int-conversion"
#endif

namespace forms {

/// The parameters of every kernel here.
struct arrays {
  int* out;
  int* in;
  float* f;
  double* d;
};
inline constexpr int count = 1024;

struct memory {
  std::vector<int> out = std::vector<int>(count, -1);
  std::vector<int> in = std::vector<int>(count);
  std::vector<float> f = std::vector<float>(count);
  std::vector<double> d = std::vector<double>(count);
  memory() {
    for (int i = 0; i < count; ++i) {
      auto const u = static_cast<std::size_t>(i);
      in[u] = (i * 7919) % 1013 - 300;
      f[u] = static_cast<float>(i % 61) * 0.375f - 7.25f;
      d[u] = i * 0.125 - 11;
    }
  }
  arrays get() { return {out.data(), in.data(), f.data(), d.data()}; }
};

inline bool equal(memory const& a, memory const& b) {
  auto const same = [](auto const& x, auto const& y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      if (std::memcmp(&x[i], &y[i], sizeof x[i]) != 0) {
        MESSAGE("element " << i << ": thread form " << x[i] << ", lane form " << y[i]);
        return false;
      }
    return true;
  };
  return same(a.out, b.out) && same(a.in, b.in) && same(a.f, b.f) && same(a.d, b.d);
}

/// Runs both forms over the grid and says whether they agree.
template <bool Planar, bool Barriers, class Thread, class Lane>
bool agree(dim3 grid, dim3 block, Thread thread, Lane lane, std::size_t shared = 0) {
  memory m[2];
  using choice = simt::cuda::kernel_form_choice;
  for (int i = 0; i < 2; ++i) {
    simt::cuda::set_kernel_form(i == 0 ? choice::thread : choice::lane);
    simt::cuda::launch_configuration(grid, block, shared)
        .call("forms", thread, simt_l::kernel_form<Planar, Barriers>(lane), m[i].get());
    cudaError_t const e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
      MESSAGE((i == 0 ? "thread form: " : "lane form: ") << cudaGetErrorString(e));
      static_cast<void>(cudaDeviceReset());
      simt::cuda::set_kernel_form(choice::automatic);
      return false;
    }
  }
  simt::cuda::set_kernel_form(choice::automatic);
  return equal(m[0], m[1]);
}

}  // namespace forms

/// The lane form: `g` is the gang's type there.
#define LANE(...)                                                      \
  [=](auto const& simt_g, forms::arrays const& a) SIMT_LAMBDA_INLINE { \
    using G = std::remove_cvref_t<decltype(simt_g)>;                   \
    [[maybe_unused]] simt_l::var<G, int> simt_unused;                  \
    __VA_ARGS__                                                        \
  }
#define THREAD(...) [=](forms::arrays const& a) { __VA_ARGS__ }
#define AT(p, i) simt_l::at(p, i)
#define GET(p, i) simt_l::get(simt_l::at(p, i))
