// SPDX-License-Identifier: MIT
// Idea    Work in different streams runs at the same time: two kernels and a copy, drawn as a
//         timeline from the times of events.
// Look    On two cores or more the bars of one column lie beside each other; each kernel is one
//         block, which keeps one core busy.
// Try     Use the stream `a` for all three: the bars follow one another.
// Source  CUDA C Programming Guide 8.0, 3.2.5.5 (Streams) and 3.2.5.6 (Events)

#include <simt/runtime.hpp>
#include <simt/simt.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

// Every element tends to 2.
SIMT_KERNEL(churn, (simt::ptr<float> p, int turns)) {
  auto i = threadIdx.x;
  varying<float> x = p[i];
  for (int t = 0; t < turns; ++t) x = x * 0.5f + 1.0f;
  p[i] = x;
}

struct span_of_time {
  char const* name;
  simt::event begin{}, end{};
};

int main() {
  int const threads = 256;
  int const turns = 400'000;
  std::size_t const n = std::size_t{1} << 22;
  std::vector<float> const zeros(threads);
  simt::buffer<float> first{std::span<float const>(zeros)};
  simt::buffer<float> second{std::span<float const>(zeros)};
  simt::buffer<float> target(n);
  simt::pinned_buffer<float> source(n);
  std::fill_n(source.data(), n, 7.0f);

  simt::device_stream const a(false), b(false), c(false);
  span_of_time rows[] = {{"kernel a"}, {"kernel b"}, {"copies c"}};
  rows[0].begin.record(a);
  simt::launch(churn, simt::shape{1, threads, 0, a}, first.data(), turns);
  rows[0].end.record(a);
  rows[1].begin.record(b);
  simt::launch(churn, simt::shape{1, threads, 0, b}, second.data(), turns);
  rows[1].end.record(b);
  rows[2].begin.record(c);
  for (int k = 0; k < 4; ++k) target.copy_from(source.span(), c);
  rows[2].end.record(c);
  for (auto const* s : {&a, &b, &c}) s->synchronize();

  // Any of the three may have begun first.
  float start = 0, end = 0;
  for (auto const& r : rows) {
    start = std::min(start, r.begin.since(rows[0].begin));
    end = std::max(end, r.end.since(rows[0].begin));
  }
  int const columns = 60;
  for (auto const& r : rows) {
    float const from = r.begin.since(rows[0].begin) - start;
    float const to = r.end.since(rows[0].begin) - start;
    auto const column = [&](float ms) {
      return static_cast<std::size_t>(ms / std::max(end - start, 1e-6f) * columns);
    };
    std::string line(columns + 1, '.');
    for (auto i = column(from); i <= std::min<std::size_t>(column(to), columns); ++i) line[i] = '#';
    std::printf("%s %s %7.2f to %7.2f ms\n", r.name, line.c_str(), double(from), double(to));
  }

  long wrong = 0;
  for (auto const* k : {&first, &second})
    for (float const x : k->to_vector()) wrong += x != 2.0f;
  for (float const x : target.to_vector()) wrong += x != 7.0f;
  std::printf("streams: 2 kernels of %d threads, 4 copies of %zu floats, %ld wrong\n", threads, n,
              wrong);
  return wrong == 0 ? 0 : 1;
}
