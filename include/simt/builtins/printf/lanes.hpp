#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/printf/format.hpp>
#include <simt/lanes/flow/each_active.hpp>
#include <simt/lanes/memory/lane_pointer.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// True of what C's functions with `...` take as bytes of a class: values and places of threads,
/// and sizes that are part of the program (blockDim.x).
template <class X>
concept unprintable = std::is_base_of_v<lane_tag, plain<X>> ||
                      std::is_base_of_v<aggregate_tag, plain<X>> ||
                      std::is_base_of_v<pointer_tag, plain<X>> ||
                      std::is_base_of_v<uniform_element_tag, plain<X>> || constant_value<X> ||
                      requires { plain<X>::exchanged_as_lanes; };
template <class... A>
concept some_unprintable = (unprintable<A> || ...);
template <class X>
concept has_lanes = (unprintable<X> && requires { plain<X>::width; });

/// The threads' number of the first argument that has lanes.
template <class... A>
consteval int print_width() {
  int w = 0;
  const auto take = [&](int n) { w = w != 0 ? w : n; };
  (take([] {
     if constexpr (has_lanes<A>)
       return plain<A>::width;
     else
       return 0;
   }()),
   ...);
  return w;
}
/// More constrained than the functions in namespace std, which say what to write: so it is found
/// first where both are visible.
template <class... A>
concept prints_lanes = some_unprintable<A...> && (print_width<A...>() > 0);

/// An argument as lanes of numbers or pointers, or as one value for all.
template <int W, class A>
SIMT_INLINE auto printed(A&& a) {
  using X = plain<A>;
  if constexpr (lane_value<A>) {
    return varying<lane_type<X>, W>(std::forward<A>(a));
  } else if constexpr (std::is_base_of_v<pointer_tag, X>) {
    return varying<typename X::value_type, W>(std::forward<A>(a));
  } else if constexpr (uniform_value<A>) {
    return uniform_of(std::forward<A>(a));
  } else if constexpr (std::is_pointer_v<std::decay_t<A>> || std::is_null_pointer_v<X>) {
    return std::decay_t<A>(a);
  } else if constexpr (requires { raw_pointer(a); }) {
    return raw_pointer(a);
  } else if constexpr (is_aggregate_place<X>) {
    return printed<W>(X::read(std::forward<A>(a)));
  } else if constexpr (std::is_constructible_v<float, A&&> && !std::is_base_of_v<aggregate_tag, X>) {
    return static_cast<float>(a);
  } else if constexpr (requires { varying<float, W>(std::forward<A>(a)); }) {
    return varying<float, W>(std::forward<A>(a));
  } else {
    static_assert(always_false<A>,
                  "simt: printf prints numbers, pointers and text: pass the members of a struct "
                  "one by one");
  }
}
template <class V>
SIMT_INLINE auto lane_of_printed(V const& v, int l) {
  if constexpr (requires { v.lane(l); })
    return v.lane(l);
  else
    return v;
}

/// Appends the text of each active lane in turn, and prints all of it at once.
template <int W, class... V>
[[gnu::noinline, gnu::cold]] int print_lanes(char const* format, V const&... v) {
  std::string text;
  int taken = 0;
  each_active<W>([&]([[maybe_unused]] int l) {
    std::byte data[(sizeof...(V) + 1) * 8];
    std::size_t at = 0;
    (pack_argument(data, at, lane_of_printed(v, l)), ...);
    taken = format_packed(text, format, {data, at});
  });
  print_text(text);
  return taken;
}

/// printf as a member of a gang.
template <int W>
struct print_functions {
  template <class... A>
  SIMT_INLINE static int printf(char const* format, A&&... a) {
    int taken = 0;
    keeping_mask([&]() SIMT_LAMBDA_INLINE {
      taken = print_lanes<W>(format, printed<W>(std::forward<A>(a))...);
    });
    return taken;
  }
};

}  // namespace detail

/// Prints the text of each active thread, in the order of the threads of a gang. In kernels it
/// stands bare; lambda kernels call it as t.printf(...), which also prints what is the same for all.
/// - CUDA:    printf(format, ...)
/// - Shape:   arguments of threads and uniform ones; the format is one for all
/// - Order:   a gang's texts come together, those of gangs and blocks in the order in which they run
/// - Errors:  a struct does not compile; nor does std::printf with a value per thread
/// - Differs: as printf of thread kernels: text goes to stdout at once
/// - Source:  CUDA C Programming Guide 8.0, B.17 (Formatted Output)
template <class... A>
requires detail::prints_lanes<A...> SIMT_INLINE int printf(char const* format, A&&... a) {
  return detail::print_functions<detail::print_width<A...>()>::printf(format,
                                                                      std::forward<A>(a)...);
}

// C's others, found through their arguments.
#define SIMT_DETAIL_NO_LANES(name, text, ...)                             \
  template <class... A>                                                   \
  requires ::simt::detail::some_unprintable<A...> int name(__VA_ARGS__) { \
    static_assert(::simt::detail::always_false<void(A...)>, text);              \
    return 0;                                                             \
  }
#define SIMT_DETAIL_NO_TEXT                                                                      \
  "simt: this function takes no value per thread: print it with printf, or store it and use it " \
  "on the host"
SIMT_DETAIL_NO_LANES(fprintf, SIMT_DETAIL_NO_TEXT, std::FILE*, char const*, A&&...)
SIMT_DETAIL_NO_LANES(sprintf, SIMT_DETAIL_NO_TEXT, char*, char const*, A&&...)
SIMT_DETAIL_NO_LANES(snprintf, SIMT_DETAIL_NO_TEXT, char*, std::size_t, char const*, A&&...)

}  // namespace simt::inline SIMT_ABI

// Why: through `...` g++ 12 passes any class, as an address, and says so only with -Wformat: garbage
// was printed. A function of C is found in std by its whole name only, so that what is better than
// its `...` must stand there. Gone when g++ refuses classes that are not trivially copyable there.
namespace std {
SIMT_DETAIL_NO_LANES(printf,
                     "simt: std::printf takes no value per thread: in a kernel write printf, in a "
                     "lambda kernel t.printf, which print the text of each active thread",
                     char const*, A&&...)
using ::simt::fprintf;
using ::simt::snprintf;
using ::simt::sprintf;
}  // namespace std
#undef SIMT_DETAIL_NO_LANES
#undef SIMT_DETAIL_NO_TEXT

SIMT_DETAIL_QUIET_END
