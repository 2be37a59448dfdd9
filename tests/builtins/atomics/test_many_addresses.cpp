// SPDX-License-Identifier: MIT
#include <simt/builtins/atomics/many_addresses.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace many_addresses_cases {

namespace detail = simt::detail;
namespace masks = simt_test::masks;

constexpr int cell_count = 16;
template <class T>
struct cells {
  alignas(64) T at[cell_count];
  explicit cells(bool shared) {
    for (int i = 0; i < cell_count; ++i) at[i] = static_cast<T>(i);
    detail::current_shared = {};
    detail::current_shared.base = reinterpret_cast<std::byte*>(at);
    detail::current_shared.limit = shared ? sizeof at : 0;
  }
  ~cells() { detail::current_shared = {}; }
};

/// Lanes at cells where(l), some of which meet.
template <class Op, class T, int W>
bool in_order(T uniform) {
  bool right = true;
  auto const where = [](int l) { return l * 3 % cell_count; };
  auto const values = simt_test::lanes<T, W>([](int l) { return static_cast<T>(l * 7 % 11); });
  detail::atomic_operand<T, W, true> const x(values);
  detail::atomic_operand<T, W, false> const u(uniform);
  for (bool const shared : {false, true})
    for (auto const& active : masks::sets<W>()) {
      auto const check = [&](auto const& a, auto of_a) {
        cells<T> got(shared), expected(shared);
        cells<T> const base(shared);
        detail::current_shared.base = reinterpret_cast<std::byte*>(got.at);
        masks::activate<W>(active);
        auto const old = detail::update_addresses<Op, T, W, true>(got.at, where, a, u);
        for (int l = 0; l < W; ++l) {
          bool const on = active[static_cast<std::size_t>(l)];
          T& cell = expected.at[where(l)];
          right = right && old.lane(l) == (on ? cell : T{});
          if (on) cell = Op::template apply<T>(cell, of_a(l), uniform);
        }
        right = right && std::equal(std::begin(got.at), std::end(got.at), expected.at) &&
                masks::active<W>() == active;
      };
      check(x, [&](int l) { return values.lane(l); });
      check(u, [&](int) { return uniform; });
    }
  return right;
}

TEST_CASE("atomics/many_addresses: each active lane at its cell, in order where they meet") {
  masks::at_all_widths([]<int W>() {
    if constexpr (W <= 128) {
      CAPTURE(W);
      CHECK(in_order<detail::atomic_add, int, W>(1));
      CHECK(in_order<detail::atomic_add, double, W>(0.25));
      CHECK(in_order<detail::atomic_exch, unsigned, W>(7u));
      CHECK(in_order<detail::atomic_max, std::int64_t, W>(5));
      CHECK(in_order<detail::atomic_cas, int, W>(3));
      CHECK(in_order<detail::atomic_inc, unsigned, W>(4u));
    }
  });
}

TEST_CASE("atomics/many_addresses: numbers with lanes of their own") {
  masks::at_all_widths([]<int W>() {
    if constexpr (W <= 128)
      for (bool const shared : {false, true})
        for (auto const& active : masks::sets<W>()) {
          cells<simt::__half> got(shared);
          masks::activate<W>(active);
          auto const old = detail::update_own_lanes<detail::atomic_add, simt::__half, W>(
              got.at, [](int l) { return l % 2; }, simt::__half(2.0f));
          float sum[2] = {0.0f, 1.0f};
          bool right = masks::active<W>() == active;
          for (int l = 0; l < W; ++l) {
            bool const on = active[static_cast<std::size_t>(l)];
            right = right && static_cast<float>(old.lane(l)) == (on ? sum[l % 2] : 0.0f);
            if (on) sum[l % 2] += 2.0f;
          }
          CHECK(right);
          CHECK(static_cast<float>(got.at[0]) == sum[0]);
          CHECK(static_cast<float>(got.at[1]) == sum[1]);
        }
  });
}

template <class I, int W>
bool histogram() {
  cells<int> got(true);
  cells<int> expected(false);
  masks::activate<W>(~masks::lane_set<W>());
  detail::current_shared.base = reinterpret_cast<std::byte*>(got.at);
  detail::current_shared.limit = sizeof got.at;
  // Negative ones, too, where the type has them.
  constexpr int low = std::is_signed_v<I> ? -8 : 0;
  auto const where = [](int l) { return static_cast<I>(low + l * 5 % 8); };
  auto const index = simt_test::lanes<I, W>(where);
  detail::atomic_operand<int, W, false> const one(1);
  auto const old = detail::update_shared_indexed<detail::atomic_add, int, W, true>(
      got.at - low, index, one, one);
  bool right = true;
  for (int l = 0; l < W; ++l)
    right = right && old.lane(l) == expected.at[static_cast<int>(where(l)) - low]++;
  return right && std::equal(std::begin(got.at), std::end(got.at), expected.at);
}
TEST_CASE("atomics/many_addresses: a histogram in shared memory, with indices of either sign") {
  masks::at_all_widths([]<int W>() {
    if constexpr (W % 8 == 0) {
      CHECK(histogram<int, W>());
      CHECK(histogram<unsigned, W>());
    }
  });
}

}  // namespace many_addresses_cases
