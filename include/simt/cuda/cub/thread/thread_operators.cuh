#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Functors by which reductions and scans combine values.
// - Source:  CUB 2.5, cub/thread/thread_operators.cuh, by behaviour

#include <simt/cuda/cub/util_type.cuh>

#include <cuda/functional>

namespace cub {

struct Equality {
  template <class T, class U>
  __host__ __device__ __forceinline__ bool operator()(T const& a, U const& b) const {
    return a == b;
  }
};
struct Inequality {
  template <class T, class U>
  __host__ __device__ __forceinline__ bool operator()(T const& a, U const& b) const {
    return a != b;
  }
};
template <class EqualityOp>
struct InequalityWrapper {
  EqualityOp op;
  __host__ __device__ __forceinline__ InequalityWrapper(EqualityOp equal) : op(equal) {}
  template <class T, class U>
  __host__ __device__ __forceinline__ bool operator()(T const& a, U const& b) {
    return !op(a, b);
  }
};
struct Sum {
  template <class T, class U>
  __host__ __device__ __forceinline__ auto operator()(T const& a, U const& b) const {
    return a + b;
  }
};
struct Difference {
  template <class T, class U>
  __host__ __device__ __forceinline__ auto operator()(T const& a, U const& b) const {
    return a - b;
  }
};
struct Division {
  template <class T, class U>
  __host__ __device__ __forceinline__ auto operator()(T const& a, U const& b) const {
    return a / b;
  }
};
struct Max {
  template <class T, class U>
  __host__ __device__ __forceinline__ std::common_type_t<T, U> operator()(T const& a,
                                                                          U const& b) const {
    return b > a ? b : a;
  }
};
struct Min {
  template <class T, class U>
  __host__ __device__ __forceinline__ std::common_type_t<T, U> operator()(T const& a,
                                                                          U const& b) const {
    return b < a ? b : a;
  }
};
/// Gives the pair with the larger value, of equal values that with the smaller key.
struct ArgMax {
  template <class K, class V>
  __host__ __device__ __forceinline__ KeyValuePair<K, V> operator()(
      KeyValuePair<K, V> const& a, KeyValuePair<K, V> const& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
/// Gives the pair with the smaller value, of equal values that with the smaller key.
struct ArgMin {
  template <class K, class V>
  __host__ __device__ __forceinline__ KeyValuePair<K, V> operator()(
      KeyValuePair<K, V> const& a, KeyValuePair<K, V> const& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
template <class B>
struct CastOp {
  template <class A>
  __host__ __device__ __forceinline__ B operator()(A const& a) const {
    return static_cast<B>(a);
  }
};
template <class ScanOp>
struct SwizzleScanOp {
  ScanOp scan_op;
  __host__ __device__ __forceinline__ SwizzleScanOp(ScanOp op) : scan_op(op) {}
  template <class T>
  __host__ __device__ __forceinline__ T operator()(T const& a, T const& b) {
    return scan_op(b, a);
  }
};

namespace detail {

/// True if an operator is the sum of values of type T.
template <class T, class Op>
inline constexpr bool is_sum = std::is_same<Op, cub::Sum>::value ||
                               std::is_same<Op, ::cuda::std::plus<T>>::value ||
                               std::is_same<Op, ::cuda::std::plus<>>::value ||
                               std::is_same<Op, std::plus<T>>::value ||
                               std::is_same<Op, std::plus<>>::value;

/// Gives op(a, b); sums, maxima and minima of numbers without a call for each thread.
template <class T, class Op>
__device__ __forceinline__ T combine(Op op, T a, T b) {
  if constexpr (std::is_arithmetic<T>::value && is_sum<T, Op>) {
    return static_cast<T>(a + b);
  } else if constexpr (std::is_arithmetic<T>::value && std::is_same<Op, cub::Max>::value) {
    return b > a ? b : a;
  } else if constexpr (std::is_arithmetic<T>::value && std::is_same<Op, cub::Min>::value) {
    return b < a ? b : a;
  } else {
    return op(a, b);
  }
}

/// Combines a thread's own items, in their order.
template <int ITEMS, class T, class Op>
__device__ __forceinline__ T combine_items(T const (&items)[ITEMS], Op op) {
  T all = items[0];
  for (int i = 1; i < ITEMS; ++i) all = combine(op, all, items[i]);
  return all;
}

/// Gives each of a thread's own items what stands in front of it, `before` in front of the first.
template <int ITEMS, class T, class Op>
__device__ __forceinline__ void scan_items(T const (&input)[ITEMS], T (&output)[ITEMS], T before,
                                           Op op) {
  for (int i = 0; i < ITEMS; ++i) {
    T const next = combine(op, before, input[i]);
    output[i] = before;
    before = next;
  }
}

}  // namespace detail
}  // namespace cub
