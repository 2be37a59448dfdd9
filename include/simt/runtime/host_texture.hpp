#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/host_array.hpp>
#include <simt/runtime/texture_resource.hpp>
#include <simt/texture/descriptor.hpp>
#include <simt/texture/objects.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace simt::inline SIMT_ABI {
namespace detail {

struct texture_record {
  texture_resource resource;
  texture_settings settings;
  resource_view view;
  device_state* device = nullptr;
};
struct surface_record {
  array_handle array = nullptr;
  device_state* device = nullptr;
};
struct texture_state {
  std::mutex lock;
  std::unordered_map<texture_object, texture_record> textures;
  std::unordered_map<surface_object, surface_record> surfaces;
};
/// Never destroyed: textures may outlive main.
[[nodiscard]] inline texture_state& textures() {
  static auto& state = *new texture_state;
  return state;
}

inline void forget_texture(unsigned long long object) noexcept { replace_texture(object, {}); }
inline void forget_surface(unsigned long long object) noexcept { replace_surface(object, {}); }

/// Takes a texture away that nothing reads any more.
inline void end_texture(texture_object object) noexcept {
  views().remove(object, forget_texture);
  (void)drop_texture(object);
}

[[nodiscard]] inline texture_object begin_texture(made_view const& made) {
  texture_object const object = make_texture(made.view);
  try {
    for (std::size_t i = 0; i < made.ranges; ++i)
      views().add({reinterpret_cast<std::uintptr_t>(made.memory[i].begin), made.memory[i].bytes,
                   object, forget_texture});
  } catch (...) {
    end_texture(object);
    throw;
  }
  return object;
}

[[nodiscard]] inline surface_object begin_surface(array_record const& a) {
  surface_view v;
  v.shape = shape_of(a);
  v.texel_bytes = static_cast<int>(a.element_bytes);
  v.slices = static_cast<int>(a.slices());
  v.level = level_of(a);
  surface_object const object = make_surface(v);
  try {
    views().add({reinterpret_cast<std::uintptr_t>(a.data), a.bytes, object, forget_surface});
  } catch (...) {
    (void)drop_surface(object);
    throw;
  }
  return object;
}
inline void end_surface(surface_object object) noexcept {
  views().remove(object, forget_surface);
  (void)drop_surface(object);
}

}  // namespace detail

/// Makes a texture out of an array, a mipmapped one or memory. Once the memory is freed it reads
/// zeros, beyond the memory's end, too.
/// - CUDA:    cudaCreateTextureObject
/// - Errors:  invalid_value; invalid_resource_handle for what is no array;
///            invalid_channel_descriptor; invalid_filter_setting for linear filtering of integers;
///            invalid_norm_setting for a normalised read of other than 8 or 16 bit integers;
///            not_supported for views as compressed blocks
[[nodiscard]] inline error_code create_texture(texture_object* out,
                                               texture_resource const& resource,
                                               texture_settings const& settings,
                                               resource_view const* part = nullptr) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    detail::made_view made;
    if (error_code const e = detail::make_view(made, resource, settings, part);
        e != error_code::success)
      return e;
    texture_object const object = detail::begin_texture(made);
    detail::texture_record record{resource, settings, {}, &detail::this_device()};
    if (part != nullptr) record.view = *part;
    try {
      std::scoped_lock const hold(detail::textures().lock);
      detail::textures().textures.insert_or_assign(object, record);
    } catch (...) {
      detail::end_texture(object);
      throw;
    }
    *out = object;
    return error_code::success;
  });
}

/// Ends a texture, once all work of its device is done; numbers of no texture are allowed.
/// - CUDA:    cudaDestroyTextureObject
[[nodiscard]] inline error_code destroy_texture(texture_object object) noexcept {
  return detail::guarded([&] {
    detail::texture_state& state = detail::textures();
    std::optional<detail::texture_record> record;
    {
      std::scoped_lock const hold(state.lock);
      if (auto const at = state.textures.find(object); at != state.textures.end()) {
        record = at->second;
        state.textures.erase(at);
      }
    }
    if (!record) return error_code::success;
    detail::wait_for_device(*record->device);
    detail::end_texture(object);
    return error_code::success;
  });
}

/// Gives the description that a texture was made from.
/// - CUDA:    cudaGetTextureObjectResourceDesc and so on
/// - Errors:  invalid_value for what is no texture
[[nodiscard]] inline error_code describe_texture(detail::texture_record* out,
                                                 texture_object object) noexcept {
  return detail::guarded([&] {
    detail::texture_state& state = detail::textures();
    std::scoped_lock const hold(state.lock);
    auto const at = state.textures.find(object);
    if (at == state.textures.end()) return error_code::invalid_value;
    *out = at->second;
    return error_code::success;
  });
}

/// Makes a surface: an array that kernels read and write.
/// - CUDA:    cudaCreateSurfaceObject
/// - Differs: as on the hardware, the array need not have been made with array_surface
/// - Errors:  invalid_value; invalid_resource_handle for what is no array
[[nodiscard]] inline error_code create_surface(surface_object* out, array_handle array) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    detail::array_record const* const a = detail::arrays().arrays.find(array);
    if (a == nullptr) return error_code::invalid_resource_handle;
    surface_object const object = detail::begin_surface(*a);
    try {
      std::scoped_lock const hold(detail::textures().lock);
      detail::textures().surfaces.insert_or_assign(
          object, detail::surface_record{array, &detail::this_device()});
    } catch (...) {
      detail::end_surface(object);
      throw;
    }
    *out = object;
    return error_code::success;
  });
}

/// Ends a surface, once all work of its device is done; numbers of no surface are allowed.
/// - CUDA:    cudaDestroySurfaceObject
[[nodiscard]] inline error_code destroy_surface(surface_object object) noexcept {
  return detail::guarded([&] {
    detail::texture_state& state = detail::textures();
    std::optional<detail::surface_record> record;
    {
      std::scoped_lock const hold(state.lock);
      if (auto const at = state.surfaces.find(object); at != state.surfaces.end()) {
        record = at->second;
        state.surfaces.erase(at);
      }
    }
    if (!record) return error_code::success;
    detail::wait_for_device(*record->device);
    detail::end_surface(object);
    return error_code::success;
  });
}

/// The array of a surface.
/// - CUDA:    cudaGetSurfaceObjectResourceDesc
/// - Errors:  invalid_value for what is no surface
[[nodiscard]] inline error_code describe_surface(array_handle* out,
                                                 surface_object object) noexcept {
  return detail::guarded([&] {
    detail::texture_state& state = detail::textures();
    std::scoped_lock const hold(state.lock);
    auto const at = state.surfaces.find(object);
    if (out == nullptr || at == state.surfaces.end()) return error_code::invalid_value;
    *out = at->second.array;
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
