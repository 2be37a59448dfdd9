// SPDX-License-Identifier: MIT
// LABELS: golden
#include "thread/run.hpp"

#include <simt/cuda/cooperative_groups.h>
#include <simt/cuda/cooperative_groups/reduce.h>
#include <simt/cuda/cooperative_groups/scan.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "golden.hpp"

namespace cg = cooperative_groups;

// Cooperative groups in thread kernels, against answers of hardware.
namespace {

using word = unsigned long long;

// In the order of `names`; floating-point results by their bits.
char const* const names[] = {"thread_rank",
                             "size",
                             "meta_group_rank",
                             "meta_group_size",
                             "shfl_0",
                             "shfl_last",
                             "shfl_up_1",
                             "shfl_up_3",
                             "shfl_down_1",
                             "shfl_down_2",
                             "ballot",
                             "any",
                             "all",
                             "match_any",
                             "match_all",
                             "match_all_pred",
                             "reduce_plus_int",
                             "reduce_less_int",
                             "reduce_greater_int",
                             "reduce_and_int",
                             "reduce_or_int",
                             "reduce_xor_int",
                             "reduce_plus_unsigned",
                             "reduce_plus_longlong",
                             "reduce_plus_float_exact",
                             "reduce_plus_float_rounded",
                             "reduce_plus_double_exact",
                             "reduce_greater_float",
                             "inclusive_scan_plus",
                             "exclusive_scan_plus",
                             "inclusive_scan_greater",
                             "exclusive_scan_less",
                             "inclusive_scan_plus_float_exact",
                             "exclusive_scan_xor",
                             "shfl_0_double"};
constexpr int results = 35;
char const* const more_names[] = {
    "shfl_xor_1", "shfl_xor_last",  "dynamic_thread_rank", "dynamic_size",
    "shfl_next",  "half_tile_rank", "half_tile_meta_rank", "half_tile_meta_size"};
constexpr int more_results = 8;

template <class G>
__device__ void group_results(G const& g, int v, int t, int n, word* out) {
  int k = 0;
  auto const put = [&](auto x) { out[k++ * n + t] = golden::bits_of(x); };
  float const exact = static_cast<float>(v >> 20), rough = static_cast<float>(v) * 1.0e-3f;
  put(g.thread_rank());
  put(g.size());
  put(g.meta_group_rank());
  put(g.meta_group_size());
  put(g.shfl(v, 0));
  put(g.shfl(v, static_cast<int>(g.size()) - 1));
  put(g.shfl_up(v, 1));
  put(g.shfl_up(v, 3));
  put(g.shfl_down(v, 1));
  put(g.shfl_down(v, 2));
  put(g.ballot(v & 1));
  put(g.any(v & 1));
  put(g.all(v & 1));
  put(g.match_any(v & 3));
  int p = 7;
  put(g.match_all(v & 3, p));
  put(p);
  put(cg::reduce(g, v, cg::plus<int>()));
  put(cg::reduce(g, v, cg::less<int>()));
  put(cg::reduce(g, v, cg::greater<int>()));
  put(cg::reduce(g, v, cg::bit_and<int>()));
  put(cg::reduce(g, v, cg::bit_or<int>()));
  put(cg::reduce(g, v, cg::bit_xor<int>()));
  put(cg::reduce(g, static_cast<unsigned>(v), cg::plus<unsigned>()));
  put(cg::reduce(g, v * 100000ll, cg::plus<long long>()));
  put(cg::reduce(g, exact, cg::plus<float>()));
  put(cg::reduce(g, rough, cg::plus<float>()));
  put(cg::reduce(g, static_cast<double>(v), cg::plus<double>()));
  put(cg::reduce(g, rough, cg::greater<float>()));
  put(cg::inclusive_scan(g, v, cg::plus<int>()));
  put(cg::exclusive_scan(g, v, cg::plus<int>()));
  put(cg::inclusive_scan(g, v, cg::greater<int>()));
  put(cg::exclusive_scan(g, v, cg::less<int>()));
  put(cg::inclusive_scan(g, exact, cg::plus<float>()));
  put(cg::exclusive_scan(g, v, cg::bit_xor<int>()));
  put(g.shfl(static_cast<double>(v), 0));
}
template <int N>
__global__ void tile_kernel(int const* in, word* out, word* more) {
  cg::thread_block b = cg::this_thread_block();
  cg::thread_block_tile<N> g = cg::tiled_partition<N>(b);
  int const t = static_cast<int>(threadIdx.x), n = static_cast<int>(blockDim.x), v = in[t];
  group_results(g, v, t, n, out);
  int k = 0;
  auto const put = [&](auto x) { more[k++ * n + t] = golden::bits_of(x); };
  put(g.shfl_xor(v, 1 % N));
  put(g.shfl_xor(v, N - 1));
  cg::thread_group d = cg::tiled_partition(b, N);
  put(static_cast<unsigned>(d.thread_rank()));
  put(static_cast<unsigned>(d.size()));
  put(g.shfl(v, static_cast<int>((g.thread_rank() + 1) % N)));
  if constexpr (N > 1) {
    auto const h = cg::tiled_partition<N / 2>(g);
    put(h.thread_rank());
    put(h.meta_group_rank());
    put(h.meta_group_size());
  } else {
    put(0);
    put(0);
    put(0);
  }
}
__global__ void coalesced_kernel(unsigned mask, int const* in, word* out) {
  int const t = static_cast<int>(threadIdx.x);
  if (mask >> (t & 31) & 1u) {
    cg::coalesced_group g = cg::coalesced_threads();
    group_results(g, in[t], t, static_cast<int>(blockDim.x), out);
  }
}
__global__ void partition_kernel(int how, unsigned mask, int const* in, word* out) {
  int const t = static_cast<int>(threadIdx.x), n = static_cast<int>(blockDim.x), v = in[t];
  cg::thread_block b = cg::this_thread_block();
  if (how == 0) {
    auto const w = cg::tiled_partition<32>(b);
    group_results(cg::labeled_partition(w, v & 3), v, t, n, out);
  } else if (how == 1) {
    if (mask >> t & 1u) {
      auto const c = cg::coalesced_threads();
      group_results(cg::labeled_partition(c, v & 3), v, t, n, out);
    }
  } else if (how == 2) {
    auto const w = cg::tiled_partition<32>(b);
    group_results(cg::binary_partition(w, (v & 4) != 0), v, t, n, out);
  } else if (how == 3) {
    auto const w = cg::tiled_partition<16>(b);
    group_results(cg::binary_partition(w, (v & 4) != 0), v, t, n, out);
  } else if (mask >> t & 1u) {
    auto const c = cg::coalesced_threads();
    group_results(cg::binary_partition(c, (v & 4) != 0), v, t, n, out);
  }
}

using recorded = std::map<std::string, golden::record>;
recorded records(std::string const& group) {
  recorded out;
  for (auto const& r : golden::read("groups.tsv", "cg/" + group + "/"))
    out[r.id.substr(r.id.rfind('/') + 1)] = r;
  REQUIRE(!out.empty());
  return out;
}
unsigned mask_of(golden::record const& r) {
  return static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
}

void expect(recorded const& want, char const* const* ids, int count, std::size_t n,
            std::vector<word> const& got) {
  for (int k = 0; k < count; ++k) {
    auto const& r = want.at(ids[k]);
    auto const values = golden::split(r.output, ',');
    for (std::size_t t = 0; t < n; ++t) {
      if (values[t] == "-" || values[t] == "u") continue;
      CAPTURE(r.id);
      CAPTURE(t);
      word bits = got[static_cast<std::size_t>(k) * n + t], want_bits = golden::bits(values[t]);
      bool const is_wide = r.id.find("longlong") != std::string::npos;
      if (values[t][0] == '-' && !is_wide) want_bits &= 0xffffffffu;
      CHECK(bits == want_bits);
    }
  }
}

template <int N>
void replay_tile(std::string const& group) {
  auto const want = records(group);
  auto const in = golden::values<int>(golden::field(want.at("size"), "values"));
  std::vector<word> out(in.size() * results), more(in.size() * more_results);
  run_threads(1, static_cast<unsigned>(in.size()), 0, KERNEL(tile_kernel<N>), in.data(), out.data(),
              more.data());
  expect(want, names, results, in.size(), out);
  expect(want, more_names, more_results, in.size(), more);
}

__global__ void shape_kernel(word* out, int all) {
  cg::thread_block b = cg::this_thread_block();
  cg::grid_group g = cg::this_grid();
  dim3 const gi = b.group_index(), ti = b.thread_index(), dt = b.dim_threads(), db = g.dim_blocks();
  word const r[] = {b.thread_rank(),
                    b.size(),
                    gi.x,
                    gi.y,
                    gi.z,
                    ti.x,
                    ti.y,
                    ti.z,
                    dt.x,
                    dt.y,
                    dt.z,
                    g.thread_rank(),
                    g.block_rank(),
                    g.num_blocks(),
                    g.num_threads(),
                    db.x,
                    db.y,
                    db.z};
  for (int k = 0; k < 18; ++k) out[k * all + static_cast<int>(g.thread_rank())] = r[k];
}
char const* const shape_names[] = {
    "block.thread_rank",   "block.size",           "block.group_index.x",  "block.group_index.y",
    "block.group_index.z", "block.thread_index.x", "block.thread_index.y", "block.thread_index.z",
    "block.dim_threads.x", "block.dim_threads.y",  "block.dim_threads.z",  "grid.thread_rank",
    "grid.block_rank",     "grid.num_blocks",      "grid.num_threads",     "grid.dim_blocks.x",
    "grid.dim_blocks.y",   "grid.dim_blocks.z"};

__global__ void grid_sync_kernel(int* a, int rounds) {
  cg::grid_group g = cg::this_grid();
  int const n = static_cast<int>(g.num_threads()), t = static_cast<int>(g.thread_rank());
  for (int k = 0; k < rounds; ++k) {
    int const v = a[(t + 7) % n];
    g.sync();
    a[t] = a[t] + v;
    g.sync();
  }
  if (t == 0) a[n] = g.is_valid() ? 1 : 0;
}
__global__ void grid_by_base_type(int* out) {
  cg::thread_group const g = cg::this_grid();
  auto const n = g.size(), t = g.thread_rank();
  out[t] = 1;
  g.sync();
  // All blocks have written.
  int sum = 0;
  for (unsigned long long k = 0; k < n; ++k) sum += out[k];
  g.sync();
  out[t] = sum + static_cast<int>(t);
}
__global__ void leaves_before_sync(int* out) {
  if (blockIdx.x % 2 == 1) return;
  cg::this_grid().sync();
  atomicAdd(out, 1);
}
/// Block b leaves after (b + 1) * rounds meetings, at each of which all that stay have come.
__global__ void leave_one_by_one(int* came, int* absent, int rounds) {
  unsigned const own = (blockIdx.x + 1) * static_cast<unsigned>(rounds);
  for (unsigned k = 0; k < own; ++k) {
    int* const here = came + k * gridDim.x;
    if (threadIdx.x == 0) here[blockIdx.x] = 1;
    cg::this_grid().sync();
    for (unsigned b = k / static_cast<unsigned>(rounds); b < gridDim.x; ++b)
      if (here[b] == 0) atomicAdd(absent, 1);
  }
}
__global__ void syncs(int*) { cg::this_grid().sync(); }

__global__ void tile_with_gap(int* out) {
  auto const tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x == 70) return;
  tile.sync();
  atomicAdd(out, 1);
}

template <unsigned N>
__global__ void large_tile(int* out) {
  auto const tile = cg::tiled_partition<N>(cg::this_thread_block());
  int const t = static_cast<int>(threadIdx.x);
  int *const sums = out, *const scans = out + blockDim.x, *const after = out + 2 * blockDim.x;
  SIMT_CUDA_SHARED(s, int[1024]);
  sums[t] = cg::reduce(tile, t, cg::plus<int>());
  scans[t] = cg::exclusive_scan(tile, 1, cg::plus<int>());
  s[t] = t;
  tile.sync();
  after[t] = s[tile.meta_group_rank() * N + (tile.thread_rank() + 1) % N];
}
template <unsigned N>
__global__ void large_tile_votes(int* out) {
  SIMT_CUDA_SHARED(memory, cg::block_tile_memory<1024>);
  auto const tile = cg::tiled_partition<N>(cg::this_thread_block(memory));
  int const t = static_cast<int>(threadIdx.x);
  out[t] = tile.any(t == 70) + 2 * tile.all(t < 128) + 4 * tile.shfl(t, int{N} - 1);
}
__device__ int sum_of(cg::thread_group g, int* temp, int value) {  // the guide's own example
  unsigned const lane = static_cast<unsigned>(g.thread_rank());
  for (unsigned i = static_cast<unsigned>(g.size()) / 2; i > 0; i /= 2) {
    temp[lane] = value;
    g.sync();
    if (lane < i) value += temp[lane + i];
    g.sync();
  }
  return value;
}
__global__ void sums_of_groups(int* out) {
  SIMT_CUDA_SHARED(temp, int[256]);
  auto const block = cg::this_thread_block();
  int const whole = sum_of(block, temp, 1);
  if (block.thread_rank() == 0) out[0] = whole;
  cg::thread_group const tile = cg::tiled_partition(block, 8);
  int const part = sum_of(tile, temp + threadIdx.x / 8 * 8, static_cast<int>(threadIdx.x));
  if (tile.thread_rank() == 0) out[1 + threadIdx.x / 8] = part;
}
__global__ void copies(int const* in, int* out, int n) {
  SIMT_CUDA_SHARED(s, int[100]);
  auto const block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * 100, sizeof(int) * 100);
  cg::wait(block);
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x))
    out[blockIdx.x * 100 + i] = s[99 - i];
}

template <class K, class... A>
void run_together(simt::dim3 grid, simt::dim3 block, K kernel, A... a) {
  simt::detail::kernel_args<A...> const args{{a}...};
  simt::launch_threads_together("kernel", grid, block, 0, kernel, args);
}

}  // namespace

TEST_CASE("[L2-010] tiles: recorded on hardware") {
  replay_tile<1>("tile1_block32");
  replay_tile<4>("tile4_block64");
  replay_tile<16>("tile16_block48");
  replay_tile<32>("tile32_block64");
}
TEST_CASE("[L2-010] coalesced threads: recorded on hardware") {
  for (std::string const group :
       {"coalesced0", "coalesced2", "coalesced3", "coalesced5", "coalesced8"}) {
    auto const want = records(group);
    auto const in = golden::values<int>(golden::field(want.at("size"), "values"));
    std::vector<word> out(in.size() * results);
    run_threads(1, 32, 0, KERNEL(coalesced_kernel), mask_of(want.at("size")), in.data(),
                out.data());
    expect(want, names, results, 32, out);
  }
}
TEST_CASE("[L2-010] partitions by label: recorded on hardware") {
  int how = -1;
  for (std::string const group : {"labeled_tile320", "labeled_coalesced0", "binary_tile321",
                                  "binary_tile160", "binary_coalesced1"}) {
    ++how;
    auto const want = records(group);
    auto const in = golden::values<int>(golden::field(want.at("size"), "values"));
    std::vector<word> out(in.size() * results);
    run_threads(1, 32, 0, KERNEL(partition_kernel), how, mask_of(want.at("size")), in.data(),
                out.data());
    expect(want, names, results, 32, out);
  }
}
TEST_CASE("[L2-010] blocks and grids: recorded on hardware") {
  simt::dim3 const shapes[][2] = {
      {{2, 1, 1}, {8, 1, 1}}, {{2, 3, 1}, {3, 2, 1}}, {{1, 2, 2}, {2, 2, 2}}};
  std::string const ids[] = {"2.1.1_8.1.1", "2.3.1_3.2.1", "1.2.2_2.2.2"};
  for (std::size_t i = 0; i < 3; ++i) {
    auto const n = static_cast<std::size_t>(shapes[i][0].count() * shapes[i][1].count());
    std::vector<word> out(n * 18);
    run_threads(shapes[i][0], shapes[i][1], 0, KERNEL(shape_kernel), out.data(),
                static_cast<int>(n));
    // The recorder numbers threads as thread_rank of the grid does.
    expect(records("shape/" + ids[i]), shape_names, 18, n, out);
  }
}
TEST_CASE("[L2-010] grids that synchronise: recorded on hardware") {
  for (auto const& r : golden::read("groups.tsv", "cg/grid_sync/")) {
    auto a = golden::values<int>(golden::field(r, "values"));
    std::size_t const n = 4 * 16;
    a.resize(n + 1);
    run_together(4, 16, KERNEL(grid_sync_kernel), a.data(),
                 static_cast<int>(golden::bits(golden::field(r, "rounds"))));
    auto const want = golden::values<int>(r.output);
    for (std::size_t i = 0; i < n; ++i) CHECK(a[i] == want[i]);
    CHECK(a[n] == 1);
  }
  std::vector<int> all(6 * 8);
  run_together(6, 8, KERNEL(grid_by_base_type), all.data());
  for (int i = 0; i < 48; ++i) CHECK(all[static_cast<std::size_t>(i)] == 48 + i);
  int left = 0;
  run_together(6, 8, KERNEL(leaves_before_sync), &left);
  CHECK(left == 24);
  for (int const blocks : {2, 7}) {
    int const rounds = 200;
    std::vector<int> came(static_cast<std::size_t>(blocks * blocks * rounds));
    int absent = 0;
    run_together(simt::dim3(static_cast<unsigned>(blocks)), 8, KERNEL(leave_one_by_one),
                 came.data(), &absent, rounds);
    CHECK(absent == 0);
    CHECK(std::count(came.begin(), came.end(), 1) == rounds * blocks * (blocks + 1) / 2);
  }
  CHECK_THROWS_AS(run_threads(2, 8, 0, KERNEL(syncs), &left), simt::kernel_error);
}
TEST_CASE("[L2-010] tiles larger than a warp") {
  auto const check = [](auto kernel, int size, int threads) {
    std::vector<int> out(static_cast<std::size_t>(threads) * 3);
    for (int turn = 0; turn < 2; ++turn) run_threads(3, threads, 0, kernel, out.data());
    for (int t = 0; t < threads; ++t) {
      int const first = t / size * size;
      CHECK(out[static_cast<std::size_t>(t)] == size * first + size * (size - 1) / 2);
      CHECK(out[static_cast<std::size_t>(t + threads)] == t - first);
      CHECK(out[static_cast<std::size_t>(t + 2 * threads)] == first + (t - first + 1) % size);
    }
  };
  check(KERNEL(large_tile<64>), 64, 256);
  check(KERNEL(large_tile<128>), 128, 128);
  check(KERNEL(large_tile<512>), 512, 1024);

  std::vector<int> out(256);
  run_threads(1, 256, 0, KERNEL(large_tile_votes<64>), out.data());
  for (int t = 0; t < 256; ++t)
    CHECK(out[static_cast<std::size_t>(t)] ==
          (t / 64 == 1) + 2 * (t < 128) + 4 * (t / 64 * 64 + 63));
}

TEST_CASE("a tile larger than a warp that waits for a thread that has returned is an error") {
  int passed = 0;
  try {
    run_threads(1, 128, 0, KERNEL(tile_with_gap), &passed);
    FAIL("no error");
  } catch (simt::barrier_error const& e) {
    std::string const text = e.what();
    CAPTURE(text);
    CHECK(e.block_index() == simt::uint3{0, 0, 0});
    CHECK(text.find("in a group's function: threads 64-69, 71-127") != std::string::npos);
    CHECK(text.find("thread 64 waits for threads that have returned: 70") != std::string::npos);
  }
  CHECK(passed == 64);
}
TEST_CASE("[L2-008][L2-010] the guide's sum by groups, and copies by groups") {
  std::vector<int> out(33);
  run_threads(1, 256, 0, KERNEL(sums_of_groups), out.data());
  CHECK(out[0] == 256);
  for (int g = 0; g < 32; ++g) CHECK(out[static_cast<std::size_t>(1 + g)] == 64 * g + 28);
  std::vector<int> in(200), back(200);
  for (int i = 0; i < 200; ++i) in[static_cast<std::size_t>(i)] = i;
  run_threads(2, 32, 0, KERNEL(copies), in.data(), back.data(), 100);
  for (int i = 0; i < 200; ++i)
    CHECK(back[static_cast<std::size_t>(i)] == i / 100 * 100 + 99 - i % 100);
}

TEST_CASE("grid_barrier: members that leave are waited for no more, whichever opens it") {
  std::atomic<bool> const stop{false};
  for (unsigned const members : {1u, 2u, 3u, 5u})
    for (unsigned const order : {1u, members - 1u}) {  // the first leave first, or the last
      simt::detail::grid_barrier barrier(members, stop);
      std::vector<std::atomic<unsigned>> come(members);
      std::atomic<int> wrong{0};
      auto const turns = [&](unsigned k) { return 40 * (k * order % members + 1); };
      std::vector<std::thread> threads;
      for (unsigned k = 0; k < members; ++k)
        threads.emplace_back([&, k] {
          for (unsigned turn = 1; turn <= turns(k); ++turn) {
            come[k] = turn;
            wrong += !barrier.wait(k);
            for (unsigned other = 0; other < members; ++other)
              wrong += come[other] < std::min(turn, turns(other));
          }
          barrier.leave(k);
        });
      for (std::thread& t : threads) t.join();
      INFO(members, " members, order ", order);
      CHECK(wrong == 0);
      CHECK(barrier.was_incomplete() == (members > 1));
    }
}
