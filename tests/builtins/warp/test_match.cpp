// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/warp/match.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/recorded_warps.hpp>

#include <string>
#include <vector>

namespace match_cases {

using golden::doubled, golden::expect;
constexpr int threads = golden::two_warps;

SIMT_KERNEL_TEMPLATE((class T), (T), matches,
                     (simt::ptr<T const> in, simt::ptr<unsigned> out, unsigned mask)) {
  auto i = threadIdx.x;
  varying<T> v = in[i];
  simt_if ((mask >> (i & 31) & 1u) != 0u) {
    varying<int> p = 7;
    out[i] = __match_any_sync(mask, v);
    out[i + threads] = __match_all_sync(mask, v, &p);
    out[i + 2 * threads] = p;
  }
}
template <int W, class T>
void replay_matches(std::string const& type) {
  static char const* const names[] = {"match_any/", "match_all/", "match_all_pred/"};
  for (std::size_t form = 0; form < 3; ++form)
    for (auto const& r : golden::read("warp.tsv", names[form] + type + "/")) {
      auto const in = doubled(golden::values<T>(golden::field(r, "values")));
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      std::vector<unsigned> out(3 * threads);
      simt::launch_at<W>(matches<T>, simt::shape{1, simt::block_shape<threads>}, in.data(),
                         out.data(), mask);
      auto const first = out.begin() + static_cast<long>(form * threads);
      expect(r, std::vector<unsigned>(first, first + threads));
    }
}
TEST_CASE("[VOTE-005] __match_any_sync and __match_all_sync: recorded on hardware") {
  replay_matches<1, int>("int");
  replay_matches<32, int>("int");
  replay_matches<64, double>("double");
  replay_matches<1, double>("double");
  replay_matches<32, float>("float");
  replay_matches<32, unsigned long long>("ulonglong");
}

}  // namespace match_cases
