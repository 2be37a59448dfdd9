// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace simt::cu::lane {

/// The effect of a function, from its line in builtins.def.
enum class builtin_kind : std::uint8_t {
  unknown,
  pure,     // a value of its arguments
  reads,    // loads from memory, too
  writes,   // stores where an argument says
  atomic,   // reads and writes memory that others write
  warp,     // works across the threads of a warp
  barrier,  // works across the threads of a block
  fence,
  thread,  // an ordinary function with effects
  refused  // has no lane form and no other that could be called from one
};

/// How a lane form calls a function.
enum class lane_call : std::uint8_t {
  by_name,    // lanes and uniforms have overloads of it
  of_gang,    // it is the gang's
  on_lanes,   // lanes may have an overload of it, else thread by thread, once where all is uniform:
              // also where no thread is active, so that it stores nothing but to variables
  to_places,  // the same, with results that go where its last arguments point
  by_thread   // thread by thread
};

struct builtin_traits {
  builtin_kind kind = builtin_kind::unknown;
  lane_call call = lane_call::by_thread;
  bool is_common = false;  // many programs have their own of the name, which is another function
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

class builtin_table {
 public:
  builtin_table();
  [[nodiscard]] builtin_traits find(std::string_view name) const;

 private:
  // The first line of a name counts: __hadd is an integer's before it is a half's.
  void add(std::string_view name, builtin_kind kind, lane_call call, bool is_common = false) {
    all_.try_emplace(name, builtin_traits{kind, call, is_common});
  }

  std::unordered_map<std::string_view, builtin_traits> all_;
};

/// Scopes whose functions and types work across threads, or that nobody can look into.
inline constexpr auto refused_scopes = std::to_array<std::string_view>(
    {"nvcuda::", "wmma::", "cub::", "cuda::", "nvshmem", "pipeline", "curand", "thrust::"});

/// Classes of function objects and of constants that some of these scopes have.
inline constexpr auto value_classes = std::to_array<std::string_view>(
    {"plus",       "minus",       "multiplies",  "divides",      "modulus",       "negate",
     "equal_to",   "greater",     "less",        "not_equal_to", "greater_equal", "less_equal",
     "logical_or", "logical_and", "logical_not", "bit_or",       "bit_and",       "bit_xor",
     "bit_not",    "identity",    "maximum",     "minimum",      "numeric_limits"});

/// Methods of cooperative groups: a method of that name may wait for other threads.
inline constexpr auto group_methods = std::to_array<std::string_view>(
    {"sync",   "shfl", "shfl_up",        "shfl_down",    "shfl_xor",
     "any",    "all",  "ballot",         "match_any",    "match_all",
     "arrive", "wait", "barrier_arrive", "barrier_wait", "arrive_and_wait",
     "Reduce", "Sum",  "InclusiveSum",   "ExclusiveSum", "Load",
     "Store",  "Sort"});

/// Those that say where a thread is and how many there are: they change nothing and wait for
/// nobody.
inline constexpr auto group_places = std::to_array<std::string_view>(
    {"thread_rank", "thread_index", "block_rank", "block_index", "group_index", "meta_group_rank",
     "size", "num_threads", "num_blocks", "group_dim", "dim_threads", "dim_blocks",
     "meta_group_size", "is_valid"});

}  // namespace detail

/// Looks a name up in builtins.def.
[[nodiscard]] builtin_traits find_builtin(std::string_view name);
[[nodiscard]] inline builtin_kind builtin_kind_of(std::string_view name) {
  return find_builtin(name).kind;
}

/// Functions of cuRAND's device side: they change a state that the thread gives.
[[nodiscard]] constexpr bool is_random_function(std::string_view name) noexcept {
  return name == "curand" || name == "curand4" || name.starts_with("curand_") ||
         name == "skipahead" || name.starts_with("skipahead_");
}

/// Functions of cuComplex.h.
[[nodiscard]] constexpr bool is_complex_function(std::string_view name) noexcept {
  for (std::string_view const known :
       {"make_cuComplex", "make_cuFloatComplex", "make_cuDoubleComplex", "cuComplexFloatToDouble",
        "cuComplexDoubleToFloat"})
    if (name == known) return true;
  if (name.ends_with('f')) name.remove_suffix(1);
  for (std::string_view const known :
       {"cuCreal", "cuCimag", "cuConj", "cuCadd", "cuCsub", "cuCmul", "cuCdiv", "cuCabs", "cuCfma"})
    if (name == known) return true;
  return false;
}

/// Functions of CUDA's runtime, which a thread may call (`cudaGetErrorString`), of its headers that
/// have no lines in builtins.def, the compiler's own, and the macros of <stdint.h> that make
/// constants.
[[nodiscard]] constexpr bool is_callable_by_threads(std::string_view name) noexcept {
  bool const is_runtime =
      name.starts_with("cuda") && name.size() > 4 && name[4] >= 'A' && name[4] <= 'Z';
  bool const is_constant =
      name.ends_with("_C") && (name.starts_with("INT") || name.starts_with("UINT"));
  bool const is_small_float = name.starts_with("__nv_cvt_") || name.starts_with("__nv_fp8");
  bool const is_nan = name == "nan" || name == "nanf";
  return is_runtime || is_constant || is_small_float || is_nan || is_random_function(name) ||
         is_complex_function(name) || name.starts_with("__builtin_");
}

[[nodiscard]] constexpr bool is_refused_scope(std::string_view scope) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  for (auto const& s : detail::refused_scopes)
    if (scope.starts_with(s)) return true;
  return false;
}

/// True for `cuda::std::plus`, `thrust::maximum`, `cuda::std::numeric_limits<float>::max`: a scope
/// says what may be done in a kernel, but for classes whose every use is a value.
[[nodiscard]] constexpr bool is_value_class(std::string_view scope,
                                            std::string_view name) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  if (!scope.starts_with("cuda::") && !scope.starts_with("thrust::")) return false;
  if (auto const open = scope.find('<'); open != std::string_view::npos) {
    name = scope.substr(0, open);
    name.remove_prefix(name.rfind(':') + 1);
  }
  return detail::is_one_of(detail::value_classes, name);
}
/// True for a function or class of a refused scope that may wait, or that nobody can look into.
[[nodiscard]] constexpr bool is_refused(std::string_view scope, std::string_view name) noexcept {
  return is_refused_scope(scope) && !is_value_class(scope, name);
}

/// `::` or `std::` itself: where CUDA's functions and those of C's library are. What has the name
/// of one elsewhere is another function: `std::numeric_limits<float>::max()`, `fast::exp(x)`.
[[nodiscard]] constexpr bool is_global_scope(std::string_view scope) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  return scope.empty() || scope == "std::";
}
/// `std::` and what is in it.
[[nodiscard]] constexpr bool is_standard_scope(std::string_view scope) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  return scope.starts_with("std::");
}
/// The first name of a scope: `a` of `::a::b<c>::`.
[[nodiscard]] constexpr std::string_view first_name(std::string_view scope) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  return scope.substr(0, scope.find_first_of(":< "));
}

/// True for functions of cooperative groups that have lane forms; they take the gang first.
[[nodiscard]] bool is_group_function(std::string_view name) noexcept;
[[nodiscard]] constexpr bool is_group_scope(std::string_view scope) noexcept {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  return scope.starts_with("cg::") || scope.starts_with("cooperative_groups::");
}
/// The types of groups of a grid, and within a block.
[[nodiscard]] constexpr bool is_group_type(std::string_view base) noexcept {
  if (base.starts_with("const ")) base.remove_prefix(6);
  auto const scope = base.find_first_of('<') == std::string_view::npos
                         ? base
                         : base.substr(0, base.find_first_of('<'));
  auto const last = scope.rfind("::");
  std::string_view const id = last == std::string_view::npos ? scope : scope.substr(last + 2);
  return id == "thread_block" || id == "thread_block_tile" || id == "coalesced_group" ||
         id == "grid_group" || id == "thread_group";
}

[[nodiscard]] constexpr bool is_group_method(std::string_view name) noexcept {
  return detail::is_one_of(detail::group_methods, name);
}
/// True for functions of a warp whose first argument is a mask.
[[nodiscard]] inline bool takes_mask(std::string_view name) {
  return builtin_kind_of(name) == builtin_kind::warp &&
         (name.ends_with("_sync") || name == "__syncwarp");
}
/// True for functions of a warp without a mask: those that run there take part.
[[nodiscard]] inline bool takes_whoever_comes(std::string_view name) {
  return name == "coalesced_threads" ||
         (builtin_kind_of(name) == builtin_kind::warp && !takes_mask(name));
}

/// `thread_rank` of a group and its kind.
[[nodiscard]] constexpr bool is_group_place(std::string_view name) noexcept {
  return detail::is_one_of(detail::group_places, name);
}

}  // namespace simt::cu::lane
