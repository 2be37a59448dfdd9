// SPDX-License-Identifier: MIT
// Objects that change when they are called, by operators, and by what methods and functions refer to.
#include "answers.cuh"

namespace {

struct counter {
  int k;
  __device__ int operator()(int x) {
    k += x & 3;
    return k * 2 + x;
  }
  __device__ int operator+(int x) { return k++ + x; }
  __device__ bool operator==(int x) {
    k += 2;
    return k == x;
  }
  __device__ int operator-() {
    k ^= 5;
    return k;
  }
  __device__ counter& operator<<(int x) {
    k = k * 3 + x;
    return *this;
  }
};
__device__ int operator%(int x, counter& c) {
  c.k -= 2 * x;
  return c.k;
}
struct shifted {
  int by;
  __device__ int operator()(int x) const { return x << by; }
};
// What it gives hangs on whether it may change.
struct telling {
  int calls;
  __device__ int operator()(int x) { return x + ++calls; }
  __device__ int operator()(int x) const { return x - 1000; }
};
struct stack {
  int top, items[4];
  __device__ stack& push(int x) {
    items[top++ & 3] = x;
    return *this;
  }
  __device__ int& last() { return items[(top - 1) & 3]; }
  __device__ int sum() const { return items[0] + items[1] * 3 + items[2] * 5 + items[3] * 7; }
};
__device__ int& chosen(int& a, int& b, int which) { return which & 1 ? a : b; }

template <class Op>
__device__ int folded(Op op, int const* from, int n) {
  int v = 1;
  for (int i = 0; i < n; ++i) v = op(v ^ from[i]);
  return v;
}
template <class Op>
__device__ int called_twice(Op& op, int x) {
  int const first = op(x);
  return first + op(x + 1);
}

__global__ void calls(int* out, int const* in) {
  int const i = threadIdx.x;
  counter c{in[i] % 5};
  int r = c(in[i]);
  r += c(3);
  if (in[i] & 1) r += called_twice(c, in[i]);
  out[i] = r * 100 + c.k;
}
int calls_of(int const* in, int i) {
  counter c{in[i] % 5};
  int r = c(in[i]);
  r += c(3);
  if (in[i] & 1) {
    r += c(in[i]);
    r += c(in[i] + 1);
  }
  return r * 100 + c.k;
}

// A copy changes, in the loop of who has it; the caller's stays what it is.
__global__ void copies(int* out, int const* in) {
  int const i = threadIdx.x;
  counter c{in[i] % 5};
  int r = folded(c, in + i, 4);
  r ^= folded(shifted{in[i] & 3}, in, i & 3);
  telling t{0};
  r ^= folded(t, in + i, 2) << 4;
  out[i] = r * 10 + c.k;
}
int copies_of(int const* in, int i) {
  counter c{in[i] % 5};
  int v = 1, w = 1, x = 1;
  for (int j = 0; j < 4; ++j) v = c(v ^ in[i + j]);
  for (int j = 0; j < (i & 3); ++j) w = (w ^ in[j]) << (in[i] & 3);
  for (int j = 0; j < 2; ++j) x = (x ^ in[i + j]) + j + 1;
  return (v ^ w ^ x << 4) * 10 + in[i] % 5;
}

__global__ void operators(int* out, int const* in) {
  int const i = threadIdx.x;
  counter c{in[i]};
  int r = c + 4;
  if (c == in[i] + 3) r += 1000;
  r += -c;
  r += (i & 3) % c;
  c << r;
  out[i] = r * 7 + c.k;
}
int operators_of(int const* in, int i) {
  int k = in[i];
  int r = k++ + 4;
  k += 2;
  if (k == in[i] + 3) r += 1000;
  k ^= 5;
  r += k;
  k -= 2 * (i & 3);
  r += k;
  k = k * 3 + r;
  return r * 7 + k;
}

// The same operators of the same objects, in what others refer to.
__global__ void references(int* out, int const* in) {
  int const i = threadIdx.x;
  counter c{in[i]};
  c << 2 << i;
  stack s{0, {0, 0, 0, 0}};
  s.push(in[i]).push(i).push(3);
  s.last() += 4;
  s.last() ^= in[i];
  int a = 1, b = 2;
  chosen(a, b, in[i]) = 9;
  chosen(a, b, in[i] >> 1) += 5;
  out[i] = c.k + s.sum() * 1000 + a * 10 + b;
}
int references_of(int const* in, int i) {
  int n[2] = {2, 1};
  n[in[i] & 1] = 9;
  n[in[i] >> 1 & 1] += 5;
  return (in[i] * 3 + 2) * 3 + i + (in[i] + i * 3 + ((3 + 4) ^ in[i]) * 5) * 1000 + n[1] * 10 + n[0];
}

// Null pointers: in initialisers, lists, arguments, results, conditions.
struct link {
  int const* next;
  int* last;
  int n;
  __host__ __device__ link() : next(NULL), last(0), n(0) {}
  __host__ __device__ link(int const* a, float f) : next(a), last(nullptr), n(f) {}
};
template <class T>
struct cell {
  T* next;
  T value;
  __device__ cell() : next(0), value(0) {}
  __device__ cell(T* a, T v) : next(a), value(v) {}
};
struct pair_of {
  int const* p;
  int n;
};
__device__ int const* after(int const* in, int i) { return i % 3 == 0 ? NULL : in + i; }
__device__ int given(int const* p, int n) { return p == NULL ? n : p[0]; }
__global__ void nulls(int* out, int const* in) {
  int const i = threadIdx.x;
  link a, b(NULL, 2.75f);
  cell<int> c, d(NULL, i);
  pair_of e = {NULL, 3}, f;
  f = {after(in, i), i};
  int const* p = in[i] & 1 ? in : NULL;
  int r = (a.next == NULL) + 2 * (a.last == NULL) + 4 * a.n + 8 * (b.next == nullptr) + 16 * b.n;
  r += 100 * (c.next == NULL) + 200 * c.value + 400 * (NULL == d.next) + 1000 * d.value;
  r += 200000 * (p == 0) + 300000 * (0 == e.p);
  r += 100000 * (e.p == NULL) + given(NULL, i) + given(f.p, 5) + (p != NULL ? p[0] : 7);
  out[i] = r;
}
int nulls_of(int const* in, int i) {
  return 200000 * !(in[i] & 1) + 300000 + 1 + 2 + 8 + 32 + 100 + 400 + 1000 * i + 100000 + i +
         (i % 3 == 0 ? 5 : in[i]) +
         (in[i] & 1 ? in[0] : 7);
}

// What is asked for its truth, and what conditions declare.
struct maybe {
  int v;
  bool has;
  __host__ __device__ explicit operator bool() const { return has; }
};
__host__ __device__ maybe found(int const* in, int x) {
  maybe m = {0, false};
  for (int i = 0; i < 8; ++i)
    if (in[i] % 8 == x) {
      m.v = i;
      m.has = true;
    }
  return m;
}
__host__ __device__ int truth_of(int const* in, int i) {
  maybe const m = found(in, i & 7), n = found(in, in[i] & 3);
  int r = m ? 1 : 2;
  if (m && n) r += 10;
  if (m || !n) r += 100;
  if (maybe q = found(in, (i + 1) & 7)) r += 1000 * (q.v + 1);
  if (int v = in[i] & 3)
    r += v * 10000;
  else
    r -= v + 1;
  int turns = 0;
  while (int k = (r + turns) & 7) {
    r += 8 - k;
    if (k == 3) continue;
    if (++turns > 5) break;
    r += 3;
  }
  switch (int z = (r + turns) % 3) {
    case 0: return r + z;
    case 1: r *= 2; break;
    default: r -= z;
  }
  return r;
}
__global__ void truths(int* out, int const* in) { out[threadIdx.x] = truth_of(in, threadIdx.x); }

// What a reference or a pointer to a base class means by a name that the derived class has as well.
struct base {
  int v;
  __device__ int get() const { return v; }
};
struct derived : base {
  int w;
  __device__ int get() const { return v * 100 + w; }
};
__device__ int by_reference(base const& b) { return b.get(); }
__device__ int by_value(base b) {
  b.v += 1;
  return b.get();
}
__device__ int by_pointer(base const* b) { return b->get(); }
__global__ void references_to_base(int* out) {
  derived d;
  d.v = threadIdx.x;
  d.w = 7;
  out[threadIdx.x] = by_reference(d) * 10000 + d.get();
}
__global__ void values_of_base(int* out) {
  derived d;
  d.v = threadIdx.x;
  d.w = 7;
  out[threadIdx.x] = by_value(d) * 10000 + d.get();
}
__global__ void pointers_to_base(int* out) {
  derived d;
  d.v = threadIdx.x;
  d.w = 7;
  base const& named = d;
  out[threadIdx.x] = by_pointer(&d) * 10000 + named.get();
}

// Sums of objects without copies, which keep the addresses of what they are made of.
struct term {
  int const& of;
  __device__ explicit term(int const& x) : of(x) {}
  term(term const&) = delete;
  __device__ int value() const { return of; }
};
template <class A, class B>
struct sum_of {
  A const& a;
  B const& b;
  __device__ sum_of(A const& left, B const& right) : a(left), b(right) {}
  sum_of(sum_of const&) = delete;
  __device__ int value() const { return a.value() * 100 + b.value(); }
};
template <class A, class B>
__device__ sum_of<A, B> operator+(A const& a, B const& b) {
  return sum_of<A, B>(a, b);
}
template <class T>
__device__ T made(int const& x) {
  return T(x);
}
__global__ void kept(int* out) {
  int const x = threadIdx.x, y = 3;
  auto a = made<term>(x);
  auto b = made<term>(y);
  auto s = a + b;
  auto all = s + b;
  out[x] = all.value();
}

// An object in shared memory that all functions see.
template <int N>
struct slots {
  int of[N];
  __device__ int sum() const { return of[0] + of[N - 1]; }
};
__shared__ slots<8> everybodys;
__device__ void put(int i, int v) { everybodys.of[i] = v; }
__global__ void seen(int* out) {
  put(threadIdx.x, 3 * threadIdx.x + 1);
  __syncthreads();
  out[threadIdx.x] = everybodys.of[7 - threadIdx.x] * 100 + everybodys.sum();
}

// Operators that a class template declares as friends, which only their operands' class names.
template <class T>
struct dual {
  T value, slope;
  __device__ friend bool operator<(dual a, dual b) { return a.value < b.value; }
  __device__ friend dual operator^(dual a, int by) { return {a.value + by, a.slope * by}; }
};
__global__ void friends(int* out, int const* in) {
  int const i = threadIdx.x;
  dual<int> d = {in[i], 2};
  for (int k = 0; k < 3; ++k)
    if (d < dual<int>{in[i + 1] + k, 0}) d = d ^ 3;
  int const value = d.value, slope = d.slope;
  out[i] = value * 100 + slope;
}
int friends_of(int const* in, int i) {
  int value = in[i], slope = 2;
  for (int k = 0; k < 3; ++k)
    if (value < in[i + 1] + k) {
      value += 3;
      slope *= 3;
    }
  return value * 100 + slope;
}

}  // namespace

void check_objects(answers& a) {
  int* const out = managed<int>();
  int* const in = managed<int>();
  for (int i = 0; i < count; ++i) in[i] = (i * 37 + 11) % 83;
  a.check("objects: calls", out, 64, [&] { calls<<<1, 64>>>(out, in); },
          [&](int i) { return calls_of(in, i); });
  a.check("objects: copies", out, 64, [&] { copies<<<1, 64>>>(out, in); },
          [&](int i) { return copies_of(in, i); });
  a.check("objects: operators", out, 64, [&] { operators<<<1, 64>>>(out, in); },
          [&](int i) { return operators_of(in, i); });
  a.check("objects: references", out, 64, [&] { references<<<1, 64>>>(out, in); },
          [&](int i) { return references_of(in, i); });
  a.check("objects: nulls", out, 64, [&] { nulls<<<1, 64>>>(out, in); },
          [&](int i) { return nulls_of(in, i); });
  a.check("objects: truths", out, 64, [&] { truths<<<1, 64>>>(out, in); },
          [&](int i) { return truth_of(in, i); });
  a.check("objects: references to a base class", out, 64, [&] { references_to_base<<<1, 64>>>(out); },
          [&](int i) { return i * 10000 + i * 100 + 7; });
  a.check("objects: values of a base class", out, 64, [&] { values_of_base<<<1, 64>>>(out); },
          [&](int i) { return (i + 1) * 10000 + i * 100 + 7; });
  a.check("objects: pointers to a base class", out, 64, [&] { pointers_to_base<<<1, 64>>>(out); },
          [&](int i) { return i * 10000 + i; });
  a.check("objects: kept", out, 64, [&] { kept<<<1, 64>>>(out); },
          [&](int i) { return i * 10000 + 303; });
  a.check("objects: seen", out, 8, [&] { seen<<<1, 8>>>(out); },
          [&](int i) { return (3 * (7 - i) + 1) * 100 + 23; });
  a.check("objects: friends", out, 63, [&] { friends<<<1, 64>>>(out, in); },
          [&](int i) { return friends_of(in, i); });
  cudaFree(out);
  cudaFree(in);
}
