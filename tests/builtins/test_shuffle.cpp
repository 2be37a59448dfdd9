// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/recorded_warps.hpp>

#include <random>

namespace {

using golden::doubled, golden::expect;
constexpr int threads = golden::two_warps;

SIMT_KERNEL_TEMPLATE((class T), (T), shuffle_by_number,
                     (simt::ptr<T const> in, simt::ptr<T> out, int op, unsigned mask, int arg,
                      int group)) {
  auto i = threadIdx.x;
  varying<int> lane = i & 31;
  varying<T> v = in[i];
  simt_if ((mask >> lane & 1u) != 0u) {
    if (op == 0) out[i] = __shfl_sync(mask, v, arg, group);
    if (op == 1) out[i] = __shfl_up_sync(mask, v, arg, group);
    if (op == 2) out[i] = __shfl_down_sync(mask, v, arg, group);
    if (op == 3) out[i] = __shfl_xor_sync(mask, v, arg, group);
  }
}
SIMT_KERNEL_TEMPLATE((class T), (T), shuffle_by_lane,
                     (simt::ptr<T const> in, simt::ptr<T> out, int op, unsigned mask,
                      simt::ptr<int const> arg, int group)) {
  auto i = threadIdx.x;
  varying<int> lane = i & 31;
  varying<T> v = in[i];
  varying<int> a = arg[lane];
  simt_if ((mask >> lane & 1u) != 0u) {
    if (op == 0) out[i] = __shfl_sync(mask, v, a, group);
    if (op == 1) out[i] = __shfl_up_sync(mask, v, a, group);
    if (op == 2) out[i] = __shfl_down_sync(mask, v, a, group);
    if (op == 3) out[i] = __shfl_xor_sync(mask, v, a, group);
  }
}

template <int W, class T>
void replay_shuffles(std::string const& type) {
  static char const* const names[] = {"shfl/", "shfl_up/", "shfl_down/", "shfl_xor/"};
  int cases = 0;
  for (int op = 0; op < 4; ++op)
    for (auto const& r : golden::read("warp.tsv", names[op] + type + "/")) {
      auto const in = doubled(golden::values<T>(golden::field(r, "values")));
      std::vector<T> out(threads);
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      auto const group = static_cast<int>(golden::bits(
          r.inputs.find("width=") != std::string::npos ? golden::field(r, "width") : "32"));
      auto const args = golden::values<int>(golden::field(r, "arg"));
      if (args.size() == 1)
        simt::launch_at<W>(shuffle_by_number<T>, simt::shape{1, simt::block_shape<threads>},
                           in.data(), out.data(), op, mask, args[0], group);
      else
        simt::launch_at<W>(shuffle_by_lane<T>, simt::shape{1, simt::block_shape<threads>},
                           in.data(), out.data(), op, mask, args.data(), group);
      expect(r, out);
      ++cases;
    }
  CHECK(cases > 0);
}

TEST_CASE("[SHFL-001..SHFL-004] [SHFL-017] [SHFL-019] shuffles of int: recorded on hardware") {
  replay_shuffles<1, int>("int");
  replay_shuffles<32, int>("int");
  replay_shuffles<1, unsigned>("unsigned");
}
TEST_CASE("[SHFL-018] [SHFL-020] shuffles under a partial mask: recorded on hardware") {
  replay_shuffles<1, int>("partial");
  replay_shuffles<32, int>("partial");
}
TEST_CASE("[SHFL-005..SHFL-008] shuffles of float and 64-bit types: recorded on hardware") {
  replay_shuffles<1, float>("float");
  replay_shuffles<32, float>("float");
  replay_shuffles<1, double>("double");
  replay_shuffles<64, double>("double");
  replay_shuffles<32, long long>("longlong");
  replay_shuffles<32, long long>("ulonglong");
}
TEST_CASE("[SHFL-009..SHFL-016] shuffles of half-size types, by their bits: recorded on hardware") {
  replay_shuffles<1, unsigned short>("half");
  replay_shuffles<32, unsigned short>("half");
  replay_shuffles<32, unsigned short>("bfloat16");
  replay_shuffles<1, unsigned>("half2");
  replay_shuffles<32, int>("half2");
}

// Sums of warps by the loops of the programming guide; all lanes of a warp end with the sum.
template <class T>
T sum_of_warp(T x) {  // a device function that is a plain template
  for (int d = 16; d > 0; d >>= 1) x += __shfl_xor_sync(0xffffffffu, x, d);
  return x;
}
SIMT_KERNEL_TEMPLATE((class T), (T), warp_sums,
                     (simt::ptr<T const> in, simt::ptr<T> down, simt::ptr<T> both,
                      simt::ptr<T> scan)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<T> x = in[i];
  varying<T> s = x;
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down(s, d);
  down[i] = s;
  both[i] = sum_of_warp(x);
  varying<int> lane = threadIdx.x & 31;
  s = x;
  for (int d = 1; d < 32; d <<= 1) {
    varying<T> y = __shfl_up(s, d);
    simt_if (lane >= d) s += y;
  }
  scan[i] = s;
}
template <class T, class Launch>
void check_sums(int blocks, int block, Launch const& launch) {
  auto const n = static_cast<std::size_t>(blocks * block);
  std::mt19937 random(7);
  std::vector<T> in(n), down(n), both(n), scan(n);
  for (auto& x : in) x = static_cast<T>(static_cast<int>(random() % 2000) - 1000);
  launch(in.data(), down.data(), both.data(), scan.data());
  for (std::size_t first = 0; first < n; first += 32) {
    T sum = 0;
    for (std::size_t i = first; i < first + 32; ++i) {
      sum += in[i];
      CHECK(scan[i] == sum);
    }
    CHECK(down[first] == sum);
    for (std::size_t i = first; i < first + 32; ++i) CHECK(both[i] == sum);
  }
}
template <int W, class T>
void check_sums_at(int block) {
  check_sums<T>(3, block, [=](auto*... p) {
    simt::launch_at<W>(warp_sums<T>, simt::shape{3, block}, p...);
  });
}
TEST_CASE("[SHFL-002] [SHFL-003] [SHFL-004] sums and scans of warps by shuffles") {
  check_sums_at<1, int>(96);
  check_sums_at<32, int>(96);
  check_sums_at<64, int>(128);
  check_sums_at<64, int>(96);  // the last gang holds one warp and 32 threads that do not exist
  check_sums_at<32, double>(64);
  check_sums<int>(2, 128, [](auto*... p) {
    simt::launch(warp_sums<int>, simt::shape{2, simt::block_shape<128>}, p...);
  });
}

// Small types come back as int, and bool works.
SIMT_KERNEL(small_types,
            (simt::ptr<signed char const> in, simt::ptr<signed char> out, simt::ptr<int> flags)) {
  auto i = threadIdx.x;
  varying<signed char> c = in[i];
  out[i] = __shfl_xor_sync(0xffffffffu, c, 5);
  varying<bool> odd = (i & 1) != 0;
  flags[i] = __shfl_down_sync(0xffffffffu, odd, 1);
}
TEST_CASE("[SHFL-019] shuffles of char and bool") {
  std::vector<signed char> in(32), out(32);
  std::vector<int> flags(32);
  for (std::size_t i = 0; i < 32; ++i) in[i] = static_cast<signed char>(7 * i - 110);
  for (int pass = 0; pass < 2; ++pass) {
    if (pass == 0)
      simt::launch_at<1>(small_types, simt::shape{1, 32}, in.data(), out.data(), flags.data());
    else
      simt::launch_at<32>(small_types, simt::shape{1, 32}, in.data(), out.data(), flags.data());
    for (std::size_t i = 0; i < 32; ++i) {
      CHECK(out[i] == in[i ^ 5]);
      CHECK(flags[i] == static_cast<int>(i == 31 ? 1 : (i + 1) % 2));
    }
  }
}

}  // namespace
