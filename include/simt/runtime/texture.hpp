#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/host_array.hpp>
#include <simt/runtime/host_texture.hpp>
#include <simt/texture/descriptor.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

/// True of types that an array can hold: 8, 16 and 32 bit integers and float, and their vectors of
/// 1, 2 and 4.
template <class T>
concept array_element = requires {
  requires std::is_trivially_copyable_v<T>;
  requires requires(T v) { v.x; } || std::is_arithmetic_v<T>;
  requires sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16;
};

namespace detail {

/// Something that CUDA's runtime made, given back with the owner.
template <class Handle, error_code (*Release)(Handle) noexcept>
class owned {
 public:
  owned() = default;
  owned(owned&& other) noexcept : handle_(std::exchange(other.handle_, Handle{})) {}
  owned& operator=(owned&& other) noexcept {
    owned const old(std::exchange(handle_, std::exchange(other.handle_, Handle{})));
    return *this;
  }
  ~owned() {
    if (handle_ != Handle{}) (void)Release(handle_);
  }

  [[nodiscard]] Handle get() const noexcept { return handle_; }
  /// Where to put a new one; there is none yet.
  [[nodiscard]] Handle* place() noexcept { return &handle_; }

 private:
  explicit owned(Handle handle) noexcept : handle_(handle) {}
  Handle handle_{};
};

template <class T>
struct element_channel {
  using type = T;
};
template <class T>
requires requires(T v) { v.x; }
struct element_channel<T> {
  using type = std::remove_cvref_t<decltype(std::declval<T&>().x)>;
};

}  // namespace detail

/// The format of a T in an array.
/// - CUDA:    cudaCreateChannelDesc<T>()
template <array_element T>
[[nodiscard]] constexpr channel_format format_of() noexcept {
  using channel = typename detail::element_channel<T>::type;
  static_assert(sizeof(channel) <= 4 && !std::is_same_v<channel, bool>,
                "simt: arrays hold 8, 16 and 32 bit integers and float");
  int const bits = static_cast<int>(sizeof(channel)) * 8;
  auto const channels = sizeof(T) / sizeof(channel);
  auto const width = [&](std::size_t i) { return i < channels ? bits : 0; };
  return {bits, width(1), width(2), width(3),
          std::is_floating_point_v<channel> ? channel_kind::floating
          : std::is_signed_v<channel>       ? channel_kind::signed_integer
                                            : channel_kind::unsigned_integer};
}

/// Texels of type T that kernels read through textures and surfaces, freed with the object: moved,
/// not copied. Rows follow one another in what is copied in and out, then slices, layers or faces.
/// - CUDA:    cudaMalloc3DArray, cudaMemcpy3D, cudaFreeArray
/// - Source:  CUDA C Programming Guide 8.0, 3.2.11.3 (CUDA Arrays)
template <array_element T, texture_shape Shape>
class basic_array {
 public:
  using value_type = T;

  basic_array() = default;
  /// - Needs:   the extents that the shape has: (width), (width, height), (width, height, depth),
  ///            then the number of layers; a cubemap has its edge alone
  /// - Errors:  runtime_error: invalid_value for extents, memory_allocation
  template <class... Extents>
  requires(sizeof...(Extents) > 0 && (std::is_convertible_v<Extents, std::size_t> &&
                                      ...)) explicit basic_array(Extents... extents)
      : extent_(extent_from(static_cast<std::size_t>(extents)...)) {
    channel_format const format = format_of<T>();
    detail::check(allocate_array(handle_.place(), &format, extent_, flags), "simt::basic_array");
  }

  [[nodiscard]] array_handle get() const noexcept { return handle_.get(); }
  [[nodiscard]] array_extent extent() const noexcept {
    return get() == nullptr ? array_extent{} : extent_;
  }
  /// - Units:   texels
  [[nodiscard]] std::size_t size() const noexcept {
    detail::box const b = all();
    return b.width / sizeof(T) * b.height * b.depth;
  }

  /// - Errors:  runtime_error: invalid_value unless the span is as long as the array
  void copy_from(std::span<T const> from) {
    detail::check(from.size() == size()
                      ? copy(whole(), rows(const_cast<T*>(from.data())), copy_kind::automatic)
                      : error_code::invalid_value,
                  "simt::basic_array::copy_from");
  }
  void copy_to(std::span<T> to) const {
    detail::check(to.size() == size() ? copy(rows(to.data()), whole(), copy_kind::automatic)
                                      : error_code::invalid_value,
                  "simt::basic_array::copy_to");
  }
  [[nodiscard]] std::vector<T> to_vector() const {
    std::vector<T> out(size());
    copy_to(out);
    return out;
  }

 private:
  static constexpr bool layered = detail::is_layered(Shape);
  static constexpr unsigned flags =
      (layered ? array_layered : 0) | (detail::is_cube(Shape) ? array_cubemap : 0) | array_surface;

  [[nodiscard]] static array_extent extent_from(std::size_t a) {
    static_assert(Shape == texture_shape::one_d || Shape == texture_shape::cube,
                  "simt: this array has more than one extent");
    return Shape == texture_shape::cube ? array_extent{a, a, 6} : array_extent{a, 0, 0};
  }
  [[nodiscard]] static array_extent extent_from(std::size_t a, std::size_t b) {
    static_assert(Shape == texture_shape::two_d || Shape == texture_shape::one_d_layered ||
                      Shape == texture_shape::cube_layered,
                  "simt: this array does not have two extents");
    return Shape == texture_shape::two_d           ? array_extent{a, b, 0}
           : Shape == texture_shape::one_d_layered ? array_extent{a, 0, b}
                                                   : array_extent{a, a, 6 * b};
  }
  [[nodiscard]] static array_extent extent_from(std::size_t a, std::size_t b, std::size_t c) {
    static_assert(Shape == texture_shape::three_d || Shape == texture_shape::two_d_layered,
                  "simt: this array does not have three extents");
    return {a, b, c};
  }

  [[nodiscard]] detail::box all() const noexcept {
    if (get() == nullptr) return {0, 0, 0};
    return {extent_.width * sizeof(T), extent_.height == 0 ? 1 : extent_.height,
            extent_.depth == 0 ? 1 : extent_.depth};
  }
  [[nodiscard]] detail::copy_side whole() const noexcept {
    detail::copy_side s;
    s.array = detail::arrays().arrays.find(get());
    return s;
  }
  [[nodiscard]] detail::copy_side rows(T* at) const noexcept {
    detail::copy_side s;
    s.base = reinterpret_cast<std::byte*>(at);
    s.pitch = all().width;
    s.rows = all().height;
    return s;
  }
  [[nodiscard]] error_code copy(detail::copy_side const& to, detail::copy_side const& from,
                                copy_kind kind) const noexcept {
    return detail::guarded(
        [&] { return detail::copy_box(to, from, all(), kind, nullptr, false, false); });
  }

  array_extent extent_;
  detail::owned<array_handle, free_array> handle_;
};

template <class T>
using array1d = basic_array<T, texture_shape::one_d>;
template <class T>
using array2d = basic_array<T, texture_shape::two_d>;
template <class T>
using array3d = basic_array<T, texture_shape::three_d>;
template <class T>
using array1d_layered = basic_array<T, texture_shape::one_d_layered>;
template <class T>
using array2d_layered = basic_array<T, texture_shape::two_d_layered>;
template <class T>
using array_cube = basic_array<T, texture_shape::cube>;
template <class T>
using array_cube_layered = basic_array<T, texture_shape::cube_layered>;

/// Texels of type T and how kernels sample them. Kernels get `object()`; it ends with the texture,
/// once the device is done with it.
///
///     simt::texture2d<float> image(pixels, {.filter = simt::filter_mode::linear}, 640, 480);
///     simt::launch(kernel, shape, image.object());  // tex2D<float>(image, x, y)
///
/// - CUDA:    cudaCreateTextureObject, cudaDestroyTextureObject
/// - Source:  CUDA C Programming Guide 8.0, 3.2.11.1.1 (Texture Object API)
template <array_element T, texture_shape Shape>
class basic_texture {
 public:
  using array_type = basic_array<T, Shape>;

  basic_texture() = default;
  /// - Errors:  runtime_error: invalid_filter_setting for linear filtering of integers,
  ///            invalid_norm_setting for a normalised read of other than 8 or 16 bit integers
  explicit basic_texture(array_type array, texture_settings const& settings = {})
      : array_(std::move(array)), settings_(settings) {
    texture_resource r;
    r.array = array_.get();
    detail::check(create_texture(object_.place(), r, settings_), "simt::basic_texture");
  }
  /// With a copy of host data; extents as for the array.
  template <class... Extents>
  basic_texture(std::span<T const> from, texture_settings const& settings, Extents... extents)
      : basic_texture(filled(from, extents...), settings) {}
  basic_texture(basic_texture&&) noexcept = default;
  basic_texture& operator=(basic_texture&& other) noexcept {
    object_ = std::move(other.object_);  // first: kernels may still read the old array
    array_ = std::move(other.array_);
    settings_ = other.settings_;
    return *this;
  }

  [[nodiscard]] texture_object object() const noexcept { return object_.get(); }
  [[nodiscard]] array_type& array() noexcept { return array_; }
  [[nodiscard]] array_type const& array() const noexcept { return array_; }
  [[nodiscard]] texture_settings const& settings() const noexcept { return settings_; }

 private:
  template <class... Extents>
  [[nodiscard]] static array_type filled(std::span<T const> from, Extents... extents) {
    array_type a(extents...);
    a.copy_from(from);
    return a;
  }

  array_type array_;
  texture_settings settings_;
  detail::owned<texture_object, destroy_texture> object_;  // ends before the array
};

template <class T>
using texture1d = basic_texture<T, texture_shape::one_d>;
template <class T>
using texture2d = basic_texture<T, texture_shape::two_d>;
template <class T>
using texture3d = basic_texture<T, texture_shape::three_d>;
template <class T>
using texture1d_layered = basic_texture<T, texture_shape::one_d_layered>;
template <class T>
using texture2d_layered = basic_texture<T, texture_shape::two_d_layered>;
template <class T>
using texture_cube = basic_texture<T, texture_shape::cube>;
template <class T>
using texture_cube_layered = basic_texture<T, texture_shape::cube_layered>;

/// An array of another owner, as kernels read and write it.
/// - CUDA:    cudaCreateSurfaceObject, cudaDestroySurfaceObject
/// - Source:  CUDA C Programming Guide 8.0, 3.2.11.2.1 (Surface Object API)
class surface_of_array {
 public:
  surface_of_array() = default;
  /// - Errors:  runtime_error: invalid_resource_handle
  template <class T, texture_shape Shape>
  explicit surface_of_array(basic_array<T, Shape> const& array) {
    detail::check(create_surface(object_.place(), array.get()), "simt::surface_of_array");
  }
  [[nodiscard]] surface_object object() const noexcept { return object_.get(); }

 private:
  detail::owned<surface_object, destroy_surface> object_;
};

}  // namespace simt::inline SIMT_ABI
