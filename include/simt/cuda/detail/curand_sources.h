#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/curand_kernel.h>
#include <simt/cuda/detail/curand_directions.h>
#include <simt/cuda/detail/curand_mt19937.h>
#include <simt/cuda/detail/curand_mtgp32_source.h>

#include <cstddef>
#include <type_traits>
#include <vector>

// Holds what the numbers of cuRAND's host calls are taken from. A generator stands for many that
// take turns: number i of all is the next one of number i modulo their count; normal numbers come
// in pairs, Philox's in fours, and those of MT19937, MTGP32 and the quasirandom ones each by the
// inverse.
namespace simt::inline SIMT_ABI::cuda::detail {

/// Generators that take turns, each made when its first turn comes: subsequences of one seed, or of
/// seeds that lie `between` apart.
template <class State>
class curand_turns {
 public:
  curand_turns(unsigned long long seed, unsigned long long offset, std::size_t count,
               unsigned long long between = 0)
      : seed_(seed), offset_(offset), count_(count), between_(between), at_(offset % count) {}

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
      if (u == 0 || between_ != 0) {
        curand_init(seed_ + u * between_, 0, 0, &s);
      } else {
        s = first_;
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
  unsigned long long between_;
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

/// A Sobol sequence of some dimensions: a call's numbers are those of the first dimension, then
/// those of the second, and so on.
template <class State, class Word>
class curand_sobol {
 public:
  curand_sobol(unsigned long long offset, std::size_t dimensions) : states_(dimensions) {
    constexpr bool scrambled = std::is_same_v<State, curandStateScrambledSobol32_t> ||
                               std::is_same_v<State, curandStateScrambledSobol64_t>;
    auto const at = static_cast<Word>(offset);
    Word* vectors = direction_table<Word>(scrambled);
    for (std::size_t d = 0; d < dimensions; ++d, vectors += 8 * sizeof(Word))
      if constexpr (scrambled)
        curand_init(vectors, scramble_table<Word>()[d], at, &states_[d]);
      else
        curand_init(vectors, at, &states_[d]);
  }
  /// f(state, k) for the numbers 0 to n - 1, n a multiple of the dimensions.
  template <class F>
  void run(std::size_t n, F const& f) {
    std::size_t const each = n / states_.size();
    for (std::size_t k = 0; k < n; ++k) f(states_[k / each], k);
  }

 private:
  std::vector<State> states_;
};

/// True if normal numbers come one by one, by the inverse.
template <class Source>
inline constexpr bool curand_one_by_one = false;
template <>
inline constexpr bool curand_one_by_one<curand_mt19937> = true;
template <>
inline constexpr bool curand_one_by_one<curand_mtgp32> = true;
template <class State, class Word>
inline constexpr bool curand_one_by_one<curand_sobol<State, Word>> = true;

}  // namespace simt::inline SIMT_ABI::cuda::detail
