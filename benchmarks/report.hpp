#pragma once
// SPDX-License-Identifier: MIT

#include <map>
#include <string>
#include <vector>

#include "measure.hpp"

namespace bench {

/// Times of the yardstick by workload, in seconds: the medians of a tab-separated file whose lines
/// are: system, workload, median in ms, ... Empty if the file cannot be read.
using yardstick = std::map<std::string, double>;
[[nodiscard]] yardstick read_yardstick(std::string const& path);

/// Prints the table: times, rates, and ratios of medians.
void print_table(std::vector<measurement> const& all, yardstick const& peers);

/// Prints the geometric means of what is ours over hand, plain and the yardstick file.
void print_means(std::vector<measurement> const& all, yardstick const& peers);

/// Writes an array with one object per measurement; false if the file cannot be written.
bool write_json(std::string const& path, std::vector<measurement> const& all);

/// Draws how fast each variant is beside plain; false if the file cannot be written.
bool write_svg(std::string const& path, std::vector<measurement> const& all);

}  // namespace bench
