// SPDX-License-Identifier: MIT
#include <simt/builtins/half/varying.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/half_lanes.hpp>
#include <support/lane_masks.hpp>

#include <vector>

namespace simt_test::halves {

template <class H, int W>
bool assigned() {
  using P = pair_of<H>;
  bool right = true;
  for (auto const& active : masks::sets<W>()) {
    masks::activate<W>(~masks::lane_set<W>());
    simt::varying<H, W> x = H(1.5f);
    simt::varying<P, W> p = P(H(1.0f), H(2.0f));
    masks::activate<W>(active);
    x = lane_numbers<W>();
    p = simt::varying<P, W>(x, simt::varying<H, W>(H(-1.0f)));
    p.x = simt::varying<H, W>(H(9.0f));
    for (int l = 0; l < W; ++l) {
      bool const on = active[static_cast<std::size_t>(l)];
      right = right && same(x.lane(l), on ? H(l) : H(1.5f)) &&
              same(p.lane(l).x, on ? H(9.0f) : H(1.0f)) &&
              same(p.lane(l).y, on ? H(-1.0f) : H(2.0f));
    }
    right = right && masks::active<W>() == active;
  }
  return right;
}

template <class H, int W>
bool moved() {
  using P = pair_of<H>;
  bool right = true;
  auto const v = values<H>();
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  for (auto const& active : masks::sets<W>()) {
    std::vector<H> out(2 * W + 1, H(-7.0f));
    std::vector<P> pairs(2 * W + 1, P(H(3.0f), H(4.0f)));
    simt::ptr<H const> const from = v.data();
    simt::ptr<H> const to = out.data();
    simt::ptr<P> const to_pairs = pairs.data();
    masks::activate<W>(active);
    simt::varying<H, W> const a = from[consecutive<W>(1)];
    simt::varying<H, W> const b = from[lane_numbers<W>() * 2];
    to[consecutive<W>(1)] = a;
    to_pairs[lane_numbers<W>() * 2] = simt::varying<P, W>(a, b);
    for (int l = 0; l < W; ++l) {
      bool const on = active[at(l)];
      right = right && (!on || (same(a.lane(l), v[at(l + 1)]) && same(b.lane(l), v[at(2 * l)]))) &&
              same(out[at(l + 1)], on ? v[at(l + 1)] : H(-7.0f)) &&
              same(pairs[at(2 * l)].y, on ? v[at(2 * l)] : H(4.0f)) &&
              same(pairs[at(2 * l + 1)].x, H(3.0f));
    }
    right = right && same(out[0], H(-7.0f));
  }
  return right;
}

TEST_CASE("half/varying: assignment and memory are the active lanes', of numbers and pairs") {
  masks::at_all_widths([]<int W>() {
    CAPTURE(W);
    CHECK(assigned<__half, W>());
    CHECK(assigned<__nv_bfloat16, W>());
    CHECK(moved<__half, W>());
    CHECK(moved<__nv_bfloat16, W>());
  });
}

TEST_CASE("half/varying: lanes of numbers are rounded once, those of the format are taken as they are") {
  masks::at_all_widths([]<int W>() {
    auto const d = lanes<double, W>([](int l) { return 1.0 + 0x1p-11 + l % 2 * 0x1p-40; });
    simt::varying<__half, W> const x(d);
    auto const f = lanes<float, W>([](int l) { return 0.5f * static_cast<float>(l); });
    auto const y = simt::varying<__half, W>::exactly(f);
    simt::varying<float, W> const back = y;
    bool right = true;
    for (int l = 0; l < W; ++l)
      right = right && x.lane(l).__x == (l % 2 == 0 ? 0x3c00 : 0x3c01) &&
              back.lane(l) == 0.5f * static_cast<float>(l);
    CHECK(right);
  });
}

}  // namespace simt_test::halves
