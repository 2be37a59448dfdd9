// SPDX-License-Identifier: MIT

#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "hand_simd.hpp"
#include "report.hpp"

namespace bench {
namespace {

struct series {
  char const* variant;
  char const* label;
  char const* color;
};

constexpr series all_series[] = {
    {"lane", "lane kernel", "#2a6fbb"},
    {"best", "lane kernel, tuned", "#e08a1e"},
    {"cuda", "CUDA text", "#4d9a57"},
    {"hand", "by hand, the same algorithm", "#9aa5b1"},
};

constexpr double left = 130, right = 20, top = 64, bottom = 34, width = 760;
constexpr double bar = 8, group_gap = 8;

/// One workload's bars.
struct group {
  std::string name;
  double speed[std::size(all_series)] = {};  // in that of plain; 0: no such variant
};

std::vector<group> collect(std::vector<measurement> const& all) {
  std::vector<group> groups;
  for (measurement const& plain : all) {
    if (plain.variant != "plain") continue;
    group g{plain.workload, {}};
    for (measurement const& m : all)
      for (std::size_t s = 0; s < std::size(all_series); ++s)
        if (m.workload == g.name && m.variant == all_series[s].variant)
          g.speed[s] = plain.median_seconds / m.median_seconds;
    groups.push_back(g);
  }
  return groups;
}

}  // namespace

bool write_svg(std::string const& path, std::vector<measurement> const& all) {
  std::vector<group> const groups = collect(all);
  double largest = 1, smallest = 1;
  double height = top + bottom;
  for (group const& g : groups) {
    height += group_gap;
    for (double const speed : g.speed) {
      if (speed <= 0) continue;
      largest = std::max(largest, speed);
      smallest = std::min(smallest, speed);
      height += bar;
    }
  }
  // A logarithmic axis that starts below the slowest bar, so that all have a length.
  double const first = std::min(0.5, std::exp2(std::floor(std::log2(smallest))));
  double const pixels = (width - left - right) / std::log2(1.1 * largest / first);
  auto const x_of = [&](double speed) { return left + pixels * std::log2(speed / first); };

  std::ofstream out(path);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "\" height=\"" << height
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << "<text x=\"" << left << "\" y=\"20\" font-size=\"14\">Speed beside the best C++ by any "
      << "algorithm (" << tbb::this_task_arena::max_concurrency() << " threads, "
      << simd::instruction_set << ")</text>\n";
  double legend = left;
  for (series const& s : all_series) {
    out << "<rect x=\"" << legend << "\" y=\"32\" width=\"10\" height=\"10\" fill=\"" << s.color
        << "\"/><text x=\"" << legend + 15 << "\" y=\"42\">" << s.label << "</text>\n";
    legend += 135;
  }
  for (double tick = first; tick <= 1.1 * largest; tick *= 2) {
    out << "<line x1=\"" << x_of(tick) << "\" x2=\"" << x_of(tick) << "\" y1=\"" << top - 8
        << "\" y2=\"" << height - bottom << "\" stroke=\"" << (tick == 1 ? "#555" : "#ddd")
        << "\"/><text x=\"" << x_of(tick) << "\" y=\"" << height - bottom + 16
        << "\" text-anchor=\"middle\">" << tick << "</text>\n";
  }
  double y = top;
  for (group const& g : groups) {
    double const start = y;
    for (std::size_t s = 0; s < std::size(all_series); ++s) {
      if (g.speed[s] <= 0) continue;
      out << "<rect x=\"" << left << "\" y=\"" << y << "\" width=\""
          << std::max(x_of(g.speed[s]) - left, 1.) << "\" height=\"" << bar - 1 << "\" fill=\""
          << all_series[s].color << "\"><title>" << g.name << ", " << all_series[s].label << ": "
          << std::round(g.speed[s] * 100) / 100 << "</title></rect>\n";
      y += bar;
    }
    out << "<text x=\"" << left - 8 << "\" y=\"" << (start + y) / 2 + 4 << "\" text-anchor=\"end\">"
        << g.name << "</text>\n";
    y += group_gap;
  }
  out << "</svg>\n";
  return static_cast<bool>(out.flush());
}

}  // namespace bench
