// SPDX-License-Identifier: MIT
// Answers of a GPU, replayed by kernels in both forms: warp functions, atomics, tiles, printf.
#include <simt/thread/configuration.hpp>

#include <cooperative_groups.h>
#include <stdio.h>
#include <string.h>
#include <string>
#include <vector>

#include "golden.hpp"
#include "support/warp_kernels.cuh"
#include "thread/capture.hpp"

namespace cg = cooperative_groups;
using word = unsigned long long;

static int wrong = 0, cases = 0;
static char const* form = "";

static void differs(std::string const& id, std::size_t at) {
  if (++wrong < 20) printf("%s form: %s, %zu differs\n", form, id.c_str(), at);
}

/// Holds a kernel's argument in memory of its own.
template <class T>
struct cells {
  explicit cells(std::vector<T> const& v) : size(v.size()) {
    cudaMallocManaged(&p, size * sizeof(T));
    for (std::size_t i = 0; i < size; ++i) p[i] = v[i];
  }
  explicit cells(std::size_t n) : cells(std::vector<T>(n)) {}
  cells(cells const&) = delete;
  ~cells() { cudaFree(p); }
  T* p = nullptr;
  std::size_t size;
};

/// Each thread's bits are the recorded ones of its lane; `-` and `u` were not recorded.
template <class T>
void expect(golden::record const& r, T const* got, std::size_t n) {
  if (cudaError_t const e = cudaDeviceSynchronize(); e != cudaSuccess)
    printf("%s: %s\n", r.id.c_str(), cudaGetErrorString(e));
  ++cases;
  auto const want = golden::split(r.output, ',');
  for (std::size_t i = 0; i < n; ++i) {
    auto const& w = want[i % want.size()];
    if (w != "-" && w != "u" &&
        golden::bits_of(got[i]) != golden::bits_of(golden::value<T>(golden::bits(w))))
      differs(r.id, i);
  }
}
template <class T>
std::vector<T> inputs(golden::record const& r, std::string const& key) {
  auto out = golden::values<T>(golden::field(r, key));
  auto const n = out.size();
  for (std::size_t i = 0; i < n; ++i) out.push_back(out[i]);
  return out;
}
static unsigned mask_of(golden::record const& r) {
  return static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
}

// Warp functions.

using namespace recorded_warps;

template <class T>
void replay_shuffles(std::string const& type) {
  static char const* const names[] = {"shfl/", "shfl_up/", "shfl_down/", "shfl_xor/"};
  for (int op = 0; op < 8; ++op)
    for (auto const& r : golden::read("warp.tsv", names[op % 4] + type + "/")) {
      cells<T> const in(inputs<T>(r, "values")), out(threads);
      bool const has_width = r.inputs.find("width=") != std::string::npos;
      int const width = has_width ? static_cast<int>(golden::bits(golden::field(r, "width"))) : 32;
      auto const given = golden::values<int>(golden::field(r, "arg"));
      cells<int> const arg(given);
      shuffles<T><<<1, threads>>>(in.p, out.p, op, mask_of(r), arg.p, given.size() == 1, width);
      expect(r, out.p, threads);
    }
}

template <class T>
void replay_matches(std::string const& type) {
  static char const* const names[] = {"match_any/", "match_all/", "match_all_pred/"};
  for (int which = 0; which < 3; ++which)
    for (auto const& r : golden::read("warp.tsv", names[which] + type + "/")) {
      cells<T> const in(inputs<T>(r, "values"));
      cells<unsigned> const out(3 * threads);
      matches<T><<<1, threads>>>(in.p, out.p, mask_of(r));
      expect(r, out.p + which * threads, threads);
    }
}

template <class T>
void replay_reductions(std::vector<std::string> const& names) {
  for (std::size_t op = 0; op < names.size(); ++op)
    for (auto const& r : golden::read("warp.tsv", "reduce/" + names[op] + "/")) {
      cells<T> const in(inputs<T>(r, "values")), out(threads);
      int const both = golden::field(r, "both_branches") == "1";
      reductions<T><<<1, threads>>>(in.p, out.p, static_cast<int>(op), mask_of(r), both);
      expect(r, out.p, threads);
    }
}

static void replay_votes() {
  static char const* const names[] = {"vote/all", "vote/any", "vote/ballot"};
  for (int which = 0; which < 3; ++which)
    for (auto const& r : golden::read("warp.tsv", names[which])) {
      cells<int> const in(inputs<int>(r, "preds"));
      cells<unsigned> const out(7 * threads);
      votes<<<1, threads>>>(in.p, out.p, mask_of(r));
      expect(r, out.p + which * threads, threads);
      expect(r, out.p + (which + 3) * threads, threads);
    }
  static char const* const flows[] = {"if_bit",  "if_less_else", "nested_outer", "nested_inner",
                                      "switch4", "loop_trips",   "after_exit"};
  for (int how = 0; how < 7; ++how)
    for (std::string const group : {"diverged_vote/", "activemask/"})
      for (auto const& r : golden::read("warp.tsv", group + flows[how] + "/")) {
        cells<int> const in(inputs<int>(r, r.inputs.substr(0, r.inputs.find('='))));
        cells<word> const active(threads);
        cells<long long> const vote(threads);
        diverge<<<1, threads>>>(in.p, active.p, vote.p, how);
        if (group == "activemask/")
          expect(r, active.p, threads);
        else
          expect(r, vote.p, threads);
      }
}

// Atomics: each thread on a cell of its own.

static char const* const operations[] = {"Add", "Sub", "Exch", "Min", "Max", "Inc",
                                         "Dec", "And", "Or",   "Xor", "CAS"};

template <class T>
__global__ void single(T* cell, T* old, T const* a, T const* b, int op, bool shared) {
  __shared__ T tile[16];
  int const i = threadIdx.x;
  tile[i] = cell[i];
  T* const p = shared ? &tile[i] : &cell[i];
  T x = a[i];
  T r = 0;
  switch (op) {
    case 0:
      r = atomicAdd(p, x);
      break;
    case 2:
      if constexpr (sizeof(T) == 4 || T(0.5) == T(0)) r = atomicExch(p, x);
      break;
    default:
      if constexpr (T(0.5) == T(0)) {
        if (op == 3) r = atomicMin(p, x);
        if (op == 4) r = atomicMax(p, x);
        if (op == 7) r = atomicAnd(p, x);
        if (op == 8) r = atomicOr(p, x);
        if (op == 9) r = atomicXor(p, x);
        if (op == 10) r = atomicCAS(p, x, b[i]);
        if constexpr (sizeof(T) == 4)
          if (op == 1) r = atomicSub(p, x);
        if constexpr (sizeof(T) == 4 && T(-1) > T(0)) {
          if (op == 5) r = atomicInc(p, x);
          if (op == 6) r = atomicDec(p, x);
        }
      }
  }
  old[i] = r;
  if (shared) cell[i] = tile[i];
}
template <class T>
void replay_atomics(std::string const& type) {
  for (int op = 0; op < 11; ++op)
    for (bool shared : {false, true})
      for (auto const& r :
           golden::read("atomics.tsv", std::string("single/atomic") + operations[op] + "_" + type +
                                           (shared ? "_shared/" : "_global/"))) {
        std::vector<T> cell, a, b, want_old, want_new;
        for (auto const& sub : golden::split(r.inputs, ';')) {
          auto const v = golden::values<T>(sub);
          cell.push_back(v[0]);
          a.push_back(v[1]);
          b.push_back(v.size() > 2 ? v[2] : T{});
        }
        for (auto const& sub : golden::split(r.output, ';')) {
          auto const v = golden::values<T>(sub);
          want_old.push_back(v[0]);
          want_new.push_back(v[1]);
        }
        cells<T> const p(cell), old(cell.size()), x(a), y(b);
        single<T><<<1, static_cast<unsigned>(cell.size())>>>(p.p, old.p, x.p, y.p, op, shared);
        cudaDeviceSynchronize();
        ++cases;
        auto const same = [](T u, T v) {
          return (u != u && v != v) || golden::bits_of(u) == golden::bits_of(v);
        };
        for (std::size_t i = 0; i < cell.size(); ++i)
          if (!same(old.p[i], want_old[i]) || !same(p.p[i], want_new[i])) differs(r.id, i);
      }
}

// Tiles of cooperative groups.

static char const* const tile_names[] = {
    "thread_rank", "size",         "meta_group_rank", "meta_group_size", "shfl_0", "shfl_last",
    "shfl_up_1",   "shfl_up_3",    "shfl_down_1",     "shfl_down_2",     "ballot", "any",
    "all",         "shfl_xor_last"};
template <int N>
__global__ void tiles(int const* in, word* out) {
  cg::thread_block b = cg::this_thread_block();
  cg::thread_block_tile<N> g = cg::tiled_partition<N>(b);
  int const n = blockDim.x;
  int const v = in[threadIdx.x];
  word* const to = out + threadIdx.x;
  to[0] = g.thread_rank();
  to[n] = g.size();
  to[2 * n] = g.meta_group_rank();
  to[3 * n] = g.meta_group_size();
  to[4 * n] = (unsigned)g.shfl(v, 0);
  to[5 * n] = (unsigned)g.shfl(v, N - 1);
  to[6 * n] = (unsigned)g.shfl_up(v, 1);
  to[7 * n] = (unsigned)g.shfl_up(v, 3);
  to[8 * n] = (unsigned)g.shfl_down(v, 1);
  to[9 * n] = (unsigned)g.shfl_down(v, 2);
  to[10 * n] = g.ballot(v & 1);
  to[11 * n] = (unsigned)g.any(v & 1);
  to[12 * n] = (unsigned)g.all(v & 1);
  to[13 * n] = (unsigned)g.shfl_xor(v, N - 1);
}
template <int N>
void replay_tile(std::string const& group) {
  for (int k = 0; k < 14; ++k)
    for (auto const& r : golden::read("groups.tsv", "cg/" + group + "/" + tile_names[k])) {
      if (r.id != "cg/" + group + "/" + tile_names[k]) continue;
      auto const values = golden::values<int>(golden::field(r, "values"));
      unsigned const n = static_cast<unsigned>(values.size());
      cells<int> const in(values);
      cells<word> const out(14 * n);
      tiles<N><<<1, n>>>(in.p, out.p);
      cudaDeviceSynchronize();
      std::vector<unsigned> low;
      for (unsigned i = 0; i < n; ++i) low.push_back(static_cast<unsigned>(out.p[k * n + i]));
      expect(r, low.data(), n);
    }
}

// printf: a call's text is its name. Without arguments a call is C's.

// clang-format off
#define CALLS(X) \
  X(printf("%d", 42)) \
  X(printf("%d", -42)) \
  X(printf("%u", -1)) \
  X(printf("%X", 0xdeadbeef)) \
  X(printf("%c%c%c", 'a', 'b', 'c')) \
  X(printf("[%10s][%-10s][%.2s][%10.2s]", "hello", "hello", "hello", "hello")) \
  X(printf("%f", 3.14159)) \
  X(printf("%f", 1.5f)) \
  X(printf("%e", 12345.678)) \
  X(printf("%5.1f|%-8.2f|%08.3f|%+f|% f", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159)) \
  X(printf("%5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42)) \
  X(printf("%ld %lu %lx", -5000000000l, 5000000000ul, 5000000000ul)) \
  X(printf("%d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8)) \
  X(printf("%d %f %s %c %lld", 1, 2.0, "three", '4', 5ll)) \
  X(printf("%*d", 8, 42)) \
  X(printf("%y", 1)) \
  X(printf("%d", 1, 2, 3)) \
  X(printf("none", 1, 2)) \
  X(printf("%d", true)) \
  X(printf("%d", (short)-3)) \
  X(printf("%u", (unsigned char)250)) \
  X(printf("%-5s|%5s|", "toolong", "toolong"))
// clang-format on

__global__ void prints(int* results, int which) {
  int at = 0, r = 0;
#define RUN(...) \
  if (at++ == which) r = __VA_ARGS__;
  CALLS(RUN)
  results[threadIdx.x] = r;
}
static void replay_prints() {
#define TEXT_OF(...) #__VA_ARGS__,
  static char const* const calls[] = {CALLS(TEXT_OF)};
  auto const records = golden::read("printf.tsv", "printf/literal/");
  cells<int> const results(1);
  int which = 0;
  for (char const* const call : calls) {
    auto const text = captured(1, [&] {
      prints<<<1, 1>>>(results.p, which);
      cudaDeviceSynchronize();
    });
    ++which;
    auto const got =
        spelled(text) + " ; returned=" + std::to_string(results.p[0]) + " ; cudaSuccess";
    bool found = false;
    for (auto const& r : records) {
      if (r.inputs != call) continue;
      found = true;
      ++cases;
      if (r.output != got) differs(std::string(call) + ": " + got, 0);
    }
    if (!found) differs(std::string("no record of ") + call, 0);
  }
}

int main() {
  using choice = simt::cuda::kernel_form_choice;
  for (auto const f : {choice::thread, choice::lane}) {
    simt::cuda::set_kernel_form(f);
    form = f == choice::thread ? "thread" : "lane";
    replay_shuffles<int>("int");
    replay_shuffles<unsigned>("unsigned");
    replay_shuffles<int>("partial");
    replay_shuffles<float>("float");
    replay_shuffles<double>("double");
    replay_shuffles<long long>("longlong");
    replay_shuffles<word>("ulonglong");
    replay_matches<int>("int");
    replay_matches<unsigned>("unsigned");
    replay_matches<float>("float");
    replay_matches<double>("double");
    replay_matches<long long>("longlong");
    replay_matches<word>("ulonglong");
    replay_reductions<int>({"add_int", "min_int", "max_int"});
    replay_reductions<unsigned>(
        {"add_unsigned", "min_unsigned", "max_unsigned", "and", "or", "xor"});
    replay_votes();
    replay_atomics<int>("int");
    replay_atomics<unsigned>("uint");
    replay_atomics<long long>("ll");
    replay_atomics<word>("ull");
    replay_atomics<float>("float");
    replay_atomics<double>("double");
    replay_tile<1>("tile1_block32");
    replay_tile<4>("tile4_block64");
    replay_tile<16>("tile16_block48");
    replay_tile<32>("tile32_block64");
    replay_prints();
  }
  printf("%d cases, %d wrong\n", cases, wrong);
  return wrong == 0 && cases > 500 ? 0 : 1;
}
