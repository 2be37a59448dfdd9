#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <array>
#include <bit>
#include <cstdint>

namespace simt::inline SIMT_ABI::detail {

/// A set of gang numbers.
class gang_set {
 public:
  static constexpr unsigned max_gangs = 1024;
  static constexpr unsigned none = ~0u;

  void clear(unsigned gangs) noexcept {
    count_ = (gangs + 63) / 64;
    for (unsigned w = 0; w < count_; ++w) words_[w] = 0;
  }
  void insert(unsigned g) noexcept { words_[g / 64] |= std::uint64_t{1} << g % 64; }
  void erase(unsigned g) noexcept { words_[g / 64] &= ~(std::uint64_t{1} << g % 64); }
  [[nodiscard]] bool contains(unsigned g) const noexcept {
    return (words_[g / 64] >> g % 64 & 1) != 0;
  }
  /// Inserts first .. end-1.
  void insert_range(unsigned first, unsigned end) noexcept {
    for (unsigned w = first / 64; w * 64 < end; ++w) {
      std::uint64_t bits = ~std::uint64_t{0};
      if (w == first / 64) bits <<= first % 64;
      if (end - w * 64 < 64) bits &= (std::uint64_t{1} << end % 64) - 1;
      words_[w] |= bits;
    }
  }
  /// Gives the first gang that is no member; none without one below `gangs`.
  [[nodiscard]] unsigned first_absent(unsigned gangs) const noexcept {
    for (unsigned w = 0; w < count_; ++w)
      if (~words_[w] != 0) {
        unsigned const g = w * 64 + static_cast<unsigned>(std::countr_one(words_[w]));
        return g < gangs ? g : none;
      }
    return none;
  }
  /// True where none of first .. end-1 is a member.
  [[nodiscard]] bool lacks_range(unsigned first, unsigned end) const noexcept {
    for (unsigned w = first / 64; w * 64 < end; ++w) {
      std::uint64_t bits = words_[w];
      if (w == first / 64) bits &= ~std::uint64_t{0} << first % 64;
      if (end - w * 64 < 64) bits &= (std::uint64_t{1} << end % 64) - 1;
      if (bits != 0) return false;
    }
    return true;
  }
  /// Becomes all gangs below `gangs` that `other` has not.
  void become_rest(gang_set const& other, unsigned gangs) noexcept {
    for (unsigned w = 0; w < count_; ++w) words_[w] = ~other.words_[w];
    if (gangs % 64 != 0) words_[count_ - 1] &= (std::uint64_t{1} << gangs % 64) - 1;
  }
  [[nodiscard]] unsigned count() const noexcept {
    unsigned n = 0;
    for (unsigned w = 0; w < count_; ++w) n += static_cast<unsigned>(std::popcount(words_[w]));
    return n;
  }
  /// Gives the members among the 32 gangs of a warp.
  [[nodiscard]] std::uint32_t warp(unsigned w) const noexcept {
    return static_cast<std::uint32_t>(words_[w / 2] >> (w % 2 * 32));
  }
  /// Removes and returns the first member at or after `from`, going round.
  [[nodiscard]] unsigned take_from(unsigned from) noexcept {
    unsigned w = from / 64;
    if (w >= count_) w = from = 0;
    std::uint64_t bits = words_[w] & (~std::uint64_t{0} << from % 64);
    for (unsigned turn = 0; bits == 0; ++turn) {
      if (turn == count_) return none;
      w = w + 1 == count_ ? 0 : w + 1;
      bits = words_[w];
    }
    auto const bit = static_cast<unsigned>(std::countr_zero(bits));
    words_[w] &= ~(std::uint64_t{1} << bit);
    return w * 64 + bit;
  }

 private:
  std::array<std::uint64_t, max_gangs / 64> words_{};
  unsigned count_ = 0;
};

}  // namespace simt::inline SIMT_ABI::detail
