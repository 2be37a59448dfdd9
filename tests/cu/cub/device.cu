// SPDX-License-Identifier: MIT
// CUB's device-wide algorithms and iterators beside loops of the host, of sizes of one part and of
// many.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

int wrong = 0;

void expect(bool is_right, char const* what, int n) {
  if (is_right) return;
  if (++wrong < 40) std::printf("%s of %d: wrong\n", what, n);
}

/// Memory that host and device see.
template <class T>
class array {
 public:
  explicit array(int n) : size_(n) {
    cudaMallocManaged(&data_, (n > 0 ? n : 1) * sizeof(T));
    for (int i = 0; i < n; ++i) data_[i] = T{};
  }
  array(std::vector<T> const& from) : array(static_cast<int>(from.size())) {
    std::copy(from.begin(), from.end(), data_);
  }
  array(array const&) = delete;
  ~array() { cudaFree(data_); }
  operator T*() { return data_; }
  bool is(std::vector<T> const& right) const {
    return static_cast<int>(right.size()) <= size_ && std::equal(right.begin(), right.end(), data_);
  }

 private:
  T* data_ = nullptr;
  int size_;
};

cudaStream_t stream;

/// Calls an algorithm as programs do: for the size of its storage, then with that much.
template <class Call>
void run(char const* what, int n, Call call) {
  size_t bytes = 0;
  expect(call(nullptr, bytes) == cudaSuccess && bytes > 0, what, n);
  void* storage = nullptr;
  cudaMalloc(&storage, bytes);
  size_t less = bytes - 1;
  expect(call(storage, less) == cudaErrorInvalidValue, what, n);
  expect(call(storage, bytes) == cudaSuccess, what, n);
  expect(cudaStreamSynchronize(stream) == cudaSuccess, what, n);
  cudaFree(storage);
}

int value(int i) { return static_cast<int>(static_cast<unsigned>(i) * 747796405u >> 7) % 101 - 50; }

struct is_even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
/// Does not commute: the function a * x + b.
struct line {
  int a, b;
  bool operator==(line const& o) const { return a == o.a && b == o.b; }
};
struct after {
  __host__ __device__ line operator()(line const& f, line const& g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};

void reductions(int n) {
  std::vector<int> v(n);
  for (int i = 0; i < n; ++i) v[i] = value(i);
  array<int> in(v), out(1);
  array<cub::KeyValuePair<int, int>> pair(1);
  run("Sum", n, [&](void* s, size_t& b) {
    return cub::DeviceReduce::Sum(s, b, (int*)in, (int*)out, n, stream);
  });
  expect(out[0] == std::accumulate(v.begin(), v.end(), 0), "Sum", n);
  array<char> bytes(n);
  for (int i = 0; i < n; ++i) bytes[i] = 100;
  run("Sum of bytes", n, [&](void* s, size_t& b) {
    return cub::DeviceReduce::Sum(s, b, (char*)bytes, (int*)out, n, stream);
  });
  expect(out[0] == 100 * n, "Sum of bytes", n);
  run("Max", n, [&](void* s, size_t& b) {
    return cub::DeviceReduce::Max(s, b, (int*)in, (int*)out, n, stream);
  });
  expect(out[0] == (n ? *std::max_element(v.begin(), v.end()) : INT_MIN), "Max", n);
  run("ArgMin", n, [&](void* s, size_t& b) {
    return cub::DeviceReduce::ArgMin(s, b, (int*)in, (cub::KeyValuePair<int, int>*)pair, n, stream);
  });
  auto const least = std::min_element(v.begin(), v.end());
  expect(pair[0].key == (n ? least - v.begin() : 1) && pair[0].value == (n ? *least : INT_MAX),
         "ArgMin", n);
  cub::TransformInputIterator<int, square, cub::CountingInputIterator<int>> squares(
      cub::CountingInputIterator<int>(3), square());
  run("Sum of squares", n, [&](void* s, size_t& b) {
    return cub::DeviceReduce::Sum(s, b, squares, (int*)out, n, stream);
  });
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) sum += static_cast<unsigned>(i + 3) * static_cast<unsigned>(i + 3);
  expect(static_cast<unsigned>(out[0]) == sum, "Sum of squares", n);
  std::vector<line> lines(n);
  for (int i = 0; i < n; ++i) lines[i] = {i % 3 ? 1 : -1, i % 7};
  line of_all{1, 5};
  for (line const& l : lines) of_all = after()(of_all, l);
  array<line> lines_in(lines), line_out(1);
  run("Reduce", n, [&](void* s, size_t& b) {
    return cub::DeviceReduce::Reduce(s, b, (line*)lines_in, (line*)line_out, n, after(), line{1, 5},
                                     stream);
  });
  expect(line_out[0] == of_all, "Reduce", n);
  int const segments = n / 10 + 1;
  std::vector<int> offsets(segments + 1), sums(segments, 0);
  for (int i = 0; i <= segments; ++i)
    offsets[i] = static_cast<int>(1LL * n * i * i / (1LL * segments * segments));
  for (int i = 0; i < segments; ++i)
    for (int k = offsets[i]; k < offsets[i + 1]; ++k) sums[i] += v[k];
  array<int> d_offsets(offsets), d_sums(segments);
  run("segments", n, [&](void* s, size_t& b) {
    return cub::DeviceSegmentedReduce::Sum(s, b, (int*)in, (int*)d_sums, segments, (int*)d_offsets,
                                           (int*)d_offsets + 1, stream);
  });
  expect(d_sums.is(sums), "segments", n);
}

void scans(int n) {
  std::vector<line> lines(n), inclusive, exclusive;
  std::vector<int> v(n), keys(n), by_key, exclusive_sums;
  line all{-1, 9}, own{1, 0};
  for (int i = 0, sum = 0, total = 0; i < n; ++i) {
    lines[i] = {i % 5 ? 1 : -1, i % 9};
    exclusive.push_back(all);
    all = after()(all, lines[i]);
    own = i ? after()(own, lines[i]) : lines[i];
    inclusive.push_back(own);
    v[i] = value(i);
    keys[i] = i / 5000 + i % 5000 / 4990;
    sum = i && keys[i] == keys[i - 1] ? sum + v[i] : v[i];
    by_key.push_back(sum);
    exclusive_sums.push_back(total);
    total += v[i];
  }
  array<line> in(lines), out(n);
  run("ExclusiveScan", n, [&](void* s, size_t& b) {
    return cub::DeviceScan::ExclusiveScan(s, b, (line*)in, (line*)out, after(), line{-1, 9}, n,
                                          stream);
  });
  expect(out.is(exclusive), "ExclusiveScan", n);
  run("InclusiveScan", n, [&](void* s, size_t& b) {
    return cub::DeviceScan::InclusiveScan(s, b, (line*)in, (line*)out, after(), n, stream);
  });
  expect(out.is(inclusive), "InclusiveScan", n);
  array<int> d_v(v), d_keys(keys), sums(n);
  run("InclusiveSumByKey", n, [&](void* s, size_t& b) {
    return cub::DeviceScan::InclusiveSumByKey(s, b, (int*)d_keys, (int*)d_v, (int*)sums, n,
                                              cub::Equality(), stream);
  });
  expect(sums.is(by_key), "InclusiveSumByKey", n);
  run("ExclusiveSum in place", n, [&](void* s, size_t& b) {
    return cub::DeviceScan::ExclusiveSum(s, b, (int*)d_v, (int*)d_v, n, stream);
  });
  expect(d_v.is(exclusive_sums), "ExclusiveSum in place", n);
}

template <class Key>
void sorts(char const* what, int n, int begin, int end) {
  std::vector<Key> keys(n);
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i)
    keys[i] =
        static_cast<Key>(value(i) % 50) * static_cast<Key>(i % 2 ? 1 : 3) / static_cast<Key>(4);
  std::iota(order.begin(), order.end(), 0);
  auto const bits = [&](Key k) {
    typename cub::Traits<Key>::UnsignedBits b;
    if (k == 0) k = 0;
    std::memcpy(&b, &k, sizeof b);
    b = cub::Traits<Key>::TwiddleIn(b);
    unsigned long long const all = b;
    return (all >> begin) & (end - begin == 64 ? ~0ull : (1ull << (end - begin)) - 1);
  };
  std::vector<int> up = order, down = order;
  std::stable_sort(up.begin(), up.end(),
                   [&](int a, int b) { return bits(keys[a]) < bits(keys[b]); });
  std::stable_sort(down.begin(), down.end(),
                   [&](int a, int b) { return bits(keys[a]) > bits(keys[b]); });
  array<Key> in(keys), out(n), other(n);
  array<int> values(order), values_out(n), other_values(n);
  run(what, n, [&](void* s, size_t& b) {
    return cub::DeviceRadixSort::SortPairs(s, b, (Key*)in, (Key*)out, (int*)values,
                                           (int*)values_out, n, begin, end, stream);
  });
  expect(values_out.is(up), what, n);
  for (int i = 0; i < n; ++i) expect(out[i] == keys[up[i]], what, n);
  run(what, n, [&](void* s, size_t& b) {
    return cub::DeviceRadixSort::SortPairsDescending(s, b, (Key*)in, (Key*)out, (int*)values,
                                                     (int*)values_out, n, begin, end, stream);
  });
  expect(values_out.is(down), what, n);
  run(what, n, [&](void* s, size_t& b) {
    return cub::DeviceRadixSort::SortKeys(s, b, (Key*)in, (Key*)out, n, begin, end, stream);
  });
  for (int i = 0; i < n; ++i) expect(out[i] == keys[up[i]], what, n);
  cub::DoubleBuffer<Key> both(in, other);
  cub::DoubleBuffer<int> both_values(values, other_values);
  run(what, n, [&](void* s, size_t& b) {
    return cub::DeviceRadixSort::SortPairs(s, b, both, both_values, n, begin, end, stream);
  });
  for (int i = 0; i < n; ++i)
    expect(both.Current()[i] == keys[up[i]] && both_values.Current()[i] == up[i], what, n);
}

void choices(int n) {
  std::vector<int> v(n), even, odd, unique, counts, offsets, lengths, sums;
  for (int i = 0; i < n; ++i) v[i] = value(i / (i % 20000 < 6000 ? 6000 : i % 3 + 1));
  for (int i = 0; i < n; ++i) {
    (is_even()(v[i]) ? even : odd).push_back(v[i]);
    if (i == 0 || v[i] != v[i - 1]) {
      unique.push_back(v[i]), counts.push_back(0), sums.push_back(0);
      if (i + 1 < n && v[i + 1] == v[i]) offsets.push_back(i), lengths.push_back(1);
    } else {
      ++lengths.back();
    }
    ++counts.back();
    sums.back() += i % 11;
  }
  array<int> in(v), out(n), number(1), flags(n), more(n), elevenths(n);
  for (int i = 0; i < n; ++i) flags[i] = is_even()(v[i]), elevenths[i] = i % 11;
  run("If", n, [&](void* s, size_t& b) {
    return cub::DeviceSelect::If(s, b, (int*)in, (int*)out, (int*)number, n, is_even(), stream);
  });
  expect(number[0] == static_cast<int>(even.size()) && out.is(even), "If", n);
  run("Flagged", n, [&](void* s, size_t& b) {
    return cub::DeviceSelect::Flagged(s, b, cub::CountingInputIterator<int>(0), (int*)flags,
                                      (int*)out, (int*)number, n, stream);
  });
  expect(number[0] == static_cast<int>(even.size()), "Flagged", n);
  for (int i = 0; i < number[0]; ++i) expect(v[out[i]] == even[i], "Flagged", n);
  run("Unique", n, [&](void* s, size_t& b) {
    return cub::DeviceSelect::Unique(s, b, (int*)in, (int*)out, (int*)number, n, stream);
  });
  expect(number[0] == static_cast<int>(unique.size()) && out.is(unique), "Unique", n);
  run("Partition", n, [&](void* s, size_t& b) {
    return cub::DevicePartition::If(s, b, (int*)in, (int*)out, (int*)number, n, is_even(), stream);
  });
  std::vector<int> parted = even;
  parted.insert(parted.end(), odd.rbegin(), odd.rend());
  expect(out.is(parted), "Partition", n);
  run("Encode", n, [&](void* s, size_t& b) {
    return cub::DeviceRunLengthEncode::Encode(s, b, (int*)in, (int*)out, (int*)more, (int*)number,
                                              n, stream);
  });
  expect(number[0] == static_cast<int>(unique.size()) && out.is(unique) && more.is(counts),
         "Encode", n);
  run("NonTrivialRuns", n, [&](void* s, size_t& b) {
    return cub::DeviceRunLengthEncode::NonTrivialRuns(s, b, (int*)in, (int*)out, (int*)more,
                                                      (int*)number, n, stream);
  });
  expect(number[0] == static_cast<int>(offsets.size()) && out.is(offsets) && more.is(lengths),
         "NonTrivialRuns", n);
  run("ReduceByKey", n, [&](void* s, size_t& b) {
    return cub::DeviceReduce::ReduceByKey(s, b, (int*)in, (int*)out, (int*)elevenths, (int*)more,
                                          (int*)number, cub::Sum(), n, stream);
  });
  expect(number[0] == static_cast<int>(unique.size()) && out.is(unique) && more.is(sums),
         "ReduceByKey", n);
  run("Unique nowhere", n, [&](void* s, size_t& b) {
    return cub::DeviceSelect::Unique(s, b, (int*)in, cub::DiscardOutputIterator<>(), (int*)number,
                                     n, stream);
  });
  expect(number[0] == static_cast<int>(unique.size()), "Unique nowhere", n);
  run("If in place", n, [&](void* s, size_t& b) {
    return cub::DeviceSelect::If(s, b, (int*)in, (int*)number, n, is_even(), stream);
  });
  expect(in.is(even), "If in place", n);
}

void histograms(int n) {
  std::vector<int> even(7, 0), ranges(4, 0);
  std::vector<float> const levels{-20.0f, -3.5f, 0.0f, 10.0f, 49.0f};
  array<int> in(n), out(7), green(3);
  array<uchar4> pixels(n);
  array<float> d_levels(levels);
  std::vector<int> greens(3, 0);
  for (int i = 0; i < n; ++i) {
    in[i] = value(i);
    if (in[i] >= -30 && in[i] < 40) ++even[(in[i] + 30) / 10];
    for (int k = 0; k < 4; ++k)
      if (levels[k] <= in[i] && in[i] < levels[k + 1]) ++ranges[k];
    pixels[i] = make_uchar4(0, static_cast<unsigned char>(i % 256), 0, 0);
    if (i % 256 < 3) ++greens[i % 256];
  }
  run("HistogramEven", n, [&](void* s, size_t& b) {
    return cub::DeviceHistogram::HistogramEven(s, b, (int*)in, (int*)out, 8, -30, 40, n, stream);
  });
  expect(out.is(even), "HistogramEven", n);
  run("HistogramRange", n, [&](void* s, size_t& b) {
    return cub::DeviceHistogram::HistogramRange(s, b, (int*)in, (int*)out, 5, (float*)d_levels, n,
                                                stream);
  });
  expect(out.is(ranges), "HistogramRange", n);
  array<int> red(2);
  int* of_channels[2] = {red, green};
  int const number[2] = {2, 4}, lower[2] = {0, 0}, upper[2] = {1, 3};
  run("MultiHistogramEven", n, [&](void* s, size_t& b) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 2>(
        s, b, (unsigned char*)(uchar4*)pixels, of_channels, number, lower, upper, n, stream);
  });
  expect(green.is(greens) && red[0] == n, "MultiHistogramEven", n);
}

}  // namespace

int main() {
  cudaStreamCreate(&stream);
  for (int const n : {0, 1, 2, 1000, 70001}) {
    reductions(n);
    scans(n);
    choices(n);
    histograms(n);
    sorts<int>("ints", n, 0, 32);
    sorts<float>("floats", n, 0, 32);
    sorts<long long>("long longs", n, 3, 20);
    sorts<unsigned char>("bytes", n, 0, 8);
  }
  if (wrong == 0) std::printf("all right\n");
  return wrong == 0 ? 0 : 1;
}
