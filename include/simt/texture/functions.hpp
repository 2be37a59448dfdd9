#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/kernel/texture_names.hpp>
#include <simt/texture/gather.hpp>
#include <simt/texture/linear.hpp>
#include <simt/texture/objects.hpp>
#include <simt/texture/sample.hpp>
#include <simt/texture/thread_read.hpp>

#include <cstring>

SIMT_DETAIL_QUIET_BEGIN

// CUDA's texture functions, for single threads and for gangs: a call whose arguments are uniform
// gives a T, one of whose arguments has lanes a varying<T>. Lane kernels find the names bare. In
// place of an object they take a texture_view.
// - Needs:   T of 32-bit, 16-bit or 8-bit members, one, two or four of them; the texel's channels
// beyond
//            those are dropped, missing ones are 0; T does not convert, as in CUDA: a float read as
//            an int gives the float's bits
// - Differs: a number that names no object reads as zero
// - Source:  CUDA C Programming Guide 8.0, B.8 (Texture Functions), F (Texture Fetching)
namespace simt::inline SIMT_ABI {
namespace detail {

template <class X>
consteval int lanes_of_argument() {
  if constexpr (requires { plain<X>::width; })
    return plain<X>::width;
  else
    return 0;
}
/// The gang's width, 0 where every argument is uniform.
template <class... X>
consteval int lanes_of_call() {
  int w = 0;
  ((w = w != 0 ? w : lanes_of_argument<X>()), ...);
  return w;
}

/// An argument as registers of E.
template <int W, class E, class X>
SIMT_INLINE auto argument_lanes(X&& x) {
  if constexpr (W == 0)
    return static_cast<E>(x);
  else
    return convert_to<E, W>(std::forward<X>(x));
}
template <class E>
requires std::is_arithmetic_v<E> SIMT_INLINE E const* registers(E const& x) { return &x; }
template <class E, int W>
SIMT_INLINE auto const* registers(varying<E, W> const& x) {
  return x.v;
}

/// A gradient's member.
template <int W, int C, class X>
SIMT_INLINE auto gradient_lanes(X const& x) {
  using V = plain<X>;
  if constexpr (std::is_arithmetic_v<V> || lane_value<V> || uniform_value<V>) {
    return argument_lanes<W, float>(x);
  } else if constexpr (is_aggregate_place<V>) {
    varying<typename V::value_type, W> const value(x);
    return argument_lanes<W, float>(component<C>(value));
  } else {
    return argument_lanes<W, float>(component<C>(x));
  }
}

SIMT_INLINE texture_view const& view_of(texture_view const& v) { return v; }
SIMT_INLINE texture_view const& view_of(texture_object t) { return find_texture(t); }
template <class X>
concept texture_handle =
    std::is_same_v<plain<X>, texture_view> || std::is_integral_v<plain<X>> || uniform_element<X>;
template <class X>
SIMT_INLINE decltype(auto) view_argument(X const& x) {
  if constexpr (std::is_same_v<X, texture_view>)
    return view_of(x);
  else
    return view_of(static_cast<texture_object>(x));
}

/// Registers of 32 bits as a member of type E.
template <class E, int P>
SIMT_INLINE auto texel_member(lane_ints<P> x) {
  static_assert(std::is_arithmetic_v<E> && sizeof(E) <= 4,
                "simt: texels have members of 8, 16 or 32 bits: double is read as an int2");
  using R = simd::register_t<E>;
  if constexpr (sizeof(E) < 4)
    return simd::convert<int, int, P>(std::is_signed_v<E>
                                          ? (x << (32 - 8 * sizeof(E))) >> (32 - 8 * sizeof(E))
                                          : x & simd::broadcast<int, P>((1 << (8 * sizeof(E))) - 1));
  else
    return simd::bits_as<simd::vec<R, P>>(x);
}

/// Makes the result of a single thread.
template <class T>
SIMT_INLINE T texel_of(int const* out) {
  if constexpr (vector_struct<T>) {
    using E = typename vector_traits<T>::element;
    T r;
    each_component<vector_traits<T>::size>([&](auto c) SIMT_LAMBDA_INLINE {
      component<c()>(r) = static_cast<E>(texel_member<E, 1>(out[c()]));
    });
    return r;
  } else {
    return static_cast<T>(texel_member<T, 1>(out[0]));
  }
}

/// The results of a call: a T, or a varying<T>.
template <class T, int W>
struct texel_results {
  using E = typename texel_members<T>::type;
  static constexpr int N = texel_members<T>::count;
  static constexpr int P = W == 0 ? 1 : part_lanes < W == 0 ? 1 : W > ;
  static constexpr int parts = W == 0 ? 1 : W / P;
  lane_ints<P> out[N * parts];

  SIMT_INLINE auto get() const {
    if constexpr (W == 0) {
      return texel_of<T>(out);
    } else {
      varying<T, W> r;
      if constexpr (vector_struct<T>) {
        each_component<N>([&](auto c)
                              SIMT_LAMBDA_INLINE { fill(component<c()>(r), out + c() * parts); });
      } else {
        fill(r, out);
      }
      return r;
    }
  }

 private:
  template <class V>
  SIMT_INLINE static void fill(V& v, lane_ints<P> const* from) {
    simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE { v.v[i] = texel_member<E, P>(from[i]); });
  }
};

/// Runs f(call, results) with the gang's mask known to the compiler behind it.
template <class T, int W, class F>
SIMT_INLINE auto texture_call(int dimensions, bool layered, bool cube, F&& f) {
  texel_results<T, W> results;
  sample_call<results.P> call;
  call.dimensions = dimensions;
  call.layered = layered;
  call.cube = cube;
  call.parts = results.parts;
  call.channels = results.N;
  call.out = results.out;
  if constexpr (W == 0)
    f(call);
  else
    keeping_mask([&]() SIMT_LAMBDA_INLINE { f(call); });
  return results.get();
}

/// A function with D coordinates, a layer's number, a level or two gradients, in CUDA's order.
template <class T, int D, bool Layered, bool Cube, detail_kind Kind>
struct sampler {
  static constexpr int coordinates = Cube ? 3 : D;

  template <class Texture, class... X>
  SIMT_INLINE static auto call(Texture const& texture, X&&... x) {
    static_assert(
        sizeof...(X) == coordinates + Layered +
                            (Kind == detail_kind::none    ? 0
                             : Kind == detail_kind::level ? 1
                                                          : 2),
        "simt: this texture function takes its coordinates, then a layer, then a level or "
        "two gradients");
    constexpr int W = lanes_of_call<X...>();
    if constexpr (W == 0 && D == 2 && !Layered && !Cube && Kind == detail_kind::none) {
      auto const texel = sample_plane_of_thread(view_argument(texture), static_cast<float>(x)...,
                                                texel_members<T>::count);
      return texel_of<T>(texel.c);
    } else if constexpr (W == 0) {
      thread_sample s{D, coordinates, Layered, Cube, Kind, texel_members<T>::count};
      int i = 0;
      (s.put(i++, x), ...);
      sample_thread(view_argument(texture), s);
      return texel_of<T>(s.out);
    } else {
      return split<W>(view_argument(texture), std::forward_as_tuple(std::forward<X>(x)...));
    }
  }

 private:
  template <int W, class Arguments>
  SIMT_INLINE static auto split(texture_view const& view, Arguments&& arguments) {
    constexpr std::size_t layer_at = coordinates;
    constexpr std::size_t detail_at = coordinates + Layered;
    auto const number = [&]<std::size_t At>() SIMT_LAMBDA_INLINE {
      return argument_lanes<W, float>(std::get<At>(std::move(arguments)));
    };
    auto const x = number.template operator()<0>();
    [[maybe_unused]] auto const y = [&]() SIMT_LAMBDA_INLINE {
      if constexpr (coordinates > 1)
        return number.template operator()<1>();
      else
        return 0;
    }();
    [[maybe_unused]] auto const z = [&]() SIMT_LAMBDA_INLINE {
      if constexpr (coordinates > 2)
        return number.template operator()<2>();
      else
        return 0;
    }();
    [[maybe_unused]] auto const layer = [&]() SIMT_LAMBDA_INLINE {
      if constexpr (Layered)
        return argument_lanes<W, int>(std::get<layer_at>(std::move(arguments)));
      else
        return 0;
    }();
    return texture_call<T, W>(D, Layered, Cube, [&](auto& call) SIMT_LAMBDA_INLINE {
      call.at[0] = registers(x);
      if constexpr (coordinates > 1) call.at[1] = registers(y);
      if constexpr (coordinates > 2) call.at[2] = registers(z);
      if constexpr (Layered) call.layer = registers(layer);
      if constexpr (Kind == detail_kind::none) {
        sample_gang(view, call);
      } else if constexpr (Kind == detail_kind::level) {
        auto const level = number.template operator()<detail_at>();
        call.level = registers(level);
        sample_gang(view, call);
      } else {
        auto const& dx = std::get<detail_at>(arguments);
        auto const& dy = std::get<detail_at + 1>(arguments);
        constexpr int second = coordinates > 1 ? 1 : 0;
        constexpr int third = coordinates > 2 ? 2 : 0;
        auto const dx0 = gradient_lanes<W, 0>(dx), dy0 = gradient_lanes<W, 0>(dy);
        auto const dx1 = gradient_lanes<W, second>(dx), dy1 = gradient_lanes<W, second>(dy);
        auto const dx2 = gradient_lanes<W, third>(dx), dy2 = gradient_lanes<W, third>(dy);
        call.dx[0] = registers(dx0);
        call.dy[0] = registers(dy0);
        if constexpr (coordinates > 1) {
          call.dx[1] = registers(dx1);
          call.dy[1] = registers(dy1);
        }
        if constexpr (coordinates > 2) {
          call.dx[2] = registers(dx2);
          call.dy[2] = registers(dy2);
        }
        sample_gang(view, call);
      }
    });
  }
};

}  // namespace detail

// name<T>(texture, coordinates…): the function of CUDA's with that name
#define SIMT_DETAIL_SAMPLER(name, D, Layered, Cube, Kind)                         \
  template <class T, detail::texture_handle Texture, class... X>                  \
  [[nodiscard]] SIMT_INLINE auto name(Texture const& texture, X&&... x) {         \
    return detail::sampler<T, D, Layered, Cube, detail::detail_kind::Kind>::call( \
        texture, std::forward<X>(x)...);                                          \
  }
#define SIMT_DETAIL_SAMPLERS(name, D, Layered, Cube)      \
  SIMT_DETAIL_SAMPLER(name, D, Layered, Cube, none)       \
  SIMT_DETAIL_SAMPLER(name##Lod, D, Layered, Cube, level) \
  SIMT_DETAIL_SAMPLER(name##Grad, D, Layered, Cube, gradient)

/// - CUDA:    tex1D<T>(texture, x), tex1DLod<T>(texture, x, level), tex1DGrad<T>(texture, x, dx,
/// dy), and the
///            others by the same rule; gradients are float2 for planes, float4 for volumes and
///            cubes
SIMT_DETAIL_SAMPLERS(tex1D, 1, false, false)
SIMT_DETAIL_SAMPLERS(tex2D, 2, false, false)
SIMT_DETAIL_SAMPLERS(tex3D, 3, false, false)
SIMT_DETAIL_SAMPLERS(tex1DLayered, 1, true, false)
SIMT_DETAIL_SAMPLERS(tex2DLayered, 2, true, false)
SIMT_DETAIL_SAMPLERS(texCubemap, 2, false, true)
SIMT_DETAIL_SAMPLERS(texCubemapLayered, 2, true, true)
#undef SIMT_DETAIL_SAMPLERS
#undef SIMT_DETAIL_SAMPLER

namespace detail {
/// Texels of all kinds, zero beyond their ends.
template <class T, int W, class Index>
SIMT_INLINE auto fetch_any(texture_view const& view, Index const& index) {
  return texture_call<T, W>(1, false, false, [&](auto& call) SIMT_LAMBDA_INLINE {
    call.layer = registers(index);
    fetch_gang(view, call);
  });
}
}  // namespace detail

#if SIMT_CHECK && !SIMT_PROFILE
namespace detail {
/// Tells of a thread's texel that lies beyond the ends of linear memory.
SIMT_INLINE void tell_beyond(texture_view const& view, int index) {
  if (view.shape != texture_shape::linear || (index >= 0 && index < view.level[0].width)) return;
  std::ptrdiff_t const bytes = channel_bytes(view.type) * view.channels;
  simt_check_beyond(view.level[0].base + bytes * index, static_cast<std::size_t>(bytes));
}
}  // namespace detail
#endif

/// The texel number i of linear memory; zero beyond its ends.
/// - CUDA:    tex1Dfetch<T>(texture, i)
/// - Cost:    texels of type T within the memory: that of `p[i]`
template <class T, detail::texture_handle Texture, class I>
[[nodiscard]] SIMT_INLINE auto tex1Dfetch(Texture const& texture, I&& i) {
  constexpr int W = detail::lanes_of_call<I>();
  auto const& view = detail::view_argument(texture);
  if constexpr (W == 0) {
    auto const index = detail::argument_lanes<W, int>(std::forward<I>(i));
    if (detail::holds_texels<T>(view) && index >= 0 && index < view.level[0].width) [[likely]] {
      T texel;
      [[maybe_unused]] detail::told_fetch<1> const told(view);
      detail::tell_texel(view.level[0].base + std::ptrdiff_t{sizeof(T)} * index, sizeof texel);
      std::memcpy(&texel, view.level[0].base + std::ptrdiff_t{sizeof(T)} * index, sizeof texel);
      return texel;
    }
#if SIMT_CHECK && !SIMT_PROFILE
    detail::tell_beyond(view, index);
#endif
    return detail::fetch_any<T, W>(view, index);
  } else if constexpr (detail::thread_index<I>) {
    if (detail::holds_texels<T>(view) && detail::are_texels(i, view.level[0].width)) [[likely]]
      return ptr<T const>(reinterpret_cast<T const*>(view.level[0].base))[i].load();
    return detail::fetch_any<T, W>(view, varying<int, W>(i));
  } else {
    auto const index = detail::argument_lanes<W, int>(std::forward<I>(i));
    if (detail::holds_texels<T>(view) && detail::are_texels(index, view.level[0].width)) [[likely]]
      return ptr<T const>(reinterpret_cast<T const*>(view.level[0].base))[index].load();
    return detail::fetch_any<T, W>(view, varying<int, W>(index));
  }
}

/// Channel `channel` of the four texels that linear filtering would use: below left, below right,
/// above right, above left, where y points down.
/// - CUDA:    tex2Dgather<T>(texture, x, y, channel)
template <class T, detail::texture_handle Texture, class X, class Y>
[[nodiscard]] SIMT_INLINE auto tex2Dgather(Texture const& texture, X&& x, Y&& y, int channel = 0) {
  constexpr int W = detail::lanes_of_call<X, Y>();
  auto const& view = detail::view_argument(texture);
  auto const lx = detail::argument_lanes<W, float>(std::forward<X>(x));
  auto const ly = detail::argument_lanes<W, float>(std::forward<Y>(y));
  return detail::texture_call<T, W>(2, false, false, [&](auto& call) SIMT_LAMBDA_INLINE {
    call.at[0] = detail::registers(lx);
    call.at[1] = detail::registers(ly);
    detail::gather_gang(view, call, channel);
  });
}

namespace detail {
#define SIMT_DETAIL_TEXTURE_FUNCTION(name, ...)                                                 \
  template <>                                                                              \
  struct texture_function<texture_names::name##_name> {                                    \
    template <class T, class... Args>                                                      \
    SIMT_INLINE static auto call(Args&&... args) {                                         \
      static_assert(!std::is_void_v<T>, "simt: write the type to read: " #name "<float>"); \
      return simt::name<T>(std::forward<Args>(args)...);                                   \
    }                                                                                      \
  };
SIMT_BUILTINS_FETCHES(SIMT_DETAIL_TEXTURE_FUNCTION)
SIMT_BUILTINS_GATHERS(SIMT_DETAIL_TEXTURE_FUNCTION)
#undef SIMT_DETAIL_TEXTURE_FUNCTION
}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
