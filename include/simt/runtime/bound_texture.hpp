#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/host_texture.hpp>
#include <simt/runtime/submit.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace simt::inline SIMT_ABI::detail {

/// A texture of file scope and what it is bound to.
struct bound_texture {
  texture_object object = 0;
  texture_resource resource;
  texture_settings settings;  // those that the object was made with
  bool any_alignment = false;
  std::size_t offset = 0;  // of the bound address behind the texture's first byte
  device_state* device = nullptr;
  texture_settings (*settings_now)(void const* reference) = nullptr;
};

struct bound_state {
  std::mutex lock;
  std::unordered_map<void const*, bound_texture> textures;
  std::unordered_map<void const*, surface_record> surfaces;
};
/// Never destroyed: variables of file scope may outlive main.
[[nodiscard]] inline bound_state& bound() {
  static auto& state = *new bound_state;
  return state;
}

[[nodiscard]] inline bool same(texture_settings const& a, texture_settings const& b) noexcept {
  auto const bits = [](float f) { return std::bit_cast<std::uint32_t>(f); };
  return a.address == b.address && a.filter == b.filter && a.normalized_read == b.normalized_read &&
         a.srgb == b.srgb && a.normalized_coordinates == b.normalized_coordinates &&
         a.anisotropy == b.anisotropy && a.mip_filter == b.mip_filter &&
         bits(a.level_bias) == bits(b.level_bias) && bits(a.min_level) == bits(b.min_level) &&
         bits(a.max_level) == bits(b.max_level);
}

/// A texture of file scope is read as its declaration says, whether or not that makes sense.
[[nodiscard]] inline error_code make_bound_view(made_view& out, texture_resource const& r,
                                                texture_settings const& s) {
  if (!s.normalized_read) return make_view(out, r, s, nullptr);
  made_view first = out;
  error_code const e = make_view(first, r, s, nullptr);
  if (e == error_code::invalid_norm_setting) {
    texture_settings plain = s;
    plain.normalized_read = false;
    return make_view(out, r, plain, nullptr);
  }
  out = first;
  return e;
}

/// Waiting for a device can mean to run its kernels, and these may launch others.
inline thread_local bool binding_here = false;
class binding_scope {
 public:
  binding_scope() : hold_(bound().lock) { binding_here = true; }
  binding_scope(binding_scope const&) = delete;
  binding_scope& operator=(binding_scope const&) = delete;
  ~binding_scope() { binding_here = false; }

 private:
  std::scoped_lock<std::mutex> hold_;
};

/// Lets changes to bound textures of file scope count: what a launch sees is what they hold then.
SIMT_COLD inline void refresh_bound_textures() {
  if (binding_here) return;
  binding_scope const scope;
  for (auto& [reference, b] : bound().textures) {
    if (b.object == 0) continue;
    texture_settings const now = b.settings_now(reference);
    if (same(now, b.settings)) continue;
    made_view made;
    made.any_alignment = b.any_alignment;
    if (make_bound_view(made, b.resource, now) != error_code::success) continue;
    wait_for_device(*b.device);
    (void)replace_texture(b.object, made.view);
    b.settings = now;
  }
}

/// Binds memory to a texture of file scope.
/// - Needs:   `object` is what kernels read the texture by
/// - Order:   kernels that were launched before keep what they had, those launched later read this
/// - Differs: the host waits for the former, as they read `object` while they run
[[nodiscard]] inline error_code bind_texture(void const* reference, unsigned long long& object,
                                             bound_texture b) {
  made_view made;
  made.any_alignment = b.any_alignment;
  b.settings = b.settings_now(reference);
  if (error_code const e = make_bound_view(made, b.resource, b.settings); e != error_code::success)
    return e;
  b.device = &this_device();
  binding_scope const scope;
  bound_texture& place = bound().textures[reference];
  if (place.object != 0) {
    wait_for_device(*place.device);
    object = 0;
    end_texture(place.object);
  }
  place = b;
  place.object = begin_texture(made);
  object = place.object;
  before_launch.store(refresh_bound_textures, std::memory_order_release);
  return error_code::success;
}

inline void unbind_texture(void const* reference, unsigned long long& object) {
  binding_scope const scope;
  auto const at = bound().textures.find(reference);
  if (at == bound().textures.end()) return;
  if (at->second.device != nullptr) wait_for_device(*at->second.device);
  object = 0;
  if (at->second.object != 0) end_texture(at->second.object);
  bound().textures.erase(at);
}

[[nodiscard]] inline error_code bound_offset(std::size_t* out, void const* reference) {
  binding_scope const scope;
  auto const at = bound().textures.find(reference);
  if (at == bound().textures.end() || at->second.object == 0)
    return error_code::invalid_texture_binding;
  *out = at->second.offset;
  return error_code::success;
}

/// Binds an array to a surface of file scope.
[[nodiscard]] inline error_code bind_surface(void const* reference, unsigned long long& object,
                                             array_handle array) {
  array_record const* const a = arrays().arrays.find(array);
  if (a == nullptr) return error_code::invalid_resource_handle;
  binding_scope const scope;
  surface_record& place = bound().surfaces[reference];
  if (object != 0) {
    wait_for_device(*place.device);
    end_surface(object);
    object = 0;
  }
  place = {array, &this_device()};
  object = begin_surface(*a);
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI::detail
