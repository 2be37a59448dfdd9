#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/engine/surface_error.hpp>
#include <simt/texture/functions.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {

/// Where an access lies: bytes x, row y, slice z.
struct surface_place {
  int x = 0;
  int y = 0;
  int z = 0;
};

/// Can the function reach a surface of this shape? A volume's first slice passes for a plane, and a
/// plain array for layer 0 of a layered one.
constexpr bool surface_fits(texture_shape s, int dimensions, bool layered) {
  switch (s) {
    case texture_shape::one_d:
      return dimensions == 1;
    case texture_shape::two_d:
    case texture_shape::pitch_2d:
      return dimensions == 2;
    case texture_shape::three_d:
      return !layered && dimensions >= 2;
    case texture_shape::one_d_layered:
      return dimensions == 1;
    case texture_shape::two_d_layered:
    case texture_shape::cube:
    case texture_shape::cube_layered:
      return dimensions == 2;
    default:
      return false;
  }
}

[[noreturn]] SIMT_COLD inline void surface_fault(bool misaligned) {
  throw surface_error(misaligned
                          ? "a surface is accessed at an x that is no multiple of the element"
                          : "a surface is accessed beyond its edges",
                      misaligned);
}

/// The address of `bytes` bytes, null where mode zero reads zero and drops writes.
SIMT_INLINE std::byte* surface_address(surface_view const& v, surface_place p, int bytes,
                                       boundary_mode mode) {
  if (p.x % bytes != 0) [[unlikely]]
    surface_fault(true);
  int const row = v.level.width * v.texel_bytes;
  bool const inside = p.x >= 0 && p.x <= row - bytes && p.y >= 0 && p.y < v.level.height &&
                      p.z >= 0 && p.z < v.slices;
  if (!inside) [[unlikely]] {
    if (mode == boundary_mode::zero) return nullptr;
    if (mode == boundary_mode::trap) surface_fault(false);
    auto const clamp = [](int i, int last) { return i < 0 ? 0 : i < last ? i : last; };
    // Numbers of layers and faces count as unsigned: below 0 is beyond the last.
    int const z = p.z < 0 && v.shape != texture_shape::three_d ? v.slices : p.z;
    p = {clamp(p.x, (row - bytes) / bytes * bytes), clamp(p.y, v.level.height - 1),
         clamp(z, v.slices - 1)};
    if (row < bytes) return nullptr;
  }
  return v.level.base + p.z * v.level.slice + p.y * v.level.pitch + p.x;
}

/// The places of a call: which of x, y, z the arguments are.
template <int D, bool Layered, std::size_t N>
SIMT_INLINE surface_place place_of(int const (&at)[N]) {
  static_assert(N == D + Layered);
  if constexpr (N == 1)
    return {at[0], 0, 0};
  else if constexpr (N == 2 && Layered)
    return {at[0], 0, at[1]};
  else if constexpr (N == 2)
    return {at[0], at[1], 0};
  else
    return {at[0], at[1], at[2]};
}

SIMT_INLINE surface_view const& surface_of(surface_view const& v) { return v; }
SIMT_INLINE surface_view const& surface_of(surface_object s) { return find_surface(s); }
template <class X>
concept surface_handle =
    std::is_same_v<plain<X>, surface_view> || std::is_integral_v<plain<X>> || uniform_element<X>;
template <class X>
SIMT_INLINE surface_view const& surface_argument(X const& x) {
  if constexpr (std::is_same_v<X, surface_view>)
    return surface_of(x);
  else
    return surface_of(static_cast<surface_object>(x));
}

template <class X>
SIMT_INLINE int lane_of(X const& x, int l) {
  if constexpr (std::is_integral_v<X>)
    return static_cast<int>(x);
  else
    return static_cast<int>(x.lane(l));
}

/// Active lanes, one after another.
template <int W, class F>
SIMT_INLINE void each_surface_lane(F&& f) {
  bool const all = active_mask().all;
  each_active<W>(f);
  mask_after_store(all);
}

/// Do active lanes, all of them, reach consecutive elements of one row? Then its first address.
template <class T, int W, int D, bool Layered, class X, class... Rest>
SIMT_INLINE std::byte* surface_run(surface_view const& v, X const& x, Rest const&... rest) {
  if constexpr (std::is_arithmetic_v<T> && sizeof(T) == 4 && W != 1 &&
                (std::is_integral_v<Rest> && ...)) {
    if (!active_mask().all) return nullptr;
    constexpr int P = part_lanes<W>;
    int const first = x.lane(0);
    auto same = simd::mask_full<P>();
    simd::each<W / P>([&](int i) SIMT_LAMBDA_INLINE {
      auto const run = (simd::iota<int, P>() + i * P) * 4 + ints<P>(first);
      same = simd::mask_and<P>(same, compare_ints<simd::compare::eq, P>(x.v[i], run));
    });
    if (!simd::mask_all<P>(same) || first % 4 != 0) return nullptr;
    int const at[] = {first, static_cast<int>(rest)...};
    auto const p = place_of<D, Layered>(at);
    if (p.x < 0 || p.x > v.level.width * v.texel_bytes - 4 * W || p.y < 0 ||
        p.y >= v.level.height || p.z < 0 || p.z >= v.slices)
      return nullptr;
    return v.level.base + p.z * v.level.slice + p.y * v.level.pitch + p.x;
  } else {
    return nullptr;
  }
}

/// A coordinate: a uniform int, or the int of each lane.
template <int W, class X>
SIMT_INLINE auto surface_coordinate(X&& x) {
  if constexpr (lanes_of_argument<X>() == 0)
    return static_cast<int>(x);
  else
    return convert_to<int, W>(std::forward<X>(x));
}

template <class T, int W, int D, bool Layered, class... X>
SIMT_INLINE auto read_lanes(surface_view const& v, boundary_mode mode, X const&... x) {
  varying<T, W> r(T{});
  if (!surface_fits(v.shape, D, Layered) || v.slices == 0) return r;
  if constexpr (std::is_arithmetic_v<T> && sizeof(T) == 4) {
    if (auto const* const p = surface_run<T, W, D, Layered>(v, x...); p != nullptr) {
      using V = varying<T, W>;
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        r.v[i] = simd::load<T, V::lanes>(reinterpret_cast<T const*>(p) + i * V::lanes);
      });
      return r;
    }
  }
  each_surface_lane<W>([&](int l) {
    int const at[] = {lane_of(x, l)...};
    auto const* const p =
        surface_address(v, place_of<D, Layered>(at), static_cast<int>(sizeof(T)), mode);
    T t{};
    if (p != nullptr) std::memcpy(&t, p, sizeof t);
    r.set_lane(l, t);
  });
  return r;
}

template <class T, int W, int D, bool Layered, class Data, class... X>
SIMT_INLINE void write_lanes(surface_view const& v, boundary_mode mode, Data const& data,
                             X const&... x) {
  if (!surface_fits(v.shape, D, Layered) || v.slices == 0) return;
  if constexpr (std::is_arithmetic_v<T> && sizeof(T) == 4) {
    if (auto* const p = surface_run<T, W, D, Layered>(v, x...); p != nullptr) {
      using V = varying<T, W>;
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        simd::store<T, V::lanes>(reinterpret_cast<T*>(p) + i * V::lanes, data.v[i]);
      });
      mask_still_full(active_mask());
      return;
    }
  }
  each_surface_lane<W>([&](int l) {
    int const at[] = {lane_of(x, l)...};
    auto* const p = surface_address(v, place_of<D, Layered>(at), static_cast<int>(sizeof(T)), mode);
    T const t = data.lane(l);
    if (p != nullptr) std::memcpy(p, &t, sizeof t);
  });
}

/// Gives the surface that a single thread reads or writes; null: zeros, and nothing.
[[nodiscard, gnu::noinline]] inline std::byte* surface_of_thread(surface_view const& v,
                                                                 surface_place p, int dimensions,
                                                                 bool layered, int bytes,
                                                                 boundary_mode mode) {
  if (!surface_fits(v.shape, dimensions, layered) || v.slices == 0) return nullptr;
  return surface_address(v, p, bytes, mode);
}

/// A function with D coordinates and perhaps the number of a layer or face, which come as x….
template <int D, bool Layered>
struct surface_access {
  template <class T, class Surface, class... X>
  SIMT_INLINE static auto read(Surface const& surface, boundary_mode mode, X&&... x) {
    constexpr int W = lanes_of_call<X...>();
    surface_view const& v = surface_argument(surface);
    if constexpr (W == 0) {
      T t{};
      int const at[] = {static_cast<int>(x)...};
      auto const* const p = surface_of_thread(v, place_of<D, Layered>(at), D, Layered,
                                              static_cast<int>(sizeof(T)), mode);
      if (p != nullptr) std::memcpy(&t, p, sizeof t);
      return t;
    } else {
      return [&](auto const&... lane) SIMT_LAMBDA_INLINE {
        return read_lanes<T, W, D, Layered>(v, mode, lane...);
      }(surface_coordinate<W>(std::forward<X>(x))...);
    }
  }
  template <class T, class Data, class Surface, class... X>
  SIMT_INLINE static void write(Data&& data, Surface const& surface, boundary_mode mode, X&&... x) {
    constexpr int W = lanes_of_call<Data, X...>();
    surface_view const& v = surface_argument(surface);
    if constexpr (W == 0) {
      T const t = static_cast<T>(data);
      int const at[] = {static_cast<int>(x)...};
      auto* const p = surface_of_thread(v, place_of<D, Layered>(at), D, Layered,
                                        static_cast<int>(sizeof(T)), mode);
      if (p != nullptr) std::memcpy(p, &t, sizeof t);
    } else {
      auto const value = [&]() SIMT_LAMBDA_INLINE {
        if constexpr (std::is_arithmetic_v<T>)
          return convert_to<T, W>(std::forward<Data>(data));
        else
          return varying<T, W>(std::forward<Data>(data));
      }();
      [&](auto const&... lane) SIMT_LAMBDA_INLINE {
        write_lanes<T, W, D, Layered>(v, mode, value, lane...);
      }(surface_coordinate<W>(std::forward<X>(x))...);
    }
  }
};

/// The type that is written where none is named: the data's own.
template <class T, class Data>
struct surface_element_of {
  using type = T;
};
template <class Data>
struct surface_element_of<void, Data> {
  using type = Data;
};
template <class Data>
requires requires { typename Data::value_type; }
struct surface_element_of<void, Data> {
  using type = typename Data::value_type;
};
template <class T, class Data>
using surface_element = typename surface_element_of<T, plain<Data>>::type;

}  // namespace detail

// Surface functions, for single threads and for gangs. x counts bytes; a layer, a face, or 6 *
// layer + face comes last. In place of an object they take a surface_view.
// - CUDA:    name<T>(surface, x…, mode), name(data, surface, x…, mode)
// - Errors:  surface_error in mode trap, the default, beyond the surface's edges; in every mode
// where x is
//            no multiple of T's size
// - Order:   inactive lanes do nothing; of lanes that write one place the highest wins
// - Source:  CUDA C Programming Guide 8.0, B.9 (Surface Functions)
#define SIMT_DETAIL_SURFACE_1(name, D, Layered)                                           \
  template <class T, detail::surface_handle Surface, class X0>                            \
  [[nodiscard]] SIMT_INLINE auto name##read(Surface const& surface, X0&& x0,              \
                                            boundary_mode mode = boundary_mode::trap) {   \
    return detail::surface_access<D, Layered>::template read<T>(surface, mode,            \
                                                                std::forward<X0>(x0));    \
  }                                                                                       \
  template <class T = void, class Data, detail::surface_handle Surface, class X0>         \
  SIMT_INLINE void name##write(Data&& data, Surface const& surface, X0&& x0,              \
                               boundary_mode mode = boundary_mode::trap) {                \
    detail::surface_access<D, Layered>::template write<detail::surface_element<T, Data>>( \
        std::forward<Data>(data), surface, mode, std::forward<X0>(x0));                   \
  }
#define SIMT_DETAIL_SURFACE_2(name, D, Layered)                                               \
  template <class T, detail::surface_handle Surface, class X0, class X1>                      \
  [[nodiscard]] SIMT_INLINE auto name##read(Surface const& surface, X0&& x0, X1&& x1,         \
                                            boundary_mode mode = boundary_mode::trap) {       \
    return detail::surface_access<D, Layered>::template read<T>(                              \
        surface, mode, std::forward<X0>(x0), std::forward<X1>(x1));                           \
  }                                                                                           \
  template <class T = void, class Data, detail::surface_handle Surface, class X0, class X1>   \
  SIMT_INLINE void name##write(Data&& data, Surface const& surface, X0&& x0, X1&& x1,         \
                               boundary_mode mode = boundary_mode::trap) {                    \
    detail::surface_access<D, Layered>::template write<detail::surface_element<T, Data>>(     \
        std::forward<Data>(data), surface, mode, std::forward<X0>(x0), std::forward<X1>(x1)); \
  }
#define SIMT_DETAIL_SURFACE_3(name, D, Layered)                                                \
  template <class T, detail::surface_handle Surface, class X0, class X1, class X2>             \
  [[nodiscard]] SIMT_INLINE auto name##read(Surface const& surface, X0&& x0, X1&& x1, X2&& x2, \
                                            boundary_mode mode = boundary_mode::trap) {        \
    return detail::surface_access<D, Layered>::template read<T>(                               \
        surface, mode, std::forward<X0>(x0), std::forward<X1>(x1), std::forward<X2>(x2));      \
  }                                                                                            \
  template <class T = void, class Data, detail::surface_handle Surface, class X0, class X1,    \
            class X2>                                                                          \
  SIMT_INLINE void name##write(Data&& data, Surface const& surface, X0&& x0, X1&& x1, X2&& x2, \
                               boundary_mode mode = boundary_mode::trap) {                     \
    detail::surface_access<D, Layered>::template write<detail::surface_element<T, Data>>(      \
        std::forward<Data>(data), surface, mode, std::forward<X0>(x0), std::forward<X1>(x1),   \
        std::forward<X2>(x2));                                                                 \
  }

SIMT_DETAIL_SURFACE_1(surf1D, 1, false)
SIMT_DETAIL_SURFACE_2(surf2D, 2, false)
SIMT_DETAIL_SURFACE_3(surf3D, 3, false)
SIMT_DETAIL_SURFACE_2(surf1DLayered, 1, true)
SIMT_DETAIL_SURFACE_3(surf2DLayered, 2, true)
SIMT_DETAIL_SURFACE_3(surfCubemap, 2, true)
SIMT_DETAIL_SURFACE_3(surfCubemapLayered, 2, true)
#undef SIMT_DETAIL_SURFACE_1
#undef SIMT_DETAIL_SURFACE_2
#undef SIMT_DETAIL_SURFACE_3

namespace detail {
#define SIMT_DETAIL_SURFACE_FUNCTION(name, ...)               \
  template <>                                            \
  struct texture_function<texture_names::name##_name> {  \
    template <class T, class... Args>                    \
    SIMT_INLINE static auto call(Args&&... args) {       \
      return simt::name<T>(std::forward<Args>(args)...); \
    }                                                    \
  };
SIMT_BUILTINS_SURFACES(SIMT_DETAIL_SURFACE_FUNCTION)
#undef SIMT_DETAIL_SURFACE_FUNCTION
}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
