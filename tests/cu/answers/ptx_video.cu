// SPDX-License-Identifier: MIT
// SIMD video instructions of PTX, on pairs of 16 bits and on four bytes, part by part.
#include "answers.cuh"

namespace {

enum operation { add, sub, average, difference, least, greatest, equal, less, at_least, operations };
/// Of an operation: what it is without a sign, and with one; with saturation, or as a sum.
constexpr int forms = 4;
constexpr int results = operations * forms * 2;

#define PTX(name) \
  asm(name " %0, %1, %2, %3;" : "=r"(to[n++]) : "r"(a), "r"(b), "r"(c))
#define PTX_PAIRS_AND_BYTES(name, rest) \
  PTX(name "2." rest);                  \
  PTX(name "4." rest)
#define PTX_SIGNS(name, rest)                              \
  PTX_PAIRS_AND_BYTES(name, "u32.u32.u32" rest);           \
  PTX_PAIRS_AND_BYTES(name, "s32.s32.s32" rest)
#define PTX_COMPARISONS(name)                              \
  PTX_PAIRS_AND_BYTES("vset", "u32.u32." name);            \
  PTX_PAIRS_AND_BYTES("vset", "s32.s32." name);            \
  PTX_PAIRS_AND_BYTES("vset", "u32.u32." name ".add");     \
  PTX_PAIRS_AND_BYTES("vset", "s32.s32." name ".add")

__global__ void video(unsigned* out, unsigned const* in) {
  unsigned const a = in[threadIdx.x], b = in[threadIdx.x + 1], c = in[threadIdx.x + 2];
  unsigned* const to = out + threadIdx.x * results;
  int n = 0;
  PTX_SIGNS("vadd", "");
  PTX_SIGNS("vadd", ".sat");
  PTX_SIGNS("vsub", "");
  PTX_SIGNS("vsub", ".sat");
  PTX_SIGNS("vavrg", "");
  n += 4;
  PTX_SIGNS("vabsdiff", "");
  PTX_SIGNS("vabsdiff", ".add");
  PTX_SIGNS("vmin", "");
  n += 4;
  PTX_SIGNS("vmax", "");
  n += 4;
  PTX_COMPARISONS("eq");
  PTX_COMPARISONS("lt");
  PTX_COMPARISONS("ge");
}

unsigned expected(int i, unsigned const* in) {
  int const thread = i / results, of = i % results / 8, second = i % 8 / 4, is_signed = i % 4 / 2;
  int const parts = i % 2 == 0 ? 2 : 4, bits = 32 / parts;
  unsigned const a = in[thread], b = in[thread + 1], c = in[thread + 2];
  bool const has_second = of != average && of != least && of != greatest;
  if (second && !has_second) return -7;
  bool const is_sum = second && of >= difference, is_saturated = second && of < average;
  long long const limit = 1ll << bits, most = is_signed ? limit / 2 - 1 : limit - 1,
                  first = is_signed ? -limit / 2 : 0;
  unsigned out = 0, sum = c;
  for (int k = 0; k < parts; ++k) {
    auto const part = [&](unsigned w) {
      long long const x = w >> k * bits & (limit - 1);
      return x > most ? x - limit : x;
    };
    long long const x = part(a), y = part(b);
    long long r = of == add          ? x + y
                  : of == sub        ? x - y
                  : of == average    ? (x + y + (x + y >= 0 ? 1 : 0)) >> 1
                  : of == difference ? (x > y ? x - y : y - x)
                  : of == least      ? (x < y ? x : y)
                  : of == greatest   ? (x > y ? x : y)
                  : of == equal      ? x == y
                  : of == less       ? x < y
                                     : x >= y;
    if (is_saturated) r = r > most ? most : r < first ? first : r;
    sum += (unsigned)r;
    out |= (unsigned)(r & (limit - 1)) << k * bits;
  }
  return is_sum ? sum : out;
}

}  // namespace

void check_ptx_video(answers& a) {
  constexpr int threads = 192;
  auto* const out = managed<unsigned>(threads * results);
  auto* const in = managed<unsigned>(threads + 2);
  for (int i = 0; i < threads + 2; ++i)
    in[i] = i % 7 == 0 ? 0x80007fffu : i % 7 == 1 ? 0x7f80ff01u : (i + 1) * 2654435761u ^ i << 28;
  a.check(
      "video instructions in PTX", out, threads * results,
      [&] {
        for (int i = 0; i < threads * results; ++i) out[i] = -7;
        video<<<1, threads>>>(out, in);
      },
      [&](int i) { return expected(i, in); });
  cudaFree(out);
  cudaFree(in);
}
