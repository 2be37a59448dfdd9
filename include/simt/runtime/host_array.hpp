#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/copy.hpp>
#include <simt/runtime/memory.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace simt::inline SIMT_ABI {

/// Tells what the bits of an array's elements mean. The values are those of cudaChannelFormatKind.
enum class channel_kind : int { signed_integer = 0, unsigned_integer = 1, floating = 2, none = 3 };

/// The elements of an array: 1, 2 or 4 channels of equal width.
/// - CUDA:    cudaChannelFormatDesc
/// - Units:   bits
struct channel_format {
  int x = 0;
  int y = 0;
  int z = 0;
  int w = 0;
  channel_kind kind = channel_kind::none;
};

/// - Units:   elements for arrays, bytes (width) for linear memory
struct array_extent {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t depth = 0;
};

/// - CUDA:    cudaArray_t, cudaMipmappedArray_t
using array_handle = void*;

/// - CUDA:    cudaArrayLayered and so on
inline constexpr unsigned array_layered = 1;
inline constexpr unsigned array_surface = 2;
inline constexpr unsigned array_cubemap = 4;
inline constexpr unsigned array_gather = 8;
inline constexpr unsigned array_sparse = 64;

namespace detail {

/// An array, or a level of a mipmapped one: rows of whole elements, slices of rows.
struct array_record {
  std::atomic<bool> alive{false};
  channel_format format;
  array_extent extent;
  unsigned flags = 0;
  std::size_t element_bytes = 0;
  plane layout;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  bool is_level = false;  // of a mipmapped array, which frees it
  device_state* device = nullptr;

  [[nodiscard]] std::size_t rows() const noexcept {
    return std::max<std::size_t>(extent.height, 1);
  }
  [[nodiscard]] std::size_t slices() const noexcept {
    return std::max<std::size_t>(extent.depth, 1);
  }
};

struct mipmap_record {
  std::atomic<bool> alive{false};
  std::vector<array_record*> levels;
};

struct array_state {
  handle_pool<array_record> arrays;
  handle_pool<mipmap_record> mipmaps;
};
/// Never destroyed: arrays may outlive main.
[[nodiscard]] inline array_state& arrays() {
  static auto& state = *new array_state;
  return state;
}

/// The kinds of later editions of CUDA: NV12, normalised integers, compressed blocks. Arrays cannot
/// have them.
[[nodiscard]] constexpr bool is_packed_kind(channel_kind k) noexcept {
  return static_cast<int>(k) >= 4 && static_cast<int>(k) <= 30;
}

/// Bytes of an element, 0 for a format that arrays cannot have.
[[nodiscard]] constexpr std::size_t element_bytes(channel_format const& f) noexcept {
  std::array<int, 4> const bits{f.x, f.y, f.z, f.w};
  int channels = 0;
  while (channels < 4 && bits[static_cast<std::size_t>(channels)] != 0) ++channels;
  for (int i = 0; i < 4; ++i)
    if (bits[static_cast<std::size_t>(i)] != (i < channels ? f.x : 0)) return 0;
  bool const integer =
      f.kind == channel_kind::signed_integer || f.kind == channel_kind::unsigned_integer;
  bool const width = (f.x == 8 && integer) ||
                     ((f.x == 16 || f.x == 32) && (integer || f.kind == channel_kind::floating));
  if (!width || channels == 0 || channels == 3) return 0;
  return static_cast<std::size_t>(f.x / 8 * channels);
}

/// The extents that arrays of a kind can have.
/// - Needs:   deep: the slices of a 3D array
[[nodiscard]] constexpr bool array_extent_fits(image_limits const& m, array_extent const& e,
                                               unsigned flags, std::size_t deep) noexcept {
  if (e.width == 0) return false;
  bool const layered = (flags & array_layered) != 0;
  if ((flags & array_cubemap) != 0) {
    if (e.width != e.height) return false;
    if (!layered) return e.width <= m.cubemap && e.depth == 6;
    return e.width <= m.layered_cubemap[0] && e.depth != 0 && e.depth % 6 == 0 &&
           e.depth <= m.layered_cubemap[1];
  }
  if (layered) {
    if (e.height == 0)
      return e.width <= m.layered_1d[0] && e.depth != 0 && e.depth <= m.layered_1d[1];
    return e.width <= m.layered_2d[0] && e.height <= m.layered_2d[1] && e.depth != 0 &&
           e.depth <= m.layered_2d[2];
  }
  if (e.depth != 0)
    return e.height != 0 && e.width <= m.extent_3d[0] && e.height <= m.extent_3d[1] &&
           e.depth <= deep;
  if (e.height == 0) return e.width <= m.width_1d;
  return e.width <= m.extent_2d[0] && e.height <= m.extent_2d[1];
}
/// The same for all that the array's flags ask for.
/// - CUDA:    from 7.0 on textures' limits hold for 1D arrays with surfaces too, and 3D arrays
///            without may be twice as deep: an H200 does so
[[nodiscard]] constexpr bool array_extent_fits(capability_limits const& m, array_extent const& e,
                                               unsigned flags) noexcept {
  bool const surfaces = (flags & array_surface) != 0;
  std::size_t const deep = m.texture.extent_3d[2];
  if (m.capability >= 70) return array_extent_fits(m.texture, e, flags, surfaces ? deep : 2 * deep);
  return array_extent_fits(m.texture, e, flags, deep) &&
         (!surfaces || array_extent_fits(m.surface, e, flags, m.surface.extent_3d[2]));
}

[[nodiscard]] constexpr bool array_flags_fit(capability_limits const& m, array_extent const& e,
                                             unsigned flags) noexcept {
  bool const layered = (flags & array_layered) != 0;
  bool const cube = (flags & array_cubemap) != 0;
  constexpr unsigned known = 0x1cf;
  if ((flags & ~known) != 0) return false;
  // Gather reads four neighbours of a plane.
  if ((flags & array_gather) != 0 && (e.height == 0 || e.depth != 0 || layered || cube ||
                                      e.width > m.gather[0] || e.height > m.gather[1]))
    return false;
  if ((flags & array_sparse) != 0 && e.height == 0) return false;
  return true;
}

[[nodiscard]] inline error_code make_array(array_record*& out, channel_format const& format,
                                           array_extent const& extent, unsigned flags,
                                           device_state& d) {
  capability_limits const& model = this_device().model;
  if (!array_extent_fits(model, extent, flags)) return error_code::invalid_value;
  std::size_t const element = element_bytes(format);
  if (element == 0)
    return is_packed_kind(format.kind) ? error_code::not_supported
                                       : error_code::invalid_channel_descriptor;
  if (!array_flags_fit(model, extent, flags)) return error_code::invalid_value;
  plane layout;
  layout.pitch = (extent.width * element + 63) / 64 * 64;
  layout.slice = layout.pitch * std::max<std::size_t>(extent.height, 1);
  std::size_t const slices = std::max<std::size_t>(extent.depth, 1);
  if (layout.slice > host().physical_bytes / slices) return error_code::memory_allocation;
  std::size_t const bytes = layout.slice * slices;
  std::size_t used = d.memory_used.load();
  do {
    if (used > d.memory_bytes || bytes > d.memory_bytes - used)
      return error_code::memory_allocation;
  } while (!d.memory_used.compare_exchange_weak(used, used + bytes));
  void* const data = memory().blocks.take(block_bytes(bytes));
  array_record* a = nullptr;
  if (data != nullptr) {
    try {
      a = arrays().arrays.take();
    } catch (std::bad_alloc const&) {
    }
  }
  if (a == nullptr) {
    if (data != nullptr) memory().blocks.give_back(data, block_bytes(bytes));
    d.memory_used.fetch_sub(bytes);
    return error_code::memory_allocation;
  }
  a->format = format;
  a->extent = extent;
  a->flags = flags;
  a->element_bytes = element;
  a->layout = layout;
  a->data = static_cast<std::byte*>(data);
  a->bytes = bytes;
  a->is_level = false;
  a->device = &d;
#if SIMT_CHECK
  simt_check_allocated(a->data, a->bytes, simt_memory_texels);
#endif
  a->alive.store(true, std::memory_order_release);
  out = a;
  return error_code::success;
}

inline void drop_array(array_record& a) {
  views().forget(a.data, a.bytes);
#if SIMT_CHECK
  simt_check_freed(a.data);
#endif
  a.device->memory_used.fetch_sub(a.bytes);
  memory().blocks.give_back(a.data, block_bytes(a.bytes));
  a.data = nullptr;
  arrays().arrays.give_back(&a);
}

/// One side of a copy with positions: an array, or pitched memory.
struct copy_side {
  array_record* array = nullptr;
  std::byte* base = nullptr;
  std::size_t pitch = 0;
  std::size_t rows = 0;  // of a slice
  std::size_t x = 0;     // bytes
  std::size_t y = 0;
  std::size_t z = 0;
};

struct resolved_side {
  std::byte* at = nullptr;
  plane layout;
  copy_place where;
};

[[nodiscard]] inline resolved_side resolve(copy_side const& s, box const& size) {
  resolved_side out;
  if (s.array != nullptr) {
    array_record const& a = *s.array;
    std::size_t const row = a.extent.width * a.element_bytes;
    auto const fits = [](std::size_t at, std::size_t n, std::size_t all) {
      return at <= all && n <= all - at;
    };
    out.layout = a.layout;
    out.where.kind = memory_kind::device;
    if (!fits(s.x, size.width, row) || !fits(s.y, size.height, a.rows()) ||
        !fits(s.z, size.depth, a.slices())) {
      out.where.error = error_code::invalid_value;
      return out;
    }
    out.at = a.data + s.z * a.layout.slice + s.y * a.layout.pitch + s.x;
    return out;
  }
  out.layout = {s.pitch, s.pitch * s.rows};
  out.at = s.base + s.z * out.layout.slice + s.y * s.pitch + s.x;
  out.where = s.base == nullptr ? copy_place{{}, error_code::invalid_value}
                                : locate(out.at, span_of(size, out.layout));
  return out;
}

/// A copy between arrays and memory; `size` in bytes.
[[nodiscard]] inline error_code copy_box(copy_side const& dst, copy_side const& src,
                                         box const& size, copy_kind kind, stream_handle stream,
                                         bool per_thread, bool async) {
  if (size.empty()) return error_code::success;
  if (!valid_kind(kind)) return error_code::invalid_memcpy_direction;
  stream_record* const s = block::current() ? nullptr : find_stream(stream, per_thread);
  if (!block::current() && s == nullptr) return error_code::invalid_resource_handle;
  resolved_side const to = resolve(dst, size);
  resolved_side const from = resolve(src, size);
  if ((dst.array != nullptr && to.where.error != error_code::success) ||
      (src.array != nullptr && from.where.error != error_code::success))
    return error_code::invalid_value;
  if ((dst.array == nullptr && dst.base == nullptr) ||
      (src.array == nullptr && src.base == nullptr))
    return error_code::invalid_value;
  auto const bad_pitch = [&](copy_side const& side) {
    return side.array == nullptr && (size.height > 1 || size.depth > 1) &&
           (size.width > side.pitch || (size.depth > 1 && size.height > side.rows));
  };
  if (bad_pitch(dst) || bad_pitch(src)) return error_code::invalid_pitch_value;
  auto const bad_row = [&](copy_side const& side) {
    return side.array == nullptr && ((side.pitch != 0 && side.x + size.width > side.pitch) ||
                                     (side.rows != 0 && size.height > side.rows));
  };
  if (bad_row(dst) || bad_row(src)) return error_code::invalid_value;
  if (!s) return copy_in_kernel({to.at, to.layout, from.at, from.layout, size, kind, stream, 0, async});
  copy_sides const sides{to.where, from.where};
  if (error_code const e = check_sides(sides, kind); e != error_code::success) return e;
  return run_copy(*s, copy_work{to.at, from.at, size, to.layout, from.layout}, sides, async);
}

}  // namespace detail

/// Allocates an array: 1-, 2- or 3-dimensional, layered or a cube map.
/// - CUDA:    cudaMallocArray, cudaMalloc3DArray
/// - Errors:  invalid_value for extents or flags, invalid_channel_descriptor, memory_allocation
[[nodiscard]] inline error_code allocate_array(array_handle* out, channel_format const* format,
                                               array_extent const& extent,
                                               unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || format == nullptr) return error_code::invalid_value;
    *out = nullptr;
    detail::forbid_in_capture();
    detail::array_record* made = nullptr;
    error_code const e = detail::make_array(made, *format, extent, flags, detail::this_device());
    if (e == error_code::success) *out = detail::told_allocated(made);
    return e;
  });
}

/// Frees an array once all work of its device is done; null is allowed.
/// - CUDA:    cudaFreeArray
/// - Errors:  invalid_resource_handle for what is no array, or a level of a mipmapped one
[[nodiscard]] inline error_code free_array(array_handle handle) noexcept {
  return detail::guarded([&] {
    detail::forbid_in_capture();
    if (handle == nullptr) return error_code::success;
    detail::array_record* const a = detail::arrays().arrays.find(handle);
    if (a == nullptr || a->is_level) return error_code::invalid_resource_handle;
    detail::wait_for_device(*a->device);
    if (!a->alive.exchange(false)) return error_code::invalid_resource_handle;
    detail::device_state& d = *a->device;
    detail::drop_array(*detail::told_freed(a));
    return detail::settle(d);
  });
}

/// Allocates an array and its levels, each half as large as the one before. More levels than the
/// extent has become as many as it has, none becomes one.
/// - CUDA:    cudaMallocMipmappedArray
[[nodiscard]] inline error_code allocate_mipmapped(array_handle* out, channel_format const* format,
                                                   array_extent const& extent, unsigned levels,
                                                   unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || format == nullptr) return error_code::invalid_value;
    *out = nullptr;
    bool const layers = (flags & (array_layered | array_cubemap)) != 0;
    std::size_t const longest =
        std::max({extent.width, extent.height, layers ? std::size_t{0} : extent.depth});
    auto const most = static_cast<unsigned>(std::bit_width(longest));
    unsigned const count = std::clamp(levels, 1u, std::max(most, 1u));
    auto const level_extent = [&](unsigned level) {
      auto const half = [level](std::size_t n) {
        return n == 0 ? n : std::max<std::size_t>(n >> level, 1);
      };
      return array_extent{half(extent.width), half(extent.height),
                          layers ? extent.depth : half(extent.depth)};
    };
    detail::mipmap_record* const m = detail::arrays().mipmaps.take();
    m->levels.clear();
    error_code e = error_code::success;
    for (unsigned i = 0; i < count; ++i) {
      detail::array_record* a = nullptr;
      e = detail::make_array(a, *format, level_extent(i), flags, detail::this_device());
      if (e != error_code::success) break;
      a->is_level = true;
      m->levels.push_back(a);
    }
    if (e != error_code::success) {
      for (detail::array_record* const a : m->levels)
        if (a->alive.exchange(false)) detail::drop_array(*a);
      m->levels.clear();
      detail::arrays().mipmaps.give_back(m);
      return e;
    }
    m->alive.store(true, std::memory_order_release);
    *out = m;
    return error_code::success;
  });
}

/// - CUDA:    cudaFreeMipmappedArray
[[nodiscard]] inline error_code free_mipmapped(array_handle handle) noexcept {
  return detail::guarded([&] {
    if (handle == nullptr) return error_code::success;
    detail::mipmap_record* const m = detail::arrays().mipmaps.find(handle);
    if (m == nullptr) return error_code::invalid_resource_handle;
    detail::device_state& d = *m->levels.front()->device;
    detail::wait_for_device(d);
    if (!m->alive.exchange(false)) return error_code::invalid_resource_handle;
    for (detail::array_record* const a : m->levels)
      if (a->alive.exchange(false)) detail::drop_array(*a);
    m->levels.clear();
    detail::arrays().mipmaps.give_back(m);
    return detail::settle(d);
  });
}

/// - CUDA:    cudaGetMipmappedArrayLevel
[[nodiscard]] inline error_code mipmap_level(array_handle* out, array_handle handle,
                                             unsigned level) noexcept {
  return detail::guarded([&] {
    detail::mipmap_record* const m = detail::arrays().mipmaps.find(handle);
    if (out == nullptr) return error_code::invalid_value;
    if (m == nullptr) return error_code::invalid_resource_handle;
    if (level >= m->levels.size()) return error_code::invalid_value;
    *out = m->levels[level];
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
