#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/integer/element.hpp>
#include <simt/simd/bit_count.hpp>

#include <bit>
#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

struct brev_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    using E = element_of<U>;
    constexpr bool wide = sizeof(E) == 8;
    auto const swap = [](U v, std::uint64_t m, int s) SIMT_LAMBDA_INLINE {
      return ((v >> s) & simd::broadcast<U>(static_cast<E>(m))) | ((v & simd::broadcast<U>(static_cast<E>(m))) << s);
    };
    x = swap(x, 0x5555555555555555u, 1);
    x = swap(x, 0x3333333333333333u, 2);
    x = swap(x, 0x0f0f0f0f0f0f0f0fu, 4);
    x = swap(x, 0x00ff00ff00ff00ffu, 8);
    x = swap(x, 0x0000ffff0000ffffu, 16);
    if constexpr (wide) x = (x >> 32) | (x << 32);
    return x;
  }
};

struct popc_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    if constexpr (std::is_arithmetic_v<U>)
      return static_cast<U>(std::popcount(x));
    else
      return simd::count_ones<element_of<U>, lanes_of<U>>(x);
  }
};
struct clz_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    if constexpr (std::is_arithmetic_v<U>)
      return static_cast<U>(std::countl_zero(x));
    else
      return simd::count_leading_zeros<element_of<U>, lanes_of<U>>(x);
  }
};

struct ffs_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    using E = element_of<U>;
    // 1 + trailing zeros: the bits of x ^ (x - 1); all of them where x is 0.
    U const ones = popc_op::apply<U>(x ^ (x - simd::broadcast<U>(E{1})));
    if constexpr (std::is_arithmetic_v<U>)
      return x == 0 ? U{} : ones;
    else
      return ones & (U)(x != U{});
  }
};

struct byte_perm_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x, U y, U s) {
    U r = U{};
    for (int i = 0; i < 4; ++i) {
      U const n = (s >> (4 * i)) & simd::broadcast<U>(7u);
      U const low = (n & simd::broadcast<U>(3u)) * simd::broadcast<U>(8u);
      U const upper = U{} - (n >> 2);  // all ones where the byte is one of y
      U const word = x ^ ((x ^ y) & upper);
      r = r | (((word >> low) & simd::broadcast<U>(0xffu)) << (8 * i));
    }
    return r;
  }
};

// Shift counts of 32 are split in two: they would be undefined.
struct funnelshift_l_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    s = s & simd::broadcast<U>(31u);
    return (hi << s) | ((lo >> 1) >> (s ^ simd::broadcast<U>(31u)));
  }
};
struct funnelshift_r_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    s = s & simd::broadcast<U>(31u);
    return (lo >> s) | ((hi << 1) << (s ^ simd::broadcast<U>(31u)));
  }
};
/// All ones where s is 32 or more.
template <class U>
SIMT_INLINE constexpr U beyond_word(U s) {
  if constexpr (std::is_arithmetic_v<U>)
    return s >= 32 ? ~U{} : U{};
  else
    return (U)(s >= simd::broadcast<U>(32u));
}
struct funnelshift_lc_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    U const past = beyond_word(s);
    U const in = funnelshift_l_op::apply<U>(lo, hi, s);
    return (lo & past) | (in & ~past);
  }
};
struct funnelshift_rc_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    U const past = beyond_word(s);
    U const in = funnelshift_r_op::apply<U>(lo, hi, s);
    return (hi & past) | (in & ~past);
  }
};

/// The place of the set bit that is number |n| from `base` on, upwards or (n < 0) downwards; all
/// ones where there is none. n = 0 asks for bit `base` itself.
struct fns_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U mask, U base, U n) {
    if constexpr (std::is_arithmetic_v<U>) {
      base &= 31u;
      if (n == 0) return (mask >> base & 1u) != 0 ? base : ~U{};
      bool const down = (n >> 31) != 0;
      U rest = down ? mask & (~U{} >> (31u - base)) : mask & (~U{} << base);
      for (U k = down ? U{} - n : n; k > 1 && rest != 0; --k)
        rest &= down ? ~(U{1} << (31 - std::countl_zero(rest))) : rest - 1;
      if (rest == 0) return ~U{};
      return static_cast<U>(down ? 31 - std::countl_zero(rest) : std::countr_zero(rest));
    } else {
      U r{};
      for (unsigned l = 0; l < sizeof(U) / 4; ++l) r[l] = apply<unsigned>(mask[l], base[l], n[l]);
      return r;
    }
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
