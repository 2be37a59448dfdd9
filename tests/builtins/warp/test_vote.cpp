// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/warp/vote.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/recorded_warps.hpp>

#include <string>
#include <vector>

namespace vote_cases {

using golden::doubled, golden::expect;
constexpr int threads = golden::two_warps;

SIMT_KERNEL(votes, (simt::ptr<int const> in, simt::ptr<unsigned> out, unsigned mask)) {
  auto i = threadIdx.x;
  varying<int> p = in[i];
  simt_if ((mask >> (i & 31) & 1u) != 0u) {
    out[i] = __all_sync(mask, p);
    out[i + threads] = __any_sync(mask, p);
    out[i + 2 * threads] = __ballot_sync(mask, p);
    out[i + 3 * threads] = __all(p);
    out[i + 4 * threads] = __any(p);
    out[i + 5 * threads] = __ballot(p);
    out[i + 6 * threads] = __activemask();
  }
}

template <int W>
void replay_votes() {
  for (std::size_t form = 0; form < 3; ++form) {
    static char const* const names[] = {"vote/all", "vote/any", "vote/ballot"};
    for (auto const& r : golden::read("warp.tsv", names[form])) {
      auto const in = doubled(golden::values<int>(golden::field(r, "preds")));
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      std::vector<unsigned> out(7 * threads);
      simt::launch_at<W>(votes, simt::shape{1, simt::block_shape<threads>}, in.data(), out.data(),
                         mask);
      for (std::size_t legacy = 0; legacy < 6; legacy += 3) {
        auto const first = out.begin() + static_cast<long>((form + legacy) * threads);
        expect(r, std::vector<unsigned>(first, first + threads));
      }
      for (std::size_t i = 0; i < threads; ++i)
        if ((mask >> i % 32 & 1u) != 0) CHECK(out[6 * threads + i] == mask);
    }
  }
}
TEST_CASE("[VOTE-001..VOTE-005] votes, with masks and without: recorded on hardware") {
  replay_votes<1>();
  replay_votes<32>();
  replay_votes<64>();
}

}  // namespace vote_cases
