#pragma once
// SPDX-License-Identifier: MIT
//
// The yardstick: each workload in C++ as one writes it who wants nothing but speed, by whatever
// algorithm is fastest, without blocks and threads. What is not allowed is another task: the
// stencil makes ten full sweeps, bitonic is the network and no other sort, and the plain text of
// matmul_naive does not copy its matrices either. Sizes are those of workloads.hpp: all are
// multiples of what the functions take at a time.

#include "../workloads.hpp"

namespace bench::plain {

void saxpy(float const* x, float* y, float a, int n);

/// `launches` times y += a x, each after the one before. Shares the work between as many spinning
/// threads as are fastest at this size, which it finds out when it is first called.
void repeated_saxpy(float const* x, float* y, float a, int n, int launches);

/// Straight from memory: no copies of a or b.
void matmul_unpacked(float const* a, float const* b, float* c, int n);
void matmul(float const* a, float const* b, float* c, int n);
void transpose(float const* in, float* out, int n);

/// Sums of reduce_block elements each; the sum of all.
void partial_sums(float const* x, float* partial, int blocks);
float total(float const* x, int n);

/// Inclusive sums of scan_block elements each.
void scan(int const* in, int* out, int blocks);
void histogram(int const* in, unsigned* counts, int words);
void mandelbrot(int* out, int width, int height);
void black_scholes(float const* price, float const* strike, float const* years, float* call,
                   float* put, int n);
void nbody(body const* bodies, body* acceleration, int n);
void stencil(float const* in, float* out, int n);
void convolution(float const* in, float const* kernel, float* out, int n);
void bitonic(int* keys, int n);
void spmv(csr_matrix const& m, float* y, int rows);
unsigned monte_carlo(int calls);

/// Turns a picture with linear filtering, wrapped around. Unlike a texture, whose weights have
/// eight bits, it weighs with floats. Needs: n is a power of two.
void texture_rotate(float const* texels, float* out, int n, float sine, float cosine);

}  // namespace bench::plain
