// SPDX-License-Identifier: MIT
// Threads and blocks that wait for one another in loops, as programs for GPUs with independent
// thread scheduling do: each of them ends.
#include <cstdio>

#include "progress.cuh"

namespace {

__global__ void spin(volatile int* flag, int* out) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  if (threadIdx.x == 32) *flag = 1;
  out[threadIdx.x] = 1;
}
__global__ void spin_do(volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    int v;
    do v = *flag;
    while (v == 0);
  }
  if (threadIdx.x == 5) *flag = 1;
  out[threadIdx.x] = 1;
}
__global__ void spin_for(volatile int* flag, int* out) {
  if (threadIdx.x == 0)
    for (;;) {
      if (*flag) break;
    }
  if (threadIdx.x == 5) *flag = 1;
  out[threadIdx.x] = 1;
}
__device__ int peek(int* p) { return *(volatile int*)p; }
__global__ void spin_call(int* flag, int* out) {
  bool done = false;
  if (threadIdx.x == 0)
    while (!done) {
      if (peek(flag) != 0) done = true;
    }
  if (threadIdx.x == 5) *flag = 1;
  out[threadIdx.x] = 1;
}
struct queue {
  volatile int head, tail;
  int items[1024];
  __device__ bool empty() const { return head == tail; }
  __device__ int pop() {
    while (empty())
      ;
    int v = items[head % 1024];
    __threadfence();
    head = head + 1;
    return v;
  }
  __device__ void push(int v) {
    items[tail % 1024] = v;
    __threadfence();
    tail = tail + 1;
  }
};
__global__ void producer_consumer(queue* q, int n, int* out) {
  if (threadIdx.x == 0) {
    int s = 0;
    for (int i = 0; i < n; ++i) s += q->pop();
    out[0] = s;
  } else if (threadIdx.x == 33)
    for (int i = 0; i < n; ++i) {
      while (q->tail - q->head >= 4) {
      }
      q->push(i);
    }
}
__global__ void ldcg(int* flag, int* out) {
  if (threadIdx.x == 0)
    while (__ldcg(flag) == 0) {
    }
  if (threadIdx.x == 5) *(volatile int*)flag = 1;
  out[threadIdx.x] = 1;
}
__global__ void atomic_or(int* flag, int* out) {
  if (threadIdx.x == 0)
    while (atomicOr(flag, 0) == 0) {
    }
  if (threadIdx.x == 5) atomicExch(flag, 1);
  out[threadIdx.x] = 1;
}
__global__ void atomic_max(int* flag, int* out) {
  if (threadIdx.x == 0)
    for (int v = 0; v < 7; v = atomicMax(flag, -1))
      ;
  if (threadIdx.x == 5) atomicExch(flag, 7);
  out[threadIdx.x] = 1;
}
// A lock for each thread in turn, the way that GPUs in lock step need it, and the plain one.
__global__ void locks(int* lock, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *(volatile int*)counter = *(volatile int*)counter + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
__global__ void naive_lock(int* lock, int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *(volatile int*)counter = *(volatile int*)counter + 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void tickets(int* next, volatile int* serving, int* counter) {
  int mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  *counter += 1;
  __threadfence();
  *serving = mine + 1;
}
// Threads, and then blocks, one after the other from the last to the first.
__global__ void chain(int* out) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = blockDim.x - 1;
  __syncthreads();
  while (turn != (int)threadIdx.x)
    ;
  out[blockDim.x - 1 - threadIdx.x] = threadIdx.x;
  turn = threadIdx.x - 1;
}
__global__ void block_chain(volatile int* turn, int* out, int* n) {
  if (threadIdx.x == 0) {
    while (*turn != (int)blockIdx.x) {
    }
    out[(*n)++] = blockIdx.x;
    __threadfence();
    *turn = blockIdx.x - 1;
  }
}
// A scan in one pass: blocks wait for the sum of those in front of them.
__global__ void lookback(const int* in, int* out, volatile int* state, volatile int* sums,
                         int* ticket) {
  __shared__ int s[128];
  __shared__ int bid, before;
  if (threadIdx.x == 0) bid = atomicAdd(ticket, 1);
  __syncthreads();
  int i = bid * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += v;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    int sum = 0;
    if (bid > 0) {
      while (state[bid - 1] == 0) {
      }
      __threadfence();
      sum = sums[bid - 1];
    }
    sums[bid] = sum + s[127];
    __threadfence();
    state[bid] = 1;
    before = sum;
  }
  __syncthreads();
  out[i] = before + s[threadIdx.x];
}
// Blocks that wait for the last one, and meet in each turn.
__global__ void poll_with_barrier(volatile int* flag, int* out) {
  __shared__ int seen;
  do {
    if (threadIdx.x == 0) seen = *flag;
    __syncthreads();
    int v = seen;
    __syncthreads();
    if (v) break;
    if (blockIdx.x == gridDim.x - 1) *flag = 1;
  } while (true);
  if (threadIdx.x == 0) atomicAdd(out, 1);
}
// Blocks that meet at a barrier of their own making.
__device__ unsigned arrived;
__device__ volatile unsigned turn;
__global__ void grid_barrier(int rounds, int* out) {
  for (int r = 0; r < rounds; ++r) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      unsigned const now = turn;
      if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
        arrived = 0;
        __threadfence();
        turn = now + 1;
      } else {
        while (turn == now) {
        }
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&out[r], 1);
  }
}

}  // namespace

int run_waits() {
  int *flag, *out, *in;
  queue* q;
  cudaMallocManaged(&flag, 4096);
  cudaMallocManaged(&out, 65536);
  cudaMallocManaged(&in, 65536);
  cudaMallocManaged(&q, sizeof(queue));
  int wrong = 0;
  auto const reset = [&] {
    for (int i = 0; i < 1024; ++i) flag[i] = 0;
    for (int i = 0; i < 16384; ++i) out[i] = 0;
  };
  auto const check = [&](char const* name, auto const& right) {
    bool ok = cudaDeviceSynchronize() == cudaSuccess;
    ok = ok && right();
    if (!ok) std::printf("%s: wrong\n", name);
    wrong += !ok;
  };
  auto const is_all = [&](int n, auto const& value) {
    for (int i = 0; i < n; ++i)
      if (out[i] != value(i)) return false;
    return true;
  };
#define RUN(kernel)             \
  reset();                      \
  kernel<<<1, 64>>>(flag, out); \
  check(#kernel, [&] { return is_all(64, [](int) { return 1; }); });
  RUN(spin)
  RUN(spin_do)
  RUN(spin_for)
  RUN(spin_call)
  RUN(ldcg)
  RUN(atomic_or)
  RUN(atomic_max)
#undef RUN
  reset();
  q->head = 0;
  q->tail = 0;
  producer_consumer<<<1, 64>>>(q, 1000, out);
  check("producer_consumer", [&] { return out[0] == 499500; });
  reset();
  locks<<<8, 256>>>(flag, out);
  check("locks", [&] { return out[0] == 2048; });
  reset();
  naive_lock<<<8, 256>>>(flag, out);
  check("naive_lock", [&] { return out[0] == 2048; });
  reset();
  tickets<<<8, 256>>>(flag, flag + 1, out);
  check("tickets", [&] { return out[0] == 2048; });
  reset();
  chain<<<1, 256>>>(out);
  check("chain", [&] { return is_all(256, [](int i) { return 255 - i; }); });
  reset();
  flag[0] = 63;
  block_chain<<<64, 32>>>(flag, out, flag + 1);
  check("block_chain", [&] { return is_all(64, [](int i) { return 63 - i; }); });
  reset();
  for (int i = 0; i < 128 * 64; ++i) in[i] = i % 7;
  lookback<<<64, 128>>>(in, out, flag + 1, flag + 512, flag);
  check("lookback", [&] {
    int sum = 0;
    return is_all(128 * 64, [&](int i) { return sum += in[i]; });
  });
  reset();
  poll_with_barrier<<<16, 128>>>(flag, out);
  check("poll_with_barrier", [&] { return out[0] == 16; });
  // As many blocks as the device holds, and more than it has workers.
  int resident = 0, workers = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, grid_barrier, 128, 0);
  cudaDeviceGetAttribute(&workers, cudaDevAttrMultiProcessorCount, 0);
  for (int const blocks : {resident * workers, 40}) {
    reset();
    grid_barrier<<<blocks, 128>>>(10, out);
    check("grid_barrier", [&] { return is_all(10, [&](int) { return blocks; }); });
  }
  cudaFree(flag);
  cudaFree(out);
  cudaFree(in);
  cudaFree(q);
  return wrong;
}
