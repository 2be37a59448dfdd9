// SPDX-License-Identifier: MIT
// cuComplex.h in kernels: a header of the library that is CUDA text, so that what it has is called in
// lanes. Results stand beside those of std::complex<long double>.
#include <cuComplex.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <type_traits>

namespace complex_numbers {

constexpr int count = 12;  // of operands; all pairs are tried
enum { sum, difference, product, quotient, fused, conjugate, converted, results };

__global__ void singles(cuFloatComplex const* in, cuFloatComplex* out, float* sizes) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count * count) return;
  cuFloatComplex const a = in[i / count], b = in[i % count];
  cuFloatComplex* to = out + i * results;
  to[sum] = cuCaddf(a, b);
  to[difference] = cuCsubf(a, b);
  to[product] = cuCmulf(a, b);
  to[quotient] = cuCdivf(a, b);
  to[fused] = cuCfmaf(a, b, a);
  to[conjugate] = cuConjf(a);
  to[converted] = cuComplexDoubleToFloat(cuComplexFloatToDouble(b));
  sizes[i] = cuCabsf(make_cuComplex(cuCrealf(a), cuCimagf(b)));
}

__global__ void doubles(cuDoubleComplex const* in, cuDoubleComplex* out, double* sizes) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count * count) return;
  cuDoubleComplex const a = in[i / count], b = in[i % count];
  cuDoubleComplex* to = out + i * results;
  to[sum] = cuCadd(a, b);
  to[difference] = cuCsub(a, b);
  to[product] = cuCmul(a, b);
  to[quotient] = cuCdiv(a, b);
  to[fused] = cuCfma(a, b, a);
  to[conjugate] = cuConj(a);
  to[converted] = cuComplexFloatToDouble(cuComplexDoubleToFloat(b));
  sizes[i] = cuCabs(make_cuDoubleComplex(cuCreal(a), cuCimag(b)));
}

/// How many results are not what they must be.
template <class Complex, class Real>
int count_wrong(void (*kernel)(Complex const*, Complex*, Real*), Real big, Real small) {
  using exact = std::complex<long double>;
  // Magnitudes whose squares overflow or underflow among them.
  Real const parts[count][2] = {{1, 0},     {0, -1},       {3, 4},     {-2, Real(0.5)},
                                {1.5f, 1.5f}, {-7, 24},      {big, 0},   {big, big / 2},
                                {0, small}, {small, small}, {Real(1e-3), 5}, {Real(0.125), -1000}};
  Complex *in, *out;
  Real* sizes;
  cudaMallocManaged(&in, count * sizeof *in);
  cudaMallocManaged(&out, count * count * results * sizeof *out);
  cudaMallocManaged(&sizes, count * count * sizeof *sizes);
  for (int i = 0; i < count; ++i) in[i] = {parts[i][0], parts[i][1]};
  kernel<<<3, 64>>>(in, out, sizes);
  cudaDeviceSynchronize();
  using limits = std::numeric_limits<Real>;
  long double const unit = limits::epsilon();
  int wrong = 0;
  auto const expect = [&](long double error, long double scale, char const* what, int pair) {
    // What over- or underflows is not what this test is about.
    if (scale > limits::max() / 4 || scale < 8 * limits::min() || error <= 8 * unit * scale) return;
    ++wrong;
    std::printf("%s of pair %d is off by %Lg\n", what, pair, error);
  };
  for (int i = 0; i < count * count; ++i) {
    auto const number = [&](int k) { return exact{out[i * results + k].x, out[i * results + k].y}; };
    exact const x{in[i / count].x, in[i / count].y}, y{in[i % count].x, in[i % count].y};
    expect(std::abs(number(sum) - (x + y)), std::abs(x) + std::abs(y), "sum", i);
    expect(std::abs(number(difference) - (x - y)), std::abs(x) + std::abs(y), "difference", i);
    expect(std::abs(number(product) - x * y), std::abs(x) * std::abs(y), "product", i);
    expect(std::abs(number(quotient) - x / y), std::abs(x / y), "quotient", i);
    expect(std::abs(number(fused) - (x * y + x)), std::abs(x) * std::abs(y) + std::abs(x), "fma", i);
    wrong += number(conjugate) != std::conj(x);
    wrong += sizeof(Real) == 4 ? number(converted) != y
                               : number(converted) != exact(std::complex<float>(y));
    // Neither overflows nor underflows where the magnitude does not.
    expect(std::abs(sizes[i] - std::abs(exact{x.real(), y.imag()})),
           std::abs(exact{x.real(), y.imag()}), "magnitude", i);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(sizes);
  return wrong;
}

}  // namespace complex_numbers

int run_complex() {
  using namespace complex_numbers;
  float const infinite = std::numeric_limits<float>::infinity();
  return count_wrong<cuFloatComplex, float>(singles, 2e38f, 1e-30f) +
         count_wrong<cuDoubleComplex, double>(doubles, 1e308, 1e-250) +
         (cuCabsf(make_cuFloatComplex(-infinite, 1)) != infinite) +
         (cuCabsf(make_cuFloatComplex(0, 0)) != 0) + (cuCabs(make_cuDoubleComplex(3, -4)) != 5);
}
