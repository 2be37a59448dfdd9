// SPDX-License-Identifier: MIT
#pragma once

#define __global__
#define __device__
#define SIMT_LAUNCHER

namespace simt::cuda {

template <class F>
struct signature {
  explicit signature(F) {}
};

/// Stands for the step's call around the right side of `+=`, and in a cast, where only the compiler
/// knows the type.
template <class Place, class X>
X&& step_operand(X&& x) {
  return static_cast<X&&>(x);
}
template <class T, class X>
X&& cast_operand(X&& x) {
  return static_cast<X&&>(x);
}
/// Stands for its call around a step of what may point to shared memory, and around the step.
template <class P>
P&& wrapping_pointer(P&& p) {
  return static_cast<P&&>(p);
}
template <class P>
P wrapping_value(P p) {
  return p;
}
/// The address of a kernel that a macro is given, by which its lane form would be found.
template <class T, class K>
K kernel_pointer_of(T, K kernel) {
  return kernel;
}

/// A grid of one thread that runs at once.
struct launch_configuration {
  launch_configuration(int, int, int = 0, int = 0) {}
  template <class F, class... A>
  void call(char const*, F kernel, A... arguments) const {
    kernel(arguments...);
  }
  template <class F, class S, class... A>
  void call(char const*, F kernel, signature<S>, A... arguments) const {
    kernel(arguments...);
  }
  template <class F, class S, class At, class Bind, class... A>
  void call_named(char const*, F kernel, signature<S>, At, Bind, A... arguments) const {
    kernel(arguments...);
  }
  template <class P, class F>
  void call_pointer(char const*, P pointer, F kernel) const {
    kernel(pointer);
  }
  template <class P, class F, class S, class... A>
  void call_pointer(char const*, P pointer, F kernel, signature<S>, A... arguments) const {
    kernel(pointer, arguments...);
  }
};

}  // namespace simt::cuda
