// SPDX-License-Identifier: MIT
// Operators that a program gives to CUB's collectives: the standard library's and libcu++'s function
// objects, lambdas, classes of its own.
#include "forms.cuh"

#include <cub/cub.cuh>

#include <cmath>
#include <cstdio>
#include <functional>

namespace {

constexpr int threads = 96;

struct larger {
  __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

__global__ void block_operators(float const* in, float* out) {
  using block_reduce = cub::BlockReduce<float, threads>;
  __shared__ block_reduce::TempStorage temp;
  float const own = in[threadIdx.x];
  float const offset = static_cast<float>(blockIdx.x);
  float result[8];
  result[0] = block_reduce(temp).Reduce(own, larger());
  __syncthreads();
  result[1] = block_reduce(temp).Reduce(own, std::plus<float>());
  __syncthreads();
  result[2] = block_reduce(temp).Reduce(own, ::cuda::std::plus<>{});
  __syncthreads();
  result[3] = block_reduce(temp).Reduce(own, cuda::maximum<float>());
  __syncthreads();
  result[4] = block_reduce(temp).Reduce(own, cuda::minimum<>{});
  __syncthreads();
  result[5] = block_reduce(temp).Reduce(own, [](float a, float b) { return fminf(a, b); });
  __syncthreads();
  result[6] = block_reduce(temp).Reduce(own, [=](float a, float b) {
    if (a < b) return b + offset;
    return a + offset;
  });
  __syncthreads();
  float const sign = threadIdx.x % 31 == 1 ? -1.0f : 1.0f;
  result[7] = block_reduce(temp).Reduce(sign, cuda::std::multiplies<float>());
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i) out[i] = result[i];
}

__global__ void scan_operators(int const* in, int* out) {
  using warp_reduce = cub::WarpReduce<int>;
  using block_scan = cub::BlockScan<int, threads>;
  __shared__ warp_reduce::TempStorage of_warp[threads / 32];
  __shared__ block_scan::TempStorage of_block;
  int const own = in[threadIdx.x], warp = static_cast<int>(threadIdx.x) / 32;
  int up_to = 0, before = 0;
  block_scan(of_block).InclusiveScan(own, up_to, cuda::maximum<>());
  __syncthreads();
  block_scan(of_block).ExclusiveScan(own, before, 1000, [](int a, int b) { return a < b ? a : b; });
  out[threadIdx.x] = up_to;
  out[threads + threadIdx.x] = before;
  int const bits = warp_reduce(of_warp[warp]).Reduce(own & 63, cuda::std::bit_xor<int>());
  if (threadIdx.x % 32 == 0) out[2 * threads + warp] = bits;
}

// (CUB's iterators have an operator += of their own.)
template <int Step>
__global__ void of_values(float const* in, float* out) {
  cuda::std::greater<float> const is_greater;
  for (int i = 0; i < threads; i += Step) {
    int const at = i + static_cast<int>(threadIdx.x);
    float const own = in[at];
    out[at] = is_greater(own, 10.0f) ? cuda::std::plus<float>()(own, 0.5f)
                                     : cuda::maximum<>()(own, in[(at + 1) % threads]);
  }
}

void test_block_operators() {
  float* const in = managed<float>(threads);
  float* const out = managed<float>(threads);
  for (int i = 0; i < threads; ++i) in[i] = static_cast<float>(value(i));
  float sum = 0, most = in[0], least = in[0];
  for (int i = 0; i < threads; ++i) {
    sum += in[i];
    most = std::fmax(most, in[i]);
    least = std::fmin(least, in[i]);
  }
  in_both_forms(
      "operators of BlockReduce", threads,
      [&] {
        for (int i = 0; i < 8; ++i) out[i] = -1e9f;
        block_operators<<<1, threads>>>(in, out);
      },
      [&] {
        float const expected[] = {most, sum, sum, most, least, least, most, 1};
        for (int i = 0; i < 8; ++i)
          expect(out[i] == expected[i], "an operator of BlockReduce", threads + i);
      });
  in_both_forms(
      "function objects", threads, [&] { of_values<threads / 3><<<1, threads / 3>>>(in, out); },
      [&] {
        for (int i = 0; i < threads; ++i)
          expect(out[i] == (in[i] > 10 ? in[i] + 0.5f : std::fmax(in[i], in[(i + 1) % threads])),
                 "function objects", threads);
      });
  in[5] = NAN;  // of a number and a NaN, the number
  in_both_forms(
      "maximum of numbers and a NaN", threads, [&] { block_operators<<<1, threads>>>(in, out); },
      [&] { expect(out[3] == most && out[4] == least, "maximum beside a NaN", threads); });
}

void test_scan_operators() {
  int* const in = managed<int>(threads);
  int* const out = managed<int>(2 * threads + threads / 32);
  for (int i = 0; i < threads; ++i) in[i] = value(i);
  in_both_forms(
      "operators of BlockScan", threads, [&] { scan_operators<<<1, threads>>>(in, out); },
      [&] {
        int most = in[0], least = 1000, bits = 0;
        for (int i = 0; i < threads; ++i) {
          most = in[i] > most ? in[i] : most;
          expect(out[i] == most, "maximum of BlockScan", threads);
          expect(out[threads + i] == least, "a lambda of BlockScan", threads);
          least = in[i] < least ? in[i] : least;
          bits = i % 32 == 0 ? in[i] & 63 : bits ^ (in[i] & 63);
          if (i % 32 == 31) expect(out[2 * threads + i / 32] == bits, "bit_xor of a warp", threads);
        }
      });
}

}  // namespace

void test_operators() {
  test_block_operators();
  test_scan_operators();
}
