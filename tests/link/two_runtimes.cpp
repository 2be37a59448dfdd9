// SPDX-License-Identifier: MIT
// Two of these, for different instruction sets, in one program: it is told that it has two runtimes.
#include <cuda_runtime.h>

#ifdef FIRST
int use_second();
int main() { return cudaDeviceSynchronize() == cudaSuccess ? use_second() : 1; }
#else
int use_second() { return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1; }
#endif
