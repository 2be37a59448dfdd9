#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/gl_functions.hpp>
#include <simt/runtime/graphics.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// A texel's format in CUDA, and as what OpenGL gives and takes such texels.
struct gl_format {
  int channels = 0;
  int bits = 0;
  channel_kind kind = channel_kind::none;
  unsigned transfer = 0;  // GL_RED, GL_RGBA_INTEGER, …
  unsigned type = 0;      // GL_UNSIGNED_BYTE, …

  [[nodiscard]] channel_format format() const noexcept {
    return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, kind};
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return static_cast<std::size_t>(channels * bits / 8);
  }
};

/// Describes what CUDA makes of an internal format of OpenGL; no channels for those that it
/// refuses: signed normalised and packed ones, depth. Three channels become four.
/// - CUDA:    an H100 answers so (CUDA 13.0)
[[nodiscard]] constexpr gl_format gl_format_of(unsigned internal) noexcept {
  constexpr auto u = channel_kind::unsigned_integer, i = channel_kind::signed_integer,
                 f = channel_kind::floating;
  constexpr unsigned red = 0x1903, rg = 0x8227, rgba = 0x1908, alpha = 0x1906, la = 0x190A,
                     red_i = 0x8D94, rg_i = 0x8228, rgba_i = 0x8D99, ubyte = 0x1401, byte = 0x1400,
                     ushort = 0x1403, sshort = 0x1402, uint = 0x1405, sint = 0x1404, half = 0x140B,
                     single = 0x1406;
  switch (internal) {
    case 0x8229:  // GL_R8
    case 0x8040:  // GL_LUMINANCE8
    case 0x804B:  // GL_INTENSITY8
    case 0x1903:  // GL_RED
    case 0x1909:  // GL_LUMINANCE
    case 0x8049:  // GL_INTENSITY
    case 1: return {1, 8, u, red, ubyte};
    case 0x803C:  // GL_ALPHA8
    case 0x1906: return {1, 8, u, alpha, ubyte};
    case 0x822A:  // GL_R16
    case 0x8042:  // GL_LUMINANCE16
    case 0x804D: return {1, 16, u, red, ushort};
    case 0x803E: return {1, 16, u, alpha, ushort};
    case 0x822B:  // GL_RG8
    case 0x8227: return {2, 8, u, rg, ubyte};
    case 0x8045:  // GL_LUMINANCE8_ALPHA8
    case 0x190A:
    case 2: return {2, 8, u, la, ubyte};
    case 0x822C: return {2, 16, u, rg, ushort};
    case 0x8048: return {2, 16, u, la, ushort};
    case 0x8058:  // GL_RGBA8
    case 0x1908:
    case 4:
    case 0x8C43:  // GL_SRGB8_ALPHA8
    case 0x8051:  // GL_RGB8
    case 0x1907:
    case 3:
    case 0x8C41: return {4, 8, u, rgba, ubyte};
    case 0x805B:  // GL_RGBA16
    case 0x8054: return {4, 16, u, rgba, ushort};
    case 0x822D:  // GL_R16F
    case 0x881E:
    case 0x881D: return {1, 16, f, red, half};
    case 0x881C: return {1, 16, f, alpha, half};
    case 0x822E:  // GL_R32F
    case 0x8818:
    case 0x8817: return {1, 32, f, red, single};
    case 0x8816: return {1, 32, f, alpha, single};
    case 0x822F: return {2, 16, f, rg, half};
    case 0x881F: return {2, 16, f, la, half};
    case 0x8230: return {2, 32, f, rg, single};
    case 0x8819: return {2, 32, f, la, single};
    case 0x881A:  // GL_RGBA16F
    case 0x881B: return {4, 16, f, rgba, half};
    case 0x8814:  // GL_RGBA32F
    case 0x8815: return {4, 32, f, rgba, single};
    case 0x8231: return {1, 8, i, red_i, byte};
    case 0x8232: return {1, 8, u, red_i, ubyte};
    case 0x8233: return {1, 16, i, red_i, sshort};
    case 0x8234: return {1, 16, u, red_i, ushort};
    case 0x8235: return {1, 32, i, red_i, sint};
    case 0x8236: return {1, 32, u, red_i, uint};
    case 0x8237: return {2, 8, i, rg_i, byte};
    case 0x8238: return {2, 8, u, rg_i, ubyte};
    case 0x8239: return {2, 16, i, rg_i, sshort};
    case 0x823A: return {2, 16, u, rg_i, ushort};
    case 0x823B: return {2, 32, i, rg_i, sint};
    case 0x823C: return {2, 32, u, rg_i, uint};
    case 0x8D8E:  // GL_RGBA8I
    case 0x8D8F: return {4, 8, i, rgba_i, byte};
    case 0x8D7C:
    case 0x8D7D: return {4, 8, u, rgba_i, ubyte};
    case 0x8D88:
    case 0x8D89: return {4, 16, i, rgba_i, sshort};
    case 0x8D76:
    case 0x8D77: return {4, 16, u, rgba_i, ushort};
    case 0x8D82:
    case 0x8D83: return {4, 32, i, rgba_i, sint};
    case 0x8D70:
    case 0x8D71: return {4, 32, u, rgba_i, uint};
    default: return {};
  }
}

inline constexpr unsigned gl_texture_2d = 0x0DE1;
inline constexpr unsigned gl_texture_3d = 0x806F;
inline constexpr unsigned gl_texture_rectangle = 0x84F5;
inline constexpr unsigned gl_texture_cube = 0x8513;
inline constexpr unsigned gl_texture_layers = 0x8C1A;
inline constexpr unsigned gl_renderbuffer = 0x8D41;

[[nodiscard]] constexpr bool is_gl_target(unsigned t) noexcept {
  return t == gl_texture_2d || t == gl_texture_3d || t == gl_texture_rectangle ||
         t == gl_texture_cube || t == gl_texture_layers || t == gl_renderbuffer;
}

/// A texture or renderbuffer of OpenGL.
class gl_image final : public graphics_object {
 public:
  gl_image(unsigned name, unsigned target) : name_(name), target_(target) {}

  [[nodiscard]] error_code measure(graphics_shape& out) override {
    gl_functions const* const current = current_gl();
    if (current == nullptr) return error_code::operating_system;
    gl_functions const& gl = *current;
    if (gl.is_embedded) {
      std::fprintf(stderr,
                   "simt: textures and renderbuffers of OpenGL ES cannot be read back, and so not "
                   "be mapped; use a context of OpenGL\n");
      return error_code::not_supported;
    }
    if (!is_there(gl)) return error_code::success;
    graphics_shape now;
    now.is_image = true;
    now.planes = target_ == gl_texture_cube ? 6 : 1;
    int internal = 0;
    if (target_ == gl_renderbuffer) {
      gl_bound const bound(gl, gl.bind_renderbuffer, gl_renderbuffer, 0x8CA7, name_);
      auto const ask = [&](unsigned what) {
        int value = 0;
        gl.get_renderbuffer_parameter(gl_renderbuffer, what, &value);
        return value;
      };
      internal = ask(0x8D44);
      array_extent const size{static_cast<std::size_t>(ask(0x8D42)),
                              static_cast<std::size_t>(ask(0x8D43)), 0};
      if (ask(0x8CAB) != 0) return error_code::invalid_value;  // several samples a pixel
      if (size.width != 0) now.levels.push_back(size);
    } else {
      gl_bound const bound(gl, gl.bind_texture, target_, binding(), name_);
      int most = 0;
      gl.get_texture_parameter(target_, 0x813D, &most);  // GL_TEXTURE_MAX_LEVEL
      if (target_ == gl_texture_rectangle) most = 0;
      for (int level = 0; level <= most; ++level) {
        auto const ask = [&](unsigned what) {
          int value = 0;
          gl.get_level_parameter(face(0), level, what, &value);
          return value;
        };
        array_extent size{static_cast<std::size_t>(ask(0x1000)),
                          static_cast<std::size_t>(ask(0x1001)), 0};
        if (size.width == 0) break;
        if (level == 0) {
          internal = ask(0x1003);
          most = std::min(most, static_cast<int>(std::bit_width(longest(size, ask(0x8071)))) - 1);
        }
        if (target_ == gl_texture_layers) now.planes = static_cast<unsigned>(ask(0x8071));
        if (target_ == gl_texture_3d) size.depth = static_cast<std::size_t>(ask(0x8071));
        now.levels.push_back(size);
      }
    }
    texels_ = gl_format_of(static_cast<unsigned>(internal));
    if (now.levels.empty() || texels_.channels == 0) return error_code::invalid_value;
    now.format = texels_.format();
    out = now;
    return error_code::success;
  }

  [[nodiscard]] error_code read(graphics_memory const& to) override {
    return for_each_image(to, [&](gl_functions const& gl, unsigned face, int level,
                                  std::byte* texels, array_extent const& size) {
      if (target_ == gl_renderbuffer)
        read_renderbuffer(gl, texels, size);
      else
        gl.get_image(face, level, texels_.transfer, texels_.type, texels);
    }, true);
  }

  [[nodiscard]] error_code write(graphics_memory const& from) override {
    return for_each_image(from, [&](gl_functions const& gl, unsigned face, int level,
                                    std::byte const* texels, array_extent const& size) {
      int const w = static_cast<int>(size.width), h = static_cast<int>(size.height);
      if (target_ == gl_renderbuffer)
        write_renderbuffer(gl, texels, w, h);
      else if (size.depth != 0)
        gl.part_3d(face, level, 0, 0, 0, w, h, static_cast<int>(size.depth), texels_.transfer,
                   texels_.type, texels);
      else
        gl.part_2d(face, level, 0, 0, w, h, texels_.transfer, texels_.type, texels);
    }, false);
  }

 private:
  [[nodiscard]] bool is_there(gl_functions const& gl) const {
    return (target_ == gl_renderbuffer ? gl.is_renderbuffer : gl.is_texture)(name_) != 0;
  }
  [[nodiscard]] unsigned binding() const noexcept {
    switch (target_) {
      case gl_texture_3d: return 0x806A;
      case gl_texture_rectangle: return 0x84F6;
      case gl_texture_cube: return 0x8514;
      case gl_texture_layers: return 0x8C1D;
      default: return 0x8069;
    }
  }
  [[nodiscard]] unsigned face(unsigned plane) const noexcept {
    return target_ == gl_texture_cube ? 0x8515 + plane : target_;
  }

  /// The side that is halved from level to level until all are 1.
  [[nodiscard]] std::size_t longest(array_extent const& size, int depth) const noexcept {
    std::size_t const deep = target_ == gl_texture_3d ? static_cast<std::size_t>(depth) : 0;
    return std::max({size.width, size.height, deep});
  }

  /// Calls `transfer` for what OpenGL moves at once, a level of a face or of all layers, with texels
  /// in rows one behind the other; they go to the arrays after it, or come from them before.
  template <class F>
  error_code for_each_image(graphics_memory const& m, F&& transfer, bool to_arrays) {
    gl_functions const* const current = current_gl();
    if (current == nullptr) return error_code::operating_system;
    gl_functions const& gl = *current;
    if (!is_there(gl)) return error_code::success;
    bool const is_rb = target_ == gl_renderbuffer;
    gl_bound const bound(gl, is_rb ? gl.bind_renderbuffer : gl.bind_texture, target_,
                         is_rb ? 0x8CA7u : binding(), name_);
    gl_packed_pixels const packed(gl);
    std::vector<std::byte> texels;
    unsigned const faces = target_ == gl_texture_cube ? 6 : 1;
    std::size_t const planes = m.planes;
    std::size_t const at_once = planes / faces;  // layers that OpenGL moves together
    for (std::size_t first = 0; first < m.arrays.size(); first += at_once) {
      array_record const& a = *m.arrays[first];
      std::size_t const row = a.extent.width * a.element_bytes;
      std::size_t const slices = std::max(a.slices(), at_once);
      texels.resize(row * a.rows() * slices);
      auto const each_row = [&](auto&& f) {
        std::byte* at = texels.data();
        for (std::size_t s = 0; s < slices; ++s)
          for (std::size_t y = 0; y < a.rows(); ++y, at += row) {
            array_record const& of = at_once > 1 ? *m.arrays[first + s] : a;
            f(at, of.data + (at_once > 1 ? 0 : s) * of.layout.slice + y * of.layout.pitch);
          }
      };
      array_extent size = a.extent;
      if (target_ == gl_texture_layers) size.depth = at_once;
      if (!to_arrays) each_row([&](std::byte* packed_row, std::byte const* array_row) {
        std::memcpy(packed_row, array_row, row);
      });
      transfer(gl, face(static_cast<unsigned>(first % planes)), static_cast<int>(first / planes),
               texels.data(), size);
      if (to_arrays) each_row([&](std::byte const* packed_row, std::byte* array_row) {
        std::memcpy(array_row, packed_row, row);
      });
    }
    return error_code::success;
  }

  void read_renderbuffer(gl_functions const& gl, std::byte* texels, array_extent const& size) const {
    constexpr unsigned read_target = 0x8CA8;
    unsigned frame = 0;
    gl.generate_framebuffers(1, &frame);
    {
      gl_bound const bound(gl, gl.bind_framebuffer, read_target, 0x8CAA, frame);
      gl.attach_renderbuffer(read_target, 0x8CE0, gl_renderbuffer, name_);
      gl.read_buffer(0x8CE0);
      gl.read_pixels(0, 0, static_cast<int>(size.width), static_cast<int>(size.height),
                     texels_.transfer, texels_.type, texels);
    }
    gl.delete_framebuffers(1, &frame);
  }

  /// Renderbuffers take no pixels: a texture does, and is copied.
  void write_renderbuffer(gl_functions const& gl, std::byte const* texels, int w, int h) const {
    constexpr unsigned read_target = 0x8CA8, draw_target = 0x8CA9, scissor = 0x0C11;
    unsigned frames[2] = {0, 0};
    unsigned texture = 0;
    int internal = 0;
    gl.get_renderbuffer_parameter(gl_renderbuffer, 0x8D44, &internal);
    bool const is_cut = gl.is_enabled(scissor) != 0;
    gl.generate_framebuffers(2, frames);
    gl.generate_textures(1, &texture);
    {
      gl_bound const texture_bound(gl, gl.bind_texture, gl_texture_2d, 0x8069, texture);
      gl.image_2d(gl_texture_2d, 0, internal, w, h, 0, texels_.transfer, texels_.type, texels);
      gl_bound const read_bound(gl, gl.bind_framebuffer, read_target, 0x8CAA, frames[0]);
      gl_bound const draw_bound(gl, gl.bind_framebuffer, draw_target, 0x8CA6, frames[1]);
      gl.attach_texture(read_target, 0x8CE0, gl_texture_2d, texture, 0);
      gl.attach_renderbuffer(draw_target, 0x8CE0, gl_renderbuffer, name_);
      gl.read_buffer(0x8CE0);
      if (is_cut) gl.disable(scissor);
      gl.blit(0, 0, w, h, 0, 0, w, h, 0x4000, 0x2600);  // colours, the nearest
      if (is_cut) gl.enable(scissor);
    }
    gl.delete_textures(1, &texture);
    gl.delete_framebuffers(2, frames);
  }

  unsigned name_;
  unsigned target_;
  gl_format texels_;
};

}  // namespace simt::inline SIMT_ABI::detail
