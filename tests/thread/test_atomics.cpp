// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <vector>

// Atomics of thread kernels: a thread's is the operation of one number, and threads that ask by one
// until another has answered let that one run.
namespace {

template <class T>
struct cells {
  T value[12];
};
template <class T>
__global__ void each_operation(cells<T>* memory, cells<T>* old, int shared) {
  SIMT_CUDA_SHARED(s, cells<T>[1]);
  cells<T>* const m = shared != 0 ? &s[0] : memory;
  if (shared != 0) *m = *memory;
  T* const p = m->value;
  T* const o = old->value;
  o[0] = atomicAdd(p, T(3));
  o[1] = atomicSub(p + 1, T(3));
  o[2] = atomicExch(p + 2, T(3));
  o[3] = atomicMin(p + 3, T(3));
  o[4] = atomicMax(p + 4, T(3));
  o[5] = atomicAnd(p + 5, T(3));
  o[6] = atomicOr(p + 6, T(3));
  o[7] = atomicXor(p + 7, T(3));
  o[8] = atomicCAS(p + 8, T(10), T(3));
  o[9] = atomicCAS(p + 9, T(11), T(3));
  o[10] = atomicAdd_block(p + 10, T(1));
  o[11] = atomicMax_system(p + 11, T(20));
  if (shared != 0) *memory = *m;
}

__global__ void wait(int* flag, int* seen, int how) {
  int const i = static_cast<int>(threadIdx.x);
  int s = 0;
  if (i == 0) {
    while (s == 0) {
      switch (how) {
        case 0: s = atomicAdd(flag, 0); break;
        case 1: s = atomicSub(flag, 0); break;
        case 2: s = atomicOr(flag, 0); break;
        case 3: s = atomicXor(flag, 0); break;
        case 4: s = atomicAnd(flag, -1); break;
        case 5: s = atomicExch(flag, 0); break;
        case 6: s = atomicCAS(flag, 9, 9); break;
        default: s = atomicCAS(flag, 9, 9); __threadfence();
      }
    }
  } else {
    *flag = 4;
  }
  seen[i] = s;
}

// Sums of vectors, and what each thread found.
__global__ void add_vectors(float2* two, float4* four, float4* old) {
  auto const i = static_cast<float>(threadIdx.x);
  float2 const a = atomicAdd(two, make_float2(i, 1));
  float4 const b = atomicAdd(four, make_float4(i, 1, -1, 0.5f));
  old[threadIdx.x] = make_float4(a.y, b.y, b.z, b.w);
}

// Two sums, changed as one value by all threads.
__global__ void add_pairs(ulonglong2* sums) {
  ulonglong2 seen = make_ulonglong2(0, 0), expected;
  do {
    expected = seen;
    seen = atomicCAS(sums, expected, make_ulonglong2(expected.x + threadIdx.x, expected.y + 1));
  } while (seen.x != expected.x || seen.y != expected.y);
}

template <class T>
void check_operations() {
  for (int shared : {0, 1}) {
    cells<T> memory, old;
    for (T& x : memory.value) x = T(10);
    run_threads(1, 1, 0, KERNEL(each_operation), &memory, &old, shared);
    T const expected[12] = {13, 7, 3, 3, 10, 2, 11, 9, 3, 10, 11, 20};
    bool right = true;
    for (int k = 0; k < 12; ++k)
      right = right && memory.value[k] == expected[k] && old.value[k] == T(10);
    CAPTURE(shared);
    CHECK(right);
  }
}

}  // namespace

TEST_CASE("thread/atomics: old values and new ones, in global and in shared memory") {
  check_operations<int>();
  check_operations<unsigned>();
  check_operations<unsigned long long>();
}

TEST_CASE("[ATOM-005] thread/atomics: each component of a vector of floats is added to") {
  float2 two = make_float2(1, 2);
  float4 four = make_float4(0x1p-130f, 2, 3, 4);
  std::vector<float4> old(64);
  run_threads(1, 64, 0, KERNEL(add_vectors), &two, &four, old.data());
  CHECK((two.x == 2017 && two.y == 66));
  CHECK((four.x == 2016 && four.y == 66 && four.z == -61 && four.w == 36));
  bool right = true;
  for (float4 const& o : old)
    right = right && o.x == o.y && o.z == 5 - o.y && o.w == 4 + (o.y - 2) / 2;
  CHECK(right);
}

TEST_CASE("thread/atomics: sixteen bytes are exchanged as one value, from many blocks") {
  ulonglong2 sums = make_ulonglong2(0, 0);
  run_threads(64, 64, 0, KERNEL(add_pairs), &sums);
  CHECK((sums.x == 64 * 2016 && sums.y == 4096));
  ulonglong2 const before = atomicExch(&sums, make_ulonglong2(1, 2));
  CHECK((before.y == 4096 && sums.x == 1 && sums.y == 2));
}

TEST_CASE("thread/atomics: a thread that asks until another has answered lets that one run") {
  for (int how = 0; how < 8; ++how) {
    CAPTURE(how);
    int flag = 0;
    std::vector<int> seen(2, -1);
    run_threads(1, 2, 0, KERNEL(wait), &flag, seen.data(), how);
    CHECK(seen == std::vector{4, 0});
  }
}
