#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

// Far steps of cuRAND's generators: n steps are the linear map of one step to the power of n, made
// of the powers of 2 that n is the sum of.
namespace simt::inline SIMT_ABI::cuda::detail {

/// The linear map of 2^k steps of XORWOW's five words, for k to 130: where each bit goes.
class xorwow_jumps {
 public:
  static constexpr int words = 5, bits = 160, powers = 131;

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
  struct map {
    std::uint32_t image[bits][words];
  };

  xorwow_jumps() : maps_(new map[powers]) {
    for (int i = 0; i < bits; ++i) {
      std::uint32_t v[words] = {};
      v[i / 32] = 1u << i % 32;
      std::uint32_t const t = v[0] ^ v[0] >> 2;
      std::uint32_t const last = v[4] ^ v[4] << 4 ^ t ^ t << 1;
      std::uint32_t const next[words] = {v[1], v[2], v[3], v[4], last};
      for (int w = 0; w < words; ++w) maps_[0].image[i][w] = next[w];
    }
    for (int k = 1; k < powers; ++k)
      for (int i = 0; i < bits; ++i) {
        auto& image = maps_[static_cast<std::size_t>(k)].image[i];
        for (int w = 0; w < words; ++w)
          image[w] = maps_[static_cast<std::size_t>(k) - 1].image[i][w];
        apply_power(image, k - 1);
      }
  }
  void apply_power(std::uint32_t (&v)[words], int k) const {
    std::uint32_t r[words] = {};
    for (int w = 0; w < words; ++w)
      for (int b = 0; b < 32; ++b) {
        std::uint32_t const taken = 0u - (v[w] >> b & 1);
        auto const& image = maps_[static_cast<std::size_t>(k)].image[32 * w + b];
        for (int j = 0; j < words; ++j) r[j] ^= image[j] & taken;
      }
    for (int w = 0; w < words; ++w) v[w] = r[w];
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
  simt::cuda::detail::xorwow_jumps::get().apply(v, sequences ? 67 : 0, n);
}
/// n times 2^power steps of MRG32k3a.
static inline void simt_mrg32k3a_skip(unsigned int (&s1)[3], unsigned int (&s2)[3], int power,
                                      unsigned long long n) {
  simt::cuda::detail::mrg_jumps::get().apply(s1, s2, power, n);
}
