// SPDX-License-Identifier: MIT
#include <simt/lanes/flow/if_lanes.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <string>

namespace simt_test::lanes_if {

namespace detail = simt::detail;
using detail::early_exits;

/// The lanes of either side; none where it is skipped.
template <int W>
struct outcome {
  masks::lane_set<W> first, second;
  bool skipped[2] = {true, true};
};
template <int W, early_exits L, class P>
outcome<W> run(P const& p) {
  outcome<W> r;
  detail::if_scope<W, L> s(p);
  for (int turn = 0; turn < s.turns; s.next(turn), ++turn) {
    if (s.skipped(turn)) continue;
    r.skipped[turn] = false;
    (s.is_first(turn) ? r.first : r.second) = masks::active<W>();
  }
  return r;
}

TEST_CASE("if_scope: each side runs for its lanes, and not at all without") {
  masks::at_all_widths([]<int W>() {
    bool right = true;
    for (auto const& before : masks::sets<W>())
      for (auto const& holds : masks::sets<W>()) {
        masks::activate<W>(before);
        auto const r = run<W, early_exits::possible>(masks::condition<W>(holds));
        right = right && r.first == (before & holds) && r.second == (before & ~holds) &&
                r.skipped[0] == r.first.none() && r.skipped[1] == r.second.none() &&
                masks::active<W>() == before;
      }
    CAPTURE(W);
    CHECK(right);
  });
}

TEST_CASE("if_scope: a condition that is known for the gang as a whole needs no mask") {
  masks::at_all_widths([]<int W>() {
    auto const i = consecutive<W>(10);
    for (auto const& before : masks::sets<W>()) {
      if (before.none()) continue;
      masks::activate<W>(before);
      auto const all = run<W, early_exits::none>(detail::as_predicate<W>(i >= 10));
      CHECK((all.first == before && all.skipped[1]));
      auto const none = run<W, early_exits::none>(detail::as_predicate<W>(i < 10));
      CHECK((none.second == before && none.skipped[0]));
      CHECK(masks::active<W>() == before);
    }
  });
}

TEST_CASE("if_scope: left by a plain statement, it restores the mask and says so") {
  masks::at_all_widths([]<int W>() {
    auto const sets = masks::sets<W>();
    for (auto const& before : {sets[1], sets[7]}) {
      masks::activate<W>(before);
      std::string said;
      try {
        detail::if_scope<W, early_exits::possible> const s(masks::condition<W>(sets[4]));
      } catch (detail::flow_fault const& f) {
        said = f.what;
      }
      CHECK(said == detail::left_by_plain_statement);
      CHECK(masks::active<W>() == before);
    }
  });
}

}  // namespace simt_test::lanes_if
