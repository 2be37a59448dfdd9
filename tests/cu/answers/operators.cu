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

// Steps of numbers and of objects in members, of which only the compiler knows which are integers.
template <class T>
struct triple {
  T x, y, z;
};
template <class T>
__host__ __device__ triple<T>& operator*=(triple<T>& a, T b) {
  a.x *= b;
  a.y *= b;
  a.z *= b;
  return a;
}
template <class A, class B>
__host__ __device__ A& operator/=(A& a, B b) {
  a.x /= b;
  a.y /= b;
  a.z /= b;
  return a;
}
template <class A, class B>
__host__ __device__ A& operator-=(A& a, B const& b) {
  a.x -= b.x;
  return a;
}
struct moving {
  triple<float> speed;
  int age;
  int turns;
  float weight;
};
#define AGE m.age
#define TIMES(place, by) place *= by
__host__ __device__ float stepped(moving m, float by, int i) {
  m.speed *= by;
  m.speed /= by + 1;
  m.age *= by;
  m.age -= by / 2;
  m.turns /= by;
  m.weight -= i;
  AGE *= by;
  TIMES(m.age, by);
  TIMES(AGE, by);
  TIMES(m.speed.z, 2);
  auto all = m.speed;
  all *= by;
  auto whole = i;
  whole /= by;
  return all.x + all.y * 2 + all.z * 4 + m.age + m.turns + m.weight + whole;
}
__global__ void steps(int* out, float by) {
  int const i = threadIdx.x;
  moving m;
  m.speed = triple<float>{1, 2.0f * i, 3};
  m.age = i;
  m.turns = 64 - i;
  m.weight = 0.5f;
  AGE += 2 * by;
  TIMES(m.weight, by);
  m.turns -= by;
  out[i] = stepped(m, by, i) * 16 + (i == 5);
  m.age *= 1e20f;
  AGE += by;
  auto most = i;
  most = by * 1e20f;
  out[i] += (m.age == 0x7fffffff) + 2 * (most == 0x7fffffff);
}
int steps_of(int i, float by) {
  moving m{{1, 2.0f * i, 3}, i, 64 - i, 0.5f * by};
  m.age += 2 * by;
  m.turns = int(m.turns - by);
  return int(stepped(m, by, i) * 16 + (i == 5)) + 3;
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
  a.check(
      "operators: steps of members", out, 64, [&] { steps<<<1, 64>>>(out, 1.5f); },
      [](int i) { return steps_of(i, 1.5f); });
}
