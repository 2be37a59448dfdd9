#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/curand_discrete.h>
#include <simt/cuda/detail/curand_discrete_table.h>
#include <simt/cuda/detail/curand_host.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <type_traits>

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

/// Says how a generator's counts come from its numbers.
enum class curand_count_method { histogram, inverse, normal };

/// - Source:  recorded on an H200 (CUDA 13.0) for all generators: lambda in steps of a half up to
///            66, of four hundredths between 4000 and 130000, and around each limit
inline curand_count_method count_method(curandGenerator_t g, double lambda) {
  bool const mtgp32 = g->type == CURAND_RNG_PSEUDO_MTGP32;
  double const histogram_below = g->wide() ? 0.0 : g->quasi() ? 10.0 : mtgp32 ? 32.0 : 2000.0;
  if (lambda < histogram_below) return curand_count_method::histogram;
  bool const is_inverse = g->wide()              ? lambda < 2000.0
                          : g->quasi() || mtgp32 ? lambda <= 8000.0
                                                 : false;
  return is_inverse ? curand_count_method::inverse : curand_count_method::normal;
}

/// A count from a normal number.
inline unsigned count_of_normal(double normal, double lambda) {
  return static_cast<unsigned>(std::sqrt(lambda) * normal + lambda + 0.5);
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
  switch (count_method(generator, lambda)) {
    case curand_count_method::histogram: {
      auto const counts = std::make_shared<curand_counts const>(lambda);
      auto const count = [=](unsigned raw) {
        return simt_discrete(simt_uniform_double(raw), &counts->of);
      };
      return curand_singles<1>(
          generator, out, n, [=](auto* s) { return count(static_cast<unsigned>(curand(s))); },
          [=](uint4 x, uint4, unsigned(&values)[4]) {
            curand_four(values, count(x.x), count(x.y), count(x.z), count(x.w));
          });
    }
    case curand_count_method::inverse:
      return curand_singles<1>(
          generator, out, n,
          [=](auto* s) { return simt_poisson_inverse(lambda, curand_uniform_double(s)); },
          [](uint4, uint4, unsigned(&)[4]) {});  // never of Philox
    default:
      return curand_singles<1>(
          generator, out, n,
          [=](auto* s) {
            using source = std::remove_pointer_t<decltype(s)>;
            if constexpr (std::is_same_v<source, curandStateMRG32k3a_t> ||
                          std::is_same_v<source, curand_mt19937>)
              return count_of_normal(curand_normal_double(s), lambda);
            else
              return count_of_normal(curand_normal(s), lambda);
          },
          [=](uint4 x, uint4, unsigned(&values)[4]) {
            float2 const a = simt_box_muller(x.x, x.y), b = simt_box_muller(x.z, x.w);
            curand_four(values, count_of_normal(a.x, lambda), count_of_normal(a.y, lambda),
                        count_of_normal(b.x, lambda), count_of_normal(b.y, lambda));
          });
  }
}

}  // namespace SIMT_CUDA_ABI
