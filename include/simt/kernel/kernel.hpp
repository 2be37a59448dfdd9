#pragma once
// SPDX-License-Identifier: MIT

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
template <class Body, class Caller, class... Args>
SIMT_INLINE auto call_device(Caller const& caller, Args&&... args) {
  frame_scope const frame(flow_frame::function);
  Body body(static_cast<typename Caller::gang_type const&>(caller));
  body(std::forward<Args>(args)...);
  if constexpr (!std::is_void_v<typename Body::simt_result>) return body.simt_result_;
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

// The names that a kernel body finds without qualification.
#define SIMT_DETAIL_BUILTINS(G)       \
  using G::threadIdx;                 \
  using G::blockIdx;                  \
  using G::blockDim;                  \
  using G::gridDim;                   \
  using G::warpSize;                  \
  using G::__syncthreads;             \
  using G::__syncthreads_count;       \
  using G::__syncthreads_and;         \
  using G::__syncthreads_or;          \
  using G::__threadfence_block;       \
  using G::__threadfence;             \
  using G::__threadfence_system;      \
  SIMT_DETAIL_WARP_BUILTINS(G) \
  SIMT_DETAIL_ATOMIC_BUILTINS(G) \
  SIMT_DETAIL_INTRINSIC_BUILTINS(G) \
  SIMT_DETAIL_MATH_BUILTINS(G) \
  template <class SimtT>              \
  using varying = typename G::template varying<SimtT>; \
  template <class SimtT>              \
  using local = typename G::template local<SimtT>;

#define SIMT_DETAIL_STRIP(...) __VA_ARGS__

/// Defines a kernel: SIMT_KERNEL(name, (parameters)) { body }
/// - CUDA:    __global__ void name(parameters) { body }
/// - Needs:   namespace scope; pointers are simt::ptr<T>; launched with simt::launch(name, …)
/// - Source:  CUDA C Programming Guide 8.0, B.1.2 (__global__)
#define SIMT_KERNEL(name, ...)                                        \
  template <class SimtGang>                                           \
  struct name##_simt_body : SimtGang, ::simt::detail::texture_names {                                \
    using SimtGang::SimtGang;                                         \
    SIMT_DETAIL_BUILTINS(SimtGang)                                    \
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
    SIMT_DETAIL_BUILTINS(SimtGang)                                                          \
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
#define SIMT_DEVICE(result, name, ...)                                                        \
  template <class SimtGang>                                                                   \
  struct name##_simt_body : SimtGang, ::simt::detail::texture_names {                                                        \
    SIMT_DETAIL_BUILTINS(SimtGang)                                                            \
    SIMT_INLINE explicit name##_simt_body(SimtGang const& g) : SimtGang(g) {}                 \
    SIMT_INLINE void operator() __VA_ARGS__ const;                                            \
    using simt_result = result;                                                               \
    mutable typename ::simt::detail::device_result<simt_result>::type simt_result_{};         \
  };                                                                                          \
  struct name##_simt_device {                                                                 \
    template <class SimtCaller, class... SimtArgs>                                            \
    SIMT_INLINE auto operator()(SimtCaller const& caller, SimtArgs&&... args) const {         \
      return ::simt::detail::call_device<name##_simt_body<typename SimtCaller::gang_type>>(   \
          caller, static_cast<SimtArgs&&>(args)...);                                          \
    }                                                                                         \
  };                                                                                          \
  inline constexpr name##_simt_device name{};                                                 \
  template <class SimtGang>                                                                   \
  SIMT_INLINE void name##_simt_body<SimtGang>::operator() __VA_ARGS__ const

SIMT_DETAIL_QUIET_END
