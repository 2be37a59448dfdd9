#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

// Far steps of cuRAND's generators: n steps are the linear map of one step to the power of n, made
// of the powers of 2 that n is the sum of.
namespace simt::inline SIMT_ABI::cuda::detail {

/// The linear map of 2^k steps of XORWOW's five words, for k to 130.
/// - Cost:    40 loads and exclusive ors of a register for each power of 2; 2.7 MB
class xorwow_jumps {
 public:
  static constexpr int words = 5, powers = 131;

  /// The maps, worked out at the first use, in some milliseconds.
  static xorwow_jumps const& get() {
    static auto const& all = *new xorwow_jumps;  // never destroyed
    return all;
  }
  /// n times 2^first steps.
  void apply(std::uint32_t (&v)[words], int first, std::uint64_t n) const {
    for (int k = first; n != 0; ++k, n >>= 1)
      if (n & 1) apply_power(v, k);
  }

 private:
  static constexpr int digits = 8 * words;
  /// Holds what a digit of four bits becomes, padded to a register.
  struct alignas(32) image {
    std::uint32_t v[8];
  };
  struct map {
    image of[digits][16];
  };

  xorwow_jumps() : maps_(new map[powers]) {
    for (int k = 0; k < powers; ++k)
      for (int d = 0; d < digits; ++d) {
        image(&of)[16] = maps_[static_cast<std::size_t>(k)].of[d];
        of[0] = {};
        for (int bit = 0; bit < 4; ++bit) {
          std::uint32_t v[words] = {};
          v[d / 8] = 1u << (d % 8 * 4 + bit);
          if (k == 0) {
            step(v);
          } else {
            apply_power(v, k - 1);
            apply_power(v, k - 1);
          }
          // With this bit: all digits of the lower ones once more.
          for (int low = 0; low < 1 << bit; ++low) {
            image& sum = of[low | 1 << bit] = of[low];
            for (int w = 0; w < words; ++w) sum.v[w] ^= v[w];
          }
        }
      }
  }
  static void step(std::uint32_t (&v)[words]) {
    std::uint32_t const t = v[0] ^ v[0] >> 2;
    std::uint32_t const last = v[4] ^ v[4] << 4 ^ t ^ t << 1;
    for (int w = 0; w + 1 < words; ++w) v[w] = v[w + 1];
    v[words - 1] = last;
  }
  void apply_power(std::uint32_t (&v)[words], int k) const {
    map const& m = maps_[static_cast<std::size_t>(k)];
    image r{};
    for (int d = 0; d < digits; ++d) {
      image const& more = m.of[d][v[d / 8] >> d % 8 * 4 & 15u];
      for (int w = 0; w < 8; ++w) r.v[w] ^= more.v[w];
    }
    for (int w = 0; w < words; ++w) v[w] = r.v[w];
  }

  std::unique_ptr<map[]> maps_;
};

/// Multiplies a vector by a power of a matrix, both modulo m.
class mrg_jumps {
 public:
  static constexpr std::uint64_t m1 = 4294967087u, m2 = 4294944443u;

  static mrg_jumps const& get() {
    static auto const& all = *new mrg_jumps;
    return all;
  }
  /// n times 2^first steps of both components.
  void apply(std::uint32_t (&s1)[3], std::uint32_t (&s2)[3], int first, std::uint64_t n) const {
    for (int k = first; n != 0; ++k, n >>= 1)
      if (n & 1) {
        multiply(maps_[0][static_cast<std::size_t>(k)], s1, m1);
        multiply(maps_[1][static_cast<std::size_t>(k)], s2, m2);
      }
  }

 private:
  static constexpr int powers = 192;
  struct map {
    std::uint64_t a[3][3];
  };

  mrg_jumps()
      : maps_{std::unique_ptr<map[]>(new map[powers]), std::unique_ptr<map[]>(new map[powers])} {
    maps_[0][0] = {{{0, 1, 0}, {0, 0, 1}, {m1 - 810728, 1403580, 0}}};
    maps_[1][0] = {{{0, 1, 0}, {0, 0, 1}, {m2 - 1370589, 0, 527612}}};
    for (std::size_t k = 1; k < powers; ++k) {
      square(maps_[0][k], maps_[0][k - 1], m1);
      square(maps_[1][k], maps_[1][k - 1], m2);
    }
  }
  static void square(map& out, map const& in, std::uint64_t m) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        std::uint64_t sum = 0;
        for (int k = 0; k < 3; ++k) sum = (sum + in.a[i][k] * in.a[k][j] % m) % m;
        out.a[i][j] = sum;
      }
  }
  static void multiply(map const& by, std::uint32_t (&s)[3], std::uint64_t m) {
    std::uint32_t r[3];
    for (int i = 0; i < 3; ++i) {
      std::uint64_t sum = 0;
      for (int k = 0; k < 3; ++k) sum = (sum + by.a[i][k] * s[k] % m) % m;
      r[i] = static_cast<std::uint32_t>(sum);
    }
    for (int i = 0; i < 3; ++i) s[i] = r[i];
  }

  std::unique_ptr<map[]> maps_[2];
};

}  // namespace simt::inline SIMT_ABI::cuda::detail

/// n steps of XORWOW, or n sequences of 2^67 steps.
static inline void simt_xorwow_skip(unsigned int (&v)[5], bool sequences, unsigned long long n) {
#if SIMT_CHECK
  simt::detail::checked_library const library;  // whose the maps are
#endif
  simt::cuda::detail::xorwow_jumps::get().apply(v, sequences ? 67 : 0, n);
}
/// n times 2^power steps of MRG32k3a.
static inline void simt_mrg32k3a_skip(unsigned int (&s1)[3], unsigned int (&s2)[3], int power,
                                      unsigned long long n) {
#if SIMT_CHECK
  simt::detail::checked_library const library;  // whose the maps are
#endif
  simt::cuda::detail::mrg_jumps::get().apply(s1, s2, power, n);
}
