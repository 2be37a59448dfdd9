#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/host_array.hpp>
#include <simt/runtime/memory.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

/// Holds what a program registers with CUDA of a graphics API.
/// - CUDA:    cudaGraphicsResource_t
using graphics_handle = void*;

/// Flags of a registration; of a mapping the first two.
/// - CUDA:    cudaGraphicsRegisterFlagsReadOnly and so on
inline constexpr unsigned graphics_read_only = 1;
inline constexpr unsigned graphics_write_discard = 2;
inline constexpr unsigned graphics_surface = 4;
inline constexpr unsigned graphics_gather = 8;

namespace detail {

/// Describes what an object of a graphics API holds: the bytes of a buffer, or the texels of an
/// image, whose layers or faces are planes, at several levels.
struct graphics_shape {
  bool is_image = false;
  std::size_t bytes = 0;
  channel_format format;
  std::vector<array_extent> levels;
  unsigned planes = 1;

  [[nodiscard]] bool same(graphics_shape const& o) const noexcept {
    if (is_image != o.is_image || bytes != o.bytes || planes != o.planes ||
        levels.size() != o.levels.size() || format.x != o.format.x || format.y != o.format.y ||
        format.z != o.format.z || format.kind != o.format.kind)
      return false;
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (levels[i].width != o.levels[i].width || levels[i].height != o.levels[i].height ||
          levels[i].depth != o.levels[i].depth)
        return false;
    return true;
  }
};

/// Where CUDA sees an object: a buffer's bytes, or an array for each level and plane.
struct graphics_memory {
  std::byte* buffer = nullptr;
  std::size_t bytes = 0;
  std::vector<array_record*> arrays;  // level by level
  unsigned planes = 1;                // of each level
  mipmap_record* levels = nullptr;    // of an image without planes
};

/// An object of a graphics API, whose content is copied when CUDA begins and ends to use it.
class graphics_object {
 public:
  graphics_object() = default;
  graphics_object(graphics_object const&) = delete;
  graphics_object& operator=(graphics_object const&) = delete;
  virtual ~graphics_object() = default;
  /// Asks the graphics API what the object is now. Leaves `out` alone if it is gone.
  /// - Errors:  operating_system where the API cannot be asked; invalid_value, for what CUDA refuses
  [[nodiscard]] virtual error_code measure(graphics_shape& out) = 0;
  [[nodiscard]] virtual error_code read(graphics_memory const& to) = 0;
  [[nodiscard]] virtual error_code write(graphics_memory const& from) = 0;
};

struct graphics_record {
  std::atomic<bool> alive{false};
  std::unique_ptr<graphics_object> object;
  graphics_shape shape;
  graphics_memory memory;
  unsigned flags = 0;
  unsigned map_flags = 0;
  bool is_mapped = false;
  device_state* device = nullptr;

  /// The hint that holds for a mapping: the one of the mapping itself, or else of the registration.
  [[nodiscard]] bool is_hinted(unsigned hint) const noexcept {
    return ((map_flags != 0 ? map_flags : flags) & 3) == hint;
  }
};

/// Never destroyed: programs may end with resources registered.
[[nodiscard]] inline handle_pool<graphics_record>& graphics() {
  static auto& all = *new handle_pool<graphics_record>;
  return all;
}

inline void drop_graphics_memory(graphics_memory& m) {
  if (m.buffer != nullptr) {
    auto const a = memory().ranges.remove(
        m.buffer, [](allocation const& of) { return (of.flags & memory_of_graphics) != 0; });
    if (a) release(*a);
  }
  if (m.levels != nullptr && m.levels->alive.exchange(false)) {
    m.levels->levels.clear();
    arrays().mipmaps.give_back(m.levels);
  }
  for (array_record* const a : m.arrays)
    if (a->alive.exchange(false)) drop_array(*a);
  m = {};
}

/// Makes the memory in which CUDA sees an object of this shape.
[[nodiscard]] inline error_code make_graphics_memory(graphics_memory& out,
                                                     graphics_shape const& shape, unsigned flags,
                                                     device_state& d) {
  if (!shape.is_image) {
    void* p = nullptr;
    error_code const e = allocate(&p, shape.bytes, memory_kind::device, memory_of_graphics, d);
    out.buffer = static_cast<std::byte*>(p);
    out.bytes = shape.bytes;
    return e;
  }
  unsigned const array_flags = ((flags & graphics_surface) != 0 ? array_surface : 0u) |
                               ((flags & graphics_gather) != 0 ? array_gather : 0u);
  for (array_extent const& extent : shape.levels)
    for (unsigned plane = 0; plane < shape.planes; ++plane) {
      array_record* a = nullptr;
      if (error_code const e = make_array(a, shape.format, extent, array_flags, d);
          e != error_code::success) {
        drop_graphics_memory(out);
        return e;
      }
      a->is_level = true;  // not the program's to free
      out.arrays.push_back(a);
    }
  out.planes = shape.planes;
  if (shape.planes == 1) {
    out.levels = arrays().mipmaps.take();
    out.levels->levels = out.arrays;
    out.levels->alive.store(true, std::memory_order_release);
  }
  return error_code::success;
}

/// The resource behind a handle; not one whose memory a reset of the device has taken.
[[nodiscard]] inline graphics_record* find_graphics(graphics_handle handle) {
  graphics_record* const r = graphics().find(handle);
  if (r == nullptr || r->memory.buffer == nullptr) return r;
  auto const a = memory().ranges.find(r->memory.buffer);
  return a && (a->flags & memory_of_graphics) != 0 ? r : nullptr;
}

/// Enters an object that a graphics API has.
/// - Errors:  those of graphics_object::measure; invalid_resource_handle for one that is not there,
/// or
///            has no memory; memory_allocation
[[nodiscard]] inline error_code register_graphics(graphics_handle* out,
                                                  std::unique_ptr<graphics_object> object,
                                                  unsigned flags) {
  forbid_in_capture();
  graphics_shape shape;
  if (error_code const e = object->measure(shape); e != error_code::success) return e;
  if (!shape.is_image && shape.bytes == 0) return error_code::invalid_resource_handle;
  graphics_memory place;
  if (error_code const e = make_graphics_memory(place, shape, flags, this_device());
      e != error_code::success)
    return e;
  graphics_record* const r = graphics().take();
  r->object = std::move(object);
  r->shape = std::move(shape);
  r->memory = std::move(place);
  r->flags = flags;
  r->map_flags = 0;
  r->is_mapped = false;
  r->device = &this_device();
  r->alive.store(true, std::memory_order_release);
  *out = r;
  return error_code::success;
}

/// Copies what the graphics API has into CUDA's memory, which is made anew if the object has another
/// size.
[[nodiscard]] inline error_code begin_graphics(graphics_record& r) {
  graphics_shape now = r.shape;
  if (error_code const e = r.object->measure(now); e != error_code::success) return e;
  if (!now.same(r.shape)) {
    wait_for_device(*r.device);
    drop_graphics_memory(r.memory);
    if (error_code const e = make_graphics_memory(r.memory, now, r.flags, *r.device);
        e != error_code::success)
      return e;
    r.shape = std::move(now);
  }
  return r.is_hinted(graphics_write_discard) ? error_code::success : r.object->read(r.memory);
}

/// The mapped resource behind a handle, of one of the two kinds.
/// - Errors:  invalid_resource_handle, not_mapped, not_mapped_as_array, not_mapped_as_pointer
[[nodiscard]] inline error_code find_mapped(graphics_record const*& out, graphics_handle handle,
                                            bool is_image) {
  out = find_graphics(handle);
  if (out == nullptr) return error_code::invalid_resource_handle;
  if (!out->is_mapped) return error_code::not_mapped;
  if (out->shape.is_image == is_image) return error_code::success;
  return is_image ? error_code::not_mapped_as_array : error_code::not_mapped_as_pointer;
}

}  // namespace detail

/// Gives CUDA what graphics APIs hold, by copying it: the graphics API's calls so far come before.
/// - CUDA:    cudaGraphicsMapResources
/// - Order:   at once, by the calling thread, whose context of the graphics API it takes
/// - Errors:  invalid_value, invalid_resource_handle, already_mapped; none is mapped then
/// - Differs: with graphics_write_discard nothing is copied: the memory has what the mapping before
///            left there
[[nodiscard]] inline error_code map_graphics(unsigned count, graphics_handle const* handles,
                                             stream_handle stream, bool per_thread) noexcept {
  return detail::guarded([&] {
    if (count == 0 || handles == nullptr) return error_code::invalid_value;
    detail::stream_record const* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    detail::check_waiting(*s);
    for (unsigned i = 0; i < count; ++i)
      if (detail::find_graphics(handles[i]) == nullptr) return error_code::invalid_resource_handle;
    error_code e = error_code::success;
    unsigned mapped = 0;
    for (; mapped < count; ++mapped) {
      detail::graphics_record& r = *detail::graphics().find(handles[mapped]);
      e = r.is_mapped ? error_code::already_mapped : detail::begin_graphics(r);
      if (e != error_code::success) break;
      r.is_mapped = true;
    }
    if (e != error_code::success)
      while (mapped != 0) detail::graphics().find(handles[--mapped])->is_mapped = false;
    return e;
  });
}

/// Gives graphics APIs what CUDA has written, once the stream's work so far is done.
/// - CUDA:    cudaGraphicsUnmapResources
/// - Errors:  invalid_value, invalid_resource_handle, not_mapped; an error of the stream's work
/// - Differs: waits for the stream, as the graphics API takes the content from the calling thread;
///            with graphics_read_only nothing is copied
[[nodiscard]] inline error_code unmap_graphics(unsigned count, graphics_handle const* handles,
                                               stream_handle stream, bool per_thread) noexcept {
  return detail::guarded([&] {
    if (count == 0 || handles == nullptr) return error_code::invalid_value;
    detail::stream_record* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    detail::check_waiting(*s);
    for (unsigned i = 0; i < count; ++i) {
      detail::graphics_record const* const r = detail::find_graphics(handles[i]);
      if (r == nullptr) return error_code::invalid_resource_handle;
      if (!r->is_mapped) return error_code::not_mapped;
    }
    error_code e = detail::wait_for_stream(*s);
    for (unsigned i = 0; i < count; ++i) {
      detail::graphics_record& r = *detail::graphics().find(handles[i]);
      if (!r.is_mapped) continue;  // named twice
      r.is_mapped = false;
      if (r.is_hinted(graphics_read_only)) continue;
      error_code const written = r.object->write(r.memory);
      if (e == error_code::success) e = written;
    }
    return e;
  });
}

/// Ends a registration; the object stays the graphics API's.
/// - CUDA:    cudaGraphicsUnregisterResource
/// - Errors:  invalid_resource_handle; already_mapped, as an H100 answers
[[nodiscard]] inline error_code unregister_graphics(graphics_handle handle) noexcept {
  return detail::guarded([&] {
    detail::forbid_in_capture();
    detail::graphics_record* const r = detail::graphics().find(handle);
    if (r == nullptr) return error_code::invalid_resource_handle;
    if (r->is_mapped) return error_code::already_mapped;
    detail::wait_for_device(*r->device);
    if (!r->alive.exchange(false)) return error_code::invalid_resource_handle;
    detail::drop_graphics_memory(r->memory);
    r->object.reset();
    detail::graphics().give_back(r);
    return error_code::success;
  });
}

/// Says what the next mappings are for: graphics_read_only, graphics_write_discard or nothing.
/// - CUDA:    cudaGraphicsResourceSetMapFlags
/// - Errors:  invalid_resource_handle, already_mapped
[[nodiscard]] inline error_code set_graphics_flags(graphics_handle handle,
                                                   unsigned flags) noexcept {
  return detail::guarded([&] {
    detail::graphics_record* const r = detail::find_graphics(handle);
    if (r == nullptr) return error_code::invalid_resource_handle;
    if (r->is_mapped) return error_code::already_mapped;
    r->map_flags = flags;
    return error_code::success;
  });
}

/// Gives the address and size of a mapped buffer; either may be null.
/// - CUDA:    cudaGraphicsResourceGetMappedPointer
/// - Errors:  invalid_resource_handle, not_mapped; not_mapped_as_pointer for an image
[[nodiscard]] inline error_code mapped_pointer(void** out, std::size_t* bytes,
                                               graphics_handle handle) noexcept {
  return detail::guarded([&] {
    detail::graphics_record const* r = nullptr;
    if (error_code const e = detail::find_mapped(r, handle, false); e != error_code::success)
      return e;
    if (out != nullptr) *out = r->memory.buffer;
    if (bytes != nullptr) *bytes = r->memory.bytes;
    return error_code::success;
  });
}

/// Gives the array of a mapped image's level and plane (layer, or face of a cube map).
/// - CUDA:    cudaGraphicsSubResourceGetMappedArray
/// - Errors:  invalid_resource_handle, not_mapped; not_mapped_as_array for a buffer; invalid_value
[[nodiscard]] inline error_code mapped_array(array_handle* out, graphics_handle handle,
                                             unsigned plane, unsigned level) noexcept {
  return detail::guarded([&] {
    detail::graphics_record const* r = nullptr;
    if (error_code const e = detail::find_mapped(r, handle, true); e != error_code::success)
      return e;
    if (out == nullptr || plane >= r->shape.planes || level >= r->shape.levels.size())
      return error_code::invalid_value;
    *out = r->memory.arrays[std::size_t{level} * r->shape.planes + plane];
    return error_code::success;
  });
}

/// Gives all levels of a mapped image.
/// - CUDA:    cudaGraphicsResourceGetMappedMipmappedArray
/// - Errors:  as mapped_array; not_supported for images of several layers or faces
[[nodiscard]] inline error_code mapped_mipmaps(array_handle* out, graphics_handle handle) noexcept {
  return detail::guarded([&] {
    detail::graphics_record const* r = nullptr;
    if (error_code const e = detail::find_mapped(r, handle, true); e != error_code::success)
      return e;
    if (out == nullptr) return error_code::invalid_value;
    if (r->memory.levels == nullptr) return error_code::not_supported;
    *out = r->memory.levels;
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
