// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <simt/cuda/host_defines.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

// LABELS: isa
namespace {

__global__ void transpose(float* out, float const* in, int n) {
  SIMT_CUDA_SHARED(tile, float[16][17]);
  SIMT_CUDA_SHARED(touched, int);
  if (threadIdx.x == 0 && threadIdx.y == 0) touched = 0;
  int const x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  atomicAdd(&touched, 1);
  out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
  __syncthreads();
  if (touched != 256) out[0] = -1;
}

__device__ float* function_tile() {
  SIMT_CUDA_SHARED(tile, float[32]);
  return tile;
}
// Both use function_tile, the second beside arrays of its own: its place differs.
__global__ void first_user(float* out) {
  float* const t = function_tile();
  t[threadIdx.x] = static_cast<float>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = t[31 - threadIdx.x];
}
__global__ void second_user(float* out) {
  SIMT_CUDA_SHARED(own, float[64]);
  float* const t = function_tile();
  own[threadIdx.x] = own[32 + threadIdx.x] = 1000;
  t[threadIdx.x] = static_cast<float>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = t[31 - threadIdx.x] + own[threadIdx.x];
}

struct alignas(64) cache_line {
  char bytes[64];
};
struct __align__(8) two_floats {
  float x, y;
};
struct __align__(16) three_floats {
  float x, y, z;
};
static_assert(alignof(two_floats) == 8 && sizeof(two_floats) == 8);
static_assert(alignof(three_floats) == 16 && sizeof(three_floats) == 16);
__global__ void aligned_structures(three_floats* out, two_floats const* in) {
  SIMT_CUDA_SHARED(odd, char[3]);
  SIMT_CUDA_SHARED(threes, three_floats[8]);
  SIMT_CUDA_SHARED(other, char);
  SIMT_CUDA_SHARED(twos, two_floats[8]);
  auto const lies_at = [](auto* p) {
    return reinterpret_cast<std::uintptr_t>(p) % alignof(std::remove_pointer_t<decltype(p)>) == 0;
  };
  unsigned const t = threadIdx.x;
  odd[t % 3] = other = 1;
  twos[t] = in[t];
  threes[t] = {twos[t].x, twos[t].y, lies_at(&threes[t]) && lies_at(&twos[t]) ? 1.0f : 0.0f};
  three_floats own = threes[t];
  if (!lies_at(&own)) own.z = 0;
  out[t] = own;
}

template <class T, int N>
__global__ void of_type(T* out) {
  SIMT_CUDA_SHARED(values, T[N]);
  SIMT_CUDA_SHARED(marker, char);
  SIMT_CUDA_SHARED_ALIGNED(aligned, 128, double[3]);
  SIMT_CUDA_SHARED_ALIGNED(as_type, cache_line, char[3]);
  if (threadIdx.x == 0) marker = 7;
  values[threadIdx.x] = static_cast<T>(threadIdx.x * 2);
  aligned[0] = 1;
  __syncthreads();
  bool const good = reinterpret_cast<std::uintptr_t>(&aligned) % 128 == 0 &&
                    reinterpret_cast<std::uintptr_t>(&as_type) % 64 == 0 && marker == 7;
  out[threadIdx.x] = good ? values[N - 1 - threadIdx.x] : T{};
}

__global__ void dynamic_parts(int* out, int n) {
  SIMT_CUDA_DYNAMIC_SHARED(bytes, char);
  SIMT_CUDA_DYNAMIC_SHARED(numbers, int);
  short* const second = reinterpret_cast<short*>(bytes + n * sizeof(int));
  numbers[threadIdx.x] = static_cast<int>(threadIdx.x);
  second[threadIdx.x] = static_cast<short>(100 + threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = numbers[n - 1 - threadIdx.x] * 1000 + second[threadIdx.x] +
                     (static_cast<void*>(bytes) == static_cast<void*>(numbers) ? 0 : 100000) +
                     (reinterpret_cast<std::uintptr_t>(bytes) % 128 == 0 ? 0 : 100000);
}
__global__ void dynamic_rows(float* out) {
  SIMT_CUDA_DYNAMIC_SHARED(rows, float[4]);
  rows[threadIdx.y][threadIdx.x] = static_cast<float>(threadIdx.y * 10 + threadIdx.x);
  __syncthreads();
  out[threadIdx.y * 4 + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}

SIMT_CUDA_FILE_SHARED(file_array, int[64]);
SIMT_CUDA_FILE_SHARED(file_count, int);
SIMT_CUDA_FILE_DYNAMIC_SHARED(file_dynamic, float);
__device__ void fill() { file_array[threadIdx.x] = static_cast<int>(threadIdx.x); }
__global__ void file_scope(int* out) {
  if (threadIdx.x == 0) file_count = 5;
  fill();
  file_dynamic[threadIdx.x] = 2;
  __syncthreads();
  atomicAdd(&file_count, 1);
  if (threadIdx.x == 1) file_count += 10;
  __syncthreads();
  int const* const base = (int*)file_array;
  float const* const d = (float*)(char*)file_dynamic;
  if ((void*)file_array != (void*)(float*)file_array) return;
  out[threadIdx.x] = base[63 - threadIdx.x] + static_cast<int>(d[threadIdx.x]) + file_count;
}

__global__ void too_large(char* out) {
  SIMT_CUDA_SHARED(a, char[40000]);
  SIMT_CUDA_SHARED(b, char[20000]);
  a[0] = b[0] = 1;
  out[0] = a[0];
}

}  // namespace

TEST_CASE("[QUAL-009] static shared memory belongs to the block") {
  std::vector<float> in(64 * 64), out(64 * 64);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  run_threads(simt::dim3(4, 4), simt::dim3(16, 16), 0, KERNEL(transpose), out.data(), in.data(),
              64);
  for (std::size_t i = 0; i < in.size(); ++i)
    REQUIRE(out[i] == static_cast<float>(i % 64 * 64 + i / 64));
}

TEST_CASE("[QUAL-009] in a function of several kernels") {
  std::vector<float> a(32 * 6), b(32 * 6);
  for (int turn = 0; turn < 3; ++turn) {
    run_threads(1, 32, 0, KERNEL(first_user), a.data());
    run_threads(1, 32, 0, KERNEL(second_user), b.data());
    for (int i = 0; i < 32; ++i) {
      CHECK(a[static_cast<std::size_t>(i)] == static_cast<float>(31 - i));
      CHECK(b[static_cast<std::size_t>(i)] == static_cast<float>(1031 - i));
    }
  }
}

TEST_CASE("[QUAL-015] __align__ sets sizes and where structures lie") {
  three_floats out[8];
  two_floats in[8];
  for (int i = 0; i < 8; ++i) in[i] = {static_cast<float>(i), static_cast<float>(-i)};
  run_threads(1, 8, 0, KERNEL(aligned_structures), static_cast<three_floats*>(out),
              static_cast<two_floats const*>(in));
  for (int i = 0; i < 8; ++i) {
    CHECK(out[i].x == static_cast<float>(i));
    CHECK(out[i].y == static_cast<float>(-i));
    CHECK(out[i].z == 1.0f);
  }
}

TEST_CASE_TEMPLATE("[QUAL-009] types, alignment, templates", T, char, short, int, double) {
  std::vector<T> out(32);
  run_threads(1, 32, 0, KERNEL(of_type<T, 32>), out.data());
  for (int i = 0; i < 32; ++i)
    CHECK(out[static_cast<std::size_t>(i)] == static_cast<T>(62 - 2 * i));
}

TEST_CASE("[QUAL-010][HIER-016] dynamic shared memory") {
  std::vector<int> out(32);
  run_threads(1, 32, 32 * 6, KERNEL(dynamic_parts), out.data(), 32);
  for (int i = 0; i < 32; ++i) CHECK(out[static_cast<std::size_t>(i)] == (31 - i) * 1000 + 100 + i);
  std::vector<float> rows(16);
  run_threads(1, simt::dim3(4, 4), 64, KERNEL(dynamic_rows), rows.data());
  CHECK(rows[1 * 4 + 3] == 31);
  // As much as a block can have.
  run_threads(1, 32, 227 * 1024, KERNEL(dynamic_parts), out.data(), 32);
  CHECK(out[0] == 31100);
}

TEST_CASE("[QUAL-009][QUAL-010] variables of file scope") {
  std::vector<int> out(64);
  run_threads(2, 64, 64 * 4, KERNEL(file_scope), out.data());
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<std::size_t>(i)] == 63 - i + 2 + 5 + 64 + 10);
}

TEST_CASE("[HIER-024][EXEC-008] more static shared memory than a block has") {
  char out = 0;
  CHECK_THROWS_AS(run_threads(1, 1, 0, KERNEL(too_large), &out), simt::kernel_error);
}

TEST_CASE("[QUAL-009] not from host code") {
  CHECK_THROWS_AS(function_tile(), simt::error);
  CHECK_THROWS_AS(__syncthreads(), simt::error);
  CHECK_THROWS_AS(__ballot_sync(1, 1), simt::error);
}
