// SPDX-License-Identifier: MIT
#include <simt/lanes/flow/scope.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <string>

namespace simt_test::scopes {

namespace detail = simt::detail;
using detail::early_exits;

class sides : public detail::two_sides {
 public:
  sides(bool first, bool second, std::string& log) : log_(log) {
    first_ = first;
    second_ = second;
  }
  sides(sides const&) = delete;
  void next(int turn) { log_ += std::to_string(turn); }

 private:
  std::string& log_;
};
class otherwise : public sides {
 public:
  explicit otherwise(std::string& log) : sides(true, false, log) { only_otherwise(); }
};

std::string turns_of(bool first, bool second) {
  std::string log;
  SIMT_DETAIL_BOTH_SIDES(turn, s, sides(first, second, log))
  if (s.skipped(turn)) log += "-";
  else if (s.is_first(turn))
    log += "a";
  else
    log += "b";
  return log;
}

TEST_CASE("scope: each side has its turn or is skipped; a turn that has ended is told") {
  CHECK(turns_of(true, true) == "a0b1");
  CHECK(turns_of(true, false) == "a0-1");
  CHECK(turns_of(false, true) == "-0b1");
  CHECK(turns_of(false, false) == "-0-1");
  std::string log;
  otherwise const only(log);
  CHECK(only.skipped(0));
  CHECK_FALSE(only.skipped(1));
}

TEST_CASE("scope: masks come back as they were saved, less the lanes that left") {
  masks::at_all_widths([]<int W>() {
    constexpr int P = detail::part_lanes<W>;
    constexpr int N = detail::parts_of<W>;
    auto& e = detail::active_mask();
    bool right = true;
    auto const sets = masks::sets<W>();
    for (auto const& before : sets)
      for (auto const& left : sets) {
        simt::simd::part_mask<P> saved[N];
        int const run = detail::prefix_of(masks::bits_of<W>(before));
        auto const enter = [&] {
          masks::activate<W>(before);
          e.prefix = run;
          for (int i = 0; i < N; ++i) saved[i] = detail::active_part<P>(e, i);
          bool const all = e.all;
          e.prefix = detail::no_run;
          if constexpr (W > 1) {  // of one lane the flag is the mask, and a scope of it changes none
            for (auto& m : e.masks) m = simt::simd::mask_none<simt::simd::native_lanes>();
            e.all = false;
          }
          return all;
        };
        bool all = enter();
        detail::restore_mask<P, N, early_exits::possible>(e, all, saved, run);
        int const restored = W == 1 ? detail::no_run : run;
        right = right && masks::active<W>() == before && e.prefix == restored && !e.removed_any;

        all = enter();
        masks::remove<W>(left);
        detail::restore_mask<P, N, early_exits::possible>(e, all, saved, run);
        right = right && masks::active<W>() == (before & ~left) && e.removed_any;

        // A statement that no lane leaves does not ask.
        all = enter();
        masks::remove<W>(left);
        detail::restore_mask<P, N, early_exits::none>(e, all, saved, run);
        right = right && masks::active<W>() == before;
      }
    CAPTURE(W);
    CHECK(right);
  });
}

}  // namespace simt_test::scopes
