// SPDX-License-Identifier: MIT
// Methods that shuffle, vote and meet at barriers, and objects that know their thread.
#include "answers.cuh"

namespace {

template <class T, int Threads>
class block_reduce {
 public:
  struct TempStorage {
    T part[(Threads + 31) / 32];
    T total;
  };
  enum { warps = (Threads + 31) / 32 };

 private:
  static constexpr int width = 32;
  TempStorage& temp;
  int lane, warp;
  __device__ T warp_sum(T v) const {
    for (int o = width / 2; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    return v;
  }

 public:
  __device__ block_reduce(TempStorage& t)
      : temp(t), lane(threadIdx.x % width), warp(threadIdx.x / width) {}
  __device__ T sum(T v) {
    v = warp_sum(v);
    if (lane == 0) temp.part[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
      T t = 0;
      for (int i = 0; i < warps; ++i) t += this->temp.part[i];
      temp.total = t;
    }
    __syncthreads();
    return temp.total;
  }
  template <class Op>
  __device__ T reduce(T v, Op op) {
    for (int o = width / 2; o; o /= 2) v = op(v, __shfl_xor_sync(~0u, v, o));
    if (lane == 0) temp.part[warp] = v;
    __syncthreads();
    T r = temp.part[0];
    for (int i = 1; i < warps; ++i) r = op(r, temp.part[i]);
    __syncthreads();
    return r;
  }
};
struct biggest {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};
__global__ void reductions(int* out, int const* in) {
  typedef block_reduce<int, 256> block;
  __shared__ typename block::TempStorage temp;
  int const s = block(temp).sum(in[threadIdx.x]);
  __syncthreads();
  block again(temp);
  out[threadIdx.x] = s * 1000 + again.reduce(in[threadIdx.x], biggest());
}
// A device function between the kernel and the method.
template <class T>
__device__ T block_total(T v, typename block_reduce<T, 256>::TempStorage& temp) {
  return block_reduce<T, 256>(temp).sum(v);
}
__global__ void through_function(int* out, int const* in) {
  __shared__ block_reduce<int, 256>::TempStorage temp;
  out[threadIdx.x] = block_total(in[threadIdx.x] & 15, temp) + threadIdx.x;
}

// What the methods change in their objects differs by thread.
struct counter {
  int n = 0, last = -1;
  __device__ bool add(int v) {
    unsigned const b = __ballot_sync(~0u, v % 3 == 0);
    if (v % 3 == 0) {
      n += __popc(b);
      last = v;
    }
    return n > 20;
  }
  __device__ void twice(int v) {
    if (!add(v))
      n += 1000;
    else
      this->n += 500;
    *this = shifted(*this);
  }
  static __device__ counter shifted(counter c) {
    c.last += 7;
    return c;
  }
};
__global__ void changes(int* out) {
  counter a;
  for (int i = 0; i < 4; ++i) a.add((int)threadIdx.x + i);
  a.twice(threadIdx.x + 2);
  out[threadIdx.x] = a.n * 1000 + a.last;
}

struct steps {
  static __device__ int sum(int v) {
    for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    return v;
  }
  __device__ static int twice(int v) { return sum(v) + steps::sum(1); }
  int by;
  template <int A, int B>
  __device__ int moved(int v) const {
    return __shfl_sync(~0u, v, (threadIdx.x + A) % 32) * B + by;
  }
  template <class T>
  __device__ T all(T v) const {
    return moved<1, 10>(v) + this->template moved<2, 1>(v);
  }
};
template <int N>
struct tree {
  static __device__ int up(int v) { return tree<N / 2>::up(v + __shfl_xor_sync(~0u, v, N)); }
};
template <>
struct tree<0> {
  static __device__ int up(int v) { return __shfl_sync(~0u, v, 3) * 2; }
};
__global__ void statics(int* out) {
  steps const s{7};
  int const i = threadIdx.x % 32;
  out[threadIdx.x] =
      steps::twice(threadIdx.x) * 1000 + tree<16>::up(i) + s.all(i) + s.moved<3, 2>(i);
}

// A static method takes no object, though it is called on one that would do as its first argument.
struct number {
  int of;
  static __device__ int summed(int v, int by = 3) {
    for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    return v * by;
  }
  __device__ operator int() const { return of; }
};
__global__ void static_by_object(int* out) {
  number const n{100};
  int const i = threadIdx.x % 32;
  out[threadIdx.x] = n.summed(i) + n.summed(1, 2);
}

// An object in shared memory, and one behind a pointer.
struct rows {
  int row[64];
  int turns;
  __device__ void turn(int by) {
    int const v = row[(threadIdx.x + by) % 64];
    __syncthreads();
    row[threadIdx.x] = v;
    if (threadIdx.x == 0) ++turns;
    __syncthreads();
  }
};
__global__ void shared_object(int* out, rows* global) {
  __shared__ rows r;
  r.row[threadIdx.x] = threadIdx.x;
  global->row[threadIdx.x] = 100 + threadIdx.x;
  if (threadIdx.x == 0) r.turns = global->turns = 0;
  __syncthreads();
  r.turn(3);
  r.turn(5);
  global->turn(1);
  out[threadIdx.x] = r.row[threadIdx.x] + r.turns * 1000 + global->row[threadIdx.x] * 10000;
}

struct thread_number {
  int i;
  __device__ thread_number() : i(threadIdx.x) {}
  __device__ thread_number(int by) : i(by + threadIdx.x) {}
  __device__ thread_number(int by, int times) : i((by + threadIdx.x) * times) {}
};
__device__ int my_number() { return threadIdx.x * 2; }
struct numbered {
  thread_number of;
  int twice = my_number();
};
__global__ void made_by_threads(int* out, int n) {
  thread_number a, b(5), c(n, 2), d{7};
  numbered e;
  out[threadIdx.x] =
      a.i + b.i * 3 + c.i * 5 + d.i * 7 + thread_number(n).i * 11 + e.of.i * 13 + e.twice;
}

// Functions with several returns within large ones: behind them all threads go on that came.
__host__ __device__ int position(int const* table, int n, int x) {
  for (int i = 0; i < n; ++i)
    if (table[i] == x) return i;
  return -1;
}
__host__ __device__ int rotor(int const* table, int by, int x) {
  int const y = table[(x + by) % 13];
  if (position(table, 13, y) < position(table, 13, by))
    return position(table, 13, y) + 13 - position(table, 13, by);
  else
    return position(table, 13, y) - position(table, 13, by);
}
__host__ __device__ int step(int const* table, int* by, int x) {
  if (position(table, 13, by[0]) % 3 == 0) by[1] = table[(position(table, 13, by[1]) + 1) % 13];
  by[0] = table[(position(table, 13, by[0]) + 1) % 13];
  int y = position(table, 13, x);
  y = rotor(table, by[0], y);
  y = rotor(table, by[1], y);
  y = rotor(table, by[0], y);
  y = rotor(table, by[1], y);
  return table[y];
}
__host__ __device__ void steps(int const* table, int* to, int n, int* by, int x) {
  for (int i = 0; i < n; ++i) to[i] = step(table, by, (x + i) % 13);
}
__global__ void cipher(int* out, int const* table) {
  int by[2], to[4];
  by[0] = table[threadIdx.x % 13];
  by[1] = table[threadIdx.x * 5 % 13];
  steps(table, to, 4, by, threadIdx.x * 3);
  out[threadIdx.x] = to[0] + to[1] * 13 + to[2] * 169 + to[3] * 2197;
}

}  // namespace

void check_methods(answers& a) {
  int* const out = managed<int>();
  int* const in = managed<int>();
  rows* const global = managed<rows>(1);
  int sum = 0, most = 0, low = 0;
  for (int i = 0; i < count; ++i) {
    in[i] = i * 37 % 101;
    sum += in[i];
    low += in[i] & 15;
    most = in[i] > most ? in[i] : most;
  }
  a.check(
      "reductions", out, 256, [&] { reductions<<<1, 256>>>(out, in); },
      [&](int) { return sum * 1000 + most; });
  a.check(
      "through_function", out, 256, [&] { through_function<<<1, 256>>>(out, in); },
      [&](int i) { return low + i; });
  a.check(
      "changes", out, 96, [&] { changes<<<1, 96>>>(out); },
      [](int i) {
        int n = 0, last = -1;
        auto const add = [&](int by) {
          int votes = 0;
          for (int t = i / 32 * 32; t < i / 32 * 32 + 32; ++t) votes += (t + by) % 3 == 0;
          if ((i + by) % 3 == 0) n += votes, last = i + by;
          return n > 20;
        };
        for (int k = 0; k < 4; ++k) add(k);
        n += add(2) ? 500 : 1000;
        return n * 1000 + last + 7;
      });
  a.check(
      "statics", out, 64, [&] { statics<<<1, 64>>>(out); },
      [](int i) {
        int const first = i / 32 * 32;
        int const moved = (i + 1) % 32 * 10 + (i + 2) % 32 + (i + 3) % 32 * 2 + 3 * 7;
        return (first * 32 + 496 + 32) * 1000 + 496 * 2 + moved;
      });
  a.check(
      "static_by_object", out, 64, [&] { static_by_object<<<1, 64>>>(out); },
      [](int) { return 496 * 3 + 64; });
  a.check(
      "shared_object", out, 64, [&] { shared_object<<<1, 64>>>(out, global); },
      [](int i) { return (i + 8) % 64 + 2000 + (100 + (i + 1) % 64) * 10000; });
  a.check(
      "made_by_threads", out, 128, [&] { made_by_threads<<<1, 128>>>(out, 9); },
      [](int i) {
        return i + (5 + i) * 3 + (9 + i) * 2 * 5 + (7 + i) * 7 + (9 + i) * 11 + i * 13 + i * 2;
      });
  int* const table = managed<int>();
  for (int i = 0; i < 13; ++i) table[i] = i * 5 % 13;
  a.check(
      "cipher", out, 128, [&] { cipher<<<1, 128>>>(out, table); },
      [&](int i) {
        int by[] = {table[i % 13], table[i * 5 % 13]}, to[4];
        steps(table, to, 4, by, i * 3);
        return to[0] + to[1] * 13 + to[2] * 169 + to[3] * 2197;
      });
  cudaFree(out);
  cudaFree(in);
  cudaFree(global);
  cudaFree(table);
}
