#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <type_traits>
#include <utility>

inline namespace SIMT_CUDA_ABI {

/// - CUDA:    cudaCreateChannelDesc(x, y, z, w, kind)
/// - Units:   bits of each channel
constexpr cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                      enum cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

/// The format of a scalar or of a vector with members x, y, z, w; of kind none for what arrays
/// cannot hold.
/// - CUDA:    cudaCreateChannelDesc<T>()
template <class T>
constexpr cudaChannelFormatDesc cudaCreateChannelDesc() {
  auto const describe = [](auto element, int channels) {
    using E = decltype(element);
    constexpr bool known = (std::is_integral_v<E> && !std::is_same_v<E, bool> && sizeof(E) <= 4) ||
                           std::is_same_v<E, float>;
    if (!known || channels == 3)
      return cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone};
    int const bits = static_cast<int>(sizeof(E)) * 8;
    cudaChannelFormatKind const kind =
        std::is_integral_v<E>
            ? (std::is_signed_v<E> ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned)
            : cudaChannelFormatKindFloat;
    return cudaChannelFormatDesc{bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                 channels > 3 ? bits : 0, kind};
  };
  if constexpr (requires(T v) { v.x; }) {
    using E = std::remove_cvref_t<decltype(std::declval<T&>().x)>;
    return describe(E{}, static_cast<int>(sizeof(T) / sizeof(E)));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return describe(std::remove_cv_t<T>{}, 1);
  } else {
    return {0, 0, 0, 0, cudaChannelFormatKindNone};
  }
}

/// 16 bit floating-point channels.
/// - CUDA:    cudaCreateChannelDescHalf() and so on
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

}  // namespace SIMT_CUDA_ABI
