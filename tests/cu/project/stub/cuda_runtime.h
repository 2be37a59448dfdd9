// SPDX-License-Identifier: MIT
#pragma once

#define __global__
#define __device__

namespace simt::cuda {

template <class F>
struct signature {
  explicit signature(F) {}
};

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
  template <class P, class F, class... A>
  void call_pointer(char const*, P pointer, F kernel, A... arguments) const {
    kernel(pointer, arguments...);
  }
};

}  // namespace simt::cuda
