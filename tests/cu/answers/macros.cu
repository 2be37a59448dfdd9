// SPDX-License-Identifier: MIT
// Kernels and device functions that macros write, whole or in part. Numbers become integers, indices
// of shared memory count and operands come as in functions that stand in the file.
#include "answers.cuh"
#include "macros.cuh"

#include <limits.h>
#include <math.h>
#include <string.h>

namespace {

constexpr int inputs = 8;
int wanted(int i) {
  static int const all[inputs] = {0, INT_MAX, INT_MIN, 1, -1, INT_MAX, INT_MIN, 0};
  return all[i % inputs];
}

#define PARAMETERS float const *f, int *out
#define WRITE(value) out[threadIdx.x] = (int)(value)

MACROS_KERNEL(of_header)
MACROS_KERNEL(MACROS_JOINED(joined_, of_header))

#define WITH_LAUNCHER(name)          \
  __global__ void name(PARAMETERS) { \
    int const i = threadIdx.x;       \
    int r = f[i];                    \
    out[i] = r;                      \
  }                                  \
  void launch_##name(PARAMETERS) { name<<<1, inputs>>>(f, out); }
WITH_LAUNCHER(launched)

#define HEAD(name) __global__ void name(PARAMETERS)
HEAD(head_alone) { WRITE(f[threadIdx.x]); }
HEAD(declared);
HEAD(declared) {
  int r;
  r = f[threadIdx.x];
  out[threadIdx.x] = r;
}
#define SIGNATURE __global__ void signature(PARAMETERS)
SIGNATURE { WRITE(f[threadIdx.x]); }
#define VERSION 3
HEAD(MACROS_JOINED(constant_, VERSION)) { WRITE(f[threadIdx.x]); }
#undef VERSION
#define VERSION 4
HEAD(MACROS_JOINED(constant_, VERSION)) { WRITE(f[threadIdx.x] * 1.0f); }

#define TYPES(X) X(by_int, int) X(by_long, long long)
#define OF_TYPE(name, T) \
  HEAD(name) { out[threadIdx.x] = (T)f[threadIdx.x] > INT_MAX ? INT_MAX : (T)f[threadIdx.x] < INT_MIN ? INT_MIN : (int)(T)f[threadIdx.x]; }
TYPES(OF_TYPE)
#undef OF_TYPE

#define BEGIN(name)                  \
  __global__ void name(PARAMETERS) { \
    int const i = threadIdx.x;
#define END }
BEGIN(begun)
  if (i < inputs) out[i] = (int)f[i];
END

#define REST(name, ...) \
  __global__ void name(__VA_ARGS__) { WRITE(f[threadIdx.x]); }
REST(rest_alone, float const* f, int* out)
REST(
    // The use of a macro in several lines.
    rest_of_lines,
    float const* f,
    int* out)
#define OPTIONAL(name, ...) \
  __global__ void name(float const* f, int* out __VA_OPT__(, ) __VA_ARGS__) { WRITE(f[threadIdx.x]); }
OPTIONAL(without_rest)
OPTIONAL(with_rest, int)
#define NAMED_REST(name, suffix, all...) \
  __global__ void name##suffix(all) { WRITE(-(-f[threadIdx.x])); }
NAMED_REST(no_suffix, , float const* f, int* out)
NAMED_REST(suffix, _given, float const* f, int* out)

#define FUNCTION(T, name, value) \
  __device__ T name(float x) { return value; }
FUNCTION(int, converted, x)
FUNCTION(float, same, x)
HEAD(of_functions) { out[threadIdx.x] = converted(same(f[threadIdx.x])); }

#define SUM_AND_DIFFERENCE(F) F(sum, x + 0.0f) F(difference, x - 0.0f)
MACROS_GROUP(group, SUM_AND_DIFFERENCE)

struct holder {
  float v;
#define METHOD(name) \
  __device__ int name() const { return (int)v; }
  METHOD(get)
};
HEAD(of_methods) {
  holder const h{f[threadIdx.x]};
  out[threadIdx.x] = h.get();
}

#define TEMPLATE(name) \
  template <class T>   \
  __global__ void name(float const* f, T* out) { out[threadIdx.x] = (T)f[threadIdx.x]; }
TEMPLATE(of_template)
template <int Times>
HEAD(of_head) { out[threadIdx.x] = (int)(f[threadIdx.x] * Times); }

#ifdef __CUDACC__
#define EITHER MACROS_KERNEL
#else
#define EITHER(name)
#endif
EITHER(either)

#define WRAP(...) __VA_ARGS__
WRAP(__global__ void wrapped(PARAMETERS) { WRITE(f[threadIdx.x]); })

// 32 bits in an index of shared memory, and the order of operands.
#define NEXT(i) ((i) = (i) * 2 + 1)
#define INDICES(name)                        \
  __global__ void name(int* out, unsigned x) { \
    __shared__ int s[64];                    \
    s[threadIdx.x] = threadIdx.x;            \
    __syncthreads();                         \
    int* const top = s + 63;                 \
    if (threadIdx.x < 63) out[threadIdx.x] = top[~(x + threadIdx.x)]; \
  }
INDICES(indices)
#define ORDER(name)                      \
  __global__ void name(int* out) {       \
    int i = threadIdx.x;                 \
    out[threadIdx.x] = i + NEXT(i) * 2;  \
  }
ORDER(ordered)

// Within bodies: shifts by the width and more, conversions in statements with braces and shifts among
// the arguments, the order of operands.
#define LEFT(a, b) ((a) << (b))
#define RIGHT(a, b) a >> b
#define LEFT_BY(a, b) a <<= b
#define STATEMENT(place, x) do { place = x; } while (0)
#define LINES(...) __VA_ARGS__
#define SUM(a, b) a + b
HEAD(bodies) {
  unsigned const i = threadIdx.x, width = i + 28;
  int a = 12345;
  LEFT_BY(a, width);
  int b = i, c;
  b = SUM(b, NEXT(b));
  STATEMENT(out[i], f[i] * (1 << 0));
  LINES({ c = f[i]; out[i + inputs] = c; });
  out[i + 2 * inputs] = LEFT(12345u, width);
  out[i + 3 * inputs] = RIGHT(-12345, width);
  out[i + 4 * inputs] = a;
  out[i + 5 * inputs] = b;
}

// Launches in pieces, as editors that do not know them are spared.
#ifdef __INTELLISENSE__
#define CONFIGURED(blocks, threads)
#else
#define CONFIGURED(blocks, threads) <<<blocks, threads>>>
#endif
#define EIGHT <<<1, 8>>>
#define LAUNCHED(kernel, ...) kernel __VA_ARGS__
#define JOINED(kernel, blocks, arguments) kernel<<<blocks, 8>>> arguments
#define QUOTED(...) [&] { __VA_ARGS__; }(), #__VA_ARGS__

}  // namespace

void check_macros(answers& a) {
  auto* const f = managed<float>();
  auto* const out = managed<int>();
  float const values[inputs] = {NAN, 3e9f, -3e9f, 1.5f, -1.5f, INFINITY, -INFINITY, 0};
  memcpy(f, values, sizeof values);
  auto const check = [&](char const* name, auto launch) {
    a.check(name, out, inputs, launch, wanted);
  };
#define CHECK_KERNEL(...) check(#__VA_ARGS__, [&] { __VA_ARGS__<<<1, inputs>>>(f, out); })
  CHECK_KERNEL(of_header);
  CHECK_KERNEL(joined_of_header);
  check("launched", [&] { launch_launched(f, out); });
  CHECK_KERNEL(head_alone);
  CHECK_KERNEL(declared);
  CHECK_KERNEL(signature);
  CHECK_KERNEL(constant_3);
  CHECK_KERNEL(constant_4);
  CHECK_KERNEL(by_int);
  a.check(
      "by_long", out, inputs, [&] { by_long<<<1, inputs>>>(f, out); },
      // Not a number is the least long long.
      [](int i) { return i == 0 ? INT_MIN : wanted(i); });
  CHECK_KERNEL(begun);
  CHECK_KERNEL(rest_alone);
  CHECK_KERNEL(rest_of_lines);
  CHECK_KERNEL(without_rest);
  check("with_rest", [&] { with_rest<<<1, inputs>>>(f, out, 1); });
  CHECK_KERNEL(no_suffix);
  CHECK_KERNEL(suffix_given);
  CHECK_KERNEL(of_functions);
  check("configured", [&] { constant_3 CONFIGURED(1, inputs)(f, out); });
  check("eight", [&] { constant_3 EIGHT(f, out); });
  check("pieces", [&] { LAUNCHED(constant_3, <<<1, inputs>>>(f, out)); });
  check("pieces of a template", [&] { LAUNCHED(of_template<int>, <<<1, inputs>>>(f, out)); });
  check("joined", [&] { JOINED(constant_3, 1, (f, out)); });
  char const* const quoted = (QUOTED(constant_3<<<1, inputs>>>(f, out)));
  check(quoted, [&] { constant_3<<<1, inputs>>>(f, out); });
  if (strcmp(quoted, "constant_3<<<1, inputs>>>(f, out)") != 0) ++a.failed;
  a.check("group", out, 2 * inputs, [&] { group::launch(f, out); }, wanted);
  CHECK_KERNEL(of_methods);
  CHECK_KERNEL(of_template<int>);
  CHECK_KERNEL(of_head<1>);
  CHECK_KERNEL(either);
  CHECK_KERNEL(wrapped);
  a.check("indices", out, 32, [&] { indices<<<1, 64>>>(out, 0); }, [](int i) { return 62 - i; });
  a.check("ordered", out, 32, [&] { ordered<<<1, 32>>>(out); },
          [](int i) { return i + (2 * i + 1) * 2; });
  a.check("bodies", out, 6 * inputs, [&] { bodies<<<1, inputs>>>(f, out); },
          [](int i) {
            int const n = i % inputs, width = n + 28;
            int const shifted = width < 32 ? int(12345u << width) : 0;
            switch (i / inputs) {
              case 2:
              case 4:
                return shifted;
              case 3:
                return -1;
              case 5:
                return n + (2 * n + 1);
              default:
                return wanted(i);
            }
          });
  cudaFree(f);
  cudaFree(out);
}
