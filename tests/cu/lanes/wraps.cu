// SPDX-License-Identifier: MIT
// Integers of either sign wrap in both forms, as a GPU's instructions do, also where the compiler
// might conclude that they do not; and enumerations that are defined where their variable is.
#include <cstdio>

// A generator of random numbers whose product leaves the range, in a loop that threads leave one by
// one, and a hash.
__global__ void wraps(int const* in, int* out) {
  int const t = threadIdx.x;
  int seed = in[t] & 0x7fffffff, negative = 0;
  for (int i = 0; i < 10 + t % 5; ++i) {
    seed = seed * 1103515245 + 12345;
    if (seed < 0) negative += 1 << i;
    seed &= 0x7fffffff;
  }
  int hash = 0;
  for (int i = 0; i < 12; ++i) hash = hash * 31 + (in[(t + i) & 63] & 255);
  if (hash < 0) hash = -hash;
  unsigned short const a = 60000 + t;
  unsigned short const b = 50000;
  int const product = a * b;
  int const next = in[t] | 0x7ffffff0;
  out[t] = negative ^ hash ^ seed;
  out[64 + t] = (product < 0) + 2 * (next + 100 < next);
}

__global__ void enumerations(int const* in, int* out) {
  enum { start, odd, even, done } state = start;
  enum class colour : unsigned char { red = 1, blue = 200 } c = colour::red;
  enum kinds { none, some = 7 } kind;
  kind = none;
  int const t = threadIdx.x;
  int sum = 0;
  for (int i = t; state != done; ++i) {
    switch (state) {
      case start:
        state = in[i & 63] & 1 ? odd : even;
        continue;
      case odd:
        sum += 3;
        kind = some;
        state = i > t + 3 ? done : even;
        break;
      default:
        c = colour::blue;
        state = i > t + 4 ? done : odd;
    }
    sum += state;
  }
  out[128 + t] = sum + kind * 100 + static_cast<int>(c) * 1000;
}

int run_wraps(int const* in, int* out) {
  wraps<<<1, 64>>>(in, out);
  enumerations<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int t = 0; t < 64; ++t) {
    unsigned seed = in[t] & 0x7fffffff, negative = 0, hash = 0;
    for (int i = 0; i < 10 + t % 5; ++i) {
      seed = seed * 1103515245u + 12345u;
      negative += (seed >> 31) << i;
      seed &= 0x7fffffffu;
    }
    for (int i = 0; i < 12; ++i) hash = hash * 31 + (in[(t + i) & 63] & 255);
    if (hash >> 31) hash = 0u - hash;
    unsigned const product = ((60000u + t) & 65535u) * 50000u;
    unsigned const next = in[t] | 0x7ffffff0;
    int const less = static_cast<int>(next + 100u) < static_cast<int>(next);
    wrong += out[t] != static_cast<int>(negative ^ hash ^ seed);
    wrong += out[64 + t] != static_cast<int>(product >> 31) + 2 * less;

    // At t the first turn chooses, each later one alternates.
    bool is_odd = in[t & 63] & 1, was_odd = false, was_even = false;
    int sum = 0;
    for (int i = t + 1;; ++i) {
      (is_odd ? was_odd : was_even) = true;
      bool const ends = i > t + (is_odd ? 3 : 4);
      if (is_odd) sum += 3;
      is_odd = !is_odd;
      sum += ends ? 3 : is_odd ? 1 : 2;
      if (ends) break;
    }
    wrong += out[128 + t] != sum + was_odd * 700 + (was_even ? 200 : 1) * 1000;
  }
  if (wrong != 0) printf("%d numbers that wrap, or enumerations, are wrong\n", wrong);
  return wrong;
}
