#pragma once
// SPDX-License-Identifier: MIT
#pragma GCC system_header  // (for #include_next)
// Thrust's own, with functors that run as device code, see <thrust/system/tbb/detail/device_loops.h>.
#include <thrust/system/tbb/detail/device_loops.h>
#include <thrust/system/tbb/detail/device_seq.h>
#pragma push_macro("parallel_for")
#define parallel_for simt_loops::parallel_for
#pragma push_macro("seq")
#define seq system::tbb::detail::device_loops::seq
#include_next <thrust/system/tbb/detail/reduce_by_key.inl>
#undef seq
#pragma pop_macro("seq")
#undef parallel_for
#pragma pop_macro("parallel_for")

THRUST_NAMESPACE_BEGIN
namespace system {
namespace tbb {
namespace detail {
namespace device_loops {

template <class Predicate>
struct known_predicate {
  Predicate is_same;
  template <class A, class B>
  bool operator()(A const& a, B const& b) const {
    return is_same(a, b);
  }
};
template <class Predicate>
inline constexpr bool is_known = false;
template <class Predicate>
inline constexpr bool is_known<known_predicate<Predicate>> = true;

}  // namespace device_loops

/// Goes before Thrust's own, which adds up what its loop leaves in the calling thread.
template <class Derived, class Keys, class Values, class KeysOut, class ValuesOut, class Predicate,
          class Function>
requires(!device_loops::is_known<Predicate>)
thrust::pair<KeysOut, ValuesOut> reduce_by_key(execution_policy<Derived>& policy, Keys first,
                                               Keys last, Values values, KeysOut keys_out,
                                               ValuesOut values_out, Predicate is_same,
                                               Function f) {
  device_loops::scope const here(0, 1);
  return tbb::detail::reduce_by_key(policy, first, last, values, keys_out, values_out,
                                    device_loops::known_predicate<Predicate>{is_same}, f);
}

}  // namespace detail
}  // namespace tbb
}  // namespace system
THRUST_NAMESPACE_END
