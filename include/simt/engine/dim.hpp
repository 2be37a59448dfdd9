#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <concepts>
#include <cstdint>

/// Lets calls with CUDA's vector types find the functions of a program that stand in global scope,
/// as they do in CUDA, whose vector types are global: an argument or a base of a type counts among
/// what its calls are looked up by. (Global types would be names of every program that uses lanes.)
struct simt_program_scope {};

namespace simt::inline SIMT_ABI {

/// Three unsigned numbers: an index of a block in its grid, or of a thread in its block.
/// - CUDA:    uint3
/// - Source:  CUDA C Programming Guide 8.0, B.3.1 (Built-in Vector Types)
template <class Scope>
struct basic_uint3 {
  unsigned x, y, z;

  // A template: a program's own operator goes before it, as CUDA has none.
  template <std::same_as<basic_uint3> V>
  friend constexpr bool operator==(V const& a, V const& b) noexcept {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  }
};
using uint3 = basic_uint3<simt_program_scope>;

/// The extents of a grid or of a block; what is left out is 1.
/// - CUDA:    dim3
/// - Shape:   x runs fastest, then y, then z
/// - Source:  CUDA C Programming Guide 8.0, B.3.2 (dim3)
struct dim3 : simt_program_scope {
  unsigned x = 1, y = 1, z = 1;

  // Not explicit: CUDA programs launch with plain integers where a dim3 is asked for.
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) noexcept
      : x(vx), y(vy), z(vz) {}
  /// Any integers, so that dim3(n / 16, n / 16) needs no cast. What does not fit becomes too large
  /// for a launch.
  template <std::integral X, std::integral Y = unsigned, std::integral Z = unsigned>
  constexpr dim3(X vx, Y vy = 1, Z vz = 1) noexcept : x(extent(vx)), y(extent(vy)), z(extent(vz)) {}
  // A template: what converts to both types, as the built-in variables do, is no uint3 here.
  template <std::same_as<uint3> V>
  constexpr dim3(V const& v) noexcept : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const noexcept { return {x, y, z}; }

  /// The number of elements. Three 32-bit factors may pass 2^64: only a valid shape has a count.
  [[nodiscard]] constexpr std::uint64_t count() const noexcept { return std::uint64_t{x} * y * z; }

  template <std::same_as<dim3> V>
  friend constexpr bool operator==(V const& a, V const& b) noexcept {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  }

 private:
  template <class X>
  static constexpr unsigned extent(X v) noexcept {
    return v < X{} || static_cast<std::uint64_t>(v) > 0xffffffffu ? 0xffffffffu
                                                                  : static_cast<unsigned>(v);
  }
};

/// The place of the element with linear number `linear` in a box of shape `shape`.
/// - Shape:   linear = x + y * shape.x + z * shape.x * shape.y
/// - Needs:   no extent is zero, linear < shape.count()
/// - Source:  CUDA C Programming Guide 8.0, 2.2 (Thread Hierarchy)
[[nodiscard]] SIMT_UNSEEN constexpr uint3 unflatten(std::uint64_t linear,
                                                    dim3 const& shape) noexcept {
  std::uint64_t const row = linear / shape.x;
  return {static_cast<unsigned>(linear % shape.x), static_cast<unsigned>(row % shape.y),
          static_cast<unsigned>(row / shape.y)};
}

/// The linear number of the element at `index` in a box of shape `shape`; undoes `unflatten`.
[[nodiscard]] constexpr std::uint64_t flatten(uint3 const& index, dim3 const& shape) noexcept {
  return index.x + shape.x * (index.y + std::uint64_t{shape.y} * index.z);
}

}  // namespace simt::inline SIMT_ABI
