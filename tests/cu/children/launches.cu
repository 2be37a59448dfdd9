// SPDX-License-Identifier: MIT
// Dynamic parallelism: launches out of kernels, their streams and events, and what is waited for.
// The program runs a part for each word of its command line.
#include "children.cuh"

#include <cstring>

__global__ void mark(journal* j, int m) {
  if (threadIdx.x == 0 && blockIdx.x == 0) note(j, m);
}
__global__ void fill(int* a, int n, int value) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = value + i;
}
template <class T>
__global__ void scaled(T* a, T by) {
  a[threadIdx.x] = a[threadIdx.x] * by;
}
__global__ void shape_of(dim3* out) {
  if (blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1 && blockIdx.z == gridDim.z - 1 &&
      threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    out[0] = gridDim;
    out[1] = blockDim;
  }
}

// --- launches

/// Each thread launches; what is after <<< may be left out.
__global__ void every_thread(int* a, dim3* shapes) {
  fill<<<1, 8>>>(a + 8 * (blockIdx.x * blockDim.x + threadIdx.x), 8, 1000);
  if (threadIdx.x == 0 && blockIdx.x == 0)
    shape_of<<<dim3(2, 3, 4), dim3(4, 2, 2), 16, 0>>>(shapes);
}
struct pair {
  int value;
  int* to;
};
__global__ void store(pair p) { *p.to = p.value; }
/// A launch keeps its arguments as they are then.
__global__ void by_value(int* a) {
  for (pair p = {1, a}; p.value < 5; ++p.value, ++p.to) store<<<1, 1>>>(p);
}
__device__ void from_function(int* a) {
  void (*kernel)(int*, int, int) = fill;
  kernel<<<1, 4>>>(a, 4, 70);
  int const by = 1 << 1;
  scaled<int><<<1 << 0, 4 >> (by - 2)>>>(a, by);
}
__global__ void by_function(int* a) { from_function(a); }
/// nvcc refuses it; here it is a launch of whoever calls.
__host__ __device__ void from_both(int* a) { fill<<<1, 2>>>(a, 2, 7); }
__global__ void by_both(int* a) { from_both(a); }
#define FILL(a, n) fill<<<((n) + 31) / 32, 32>>>(a, n, 5)
__global__ void by_macro(int* a) { FILL(a, 40); }

// The guide's C.3.1.6.3, with as much shared memory as its threads use.
__device__ void permute_data(int* data, int n) {
  int const value = data[n - 1 - threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = value;
}
__global__ void permute(int n, int* data) {
  extern __shared__ int smem[];
  __shared__ int kept[1];
  if (n <= 1) return;
  if (threadIdx.x == 0) kept[0] = n;
  smem[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  permute_data(smem, n);
  __syncthreads();
  data[threadIdx.x] = smem[threadIdx.x] + (kept[0] - n);
  __syncthreads();
  if (threadIdx.x == 0) {
    permute<<<1, n / 2, n / 2 * sizeof(int)>>>(n / 2, data);
    permute<<<1, n / 2, n / 2 * sizeof(int)>>>(n / 2, data + n / 2);
  }
}
/// Nobody waits, and the host's wait is for all of them.
__global__ void tree(int* leaves, int depth) {
  if (depth == 0)
    atomicAdd(leaves, 1);
  else
    tree<<<1, 3>>>(leaves, depth - 1);
}
__global__ void parent_of_null_stream(journal* j) {
  for (int t = 0; t < 4; ++t) {
    if (threadIdx.x == t) mark<<<2, 32>>>(j, t + 1);
    __syncthreads();
  }
}

void launches() {
  int* const a = managed<int>(4096);
  dim3* const shapes = managed<dim3>(2);
  every_thread<<<4, 32>>>(a, shapes);
  finish("every thread launches");
  for (int i = 0; i < 1024; ++i) require_equal(a[i], 1000 + i % 8, "what each thread's child wrote");
  require(shapes[0].x == 2 && shapes[0].y == 3 && shapes[0].z == 4 && shapes[1].x == 4 &&
              shapes[1].y == 2 && shapes[1].z == 2,
          "the shape of a launch");

  by_value<<<1, 1>>>(a);
  finish("arguments by value");
  for (int i = 0; i < 4; ++i) require_equal(a[i], i + 1, "arguments at the launch");

  by_function<<<1, 1>>>(a);
  finish("a launch in a device function");
  for (int i = 0; i < 4; ++i) require_equal(a[i], 2 * (70 + i), "a pointer's kernel, then a template's");

  by_both<<<1, 1>>>(a);
  from_both(a + 2);
  finish("a launch in a function for both sides");
  for (int i = 0; i < 4; ++i) require_equal(a[i], 7 + i % 2, "launched from both sides");

  by_macro<<<1, 1>>>(a);
  finish("a launch in a macro");
  for (int i = 0; i < 40; ++i) require_equal(a[i], 5 + i, "launched by a macro");

  for (int i = 0; i < 256; ++i) a[i] = i;
  permute<<<1, 256, 256 * sizeof(int)>>>(256, a);
  finish("permute");
  // Turned round as a whole, in halves, in quarters, …: element i comes from where every bit of i but
  // the last one to be turned is the other way round, for each level above.
  for (int i = 0; i < 256; ++i) {
    int from = i;
    for (int n = 2; n <= 256; n *= 2) from = from / n * n + (n - 1 - from % n);
    require_equal(a[i], from, "permuted by children with shared memory");
  }

  *a = 0;
  tree<<<2, 1>>>(a, 8);
  finish("a tree of launches");
  require_equal(*a, 2 * 6561, "the leaves of the tree");

  journal* const j = managed<journal>(1);
  parent_of_null_stream<<<1, 32>>>(j);
  finish("the null stream of a block");
  for (int i = 0; i < 4; ++i) require_equal(j->mark[i], i + 1, "order in the null stream");
}

// --- streams and events

/// A stream that one thread has made and others use.
__global__ void shared_stream(journal* j, int* codes) {
  __shared__ cudaStream_t s;
  __shared__ cudaEvent_t e;
  if (threadIdx.x == 0) {
    codes[0] = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    codes[1] = cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    mark<<<1, 1, 0, s>>>(j, 1);
  }
  __syncthreads();
  if (threadIdx.x == 40) {
    mark<<<1, 1, 0, s>>>(j, 2);
    codes[2] = cudaEventRecord(e, s);
  }
  __syncthreads();
  if (threadIdx.x == 63) {
    cudaStream_t own;
    codes[3] = cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    codes[4] = cudaStreamWaitEvent(own, e, 0);
    mark<<<1, 1, 0, own>>>(j, 3);
    codes[5] = cudaStreamWaitEvent(0, e, 0);
    codes[6] = cudaEventDestroy(e);
    codes[7] = cudaStreamDestroy(own);
    codes[8] = cudaStreamDestroy(s);
  }
}
__global__ void bad_handles(cudaStream_t of_host, cudaEvent_t event_of_host, journal* j, int* codes) {
  cudaStream_t s;
  cudaEvent_t e;
  int k = 0;
  mark<<<1, 1, 0, of_host>>>(j, 9);
  codes[k++] = cudaGetLastError();
  codes[k++] = cudaStreamDestroy(of_host);
  codes[k++] = cudaEventRecord(event_of_host, 0);
  codes[k++] = cudaStreamWaitEvent(0, event_of_host, 0);
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  codes[k++] = cudaStreamDestroy(s);
  codes[k++] = cudaStreamDestroy(s);
  codes[k++] = cudaStreamCreateWithFlags(&s, 2);
  codes[k++] = cudaEventCreateWithFlags(&e, cudaEventDefault);
  codes[k++] = cudaEventCreateWithFlags(0, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  codes[k++] = cudaStreamWaitEvent(0, e, 0);  // not recorded: nothing to wait for
  codes[k++] = cudaEventDestroy(e);
  codes[k++] = cudaEventDestroy(e);
  cudaGetLastError();
}
/// Work of many streams, some of them tied by events, many times over.
__global__ void add_then_double(int* a, int add) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = (a[i] + add) * 2;
}
__global__ void many_streams(int* a) {
  cudaStream_t s[4];
  cudaEvent_t e;
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  for (int i = 0; i < 4; ++i) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
  int* const mine = a + (blockIdx.x * blockDim.x + threadIdx.x) * 256;
  for (int i = 0; i < 4; ++i) add_then_double<<<2, 32, 0, s[i]>>>(mine + 64 * i, i);
  cudaEventRecord(e, s[3]);
  cudaStreamWaitEvent(s[0], e, 0);
  add_then_double<<<2, 32, 0, s[0]>>>(mine + 192, 5);  // another stream's numbers, after it
  for (int i = 1; i < 3; ++i) add_then_double<<<2, 32, 0, s[i]>>>(mine + 64 * i, 1);
  for (int i = 0; i < 4; ++i) cudaStreamDestroy(s[i]);
}

void streams() {
  journal* const j = managed<journal>(1);
  int* const codes = managed<int>(16);
  shared_stream<<<1, 64>>>(j, codes);
  finish("streams of a block");
  for (int i = 0; i < 9; ++i) require_equal(codes[i], 0, "calls of streams and events");
  for (int i = 0; i < 3; ++i) require_equal(j->mark[i], i + 1, "order by a stream and an event");

  cudaStream_t s;
  cudaEvent_t e;
  cudaStreamCreate(&s);
  cudaEventCreate(&e);
  j->n = 0;
  bad_handles<<<1, 1>>>(s, e, j, codes);
  finish("bad handles");
  int const wanted[] = {400, 400, 400, 400, 0, 400, 1, 1, 1, 0, 0, 400};
  for (int i = 0; i < 12; ++i) require_equal(codes[i], wanted[i], "a bad handle's error");
  require_equal(j->n, 0, "a launch into the host's stream");

  int* const a = managed<int>(64 * 256);
  for (int times = 0; times < 20; ++times) {
    for (int i = 0; i < 64 * 256; ++i) a[i] = i;
    many_streams<<<4, 16>>>(a);
    finish("many streams");
    for (int i = 0; i < 64 * 256; ++i) {
      int const part = i % 256 / 64;
      int const once = (i + part) * 2;
      int const more = part == 0 ? once : part == 3 ? (once + 5) * 2 : (once + 1) * 2;
      require_equal(a[i], more, "what streams made of it");
    }
  }
}

// --- synchronisation

// The guide's C.2.2.1.1.
__global__ void child_launch(int* data) { data[threadIdx.x] = data[threadIdx.x] + 1; }
__global__ void parent_launch(int* data, int* seen) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    child_launch<<<1, 256>>>(data);
    cudaDeviceSynchronize();
    seen[256] = data[255];
  }
  __syncthreads();
  seen[threadIdx.x] = data[threadIdx.x];
}
/// Threads wait in different branches, with locals and threadIdx as they were; each sees what it has
/// launched.
__global__ void divergent(int* a, int* codes) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int const me = threadIdx.x;
  int kept[4] = {me, me + 1, me + 2, me + 3};
  int* const mine = a + 8 * (blockIdx.x * blockDim.x + me);
  if (me % 3 == 0) {
    fill<<<1, 8>>>(mine, 8, me);
    if (cudaDeviceSynchronize() != cudaSuccess) codes[0] = 1;
    if (mine[7] != me + 7) codes[1] = 1;
  } else if (me % 3 == 1) {
    fill<<<2, 4>>>(mine, 8, 2 * me);
    for (int i = 0; i < 2; ++i) cudaDeviceSynchronize();
    if (mine[7] != 2 * me + 7) codes[2] = 1;
  } else {
    cudaDeviceSynchronize();  // with nothing of its own
  }
  for (int i = 0; i < 4; ++i)
    if (kept[i] != me + i || (int)threadIdx.x != me || blockDim.x != 48) codes[3] = 1;
  atomicAdd(&sum, 1);
  __syncthreads();
  if (sum != 48) codes[4] = 1;
}
/// All threads have launched; whoever waits first waits for all.
__global__ void drained(int* a, int* codes) {
  fill<<<1, 8>>>(a + 8 * threadIdx.x, 8, threadIdx.x);
  __syncthreads();
  if (cudaDeviceSynchronize() != cudaSuccess) codes[0] = 1;
  int const other = (threadIdx.x + 17) % blockDim.x;
  if (a[8 * other + 3] != other + 3) codes[1] = 1;
}

void synchronisation() {
  int* const data = managed<int>(8 * 1024);
  int* const seen = managed<int>(257);
  int* const codes = managed<int>(8);
  parent_launch<<<1, 256>>>(data, seen);
  finish("the guide's parent and child");
  for (int i = 0; i < 256; ++i) require_equal(seen[i], i + 1, "what the parent sees");
  require_equal(seen[256], 256, "what the launching thread sees");
  divergent<<<8, 48>>>(data, codes);
  finish("waits in divergent code");
  drained<<<1, 64>>>(data, codes);
  finish("a wait by all");
  for (int i = 0; i < 8; ++i) require_equal(codes[i], 0, "what threads found after they waited");
}

__global__ void tries_to_launch(int* a, int* codes) {
  fill<<<1, 8>>>(a, 8, 5);
  codes[0] = cudaGetLastError();
  codes[1] = cudaPeekAtLastError();
  codes[2] = cudaDeviceSynchronize();
}

/// Devices below 3.5 have no dynamic parallelism: the launch says so, the kernel goes on.
void capability() {
  int major = 0, minor = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  bool const has_it = 10 * major + minor >= 35;
  require_equal(has_it, std::getenv("SIMT_COMPUTE_CAPABILITY") == nullptr, "the chosen capability");
  int* const data = managed<int>(8);
  int* const codes = managed<int>(3);
  for (int i = 0; i < 3; ++i) codes[i] = -1;
  tries_to_launch<<<1, 1>>>(data, codes);
  finish("a kernel that tries to launch another");
  require_equal(codes[0], has_it ? cudaSuccess : cudaErrorNotSupported, "the launch");
  require_equal(codes[1], cudaSuccess, "the error once it is told");
  require_equal(codes[2], cudaSuccess, "a wait for what has been launched");
  for (int i = 0; i < 8; ++i) require_equal(data[i], has_it ? 5 + i : 0, "what the child has written");
}

int failures = 0;

int main(int argc, char** argv) {
  struct {
    char const* name;
    void (*run)();
  } const parts[] = {{"launches", launches},   {"streams", streams}, {"synchronisation", synchronisation},
                     {"memory", memory},       {"calls", calls},     {"limits", limits},
                     {"depth", depth},         {"recorded", recorded},
                     {"capability", capability}};
  int ran = 0;
  for (auto const& p : parts)
    for (int i = 1; i < argc || argc == 1; ++i)
      if (argc == 1 || std::strcmp(argv[i], p.name) == 0) {
        p.run();
        ++ran;
        break;
      }
  if (ran == 0) return 2;
  if (failures != 0) std::fprintf(stderr, "%d wrong\n", failures);
  return failures != 0;
}
