// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>
#include <support/recorded_warps.hpp>

#include <algorithm>

namespace {

using golden::doubled, golden::expect;
constexpr int threads = golden::two_warps;

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
  simt_test::for_widths<1, 32, 64>([]<int W>() { replay_divergence<W>(); });
}

// Lane kernels wait for whom a mask names.
SIMT_KERNEL(half_waits, (simt::ptr<unsigned> out)) {
  simt_if (threadIdx.x < 16)
    __syncthreads();
  else
    out[threadIdx.x] = __ballot_sync(0xffffffffu, 1);
}
TEST_CASE("[SYNC-001] a wait that can never end is an error with names") {
  std::vector<unsigned> out(32);
  try {
    simt::launch_at<1>(half_waits, simt::shape{3, 32}, out.data());
    FAIL("no error");
  } catch (simt::barrier_error const& e) {
    std::string const text = e.what();
    CAPTURE(text);
    CHECK(text.find("at a barrier: threads 0-15") != std::string::npos);
    CHECK(text.find("in a warp function: threads 16-31") != std::string::npos);
    CHECK(e.block_index().x < 3);  // whichever block came first
  }
}

// A block whose last warp is partial: missing lanes are neither asked nor read, and give 0, as on
// an H100.
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
    CHECK(at(0) == (i + 1 < end ? i + 101 : i % 32 == 31 ? i + 100 : 0));
    CHECK(at(1) == here * 1000 + here);
    CHECK(at(2) == (here == 32 ? i / 32 * 32 + 31 : 0));
    CHECK(at(3) == 1);
  }
}
TEST_CASE("[VOTE-003] [SHFL-018] warps at the end of odd blocks") {
  for (int n : {1, 31, 33, 45, 95, 100}) {
    simt_test::for_widths<1, 32, 64>([&]<int W>() { check_partial<W>(n); });
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
  simt_test::for_widths<1, 32, 64, simt::whole_block>([]<int W>() { check_uniform_operands<W>(); });
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
  simt_test::for_widths<1, 32, 64>([&]<int W>() { check_refused<W>(wrong_mask); });
  simt_test::for_widths<1, 32, 64>([&]<int W>() { check_refused<W>(foreign_mask); });
  check_refused<32>(wrong_lane_mask);
  check_refused<64>(wrong_lane_mask);
}

}  // namespace
