// SPDX-License-Identifier: MIT
// LABELS: golden
#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "golden.hpp"

// Warp functions in thread kernels, against answers of hardware.
namespace {

// Every kernel runs with two warps that get the same inputs.
constexpr int threads = 64;

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
__global__ void shuffles(T const* in, T* out, int op, unsigned mask, int const* arg, int one_arg,
                         int width) {
  unsigned const lane = threadIdx.x % warpSize;
  if ((mask >> lane & 1u) == 0) return;
  int const a = one_arg ? arg[0] : arg[lane];
  T const v = in[threadIdx.x];
  T r{};
  if (op == 0) r = __shfl_sync(mask, v, a, width);
  if (op == 1) r = __shfl_up_sync(mask, v, a, width);
  if (op == 2) r = __shfl_down_sync(mask, v, a, width);
  if (op == 3) r = __shfl_xor_sync(mask, v, a, width);
  if (op == 4) r = __shfl(v, a, width);
  if (op == 5) r = __shfl_up(v, a, width);
  if (op == 6) r = __shfl_down(v, a, width);
  if (op == 7) r = __shfl_xor(v, a, width);
  out[threadIdx.x] = r;
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

__global__ void votes(int const* in, unsigned* out, unsigned mask) {
  unsigned const i = threadIdx.x;
  if ((mask >> i % 32 & 1u) == 0) return;
  int const p = in[i];
  out[i] = __all_sync(mask, p);
  out[i + threads] = __any_sync(mask, p);
  out[i + 2 * threads] = __ballot_sync(mask, p);
  out[i + 3 * threads] = __all(p);
  out[i + 4 * threads] = __any(p);
  out[i + 5 * threads] = __ballot(p);
  out[i + 6 * threads] = __activemask();
}

template <class T>
__global__ void matches(T const* in, unsigned* out, unsigned mask) {
  unsigned const i = threadIdx.x;
  if ((mask >> i % 32 & 1u) == 0) return;
  int p = 7;
  out[i] = __match_any_sync(mask, in[i]);
  out[i + threads] = __match_all_sync(mask, in[i], &p);
  out[i + 2 * threads] = p;
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
__device__ T reduction(int op, unsigned mask, T v) {
  switch (op) {
    case 0:
      return __reduce_add_sync(mask, v);
    case 1:
      return __reduce_min_sync(mask, v);
    case 2:
      return __reduce_max_sync(mask, v);
    case 3:
      return static_cast<T>(__reduce_and_sync(mask, v));
    case 4:
      return static_cast<T>(__reduce_or_sync(mask, v));
    default:
      return static_cast<T>(__reduce_xor_sync(mask, v));
  }
}
template <class T>
__global__ void reductions(T const* in, T* out, int op, unsigned mask, int both) {
  unsigned const i = threadIdx.x;
  if ((mask >> i % 32 & 1u) != 0)
    out[i] = reduction(op, mask, in[i]);
  else if (both)
    out[i] = reduction(op, ~mask, in[i]);
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

// The branches of the recorded divergent votes: a is __activemask(), b a vote of the branch.
__global__ void diverge(int const* in, unsigned long long* active, long long* vote, int how) {
  unsigned const i = threadIdx.x;
  int const x = in[i];
  unsigned long long a = 0;
  long long b = 0;
  unsigned const all = 0xffffffffu;
  if (how == 0) {
    unsigned const set = __ballot_sync(all, x & 1);
    if (x & 1) {
      a = __activemask();
      b = __ballot_sync(set, x & 2);
    }
  } else if (how == 1) {
    unsigned const set = __ballot_sync(all, x < 8);
    if (x < 8) {
      a = __activemask();
      b = __ballot_sync(set, x & 2);
    } else {
      a = __activemask();
      b = __ballot_sync(~set, x & 1);
    }
  } else if (how == 2 || how == 3) {
    unsigned const outer = __ballot_sync(all, x & 4);
    unsigned const inner = __ballot_sync(all, (x & 4) && (x & 1));
    if (x & 4) {
      if (how == 2) {
        a = __activemask();
        b = __ballot_sync(outer, x & 2);
      }
      if (x & 1) {
        if (how == 3) {
          a = __activemask();
          b = __ballot_sync(inner, x & 2);
        }
      }
    }
  } else if (how == 4) {
    unsigned const set = __match_any_sync(all, x & 3);
    switch (x & 3) {
      case 0:
        a = __activemask();
        b = __ballot_sync(set, x & 4) + 0x100000000ll;
        break;
      case 1:
        a = __activemask();
        b = __ballot_sync(set, x & 8) + 0x200000000ll;
        break;
      case 2:
        a = __activemask();
        b = __any_sync(set, x & 4) + 0x300000000ll;
        break;
      default:
        a = __activemask();
        b = __all_sync(set, x & 4) + 0x400000000ll;
        break;
    }
  } else if (how == 5) {
    int trips = 0;
    for (int k = 0; k < (x & 7); ++k) {
      unsigned const in_loop = __activemask();
      trips += __popc(in_loop) != 0;
      a = a * 3 + __popc(in_loop);
    }
    b = trips;
  } else if (how == 6) {
    unsigned const set = __ballot_sync(all, x & 3);
    if ((x & 3) == 0) return;
    a = __activemask();
    b = __ballot_sync(set, x & 4);
  }
  active[i] = a;
  vote[i] = b;
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
  if (threadIdx.x % 32 < 8) out[0] = __shfl_sync(0xffffffffu, 1, 0);
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
      CHECK(at(0) == (i + 1 < end ? i + 101 : i + 100));
      CHECK(at(1) == here * 1000 + here);
      CHECK(at(2) == (here == 32 ? i / 32 * 32 + 31 : i));
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

TEST_CASE("[VOTE-005] a mask that does not name the caller, or threads of another branch") {
  int out = 0;
  CHECK_THROWS_AS(run_threads(1, 64, 0, KERNEL(foreign_mask), &out), simt::barrier_error);
  CHECK_THROWS_AS(run_threads(1, 64, 0, KERNEL(other_branch), &out), simt::barrier_error);
}
