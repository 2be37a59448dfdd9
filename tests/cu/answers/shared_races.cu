// SPDX-License-Identifier: MIT
// Shared memory that is read behind a barrier and written again before the next one: a race that
// warps win which run side by side.
#include "answers.cuh"

namespace {

__device__ float warp_sum(float v) {
  for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  return v;
}
// Sum of sums: each turn adds what the turn before left in s[0].
__global__ void turns_of_sums(float* out, int turns) {
  __shared__ float s[8];
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) s[0] = 1000;
  __syncthreads();
  float acc = 0;
  for (int t = 0; t < turns; ++t) {
    float offset = s[0];
    float v = warp_sum((float)threadIdx.x);
    if (lane == 0) s[warp] = v;
    acc += offset;
    __syncthreads();
  }
  out[threadIdx.x] = acc;
}
__global__ void once(float* out) {
  __shared__ float s[8];
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x < 8) s[threadIdx.x] = 1000;
  __syncthreads();
  float offset = s[0];
  float v = warp_sum((float)threadIdx.x);
  if (lane == 0) s[warp] = v;
  __syncthreads();
  out[threadIdx.x] = offset + s[warp];
}
// The same at a function's end, which is called again.
__device__ float block_sum(float v) {
  __shared__ float s[8];
  v = warp_sum(v);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  float total = 0;
  for (unsigned i = 0; i < blockDim.x / 32; ++i) total += s[i];
  return total;
}
__global__ void sums(float* out) {
  float const first = block_sum(float(threadIdx.x));
  float const second = block_sum(1.f);
  out[threadIdx.x] = first + 1000 * second;
}
// A neighbour that is written by its own thread.
__global__ void shifted(float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = float(threadIdx.x);
  __syncthreads();
  float left = threadIdx.x > 0 ? s[threadIdx.x - 1] : 0.f;
  s[threadIdx.x] = 2 * left;
  __syncthreads();
  out[threadIdx.x] = left + s[threadIdx.x];
}
// No race: two halves by turns, each thread its own, and one thread that reads what it writes.
__global__ void halves(float* out, int turns) {
  __shared__ float s[2][256];
  __shared__ float total[256];
  int half = 0;
  s[0][threadIdx.x] = float(threadIdx.x);
  total[threadIdx.x] = 0;
  __syncthreads();
  for (int t = 0; t < turns; ++t) {
    float const x = s[half][(threadIdx.x + 1) % blockDim.x];
    half ^= 1;
    s[half][threadIdx.x] = x + 1;
    total[threadIdx.x] += x;
    __syncthreads();
  }
  out[threadIdx.x] = total[threadIdx.x];
}
// Functions that write what the statement in front has read, within a warp and across warps.
__device__ void set(int* s, int i, int v) { s[i] = v; }
__device__ void rotate(int* s, int i) {
  int const next = s[(i + 1) % 32];
  s[i] = next;
}
__device__ void doubled(int* s, int i) {
  if (i < 32) s[2 * i + 1] += s[2 * i];
  __syncthreads();
}
__global__ void by_functions(int* out) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  s[t] = 3 * t;
  __syncthreads();
  int const mirrored = s[63 - t];
  set(s, t, mirrored + 1);
  __syncthreads();
  int const original = s[t];
  doubled(s, t);
  out[t] = original + 1000 * s[t];
}
__global__ void of_a_warp(int* out) {
  __shared__ int s[32];
  int const t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  rotate(s, t);
  rotate(s, t);
  int const other = s[t ^ 1];
  int const own = s[t];
  s[t ^ 1] = own + 1;
  out[t] = 100 * other + s[t];
}
// A step that reads what other threads write in it.
__global__ void steps(int* out) {
  __shared__ int s[32];
  int const t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  s[t] += s[(t + 31) % 32];
  __syncthreads();
  for (int d = 1; d < 32; d *= 2) {
    int v = 0;
    if (t >= d) v = s[t - d];
    s[t] += v;
    __syncthreads();
  }
  out[t] = s[t];
}
// Reads what others have written with no barrier since: the last element, sums of warps, the opposite one.
__global__ void last_of_scan(int* out) {
  __shared__ int s[256];
  __shared__ int total;
  int const t = threadIdx.x;
  s[t] = 1;
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    int v = s[t];
    if (t >= d) v += s[t - d];
    __syncthreads();
    s[t] = v;
  }
  out[t] = s[t];
  int const last = s[blockDim.x - 1];
  if (t == 0) total = 1000 * last;
  __syncthreads();
  out[t] += total;
}
__global__ void late_sums(float* out) {
  __shared__ float s[8];
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x < 8) s[threadIdx.x] = -1;
  __syncthreads();
  float const v = warp_sum(1.f + float(warp));
  if (lane == 0) s[warp] = v;
  out[threadIdx.x] = lane < 8 ? s[lane] : 0.f;
}
__global__ void mirrored(int* out) {
  __shared__ int s[256];
  int const t = threadIdx.x;
  s[t] = -1;
  __syncthreads();
  s[t] = t;
  out[t] = s[blockDim.x - 1 - t];
  __syncthreads();
  s[t] = 2 * t;
  if (t > 0) out[t] += 1000 * s[t - 1];
}
__global__ void chosen(int* out, int turns) {
  __shared__ int s;
  int sum = 0;
  for (int k = 0; k < turns; ++k) {
    if (threadIdx.x == blockDim.x - 1) s = k + 1;
    sum += s;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// One value that one thread writes again, for all to read.
__global__ void rounds(int* out) {
  __shared__ int s;
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x == 0) s = 10 * k;
    __syncthreads();
    sum += s;
  }
  out[threadIdx.x] = sum;
}
// The same places by other names.
__global__ void by_pointers(int* out) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  int* const own = s + t;
  *own = t;
  __syncthreads();
  int const next = *(s + (t + 1) % 64);
  *own = 2 * next;
  __syncthreads();
  out[t] = *own;
}

// Functions with barriers that are given shared memory: what one leaves behind its last barrier, the
// next one reads in front of its first.
__device__ void ranked(int const* from, int* to, int* counts, int bit) {
  int const t = threadIdx.x, set = from[t] >> bit & 1;
  counts[t] = set;
  __syncthreads();
  int before = 0, all = 0;
  for (int k = 0; k < 8; ++k) {
    before += k < t ? counts[k] : 0;
    all += counts[k];
  }
  __syncthreads();
  to[set ? 8 - all + before : t - before] = from[t];
}
__device__ int next_of(int const* from) {
  int const v = from[7 - threadIdx.x];
  __syncthreads();
  return v;
}
__global__ void sorted(int* out) {
  __shared__ int s[2][8], counts[8];
  bool half = false;
  s[0][threadIdx.x] = threadIdx.x * 5 % 8;
  for (int bit = 0; bit < 3; ++bit) {
    ranked(s[half], s[!half], counts, bit);
    half = !half;
  }
  out[threadIdx.x] = s[half][threadIdx.x] * 10 + next_of(s[half]);
}

// All threads set the sum to 0, and add to it, with no barrier in between.
__global__ void reset_by_all(int* out) {
  __shared__ int sum;
  int const v = blockIdx.x * blockDim.x + threadIdx.x;
  sum = 0;
  atomicAdd(&sum, v);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Neighbours of one warp, whose threads read before they write, and some of them do neither.
__global__ void shifted(int* out) {
  __shared__ int s[32];
  int const i = threadIdx.x;
  s[i] = 3 * i;
  __syncthreads();
  if (i == 0)
    s[i] = 0;
  else
    s[i] = s[i - 1];
  __syncthreads();
  out[i] = s[i];
}
__global__ void counted(int* out) {
  __shared__ int s[32];
  int const i = threadIdx.x;
  s[i] = 1;
  __syncthreads();
  for (int d = 1; d < 32; d *= 2)
    if (i >= d) s[i] += s[i - d];
  out[i] = s[i];
}
// The same in several statements, and by other ways of saying which threads.
__global__ void shifted_in_steps(int* out) {
  __shared__ int s[64];
  int const i = threadIdx.x;
  s[i] = 3 * i;
  __syncthreads();
  if (i > 0) {
    int const v = s[i - 1];
    s[i] = v;
  }
  __syncthreads();
  out[i] = s[i];
}
__global__ void shifted_in_warps(int* out, int n) {
  __shared__ int s[64];
  int const i = threadIdx.x, lane = i % 32;
  s[i] = 3 * i;
  __syncthreads();
  if (n > 0) {
    if (lane > 0) {
      int v = s[i - 1];
      if (v > 5) {
        v += 1;
        s[i] = v;
      }
    }
  }
  __syncthreads();
  out[i] = s[i];
  __syncthreads();
  if (lane > 0 && s[i - 1] > 50) s[i] = 7;
  __syncthreads();
  out[i] += 1000 * s[i];
}
__global__ void counted_in_steps(int* out) {
  __shared__ int s[32];
  int const i = threadIdx.x;
  s[i] = 1;
  __syncthreads();
  for (int d = 1; d < 32; d *= 2)
    if (i >= d) {
      int v = s[i - d];
      v += s[i];
      s[i] = v;
    }
  out[i] = s[i];
}
__global__ void partners(int* out) {
  __shared__ int s[64];
  int const i = threadIdx.x;
  s[i] = i;
  __syncthreads();
  if (i < 32) {
    out[i] = s[i ^ 1];
    s[i] = 7;
  } else {
    out[i] = 0;
  }
  __syncthreads();
  out[i] += 1000 * s[i];
}
// What one branch writes, the other one reads or writes, too: a warp runs the first one before.
__global__ void branches(int* out, int odd) {
  __shared__ int s[64];
  int const i = threadIdx.x;
  s[i] = i;
  __syncthreads();
  int x = 0;
  if (i % 2 == odd)
    s[i] = 100 + i;
  else
    x = s[i ^ 1];
  __syncthreads();
  if (i % 3 == 0) {
    x += 1000 * s[i ^ 2];
  } else if (i % 3 == 1)
    for (int k = 0; k < 2; ++k) s[i] += k;
  else {
    s[i] = 7;
  }
  __syncthreads();
  if (i % 32 > 30)
    s[i] = -1;
  else
    s[i + 1] = i;
  __syncthreads();
  out[i] = x + 100000 * s[i];
}
int from_branches(int i, int odd) {
  auto const first = [&](int k) { return k % 2 == odd ? 100 + k : k; };
  int const x = (i % 2 == odd ? 0 : 100 + (i ^ 1)) + (i % 3 == 0 ? 1000 * first(i ^ 2) : 0);
  int const own = first(i) + (i % 3 == 1), last = i % 3 == 2 ? 7 : i % 3 == 1 ? own : first(i);
  return x + 100000 * (i % 32 > 0 ? i - 1 : last);
}
// Read behind a meeting of the warp, and written again by one of its threads.
__global__ void reused(int* out) {
  __shared__ int s[64];
  int const i = threadIdx.x;
  s[i] = i + 100;
  __syncwarp();
  out[i] = s[i];
  if (i % 32 == 31) s[i / 32] = s[i];
  __syncthreads();
  out[i] += 1000 * s[0];
}

}  // namespace

void check_shared_races(answers& a) {
  float* const out = managed<float>();
  for (int const n : {64, 128, 256}) {
    a.check(
        "races: turns_of_sums", out, n, [&] { turns_of_sums<<<1, n>>>(out, 3); },
        [](int) { return 1000 + 496 + 496; });
    a.check(
        "races: once", out, n, [&] { once<<<1, n>>>(out); },
        [](int i) { return 1000 + 496 + 1024 * (i / 32); });
    a.check(
        "races: sums", out, n, [&] { sums<<<1, n>>>(out); },
        [n](int) { return n * (n - 1) / 2 + 1000 * n; });
    a.check(
        "races: shifted", out, n, [&] { shifted<<<1, n>>>(out); },
        [](int i) { return i == 0 ? 0 : 3 * (i - 1); });
    a.check(
        "races: halves", out, n, [&] { halves<<<1, n>>>(out, 3); },
        [n](int i) { return (i + 1) % n + (i + 2) % n + 1 + (i + 3) % n + 2; });
  }
  int* const numbers = managed<int>();
  a.check(
      "races: by_functions", numbers, 64, [&] { by_functions<<<1, 64>>>(numbers); },
      [](int i) {
        auto const value = [](int k) { return 3 * (63 - k) + 1; };
        return value(i) + 1000 * (i % 2 ? value(i) + value(i - 1) : value(i));
      });
  a.check(
      "races: of_a_warp", numbers, 32, [&] { of_a_warp<<<1, 32>>>(numbers); },
      [](int i) { return 101 * (((i ^ 1) + 2) % 32) + 1; });
  a.check(
      "races: steps", numbers, 32, [&] { steps<<<1, 32>>>(numbers); },
      [](int i) {
        int sum = 0;
        for (int k = 0; k <= i; ++k) sum += k + (k + 31) % 32;
        return sum;
      });
  a.check(
      "races: reset_by_all", numbers, 4, [&] { reset_by_all<<<4, 64>>>(numbers); },
      [](int i) { return 64 * (64 * i) + 63 * 32; });
  for (int const n : {64, 128, 256}) {
    a.check(
        "races: last_of_scan", numbers, n, [&] { last_of_scan<<<1, n>>>(numbers); },
        [n](int i) { return i + 1 + 1000 * n; });
    a.check(
        "races: late_sums", out, n, [&] { late_sums<<<1, n>>>(out); },
        [n](int i) { return i % 32 >= 8 ? 0 : i % 32 < n / 32 ? 32 * (1 + i % 32) : -1; });
    a.check(
        "races: mirrored", numbers, n, [&] { mirrored<<<1, n>>>(numbers); },
        [n](int i) { return n - 1 - i + (i > 0 ? 2000 * (i - 1) : 0); });
    a.check(
        "races: chosen", numbers, n, [&] { chosen<<<1, n>>>(numbers, 3); }, [](int) { return 6; });
  }
  for (int const n : {32, 64, 256})
    a.check(
        "races: rounds", numbers, n, [&] { rounds<<<1, n>>>(numbers); }, [](int) { return 60; });
  a.check(
      "races: sorted", numbers, 8, [&] { sorted<<<1, 8>>>(numbers); },
      [](int i) { return i * 10 + 7 - i; });
  a.check(
      "races: by_pointers", numbers, 64, [&] { by_pointers<<<1, 64>>>(numbers); },
      [](int i) { return 2 * ((i + 1) % 64); });
  a.check(
      "races: shifted_in_warps", numbers, 64, [&] { shifted_in_warps<<<1, 64>>>(numbers, 1); },
      [](int i) {
        auto const first = [](int k) {
          return k % 32 > 0 && 3 * (k - 1) > 5 ? 3 * (k - 1) + 1 : 3 * k;
        };
        return first(i) + 1000 * (i % 32 > 0 && first(i - 1) > 50 ? 7 : first(i));
      });
  a.check(
      "races: counted_in_steps", numbers, 32, [&] { counted_in_steps<<<1, 32>>>(numbers); },
      [](int i) { return i + 1; });
  a.check(
      "races: partners", numbers, 64, [&] { partners<<<1, 64>>>(numbers); },
      [](int i) { return i < 32 ? (i ^ 1) + 7000 : 1000 * i; });
  for (int const odd : {0, 1})
    a.check(
        "races: branches", numbers, 64, [&] { branches<<<1, 64>>>(numbers, odd); },
        [&](int i) { return from_branches(i, odd); });
  a.check(
      "races: reused", numbers, 32, [&] { reused<<<1, 32>>>(numbers); },
      [](int i) { return i + 100 + 1000 * 131; });
  for (int const n : {8, 32}) {
    a.check(
        "races: shifted", numbers, n, [&] { shifted<<<1, n>>>(numbers); },
        [](int i) { return i > 0 ? 3 * (i - 1) : 0; });
    a.check(
        "races: shifted_in_steps", numbers, n, [&] { shifted_in_steps<<<1, n>>>(numbers); },
        [](int i) { return i > 0 ? 3 * (i - 1) : 0; });
    a.check(
        "races: counted", numbers, n, [&] { counted<<<1, n>>>(numbers); },
        [](int i) { return i + 1; });
  }
}
