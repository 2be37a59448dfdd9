// SPDX-License-Identifier: MIT
// Values that are not there: own arrays whose elements constants name, what an atomic exchanges, lanes that a mask
// leaves out, writes that begin within their array; and correct ones.
// usage: values         lists the cases: name, kind, block, thread (- where it does not matter)
//        values CASE    runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cuda_runtime.h>

#include <cstring>

#define LIST(X) \
  X(constant_indices, uninitialised, "0,0,0", "0,0,0") \
  X(one_branch_only, uninitialised, "0,0,0", "16,0,0") \
  X(rows_constant, uninitialised, "0,0,0", "0,0,0") \
  X(exchange_used, uninitialised, "0,0,0", "0,0,0") \
  X(copied_into_shared_too_far, memory, "0,0,0", "0,0,0") \
  X(read_in_front_of_guard, memory, "1,0,0", "36,0,0") \
  X(shuffle_from_outside_mask, barrier, "0,0,0", "0,0,0") \
  X(right_constant, none, "-", "-") \
  X(right_shuffle_of_some, none, "-", "-") \
  X(right_added_by_comparing, none, "-", "-") \
  X(read_and_added, grid_race, "-", "-") \
  X(cleared_by_all, race, "0,0,0", "-") \
  X(right_unread, none, "-", "-")
__global__ void k_const(float const* x, float* out) {
  float acc[2];
  acc[0] = 0;
  for (int i = 0; i < 4; ++i) {
    acc[0] += x[i];
    acc[1] += x[i] * x[i];  // BUG constant_indices
  }
  out[threadIdx.x] = acc[0] + acc[1];
}
void constant_indices() {
  array_of<float> x(4), out(32);
  k_const<<<1, 32>>>(x, out);
}
__global__ void k_branch(float const* x, float* out) {
  float r[3];
  if (threadIdx.x < 16) {
    r[0] = x[0];
    r[1] = x[1];
    r[2] = 2;
  } else {
    r[0] = 1;
    r[2] = 1;
  }
  out[threadIdx.x] = r[0] + r[1] + r[2];  // BUG one_branch_only
}
void one_branch_only() {
  array_of<float> x(4), out(32);
  k_branch<<<1, 32>>>(x, out);
}
__global__ void k_rows(float* out) {
  float m[2][2];
  m[0][0] = 1;
  m[0][1] = 2;
  m[1][1] = 3;
  out[threadIdx.x] = m[0][0] * m[1][1] - m[0][1] * m[1][0];  // BUG rows_constant
}
void rows_constant() {
  array_of<float> out(32);
  k_rows<<<1, 32>>>(out);
}
__global__ void k_used(int* out) {
  __shared__ int lock;
  int was = 0;
  if (threadIdx.x == 0) was = atomicExch(&lock, 1);  // BUG exchange_used
  out[threadIdx.x] = was;
}
void exchange_used() {
  array_of<int> out(32);
  k_used<<<1, 32>>>(out);
}
__global__ void k_copied(int const* x, int* out) {
  __shared__ int s[16];
  if (threadIdx.x == 0) std::memcpy(s, x, 17 * sizeof(int));  // BUG copied_into_shared_too_far
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void copied_into_shared_too_far() {
  array_of<int> x(32), out(16);
  k_copied<<<1, 16>>>(x, out);
}
__global__ void k_guarded_late(float const* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];  // BUG read_in_front_of_guard
  if (i < n) out[i] = v;
}
void read_in_front_of_guard() {
  array_of<float> x(100), out(100);
  k_guarded_late<<<2, 64>>>(x, out, 100);
}
__global__ void k_outside(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 8) v = __shfl_sync(0xff, v, 12);  // BUG shuffle_from_outside_mask
  out[threadIdx.x] = v;
}
void shuffle_from_outside_mask() {
  array_of<int> out(32);
  k_outside<<<1, 32>>>(out);
}
__global__ void k_some(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 8) {
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xff, v, d);
    v = __shfl_sync(0xff, v, 0);
  }
  out[threadIdx.x] = v;
}
void right_shuffle_of_some() {
  array_of<int> out(32);
  k_some<<<1, 32>>>(out);
}
__device__ double add(double* address, double v) {
  auto* const bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void k_add_by_comparing(double* sum, int* best) {
  add(sum, threadIdx.x);
  __shared__ int most;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  int const mine = threadIdx.x * 37 % 64;
  if (mine > most) atomicMax(&most, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(best, most);
}
void right_added_by_comparing() {
  array_of<double> sum(1);
  array_of<int> best(1);
  k_add_by_comparing<<<2, 64>>>(sum, best);
}
__global__ void k_read_and_added(int* count, int* out) {
  int const at = *count;  // BUG read_and_added
  atomicAdd(count, 1);    // BUG read_and_added
  out[blockIdx.x * 32 + threadIdx.x] = at;
}
void read_and_added() {
  array_of<int> count(1), out(64);
  k_read_and_added<<<2, 32>>>(count, out);
}
__global__ void k_cleared(int* out, int n) {
  __shared__ int s[64];
  std::memset(s, 0, n * sizeof(int));  // BUG cleared_by_all
  s[threadIdx.x] += 1;                 // BUG cleared_by_all
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void cleared_by_all() {
  array_of<int> out(64);
  k_cleared<<<1, 64>>>(out, 64);
}
__global__ void k_right(float const* x, float* out, bool both) {
  float r[3];
  r[0] = x[0];
  if (both) r[1] = x[1];
  r[2] = r[0] * 2;
  float s = r[0] + r[2];
  if (both) s += r[1];
  float m[2][2] = {{1, 2}, {3, 4}};
  float n[2];
  n[0] = m[0][0], n[1] = m[1][1];
  out[threadIdx.x] = s + n[0] + n[1];
}
void right_constant() {
  array_of<float> x(4), out(32);
  k_right<<<1, 32>>>(x, out, false);
  k_right<<<1, 32>>>(x, out, true);
}
__global__ void k_unread(int* out, float* f) {
  __shared__ int a;
  __shared__ unsigned long long b;
  __shared__ float c;
  if (threadIdx.x == 0)
    atomicExch(&a, 1);
  else if (threadIdx.x == 1)
    (void)atomicExch(&b, 1ull);
  else if (threadIdx.x == 2) {
    atomicExch_block(&c, 2.0f);
  }
  __syncthreads();
  out[threadIdx.x] = a + (int)b + (int)c;
  int x = (int)atomicExch(f, 1.0f);
  out[threadIdx.x] += x;
}
void right_unread() {
  array_of<int> out(32);
  array_of<float> f(1);
  k_unread<<<1, 32>>>(out, f);
}
int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
