#pragma once
// SPDX-License-Identifier: MIT

// How Thrust's algorithms for oneTBB run a program's functors: as device code, so that their
// `#ifdef __CUDA_ARCH__` is the device's way and `blockIdx` tells ranges apart. The headers beside
// this one read Thrust's own with the names of these loops in the place of oneTBB's.

#include <simt/thread/builtins.hpp>

#include <thrust/detail/config.h>
#include <thrust/detail/seq.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_scan.h>

#include <cstdint>
#include <utility>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace tbb {
namespace detail {
namespace device_loops {

using scope = ::simt::cuda::device_algorithm_scope;

/// A body of a loop over `count` elements whose calls are device code: those of a range that begins
/// at `i` are block `i`'s.
template <class Body>
struct on_device : Body {
  std::uint64_t count;

  on_device(Body const& body, std::uint64_t n) : Body(body), count(n) {}
  on_device(on_device const&) = default;
  on_device(on_device& other, ::tbb::split) : Body(other, ::tbb::split{}), count(other.count) {}

  template <class Size, class Tag>
  void operator()(::tbb::blocked_range<Size> const& r, Tag tag) {
    scope const here(r.begin(), count);
    Body::operator()(r, tag);
  }
  template <class Size>
  void operator()(::tbb::blocked_range<Size> const& r) const {
    scope const here(r.begin(), count);
    Body::operator()(r);
  }
  void reverse_join(on_device& other) {
    scope const here(0, count);
    Body::reverse_join(other);
  }
  void assign(on_device& other) { Body::assign(other); }
};

/// Runs `body` over `range` as the loop of oneTBB that has this name. Who waits in it may run
/// others' work, which is not the algorithm's.
template <class Size, class Body, class... Partitioner>
void parallel_for(::tbb::blocked_range<Size> const& range, Body const& body, Partitioner&&... p) {
  scope const waits{scope::off{}};
  ::tbb::parallel_for(range, on_device<Body>(body, range.size()), std::forward<Partitioner>(p)...);
}
template <class Size, class Body>
void parallel_scan(::tbb::blocked_range<Size> const& range, Body& body) {
  scope const waits{scope::off{}};
  on_device<Body> there(body, range.size());
  ::tbb::parallel_scan(range, there);
  body.assign(there);
}

/// A part of an algorithm that one thread runs, as device code: `thrust::seq` for those, whose
/// algorithms are in <thrust/system/tbb/detail/device_seq.h>.
struct seq_t : thrust::system::detail::sequential::execution_policy<seq_t> {};
inline constexpr seq_t seq{};

}  // namespace device_loops
}  // namespace detail
}  // namespace tbb
}  // namespace system
THRUST_NAMESPACE_END

// Thrust calls oneTBB's loops as `::tbb::parallel_for`.
namespace tbb {
namespace simt_loops = THRUST_NS_QUALIFIER::system::tbb::detail::device_loops;
}
