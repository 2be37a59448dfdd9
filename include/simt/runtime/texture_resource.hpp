#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/host_array.hpp>
#include <simt/texture/descriptor.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace simt::inline SIMT_ABI {

/// The values are those of cudaResourceType.
enum class resource_kind : int { array = 0, mipmapped = 1, linear = 2, pitch_2d = 3 };

/// Describes the memory that a texture reads.
/// - CUDA:    cudaResourceDesc
/// - Units:   `bytes` and `pitch` in bytes, extents in elements
struct texture_resource {
  resource_kind kind = resource_kind::array;
  array_handle array = nullptr;  // or a mipmapped one
  void* memory = nullptr;
  channel_format format;  // of the memory
  std::size_t bytes = 0;
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t pitch = 0;
};

/// How a texture reads.
/// - CUDA:    cudaTextureDesc
struct texture_settings {
  std::array<address_mode, 3> address{address_mode::clamp, address_mode::clamp,
                                      address_mode::clamp};
  filter_mode filter = filter_mode::point;
  bool normalized_read = false;
  bool srgb = false;
  std::array<float, 4> border{};
  bool normalized_coordinates = false;
  unsigned anisotropy = 0;
  filter_mode mip_filter = filter_mode::point;
  float level_bias = 0;
  float min_level = 0;
  float max_level = 0;
  bool no_trilinear_optimization = false;
  bool seamless = false;
};

/// A part of an array, or its elements as others of the same size.
/// - CUDA:    cudaResourceViewDesc
/// - Needs:   the array's own extent
struct resource_view {
  int format = 0;  // a cudaResourceViewFormat
  array_extent extent;
  unsigned first_level = 0;
  unsigned last_level = 0;
  unsigned first_layer = 0;
  unsigned last_layer = 0;
};

namespace detail {

inline constexpr std::size_t texture_alignment = 512;
inline constexpr std::size_t texture_pitch_alignment = 32;

/// One texel as a texture's view names it.
struct texel_format {
  texel_type type = texel_type::f32;
  int channels = 0;  // 0: no such format
  [[nodiscard]] bool floating() const noexcept {
    return type == texel_type::f16 || type == texel_type::f32;
  }
  [[nodiscard]] bool wide_integer() const noexcept {
    return type == texel_type::u32 || type == texel_type::s32;
  }
};

[[nodiscard]] inline texel_format texel_of(channel_format const& f) noexcept {
  std::size_t const bytes = element_bytes(f);
  if (bytes == 0) return {};
  int const channels = static_cast<int>(bytes) * 8 / f.x;
  if (f.kind == channel_kind::floating)
    return {f.x == 16 ? texel_type::f16 : texel_type::f32, channels};
  bool const is_signed = f.kind == channel_kind::signed_integer;
  switch (f.x) {
    case 8:
      return {is_signed ? texel_type::s8 : texel_type::u8, channels};
    case 16:
      return {is_signed ? texel_type::s16 : texel_type::u16, channels};
    default:
      return {is_signed ? texel_type::s32 : texel_type::u32, channels};
  }
}

/// Gives the format that a cudaResourceViewFormat names; none for compressed blocks.
[[nodiscard]] inline texel_format texel_of_view(int format) noexcept {
  if (format < 1 || format > 24) return {};
  constexpr std::array<int, 3> channels{1, 2, 4};
  return {static_cast<texel_type>((format - 1) / 3),
          channels[static_cast<std::size_t>((format - 1) % 3)]};
}

/// Would CUDA view the array as compressed blocks of 4 by 4 texels? Its elements are the blocks.
[[nodiscard]] inline bool views_blocks(resource_view const& view, array_record const& a) noexcept {
  if (view.format < 25 || view.format > 34) return false;
  bool const half_blocks = view.format == 25 || view.format == 28 || view.format == 29;
  return a.format.kind == channel_kind::unsigned_integer && a.format.x == 32 &&
         a.element_bytes == (half_blocks ? 8u : 16u) && view.extent.width == 4 * a.extent.width &&
         view.extent.height == 4 * a.extent.height && view.extent.depth == a.extent.depth;
}

[[nodiscard]] inline std::size_t texel_bytes(texel_format const& t) noexcept {
  std::size_t const one = t.type <= texel_type::s8                                 ? 1
                          : t.type <= texel_type::s16 || t.type == texel_type::f16 ? 2
                                                                                   : 4;
  return one * static_cast<std::size_t>(t.channels);
}

/// The memory that a view reads.
struct memory_range {
  std::byte const* begin = nullptr;
  std::size_t bytes = 0;
};
struct made_view {
  texture_view view;
  std::array<memory_range, texture_view::max_levels> memory{};
  std::size_t ranges = 0;
  bool any_alignment = false;  // of linear memory
};

[[nodiscard]] inline texture_shape shape_of(array_record const& a) noexcept {
  bool const layered = (a.flags & array_layered) != 0;
  if ((a.flags & array_cubemap) != 0)
    return layered ? texture_shape::cube_layered : texture_shape::cube;
  if (layered)
    return a.extent.height == 0 ? texture_shape::one_d_layered : texture_shape::two_d_layered;
  if (a.extent.depth != 0) return texture_shape::three_d;
  return a.extent.height != 0 ? texture_shape::two_d : texture_shape::one_d;
}

[[nodiscard]] inline texture_level level_of(array_record const& a) noexcept {
  texture_level l;
  l.base = a.data;
  l.width = static_cast<int>(a.extent.width);
  l.height = static_cast<int>(a.rows());
  l.depth = shape_of(a) == texture_shape::three_d ? static_cast<int>(a.extent.depth) : 1;
  l.pitch = static_cast<std::ptrdiff_t>(a.layout.pitch);
  l.slice = static_cast<std::ptrdiff_t>(a.layout.slice);
  return l;
}

[[nodiscard]] constexpr bool is_cube(texture_shape s) noexcept {
  return s == texture_shape::cube || s == texture_shape::cube_layered;
}
[[nodiscard]] constexpr bool is_layered(texture_shape s) noexcept {
  return s == texture_shape::one_d_layered || s == texture_shape::two_d_layered ||
         s == texture_shape::cube_layered;
}

/// Puts an array, or a mipmapped one, into a view.
[[nodiscard]] inline error_code view_array(made_view& out, texture_resource const& r,
                                           resource_view const* part) {
  mipmap_record* mip = nullptr;
  array_record const* first = nullptr;
  if (r.kind == resource_kind::mipmapped) {
    mip = arrays().mipmaps.find(r.array);
    if (mip == nullptr) return error_code::invalid_resource_handle;
    first = mip->levels.front();
  } else {
    first = arrays().arrays.find(r.array);
    if (first == nullptr) return error_code::invalid_resource_handle;
  }
  texture_view& v = out.view;
  v.shape = shape_of(*first);
  v.mipmapped = mip != nullptr;
  std::size_t const slices = v.shape == texture_shape::three_d ? 1 : first->slices();
  std::size_t const layers = !is_layered(v.shape)                     ? 1
                             : v.shape == texture_shape::cube_layered ? slices / 6
                                                                      : slices;
  std::size_t const levels = mip != nullptr ? mip->levels.size() : 1;
  texel_format format = texel_of(first->format);
  std::size_t begin_level = 0;
  std::size_t end_level = levels;
  std::size_t begin_layer = 0;
  std::size_t end_layer = layers;
  if (part != nullptr) {
    if (views_blocks(*part, *first)) return error_code::not_supported;
    format = texel_of_view(part->format);
    array_extent const& e = part->extent;
    if (format.channels == 0 || texel_bytes(format) != first->element_bytes ||
        e.width != first->extent.width || e.height != first->extent.height ||
        e.depth != first->extent.depth)
      return error_code::invalid_value;
    if (part->first_level > part->last_level || part->first_layer > part->last_layer ||
        part->first_level >= levels || part->first_layer >= layers ||
        (mip == nullptr && part->last_level != 0) ||
        (!is_layered(v.shape) && part->last_layer != 0))
      return error_code::invalid_value;
    begin_level = part->first_level;
    end_level = std::min<std::size_t>(levels, std::size_t{part->last_level} + 1);
    begin_layer = part->first_layer;
    end_layer = std::min<std::size_t>(layers, std::size_t{part->last_layer} + 1);
  }
  v.type = format.type;
  v.channels = format.channels;
  v.layers = static_cast<int>(end_layer - begin_layer);
  v.levels = 0;
  std::size_t const faces = is_cube(v.shape) ? 6 : 1;
  for (std::size_t i = begin_level; i < end_level; ++i) {
    array_record const& a = mip != nullptr ? *mip->levels[i] : *first;
    texture_level l = level_of(a);
    l.base += static_cast<std::ptrdiff_t>(begin_layer * faces) * l.slice;
    v.level[static_cast<std::size_t>(v.levels++)] = l;
    out.memory[out.ranges++] = {a.data, a.bytes};
  }
  return error_code::success;
}

/// Puts linear memory into a view, as far as its allocation reaches: CUDA takes any size.
[[nodiscard]] inline error_code view_memory(made_view& out, texture_resource const& r) {
  texel_format const format = texel_of(r.format);
  if (format.channels == 0) return error_code::invalid_channel_descriptor;
  auto const address = reinterpret_cast<std::uintptr_t>(r.memory);
  if (r.memory == nullptr || (address % texture_alignment != 0 && !out.any_alignment))
    return error_code::invalid_value;
  std::size_t const element = texel_bytes(format);
  auto const known = memory().ranges.find(r.memory);
  if (!known) return error_code::invalid_value;
  std::size_t const room = known->bytes - (address - known->begin);
  texture_view& v = out.view;
  v.type = format.type;
  v.channels = format.channels;
  texture_level l;
  l.base = static_cast<std::byte*>(r.memory);
  std::size_t bytes = 0;
  if (r.kind == resource_kind::linear) {
    constexpr std::size_t most = std::numeric_limits<int>::max();
    // An H200 takes more than its properties say; what a program can read is bounded by int.
    capability_limits const& model = this_device().model;
    if (r.bytes / element > (model.capability < 70 ? std::size_t{model.linear_1d} : most))
      return error_code::invalid_value;
    v.shape = texture_shape::linear;
    l.width = static_cast<int>(std::min(r.bytes, room) / element);
    bytes = static_cast<std::size_t>(l.width) * element;
  } else {
    capability_limits const& model = this_device().model;
    if (r.width > model.linear_2d[0] || r.height > model.linear_2d[1] ||
        r.pitch >= (std::size_t{1} << 21) || r.pitch % texture_pitch_alignment != 0)
      return error_code::invalid_value;
    v.shape = texture_shape::pitch_2d;
    std::size_t const width = std::min(r.width, room / element);
    std::size_t height = width == 0 ? 0 : r.height;
    if (height != 0 && r.pitch != 0)
      height = std::min(height, (room - width * element) / r.pitch + 1);
    l.width = static_cast<int>(width);
    l.height = static_cast<int>(height);
    l.pitch = static_cast<std::ptrdiff_t>(r.pitch);
    bytes = height == 0 ? 0 : (height - 1) * r.pitch + width * element;
  }
  v.levels = bytes == 0 ? 0 : 1;
  v.level[0] = l;
  out.memory[out.ranges++] = {l.base, bytes};
  return error_code::success;
}

[[nodiscard]] constexpr bool valid(filter_mode m) noexcept {
  return m == filter_mode::point || m == filter_mode::linear;
}
[[nodiscard]] constexpr int dimensions_of(texture_shape s) noexcept {
  switch (s) {
    case texture_shape::linear:
    case texture_shape::one_d:
    case texture_shape::one_d_layered:
      return 1;
    case texture_shape::three_d:
      return 3;
    default:
      return 2;
  }
}

/// The view of a resource, or what CUDA answers. The answers and their order are those of an H200.
[[nodiscard]] inline error_code make_view(made_view& out, texture_resource const& r,
                                          texture_settings const& s, resource_view const* part) {
  error_code e = error_code::invalid_value;
  switch (r.kind) {
    case resource_kind::array:
    case resource_kind::mipmapped:
      e = view_array(out, r, part);
      break;
    case resource_kind::linear:
    case resource_kind::pitch_2d:
      e = view_memory(out, r);
      break;
  }
  if (e != error_code::success) return e;
  texture_view& v = out.view;
  texel_format const format{v.type, v.channels};
  if (!valid(s.filter) || !valid(s.mip_filter)) return error_code::invalid_value;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimensions_of(v.shape)); ++i)
    if (static_cast<int>(s.address[i]) < 0 || static_cast<int>(s.address[i]) > 3)
      return error_code::invalid_value;
  if (s.seamless && !is_cube(v.shape)) return error_code::invalid_value;
  bool const gives_float = format.floating() || (s.normalized_read && !format.wide_integer());
  if (s.filter == filter_mode::linear && !gives_float) return error_code::invalid_filter_setting;
  if (s.normalized_read && (format.floating() || format.wide_integer()))
    return error_code::invalid_norm_setting;
  v.normalized_read = s.normalized_read;
  // Cubemaps take no others.
  v.normalized_coordinates = s.normalized_coordinates || is_cube(v.shape);
  v.srgb = s.srgb;
  v.seamless = s.seamless;
  v.filter = s.filter;
  v.mip_filter = s.mip_filter;
  v.address = s.address;
  for (address_mode& m : v.address)
    if (static_cast<int>(m) < 0 || static_cast<int>(m) > 3) m = address_mode::clamp;
  v.border = s.border;
  v.level_bias = s.level_bias;
  v.min_level = s.min_level;
  v.max_level = s.max_level;
  v.anisotropy = static_cast<int>(std::min(s.anisotropy, 16u));
  return error_code::success;
}

}  // namespace detail

}  // namespace simt::inline SIMT_ABI
