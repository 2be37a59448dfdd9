// SPDX-License-Identifier: MIT
// Kernels that the program knows by their addresses alone.
#include <stdio.h>

#include "blocks.cuh"

static int failures = 0;
#define EXPECT(condition) \
  if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), ++failures

__global__ void add(int* out, int by) { atomicAdd(out, by); }
__global__ void subtract(int* out, int by) { atomicSub(out, by); }
template <int Factor>
__global__ void add_times(int* out, int by) {
  atomicAdd(out, Factor * by);
}

#define MOST 64
static __global__ void __launch_bounds__(MOST) bounded(int* out, int by) { atomicAdd(out, by); }
/// Overloads, each with its own bound.
__global__ void __launch_bounds__(32) overloaded(int* out) { atomicAdd(out, 1); }
__global__ void __launch_bounds__(96) overloaded(unsigned* out) { atomicAdd(out, 1u); }
namespace inner {
template <int N, class T = int>
__global__ void __launch_bounds__(N, 2) bounded_by(T* out, T by = 1) {
  atomicAdd(out, by);
}
}  // namespace inner

typedef void (*adder)(int*, int);
using alias = void (*)(int*, int);

/// As libraries do: the kernel is whatever it is passed.
template <class Kernel>
cudaError_t launch_any(Kernel kernel, int threads, void** arguments) {
  return cudaLaunchKernel((void const*)kernel, dim3(1), dim3(threads), arguments, 0, 0);
}
/// The same by a node of a graph, which is the first to name the kernel.
template <class Kernel>
cudaError_t launch_node(Kernel kernel, int threads, void** arguments) {
  cudaKernelNodeParams p = {};
  p.func = (void*)kernel;
  p.gridDim = dim3(1);
  p.blockDim = dim3(threads);
  p.kernelParams = arguments;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t made;
  cudaGraphCreate(&graph, 0);
  if (cudaError_t const e = cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p)) return e;
  if (cudaError_t const e = cudaGraphInstantiate(&made, graph, 0)) return e;
  cudaError_t const launched = cudaGraphLaunch(made, 0);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(made);
  cudaGraphDestroy(graph);
  return launched;
}
#define LAUNCH(kernel, threads) \
  cudaLaunchKernel((void*)kernel, dim3(1), dim3(threads), arguments, 0, 0)

namespace noted {
__constant__ float table[] = {1, 2, 3};
static __device__ int used = 1, other;
__managed__ unsigned shared_count[4] = {1, 2, 3, 4};
}  // namespace noted

/// A managed variable is managed memory to all that takes its address.
static void check_managed_variable() {
  unsigned* const p = noted::shared_count;
  unsigned const given[2] = {7, 8};
  unsigned* on_device = 0;
  cudaMalloc(&on_device, sizeof given);
  EXPECT(cudaMemcpy(p, given, sizeof given, cudaMemcpyHostToDevice) == cudaSuccess);
  EXPECT(p[0] == 7 && p[1] == 8 && p[2] == 3);
  EXPECT(cudaMemcpy(on_device, p + 1, sizeof given, cudaMemcpyDeviceToDevice) == cudaSuccess);
  EXPECT(cudaMemcpy(p + 2, on_device, sizeof given, cudaMemcpyDeviceToDevice) == cudaSuccess);
  EXPECT(p[2] == 8 && p[3] == 3);
  EXPECT(cudaMemset(p, 0, sizeof given) == cudaSuccess && p[1] == 0);
  cudaPointerAttributes a;
  EXPECT(cudaPointerGetAttributes(&a, p + 1) == cudaSuccess && a.type == cudaMemoryTypeManaged);
  EXPECT(cudaMemcpy(p + 3, given, sizeof given, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  EXPECT(cudaFree(p) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpyFromSymbol(on_device, noted::shared_count, sizeof given, 8,
                              cudaMemcpyDeviceToDevice) == cudaSuccess);
  EXPECT(cudaFree(on_device) == cudaSuccess);
  cudaGetLastError();
}

int check_pointers() {
  check_managed_variable();
  int* out = 0;
  cudaMallocManaged(&out, sizeof(int));
  int by = 5;
  void* arguments[] = {&out, &by};
  int expected = 0;
  *out = 0;
  auto const added = [&](cudaError_t launched, int value) {
    EXPECT(launched == cudaSuccess);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    expected += value;
    EXPECT(*out == expected);
  };

  // A variable's cast loses the kernel's parameters unless the cast keeps them.
  void (*pointer)(int*, int) = add;
  added(cudaLaunchKernel((void*)pointer, dim3(1), dim3(2), arguments, 0, 0), 10);
  pointer = subtract;
  added(cudaLaunchKernel(reinterpret_cast<void const*>(pointer), 1, 2, arguments), -10);
  adder const table[] = {add_times<2>, add_times<3>};
  for (int i = 0; i < 2; ++i)
    added(cudaLaunchKernel((void*)table[i], dim3(1), dim3(1), arguments, 0, 0), (i + 2) * 5);
  alias other = add_times<4>;
  void const* const kept = (void const*)other;
  added(cudaLaunchKernel(kept, 1, 1, arguments), 20);
  auto any = subtract;
  void* const kept_too = reinterpret_cast<void*>(any);
  added(cudaLaunchKernel(kept_too, 1, 1, arguments), -5);
  added(launch_any(add_times<6>, 1, arguments), 30);
  added(LAUNCH(pointer, 3), -15);
  added(launch_node(add_times<7>, 2, arguments), 70);
  auto const chosen = by > 0 ? add_times<8> : add_times<9>;
  void* const kept_first = (void*)chosen;
  added(cudaLaunchKernel(kept_first, 1, 1, arguments), 40);
  cudaFuncAttributes attributes;
  EXPECT(cudaFuncGetAttributes(&attributes, (void const*)pointer) == cudaSuccess);
  EXPECT(attributes.maxThreadsPerBlock == 1024);

  // Bounds hold however a kernel is launched.
  auto const refused = [&](cudaError_t launched) {
    EXPECT(launched == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(*out == expected);
  };
  pointer = bounded;
  pointer<<<1, MOST>>>(out, 1);
  added(cudaGetLastError(), MOST);
  pointer<<<1, MOST + 1>>>(out, 1);
  refused(cudaPeekAtLastError());
  added(launch_any(pointer, MOST, arguments), 5 * MOST);
  refused(launch_any(pointer, MOST + 1, arguments));
  refused(cudaLaunchKernel((void*)pointer, 1, MOST + 1, arguments, 0, 0));
  adder const most[] = {inner::bounded_by<16>, inner::bounded_by<128>};
  most[0]<<<1, 17>>>(out, 1);
  refused(cudaPeekAtLastError());
  most[1]<<<1, 17>>>(out, 1);
  added(cudaGetLastError(), 17);
  most[1]<<<1, 129>>>(out, 1);
  refused(cudaPeekAtLastError());
  EXPECT(cudaFuncGetAttributes(&attributes, (void const*)most[1]) == cudaSuccess);
  EXPECT(attributes.maxThreadsPerBlock == 128);
  void (*first)(int*) = overloaded;
  void (*second)(unsigned*) = overloaded;
  first<<<1, 33>>>(out);
  refused(cudaPeekAtLastError());
  second<<<1, 96>>>((unsigned*)out);
  added(cudaGetLastError(), 96);
  second<<<1, 97>>>((unsigned*)out);
  refused(cudaPeekAtLastError());

  // A variable that no call has named is known by its plain address.
  void const* const symbol = &noted::table[0];
  float in[2] = {4, 5}, back[2] = {0, 0};
  size_t bytes = 0;
  void* address = 0;
  EXPECT(cudaGetSymbolSize(&bytes, symbol) == cudaSuccess && bytes == sizeof noted::table);
  EXPECT(cudaGetSymbolAddress(&address, symbol) == cudaSuccess && address != 0);
  EXPECT(cudaMemcpyToSymbol((void const*)&noted::other, in, 4) == cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(symbol, in, 8, 4) == cudaSuccess);
  EXPECT(cudaMemcpyFromSymbol(back, symbol, 8, 4) == cudaSuccess && back[0] == 4 && back[1] == 5);
  EXPECT(cudaMemcpyFromSymbol(back, (void const*)&noted::other, 4) == cudaSuccess && back[0] == 4);
  EXPECT(cudaMemcpyToSymbol((void const*)&address, in, 4) == cudaErrorInvalidSymbol);
  EXPECT(cudaGetLastError() == cudaErrorInvalidSymbol);

  // What is no kernel is told as the hardware tells it.
  EXPECT(cudaLaunchKernel((void*)&check_pointers, 1, 1, arguments) ==
         cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  pointer = 0;
  EXPECT(cudaLaunchKernel((void*)pointer, 1, 1, arguments) == cudaErrorInvalidDeviceFunction);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDeviceFunction);
  cudaFree(out);
  return failures;
}
