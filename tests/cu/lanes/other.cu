// SPDX-License-Identifier: MIT
// The same kernel of the same header, but for a macro.
#define SIGN -1
#include <simt/thread/configuration.hpp>

#include <stdio.h>
#include <string.h>

extern "C" {  // its kernels' names have C's linkage, their lane forms are templates
#include "same_name.cuh"
}
#include "waits.cuh"
// Does not compile where the lane form is missing.
using forms = decltype(same_name_simt_lane(nullptr));

int run_waits() {
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::lane);
  return check_waits();
}
void launch_other(int* out) { same_name<<<1, 32>>>(out); }

// Declared in main.cu.
__global__ void tickets_elsewhere(int* next, int* out) {
  int const first = atomicAdd(next, 1);
  int const second = atomicAdd(next, 1);
  out[threadIdx.x] = second - first;
}
