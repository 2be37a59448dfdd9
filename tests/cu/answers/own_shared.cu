// SPDX-License-Identifier: MIT
// Shared arrays that functions declare: one a block, whatever a function is called with (numbers,
// what all threads have, what each has), and whatever else the block calls in between.
#include "answers.cuh"

namespace {

// What the call before has left; `keep` gives the threads' values a place.
__device__ int kept(int value, bool keep) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  int const before = s[63 - t];
  __syncthreads();
  if (keep) s[t] = value;
  __syncthreads();
  return before;
}
__device__ int other(int value) {
  __shared__ int s[64];
  s[threadIdx.x] = -value;
  return s[threadIdx.x];
}
__global__ void calls(int* out, int same) {
  int const t = threadIdx.x;
  kept(t * 2, true);
  out[t] = kept(0, false) + other(5) + other(t);
  kept(same, same == 3);
  out[t + 64] = kept(t * 3, t >= 0);
  out[t + 128] = kept(same, false);
}

__device__ int* part(int which) {
  __shared__ int s[2][64];
  return s[which];
}
template <class T>
__device__ T& cell(int i) {
  __shared__ T s[64];
  return s[i];
}
__global__ void addresses(int* out, int same) {
  int const t = threadIdx.x;
  part(0)[t] = t;
  part(same - 2)[t] = -t;
  cell<int>(t) = 5 * t;
  cell<short>(t) = short(t + 1000);
  __syncthreads();
  if (t == 40) cell<int>(same) = 7;
  out[t] = part(t & 1)[t ^ 1];
  __syncthreads();
  out[t + 64] = cell<int>(63 - t) + cell<int>(same);
  out[t + 128] = cell<short>(63 - t);
}

struct memory {
  int first;
  __device__ int* from(int i) {
    __shared__ int m[128];
    return m + first + i;
  }
};
__global__ void methods(int* out, int same) {
  int const t = threadIdx.x;
  memory all{0}, upper{64};
  int* const low = all.from(0);
  low[t] = t;
  int* const high = upper.from(t);
  *high = 2 * t;
  __syncthreads();
  int const* const back = all.from(127 - t);
  out[t] = *back;
  int const* const from = all.from(same);
  out[t + 64] = from[t];
}

// Each thread keeps a number; some call more often than others.
__device__ int exchanged(int value, int t) {
  __shared__ int s[64];
  int const before = s[t];
  s[t] = value;
  return before;
}
__global__ void parted(int* out, int same) {
  int const t = threadIdx.x;
  exchanged(t, t);
  int sum = exchanged(same, t);
  if (t & 1) sum += exchanged(t * 2, t);
  for (int i = 0; i < (t & 3); ++i) sum = sum * 2 + exchanged(i, t);
  auto const again = [&](int v) { return exchanged(v, t); };
  sum += again(4);
  out[t] = sum * 10 + exchanged(0, t);
}
int parted_of(int t) {
  int s = t;
  auto const next = [&](int value) {
    int const before = s;
    s = value;
    return before;
  };
  int sum = next(3);
  if (t & 1) sum += next(t * 2);
  for (int i = 0; i < (t & 3); ++i) sum = sum * 2 + next(i);
  sum += next(4);
  return sum * 10 + next(0);
}

// A function that only threads call, one after another, finds what lanes have left.
__device__ int deep(int n, int t) { return n == 0 ? exchanged(7, t) : deep(n - 1, t) + 1; }
struct counted {
  int before;
  __device__ explicit counted(int t) : before(exchanged(t + 1, t)) {}
};
__global__ void by_threads(int* out) {
  int const t = threadIdx.x;
  exchanged(t, t);
  out[t] = deep(t & 3, t) + exchanged(0, t);
  counted const c(t);
  out[t + 64] = c.before * 100 + exchanged(0, t);
}

}  // namespace

void check_own_shared(answers& a) {
  int* const out = managed<int>();
  a.check(
      "shared arrays that a call has left", out, 192, [&] { calls<<<1, 64>>>(out, 3); },
      [](int i) {
        int const t = i % 64;
        return i < 64 ? 2 * (63 - t) - 5 - t : i < 128 ? 3 : 3 * (63 - t);
      });
  a.check(
      "addresses of a function's shared array", out, 192, [&] { addresses<<<1, 64>>>(out, 3); },
      [](int i) {
        int const t = i % 64;
        int const at = 63 - t;
        if (i < 64) return t & 1 ? -(t ^ 1) : t ^ 1;
        return i < 128 ? (at == 3 ? 7 : 5 * at) + 7 : at + 1000;
      });
  a.check(
      "a method's shared array", out, 128, [&] { methods<<<1, 64>>>(out, 3); },
      [](int i) {
        int const t = i % 64;
        if (i < 64) return 2 * (63 - t);
        return t + 3 < 64 ? t + 3 : 2 * (t + 3 - 64);
      });
  a.check(
      "shared arrays where threads part", out, 64, [&] { parted<<<1, 64>>>(out, 3); }, parted_of);
  a.check(
      "shared arrays of threads' own calls", out, 128, [&] { by_threads<<<1, 64>>>(out); },
      [](int i) { return i < 64 ? i + (i & 3) + 7 : i - 63; });
}
