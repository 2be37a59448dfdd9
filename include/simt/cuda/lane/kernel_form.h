#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/gang_choice.h>
#include <simt/cuda/lane/launch.h>
#include <simt/launch/arguments.hpp>
#include <simt/thread/launch.hpp>

#include <cstddef>
#include <utility>

namespace simt::inline SIMT_ABI::cuda::lane {

template <class Form, class... P>
class bound_kernel;

/// The lane form of a kernel: a callable that takes the gang and the arguments, and the choice of
/// its gangs, whose parameters gang_choice names.
template <bool Planar, bool Barriers, gangs Gangs, class Kernel, class Blocks = any_blocks>
class lane_kernel : public gang_choice<Planar, Barriers, Gangs, Kernel, Blocks> {
  using choice = gang_choice<Planar, Barriers, Gangs, Kernel, Blocks>;

 public:
  static constexpr bool is_lane_kernel = true;
  explicit lane_kernel(Kernel k) : kernel_(std::move(k)) {}
  template <class B>
  using with_blocks = lane_kernel<Planar, Barriers, Gangs, Kernel, B>;
  template <class B>
  explicit lane_kernel(lane_kernel<Planar, Barriers, Gangs, Kernel, B> const& k)
      : kernel_(k.kernel()) {}
  [[nodiscard]] Kernel const& kernel() const { return kernel_; }

  /// Gives the form with arguments for it.
  template <class... P>
  auto operator()(P const&... p) const {
    return bound_kernel<lane_kernel, P...>(*this, p...);
  }
  /// Gives the bytes of static shared memory, as far as seen.
  [[nodiscard]] static std::size_t static_shared() {
    return d::kernel_shared_layout<Kernel>.bytes();
  }

  /// Runs the grid, in a cooperative launch with all blocks `together`.
  template <class Args>
  void run(char const* name, dim3 grid, dim3 block_dim, std::size_t shared, Args const& args,
           bool together = false) const {
    choice::choose(block_dim, [&]<class Form>(Form) {
      d::launch_lane_gangs<Form, Kernel>(name, grid, block_dim, shared, kernel_, args, together);
    });
  }

 private:
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
  void run(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
           bool together = false) const {
    form_.run(name, grid, block_dim, shared, args_, together);
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

/// Makes a callable of the type that the .cu step writes for a kernel.
template <class F>
struct written_kernel {
  using written = F;
  template <class G, class... P>
  SIMT_INLINE void operator()(G const& g, P const&... p) const {
    F::simt_call(g, p...);
  }
};
/// Gives the lane form of a kernel of the .cu step with its arguments.
template <class F, bool Planar, bool Barriers, gangs Gangs, class Blocks = any_blocks, class... P>
auto bind(P const&... p) {
  using Form = lane_kernel<Planar, Barriers, Gangs, written_kernel<F>, Blocks>;
  return bound_kernel<Form, P...>(Form(written_kernel<F>{}), p...);
}

/// Gives the form for a launch whose text says what blocks it has; they may turn out to be others.
template <unsigned X, unsigned Y, unsigned Z, class Form, class... P>
auto for_blocks(bound_kernel<Form, P...> const& k) {
  using Known = typename Form::template with_blocks<blocks_of<X, Y, Z>>;
  return bound_kernel<Known, P...>(k);
}

/// Names a kernel's lane form in a launch: a callable that gives it with the arguments.
template <class Bind>
struct kernel_of : Bind {
  static constexpr bool is_lane_kernel = true;
  explicit kernel_of(Bind b) : Bind(std::move(b)) {}
};

}  // namespace simt::inline SIMT_ABI::cuda::lane
