// SPDX-License-Identifier: MIT
// Members that all objects of a class share, read through one of them, and members that lie in
// none.
#include "answers.cuh"

namespace {

template <class T>
struct vec {
  T v[8];
  static constexpr int size = 8;
  using value_type = T;
  static const int old = 3;
  enum { red = 5, green };
  static constexpr int table[4] = {1, 2, 3, 4};
  static __host__ __device__ constexpr int twice(int x) { return 2 * x; }
};
struct base {
  static constexpr int width = 4;
  static const int height = 6;
};
struct derived : base {
  int s;
  float w[3];
};
template <class B>
struct over : B {
  int more;
};
union both {
  float f;
  int i;
  static constexpr int count = 2;
};
struct refs {
  int& r;
};
namespace n {
struct inner {
  int a, b;
  static constexpr unsigned char tag = 200;
  struct deep {
    short q;
    static constexpr int lim = 3;
  } d;
};
}  // namespace n
using V = vec<float>;
typedef struct tagged {
  int a;
  float b;
} tagged_t;

__global__ void loop(int* out, const V* in) {
  V a = in[threadIdx.x];
  int t = 0;
  for (int i = 0; i < a.size; ++i) t += (int)a.v[i];
  const V* p = in + threadIdx.x;
  for (int i = 0; i < p->size; ++i) t += (int)p->v[i];
  out[threadIdx.x] = t + a.red * 100 + p->green * 1000 + a.old + p->old + a.table[threadIdx.x % 4] +
                     p->table[2] + a.twice(threadIdx.x);
}
template <class T>
__global__ void generic(int* out, const T* in) {
  T a = in[threadIdx.x];
  int t = 0;
  for (int i = 0; i < a.size; ++i) t += (int)a.v[i];
  auto b = a;
  auto const& c = in[threadIdx.x];
  b.v[0] += 1;
  t += b.size + c.size + (int)b.v[0] + c.table[threadIdx.x & 3] + b.red + c.green + b.old;
  typename T::value_type z = T::size;
  out[threadIdx.x] = t + (int)z;
}
__global__ void inherited(int* out, const derived* in, over<derived>* o) {
  derived d = in[threadIdx.x];
  d.s += 1;
  over<derived> x = o[threadIdx.x];
  x.more += 1;
  out[threadIdx.x] = d.width + d.height + d.s + x.width + x.height + x.more + x.s +
                     o[threadIdx.x].width + in[threadIdx.x].height;
}
__global__ void others(int* out, const both* in, n::inner* ni, tagged_t* tg) {
  both u = in[threadIdx.x];
  u.f += 1;
  n::inner m = ni[threadIdx.x];
  m.a += 1;
  m.d.q += 2;
  tagged_t g = tg[threadIdx.x];
  g.a += 1;
  out[threadIdx.x] = u.count + (int)u.f + m.tag + m.a + m.d.q + m.d.lim + ni[threadIdx.x].d.lim +
                     g.a + (int)tg[threadIdx.x].b;
}
__device__ int global_sum;
struct counted {
  int own;
  static __device__ int shared_one;
};
__device__ int counted::shared_one = 7;
__global__ void statics(int* out, counted* c) {
  counted x;
  x.own = threadIdx.x;
  c[threadIdx.x].own = 1;
  if (threadIdx.x == 3) x.shared_one = 9;
  __syncthreads();
  counted y;
  y.own = 2 * threadIdx.x;
  out[threadIdx.x] = x.own + y.own + y.shared_one + c[threadIdx.x].shared_one;
}

// Static constants that nothing defines have no address.
__global__ void undefined(int* out, const V* in) {
  int const t = threadIdx.x * base::height;
  memcpy(out + threadIdx.x, &t, V::old + sizeof(char));
  out[threadIdx.x] += min(vec<double>::old, (int)threadIdx.x);
}

// Constants and types that a variable is asked for.
struct S {
  float s;
  static constexpr int width = 3;
  static constexpr int size = 4;
  int k;
};
template <int N>
__device__ int times(int x) {
  return N * x;
}
__global__ void sizes(int* out, const S* in) {
  S a = in[threadIdx.x];
  a.k += 1;
  int buf[a.width];
  for (int i = 0; i < a.width; ++i) buf[i] = threadIdx.x + i;
  int t = 0;
  for (int i = 0; i < 3; ++i) t += buf[i];
  out[threadIdx.x] = t + a.k;
}
__global__ void args(int* out, const S* in) {
  S a = in[threadIdx.x];
  a.k += 1;
  out[threadIdx.x] = times<a.width>(threadIdx.x) + a.k;
}
__global__ void cases(int* out, const S* in) {
  S a = in[threadIdx.x];
  a.k += 1;
  int t = 0;
  switch (threadIdx.x % 8) {
    case a.width:
      t = 5;
      break;
    case a.size:
      t = 6;
      break;
    default:
      t = 1;
  }
  if constexpr (a.width == 3)
    t += 10;
  else
    t += 100;
  out[threadIdx.x] = t + a.k;
}
__global__ void konst(int* out, const S* in) {
  S a = in[threadIdx.x];
  a.k += 1;
  constexpr int w = a.width;
  static_assert(a.width == 3);
  float f = 1;
  char b[sizeof(a)];
  char c[sizeof(f)];
  out[threadIdx.x] = w + a.k + (int)sizeof(b) + (int)sizeof(c) + (int)sizeof(a.s) + (int)sizeof a;
}
__global__ void dec(int* out, const S* in) {
  S a = in[threadIdx.x];
  a.k += 1;
  decltype(a.s) z = 2;
  out[threadIdx.x] = (int)z + decltype(a)::width + a.k;
}
__global__ void ref(int* out) {
  int mine = threadIdx.x, other = 5;
  refs r{mine};
  r.r += 1;
  out[threadIdx.x] = mine + r.r + other;
}

// Names for the elements of a thread's own array, of a row of memory and of a row of shared memory.
__device__ int table[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
__global__ void named_elements(int* out) {
  __shared__ int rows[64][2];
  int const i = threadIdx.x;
  int own[2] = {i, 5};
  auto& [first, second] = own;
  second += first;
  own[0] = 9;
  auto& [a, b, c] = table[i & 3];
  auto& [x, y] = rows[i];
  x = first + own[1];
  y = a + 10 * b + 100 * c;
  __syncthreads();
  auto const& [u, v] = rows[63 - i];
  out[i] = u + 1000 * v;
}

}  // namespace

void check_members(answers& a) {
  int* const out = managed<int>();
  V* const in = managed<V>();
  derived* const d = managed<derived>();
  over<derived>* const o = managed<over<derived>>();
  both* const b = managed<both>();
  n::inner* const ni = managed<n::inner>();
  tagged_t* const tg = managed<tagged_t>();
  counted* const c = managed<counted>();
  S* const s = managed<S>();
  for (int i = 0; i < 128; ++i) {
    for (int k = 0; k < 8; ++k) in[i].v[k] = float(i + k);
    d[i].s = i;
    o[i].s = 2 * i;
    o[i].more = 3 * i;
    b[i].f = float(i);
    ni[i] = {i, 2 * i, {short(i)}};
    tg[i] = {i, 2.f * i};
    s[i] = {float(i), 2 * i};
  }
  a.check(
      "members: loop", out, 128, [&] { loop<<<1, 128>>>(out, in); },
      [](int i) { return 2 * (8 * i + 28) + 500 + 6000 + 6 + i % 4 + 1 + 3 + 2 * i; });
  a.check(
      "members: undefined", out, 128, [&] { undefined<<<1, 128>>>(out, in); },
      [](int i) { return 6 * i + (i < 3 ? i : 3); });
  a.check(
      "members: generic", out, 128, [&] { generic<V><<<1, 128>>>(out, in); },
      [](int i) { return 8 * i + 28 + 8 + 8 + i + 1 + i % 4 + 1 + 5 + 6 + 3 + 8; });
  a.check(
      "members: inherited", out, 128, [&] { inherited<<<1, 128>>>(out, d, o); },
      [](int i) { return 4 + 6 + i + 1 + 4 + 6 + 3 * i + 1 + 2 * i + 4 + 6; });
  a.check(
      "members: others", out, 128, [&] { others<<<1, 128>>>(out, b, ni, tg); },
      [](int i) { return 2 + i + 1 + 200 + i + 1 + i + 2 + 3 + 3 + i + 1 + 2 * i; });
  a.check(
      "members: statics", out, 128, [&] { statics<<<1, 128>>>(out, c); },
      [](int i) { return i + 2 * i + 9 + 9; });
  a.check(
      "members: sizes", out, 128, [&] { sizes<<<1, 128>>>(out, s); },
      [](int i) { return 3 * i + 3 + 2 * i + 1; });
  a.check(
      "members: args", out, 128, [&] { args<<<1, 128>>>(out, s); },
      [](int i) { return 3 * i + 2 * i + 1; });
  a.check(
      "members: cases", out, 128, [&] { cases<<<1, 128>>>(out, s); },
      [](int i) {
        return (i % 8 == 3 ? 5 : i % 8 == 4 ? 6 : 1) + 10 + 2 * i + 1;
      });
  a.check(
      "members: konst", out, 128, [&] { konst<<<1, 128>>>(out, s); },
      [](int i) { return 3 + 2 * i + 1 + 8 + 4 + 4 + 8; });
  a.check(
      "members: dec", out, 128, [&] { dec<<<1, 128>>>(out, s); },
      [](int i) { return 2 + 3 + 2 * i + 1; });
  a.check(
      "members: ref", out, 128, [&] { ref<<<1, 128>>>(out); },
      [](int i) { return 2 * (i + 1) + 5; });
  a.check(
      "members: named elements", out, 64, [&] { named_elements<<<1, 64>>>(out); },
      [](int i) { return 9 + 63 - i + 5 + 1000 * (321 + 333 * ((63 - i) & 3)); });
}
