// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/define.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <type_traits>

// Functions as the library's own headers make theirs.
namespace simt::inline SIMT_ABI {
namespace simd::math {
template <class R, int L>
vec<R, L> probe_a(vec<R, L> x) {
  return x + x;
}
template <class R, int L>
vec<R, L> probe_b(vec<R, L> x, vec<R, L> y) {
  return x - y;
}
template <class R, int L>
vec<R, L> probe_c(vec<R, L> x, vec<R, L> y, vec<R, L> z) {
  return x - y * z;
}
template <class R, int L>
vec<R, L> probe_d(vec<R, L> x, vec<R, L> y, vec<R, L> z, vec<R, L> w) {
  return x - y * z - w;
}
template <class R, int L>
vec<R, L> probe_slow(vec<R, L> x) {
  return x + simd::broadcast<R, L>(R(1));
}
}  // namespace simd::math
namespace detail {
struct probe_fast {
  template <class R, int L>
  static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return x + simd::broadcast<R, L>(R(2));
  }
};
}  // namespace detail
SIMT_DETAIL_FUNCTION_1(probe_a, function_call)
SIMT_DETAIL_FUNCTION_2(probe_b, lane_call)
SIMT_DETAIL_FUNCTION_3(probe_c, function_call)
SIMT_DETAIL_FUNCTION_4(probe_d, function_call)
SIMT_DETAIL_FUNCTION_FAST_1(probe_slow, probe_fast)
}  // namespace simt::inline SIMT_ABI

namespace simt_test::defined {

using simt::varying;

template <class... X>
concept has_probe_b = requires(X... x) { simt::probe_b(x...); };

TEST_CASE("define: float of floats, else double; with f always float; uniforms where allowed") {
  in_gangs([]<int W>() {
    auto const f = lanes<float, W>([](int l) { return static_cast<float>(l); });
    auto const d = lanes<double, W>([](int l) { return l + 0.1; });
    auto const i = consecutive<W>(5);
    static_assert(std::is_same_v<decltype(probe_a(f)), varying<float, W>> &&
                  std::is_same_v<decltype(probe_a(d)), varying<double, W>> &&
                  std::is_same_v<decltype(probe_a(i)), varying<double, W>> &&
                  std::is_same_v<decltype(probe_af(d)), varying<float, W>>);
    static_assert(std::is_same_v<decltype(probe_b(f, 1.0f)), varying<float, W>> &&
                  std::is_same_v<decltype(probe_b(f, 1)), varying<double, W>> &&
                  std::is_same_v<decltype(probe_bf(1, d)), varying<float, W>>);
    CHECK(every_lane(probe_a(d), [](int l) { return (l + 0.1) + (l + 0.1); }));
    CHECK(every_lane(probe_af(d), [](int l) { return 2 * static_cast<float>(l + 0.1); }));
    CHECK(every_lane(probe_b(i, f), [](int) { return 5.0; }));
    CHECK(every_lane(probe_c(f, i, 2), [](int l) { return l - 2.0 * (l + 5); }));
    CHECK(every_lane(probe_d(i, f, 1, 2.0f), [](int) { return 3.0; }));
  });
  CHECK(simt::probe_a(3) == 6.0);
  static_assert(std::is_same_v<decltype(simt::probe_a(3)), double> &&
                std::is_same_v<decltype(simt::probe_af(3)), float> &&
                std::is_same_v<decltype(simt::probe_c(3.0f, 1.0f, 2.0f)), float>);
  // For uniforms alone <cmath> has it.
  static_assert(has_probe_b<varying<float, 32>, int> && !has_probe_b<float, int>);
}

TEST_CASE("define: SIMT_FAST_MATH replaces functions of floats, not those of doubles") {
  in_gangs([]<int W>() {
    varying<float, W> const f = 1.0f;
    varying<double, W> const d = 1.0;
    CHECK(every_lane(simt::probe_slow<decltype(f)&, true>(f), [](int) { return 3.0f; }));
    CHECK(every_lane(simt::probe_slow<decltype(f)&, false>(f), [](int) { return 2.0f; }));
    CHECK(every_lane(simt::probe_slow<decltype(d)&, true>(d), [](int) { return 2.0; }));
    CHECK(every_lane(simt::probe_slowf<decltype(d)&, true>(d), [](int) { return 3.0f; }));
    CHECK(every_lane(simt::probe_slowf<decltype(d)&, false>(d), [](int) { return 2.0f; }));
  });
}

}  // namespace simt_test::defined
