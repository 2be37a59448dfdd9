// SPDX-License-Identifier: MIT
//
// Numbers of 8 bits. Ten generations of Conway's game of life on a field of bytes, one cell a
// thread; and sums of neighbouring bytes, where there is next to nothing to compute.

#include <simt/simt.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "parallel.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using cell = std::uint8_t;

struct field {
  explicit field(int n) : start(std::size_t(n) * std::size_t(n)), a(start.size()), b(start.size()) {
    for (std::size_t i = 0; i < start.size(); ++i) start[i] = random_float(31, i) < .35f;
  }
  buffer<cell> start, a, b;
  std::vector<double> want;
};

[[gnu::noinline]] void life_row(cell const* __restrict in, cell* __restrict out, int n, int y) {
  for (int x = 1; x < n - 1; ++x) {
    int const i = y * n + x;
    int const around = in[i - n - 1] + in[i - n] + in[i - n + 1] + in[i - 1] + in[i + 1] +
                       in[i + n - 1] + in[i + n] + in[i + n + 1];
    // Three cells around, or two and itself.
    out[i] = (around | in[i]) == 3;
  }
}
void life_scalar(cell const* in, cell* out, int n) {
  for (int y = 1; y < n - 1; ++y) life_row(in, out, n, y);
}
/// The plain loop, which the compiler vectorises, by rows on all cores.
void life_hand(cell const* in, cell* out, int n) {
  for_blocks(n - 2, 16, [=](int row) { life_row(in, out, n, row + 1); });
}

SIMT_KERNEL(life, (simt::ptr<cell const> in, simt::ptr<cell> out, int n)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y + 1;
  simt_if (x > 0 && x < n - 1) {
    auto i = y * n + x;
    out[i] = ((in[i - n - 1] + in[i - n] + in[i - n + 1] + in[i - 1] + in[i + 1] + in[i + n - 1] +
               in[i + n] + in[i + n + 1]) |
              in[i]) == 3;
  }
}

constexpr int life_width = simt::default_width;

void life_lane(cell const* in, cell* out, int n) {
  simt::launch(life, simt::shape{simt::dim3(n / life_width, n - 2), simt::block_shape<life_width>},
               in, out, n);
}

std::vector<double> life_reference(buffer<cell> const& start, int n) {
  buffer<cell> a = start, b = start;
  for (int generation = 0; generation < life_generations; ++generation) {
    for_blocks(n - 2, 16, [&](int row) {
      for (int x = 1; x < n - 1; ++x) {
        auto const at = [&](int dy, int dx) {
          return int{a[std::size_t(row + 1 + dy) * std::size_t(n) + std::size_t(x + dx)]};
        };
        int around = -at(0, 0);
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) around += at(dy, dx);
        b[std::size_t(row + 1) * std::size_t(n) + std::size_t(x)] =
            around == 3 || (around == 2 && at(0, 0) == 1) ? 1 : 0;
      }
    });
    a.swap(b);
  }
  return {a.begin(), a.end()};
}

workload make_life(sizes const& s) {
  int const n = s.life;
  auto const d = std::make_shared<field>(n);
  // An even number of generations: the result is in `a` again.
  auto const generations = [d, n](auto step) {
    return [=] {
      for (int i = 0; i < life_generations; i += 2) {
        step(d->a.data(), d->b.data(), n);
        step(d->b.data(), d->a.data(), n);
      }
    };
  };
  workload w;
  w.amount = w.bytes = 2. * n * n * life_generations;
  w.reset = [d] { d->a = d->b = d->start; };
  w.check = [d, n] {
    if (d->want.empty()) d->want = life_reference(d->start, n);
    return compare(d->a, d->want, 0);
  };
  w.variants = {
      {"lane", life_width, generations(life_lane)},
      {"hand", 1, generations(life_hand)},
      {"scalar", 1, generations(life_scalar)},
  };
  return w;
}

[[gnu::noinline]] void add_range(cell const* __restrict in, cell* __restrict out, int begin,
                                 int end) {
  for (int i = begin; i < end; ++i) out[i] = static_cast<cell>(in[i] + in[i + 1]);
}
constexpr int add_block = 4096;
void add_hand(cell const* in, cell* out, int n) {
  for_blocks(n / add_block, 1,
             [=](int block) { add_range(in, out, block * add_block, (block + 1) * add_block); });
}

SIMT_KERNEL(add_neighbours, (simt::ptr<cell const> in, simt::ptr<cell> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) out[i] = in[i] + in[i + 1];
}
void add_lane(cell const* in, cell* out, int n) {
  simt::launch(add_neighbours, simt::shape{n / 256, simt::block_shape<256>}, in, out, n);
}

workload make_add(sizes const& s) {
  int const n = s.byte_sums;
  struct data {
    buffer<cell> in, out;
    std::vector<double> want;
  };
  auto const d = std::make_shared<data>();
  d->in.resize(std::size_t(n) + 1);
  d->out.resize(std::size_t(n));
  for (std::size_t i = 0; i < d->in.size(); ++i) d->in[i] = cell(random_float(32, i, 0, 255.9f));
  workload w;
  w.operations = 16;
  w.amount = w.bytes = 2. * n;
  w.reset = [d] { std::fill(d->out.begin(), d->out.end(), cell{0xee}); };
  w.check = [d] {
    if (d->want.empty())
      for (std::size_t i = 0; i < d->out.size(); ++i)
        d->want.push_back((d->in[i] + d->in[i + 1]) % 256);
    return compare(d->out, d->want, 0);
  };
  auto const repeated = [d, n, count = w.operations](auto add) {
    return [=] {
      for (int i = 0; i < count; ++i) add(d->in.data(), d->out.data(), n);
    };
  };
  w.variants = {{"lane", 64, repeated(add_lane)}, {"hand", 1, repeated(add_hand)}};
  return w;
}

registration const life_registered{"life", make_life};
registration const add_registered{"byte_sums", make_add};

}  // namespace
}  // namespace bench
