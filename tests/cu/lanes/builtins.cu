// SPDX-License-Identifier: MIT
// Functions of builtins.def that lane forms call with lanes, and those whose value is the same for all
// threads where their arguments are.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace builtins {

__global__ void numbers(int const* in, int* out, int n) {
  int const t = threadIdx.x;
  int const i = blockIdx.x * blockDim.x + t;
  float const x = __ldcs(in + i) * 0.125f - 60.0f;
  int const nearest = lrintf(x);
  long long const rounded = llround(x * 0.5);
  unsigned const least = umin(in[i], n) + umax(t, 17u) + ullmin(in[i], 1000u);
  int const exponent = ilogbf(x + 1000.0f);
  float const special = erfcxf(x * 0.01f) + normcdff(x * 0.1f) + scalbnf(x, 2);
  if (i % 3 != 0) __stcs(out + 4 * i, nearest + (int)rounded);
  __stwb(out + 4 * i + 1, (int)least + exponent);
  out[4 * i + 2] = (int)(special * 100.0f);
}

__global__ void same_for_all(int* out, int n, float f) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned const sum = __vadd2(n, 3 * n);
  float const up = __fadd_ru(f, 0x1p-30f);
  __half const h = __float2half(f);
  int turns = 0;
  while (turns < (int)__vminu4(sum, 0x09090909) % 7) ++turns;
  if (__hgt(h, __float2half(1.0f)) && up > f) out[4 * i + 3] = turns + (int)sum;
  if (__half2float(hfloor(__hadd(h, __int2half_rn(i)))) > 40.0f) out[4 * i + 3] += 100000;
}

__device__ void turn(float x, float* s, float* c) { sincosf(x, s, c); }

/// Second results at addresses of all kinds: a variable's, an element's of an own array, memory's.
__global__ void places(int const* in, int* out, float same) {
  __shared__ float rows[2][64];
  int const t = threadIdx.x;
  int const i = blockIdx.x * blockDim.x + t;
  float const x = in[i] * 0.25f - 30.0f;
  float s = 0.0f, c = 0.0f, both[2] = {0.5f, 0.25f};
  if (i % 3 != 0) sincosf(x, &s, &c);
  if (t & 1) sincospif(x, &both[0], both + 1);
  turn(same, &rows[0][t], &rows[1][t]);
  double whole = 0.0, sine, cosine;
  double const part = modf(x * 0.3f, &whole);
  sincos(x, &sine, &cosine);  // of doubles
  frexpf(x, out + 4 * i + 3);
  int quotient;
  float const rest = remquof(x, 1.5f, &quotient);
  out[4 * i] = lrintf(1000.0f * (s + 2.0f * c + 4.0f * both[0] + 8.0f * both[1]));
  out[4 * i + 1] = lrintf(1000.0f * (rows[0][t] - rows[1][t])) + (int)(100 * whole + 30 * part);
  out[4 * i + 2] = (int)(1e9 * (sine - cosine)) + (quotient & 7) + (int)(rest * 8.0f);
}

}  // namespace builtins

void run_builtins(int const* in, int* out, int n) {
  builtins::numbers<<<4, 64>>>(in, out, n);
  builtins::same_for_all<<<2, 96>>>(out, n, 1.75f);
  builtins::places<<<4, 64>>>(in, out + 1024, 0.625f);
}
