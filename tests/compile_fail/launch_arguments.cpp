// NAME: [HIER-001] a launch with wrong arguments, and a call that CUDA has not
// EXPECT: launch_arguments.cpp:[0-9]+:.*error: .*cudaMallocSomewhere
// EXPECT-GNU: 24:[0-9]+: error: cannot convert .int\*. to .float\*
// EXPECT-GNU: 27:[0-9]+: error: too few arguments to function .void scale
// EXPECT-Clang: 24:[0-9]+: error: no matching function for call to 'scale'
// EXPECT-Clang: 27:[0-9]+: error: no matching function for call to 'scale'
#include <simt/cuda/cuda_runtime.h>

void call() {
#ifndef FIXED
  int* p = nullptr;
  cudaMallocSomewhere(&p, 4);
#endif
}

__global__ void scale(float* data, int n) { data[threadIdx.x] *= static_cast<float>(n); }

// Launches as the .cu step writes them.
void launch([[maybe_unused]] int* whole, float* data) {
  simt::cuda::launch_configuration(1, 32).call(
      "scale", [=](auto... a) { scale(a...); }, data, 3);
#ifndef FIXED
  simt::cuda::launch_configuration(1, 32).call(
      "scale", [=](auto... a) { scale(a...); }, whole, 3);
  // One argument is missing.
  simt::cuda::launch_configuration(1, 32).call(
      "scale", [=](auto... a) { scale(a...); }, data);
#endif
}
