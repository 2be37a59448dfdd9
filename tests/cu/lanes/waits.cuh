// SPDX-License-Identifier: MIT
// Twenty shapes of loops that wait for another thread: locks, tickets, flags, blocks that meet.
// None may become a lane kernel, where it would wait for a thread of its own lanes, but those whose
// lock is free again at the end of the turn in which it is taken; each ends.
#pragma once

// What each kernel gets: cells that begin as zeros, and the threads of the grid.
struct wait_cells {
  int* lock;
  int* next;   // the ticket in turn
  int* count;  // how many threads have come through
  int* flags;  // one a thread
  int threads;
};

__device__ inline void come_through(wait_cells w) {
  w.count[0] = w.count[0] + 1;
  __threadfence();
}

// Locks.

__global__ void wait_lock_condition(wait_cells w) {
  while (atomicCAS(w.lock, 0, 1) != 0)
    ;
  come_through(w);
  atomicExch(w.lock, 0);
}
__global__ void wait_lock_exchange(wait_cells w) {
  while (atomicExch(w.lock, 1)) {
  }
  come_through(w);
  atomicExch(w.lock, 0);
}
__global__ void wait_lock_do(wait_cells w) {
  do {
  } while (atomicCAS(w.lock, 0, 1));
  come_through(w);
  *(volatile int*)w.lock = 0;
}
__global__ void wait_lock_done_flag(wait_cells w) {
  bool done = false;
  while (!done) {
    if (atomicCAS(w.lock, 0, 1) == 0) {
      come_through(w);
      atomicExch(w.lock, 0);
      done = true;
    }
  }
}
__global__ void wait_lock_for_flag(wait_cells w) {
  for (int done = 0; !done;) {
    int const is_free = atomicExch(w.lock, 1) == 0;
    if (is_free) {
      come_through(w);
      atomicExch(w.lock, 0);
      done = 1;
    }
  }
}
__global__ void wait_lock_break(wait_cells w) {
  for (;;) {
    if (atomicCAS(w.lock, 0, 1) == 0) break;
  }
  come_through(w);
  atomicExch(w.lock, 0);
}
__global__ void wait_lock_return(wait_cells w) {
  while (true) {
    int const old = atomicCAS(w.lock, 0, 1);
    if (old == 0) {
      come_through(w);
      atomicExch(w.lock, 0);
      return;
    }
  }
}
__global__ void wait_lock_expected(wait_cells w) {
  int assumed, old;
  do {
    assumed = 0;
    old = atomicCAS(w.lock, assumed, 1);
  } while (assumed != old);
  come_through(w);
  atomicExch(w.lock, 0);
}
__device__ inline void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) __threadfence();
}
__global__ void wait_lock_function(wait_cells w) {
  take(w.lock);
  come_through(w);
  atomicExch(w.lock, 0);
}
struct mutex {
  int* cell;
  __device__ void take() {
    while (atomicExch(cell, 1) != 0) __threadfence();
  }
  __device__ void give() { atomicExch(cell, 0); }
};
__global__ void wait_lock_method(wait_cells w) {
  mutex m = {w.lock};
  m.take();
  come_through(w);
  m.give();
}
__global__ void wait_lock_goto(wait_cells w) {
again:
  if (atomicCAS(w.lock, 0, 1) != 0) goto again;
  come_through(w);
  atomicExch(w.lock, 0);
}

// Tickets.

__global__ void wait_ticket_atomic(wait_cells w) {
  int const mine = atomicAdd(w.lock, 1);
  while (atomicAdd(w.next, 0) != mine)
    ;
  come_through(w);
  atomicAdd(w.next, 1);
}
__global__ void wait_ticket_volatile(wait_cells w) {
  int const mine = atomicAdd(w.lock, 1);
  while (*(volatile int*)w.next != mine) __threadfence();
  come_through(w);
  *(volatile int*)w.next = mine + 1;
}

// Flags: the last thread of a block begins, and each lets the one below it go.

__global__ void wait_flag_volatile(wait_cells w) {
  int const first = blockIdx.x * blockDim.x, at = first + threadIdx.x;
  volatile int* const flags = w.flags;
  if (threadIdx.x + 1 < blockDim.x)
    while (flags[at + 1] == 0) __threadfence();
  atomicAdd(w.count, 1);
  flags[at] = 1;
}
__global__ void wait_flag_plain(wait_cells w) {
  int const at = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x + 1 == blockDim.x) w.flags[at] = 1;
  int before = w.flags[at];
  while (before == 0) {
    __threadfence();
    before = w.flags[at + 1];
  }
  w.flags[at] = before + 1;
  atomicAdd(w.count, 1);
}
__global__ void wait_flag_shared(wait_cells w) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = blockDim.x - 1;
  __syncthreads();
  while (turn != (int)threadIdx.x) __threadfence_block();
  atomicAdd(w.count, 1);
  turn = threadIdx.x - 1;
}
__global__ void wait_flag_past_cache(wait_cells w) {
  int const at = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x + 1 < blockDim.x)
    while (__ldcg(&w.flags[at + 1]) == 0) __threadfence();
  atomicAdd(w.count, 1);
  w.flags[at] = 1;
}
// A tree as Barnes and Hut's: a node is done when its children are, which other threads write.
__global__ void wait_children(wait_cells w) {
  int const first = blockIdx.x * blockDim.x, size = blockDim.x;
  int left = 2;
  while (left > 0) {
    int const child = 2 * threadIdx.x + left;
    if (child >= size || w.flags[first + child] > 0) left--;
    __threadfence();
  }
  atomicAdd(w.count, 1);
  w.flags[first + threadIdx.x] = 1;
}

// Blocks.

__global__ void wait_all_blocks(wait_cells w) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(w.lock, 1);
    while (atomicAdd(w.lock, 0) < (int)gridDim.x)
      ;
  }
  __syncthreads();
  atomicAdd(w.count, 1);
}
__global__ void wait_block_below(wait_cells w) {
  if (threadIdx.x == 0 && blockIdx.x > 0)
    while (*(volatile int*)&w.flags[blockIdx.x - 1] == 0) __threadfence();
  __syncthreads();
  atomicAdd(w.count, 1);
  __syncthreads();
  if (threadIdx.x == 0) *(volatile int*)&w.flags[blockIdx.x] = 1;
}

/// Runs each of them where lane forms are asked for; how many did not come through.
inline int check_waits() {
  struct entry {
    char const* name;
    void (*kernel)(wait_cells);
  };
  entry const all[] = {{"condition", wait_lock_condition},
                       {"exchange", wait_lock_exchange},
                       {"do", wait_lock_do},
                       {"done flag", wait_lock_done_flag},
                       {"for flag", wait_lock_for_flag},
                       {"break", wait_lock_break},
                       {"return", wait_lock_return},
                       {"expected", wait_lock_expected},
                       {"function", wait_lock_function},
                       {"method", wait_lock_method},
                       {"goto", wait_lock_goto},
                       {"ticket", wait_ticket_atomic},
                       {"volatile ticket", wait_ticket_volatile},
                       {"volatile flag", wait_flag_volatile},
                       {"plain flag", wait_flag_plain},
                       {"shared flag", wait_flag_shared},
                       {"past cache", wait_flag_past_cache},
                       {"children", wait_children},
                       {"all blocks", wait_all_blocks},
                       {"block below", wait_block_below}};
  int const blocks = 3, threads = 48;
  int* cells;
  cudaMallocManaged(&cells, (3 + blocks * threads) * sizeof(int));
  int wrong = sizeof all / sizeof *all == 20 ? 0 : 1;
  for (auto [name, kernel] : all) {
    memset(cells, 0, (3 + blocks * threads) * sizeof(int));
    wait_cells w = {cells, cells + 1, cells + 2, cells + 3, blocks * threads};
    void* args[] = {&w};
    // All blocks run at once.
    cudaLaunchCooperativeKernel(kernel, blocks, threads, args, 0, 0);
    cudaError_t const e = cudaDeviceSynchronize();
    if (e == cudaSuccess && *w.count == w.threads) continue;
    printf("waits, %s: %d of %d came through (%s)\n", name, *w.count, w.threads,
           cudaGetErrorString(e));
    ++wrong;
  }
  cudaFree(cells);
  return wrong;
}
