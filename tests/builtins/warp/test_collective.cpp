// SPDX-License-Identifier: MIT
#include <simt/builtins/warp/collective.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <engine/block/launches.hpp>
#include <support/lane_masks.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace collective_cases {

namespace detail = simt::detail;
namespace masks = simt_test::masks;

template <int W>
std::uint32_t of_warp(masks::lane_set<W> const& s, int w) {
  std::uint32_t bits = 0;
  for (int l = 0; l < 32; ++l)
    bits |= static_cast<std::uint32_t>(s[static_cast<std::size_t>(w * 32 + l)]) << l;
  return bits;
}
template <int W>
void live(masks::lane_set<W> const& s) {
  detail::active_mask().live = masks::bits_of<W>(s);
  detail::active_mask().live_all = s.all();
}
struct refusal {
  std::string what;
  std::uint64_t first = 0, last = 0;
};
/// Returns the answer of check_warp_mask of a mask, in gang 1 of a block of gangs of W.
template <int W, class M>
refusal refused(masks::lane_set<W> const& alive, masks::lane_set<W> const& active, M const& mask) {
  refusal r;
  simt::run_grid(engine_test::shape(1, 2 * W, W), [&](simt::block&, unsigned g) {
    if (g != 1) return;
    masks::activate<W>(active);
    live<W>(alive);
    try {
      detail::check_warp_mask<W>(mask);
    } catch (simt::barrier_error const& e) {
      r = {e.what(), e.threads().value().first, e.threads().value().last};
    }
    detail::active_mask() = {};
  });
  return r;
}

TEST_CASE("warp/collective: active and living lanes of each warp of a gang") {
  masks::at_all_widths([]<int W>() {
    if constexpr (W % 32 == 0)
      for (auto const& active : masks::sets<W>()) {
        masks::activate<W>(active);
        live<W>(active);
        for (int w = 0; w < W / 32; ++w) {
          CHECK(detail::warp_active<W>(detail::active_mask(), w) == of_warp<W>(active, w));
          CHECK(detail::warp_live(detail::active_mask(), w) == of_warp<W>(active, w));
        }
        CHECK(detail::warp_full(detail::active_mask(), detail::no_mask{}) == active.all());
        CHECK(detail::warp_full(detail::active_mask(), ~0u) == active.all());
        CHECK_FALSE(detail::warp_full(detail::active_mask(), 0x7fffffffu));
      }
  });
}

TEST_CASE("warp/collective: a mask names the caller, and nobody who took another branch") {
  auto const check = []<int W>() {
    using set = masks::lane_set<W>;
    set const all = ~set();
    set low;
    for (std::size_t l = 0; l < 12; ++l) low[l] = true;
    auto const fits = [](refusal const& r) { return r.what.empty(); };
    CHECK(fits(refused<W>(all, all, ~0u)));
    CHECK(fits(refused<W>(all, low, 0xfffu)));
    CHECK(fits(refused<W>(low, low, ~0u)));  // who has returned need not come
    CHECK(fits(refused<W>(all, set(), 0u)));
    auto const absent = refused<W>(all, low, 0xffffu);
    CHECK(absent.what.find("took another branch") != std::string::npos);
    CHECK(absent.what.find("__ballot_sync") != std::string::npos);
    CHECK(absent.first == W + 12);
    CHECK(absent.last == W + 15);
    auto const caller = refused<W>(all, low, 0xff0u);
    CHECK(caller.what.find("does not name the calling thread") != std::string::npos);
    CHECK(caller.first == W);
    CHECK(caller.last == W + 3);
    // A mask for each lane.
    simt::varying<unsigned, W> each = 0xfffu;
    CHECK(fits(refused<W>(all, low, each)));
    each.set_lane(5, 0xfdfu);
    auto const own = refused<W>(all, low, each);
    CHECK(own.what.find("does not name the calling thread") != std::string::npos);
    CHECK(own.first == W + 5);
    CHECK(own.last == W + 5);
    each.set_lane(5, 0x10fffu);
    auto const other = refused<W>(all, low, each);
    CHECK(other.what.find("took another branch") != std::string::npos);
    CHECK(other.first == W + 16);
  };
  check.template operator()<32>();
  check.template operator()<64>();
  check.template operator()<128>();
}

TEST_CASE("warp/collective: masks come as a number for all, one for each lane, or not at all") {
  constexpr int W = 32;
  auto const lanes = simt_test::lane_numbers<W>();
  static_assert(
      std::is_same_v<decltype(detail::as_warp_mask<W>(7)), unsigned> &&
      std::is_same_v<decltype(detail::as_warp_mask<W>(lanes)), simt::varying<unsigned, W>> &&
      std::is_same_v<decltype(detail::as_warp_mask<W>(detail::no_mask{})), detail::no_mask>);
  CHECK(detail::as_warp_mask<W>(-1) == ~0u);
  CHECK(detail::as_warp_mask<1>(simt_test::lanes<int, 1>([](int) { return 9; })) == 9u);
  static_assert(detail::warp_width_of<int, decltype(lanes)> == W &&
                detail::warp_width_of<int> == 0);
  simt::warp_request r;
  detail::announce(r, detail::warp_kind::ballot, 0x3u, {"file", 12});
  CHECK((r.mask == 3 && r.explicit_mask && r.site_line == 12));
  simt::warp_request s;
  detail::announce(s, detail::warp_kind::ballot, detail::no_mask{}, {"file", 13});
  CHECK_FALSE(s.explicit_mask);
  auto const here = simt::call_site::current();
  CHECK(here.line == __LINE__ - 1);
}

// Each thread names its group, or itself and who is before it there.
SIMT_KERNEL(name_groups, (simt::ptr<unsigned> out, unsigned group, bool by_thread)) {
  auto i = threadIdx.x;
  varying<unsigned> lane = i & 31;
  varying<unsigned> below = (1u << (lane & ~(group - 1))) - 1u;
  varying<unsigned> mask = ~below;
  simt_if (lane < 32u - group) {
    mask = (((1u << group) - 1u) << (lane & ~(group - 1)));
  }
  if (by_thread) mask = mask & ((2u << lane) - 1u);
  out[i] = __ballot_sync(mask, (lane & 1) == 0u);
  out[i + 64] = __reduce_add_sync(mask, lane);
}

template <int W>
void name_threads() {
  for (unsigned group : {4u, 8u, 16u}) {
    CAPTURE(W);
    CAPTURE(group);
    std::vector<unsigned> out(128);
    simt::shape const shape{1, simt::block_shape<64>};
    simt::launch_at<W>(name_groups, shape, out.data(), group, false);
    bool right = true;
    for (unsigned i = 0; i < 64; ++i) {
      unsigned const first = i % 32 / group * group;
      right = right && out[i] == (0x55555555u & (((1u << group) - 1u) << first)) &&
              out[i + 64] == group * first + group * (group - 1) / 2;
    }
    CHECK(right);
    simt::launch_at<W>(name_groups, shape, out.data(), group, true);
    for (unsigned i = 0; i < 64; ++i)
      right = right && out[i] == (0x55555555u & (1u << i % 32)) && out[i + 64] == i % 32;
    CHECK(right);
  }
}

TEST_CASE("warp/collective: threads meet who come with the same mask") {
  name_threads<1>();
  name_threads<32>();
  name_threads<64>();
}

}  // namespace collective_cases
