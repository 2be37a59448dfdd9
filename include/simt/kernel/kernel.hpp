#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/kernel/gang.hpp>
#include <simt/kernel/shared.hpp>
#include <simt/kernel/texture_names.hpp>
#include <simt/lanes/flow/break_continue.hpp>
#include <simt/lanes/flow/do_while.hpp>
#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/flow/lazy.hpp>
#include <simt/lanes/flow/loop.hpp>
#include <simt/lanes/flow/return.hpp>
#include <simt/lanes/flow/simt_select.hpp>
#include <simt/lanes/flow/switch.hpp>
#include <simt/lanes/index/let.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Runs a SIMT_DEVICE body as a function of its own: simt_return leaves it, not the kernel.
template <template <class> class Body, class Caller, class... Args>
SIMT_INLINE auto call_device(Caller const& caller, Args&&... args) {
  if constexpr (requires { typename Caller::gang_type; }) {
    using body_type = Body<typename Caller::gang_type>;
    frame_scope const frame(flow_frame::function);
    body_type body(static_cast<typename Caller::gang_type const&>(caller));
    body(std::forward<Args>(args)...);
    if constexpr (!std::is_void_v<typename body_type::simt_result>) return body.simt_result_;
  } else {
    static_assert(always_false<Caller>,
                  "simt: a SIMT_DEVICE function is called with the kernel first: f(*this, x), in a "
                  "lambda kernel f(t, x)");
    return caller;
  }
}

/// Where a device function's value gathers, lane by lane.
template <class T>
struct device_result {
  using type = T;
};
template <>
struct device_result<void> {
  using type = no_result;
};

}  // namespace simt::inline SIMT_ABI::detail

// The names that a kernel body finds without qualification: those of its gang, SimtGang. (Textures
// and surfaces: kernel/texture_names.hpp. Functions of C's library are <cmath>'s, or found through
// their arguments.)
#define SIMT_DETAIL_BARE(name, ...) using SimtGang::name;
#define SIMT_DETAIL_BARE_F(name, ...) \
  using SimtGang::name;               \
  using SimtGang::name##f;
#define SIMT_DETAIL_BARE_SYNC(name, ...) \
  using SimtGang::name;                  \
  using SimtGang::name##_sync;
#define SIMT_DETAIL_BARE_SCOPES(name, ...) \
  using SimtGang::name;                    \
  using SimtGang::name##_block;            \
  using SimtGang::name##_system;
#define SIMT_DETAIL_BUILTINS                             \
  using SimtGang::threadIdx;                             \
  using SimtGang::blockIdx;                              \
  using SimtGang::blockDim;                              \
  using SimtGang::gridDim;                               \
  using SimtGang::warpSize;                              \
  SIMT_BUILTINS_BLOCK(SIMT_DETAIL_BARE)                  \
  SIMT_BUILTINS_SHUFFLES(SIMT_DETAIL_BARE_SYNC)          \
  SIMT_BUILTINS_VOTES(SIMT_DETAIL_BARE_SYNC)             \
  SIMT_BUILTINS_REDUCTIONS(SIMT_DETAIL_BARE)             \
  SIMT_BUILTINS_WARP(SIMT_DETAIL_BARE)                   \
  SIMT_BUILTINS_ATOMICS(SIMT_DETAIL_BARE_SCOPES)         \
  SIMT_BUILTINS_ATOMICS_2(SIMT_DETAIL_BARE_SCOPES)       \
  SIMT_BUILTINS_INTEGER_1(SIMT_DETAIL_BARE)              \
  SIMT_BUILTINS_INTEGER_2(SIMT_DETAIL_BARE)              \
  SIMT_BUILTINS_INTEGER_3(SIMT_DETAIL_BARE)              \
  SIMT_BUILTINS_DOT_PRODUCTS(SIMT_DETAIL_BARE)           \
  SIMT_BUILTINS_BIT_CASTS(SIMT_DETAIL_BARE)              \
  SIMT_BUILTINS_INTEGER_EXTREMES(SIMT_DETAIL_BARE)       \
  SIMT_BUILTINS_CLOCKS(SIMT_DETAIL_BARE)                 \
  SIMT_BUILTINS_PRINT(SIMT_DETAIL_BARE)                  \
  SIMT_BUILTINS_EXTREMES(SIMT_DETAIL_BARE)               \
  SIMT_BUILTINS_CUDA_MATH_1(SIMT_DETAIL_BARE_F)          \
  SIMT_BUILTINS_CUDA_MATH_2(SIMT_DETAIL_BARE_F)          \
  SIMT_BUILTINS_CUDA_MATH_3(SIMT_DETAIL_BARE_F)          \
  SIMT_BUILTINS_CUDA_MATH_4(SIMT_DETAIL_BARE_F)          \
  SIMT_BUILTINS_FAST_1(SIMT_DETAIL_BARE)                 \
  SIMT_BUILTINS_FAST_2(SIMT_DETAIL_BARE)                 \
  template <class SimtT>                                 \
  using varying = typename SimtGang::template varying<SimtT>; \
  template <class SimtT>                                 \
  using local = typename SimtGang::template local<SimtT>;

#define SIMT_DETAIL_STRIP(...) __VA_ARGS__

/// Defines a kernel: SIMT_KERNEL(name, (parameters)) { body }
/// - CUDA:    __global__ void name(parameters) { body }
/// - Needs:   namespace scope; pointers are simt::ptr<T>; launched with simt::launch(name, …)
/// - Source:  CUDA C Programming Guide 8.0, B.1.2 (__global__)
#define SIMT_KERNEL(name, ...)                                        \
  template <class SimtGang>                                           \
  struct name##_simt_body : SimtGang, ::simt::detail::texture_names {                                \
    using SimtGang::SimtGang;                                         \
    SIMT_DETAIL_BUILTINS                                              \
    SIMT_INLINE void operator() __VA_ARGS__ const;                    \
  };                                                                  \
  struct name##_simt_kernel {                                         \
    static constexpr char const* simt_name = #name;                   \
    template <class SimtGang>                                         \
    using body = name##_simt_body<SimtGang>;                          \
  };                                                                  \
  inline constexpr name##_simt_kernel name{};                         \
  template <class SimtGang>                                           \
  SIMT_INLINE void name##_simt_body<SimtGang>::operator() __VA_ARGS__ const

/// Defines a template of kernels, launched as simt::launch(name<float, 4>, …):
/// SIMT_KERNEL_TEMPLATE((class T, int N), (T, N), name, (parameters)) { body }
#define SIMT_KERNEL_TEMPLATE(parameters, arguments, name, ...)                              \
  template <SIMT_DETAIL_STRIP parameters, class SimtGang>                                   \
  struct name##_simt_body : SimtGang, ::simt::detail::texture_names {                                                      \
    using SimtGang::SimtGang;                                                               \
    SIMT_DETAIL_BUILTINS                                                                    \
    SIMT_INLINE void operator() __VA_ARGS__ const;                                          \
  };                                                                                        \
  template <SIMT_DETAIL_STRIP parameters>                                                   \
  struct name##_simt_kernel {                                                               \
    static constexpr char const* simt_name = #name;                                         \
    template <class SimtGang>                                                               \
    using body = name##_simt_body<SIMT_DETAIL_STRIP arguments, SimtGang>;                   \
  };                                                                                        \
  template <SIMT_DETAIL_STRIP parameters>                                                   \
  inline constexpr name##_simt_kernel<SIMT_DETAIL_STRIP arguments> name{};                  \
  template <SIMT_DETAIL_STRIP parameters, class SimtGang>                                   \
  SIMT_INLINE void name##_simt_body<SIMT_DETAIL_STRIP arguments, SimtGang>::operator()      \
      __VA_ARGS__ const

/// Defines a device function that uses built-ins or returns under divergence:
/// SIMT_DEVICE(varying<float>, name, (parameters)) { … simt_return(x); }
/// Kernels and device functions call it with themselves first: name(*this, arguments); lambda
/// kernels pass their argument. Other device functions are ordinary templates.
#define SIMT_DEVICE(...)                                                                 \
  SIMT_DETAIL_OF_THREE(__VA_ARGS__, SIMT_DETAIL_DEVICE, SIMT_DETAIL_DEVICE_OF_NO_TYPE, ) \
  (__VA_ARGS__)
#define SIMT_DETAIL_OF_THREE(a, b, c, chosen, ...) chosen
#define SIMT_DETAIL_DEVICE_OF_NO_TYPE(name, ...)                                  \
  static_assert(false,                                                            \
                "simt: a device function begins with the type of its result: "    \
                "SIMT_DEVICE(varying<float>, " #name ", (parameters)), or void"); \
  SIMT_DETAIL_DEVICE(varying<float>, name, __VA_ARGS__)
#define SIMT_DETAIL_DEVICE(result, name, ...)                                                 \
  template <class SimtGang>                                                                   \
  struct name##_simt_body : SimtGang, ::simt::detail::texture_names {                         \
    SIMT_DETAIL_BUILTINS                                                                      \
    SIMT_INLINE explicit name##_simt_body(SimtGang const& g) : SimtGang(g) {}                 \
    SIMT_INLINE void operator() __VA_ARGS__ const;                                            \
    using simt_result = result;                                                               \
    mutable typename ::simt::detail::device_result<simt_result>::type simt_result_{};         \
  };                                                                                          \
  struct name##_simt_device {                                                                 \
    template <class SimtCaller, class... SimtArgs>                                            \
    SIMT_INLINE auto operator()(SimtCaller const& caller, SimtArgs&&... args) const {         \
      return ::simt::detail::call_device<name##_simt_body>(caller,                            \
                                                           static_cast<SimtArgs&&>(args)...); \
    }                                                                                         \
  };                                                                                          \
  inline constexpr name##_simt_device name{};                                                 \
  template <class SimtGang>                                                                   \
  SIMT_INLINE void name##_simt_body<SimtGang>::operator() __VA_ARGS__ const

SIMT_DETAIL_QUIET_END
