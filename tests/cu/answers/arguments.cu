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
  cudaFree(out);
}
