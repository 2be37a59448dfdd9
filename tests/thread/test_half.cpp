// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/cuda/cuda_bf16.h>
#include <simt/cuda/cuda_fp16.h>

#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "golden.hpp"
#include "support/recorded_warps.hpp"

// Numbers of 16 bits in thread kernels: shuffles and atomics, against answers of hardware.
namespace {

template <class T>
__global__ void shuffles(T const* in, T* out, int op, unsigned mask, int const* arg, int one_arg,
                         int width) {
  unsigned const lane = threadIdx.x % warpSize;
  if ((mask >> lane & 1u) == 0) return;
  int const a = one_arg ? arg[0] : arg[lane];
  T const v = __ldg(&in[threadIdx.x]);
  T r{};
  if (op == 0) r = __shfl_sync(mask, v, a, width);
  if (op == 1) r = __shfl_up_sync(mask, v, a, width);
  if (op == 2) r = __shfl_down_sync(mask, v, a, width);
  if (op == 3) r = __shfl_xor_sync(mask, v, a, width);
  if (op == 4) r = __shfl(v, a, width);
  if (op == 5) r = __shfl_up(v, a, width);
  if (op == 6) r = __shfl_down(v, a, width);
  if (op == 7) r = __shfl_xor(v, a, width);
  out[threadIdx.x] = r;
}
template <class T>
void replay_shuffles(std::string const& type) {
  static char const* const names[] = {"shfl/", "shfl_up/", "shfl_down/", "shfl_xor/"};
  int cases = 0;
  for (int op = 0; op < 8; ++op)
    for (auto const& r : golden::read("warp.tsv", names[op % 4] + type + "/")) {
      auto const in = golden::doubled(golden::values<T>(golden::field(r, "values")));
      std::vector<T> out(golden::two_warps);
      auto const mask = static_cast<unsigned>(golden::bits(golden::field(r, "mask")));
      auto const width = static_cast<int>(golden::bits(
          r.inputs.find("width=") != std::string::npos ? golden::field(r, "width") : "32"));
      auto const args = golden::values<int>(golden::field(r, "arg"));
      run_threads(1, golden::two_warps, 0, KERNEL(shuffles<T>), in.data(), out.data(), op, mask,
                  args.data(), args.size() == 1 ? 1 : 0, width);
      golden::expect(r, out);
      ++cases;
    }
  CHECK(cases > 0);
}

/// One thread, its own cell, in global or shared memory.
template <class T>
__global__ void add_once(T* cell, T operand, T* old, bool shared) {
  if (shared) {
    SIMT_CUDA_SHARED(copy, T);
    copy = *cell;
    *old = atomicAdd(&copy, operand);
    *cell = copy;
  } else {
    *old = atomicAdd(cell, operand);
  }
}
bool same_half(std::uint64_t a, std::uint64_t b, unsigned infinity) {
  auto const nan = [&](std::uint64_t x) { return (x & 0x7fffu) > infinity; };
  return (a & 0xffffu) == (b & 0xffffu) || (nan(a) && nan(b));
}
template <class T>
void replay_atomics(std::string const& type, unsigned infinity) {
  for (bool const shared : {false, true}) {
    int cases = 0;
    for (auto const& r : golden::read(
             "half.tsv", "single/atomicAdd_" + type + (shared ? "_shared/" : "_global/"))) {
      auto const inputs = golden::split(r.inputs, ';'), outputs = golden::split(r.output, ';');
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        auto const in = golden::values<T>(inputs[i]), want = golden::values<T>(outputs[i]);
        T cell = in[0], old{};
        run_threads(1, 1, 64, KERNEL(add_once<T>), &cell, in[1], &old, shared);
        CAPTURE(r.id);
        CAPTURE(inputs[i]);
        std::uint64_t const got[] = {golden::bits_of(old), golden::bits_of(cell)};
        for (std::size_t o = 0; o < 2; ++o)
          for (unsigned shift = 0; shift < 8 * sizeof(T); shift += 16)
            CHECK(same_half(got[o] >> shift, golden::bits_of(want[o]) >> shift, infinity));
        ++cases;
      }
    }
    CHECK(cases > 0);
  }
}

template <class T>
__global__ void count(T* total, T* shared_total) {
  SIMT_CUDA_SHARED(sum, T);
  if (threadIdx.x == 0) sum = T();
  __syncthreads();
  atomicAdd(&sum, T(1));
  atomicAdd_block(total, T(1));
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd_system(shared_total, sum);
}
template <class T>
void count_threads(int blocks) {
  T total(0), shared_total(0);
  run_threads(static_cast<unsigned>(blocks), 32, 64, KERNEL(count<T>), &total, &shared_total);
  CHECK(static_cast<float>(total) == static_cast<float>(32 * blocks));
  CHECK(static_cast<float>(shared_total) == static_cast<float>(32 * blocks));
}

__global__ void pairs(half2* sum, half2 const* in, __nv_bfloat162* other) {
  half2 const x = __ldg(in + threadIdx.x);
  atomicAdd(sum, __hmul2(x, __float2half2_rn(2.0f)));
  atomicAdd(other, __floats2bfloat162_rn(1.0f, __half2float(__low2half(x))));
}

}  // namespace

TEST_CASE("[SHFL-013][SHFL-014][SHFL-015][SHFL-016] shuffles of half: recorded") {
  replay_shuffles<__half>("half");
}
TEST_CASE("[SHFL-009][SHFL-010][SHFL-011][SHFL-012] shuffles of half2: recorded") {
  replay_shuffles<__half2>("half2");
}
TEST_CASE("shuffles of bfloat16: recorded") { replay_shuffles<__nv_bfloat16>("bfloat16"); }

TEST_CASE("atomicAdd of half and half2: recorded") {
  replay_atomics<__half>("half", 0x7c00);
  replay_atomics<__half2>("half2", 0x7c00);
}
TEST_CASE("atomicAdd of bfloat16 and bfloat162: recorded") {
  replay_atomics<__nv_bfloat16>("bfloat16", 0x7f80);
  replay_atomics<__nv_bfloat162>("bfloat162", 0x7f80);
}
TEST_CASE("atomicAdd of half by many threads loses nothing") {
  count_threads<__half>(16);
  count_threads<__nv_bfloat16>(8);
}
TEST_CASE("[VEC-006] pairs: loads, arithmetic, atomics in a kernel") {
  std::vector<half2> in;
  for (int i = 0; i < 32; ++i) in.push_back(make_half2(__int2half_rn(i % 4), __float2half(0.5f)));
  half2 sum = make_half2(0, 0);
  __nv_bfloat162 other = make_bfloat162(0, 0);
  run_threads(1, 32, 0, KERNEL(pairs), &sum, in.data(), &other);
  CHECK(__low2float(sum) == 96.0f);
  CHECK(__high2float(sum) == 32.0f);
  CHECK(__bfloat1622float2(other).x == 32.0f);
  CHECK(__bfloat1622float2(other).y == 48.0f);
}
TEST_CASE("[VEC-006] half: sizes, constants, conversions") {
  static_assert(sizeof(half) == 2 && alignof(half) == 2 && std::is_trivially_copyable_v<half>);
  static_assert(sizeof(half2) == 4 && alignof(half2) == 4 && std::is_trivial_v<half2>);
  static_assert(sizeof(nv_bfloat16) == 2 && sizeof(nv_bfloat162) == 4);
  CHECK(__half2float(CUDART_ONE_FP16) == 1.0f);
  CHECK(__hisinf(CUDART_INF_FP16) == 1);
  CHECK(__hisnan(CUDART_NAN_BF16));
  CHECK(__half2float(CUDART_MAX_NORMAL_FP16) == 65504.0f);
  half h = 2.5;
  h += half(1);
  ++h;
  CHECK(static_cast<float>(h) == 4.5f);
  CHECK(static_cast<int>(h) == 4);
  CHECK(static_cast<double>(-h--) == -4.5);
  CHECK(h == half(3.5f));
  CHECK(static_cast<float>(nv_bfloat16(h)) == 3.5f);
  __half_raw const raw = h;
  CHECK(half(raw) == h);
}
