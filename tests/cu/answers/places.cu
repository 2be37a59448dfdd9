// SPDX-License-Identifier: MIT
// Places that calls give: references and pointers to memory, or into the object that was called.
#include "answers.cuh"

namespace {

__device__ int& at(int* p, int i) { return p[i]; }
template <class T>
__device__ T& cell(T* p, int i, int j) {
  return p[i * 32 + j];
}
__global__ void functions(int* out) {
  int const t = threadIdx.x;
  at(out, t) = t;
  at(out, t) += 4;
  ++at(out, t);
  int& r = at(out, t + 32);
  r = 3;
  r *= t;
  cell(out, 2, t) = 7;
  cell<int>(out, 2, t) *= 2;
  atomicAdd(&at(out, 96), t);
  if (t % 2 == 1) at(out, 128 + t) = t;
}

struct view {
  int* data;
  __device__ int& operator()(int i, int j) { return data[i * 32 + j]; }
  __device__ int& get(int const& i) const { return data[i]; }
};
__global__ void views(view v) {
  int const t = threadIdx.x;
  v(0, t) = 4;
  v.get(t) += t;
  auto& r = v(1, t);
  r = 5;
  r += v(0, t);
  view* const p = &v;
  p->get(t + 64) = p->get(t + 32) - 1;
}

// The object is each thread's own.
struct span {
  float* first;
  __device__ float& operator[](int i) { return first[i]; }
};
struct matrix {
  float m[16];
  __device__ float& operator()(int i, int j) { return m[i * 4 + j]; }
  __device__ float operator()(int i, int j) const { return m[i * 4 + j]; }
  __device__ float* row(int i) { return m + 4 * i; }
  __device__ float const* last() const { return m + 15; }
  __device__ span part(int i) { return span{m + 4 * i}; }
  __device__ matrix& add(float v) {
    m[5] += v;
    return *this;
  }
};
struct rows {
  float m[16];
  __device__ float* operator()(int i) { return m + 4 * i; }
};
__device__ matrix numbered(int by) {
  matrix m;
  for (int i = 0; i < 16; ++i) m.m[i] = float(i + by);
  return m;
}
__global__ void own_objects(float* out) {
  int const t = threadIdx.x;
  matrix m = numbered(t);
  m(t & 3, 1) = 100;
  float& r = m(3, t & 3);
  r *= 2;
  m(0, 0) = m(0, 0) + r;
  m.add(2).add(3);
  m.add(1).m[6] = 1;
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum = sum * 2 + m.m[i];
  out[t] = sum;
}
__host__ __device__ float own_object(int t) {
  float m[16], sum = 0;
  for (int i = 0; i < 16; ++i) m[i] = float(i + t);
  m[(t & 3) * 4 + 1] = 100;
  m[12 + (t & 3)] *= 2;
  m[0] += m[12 + (t & 3)];
  m[5] += 6;
  m[6] = 1;
  for (int i = 0; i < 16; ++i) sum = sum * 2 + m[i];
  return sum;
}

// What points into an object outlives the call.
__global__ void into_objects(float* out) {
  int const t = threadIdx.x;
  matrix m = numbered(0);
  m.row(1)[2] = 60;
  rows n{};
  n(2)[t & 3] = 70;
  float* const last = m.row(3);
  last[1] = 80;
  span s = m.part(0);
  s[3] = float(t);
  m.part(0)[2] = 90;
  float const* const end = m.last();
  m.m[15] = 5;
  out[t] = m.m[6] + n.m[8 + (t & 3)] + m.m[13] + m.m[3] + m.m[2] + *end;
}
__device__ float* row_of(matrix& m, int i) {
  if (i < 0) return nullptr;
  return m.m + 4 * i;
}
__global__ void by_functions(float* out) {
  int const t = threadIdx.x;
  matrix m = numbered(t);
  row_of(m, 1)[2] = 77;
  out[t] = m.m[6] + m.m[7];
}
__global__ void of_memory(matrix* all) {
  matrix& m = all[threadIdx.x];
  all[threadIdx.x].row(1)[2] = 4;
  m.row(2)[3] = float(threadIdx.x);
  m(3, 1) = 5;
}

// Threads of several warps meet before and behind what is written by references.
__global__ void shared_places(int* out) {
  __shared__ int s[128];
  int const t = threadIdx.x;
  at(s, t) = t * 3;
  __syncthreads();
  int const v = at(s, 127 - t);
  __syncthreads();
  at(s, 127 - t) = v + 1;
  __syncthreads();
  out[t] = at(s, (t + 40) % 128);
}

}  // namespace

void check_places(answers& a) {
  int* const out = managed<int>();
  float* const numbers = managed<float>();
  a.check(
      "functions", out, 160, [&] { functions<<<1, 32>>>(out); },
      [](int i) {
        int const t = i % 32;
        return i < 32                  ? t + 5
               : i < 64                ? 3 * t
               : i < 96                ? 14
               : i == 96               ? 496 - 7
               : i < 128 || t % 2 == 0 ? -7
                                       : t;
      });
  a.check(
      "views", out, 96, [&] { views<<<1, 32>>>(view{out}); },
      [](int i) {
        int const t = i % 32;
        return i < 32 ? 4 + t : i < 64 ? 9 + t : 8 + t;
      });
  a.check(
      "own objects", numbers, 96, [&] { own_objects<<<1, 96>>>(numbers); }, own_object);
  a.check(
      "into objects", numbers, 96, [&] { into_objects<<<1, 96>>>(numbers); },
      [](int i) { return 60 + 70 + 80 + i + 90 + 5; });
  a.check(
      "by functions", numbers, 96, [&] { by_functions<<<1, 96>>>(numbers); },
      [](int i) { return 77 + 7 + i; });
  a.check(
      "of memory", numbers, 256, [&] { of_memory<<<1, 16>>>(reinterpret_cast<matrix*>(numbers)); },
      [](int i) {
        return i % 16 == 6 ? 4 : i % 16 == 11 ? i / 16 : i % 16 == 13 ? 5 : -7;
      });
  a.check(
      "shared places", out, 128, [&] { shared_places<<<1, 128>>>(out); },
      [](int i) { return (i + 40) % 128 * 3 + 1; });
  cudaFree(out);
  cudaFree(numbers);
}
