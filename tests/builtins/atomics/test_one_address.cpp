// SPDX-License-Identifier: MIT
#include <simt/builtins/atomics/one_address.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <cstddef>
#include <cstdint>

namespace one_address_cases {

namespace detail = simt::detail;
namespace masks = simt_test::masks;

/// The operation on one cell in every mask, in global and in shared memory, is that of the active
/// lanes one after another.
template <class Op, class T, int W>
bool in_order(T first, T uniform) {
  alignas(64) T cells[64] = {};
  bool right = true;
  auto const a = simt_test::lanes<T, W>([](int l) { return static_cast<T>(l * 7 % 11); });
  auto const b = simt_test::lanes<T, W>([](int l) { return static_cast<T>(l * 5 % 13); });
  detail::atomic_operand<T, W, true> const x(a), y(b);
  detail::atomic_operand<T, W, false> const u(uniform), v(static_cast<T>(3));
  for (bool const shared : {false, true}) {
    detail::current_shared = {};
    detail::current_shared.base = reinterpret_cast<std::byte*>(cells);
    detail::current_shared.limit = shared ? sizeof cells : 0;
    for (auto const& active : masks::sets<W>()) {
      auto const check = [&](auto const& p, auto const& q, auto of_p, auto of_q) {
        T& cell = cells[5];
        cell = first;
        masks::activate<W>(active);
        auto const old = detail::update_one_address<Op, T, W, true>(&cell, p, q);
        T expected = first;
        for (int l = 0; l < W; ++l) {
          bool const on = active[static_cast<std::size_t>(l)];
          right = right && old.lane(l) == (on ? expected : T{});
          if (on) expected = Op::template apply<T>(expected, of_p(l), of_q(l));
        }
        right = right && cell == expected && masks::active<W>() == active;
        // Without the old values.
        cell = first;
        detail::update_one_address<Op, T, W, false>(&cell, p, q);
        right = right && cell == expected && cells[4] == T{} && cells[6] == T{};
      };
      auto const of_a = [&](int l) { return a.lane(l); };
      auto const of_b = [&](int l) { return b.lane(l); };
      auto const of_u = [&](int) { return uniform; };
      check(x, y, of_a, of_b);
      check(u, v, of_u, [](int) { return static_cast<T>(3); });
      check(u, y, of_u, of_b);
    }
  }
  detail::current_shared = {};
  return right;
}

TEST_CASE("atomics/one_address: lanes one after another, whatever way is taken") {
  masks::at_all_widths([]<int W>() {
    if constexpr (W <= 128) {
      CAPTURE(W);
      CHECK(in_order<detail::atomic_add, int, W>(100, 3));
      CHECK(in_order<detail::atomic_add, int, W>(100, 0));
      CHECK(in_order<detail::atomic_add, std::int64_t, W>(-5, -1));
      CHECK(in_order<detail::atomic_add, short, W>(32760, 3));
      CHECK(in_order<detail::atomic_add, float, W>(0.5f, 2.0f));
      CHECK(in_order<detail::atomic_add, double, W>(0.5, 0.0));
      CHECK(in_order<detail::atomic_sub, unsigned, W>(2u, 3u));
      CHECK(in_order<detail::atomic_exch, float, W>(9.0f, 9.0f));
      CHECK(in_order<detail::atomic_min, int, W>(5, -2));
      CHECK(in_order<detail::atomic_max, std::uint64_t, W>(5u, 2u));
      CHECK(in_order<detail::atomic_inc, unsigned, W>(6u, 9u));
      CHECK(in_order<detail::atomic_dec, unsigned, W>(1u, 9u));
      CHECK(in_order<detail::atomic_cas, int, W>(0, 0));
      CHECK(in_order<detail::atomic_and, unsigned, W>(15u, ~0u));
      CHECK(in_order<detail::atomic_or, int, W>(16, 1));
      CHECK(in_order<detail::atomic_xor, int, W>(16, 5));
    }
  });
}

}  // namespace one_address_cases
