// SPDX-License-Identifier: MIT
// What comes first: what an operand changes, the next one of `&&`, `||`, `?:` and `,` reads, and so
// do the two sides of an `if`.
#include "answers.cuh"

namespace {

__device__ int bump(int& r) {
  r += 5;
  return r;
}
__device__ int taken(int* from) { return (*from)++; }

__global__ void conditions(int* out, int const* in) {
  int i = threadIdx.x;
  int c, r = 0;
  if ((c = in[i]) > 3 && c < 40) r |= 1;
  if ((c = in[i + 1]) > 50 || c < 20) r |= 2;
  r += (c = in[i + 2]) > 30 ? c * 8 : -c * 8;
  if ((c = in[i + 3]) > 44)
    r += c;
  else
    r += -c;
  int h = in[i];
  if (bump(h) > 40 && h < 70) r ^= 512;
  int w = in[i];
  r += (w++ & 1) ? w : w * 2;
  out[i] = r;
}
int conditions_of(int const* in, int i) {
  int r = 0;
  int c = in[i];
  if (c > 3 && c < 40) r |= 1;
  c = in[i + 1];
  if (c > 50 || c < 20) r |= 2;
  c = in[i + 2];
  r += c > 30 ? c * 8 : -c * 8;
  c = in[i + 3];
  r += c > 44 ? c : -c;
  int const h = in[i] + 5;
  if (h > 40 && h < 70) r ^= 512;
  int const w = in[i] + 1;
  r += in[i] & 1 ? w : w * 2;
  return r;
}

__global__ void loops(int* out, int const* in) {
  int i = threadIdx.x;
  int r = 0, c = 0, n = i % 7;
  int const* s = in + i;
  while ((c = *s++) > 0 && c != 60) r += c;
  do r ^= n;
  while ((n = in[(i + n + 1) % 64]) < 50 && n > 10);
  int lo = 0, hi = 63, mid = 0;
  while (lo <= hi && (mid = (lo + hi) / 2) != i) {
    if (mid < i)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  int left = in[i];
  bool const both = taken(&left) > 20 && left < 60;
  out[i] = r + mid * 1000 + both * 7;
}
int loops_of(int const* in, int i) {
  int r = 0, n = i % 7;
  for (int j = i;; ++j) {
    if (in[j] <= 0 || in[j] == 60) break;
    r += in[j];
  }
  for (;;) {
    r ^= n;
    n = in[(i + n + 1) % 64];
    if (n >= 50 || n <= 10) break;
  }
  int lo = 0, hi = 63, mid = 0;
  while (lo <= hi) {
    mid = (lo + hi) / 2;
    if (mid == i) break;
    if (mid < i)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return r + mid * 1000 + (in[i] > 20 && in[i] + 1 < 60) * 7;
}

struct triple {
  int x, y, z;
};
// Lists have an order, too, and the sides of a shift.
__global__ void lists(int* out, int const* in) {
  int j = threadIdx.x;
  int const* p = in + j;
  int v[3] = {*p++, *p++, *p++};
  triple q = {j++, j++, j * 2};
  triple s{j, ++j, ++j};
  int2 t = {j++, j};
  t.x += 1 << ((threadIdx.x & 1 ? j++ : j) & 7) << (j & 3);
  out[threadIdx.x] = v[0] + v[1] * 3 + v[2] * 5 + q.x * 7 + q.y * 11 + q.z * 13 + s.x * 17 +
                     s.y * 19 + s.z * 23 + t.x * 29 + t.y * 31;
}
int lists_of(int const* in, int i) {
  int const j = i + 2;
  return in[i] + in[i + 1] * 3 + in[i + 2] * 5 + i * 7 + (i + 1) * 11 + 2 * j * 13 + j * 17 +
         (j + 1) * 19 + (j + 2) * 23 +
         (j + 2 + (1 << ((j + 3) & 7) << ((j + 3 + (i & 1)) & 3))) * 29 + (j + 3) * 31;
}

// Of an assignment, the right side comes first.
__global__ void assignments(int* out, int const* in) {
  int i = threadIdx.x;
  int a[4] = {1, 2, 3, 4};
  int k = i & 3;
  a[k] += (k = 3 - k) + 1;
  a[k & 1] -= k++;
  int const cast = in[i] > (int)(in[i] * 0.5f + k);
  out[i] = a[0] + a[1] * 7 + a[2] * 49 + a[3] * 343 + cast;
}
int assignments_of(int const* in, int i) {
  int a[4] = {1, 2, 3, 4};
  int const k = 3 - (i & 3);
  a[k] += k + 1;
  a[(k + 1) & 1] -= k;
  return a[0] + a[1] * 7 + a[2] * 49 + a[3] * 343 + (in[i] > int(in[i] * 0.5f + (k + 1)));
}

struct generator {
  unsigned s;
  __host__ __device__ unsigned next() {
    s = s * 1664525u + 1013904223u;
    return s >> 20;
  }
};
// The items of lists alone.
__global__ void items(int* out) {
  int j = threadIdx.x;
  generator g{unsigned(j)};
  triple q = {j++, j++, j * 2};
  triple s{j, ++j, ++j};
  int2 t = {j++, j};
  uint2 r{g.next(), g.next() * 2};
  q = {q.z, q.x + j++, j};
  out[threadIdx.x] = q.x * 7 + q.y * 11 + q.z * 13 + s.x * 17 + s.y * 19 + s.z * 23 + t.x * 29 +
                     t.y * 31 + int(r.x * 37 + r.y * 41);
}
int items_of(int i) {
  int const j = i + 2;
  generator g{unsigned(i)};
  unsigned const a = g.next(), b = g.next() * 2;
  return 2 * j * 7 + (i + j + 3) * 11 + (j + 4) * 13 + j * 17 + (j + 1) * 19 + (j + 2) * 23 +
         (j + 2) * 29 + (j + 3) * 31 + int(a * 37 + b * 41);
}
__host__ __device__ unsigned next(unsigned* s) {
  *s = *s * 1664525u + 1013904223u;
  return *s >> 20;
}
struct triple_of_numbers {
  unsigned x, y, z;
  __host__ __device__ triple_of_numbers(unsigned a, unsigned b, unsigned c) : x(a), y(b), z(c) {}
};
__device__ unsigned mixed(unsigned a, unsigned b, unsigned c) { return a * 3 + b * 5 + c * 7; }
__device__ unsigned mixed(triple_of_numbers v) { return mixed(v.x, v.y, v.z); }
__device__ triple_of_numbers random_triple(generator& g) {
  return triple_of_numbers(g.next(), g.next(), g.next());
}

struct pair_of_numbers {
  unsigned x, y;
};
__host__ __device__ pair_of_numbers operator-(pair_of_numbers const& a, pair_of_numbers const& b) {
  return {a.x * 3 - b.x, a.y * 5 - b.y};
}
__host__ __device__ pair_of_numbers operator*(pair_of_numbers a, unsigned b) {
  return {a.x * b, a.y + b};
}
__host__ __device__ pair_of_numbers next_pair(unsigned* s) {
  unsigned const a = next(s);
  return {a, next(s)};
}
__device__ unsigned grown(unsigned& x) { return x = x * 5 + 1; }
// So are operands, of the program's operators, too; a variable is read when its turn comes.
__global__ void operands(int* out) {
  unsigned s = threadIdx.x;
  unsigned r = 0, x = threadIdx.x + 1;
  pair_of_numbers const p = next_pair(&s) - next_pair(&s) * next(&s);
  r += p.x * 3 + p.y * 5;
  r += x + (x = r % 90) * 3;
  r += x - grown(x) * 3 + (x & 15);
  r += -x + (x += 2);
  r += max(x, x = r & 1023) * 7;
  pair_of_numbers q{x, 4};
  pair_of_numbers const t = q * grown(q.x) - q;
  out[threadIdx.x] = r + t.x * 11 + t.y * 13;
}
int operands_of(int thread) {
  unsigned s = thread;
  unsigned r = 0, x = thread + 1;
  pair_of_numbers const p1 = next_pair(&s);
  pair_of_numbers const p2 = next_pair(&s);
  pair_of_numbers const p = p1 - p2 * next(&s);
  r += p.x * 3 + p.y * 5;
  unsigned const y = r % 90;
  r += x + y * 3;
  unsigned const z = y * 5 + 1;
  r += y - z * 3 + (z & 15);
  r += 2;
  unsigned const w = r & 1023;
  r += (z + 2 > w ? z + 2 : w) * 7;
  pair_of_numbers const q{w * 5 + 1, 4};
  pair_of_numbers const t = pair_of_numbers{w, 4} * q.x - q;
  return int(r + t.x * 11 + t.y * 13);
}

// The right side of a step comes before what the left one changes.
__global__ void steps(int* out) {
  int i = threadIdx.x & 3;
  unsigned a[5] = {1, 2, 3, 4, 5};
  a[i++] += i * 3;
  unsigned* e = a + i;
  *e-- -= *e * 7;
  out[threadIdx.x] = a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + a[4] * 9;
}
int steps_of(int thread) {
  int const i = thread & 3;
  unsigned a[5] = {1, 2, 3, 4, 5};
  a[i] += i * 3;
  a[i + 1] -= a[i + 1] * 7;
  return int(a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + a[4] * 9);
}

// Arguments from left to right, as an H100 evaluates them.
__global__ void arguments(int* out) {
  unsigned s = threadIdx.x, i = threadIdx.x;
  unsigned r = mixed(next(&s), next(&s), next(&s));
  uint3 const u = make_uint3(next(&s), next(&s), next(&s));
  r += mixed(u.x, u.y, u.z) * 3;
  triple_of_numbers const v(next(&s), 2, next(&s));
  r ^= mixed(v);
  generator g{s};
  r += mixed(random_triple(g)) + max(g.next(), 2 * g.next());
  r = r * 31 + mixed(triple_of_numbers(mixed(i++, i++, 0), g.next() - 3 * g.next(), i));
  out[threadIdx.x] = r + next(&s) * 3 - next(&s);
}
int arguments_of(int thread) {
  unsigned s = thread;
  unsigned n[3];
  auto const three = [&] {
    for (unsigned& x : n) x = next(&s);
    return n[0] * 3 + n[1] * 5 + n[2] * 7;
  };
  unsigned r = three();
  r += three() * 3;
  n[0] = next(&s);
  r ^= n[0] * 3 + 2 * 5 + next(&s) * 7;
  generator g{s};
  n[0] = g.next();
  n[1] = g.next();
  r += n[0] * 3 + n[1] * 5 + g.next() * 7;
  n[0] = g.next();
  n[1] = 2 * g.next();
  r += n[0] > n[1] ? n[0] : n[1];
  unsigned const i = thread;
  n[0] = g.next();
  r = r * 31 + (i * 3 + (i + 1) * 5) * 3 + (n[0] - 3 * g.next()) * 5 + (i + 2) * 7;
  n[0] = next(&s);
  return int(r + n[0] * 3 - next(&s));
}

// Operands of an operator that the program has for a class of its own, and whose types the .cu step
// does not know: numbers here, which are read when their turn comes.
template <class Derived>
struct counter {
  __device__ int advance(int by) {
    for (int i = 0; i < by; ++i) self().step(i);
    return self().n * 3;
  }
  __device__ Derived& self() { return static_cast<Derived&>(*this); }
};
struct tally : counter<tally> {
  int n;
  __device__ explicit tally(int x) : n(x) {}
  __device__ void step(int i) { n += i + 1; }
  __device__ tally operator+(tally const& o) const { return tally(n + o.n); }
  __device__ tally operator-(tally const& o) const { return tally(n - o.n); }
};
__global__ void members(int* out, int const* in) {
  tally t(in[threadIdx.x]);
  int const after = (t.advance(2 + threadIdx.x % 3) + t.n) * 5;
  int const before = (t.n - t.advance(2)) * 11;
  out[threadIdx.x] = after + before + (t + tally(7)).n;
}
int members_of(int const* in, int thread) {
  int n = in[thread];
  for (int i = 0; i < 2 + thread % 3; ++i) n += i + 1;
  int const after = (n * 3 + n) * 5, before = (n - (n + 3) * 3) * 11;
  return after + before + n + 3 + 7;
}

}  // namespace

void check_order(answers& a) {
  int* const out = managed<int>();
  int* const in = managed<int>();
  for (int i = 0; i < count; ++i) in[i] = i % 9 == 8 ? -1 : (i * 37 + 11) % 83;
  a.check(
      "order: conditions", out, 64, [&] { conditions<<<1, 64>>>(out, in); },
      [&](int i) { return conditions_of(in, i); });
  a.check(
      "order: loops", out, 64, [&] { loops<<<1, 64>>>(out, in); },
      [&](int i) { return loops_of(in, i); });
  a.check(
      "order: lists", out, 64, [&] { lists<<<1, 64>>>(out, in); },
      [&](int i) { return lists_of(in, i); });
  a.check(
      "order: items", out, 64, [&] { items<<<1, 64>>>(out); }, items_of);
  a.check(
      "order: assignments", out, 64, [&] { assignments<<<1, 64>>>(out, in); },
      [&](int i) { return assignments_of(in, i); });
  a.check(
      "order: operands", out, 64, [&] { operands<<<1, 64>>>(out); }, operands_of);
  a.check(
      "order: steps", out, 64, [&] { steps<<<1, 64>>>(out); }, steps_of);
  a.check(
      "order: arguments", out, 64, [&] { arguments<<<1, 64>>>(out); }, arguments_of);
  a.check(
      "order: members", out, 64, [&] { members<<<1, 64>>>(out, in); },
      [&](int i) { return members_of(in, i); });
  cudaFree(out);
  cudaFree(in);
}
