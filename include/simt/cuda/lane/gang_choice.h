#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/dim.hpp>
#include <simt/launch/gang_width.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <tuple>
#include <type_traits>

namespace simt::inline SIMT_ABI::cuda::lane {

namespace d = ::simt::detail;

/// Threads of a gang: a warp at least, so that its threads run in lock step; a few registers of
/// each value where blocks let it, to hide latencies; many where the kernel has barriers, each of
/// which switches stacks between the gangs of a block.
inline constexpr int gang_lanes = d::warp_lanes;
/// SIMT_GANG_LANES, the same in all of a program: a list of widths, of which `compared_lanes` names
/// the one that all gangs have, so that tests can compare widths; of less than a warp, for programs
/// that need no lock step.
template <int... W>
struct gang_widths {};
#ifdef SIMT_GANG_LANES
using given_widths = gang_widths<SIMT_GANG_LANES>;
inline int compared_lanes = std::get<0>(std::tuple(SIMT_GANG_LANES));
#else
using given_widths = gang_widths<>;
inline constexpr int compared_lanes = 0;
#endif
inline constexpr bool has_given_widths = !std::is_same_v<given_widths, gang_widths<>>;

/// True where lane forms are compiled. Without optimisation they run longer than one thread at a
/// time and take twice as long to compile; a sanitizer's words name a thread's own access only in
/// thread form.
#if defined(__OPTIMIZE__) && !SIMT_ASAN && !SIMT_TSAN
inline constexpr bool has_lane_forms = true;
#else
inline constexpr bool has_lane_forms = has_given_widths;
#endif

/// A launch whose text does not say what blocks it has.
struct any_blocks {};
/// A launch whose text says what blocks it has.
template <unsigned X, unsigned Y, unsigned Z>
struct blocks_of {
  static constexpr unsigned x = X, y = Y, z = Z;
  static constexpr unsigned count = X * Y * Z;
  /// Less than a warp, and yet one gang: there is nothing that it would have to be in step with.
  static constexpr bool is_short = count < gang_lanes && count >= 8 && std::has_single_bit(count) &&
                                   count % unsigned{simd::native_lanes} == 0;
};

/// Gives the most threads that a block may have, from the arguments of the kernel's
/// __launch_bounds__.
template <class... More>
[[nodiscard]] constexpr int launch_bound_of(std::integral auto most, More const&...) noexcept {
  return most > 0 && most < 1024 ? static_cast<int>(most) : 1024;
}

/// For which gangs a kernel is compiled: fewer where that takes the compiler long.
enum class gangs {
  /// Those of all the usual blocks.
  all,
  /// One kind, which runs blocks of the shape that launches say, if they say one, else all: for
  /// large
  /// kernels, and for the many instances of a template.
  few,
  /// The same, and no larger than a warp: for very large kernels, in which each statement counts.
  small,
  /// The same, but only where registers have eight lanes and more. (With four, Rodinia's heartwall
  /// takes 2.8 times as long as one thread at a time, myocyte 1.1 times, and either more than three
  /// times as long to compile.)
  long_registers
};

/// Chooses the gangs of a kernel's lane form.
/// - Planar:   the kernel names y or z of its coordinates
/// - Barriers: it waits for other threads of its block, and gains by wide gangs
/// - Kernel:   Kernel::written::most_threads bounds its blocks; Kernel::written::has_turns says
/// that
///             a loop halves or doubles a distance from barrier to barrier, turn by turn
/// - Blocks:   any_blocks or blocks_of
template <bool Planar, bool Barriers, gangs Gangs, class Kernel, class Blocks>
class gang_choice {
  static constexpr bool has_blocks = !std::is_same_v<Blocks, any_blocks>;
  static constexpr bool has_turns = requires { Kernel::written::has_turns; };
  /// Forms for larger blocks are not compiled.
  static constexpr int most_threads = [] {
    if constexpr (requires { Kernel::written::most_threads; } && !has_given_widths)
      return Kernel::written::most_threads;
    else
      return 1024;
  }();
  static constexpr bool is_less_than_a_warp = most_threads < gang_lanes;
  static constexpr int W = gang_lanes;
  static constexpr int N = std::max(W, default_width);
  /// Threads of gangs that meet others of their block. In registers of four lanes that is a warp,
  /// eight registers: with 16, srad takes g++ half as long again, and runs no faster than in gangs
  /// that switch stacks at each barrier. Small kernels in blocks of two dimensions have 64, 16
  /// registers: they cost little, and products and transpositions by tiles take up to twice as long
  /// in gangs of a warp, as do loops with turns, which have barriers and little else, in gangs that
  /// are less than their block.
  static constexpr int wide = simd::native_lanes >= 8 || has_turns ? 256
                              : Planar && Gangs == gangs::all      ? 2 * W
                                                                   : W;
  /// Threads of gangs that run rows of any length.
  static constexpr int row_lanes = Barriers && most_threads > W ? std::min(2 * W, wide) : W;

  template <int Width>
  using whole_lines = d::gang_form<Width, d::line_layout, true>;
  template <int Width>
  using lines = d::gang_form<Width, d::line_layout, false>;
  using whole_rows = d::gang_form<W, d::row_layout, true>;
  using scattered = d::gang_form<W, d::scattered_layout, false>;
  template <int Width, int X, bool IsBlock = false>
  using boxes = d::gang_form<Width, d::box_layout<X, Width / X, 1>, true, IsBlock>;
  /// Those of blocks of whatever shape.
  using others = std::conditional_t<Planar, scattered, lines<row_lanes>>;

 public:
  /// True where registers are long enough, and some block may have a warp, or is a gang of less.
  [[nodiscard]] static constexpr bool is_compiled() {
    if constexpr (!has_lane_forms)
      return false;
    else if constexpr (Gangs == gangs::long_registers && simd::native_lanes < 8 &&
                       !has_given_widths)
      return false;
    else if constexpr (!is_less_than_a_warp)
      return true;
    else if constexpr (has_blocks)
      return Blocks::is_short && Blocks::count <= unsigned{most_threads};
    else
      return false;
  }

  /// True where there is a form for blocks of this shape.
  [[nodiscard]] static bool takes(dim3 block_dim) {
    // One that names x alone runs rows of threads, not blocks of them.
    if (!Planar && block_dim.y * block_dim.z != 1) return false;
    if (!is_compiled() || block_dim.count() > unsigned{most_threads}) return false;
    return (Gangs == gangs::all && !is_less_than_a_warp) || !has_blocks || has_given_widths ||
           is_known(block_dim);
  }

  /// True where lanes are faster than threads for blocks of this shape. Those of less than a warp
  /// idle, but in a gang of their own. A kernel that is a shell around what it calls thread by
  /// thread gains nothing.
  [[nodiscard]] static bool suits(dim3 block_dim) {
    if constexpr (requires { Kernel::written::is_shell; }) return false;
    if constexpr (has_blocks)
      if (Blocks::is_short && is_known(block_dim)) return true;
    return block_dim.count() >= unsigned{gang_lanes};
  }

  /// Calls run(form) with the gangs for a block of this shape, one of few, for the compiler's sake:
  /// those of the usual blocks, and one for all others.
  template <class F>
  static void choose(dim3 b, F const& run_form) {
    auto const run = [&]<class Form>(Form form) {
      // No block fills a gang that is larger than the kernel's bound.
      if constexpr (!Form::is_full || Form::width <= most_threads) run_form(form);
    };
    if constexpr (has_given_widths) {
      [&]<int... Width>(gang_widths<Width...>) {
        using Layout = std::conditional_t<Planar, d::scattered_layout, d::line_layout>;
        ((Width == compared_lanes ? run(d::gang_form<Width, Layout, false>{}) : void()), ...);
      }
      (given_widths{});
    } else if constexpr ((Gangs != gangs::all || is_less_than_a_warp) && has_blocks) {
      run(known());
    } else if constexpr (has_blocks) {
      if (is_known(b))
        run(known());
      else
        run(others{});
    } else if constexpr (Gangs != gangs::all && !Planar) {
      run(others{});
    } else if constexpr (Gangs != gangs::all) {
      d::choose_by_rows<whole_rows, scattered>(b.x, run);
    } else if constexpr (!Planar && Barriers) {
      d::choose_by_rows<whole_lines<wide>, others>(b.x, run);
    } else if constexpr (!Planar) {
      d::choose_by_rows<whole_lines<N>, others>(b.x, run);
    } else if constexpr (Barriers) {
      if (b.x == 16 && b.y == 16 && b.z == 1)
        run(boxes<wide, 16, wide == 256>{});
      else if (b.x == 32 && b.y % (wide / 32) == 0)
        run(boxes<wide, 32>{});
      else if (b.x == 16 && b.y % 4 == 0)
        run(boxes<2 * W, 16>{});
      else
        run(scattered{});
    } else {
      if (b.x % unsigned{W} == 0)
        run(whole_rows{});
      else if (b.x == 16 && b.y % (N / 16) == 0)
        run(boxes<N, 16>{});
      else
        run(scattered{});
    }
  }

 private:
  [[nodiscard]] static bool is_known(dim3 b) {
    if constexpr (has_blocks)
      return b.x == Blocks::x && b.y == Blocks::y && b.z == Blocks::z;
    else
      return false;
  }

  /// Gives the form for blocks of the shape that the launch's text says: where one gang can be the
  /// block, it is, and knows so.
  static constexpr auto known() {
    constexpr int n = Gangs == gangs::small || Gangs == gangs::long_registers ? W : N;
    constexpr int x = Blocks::x, y = Blocks::y, z = Blocks::z;
    constexpr int count = Blocks::count;
    // A block of two or three dimensions that one gang can be, in rows of whole registers. (As to
    // 32 x 8: a transposition by tiles takes 21 ms where its gangs know that, and 13 where they do
    // not.)
    constexpr bool is_box = (x == 16 || (x == 32 && count < 256)) &&
                            std::has_single_bit(Blocks::count) && count >= W && count <= 256;
    if constexpr (Blocks::is_short) {
      using Layout = std::conditional_t<Planar, d::scattered_layout, d::line_layout>;
      return d::gang_form<count, Layout, true, true>{};
    } else if constexpr (!Planar) {
      // 512 threads that meet often, at distances that they know. (Of eight lanes they are 64
      // registers, which last nowhere; yet a prefix sum takes half the time that it takes in gangs
      // that switch stacks.)
      constexpr bool is_wide = simd::native_lanes >= 16;
      constexpr bool is_long = has_turns && simd::native_lanes >= 8;
      constexpr int most = !Barriers ? n : is_long ? 512 : std::min(2 * wide, 256);
      constexpr int many = is_wide ? 256 : std::min(wide, 128);
      constexpr bool is_gang = count >= W && count <= most && std::has_single_bit(Blocks::count);
      if constexpr (is_gang)
        return d::gang_form<count, d::line_layout, true, true>{};
      else if constexpr (Barriers && x % many == 0)
        return whole_lines<many>{};
      else if constexpr (!Barriers && x % n == 0)
        return whole_lines<n>{};
      else
        return others{};
    } else if constexpr (Barriers && is_box) {
      if constexpr (count <= 2 * wide || z != 1 || y % (wide / x) != 0)
        return d::form_in_block<count, x, y, z>{};
      else
        return boxes<wide, x>{};
    } else if constexpr (Barriers && x == 32 && y % 8 == 0) {
      return boxes<wide, 32>{};
    } else if constexpr (Barriers && x == 16 && y % 4 == 0) {
      return boxes<2 * W, 16>{};
    } else if constexpr (!Barriers && x % W == 0) {
      return whole_rows{};
    } else if constexpr (!Barriers && x == 16 && y % (n / 16) == 0) {
      return boxes<n, 16>{};
    } else {
      return scattered{};
    }
  }
};

}  // namespace simt::inline SIMT_ABI::cuda::lane
