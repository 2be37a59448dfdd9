// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace simt::cu::lane {

/// What is known of a function by its name alone.
enum class known_kind : std::uint8_t {
  none,
  pure,     // a value of its arguments
  reads,    // a load
  lane,     // asks for the thread itself: the same arguments give each thread another value
  atomic,   // reads and writes memory that others write
  warp,     // works across the threads of a warp
  barrier,  // works across the threads of a block
  fence,
  by_lane,  // an ordinary function with effects, called thread by thread
  refused   // has no lane form and no other that could be called from one
};

/// A type of integers by its usual names, of those whose sums have the same type.
[[nodiscard]] constexpr bool is_integer_name(std::string_view base) noexcept {
  for (std::string_view const name :
       {"int", "unsigned", "unsigned int", "uint", "long", "unsigned long", "long long",
        "unsigned long long", "size_t", "int32_t", "uint32_t", "int64_t", "uint64_t"})
    if (base == name) return true;
  return false;
}
/// The same, or a type of floating-point numbers.
[[nodiscard]] constexpr bool is_number_name(std::string_view base) noexcept {
  return base == "float" || base == "double" || is_integer_name(base);
}

namespace detail {

template <std::size_t N>
[[nodiscard]] constexpr bool is_one_of(std::array<std::string_view, N> const& names,
                                       std::string_view name) noexcept {
  for (auto const& n : names)
    if (n == name) return true;
  return false;
}

inline constexpr auto pure_names = std::to_array<std::string_view>({"__brev",
                                                                    "__brevll",
                                                                    "__byte_perm",
                                                                    "__clz",
                                                                    "__clzll",
                                                                    "__cosf",
                                                                    "__double_as_longlong",
                                                                    "__dp2a_hi",
                                                                    "__dp2a_lo",
                                                                    "__dp4a",
                                                                    "__exp10f",
                                                                    "__expf",
                                                                    "__fdividef",
                                                                    "__ffs",
                                                                    "__ffsll",
                                                                    "__float_as_int",
                                                                    "__float_as_uint",
                                                                    "__funnelshift_l",
                                                                    "__funnelshift_lc",
                                                                    "__funnelshift_r",
                                                                    "__funnelshift_rc",
                                                                    "__hadd",
                                                                    "__int_as_float",
                                                                    "__log10f",
                                                                    "__log2f",
                                                                    "__logf",
                                                                    "__longlong_as_double",
                                                                    "__mul24",
                                                                    "__mul64hi",
                                                                    "__mulhi",
                                                                    "__popc",
                                                                    "__popcll",
                                                                    "__powf",
                                                                    "__rhadd",
                                                                    "__sad",
                                                                    "__saturatef",
                                                                    "__sinf",
                                                                    "__tanf",
                                                                    "__uhadd",
                                                                    "__uint_as_float",
                                                                    "__umul24",
                                                                    "__umul64hi",
                                                                    "__umulhi",
                                                                    "__urhadd",
                                                                    "__usad",
                                                                    "abs",
                                                                    "acos",
                                                                    "acosf",
                                                                    "acosh",
                                                                    "acoshf",
                                                                    "asin",
                                                                    "asinf",
                                                                    "asinh",
                                                                    "asinhf",
                                                                    "atan",
                                                                    "atan2",
                                                                    "atan2f",
                                                                    "atanf",
                                                                    "atanh",
                                                                    "atanhf",
                                                                    "cbrt",
                                                                    "cbrtf",
                                                                    "ceil",
                                                                    "ceilf",
                                                                    "copysign",
                                                                    "copysignf",
                                                                    "cos",
                                                                    "cosf",
                                                                    "cosh",
                                                                    "coshf",
                                                                    "cospi",
                                                                    "cospif",
                                                                    "erf",
                                                                    "erfc",
                                                                    "erfcf",
                                                                    "erff",
                                                                    "exp",
                                                                    "exp10",
                                                                    "exp10f",
                                                                    "exp2",
                                                                    "exp2f",
                                                                    "expf",
                                                                    "expm1",
                                                                    "expm1f",
                                                                    "fabs",
                                                                    "fabsf",
                                                                    "fdim",
                                                                    "fdimf",
                                                                    "fdividef",
                                                                    "floor",
                                                                    "floorf",
                                                                    "fma",
                                                                    "fmaf",
                                                                    "fmax",
                                                                    "fmaxf",
                                                                    "fmin",
                                                                    "fminf",
                                                                    "fmod",
                                                                    "fmodf",
                                                                    "hypot",
                                                                    "hypotf",
                                                                    "isfinite",
                                                                    "isinf",
                                                                    "isnan",
                                                                    "ldexp",
                                                                    "ldexpf",
                                                                    "lgamma",
                                                                    "lgammaf",
                                                                    "llabs",
                                                                    "log",
                                                                    "log10",
                                                                    "log10f",
                                                                    "log1p",
                                                                    "log1pf",
                                                                    "log2",
                                                                    "log2f",
                                                                    "logf",
                                                                    "max",
                                                                    "min",
                                                                    "nearbyint",
                                                                    "nearbyintf",
                                                                    "norm3d",
                                                                    "norm3df",
                                                                    "norm4d",
                                                                    "norm4df",
                                                                    "pow",
                                                                    "powf",
                                                                    "rcbrt",
                                                                    "rcbrtf",
                                                                    "remainder",
                                                                    "remainderf",
                                                                    "rhypot",
                                                                    "rhypotf",
                                                                    "rint",
                                                                    "rintf",
                                                                    "rnorm3d",
                                                                    "rnorm3df",
                                                                    "rnorm4d",
                                                                    "rnorm4df",
                                                                    "round",
                                                                    "roundf",
                                                                    "rsqrt",
                                                                    "rsqrtf",
                                                                    "signbit",
                                                                    "sin",
                                                                    "sinf",
                                                                    "sinh",
                                                                    "sinhf",
                                                                    "sinpi",
                                                                    "sinpif",
                                                                    "sqrt",
                                                                    "sqrtf",
                                                                    "tan",
                                                                    "tanf",
                                                                    "tanh",
                                                                    "tanhf",
                                                                    "tgamma",
                                                                    "tgammaf",
                                                                    "trunc",
                                                                    "truncf"});

inline constexpr auto warp_prefixes =
    std::to_array<std::string_view>({"__shfl", "__ballot", "__any", "__all", "__match",
                                     "__activemask", "__reduce_", "__uni", "__syncwarp"});

/// Scopes whose functions and types work across threads, or that nobody can look into.
inline constexpr auto refused_scopes = std::to_array<std::string_view>(
    {"nvcuda::", "wmma::", "cub::", "cuda::", "nvshmem", "pipeline", "curand", "thrust::"});

/// Methods of cooperative groups: a method of that name may wait for other threads.
inline constexpr auto group_methods = std::to_array<std::string_view>(
    {"sync",   "shfl", "shfl_up",        "shfl_down",    "shfl_xor",
     "any",    "all",  "ballot",         "match_any",    "match_all",
     "arrive", "wait", "barrier_arrive", "barrier_wait", "arrive_and_wait",
     "Reduce", "Sum",  "InclusiveSum",   "ExclusiveSum", "Load",
     "Store",  "Sort"});

/// Functions of cooperative groups that have lane forms; they take the gang first.
inline constexpr auto group_functions =
    std::to_array<std::string_view>({"this_thread_block", "tiled_partition", "coalesced_threads",
                                     "sync", "thread_rank", "group_size", "reduce"});

inline constexpr auto refused_names = std::to_array<std::string_view>(
    {"__pipeline_memcpy_async", "__pipeline_commit", "__pipeline_wait_prior", "__nanosleep",
     "__trap", "__brkpt", "setjmp", "longjmp", "alloca", "this_grid", "this_multi_grid",
     "this_cluster", "memcpy_async", "__prof_trigger"});

inline constexpr auto by_lane_names = std::to_array<std::string_view>(
    {"printf", "assert", "malloc", "free", "clock", "clock64", "sincosf", "sincos", "__sincosf",
     "modf", "modff", "frexp", "frexpf", "memcpy", "memset"});

}  // namespace detail

/// The functions that the lane library has under CUDA's names.
[[nodiscard]] constexpr known_kind known_function(std::string_view name) noexcept {
  using namespace detail;
  if (is_one_of(refused_names, name) || name.starts_with("__nv_atomic"))
    return known_kind::refused;
  if (name == "__syncthreads" || name == "__syncthreads_count" || name == "__syncthreads_and" ||
      name == "__syncthreads_or")
    return known_kind::barrier;
  if (name.starts_with("__threadfence")) return known_kind::fence;
  for (auto const& prefix : warp_prefixes)
    if (name.starts_with(prefix)) return known_kind::warp;
  if (name.starts_with("atomic") && name.size() > 6 && name[6] >= 'A' && name[6] <= 'X')
    return known_kind::atomic;
  if (name == "__ldg") return known_kind::reads;
  if (is_one_of(by_lane_names, name)) return known_kind::by_lane;
  if (is_one_of(pure_names, name)) return known_kind::pure;
  return known_kind::none;
}

[[nodiscard]] constexpr bool is_refused_scope(std::string_view scope) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  for (auto const& s : detail::refused_scopes)
    if (scope.starts_with(s)) return true;
  return false;
}

[[nodiscard]] constexpr bool is_group_function(std::string_view name) noexcept {
  return detail::is_one_of(detail::group_functions, name);
}
[[nodiscard]] constexpr bool is_group_scope(std::string_view scope) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  return scope.starts_with("cg::") || scope.starts_with("cooperative_groups::");
}
/// The types of groups within a block.
[[nodiscard]] constexpr bool is_group_type(std::string_view base) noexcept {
  if (base.starts_with("const ")) base.remove_prefix(6);
  auto const scope = base.find_first_of('<') == std::string_view::npos
                         ? base
                         : base.substr(0, base.find_first_of('<'));
  auto const last = scope.rfind("::");
  std::string_view const id = last == std::string_view::npos ? scope : scope.substr(last + 2);
  return id == "thread_block" || id == "thread_block_tile" || id == "coalesced_group";
}

[[nodiscard]] constexpr bool is_group_method(std::string_view name) noexcept {
  return detail::is_one_of(detail::group_methods, name);
}

}  // namespace simt::cu::lane
