#pragma once
// SPDX-License-Identifier: MIT
//
// What every variant of a workload works on: the sizes, and inputs that are the same on every
// machine (a hash of seed and index, no library generator).

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

namespace bench {

/// The sizes of all workloads; the defaults are the published ones, `quick_sizes` the reduced ones.
struct sizes {
  int saxpy = 1 << 24;
  int saxpy_l2 = 1 << 15;
  int saxpy_l2_launches = 1000;
  int matmul = 1024;
  int transpose = 4096;
  int reduce = 1 << 24;
  int scan = 1 << 22;
  int histogram_words = 1 << 24;  // 2^26 bytes
  int mandelbrot_width = 2048, mandelbrot_height = 1536;
  int black_scholes = 1 << 22;
  int nbody = 16384;
  int stencil = 4096;
  int life = 2048;
  int byte_sums = 1 << 20;
  int convolution = 2048;
  int bitonic = 1 << 20;
  int spmv = 1 << 18;
  int monte_carlo_calls = 1 << 25;  // two points a call
  int texture = 2048;
  int micro_launches = 1000;
};

[[nodiscard]] constexpr sizes quick_sizes() {
  sizes s;
  s.saxpy = 1 << 23;
  s.saxpy_l2_launches = 200;
  s.matmul = 512;
  s.transpose = 2048;
  s.reduce = 1 << 23;
  s.scan = 1 << 20;
  s.histogram_words = 1 << 22;
  s.mandelbrot_width = 1024, s.mandelbrot_height = 768;
  s.black_scholes = 1 << 20;
  s.nbody = 4096;
  s.stencil = 2048;
  s.life = 1024;
  s.byte_sums = 1 << 18;
  s.convolution = 1024;
  s.bitonic = 1 << 18;
  s.spmv = 1 << 16;
  s.monte_carlo_calls = 1 << 22;
  s.texture = 1024;
  s.micro_launches = 200;
  return s;
}

// Parameters that are the same at every size.
inline constexpr int reduce_block = 256;      // elements of one partial sum of reduce_shared
inline constexpr int reduce_per_thread = 64;  // elements a thread of reduce_shuffle adds up
inline constexpr int scan_block = 512;        // elements scanned together
inline constexpr int histogram_blocks = 256;  // blocks of the histogram's grid
inline constexpr int mandelbrot_limit = 256;  // iterations at most
inline constexpr float riskfree_rate = 0.02f, volatility = 0.3f;
inline constexpr float softening = 0.01f;  // added to the squared distance of two bodies
inline constexpr int stencil_sweeps = 10;
inline constexpr int life_generations = 10;
inline constexpr int convolution_radius = 8;
inline constexpr int convolution_taps = 2 * convolution_radius + 1;
inline constexpr int monte_carlo_threads = 1 << 16;
inline constexpr std::uint32_t philox_key0 = 0x12345678u, philox_key1 = 0x9abcdef0u;

/// Gives out whole pages, so that a variant's speed does not hang on where malloc put an array.
template <class T>
struct page_allocator {
  using value_type = T;
  page_allocator() = default;
  template <class U>
  page_allocator(page_allocator<U> const&) noexcept {}
  [[nodiscard]] T* allocate(std::size_t count) {
    constexpr std::size_t page = 4096;
    void* const memory = std::aligned_alloc(page, (count * sizeof(T) + page - 1) / page * page);
    if (memory == nullptr) throw std::bad_alloc{};
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) noexcept { std::free(memory); }
  template <class U>
  bool operator==(page_allocator<U> const&) const noexcept {
    return true;
  }
};

template <class T>
using buffer = std::vector<T, page_allocator<T>>;

[[nodiscard]] inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

[[nodiscard]] inline std::uint64_t hash(std::uint64_t seed, std::uint64_t index) {
  return mix(seed * 0x100000001b3u + index);
}

[[nodiscard]] inline float random_float(std::uint64_t seed, std::uint64_t index, float low = 0,
                                        float high = 1) {
  return low + (high - low) * static_cast<float>(hash(seed, index) >> 40) * (1.f / 16777216.f);
}

[[nodiscard]] inline buffer<float> random_floats(std::size_t count, std::uint64_t seed,
                                                 float low = 0, float high = 1) {
  buffer<float> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = random_float(seed, i, low, high);
  return out;
}

[[nodiscard]] inline buffer<int> random_ints(std::size_t count, std::uint64_t seed) {
  buffer<int> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<int>(hash(seed, i) >> 32);
  return out;
}

/// Position and mass, or acceleration and padding: CUDA's float4.
struct alignas(16) body {
  float x, y, z, w;
};

[[nodiscard]] inline buffer<body> random_bodies(int count) {
  buffer<body> out(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {random_float(71, i, -1, 1), random_float(72, i, -1, 1), random_float(73, i, -1, 1),
              random_float(74, i, .5f, 1.5f)};
  return out;
}

/// A sparse matrix in compressed rows, 1 to 32 entries each, and the vector to multiply it by.
struct csr_matrix {
  buffer<int> row, column;
  buffer<float> value, x;
};

[[nodiscard]] inline csr_matrix random_csr(int rows) {
  csr_matrix m;
  auto const count = static_cast<std::size_t>(rows);
  m.row.resize(count + 1);
  int entries = 0;
  for (std::size_t i = 0; i < count; ++i) {
    m.row[i] = entries;
    entries += 1 + static_cast<int>(mix(8100000000u + i) % 32);
  }
  m.row[count] = entries;
  m.column.resize(static_cast<std::size_t>(entries));
  m.value.resize(static_cast<std::size_t>(entries));
  for (std::size_t i = 0; i < m.column.size(); ++i) {
    m.column[i] = static_cast<int>(mix(8200000000u + i) % count);
    m.value[i] = random_float(83, i, -1, 1);
  }
  m.x = random_floats(count, 84, -1, 1);
  return m;
}

/// Taps of the separable filter; they add up to one.
[[nodiscard]] inline buffer<float> random_taps() {
  buffer<float> taps(convolution_taps);
  float sum = 0;
  for (std::size_t i = 0; i < taps.size(); ++i) sum += taps[i] = random_float(91, i, .2f, 1.f);
  for (float& tap : taps) tap /= sum;
  return taps;
}

}  // namespace bench
