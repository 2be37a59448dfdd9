// SPDX-License-Identifier: MIT
// Lists in braces with lists in them, and with designated members; arrays of truth values.
#include "answers.cuh"

namespace {

struct pair {
  float a;
  int b;
};
struct table {
  int at[4];
  __device__ int& operator[](int i) { return at[i]; }
};
struct nested {
  pair first;
  table second;
  unsigned char small;
};

__device__ pair paired(float a, int b) { return {.a = a, .b = b}; }

__global__ void designated(float* out) {
  int const t = threadIdx.x;
  struct pair p = {.a = -1.5f, .b = t};
  pair q = {.b = 3};
  pair const r{.a = 0.25f * t, .b = blockDim.x > 32};
  p.b += 1;
  q = {.a = out[t] + 7, .b = q.b + t};
  out[t] = p.a * p.b + q.a + 10 * q.b + r.a + r.b + paired(t, 2).a;
}

__global__ void with_rows(int* out, int far) {
  int const t = threadIdx.x;
  table b = {{1, 2, far, t}};
  ++b[t % 4];
  b[1]++;
  nested n = {{2.5f, t}, {{t, t + 1, 5}}, 200};
  nested m{.first = {.a = -0.5f, .b = far}, .second = {{b[0], b[1]}}};
  n.second[t % 3] += n.first.b;
  m.small = n.small + 100;  // of 8 bits
  int s = 0;
  for (int i = 0; i < 4; ++i) s = s * 7 + b[i] + n.second[i] * 3 + m.second[i];
  out[t] = s + (int)(n.first.a * 2 + m.first.a * 4) + m.first.b + m.small;
}

__device__ void flip(bool* f, int k) { f[k] = !f[k]; }

// (Truth values by subscripts of each thread's own.)
__global__ void crossed(int* out) {
  int const t = threadIdx.x;
  bool seen[7] = {false}, rows[2][3] = {{true, false, true}};
  for (int i = t % 4; i < 7; i += 2) seen[i] = true;
  flip(seen, t % 7);
  if (t % 3 == 0) seen[t % 5] = seen[(t + 3) % 7];
  rows[t & 1][t % 3] |= seen[(t + 1) % 7];
  int bits = 0;
  for (int i = 0; i < 7; ++i) bits |= seen[i] << i;
  for (int i = 0; i < 6; ++i) bits |= rows[i / 3][i % 3] << (i + 7);
  out[t] = bits;
}
int crossed_out(int t) {
  bool seen[7] = {}, rows[6] = {true, false, true};
  for (int i = t % 4; i < 7; i += 2) seen[i] = true;
  seen[t % 7] = !seen[t % 7];
  if (t % 3 == 0) seen[t % 5] = seen[(t + 3) % 7];
  if (seen[(t + 1) % 7]) rows[(t & 1) * 3 + t % 3] = true;
  int bits = 0;
  for (int i = 0; i < 7; ++i) bits |= seen[i] << i;
  for (int i = 0; i < 6; ++i) bits |= rows[i] << (i + 7);
  return bits;
}

}  // namespace

void check_lists(answers& a) {
  float* const out = managed<float>();
  a.check(
      "lists: designated", out, 64, [&] { designated<<<1, 64>>>(out); },
      [](int i) { return -1.5f * (i + 1) + 10 * (3 + i) + 0.25f * i + 1 + i; });
  cudaFree(out);
  int* const numbers = managed<int>();
  a.check(
      "lists: with_rows", numbers, 64, [&] { with_rows<<<1, 64>>>(numbers, 11); },
      [](int i) {
        int b[4] = {1, 2, 11, i}, n[4] = {i, i + 1, 5, 0};
        ++b[i % 4];
        ++b[1];
        n[i % 3] += i;
        int const m[4] = {b[0], b[1], 0, 0};
        int s = 0;
        for (int k = 0; k < 4; ++k) s = s * 7 + b[k] + n[k] * 3 + m[k];
        return s + 3 + 11 + 44;
      });
  a.check("lists: crossed", numbers, 128, [&] { crossed<<<1, 128>>>(numbers); }, crossed_out);
  cudaFree(numbers);
}
