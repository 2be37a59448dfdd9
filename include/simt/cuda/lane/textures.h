#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/values.h>
#include <simt/cuda/texture_fetch_functions.h>

#include <concepts>

SIMT_DETAIL_QUIET_BEGIN

// The texture functions with arguments that differ by thread.
namespace simt::inline SIMT_ABI::cuda::lane {

/// A coordinate, a layer, a level or a gradient.
template <class X>
concept texture_argument = std::is_arithmetic_v<plain<X>> || d::vector_struct<plain<X>> ||
    ((d::lane_value<X> || d::vector_struct<scalar<X>>)&&!own_address<X> &&
     (std::is_arithmetic_v<scalar<X>> || d::vector_struct<scalar<X>>));

}  // namespace simt::inline SIMT_ABI::cuda::lane

inline namespace SIMT_CUDA_ABI {

// Textures of file scope, textures by an object, and what is left to single threads: objects that
// differ by thread, and texels put where a pointer says.
#define SIMT_DETAIL_LANE_TEXTURE(Name, Texel)                                                    \
  template <class T, int Type, enum cudaTextureReadMode ReadMode, simt_l::texture_argument... X> \
  requires(simt_l::common_width<X...>() != 0) SIMT_INLINE                                        \
      auto Name(simt_texture<T, Type, ReadMode> const& texref, X&&... x) {                       \
    return simt::Name<simt::cuda::detail::Texel<T, ReadMode>>(texref.simt_object,                \
                                                              std::forward<X>(x)...);            \
  }                                                                                              \
  template <class T, simt_l::texture_argument... X>                                              \
  requires(simt_l::common_width<X...>() != 0) SIMT_INLINE                                        \
      auto Name(cudaTextureObject_t texture_object, X&&... x) {                                  \
    return simt::Name<T>(texture_object, std::forward<X>(x)...);                                 \
  }                                                                                              \
  template <class T, class Texture, class... X>                                                  \
  requires(simt_l::common_width<Texture>() != 0) void Name(Texture&&, X&&...) = delete;          \
  template <class T, class... X>                                                                 \
  requires(simt_l::common_width<T*, X...>() != 0) void Name(T*, X&&...) = delete;
#define SIMT_DETAIL_LANE_FETCH(Name, ...) SIMT_DETAIL_LANE_TEXTURE(Name, fetched)
#define SIMT_DETAIL_LANE_GATHER(Name, ...) SIMT_DETAIL_LANE_TEXTURE(Name, gathered)
SIMT_BUILTINS_FETCHES(SIMT_DETAIL_LANE_FETCH)
SIMT_BUILTINS_GATHERS(SIMT_DETAIL_LANE_GATHER)
#undef SIMT_DETAIL_LANE_FETCH
#undef SIMT_DETAIL_LANE_GATHER
#undef SIMT_DETAIL_LANE_TEXTURE

}  // namespace SIMT_CUDA_ABI

SIMT_DETAIL_QUIET_END
