// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/recorded_warps.hpp>

#include <algorithm>

namespace {

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

// The branches of the recorded divergent votes: a is __activemask(), b a vote of the branch.
SIMT_KERNEL(diverge, (simt::ptr<int const> in, simt::ptr<unsigned> active,
                      simt::ptr<long long> vote, int how)) {
  auto i = threadIdx.x;
  varying<int> x = in[i];
  varying<unsigned> a = 0u;
  varying<long long> b = 0;
  unsigned const all = 0xffffffffu;
  if (how == 0) {
    varying<unsigned> set = __ballot_sync(all, x & 1);
    simt_if ((x & 1) != 0) {
      a = __activemask();
      b = __ballot_sync(set, x & 2);
    }
  }
  if (how == 1) {
    varying<unsigned> set = __ballot_sync(all, x < 8);
    simt_if (x < 8) {
      a = __activemask();
      b = __ballot_sync(set, x & 2);
    } else {
      a = __activemask();
      b = __ballot_sync(~set, x & 1);
    }
  }
  if (how == 2 || how == 3) {
    varying<unsigned> outer = __ballot_sync(all, x & 4);
    varying<unsigned> inner = __ballot_sync(all, (x & 4) != 0 && (x & 1) != 0);
    simt_if ((x & 4) != 0) {
      if (how == 2) {
        a = __activemask();
        b = __ballot_sync(outer, x & 2);
      }
      simt_if ((x & 1) != 0) {
        if (how == 3) {
          a = __activemask();
          b = __ballot_sync(inner, x & 2);
        }
      }
    }
  }
  if (how == 4) {
    varying<unsigned> set = __match_any_sync(all, x & 3);
    simt_switch (x & 3) {
      simt_case(0) a = __activemask();
      b = __ballot_sync(set, x & 4) + 0x100000000ll;
      simt_break;
      simt_case(1) a = __activemask();
      b = __ballot_sync(set, x & 8) + 0x200000000ll;
      simt_break;
      simt_case(2) a = __activemask();
      b = __any_sync(set, x & 4) + 0x300000000ll;
      simt_break;
      simt_default a = __activemask();
      b = __all_sync(set, x & 4) + 0x400000000ll;
      simt_break;
    }
  }
  if (how == 5) {
    varying<int> trips = 0;
    simt_for (varying<int> k = 0, k < (x & 7), ++k) {
      varying<unsigned> in_loop = __activemask();
      trips += __popc(in_loop) != 0;
      a = a * 3u + __popc(in_loop);
    }
    b = trips;
  }
  if (how == 6) {
    varying<unsigned> set = __ballot_sync(all, x & 3);
    simt_if ((x & 3) == 0) simt_return;
    a = __activemask();
    b = __ballot_sync(set, x & 4);
  }
  active[i] = a;
  vote[i] = b;
}
template <int W>
void replay_divergence() {
  static char const* const names[] = {"if_bit",  "if_less_else", "nested_outer", "nested_inner",
                                      "switch4", "loop_trips",   "after_exit"};
  for (int how = 0; how < 7; ++how)
    for (std::string const group : {"diverged_vote/", "activemask/"})
      for (auto const& r : golden::read("warp.tsv", group + names[how] + "/")) {
        auto const key = r.inputs.substr(0, r.inputs.find('='));
        auto const in = doubled(golden::values<int>(golden::field(r, key)));
        std::vector<unsigned> active(threads, 0u);
        std::vector<long long> vote(threads, 0);
        simt::launch_at<W>(diverge, simt::shape{1, simt::block_shape<threads>}, in.data(),
                           active.data(), vote.data(), how);
        if (group == "activemask/")
          expect(r, active);
        else
          expect(r, vote);
      }
}
TEST_CASE(
    "[VOTE-004] [SHFL-020] votes in branches, loops, switches and after returns: recorded on "
    "hardware") {
  replay_divergence<1>();
  replay_divergence<32>();
  replay_divergence<64>();
}

// A block whose last warp is partial: missing lanes are neither asked nor read.
SIMT_KERNEL(partial_warp, (simt::ptr<int> out, int n)) {
  auto i = threadIdx.x;
  out[i] = __shfl_down(threadIdx.x + 100, 1);
  out[i + n] = __popc(__ballot(1)) * 1000 + __popc(__activemask());
  out[i + 2 * n] = __shfl_sync(0xffffffffu, i, 31);
  out[i + 3 * n] = __all(i < n);
}
template <int W>
void check_partial(int n) {
  std::vector<int> out(static_cast<std::size_t>(4 * n), -1);
  simt::launch_at<W>(partial_warp, simt::shape{1, n}, out.data(), n);
  for (int i = 0; i < n; ++i) {
    CAPTURE(i);
    CAPTURE(n);
    int const end = std::min(i / 32 * 32 + 32, n);
    int const here = end - i / 32 * 32;
    auto const at = [&](int form) { return out[static_cast<std::size_t>(i + form * n)]; };
    CHECK(at(0) == (i + 1 < end ? i + 101 : i + 100));
    CHECK(at(1) == here * 1000 + here);
    CHECK(at(2) == (here == 32 ? i / 32 * 32 + 31 : i));
    CHECK(at(3) == 1);
  }
}
TEST_CASE("[VOTE-003] [SHFL-018] warps at the end of odd blocks") {
  for (int n : {1, 31, 33, 45, 95, 100}) {
    check_partial<1>(n);
    check_partial<32>(n);
    check_partial<64>(n);
  }
}

// Uniform operands: at width 1 a uniform is a thread's own, and threadIdx.y may differ in a warp.
SIMT_KERNEL(uniform_operands, (simt::ptr<int> out)) {
  auto i = threadIdx.y * blockDim.x + threadIdx.x;
  out[i] = __shfl_sync(0xffffffffu, threadIdx.y, 31);
  out[i + 64] = __ballot_sync(0xffffffffu, threadIdx.y & 1);
  out[i + 128] = __match_any_sync(0xffffffffu, 5);
  out[i + 192] = __reduce_add_sync(0xffffffffu, 3);
  __syncwarp();
  __syncwarp(0xffffffffu);
  out[i + 256] = __uni_sync(0xffffffffu, threadIdx.y);
}
template <int W>
void check_uniform_operands() {
  std::vector<int> out(320);
  simt::launch_at<W>(uniform_operands, simt::shape{1, simt::block_shape<16, 4>}, out.data());
  for (std::size_t i = 0; i < 64; ++i) {
    CHECK(out[i] == static_cast<int>(i / 32 * 2 + 1));
    CHECK(static_cast<unsigned>(out[i + 64]) == 0xffff0000u);
    CHECK(out[i + 128] == -1);
    CHECK(out[i + 192] == 96);
    CHECK(out[i + 256] == static_cast<int>(i / 32));  // y is 0 and 1, then 2 and 3
  }
}
TEST_CASE("[VOTE-005] warp functions with uniform operands, and __syncwarp") {
  check_uniform_operands<1>();
  check_uniform_operands<32>();
  check_uniform_operands<64>();
  check_uniform_operands<simt::whole_block>();
}

SIMT_KERNEL(wrong_mask, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  simt_if ((i & 31) < 8) out[i] = __shfl_sync(0xffffffffu, i, 0);
  __syncthreads();  // at width 1, threads that have returned would not be missed
}
SIMT_KERNEL(foreign_mask, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  out[i] = __ballot_sync(0x0000ffffu, 1);
}
SIMT_KERNEL(wrong_lane_mask, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  varying<unsigned> m = 0xffu | (1u << (i & 31));
  out[i] = __shfl_sync(m, i, 0);
  simt_if ((i & 31) >= 4) out[i] = __any_sync(m, 1);
}
template <int W, class Kernel>
void check_refused(Kernel const& kernel) {
  std::vector<int> out(64);
  bool thrown = false;
  try {
    simt::launch_at<W>(kernel, simt::shape{1, 64}, out.data());
  } catch (simt::barrier_error const& e) {
    thrown = true;
    CHECK(e.threads().has_value());
  }
  CHECK(thrown);
}
TEST_CASE(
    "[VOTE-005] a mask that names threads of another branch, or not the caller, is an error") {
  check_refused<1>(wrong_mask);
  check_refused<32>(wrong_mask);
  check_refused<64>(wrong_mask);
  check_refused<1>(foreign_mask);
  check_refused<32>(foreign_mask);
  check_refused<64>(foreign_mask);
  check_refused<32>(wrong_lane_mask);
  check_refused<64>(wrong_lane_mask);
}

}  // namespace
