#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/indexed.hpp>
#include <simt/texture/address.hpp>
#include <simt/texture/told.hpp>

#include <bit>
#include <cmath>
#include <cstring>

SIMT_DETAIL_QUIET_BEGIN

// Texels in memory, in filters and as what a kernel gets: four registers of 32 bits.
namespace simt::inline SIMT_ABI::detail {

/// Bytes from the base of a level.
template <int P>
using lane_offsets = std::conditional_t<P == 1, std::ptrdiff_t, lane_ints<P>>;

/// The values that the hardware makes of an sRGB channel, in 1/16384.
inline constexpr short srgb_levels[256] = {
    0,     5,     10,    15,    20,    25,    30,    35,    40,    45,    50,    55,    60,
    66,    72,    78,    85,    92,    99,    107,   115,   123,   131,   140,   150,   159,
    169,   180,   190,   201,   213,   224,   236,   250,   262,   276,   290,   304,   318,
    332,   348,   364,   380,   396,   412,   430,   448,   466,   484,   504,   524,   544,
    564,   584,   604,   624,   648,   672,   692,   716,   740,   764,   788,   816,   840,
    864,   896,   920,   944,   976,   1000,  1032,  1064,  1088,  1120,  1152,  1184,  1216,
    1248,  1280,  1312,  1352,  1384,  1416,  1456,  1488,  1528,  1560,  1600,  1640,  1672,
    1712,  1752,  1792,  1832,  1872,  1920,  1952,  2000,  2048,  2080,  2128,  2176,  2224,
    2272,  2320,  2368,  2416,  2464,  2512,  2560,  2608,  2656,  2704,  2752,  2816,  2864,
    2912,  2976,  3024,  3072,  3136,  3184,  3248,  3296,  3360,  3424,  3472,  3536,  3600,
    3664,  3712,  3776,  3840,  3904,  3968,  4032,  4096,  4160,  4224,  4288,  4352,  4416,
    4512,  4576,  4640,  4704,  4768,  4864,  4928,  4992,  5056,  5152,  5216,  5280,  5376,
    5440,  5536,  5600,  5696,  5760,  5824,  5920,  6016,  6080,  6176,  6240,  6336,  6400,
    6496,  6592,  6688,  6752,  6848,  6944,  7008,  7104,  7200,  7296,  7392,  7488,  7584,
    7680,  7744,  7872,  7936,  8064,  8128,  8256,  8320,  8448,  8512,  8640,  8768,  8832,
    8960,  9024,  9152,  9280,  9344,  9472,  9600,  9664,  9792,  9920,  9984,  10112, 10240,
    10304, 10432, 10560, 10688, 10816, 10880, 11008, 11136, 11264, 11392, 11456, 11584, 11712,
    11840, 11968, 12096, 12224, 12352, 12480, 12608, 12736, 12864, 12992, 13120, 13248, 13376,
    13504, 13632, 13760, 13888, 14016, 14144, 14272, 14400, 14528, 14656, 14848, 14976, 15104,
    15232, 15360, 15488, 15616, 15744, 16000, 16128, 16256, 16384};

constexpr int channel_bytes(texel_type t) {
  return t <= texel_type::s8 ? 1 : (t <= texel_type::s16 || t == texel_type::f16) ? 2 : 4;
}

inline float half_to_float(std::uint16_t h) {
  auto const sign = static_cast<std::uint32_t>(h & 0x8000u) << 16;
  std::uint32_t const magnitude = h & 0x7fffu;
  if (magnitude >= 0x7c00)  // infinity, NaN
    return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  // 2^112 moves the exponent's bias, subnormals too
  float const f = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(f));
}
/// f as the nearest half; of two as near the even one, or the larger one.
template <bool HalvesUp = false>
float round_to_half(float f) {
  auto const b = std::bit_cast<std::uint32_t>(f);
  std::uint32_t const magnitude = b & 0x7fffffffu;
  if (magnitude >= 0x7f800000u) return f;
  float const a = std::bit_cast<float>(magnitude);
  float r = 0;
  if (a < 0x1p-14f) {
    r = (HalvesUp ? std::floor(a * 0x1p24f + 0.5f) : std::nearbyint(a * 0x1p24f)) * 0x1p-24f;
  } else {
    std::uint32_t const up = magnitude + 0xfffu + (HalvesUp ? 1u : (magnitude >> 13) & 1u);
    r = std::bit_cast<float>(up & ~0x1fffu);
    if (r > 65504.0f) r = INFINITY;
  }
  return std::copysign(r, f);
}

/// f(lane) as a register, one lane after another.
template <int P, class F>
SIMT_INLINE lane_ints<P> ints_by_lane(F&& f) {
  if constexpr (P == 1) {
    return f(0);
  } else {
    lane_ints<P> r{};
    for (int l = 0; l < P; ++l) r[l] = f(l);
    return r;
  }
}

template <int P>
SIMT_INLINE lane_ints<P> float_bits(lane_floats<P> x) {
  return simd::bits_as<lane_ints<P>>(x);
}
template <int P>
SIMT_INLINE lane_floats<P> bits_to_float(lane_ints<P> x) {
  return simd::bits_as<lane_floats<P>>(x);
}

/// A channel in memory, where `offset` ascends by `step` bytes from lane to lane read as a block.
template <class M, int P>
SIMT_INLINE lane_ints<P> load_channel(std::byte const* base, lane_offsets<P> offset,
                                      bool consecutive) {
  using R = simd::register_t<M>;
  if constexpr (P == 1) {
    M m;
    std::memcpy(&m, base + offset, sizeof m);
    return static_cast<int>(m);
  } else {
    if (consecutive)
      return (lane_ints<P>)simd::load<M, P>(reinterpret_cast<M const*>(base + offset[0]));
    return (lane_ints<P>)simd::gather32<M, P, 1, R>(base, offset, simd::mask_full<P>());
  }
}

/// Do the lanes lie side by side, `bytes` apart?
template <int P>
SIMT_INLINE bool are_consecutive(lane_offsets<P> offset, int bytes) {
  if constexpr (P == 1) {
    static_cast<void>(offset);
    static_cast<void>(bytes);
    return false;
  } else {
    auto const run = simd::iota<int, P>() * bytes;
    return simd::mask_all<P>(compare_ints<simd::compare::eq, P>(offset - ints<P>(offset[0]), run));
  }
}

/// The channels of texels as 32-bit integers, sign or zero filled; bits of floats.
template <int P, class Mode>
[[gnu::noinline]] void load_texels(Mode const& m, std::byte const* base, lane_offsets<P> offset,
                                   lane_ints<P> (&c)[4]) {
  int const bytes = channel_bytes(m.type);
  if constexpr (P == 1) tell_texel(base + offset, bytes * m.channels);
  bool const consecutive = m.channels == 1 && are_consecutive<P>(offset, bytes);
  auto const each_channel = [&](auto load) SIMT_LAMBDA_INLINE {
    c[0] = load(offset, consecutive);
    if (m.channels > 1) c[1] = load(offset + bytes, false);
    if (m.channels > 2) {
      c[2] = load(offset + 2 * bytes, false);
      c[3] = load(offset + 3 * bytes, false);
    }
  };
  switch (m.type) {
    case texel_type::u8:
      if (P != 1 && m.channels == 4) {  // one access for all four
        auto const all = load_channel<int, P>(base, offset, are_consecutive<P>(offset, 4));
        simd::each<4>([&](int k) SIMT_LAMBDA_INLINE { c[k] = (all >> (8 * k)) & ints<P>(255); });
        break;
      }
      each_channel([&](lane_offsets<P> o, bool run)
                       SIMT_LAMBDA_INLINE { return load_channel<std::uint8_t, P>(base, o, run); });
      break;
    case texel_type::s8:
      each_channel([&](lane_offsets<P> o, bool run)
                       SIMT_LAMBDA_INLINE { return load_channel<std::int8_t, P>(base, o, run); });
      break;
    case texel_type::u16:
    case texel_type::f16:
      each_channel([&](lane_offsets<P> o, bool run)
                       SIMT_LAMBDA_INLINE { return load_channel<std::uint16_t, P>(base, o, run); });
      if (m.type == texel_type::f16)
        for (int k = 0; k < m.channels; ++k)
          c[k] = ints_by_lane<P>([&](int l) SIMT_LAMBDA_INLINE {
            return std::bit_cast<int>(
                half_to_float(static_cast<std::uint16_t>(simd::get<int, P>(c[k], l))));
          });
      break;
    case texel_type::s16:
      each_channel([&](lane_offsets<P> o, bool run)
                       SIMT_LAMBDA_INLINE { return load_channel<std::int16_t, P>(base, o, run); });
      break;
    default:
      each_channel([&](lane_offsets<P> o, bool run)
                       SIMT_LAMBDA_INLINE { return load_channel<int, P>(base, o, run); });
      break;
  }
}

/// Normalised integers are filtered as 16-bit ones: full scale of that. (Those of 8 bits with sign
/// as they are, and what comes of it as 16 bits.)
constexpr float filter_scale(texel_type t) {
  return t == texel_type::u8 || t == texel_type::u16 ? 65535.0f : 32767.0f;
}
constexpr float channel_scale(texel_type t) {
  return t == texel_type::u8    ? 255.0f
         : t == texel_type::s8  ? 127.0f
         : t == texel_type::u16 ? 65535.0f
                                : 32767.0f;
}

template <int P>
SIMT_INLINE lane_floats<P> srgb_to_linear(lane_ints<P> c) {
  return to_floats<P>(ints_by_lane<P>([&](int l) SIMT_LAMBDA_INLINE {
           return int{srgb_levels[simd::get<int, P>(c, l) & 255]};
         })) *
         floats<P>(1 / 16384.0f);
}

/// Channel k as filters compute with it.
template <int P, class Mode>
SIMT_INLINE lane_floats<P> filter_value(Mode const& m, lane_ints<P> c, int k) {
  if (!m.normalized_read) return bits_to_float<P>(c);
  if (m.srgb && k < 3) return srgb_to_linear<P>(c);
  if (m.type == texel_type::u8) return to_floats<P>(c * 257);
  if (m.type == texel_type::s8) return to_floats<P>(clamp_ints<P>(c, -127, 127));
  if (m.type == texel_type::s16) return to_floats<P>(clamp_ints<P>(c, -32767, 32767));
  return to_floats<P>(c);
}
/// The result of a filter as the kernel gets it.
template <int P, class Mode>
SIMT_INLINE lane_ints<P> filter_result(Mode const& m, lane_floats<P> x, int k) {
  if ((m.srgb && k < 3) || m.type == texel_type::f16) {
    auto const b = float_bits<P>(x);
    return ints_by_lane<P>([&](int l) SIMT_LAMBDA_INLINE {
      return std::bit_cast<int>(round_to_half<true>(std::bit_cast<float>(simd::get<int, P>(b, l))));
    });
  }
  if (!m.normalized_read) return float_bits<P>(x);
  if (m.type == texel_type::s8) x = x * floats<P>(32767 / 127.0f);
  return float_bits<P>(floor_floats<P>(x + floats<P>(0.5f)) / floats<P>(filter_scale(m.type)));
}
/// A single texel as the kernel gets it.
template <int P, class Mode>
SIMT_INLINE lane_ints<P> point_result(Mode const& m, lane_ints<P> c, int k) {
  if (!m.normalized_read) return c;
  if (m.srgb && k < 3) return float_bits<P>(srgb_to_linear<P>(c));
  float const scale = channel_scale(m.type);
  auto const v = to_floats<P>(c) / floats<P>(scale);
  if (m.type == texel_type::u8 || m.type == texel_type::u16) return float_bits<P>(v);
  return float_bits<P>(
      select<P>(compare_floats<simd::compare::gt, P>(v, floats<P>(-1)), v, floats<P>(-1)));
}

/// The border's colour as a texel's channel, which has the texel's precision.
inline int border_texel(texture_view const& v, int k) {
  float const b = v.border[static_cast<std::size_t>(k)];
  if (v.type == texel_type::f32) return std::bit_cast<int>(b);
  if (v.type == texel_type::f16) return std::bit_cast<int>(round_to_half(b));
  if (!v.normalized_read) return std::bit_cast<int>(b);
  float const scale = channel_scale(v.type);
  bool const positive = v.type == texel_type::u8 || v.type == texel_type::u16;
  float const c = b > 1 ? 1.0f : b > (positive ? 0.0f : -1.0f) ? b : (positive ? 0.0f : -1.0f);
  return static_cast<int>(std::ceil(c * scale - 0.5f));
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
