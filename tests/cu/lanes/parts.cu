// SPDX-License-Identifier: MIT
// Structures of a thread's own of which members are named alone: plain ones, and those whose members
// are no numbers that lie apart.
#include <cuda_runtime.h>

namespace parts {

constexpr int threads = 150;

struct triple {
  double x, y, z;
};
struct mixed {
  short small;
  unsigned char byte;
  float wide;
  bool on;
};
union word {
  float number;
  unsigned bits;
};
struct holder {
  union {
    float number;
    unsigned bits;
  };
  int more;
};
struct filled {
  int a = 7;
  int b = 3;
};
struct nested {
  triple inner;
  int count;
};
struct couple {
  int first, second;
};
struct counter {
  int n;
  __host__ __device__ void step() { ++n; }
};

__host__ __device__ void doubled(double& x, int& n) {
  x *= 2;
  ++n;
}

__host__ __device__ double of(int i) {
  triple d;
  double sum = 0;
  for (int k = 0; k < i % 7; ++k) {
    d.x = k + i;
    if (k % 2 == i % 2) {
      d.y = d.x * 0.5;
      d.z = -d.y;
    } else {
      d.y = 1;
      d.z = i;
    }
    d.y += d.z;
    int n = k;
    triple e;
    e.x = d.x;
    doubled(e.x, n);
    sum += e.x + (d).y * n;
    d.z--;
    sum += d.z;
  }
  mixed m;
  m.small = short(i * 999);
  m.byte = (unsigned char)(i * 7);
  m.wide = i / 3.0f;
  m.on = i % 4 == 0;
  ++m.byte;
  if (m.on) m.small += m.byte;
  word w;
  w.number = float(i);
  holder h;
  h.number = float(i + 1);
  h.more = h.bits >> 20;
  filled q;
  if (i % 3 == 0) q.a = i;
  nested t;
  t.inner.x = i;
  t.count = i + 1;
  t.inner.x += t.count;
  counter c;
  c.n = i;
  c.step();
  triple whole;
  whole.x = i;
  whole.y = whole.z = 2;
  triple const copy = whole;
  return sum + m.small + m.byte * 0.25 + m.wide + (w.bits >> 10) + h.more +
         q.a * 5 + q.b + t.inner.x + c.n + copy.x * copy.y + sizeof(triple);
}
__global__ void all(double* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = of(i);
}
/// Each member has one value in a turn, or seems to.
__host__ __device__ double turned(int i, double const* table) {
  triple d, last, early, branch;
  mixed m;
  double sum = 0;
  early.x = 3;
  for (int k = i % 5; k < 9; ++k) {
    d.x = table[k] - i;
    double const fx = d.x * 2;
    d.y = table[k + 1] - d.x;
    if (k == 6) continue;
    double const fy = d.y + fx;
    sum += fx * d.x + fy;
    if (k > 5) {
      m.wide = float(sum);
      m.small = short(k * 30000);
      sum += m.wide + m.small;
    }
    if (k > i % 5 && k != 7) sum += last.z;
    last.z = sum;
    sum += early.x;
    early.x = k;
    if (i % 2 == 0)
      branch.x = 1;
    else
      branch.x = k;
    sum += branch.x;
  }
  if (i % 11 == 3) return sum + early.x;
  triple end;
  end.x = sum + 1;
  if (i % 7 == 2) return end.x;
  end.y = end.x + i;
  return end.y;
}
__global__ void in_turns(double* out, double const* table, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = turned(i, table);
}
/// In the kernel itself, across turns and barriers.
__global__ void kept(int* out, int n) {
  __shared__ int tile[64];
  int const i = threadIdx.x;
  couple last;
  filled other;
  last.first = i;
  last.second = 0;
  for (int round = 0; round < 3; ++round) {
    tile[i] = last.first;
    __syncthreads();
    last.second += tile[(i + 1) % 64];
    if (i % 3 == round) last.first = last.second;
    __syncthreads();
  }
  other.b += last.second;
  if (i < n) out[i] = last.first * 1000 + other.b + other.a;
}

/// How many values are not what they must be.
int run() {
  double* out;
  int* in;
  cudaMallocManaged(&out, threads * sizeof(double));
  cudaMallocManaged(&in, 64 * sizeof(int));
  all<<<3, 64>>>(out, threads);
  kept<<<1, 64>>>(in, 64);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < threads; ++i) wrong += out[i] != of(i);
  double* table;
  cudaMallocManaged(&table, 16 * sizeof(double));
  for (int i = 0; i < 16; ++i) table[i] = i * i % 13;
  in_turns<<<3, 64>>>(out, table, threads);
  cudaDeviceSynchronize();
  for (int i = 0; i < threads; ++i) wrong += out[i] != turned(i, table);
  cudaFree(table);
  int first[64], second[64] = {};
  for (int i = 0; i < 64; ++i) first[i] = i;
  for (int round = 0; round < 3; ++round) {
    int tile[64];
    for (int i = 0; i < 64; ++i) tile[i] = first[i];
    for (int i = 0; i < 64; ++i) {
      second[i] += tile[(i + 1) % 64];
      if (i % 3 == round) first[i] = second[i];
    }
  }
  for (int i = 0; i < 64; ++i) wrong += in[i] != first[i] * 1000 + second[i] + 10;
  cudaFree(out);
  cudaFree(in);
  return wrong;
}

}  // namespace parts

int run_parts() { return parts::run(); }
