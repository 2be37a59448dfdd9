#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/thread_coordinates.hpp>

#include <concepts>
#include <type_traits>

namespace simt::inline SIMT_ABI {

/// Threads of a gang where neither kernel nor launch asks for a width: a multiple of the warp, wide
/// enough to hide the latency of arithmetic, narrow enough to stay in registers.
inline constexpr int default_width = simd::native_lanes >= 16 ? 64 : 32;
/// A static block up to this size is one gang.
inline constexpr int whole_block_limit = 256;
/// As a width: one gang carries the whole block, whose shape must be static.
inline constexpr int whole_block = -1;

/// The gang width that a kernel prefers, 0 for the default. Specialise it to choose:
/// template <> inline constexpr int simt::kernel_width<decltype(saxpy)> = 32;
template <class Kernel>
inline constexpr int kernel_width = 0;

namespace detail {

/// The gang width that a launch takes for the one asked for: checked and profiled builds look at
/// one thread at a time.
constexpr int observed_width([[maybe_unused]] int wanted) { return SIMT_CHECK ? 1 : wanted; }

/// Threads of a warp: what the narrowest gang with warp functions has.
inline constexpr int warp_lanes = 32;

/// How a launch divides its blocks into gangs: Width threads each, which lie in the block as Layout
/// says. Full: every gang has all its lanes. IsBlock: one gang is the block.
template <int Width, class Layout, bool Full, bool IsBlock = false>
struct gang_form {
  static constexpr int width = Width;
  using layout = Layout;
  static constexpr bool is_full = Full;
  static constexpr bool is_block = IsBlock;
};

/// Gives the layout of gangs of W threads in a block of known shape.
template <int W, int X, int Y, int Z>
constexpr auto layout_of() {
  if constexpr (Y * Z == 1)
    return line_layout{};
  else if constexpr (W == 1)
    return row_layout{};
  else if constexpr (W >= X * Y * Z)
    return box_layout<X, Y, Z>{};
  else if constexpr (X % W == 0)
    return row_layout{};
  else if constexpr (W % X == 0 && (Z == 1 || Y % (W / X) == 0))
    return box_layout<X, W / X, 1>{};
  else if constexpr (W % (X * Y) == 0)
    return box_layout<X, Y, W / (X * Y)>{};
  else
    return scattered_layout{};
}

/// The gangs of W threads of a block of known shape.
template <int W, int X, int Y, int Z>
using form_in_block =
    gang_form<W, decltype(layout_of<W, X, Y, Z>()), X * Y * Z % W == 0, (W >= X * Y * Z)>;

/// Threads of a gang where rows of a block's threads have no pattern that the compiler knows: there
/// each access goes lane by lane, and wide gangs gain least and take longest to compile.
inline constexpr int scattered_width = default_width > warp_lanes ? default_width / 2 : warp_lanes;

/// Calls run(form) for a block whose rows of `x` threads are known at run time: with WholeRows
/// where gangs of that width fill the rows, else with Others. Two forms at most, to keep compile
/// times down.
template <class WholeRows, class Others, class F>
void choose_by_rows(unsigned x, F const& run) {
  if constexpr (std::is_same_v<WholeRows, Others>)
    run(Others{});
  else if (x % unsigned{WholeRows::width} == 0)
    run(WholeRows{});
  else
    run(Others{});
}

constexpr int round_up(int n, int m) { return (n + m - 1) / m * m; }

/// Gives the threads of a gang for a static block, from what kernel or launch ask for.
template <int Wanted, int Threads>
constexpr int static_width() {
  if (Wanted == whole_block || (Wanted == 0 && Threads <= whole_block_limit))
    return round_up(Threads, warp_lanes);
  return Wanted == 0 ? default_width : Wanted;
}

/// The gangs that carry a block of this type (an integer, a dim3 or a static shape), from the width
/// that kernel or launch ask for. Of a block whose shape is known at run time: those that fill its
/// rows; of an integer they know that y and z are 0.
template <int Wanted, class Block>
struct gangs_of_block {
  static constexpr int width = Wanted == 0 ? default_width : Wanted;
  using layout = std::conditional_t<std::integral<Block>, line_layout, row_layout>;
  using form = gang_form<width, layout, true>;
  using shape = dynamic_shape;
};
template <int Wanted, int X, int Y, int Z>
struct gangs_of_block<Wanted, static_shape<X, Y, Z>> {
  static constexpr int width = static_width<Wanted, X * Y * Z>();
  using form = form_in_block<width, X, Y, Z>;
  using shape = static_shape<X, Y, Z>;
};

/// Calls run(form) with the gangs that carry a block of the given extents, from the width that
/// kernel or launch ask for.
template <int Wanted, int X, int Y, int Z, class F>
void choose_gangs(static_shape<X, Y, Z>, dim3 const&, F const& run) {
  run(typename gangs_of_block<Wanted, static_shape<X, Y, Z>>::form{});
}
/// The same for a block whose shape is known at run time.
template <int Wanted, class Block, class F>
void choose_gangs(Block const&, dim3 const& extents, F const& run) {
  using Rows = typename gangs_of_block<Wanted, Block>::form;
  constexpr int W = Rows::width;
  if constexpr (std::integral<Block>) {
    choose_by_rows<Rows, gang_form<W, line_layout, W == 1>>(extents.x, run);
  } else {
    constexpr int S = Wanted == 0 ? scattered_width : W;
    using Others = std::conditional_t<W == 1, Rows, gang_form<S, scattered_layout, false>>;
    if constexpr (Wanted == 0)
      if (extents.x % unsigned{W} != 0 &&
          thread_coordinates<W, quarter_layout>::can_carry(extents)) {
        run(gang_form<W, quarter_layout, true>{});
        return;
      }
    choose_by_rows<Rows, Others>(extents.x, run);
  }
}

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
