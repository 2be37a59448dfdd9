#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/rounding.hpp>

// Arithmetic and conversions in a given rounding mode for thread kernels: those of
// builtins/rounding.hpp, of numbers alone, with CUDA's parameter types.
namespace simt::inline SIMT_ABI::cuda {

#define SIMT_DETAIL_NUMBERS_1(name, T, R) \
  SIMT_INLINE R name(T a) { return simt::name(a); }
#define SIMT_DETAIL_NUMBERS_2(name, T, R) \
  SIMT_INLINE R name(T a, T b) { return simt::name(a, b); }
#define SIMT_DETAIL_NUMBERS_3(name, T, R) \
  SIMT_INLINE R name(T a, T b, T c) { return simt::name(a, b, c); }
#define SIMT_DETAIL_MODES(F, name, ...) \
  F(name##_rn, __VA_ARGS__)             \
  F(name##_rz, __VA_ARGS__)             \
  F(name##_ru, __VA_ARGS__)             \
  F(name##_rd, __VA_ARGS__)
#define SIMT_DETAIL_ROUNDED_1(name, effect, op, T) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_NUMBERS_1, name, T, T)
#define SIMT_DETAIL_ROUNDED_2(name, effect, op, T) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_NUMBERS_2, name, T, T)
#define SIMT_DETAIL_ROUNDED_3(name, effect, op, T) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_NUMBERS_3, name, T, T)
#define SIMT_DETAIL_ROUNDED_CONVERSION(name, effect, kind, From, To) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_NUMBERS_1, name, From, To)
#define SIMT_DETAIL_EXACT_CONVERSION(name, effect, kind, From, To) \
  SIMT_DETAIL_NUMBERS_1(name, From, To)
#define SIMT_DETAIL_OTHER_1(name, effect, T, R) SIMT_DETAIL_NUMBERS_1(name, T, R)
#define SIMT_DETAIL_OTHER_2(name, effect, T, R) SIMT_DETAIL_NUMBERS_2(name, T, R)
SIMT_BUILTINS_ROUNDED_1(SIMT_DETAIL_ROUNDED_1)
SIMT_BUILTINS_ROUNDED_2(SIMT_DETAIL_ROUNDED_2)
SIMT_BUILTINS_ROUNDED_3(SIMT_DETAIL_ROUNDED_3)
SIMT_BUILTINS_ROUNDED_CONVERSIONS(SIMT_DETAIL_ROUNDED_CONVERSION)
SIMT_BUILTINS_EXACT_CONVERSIONS(SIMT_DETAIL_EXACT_CONVERSION)
SIMT_BUILTINS_ROUNDED_OTHER_1(SIMT_DETAIL_OTHER_1)
SIMT_BUILTINS_ROUNDED_OTHER_2(SIMT_DETAIL_OTHER_2)
#undef SIMT_DETAIL_NUMBERS_1
#undef SIMT_DETAIL_NUMBERS_2
#undef SIMT_DETAIL_NUMBERS_3
#undef SIMT_DETAIL_MODES
#undef SIMT_DETAIL_ROUNDED_1
#undef SIMT_DETAIL_ROUNDED_2
#undef SIMT_DETAIL_ROUNDED_3
#undef SIMT_DETAIL_ROUNDED_CONVERSION
#undef SIMT_DETAIL_EXACT_CONVERSION
#undef SIMT_DETAIL_OTHER_1
#undef SIMT_DETAIL_OTHER_2

}  // namespace simt::inline SIMT_ABI::cuda
