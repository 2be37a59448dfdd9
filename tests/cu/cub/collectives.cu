// SPDX-License-Identifier: MIT
// CUB's collectives of warps and blocks, as kernels that run in lanes and as threads. Results stand
// beside those of loops of the host.
#include "forms.cuh"

#include <cub/cub.cuh>

#include <cstdio>

namespace {

// A class of the program, whose combination does not commute: the function a * x + b.
struct line {
  int a, b;
};
struct after {
  __device__ line operator()(line const& first, line const& second) const {
    return {second.a * first.a, second.a * first.b + second.b};
  }
};
line line_of(int i) { return {i % 3 == 0 ? -1 : 1, i % 7}; }

template <class T, int X, int Y, cub::BlockReduceAlgorithm Algorithm>
__global__ void reduce(T const* in, T* out, int valid) {
  using block_reduce = cub::BlockReduce<T, X, Algorithm, Y>;
  __shared__ typename block_reduce::TempStorage temp;
  int const i = static_cast<int>(threadIdx.y * X + threadIdx.x);
  T const sum = block_reduce(temp).Sum(in[i]);
  __syncthreads();
  T const largest = block_reduce(temp).Reduce(in[i], cub::Max());
  __syncthreads();
  T const of_some = block_reduce(temp).Reduce(in[i], cub::Sum(), valid);
  if (i == 0) {
    out[0] = sum;
    out[1] = largest;
    out[2] = of_some;
  }
}

template <class T, int X, int Y = 1,
          cub::BlockReduceAlgorithm Algorithm = cub::BLOCK_REDUCE_WARP_REDUCTIONS>
void test_reduce() {
  int const n = X * Y, valid = n - n / 3;
  T* const in = managed<T>(n);
  T* const out = managed<T>(3);
  T sum = 0, largest = T(value(0)), of_some = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = T(value(i));
    sum += in[i];
    if (in[i] > largest) largest = in[i];
    if (i < valid) of_some += in[i];
  }
  in_both_forms(
      "BlockReduce", n,
      [&] {
        out[0] = out[1] = out[2] = T(-9999);
        reduce<T, X, Y, Algorithm><<<1, dim3(X, Y)>>>(in, out, valid);
      },
      [&] { expect(out[0] == sum && out[1] == largest && out[2] == of_some, "BlockReduce", n); });
}

template <int X>
__global__ void reduce_lines(line const* in, line* out, cub::KeyValuePair<int, float>* best) {
  using of_lines = cub::BlockReduce<line, X>;
  using of_pairs = cub::BlockReduce<cub::KeyValuePair<int, float>, X>;
  __shared__ typename of_lines::TempStorage lines;
  __shared__ typename of_pairs::TempStorage pairs;
  line const all = of_lines(lines).Reduce(in[threadIdx.x], after());
  cub::KeyValuePair<int, float> own;
  own.key = static_cast<int>(threadIdx.x);
  own.value = static_cast<float>(in[threadIdx.x].b);
  auto const found = of_pairs(pairs).Reduce(own, cub::ArgMax());
  if (threadIdx.x == 0) {
    *out = all;
    *best = found;
  }
}

template <int X>
void test_reduce_lines() {
  line* const in = managed<line>(X);
  line* const out = managed<line>(1);
  auto* const best = managed<cub::KeyValuePair<int, float>>(1);
  for (int i = 0; i < X; ++i) in[i] = line_of(i);
  line all = in[0];
  for (int i = 1; i < X; ++i) all = {in[i].a * all.a, in[i].a * all.b + in[i].b};
  in_both_forms(
      "BlockReduce of a class", X,
      [&] {
        *out = {0, 0};
        best->key = -1;
        reduce_lines<X><<<1, X>>>(in, out, best);
      },
      [&] {
        expect(out->a == all.a && out->b == all.b, "BlockReduce of a class", X);
        expect(best->key == 6 && best->value == 6.0f, "ArgMax", X);
      });
}

template <int Logical>
__global__ void warps(int const* in, int* out, int valid) {
  using warp_reduce = cub::WarpReduce<int, Logical>;
  using warp_scan = cub::WarpScan<int, Logical>;
  __shared__ typename warp_reduce::TempStorage reduces[64 / Logical];
  __shared__ typename warp_scan::TempStorage scans[64 / Logical];
  int const i = static_cast<int>(threadIdx.x), part = i / Logical;
  int* const to = out + i * 7;
  to[0] = warp_reduce(reduces[part]).Sum(in[i]);
  to[1] = warp_reduce(reduces[part]).Reduce(in[i], cub::Min(), valid);
  to[2] = warp_reduce(reduces[part]).HeadSegmentedSum(in[i], i % 5 == 0);
  to[3] = warp_reduce(reduces[part]).TailSegmentedSum(in[i], i % 5 == 4);
  int before = 0, up_to = 0, all = 0;
  warp_scan(scans[part]).InclusiveSum(in[i], up_to);
  warp_scan(scans[part]).ExclusiveSum(in[i], before, all);
  to[4] = up_to;
  to[5] = before;
  to[6] = all;
}

template <int Logical>
void test_warps() {
  int* const in = managed<int>(64);
  int* const out = managed<int>(64 * 7);
  int const valid = Logical - 3;
  for (int i = 0; i < 64; ++i) in[i] = value(i);
  in_both_forms(
      "WarpReduce and WarpScan", Logical, [&] { warps<Logical><<<1, 64>>>(in, out, valid); },
      [&] {
        for (int first = 0; first < 64; first += Logical) {
          int const end = first + Logical;
          int sum = 0, least = in[first];
          for (int i = first; i < end; ++i) {
            expect(out[i * 7 + 5] == sum, "WarpScan::ExclusiveSum", Logical);
            sum += in[i];
            expect(out[i * 7 + 4] == sum, "WarpScan::InclusiveSum", Logical);
            if (i < first + valid && in[i] < least) least = in[i];
            if (i == first || i % 5 == 0) {  // a segment begins
              int segment = in[i];
              for (int k = i + 1; k < end && k % 5 != 0; ++k) segment += in[k];
              expect(out[i * 7 + 2] == segment, "HeadSegmentedSum", Logical);
              expect(out[i * 7 + 3] == segment, "TailSegmentedSum", Logical);
            }
          }
          expect(out[first * 7] == sum, "WarpReduce::Sum", Logical);
          expect(out[first * 7 + 1] == least, "WarpReduce of some", Logical);
          for (int i = first; i < end; ++i)
            expect(out[i * 7 + 6] == sum, "the aggregate of a WarpScan", Logical);
        }
      });
}

struct running_total {
  int total;
  __device__ int operator()(int aggregate) {
    int const old = total;
    total += aggregate;
    return old;
  }
};

// Tiles of four items a thread, with a total that goes from tile to tile, in one shared union.
template <int X, cub::BlockScanAlgorithm Algorithm>
__global__ void scan_tiles(int const* in, int* exclusive, int* inclusive, int tiles) {
  using load = cub::BlockLoad<int, X, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using store = cub::BlockStore<int, X, 4, cub::BLOCK_STORE_TRANSPOSE>;
  using scan = cub::BlockScan<int, X, Algorithm>;
  __shared__ union {
    typename load::TempStorage load_;
    typename store::TempStorage store_;
    typename scan::TempStorage scan_;
  } temp;
  running_total before{0}, also_before{0};
  for (int tile = 0; tile < tiles; ++tile) {
    int items[4], sums[4];
    load(temp.load_).Load(in + tile * X * 4, items);
    __syncthreads();
    scan(temp.scan_).ExclusiveSum(items, sums, before);
    __syncthreads();
    store(temp.store_).Store(exclusive + tile * X * 4, sums);
    __syncthreads();
    scan(temp.scan_).InclusiveSum(items, sums, also_before);
    __syncthreads();
    store(temp.store_).Store(inclusive + tile * X * 4, sums);
    __syncthreads();
  }
}

template <int X, cub::BlockScanAlgorithm Algorithm>
void test_scan_tiles() {
  int const n = X * 4 * 3;
  int* const in = managed<int>(n);
  int* const exclusive = managed<int>(n);
  int* const inclusive = managed<int>(n);
  for (int i = 0; i < n; ++i) in[i] = value(i);
  in_both_forms(
      "BlockScan of tiles", X,
      [&] { scan_tiles<X, Algorithm><<<1, X>>>(in, exclusive, inclusive, 3); },
      [&] {
        int sum = 0;
        for (int i = 0; i < n; ++i) {
          expect(exclusive[i] == sum, "ExclusiveSum of tiles", X);
          sum += in[i];
          expect(inclusive[i] == sum, "InclusiveSum of tiles", X);
          exclusive[i] = inclusive[i] = -1;
        }
      });
}

template <int X>
__global__ void scan_lines(line const* in, line* out, line* all) {
  using scan = cub::BlockScan<line, X, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename scan::TempStorage temp;
  line own = in[threadIdx.x], total;
  scan(temp).InclusiveScan(own, own, after(), total);
  out[threadIdx.x] = own;
  __syncthreads();
  line before;
  scan(temp).ExclusiveScan(in[threadIdx.x], before, line{1, 5}, after());
  out[X + threadIdx.x] = before;
  if (threadIdx.x == X - 1) *all = total;
}

template <int X>
void test_scan_lines() {
  line* const in = managed<line>(X);
  line* const out = managed<line>(2 * X);
  line* const all = managed<line>(1);
  for (int i = 0; i < X; ++i) in[i] = line_of(i);
  in_both_forms(
      "BlockScan of a class", X,
      [&] {
        *all = {0, 0};
        scan_lines<X><<<1, X>>>(in, out, all);
      },
      [&] {
        line up_to = {1, 0}, before = {1, 5};
        for (int i = 0; i < X; ++i) {
          expect(out[X + i].a == before.a && out[X + i].b == before.b, "ExclusiveScan of a class",
                 X);
          before = {in[i].a * before.a, in[i].a * before.b + in[i].b};
          up_to = {in[i].a * up_to.a, in[i].a * up_to.b + in[i].b};
          expect(out[i].a == up_to.a && out[i].b == up_to.b, "InclusiveScan of a class", X);
        }
        expect(all->a == up_to.a && all->b == up_to.b, "the aggregate of a class", X);
      });
}

// As programs have it: neither const nor taking constants.
struct subtract {
  template <class T>
  __device__ T operator()(T& a, T& b) {
    return a - b;
  }
};

template <int X>
__global__ void rearrange(int const* in, int* out, int valid) {
  using exchange = cub::BlockExchange<int, X, 3>;
  using differences = cub::BlockAdjacentDifference<int, X>;
  __shared__ typename exchange::TempStorage temp;
  __shared__ typename differences::TempStorage of_neighbours;
  int const i = static_cast<int>(threadIdx.x);
  int items[3], other[3];
  cub::LoadDirectBlocked(i, in, items, valid, -7);
  exchange(temp).BlockedToStriped(items, other);
  cub::StoreDirectBlocked(i, out, other);
  __syncthreads();
  exchange(temp).StripedToBlocked(other, other);
  cub::StoreDirectStriped<X>(i, out + 3 * X, other);
  differences(of_neighbours).SubtractLeft(items, other, subtract());
  cub::StoreDirectBlocked(i, out + 6 * X, other);
  __syncthreads();
  differences(of_neighbours).SubtractRight(items, other, subtract());
  cub::StoreDirectBlocked(i, out + 9 * X, other, valid);
}

template <int X>
void test_rearrange() {
  int const n = 3 * X, valid = n - 5;
  int* const in = managed<int>(n);
  int* const out = managed<int>(4 * n);
  for (int i = 0; i < n; ++i) in[i] = value(i);
  in_both_forms(
      "BlockExchange and BlockAdjacentDifference", X,
      [&] {
        for (int i = 0; i < 4 * n; ++i) out[i] = 1234;
        rearrange<X><<<1, X>>>(in, out, valid);
      },
      [&] {
        auto const item = [&](int i) { return i < valid ? in[i] : -7; };
        for (int i = 0; i < n; ++i) {
          int const t = i / 3, k = i % 3;
          expect(out[i] == item(k * X + t), "BlockedToStriped", X);
          expect(out[n + k * X + t] == item(i), "StripedToBlocked", X);
          expect(out[2 * n + i] == (i == 0 ? item(0) : item(i) - item(i - 1)), "SubtractLeft", X);
          int const right = i + 1 == n ? item(i) : item(i) - item(i + 1);
          expect(out[3 * n + i] == (i < valid ? right : 1234), "SubtractRight", X);
        }
      });
}

}  // namespace

void test_sorts();
void test_operators();

int main() {
  test_reduce<int, 32>();
  test_reduce<float, 96>();
  test_reduce<double, 100>();
  test_reduce<int, 16, 8, cub::BLOCK_REDUCE_RAKING>();
  test_reduce_lines<96>();
  test_warps<16>();
  test_warps<32>();
  test_scan_tiles<64, cub::BLOCK_SCAN_RAKING>();
  test_scan_tiles<100, cub::BLOCK_SCAN_WARP_SCANS>();
  test_scan_lines<128>();
  test_rearrange<96>();
  test_sorts();
  test_operators();
  if (wrong == 0) std::printf("all right\n");
  return wrong == 0 ? 0 : 1;
}
