// SPDX-License-Identifier: MIT

#include "report.hpp"

#include <tbb/task_arena.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "hand_simd.hpp"

namespace bench {
namespace {

measurement const* find(std::vector<measurement> const& all, std::string const& workload,
                        std::string const& variant) {
  for (measurement const& m : all)
    if (m.workload == workload && m.variant == variant) return &m;
  return nullptr;
}

/// A ratio for the table, or a dash where one side is missing or the other side itself.
std::string ratio(double numerator, double denominator) {
  if (!(numerator > 0) || !(denominator > 0)) return "-";
  char text[24];
  double const value = numerator / denominator;
  std::snprintf(text, sizeof text, value < 9.995 ? "%.2f" : "%.1f", value);
  return text;
}

std::string milliseconds(double seconds) {
  char text[24];
  std::snprintf(text, sizeof text, "%.4g", seconds * 1e3);
  return text;
}

/// The rate with its unit, or the time itself for rows whose time is the result.
std::string rate(measurement const& m) {
  char text[40];
  if (m.amount > 0) {
    std::snprintf(text, sizeof text, "%.4g %s", m.amount / m.median_seconds * 1e-9, m.unit.c_str());
  } else {
    double const scale = m.unit == "ns" ? 1e9 : m.unit == "us" ? 1e6 : 1;
    std::snprintf(text, sizeof text, "%.4g %s", m.median_seconds * scale, m.unit.c_str());
  }
  return text;
}

class geometric_mean {
 public:
  void add(double value) { logs_ += std::log(value), ++count_; }
  void print(char const* what) const {
    if (count_ > 0)
      std::printf("geometric mean of %s over %d workloads: %.3f\n", what, count_,
                  std::exp(logs_ / count_));
  }

 private:
  double logs_ = 0;
  int count_ = 0;
};

}  // namespace

yardstick read_yardstick(std::string const& path) {
  yardstick out;
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string system, workload;
    double median_ms = 0;
    if (fields >> system >> workload >> median_ms) out[workload] = median_ms * 1e-3;
  }
  return out;
}

void print_table(std::vector<measurement> const& all, yardstick const& peers) {
  int const threads = tbb::this_task_arena::max_concurrency();
  std::printf("\nMedians over rounds; %d threads, %s\n", threads, simd::instruction_set);
  std::printf("%-16s %-8s %5s %11s %11s %18s %9s %9s %7s %s\n", "workload", "variant", "gang",
              "median ms", "min ms", "rate", "x scalar", "per core", "/ hand",
              peers.empty() ? "" : "/ yardstick");
  std::string last;
  for (measurement const& m : all) {
    if (!last.empty() && m.workload != last) std::printf("\n");
    last = m.workload;
    measurement const* const hand = find(all, m.workload, "hand");
    measurement const* const scalar = find(all, m.workload, "scalar");
    bool const is_scalar = m.variant == "scalar";
    double const scalar_time = scalar != nullptr && !is_scalar ? scalar->median_seconds : 0;
    auto const peer = peers.find(m.workload);
    std::printf(
        "%-16s %-8s %5d %11s %11s %18s %9s %9s %7s %s\n", m.workload.c_str(), m.variant.c_str(),
        m.gang_width, milliseconds(m.median_seconds).c_str(), milliseconds(m.min_seconds).c_str(),
        rate(m).c_str(), ratio(scalar_time, m.median_seconds).c_str(),
        ratio(scalar_time, m.median_seconds * threads).c_str(),
        ratio(m.median_seconds, hand != nullptr && m.variant != "hand" ? hand->median_seconds : 0)
            .c_str(),
        peer != peers.end() ? ratio(m.median_seconds, peer->second).c_str() : "");
  }
  std::printf("\n");
}

void print_means(std::vector<measurement> const& all, yardstick const& peers) {
  geometric_mean lane_hand, best_hand, best_peer;
  for (measurement const& lane : all) {
    if (lane.variant != "lane") continue;
    measurement const* const best = find(all, lane.workload, "best");
    // The language's best is whichever text is faster.
    double const fastest = best != nullptr && best->median_seconds < lane.median_seconds
                               ? best->median_seconds
                               : lane.median_seconds;
    if (measurement const* const hand = find(all, lane.workload, "hand")) {
      if (lane.in_mean) lane_hand.add(lane.median_seconds / hand->median_seconds);
      best_hand.add(fastest / hand->median_seconds);
    }
    if (auto const peer = peers.find(lane.workload); peer != peers.end())
      best_peer.add(fastest / peer->second);
  }
  lane_hand.print("lane / hand (without the known hard ones)");
  best_hand.print("best / hand");
  best_peer.print("best / yardstick");
}

bool write_json(std::string const& path, std::vector<measurement> const& all) {
  std::ofstream out(path);
  out.precision(9);
  out << "[";
  for (measurement const& m : all) {
    out << (&m == all.data() ? "\n" : ",\n") << "  {\"workload\": \"" << m.workload
        << "\", \"variant\": \"" << m.variant << "\", \"min_seconds\": " << m.min_seconds
        << ", \"median_seconds\": " << m.median_seconds << ", \"bytes\": " << m.bytes
        << ", \"flops\": " << m.flops << ", \"gang_width\": " << m.gang_width
        << ", \"instruction_set\": \"" << simd::instruction_set
        << "\", \"threads\": " << tbb::this_task_arena::max_concurrency() << "}";
  }
  out << "\n]\n";
  return static_cast<bool>(out.flush());
}

}  // namespace bench
