// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace simt::cu::lane {

namespace detail {

template <std::size_t N>
[[nodiscard]] constexpr std::array<std::string_view, N> sorted_words(
    std::string_view const (&words)[N]) {
  std::array<std::string_view, N> out{};
  std::copy(words, words + N, out.begin());
  std::sort(out.begin(), out.end());
  return out;
}

/// Types of CUDA's and the standard's headers that device code names without a scope.
inline constexpr auto header_types = sorted_words({"size_t",
                                                   "ptrdiff_t",
                                                   "ssize_t",
                                                   "intptr_t",
                                                   "uintptr_t",
                                                   "int8_t",
                                                   "int16_t",
                                                   "int32_t",
                                                   "int64_t",
                                                   "uint8_t",
                                                   "uint16_t",
                                                   "uint32_t",
                                                   "uint64_t",
                                                   "intmax_t",
                                                   "uintmax_t",
                                                   "uint",
                                                   "uchar",
                                                   "ushort",
                                                   "ulong",
                                                   "clock_t",
                                                   "time_t",
                                                   "dim3",
                                                   "uint3",
                                                   "half",
                                                   "half2",
                                                   "__half",
                                                   "__half2",
                                                   "__half_raw",
                                                   "__half2_raw",
                                                   "nv_bfloat16",
                                                   "nv_bfloat162",
                                                   "__nv_bfloat16",
                                                   "__nv_bfloat162",
                                                   "__nv_fp8_e4m3",
                                                   "__nv_fp8_e5m2",
                                                   "cuComplex",
                                                   "cuFloatComplex",
                                                   "cuDoubleComplex",
                                                   "curandState",
                                                   "curandState_t",
                                                   "curandStateXORWOW_t",
                                                   "curandStateXORWOW",
                                                   "curandStateMRG32k3a",
                                                   "curandStateMRG32k3a_t",
                                                   "curandStatePhilox4_32_10_t",
                                                   "curandStatePhilox4_32_10",
                                                   "curandStateMtgp32",
                                                   "curandStateMtgp32_t",
                                                   "curandStateSobol32",
                                                   "curandStateSobol32_t",
                                                   "cudaTextureObject_t",
                                                   "cudaSurfaceObject_t",
                                                   "cudaStream_t",
                                                   "cudaEvent_t",
                                                   "cudaError_t",
                                                   "cudaError",
                                                   "cudaExtent",
                                                   "cudaPos",
                                                   "FILE",
                                                   "va_list",
                                                   "nullptr_t",
                                                   "float_t",
                                                   "double_t",
                                                   "__int128",
                                                   "__int128_t",
                                                   "__uint128_t",
                                                   "u_int",
                                                   "cudaRoundMode",
                                                   "max_align_t",
                                                   "wint_t",
                                                   "int_fast8_t",
                                                   "int_fast16_t",
                                                   "int_fast32_t",
                                                   "int_fast64_t",
                                                   "uint_fast8_t",
                                                   "uint_fast16_t",
                                                   "uint_fast32_t",
                                                   "uint_fast64_t",
                                                   "int_least8_t",
                                                   "int_least16_t",
                                                   "int_least32_t",
                                                   "int_least64_t",
                                                   "uint_least8_t",
                                                   "uint_least16_t",
                                                   "uint_least32_t",
                                                   "uint_least64_t"});

inline constexpr std::array vector_roots = {
    std::string_view{"char"},      std::string_view{"uchar"}, std::string_view{"short"},
    std::string_view{"ushort"},    std::string_view{"int"},   std::string_view{"uint"},
    std::string_view{"long"},      std::string_view{"ulong"}, std::string_view{"longlong"},
    std::string_view{"ulonglong"}, std::string_view{"float"}, std::string_view{"double"}};

/// Words of the language that name no type, value or function of a program.
inline constexpr auto reserved_words = sorted_words({"alignof",
                                                     "_Alignof",
                                                     "__alignof__",
                                                     "and",
                                                     "and_eq",
                                                     "bitand",
                                                     "bitor",
                                                     "break",
                                                     "case",
                                                     "catch",
                                                     "co_await",
                                                     "co_return",
                                                     "co_yield",
                                                     "compl",
                                                     "const_cast",
                                                     "continue",
                                                     "default",
                                                     "delete",
                                                     "do",
                                                     "dynamic_cast",
                                                     "else",
                                                     "explicit",
                                                     "export",
                                                     "false",
                                                     "for",
                                                     "friend",
                                                     "goto",
                                                     "if",
                                                     "mutable",
                                                     "new",
                                                     "noexcept",
                                                     "not",
                                                     "not_eq",
                                                     "nullptr",
                                                     "operator",
                                                     "or",
                                                     "or_eq",
                                                     "private",
                                                     "protected",
                                                     "public",
                                                     "reinterpret_cast",
                                                     "requires",
                                                     "return",
                                                     "sizeof",
                                                     "static_assert",
                                                     "_Static_assert",
                                                     "static_cast",
                                                     "switch",
                                                     "template",
                                                     "this",
                                                     "throw",
                                                     "true",
                                                     "try",
                                                     "typedef",
                                                     "typeid",
                                                     "typename",
                                                     "using",
                                                     "virtual",
                                                     "while",
                                                     "xor",
                                                     "xor_eq",
                                                     "concept",
                                                     "__extension__"});

}  // namespace detail

/// float4, uint2, longlong1, ...
[[nodiscard]] constexpr bool is_vector_type(std::string_view name) noexcept {
  if (name.size() < 4 || name.back() < '1' || name.back() > '4') return false;
  name.remove_suffix(1);
  for (auto const root : detail::vector_roots)
    if (name == root) return true;
  return false;
}

/// True if CUDA's or the standard's headers declare it as a type.
[[nodiscard]] constexpr bool is_header_type(std::string_view name) noexcept {
  return is_vector_type(name) ||
         std::binary_search(detail::header_types.begin(), detail::header_types.end(), name);
}

[[nodiscard]] constexpr bool is_reserved(std::string_view name) noexcept {
  return std::binary_search(detail::reserved_words.begin(), detail::reserved_words.end(), name);
}

}  // namespace simt::cu::lane
