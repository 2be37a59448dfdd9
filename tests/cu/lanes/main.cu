// SPDX-License-Identifier: MIT
// Kernels in both forms: a thread at a time, and lanes. The results agree bit by bit.
#include <simt/thread/configuration.hpp>

#include <cuda_fp16.h>
#include <stdio.h>
#include <string.h>
#include <tuple>

struct pair {
  int a;
  int b;
};

__device__ int limited(int x, int low, int high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}
__device__ void swap_if(int& a, int& b, bool wanted) {
  if (!wanted) return;
  int const t = a;
  a = b;
  b = t;
}

// Early return, loops that threads leave at different times, a local array, a switch.
__global__ void collatz(int const* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i] + 1;
  int steps = 0;
  while (x != 1) {
    x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    if (++steps > 90) break;
    if (x % 16 == 5) continue;
    steps += 2;
  }
  int h[4] = {0, 1};
  for (int k = 0; k < 4; k++) h[k] += limited(steps - 20 * k, 0, 50);
  switch (steps % 5) {
    case 0:
      h[1]++;
      break;
    case 1:
      h[2] += 5;
      // falls through
    case 3:
      h[0] ^= i;
      break;
    default:
      h[3] = -1;
  }
  int low = h[steps & 3], high = h[0];
  swap_if(low, high, low > high);
  out[i] = low * 1000 + high;
}

// A tile in shared memory with a barrier, in blocks of two dimensions.
__global__ void transpose(int const* in, int* out, int n) {
  __shared__ int tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

// Pointers and indices with several values one after the other, a tile whose threads walk along its
// columns, a tree of sums in place.
__global__ void columns(int const* from, int* to, int pitch) {
  __shared__ int tile[16][25];
  __shared__ int sums[128];
  int i = blockIdx.x * 16 + threadIdx.x;
  from += i;
  to += i;
#pragma unroll
  for (int k = 0; k < 3; ++k)
    tile[threadIdx.x][threadIdx.y + 8 * k] = from[(threadIdx.y + 8 * k) * pitch];
  i = threadIdx.y;
  to += i++ * pitch;
  __syncthreads();
  int sum = i;
  for (int k = 0; k < 16; ++k) sum += tile[threadIdx.x][i + k - 1] * k;
  int t = threadIdx.y;
  t *= 16;
  t += threadIdx.x;
  sums[t] = sum;
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d) sums[t] += sums[t + d];
    __syncthreads();
  }
  *to = sum + sums[0];
}

// A tree in dynamic shared memory, then shuffles; a stride over the grid.
template <class T>
__global__ void sum(T const* in, T* out, int n) {
  extern __shared__ int bytes[];
  T* const s = (T*)bytes;
  unsigned const tid = threadIdx.x;
  T total = 0;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x) total += in[i];
  s[tid] = total;
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d >= 32; d >>= 1) {
    if (tid < d) s[tid] = total = total + s[tid + d];
    __syncthreads();
  }
  if (tid < 32)
    for (int d = 16; d > 0; d /= 2) total += __shfl_down_sync(0xffffffffu, total, d);
  if (tid == 0) atomicAdd(out, total);
}

// Atomics in shared memory, a structure, pointers that move.
__global__ void histogram(int const* in, pair* out, int n) {
  __shared__ int bins[64];
  int const* p = in + blockIdx.x * blockDim.x;
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[p[threadIdx.x] & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64) {
    pair* q = &out[threadIdx.x];
    atomicAdd(&q->a, bins[threadIdx.x]);
    atomicMax(&q->b, bins[threadIdx.x]);
  }
}

// Stays a thread kernel: who waits for the lock would stop the thread that holds it.
__device__ int lock;
__global__ void locked(int* count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      ++*count;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

// Two tickets of a thread are neighbours where threads run one after the other, and as far apart as
// there are lanes where all take the first before any takes the second.
__global__ void tickets(int* next, int* out) {
  int const first = atomicAdd(next, 1);
  int const second = atomicAdd(next, 1);
  out[threadIdx.x] = second - first;
}
template <class T, int N>
__global__ void many_tickets(int* next, T* out) {
  int const first = atomicAdd(next, 1);
  int const second = atomicAdd(next, 1);
  out[threadIdx.x] = T(second - first) * N;
}
// other.cu has a kernel from there, too.
#define SIGN 1
#include "same_name.cuh"
void launch_other(int* out);
__global__ void tickets_elsewhere(int* next, int* out);
int run_waits();

// Does not compile where the lane forms are missing.
using forms = decltype(collatz_simt_lane(nullptr, nullptr, 0), transpose_simt_lane(nullptr, nullptr, 0),
                       columns_simt_lane(nullptr, nullptr, 0), sum_simt_lane<int>(nullptr, nullptr, 0),
                       histogram_simt_lane(nullptr, nullptr, 0));

static int wrong = 0;
static int* in;
static int* out;
static int const n = 1000;

void run_operators(float* out);
int run_language(int const* in, int* out);
void run_planes(int const* in, int* out);
int run_wraps(int const* in, int* out);
void run_ranges(int const* in, int* out, int n);
int run_large();
int run_parts();
int run_returns();
int run_search();
int run_endings(int const* in, int* out);
void run_builtins(int const* in, int* out, int n);
int run_complex();
int run_sparse();
int run_tails(int* out);
int run_textures();
void run_turns(int const* in, int* out);
void* tree_by_address();

template <class F>
void compare(char const* name, F launch) {
  static int first[4 * n];
  for (int form = 0; form < 2; ++form) {
    simt::cuda::set_kernel_form(form == 0 ? simt::cuda::kernel_form_choice::thread
                                          : simt::cuda::kernel_form_choice::lane);
    memset(out, 0, 4 * n * sizeof(int));
    launch();
    if (cudaDeviceSynchronize() != cudaSuccess) {
      printf("%s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
      ++wrong;
    }
    if (form == 0) memcpy(first, out, sizeof first);
  }
  int differ = 0;
  for (int i = 0; i < 4 * n; ++i) differ += first[i] != out[i];
  if (differ != 0) printf("%s: %d values differ\n", name, differ);
  wrong += differ;
}

// Blocks of less than a warp whose launches say so have a gang of their own.
__global__ void short_tickets(int* next, int* out) {
  int const first = atomicAdd(next, 1);
  out[threadIdx.x] = atomicAdd(next, 1) - first;
}
__global__ void short_planes(int* to) {
  __shared__ int tile[4][4];
  unsigned const x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = 10 * y + x;
  __syncthreads();
  if (x > y) return;
  to[blockIdx.x * 16 + y * 4 + x] = tile[x][y];
}
/// Coordinates by other names, of which nothing is changed.
__global__ void named_coordinates(int* to) {
  uint3 const t = threadIdx;
  dim3 at = threadIdx, block = blockIdx, size(blockDim);
  to[(block.x * size.y + t.y) * size.x + at.x] = 100 * at.x + 10 * t.y + t.z + block.x;
}
void check_short_blocks() {
  named_coordinates<<<2, dim3(8, 4)>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) wrong += out[i] != i % 8 * 100 + i / 8 % 4 * 10 + i / 32;
  using choice = simt::cuda::kernel_form_choice;
  simt::cuda::set_kernel_form(choice::automatic);
  out[0] = 0;
  dim3 const line(16);
  short_tickets<<<1, line>>>(out, out + 1);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) wrong += out[1 + i] != 16;
  memset(out, 0xff, 48 * sizeof(int));
  dim3 plane(4, 4);
  short_planes<<<3, plane>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 48; ++i) {
    int const x = i % 4, y = i / 4 % 4;
    wrong += out[i] != (x > y ? -1 : 10 * x + y);
  }
}

// Blocks of less than a warp by the kernel's bound: such an instance has a lane form only where
// launches say that its blocks have a gang of their own.
template <int N>
__global__ void __launch_bounds__(N) bounded_tickets(int* next, int* out) {
  int const first = atomicAdd(next, 1);
  out[threadIdx.x] = atomicAdd(next, 1) - first;
}
__global__ void __launch_bounds__(16, 2) short_bounded_tickets(int* next, int* out) {
  int const first = atomicAdd(next, 1);
  out[threadIdx.x] = atomicAdd(next, 1) - first;
}
template <class F>
void check_bounded(char const* name, int threads, int expected, F launch) {
  memset(out, 0, n * sizeof(int));
  launch(threads);
  cudaError_t const e = cudaDeviceSynchronize();
  int bad = e != cudaSuccess;
  for (int i = 0; i < threads; ++i) bad += out[1 + i] != expected;
  if (bad != 0) printf("%s: %d is %d (%s)\n", name, expected, out[1], cudaGetErrorString(e));
  wrong += bad;
}
void check_bounds() {
  int* results = out + 1;
  void* args[] = {&out, &results};
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::lane);
  check_bounded("bound of 8", 8, 1, [=](int t) { bounded_tickets<8><<<1, t>>>(out, results); });
  check_bounded("bound of 31, by address", 31, 1, [&](int t) {
    cudaLaunchKernel((void const*)&bounded_tickets<31>, 1, t, args, 0, 0);
  });
  check_bounded("bound of 32", 32, 32, [=](int t) { bounded_tickets<32><<<1, t>>>(out, results); });
  check_bounded("bound of 64, by address", 8, 8, [&](int t) {
    cudaLaunchKernel((void const*)&bounded_tickets<64>, 1, t, args, 0, 0);
  });
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::automatic);
  check_bounded("bound of 16 in blocks of 16", 16, 16,
                [=](int) { short_bounded_tickets<<<1, 16>>>(out, results); });
}

// However a kernel is launched, one rule says in which form it runs.
template <class F>
void check_form(char const* name, F launch) {
  using choice = simt::cuda::kernel_form_choice;
  for (auto [form, threads, expected] : {std::tuple{choice::thread, 32, 1},
                                         std::tuple{choice::lane, 32, 32},
                                         std::tuple{choice::automatic, 32, 32},
                                         std::tuple{choice::automatic, 4, 1},
                                         std::tuple{choice::lane, 4, 4}}) {
    simt::cuda::set_kernel_form(form);
    memset(out, 0, n * sizeof(int));
    launch(threads);
    cudaError_t const e = cudaDeviceSynchronize();
    int bad = e != cudaSuccess;
    for (int i = 0; i < threads; ++i) bad += out[1 + i] != expected;
    if (bad != 0)
      printf("%s: %d threads, form %d: %d is %d (%s)\n", name, threads, int(form), expected, out[1],
             cudaGetErrorString(e));
    wrong += bad;
  }
}

template <class K>
void launch_argument(K kernel, int threads) {
  kernel<<<1, threads>>>(out, out + 1);
}

void check_forms() {
  int* results = out + 1;
  void* args[] = {&out, &results};
  check_form("by name", [=](int t) { tickets<<<1, t>>>(out, results); });
  check_form("of another file", [=](int t) { tickets_elsewhere<<<1, t>>>(out, results); });
  check_form("template by name", [=](int t) { many_tickets<int, 1><<<1, t>>>(out, results); });
  check_form("cudaLaunchKernel", [&](int t) { cudaLaunchKernel(tickets, 1, t, args, 0, 0); });
  check_form("cudaLaunchKernel of a cast",
             [&](int t) { cudaLaunchKernel((void*)tickets, 1, t, args, 0, 0); });
  check_form("cudaLaunchKernel of a template",
             [&](int t) { cudaLaunchKernel((void const*)&many_tickets<long, 1>, 1, t, args, 0, 0);
                          cudaDeviceSynchronize();
                          for (int i = 0; i < t; ++i) results[i] = int(((long*)results)[i]); });
  check_form("cudaLaunchCooperativeKernel",
             [&](int t) { cudaLaunchCooperativeKernel((void*)tickets, 1, t, args, 0, 0); });
  check_form("a pointer", [=](int t) {
    void (*p)(int*, int*) = t == 4 ? many_tickets<int, 1> : tickets;
    p<<<1, t>>>(out, results);
  });
  check_form("an element", [=](int t) {
    void (*const p[])(int*, int*) = {tickets, many_tickets<int, 1>};
    p[t == 4]<<<1, t>>>(out, results);
  });
  check_form("an argument", [=](int t) { launch_argument(tickets, t); });
  check_form("a graph's node", [&](int t) {
    cudaKernelNodeParams p{};
    p.func = (void*)many_tickets<int, 1>;
    p.gridDim = dim3(1);
    p.blockDim = dim3(t);
    p.kernelParams = args;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
  });
  check_form("a captured launch", [&](int t) {
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    tickets<<<1, t, 0, s>>>(out, results);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
  });
}

// A function named by a using-declaration, halves behind a pointer of each thread's own, a function
// that takes numbers only.
namespace cells {
struct cell {
  int at[4];
};
__device__ cell all[64];
__device__ void* of(int t) { return &all[t]; }
}  // namespace cells
using cells::of;
__global__ void halves(int* out) {
  int const t = threadIdx.x;
  __half2* const p = (__half2*)of(63 - t);
  *p = __floats2half2_rn(t, 1);
  __half2 const old = atomicAdd(p, __floats2half2_rn(1, 2));
  __half* const first = (__half*)p;
  atomicAdd(first, __double2half(t * 0.25));
  out[2 * t] = (int)(100 * __half2float(*first)) + (int)__high2float(*p);
  out[2 * t + 1] = (int)__low2float(old) + 1000 * (int)__high2float(old);
}

int main() {
  cudaMallocManaged(&in, 4 * n * sizeof(int));
  cudaMallocManaged(&out, 4 * n * sizeof(int));
  for (int i = 0; i < 4 * n; ++i) in[i] = (i * 7919) % 1013;
  for (int threads : {96, 50})
    compare("collatz", [=] { collatz<<<n / threads + 1, threads>>>(in, out, n); });
  compare("transpose", [] { transpose<<<dim3(4, 4), dim3(16, 16)>>>(in, out, 60); });
  compare("columns", [] { columns<<<4, dim3(16, 8)>>>(in, out, 64); });
  compare("sum", [] { sum<<<3, 128, 128 * sizeof(int)>>>(in, out, n); });
  compare("histogram", [] { histogram<<<(n + 127) / 128, 128>>>(in, (pair*)out, n); });
  compare("locked", [] { locked<<<4, 64>>>(out); });
  if (out[0] != 256) ++wrong;
  compare("same_name", [] { same_name<<<1, 32>>>(out); });
  if (out[31] != 32) ++wrong;
  compare("same_name elsewhere", [] { launch_other(out); });
  if (out[31] != -32) ++wrong;
  compare("planes", [] { run_planes(in, out); });
  compare("ranges", [] { run_ranges(in, out, n); });
  compare("builtins", [] { run_builtins(in, out, n); });
  compare("language", [] { wrong += run_language(in, out); });
  compare("parts", [] { wrong += run_parts(); });
  compare("returns", [] { wrong += run_returns(); });
  compare("search", [] { wrong += run_search(); });
  compare("endings", [] { wrong += run_endings(in, out); });
  compare("complex numbers", [] { wrong += run_complex(); });
  compare("sparse", [] { wrong += run_sparse(); });
  compare("tails", [] { wrong += run_tails(out); });
  compare("large", [] { wrong += run_large(); });
  compare("wraps", [] { wrong += run_wraps(in, out); });
  compare("textures", [] { wrong += run_textures(); });
  compare("turns", [] { run_turns(in, out); });
  for (int threads : {32, 64, 512})
    compare("turns of other blocks", [=] {
      void* args[] = {&in, &out};
      cudaLaunchKernel(tree_by_address(), 1, threads, args, threads * sizeof(int), 0);
    });
  compare("halves", [] { halves<<<1, 64>>>(out); });
  // 5 + 1 + 5 / 4, 1 + 2; before: 5, 1.
  if (out[10] != 725 + 3 || out[11] != 1005) ++wrong;
  compare("operators", [] { run_operators(reinterpret_cast<float*>(out)); });
  check_forms();
  check_bounds();
  check_short_blocks();
  wrong += run_waits();
  printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong == 0 ? 0 : 1;
}
