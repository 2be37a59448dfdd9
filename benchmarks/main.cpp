// SPDX-License-Identifier: MIT
//
// simt_benchmarks: each workload as a lane kernel, tuned, by hand, by the best algorithm in plain
// C++, and as a scalar loop, in one run. Options: see usage() below; those that start with
// --benchmark_ go to Google Benchmark.

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "launch_sizes.hpp"
#include "measure.hpp"
#include "report.hpp"

namespace {

constexpr char const* usage =
    "usage: simt_benchmarks [options]\n"
    "  --quick            reduced sizes, all workloads in under a minute\n"
    "  --only NAME...     these workloads only\n"
    "  --threads N        on N threads (as many as there are cores)\n"
    "  --rounds N         rounds in which the variants take turns (5)\n"
    "  --json FILE        also writes the measurements as a JSON array\n"
    "  --svg FILE         also draws them as a bar chart\n"
    "  --yardstick FILE   adds ratios to other systems' times (tab-separated: system, workload,\n"
    "                     median in ms)\n"
    "  --launch-sizes [FILE]  instead, times launches of 1 to 2^24 threads on one worker and more,\n"
    "                     and draws how many times faster they are than on one\n"
    "  --list             names the workloads\n";

/// The order of the report; workloads that are not named here follow.
constexpr std::array order{
    "saxpy",          "saxpy_l2",      "matmul_naive",   "matmul_tiled", "matmul_tiled_32",
    "transpose",      "reduce_shared", "reduce_shuffle", "scan",         "histogram",
    "mandelbrot",     "black_scholes", "nbody",          "stencil",      "convolution",
    "life",           "byte_sums",     "bitonic",        "spmv",         "monte_carlo",
    "texture_rotate", "texture_copy",  "memory_sum",     "fma_peak",     "launch_wait",
    "launch_async",   "barrier",       "compile_saxpy"};

std::size_t position(std::string const& name) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), name) - order.begin());
}

struct options {
  bool quick = false, list = false, launch_sizes = false;
  int rounds = 5;
  int threads = 0;  // 0: TBB's default
  std::string json, svg, yardstick, launch_sizes_svg;
  std::vector<std::string> only;
};

[[noreturn]] void fail(std::string const& message) {
  std::fprintf(stderr, "simt_benchmarks: %s\n%s", message.c_str(), usage);
  std::exit(2);
}

options parse(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; ++i) {
    std::string_view const option = argv[i];
    auto const value = [&]() -> std::string {
      if (i + 1 == argc) fail(std::string(option) + " needs a value");
      return argv[++i];
    };
    if (option == "--quick") {
      o.quick = true;
    } else if (option == "--list") {
      o.list = true;
    } else if (option == "--launch-sizes") {
      o.launch_sizes = true;
      if (i + 1 < argc && std::string_view(argv[i + 1]).substr(0, 2) != "--")
        o.launch_sizes_svg = argv[++i];
    } else if (option == "--json") {
      o.json = value();
    } else if (option == "--svg") {
      o.svg = value();
    } else if (option == "--yardstick") {
      o.yardstick = value();
    } else if (option == "--threads") {
      o.threads = std::atoi(value().c_str());
      if (o.threads < 1) fail("--threads needs a positive number");
    } else if (option == "--rounds") {
      o.rounds = std::atoi(value().c_str());
      if (o.rounds < 1) fail("--rounds needs a positive number");
    } else if (option == "--only") {
      while (i + 1 < argc && std::string_view(argv[i + 1]).substr(0, 2) != "--")
        o.only.emplace_back(argv[++i]);
      if (o.only.empty()) fail("--only needs the name of a workload");
    } else {
      fail("unknown option " + std::string(option));
    }
  }
  return o;
}

bool wanted(options const& o, std::string const& name) {
  return o.only.empty() || std::find(o.only.begin(), o.only.end(), name) != o.only.end();
}

/// Measures and reports what `o` asks for; returns whether all results were right.
bool run(options const& o) {
  using namespace bench;
  sizes const dimensions = o.quick ? quick_sizes() : sizes{};
  effort const how{o.rounds, o.quick ? 0.02 : 0.1};
  std::vector<measurement> measured;
  other_load const others;
  bool all_right = true;
  for (registered_workload const& entry : registry()) {
    if (!wanted(o, entry.name)) continue;
    std::printf("%s ...\n", entry.name.c_str());
    std::fflush(stdout);
    workload w = entry.make(dimensions);
    all_right &= measure(entry.name, w, how, measured);
  }

  yardstick const peers = o.yardstick.empty() ? yardstick{} : read_yardstick(o.yardstick);
  print_table(measured, peers);
  print_means(measured, peers);
  std::printf("other programs kept %.2f cores busy meanwhile\n", others.cores());
  if (!o.json.empty() && !write_json(o.json, measured)) fail("cannot write " + o.json);
  if (!o.svg.empty() && !write_svg(o.svg, measured)) fail("cannot write " + o.svg);
  if (!all_right) std::fprintf(stderr, "simt_benchmarks: wrong results, see WRONG above\n");
  return all_right;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace bench;
  benchmark::Initialize(&argc, argv);
  options const o = parse(argc, argv);

  auto& all = registry();
  std::stable_sort(all.begin(), all.end(), [](auto const& a, auto const& b) {
    return position(a.name) < position(b.name);
  });
  for (std::string const& name : o.only)
    if (std::none_of(all.begin(), all.end(), [&](auto const& w) { return w.name == name; }))
      fail("no workload is called " + name);
  if (o.list) {
    for (registered_workload const& w : all) std::printf("%s\n", w.name.c_str());
    return 0;
  }

  if (o.launch_sizes) {
    if (!print_launch_sizes(o.launch_sizes_svg, o.quick)) fail("cannot write " + o.launch_sizes_svg);
    return 0;
  }

  bool all_right = false;
  if (o.threads == 0) {
    all_right = run(o);
  } else {
    // The limit counts for streams' threads, too; the arena's size is what reports tell.
    tbb::global_control const limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(o.threads));
    tbb::task_arena arena(o.threads);
    arena.execute([&] { all_right = run(o); });
  }
  benchmark::Shutdown();
  return all_right ? 0 : 1;
}
