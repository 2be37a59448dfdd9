#pragma once
// SPDX-License-Identifier: MIT
//
// How a bench_<workload>.cpp hands its workloads to the harness.

#include <functional>
#include <string>
#include <vector>

#include "workloads.hpp"

namespace bench {

/// True if a result is right, and by how much it is off.
struct verdict {
  bool ok = true;
  std::string text;
};

/// One way to do a workload: "lane", "best", "hand", "plain", "scalar" (README.md, Benchmarks), or
/// "limit" for what the machine allows.
struct variant {
  std::string name;
  int gang_width = 1;  // threads (elements) that one SIMD execution carries
  std::function<void()> run;
  std::string note{};  // what a reader of its ratios has to know; may be empty
};

/// A workload with its data: all variants work on the same arrays.
struct workload {
  double bytes = 0;               // memory traffic of one run, 0 where it is not the point
  double flops = 0;               // arithmetic of one run, 0 where it is not the point
  double amount = 0;              // what one run does, in the unit below; 0: the time itself counts
  std::string unit = "GB/s";      // 1e9 of it a second; for amount 0 the time's unit: us, ns, s
  int operations = 1;             // a run's time is divided by this (launches in a batch)
  bool slow = false;              // one run a round is enough
  std::function<void()> reset;    // before a verified run: inputs restored, outputs poisoned
  std::function<void()> prepare;  // before every run, untimed; may be empty
  std::function<verdict()> check;  // of what the last run left; empty: nothing to check
  std::vector<variant> variants;
};

using workload_maker = workload (*)(sizes const&);

/// Registered workloads in the order of the report.
struct registered_workload {
  std::string name;
  workload_maker make;
};
std::vector<registered_workload>& registry();

/// Registers a workload when the program starts; data is made only when it is run.
struct registration {
  registration(char const* name, workload_maker make) { registry().push_back({name, make}); }
};

}  // namespace bench
