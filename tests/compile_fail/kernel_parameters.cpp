// EXPECT: simt: the kernel's parameters take more than 32764 bytes; pass a pointer
// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#ifdef FIXED
constexpr int bytes = 32764;
#else
constexpr int bytes = 32768;
#endif
struct large {
  char of[bytes];
};
__global__ void kernel(large) {}
int main() {
  ::simt::cuda::launch_configuration(1, 1).call(
      "kernel", [](auto const& a) { kernel(a); }, large{});
}
