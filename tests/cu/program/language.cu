// SPDX-License-Identifier: MIT
// Words of the language that only make sense in a file that the .cu step rewrites.
#include <nvfunctional>
#include <stdio.h>

#include <exception>
#include <string>

#include "blocks.cuh"

static int failures = 0;
#define EXPECT(condition) \
  if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), ++failures

// A name of the system's signals, which a program may give to what it likes.
struct stack_t {
  int top;
  int items[4];
};

/// Defined in another file of the program.
extern __device__ int visits;
extern __device__ int note_visit(int by);

__device__ __managed__ int managed_sum = 5;

/// One for all threads, with its value kept from launch to launch.
__device__ int next_number() {
  static int number = 100;
  return atomicAdd(&number, 1);
}

__device__ __noinline__ int not_inlined(int x) { return x + 1; }
__device__ __forceinline__ int inlined(int x) { return not_inlined(x) * 2; }
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

__device__ int place_of_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// The guide's pitfall: a file's macros that ask for the architecture are those of host code.
#ifdef __CUDA_ARCH__
#define MOST_THREADS 256
#else
#define MOST_THREADS 128
#endif
__global__ void __launch_bounds__(MOST_THREADS, 2) bounded(int* most) { *most = MOST_THREADS; }
template <int N>
__launch_bounds__(N) __global__ void bounded_by(int* most) {
  if (threadIdx.x == 0 && threadIdx.y == 0) *most = N;
}

__global__ void words(int* __restrict__ out, int const* __restrict__ in, int n) {
  int const i = int(threadIdx.x);
  if (i >= n) return;
  auto sum = in[i] / 2.0;  // a double: auto says no storage class
  out[i] = int(sum * 2) + inlined(i);
  note_visit(1);
  atomicAdd(&managed_sum, i);
}
__global__ void numbers(int* out) { out[threadIdx.x] = next_number(); }
__global__ void recurses(int* out) { *out = factorial(int(threadIdx.x) + 10); }

/// Objects on the kernels' heap.
struct shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~shape() {}
};
struct square : shape {
  int* side;
  __device__ explicit square(int s) {
    side = new int;
    *side = s;
  }
  __device__ int area() const override { return *side * *side; }
  __device__ ~square() override { delete side; }
};
struct pool {
  char* at;
  size_t used;
};
__device__ void* operator new(size_t bytes, pool& p) {
  void* const out = p.at + p.used;
  p.used += (bytes + 15) / 16 * 16;
  return out;
}
__global__ void objects(int* out) {
  shape* const s = new square(7);
  out[0] = s->area();
  delete s;
  stack_t* const many = new stack_t[3]{{1, {2}}, {3, {4}}};
  out[1] = many[1].items[0] + many[2].top;
  delete[] many;
  alignas(16) char room[64];
  pool p{room, 0};
  int* const first = new (p) int(9);
  int* const second = new (p) int(8);
  out[2] = *first - *second + int(second == (int*)(room + 16)) + int(p.used);
}
/// How many megabytes there are, and that null is the answer beyond.
__global__ void exhausts(int* out) {
  char* all[32];
  int n = 0;
  while (n < 32 && (all[n] = new char[1 << 20])) ++n;
  out[0] = n;
  out[1] = malloc(1 << 20) == nullptr;
  for (int i = 0; i < n; ++i) delete[] all[i];
}

/// The C library's names that device code has, and questions and hints to the compiler.
template <int N, class = char[N / N]>
__device__ int divides(int) {
  return N;
}
template <int N>
__device__ int divides(long) {  // 0 / 0 in a constant is an error, by which a template is passed over
  return 0;
}
__global__ void names(int* out, char const* text) {
  __shared__ char copy[8];
  if (threadIdx.x == 0) memset(copy, 0, sizeof copy);
  __syncthreads();
  if (threadIdx.x == 1) memcpy(copy, text, 3);
  __syncthreads();
  void* const mine = malloc(16);
  if (threadIdx.x != 0) {
    free(mine);
    return;
  }
  assert(mine != NULL);
  out[0] = copy[0] + copy[2] + copy[3];
  out[1] = __isGlobal(out) && __isShared(copy) && !__isGlobal(copy);
  free(mine);
  int (*function)(int) = not_inlined;
  void* const address = reinterpret_cast<void*>(function);  // conditionally supported
  out[2] = reinterpret_cast<int (*)(int)>(address)(8);
  out[3] = divides<0>(0) * 10 + divides<3>(0);
  __builtin_assume(out[1] <= 1);
  if (__builtin_expect(out[1] == 1, 1)) out[4] = 5;
}

/// nvstd::function holds what device code makes.
__device__ int call_or_not(nvstd::function<int(int)> const& f, int x) { return f ? f(x) : -1; }
__global__ void functions(int* out) {
  int const by = int(blockDim.x);
  nvstd::function<int(int)> add = [=](int x) { return x + by; }, none, other = factorial;
  out[0] = call_or_not(add, 40);
  out[1] = call_or_not(none, 1);
  add.swap(other);
  out[2] = add(4) * 1000 + other(4);
  add = nullptr;
  out[3] = (add == nullptr) + 2 * (other != nullptr);
}

static int order = 0;
static int in_order(int place, int value) {
  EXPECT(order == place);
  ++order;
  return value;
}
__global__ void store(int* out, int value) { *out = value; }

static void CUDART_CB note_status(cudaStream_t, cudaError_t status, void* to) {
  *static_cast<cudaError_t*>(to) = status;
}

// The number of arguments that a text had, as an H100 gives it.
__global__ void prints(int* out) {
  if (threadIdx.x >= 2) return;
  int* mine = out + 4 * threadIdx.x;
  mine[0] = printf("text alone\n");
  mine[1] = printf("%s\n", "one argument");
  if (printf("text alone, again\n") == 0) mine[2] = printf("%d and %d\n", 1, 2);
  mine[3] = printf(threadIdx.x == 0 ? "" : "another text\n");
}

extern __host__ int CUDARTAPI check_language() {
  int* out = 0;
  int* in = 0;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMallocManaged(&in, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = 3 * i;
  managed_sum += 1;
  words<<<1, 64>>>(out, in, 60);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 60; ++i) EXPECT(out[i] == 3 * i + (i + 1) * 2);
  EXPECT(managed_sum == 6 + 59 * 60 / 2);
  for (int i = 0; i < 8; ++i) out[i] = -1;
  prints<<<1, 32>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 8; ++i) EXPECT(out[i] == (i % 4 == 3 ? 0 : i % 4));
  int count = 0;
  EXPECT(cudaMemcpyFromSymbol(&count, visits, sizeof count) == cudaSuccess);
  EXPECT(count == 60);

  int seen[64] = {};
  for (int turn = 0; turn < 2; ++turn) {
    numbers<<<1, 32>>>(out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < 32; ++i)
      if (out[i] >= 100 && out[i] < 164) ++seen[out[i] - 100];
  }
  for (int times : seen) EXPECT(times == 1);

  recurses<<<1, 1>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(out[0] == 3628800);

  bounded<<<1, MOST_THREADS>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(MOST_THREADS == 128);
  EXPECT(out[0] == 128);
  // One thread more is refused, however the kernel is launched.
  void* most[] = {&out};
  bounded<<<1, MOST_THREADS + 1>>>(out);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaLaunchKernel((void*)bounded, 1, MOST_THREADS + 1, most, 0, 0) ==
         cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  bounded_by<32><<<1, dim3(16, 2)>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(out[0] == 32);
  bounded_by<32><<<1, dim3(11, 3)>>>(out);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  EXPECT(cudaFuncGetAttributes(&attributes, (void const*)bounded_by<32>) == cudaSuccess);
  EXPECT(attributes.maxThreadsPerBlock == 32);
  int blocks = 0, threads = 0;
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, bounded) == cudaSuccess);
  EXPECT(threads == MOST_THREADS);

  // Host code that asks for a thread is told so; its own variables are its own.
  std::string told;
  try {
    out[0] = place_of_thread();
  } catch (std::exception const& e) {
    told = e.what();
  }
  EXPECT(told == "simt: place_of_thread needs a thread of a kernel: host code called it");
  dim3 gridDim(2, 3);
  gridDim.x += 2;
  EXPECT(gridDim.x == 4);

  objects<<<1, 1>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(out[0] == 49);
  EXPECT(out[1] == 4);
  EXPECT(out[2] == 34);
  size_t heap = 0;
  EXPECT(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess);
  for (size_t limit : {heap, 2 * heap}) {
    EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, limit) == cudaSuccess);
    exhausts<<<1, 1>>>(out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(out[0] == int(limit >> 20) - 1);
    EXPECT(out[1] == 1);
  }

  functions<<<1, 2>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(out[0] == 42);
  EXPECT(out[1] == -1);
  EXPECT(out[2] == 24006);
  EXPECT(out[3] == 3);

  char* text = 0;
  EXPECT(cudaMallocManaged(&text, 4) == cudaSuccess);
  memcpy(text, "\x01\x02\x03\x09", 4);
  names<<<1, 2>>>(out, text);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(out[0] == 4);
  EXPECT(out[1] == 1);
  EXPECT(out[2] == 9);
  EXPECT(out[3] == 3);
  EXPECT(out[4] == 5);
  cudaFree(text);

  // The configuration is evaluated before the arguments.
  store<<<in_order(0, 1), 1>>>((in_order(1, 0), out), 77);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(out[0] == 77);

  cudaError_t status = cudaErrorUnknown;
  EXPECT(cudaStreamAddCallback(0, note_status, &status, 0) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(status == cudaSuccess);

  // Extended lambdas need no mode, so no type is one.
  auto const lambda = [=] __host__ __device__(int x) { return x; };
  EXPECT(lambda(1) == 1);
  EXPECT(!__nv_is_extended_device_lambda_closure_type(decltype(lambda)));
  EXPECT(!__nv_is_extended_host_device_lambda_closure_type(decltype(lambda)));

  cudaFree(in);
  cudaFree(out);
  return failures;
}
