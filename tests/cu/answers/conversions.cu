// SPDX-License-Identifier: MIT
// Floating-point numbers that an integer type cannot hold: a GPU has an answer for all of them, C++
// for none. Expected: what an H100 gave.
#include "answers.cuh"

#include <math.h>

namespace {

constexpr int inputs = 12;

struct whole_number {
  int i;
};
__device__ int whole_of(whole_number of) { return of.i; }
__global__ void to_int(float const* f, int* out) {
  unsigned const i = threadIdx.x;
  out[i] = (int)f[i];
  out[i + inputs] = static_cast<int>(f[i] * 1.0f) + 0;
  out[i + 2 * inputs] = -(int)-f[i];
  out[i + 3 * inputs] = int(f[i]);
  int const listed[] = {int(f[i]), 5};
  out[i + 4 * inputs] = listed[0];
  out[i + 5 * inputs] = listed[1] < int(f[i]) ? whole_of({int(f[i])}) : int(f[i]);
}
__global__ void to_unsigned(float const* f, int* out) {
  unsigned const i = threadIdx.x;
  out[i] = (int)((unsigned)f[i] >> 1);
  out[i + inputs] = (unsigned char)f[i];
  out[i + 2 * inputs] = static_cast<unsigned short>(f[i]);
  out[i + 3 * inputs] = (short)f[i];
}
__global__ void of_double(double const* d, int* out) {
  unsigned const i = threadIdx.x;
  out[i] = (int)d[i];
  out[i + inputs] = (int)((unsigned int)d[i] >> 1);
  out[i + 2 * inputs] = (int)((long long)d[i] >> 40);
  out[i + 3 * inputs] = (int)((unsigned long long)d[i] >> 40);
}
// Enumerators are int in arithmetic, although g++ and clang make such an enumeration of unsigned.
struct limits {
  enum { low = 3, high = 40 };
  int a;
};
enum color { red = 7, blue = 9 };
enum small : unsigned char { tiny = 200 };
__host__ __device__ int enumerators_of(int k, int i, color d, small t) {
  limits x{i - 20};
  switch (k) {
    case 0:
      return (x.low + x.a) % 2048 + (limits::high - 3 * x.a) / 7;
    case 1:
      return (red - x.a * 2) / 3 + (d - 20) / 2 + (t - 210) / 4;
    case 2:
      return (d < x.a) + (x.a < d) * 2 + (red > x.a) * 4;
    default:
      return -d / 2 + ~d % 3 + (i > 5 ? d : x.a) / 2 + min(d, x.a) + max(x.low, x.a);
  }
}
__global__ void enumerators(int* out, color const* e, small const* s) {
  int const i = threadIdx.x;
  color const d = e[i];
  small const t = s[i];
  limits x{i - 20};
  out[i] = (x.low + x.a) % 2048 + (limits::high - 3 * x.a) / 7;
  out[i + 64] = (red - x.a * 2) / 3 + (d - 20) / 2 + (t - 210) / 4;
  out[i + 128] = (d < x.a) + (x.a < d) * 2 + (red > x.a) * 4;
  out[i + 192] = -d / 2 + ~d % 3 + (i > 5 ? d : x.a) / 2 + min(d, x.a) + max(x.low, x.a);
}
// The same number in all threads.
__global__ void uniform(float const* f, int* out) {
  int const whole = (int)f[5];
  unsigned char const low = (unsigned char)f[1];
  out[threadIdx.x] = whole - low;
}
// The same with no cast.
__device__ int returned(float f) { return f; }
__device__ int taken(int i) { return i; }
struct of_members {
  unsigned char byte;
  struct {
    int a[2];
  } inner;
  float f;
};
__global__ void implicit(float const* f, int* out) {
  unsigned const i = threadIdx.x;
  int a = f[i];
  int b;
  b = f[i] * 1.0f;
  int by[2] = {0, 0};
  by[i % 2] = f[i];
  out[i] = a;
  out[i + inputs] = b;
  out[i + 2 * inputs] = f[i];
  out[i + 3 * inputs] = returned(f[i]);
  out[i + 4 * inputs] = taken(f[i]);
  out[i + 5 * inputs] = by[i % 2];
  int sum = 0;
  sum += f[i];
  out[i + 6 * inputs] = sum;
  const int floor = floorf(f[i] > 0 ? f[i] : ceilf(f[i]));
  out[i + 7 * inputs] = floor;
  unsigned char c = f[i];
  out[i + 8 * inputs] = c;
  short h;
  h = f[i];
  out[i + 9 * inputs] = h;
  int4 const made = make_int4(f[i], 0, f[i] * 1.0f, 0);
  out[i + 10 * inputs] = made.x;
  out[i + 11 * inputs] = made.z;
  of_members m;
  of_members* const p = &m;
  m.inner.a[i % 2] = f[i];
  m.f = f[i];
  out[i + 12 * inputs] = m.inner.a[i % 2];
  out[i + 13 * inputs] = int(m.f);
  int2 v;
  v.y = f[i];
  out[i + 14 * inputs] = v.y;
  p->byte = f[i];
  out[i + 15 * inputs] = m.byte;
}
// The same to types by other names, which only the compiler knows.
typedef int whole_t;
typedef whole_t again_t;
using byte_t = unsigned char;
namespace other {
typedef short half_t;
__device__ int taken(half_t x) { return x; }
}  // namespace other
template <class T>
struct names {
  typedef T type;
};
struct numbers {
  whole_t a;
  float b;
  __device__ numbers(float f) : a(f), b(f) {}
  numbers() = default;
  __device__ void set(whole_t x) { a = x; }
  __device__ whole_t get() const { return b; }
};
struct counter {
  int n;
  __device__ counter(int x) : n(x) {}
};
struct several {
  int x;
  unsigned char y;
  float z;
};
__device__ whole_t named(float f) { return f; }
__device__ int taken(int a, int b) { return a + b; }
__device__ float taken(float a, float b, float c) { return a + b + c; }
template <class T>
__device__ T given(T x) {
  return x;
}
template <class T>
__device__ T made(float f) {
  T x = f;
  return x;
}
template <class T>
__device__ T assigned(float f) {
  T x;
  x = f;
  return x;
}
template <class T>
__device__ T cast(float f) {
  return (T)f / 2 + static_cast<T>(f) / 4 + T(f) / 4;
}
#define TIMES_ONE(x) x * 1.0f
#define NUMBER f
enum { named_whole = 21, named_bytes = 2, named_shorts = 1 };
__device__ void convert(float f, int* out, int stride) {
  whole_t a = f;
  out[0 * stride] = a;
  again_t b;
  b = f;
  out[1 * stride] = b;
  typename names<int>::type c = f;
  out[2 * stride] = c;
  out[3 * stride] = named(f);
  out[4 * stride] = made<int>(f);
  out[5 * stride] = assigned<int>(f);
  out[6 * stride] = given<int>(f);
  out[7 * stride] = (whole_t)f;
  out[8 * stride] = whole_t(f);
  out[9 * stride] = static_cast<whole_t>(f);
  int d = TIMES_ONE(f);
  out[10 * stride] = d;
  int e = NUMBER;
  out[11 * stride] = e;
  auto l = [=](float x) -> int { return x; };
  out[12 * stride] = l(f);
  int steps[2] = {0, 0};
  steps[stride & 1] += f;
  out[13 * stride] = steps[stride & 1];
  numbers n;
  n.a = 0;
  n.a += f;
  out[14 * stride] = n.a;
  n.set(f);
  out[15 * stride] = n.a;
  n.b = f;
  out[16 * stride] = n.get();
  numbers o(f);
  out[17 * stride] = o.a;
  counter p(f);
  out[18 * stride] = p.n;
  out[19 * stride] = taken(f, 0);
  several q = {f, f, f};
  out[20 * stride] = q.x;
  out[21 * stride] = q.y;
  byte_t r = f;
  out[22 * stride] = r;
  out[23 * stride] = other::taken(f);
}
__global__ void other_names(float const* f, int* out) {
  unsigned const i = threadIdx.x;
  convert(f[i], out + i, inputs);
}
// One number for all threads.
__global__ void same_names(float f, int* out, int i) { convert(f, out + i, inputs); }
__global__ void halves_of(float const* f, int* out) {
  unsigned const i = threadIdx.x;
  out[i] = cast<int>(f[i]);
  out[i + inputs] = (int)(cast<unsigned>(f[i]) >> 1);
  unsigned u = 1.0f;
  u *= f[i];
  out[i + 2 * inputs] = (int)(u >> 1);
}
// Amounts of the width and more, integers over 0, the least one over -1.
__global__ void shifted(int* out, int const* n) {
  int const i = threadIdx.x;
  int a = -12345;
  unsigned b = 12345;
  short c = -3;
  a >>= n[i];
  b <<= n[i];
  c >>= n[i] + 8;
  out[i] = a + 2 * int(b) + c;
}
__global__ void divided(int* out, int const* n) {
  int const i = threadIdx.x;
  int const a = i % 2 ? -2147483647 - 1 : i, b = n[i + 64];
  out[i] = a / b;
  out[i + 64] = a % b;
  out[i + 128] = int((unsigned)a / (unsigned)b);
}

// What macros write, where a value or all of a conversion is their text.
#define TO_INT(x) ((int)(x))
#define NARROWED(x) static_cast<unsigned char>((x)*1.0f)
#define SET(name, x) int name = x
#define STORE(place, x) place = x
#define STEP(place, x) place += x
#define RETURN(x) return x
#define TAKEN(x) taken(x)
#define TWICE(x) TO_INT(x)
__device__ int by_macro(float f) { RETURN(f); }
// Constructors of a template, of which the text tells one: its parameters are what they are made of.
template <class T>
struct pair_of {
  T x;
  int y;
  __device__ pair_of(T a, int b) : x(a), y(b) {}
};
struct whole_pair {
  int x, y;
  __device__ whole_pair(int a, int b) : x(a), y(b) {}
};
constexpr int macro_rows = 16;
__device__ void write_by_macros(float f, int* out, int stride) {
  int n = 0;
  out[stride * n++] = TO_INT(f);
  out[stride * n++] = TO_INT(f * 1.0f);
  SET(i, f);
  out[stride * n++] = i;
  STORE(out[stride * n], f);
  ++n;
  out[stride * n] = 0;
  STEP(out[stride * n], f);
  ++n;
  out[stride * n++] = TAKEN(f);
  out[stride * n++] = by_macro(f);
  out[stride * n++] = TWICE(f);
  float all[2] = {0.0f, f};
  for (int x : all) out[stride * n] = x;
  ++n;
  for (int const& x : all) {
    if (x == 0) continue;
    out[stride * n] = x;
  }
  ++n;
  pair_of<int> const p(f, f);
  out[stride * n++] = p.x;
  out[stride * n++] = p.y;
  out[stride * n++] = pair_of<float>(f, f).y;
  whole_pair const w(f, f);
  out[stride * n++] = w.x;
  out[stride * n++] = whole_pair(f, f).y;
  out[stride * n++] = NARROWED(f);
}
__global__ void macros(float const* f, int* out) {
  unsigned const i = threadIdx.x;
  for (int row = 0; row < macro_rows; ++row) out[i + inputs * row] = 0;
  write_by_macros(f[i], out + i, inputs);
}
__global__ void macros_of_one(float f, int* out, int i) {
  for (int row = 0; row < macro_rows; ++row) out[i + inputs * row] = 0;
  write_by_macros(f, out + i, inputs);
}

}  // namespace

void check_conversions(answers& a) {
  int* const out = managed<int>();
  int* const more = managed<int>(512);
  float* const f = managed<float>(inputs);
  double* const d = managed<double>(inputs);
  float const numbers[inputs] = {1.5f,  -1.5f,         -300.0f, 70000.0f, 2147483520.0f, 3e9f,
                                 -3e9f, 4294967296.0f, 1e30f,   -1e30f,   -HUGE_VALF,    NAN};
  for (int i = 0; i < inputs; ++i) f[i] = numbers[i], d[i] = numbers[i];
  int const most = 2147483647, least = -2147483647 - 1;
  int const whole[inputs] = {1,     -1,   -300, 70000, 2147483520, most,
                             least, most, most, least, least,      0};
  int const negated[inputs] = {1,     -1,    -300,  70000, 2147483520, least,
                               -most, least, least, -most, -most,      0};
  a.check(
      "conversions: to_int", out, 6 * inputs, [&] { to_int<<<1, inputs>>>(f, out); },
      [&](int i) {
        if (i / inputs != 2) return whole[i % inputs];
        return i % inputs == 5 || i % inputs == 7 || i % inputs == 8 ? least : negated[i % inputs];
      });
  int const halves[inputs] = {0, 0, 0, 35000, 1073741760, 1500000000, 0, most, most, 0, 0, 0};
  int cast_halves[inputs];
  for (int i = 0; i < inputs; ++i) {
    unsigned const u = numbers[i] > 0 ? numbers[i] >= 4294967296.0f ? ~0u : unsigned(numbers[i]) : 0;
    cast_halves[i] = int((u / 2 + u / 4 + u / 4) >> 1);
  }
  int const bytes[inputs] = {1, 0, 0, 112, 128, 0, 0, 255, 255, 0, 0, 0};
  int const words[inputs] = {1, 0, 0, 4464, 65408, 24064, 0, 65535, 65535, 0, 0, 0};
  int const shorts[inputs] = {1, -1, -300, 4464, -128, -1, 0, -1, -1, 0, 0, 0};
  int const* const narrow[] = {halves, bytes, words, shorts};
  a.check(
      "conversions: to_unsigned", out, 4 * inputs, [&] { to_unsigned<<<1, inputs>>>(f, out); },
      [&](int i) { return narrow[i / inputs][i % inputs]; });
  a.check(
      "conversions: implicit", out, 16 * inputs, [&] { implicit<<<1, inputs>>>(f, out); },
      [&](int i) {
        int const kind = i / inputs;
        return (kind == 8 || kind == 15 ? bytes : kind == 9 ? shorts : whole)[i % inputs];
      });
  auto const of_macros = [&](int i) {
    return (i / inputs == macro_rows - 1 ? bytes : whole)[i % inputs];
  };
  a.check(
      "conversions: by macros", more, macro_rows * inputs, [&] { macros<<<1, inputs>>>(f, more); },
      of_macros);
  a.check(
      "conversions: by macros, of one number", more, macro_rows * inputs,
      [&] {
        for (int i = 0; i < inputs; ++i) macros_of_one<<<1, 32>>>(f[i], more, i);
      },
      of_macros);
  auto const of_names = [&](int i) {
    int const row = i / inputs;
    return (row < named_whole                 ? whole
            : row < named_whole + named_bytes ? bytes
                                              : shorts)[i % inputs];
  };
  int const names = (named_whole + named_bytes + named_shorts) * inputs;
  a.check(
      "conversions: other_names", more, names, [&] { other_names<<<1, inputs>>>(f, more); },
      of_names);
  a.check(
      "conversions: same_names", more, names,
      [&] {
        for (int i = 0; i < inputs; ++i) same_names<<<1, 32>>>(f[i], more, i);
      },
      of_names);
  a.check(
      "conversions: halves_of", out, 3 * inputs, [&] { halves_of<<<1, inputs>>>(f, out); },
      [&](int i) {
        int const k = i % inputs, x = whole[k];
        return i < inputs ? x / 2 + x / 4 + x / 4 : i < 2 * inputs ? cast_halves[k] : halves[k];
      });
  a.check(
      "conversions: of_double", out, 4 * inputs, [&] { of_double<<<1, inputs>>>(d, out); },
      [&](int i) {
        int const k = i % inputs;
        bool const is_nan = k == inputs - 1;
        switch (i / inputs) {
          case 0:
            return is_nan ? least : whole[k];
          case 1:
            return is_nan ? 1 << 30 : halves[k];
          case 2:
            return is_nan || k == 9 || k == 10 ? -(1 << 23)
                   : k == 8                    ? (1 << 23) - 1
                                               : int((long long)numbers[k] >> 40);
          default:
            return is_nan ? 1 << 23 : k == 8 ? (1 << 24) - 1 : 0;
        }
      });
  a.check(
      "conversions: uniform", out, 64, [&] { uniform<<<1, 64>>>(f, out); },
      [&](int) { return most; });
  color* const e = managed<color>();
  small* const t = managed<small>();
  for (int i = 0; i < 64; ++i) e[i] = i % 2 ? red : blue, t[i] = tiny;
  a.check(
      "conversions: enumerators", out, 256, [&] { enumerators<<<1, 64>>>(out, e, t); },
      [&](int i) { return enumerators_of(i / 64, i % 64, e[i % 64], t[i % 64]); });
  int* const n = managed<int>();
  for (int i = 0; i < 64; ++i) n[i] = i, n[i + 64] = i % 32 ? -1 : 0;
  a.check(
      "conversions: shifted", out, 64, [&] { shifted<<<1, 64>>>(out, n); },
      [](int i) {
        return (-12345 >> (i < 31 ? i : 31)) + (i < 32 ? 2 * int(12345u << i) : 0) - 1;
      });
  a.check(
      "conversions: divided", out, 192, [&] { divided<<<1, 64>>>(out, n); },
      [&](int i) {
        int const k = i % 64, of = k % 2 ? least : k;
        bool const by_zero = k % 32 == 0;
        if (i < 64) return by_zero ? -1 : k % 2 ? least : -k;
        return i < 128 ? (by_zero ? of : 0) : by_zero ? -1 : 0;
      });
}
