// SPDX-License-Identifier: MIT
__global__ void first(int* p) { p[threadIdx.x] = 1; }
__global__ void second(int* p) { p[threadIdx.x] = 2; }
__device__ int twice(int x) { return 2 * x; }
__global__ void third(int* p) { p[threadIdx.x] = twice(3); }
__global__ void fourth(int* p) { p[threadIdx.x] = twice(4); }
__global__ void fifth(int* p) { p[threadIdx.x] = 5; }
__global__ void sixth(int* p) { p[threadIdx.x] = 6; }
