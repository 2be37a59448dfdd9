#pragma once
// SPDX-License-Identifier: MIT
//
// The workloads as CUDA text (cuda/*.cu), in the manner of CUDA's samples: each function launches
// the kernel that the workload's lane kernel does by hand.

#include <functional>

#include "suite.hpp"

namespace bench::cuda {

/// y += a x as often as a launch is asked for, by one cooperative launch. No text of a lane kernel:
/// the tuned one of saxpy_l2.
void repeated_saxpy(float const* x, float* y, float a, int n, int launches);
void matmul_tiled(float const* a, float const* b, float* c, int n);
void matmul_tiled_32(float const* a, float const* b, float* c, int n);
void reduce_shared(float const* x, float* partial, int blocks);
void reduce_shuffle(float const* x, float* total, int n);
void scan(int const* in, int* out, int blocks);
void transpose(float const* in, float* out, int n);
void histogram(int const* in, unsigned* counts, int words);
void black_scholes(float const* price, float const* strike, float const* years, float* call,
                   float* put, float r, float v, int n);
void nbody(float const* bodies, float* acceleration, int n);
void mandelbrot(int* out, int width, int height);
void stencil(float const* in, float* out, int n);
void convolve_rows(float const* in, float const* kernel, float* out, int n);
void convolve_columns(float const* in, float const* kernel, float* out, int n);

/// Adds two variants to a workload: the lane form of the CUDA text ("cuda"), and its thread form.
void add(workload& w, std::function<void()> const& run);

}  // namespace bench::cuda
