// SPDX-License-Identifier: MIT
//
// Every float through a function of one argument, against the nearest float: prints the largest
// error and its argument. Arguments: names of functions; without any, all of them.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include "support/float_functions.hpp"

namespace {

using namespace simt_test;

/// The bit patterns first, first + step, ... in blocks.
worst_error run(float_function const& f, unsigned first, unsigned step) {
  constexpr std::uint32_t block = 1u << 16;
  worst_error worst;
  for (std::uint64_t b = std::uint64_t{first} * block; b < std::uint64_t{1} << 32;
       b += std::uint64_t{step} * block)
    for (std::uint32_t k = 0; k < block; k += static_cast<std::uint32_t>(P)) {
      float x[P], y[P];
      for (std::uint32_t l = 0; l < static_cast<std::uint32_t>(P); ++l)
        x[l] = from_bits(static_cast<std::uint32_t>(b) + k + l);
      f.registers(x, y);
      for (std::size_t l = 0; l < static_cast<std::size_t>(P); ++l) compare(f, x[l], y[l], worst);
    }
  return worst;
}

bool run(float_function const& f) {
  unsigned const n = std::max(1u, std::thread::hardware_concurrency());
  std::vector<worst_error> found(n);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < n; ++t) threads.emplace_back([&, t] { found[t] = run(f, t, n); });
  for (auto& t : threads) t.join();
  worst_error worst;
  for (auto const& w : found) worst.take(w.units, w.at);
  std::printf("[%s] %s: off by %d of %d allowed, at %a\n", f.row, f.name, worst.units, f.bound,
              static_cast<double>(worst.at));
  std::fflush(stdout);
  return worst.units <= f.bound;
}

}  // namespace

int main(int count, char** names) {
  int failed = 0, ran = 0;
  for (auto const& f : float_functions()) {
    bool const named = std::any_of(names + 1, names + count,
                                   [&](char* name) { return std::string_view(name) == f.name; });
    if (count > 1 && !named) continue;
    ++ran;
    if (!run(f)) ++failed;
  }
  return failed != 0 || ran == 0 ? 1 : 0;
}
