#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/gang_parts.hpp>
#include <simt/launch/gang_width.hpp>

#include <type_traits>

namespace simt::inline SIMT_ABI::detail {

/// A container that owns its elements: a kernel would get a copy of them.
template <class A>
concept owns_elements = !std::is_trivially_copyable_v<A> && requires(A const& a) {
  a.data();
  a.size();
};

template <class Block>
inline constexpr bool is_possible_block = true;
template <int X, int Y, int Z>
inline constexpr bool is_possible_block<static_shape<X, Y, Z>> =
    X > 0 && Y > 0 && Z > 0 && X * Y * Z <= 1024 && Z <= 64;

constexpr bool is_possible_width(int w) {
  return w == 1 || (w > 0 && w <= max_lanes && w % simd::native_lanes == 0);
}

/// Refuses what cannot be launched, in the line of the launch: an impossible width or block, and
/// arguments that a kernel cannot use. False where it does, so that nothing else is said.
template <int Width, class Kernel, class Block, class... Args>
consteval bool check_launch() {
  constexpr bool plain_arguments = (!owns_elements<std::remove_cvref_t<Args>> && ...);
  constexpr bool plain_kernel = std::is_trivially_copyable_v<Kernel>;
  constexpr bool known_block = Width != whole_block || requires { Block::extents(); };
  constexpr bool possible_block = is_possible_block<Block>;
  constexpr bool possible_width =
      !known_block || is_possible_width(gangs_of_block<Width, Block>::width) || !possible_block;
  static_assert(plain_arguments,
                "simt::launch: a kernel takes no std::vector (nor what else owns its elements): pass "
                "v.data(), which arrives as a simt::ptr");
  static_assert(plain_kernel,
                "simt::launch: the lambda captures a std::vector (or what else is more than bytes), "
                "which its threads would copy: pass v.data() to it, or capture that: "
                "[p = simt::ptr(v.data())](auto& t) { ... }");
  static_assert(known_block,
                "simt::launch: a gang as wide as the block needs a static block: "
                "simt::block_shape<16, 16>");
  static_assert(possible_block,
                "simt::block_shape: a block has 1 to 1024 threads, at most 64 of them along z");
  static_assert(possible_width,
                "simt::launch: a gang is 1 thread wide or a multiple of the native width, at most "
                "1024; use 32 for a warp, simt::whole_block for a static block");
  return plain_arguments && plain_kernel && known_block && possible_block && possible_width;
}

/// A kernel's body, or a lambda behind its gang, takes arguments of these types.
template <class Body, class... Values>
concept takes = requires(Body const& body, Values const&... values) {
  body(values...);
};
template <class Kernel, class... Args>
constexpr void refuse_arguments() {
  static_assert(
      always_false<Kernel>,
      "simt::launch: these arguments are not what the kernel takes: look at their number, "
      "their order and the types that pointers point to (a lambda takes the gang first: "
      "[=](auto& t) { ... })");
}

}  // namespace simt::inline SIMT_ABI::detail
