// SPDX-License-Identifier: MIT
// CUB's sorts, histograms, discontinuities and exchanges of warps, in both forms.
#include "forms.cuh"

#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

constexpr int items = 3;

template <class Key, int X>
__global__ void sort(Key const* in, Key* out, int* values_out, int begin, int end) {
  using sorting = cub::BlockRadixSort<Key, X, items, int>;
  __shared__ typename sorting::TempStorage temp;
  int const t = static_cast<int>(threadIdx.x);
  Key keys[items], others[items];
  int values[items], other_values[items];
  for (int i = 0; i < items; ++i) {
    others[i] = keys[i] = in[t * items + i];
    other_values[i] = values[i] = t * items + i;
  }
  sorting(temp).Sort(keys, values, begin, end);
  cub::StoreDirectBlocked(t, out, keys);
  cub::StoreDirectBlocked(t, values_out, values);
  __syncthreads();
  sorting(temp).SortDescendingBlockedToStriped(others, other_values, begin, end);
  cub::StoreDirectStriped<X>(t, out + items * X, others);
  cub::StoreDirectStriped<X>(t, values_out + items * X, other_values);
}

template <class Key, int X>
void test_sort(char const* what, int begin, int end) {
  int const n = items * X;
  Key* const in = managed<Key>(n);
  Key* const out = managed<Key>(2 * n);
  int* const values = managed<int>(2 * n);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<Key>(value(i) % 13) * static_cast<Key>(i % 2 == 0 ? 1 : 7);
  auto const bits = [&](Key key) {
    return (static_cast<unsigned long long>(cub::detail::radix_bits<false>(key)) >> begin) &
           ((1ull << (end - begin)) - 1);
  };
  std::vector<int> up(n), down(n);
  std::iota(up.begin(), up.end(), 0);
  down = up;
  std::stable_sort(up.begin(), up.end(), [&](int a, int b) { return bits(in[a]) < bits(in[b]); });
  std::stable_sort(down.begin(), down.end(),
                   [&](int a, int b) { return bits(in[a]) > bits(in[b]); });
  in_both_forms(
      what, X,
      [&] {
        std::fill(values, values + 2 * n, -1);
        sort<Key, X><<<1, X>>>(in, out, values, begin, end);
      },
      [&] {
        for (int i = 0; i < n; ++i) {
          expect(values[i] == up[i] && out[i] == in[up[i]], what, X);
          expect(values[n + i] == down[i] && out[n + i] == in[down[i]], what, X);
        }
      });
}

template <int X>
__global__ void mark(int const* in, int* heads, int* tails, unsigned* counts) {
  using discontinuity = cub::BlockDiscontinuity<int, X>;
  using histogram = cub::BlockHistogram<unsigned char, X, items, 256>;
  __shared__ typename discontinuity::TempStorage temp;
  __shared__ typename histogram::TempStorage of_histogram;
  __shared__ unsigned bins[256];
  int const t = static_cast<int>(threadIdx.x);
  int mine[items], head[items], tail[items];
  unsigned char bytes[items];
  cub::LoadDirectBlocked(t, in, mine);
  for (int i = 0; i < items; ++i) bytes[i] = static_cast<unsigned char>(mine[i]);
  discontinuity(temp).FlagHeadsAndTails(head, tail, mine, cub::Inequality());
  cub::StoreDirectBlocked(t, heads, head);
  cub::StoreDirectBlocked(t, tails, tail);
  __syncthreads();
  discontinuity(temp).FlagHeads(head, mine, cub::Inequality(), in[0]);
  if (t == 0 && head[0] != 0) heads[0] = 99;
  histogram(of_histogram).Histogram(bytes, bins);
  __syncthreads();
  for (int i = t; i < 256; i += X) counts[i] = bins[i];
}

template <int X>
void test_marks() {
  int const n = items * X;
  int* const in = managed<int>(n);
  int* const heads = managed<int>(n);
  int* const tails = managed<int>(n);
  unsigned* const counts = managed<unsigned>(256);
  for (int i = 0; i < n; ++i) in[i] = value(i / (i % 31 + 1));
  in_both_forms(
      "BlockDiscontinuity and BlockHistogram", X,
      [&] {
        std::fill(heads, heads + n, 7);
        mark<X><<<1, X>>>(in, heads, tails, counts);
      },
      [&] {
        for (int i = 0; i < n; ++i) {
          expect(heads[i] == (i == 0 || in[i - 1] != in[i]), "FlagHeads", X);
          expect(tails[i] == (i == n - 1 || in[i] != in[i + 1]), "FlagTails", X);
        }
        for (int byte = 0; byte < 256; ++byte)
          expect(
              counts[byte] == std::count_if(in, in + n, [&](int x) { return (x & 255) == byte; }),
              "Histogram", X);
      });
}

template <int Threads>
__global__ void exchange(int* out) {
  using exchanging = cub::WarpExchange<int, items, Threads>;
  __shared__ typename exchanging::TempStorage temp[96 / Threads];
  int const t = static_cast<int>(threadIdx.x), warp = t / Threads;
  int mine[items], ranks[items];
  for (int i = 0; i < items; ++i) mine[i] = t * items + i;
  exchanging(temp[warp]).BlockedToStriped(mine, mine);
  cub::StoreDirectBlocked(t, out, mine);
  __syncwarp();
  exchanging(temp[warp]).StripedToBlocked(mine, mine);
  cub::StoreDirectBlocked(t, out + 96 * items, mine);
  __syncwarp();
  for (int i = 0; i < items; ++i) ranks[i] = Threads * items - 1 - (t % Threads * items + i);
  exchanging(temp[warp]).ScatterToStriped(mine, ranks);
  cub::StoreDirectBlocked(t, out + 2 * 96 * items, mine);
}

template <int Threads>
void test_exchange() {
  int const n = 96 * items;
  int* const out = managed<int>(3 * n);
  in_both_forms(
      "WarpExchange", Threads,
      [&] {
        std::fill(out, out + 3 * n, -1);
        exchange<Threads><<<1, 96>>>(out);
      },
      [&] {
        for (int i = 0; i < n; ++i) {
          int const size = Threads * items, first = i / size * size;
          int const striped = i % size % items * Threads + i % size / items;
          expect(out[i] == first + striped, "BlockedToStriped of a warp", Threads);
          expect(out[n + i] == i, "StripedToBlocked of a warp", Threads);
          expect(out[2 * n + i] == first + size - 1 - striped, "ScatterToStriped of a warp",
                 Threads);
        }
      });
}

}  // namespace

void test_sorts() {
  test_sort<int, 96>("BlockRadixSort of ints", 0, 32);
  test_sort<float, 64>("BlockRadixSort of floats", 0, 32);
  test_sort<unsigned short, 100>("BlockRadixSort of shorts", 1, 8);
  test_marks<96>();
  test_exchange<32>();
  test_exchange<8>();
}
