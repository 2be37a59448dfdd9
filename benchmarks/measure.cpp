// SPDX-License-Identifier: MIT

#include "measure.hpp"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <string>

namespace bench {

std::vector<registered_workload>& registry() {
  static std::vector<registered_workload> all;  // a local: registrations run before main
  return all;
}

namespace {

double seconds_now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The variant's state between rounds.
struct contestant {
  variant* which = nullptr;
  int iterations = 1;          // runs in a round
  double fastest = HUGE_VAL;   // over all runs
  std::vector<double> rounds;  // the median run of each round
};

/// Google Benchmark drives the loops; the table is ours.
class silent_reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(Context const&) override { return true; }
  void ReportRuns(std::vector<Run> const& runs) override {
    for (Run const& run : runs)
      if (run.error_occurred) failed = true;
  }
  bool failed = false;
};

double timed_run(workload const& w, variant const& v) {
  if (w.prepare) w.prepare();
  double const start = seconds_now();
  v.run();
  return (seconds_now() - start) / w.operations;
}

/// Runs a variant once on fresh data and looks at the result.
verdict verify(workload const& w, variant const& v) {
  try {
    if (w.reset) w.reset();
    if (w.prepare) w.prepare();
    v.run();
    return w.check && v.name != "limit" ? w.check() : verdict{};
  } catch (std::exception const& error) {
    return {false, error.what()};
  }
}

void time_round(std::string const& name, workload const& w, contestant& c) {
  std::vector<double> runs;
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark((name + "/" + c.which->name).c_str(),
                               [&](benchmark::State& state) {
                                 for ([[maybe_unused]] auto _ : state) {
                                   double const seconds = timed_run(w, *c.which);
                                   state.SetIterationTime(seconds);
                                   runs.push_back(seconds);
                                   benchmark::ClobberMemory();
                                 }
                               })
      ->UseManualTime()
      ->Iterations(c.iterations);
  silent_reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, ".");
  benchmark::ClearRegisteredBenchmarks();
  c.fastest = std::min(c.fastest, *std::min_element(runs.begin(), runs.end()));
  c.rounds.push_back(median(runs));
}

/// Seconds that all cores together have been busy or were taken by the host.
double machine_seconds() {
  std::ifstream in("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, wait = 0, interrupts = 0, soft = 0, stolen = 0;
  in >> name >> user >> nice >> system >> idle >> wait >> interrupts >> soft >> stolen;
  double const ticks = user + nice + system + interrupts + soft + stolen;
  return in ? ticks / static_cast<double>(sysconf(_SC_CLK_TCK)) : 0;
}

double own_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

}  // namespace

other_load::other_load() : start_(seconds_now()), busy_(machine_seconds()), own_(own_seconds()) {}

double other_load::cores() const {
  double const others = machine_seconds() - busy_ - (own_seconds() - own_);
  return std::max(0., others / std::max(seconds_now() - start_, 1e-3));
}

bool measure(std::string const& name, workload& w, effort const& how,
             std::vector<measurement>& out) {
  bool all_right = true;
  std::vector<contestant> field;
  for (variant& v : w.variants) {
    verdict const result = verify(w, v);
    if (!result.ok) {
      std::printf("%-16s %-8s WRONG: %s\n", name.c_str(), v.name.c_str(), result.text.c_str());
      std::fflush(stdout);
      all_right = false;
      continue;
    }
    contestant c;
    c.which = &v;
    // The first run after the verified one is warm: it says how many fit into a round.
    double const once = timed_run(w, v) * w.operations;
    double const fit = how.seconds / std::max(once, 1e-9);
    c.iterations = w.slow || once > how.seconds ? 1 : static_cast<int>(std::clamp(fit, 3., 2000.));
    field.push_back(c);
  }
  for (int round = 0; round < how.rounds; ++round)
    for (std::size_t turn = 0; turn < field.size(); ++turn)
      time_round(name, w, field[(turn + static_cast<std::size_t>(round)) % field.size()]);
  for (contestant const& c : field) {
    measurement m;
    m.workload = name;
    m.variant = c.which->name;
    m.gang_width = c.which->gang_width;
    m.min_seconds = c.fastest;
    m.median_seconds = median(c.rounds);
    m.bytes = w.bytes;
    m.flops = w.flops;
    m.amount = w.amount;
    m.unit = w.unit;
    m.note = c.which->note;
    out.push_back(m);
  }
  return all_right;
}

}  // namespace bench
