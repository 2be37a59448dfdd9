// SPDX-License-Identifier: MIT
#include <simt/thread/scoped_atomics.hpp>

#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

// Atomic functions with an order and a scope.
namespace {

using namespace simt::cuda;
constexpr int order = __NV_ATOMIC_SEQ_CST;

template <class T>
void check_updates() {
  T x = T(10);
  CHECK(__nv_atomic_fetch_add(&x, T(5), order) == T(10));
  CHECK(__nv_atomic_fetch_sub(&x, T(3), order, __NV_THREAD_SCOPE_BLOCK) == T(15));
  CHECK(__nv_atomic_fetch_min(&x, T(20), order) == T(12));
  CHECK(__nv_atomic_fetch_min(&x, T(7), order) == T(12));
  CHECK(__nv_atomic_fetch_max(&x, T(3), order) == T(7));
  __nv_atomic_max(&x, T(9), order);
  CHECK(__nv_atomic_load_n(&x, order) == T(9));
  CHECK(__nv_atomic_exchange_n(&x, T(4), order) == T(9));
  T expected = T(5);
  CHECK_FALSE(__nv_atomic_compare_exchange_n(&x, &expected, T(6), false, order, order));
  CHECK(expected == T(4));
  CHECK(__nv_atomic_compare_exchange_n(&x, &expected, T(6), true, order, order));
  CHECK(x == T(6));
  T const volatile& read_only = x;
  T result{}, value = T(2);
  __nv_atomic_load(&read_only, &result, order);
  CHECK(result == T(6));
  __nv_atomic_store(&x, &value, order);
  __nv_atomic_exchange(&x, &value, &result, order);
  CHECK((result == T(2) && x == T(2)));
}

/// Thread 0 waits for the other one, which comes when it is let.
__global__ void wait(unsigned* flag, unsigned* seen, int how) {
  if (threadIdx.x == 0) {
    unsigned s = 0;
    while (s == 0) {
      unsigned expected = 4;
      switch (how) {
        case 0: s = __nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE); break;
        case 1: s = __nv_atomic_fetch_or(flag, 0u, __NV_ATOMIC_ACQUIRE); break;
        case 2: s = __nv_atomic_fetch_max(flag, 0u, __NV_ATOMIC_ACQUIRE); break;
        case 3: s = __nv_atomic_exchange_n(flag, 0u, __NV_ATOMIC_ACQUIRE); break;
        default:
          if (__nv_atomic_compare_exchange_n(flag, &expected, 9u, false, order, order)) s = 4;
      }
    }
    *seen = s;
  } else {
    __nv_atomic_store_n(flag, 4u, __NV_ATOMIC_RELEASE);
  }
}

}  // namespace

TEST_CASE("scoped_atomics: numbers of four and eight bytes") {
  check_updates<int>();
  check_updates<unsigned>();
  check_updates<std::int64_t>();
  check_updates<float>();
  check_updates<double>();
  int top = std::numeric_limits<int>::max();
  __nv_atomic_add(&top, 1, order);
  CHECK(top == std::numeric_limits<int>::min());
  __nv_atomic_sub(&top, 1, order);
  CHECK(top == std::numeric_limits<int>::max());
  unsigned bits = 12;
  CHECK(__nv_atomic_fetch_and(&bits, 10u, order) == 12);
  CHECK(__nv_atomic_fetch_or(&bits, 3u, order) == 8);
  CHECK(__nv_atomic_fetch_xor(&bits, 1u, order) == 11);
  CHECK(bits == 10);
}

TEST_CASE("scoped_atomics: loads, stores and exchanges of small types and structs") {
  struct pair {
    std::int16_t a, b;
  } p{1, 2};
  pair const q = __nv_atomic_exchange_n(&p, pair{3, 4}, order);
  CHECK((q.a == 1 && q.b == 2));
  CHECK(__nv_atomic_load_n(&p, order).b == 4);
  struct {
    std::uint8_t before = 7, value = 200, behind = 7;
  } bytes;
  __nv_atomic_store_n(&bytes.value, 201, order);
  CHECK(__nv_atomic_load_n(&bytes.value, order) == 201);
  CHECK((bytes.before == 7 && bytes.behind == 7));
}

TEST_CASE("scoped_atomics: sums of floats in global memory have zeros for subnormal numbers") {
  float x = 0x1.fffffcp-127f;
  CHECK(__nv_atomic_fetch_add(&x, 0x1p-126f, order) == 0x1.fffffcp-127f);
  CHECK(x == 0x1p-126f);
  __nv_atomic_sub(&x, 0x1.8p-126f, order);
  CHECK(x == 0);
  double y = 0x1p-1060;
  __nv_atomic_add(&y, 0x1p-1060, order);
  CHECK(y == 0x1p-1059);
}

TEST_CASE("scoped_atomics: sixteen bytes as one value") {
  struct alignas(16) node {
    std::uint64_t key;
    std::uint32_t next, count;
    bool operator==(node const&) const = default;
  } n{1, 2, 3};
  CHECK(__nv_atomic_load_n(&n, order) == node{1, 2, 3});
  CHECK(__nv_atomic_exchange_n(&n, node{4, 5, 6}, order) == node{1, 2, 3});
  node expected{4, 5, 7};
  CHECK_FALSE(__nv_atomic_compare_exchange_n(&n, &expected, node{7, 8, 9}, false, order, order));
  CHECK(expected == node{4, 5, 6});
  CHECK(__nv_atomic_compare_exchange_n(&n, &expected, node{7, 8, 9}, false, order, order));
  CHECK(n == node{7, 8, 9});
  __nv_atomic_store_n(&n, node{10, 11, 12}, order);
  CHECK(n == node{10, 11, 12});
}

TEST_CASE("scoped_atomics: a thread that asks until another has answered lets that one run") {
  for (int how = 0; how < 5; ++how) {
    CAPTURE(how);
    unsigned flag = 0, seen = 0;
    run_threads(1, 2, 0, KERNEL(wait), &flag, &seen, how);
    CHECK(seen == 4);
  }
}
