// SPDX-License-Identifier: MIT
// Kernels that warp functions were recorded with, as CUDA spells them: two warps get the same
// inputs.
#pragma once

namespace recorded_warps {

constexpr int threads = 64;

template <class T>
__global__ void shuffles(T const* in, T* out, int op, unsigned mask, int const* arg, int one_arg,
                         int width) {
  unsigned const lane = threadIdx.x % warpSize;
  if ((mask >> lane & 1u) == 0) return;
  int const a = one_arg ? arg[0] : arg[lane];
  T const v = in[threadIdx.x];
  T r{};
  if (op == 0) r = __shfl_sync(mask, v, a, width);
  if (op == 1) r = __shfl_up_sync(mask, v, a, width);
  if (op == 2) r = __shfl_down_sync(mask, v, a, width);
  if (op == 3) r = __shfl_xor_sync(mask, v, a, width);
  if (op == 4) r = __shfl(v, a, width);
  if (op == 5) r = __shfl_up(v, a, width);
  if (op == 6) r = __shfl_down(v, a, width);
  if (op == 7) r = __shfl_xor(v, a, width);
  out[threadIdx.x] = r;
}

static __global__ void votes(int const* in, unsigned* out, unsigned mask) {
  unsigned const i = threadIdx.x;
  if ((mask >> i % 32 & 1u) == 0) return;
  int const p = in[i];
  out[i] = __all_sync(mask, p);
  out[i + threads] = __any_sync(mask, p);
  out[i + 2 * threads] = __ballot_sync(mask, p);
  out[i + 3 * threads] = __all(p);
  out[i + 4 * threads] = __any(p);
  out[i + 5 * threads] = __ballot(p);
  out[i + 6 * threads] = __activemask();
}

template <class T>
__global__ void matches(T const* in, unsigned* out, unsigned mask) {
  unsigned const i = threadIdx.x;
  if ((mask >> i % 32 & 1u) == 0) return;
  int p = 7;
  out[i] = __match_any_sync(mask, in[i]);
  out[i + threads] = __match_all_sync(mask, in[i], &p);
  out[i + 2 * threads] = p;
}

template <class T>
__device__ T reduction(int op, unsigned mask, T v) {
  switch (op) {
    case 0:
      return __reduce_add_sync(mask, v);
    case 1:
      return __reduce_min_sync(mask, v);
    case 2:
      return __reduce_max_sync(mask, v);
    case 3:
      return static_cast<T>(__reduce_and_sync(mask, v));
    case 4:
      return static_cast<T>(__reduce_or_sync(mask, v));
    default:
      return static_cast<T>(__reduce_xor_sync(mask, v));
  }
}
template <class T>
__global__ void reductions(T const* in, T* out, int op, unsigned mask, int both) {
  unsigned const i = threadIdx.x;
  if ((mask >> i % 32 & 1u) != 0)
    out[i] = reduction(op, mask, in[i]);
  else if (both)
    out[i] = reduction(op, ~mask, in[i]);
}

// The branches of the recorded divergent votes: a is __activemask(), b a vote of the branch.
static __global__ void diverge(int const* in, unsigned long long* active, long long* vote,
                               int how) {
  unsigned const i = threadIdx.x;
  int const x = in[i];
  unsigned long long a = 0;
  long long b = 0;
  unsigned const all = 0xffffffffu;
  if (how == 0) {
    unsigned const set = __ballot_sync(all, x & 1);
    if (x & 1) {
      a = __activemask();
      b = __ballot_sync(set, x & 2);
    }
  } else if (how == 1) {
    unsigned const set = __ballot_sync(all, x < 8);
    if (x < 8) {
      a = __activemask();
      b = __ballot_sync(set, x & 2);
    } else {
      a = __activemask();
      b = __ballot_sync(~set, x & 1);
    }
  } else if (how == 2 || how == 3) {
    unsigned const outer = __ballot_sync(all, x & 4);
    unsigned const inner = __ballot_sync(all, (x & 4) && (x & 1));
    if (x & 4) {
      if (how == 2) {
        a = __activemask();
        b = __ballot_sync(outer, x & 2);
      }
      if (x & 1) {
        if (how == 3) {
          a = __activemask();
          b = __ballot_sync(inner, x & 2);
        }
      }
    }
  } else if (how == 4) {
    unsigned const set = __match_any_sync(all, x & 3);
    switch (x & 3) {
      case 0:
        a = __activemask();
        b = __ballot_sync(set, x & 4) + 0x100000000ll;
        break;
      case 1:
        a = __activemask();
        b = __ballot_sync(set, x & 8) + 0x200000000ll;
        break;
      case 2:
        a = __activemask();
        b = __any_sync(set, x & 4) + 0x300000000ll;
        break;
      default:
        a = __activemask();
        b = __all_sync(set, x & 4) + 0x400000000ll;
        break;
    }
  } else if (how == 5) {
    int trips = 0;
    for (int k = 0; k < (x & 7); ++k) {
      unsigned const in_loop = __activemask();
      trips += __popc(in_loop) != 0;
      a = a * 3 + __popc(in_loop);
    }
    b = trips;
  } else if (how == 6) {
    unsigned const set = __ballot_sync(all, x & 3);
    if ((x & 3) == 0) return;
    a = __activemask();
    b = __ballot_sync(set, x & 4);
  }
  active[i] = a;
  vote[i] = b;
}

}  // namespace recorded_warps
