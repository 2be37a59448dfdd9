#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/curand_discrete.h>
#include <simt/cuda/detail/curand_discrete_table.h>
#include <simt/cuda/detail/curand_host.h>

#include <cmath>
#include <cstddef>
#include <memory>

namespace simt::inline SIMT_ABI::cuda::detail {

/// A Poisson distribution in memory of its own: a square histogram below 2000, else a normal one.
struct curand_counts {
  explicit curand_counts(double lambda) {
    if (lambda < 2000.0) {
      histogram = poisson_histogram(lambda);
      of.limits = histogram.limits.data();
      of.others = histogram.others.data();
      of.shift = histogram.shift;
      of.length = static_cast<unsigned>(histogram.limits.size());
    } else {
      of.mean = lambda;
      of.stddev = std::sqrt(lambda);
    }
  }
  curand_counts(curand_counts const&) = delete;
  curand_counts& operator=(curand_counts const&) = delete;

  curand_histogram histogram;
  curandDiscreteDistribution_st of{};
};

/// True for generators whose counts are the distribution's inverse.
inline bool counts_by_inverse(curandGenerator_t g) {
  return g->quasi() || g->type == CURAND_RNG_PSEUDO_MTGP32;
}
/// True where a generator's counts come from the histogram: never for numbers of 64 bits, below 64
/// where others are the inverse.
/// - Differs: recorded are 1.5 and 100; where a GPU changes between them is not known
inline bool counts_by_histogram(curandGenerator_t g, double lambda) {
  return !g->wide() && lambda < (counts_by_inverse(g) ? 64.0 : 2000.0);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline curandStatus_t curandCreatePoissonDistribution(double lambda,
                                                      curandDiscreteDistribution_t* distribution) {
  if (distribution == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(lambda > 0) || lambda > 400000.0) return CURAND_STATUS_OUT_OF_RANGE;
  simt::cuda::detail::curand_counts const counts(lambda);
  // One piece of the device's memory: the distribution, then its columns.
  std::size_t const n = counts.of.length;
  void* memory = nullptr;
  if (cudaMalloc(&memory, sizeof counts.of + n * (sizeof(double) + sizeof(unsigned))) !=
      cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  curandDiscreteDistribution_st given = counts.of;
  auto* const first = static_cast<curandDiscreteDistribution_t>(memory);
  auto* const limits = reinterpret_cast<double*>(first + 1);
  auto* const others = reinterpret_cast<unsigned*>(limits + n);
  given.limits = limits;
  given.others = others;
  if (cudaMemcpy(first, &given, sizeof given, cudaMemcpyHostToDevice) != cudaSuccess ||
      cudaMemcpy(limits, counts.of.limits, n * sizeof *limits, cudaMemcpyHostToDevice) !=
          cudaSuccess ||
      cudaMemcpy(others, counts.of.others, n * sizeof *others, cudaMemcpyHostToDevice) !=
          cudaSuccess) {
    cudaFree(memory);
    return CURAND_STATUS_INITIALIZATION_FAILED;
  }
  *distribution = first;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (distribution == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                               : CURAND_STATUS_INTERNAL_ERROR;
}
inline curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* out,
                                            std::size_t n, double lambda) {
  using namespace simt::cuda::detail;
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(lambda > 0) || lambda > 400000.0) return CURAND_STATUS_OUT_OF_RANGE;
  if (counts_by_histogram(generator, lambda)) {
    auto const counts = std::make_shared<curand_counts const>(lambda);
    return curand_singles<1>(
        generator, out, n,
        [=](auto* s) {
          return simt_discrete(simt_uniform_double(static_cast<unsigned>(curand(s))), &counts->of);
        },
        [=](uint4 x, uint4, unsigned(&values)[4]) {
          auto const count = [&](unsigned one) {
            return simt_discrete(simt_uniform_double(one), &counts->of);
          };
          curand_four(values, count(x.x), count(x.y), count(x.z), count(x.w));
        });
  }
  bool const inverse = counts_by_inverse(generator);
  return curand_singles<1>(
      generator, out, n,
      [=](auto* s) {
        return inverse ? simt_poisson_inverse(lambda, curand_uniform_double(s))
                       : curand_poisson(s, lambda);
      },
      [=](uint4 x, uint4, unsigned(&values)[4]) {
        unsigned const raw[4] = {x.x, x.y, x.z, x.w};
        for (int k = 0; k < 4; ++k)
          values[k] = simt_poisson_inverse(lambda, simt_uniform_double(raw[k]));
      });
}

}  // namespace SIMT_CUDA_ABI
