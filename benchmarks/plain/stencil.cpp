// SPDX-License-Identifier: MIT
//
// Rows from left to right: a row is read from memory once and from the cache twice. What is written
// goes past the caches where these do not hold both pictures.

#include <algorithm>

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"
#include "streaming.hpp"

namespace bench::plain {
namespace {

template <bool Past>
void sweep_row(float const* __restrict own, float* __restrict out, int n) {
  float const* const above = own - n;
  float const* const below = own + n;
  auto const point = [=](int x) {
    out[x] = .25f * (own[x - 1] + own[x + 1] + above[x] + below[x]);
  };
  for (int x = 1; x < simd::lanes; ++x) point(x);
  for (int x = simd::lanes; x < n - simd::lanes; x += simd::lanes)
    put<Past>(out + x, .25f * ((simd::load(own + x - 1) + simd::load(own + x + 1)) +
                               (simd::load(above + x) + simd::load(below + x))));
  for (int x = n - simd::lanes; x < n - 1; ++x) point(x);
}

template <bool Past>
void sweep(float const* in, float* out, int n) {
  for_ranges(n, 32, [=](int first, int last) {
    for (int y = std::max(first, 1); y < std::min(last, n - 1); ++y)
      sweep_row<Past>(in + std::ptrdiff_t(y) * n, out + std::ptrdiff_t(y) * n, n);
  });
}

}  // namespace

void stencil(float const* in, float* out, int n) {
  // What one sweep writes is what the next one reads.
  if (2 * std::size_t(n) * std::size_t(n) * sizeof(float) > last_cache())
    sweep<true>(in, out, n);
  else
    sweep<false>(in, out, n);
}

}  // namespace bench::plain
