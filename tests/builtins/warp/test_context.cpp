// SPDX-License-Identifier: MIT
#include <simt/builtins/context.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <engine/block/launches.hpp>
#include <support/lane_masks.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace context_cases {

namespace detail = simt::detail;
namespace masks = simt_test::masks;

TEST_CASE("context: what belongs to a gang comes back after others have run on its thread") {
  masks::at_all_widths([]<int W>() {
    for (auto const& active : masks::sets<W>()) {
      auto& e = detail::active_mask();
      detail::begin_task<W>();
      detail::set_active(e, masks::bits_of<W>(active));
      detail::flow_frame loop{};
      int const run = detail::prefix_of(masks::bits_of<W>(active));
      e.prefix = run;
      e.top = &loop;
      e.leaving = true;
      masks::remove<W>(~active);
      e.live = masks::bits_of<W>(active);
      e.live_all = false;
      detail::current_shared = {};
      detail::current_shared.used = 640;
      detail::gang_snapshot s;
      s.save();
      // Another gang, of another width.
      detail::begin_task<simt::simd::native_lanes>();
      detail::set_active(e, detail::range_bits(1, 2));
      e.removed = e.live = detail::range_bits(0, 1);
      detail::current_shared.used = 0;
      s.restore();
      CHECK(masks::active<W>() == active);
      CHECK((e.width == W && e.prefix == run && e.top == &loop && e.leaving && e.removed_any));
      CHECK(detail::live_bits(e).word[0] == masks::bits_of<W>(active).word[0]);
      CHECK(e.removed.word[0] == masks::bits_of<W>(~active).word[0]);
      CHECK(detail::current_shared.used == 640);
      detail::current_shared = {};
    }
  });
}

TEST_CASE("context: the last gang of a block has as many lanes as threads are left") {
  masks::at_all_widths([]<int W>() {
    auto& e = detail::active_mask();
    for (unsigned const threads : {1u, W - 1u, W + 0u, W + 1u, 2u * W, 3u * W - 1u}) {
      if (threads == 0) continue;
      simt::dim3 const block(threads);
      for (unsigned g = 0; g * W < threads; ++g) {
        detail::begin_task<W>();
        detail::begin_gang<W, false>(g, block);
        unsigned const lanes = threads - g * W < W ? threads - g * W : W;
        CHECK(masks::active<W>().count() == lanes);
        CHECK(masks::active<W>()[lanes - 1]);
        CHECK(e.all == (lanes == W));
        CHECK(e.prefix == (lanes == W ? -1 : static_cast<int>(lanes)));
        CHECK(detail::any_bit(detail::live_bits(e)));
        detail::end_gang();
      }
    }
    // Lanes that have returned are forgotten when the gang ends.
    detail::begin_task<W>();
    masks::remove<W>(~masks::lane_set<W>());
    e.leaving = true;
    e.live_all = false;
    detail::end_gang();
    CHECK((!e.removed_any && !e.leaving && e.live_all && e.top == &e.root));
  });
}

template <int W>
struct met {
  bool at_barrier = false;
  std::string what;
  std::uint64_t first = 0, last = 0;
};
template <int W>
met<W> meet(masks::lane_set<W> const& alive, masks::lane_set<W> const& active) {
  met<W> r;
  simt::run_grid(engine_test::shape(1, 2 * W, W, "meets"), [&](simt::block& b, unsigned g) {
    if (g != 1) return;
    detail::begin_task<W>();
    detail::set_active(detail::active_mask(), masks::bits_of<W>(active));
    detail::active_mask().live = masks::bits_of<W>(alive);
    detail::active_mask().live_all = alive.all();
    try {
      r.at_barrier = detail::barrier_mask(b);
    } catch (simt::barrier_error const& e) {
      r.what = e.what();
      r.first = e.threads().value().first;
      r.last = e.threads().value().last;
    }
    detail::begin_task<1>();
  });
  return r;
}
TEST_CASE("context: a barrier wants all threads that have not returned, or none; else it names them") {
  auto const check = []<int W>() {
    using set = masks::lane_set<W>;
    set const all = ~set();
    set some;
    for (std::size_t l = 0; l < 10; ++l) some[l] = true;
    CHECK(meet<W>(all, all).at_barrier);
    CHECK(meet<W>(some, some).at_barrier);
    auto const nobody = meet<W>(all, set());
    CHECK((!nobody.at_barrier && nobody.what.empty()));
    auto const divergent = meet<W>(all, some);
    CHECK(divergent.what.find("a barrier under divergence") != std::string::npos);
    CHECK(divergent.what.find("kernel meets") != std::string::npos);
    CHECK((divergent.first == W + 10 && divergent.last == 2 * W - 1));
  };
  check.template operator()<32>();
  check.template operator()<64>();
  check.template operator()<128>();
}

TEST_CASE("context: a gang's barrier gives the block's sum, and the gang finds its lanes again") {
  constexpr int W = 32;
  std::vector<long> sums(3), any(3);
  bool right = true;
  simt::run_grid(engine_test::shape(1, 3 * W, W), [&](simt::block& b, unsigned g) {
    detail::begin_task<W>();
    masks::lane_set<W> const live(0xffu << g);
    detail::set_active(detail::active_mask(), masks::bits_of<W>(live));
    detail::active_mask().live = masks::bits_of<W>(live);
    detail::active_mask().live_all = false;
    sums[g] = detail::gang_barrier<W, false>(b, 10 + g, simt::barrier_op::count);
    any[g] = detail::gang_barrier<W, false>(b, g == 1, simt::barrier_op::any);
    right = right && masks::active<W>() == live;
    detail::begin_task<1>();
  });
  CHECK(sums == std::vector<long>(3, 33));
  CHECK(any == std::vector<long>(3, 1));
  CHECK(right);
  // One gang alone does not wait.
  simt::run_grid(engine_test::shape(1, W, W), [&](simt::block& b, unsigned) {
    sums[0] = detail::gang_barrier<W, true>(b, 7, simt::barrier_op::count);
    sums[1] = detail::gang_barrier<W, true>(b, 7, simt::barrier_op::all);
  });
  CHECK((sums[0] == 7 && sums[1] == 1));
}

}  // namespace context_cases
