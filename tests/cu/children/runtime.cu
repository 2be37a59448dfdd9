// SPDX-License-Identifier: MIT
// What kernels may ask of the runtime, what children see of memory, limits, and a GPU's answers.
#include <cuda_device_runtime_api.h>
#include "children.cuh"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

__global__ void marker(journal* j, int m, int) {
  if (threadIdx.x == 0) note(j, m);
}
__global__ void nothing() {}

// --- memory

__constant__ int table[4];
__device__ int variable;
texture<int, cudaTextureType1D, cudaReadModeElementType> reference;

__global__ void increment(int* p) { ++*p; }
__global__ void from_constant(int const* constant, int* out) {
  out[0] = constant[1] + table[2];
  out[1] = __isGlobal(out);
}
__global__ void from_texture(cudaTextureObject_t t, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x);
}
__global__ void from_reference(int* out) { out[threadIdx.x] = tex1Dfetch(reference, threadIdx.x); }
struct holder {
  int* inside;
};
__global__ void takes_holder(holder h) { *h.inside = 1; }

__global__ void views(int* zero_copy, int* plain, cudaTextureObject_t t, int* codes) {
  *zero_copy = 10;
  increment<<<1, 1>>>(zero_copy);
  variable = 20;
  increment<<<1, 1>>>(&variable);
  from_constant<<<1, 1>>>(table, codes);
  plain[3] = 1234;  // the child reads it through the texture
  from_texture<<<1, 8>>>(t, plain + 8);
  codes[2] = cudaDeviceSynchronize();
  codes[3] = variable;
  codes[4] = *zero_copy;
  from_reference<<<1, 8>>>(plain + 16);
}
__global__ void private_pointers(int* global, int* codes) {
  __shared__ int shared[4];
  int local[4] = {1, 2, 3, 4};
  int k = 0;
  increment<<<1, 1>>>(local + 1);
  codes[k++] = cudaGetLastError();
  increment<<<1, 1>>>(&shared[threadIdx.x]);
  codes[k++] = cudaGetLastError();
  increment<<<1, 1>>>(global);
  codes[k++] = cudaGetLastError();
  codes[k++] = cudaMemsetAsync(local, 0, sizeof local, 0);
  codes[k++] = cudaMemcpyAsync(global, shared, 4, cudaMemcpyDeviceToDevice, 0);
  codes[k++] = cudaMemcpyAsync(local, global, 4, cudaMemcpyDeviceToDevice, 0);
  cudaGetLastError();
  codes[k++] = __isGlobal(global) && !__isGlobal(local) && !__isGlobal(shared);
  codes[k++] = __isShared(shared) && __isLocal(local) && !__isLocal(global);
  __syncthreads();
  // Threads that have waited run on stacks of their own.
  increment<<<1, 1>>>(local + 1);
  codes[k++] = cudaGetLastError();
  codes[k++] = cudaDeviceSynchronize();
  codes[k++] = local[1];
}

void memory() {
  int* const codes = managed<int>(16);
  int* const plain = managed<int>(24);
  int* zero_copy;
  int* device_view;
  cudaHostAlloc((void**)&zero_copy, sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer((void**)&device_view, zero_copy, 0);
  int const numbers[] = {1, 20, 300, 4000};
  cudaMemcpyToSymbol(table, numbers, sizeof numbers);
  for (int i = 0; i < 8; ++i) plain[i] = i;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = plain;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 8 * sizeof(int);
  cudaTextureDesc description{};
  cudaTextureObject_t t;
  require_equal(cudaCreateTextureObject(&t, &resource, &description, nullptr), 0, "a texture");
  cudaBindTexture(nullptr, reference, plain, 8 * sizeof(int));
  views<<<1, 1>>>(device_view, plain, t, codes);
  finish("what children see");
  require_equal(codes[0], 320, "constants");
  require_equal(codes[1], 1, "global memory");
  require_equal(codes[2], 0, "a wait");
  require_equal(codes[3], 21, "a variable by its address");
  require_equal(codes[4], 11, "zero-copy memory");
  require_equal(*zero_copy, 11, "zero-copy memory on the host");
  for (int i = 0; i < 8; ++i) {
    require_equal(plain[8 + i], i == 3 ? 1234 : i, "a texture object in a child");
    require_equal(plain[16 + i], i == 3 ? 1234 : i, "a texture reference in a child");
  }

  int* const global = managed<int>(1);
  private_pointers<<<1, 1>>>(global, codes);
  finish("private pointers");
  int const one[] = {1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 2};
  char const* const private_names[] = {
      "a launch with a local array", "a launch with shared memory", "a launch with global memory",
      "a fill of a local array", "a copy out of shared memory", "a copy into a local array",
      "__isGlobal", "__isLocal, __isShared", "a launch with a local array behind a barrier",
      "a wait", "what became of the local array"};
  for (int i = 0; i < 11; ++i) require_equal(codes[i], one[i], private_names[i]);
  require_equal(*global, 1, "the launch with a pointer that is right");
  for (int i = 0; i < 16; ++i) codes[i] = -1;
  private_pointers<<<1, 2>>>(global, codes);
  finish("private pointers of two threads");
  for (int i = 0; i < 11; ++i) require_equal(codes[i], one[i], private_names[i]);
}

// --- calls

__global__ void errors_of_threads(int* codes) {
  int* const mine = codes + 4 * threadIdx.x;
  mine[0] = cudaGetLastError();
  if (threadIdx.x % 2 == 0) nothing<<<0, 1>>>();
  __syncthreads();
  mine[1] = cudaPeekAtLastError();
  mine[2] = cudaGetLastError();
  mine[3] = cudaGetLastError();
}
__global__ void queries(long long* o, char* name) {
  int k = 0;
  int v = -1;
  size_t size = 0;
  cudaFuncCache cache = cudaFuncCachePreferNone;
  o[k++] = cudaGetDevice(&v);
  o[k++] = v;
  o[k++] = cudaGetDeviceCount(&v);
  o[k++] = v;
  o[k++] = cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, 0);
  o[k++] = v;
  o[k++] = cudaGetDeviceProperty(&v, cudaDevAttrWarpSize, 0);
  o[k++] = v;
  o[k++] = cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize);
  o[k++] = (long long)size;
  o[k++] = cudaDeviceGetCacheConfig(&cache);
  o[k++] = cache;
  o[k++] = cudaRuntimeGetVersion(&v);
  o[k++] = v;
  o[k++] = cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 77);
  o[k++] = cudaGetLastError();
  cudaFuncAttributes a;
  o[k++] = cudaFuncGetAttributes(&a, (void const*)nothing);
  o[k++] = a.maxThreadsPerBlock;
  o[k++] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (void const*)nothing, 128, 0);
  o[k++] = v;
  int grid = 0, block = 0;
  o[k++] = cudaOccupancyMaxPotentialBlockSize(&grid, &block, (void const*)nothing, 0, 256);
  o[k++] = grid;
  o[k++] = block;
  o[k++] = cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, (void const*)nothing, [](int threads) { return 64 * threads; }, 256);
  o[k++] = grid;
  o[k++] = block;
  char const* const text = cudaGetErrorString(cudaErrorInvalidConfiguration);
  for (int i = 0; i < 64 && (i == 0 || text[i - 1] != 0); ++i) name[i] = text[i];
}
__global__ void query_in_child(long long* o, char* name) { queries<<<1, 1>>>(o, name); }
__global__ void copies(unsigned char* a, unsigned char* b, cudaPitchedPtr box, void* of_host, int* codes) {
  int k = 0;
  codes[k++] = cudaMemsetAsync(a, 7, 64);
  codes[k++] = cudaMemcpyAsync(b, a, 32, cudaMemcpyDeviceToDevice);
  codes[k++] = cudaMemset2DAsync(a, 16, 9, 4, 3, 0);
  codes[k++] = cudaMemcpy2DAsync(b + 64, 8, a, 16, 4, 3, cudaMemcpyDefault, 0);
  codes[k++] = cudaMemset3DAsync(box, 5, make_cudaExtent(2, 2, 2), 0);
  cudaMemcpy3DParms p = {0};
  p.srcPtr = box;
  p.dstPtr = make_cudaPitchedPtr(b + 128, 4, 4, 2);
  p.extent = make_cudaExtent(3, 2, 2);
  p.kind = cudaMemcpyDeviceToDevice;
  codes[k++] = cudaMemcpy3DAsync(&p, 0);
  codes[k++] = cudaDeviceSynchronize();
  codes[k++] = cudaMemcpyAsync(of_host, a, 4, cudaMemcpyDeviceToHost, 0);
  codes[k++] = cudaMemcpyAsync(a, of_host, 4, cudaMemcpyHostToDevice, 0);
  codes[k++] = cudaMemcpy2DAsync(b, 2, a, 16, 4, 3, cudaMemcpyDeviceToDevice, 0);
  p.kind = cudaMemcpyHostToDevice;
  codes[k++] = cudaMemcpy3DAsync(&p, 0);
  codes[k++] = cudaMemsetAsync(0, 1, 4, 0);
  cudaGetLastError();
}
__global__ void heap(void* of_host, char** kept, int* codes) {
  int k = 0;
  void* p = nullptr;
  codes[k++] = cudaMalloc(&p, 100);
  codes[k++] = p != nullptr;
  ((char*)p)[99] = 42;
  codes[k++] = cudaFree(p);
  codes[k++] = cudaFree(of_host);
  codes[k++] = cudaMalloc(&p, (size_t)1 << 40);
  codes[k++] = cudaFree(0);
  cudaGetLastError();
  codes[k++] = cudaMalloc((void**)kept, 16);
  free(*kept);  // device malloc's and cudaMalloc's memory are one
  cudaMalloc((void**)kept, 16);
}
struct mixed {
  float f;
  short s;
};
__global__ void takes_many(char c, double d, int* out, mixed m, short last) {
  out[threadIdx.x] = c + (int)d + (int)m.f + m.s + last;
}
__device__ void fill(char* buffer, char c, int* out) {
  *buffer = c;
  *(double*)(buffer + 8) = 20;
  *(int**)(buffer + 16) = out;
  *(mixed*)(buffer + 24) = {300, 4000};
  *(short*)(buffer + 32) = 5;
}
__global__ void by_buffer(int* out, int* codes) {
  int k = 0;
  char* const b = (char*)cudaGetParameterBuffer(64, 40);
  codes[k++] = b != nullptr && (size_t)b % 64 == 0;
  fill(b, 1, out);
  codes[k++] = cudaLaunchDevice((void*)takes_many, b, dim3(1), dim3(3), 0, 0);
  codes[k++] = cudaLaunchDevice((void*)nothing, nullptr, dim3(1), dim3(1));
  codes[k++] = cudaLaunchDevice((void*)nothing, nullptr, dim3(0), dim3(1), 0, 0);
  codes[k++] = cudaLaunchDevice(nullptr, nullptr, dim3(1), dim3(1), 0, 0);
  codes[k++] = cudaLaunchDevice((void*)takes_many, out, dim3(1), dim3(1), 0, 0);
  codes[k++] = cudaGetParameterBuffer(64, 5000) == nullptr;
  // It may lie where the first one, which is the launch's now, has been.
  void* other = nullptr;
  codes[k++] = cudaGetParameterBuffer(&other);
  codes[k++] = other != nullptr && (size_t)other % 64 == 0;
  fill((char*)other, 2, out + 3);
  codes[k++] = cudaLaunchDevice((void*)takes_many, other, dim3(1), dim3(3), 0, 0);
  cudaGetLastError();
}

void calls() {
  int* const codes = managed<int>(256);
  errors_of_threads<<<1, 32>>>(codes);
  finish("errors of threads");
  for (int i = 0; i < 32; ++i) {
    int const e = i % 2 == 0 ? cudaErrorInvalidConfiguration : 0;
    int const wanted[] = {0, e, e, 0};
    for (int n = 0; n < 4; ++n) require_equal(codes[4 * i + n], wanted[n], "each thread's last error");
  }

  cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
  long long* const o = managed<long long>(32);
  char* const name = managed<char>(64);
  query_in_child<<<1, 1>>>(o, name);
  finish("queries");
  int version = 0, active = 0, grid = 0, block = 0, grid_shared = 0, block_shared = 0;
  cudaRuntimeGetVersion(&version);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, (void const*)nothing, 128, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, (void const*)nothing, 0, 256);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid_shared, &block_shared, (void const*)nothing, [](int threads) { return 64 * threads; }, 256);
  long long const as_on_host[] = {
      0, 0, 0, 1, 0, 1024, 0, 32, 0, 16 << 20, 0, cudaFuncCachePreferL1, 0, version,
      cudaErrorInvalidDevice, cudaErrorInvalidDevice, 0, 1024, 0, active, 0, grid, block, 0, grid_shared,
      block_shared};
  for (int i = 0; i < 26; ++i) require_equal(o[i], as_on_host[i], "a query's answer in a child");
  require(std::strcmp(name, cudaGetErrorString(cudaErrorInvalidConfiguration)) == 0, "an error's text");
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20);

  unsigned char* const a = managed<unsigned char>(64);
  unsigned char* const b = managed<unsigned char>(256);
  cudaPitchedPtr const box = make_cudaPitchedPtr(managed<unsigned char>(64), 8, 8, 4);
  static int of_host;
  copies<<<1, 1>>>(a, b, box, &of_host, codes);
  finish("copies");
  int const copied[] = {0, 0, 0, 0, 0, 0, 0, 21, 21, 12, 21, 1};
  for (int i = 0; i < 12; ++i) require_equal(codes[i], copied[i], "a copy's answer");
  for (int i = 0; i < 64; ++i)
    require_equal(a[i], i < 48 && i % 16 < 4 ? 9 : 7, "filled by a kernel");
  for (int i = 0; i < 32; ++i) require_equal(b[i], 7, "copied by a kernel");
  for (int i = 0; i < 24; ++i) require_equal(b[64 + i], i % 8 < 4 ? 9 : 0, "rows copied by a kernel");
  for (int i = 0; i < 16; ++i)
    require_equal(b[128 + i], i % 4 < 2 ? 5 : 0, "a box copied by a kernel");

  char** const kept = managed<char*>(1);
  void* device;
  cudaMalloc(&device, 16);
  heap<<<1, 1>>>(device, kept, codes);
  finish("the heap");
  int const of_heap[] = {0, 1, 0, 1, 2, 0, 0};
  for (int i = 0; i < 7; ++i) require_equal(codes[i], of_heap[i], "a call of the heap");
  require_equal(cudaFree(*kept), cudaErrorInvalidValue, "cudaFree by the host of a kernel's memory");
  require_equal(cudaFree(device), 0, "cudaFree by the host of its own");
  cudaGetLastError();

  int* const out = managed<int>(6);
  by_buffer<<<1, 1>>>(out, codes);
  finish("launches by buffers");
  int const by[] = {1, 0, 0, 9, 98, 1, 1, 0, 1, 0};
  for (int i = 0; i < 10; ++i) require_equal(codes[i], by[i], "a call of the launch setup");
  for (int i = 0; i < 6; ++i) require_equal(out[i], 4326 + i / 3, "parameters of a buffer");
  int code = 0;
  require(cudaGetParameterBuffer(64, 8) == nullptr, "a buffer in host code");
  code = cudaGetLastError();
  require_equal(code, cudaErrorNotPermitted, "a buffer in host code");
  require_equal(cudaLaunchDevice((void*)nothing, nullptr, dim3(1), dim3(1), 0, 0), cudaErrorNotPermitted,
                "a device's launch in host code");
  cudaGetLastError();
}

// --- limits

__global__ void waits(int level, int deepest, int* codes) {
  if (level < deepest) waits<<<1, 1>>>(level + 1, deepest, codes);
  codes[level] = cudaDeviceSynchronize();
}
__global__ void goes_deeper(int level, int* levels, int* code) {
  *levels = level;
  goes_deeper<<<1, 1>>>(level + 1, levels, code);
  if (cudaError_t const e = cudaGetLastError()) *code = e;
}
__global__ void add_one(int* a) { atomicAdd(a, 1); }
__global__ void many_pending(int* a, int n, int* codes) {
  for (int i = 0; i < n; ++i) add_one<<<1, 1>>>(a);
  *codes = cudaGetLastError();
}
__global__ void long_tail(int* a, int* codes) {
  int launched = 0;
  for (int i = 0; i < 1000000; ++i) {
    add_one<<<1, 1, 0, cudaStreamTailLaunch>>>(a);
    codes[1] = cudaGetLastError();
    if (codes[1] != 0) break;
    ++launched;
  }
  codes[0] = launched;
}

void limits() {
  int* const codes = managed<int>(32);
  size_t value = 0;
  require_equal(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth), 0, "the depth of waits");
  require_equal(value, 2, "the depth of waits");
  waits<<<1, 1>>>(0, 3, codes);
  finish("waits too deep");
  int const by_default[] = {0, 0, 65, 65};
  for (int i = 0; i < 4; ++i) require_equal(codes[i], by_default[i], "a wait by its depth");
  require_equal(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4), 0, "a deeper limit");
  waits<<<1, 1>>>(0, 3, codes);
  finish("waits as deep as allowed");
  for (int i = 0; i < 4; ++i) require_equal(codes[i], 0, "a wait within a deeper limit");
  require_equal(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 25), 1, "a limit too deep");
  cudaGetLastError();
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2);

  goes_deeper<<<1, 1>>>(0, codes, codes + 1);
  finish("launches without end");
  require_equal(codes[0], 24, "the deepest kernel");
  require_equal(codes[1], cudaErrorLaunchMaxDepthExceeded, "a launch that is too deep");

  int* const a = managed<int>(1);
  many_pending<<<1, 1>>>(a, 100000, codes);
  finish("many launches");
  require_equal(*a, 100000, "launches beyond the limit of pending ones");
  require_equal(codes[0], 0, "launches beyond the limit of pending ones");

  // A tail cannot begin early: once it has used up what the limit and the heap hold, it is full.
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 64);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20);
  *a = 0;
  long_tail<<<1, 1>>>(a, codes);
  finish("a tail without end");
  require_equal(codes[1], cudaErrorLaunchPendingCountExceeded, "a tail that is full");
  require(codes[0] > 64 && codes[0] < 1000000, "the length of a tail", codes[0]);
  require_equal(*a, codes[0], "what of the tail ran");
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20);
}

// --- depth

/// Every level waits, between barriers, for two children in streams of their own.
__global__ void deep(int level, int deepest, int* count) {
  __shared__ int at;
  int local[64];
  for (int i = 0; i < 64; ++i) local[i] = level + i;
  if (threadIdx.x == 0) at = level;
  __syncthreads();
  if (level < deepest && threadIdx.x < 2) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    // One branch is deep, the other wide.
    if (threadIdx.x == 0)
      deep<<<1, 4, 0, s>>>(level + 1, deepest, count);
    else
      deep<<<3, 40, 0, s>>>(deepest, deepest, count);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
  }
  __syncthreads();
  if (at == level && local[level] == 2 * level) atomicAdd(count, 1);
}
__global__ void grows(int* count, int level) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
  if (level > 0) grows<<<2, 32>>>(count, level - 1);
}

void depth() {
  int* const count = managed<int>(1);
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 24);
  for (int workers : {0, 16}) {
    // More workers than processors, too.
    auto const run = [&] {
      for (int times = 0; times < 3; ++times) {
        *count = 0;
        deep<<<4, 4>>>(0, 24, count);
        finish("24 levels that wait");
        require_equal(*count, 4 * (25 * 4 + 24 * 120), "threads of 24 levels");
        *count = 0;
        grows<<<8, 32>>>(count, 2);
        finish("a growing tree");
        require_equal(*count, 8 * (1 + 64 + 64 * 64), "blocks of a growing tree");
      }
    };
    if (workers == 0) {
      run();
    } else {
      tbb::global_control const more(tbb::global_control::max_allowed_parallelism, workers);
      tbb::task_arena(workers).execute(run);
    }
  }
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2);
}

// --- recorded on an H200, see tests/golden

__global__ void scale(int* a, int n, int k) {
  int const i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) a[i] = a[i] * k + i;
}
__global__ void total(int const* a, int n, int* out) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  *out = s;
}
__global__ void parent_data(int* a, int n, int k, int* out) {
  for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x) a[i] += 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    scale<<<(n + 63) / 64, 64>>>(a, n, k);
    total<<<1, 1, 0, cudaStreamTailLaunch>>>(a, n, out);
  }
}
__global__ void every_thread_launches(int* a, int k) {
  scale<<<1, 8>>>(a + threadIdx.x * 8, 8, k);
}
__global__ void nested(journal* l, int depth, int max_depth) {
  note(l, depth * 10 + 1);
  if (depth < max_depth) {
    nested<<<1, 1>>>(l, depth + 1, max_depth);
    marker<<<1, 1, 0, cudaStreamTailLaunch>>>(l, depth * 10 + 2, 0);
  }
}
__global__ void tails(journal* l) {
  marker<<<1, 1, 0, cudaStreamTailLaunch>>>(l, 5, 10);
  marker<<<1, 1, 0, cudaStreamTailLaunch>>>(l, 6, 0);
  marker<<<1, 1>>>(l, 2, 20);
  marker<<<1, 1>>>(l, 3, 0);
  note(l, 1);
}
__global__ void forget(journal* l) {
  marker<<<1, 1, 0, cudaStreamFireAndForget>>>(l, 2, 30);
  marker<<<1, 1, 0, cudaStreamTailLaunch>>>(l, 3, 0);
  note(l, 1);
}
__global__ void tail_launcher(journal* l, int m, int left) {
  note(l, m);
  if (left > 0) tail_launcher<<<1, 1, 0, cudaStreamTailLaunch>>>(l, m + 1, left - 1);
}
__global__ void tail_of_tail(journal* l) {
  tail_launcher<<<1, 1, 0, cudaStreamTailLaunch>>>(l, 10, 2);
  marker<<<1, 1, 0, cudaStreamTailLaunch>>>(l, 20, 0);
  note(l, 1);
}
__global__ void from_threads(journal* l) {
  for (int t = 0; t < 4; ++t) {
    if ((int)threadIdx.x == t) marker<<<1, 1>>>(l, t + 1, t == 0 ? 20 : 0);
    __syncthreads();
  }
}
__global__ void own_streams(journal* l, int* codes) {
  cudaStream_t a = 0, b = 0;
  cudaEvent_t e = 0;
  codes[0] = (int)cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  codes[1] = (int)cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  codes[2] = (int)cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  marker<<<1, 1, 0, a>>>(l, 1, 20);
  codes[3] = (int)cudaEventRecord(e, a);
  codes[4] = (int)cudaStreamWaitEvent(b, e, 0);
  marker<<<1, 1, 0, b>>>(l, 2, 0);
  codes[5] = (int)cudaEventDestroy(e);
  codes[6] = (int)cudaStreamDestroy(a);
  codes[7] = (int)cudaStreamDestroy(b);
  codes[8] = (int)cudaStreamCreateWithFlags(&a, 0);
  codes[9] = (int)cudaEventCreateWithFlags(&e, 0);
  codes[10] = (int)cudaStreamDestroy(0);
  codes[11] = (int)cudaGetLastError();
}
__global__ void bad_launches(journal* l, int* codes) {
  int k = 0;
  codes[k++] = (int)cudaGetLastError();
  marker<<<0, 1>>>(l, 1, 0);
  codes[k++] = (int)cudaPeekAtLastError();
  codes[k++] = (int)cudaGetLastError();
  codes[k++] = (int)cudaGetLastError();
  marker<<<1, 0>>>(l, 2, 0);
  codes[k++] = (int)cudaGetLastError();
  marker<<<1, 2048>>>(l, 3, 0);
  codes[k++] = (int)cudaGetLastError();
  marker<<<1, dim3(1, 1, 65)>>>(l, 4, 0);
  codes[k++] = (int)cudaGetLastError();
  marker<<<dim3(1, 65536), 1>>>(l, 5, 0);
  codes[k++] = (int)cudaGetLastError();
  marker<<<1, 1, 1 << 20>>>(l, 6, 0);
  codes[k++] = (int)cudaGetLastError();
  marker<<<1, 1>>>(l, 7, 0);
  codes[k++] = (int)cudaGetLastError();
}
__global__ void too_many(int n, journal* l, int* codes) {
  int first = -1;
  cudaError_t e = cudaSuccess;
  for (int i = 0; i < n; ++i) {
    marker<<<1, 1, 0, cudaStreamFireAndForget>>>(l, 1, 0);
    cudaError_t c = cudaGetLastError();
    if (c != cudaSuccess && first < 0) first = i, e = c;
  }
  codes[0] = first;
  codes[1] = (int)e;
}
__global__ void bad_child(int* nowhere) { *nowhere = 1; }
__global__ void parent_of_bad(int* nowhere, int* codes) {
  bad_child<<<1, 1>>>(nowhere);
  codes[0] = (int)cudaGetLastError();
  cudaDeviceSynchronize();
  codes[1] = 77;  // the error is the host's, and nothing follows it here
}

static std::string names() {
  cudaError_t const a = cudaGetLastError(), b = cudaDeviceSynchronize(), c = cudaGetLastError();
  return std::string(cudaGetErrorName(a)) + " " + cudaGetErrorName(b) + " " + cudaGetErrorName(c);
}
static void compare(std::map<std::string, std::string> const& recorded, std::string const& id,
                    std::string const& is) {
  auto const at = recorded.find(id);
  std::string const wanted = at == recorded.end() ? "(not recorded)" : at->second;
  if (is != wanted) std::fprintf(stderr, "%s: %s\n  recorded: %s\n", id.c_str(), is.c_str(), wanted.c_str());
  require(is == wanted, id.c_str());
}

void recorded() {
  char const* const other = std::getenv("SIMT_GOLDEN");
  std::ifstream file(std::string(other != nullptr ? other : SIMT_GOLDEN_DIR) + "/cdp.tsv");
  std::map<std::string, std::string> answers, inputs;
  for (std::string line; std::getline(file, line);) {
    auto const one = line.find('\t'), two = line.find('\t', one + 1);
    if (two == std::string::npos || line[0] == '_') continue;
    inputs[line.substr(0, one)] = line.substr(one + 1, two - one - 1);
    answers[line.substr(0, one)] = line.substr(two + 1);
  }
  require(answers.size() > 30, "the recorded answers", answers.size());
  int* const a = managed<int>(512);
  int* const out = managed<int>(1);
  for (auto const& [id, in] : inputs) {
    if (id.compare(0, 9, "cdp/data/") != 0) continue;
    unsigned long long s = 0;
    int k = 0, n = 0;
    bool const tail =
        std::sscanf(in.c_str(), "a[i]=(%llu+37i)%%1000 ; parent a+=1, child a=a*%d+i, tail launch sums %d",
                    &s, &k, &n) == 3;
    if (!tail)
      std::sscanf(in.c_str(),
                  "a[i]=(%llu+37i)%%1000 for 512 ; 64 threads launch 8 of a[8t+j]=a*%d+j", &s, &k);
    for (int i = 0; i < 512; ++i) a[i] = (int)((s + (unsigned long long)i * 37u) % 1000u);
    *out = 0;
    if (tail)
      parent_data<<<1, 32>>>(a, n, k, out);
    else
      every_thread_launches<<<1, 64>>>(a, k);
    std::string const e = names();
    for (int i = 0; i < 512 && !tail; ++i) *out += a[i];
    compare(answers, id, "sum=" + std::to_string(*out) + " ; " + e);
  }
  journal* const l = managed<journal>(1);
  int* const codes = managed<int>(33);
  auto const with_log = [&](char const* id, auto run) {
    int const unset = -12345;
    l->n = 0;
    for (int i = 0; i < 32; ++i) codes[i] = unset;
    run();
    std::string const e = names();
    std::string log, seen;
    for (int i = 0; i < l->n && i < 60; ++i) log += (i ? "," : "") + std::to_string(l->mark[i]);
    for (int i = 0; i < 32 && codes[i] != unset; ++i) seen += (i ? "," : "") + std::to_string(codes[i]);
    compare(answers, id, "count=" + std::to_string(l->n) + " log=" + log + " ; codes=" + seen + " ; " + e);
  };
  with_log("cdp/nested_3", [&] { nested<<<1, 1>>>(l, 1, 3); });
  with_log("cdp/nested_10", [&] { nested<<<1, 1>>>(l, 1, 10); });
  with_log("cdp/nested_23", [&] { nested<<<1, 1>>>(l, 1, 23); });
  with_log("cdp/nested_24", [&] { nested<<<1, 1>>>(l, 1, 24); });
  with_log("cdp/nested_25", [&] { nested<<<1, 1>>>(l, 1, 25); });
  with_log("cdp/tails_in_order_after_children", [&] { tails<<<1, 1>>>(l); });
  with_log("cdp/fire_and_forget_before_tail", [&] { forget<<<1, 1>>>(l); });
  with_log("cdp/tail_of_tail", [&] { tail_of_tail<<<1, 1>>>(l); });
  with_log("cdp/null_stream_of_a_block", [&] { from_threads<<<1, 32>>>(l); });
  with_log("cdp/host_stream_order", [&] {
    tails<<<1, 1>>>(l);
    marker<<<1, 1>>>(l, 99, 0);
  });
  with_log("cdp/own_streams_and_events", [&] { own_streams<<<1, 1>>>(l, codes); });
  with_log("cdp/bad_launches", [&] { bad_launches<<<1, 1>>>(l, codes); });
  with_log("cdp/hw.pending_3000", [&] { too_many<<<1, 1>>>(3000, l, codes); });
#if SIMT_CATCH_OVERFLOW
  simt::catch_illegal_addresses(true);
  with_log("cdp/error_of_child", [&] { parent_of_bad<<<1, 1>>>(reinterpret_cast<int*>(64), codes); });
  require_equal(cudaDeviceReset(), 0, "a reset");
#endif
}
