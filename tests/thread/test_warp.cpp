// SPDX-License-Identifier: MIT
// LABELS: golden
#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "golden.hpp"
#include "support/warp_kernels.cuh"

// Warp functions in thread kernels, against answers of hardware.
namespace {

using namespace recorded_warps;

template <class T>
void expect(golden::record const& r, std::vector<T> const& got) {
  auto const want = golden::split(r.output, ',');
  for (std::size_t i = 0; i < got.size(); ++i) {
    auto const& w = want[i % 32];
    if (w == "-" || w == "u") continue;
    CAPTURE(r.id);
    CAPTURE(i);
    CHECK(golden::bits_of(got[i]) == golden::bits_of(golden::value<T>(golden::bits(w))));
  }
}
template <class T>
std::vector<T> doubled(std::vector<T> v) {
  auto const n = v.size();
  v.reserve(2 * n);
  for (std::size_t i = 0; i < n; ++i) v.push_back(v[i]);
  return v;
}

template <class T>
void replay_shuffles(std::string const& type) {
  static char const* const names[] = {"shfl/", "shfl_up/", "shfl_down/", "shfl_xor/"};
  int cases = 0;
  for (int op = 0; op < 8; ++op)
    for (auto const& r : golden::read("warp.tsv", names[op % 4] + type + "/")) {
      auto const in = doubled(golden::values<T>(golden::field(r, "values")));
      std::vector<T> out(threads);
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      auto const width = static_cast<int>(golden::bits(
          r.inputs.find("width=") != std::string::npos ? golden::field(r, "width") : "32"));
      auto const args = golden::values<int>(golden::field(r, "arg"));
      run_threads(1, threads, 0, KERNEL(shuffles<T>), in.data(), out.data(), op, mask, args.data(),
                  args.size() == 1 ? 1 : 0, width);
      expect(r, out);
      ++cases;
    }
  CHECK(cases > 0);
}

template <class T>
void replay_matches(std::string const& type) {
  static char const* const names[] = {"match_any/", "match_all/", "match_all_pred/"};
  for (std::size_t form = 0; form < 3; ++form)
    for (auto const& r : golden::read("warp.tsv", names[form] + type + "/")) {
      auto const in = doubled(golden::values<T>(golden::field(r, "values")));
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      std::vector<unsigned> out(3 * threads);
      run_threads(1, threads, 0, KERNEL(matches<T>), in.data(), out.data(), mask);
      auto const first = out.begin() + static_cast<long>(form * threads);
      expect(r, std::vector<unsigned>(first, first + threads));
    }
}

template <class T>
void replay_reductions(std::vector<std::string> const& names) {
  for (std::size_t op = 0; op < names.size(); ++op)
    for (auto const& r : golden::read("warp.tsv", "reduce/" + names[op] + "/")) {
      auto const in = doubled(golden::values<T>(golden::field(r, "values")));
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      std::vector<T> out(threads);
      run_threads(1, threads, 0, KERNEL(reductions<T>), in.data(), out.data(), static_cast<int>(op),
                  mask, golden::field(r, "both_branches") == "1" ? 1 : 0);
      expect(r, out);
    }
}

__global__ void partial_warp(int* out, int n) {
  int const i = static_cast<int>(threadIdx.x);
  out[i] = __shfl_down(i + 100, 1);
  out[i + n] = __popc(__ballot(1)) * 1000 + __popc(__activemask());
  out[i + 2 * n] = __shfl_sync(0xffffffffu, i, 31);
  out[i + 3 * n] = __all(i < n);
}

template <class T>
__device__ T warp_sum(T v) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffffu, v, offset);
  return v;
}
template <class T>
__global__ void block_sum(T const* in, T* out) {
  SIMT_CUDA_SHARED(partial, T[32]);
  unsigned const lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  T v = warp_sum(in[threadIdx.x]);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / warpSize ? partial[lane] : T{};
    v = warp_sum(v);
    if (lane == 0) *out = v;
  }
}
__global__ void sync_warp(int* out) {
  SIMT_CUDA_SHARED(s, int[64]);
  unsigned const i = threadIdx.x;
  s[i] = static_cast<int>(i);
  __syncwarp();
  int const v = s[i ^ 1];
  __syncwarp();
  s[i] = 100 + v;
  __syncwarp(0xffffffffu);
  out[i] = s[i ^ 31];
}

__global__ void foreign_mask(int*) { static_cast<void>(__ballot_sync(0x0000ffffu, 1)); }
__global__ void other_branch(int* out) {
  int const i = static_cast<int>(threadIdx.x);
  if (i % 32 < 8)
    out[i] =
        __shfl_down_sync(0xffffffffu, 100 + i, 4) + 1000 * __popc(__ballot_sync(0xffffffffu, 1));
  __syncthreads();
}

}  // namespace

TEST_CASE(
    "[SHFL-001][SHFL-002][SHFL-003][SHFL-004][SHFL-017][SHFL-019] shuffles of int: recorded") {
  replay_shuffles<int>("int");
  replay_shuffles<unsigned>("unsigned");
}
TEST_CASE("[SHFL-018][SHFL-020] shuffles under a partial mask: recorded on hardware") {
  replay_shuffles<int>("partial");
}
TEST_CASE("[SHFL-005][SHFL-006][SHFL-007][SHFL-008] shuffles of float and 64-bit types: recorded") {
  replay_shuffles<float>("float");
  replay_shuffles<double>("double");
  replay_shuffles<long long>("longlong");
  replay_shuffles<unsigned long long>("ulonglong");
}

TEST_CASE("[VOTE-001][VOTE-002][VOTE-003][VOTE-004][VOTE-005] votes: recorded on hardware") {
  for (std::size_t form = 0; form < 3; ++form) {
    static char const* const names[] = {"vote/all", "vote/any", "vote/ballot"};
    for (auto const& r : golden::read("warp.tsv", names[form])) {
      auto const in = doubled(golden::values<int>(golden::field(r, "preds")));
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      std::vector<unsigned> out(7 * threads);
      run_threads(1, threads, 0, KERNEL(votes), in.data(), out.data(), mask);
      for (std::size_t legacy = 0; legacy < 6; legacy += 3) {
        auto const first = out.begin() + static_cast<long>((form + legacy) * threads);
        expect(r, std::vector<unsigned>(first, first + threads));
      }
      for (std::size_t i = 0; i < threads; ++i)
        if ((mask >> i % 32 & 1u) != 0) CHECK(out[6 * threads + i] == mask);
    }
  }
}

TEST_CASE("[VOTE-005] __match_any_sync and __match_all_sync: recorded on hardware") {
  replay_matches<int>("int");
  replay_matches<unsigned>("unsigned");
  replay_matches<float>("float");
  replay_matches<double>("double");
  replay_matches<long long>("longlong");
  replay_matches<unsigned long long>("ulonglong");
}

TEST_CASE("[VOTE-005] __reduce_*_sync, in one branch and in both: recorded on hardware") {
  replay_reductions<int>({"add_int", "min_int", "max_int"});
  replay_reductions<unsigned>({"add_unsigned", "min_unsigned", "max_unsigned", "and", "or", "xor"});
}

TEST_CASE("[VOTE-004][SHFL-020] votes in branches, loops, switches, after returns: recorded") {
  static char const* const names[] = {"if_bit",  "if_less_else", "nested_outer", "nested_inner",
                                      "switch4", "loop_trips",   "after_exit"};
  for (int how = 0; how < 7; ++how)
    for (std::string const group : {"diverged_vote/", "activemask/"})
      for (auto const& r : golden::read("warp.tsv", group + names[how] + "/")) {
        auto const key = r.inputs.substr(0, r.inputs.find('='));
        auto const in = doubled(golden::values<int>(golden::field(r, key)));
        std::vector<unsigned long long> active(threads);
        std::vector<long long> vote(threads);
        run_threads(1, threads, 0, KERNEL(diverge), in.data(), active.data(), vote.data(), how);
        if (group == "activemask/")
          expect(r, active);
        else
          expect(r, vote);
      }
}

TEST_CASE("[HIER-005][VOTE-003][SHFL-018] warps at the end of odd blocks") {
  for (int n : {1, 31, 33, 45, 95, 100}) {
    std::vector<int> out(static_cast<std::size_t>(4 * n), -1);
    run_threads(1, n, 0, KERNEL(partial_warp), out.data(), n);
    for (int i = 0; i < n; ++i) {
      CAPTURE(i);
      CAPTURE(n);
      int const end = std::min(i / 32 * 32 + 32, n);
      int const here = end - i / 32 * 32;
      auto const at = [&](int form) { return out[static_cast<std::size_t>(i + form * n)]; };
      CHECK(at(0) == (i + 1 < end ? i + 101 : end % 32 == 0 ? i + 100 : 0));
      CHECK(at(1) == here * 1000 + here);
      CHECK(at(2) == (here == 32 ? i / 32 * 32 + 31 : 0));
      CHECK(at(3) == 1);
    }
  }
}

TEST_CASE("[SHFL-003] sums of blocks by shuffles") {
  std::vector<int> ints(256);
  std::vector<double> doubles(256);
  for (int i = 0; i < 256; ++i) {
    ints[static_cast<std::size_t>(i)] = i;
    doubles[static_cast<std::size_t>(i)] = 0.5 * i;
  }
  int sum = 0;
  double real = 0;
  run_threads(1, 256, 0, KERNEL(block_sum<int>), ints.data(), &sum);
  run_threads(1, 256, 0, KERNEL(block_sum<double>), doubles.data(), &real);
  CHECK(sum == 255 * 128);
  CHECK(real == 255 * 64);
}

TEST_CASE("[VOTE-005] __syncwarp") {
  std::vector<int> out(64);
  run_threads(1, 64, 0, KERNEL(sync_warp), out.data());
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<std::size_t>(i)] == 100 + (i ^ 31 ^ 1));
}

TEST_CASE("[VOTE-005] a mask that does not name the caller") {
  int out = 0;
  CHECK_THROWS_AS(run_threads(1, 64, 0, KERNEL(foreign_mask), &out), simt::barrier_error);
}

TEST_CASE("[SHFL-018][VOTE-003] threads of a mask that wait elsewhere take no part") {
  std::vector<int> out(64, -1);
  run_threads(1, 64, 0, KERNEL(other_branch), out.data());
  for (int i = 0; i < 64; ++i)
    CHECK(out[static_cast<std::size_t>(i)] == (i % 32 < 8 ? i % 32 < 4 ? 8100 + i + 4 : 8000 : -1));
}
