#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/gang.h>
#include <simt/launch/launch.hpp>
#include <simt/thread/configuration.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <tuple>
#include <type_traits>

namespace simt::inline SIMT_ABI {
namespace detail {

/// Runs the gangs of a kernel's lane form, with the storage that its thread form has. Few functions
/// lie between the loop over gangs and the kernel: clang optimises each of them with all that it
/// holds.
template <int W, class Layout, bool Full, bool Single, class Kernel, class Args>
struct lane_runner;
template <int W, class Layout, bool Full, bool Single, class Kernel, std::size_t... I, class... T>
struct lane_runner<W, Layout, Full, Single, Kernel,
                   kernel_args_of<std::index_sequence<I...>, T...>> {
  using Gang = cuda::lane::gang<W, Layout, Single>;
  Kernel const* kernel;
  std::size_t shared;
  std::size_t limit;  // bytes for static shared memory
  shared_layout* layout;
  dim3 grid, block_dim;
  kernel_args_of<std::index_sequence<I...>, T...> args;

  SIMT_INLINE void enter(block& b) const {
    begin_task<W>();
    auto const begin = reinterpret_cast<std::uintptr_t>(b.shared());
    current_shared = {b.shared() + (0 - begin) % 128, 0, limit, shared};
    close_shared(current_shared);
    current_layout = {layout, layout->number()};
  }
  [[gnu::noinline]] static void run_blocks(block& b, std::uint64_t blocks) noexcept {
    try {
      task_runner<lane_runner> run = *static_cast<lane_runner const*>(block_access::run_gang(b));
      run.enter(b);
      gang_walk walk(b, blocks);
      do {
        unsigned const g = Single ? 0u : walk.gang();
        begin_gang<W, Full>(g, run.block_dim);
        try {
          Gang const gang(b, g, run.grid, run.block_dim);
          if constexpr (requires { typename Kernel::written; })
            Kernel::written::simt_call(gang,
                                       static_cast<kernel_arg<I, T> const&>(run.args).value...);
          else
            (*run.kernel)(gang, static_cast<kernel_arg<I, T> const&>(run.args).value...);
        } catch (flow_fault const& f) {
          rethrow_flow(f, b);
        }
        end_gang();
      } while (walk.next(walk.gang()));
    } catch (...) {
      block_access::failed(b);
    }
  }
};

/// A kernel that waits in flow that parts is none for lanes.
[[noreturn]] SIMT_COLD inline void throw_in_lanes(kernel_error const& e) {
  throw device_fault(error_code::launch_failure,
                     std::string(e.what()) +
                         "; this was the kernel's lane form: if the program is right, compile it "
                         "with SIMT_VECTORIZE off or run it with SIMT_KERNEL_FORM=thread");
}

/// launch_lane_gangs, compiled once for all kernels.
[[gnu::noinline]] inline void run_lane_grid(char const* name, dim3 grid, dim3 block_dim,
                                            std::size_t shared, unsigned width,
                                            grid_work const& work) {
  launch_info info;
  info.kernel = name;
  info.grid = grid;
  info.block = block_dim;
  info.shared_bytes = static_limit(shared) + shared;
  info.gang_width = width;
  info.threads = static_cast<unsigned>(block_dim.count());
  info.gangs = (info.threads + width - 1) / width;
  thread_state_guard const guard;
  try {
    run_grid_of(info, work);
  } catch (barrier_error const& e) {
    throw_in_lanes(e);
  } catch (flow_error const& e) {
    throw_in_lanes(e);
  }
}
/// (Not inlined: launches by name and those by address call it.)
template <int W, class Layout, bool Full, bool Single, class Layouts, class Kernel, class Args>
SIMT_COLD void launch_lane_gangs(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
                       Kernel const& kernel, Args const& args) {
  lane_runner<W, Layout, Full, Single, Kernel, Args> const runner{
      &kernel, shared, static_limit(shared), &kernel_shared_layout<Layouts>, grid, block_dim, args};
  run_lane_grid(name, grid, block_dim, shared, unsigned{W}, work_of(runner));
}

}  // namespace detail

namespace cuda::lane {

/// Lanes of a gang: a warp at least, so that its threads run in lock step; a few registers of each
/// value where blocks let it, to hide latencies; many where the kernel has barriers, each of which
/// switches stacks between the gangs of a block.
inline constexpr int gang_lanes = 32;
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
template <int W, class Layout, bool Full, bool Single>
struct gang_choice {};

/// Whether lane forms are compiled at all. Without optimisation they run longer than one thread at a
/// time and take twice as long to compile; a sanitizer's words name a thread's own access only in
/// thread form.
#if defined(__OPTIMIZE__) && !SIMT_ASAN && !SIMT_TSAN
inline constexpr bool has_lane_forms = true;
#else
inline constexpr bool has_lane_forms = has_given_widths;
#endif

/// What a launch's text says of its blocks.
struct any_blocks {};
template <unsigned X, unsigned Y, unsigned Z>
struct blocks_of {
  static constexpr unsigned x = X, y = Y, z = Z;
  static constexpr unsigned count = X * Y * Z;
  /// Less than a warp, and yet one gang: there is nothing that it would have to be in step with.
  static constexpr bool is_short = count < gang_lanes && count >= 8 && std::has_single_bit(count) &&
                                   count % unsigned{simd::native_lanes} == 0;
};

/// The threads that a block may have by the arguments of the kernel's __launch_bounds__.
template <class... More>
[[nodiscard]] constexpr int launch_bound_of(std::integral auto most, More const&...) noexcept {
  return most > 0 && most < 1024 ? static_cast<int>(most) : 1024;
}

/// What gangs a kernel is compiled for, for the compiler's sake: those of all the usual blocks; one
/// kind, for large kernels and for the many instances of a template, which runs blocks of the shape
/// that launches say, if they say one, or else all; the same, and no larger than a warp, for very
/// large kernels, in which each statement counts; these, but only where registers have eight lanes
/// and more. (With four, Rodinia's heartwall takes 2.8 times as long as one thread at a time,
/// myocyte 1.1 times, and either more than three times as long to compile.)
enum class gangs { all, few, small, long_registers };

template <class Form, class... P>
class bound_kernel;

/// The lane form of a kernel: a callable that takes the gang and the arguments. Planar: the kernel
/// names y or z of its coordinates. Barriers: it waits for other threads of its block, and gains by
/// wide gangs. Blocks: what a launch's text says of them.
template <bool Planar, bool Barriers, gangs Gangs, class Kernel, class Blocks = any_blocks>
class lane_kernel {
  static constexpr bool has_blocks = !std::is_same_v<Blocks, any_blocks>;
  /// What a block has at most: forms for more are not compiled.
  static constexpr int most_threads = [] {
    if constexpr (requires { Kernel::written::most_threads; } && !has_given_widths)
      return Kernel::written::most_threads;
    else
      return 1024;
  }();
  static constexpr bool is_less_than_a_warp = most_threads < gang_lanes;
  /// Whether a loop halves or doubles a distance from barrier to barrier, turn by turn.
  static constexpr bool has_turns = requires { Kernel::written::has_turns; };
  /// The lanes of gangs that meet others of their block. In registers of four lanes that is a warp,
  /// eight registers: with 16, srad takes g++ half as long again, and runs no faster than in gangs
  /// that switch stacks at each barrier. Small kernels in blocks of two dimensions have 64, 16
  /// registers: they cost little, and products and transpositions by tiles take up to twice as long
  /// in gangs of a warp, as do loops with turns, which have barriers and little else, in gangs that
  /// are less than their block.
  static constexpr int wide = simd::native_lanes >= 8 || has_turns ? 256
                              : Planar && Gangs == gangs::all      ? 2 * gang_lanes
                                                                   : gang_lanes;
  /// The lanes of gangs that run rows of any length.
  static constexpr int row_lanes = Barriers && most_threads > gang_lanes
                                       ? std::min(2 * gang_lanes, wide)
                                       : gang_lanes;

 public:
  static constexpr bool is_lane_kernel = true;
  /// Whether it is compiled at all: registers are long enough, and some block may have a warp, or is
  /// a gang of less.
  [[nodiscard]] static constexpr bool is_compiled() {
    if constexpr (!has_lane_forms)
      return false;
    else if constexpr (Gangs == gangs::long_registers && simd::native_lanes < 8 && !has_given_widths)
      return false;
    else if constexpr (!is_less_than_a_warp)
      return true;
    else if constexpr (has_blocks)
      return Blocks::is_short && Blocks::count <= unsigned{most_threads};
    else
      return false;
  }
  explicit lane_kernel(Kernel k) : kernel_(std::move(k)) {}
  template <class B>
  using with_blocks = lane_kernel<Planar, Barriers, Gangs, Kernel, B>;
  template <class B>
  explicit lane_kernel(lane_kernel<Planar, Barriers, Gangs, Kernel, B> const& k)
      : kernel_(k.kernel()) {}
  [[nodiscard]] Kernel const& kernel() const { return kernel_; }

  /// Whether there is a form for blocks of this shape.
  [[nodiscard]] static bool takes(dim3 block_dim) {
    // One that names x alone runs rows of threads, not blocks of them.
    if (!Planar && block_dim.y * block_dim.z != 1) return false;
    if (!is_compiled() || block_dim.count() > unsigned{most_threads}) return false;
    return (Gangs == gangs::all && !is_less_than_a_warp) || !has_blocks || has_given_widths ||
           is_known(block_dim);
  }
  /// Whether lanes are faster than threads for blocks of this shape. Those of less than a warp idle,
  /// but in a gang of their own. A kernel that is a shell around what it calls thread by thread
  /// gains nothing.
  [[nodiscard]] static bool suits(dim3 block_dim) {
    if constexpr (requires { Kernel::written::is_shell; }) return false;
    if constexpr (has_blocks)
      if (Blocks::is_short && is_known(block_dim)) return true;
    return block_dim.count() >= unsigned{gang_lanes};
  }

  /// The form with arguments for it.
  template <class... P>
  auto operator()(P const&... p) const {
    return bound_kernel<lane_kernel, P...>(*this, p...);
  }
  /// Bytes of static shared memory, as far as seen.
  [[nodiscard]] static std::size_t static_shared() {
    return d::kernel_shared_layout<Kernel>.bytes();
  }

  /// Runs the grid. Few forms, for the compiler's sake: those of the usual blocks, and one for all
  /// others.
  template <class Args>
  void run(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
           Args const& args) const {
    constexpr int W = gang_lanes;
    constexpr int N = std::max(W, default_width);
    dim3 const b = block_dim;
    auto const go = [&]<int Width, class Layout, bool Full, bool Single>(
                        gang_choice<Width, Layout, Full, Single>) {
      // (No block fills a gang that is larger than the kernel's bound.)
      if constexpr (!Full || Width <= most_threads)
        d::launch_lane_gangs<Width, Layout, Full, Single, Kernel>(name, grid, block_dim, shared,
                                                                  kernel_, args);
    };
    if constexpr (has_given_widths) {
      [&]<int... Width>(gang_widths<Width...>) {
        using Layout = std::conditional_t<Planar, d::scattered_layout, d::line_layout>;
        ((Width == compared_lanes ? go(gang_choice<Width, Layout, false, false>{}) : void()), ...);
      }
      (given_widths{});
    } else if constexpr ((Gangs != gangs::all || is_less_than_a_warp) && has_blocks) {
      go(known_gang());
    } else if constexpr (has_blocks) {
      using Other = std::conditional_t<Planar, gang_choice<W, d::scattered_layout, false, false>,
                                       gang_choice<row_lanes, d::line_layout, false, false>>;
      if (is_known(b))
        go(known_gang());
      else
        go(Other{});
    } else if constexpr (Gangs != gangs::all && !Planar) {
      go(gang_choice<row_lanes, d::line_layout, false, false>{});
    } else if constexpr (Gangs != gangs::all) {
      if (b.x % unsigned{W} == 0)
        go(gang_choice<W, d::row_layout, true, false>{});
      else
        go(gang_choice<W, d::scattered_layout, false, false>{});
    } else if constexpr (!Planar && Barriers) {
      if (b.x % unsigned{wide} == 0)
        go(gang_choice<wide, d::line_layout, true, false>{});
      else
        go(gang_choice<row_lanes, d::line_layout, false, false>{});
    } else if constexpr (!Planar) {
      if (b.x % unsigned{N} == 0)
        go(gang_choice<N, d::line_layout, true, false>{});
      else
        go(gang_choice<W, d::line_layout, false, false>{});
    } else if constexpr (Barriers) {
      if (b.x == 16 && b.y == 16 && b.z == 1)
        go(gang_choice<wide, d::box_layout<16, wide / 16, 1>, true, wide == 256>{});
      else if (b.x == 32 && b.y % (wide / 32) == 0)
        go(gang_choice<wide, d::box_layout<32, wide / 32, 1>, true, false>{});
      else if (b.x == 16 && b.y % 4 == 0)
        go(gang_choice<2 * W, d::box_layout<16, W / 8, 1>, true, false>{});
      else
        go(gang_choice<W, d::scattered_layout, false, false>{});
    } else {
      if (b.x % unsigned{W} == 0)
        go(gang_choice<W, d::row_layout, true, false>{});
      else if (b.x == 16 && b.y % (N / 16) == 0)
        go(gang_choice<N, d::box_layout<16, N / 16, 1>, true, false>{});
      else
        go(gang_choice<W, d::scattered_layout, false, false>{});
    }
  }

 private:
  [[nodiscard]] static bool is_known(dim3 b) {
    if constexpr (has_blocks)
      return b.x == Blocks::x && b.y == Blocks::y && b.z == Blocks::z;
    else
      return false;
  }
  /// The gangs of blocks whose shape the launch's text says: where one can be the block, it is, and
  /// knows so.
  static constexpr auto known_gang() {
    constexpr int W = gang_lanes;
    constexpr int N = Gangs == gangs::small || Gangs == gangs::long_registers
                          ? W
                          : std::max(W, default_width);
    constexpr int x = Blocks::x, y = Blocks::y, z = Blocks::z;
    constexpr int count = Blocks::count;
    // A block of two or three dimensions that one gang can be, in rows of whole registers. (As to 32
    // x 8: a transposition by tiles takes 21 ms where its gangs know that, and 13 where they do not.)
    constexpr bool is_box = (x == 16 || (x == 32 && count < 256)) &&
                            std::has_single_bit(Blocks::count) && count >= W && count <= 256;
    if constexpr (Blocks::is_short) {
      using Layout = std::conditional_t<Planar, d::scattered_layout, d::line_layout>;
      return gang_choice<count, Layout, true, true>{};
    } else if constexpr (!Planar) {
      // 512 threads that meet often, at distances that they know, fill no registers that last; of
      // eight lanes there would be 64, and a prefix sum takes twice the time and g++ ten times.
      constexpr bool is_wide = simd::native_lanes >= 16;
      constexpr int most = !Barriers ? N : has_turns && is_wide ? 512 : std::min(2 * wide, 256);
      constexpr int many = is_wide ? 256 : std::min(wide, 128);
      constexpr bool is_gang = count >= W && count <= most && std::has_single_bit(Blocks::count);
      if constexpr (is_gang)
        return gang_choice<count, d::line_layout, true, true>{};
      else if constexpr (Barriers && x % many == 0)
        return gang_choice<many, d::line_layout, true, false>{};
      else if constexpr (!Barriers && x % N == 0)
        return gang_choice<N, d::line_layout, true, false>{};
      else
        return gang_choice<row_lanes, d::line_layout, false, false>{};
    } else if constexpr (Barriers && is_box) {
      if constexpr (count <= 2 * wide || z != 1 || y % (wide / x) != 0)
        return gang_choice<count, d::box_layout<x, y, z>, true, true>{};
      else
        return gang_choice<wide, d::box_layout<x, wide / x, 1>, true, false>{};
    } else if constexpr (Barriers && x == 32 && y % 8 == 0) {
      return gang_choice<wide, d::box_layout<32, wide / 32, 1>, true, false>{};
    } else if constexpr (Barriers && x == 16 && y % 4 == 0) {
      return gang_choice<2 * W, d::box_layout<16, W / 8, 1>, true, false>{};
    } else if constexpr (!Barriers && x % W == 0) {
      return gang_choice<W, d::row_layout, true, false>{};
    } else if constexpr (!Barriers && x == 16 && y % (N / 16) == 0) {
      return gang_choice<N, d::box_layout<16, N / 16, 1>, true, false>{};
    } else {
      return gang_choice<W, d::scattered_layout, false, false>{};
    }
  }

  Kernel kernel_;
};
/// A lane form with its arguments, ready to run.
template <class Form, class... P>
class bound_kernel {
 public:
  bound_kernel(Form form, P const&... p) : form_(std::move(form)), args_{{p}...} {}

  template <class Other>
  explicit bound_kernel(bound_kernel<Other, P...> const& k) : form_(k.form()), args_(k.args()) {}

  [[nodiscard]] Form const& form() const { return form_; }
  [[nodiscard]] d::kernel_args<P...> const& args() const { return args_; }

  [[nodiscard]] static constexpr bool is_compiled() { return Form::is_compiled(); }
  [[nodiscard]] static bool takes(dim3 block_dim) { return Form::takes(block_dim); }
  [[nodiscard]] static bool suits(dim3 block_dim) { return Form::suits(block_dim); }
  void run(char const* name, dim3 grid, dim3 block_dim, std::size_t shared) const {
    form_.run(name, grid, block_dim, shared, args_);
  }
  [[nodiscard]] static std::size_t static_shared() { return Form::static_shared(); }

 private:
  Form form_;
  d::kernel_args<P...> args_;
};

template <bool Planar = true, bool Barriers = true, gangs Gangs = gangs::all, class Kernel>
auto kernel_form(Kernel k) {
  return lane_kernel<Planar, Barriers, Gangs, Kernel>(std::move(k));
}

/// The type that the .cu step writes for a kernel, as a callable.
template <class F>
struct written_kernel {
  using written = F;
  template <class G, class... P>
  SIMT_INLINE void operator()(G const& g, P const&... p) const {
    F::simt_call(g, p...);
  }
};
/// Its lane form with the kernel's arguments.
template <class F, bool Planar, bool Barriers, gangs Gangs, class Blocks = any_blocks, class... P>
auto bind(P const&... p) {
  using Form = lane_kernel<Planar, Barriers, Gangs, written_kernel<F>, Blocks>;
  return bound_kernel<Form, P...>(Form(written_kernel<F>{}), p...);
}

/// The same, of a launch whose text says what blocks it has. (They may turn out to be others.)
template <unsigned X, unsigned Y, unsigned Z, class Form, class... P>
auto for_blocks(bound_kernel<Form, P...> const& k) {
  using Known = typename Form::template with_blocks<blocks_of<X, Y, Z>>;
  return bound_kernel<Known, P...>(k);
}

/// What a launch says of a kernel's lane form: a callable that gives it with the arguments.
template <class Bind>
struct kernel_of : Bind {
  static constexpr bool is_lane_kernel = true;
  explicit kernel_of(Bind b) : Bind(std::move(b)) {}
};

/// How a kernel that goes by its address runs: as launches by its name do.
template <class F, class... P>
struct known_form {
  static void run(kernel_record const& self, dim3 grid, dim3 block, std::size_t shared, void** args,
                  bool cooperative) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      using Bound = decltype(F::simt_bind(*static_cast<P*>(args[I])...));
      // Lane forms have no barrier of the grid, but blocks may still wait for each other by memory.
      if ((!cooperative || grid.count() == 1) && runs_in_lanes(Bound::suits(block)) &&
          Bound::takes(block))
        F::simt_bind(*static_cast<P*>(args[I])...).run(self.name, grid, block, shared);
      else
        d::packed_kernel<P...>::run(self, grid, block, shared, args, cooperative);
    }
    (std::index_sequence_for<P...>{});
  }
};
template <class F, class... P>
bool make_known([[maybe_unused]] void (*kernel)(P...)) {
  if constexpr (decltype(F::simt_bind(std::declval<std::remove_cv_t<P>&>()...))::is_compiled())
    if (kernel_record* const k = find_kernel(kernel_address(kernel)))
      k->run_packed = &known_form<F, std::remove_cv_t<P>...>::run;
  return true;
}
/// Lets the runtime find a kernel's lane form by the kernel's address.
template <class F>
bool make_known() {
  return make_known<F>(F::simt_address());
}
/// The same for a kernel template, when the program starts; for whatever names it.
template <class F>
inline bool const is_known = make_known<F>();

}  // namespace cuda::lane
}  // namespace simt::inline SIMT_ABI
