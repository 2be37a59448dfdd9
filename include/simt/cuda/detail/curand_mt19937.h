#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/curand_normal.h>
#include <simt/cuda/curand_uniform.h>
#include <simt/cuda/detail/curand_mt19937_jump.h>
#include <simt/simd/vector.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

/// MT19937 as cuRAND's host calls use it: 8192 generators, each 2^2048 numbers after the one
/// before, give eight numbers in turn, which are taken from all over its block of 624.
/// - Cost:    a generator is made from the one before when its first turn comes, in a fifth of a
///            millisecond: all of them for the first 65536 numbers
/// - Source:  Matsumoto and Nishimura, Mersenne Twister (1998); seeds, turns and distance: recorded
///            on an H200
/// - Shape:   Generators: 8192; tests take fewer
template <std::size_t Generators>
class curand_twisters {
 public:
  explicit curand_twisters(unsigned long long seed) {
    block first;
    auto x = static_cast<std::uint32_t>(seed);
    for (std::uint32_t i = 0; i < length; ++i) {
      first[i] = x;
      x = 1812433253u * (x ^ (x >> 30)) + i + 1;
    }
    all_.push_back({first, first, 0});
  }

  /// The next number.
  std::uint32_t next() {
    std::size_t const turn = at_ / (Generators * together);
    twister& t = made(at_ / together % Generators);
    for (; t.blocks <= turn / turns; ++t.blocks) advance(t.words);
    return tempered(t.words[element(at_++ % together, turn % turns)]);
  }
  /// f(this, k) for the numbers 0 to n - 1.
  template <class F>
  void run(std::size_t n, F const& f) {
    for (std::size_t k = 0; k < n; ++k) f(*this, k);
  }

 private:
  static constexpr std::size_t length = 624, degree = 19937;
  static constexpr std::size_t together = 8, turns = length / together;
  using block = std::array<std::uint32_t, length>;
  struct twister {
    block seeded, words;
    std::size_t blocks;  // of `words` since `seeded`
  };

  static constexpr std::uint32_t twisted(std::uint32_t a, std::uint32_t b) {
    std::uint32_t const y = (a & 0x80000000u) | (b & 0x7fffffffu);
    return (y >> 1) ^ ((y & 1) != 0 ? 0x9908b0dfu : 0u);
  }
  static constexpr std::uint32_t tempered(std::uint32_t y) {
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }
  /// Makes the next 624 words of the last ones.
  static void advance(block& w) {
    for (std::size_t i = 0; i < length; ++i)
      w[i] = w[(i + 397) % length] ^ twisted(w[i], w[(i + 1) % length]);
  }
  /// Gives which word of a block is a place's number `turn`: the first lies apart, then come
  /// stretches of seven words.
  static std::size_t element(std::size_t place, std::size_t turn) {
    static constexpr std::array<std::uint16_t, 8> apart = {0, 113, 170, 283, 340, 397, 510, 567};
    static constexpr std::array<std::uint16_t, 11> stretches = {1,   57,  114, 171, 227, 284,
                                                                341, 398, 454, 511, 568};
    if (turn == 0) return apart[place];
    return stretches[(turn - 1) / 7] + 7 * place + (turn - 1) % 7;
  }
  twister& made(std::size_t generator) {
    while (all_.size() <= generator) {
      block const next = jumped(all_.back().seeded);
      all_.push_back({next, next, 0});
    }
    return all_[generator];
  }
  /// Exclusive sums of a block's words and of those that a group of bits reaches behind it. (Whole
  /// registers: without optimisation a loop over words takes seven times as long.)
  struct sums {
    std::array<std::uint32_t, length + 16> words{};
    void add(std::uint32_t const* x) {
      using words_16 = simd::detail::vector_of<std::uint32_t, 16>::memory;
      auto* const to = reinterpret_cast<words_16*>(words.data());
      auto const* const from = reinterpret_cast<words_16 const*>(x);
      for (std::size_t i = 0; i < words.size() / 16; ++i) to[i] ^= from[i];
    }
  };
  /// The words 2^2048 numbers after `from`: sums of words that follow it.
  static block jumped(block const& from) {
    std::vector<std::uint32_t> x(from.begin(), from.end());
    x.resize(degree + length);
    for (std::size_t i = length; i < x.size(); ++i)
      x[i] = x[i - length + 397] ^ twisted(x[i - length], x[i - length + 1]);
    // Sums of the words that stand at equal groups of the polynomial's bits, then of those sums:
    // half of what a sum for every bit takes.
    constexpr std::size_t bits = 4;
    std::vector<sums> of(std::size_t{1} << bits);
    x.resize(x.size() + sizeof(sums) / sizeof(std::uint32_t));
    for (std::size_t k = 0; k < degree; k += bits)
      of[mt19937_jump[k / 32] >> k % 32 & (of.size() - 1)].add(&x[k]);
    block sum{};
    for (std::size_t group = 1; group < of.size(); ++group)
      for (std::size_t bit = 0; bit < bits; ++bit)
        if ((group >> bit & 1) != 0)
          for (std::size_t i = 0; i < length; ++i) sum[i] ^= of[group].words[i + bit];
    return sum;
  }

  std::vector<twister> all_;
  std::size_t at_ = 0;
};

using curand_mt19937 = curand_twisters<8192>;

// Numbers for curandGenerateUniform and its kind: each of one integer, normal ones by the inverse.

inline unsigned int curand(curand_mt19937* s) { return s->next(); }
inline double curand_uniform_double(curand_mt19937* s) {
  return static_cast<double>(s->next()) * 0x1p-32 + 0x1p-33;
}
inline float curand_uniform(curand_mt19937* s) {
  return static_cast<float>(curand_uniform_double(s));
}
inline float curand_normal(curand_mt19937* s) { return simt_normal_inverse(s->next()); }
inline double curand_normal_double(curand_mt19937* s) {
  return simt_normal_inverse_double(s->next());
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
