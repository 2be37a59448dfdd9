// SPDX-License-Identifier: MIT
// Operators that are templates which take anything: numbers keep their own.
#include "answers.cuh"

namespace {

template <class T>
struct pair_of {
  T x, y;
};
template <class A, class B>
__host__ __device__ pair_of<int> operator+(A const& a, B const& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class A, class B>
__host__ __device__ auto operator*(A a, B b) {
  return pair_of<int>{a.x * b.x, a.y * b.y};
}
template <class A>
__host__ __device__ A& operator+=(A& a, pair_of<int> b) {
  a = a + b;
  return a;
}
template <class A>
__host__ __device__ pair_of<int> operator-(A a) {
  return {-a.x, -a.y};
}
template <class A, class B>
__host__ __device__ bool operator<(A a, B b) {
  return a.x < b.x;
}
template <class A, class B>
__host__ __device__ A operator/(A a, B b) {
  a.x /= b.x;
  return a;
}

__host__ __device__ int summed(pair_of<int> a, int i, int n, int const* more) {
  pair_of<int> b = a + a;
  b += a;
  int const j = -(i + 1) * 2;
  int f = n;
  f += j;
  if (i < 7) b.x = -b.x / (i + 1);
  b = -b * a;
  if (b < a) b.y += f;
  for (int k = 0; k < i % 5; ++k) b.y += k / (i + 1) + more[k] * n;
  return (b / a).x * 31 + b.y;
}
__global__ void anything(int* out, int const* more, int n) {
  int const i = threadIdx.x;
  out[i] = summed({i + 1, 2 * i}, i, n, more);
}

}  // namespace

void check_operators(answers& a) {
  int* const out = managed<int>();
  int* const more = managed<int>();
  for (int i = 0; i < 5; ++i) more[i] = 3 * i + 1;
  a.check(
      "operators: templates that take anything", out, 64,
      [&] { anything<<<1, 64>>>(out, more, 3); },
      [&](int i) {
        return summed({i + 1, 2 * i}, i, 3, more);
      });
}
