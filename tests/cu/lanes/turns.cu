// SPDX-License-Identifier: MIT
// Loops that double or halve a distance from barrier to barrier: where a launch says its blocks,
// each turn's distance is a constant. A loop whose turns load rows that lie far apart, in either
// direction and by steps that change.
#include "turns.cuh"

// Sums of a block's elements up to each, between two rows.
template <int Size>
__global__ void scan(int const* in, int* out) {
  __shared__ int rows[2 * Size];
  int t = threadIdx.x;
  int to = 0, from = 1;
  rows[t] = in[blockIdx.x * Size + t];
  __syncthreads();
  for (int offset = 1; offset < Size; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (t >= offset)
      rows[to * Size + t] = rows[from * Size + t] + rows[from * Size + t - offset];
    else
      rows[to * Size + t] = rows[from * Size + t];
    __syncthreads();
  }
  out[blockIdx.x * Size + t] = rows[to * Size + t];
}

// A tree over a block of any size that is a power of two, with values of each thread's own.
__global__ void tree(int const* in, int* out) {
  extern __shared__ int sums[];
  unsigned int const tid = threadIdx.x;
  unsigned int const size = blockDim.x;
  int kept = 0;
  sums[tid] = in[tid];
  __syncthreads();
  for (unsigned int s = size / 2; s > 0; s >>= 1) {
    int const other = sums[tid ^ s];
    __syncthreads();
    if (tid < s) {
      sums[tid] += other;
      kept = kept * 3 + other;
    } else if (tid % 3 == 0) {
      kept -= int(s);
    }
    __syncthreads();
  }
  out[tid] = kept + sums[0];
}

// Columns of a block of two dimensions, added pairwise.
__global__ void columns_of(int const* in, int* out) {
  __shared__ int tile[16][16];
  int const x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
  for (int stride = 1; stride < blockDim.y; stride = stride << 1) {
    if (y % (2 * stride) == 0) tile[y][x] += 3 * tile[y + stride][x];
    __syncthreads();
  }
  out[y * 16 + x] = tile[0][x] - tile[y][x];
}

__global__ void rows_apart(int const* in, int* out, int step) {
  __shared__ int sums[64];
  int const t = threadIdx.x;
  sums[t] = 0;
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    int const other = sums[63 - t];
    __syncthreads();
    sums[t] = 3 * other + in[(i % 4) * 5 * step + t];
    __syncthreads();
    if (in[5 * step * 3 - i * i * step / 2 + t] % 2 == 0) sums[t] -= i;
    __syncthreads();
  }
  out[t] = sums[t];
}

// A bitonic sort of a block's keys, as CUDA's samples write it, then one step across blocks.
__global__ void sort_by_partners(int const* in, int* out) {
  __shared__ int keys[256];
  unsigned int const tid = threadIdx.x;
  keys[tid] = in[blockIdx.x * blockDim.x + tid] * 7919 % 1009;
  __syncthreads();
  for (unsigned int k = 2; k <= 256; k *= 2) {
    for (unsigned int j = k / 2; j > 0; j /= 2) {
      unsigned int ixj = tid ^ j;
      if (ixj > tid) {
        if ((tid & k) == 0) {
          if (keys[tid] > keys[ixj]) {
            int const t = keys[tid];
            keys[tid] = keys[ixj];
            keys[ixj] = t;
          }
        } else if (keys[tid] < keys[ixj]) {
          int const t = keys[tid];
          keys[tid] = keys[ixj];
          keys[ixj] = t;
        }
      }
      __syncthreads();
    }
  }
  out[blockIdx.x * blockDim.x + tid] = keys[tid];
}
__global__ void step_across(int* keys, int j) {
  int const i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
  if (ixj > i && keys[i] > keys[ixj]) {
    int const t = keys[i];
    keys[i] = keys[ixj];
    keys[ixj] = t;
  }
}

// Elements of a row that are sums of rows for some threads: in place, and under masks of all kinds.
__global__ void sums_for_some(int const* in, int* out) {
  __shared__ int a[4 * extents::whole];
  int const n = extents::whole;
  int const t = threadIdx.x;
  a[t] = in[t];
  a[t + n] = 3 * in[t];
  a[t + 2 * n] = t;
  a[t + 3 * n] = 0;
  __syncthreads();
  if (t >= 7) a[t + n] = a[t + n] - a[t]; else a[t + n] = a[t + n];
  __syncthreads();
  if (in[t] % 3 != 0) {
    if (t < n - 55) a[t + 2 * n] = a[t] * a[t + n]; else a[t + 2 * n] = a[t];
  }
  __syncthreads();
  if (t > 11) {
    if (in[t] % 2 == 0) a[t + 3 * n] = a[t + 2 * n] + a[t + 3]; else a[t + 3 * n] = a[t + 2 * n];
    if (t > 20 && t < n - 20) a[t + n] = a[t] + a[t - 5]; else a[t + n] = a[t];
  }
  __syncthreads();
  out[t] = a[t + n] + 5 * a[t + 2 * n] + 7 * a[t + 3 * n];
}

void run_turns(int const* in, int* out) {
  using namespace extents;
  scan<whole * 2><<<1, extents::whole * 2>>>(in, out);
  tree<<<1, whole, whole * sizeof(int)>>>(in, out + 512);
  columns_of<<<1, dim3(16, 16)>>>(in, out + 768);
  rows_apart<<<1, 64>>>(in, out + 1024, 240);
  sort_by_partners<<<2, 256>>>(in, out + 1088);
  sums_for_some<<<1, extents::whole>>>(in, out + 1600);
  for (int j : {1, 5, 32, 64, 100, 256}) step_across<<<2, 256>>>(out + 1088, j);
}
/// In blocks of other extents than the launches beside the kernels have.
void* tree_by_address() { return (void*)tree; }
