#pragma once
// SPDX-License-Identifier: MIT

#include <string>
#include <vector>

#include "suite.hpp"

namespace bench {

/// Holds what was measured of one variant of one workload.
struct measurement {
  std::string workload;
  std::string variant;
  int gang_width = 1;
  double min_seconds = 0;     // the fastest single run
  double median_seconds = 0;  // the median over rounds of each round's median run
  double bytes = 0, flops = 0;
  double amount = 0;
  std::string unit;
  std::string note;
};

/// How long to measure.
struct effort {
  int rounds = 5;
  double seconds = 0.1;  // of each variant in each round
};

/// Checks every variant of `w`, then times the right ones: in each round the variants take turns,
/// each round starting with another one. Appends to `out`; returns false if a result was wrong.
bool measure(std::string const& name, workload& w, effort const& how,
             std::vector<measurement>& out);

/// How many cores other programs (and the host of a virtual machine) have kept busy since this was
/// made; 0 where the system does not say.
class other_load {
 public:
  other_load();
  [[nodiscard]] double cores() const;

 private:
  double start_, busy_, own_;
};

}  // namespace bench
