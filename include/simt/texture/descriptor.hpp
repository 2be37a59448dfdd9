#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI {

/// Describes a texture or surface to the function that reads it.
/// - Note:    `linear` memory is read by tex1Dfetch alone; `pitch_2d` is a plane in linear memory
enum class texture_shape : int {
  linear,
  one_d,
  two_d,
  pitch_2d,
  three_d,
  one_d_layered,
  two_d_layered,
  cube,
  cube_layered
};

/// One channel of a texel in memory.
enum class texel_type : int { u8, s8, u16, s16, u32, s32, f16, f32 };

/// The values are those of cudaTextureAddressMode.
enum class address_mode : int { wrap = 0, clamp = 1, mirror = 2, border = 3 };
/// The values are those of cudaTextureFilterMode.
enum class filter_mode : int { point = 0, linear = 1 };
/// The values are those of cudaSurfaceBoundaryMode.
enum class boundary_mode : int { zero = 0, clamp = 1, trap = 2 };

/// A plane, volume or stack of layers of texels: one level of a mipmap.
/// Texel (x, y, z) lies at base + z * slice + y * pitch + x * bytes of a texel. Layers are slices;
/// face f of cubemap l is slice 6 l + f. Extents that a shape lacks are 1.
/// - Units:   extents in texels, pitch and slice in bytes
/// - Note:    rows and not tiles, since two neighbours in a row are one load. Four texels and their
///            interpolation for 16x16 pixels at a time, AVX-512 on Zen 4, 2048² and 8192² floats,
///            in ns: turned by 0 degrees rows 1.3, tiles of 4x4 1.7, of 8x8 2.2; by 30
///            degrees 1.4, 3.8 to 4.7, 3.7 to 4.4; by 90 degrees 2.6 to 3.3, 1.7 to 2.0, 2.8
///            to 3.1. Tiles win only where a turn is nearly a right angle.
struct texture_level {
  std::byte* base = nullptr;
  int width = 0;
  int height = 1;
  int depth = 1;  // of a volume; 1 for all others, layers too
  std::ptrdiff_t pitch = 0;
  std::ptrdiff_t slice = 0;
};

/// Everything that a texture function needs to know, valid as long as the memory behind it.
/// - CUDA:    cudaTextureObject_t, made of a resource, a texture and a resource view description
struct texture_view {
  static constexpr int max_levels = 18;  // of 131072 texels

  texture_shape shape = texture_shape::linear;
  texel_type type = texel_type::f32;
  int channels = 1;                     // 1, 2 or 4
  bool normalized_read = false;         // 8 and 16 bit integers to [0, 1] or [-1, 1]
  bool normalized_coordinates = false;  // cubemaps: their directions are always normalised
  bool srgb = false;      // the first three channels, of 8 bit unsigned, normalised reads
  bool seamless = false;  // cubemaps filter across edges
  filter_mode filter = filter_mode::point;
  filter_mode mip_filter = filter_mode::point;
  std::array<address_mode, 3> address{address_mode::clamp, address_mode::clamp,
                                      address_mode::clamp};
  std::array<float, 4> border{};
  float level_bias = 0;
  float min_level = 0;
  float max_level = 0;
  int anisotropy = 0;
  int layers = 1;          // layers of a layered texture, cubemaps of a cube_layered one
  int levels = 0;          // 0: nothing is there, every read gives zero
  bool mipmapped = false;  // made of a mipmapped array, so that level_bias and the clamps count
  std::array<texture_level, max_levels> level{};
};

/// - CUDA:    cudaSurfaceObject_t
struct surface_view {
  texture_shape shape = texture_shape::two_d;  // cube: slices are faces; cube_layered: 6 l + f
  int texel_bytes = 0;
  int slices = 0;  // depth of a volume, layers, or faces; 1 otherwise; 0: nothing is there
  texture_level level{};
};

/// Names a texture or surface to kernels: a number as in CUDA. 0 and unknown numbers read zero.
/// - CUDA:    cudaTextureObject_t, cudaSurfaceObject_t
using texture_object = unsigned long long;
using surface_object = unsigned long long;

}  // namespace simt::inline SIMT_ABI
