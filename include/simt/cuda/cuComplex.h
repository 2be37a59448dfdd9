#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Complex numbers of two floats or two doubles, for host and device code. Being CUDA text, the .cu step
// reads it as a file of the program: kernels that call these functions become lane kernels.
// - Source:  CUDA Toolkit 12, cuComplex.h, by behaviour: magnitude and quotient are scaled, so that
//            they neither overflow nor underflow where the result does not; products are not

#include <math.h>
#include <simt/cuda/vector_functions.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

static __inline__ __host__ __device__ float cuCrealf(cuFloatComplex x) { return x.x; }
static __inline__ __host__ __device__ float cuCimagf(cuFloatComplex x) { return x.y; }
static __inline__ __host__ __device__ cuFloatComplex make_cuFloatComplex(float r, float i) {
  return make_float2(r, i);
}
static __inline__ __host__ __device__ cuComplex make_cuComplex(float r, float i) {
  return make_float2(r, i);
}
static __inline__ __host__ __device__ cuFloatComplex cuConjf(cuFloatComplex x) {
  return make_float2(x.x, -x.y);
}
static __inline__ __host__ __device__ cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y) {
  return make_float2(x.x + y.x, x.y + y.y);
}
static __inline__ __host__ __device__ cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y) {
  return make_float2(x.x - y.x, x.y - y.y);
}
static __inline__ __host__ __device__ cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y) {
  return make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
static __inline__ __host__ __device__ cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y) {
  float const scale = 1.0f / (fabsf(y.x) + fabsf(y.y));
  float const a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
  float const inverse = 1.0f / (c * c + d * d);
  return make_float2((a * c + b * d) * inverse, (b * c - a * d) * inverse);
}
static __inline__ __host__ __device__ float cuCabsf(cuFloatComplex x) {
  float const a = fabsf(x.x), b = fabsf(x.y);
  float const large = a > b ? a : b, small = a > b ? b : a;
  float const ratio = small / large;
  float const scaled = large * sqrtf(1.0f + ratio * ratio);
  // Zero, infinity and NaN have no ratio.
  return large == 0.0f || large > 3.402823466e38f || small > 3.402823466e38f ? a + b : scaled;
}
static __inline__ __host__ __device__ cuFloatComplex cuCfmaf(cuFloatComplex x, cuFloatComplex y,
                                                             cuFloatComplex d) {
  return make_float2(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}

static __inline__ __host__ __device__ double cuCreal(cuDoubleComplex x) { return x.x; }
static __inline__ __host__ __device__ double cuCimag(cuDoubleComplex x) { return x.y; }
static __inline__ __host__ __device__ cuDoubleComplex make_cuDoubleComplex(double r, double i) {
  return make_double2(r, i);
}
static __inline__ __host__ __device__ cuDoubleComplex cuConj(cuDoubleComplex x) {
  return make_double2(x.x, -x.y);
}
static __inline__ __host__ __device__ cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y) {
  return make_double2(x.x + y.x, x.y + y.y);
}
static __inline__ __host__ __device__ cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y) {
  return make_double2(x.x - y.x, x.y - y.y);
}
static __inline__ __host__ __device__ cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y) {
  return make_double2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
static __inline__ __host__ __device__ cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y) {
  double const scale = 1.0 / (fabs(y.x) + fabs(y.y));
  double const a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
  double const inverse = 1.0 / (c * c + d * d);
  return make_double2((a * c + b * d) * inverse, (b * c - a * d) * inverse);
}
static __inline__ __host__ __device__ double cuCabs(cuDoubleComplex x) {
  double const a = fabs(x.x), b = fabs(x.y);
  double const large = a > b ? a : b, small = a > b ? b : a;
  double const ratio = small / large;
  double const scaled = large * sqrt(1.0 + ratio * ratio);
  // Zero, infinity and NaN have no ratio.
  return large == 0.0 || large > 1.79769313486231570e308 || small > 1.79769313486231570e308
             ? a + b
             : scaled;
}
static __inline__ __host__ __device__ cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y,
                                                             cuDoubleComplex d) {
  return make_double2(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}

static __inline__ __host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_double2(x.x, x.y);
}
static __inline__ __host__ __device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_float2((float)x.x, (float)x.y);
}
