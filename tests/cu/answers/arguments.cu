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

}  // namespace

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
  auto const plane = managed<int[2][4]>();
  for (int i = 0; i < 32; ++i) plane[i / 8][i / 4 % 2][i % 4] = i * i;
  all.check("planes of constants", out, 32, [&] { planes<<<1, 32>>>(plane, out); },
            [](int i) { return i * i + 1; });
  cudaFree(plane);
  all.check("functions of an argument's namespace", out, 32, [&] { by_argument<<<1, 32>>>(out); },
            [](int i) { return 2 * i + 1; });
  cudaFree(out);
}
