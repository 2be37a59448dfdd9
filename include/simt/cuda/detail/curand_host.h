#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/curand_kernel.h>
#include <simt/cuda/detail/curand_api.h>
#include <simt/cuda/detail/curand_sources.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

// Does what cuRAND's calls for the host ask for.
inline namespace SIMT_CUDA_ABI {

struct curandGenerator_st {
  curandRngType_t type;
  bool on_host;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned long long seed = 0, offset = 0;
  std::size_t dimensions = 1;
  cudaStream_t stream = nullptr;

  using xorwow = simt::cuda::detail::curand_turns<curandStateXORWOW_t>;
  using mrg = simt::cuda::detail::curand_turns<curandStateMRG32k3a_t>;
  using philox = simt::cuda::detail::curand_philox;
  using mt19937 = simt::cuda::detail::curand_mt19937;
  using mtgp32 = simt::cuda::detail::curand_mtgp32;
  template <class State, class Word>
  using sobol = simt::cuda::detail::curand_sobol<State, Word>;
  using sobol32 = sobol<curandStateSobol32_t, unsigned int>;
  using scrambled32 = sobol<curandStateScrambledSobol32_t, unsigned int>;
  using sobol64 = sobol<curandStateSobol64_t, unsigned long long>;
  using scrambled64 = sobol<curandStateScrambledSobol64_t, unsigned long long>;
  struct core {
    std::mutex lock;
    std::variant<std::monostate, xorwow, mrg, philox, mt19937, mtgp32, sobol32, scrambled32,
                 sobol64, scrambled64>
        source;
  };
  std::shared_ptr<core> state;  // null: to be made by the next call

  [[nodiscard]] bool quasi() const { return type >= CURAND_RNG_QUASI_DEFAULT; }
  [[nodiscard]] bool scrambled() const {
    return type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  }
  /// True for generators of one order of numbers, without offset.
  [[nodiscard]] bool twister() const {
    return type == CURAND_RNG_PSEUDO_MT19937 || type == CURAND_RNG_PSEUDO_MTGP32;
  }
  /// True if its numbers have 64 bits.
  [[nodiscard]] bool wide() const {
    return type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  }

  void make() {
    if (state) return;
    state = std::make_shared<core>();
    auto& source = state->source;
    switch (type) {
      case CURAND_RNG_PSEUDO_XORWOW:
        source.emplace<xorwow>(seed, offset, 4096u,
                               ordering == CURAND_ORDERING_PSEUDO_SEEDED ? 3133713u : 0u);
        break;
      case CURAND_RNG_PSEUDO_MRG32K3A:
        source.emplace<mrg>(seed, offset,
                            ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096u : 81920u);
        break;
      case CURAND_RNG_PSEUDO_MT19937:
        source.emplace<mt19937>(seed);
        break;
      case CURAND_RNG_PSEUDO_MTGP32:
        source.emplace<mtgp32>(seed);
        break;
      case CURAND_RNG_QUASI_SOBOL32:
        source.emplace<sobol32>(offset, dimensions);
        break;
      case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
        source.emplace<scrambled32>(offset, dimensions);
        break;
      case CURAND_RNG_QUASI_SOBOL64:
        source.emplace<sobol64>(offset, dimensions);
        break;
      case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        source.emplace<scrambled64>(offset, dimensions);
        break;
      default:
        source.emplace<philox>(seed, offset);
    }
  }
  /// Does work(source) in the stream's order, or now.
  template <class F>
  curandStatus_t run(F work) {
    make();
    auto job = [state = state, work]() mutable {
      std::scoped_lock const hold(state->lock);
      std::visit(
          [&](auto& source) {
            if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(source)>, std::monostate>)
              work(source);
          },
          state->source);
    };
    if (on_host) {
      job();
      return CURAND_STATUS_SUCCESS;
    }
    auto* const kept = new auto(job);
    auto const call = [](void* p) {
      std::unique_ptr<decltype(job)> const mine(static_cast<decltype(job)*>(p));
      (*mine)();
    };
    if (cudaLaunchHostFunc(stream, call, kept) != cudaSuccess) {
      delete kept;
      return CURAND_STATUS_LAUNCH_FAILURE;
    }
    return CURAND_STATUS_SUCCESS;
  }
};

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

/// The four values that Philox gives at once.
template <class T>
void curand_four(T (&values)[4], T a, T b, T c, T d) {
  values[0] = a;
  values[1] = b;
  values[2] = c;
  values[3] = d;
}
/// Fills out[0] … out[n - 1]: one(state) of generators that take turns, or four(x, y, values) of
/// Philox, of as many blocks of four numbers.
template <unsigned Blocks, class T, class One, class Four>
curandStatus_t curand_singles(curandGenerator_t g, T* out, std::size_t n, One one, Four four) {
  if (g == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (n % g->dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return g->run([=](auto& source) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(source)>, curand_philox>)
      source.fill(out, n, [&](unsigned long long k, T(&values)[4]) {
        four(source.four(k, Blocks, 0), source.four(k, Blocks, Blocks - 1), values);
      });
    else
      source.run(n, [&](auto& s, std::size_t k) { out[k] = one(&s); });
  });
}
/// The same with numbers that come in pairs, but for generators that give them one by one.
template <unsigned Blocks, class T, class One, class Two, class Four>
curandStatus_t curand_pairs(curandGenerator_t g, T* out, std::size_t n, One one, Two two,
                            Four four) {
  if (g == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  bool const pairs = !g->quasi() && !g->twister();
  if (n % (pairs ? 2 : g->dimensions) != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return g->run([=](auto& source) {
    using source_type = std::remove_cvref_t<decltype(source)>;
    if constexpr (curand_one_by_one<source_type>)
      source.run(n, [&](auto& s, std::size_t k) { out[k] = one(&s); });
    else if constexpr (std::is_same_v<source_type, curand_philox>)
      source.fill(out, n, [&](unsigned long long k, T(&values)[4]) {
        four(source.four(k, Blocks, 0), source.four(k, Blocks, Blocks - 1), values);
      });
    else
      source.run(n / 2, [&](auto& s, std::size_t k) {
        auto const v = two(&s);
        out[2 * k] = v.x;
        out[2 * k + 1] = v.y;
      });
  });
}
/// Normal numbers, each changed by `change`.
template <class Change>
curandStatus_t curand_normals(curandGenerator_t g, float* out, std::size_t n, Change change) {
  return curand_pairs<1>(
      g, out, n, [=](auto* s) { return change(curand_normal(s)); },
      [=](auto* s) {
        auto const v = curand_normal2(s);
        return make_float2(change(v.x), change(v.y));
      },
      [=](uint4 x, uint4, float(&values)[4]) {
        float2 const a = simt_box_muller(x.x, x.y), b = simt_box_muller(x.z, x.w);
        curand_four(values, change(a.x), change(a.y), change(b.x), change(b.y));
      });
}
template <class Change>
curandStatus_t curand_normals(curandGenerator_t g, double* out, std::size_t n, Change change) {
  return curand_pairs<2>(
      g, out, n, [=](auto* s) { return change(curand_normal_double(s)); },
      [=](auto* s) {
        auto const v = curand_normal2_double(s);
        return make_double2(change(v.x), change(v.y));
      },
      [=](uint4 x, uint4 y, double(&values)[4]) {
        double2 const a = simt_box_muller_double(x.x, x.y, x.z, x.w);
        double2 const b = simt_box_muller_double(y.x, y.y, y.z, y.w);
        curand_four(values, change(a.x), change(a.y), change(b.x), change(b.y));
      });
}
inline curandStatus_t curand_create(curandGenerator_t* g, curandRngType_t type, bool on_host) {
  if (g == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT || type == CURAND_RNG_TEST) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
  switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      break;
    default:
      return CURAND_STATUS_TYPE_ERROR;
  }
  *g = new curandGenerator_st{.type = type, .on_host = on_host, .state = {}};
  return CURAND_STATUS_SUCCESS;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return simt::cuda::detail::curand_create(generator, type, false);
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator,
                                                curandRngType_t type) {
  return simt::cuda::detail::curand_create(generator, type, true);
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = 10400;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                         unsigned long long seed) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->quasi()) return CURAND_STATUS_TYPE_ERROR;
  generator->seed = seed;
  generator->state.reset();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                               unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->twister()) return CURAND_STATUS_TYPE_ERROR;
  generator->offset = offset;
  generator->state.reset();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator,
                                                 curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  bool const pseudo =
      order == CURAND_ORDERING_PSEUDO_SEEDED
          ? generator->type == CURAND_RNG_PSEUDO_XORWOW
          : order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC;
  if (generator->quasi() ? order != CURAND_ORDERING_QUASI_DEFAULT : !pseudo)
    return CURAND_STATUS_OUT_OF_RANGE;
  generator->ordering = order;
  generator->state.reset();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                              unsigned int dimensions) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->quasi()) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > 20000) return CURAND_STATUS_OUT_OF_RANGE;
  std::size_t const there = simt::cuda::detail::sobol_dimension_count(generator->scrambled());
  if (dimensions > there) {
    std::fprintf(stderr,
                 "simt: curandSetQuasiRandomGeneratorDimensions: there are %zu dimensions here, %u "
                 "are asked for%s\n",
                 there, dimensions,
                 generator->scrambled() ? ""
                                        : ": SIMT_JOE_KUO=FILE names Joe and Kuo's table of 21201 "
                                          "(new-joe-kuo-6.21201)");
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  generator->dimensions = dimensions;
  generator->state.reset();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                                  curandDirectionVectorSet_t set) {
  bool const scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;
  if (!scrambled && set != CURAND_DIRECTION_VECTORS_32_JOEKUO6) return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = reinterpret_cast<curandDirectionVectors32_t*>(
      simt::cuda::detail::direction_table<unsigned int>(scrambled));
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                                  curandDirectionVectorSet_t set) {
  bool const scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6;
  if (!scrambled && set != CURAND_DIRECTION_VECTORS_64_JOEKUO6) return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = reinterpret_cast<curandDirectionVectors64_t*>(
      simt::cuda::detail::direction_table<unsigned long long>(scrambled));
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  *constants = simt::cuda::detail::scramble_table<unsigned int>();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  *constants = simt::cuda::detail::scramble_table<unsigned long long>();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->make();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* out,
                                     std::size_t n) {
  if (generator != nullptr && generator->wide()) return CURAND_STATUS_TYPE_ERROR;
  return simt::cuda::detail::curand_singles<1>(
      generator, out, n, [](auto* s) { return static_cast<unsigned int>(curand(s)); },
      [](uint4 x, uint4, unsigned(&values)[4]) {
        simt::cuda::detail::curand_four(values, x.x, x.y, x.z, x.w);
      });
}
inline curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out,
                                             std::size_t n) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->wide()) return CURAND_STATUS_TYPE_ERROR;
  return simt::cuda::detail::curand_singles<1>(
      generator, out, n, [](auto* s) { return static_cast<unsigned long long>(curand(s)); },
      [](uint4, uint4, unsigned long long(&)[4]) {});
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out,
                                            std::size_t n) {
  return simt::cuda::detail::curand_singles<1>(
      generator, out, n, [](auto* s) { return curand_uniform(s); },
      [](uint4 x, uint4, float(&values)[4]) {
        simt::cuda::detail::curand_four(values, simt_uniform(x.x), simt_uniform(x.y),
                                        simt_uniform(x.z), simt_uniform(x.w));
      });
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out,
                                                  std::size_t n) {
  return simt::cuda::detail::curand_singles<2>(
      generator, out, n, [](auto* s) { return curand_uniform_double(s); },
      [](uint4 x, uint4 y, double(&values)[4]) {
        simt::cuda::detail::curand_four(
            values, simt_uniform_double(x.x, x.y), simt_uniform_double(x.z, x.w),
            simt_uniform_double(y.x, y.y), simt_uniform_double(y.z, y.w));
      });
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, std::size_t n,
                                           float mean, float stddev) {
  return simt::cuda::detail::curand_normals(generator, out, n,
                                            [=](float x) { return fmaf(stddev, x, mean); });
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out,
                                                 std::size_t n, double mean, double stddev) {
  return simt::cuda::detail::curand_normals(generator, out, n,
                                            [=](double x) { return fma(stddev, x, mean); });
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out,
                                              std::size_t n, float mean, float stddev) {
  return simt::cuda::detail::curand_normals(generator, out, n,
                                            [=](float x) { return expf(fmaf(stddev, x, mean)); });
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out,
                                                    std::size_t n, double mean, double stddev) {
  return simt::cuda::detail::curand_normals(generator, out, n,
                                            [=](double x) { return exp(fma(stddev, x, mean)); });
}

}  // namespace SIMT_CUDA_ABI

#include <simt/cuda/detail/curand_counts.h>
