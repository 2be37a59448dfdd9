#pragma once
// SPDX-License-Identifier: MIT

#include <string>

namespace bench {

/// Times launches from one thread to 2^24 on one worker, two, four and so on to all of the arena,
/// and prints the table. Draws, too, how many times faster than one worker each launch is, unless
/// `svg` is empty; false if that file cannot be written.
bool print_launch_sizes(std::string const& svg, bool quick);

}  // namespace bench
