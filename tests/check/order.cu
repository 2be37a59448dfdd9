// SPDX-License-Identifier: MIT
// What orders launches, copies and the host, and what does not: streams, events, managed and pinned memory,
// kernels of kernels.
// usage: order        lists the cases: name, kind, block, thread (- where it does not matter)
//        order CASE   runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define LIST(X) \
  X(streams_without_event, grid_race, "-", "-") \
  X(event_recorded_too_early, grid_race, "-", "-") \
  X(legacy_and_non_blocking, grid_race, "-", "-") \
  X(managed_read_too_early, api, "-", "-") \
  X(managed_written_meanwhile, api, "-", "-") \
  X(managed_waited_for_other_stream, api, "-", "-") \
  X(pinned_read_before_copy_ends, api, "-", "-") \
  X(pinned_written_while_copied, api, "-", "-") \
  X(mapped_read_too_early, api, "-", "-") \
  X(copy_in_another_stream, api, "-", "-") \
  X(fill_in_another_stream, api, "-", "-") \
  X(copies_of_two_streams, api, "-", "-") \
  X(fill_beside_copy, api, "-", "-") \
  X(copied_on_before_it_is_there, api, "-", "-") \
  X(device_read_by_host, api, "-", "-") \
  X(managed_variable_read_early, api, "-", "-") \
  X(managed_variable_written_meanwhile, api, "-", "-") \
  X(registered_read_early, api, "-", "-") \
  X(constant_filled_meanwhile, api, "-", "-") \
  X(variable_copied_in_another_stream, api, "-", "-") \
  X(variable_of_two_streams, grid_race, "-", "-") \
  X(unwritten_but_for_other_stream, grid_race, "-", "-") \
  X(filled_before_stream_is_used, api, "-", "-") \
  X(freed_in_other_stream, memory, "0,0,0", "-") \
  X(right_freed_behind_event, none, "-", "-") \
  X(right_freed_in_turns, none, "-", "-") \
  X(right_event_between, none, "-", "-") \
  X(right_streams_apart, none, "-", "-") \
  X(right_legacy_orders, none, "-", "-") \
  X(right_managed_waited, none, "-", "-") \
  X(right_managed_in_turns, none, "-", "-") \
  X(right_managed_apart, none, "-", "-") \
  X(right_pinned_waited, none, "-", "-") \
  X(right_event_waited, none, "-", "-") \
  X(right_event_asked, none, "-", "-") \
  X(right_host_function, none, "-", "-") \
  X(right_callback, none, "-", "-") \
  X(right_stream_destroyed, none, "-", "-") \
  X(right_copies_pipelined, none, "-", "-") \
  X(right_copies_in_turns, none, "-", "-") \
  X(right_columns_of_streams, none, "-", "-") \
  X(right_graph, none, "-", "-") \
  X(graph_branches_meet, grid_race, "-", "-") \
  X(captured_branches_meet, grid_race, "-", "-") \
  X(right_graph_nodes, none, "-", "-") \
  X(right_captured_join, none, "-", "-") \
  X(managed_never_written, uninitialised, "0,0,0", "-") \
  X(pinned_tail_unwritten, uninitialised, "0,0,0", "-") \
  X(right_managed_written_by_host, none, "-", "-") \
  X(right_free_waits, none, "-", "-") \
  X(right_managed_variable, none, "-", "-") \
  X(right_registered, none, "-", "-") \
  X(right_variables_in_one_stream, none, "-", "-")

__global__ void k_add(int* x, int v) {
  x[threadIdx.x] += v;  // BUG streams_without_event, event_recorded_too_early, legacy_and_non_blocking, graph_branches_meet, captured_branches_meet
}
__global__ void k_fill(int* x, int v) {
  x[threadIdx.x] = v;  // OTHER managed_read_too_early, mapped_read_too_early
}

struct two_streams {
  cudaStream_t a, b;
  explicit two_streams(unsigned flags = cudaStreamDefault) {
    cudaStreamCreateWithFlags(&a, flags);
    cudaStreamCreateWithFlags(&b, flags);
  }
  ~two_streams() {
    cudaDeviceSynchronize();
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
  }
};
struct event {
  cudaEvent_t e;
  event() { cudaEventCreate(&e); }
  ~event() { cudaEventDestroy(e); }
  operator cudaEvent_t() const { return e; }
};
template <class T>
struct managed {
  T* p;
  explicit managed(int n) {
    cudaMallocManaged(&p, n * sizeof(T));
    for (int i = 0; i < n; ++i) p[i] = T();
  }
  ~managed() {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
  operator T*() { return p; }
};
template <class T>
struct pinned {
  T* p;
  explicit pinned(int n) {
    cudaMallocHost(&p, n * sizeof(T));
    for (int i = 0; i < n; ++i) p[i] = T();
  }
  ~pinned() {
    cudaDeviceSynchronize();
    cudaFreeHost(p);
  }
  operator T*() { return p; }
};
int seen;  // by the host

void streams_without_event() {
  array_of<int> x(32);
  two_streams const s;
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  k_add<<<1, 32, 0, s.b>>>(x, 2);
}
void event_recorded_too_early() {
  array_of<int> x(32);
  two_streams const s;
  event const e;
  cudaEventRecord(e, s.a);
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  cudaStreamWaitEvent(s.b, e, 0);
  k_add<<<1, 32, 0, s.b>>>(x, 2);
}
void legacy_and_non_blocking() {
  array_of<int> x(32);
  two_streams const s(cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  k_add<<<1, 32>>>(x, 2);
}
void managed_read_too_early() {
  managed<int> x(32);
  k_fill<<<1, 32>>>(x, 3);
  seen = x[5];  // BUG managed_read_too_early
}
__global__ void k_sum(int const* x, int* sum) {
  atomicAdd(sum, x[threadIdx.x]);  // OTHER managed_written_meanwhile
}
void managed_written_meanwhile() {
  managed<int> x(32), sum(1);
  k_sum<<<1, 32>>>(x, sum);
  for (int i = 0; i < 32; ++i)
    x[i] = i;  // BUG managed_written_meanwhile
  cudaDeviceSynchronize();
}
void managed_waited_for_other_stream() {
  managed<int> x(32);
  two_streams const s;
  k_fill<<<1, 32, 0, s.a>>>(x, 3);
  cudaStreamSynchronize(s.b);
  seen = x[0];  // BUG managed_waited_for_other_stream
}
void pinned_read_before_copy_ends() {
  array_of<int> x(32);
  pinned<int> h(32);
  two_streams const s;
  cudaMemcpyAsync(h, x, 32 * sizeof(int), cudaMemcpyDeviceToHost, s.a);
  seen = h[31];  // BUG pinned_read_before_copy_ends
}
void pinned_written_while_copied() {
  array_of<int> x(32);
  pinned<int> h(32);
  two_streams const s;
  cudaMemcpyAsync(x, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s.a);
  std::memset(h, 1, 32 * sizeof(int));  // BUG pinned_written_while_copied
}
void mapped_read_too_early() {
  pinned<int> h(32);
  k_fill<<<1, 32>>>(h, 4);
  if (h[2] == 4) seen = 1;  // BUG mapped_read_too_early
}
void copy_in_another_stream() {
  array_of<int> x(32);
  pinned<int> h(32);
  two_streams const s;
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  cudaMemcpyAsync(h, x, 32 * sizeof(int), cudaMemcpyDeviceToHost, s.b);  // BUG copy_in_another_stream
}
void fill_in_another_stream() {
  array_of<int> x(32);
  two_streams const s;
  cudaDeviceSynchronize();
  cudaMemsetAsync(x, 0, 32 * sizeof(int), s.b);  // BUG fill_in_another_stream
  k_add<<<1, 32, 0, s.a>>>(x, 1);
}
void copies_of_two_streams() {
  array_of<int> x(32);
  pinned<int> h(64);
  two_streams const s;
  cudaMemcpyAsync(x, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s.a);
  cudaMemcpyAsync(x + 31, h + 32, sizeof(int), cudaMemcpyHostToDevice, s.b);  // BUG copies_of_two_streams
}
void fill_beside_copy() {
  array_of<int> x(32);
  pinned<int> h(32);
  two_streams const s;
  cudaMemsetAsync(x, 0, 32 * sizeof(int), s.a);
  cudaMemcpyAsync(h, x, 32 * sizeof(int), cudaMemcpyDeviceToHost, s.b);  // BUG fill_beside_copy
}
void copied_on_before_it_is_there() {
  array_of<int> x(32), y(32);
  pinned<int> h(32);
  two_streams const s;
  cudaMemcpyAsync(x, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s.a);
  cudaMemcpyAsync(y, x, 32 * sizeof(int), cudaMemcpyDeviceToDevice, s.b);  // BUG copied_on_before_it_is_there
  cudaDeviceSynchronize();
  k_add<<<1, 32, 0, s.a>>>(y, 1);
}
void right_copies_in_turns() {
  array_of<int> x(32);
  pinned<int> h(64);
  two_streams const s;
  cudaEvent_t done;
  cudaEventCreate(&done);
  for (int i = 0; i < 4; ++i) {
    cudaMemcpyAsync(x, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s.a);
    cudaEventRecord(done, s.a);
    cudaStreamWaitEvent(s.b, done, 0);
    cudaMemcpyAsync(h + 32, x, 32 * sizeof(int), cudaMemcpyDeviceToHost, s.b);
    cudaStreamSynchronize(s.b);
  }
  // Both read.
  cudaMemcpyAsync(x, h, 16 * sizeof(int), cudaMemcpyHostToDevice, s.a);
  cudaMemcpyAsync(x + 16, h, 16 * sizeof(int), cudaMemcpyHostToDevice, s.b);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
}
// The columns of one array, half for each stream.
void right_columns_of_streams() {
  array_of<int> x(16 * 16);
  pinned<int> h(16 * 16);
  two_streams const s;
  std::size_t const pitch = 16 * sizeof(int), half = pitch / 2;
  cudaMemcpy2DAsync(x, pitch, h, pitch, half, 16, cudaMemcpyHostToDevice, s.a);
  cudaMemcpy2DAsync(x + 8, pitch, h + 8, pitch, half, 16, cudaMemcpyHostToDevice, s.b);
  cudaMemsetAsync(x + 8, 0, sizeof(int), s.b);
  cudaDeviceSynchronize();
}
void device_read_by_host() {
  array_of<int> x(32);
  k_fill<<<1, 32>>>(x, 1);
  seen = x.p[3];  // BUG device_read_by_host
}

__global__ void k_copy(int const* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];  // BUG unwritten_but_for_other_stream
}
__global__ void k_fill_late(int* x, int v) {
  x[threadIdx.x] = v;  // BUG unwritten_but_for_other_stream
}
void unwritten_but_for_other_stream() {
  array_of<int> x(32, false), y(32);
  two_streams const s;
  k_copy<<<1, 32, 0, s.b>>>(x, y);
  k_fill_late<<<1, 32, 0, s.a>>>(x, 1);
}
void filled_before_stream_is_used() {
  array_of<int> x(32);
  two_streams const s;
  cudaMemsetAsync(x, 0, 128, s.a);  // BUG filled_before_stream_is_used
  k_add<<<1, 32, 0, s.b>>>(x, 2);
}
__global__ void k_double(int* x) {
  x[threadIdx.x] *= 2;  // BUG freed_in_other_stream
}
/// Memory of a stream's, which a kernel in it changes.
int* doubled_in(cudaStream_t s) {
  int* x;
  cudaMallocAsync(&x, 128, s);
  cudaMemsetAsync(x, 0, 128, s);
  k_double<<<1, 32, 0, s>>>(x);
  return x;
}
void freed_in_other_stream() {
  two_streams const s;
  int* const x = doubled_in(s.a);
  cudaFreeAsync(x, s.b);
}

// Correct ones.

void right_freed_behind_event() {
  two_streams const s;
  event const e;
  int* const x = doubled_in(s.a);
  cudaEventRecord(e, s.a);
  cudaStreamWaitEvent(s.b, e, 0);
  cudaFreeAsync(x, s.b);
}
void right_freed_in_turns() {
  two_streams const s;
  for (int i = 0; i < 8; ++i) {
    int* const x = doubled_in(s.a);
    cudaFreeAsync(x, s.a);
  }
}
void right_event_between() {
  array_of<int> x(32);
  two_streams const s;
  event const e;
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  cudaEventRecord(e, s.a);
  cudaStreamWaitEvent(s.b, e, 0);
  k_add<<<1, 32, 0, s.b>>>(x, 2);
  cudaEventRecord(e, s.b);
  cudaStreamWaitEvent(s.a, e, 0);
  k_add<<<1, 32, 0, s.a>>>(x, 3);
}
void right_streams_apart() {
  array_of<int> x(64);
  two_streams const s;
  for (int i = 0; i < 3; ++i) {
    k_add<<<1, 32, 0, s.a>>>(x, 1);
    k_add<<<1, 32, 0, s.b>>>(x + 32, 2);
  }
}
void right_legacy_orders() {
  array_of<int> x(32);
  two_streams const s;
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  k_add<<<1, 32>>>(x, 2);
  k_add<<<1, 32, 0, s.b>>>(x, 3);
  int h[32];
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
}
void right_managed_waited() {
  managed<int> x(32);
  two_streams const s;
  k_fill<<<1, 32, 0, s.a>>>(x, 3);
  cudaStreamSynchronize(s.a);
  seen = x[5];
}
void right_managed_in_turns() {
  managed<int> x(32);
  for (int turn = 0; turn < 3; ++turn) {
    for (int i = 0; i < 32; ++i) x[i] += turn;
    k_add<<<1, 32>>>(x, 1);
    cudaDeviceSynchronize();
    seen += x[turn];
  }
}
void right_managed_apart() {
  managed<int> x(32), y(32);
  k_fill<<<1, 32>>>(x, 3);
  for (int i = 0; i < 32; ++i) y[i] = i;
  cudaDeviceSynchronize();
  k_fill<<<1, 16>>>(x, 3);
  x[16] = 4;
  cudaDeviceSynchronize();
}
void right_pinned_waited() {
  array_of<int> x(32);
  pinned<int> h(32);
  two_streams const s;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMemcpyAsync(x, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s.a);
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  cudaMemcpyAsync(h, x, 32 * sizeof(int), cudaMemcpyDeviceToHost, s.a);
  cudaStreamSynchronize(s.a);
  seen = h[31];
}
void right_event_waited() {
  pinned<int> h(32);
  two_streams const s;
  event const e;
  k_fill<<<1, 32, 0, s.a>>>(h, 1);
  cudaEventRecord(e, s.a);
  cudaEventSynchronize(e);
  seen = h[3];
}
void right_event_asked() {
  pinned<int> h(32);
  two_streams const s;
  event const e;
  k_fill<<<1, 32, 0, s.a>>>(h, 1);
  cudaEventRecord(e, s.a);
  while (cudaEventQuery(e) == cudaErrorNotReady) {
  }
  seen = h[3];
  k_fill<<<1, 32, 0, s.b>>>(h, 1);
  while (cudaStreamQuery(s.b) == cudaErrorNotReady) {
  }
  seen = h[4];
}
void right_host_function() {
  pinned<int> h(32);
  two_streams const s;
  k_fill<<<1, 32, 0, s.a>>>(h, 1);
  cudaLaunchHostFunc(s.a, [](void* p) { static_cast<int*>(p)[2] += 1; }, h.p);
  k_add<<<1, 32, 0, s.a>>>(h, 1);
  cudaStreamSynchronize(s.a);
  seen = h[2];
}
void right_callback() {
  pinned<int> h(32);
  two_streams const s;
  k_fill<<<1, 32, 0, s.a>>>(h, 1);
  cudaStreamAddCallback(
      s.a, [](cudaStream_t, cudaError_t, void* p) { seen = static_cast<int*>(p)[2]; }, h.p, 0);
  k_add<<<1, 32, 0, s.a>>>(h, 1);
}
void right_stream_destroyed() {
  pinned<int> h(32);
  cudaStream_t s;
  cudaStreamCreate(&s);
  k_fill<<<1, 32, 0, s>>>(h, 1);
  cudaStreamDestroy(s);
  k_add<<<1, 32>>>(h, 1);
  cudaDeviceSynchronize();
  seen = h[1];
}
void right_copies_pipelined() {
  array_of<int> x(64);
  pinned<int> h(64);
  two_streams const s;
  for (int turn = 0; turn < 4; ++turn) {
    cudaStream_t const t = turn % 2 == 0 ? s.a : s.b;
    int const part = turn % 2 * 32;
    cudaMemcpyAsync(x + part, h + part, 128, cudaMemcpyHostToDevice, t);
    k_add<<<1, 32, 0, t>>>(x + part, 1);
    cudaMemcpyAsync(h + part, x + part, 128, cudaMemcpyDeviceToHost, t);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) seen += h[i];
}
void right_graph() {
  managed<int> x(32);
  two_streams const s;
  cudaGraph_t g;
  cudaGraphExec_t run;
  cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
  k_add<<<1, 32, 0, s.a>>>(x, 1);
  k_add<<<1, 32, 0, s.a>>>(x, 2);
  cudaStreamEndCapture(s.a, &g);
  cudaGraphInstantiate(&run, g, nullptr, nullptr, 0);
  cudaGraphLaunch(run, s.a);
  cudaGraphLaunch(run, s.b);
  cudaStreamSynchronize(s.b);
  seen = x[1];
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(g);
}
// Two nodes, of which one may wait for the other.
void two_nodes(bool chained) {
  array_of<int> x(32);
  int *p = x, values[2] = {1, 2};
  cudaGraph_t g;
  cudaGraphExec_t run;
  cudaGraphNode_t node[2];
  cudaGraphCreate(&g, 0);
  for (int i = 0; i < 2; ++i) {
    void* arguments[] = {&p, &values[i]};
    cudaKernelNodeParams k{};
    k.func = (void*)k_add;
    k.gridDim = 1;
    k.blockDim = 32;
    k.kernelParams = arguments;
    cudaGraphAddKernelNode(&node[i], g, node, chained ? i : 0, &k);
  }
  cudaGraphInstantiate(&run, g, nullptr, nullptr, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(run, 0);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(g);
}
void graph_branches_meet() { two_nodes(false); }
void right_graph_nodes() { two_nodes(true); }
void two_captured(bool joined_first) {
  array_of<int> x(32);
  two_streams const s;
  event const forked, joined;
  cudaGraph_t g;
  cudaGraphExec_t run;
  cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
  cudaEventRecord(forked, s.a);
  cudaStreamWaitEvent(s.b, forked, 0);
  k_add<<<1, 32, 0, s.b>>>(x, 1);
  cudaEventRecord(joined, s.b);
  if (joined_first) cudaStreamWaitEvent(s.a, joined, 0);
  k_add<<<1, 32, 0, s.a>>>(x, 2);
  if (!joined_first) cudaStreamWaitEvent(s.a, joined, 0);
  cudaStreamEndCapture(s.a, &g);
  cudaGraphInstantiate(&run, g, nullptr, nullptr, 0);
  cudaGraphLaunch(run, s.a);
  cudaStreamSynchronize(s.a);
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(g);
}
void captured_branches_meet() { two_captured(false); }
void right_captured_join() { two_captured(true); }

// What the host writes to managed and pinned memory nobody tells.
__global__ void k_sum(unsigned char const* x, int* out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += x[i];  // BUG managed_never_written, pinned_tail_unwritten
  atomicAdd(out, sum);
}
void sum_of_managed(bool written) {
  array_of<int> out(1);
  unsigned char* x;
  cudaMallocManaged(&x, 4099);
  for (int i = 0; written && i < 4099; ++i) x[i] = static_cast<unsigned char>(i * 37);
  k_sum<<<1, 32>>>(x, out, 4099);
  cudaDeviceSynchronize();
  cudaFree(x);
}
void managed_never_written() { sum_of_managed(false); }
void right_managed_written_by_host() { sum_of_managed(true); }
void pinned_tail_unwritten() {
  array_of<int> out(1);
  array_of<unsigned char> x(256, false);
  unsigned char* h;
  cudaMallocHost(&h, 256);
  std::memset(h, 7, 240);
  cudaMemcpy(x, h, 256, cudaMemcpyHostToDevice);
  k_sum<<<1, 32>>>(x, out, 256);
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}
void right_free_waits() {
  managed<int> x(32);
  int* y;
  cudaMalloc(&y, 64);
  k_fill<<<1, 32>>>(x, 3);
  cudaFree(y);  // waits for the device
  seen = x[5];
}

// Variables, and memory that the program has registered.
__managed__ int total;
__device__ int stage;
__constant__ int table[32];
__global__ void k_count(int n) { atomicAdd(&total, n); }
__global__ void k_set_stage(int v) { stage = v; }                                   // BUG variable_of_two_streams
__global__ void k_use(int* out) { out[threadIdx.x] = stage + table[threadIdx.x]; }  // BUG variable_of_two_streams
void managed_variable_read_early() {
  total = 0;
  k_count<<<2, 32>>>(1);
  std::printf("%d\n", total);  // BUG managed_variable_read_early
}
void managed_variable_written_meanwhile() {
  k_count<<<2, 32>>>(1);
  total = 0;  // BUG managed_variable_written_meanwhile
  cudaDeviceSynchronize();
}
void right_managed_variable() {
  total = 0;
  k_count<<<2, 32>>>(1);
  cudaDeviceSynchronize();
  std::printf("%d\n", total);
}
static void registered(bool waits) {
  alignas(4096) static int memory[1024];
  cudaHostRegister(memory, sizeof memory, cudaHostRegisterMapped);
  void* p;
  cudaHostGetDevicePointer(&p, memory, 0);
  k_fill<<<1, 32>>>(static_cast<int*>(p), 4);
  if (waits) cudaDeviceSynchronize();
  std::printf("%d\n", memory[3]);  // BUG registered_read_early
  cudaHostUnregister(memory);
}
void registered_read_early() { registered(false); }
void right_registered() { registered(true); }
static void variables(bool apart, bool copies) {
  two_streams s;
  array_of<int> out(32);
  int* h;
  cudaMallocHost(&h, sizeof table);
  std::memset(h, 0, sizeof table);
  cudaMemcpyToSymbol(table, h, sizeof table);
  cudaDeviceSynchronize();
  k_use<<<1, 32, 0, s.a>>>(out);
  if (copies) cudaMemcpyToSymbolAsync(table, h, sizeof table, 0, cudaMemcpyHostToDevice, apart ? s.b : s.a);  // BUG constant_filled_meanwhile
  cudaDeviceSynchronize();
  k_set_stage<<<1, 1, 0, s.a>>>(3);
  if (copies) cudaMemcpyFromSymbolAsync(h, stage, 4, 0, cudaMemcpyDeviceToHost, s.a);
  else k_use<<<1, 32, 0, apart ? s.b : s.a>>>(out);
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}
void constant_filled_meanwhile() { variables(true, true); }
void variable_of_two_streams() { variables(true, false); }
void variable_copied_in_another_stream() {
  two_streams s;
  int* h;
  cudaMallocHost(&h, 4);
  k_set_stage<<<1, 1, 0, s.a>>>(3);
  cudaMemcpyFromSymbolAsync(h, stage, 4, 0, cudaMemcpyDeviceToHost, s.b);  // BUG variable_copied_in_another_stream
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}
void right_variables_in_one_stream() {
  variables(false, true);
  variables(false, false);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
