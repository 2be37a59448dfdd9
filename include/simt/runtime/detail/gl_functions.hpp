#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <dlfcn.h>
#include <array>
#include <cstddef>
#include <cstring>

namespace simt::inline SIMT_ABI::detail {

/// OpenGL's functions as the program has them, looked up when they are first needed: nothing is
/// linked, no library is loaded, and a program without OpenGL pays nothing.
/// - Source:  OpenGL 4.6 core and compatibility profiles, OpenGL ES 3.0
struct gl_functions {
  using number = unsigned;  // GLenum, GLuint, GLbitfield
  void (*get_integer)(number, int*) = nullptr;
  unsigned char const* (*get_string)(number) = nullptr;
  void (*enable)(number) = nullptr;
  void (*disable)(number) = nullptr;
  unsigned char (*is_enabled)(number) = nullptr;
  void (*pixel_store)(number, int) = nullptr;
  unsigned char (*is_buffer)(number) = nullptr;
  void (*bind_buffer)(number, number) = nullptr;
  void (*get_buffer_parameter)(number, number, int*) = nullptr;
  void (*get_buffer_data)(number, std::ptrdiff_t, std::ptrdiff_t, void*) = nullptr;
  void (*buffer_data)(number, std::ptrdiff_t, std::ptrdiff_t, void const*) = nullptr;
  void* (*map_buffer_range)(number, std::ptrdiff_t, std::ptrdiff_t, number) = nullptr;
  unsigned char (*unmap_buffer)(number) = nullptr;
  unsigned char (*is_texture)(number) = nullptr;
  void (*bind_texture)(number, number) = nullptr;
  void (*generate_textures)(int, number*) = nullptr;
  void (*delete_textures)(int, number const*) = nullptr;
  void (*get_texture_parameter)(number, number, int*) = nullptr;
  void (*get_level_parameter)(number, int, number, int*) = nullptr;
  void (*get_image)(number, int, number, number, void*) = nullptr;
  void (*image_2d)(number, int, int, int, int, int, number, number, void const*) = nullptr;
  void (*part_2d)(number, int, int, int, int, int, number, number, void const*) = nullptr;
  void (*part_3d)(number, int, int, int, int, int, int, int, number, number, void const*) = nullptr;
  unsigned char (*is_renderbuffer)(number) = nullptr;
  void (*bind_renderbuffer)(number, number) = nullptr;
  void (*get_renderbuffer_parameter)(number, number, int*) = nullptr;
  void (*generate_framebuffers)(int, number*) = nullptr;
  void (*delete_framebuffers)(int, number const*) = nullptr;
  void (*bind_framebuffer)(number, number) = nullptr;
  void (*attach_renderbuffer)(number, number, number, number) = nullptr;
  void (*attach_texture)(number, number, number, number, int) = nullptr;
  void (*read_buffer)(number) = nullptr;
  void (*read_pixels)(int, int, int, int, number, number, void*) = nullptr;
  void (*blit)(int, int, int, int, int, int, int, int, number, number) = nullptr;
  void (*finish)() = nullptr;
  bool is_embedded = false;  // OpenGL ES: textures cannot be read

  [[nodiscard]] int integer(number name) const {
    int out = 0;
    get_integer(name, &out);
    return out;
  }
};

/// Where a program has its current context from.
struct gl_binding {
  char const* library;
  char const* current;
  char const* look_up;
};
inline constexpr std::array<gl_binding, 4> gl_bindings{{
    {"libEGL.so.1", "eglGetCurrentContext", "eglGetProcAddress"},
    {"libGLX.so.0", "glXGetCurrentContext", "glXGetProcAddressARB"},
    {"libGL.so.1", "glXGetCurrentContext", "glXGetProcAddressARB"},
    {"libOSMesa.so.8", "OSMesaGetCurrentContext", "OSMesaGetProcAddress"},
}};

/// A function of the program, or of a library that it has loaded.
template <class F>
void find_loaded(F*& out, char const* library, char const* name) {
  void* p = dlsym(RTLD_DEFAULT, name);
  if (p == nullptr)
    if (void* const object = dlopen(library, RTLD_LAZY | RTLD_NOLOAD); object != nullptr) {
      p = dlsym(object, name);
      dlclose(object);
    }
  std::memcpy(&out, &p, sizeof p);
}

/// Looks up OpenGL's functions by what gives the addresses of a context's functions.
template <class Find>
void find_gl_functions(gl_functions& gl, Find&& find) {
  find(gl.get_integer, "glGetIntegerv");
  find(gl.get_string, "glGetString");
  find(gl.enable, "glEnable");
  find(gl.disable, "glDisable");
  find(gl.is_enabled, "glIsEnabled");
  find(gl.pixel_store, "glPixelStorei");
  find(gl.is_buffer, "glIsBuffer");
  find(gl.bind_buffer, "glBindBuffer");
  find(gl.get_buffer_parameter, "glGetBufferParameteriv");
  find(gl.get_buffer_data, "glGetBufferSubData");
  find(gl.buffer_data, "glBufferSubData");
  find(gl.map_buffer_range, "glMapBufferRange");
  find(gl.unmap_buffer, "glUnmapBuffer");
  find(gl.is_texture, "glIsTexture");
  find(gl.bind_texture, "glBindTexture");
  find(gl.generate_textures, "glGenTextures");
  find(gl.delete_textures, "glDeleteTextures");
  find(gl.get_texture_parameter, "glGetTexParameteriv");
  find(gl.get_level_parameter, "glGetTexLevelParameteriv");
  find(gl.get_image, "glGetTexImage");
  find(gl.image_2d, "glTexImage2D");
  find(gl.part_2d, "glTexSubImage2D");
  find(gl.part_3d, "glTexSubImage3D");
  find(gl.is_renderbuffer, "glIsRenderbuffer");
  find(gl.bind_renderbuffer, "glBindRenderbuffer");
  find(gl.get_renderbuffer_parameter, "glGetRenderbufferParameteriv");
  find(gl.generate_framebuffers, "glGenFramebuffers");
  find(gl.delete_framebuffers, "glDeleteFramebuffers");
  find(gl.bind_framebuffer, "glBindFramebuffer");
  find(gl.attach_renderbuffer, "glFramebufferRenderbuffer");
  find(gl.attach_texture, "glFramebufferTexture2D");
  find(gl.read_buffer, "glReadBuffer");
  find(gl.read_pixels, "glReadPixels");
  find(gl.blit, "glBlitFramebuffer");
  find(gl.finish, "glFinish");
}

/// OpenGL's functions for the context that is current to the calling thread; null without one.
[[nodiscard]] inline gl_functions const* current_gl() {
  using plain = void();
  thread_local gl_functions gl;
  thread_local void const* of = nullptr;
  for (gl_binding const& b : gl_bindings) {
    void* (*current)() = nullptr;
    find_loaded(current, b.library, b.current);
    void const* const context = current == nullptr ? nullptr : current();
    if (context == nullptr) continue;
    if (context != of) {
      plain* (*look_up)(char const*) = nullptr;
      find_loaded(look_up, b.library, b.look_up);
      if (look_up == nullptr) continue;
      find_gl_functions(gl, [&](auto& to, char const* name) {
        plain* p = look_up(name);
        if (p == nullptr) find_loaded(p, b.library, name);
        std::memcpy(&to, &p, sizeof p);
      });
      if (gl.get_integer == nullptr || gl.get_string == nullptr || gl.bind_buffer == nullptr)
        continue;
      of = context;
    }
    auto const* const version = reinterpret_cast<char const*>(gl.get_string(0x1F02));
    gl.is_embedded = version != nullptr && std::strncmp(version, "OpenGL ES", 9) == 0;
    return &gl;
  }
  return nullptr;
}

/// Binds an object and binds the one that was bound again.
class gl_bound {
 public:
  gl_bound(gl_functions const& gl, void (*bind)(unsigned, unsigned), unsigned target,
           unsigned asked_by, unsigned object)
      : bind_(bind), target_(target), before_(static_cast<unsigned>(gl.integer(asked_by))) {
    bind(target, object);
  }
  gl_bound(gl_bound const&) = delete;
  gl_bound& operator=(gl_bound const&) = delete;
  ~gl_bound() { bind_(target_, before_); }

 private:
  void (*bind_)(unsigned, unsigned);
  unsigned target_;
  unsigned before_;
};

/// Has pixels come and go tightly packed in the host's memory, and sets what was set again.
class gl_packed_pixels {
 public:
  explicit gl_packed_pixels(gl_functions const& gl) : gl_(gl) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      before_[i] = gl.integer(names[i]);
      bool const is_alignment = names[i] == 0x0CF5 || names[i] == 0x0D05;
      gl.pixel_store(names[i], is_alignment ? 1 : 0);
    }
  }
  gl_packed_pixels(gl_packed_pixels const&) = delete;
  gl_packed_pixels& operator=(gl_packed_pixels const&) = delete;
  ~gl_packed_pixels() {
    for (std::size_t i = 0; i < names.size(); ++i) gl_.pixel_store(names[i], before_[i]);
  }

 private:
  // GL_UNPACK_SWAP_BYTES to GL_UNPACK_ALIGNMENT, the same of GL_PACK_, images' heights and skips.
  static constexpr std::array<unsigned, 16> names{
      0x0CF0, 0x0CF1, 0x0CF2, 0x0CF3, 0x0CF4, 0x0CF5, 0x0D00, 0x0D01,
      0x0D02, 0x0D03, 0x0D04, 0x0D05, 0x806B, 0x806C, 0x806D, 0x806E};
  gl_functions const& gl_;
  std::array<int, 16> before_{};
  gl_bound const pack_{gl_, gl_.bind_buffer, 0x88EB, 0x88ED, 0};
  gl_bound const unpack_{gl_, gl_.bind_buffer, 0x88EC, 0x88EF, 0};
};

}  // namespace simt::inline SIMT_ABI::detail
