// SPDX-License-Identifier: MIT
//
// The same with CUDA's own __shared__ arrays in a thread kernel.

#include "thread/run.hpp"

#include <cstdio>
#include <cstring>

namespace {

__global__ void arrays(int* out, int first, int second, int dynamic) {
  SIMT_CUDA_SHARED(a, int[100]);
  SIMT_CUDA_SHARED(b, unsigned char[77]);
  SIMT_CUDA_DYNAMIC_SHARED(c, int);
  int const i = static_cast<int>(threadIdx.x);
  if (i < first) a[i] = i;
  if (i < second) b[i] = static_cast<unsigned char>(i);
  if (i < dynamic) c[i] = i;
  __syncthreads();
  out[i] = i < 77 ? a[i] + b[i] + c[i] : 0;
}

}  // namespace

int main(int count, char** arguments) {
  char const* const name = count > 1 ? arguments[1] : "";
  int const first = std::strcmp(name, "first_array") == 0 ? 101 : 100;
  int const second = std::strcmp(name, "second_array") == 0 ? 78 : 77;
  int const dynamic = std::strcmp(name, "dynamic_array") == 0 ? 91 : 90;
  int out[128];
  run_threads(3, 128, 90 * sizeof(int), KERNEL(arrays), &out[0], first, second, dynamic);
  std::puts("inside");
  return 0;
}
