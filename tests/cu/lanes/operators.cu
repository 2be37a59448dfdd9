// SPDX-License-Identifier: MIT
// Operators, templates and types of a program's own: both forms must agree.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// Vectors have no operators but those that a program defines.
inline __host__ __device__ float3 operator*(float3 a, float b) {
  return make_float3(a.x * b, a.y * b, a.z * b);
}
inline __host__ __device__ float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
inline __host__ __device__ void operator+=(float3& a, float3 b) { a = a + b; }
inline __host__ __device__ float3 operator/(float3 a, float b) { return a * (1 / b); }
inline __host__ __device__ float3 operator<<(float3 a, int b) { return a * float(1 << b); }
inline __host__ __device__ void operator/=(float3& a, float b) { a = a / b; }
typedef unsigned word;
inline __host__ __device__ float3 operator-(float3 const& a) {
  return make_float3(-a.x, -a.y, -a.z);
}

// Members have no lane forms: they run thread by thread.
struct complex {
  float re, im;
  __host__ __device__ complex(float a = 0, float b = 0) : re(a), im(b) {}
  __host__ __device__ complex operator*(complex const& o) const {
    return complex(re * o.re - im * o.im, re * o.im + im * o.re);
  }
  __host__ __device__ complex& operator+=(complex const& o) {
    re += o.re;
    im += o.im;
    return *this;
  }
  template <class T>
  __host__ __device__ T norm() const {
    return static_cast<T>(re * re + im * im);
  }
};

template <class T>
struct couple {
  T a, b;
};
template <class T>
__host__ __device__ bool operator<(couple<T> x, couple<T> y) {
  return x.a < y.a;
}

struct sequence {
  unsigned at;
  __host__ __device__ sequence(unsigned first = 1) : at(first) {}
  __host__ __device__ unsigned next() { return at = at * 69069u + 1; }
};

__global__ void vectors(float* out, int n, float3 by) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 p = make_float3(float(i), float(2 * i), float(3 * i));
  float3 q = p * 2.f + by;
  q += p;
  q += by;
  float3 const r = -q;
  complex c(float(i), 1);
  complex s = c * c;
  s += c;
  s += complex(2, 2);
  couple<float> u, v;
  u = {float(i), 0};
  v = {5, 1};
  // Numbers keep their own: a shift by all bits gives 0, a quotient that no thread takes is none.
  word const bits = word(n) / 3, far = word(n) - 68;
  word shifted = (bits << far) + (word(i) >> 1);
  word const by_none = far - 32;
  if (i < 0) shifted /= by_none;
  q /= 2.f;
  q = (q << 1) / 4.f;
  out[i] = float(shifted) + q.x + q.y + r.z + s.re + s.im + c.template norm<float>() / 8 + (u < v ? 1.f : 0.f);
}

// Specialisations, default arguments, parameters of a template without a name or of templates.
template <class T>
__device__ T twice(T x) {
  return x + x;
}
template <>
__device__ int twice<int>(int x) {
  return 3 * x;
}
__device__ float shifted(float x, float y = 2, int z = 3) {
  if (x > 4) return y;
  return x * y + float(z);
}
template <class T, template <class> class P, typename = int>
__device__ T second(P<T> p) {
  return p.b;
}
template <class T>
__global__ void templates(T* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  couple<T> const p = {T(i), T(7)};
  if (i < n)
    out[i] = twice(T(i)) + T(twice(i)) + T(shifted(float(i)) + shifted(float(i), 7) +
                                           shifted(1, 2, i)) + second(p);
}
template <>
__global__ void templates<int>(int* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = -i;
}

namespace apart {
__global__ void lists(float4* out, int n);
}
__global__ void apart::lists(float4* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = {1.f, float(i), 0.f, 2.f};
}

// Of two branches of an #if, only one is there.
#if 0
__device__ int half_of(int x) { return x / 3; }
__global__ void unused(int* p) { p[0] = half_of(1); }
#else
__device__ int half_of(int x) { return x / 2; }
#endif

__global__ void halves(__half* x, __half const* y, int n, volatile int* count) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    auto const a = y[i];
    auto v = x[i] + a;
    __half w = v * a;
    w += v;
    x[i] = __float2half_rn(__half2float(w) + 1.f);
    if (x[i] > a) x[i] -= a;
    x[i] = __hfma(x[i], a, __hmul(v, w));
    sequence numbers(i + 1);
    count[i] = static_cast<int>(numbers.next() % 1000) + half_of(i);
  }
}

// Subscripts of the program's own, structs without a default constructor, rows of arrays.
struct view {
  float const* p;
  __host__ __device__ float const& operator[](int i) const { return p[i]; }
};
struct four {
  float a[4];
  __host__ __device__ float& operator[](int i) { return a[i]; }
};
struct counted {
  int x;
  __host__ __device__ explicit counted(int v) : x(v) {}
  __host__ __device__ int twice() const { return 2 * x; }
};
template <int C, int N>
__device__ float mix(float x[C][N]) {
  float last = 0;
  for (int c = 0; c < C; ++c)
    for (int i = 0; i < N; ++i) last = x[c][i] = __shfl_xor_sync(~0u, x[c][i], 1) + x[c][N - 1 - i];
  return last;
}
__global__ void parts(view in, float* out) {
  int const i = threadIdx.x;
  four own, whole;
  for (int k = 0; k < 4; ++k) own[k] = whole.a[k] = float(k);
  whole.a[i & 3] = 9;  // one value, but to parts that differ
  own[(i + 1) & 3] += in[i];
  counted n(i);
  if (i % 3 == 0) n = counted(i + 7);
  float x[3][2];
  for (int c = 0; c < 3; ++c)
    for (int k = 0; k < 2; ++k) x[c][k] = whole.a[(c + k) & 3] + own[k];
  float const mixed = mix<3, 2>(x);
  out[i] = mixed + x[i % 3][i & 1] + own[i & 3] + whole.a[1] + float(n.x + n.twice());
}

// Arrays of a thread's own as pointers: members of structs, rows, moved ones; structs in arrays.
union word_of {
  float f;
  unsigned u;
};
struct spot {
  float x, y;
};
struct store {
  unsigned v[4];
  spot spots[3];
};
__device__ unsigned step(unsigned* v) {
  v[0] = v[0] * 69069u + 1;
  return v[1] ^= v[0];
}
__device__ void place(spot* p, int n, float x) {
  for (int i = 0; i < n; ++i) p[i] = {x + float(i), x * float(i)};
}
__global__ void addresses(float* out, store given) {
  int const i = threadIdx.x;
  store s;
  for (int k = 0; k < 4; ++k) s.v[k] = 7;
  if (i & 1) step(s.v);
  unsigned* p = s.v;
  p[i & 3] += 5;
  place(s.spots, 3, float(i));
  given.v[i & 3] += unsigned(i);
  p = given.v + 1;
  p[1]++;
  int x[5] = {5, 4, 3, 2, 1};
  int* q = x + i % 5;
  *q-- = 9;
  int sum = q >= x ? *q : 0;
  for (q = x; q < x + 5;) sum = sum * 3 + *q++;
  spot c[3][2];
  for (int a = 0; a < 6; ++a) c[a / 2][a & 1] = {float(a), float(i)};
  c[i % 3][i & 1].x = 7;
  spot* const row = c[1];
  row[1].y = 2;
  spot lone[4];
  for (int a = 0; a < 4; ++a) lone[a].x = float(a);
  lone[i & 3].x = 20;
  word_of w;
  w.f = float(i) * 1.5f;
  w.u ^= 1u << 22;
  float total = w.f + float(sum) + lone[1].x + s.spots[i % 3].y;
  for (int a = 0; a < 6; ++a) total = total * .5f + c[a / 2][a & 1].x + c[a / 2][a & 1].y;
  for (int k = 0; k < 4; ++k) total += float(s.v[k] % 1000 + given.v[k]);
  out[i] = total;
}

/// Values by other names, and pointers that are given values in turn.
__global__ void names(float* out, store const* given) {
  __shared__ float tile[64][4];
  int i = threadIdx.x;
  int const& same = i;
  i += 5;
  for (int k = 0; k < 4; ++k) tile[threadIdx.x][k] = float(k * i);
  float const& first = tile[threadIdx.x][0];
  float own[2] = {1, float(same)};
  float const* p = &first + 2;
  float sum = *p;
  p = own;
  sum += p[1];
  p = nullptr;
  p = 0;
  if (!p) sum += float(given->v[i & 3]);
  out[threadIdx.x] = sum;
}

/// Fills 964 floats.
void run_operators(float* out) {
  constexpr int n = 100;
  vectors<<<2, 64>>>(out, n, make_float3(1, 2, 3));
  templates<<<2, 64>>>(out + n, n);
  templates<<<2, 64>>>(reinterpret_cast<int*>(out) + 2 * n, n);
  apart::lists<<<2, 64>>>(reinterpret_cast<float4*>(out + 3 * n), n);
  __half* x;
  cudaMallocManaged(&x, 2 * n * sizeof *x);
  for (int i = 0; i < 2 * n; ++i) x[i] = __float2half_rn(float(i % 7) * .25f);
  halves<<<1, 64>>>(x, x + n, n, reinterpret_cast<int*>(out + 7 * n));
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) out[8 * n + i] = __half2float(x[i]);
  cudaFree(x);
  parts<<<1, 64>>>(view{out + n}, out);
  addresses<<<1, 64>>>(out + 64, store{{1, 2, 3, 4}, {}});
  store* given;
  cudaMallocManaged(&given, sizeof *given);
  *given = {{1, 2, 3, 4}, {}};
  names<<<1, 64>>>(out + 9 * n, given);
  cudaDeviceSynchronize();
  cudaFree(given);
  cudaDeviceSynchronize();
}
