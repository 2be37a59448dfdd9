// SPDX-License-Identifier: MIT
// Warp functions whose mask names threads that do not call, which CUDA leaves undefined. An H100
// goes on without them (each of the calls below was recorded in a kernel of its own, with nvcc 13.0
// -O3 and -G): they give 0 to who reads them, and no vote. With another call behind the branch, as
// in votes, half_warp, left_loop, called and continued, its code hangs with -O3, and with -G threads
// meet in different calls; here those that part around a call join behind it.
#include "progress.cuh"

#include <cstdio>

namespace {

constexpr unsigned full = 0xffffffffu;
constexpr int threads = 64;

__global__ void choose_up(int* out, const int* in) {
  int const lane = threadIdx.x & 31, v = in[threadIdx.x];
  out[threadIdx.x] = lane == 0 ? 7 : __shfl_up_sync(full, v, 1);
}
__global__ void choose_wide(int* out, const int* in) {
  int const lane = threadIdx.x & 31;
  double d = in[threadIdx.x] * 0.5;
  d = lane ? __shfl_up_sync(full, d, 1) : 3.5;
  out[threadIdx.x] = (int)(d * 2);
}
__global__ void scan_choose(int* out, const int* in) {
  int const lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) v += lane >= d ? __shfl_up_sync(full, v, d) : 0;
  out[threadIdx.x] = v;
}
__global__ void scan_if(int* out, const int* in) {
  int const lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2)
    if (lane >= d) v += __shfl_up_sync(full, v, d);
  out[threadIdx.x] = v;
}
__global__ void votes(int* out, const int* in) {
  int const lane = threadIdx.x & 31, v = in[threadIdx.x];
  int r = (lane < 5) || __any_sync(full, v == in[2]);
  r += 2 * ((lane < 5) && __all_sync(full, lane < 5));
  if (lane & 1) r += 4 * (__popc(__ballot_sync(full, v > 50)) + 1);
  if (lane < 10) r += 100 * __reduce_add_sync(full, v) + 100000 * __match_any_sync(full, v % 3);
  out[threadIdx.x] = r;
}
// Masks that differ by thread: threads meet who come with the same one.
__global__ void before_me(int* out, const int* in) {
  int const lane = threadIdx.x & 31, v = in[threadIdx.x];
  unsigned const before = (2u << lane) - 1;
  int r = __popc(__ballot_sync(before, 1)) + 10 * __shfl_up_sync(before, v, 1);
  r += 1000 * (__reduce_add_sync(before, lane) == lane);
  out[threadIdx.x] = r + 2000 * (__match_any_sync(before, lane & 1) == 1u << lane);
}
__global__ void half_warp(int* out, const int* in) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16)
    for (int d = 8; d; d /= 2) v += __shfl_down_sync(full, v, d);
  int const w = __shfl_down_sync(full, v, 16);
  out[threadIdx.x] = v * 1000 + w;
}
__global__ void returned(int* out, const int* in) {
  int const lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  if (lane >= 20) return;
  v += __shfl_down_sync(full, v, 4);
  out[threadIdx.x] = v;
}
// Threads leave by turns, read who has left, and meet again.
__global__ void left_loop(int* out, const int* in) {
  int const lane = threadIdx.x & 31, v = in[threadIdx.x];
  int s = 0;
  for (int i = 0; i < lane; ++i) s += 1 + __shfl_sync(full, v, i);
  for (int i = 0; i < 40; ++i) {
    if (i > lane) break;
    s += __shfl_down_sync(full, v, 1);
  }
  out[threadIdx.x] = s + 10000 * __shfl_xor_sync(full, v, 1);
}
__device__ int below(int lane, int v) {
  if (lane < 3) return -1;
  return __shfl_up_sync(full, v, 2);
}
// Who leaves the function early waits for the others in front of the next call.
__global__ void called(int* out, const int* in) {
  int const lane = threadIdx.x & 31, v = in[threadIdx.x];
  int const a = below(lane, v);
  int const b = __shfl_up_sync(full, v, 2);
  out[threadIdx.x] = a * 100 + b;
}
__global__ void continued(int* out, const int* in) {
  int const lane = threadIdx.x & 31, v = in[threadIdx.x];
  int s = 0;
  for (int i = 0; i < 4; ++i) {
    if ((lane & 3) == i) continue;
    s = s * 64 + __shfl_xor_sync(full, v + i, 1);
  }
  out[threadIdx.x] = s;
}
__global__ void ways(int* out, const int* in) {
  int const lane = threadIdx.x & 31, v = in[threadIdx.x];
  int r;
  if (lane & 1)
    r = __shfl_sync(full, v, 2);
  else
    r = __shfl_sync(full, v + 1000, 1);
  out[threadIdx.x] = r;
}

}  // namespace

int run_absent() {
  int *in, *out, wrong = 0;
  cudaMallocManaged(&in, threads * sizeof(int));
  cudaMallocManaged(&out, threads * sizeof(int));
  for (int i = 0; i < threads; ++i) in[i] = i + 1;
  auto const check = [&](char const* name, void (*kernel)(int*, const int*), auto const& value) {
    for (int i = 0; i < threads; ++i) out[i] = -5;
    kernel<<<1, threads>>>(out, in);
    bool ok = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < threads && ok; ++i) {
      ok = out[i] == value(i % 32, i / 32 * 32 + 1);
      if (!ok) std::printf("%s: thread %d has %d\n", name, i, out[i]);
    }
    wrong += !ok;
  };
  // value(lane, first): of a warp whose threads have the numbers from `first` on.
  check("choose_up", choose_up, [](int l, int f) { return l == 0 ? 7 : l == 1 ? 0 : f + l - 1; });
  check("choose_wide", choose_wide, [](int l, int f) { return l == 0 ? 7 : l == 1 ? 0 : f + l - 1; });
  auto const scanned = [](int l, int f) {
    int v[32];
    for (int i = 0; i < 32; ++i) v[i] = f + i;
    for (int d = 1; d < 32; d *= 2)
      for (int i = 31; i >= 2 * d; --i) v[i] += v[i - d];
    return v[l];
  };
  check("scan_choose", scan_choose, scanned);
  check("scan_if", scan_if, scanned);
  check("votes", votes, [](int l, int f) {
    int r = l < 5 ? 3 : 0;
    if (l & 1) r += f == 1 ? 4 : 4 * (7 + 1);
    if (l < 10) {
      int sum = 0, equal = 0;
      for (int i = 0; i < 10; ++i) {
        sum += f + i;
        equal |= (i % 3 == l % 3) << i;
      }
      r += 100 * sum + 100000 * equal;
    }
    return r;
  });
  auto const halved = [](int l, int f) {
    int v[32];
    for (int i = 0; i < 32; ++i) v[i] = f + i;
    if (f == 1)
      for (int d = 8; d; d /= 2)
        for (int i = 0; i < 16; ++i) v[i] += i + d < 16 ? v[i + d] : 0;
    return v[l] * 1000 + v[l < 16 ? l + 16 : l];
  };
  check("before_me", before_me, [](int l, int f) { return l == 0 ? 3001 + 10 * f : 3001; });
  check("half_warp", half_warp, halved);
  check("returned", returned,
        [](int l, int f) { return l >= 20 ? -5 : l < 16 ? 2 * (f + l) + 4 : f + l; });
  check("left_loop", left_loop, [](int l, int f) {
    int const down = l < 31 ? f + l + 1 : f + l;
    return l + (l + 1) * down + 10000 * (f + (l ^ 1));
  });
  check("called", called, [](int l, int f) {
    int const a = l < 3 ? -1 : l < 5 ? 0 : f + l - 2;
    return a * 100 + (l < 2 ? f + l : f + l - 2);
  });
  check("continued", continued, [](int l, int f) {
    int s = 0;
    for (int i = 0; i < 4; ++i) {
      if ((l & 3) == i) continue;
      s = s * 64 + (((l ^ 1) & 3) == i ? 0 : f + (l ^ 1) + i);
    }
    return s;
  });
  check("ways", ways, [](int l, int f) { return l & 1 ? f + 2 + 1000 : f + 1; });
  cudaFree(in);
  cudaFree(out);
  return wrong;
}
