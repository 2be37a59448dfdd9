#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/dim.hpp>
#include <simt/lanes/struct.hpp>

SIMT_DETAIL_QUIET_BEGIN

// CUDA's built-in vector types and their make_ functions, uniform here and varying where an
// argument has lanes: make_float2(1.0f, x) is a varying<float2>.
// - Differs: alignments are those of device code; uint3 is engine/dim.hpp's
// - Source:  CUDA C Programming Guide 8.0, B.3.1 (Built-in Vector Types), table 3
namespace simt::inline SIMT_ABI {

// A vector of 1 to 4 members; Align: bytes.
#define SIMT_DETAIL_VECTOR_1(Name, T, Align)     \
  template <class Scope>                         \
  struct alignas(Align) basic_##Name {           \
    T x;                                         \
  };                                             \
  using Name = basic_##Name<simt_program_scope>; \
  [[nodiscard]] constexpr Name make_##Name(T x) noexcept { return {x}; }
#define SIMT_DETAIL_VECTOR_2(Name, T, Align)     \
  template <class Scope>                         \
  struct alignas(Align) basic_##Name {           \
    T x, y;                                      \
  };                                             \
  using Name = basic_##Name<simt_program_scope>; \
  [[nodiscard]] constexpr Name make_##Name(T x, T y) noexcept { return {x, y}; }
#define SIMT_DETAIL_VECTOR_3(Name, T, Align)     \
  template <class Scope>                         \
  struct alignas(Align) basic_##Name {           \
    T x, y, z;                                   \
  };                                             \
  using Name = basic_##Name<simt_program_scope>; \
  [[nodiscard]] constexpr Name make_##Name(T x, T y, T z) noexcept { return {x, y, z}; }
#define SIMT_DETAIL_VECTOR_4(Name, T, Align)     \
  template <class Scope>                         \
  struct alignas(Align) basic_##Name {           \
    T x, y, z, w;                                \
  };                                             \
  using Name = basic_##Name<simt_program_scope>; \
  [[nodiscard]] constexpr Name make_##Name(T x, T y, T z, T w) noexcept { return {x, y, z, w}; }

SIMT_DETAIL_VECTOR_1(char1, signed char, 1)
SIMT_DETAIL_VECTOR_2(char2, signed char, 2)
SIMT_DETAIL_VECTOR_3(char3, signed char, 1)
SIMT_DETAIL_VECTOR_4(char4, signed char, 4)
SIMT_DETAIL_VECTOR_1(uchar1, unsigned char, 1)
SIMT_DETAIL_VECTOR_2(uchar2, unsigned char, 2)
SIMT_DETAIL_VECTOR_3(uchar3, unsigned char, 1)
SIMT_DETAIL_VECTOR_4(uchar4, unsigned char, 4)
SIMT_DETAIL_VECTOR_1(short1, short, 2)
SIMT_DETAIL_VECTOR_2(short2, short, 4)
SIMT_DETAIL_VECTOR_3(short3, short, 2)
SIMT_DETAIL_VECTOR_4(short4, short, 8)
SIMT_DETAIL_VECTOR_1(ushort1, unsigned short, 2)
SIMT_DETAIL_VECTOR_2(ushort2, unsigned short, 4)
SIMT_DETAIL_VECTOR_3(ushort3, unsigned short, 2)
SIMT_DETAIL_VECTOR_4(ushort4, unsigned short, 8)
SIMT_DETAIL_VECTOR_1(int1, int, 4)
SIMT_DETAIL_VECTOR_2(int2, int, 8)
SIMT_DETAIL_VECTOR_3(int3, int, 4)
SIMT_DETAIL_VECTOR_4(int4, int, 16)
SIMT_DETAIL_VECTOR_1(uint1, unsigned, 4)
SIMT_DETAIL_VECTOR_2(uint2, unsigned, 8)
[[nodiscard]] constexpr uint3 make_uint3(unsigned x, unsigned y, unsigned z) noexcept {
  return {x, y, z};
}
SIMT_DETAIL_VECTOR_4(uint4, unsigned, 16)
SIMT_DETAIL_VECTOR_1(long1, long, sizeof(long))
SIMT_DETAIL_VECTOR_2(long2, long, 2 * sizeof(long))
SIMT_DETAIL_VECTOR_3(long3, long, sizeof(long))
SIMT_DETAIL_VECTOR_4(long4, long, 16)
SIMT_DETAIL_VECTOR_1(ulong1, unsigned long, sizeof(long))
SIMT_DETAIL_VECTOR_2(ulong2, unsigned long, 2 * sizeof(long))
SIMT_DETAIL_VECTOR_3(ulong3, unsigned long, sizeof(long))
SIMT_DETAIL_VECTOR_4(ulong4, unsigned long, 16)
SIMT_DETAIL_VECTOR_1(longlong1, long long, 8)
SIMT_DETAIL_VECTOR_2(longlong2, long long, 16)
SIMT_DETAIL_VECTOR_3(longlong3, long long, 8)
SIMT_DETAIL_VECTOR_4(longlong4, long long, 16)
SIMT_DETAIL_VECTOR_1(ulonglong1, unsigned long long, 8)
SIMT_DETAIL_VECTOR_2(ulonglong2, unsigned long long, 16)
SIMT_DETAIL_VECTOR_3(ulonglong3, unsigned long long, 8)
SIMT_DETAIL_VECTOR_4(ulonglong4, unsigned long long, 16)
SIMT_DETAIL_VECTOR_1(float1, float, 4)
SIMT_DETAIL_VECTOR_2(float2, float, 8)
SIMT_DETAIL_VECTOR_3(float3, float, 4)
SIMT_DETAIL_VECTOR_4(float4, float, 16)
SIMT_DETAIL_VECTOR_1(double1, double, 8)
SIMT_DETAIL_VECTOR_2(double2, double, 16)
SIMT_DETAIL_VECTOR_3(double3, double, 8)
SIMT_DETAIL_VECTOR_4(double4, double, 16)
#undef SIMT_DETAIL_VECTOR_1
#undef SIMT_DETAIL_VECTOR_2
#undef SIMT_DETAIL_VECTOR_3
#undef SIMT_DETAIL_VECTOR_4

namespace detail {
/// Sets a member of a new value in every lane: assignment would leave inactive ones undefined.
template <class T, int W, class X>
SIMT_INLINE void fill_component(varying<T, W>& m, X&& x) {
  auto const v = convert_to<T, W>(std::forward<X>(x));
  simd::each<varying<T, W>::count>([&](int j) SIMT_LAMBDA_INLINE { m.v[j] = v.v[j]; });
}
template <class X>
concept vector_argument = lane_value<X> || uniform_value<X>;
}  // namespace detail

#define SIMT_DETAIL_TRAITS(Name, T, N) \
  namespace detail {                   \
  template <>                          \
  struct vector_traits<Name> {         \
    using element = T;                 \
    static constexpr int size = N;     \
  };                                   \
  }
#define SIMT_DETAIL_LANES_1(Name, T)                  \
  SIMT_DETAIL_TRAITS(Name, T, 1)                      \
  template <detail::lane_value X>                     \
  [[nodiscard]] SIMT_INLINE auto make_##Name(X&& x) { \
    varying<Name, detail::plain<X>::width> r;         \
    detail::fill_component(r.x, std::forward<X>(x));  \
    return r;                                         \
  }
#define SIMT_DETAIL_LANES_2(Name, T)                              \
  SIMT_DETAIL_TRAITS(Name, T, 2)                                  \
  template <detail::vector_argument X, detail::vector_argument Y> \
  requires(detail::lane_value<X> || detail::lane_value<Y>)        \
      [[nodiscard]] SIMT_INLINE auto make_##Name(X&& x, Y&& y) {  \
    varying<Name, detail::common_width<X, Y>> r;                  \
    detail::fill_component(r.x, std::forward<X>(x));              \
    detail::fill_component(r.y, std::forward<Y>(y));              \
    return r;                                                     \
  }
#define SIMT_DETAIL_LANES_3(Name, T)                                                         \
  SIMT_DETAIL_TRAITS(Name, T, 3)                                                             \
  template <detail::vector_argument X, detail::vector_argument Y, detail::vector_argument Z> \
  requires(detail::lane_value<X> || detail::lane_value<Y> || detail::lane_value<Z>)          \
      [[nodiscard]] SIMT_INLINE auto make_##Name(X&& x, Y&& y, Z&& z) {                      \
    constexpr int w = detail::common_width<X, Y>;                                            \
    varying<Name, w != 0 ? w : detail::width_of<detail::plain<Z>>> r;                        \
    detail::fill_component(r.x, std::forward<X>(x));                                         \
    detail::fill_component(r.y, std::forward<Y>(y));                                         \
    detail::fill_component(r.z, std::forward<Z>(z));                                         \
    return r;                                                                                \
  }
#define SIMT_DETAIL_LANES_4(Name, T)                                                         \
  SIMT_DETAIL_TRAITS(Name, T, 4)                                                             \
  template <detail::vector_argument X, detail::vector_argument Y, detail::vector_argument Z, \
            detail::vector_argument V>                                                       \
  requires(detail::lane_value<X> || detail::lane_value<Y> || detail::lane_value<Z> ||        \
           detail::lane_value<V>)                                                            \
      [[nodiscard]] SIMT_INLINE auto make_##Name(X&& x, Y&& y, Z&& z, V&& v) {               \
    constexpr int w = detail::common_width<X, Y>;                                            \
    varying<Name, w != 0 ? w : detail::common_width<Z, V>> r;                                \
    detail::fill_component(r.x, std::forward<X>(x));                                         \
    detail::fill_component(r.y, std::forward<Y>(y));                                         \
    detail::fill_component(r.z, std::forward<Z>(z));                                         \
    detail::fill_component(r.w, std::forward<V>(v));                                         \
    return r;                                                                                \
  }

SIMT_DETAIL_LANES_1(char1, signed char)
SIMT_DETAIL_LANES_2(char2, signed char)
SIMT_DETAIL_LANES_3(char3, signed char)
SIMT_DETAIL_LANES_4(char4, signed char)
SIMT_DETAIL_LANES_1(uchar1, unsigned char)
SIMT_DETAIL_LANES_2(uchar2, unsigned char)
SIMT_DETAIL_LANES_3(uchar3, unsigned char)
SIMT_DETAIL_LANES_4(uchar4, unsigned char)
SIMT_DETAIL_LANES_1(short1, short)
SIMT_DETAIL_LANES_2(short2, short)
SIMT_DETAIL_LANES_3(short3, short)
SIMT_DETAIL_LANES_4(short4, short)
SIMT_DETAIL_LANES_1(ushort1, unsigned short)
SIMT_DETAIL_LANES_2(ushort2, unsigned short)
SIMT_DETAIL_LANES_3(ushort3, unsigned short)
SIMT_DETAIL_LANES_4(ushort4, unsigned short)
SIMT_DETAIL_LANES_1(int1, int)
SIMT_DETAIL_LANES_2(int2, int)
SIMT_DETAIL_LANES_3(int3, int)
SIMT_DETAIL_LANES_4(int4, int)
SIMT_DETAIL_LANES_1(uint1, unsigned)
SIMT_DETAIL_LANES_2(uint2, unsigned)
SIMT_DETAIL_LANES_3(uint3, unsigned)
SIMT_DETAIL_LANES_4(uint4, unsigned)
SIMT_DETAIL_LANES_1(long1, long)
SIMT_DETAIL_LANES_2(long2, long)
SIMT_DETAIL_LANES_3(long3, long)
SIMT_DETAIL_LANES_4(long4, long)
SIMT_DETAIL_LANES_1(ulong1, unsigned long)
SIMT_DETAIL_LANES_2(ulong2, unsigned long)
SIMT_DETAIL_LANES_3(ulong3, unsigned long)
SIMT_DETAIL_LANES_4(ulong4, unsigned long)
SIMT_DETAIL_LANES_1(longlong1, long long)
SIMT_DETAIL_LANES_2(longlong2, long long)
SIMT_DETAIL_LANES_3(longlong3, long long)
SIMT_DETAIL_LANES_4(longlong4, long long)
SIMT_DETAIL_LANES_1(ulonglong1, unsigned long long)
SIMT_DETAIL_LANES_2(ulonglong2, unsigned long long)
SIMT_DETAIL_LANES_3(ulonglong3, unsigned long long)
SIMT_DETAIL_LANES_4(ulonglong4, unsigned long long)
SIMT_DETAIL_LANES_1(float1, float)
SIMT_DETAIL_LANES_2(float2, float)
SIMT_DETAIL_LANES_3(float3, float)
SIMT_DETAIL_LANES_4(float4, float)
SIMT_DETAIL_LANES_1(double1, double)
SIMT_DETAIL_LANES_2(double2, double)
SIMT_DETAIL_LANES_3(double3, double)
SIMT_DETAIL_LANES_4(double4, double)
#undef SIMT_DETAIL_TRAITS
#undef SIMT_DETAIL_LANES_1
#undef SIMT_DETAIL_LANES_2
#undef SIMT_DETAIL_LANES_3
#undef SIMT_DETAIL_LANES_4

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
