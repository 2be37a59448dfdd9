// What tests/cu/driver/driver.cpp loads with the driver API.
#include <cstdio>

__device__ int counter = 5;
__device__ double pair[2] = {1.5, 2.5};
__constant__ float factor[4] = {2, 0, 0, 1};

// A lane kernel.
extern "C" __global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
// Parameters that lie apart.
extern "C" __global__ void mixed(char tag, double x, float4 v, short s, double* out) {
  out[0] = tag;
  out[1] = x;
  out[2] = v.x + v.w;
  out[3] = s;
}
extern "C" __global__ void counts(int* p, float* q) {
  int const old = atomicAdd(&counter, 1);
  if (threadIdx.x == 0) p[0] = old;
  q[threadIdx.x] = factor[threadIdx.x % 4] * threadIdx.x;
}
__global__ void mangled(int* p) { p[threadIdx.x] = 7; }
template <class T>
__global__ void fill(T* p, T v) {
  p[threadIdx.x] = v;
}
template __global__ void fill<double>(double*, double);

// Thread kernels.
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
extern "C" __global__ void recursive(int* p) { p[threadIdx.x] = factorial(threadIdx.x); }
extern "C" __global__ void __launch_bounds__(64) bounded(int* p) {
  int* const own = static_cast<int*>(malloc(sizeof(int)));
  *own = threadIdx.x;
  p[threadIdx.x] = *own;
  free(own);
}
extern "C" __global__ void says(int n) { printf("module says %d\n", n); }
extern "C" __global__ void traps() { __trap(); }

extern "C" __global__ void reads(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);
}
extern "C" __global__ void shares(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
