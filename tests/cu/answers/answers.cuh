// SPDX-License-Identifier: MIT
// Compares what a launch leaves in `out` with the numbers of CUDA's rules, in both forms of a
// kernel.
#pragma once

#include <simt/thread/configuration.hpp>

#include <cuda_runtime.h>
#include <stdio.h>

inline constexpr int count = 256;  // of `out`, and of other arrays

struct answers {
  int failed = 0;

  /// Launches in both forms; `expected` gives number i of the `used` first of `out`.
  template <class T, class Launch, class Expected>
  void check(char const* name, T* out, int used, Launch launch, Expected expected) {
    for (auto const form :
         {simt::cuda::kernel_form_choice::thread, simt::cuda::kernel_form_choice::lane}) {
      for (int i = 0; i < count; ++i) out[i] = T(-7);
      simt::cuda::set_kernel_form(form);
      launch();
      cudaError_t const error = cudaDeviceSynchronize();
      char const* const said = form == simt::cuda::kernel_form_choice::lane ? "lanes" : "threads";
      if (error != cudaSuccess) {
        printf("%s, %s: %s\n", name, said, cudaGetErrorString(error));
        cudaDeviceReset();
        ++failed;
        continue;
      }
      int bad = 0;
      for (int i = 0; i < used; ++i) {
        T const wanted = T(expected(i));
        if (out[i] == wanted) continue;
        if (++bad < 4)
          printf("%s, %s: [%d] %g, not %g\n", name, said, i, double(out[i]), double(wanted));
      }
      if (bad != 0) ++failed;
    }
    simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::automatic);
  }
};

template <class T>
T* managed(int n = count) {
  T* out = nullptr;
  cudaMallocManaged(&out, n * sizeof(T));
  return out;
}

void check_conversions(answers&);
void check_members(answers&);
void check_arguments(answers&);
void check_callables(answers&);
void check_indices(answers&);
void check_shared_races(answers&);
void check_order(answers&);
void check_objects(answers&);
void check_made(answers&);
void check_lists(answers&);
void check_passed(answers&);
void check_copies(answers&);
void check_operators(answers&);
void check_methods(answers&);
void check_kernels(answers&);
void check_macros(answers&);
void check_names(answers&);
void check_ptx(answers&);
void check_ptx_memory(answers&);
void check_ptx_video(answers&);
void check_places(answers&);
void check_own_shared(answers&);
