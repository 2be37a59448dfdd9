// SPDX-License-Identifier: MIT
// Mistakes in whole programs: a thread's own variables, surfaces, atomics of 16 bytes, host threads that free while others
// launch, grids that meet behind libcu++'s barriers, generators whose tables are the library's own. Each case has one
// mistake or none.
// usage: programs        lists the cases: name, kind, block, thread (- where it does not matter)
//        programs CASE   runs one
// The line that a finding names ends in `// BUG case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#define LIST(X) \
  X(wide_atomic_and_store, grid_race, "-", "-") \
  X(sum_without_value, uninitialised, "0,0,0", "0,0,0") \
  X(maximum_without_value, uninitialised, "0,0,0", "0,0,0") \
  X(value_of_one_branch, uninitialised, "0,0,0", "5,0,0") \
  X(value_of_no_turn, uninitialised, "0,0,0", "0,0,0") \
  X(pointer_without_value, uninitialised, "0,0,0", "3,0,0") \
  X(value_not_returned, uninitialised, "0,0,0", "1,0,0") \
  X(surface_of_neighbour, grid_race, "0,0,0", "-") \
  X(surface_of_two_blocks, grid_race, "-", "-") \
  X(texels_of_other_stream, grid_race, "-", "-") \
  X(array_copied_meanwhile, api, "-", "-") \
  X(right_surfaces, none, "-", "-") \
  X(right_own_variables, none, "-", "-") \
  X(right_wide_atomics, none, "-", "-") \
  X(right_grid_behind_barrier, none, "-", "-") \
  X(right_host_threads, none, "-", "-") \
  X(read_beside_host_function, api, "-", "-") \
  X(right_thread_of_callback, none, "-", "-") \
  X(right_halves_by_many_lines, none, "-", "-") \
  X(right_generators, none, "-", "-") \
  X(right_memory_of_both, none, "-", "-")

namespace cg = cooperative_groups;

// A thread's own variables.
__global__ void k_sum(float const* x, float* out, int n) {
  float sum;
  for (int i = 0; i < n; ++i) sum += x[i];  // BUG sum_without_value
  out[threadIdx.x] = sum;
}
void sum_without_value() {
  array_of<float> x(8), out(32);
  k_sum<<<1, 32>>>(x, out, 8);
}
template <class T>
__global__ void k_maximum(T const* x, T* out, int n) {
  T most;
  for (int i = 0; i < n; ++i) most = max(most, x[i]);  // BUG maximum_without_value
  atomicMax(out, most);
}
void maximum_without_value() {
  array_of<int> x(8), out(1);
  k_maximum<<<1, 32>>>(x.p, out.p, 8);
}
__global__ void k_branch(int* out, int n) {
  int label, other = 1;
  if (threadIdx.x < n)
    label = 1;
  else if (threadIdx.x > n)
    label = 2;
  out[threadIdx.x] = label + other;  // BUG value_of_one_branch
}
void value_of_one_branch() {
  array_of<int> out(32);
  k_branch<<<1, 32>>>(out, 5);
}
__global__ void k_last(int const* x, int* out, int n) {
  int last;
  for (int i = 0; i < n; ++i) last = x[i];
  out[threadIdx.x] = last;  // BUG value_of_no_turn
}
void value_of_no_turn() {
  array_of<int> x(32), out(32);
  k_last<<<1, 32>>>(x, out, 0);
}
__global__ void k_pointer(float* a, float* b) {
  float* to;
  if (threadIdx.x < 3) to = a;
  if (threadIdx.x > 3) to = b;
  if (threadIdx.x == 3 && to == a) return;  // BUG pointer_without_value
  if (threadIdx.x != 3) to[threadIdx.x] = 1;
}
void pointer_without_value() {
  array_of<float> a(32), b(32);
  k_pointer<<<1, 4>>>(a, b);
}
__device__ void split(float x, float* whole, float* part) {
  *whole = floorf(x);
  if (*whole != x) *part = x - *whole;
}
__global__ void k_split(float* out) {
  float whole, part;
  split(threadIdx.x == 1 ? 2.0f : 1.5f, &whole, &part);
  out[threadIdx.x] = whole + part;  // BUG value_not_returned
}
void value_not_returned() {
  array_of<float> out(4);
  k_split<<<1, 4>>>(out);
}
struct pair_of_own {
  int a, b;
};
__device__ int sign_of(int x) {
  int sign;
  if (x < 0)
    sign = -1;
  else
    sign = x > 0;
  return sign;
}
__global__ void k_own_variables(float const* x, float* out, int n) {
  unsigned const t = threadIdx.x;
  float sine, cosine, whole;
  sincosf(x[t], &sine, &cosine);
  float const part = modff(x[t], &whole);
  int exponent;
  float const m = frexpf(x[t], &exponent);
  int best;
  bool found = false;
  for (int i = 0; i < n; ++i)
    if (x[i] < 0) {
      best = i;
      found = true;
    }
  float more;
  for (int i = 0; i < n; ++i) {
    if (found) out[t] += x[best];
    if (i == 0) more = x[i];
    more *= 2;
  }
  pair_of_own p;
  p.a = 1;
  pair_of_own q = p;
  q.b = sign_of(int(t) - 4);
  bool alive;
  alive = t < 4;
  char kind;
  switch (t % 3) {
    case 0: kind = 'a'; break;
    case 1: kind = 'b'; break;
    default: kind = 'c';
  }
  auto const sum = [&] {
    float all;
    all = sine + cosine + whole + part + m + exponent + more + q.b + kind;
    return all;
  };
  int lanes;
  asm("mov.u32 %0, %%laneid;" : "=r"(lanes));
  if (alive || lanes == 31) out[t] = sum();
}
void right_own_variables() {
  array_of<float> x(32), out(32);
  k_own_variables<<<1, 32>>>(x, out, 8);
}

// Surfaces, and textures of the same array.
struct texel_array {
  cudaArray_t a;
  cudaSurfaceObject_t surface;
  cudaTextureObject_t texture;
  texel_array() {
    cudaChannelFormatDesc const format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&a, &format, 32, 4, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    cudaCreateSurfaceObject(&surface, &resource);
    cudaTextureDesc const description = {};
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  }
  ~texel_array() {
    cudaDestroySurfaceObject(surface);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(a);
  }
};
__global__ void k_neighbour(cudaSurfaceObject_t s, float* out, bool wait) {
  int const x = threadIdx.x;
  surf2Dwrite(float(x), s, x * 4, 0);  // BUG surface_of_neighbour
  if (wait) __syncthreads();
  float v;
  surf2Dread(&v, s, (31 - x) * 4, 0);  // BUG surface_of_neighbour
  out[x] = v;
}
void run_neighbour(bool wait) {
  texel_array t;
  array_of<float> out(32);
  k_neighbour<<<1, 32>>>(t.surface, out, wait);
}
void surface_of_neighbour() { run_neighbour(false); }
__global__ void k_put_row(cudaSurfaceObject_t s, int rows) {
  surf2Dwrite(float(blockIdx.x), s, threadIdx.x * 4, blockIdx.x % rows);  // BUG surface_of_two_blocks, texels_of_other_stream
}
void surface_of_two_blocks() {
  texel_array t;
  k_put_row<<<8, 32>>>(t.surface, 4);
}
__global__ void k_get_row(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 0);  // BUG texels_of_other_stream
}
struct stream_apart {
  cudaStream_t s;
  stream_apart() { cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); }
  ~stream_apart() { cudaStreamDestroy(s); }
  operator cudaStream_t() const { return s; }
};
void texels_of_other_stream() {
  texel_array t;
  array_of<float> out(32);
  stream_apart const a, b;
  k_put_row<<<4, 32, 0, a>>>(t.surface, 4);
  k_get_row<<<1, 32, 0, b>>>(t.texture, out);
  cudaDeviceSynchronize();
}
void array_copied_meanwhile() {
  texel_array t;
  float* h;
  cudaMallocHost(&h, 128);
  {
    stream_apart const a, b;
    cudaDeviceSynchronize();
    k_put_row<<<4, 32, 0, a>>>(t.surface, 4);
    cudaMemcpy2DFromArrayAsync(h, 128, t.a, 0, 0, 128, 1, cudaMemcpyDeviceToHost, b);  // BUG array_copied_meanwhile
    cudaDeviceSynchronize();
  }
  cudaFreeHost(h);
}
void right_surfaces() {
  run_neighbour(true);
  texel_array t;
  array_of<float> out(32);
  float h[128] = {};
  cudaMemcpy2DToArray(t.a, 0, 0, h, 128, 128, 1, cudaMemcpyHostToDevice);
  k_get_row<<<1, 32>>>(t.texture, out);  // (the other rows have never been written)
  k_put_row<<<4, 32>>>(t.surface, 4);
  k_get_row<<<1, 32>>>(t.texture, out);
  cudaMemcpy2DFromArray(h, 128, t.a, 0, 0, 128, 1, cudaMemcpyDeviceToHost);
}

// Sixteen bytes at once.
struct alignas(16) two_words {
  unsigned long long a, b;
};
__global__ void k_wide(two_words* p, two_words* out, bool plain) {
  two_words mine{threadIdx.x, 1};
  if (plain && threadIdx.x == 5)
    *p = mine;  // BUG wide_atomic_and_store
  else
    __nv_atomic_store(p, &mine, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);  // BUG wide_atomic_and_store
  two_words seen;
  __nv_atomic_load(p, &seen, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);  // BUG wide_atomic_and_store
  out[threadIdx.x].a = seen.a;
}
void run_wide(bool plain) {
  array_of<two_words> p(1), out(32);
  k_wide<<<1, 32>>>(p, out, plain);
}
void wide_atomic_and_store() { run_wide(true); }
void right_wide_atomics() { run_wide(false); }

// Blocks of a cooperative launch that begin late, while those before them wait in a loop.
__global__ void k_grid_behind_barrier(int* parts, int* out) {
  cg::grid_group const grid = cg::this_grid();
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  auto arrived = all.arrive();
  all.wait(std::move(arrived));
  if (threadIdx.x == 0) parts[blockIdx.x] = 1;
  grid.sync();
  if (grid.thread_rank() == 0) *out = parts[0] + parts[gridDim.x - 1];
}
void right_grid_behind_barrier() {
  array_of<int> parts(4), out(1);
  void* p = parts.p;
  void* q = out.p;
  void* args[] = {&p, &q};
  for (int i = 0; i < 4; ++i)
    cudaLaunchCooperativeKernel((void*)k_grid_behind_barrier, dim3(4), dim3(256), args, 0, nullptr);
}

__global__ void k_increment(int* x) { x[threadIdx.x] += 1; }
void right_host_threads() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 20; ++i) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        int *x, *h;
        cudaMalloc(&x, 4096);
        cudaMallocHost(&h, 4096);
        for (int k = 0; k < 1024; ++k) h[k] = k;
        cudaMemcpyAsync(x, h, 4096, cudaMemcpyHostToDevice, s);
        k_increment<<<1, 64, 0, s>>>(x);
        cudaMemcpyAsync(h, x, 4096, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        cudaFree(x);
        cudaFreeHost(h);
        cudaStreamDestroy(s);
      }
    });
  for (std::thread& t : threads) t.join();
}

// A function of the host that a stream comes to may tell others what the stream has done.
volatile int seen_by_host;
struct shared_work {
  int* h;
  std::thread reader;
  std::atomic<bool> begun{false};
};
void run_callback(bool in_callback) {
  int* x;
  shared_work work;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  cudaMallocHost(&work.h, 128);
  {
    stream_apart const s;
    cudaDeviceSynchronize();
    cudaMemcpyAsync(work.h, x, 128, cudaMemcpyDeviceToHost, s);
    cudaStreamAddCallback(
        s,
        [](cudaStream_t, cudaError_t, void* p) {
          auto& w = *static_cast<shared_work*>(p);
          w.reader = std::thread([&w] { seen_by_host = w.h[3]; });
          w.begun = true;
        },
        &work, 0);
    while (!work.begun) std::this_thread::yield();
    work.reader.join();
    if (!in_callback) {
      cudaMemcpyAsync(work.h, x, 128, cudaMemcpyDeviceToHost, s);
      seen_by_host = work.h[4];  // BUG read_beside_host_function
    }
    cudaDeviceSynchronize();
  }
  cudaFreeHost(work.h);
  cudaFree(x);
}
void read_beside_host_function() { run_callback(false); }
void right_thread_of_callback() { run_callback(true); }

// Many places that access parts of words.
// clang-format off
#define SWAP { __half const w = v[threadIdx.x ^ 1]; __syncthreads(); v[threadIdx.x] = w; __syncthreads(); }
#define SWAPS SWAP SWAP SWAP SWAP SWAP SWAP SWAP SWAP SWAP SWAP
// clang-format on
__global__ void k_halves(__half* out) {
  __shared__ __half v[64];
  v[threadIdx.x] = __float2half(0.0f);
  __syncthreads();
  SWAPS SWAPS SWAPS SWAPS SWAPS SWAPS SWAPS SWAPS
  out[threadIdx.x] = v[threadIdx.x];
}
void right_halves_by_many_lines() {
  array_of<__half> out(64);
  k_halves<<<1, 64>>>(out);
}

__global__ void k_generators(float* out) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState first;
  curand_init(1234, i, 0, &first);
  curandStateMRG32k3a_t second;
  curand_init(1234, i, 7, &second);
  out[i] = curand_uniform(&first) + curand_uniform(&second);
}
void right_generators() {
  array_of<float> out(64);
  k_generators<<<2, 32>>>(out);
}

// Memory that the host has made by itself, where the device says that it may use such.
void right_memory_of_both() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  int* x = nullptr;
  if (p.pageableMemoryAccess)
    x = static_cast<int*>(std::calloc(64, sizeof(int)));
  else
    cudaMallocManaged(&x, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) x[i] = i;
  k_increment<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  if (p.pageableMemoryAccess)
    std::free(x);
  else
    cudaFree(x);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
