#pragma once
// SPDX-License-Identifier: MIT
// Reductions on oneTBB whose functor runs as device code, see <thrust/system/tbb/detail/device_loops.h>.

#include <thrust/detail/function.h>
#include <thrust/detail/raw_reference_cast.h>
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/reduce.h>
#include <thrust/system/tbb/detail/device_loops.h>

#include <tbb/parallel_reduce.h>

#include <cstdint>
#include <optional>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace tbb {
namespace detail {
namespace device_loops {

/// The sum of the ranges that one body was called with, in their order; none without a call.
template <class Iterator, class T, class Function>
struct sum_of_ranges {
  Iterator first;
  thrust::detail::wrapped_function<Function, T> add;
  std::uint64_t count;
  std::optional<T> sum;

  sum_of_ranges(Iterator begin, Function f, std::uint64_t n) : first(begin), add(f), count(n) {}
  sum_of_ranges(sum_of_ranges& other, ::tbb::split)
      : first(other.first), add(other.add), count(other.count) {}

  template <class Size>
  void operator()(::tbb::blocked_range<Size> const& r) {
    scope const here(r.begin(), count);
    Iterator at = first + r.begin();
    for (Size i = r.begin(); i != r.end(); ++i, ++at) {
      if (sum)
        *sum = add(*sum, *at);
      else
        sum.emplace(thrust::raw_reference_cast(*at));
    }
  }
  void join(sum_of_ranges& other) {
    if (!other.sum) return;
    scope const here(0, count);
    if (sum)
      *sum = add(*sum, *other.sum);
    else
      sum = other.sum;
  }
};

}  // namespace device_loops

template <class Derived, class Iterator, class T, class Function>
T reduce(execution_policy<Derived>&, Iterator begin, Iterator end, T init, Function f) {
  using size = typename thrust::iterator_difference<Iterator>::type;
  size const n = thrust::distance(begin, end);
  if (n == 0) return init;
  device_loops::sum_of_ranges<Iterator, T, Function> all(begin, f, n);
  {
    device_loops::scope const waits{device_loops::scope::off{}};
    ::tbb::parallel_reduce(::tbb::blocked_range<size>(0, n), all);
  }
  device_loops::scope const here(0, n);
  return f(init, *all.sum);
}

}  // namespace detail
}  // namespace tbb
}  // namespace system
THRUST_NAMESPACE_END
