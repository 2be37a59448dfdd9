// SPDX-License-Identifier: MIT
// Objects of classes as arguments of launches.
#include "answers.cuh"

namespace {

/// Owns device memory, and converts to what a kernel takes.
struct owner {
  int* p;
  static int freed;
  explicit owner(int n) {
    cudaMalloc(&p, n * sizeof(int));
    cudaMemset(p, 0, n * sizeof(int));
  }
  ~owner() {
    ++freed;
    cudaFree(p);
  }
  operator int*() { return p; }
};
int owner::freed = 0;

/// Counts how often it is asked for its number.
struct counted {
  static int asked;
  operator int() const { return ++asked; }
  ~counted() {}
};
int counted::asked = 0;

/// A class that a kernel takes as it is, made of numbers too.
struct number {
  int v;
  number(int n) : v(n) {}
  number(float f) : v(int(f)) {}
  number(number const& from) : v(from.v) {}
  ~number() {}
};

__global__ void fill(int* out, int by, number n) { out[threadIdx.x] = by * 100 + n.v; }
__global__ void __launch_bounds__(64) add(const int* in, int* out, int by) {
  out[threadIdx.x] += in[threadIdx.x] + by;
}
template <class N>
__global__ void take(N n, int* out) {
  out[threadIdx.x] += n.v;
}

// Arrays of two dimensions of constants, and a function that its argument's namespace has.
__global__ void planes(const int in[][2][4], int* out) {
  out[threadIdx.x] = in[threadIdx.x / 8][threadIdx.x / 4 % 2][threadIdx.x % 4] + 1;
}
namespace apart {
struct number {
  int v;
};
template <class T>
__device__ int twice(T n) {
  return 2 * n.v;
}
}  // namespace apart
__global__ void by_argument(int* out) {
  apart::number const n = {int(threadIdx.x)};
  out[threadIdx.x] = twice(n) + 1;
}


// Aliases bring __restrict__ into the types of arguments.
template <class T>
using to = T* __restrict__;
template <class T>
using from = T const* const __restrict__;
typedef int* __restrict__ to_numbers;
template <class T>
__global__ void by_aliases(to<T> out, from<int> in, int n) {
  out[threadIdx.x] = in[threadIdx.x] * n;
}
__global__ void by_moved_aliases(to<int> out, from<int> in) {
  out += threadIdx.x;
  to_numbers const p = out;
  *p = in[threadIdx.x] + 1;
}

}  // namespace


// Defaults that each thread has a number of its own for.
__device__ int own_number() { return threadIdx.x; }
__device__ int by_default(int x, int own = threadIdx.x * 2) { return x * 100 + own; }
__device__ int by_call(int x, int own = own_number()) { return x * 100 + own; }
template <class T>
__device__ T by_type(T x, T own = T(threadIdx.x) * 3) {
  return x + own;
}
struct numbered {
  int own = threadIdx.x;
  __device__ int with(int more = threadIdx.x) const { return own * 10 + more; }
};
__device__ int by_object(numbered of = numbered{}) { return of.with(1); }
__device__ unsigned odd_lanes() { return __ballot_sync(~0u, threadIdx.x & 1); }
__device__ int by_vote(unsigned odd = odd_lanes()) { return int(odd >> 1); }
__global__ void defaults(int* out) {
  int const i = threadIdx.x;
  out[i] = by_default(1) + by_default(1, 2);
  out[32 + i] = by_call(3);
  out[64 + i] = by_type(5);
  out[96 + i] = numbered{}.with() + by_object();
  out[128 + i] = by_vote();
}

struct cell {
  int v;
  cell() = default;
  cell(cell const&) = delete;
};
template <class T>
__global__ void store_to(T& x, int v) {
  x.v = v;
}
template <class T>
__global__ void raise(T& x) {
  atomicAdd(&x, 1);
}
template <class T>
__global__ void copy_out(T const& x, int* out) {
  out[threadIdx.x] = x + threadIdx.x;
}
__global__ void add_cell(cell& to, cell const& from) { to.v += from.v; }

void check_arguments(answers& all) {
  int* const out = managed<int>();
  all.check(
      "objects that convert", out, 32,
      [&] {
        counted::asked = 0;
        {
          owner a(32), b(32);
          number const n(7);
          counted c;
          fill<<<1, 32>>>(a, 3, n);
          add<<<1, 32>>>(a, b, c);
          take<<<1, 32>>>(n, b.p);
          cudaMemcpy(out, b, 32 * sizeof(int), cudaMemcpyDefault);
        }
      },
      [](int) { return 307 + 1 + 7; });
  all.check(
      "objects that convert do so once, their owners free once", out, 2,
      [&] {
        owner::freed = counted::asked = 0;
        {
          owner a(32);
          counted c;
          add<<<1, 32>>>(a, a, c);
          cudaDeviceSynchronize();
        }
        out[0] = counted::asked;
        out[1] = owner::freed;
      },
      [](int) { return 1; });
  all.check(
      "and so where a pointer says the kernel", out, 2,
      [&] {
        owner::freed = counted::asked = 0;
        {
          owner a(32);
          counted c;
          void (*kernel)(const int*, int*, int) = add;
          kernel<<<1, 32>>>(a, a, c);
          cudaDeviceSynchronize();
        }
        out[0] = counted::asked;
        out[1] = owner::freed;
      },
      [](int) { return 1; });
  cell* const cells = managed<cell>();
  all.check(
      "references to what nobody copies, and of types that are deduced", out, 32,
      [&] {
        cells[0].v = 1;
        cells[1].v = 5;
        store_to<<<1, 1>>>(cells[0], 10);
        add_cell<<<1, 1>>>(cells[1], cells[0]);
        raise<<<1, 32>>>(cells[1].v);
        copy_out<<<1, 32>>>(cells[1].v, out);
      },
      [](int i) { return 10 + 5 + 32 + i; });
  cudaFree(cells);
  auto const plane = managed<int[2][4]>();
  for (int i = 0; i < 32; ++i) plane[i / 8][i / 4 % 2][i % 4] = i * i;
  all.check("planes of constants", out, 32, [&] { planes<<<1, 32>>>(plane, out); },
            [](int i) { return i * i + 1; });
  cudaFree(plane);
  all.check("functions of an argument's namespace", out, 32, [&] { by_argument<<<1, 32>>>(out); },
            [](int i) { return 2 * i + 1; });
  all.check("defaults that differ by thread", out, 160, [&] { defaults<<<1, 32>>>(out); },
            [](int i) {
              int const t = i % 32;
              int const expected[] = {202 + 2 * t, 300 + t, 5 + 3 * t, 21 * t + 1, 0x55555555};
              return expected[i / 32];
            });
  int* const in = managed<int>();
  for (int i = 0; i < count; ++i) in[i] = i * i;
  all.check("arguments by aliases", out, 64, [&] { by_aliases<int><<<1, 64>>>(out, in, 3); },
            [](int i) { return 3 * i * i; });
  all.check("moved arguments by aliases", out, 64, [&] { by_moved_aliases<<<1, 64>>>(out, in); },
            [](int i) { return i * i + 1; });
  cudaFree(in);
  cudaFree(out);
}
