#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/integer/element.hpp>
#include <simt/simd/wide_product.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The upper half of a 64-bit by 64-bit product, from 32-bit halves.
struct umul64hi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    U const m = simd::broadcast<U>(std::uint64_t{0xffffffffu});
    U const a1 = a >> 32, b1 = b >> 32;
    auto const times = [](U x, U y) SIMT_LAMBDA_INLINE { return simd::multiply_low_halves<U>(x, y); };
    U const p01 = times(a, b1), p10 = times(a1, b);
    U const middle = (times(a, b) >> 32) + (p01 & m) + (p10 & m);
    return times(a1, b1) + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
  }
};
struct mul64hi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return umul64hi_op::apply<U>(a, b) - (b & (U{} - (a >> 63))) - (a & (U{} - (b >> 63)));
  }
};
struct umulhi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    if constexpr (std::is_arithmetic_v<U>) {
      return static_cast<U>((std::uint64_t{a} * b) >> 32);
    } else {
      return simd::multiply_high<U>(a, b);
    }
  }
};
struct mulhi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return umulhi_op::apply<U>(a, b) - (b & (U{} - (a >> 31))) - (a & (U{} - (b >> 31)));
  }
};
struct umul24_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a & simd::broadcast<U>(0xffffffu)) * (b & simd::broadcast<U>(0xffffffu));
  }
};
struct mul24_op {  // sign extension of 24 bits, on unsigned numbers
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    U const s = simd::broadcast<U>(0x800000u), m = simd::broadcast<U>(0xffffffu);
    return (((a & m) ^ s) - s) * (((b & m) ^ s) - s);
  }
};

struct usad_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    if constexpr (std::is_arithmetic_v<U>)
      return (a > b ? a - b : b - a) + c;
    else
      return (((a - b) ^ (U)(a < b)) - (U)(a < b)) + c;
  }
};
struct sad_op {  // signed order is unsigned order with the sign bit flipped
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    U const s = simd::broadcast<U>(0x80000000u);
    return usad_op::apply<U>(a ^ s, b ^ s, c);
  }
};

struct uhadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a & b) + ((a ^ b) >> 1);
  }
};
struct urhadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a | b) - ((a ^ b) >> 1);
  }
};
/// x >> 1 with the sign kept.
template <class U>
SIMT_INLINE constexpr U half_signed(U x) {
  return (x >> 1) | (x & simd::broadcast<U>(0x80000000u));
}
struct hadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a & b) + half_signed<U>(a ^ b);
  }
};
struct rhadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a | b) - half_signed<U>(a ^ b);
  }
};

/// Lane i (of Bits bits) of x, sign-extended or not.
template <int Bits, bool Signed, class U>
SIMT_INLINE constexpr U field(U x, int i) {
  U const v = (x >> (Bits * i)) & simd::broadcast<U>((1u << Bits) - 1u);
  U const s = simd::broadcast<U>(1u << (Bits - 1));
  return Signed ? (v ^ s) - s : v;
}
template <bool Signed>
struct dp4a_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    for (int i = 0; i < 4; ++i) c = c + field<8, Signed>(a, i) * field<8, Signed>(b, i);
    return c;
  }
};
template <bool Signed, int First>
struct dp2a_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    for (int i = 0; i < 2; ++i) c = c + field<16, Signed>(a, i) * field<8, Signed>(b, First + i);
    return c;
  }
};

template <bool Signed>
using dp2a_lo_op = dp2a_op<Signed, 0>;
template <bool Signed>
using dp2a_hi_op = dp2a_op<Signed, 2>;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
