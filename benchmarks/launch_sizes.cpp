// SPDX-License-Identifier: MIT

#include "launch_sizes.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <simt/simt.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

namespace bench {
namespace {

constexpr int block_size = 256;

SIMT_KERNEL(stream_through, (simt::ptr<float const> x, simt::ptr<float> y, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = 1e-3f * x[i] + y[i];
}

SIMT_KERNEL(compute, (simt::ptr<float const> x, simt::ptr<float> y, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<float> v = x[i];
    for (int k = 0; k < 64; ++k) v = v * 0.999f + 0.5f;
    y[i] = v;
  }
}

/// Microseconds a launch on each number of workers.
struct row {
  int log2_threads;
  std::vector<double> us;
};

/// The median over rounds of a launch's mean time in a round.
template <class Launch>
double microseconds(Launch const& launch, int launches, int rounds) {
  using clock = std::chrono::steady_clock;
  for (int i = 0; i < 20; ++i) launch();
  std::vector<double> times;
  for (int r = 0; r < rounds; ++r) {
    auto const start = clock::now();
    for (int i = 0; i < launches; ++i) launch();
    times.push_back(std::chrono::duration<double, std::micro>(clock::now() - start).count() /
                    launches);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[static_cast<std::size_t>(rounds / 2)];
}

template <class Kernel>
std::vector<row> measure_sizes(char const* name, Kernel const& kernel,
                               std::vector<int> const& workers, int largest) {
  std::printf("%s: microseconds a launch of 2^k threads\n    k", name);
  for (int const w : workers) std::printf("%8d %s", w, w == 1 ? "worker " : "workers");
  std::printf("\n");
  std::vector<row> rows;
  for (int k = 0; k <= largest; ++k) {
    int const n = 1 << k;
    std::vector<float> const x(static_cast<std::size_t>(n), 1.0f);
    std::vector<float> y(x.size(), 2.0f);
    row r{k, {}};
    for (int const w : workers) {
      tbb::global_control const limit(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(w));
      tbb::task_arena arena(w);
      arena.execute([&] {
        r.us.push_back(microseconds(
            [&] {
              simt::launch(kernel, simt::shape{(n + block_size - 1) / block_size, block_size},
                           x.data(), y.data(), n);
            },
            std::clamp((1 << 23) / n, 3, 300), 9));
      });
    }
    std::printf("%5d", k);
    for (double const us : r.us) std::printf("%16.2f", us);
    std::printf("\n");
    std::fflush(stdout);
    rows.push_back(std::move(r));
  }
  return rows;
}

constexpr double width = 760, panel = 250, left = 60, right = 90, top = 40, bottom = 40;
constexpr char const* colors[] = {"#9aa5b1", "#2a6fbb", "#e08a1e", "#3a9d5d", "#b8433e", "#7a55a5"};

void draw(std::ofstream& out, double y0, char const* title, std::vector<row> const& rows,
          std::vector<int> const& workers) {
  double const steps = std::log2(2.0 * workers.back());  // from half as fast
  double const height = panel - top - bottom;
  auto const x_of = [&](int k) { return left + (width - left - right) * k / rows.back().log2_threads; };
  auto const y_of = [&](double times) {
    return y0 + top + height * (1 - std::clamp(std::log2(2 * times) / steps, 0.0, 1.0));
  };
  out << "<text x=\"" << left << "\" y=\"" << y0 + 20 << "\" font-size=\"14\">" << title
      << ": times faster than on one worker</text>\n";
  for (double times = 0.5; times <= workers.back(); times *= 2)
    out << "<line x1=\"" << left << "\" x2=\"" << width - right << "\" y1=\"" << y_of(times)
        << "\" y2=\"" << y_of(times) << "\" stroke=\"" << (times == 1 ? "#555" : "#ddd")
        << "\"/><text x=\"" << left - 8 << "\" y=\"" << y_of(times) + 4
        << "\" text-anchor=\"end\">" << times << "</text>\n";
  for (int k = 0; k <= rows.back().log2_threads; k += 4)
    out << "<text x=\"" << x_of(k) << "\" y=\"" << y0 + panel - bottom + 18
        << "\" text-anchor=\"middle\">2^" << k << "</text>\n";
  for (std::size_t w = 1; w < workers.size(); ++w) {
    char const* const color = colors[w % std::size(colors)];
    out << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << color << "\" points=\"";
    for (row const& r : rows)
      out << x_of(r.log2_threads) << ',' << y_of(r.us.front() / r.us[w]) << ' ';
    out << "\"/><text x=\"" << width - right + 8 << "\" y=\""
        << y_of(rows.back().us.front() / rows.back().us[w]) + 4 << "\" fill=\"" << color << "\">"
        << workers[w] << " workers</text>\n";
  }
}

}  // namespace

bool print_launch_sizes(std::string const& svg, bool quick) {
  std::vector<int> workers;
  int const all = tbb::this_task_arena::max_concurrency();
  for (int w = 1; w < all; w *= 2) workers.push_back(w);
  workers.push_back(all);
  int const largest = quick ? 16 : 24;
  auto const streamed = measure_sizes("y = a x + y", stream_through, workers, largest);
  auto const computed = measure_sizes("64 multiply-adds", compute, workers, largest);
  if (svg.empty()) return true;
  std::ofstream out(svg);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "\" height=\""
      << 2 * panel << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  draw(out, 0, "Launches of y = a x + y by their number of threads", streamed, workers);
  draw(out, panel, "64 multiply-adds a thread", computed, workers);
  out << "</svg>\n";
  return static_cast<bool>(out.flush());
}

}  // namespace bench
