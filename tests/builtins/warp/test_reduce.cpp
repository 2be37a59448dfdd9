// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/warp/reduce.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/recorded_warps.hpp>

#include <string>
#include <vector>

namespace reduce_cases {

using golden::doubled, golden::expect;
constexpr int threads = golden::two_warps;

SIMT_KERNEL_TEMPLATE((class T), (T), reductions,
                     (simt::ptr<T const> in, simt::ptr<T> out, int op, unsigned mask, bool both)) {
  auto i = threadIdx.x;
  varying<T> v = in[i];
  simt_if ((mask >> (i & 31) & 1u) != 0u) {
    if (op == 0) out[i] = __reduce_add_sync(mask, v);
    if (op == 1) out[i] = __reduce_min_sync(mask, v);
    if (op == 2) out[i] = __reduce_max_sync(mask, v);
    if constexpr (std::is_unsigned_v<T>) {
      if (op == 3) out[i] = __reduce_and_sync(mask, v);
      if (op == 4) out[i] = __reduce_or_sync(mask, v);
      if (op == 5) out[i] = __reduce_xor_sync(mask, v);
    }
  } else if (both) {
    varying<unsigned> m = __activemask();
    if (op == 0) out[i] = __reduce_add_sync(m, v);
    if (op == 1) out[i] = __reduce_min_sync(m, v);
    if (op == 2) out[i] = __reduce_max_sync(m, v);
    if constexpr (std::is_unsigned_v<T>) {
      if (op == 3) out[i] = __reduce_and_sync(m, v);
      if (op == 4) out[i] = __reduce_or_sync(m, v);
      if (op == 5) out[i] = __reduce_xor_sync(m, v);
    }
  }
}
template <int W, class T>
void replay_reductions(std::vector<std::string> const& names) {
  for (std::size_t op = 0; op < names.size(); ++op)
    for (auto const& r : golden::read("warp.tsv", "reduce/" + names[op] + "/")) {
      auto const in = doubled(golden::values<T>(golden::field(r, "values")));
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      std::vector<T> out(threads);
      simt::launch_at<W>(reductions<T>, simt::shape{1, simt::block_shape<threads>}, in.data(),
                         out.data(), static_cast<int>(op), mask,
                         golden::field(r, "both_branches") == "1");
      expect(r, out);
    }
}
TEST_CASE("[VOTE-005] __reduce_*_sync, in one branch and in both: recorded on hardware") {
  std::vector<std::string> const ints{"add_int", "min_int", "max_int"};
  std::vector<std::string> const unsigneds{"add_unsigned", "min_unsigned", "max_unsigned",
                                           "and",          "or",           "xor"};
  replay_reductions<1, int>(ints);
  replay_reductions<32, int>(ints);
  replay_reductions<1, unsigned>(unsigneds);
  replay_reductions<64, unsigned>(unsigneds);
}

}  // namespace reduce_cases
