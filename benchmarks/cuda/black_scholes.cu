// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

/// The cumulative normal distribution, as a polynomial.
__device__ inline float cndGPU(float d) {
  const float A1 = 0.31938153f;
  const float A2 = -0.356563782f;
  const float A3 = 1.781477937f;
  const float A4 = -1.821255978f;
  const float A5 = 1.330274429f;
  const float RSQRT2PI = 0.39894228040143267793994605993438f;
  float K = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float cnd = RSQRT2PI * expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  if (d > 0) cnd = 1.0f - cnd;
  return cnd;
}

__device__ inline void black_scholes_body(float& call, float& put, float S, float X, float T,
                                          float R, float V) {
  float sqrtT = sqrtf(T);
  float d1 = (logf(S / X) + (R + 0.5f * V * V) * T) / (V * sqrtT);
  float d2 = d1 - V * sqrtT;
  float CNDD1 = cndGPU(d1);
  float CNDD2 = cndGPU(d2);
  float expRT = expf(-R * T);
  call = S * CNDD1 - X * expRT * CNDD2;
  put = X * expRT * (1.0f - CNDD2) - S * (1.0f - CNDD1);
}

/// European options by the formula of Black and Scholes (CUDA sample BlackScholes).
__global__ void options(float* call, float* put, float const* price, float const* strike,
                        float const* years, float R, float V, int n) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float c, p;
    black_scholes_body(c, p, price[i], strike[i], years[i], R, V);
    call[i] = c;
    put[i] = p;
  }
}

namespace bench::cuda {

void black_scholes(float const* price, float const* strike, float const* years, float* call,
                   float* put, float r, float v, int n) {
  options<<<n / 256, 256>>>(call, put, price, strike, years, r, v, n);
}

}  // namespace bench::cuda
