#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/gl_functions.hpp>
#include <simt/runtime/detail/gl_image.hpp>
#include <simt/runtime/graphics.hpp>

#include <cstddef>
#include <cstring>
#include <memory>

namespace simt::inline SIMT_ABI {
namespace detail {

/// A buffer object of OpenGL.
class gl_buffer final : public graphics_object {
 public:
  explicit gl_buffer(unsigned name) : name_(name) {}

  [[nodiscard]] error_code measure(graphics_shape& out) override {
    return with_bound([&](gl_functions const& gl) {
      int bytes = 0;
      gl.get_buffer_parameter(array_buffer, 0x8764, &bytes);  // GL_BUFFER_SIZE
      out.is_image = false;
      out.bytes = static_cast<std::size_t>(bytes);
      return error_code::success;
    });
  }

  [[nodiscard]] error_code read(graphics_memory const& to) override {
    return with_bound([&](gl_functions const& gl) {
      auto const bytes = static_cast<std::ptrdiff_t>(to.bytes);
      if (!gl.is_embedded) {
        gl.get_buffer_data(array_buffer, 0, bytes, to.buffer);
        return error_code::success;
      }
      void const* const p = gl.map_buffer_range(array_buffer, 0, bytes, 1);  // GL_MAP_READ_BIT
      if (p == nullptr) return error_code::unknown;
      std::memcpy(to.buffer, p, to.bytes);
      return gl.unmap_buffer(array_buffer) != 0 ? error_code::success : error_code::unknown;
    });
  }

  [[nodiscard]] error_code write(graphics_memory const& from) override {
    return with_bound([&](gl_functions const& gl) {
      gl.buffer_data(array_buffer, 0, static_cast<std::ptrdiff_t>(from.bytes), from.buffer);
      return error_code::success;
    });
  }

 private:
  static constexpr unsigned array_buffer = 0x8892;

  /// Does something with the buffer bound; nothing with one that OpenGL has deleted.
  template <class F>
  error_code with_bound(F&& f) {
    gl_functions const* const current = current_gl();
    if (current == nullptr) return error_code::operating_system;
    gl_functions const& gl = *current;
    if (gl.is_buffer(name_) == 0) return error_code::success;
    gl_bound const bound(gl, gl.bind_buffer, array_buffer, 0x8894, name_);
    return f(gl);
  }

  unsigned name_;
};

}  // namespace detail

/// Registers a buffer object of OpenGL.
/// - CUDA:    cudaGraphicsGLRegisterBuffer
/// - Errors:  invalid_value; operating_system without a context of OpenGL that is current;
///            invalid_resource_handle for what is no buffer, or has no memory
[[nodiscard]] inline error_code register_gl_buffer(graphics_handle* out, unsigned buffer,
                                                   unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || buffer == 0 || flags > graphics_write_discard)
      return error_code::invalid_value;
    return detail::register_graphics(out, std::make_unique<detail::gl_buffer>(buffer), flags);
  });
}

/// Registers a texture or renderbuffer of OpenGL.
/// - CUDA:    cudaGraphicsGLRegisterImage
/// - Needs:   target GL_TEXTURE_2D, _RECTANGLE, _3D, _2D_ARRAY, _CUBE_MAP or GL_RENDERBUFFER
/// - Errors:  invalid_value, also for formats that CUDA refuses; operating_system without a context;
///            invalid_resource_handle for what is no texture; not_supported with OpenGL ES
[[nodiscard]] inline error_code register_gl_image(graphics_handle* out, unsigned image,
                                                  unsigned target, unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || image == 0 || flags > 15 || !detail::is_gl_target(target))
      return error_code::invalid_value;
    return detail::register_graphics(out, std::make_unique<detail::gl_image>(image, target), flags);
  });
}

/// True where OpenGL has a context that is current to the calling thread.
[[nodiscard]] inline bool has_gl_context() { return detail::current_gl() != nullptr; }

}  // namespace simt::inline SIMT_ABI
