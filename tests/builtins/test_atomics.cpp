// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "golden.hpp"

namespace {

using ull = unsigned long long;

// ---- one thread, one cell: returned and stored value
SIMT_KERNEL_TEMPLATE((class T), (T), single,
                     (simt::ptr<T> cells, simt::ptr<T> old, simt::ptr<T const> a,
                      simt::ptr<T const> b, int op, bool shared)) {
  __shared__ simt::tile<T[64]> s;
  auto i = threadIdx.x;
  varying<int> j = i;
  varying<T> x = a[i], y = b[i];
  s[i] = cells[i];
  simt::ptr<T> p = shared ? s.data() : cells;
  auto const q = &p[j];
  if (op == 0) old[i] = atomicAdd(&p[i], x);
  if (op == 1) old[i] = atomicExch(q, x);
  if constexpr (std::is_integral_v<T>) {
    if (op == 2) old[i] = atomicSub(q, x);
    if (op == 3) old[i] = atomicMin(q, x);
    if (op == 4) old[i] = atomicMax(&p[i], x);
    if (op == 5) old[i] = atomicAnd(q, x);
    if (op == 6) old[i] = atomicOr(&p[i], x);
    if (op == 7) old[i] = atomicXor(q, x);
    if (op == 8) old[i] = atomicCAS(q, x, y);
    if constexpr (std::is_unsigned_v<T>) {
      if (op == 9) old[i] = atomicInc(q, x);
      if (op == 10) old[i] = atomicDec(&p[i], x);
    }
  }
  if (shared) cells[i] = s[i];
}

char const* const operations[] = {"Add", "Exch", "Sub", "Min", "Max", "And",
                                  "Or",  "Xor",  "CAS", "Inc", "Dec"};

template <int W, class T>
[[gnu::noinline]] void replay_single(std::string const& type) {
  int cases = 0;
  for (int op = 0; op < 11; ++op)
    for (bool shared : {false, true}) {
      auto const id = std::string("single/atomic") + operations[op] + "_" + type +
                      (shared ? "_shared/" : "_global/");
      for (auto const& r : golden::read("atomics.tsv", id)) {
        std::vector<T> cells, a, b, want_old, want_new;
        for (auto const& sub : golden::split(r.inputs, ';')) {
          auto const v = golden::values<T>(sub);
          cells.push_back(v[0]);
          a.push_back(v[1]);
          b.push_back(v.size() > 2 ? v[2] : T{});
        }
        for (auto const& sub : golden::split(r.output, ';')) {
          auto const v = golden::values<T>(sub);
          want_old.push_back(v[0]);
          want_new.push_back(v[1]);
        }
        std::vector<T> old(cells.size());
        simt::launch_at<W>(single<T>, simt::shape{1, static_cast<int>(cells.size())}, cells.data(),
                           old.data(), a.data(), b.data(), op, shared);
        for (std::size_t i = 0; i < cells.size(); ++i) {
          CAPTURE(r.id);
          CAPTURE(i);
          auto const same = [](T x, T y) {
            return (x != x && y != y) || golden::bits_of(x) == golden::bits_of(y);
          };
          CHECK(same(old[i], want_old[i]));
          CHECK(same(cells[i], want_new[i]));
        }
        ++cases;
      }
    }
  CHECK(cases > 0);
}
TEST_CASE("[ATOM-001..ATOM-032] [ATOM-056] atomics on one cell: recorded on hardware") {
  simt_test::for_widths<1, 32>([&]<int W>() { replay_single<W, int>("int"); });
  simt_test::for_widths<1, simt::simd::native_lanes>([&]<int W>() {
    replay_single<W, unsigned>("uint");
  });
  replay_single<32, ull>("ull");
  replay_single<32, long long>("ll");
  simt_test::for_widths<1, 32>([&]<int W>() { replay_single<W, float>("float"); });
  replay_single<32, double>("double");
}

// ---- many threads, one cell: totals that do not depend on order
enum many_op { add, sub, least, most, both, either, differ, inc, dec, loop_add };

SIMT_KERNEL_TEMPLATE((class T, many_op Op), (T, Op), many,
                     (simt::ptr<T> cell, simt::ptr<T const> in, bool shared)) {
  __shared__ simt::tile<T[1]> s;
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<T> x = in[i];
  if (shared) {
    simt_if (threadIdx.x == 0) s[0] = cell[0];
  }
  __syncthreads();
  simt::ptr<T> p = shared ? s.data() : cell;
  if constexpr (Op == add) atomicAdd(&p[0], x);
  if constexpr (Op == sub) atomicSub(&p[0], x);
  if constexpr (Op == least) atomicMin(p, x);
  if constexpr (Op == most) atomicMax(p, x);
  if constexpr (Op == both) atomicAnd(p, x);
  if constexpr (Op == either) atomicOr(p, x);
  if constexpr (Op == differ) atomicXor(p, x);
  if constexpr (Op == inc) atomicInc(p, x);
  if constexpr (Op == dec) atomicDec(p, x);
  if constexpr (Op == loop_add) {  // a float in the cell's bits
#if SIMT_TSAN  // takes the guide's plain load for a race with the atomics of other blocks
    varying<T> old = atomicCAS(&p[0], 0u, 0u), assumed = 0u;
#else
    varying<T> old = p[0], assumed = 0u;
#endif
    simt_do {
      assumed = old;
      old = atomicCAS(&p[0], assumed, __float_as_uint(__uint_as_float(assumed) + x));
    }
    simt_do_while(old != assumed);
  }
  __syncthreads();
  if (shared) {
    simt_if (threadIdx.x == 0) cell[0] = s[0];
  }
}

unsigned tv(ull seed, unsigned i) {
  ull z = seed + (ull{i} + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return static_cast<unsigned>((z ^ (z >> 31)) >> 32);
}
ull number(golden::record const& r, std::string const& key) {
  for (auto const& word : golden::split(r.inputs, ','))
    if (word.compare(0, key.size() + 1, key + "=") == 0)
      return golden::bits(word.substr(key.size() + 1));
  throw std::runtime_error(r.id + " has no " + key);
}

template <int W, class T, many_op Op, class Value>
[[gnu::noinline]] void replay_many(std::string const& name, Value const& value) {
  for (bool shared : {false, true})
    for (auto const& r :
         golden::read("atomics.tsv", "many/" + name + (shared ? "/shared" : "/global"))) {
      auto const blocks = static_cast<int>(number(r, "blocks"));
      auto const threads = static_cast<int>(number(r, "threads"));
      std::vector<T> in;
      for (unsigned i = 0; i < static_cast<unsigned>(blocks * threads); ++i)
        in.push_back(static_cast<T>(value(number(r, "seed"), i)));
      std::vector<T> cell{golden::value<T>(number(r, "init"))};
      simt::launch_at<W>(many<T, Op>, simt::shape{blocks, threads}, cell.data(), in.data(), shared);
      CAPTURE(r.id);
      CHECK(golden::bits_of(cell[0]) ==
            golden::bits_of(golden::value<T>(golden::bits(golden::split(r.output, ',')[0]))));
    }
}
template <int W>
[[gnu::noinline]] void replay_totals() {
  auto const v = [](ull seed, unsigned i) { return tv(seed, i); };
  auto const w = [](ull seed, unsigned i) { return ull{tv(seed, i)} << 32 | tv(seed ^ 0x5555, i); };
  replay_many<W, int, add>("atomicAdd_int", v);
  replay_many<W, ull, add>("atomicAdd_ull", w);
  replay_many<W, float, add>("atomicAdd_float",
                             [](ull s, unsigned i) { return static_cast<float>(tv(s, i) & 255u); });
  replay_many<W, double, add>("atomicAdd_double", [](ull s, unsigned i) {
    return static_cast<double>(static_cast<int>(tv(s, i)));
  });
  replay_many<W, int, sub>("atomicSub_int", v);
  replay_many<W, int, least>("atomicMin_int", v);
  replay_many<W, unsigned, most>("atomicMax_uint", v);
  replay_many<W, long long, most>("atomicMax_ll", w);
  replay_many<W, ull, least>("atomicMin_ull", w);
  replay_many<W, unsigned, both>("atomicAnd_uint", [](ull s, unsigned i) {
    return tv(s, i) | tv(s + 7, i % 5) | 0x11110000u;
  });
  replay_many<W, unsigned, either>(
      "atomicOr_uint", [](ull s, unsigned i) { return tv(s, i) & tv(s + 7, i % 5) & 0x0fffffffu; });
  replay_many<W, ull, differ>("atomicXor_ull", w);
  auto const limit = [](ull s, unsigned) { return tv(s, 0) % 100u + 3u; };
  replay_many<W, unsigned, inc>("atomicInc", limit);
  replay_many<W, unsigned, dec>("atomicDec", limit);
}
TEST_CASE("[HIER-022] [ATOM-056] totals of many threads on one cell: recorded on hardware") {
  simt_test::for_widths<1, 32>([]<int W>() { replay_totals<W>(); });
}
TEST_CASE("[ATOM-055] an addition of floats out of atomicCAS: recorded on hardware") {
  // The operand is a float here, the cell its bits.
  auto const value = [](ull s, unsigned i) { return tv(s, i) & 255u; };
  replay_many<1, unsigned, loop_add>("CASloop_add_float", value);
  replay_many<32, unsigned, loop_add>("CASloop_add_float", value);
}

// ---- old values: what a serial order of the threads gives
SIMT_KERNEL(tickets, (simt::ptr<unsigned> counter, simt::ptr<unsigned> got,
                      simt::ptr<int const> step, int form)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ simt::tile<unsigned[1]> own;
  if (form == 0) got[i] = atomicAdd(&counter[0], 1u);
  if (form == 1) got[i] = atomicAdd_system(counter, 1u);
  if (form == 2) {
    varying<int> zero = step[i];
    got[i] = atomicAdd(&counter[zero], 1u);
  }
  if (form == 3) {
    varying<unsigned> one = step[i] + 1;
    got[i] = atomicAdd_block(&counter[0], one);
  }
  if (form == 4) {
    simt_if (step[i] == 0) got[i] = atomicAdd(&counter[0], 1u);
  }
  if (form == 5) {  // one block: shared memory
    simt_if (threadIdx.x == 0) own[0] = 0u;
    __syncthreads();
    got[i] = atomicAdd(&own[0], 1u);
    __syncthreads();
    if (threadIdx.y == 0) counter[0] = own[0];
  }
}
template <int W>
[[gnu::noinline]] void check_tickets() {
  for (int form = 0; form < 6; ++form)
    for (int block : {1, 33, 96, 100}) {
      int const blocks = form == 5 ? 1 : 7;
      auto const n = static_cast<std::size_t>(block * blocks);
      std::vector<unsigned> counter(1), got(n, 99u);
      std::vector<int> const step(n, 0);
      simt::launch_at<W>(tickets, simt::shape{blocks, block}, counter.data(), got.data(),
                         step.data(), form);
      CAPTURE(form);
      CAPTURE(block);
      CHECK(counter[0] == n);
      std::sort(got.begin(), got.end());
      for (std::size_t i = 0; i < n; ++i) CHECK(got[i] == i);
    }
}
TEST_CASE("[ATOM-001] [ATOM-033] [ATOM-034] tickets of atomicAdd are 0 to n-1") {
  simt_test::for_widths<1, simt::simd::native_lanes, 32, 64>([]<int W>() { check_tickets<W>(); });
}

// Some lanes only, varying addresses that collide, one exchange chain: old values and what is left
// are a permutation of what was stored.
SIMT_KERNEL(chains, (simt::ptr<int> cell, simt::ptr<int> got, simt::ptr<int const> where)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> w = where[i];
  varying<int> mine = i + 1;
  got[i] = -1;
  simt_if (w >= 0) got[i] = atomicExch(&cell[w], mine);
}
SIMT_KERNEL(shared_chains, (simt::ptr<int> cell, simt::ptr<int> got, simt::ptr<int const> where)) {
  __shared__ simt::tile<int[4]> s;
  auto i = threadIdx.x;
  varying<int> w = where[i];
  varying<int> mine = i + 1;
  simt_if (i < 4) s[i] = 0;
  __syncthreads();
  got[i] = -1;
  simt_if (w >= 0) got[i] = atomicExch(&s[w], mine);
  __syncthreads();
  simt_if (i < 4) cell[i] = s[i];
}
template <int W>
[[gnu::noinline]] void check_chains(bool shared, int blocks, int block) {
  auto const n = static_cast<std::size_t>(blocks * block);
  std::mt19937 random(static_cast<unsigned>(block));
  std::vector<int> cell(4, 0), got(n), where(n);
  for (auto& w : where) w = static_cast<int>(random() % 5) - 1;
  if (shared)
    simt::launch_at<W>(shared_chains, simt::shape{blocks, block}, cell.data(), got.data(),
                       where.data());
  else
    simt::launch_at<W>(chains, simt::shape{blocks, block}, cell.data(), got.data(), where.data());
  for (int c = 0; c < 4; ++c) {
    std::multiset<int> seen{cell[static_cast<std::size_t>(c)]}, stored{0};
    for (std::size_t i = 0; i < n; ++i)
      if (where[i] == c) {
        seen.insert(got[i]);
        stored.insert(static_cast<int>(i) + 1);
      }
    CHECK(seen == stored);
  }
  for (std::size_t i = 0; i < n; ++i)
    if (where[i] < 0) CHECK(got[i] == -1);
}
TEST_CASE(
    "[ATOM-013] [ATOM-037] [ATOM-056] chains of atomicExch under a mask, in global and shared "
    "memory") {
  for (int block : {3, 64, 97}) {
    simt_test::for_widths<1, 32>([&]<int W>() { check_chains<W>(false, 3, block); });
    simt_test::for_widths<1, 32>([&]<int W>() { check_chains<W>(true, 1, block); });
  }
}

// ---- whole patterns, recorded
SIMT_KERNEL(histogram, (simt::ptr<unsigned> bins, simt::ptr<unsigned const> in, int per_thread)) {
  __shared__ simt::tile<unsigned[16]> s;
  simt_if (threadIdx.x < 16) s[threadIdx.x] = 0u;
  __syncthreads();
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < per_thread; ++k) {
    varying<unsigned> v = in[i * per_thread + k];
    varying<int> bin = v & 15u;
    atomicAdd(&s[bin], 1u);
  }
  __syncthreads();
  simt_if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
SIMT_KERNEL(winner, (simt::ptr<int> cell, simt::ptr<int> winners)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (atomicCAS(&cell[0], -1, i) == -1) atomicAdd(winners, 1);
}
SIMT_KERNEL(count_up,
            (simt::ptr<unsigned> counter, simt::ptr<unsigned> hist, unsigned limit, bool down)) {
  varying<unsigned> t = 0u;
  if (down)
    t = atomicDec(counter, limit);
  else
    t = atomicInc(counter, limit);
  atomicAdd(&hist[t], 1u);
}
SIMT_KERNEL(last_block, (simt::ptr<unsigned> partial, simt::ptr<unsigned> counter,
                         simt::ptr<unsigned> out, simt::ptr<unsigned const> in)) {
  __shared__ simt::tile<unsigned[1]> s;
  __shared__ simt::tile<unsigned[1]> last;
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (threadIdx.x == 0) s[0] = 0u;
  __syncthreads();
  atomicAdd(&s[0], in[i]);
  __syncthreads();
  simt_if (threadIdx.x == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last[0] = atomicInc(counter, gridDim.x) == static_cast<unsigned>(gridDim.x - 1);
  }
  __syncthreads();
  simt_if (last[0] != 0u && threadIdx.x == 0) {
    unsigned sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += partial[b];
    out[0] = sum;
    counter[0] = 0u;
  }
}
std::vector<unsigned> numbers(std::string const& text) { return golden::values<unsigned>(text); }
golden::record returned(std::string const& name) {
  return golden::read("atomics.tsv", "returns/" + name).at(0);
}

template <int W>
[[gnu::noinline]] void replay_patterns() {
  {
    auto const r = returned("shared_histogram");
    std::vector<unsigned> bins(16), in;
    for (unsigned i = 0; i < 32 * 256 * 5; ++i) in.push_back(tv(number(r, "seed"), i));
    simt::launch_at<W>(histogram, simt::shape{32, 256}, bins.data(), in.data(), 5);
    CHECK(bins == numbers(r.output));
  }
  {
    std::vector<int> cell{-1}, winners{0};
    simt::launch_at<W>(winner, simt::shape{32, 256}, cell.data(), winners.data());
    CHECK(winners[0] == 1);
    CHECK(cell[0] >= 0);
  }
  for (bool down : {false, true}) {
    auto const r = returned(down ? "atomicDec_counts" : "atomicInc_counts");
    auto const limit = static_cast<unsigned>(number(r, "limit"));
    std::vector<unsigned> counter(1), hist(limit + 1);
    simt::launch_at<W>(count_up, simt::shape{32, 256}, counter.data(), hist.data(), limit, down);
    auto const end = r.output.find(",final=");
    CHECK(hist == numbers(r.output.substr(0, end)));
    CHECK(counter[0] == golden::bits(r.output.substr(end + 7)));
  }
  {
    auto const r = returned("last_block_sum");
    std::vector<unsigned> partial(32), counter(1), out(1), in;
    for (unsigned i = 0; i < 32 * 256; ++i) in.push_back(tv(number(r, "seed"), i) >> 12);
    simt::launch_at<W>(last_block, simt::shape{32, 256}, partial.data(), counter.data(), out.data(),
                       in.data());
    CHECK(out[0] == golden::bits(r.output.substr(0, r.output.find(','))));
    CHECK(counter[0] == 0);
  }
}
TEST_CASE(
    "[ATOM-019] [ATOM-020] [ATOM-021] [SYNC-010] histogram, last block and winners: recorded on "
    "hardware") {
  simt_test::for_widths<1, 32>([]<int W>() { replay_patterns<W>(); });
}

// ---- waiting in loops of atomics
SIMT_KERNEL(spin_lock, (simt::ptr<int> lock, simt::ptr<int> plain, int times)) {
  simt_if (threadIdx.x == 0) {
    for (int k = 0; k < times; ++k) {
      simt_while (atomicCAS(&lock[0], 0, 1) != 0) {
      }
      __threadfence();
      plain[0] += 1;
      __threadfence();
      atomicExch(&lock[0], 0);
    }
  }
}
SIMT_KERNEL(each_thread_locks, (simt::ptr<int> lock, simt::ptr<int> plain)) {
  varying<int> done = 0;
  simt_while (done == 0) {
    simt_if (atomicExch(&lock[0], 1) == 0) {
      plain[0] += 1;
      atomicExch(&lock[0], 0);
      done = 1;
    }
  }
}
// The first thread waits for the last one, whose gang has not started yet.
SIMT_KERNEL(wait_for_last, (simt::ptr<int> flag, int n)) {
  auto i = threadIdx.x;
  __shared__ simt::tile<int[1]> token;
  simt_if (i == 0) token[0] = 0;
  __syncthreads();
  simt_if (i == 0) {
    simt_while (atomicCAS(&token[0], 1, 2) != 1) {
    }
  }
  simt_if (i == n - 1) atomicExch(&token[0], 1);
  simt_if (i == 1) {
    simt_while (atomicAdd(&flag[0], 0) == 0) {
    }
  }
  simt_if (i == n - 2) atomicOr(&flag[0], 4);
}
// The same with plain loads and fences.
SIMT_KERNEL(wait_by_fences, (simt::ptr<int> out, int n)) {
  auto i = threadIdx.x;
  __shared__ simt::tile<int[1]> token;
  simt_if (i == 0) token[0] = 0;
  __syncthreads();
  simt_if (i == 0) {
    simt_while (token[0] == 0) __threadfence_block();
    out[0] = token[0] + 1;
  }
  simt_if (i == n - 1) {
    token[0] = 41;
    __threadfence();
  }
}
template <int W>
[[gnu::noinline]] void check_waiting() {
  auto const r = returned("spin_lock");
  std::vector<int> lock(1), plain(1);
  simt::launch_at<W>(spin_lock, simt::shape{32, 32}, lock.data(), plain.data(), 8);
  CHECK(plain[0] == static_cast<int>(golden::bits(golden::split(r.output, ',')[0])));
  CHECK(lock[0] == 0);
  plain[0] = 0;
  simt::launch_at<W>(each_thread_locks, simt::shape{3, 128}, lock.data(), plain.data());
  CHECK(plain[0] == 3 * 128);
  std::vector<int> flag(1);
  simt::launch_at<W>(wait_for_last, simt::shape{1, 200}, flag.data(), 200);
  CHECK(flag[0] == 4);
  simt::launch_at<W>(wait_by_fences, simt::shape{1, 200}, flag.data(), 200);
  CHECK(flag[0] == 42);
}
TEST_CASE(
    "[ATOM-021] [ATOM-013] [SYNC-005] [SYNC-006] [SYNC-007] [SYNC-009] locks and flags: a thread "
    "that waits lets the others run") {
  simt_test::for_widths<1, 32>([]<int W>() { check_waiting<W>(); });
}

// ---- every spelling with a suffix, once
SIMT_KERNEL_TEMPLATE((class T), (T), suffixes, (simt::ptr<T> p)) {
  auto i = threadIdx.x;
  varying<T> x = i + 1;
  atomicAdd_block(&p[0], x);
  atomicAdd_system(&p[1], x);
  atomicSub_block(&p[2], x);
  atomicSub_system(&p[3], x);
  atomicMin_block(&p[4], x);
  atomicMin_system(&p[5], x);
  atomicMax_block(&p[6], x);
  atomicMax_system(&p[7], x);
  atomicAnd_block(&p[8], ~x);
  atomicAnd_system(&p[9], ~x);
  atomicOr_block(&p[10], x);
  atomicOr_system(&p[11], x);
  atomicXor_block(&p[12], x);
  atomicXor_system(&p[13], x);
  atomicExch_block(&p[14], T{7});
  atomicExch_system(&p[15], T{7});
  atomicCAS_block(&p[16], T{100}, T{8});
  atomicCAS_system(&p[17], T{100}, T{8});
  if constexpr (std::is_same_v<T, unsigned>) {
    atomicInc_block(&p[18], 6u);
    atomicInc_system(&p[19], 6u);
    atomicDec_block(&p[20], 6u);
    atomicDec_system(&p[21], 6u);
  }
}
SIMT_KERNEL_TEMPLATE((class T), (T), real_suffixes, (simt::ptr<T> p)) {
  varying<T> const x = threadIdx.x + 1;
  atomicAdd_block(&p[0], x);
  atomicAdd_system(&p[1], x);
  atomicExch_block(&p[2], T{7.5});
  atomicExch_system(&p[3], T{7.5});
}
template <int W, class T>
[[gnu::noinline]] void check_suffixes() {
  std::vector<T> p(22, 100);
  p[6] = p[7] = 3;  // for the largest
  simt::launch_at<W>(suffixes<T>, simt::shape{1, 40}, p.data());
  T const sum = 40 * 41 / 2;
  T wrapped = 100, down = 100, mixed = 100;
  for (T k = 1; k <= 40; ++k) {
    wrapped = wrapped >= 6 ? 0 : wrapped + 1;
    down = down == 0 || down > 6 ? 6 : down - 1;
    mixed ^= k;
  }
  if (!std::is_same_v<T, unsigned>) wrapped = down = 100;
  T const masked = 100 & ~63;
  std::vector<T> const want{100 + sum, 100 + sum, 100 - sum, 100 - sum, 1,     1,     40, 40,
                            masked,    masked,    100 | 63,  100 | 63,  mixed, mixed, 7,  7,
                            8,         8,         wrapped,   wrapped,   down,  down};
  CHECK(p == want);
}
TEST_CASE("[ATOM-033..ATOM-054] block and system forms") {
  simt_test::for_widths<1, 32>([]<int W>() { check_suffixes<W, unsigned>(); });
  check_suffixes<32, int>();
  check_suffixes<32, ull>();
  std::vector<float> f(4, 0.5f);
  simt::launch_at<32>(real_suffixes<float>, simt::shape{1, 40}, f.data());
  CHECK(f == std::vector<float>{820.5f, 820.5f, 7.5f, 7.5f});
  std::vector<double> d(4, 0.25);
  simt::launch_at<32>(real_suffixes<double>, simt::shape{1, 40}, d.data());
  CHECK(d == std::vector<double>{820.25, 820.25, 7.5, 7.5});
}

// ---- a device function that is a plain template, and the host beside a kernel
template <class P, class I>
void bump(P const& p, I const& i) {
  atomicAdd(&p[i], 2);
  atomicAdd(&p[0], 1);  // uniform: once for each active thread
}
SIMT_KERNEL(calls_bump, (simt::ptr<int> p)) {
  auto i = threadIdx.x;
  simt_if (i >= 10 && i < 20) bump(p, i);
}
TEST_CASE("[ATOM-057] atomics of a plain device function and of the host meet in one cell") {
  std::vector<int> p(40);
  for (int pass = 0; pass < 2; ++pass) {
    __atomic_fetch_add(&p[0], 10, __ATOMIC_SEQ_CST);
    if (pass == 0)
      simt::launch_at<1>(calls_bump, simt::shape{1, 40}, p.data());
    else
      simt::launch_at<32>(calls_bump, simt::shape{1, 40}, p.data());
  }
  CHECK(p[0] == 40);
  for (std::size_t i = 1; i < 40; ++i) CHECK(p[i] == (i >= 10 && i < 20 ? 4 : 0));
}

SIMT_KERNEL(half_words, (simt::ptr<unsigned short> p, simt::ptr<unsigned short> old)) {
  auto i = threadIdx.x;
  varying<unsigned short> mine = i + 1;
  old[i] = atomicCAS(&p[1], static_cast<unsigned short>(65535), mine);
}
TEST_CASE("[ATOM-021] atomicCAS of 16 bits leaves its neighbours alone") {
  std::vector<unsigned short> p{1, 65535, 3}, old(32);
  simt::launch_at<32>(half_words, simt::shape{1, 32}, p.data(), old.data());
  CHECK(p == std::vector<unsigned short>{1, 1, 3});
  CHECK(old[0] == 65535);
  for (std::size_t i = 1; i < 32; ++i) CHECK(old[i] == 1);
}

}  // namespace
