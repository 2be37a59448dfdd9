#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/curand.h>
#include <simt/cuda/curand_kernel.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

// What cuRAND's calls for the host do. A generator stands for many that take turns: number i of all
// is the next one of number i modulo their count; normal numbers come in pairs, Philox's in fours.
namespace simt::inline SIMT_ABI::cuda::detail {

/// Generators that take turns, each made when its first turn comes.
template <class State>
class curand_turns {
 public:
  curand_turns(unsigned long long seed, unsigned long long offset, std::size_t count)
      : seed_(seed), offset_(offset), count_(count), at_(offset % count) {}

  /// f(state, k) for the groups 0 to n - 1 of numbers; a turn draws `draws` numbers for each.
  template <class F>
  void run(std::size_t n, F const& f) {
    for (std::size_t k = 0; k < n; ++k) {
      f(state(at_), k);
      at_ = at_ + 1 == count_ ? 0 : at_ + 1;
    }
  }

 private:
  State& state(std::size_t t) {
    while (states_.size() <= t) {
      std::size_t const u = states_.size();
      State s;
      if (u == 0)
        curand_init(seed_, 0, 0, &s);
      else
        s = first_;
      if (u != 0) {
        if constexpr (std::is_same_v<State, curandStateMRG32k3a_t>)
          skipahead_subsequence(1, &s);
        else
          skipahead_sequence(1, &s);
      }
      first_ = s;
      skipahead(offset_ / count_ + (u < offset_ % count_ ? 1 : 0), &s);
      states_.push_back(s);
    }
    return states_[t];
  }

  unsigned long long seed_, offset_;
  std::size_t count_;
  std::size_t at_;
  State first_{};  // of the last one made, before its offset
  std::vector<State> states_;
};

/// Philox, whose numbers are found from their places: four a subsequence, 65536 subsequences.
class curand_philox {
 public:
  static constexpr unsigned long long subsequences = 65536;
  curand_philox(unsigned long long seed, unsigned long long offset)
      : key_(make_uint2(static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32))),
        at_(offset) {}

  /// The four numbers of fours' number g, of which each takes `blocks` counters; block b of them.
  [[nodiscard]] uint4 four(unsigned long long g, unsigned blocks, unsigned b) const {
    auto const round = g / subsequences * blocks + b;
    return simt_philox(make_uint4(static_cast<unsigned>(round), static_cast<unsigned>(round >> 32),
                                  static_cast<unsigned>(g % subsequences), 0),
                       key_);
  }
  /// f(numbers 4g to 4g + 3, g) writes what lies in the next n.
  template <class T, class F>
  void fill(T* out, std::size_t n, F const& f) {
    for (std::size_t k = 0; k < n;) {
      auto const place = at_ + k;
      T values[4];
      f(place / 4, values);
      for (auto e = place % 4; e < 4 && k < n; ++e) out[k++] = values[e];
    }
    at_ += n;
  }

 private:
  uint2 key_;
  unsigned long long at_;
};

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

struct curandGenerator_st {
  curandRngType_t type;
  bool on_host;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned long long seed = 0, offset = 0;
  cudaStream_t stream = nullptr;

  using xorwow = simt::cuda::detail::curand_turns<curandStateXORWOW_t>;
  using mrg = simt::cuda::detail::curand_turns<curandStateMRG32k3a_t>;
  using philox = simt::cuda::detail::curand_philox;
  struct core {
    std::mutex lock;
    std::variant<std::monostate, xorwow, mrg, philox> source;
  };
  std::shared_ptr<core> state;  // null: to be made by the next call

  void make() {
    if (state) return;
    state = std::make_shared<core>();
    if (type == CURAND_RNG_PSEUDO_XORWOW)
      state->source.emplace<xorwow>(seed, offset, 4096u);
    else if (type == CURAND_RNG_PSEUDO_MRG32K3A)
      state->source.emplace<mrg>(seed, offset,
                                 ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096u : 81920u);
    else
      state->source.emplace<philox>(seed, offset);
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
  return g->run([=](auto& source) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(source)>, curand_philox>)
      source.fill(out, n, [&](unsigned long long k, T(&values)[4]) {
        four(source.four(k, Blocks, 0), source.four(k, Blocks, Blocks - 1), values);
      });
    else
      source.run(n, [&](auto& s, std::size_t k) { out[k] = one(&s); });
  });
}
/// The same with numbers that come in pairs.
template <unsigned Blocks, class T, class Two, class Four>
curandStatus_t curand_pairs(curandGenerator_t g, T* out, std::size_t n, Two two, Four four) {
  if (g == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (n % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return g->run([=](auto& source) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(source)>, curand_philox>)
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
      g, out, n,
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
      g, out, n,
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
  if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
      type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    std::fprintf(stderr,
                 "simt: curandCreateGenerator: generator %d is none, or not supported: MTGP32, "
                 "MT19937 and the quasirandom ones are not\n",
                 static_cast<int>(type));
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
  generator->seed = seed;
  generator->state.reset();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                               unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->state.reset();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator,
                                                 curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (order < CURAND_ORDERING_PSEUDO_BEST || order > CURAND_ORDERING_PSEUDO_DYNAMIC ||
      order == CURAND_ORDERING_PSEUDO_SEEDED)
    return CURAND_STATUS_OUT_OF_RANGE;
  generator->ordering = order;
  generator->state.reset();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                              unsigned int) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_TYPE_ERROR;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->make();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* out,
                                     std::size_t n) {
  return simt::cuda::detail::curand_singles<1>(
      generator, out, n, [](auto* s) { return curand(s); },
      [](uint4 x, uint4, unsigned(&values)[4]) {
        simt::cuda::detail::curand_four(values, x.x, x.y, x.z, x.w);
      });
}
inline curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long*,
                                             std::size_t) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_TYPE_ERROR;
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
inline curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* out,
                                            std::size_t n, double lambda) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(lambda > 0) || lambda > 400000.0) return CURAND_STATUS_OUT_OF_RANGE;
  return simt::cuda::detail::curand_singles<1>(
      generator, out, n, [=](auto* s) { return curand_poisson(s, lambda); },
      [=](uint4 x, uint4, unsigned(&values)[4]) {
        unsigned const raw[4] = {x.x, x.y, x.z, x.w};
        for (int k = 0; k < 4; ++k)
          values[k] = simt_poisson_inverse(lambda, simt_uniform_double(raw[k]));
      });
}

}  // namespace SIMT_CUDA_ABI
