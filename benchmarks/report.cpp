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

double median_of(std::vector<measurement> const& all, std::string const& workload,
                 std::string const& variant) {
  measurement const* const m = find(all, workload, variant);
  return m != nullptr ? m->median_seconds : 0;
}

/// The time of the fastest text in the library's languages; 0 where there is none.
double fastest_of_ours(std::vector<measurement> const& all, std::string const& workload) {
  double fastest = 0;
  for (char const* variant : {"lane", "best", "cuda"}) {
    double const time = median_of(all, workload, variant);
    if (time > 0 && (fastest == 0 || time < fastest)) fastest = time;
  }
  return fastest;
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
  /// Takes no part where one side is missing.
  void add(double numerator, double denominator) {
    if (numerator > 0 && denominator > 0) logs_ += std::log(numerator / denominator), ++count_;
  }
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
  std::printf("%-16s %-8s %5s %11s %11s %18s %9s %9s %7s %7s %s\n", "workload", "variant", "gang",
              "median ms", "min ms", "rate", "x scalar", "per core", "/ hand", "/ plain",
              peers.empty() ? "" : "/ yardstick");
  std::string last;
  for (measurement const& m : all) {
    if (!last.empty() && m.workload != last) std::printf("\n");
    last = m.workload;
    double const time = m.median_seconds;
    // Against itself nothing is said.
    auto const other = [&](char const* variant) {
      return m.variant == variant ? 0 : median_of(all, m.workload, variant);
    };
    auto const peer = peers.find(m.workload);
    std::printf("%-16s %-8s %5d %11s %11s %18s %9s %9s %7s %7s %s%s\n", m.workload.c_str(),
                m.variant.c_str(), m.gang_width, milliseconds(time).c_str(),
                milliseconds(m.min_seconds).c_str(), rate(m).c_str(),
                ratio(other("scalar"), time).c_str(),
                ratio(other("scalar"), time * threads).c_str(), ratio(time, other("hand")).c_str(),
                ratio(time, other("plain")).c_str(),
                peer != peers.end() ? (ratio(time, peer->second) + " ").c_str() : "",
                m.note.empty() ? "" : ("(" + m.note + ")").c_str());
  }
  std::printf("\n");
}

void print_means(std::vector<measurement> const& all, yardstick const& peers) {
  geometric_mean lane_hand, best_hand, lane_plain, best_plain, cuda_plain, best_peer;
  for (measurement const& lane : all) {
    if (lane.variant != "lane") continue;
    auto const time = [&](char const* variant) { return median_of(all, lane.workload, variant); };
    double const best = fastest_of_ours(all, lane.workload);
    lane_hand.add(lane.median_seconds, time("hand"));
    best_hand.add(best, time("hand"));
    lane_plain.add(lane.median_seconds, time("plain"));
    best_plain.add(best, time("plain"));
    cuda_plain.add(time("cuda"), time("plain"));
    if (auto const peer = peers.find(lane.workload); peer != peers.end())
      best_peer.add(best, peer->second);
  }
  lane_hand.print("lane / hand");
  best_hand.print("best / hand");
  lane_plain.print("lane / plain");
  best_plain.print("best / plain (best: the fastest of lane, best and cuda)");
  cuda_plain.print("cuda / plain");
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
        << ", \"flops\": " << m.flops << ", \"gang_width\": " << m.gang_width;
    double const plain = median_of(all, m.workload, "plain");
    if (plain > 0) out << ", \"over_plain\": " << m.median_seconds / plain;
    if (!m.note.empty()) out << ", \"note\": \"" << m.note << "\"";
    out << ", \"instruction_set\": \"" << simd::instruction_set
        << "\", \"threads\": " << tbb::this_task_arena::max_concurrency() << "}";
  }
  out << "\n]\n";
  return static_cast<bool>(out.flush());
}

}  // namespace bench
