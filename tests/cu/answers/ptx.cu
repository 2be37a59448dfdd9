// SPDX-License-Identifier: MIT
// Inline PTX that CUDA has words for.
#include "answers.cuh"

namespace {

constexpr int results = 14;

#define POPULATION(to, of) asm("popc.b32 %0, %1;" : "=r"(to) : "r"(of))

__device__ unsigned lane_id() {
  unsigned out;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(out));
  return out;
}

__global__ void instructions(int* out, unsigned const* in) {
  unsigned const rank = threadIdx.y * blockDim.x + threadIdx.x;
  unsigned const a = in[rank], b = a * 2654435761u, c = ~a + 7;
  int* const to = out + rank * results;
  unsigned r[2];
  unsigned long long wide;
  float f;
  to[0] = lane_id();
  asm("mov.u32 %0, %lanemask_lt;" : "=r"(to[1]));
  asm("mov.u32 %0, %%lanemask_ge;\n\t" : "=r"(to[2]));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r[0]) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, 0x1b;" : "=r"(r[1]) : "r"(a), "r"(b), "r"(c));
  to[3] = r[0];
  to[4] = r[1];
  asm("vabsdiff4.u32.u32.u32.add"
      " %0, %1, %2, %3;"
      : "=r"(to[5])
      : "r"(a), "r"(b), "r"(c));
  asm volatile("bfe.u32 %0, %1, %2, 5;" : "=r"(to[6]) : "r"(b), "r"(rank % 40));
  asm("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(to[7]) : "r"(a + b));
  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(wide) : "r"(a), "r"(b), "l"((unsigned long long)c));
  to[8] = (int)(wide >> 32) ^ (int)wide;
  if (rank % 3 == 0)
    asm("bfind.u32 %0, %1;" : "=r"(to[9]) : "r"(a));
  else
    POPULATION(to[9], a);
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(to[10]) : "l"(in + rank) : "memory");
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to + 11), "r"(to[10] + 1) : "memory");
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(float(rank)), "f"(3.0f), "f"(0.5f));
  to[12] = (int)(f * 2);
  int sum = (int)a;
  asm("add.s32 %0, %0, %1;" : "+r"(sum) : "r"((int)rank));
  to[13] = sum;
}

unsigned table(unsigned lut, unsigned a, unsigned b, unsigned c) {
  unsigned out = 0;
  for (int bit = 0; bit < 32; ++bit) {
    unsigned const at = (a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1);
    out |= (lut >> at & 1) << bit;
  }
  return out;
}

unsigned differences(unsigned a, unsigned b) {
  unsigned out = 0;
  for (int byte = 0; byte < 32; byte += 8) {
    int const d = int(a >> byte & 255) - int(b >> byte & 255);
    out += d < 0 ? -d : d;
  }
  return out;
}

int expected(int i, unsigned const* in) {
  unsigned const rank = i / results, lane = rank % 32;
  unsigned const a = in[rank], b = a * 2654435761u, c = ~a + 7;
  unsigned const other = in[rank ^ 3];
  unsigned long long const wide = (unsigned long long)a * b + c;
  switch (i % results) {
    case 0:
      return lane;
    case 1:
      return (1u << lane) - 1;
    case 2:
      return ~((1u << lane) - 1);
    case 3:
      return table(0xe8, a, b, c);
    case 4:
      return table(0x1b, a, b, c);
    case 5:
      return differences(a, b) + c;
    case 6:
      return rank % 40 > 31 ? 0 : b >> rank % 40 & 31;
    case 7:
      return other + other * 2654435761u;
    case 8:
      return int(wide >> 32) ^ int(wide);
    case 9: {
      int highest = -1, ones = 0;
      for (int bit = 0; bit < 32; ++bit)
        if (a >> bit & 1) highest = bit, ++ones;
      return rank % 3 == 0 ? highest : ones;
    }
    case 10:
      return a;
    case 11:
      return a + 1;
    case 12:
      return 6 * rank + 1;
    default:
      return a + rank;
  }
}

// Several instructions: 192 bits plus, minus and times, as libraries of long numbers have them.
__device__ void add_192(unsigned long long* r, unsigned long long const* a) {
  asm("{\n\t"
      "add.cc.u64 %0, %0, %3;\n\t"
      "addc.cc.u64 %1, %1, %4;\n\t"
      "addc.u64 %2, %2, %5;  // the rest\n\t"
      "}"
      : "+l"(r[0]), "+l"(r[1]), "+l"(r[2])
      : "l"(a[0]), "l"(a[1]), "l"(a[2]));
}
__device__ void reduce_64(unsigned long long& r, unsigned long long by) {
  asm volatile(
      "{.reg.u64 t<2>; .reg .pred less;"
      "sub.u64.cc t0, %0, %1;"
      "subc.u64 t1, 0, 0;"
      "setp.ne.u64 less, t1, 0;"
      "@!less mov.u64 %0, t0;}"
      : "+l"(r)
      : "l"(by));
}
__device__ void square_64(unsigned a, unsigned b, unsigned (&r)[4]) {
  asm("mul.lo.u32 %0, %4, %4; mul.hi.u32 %1, %4, %4;"
      "mad.lo.cc.u32 %1, %4, %5, %1; madc.hi.u32 %2, %4, %5, 0;"
      "mad.lo.cc.u32 %1, %4, %5, %1; madc.hi.cc.u32 %2, %4, %5, %2; addc.u32 %3, 0, 0;"
      "mad.lo.cc.u32 %2, %5, %5, %2; madc.hi.u32 %3, %5, %5, %3;"
      : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3])
      : "r"(a), "r"(b));
}
__device__ __host__ unsigned long long mixed(unsigned long long x) {
  return (x ^ x >> 31) * 0x9E3779B97F4A7C15ull;
}
__global__ void long_numbers(unsigned long long* out) {
  unsigned const t = threadIdx.x;
  unsigned long long a[3] = {t % 4 == 0 ? ~0ull : mixed(t), t % 3 == 0 ? ~0ull : mixed(t + 1), t};
  unsigned long long const b[3] = {mixed(t + 2), mixed(t + 3), 7};
  add_192(a, b);
  unsigned long long r = mixed(t + 4);
  if (t % 5 != 0)
    reduce_64(r, mixed(t + 5));
  else
    r = 1;
  unsigned s[4], low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(r));
  asm("mov.b64 %0, {%1, %2};" : "=l"(r) : "r"(low), "r"(high));
  square_64(unsigned(b[0]), unsigned(b[0] >> 32), s);
  out[t * 4] = a[0] ^ a[1] * 3 ^ a[2] * 5;
  out[t * 4 + 1] = r;
  out[t * 4 + 2] = s[0] | (unsigned long long)s[1] << 32;
  out[t * 4 + 3] = s[2] | (unsigned long long)s[3] << 32;
}
// Floating-point numbers, and atomics on global memory.
constexpr int floats = 8;
__global__ void floats_and_atomics(float* out, int* sums, float* float_sum,
                                   unsigned long long* wide) {
  int const t = threadIdx.x;
  float const a = float(t) * 0.75f + 1, b = 3.5f - float(t);
  double const c = a;
  double d;
  float* const to = out + t * floats;
  asm("add.f32 %0, %1, %2;" : "=f"(to[0]) : "f"(a), "f"(b));
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(to[1]) : "f"(a), "f"(b));
  asm("div.rn.f32 %0, %1, %2;" : "=f"(to[2]) : "f"(b), "f"(a));
  asm("sqrt.rn.f32 %0, %1;" : "=f"(to[3]) : "f"(a));
  asm("max.f32 %0, %1, %2;" : "=f"(to[4]) : "f"(a), "f"(b));
  asm("sub.f64 %0, %1, %2;" : "=d"(d) : "d"(c), "d"(0.5));
  to[5] = float(d);
  unsigned before, same;
  asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(before) : "l"(sums), "r"(t) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" ::"l"(sums + 1), "r"(t - 40) : "memory");
  asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(before)
               : "l"(sums + 2), "r"(7), "r"(9)
               : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(float_sum), "f"(0.5f) : "memory");
  asm volatile("red.global.add.s64 [%0], %1;" ::"l"(wide), "l"(-3ll) : "memory");
  asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(same) : "r"(t % 5), "r"(0xffffffff));
  to[6] = float(__popc(same));
  asm("neg.f32 %0, %1;" : "=f"(to[7]) : "f"(b));
}

// One instruction a statement: the carry goes from one to the next.
__device__ unsigned add_first(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ unsigned add_next(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ unsigned add_last(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ __host__ unsigned long long sum_operand(unsigned t) { return t % 4 == 0 ? ~0ull : mixed(t); }
__global__ void statement_sums(unsigned long long* out) {
  unsigned const t = threadIdx.x;
  unsigned long long const a = sum_operand(t), b = sum_operand(t + 1);
  unsigned const low = add_first(unsigned(a), unsigned(b));
  unsigned const high = add_next(unsigned(a >> 32), unsigned(b >> 32));
  out[t * 2] = low | (unsigned long long)high << 32;
  out[t * 2 + 1] = add_last(t, 0);
}
// As lanes: nobody reads the carry.
__global__ void first_sums(unsigned long long* out) {
  unsigned const t = threadIdx.x;
  out[t] = add_first(unsigned(mixed(t)), t);
}
unsigned long long long_number(int i) {
  using wide = unsigned __int128;
  unsigned const t = unsigned(i) / 4;
  unsigned long long const x = t % 4 == 0 ? ~0ull : mixed(t), y = t % 3 == 0 ? ~0ull : mixed(t + 1);
  wide const low = wide(x) + mixed(t + 2), high = wide(y) + mixed(t + 3) + (low >> 64);
  unsigned long long const r = mixed(t + 4), by = mixed(t + 5);
  wide const square = wide(mixed(t + 2)) * mixed(t + 2);
  switch (i % 4) {
    case 0:
      return (unsigned long long)low ^ (unsigned long long)high * 3 ^
             (t + 7 + (unsigned long long)(high >> 64)) * 5;
    case 1:
      return t % 5 == 0 ? 1 : r >= by ? r - by : r;
    case 2:
      return (unsigned long long)square;
    default:
      return (unsigned long long)(square >> 64);
  }
}

}  // namespace

void check_ptx(answers& a) {
  constexpr int threads = 128;
  int* out;
  unsigned* in;
  cudaMallocManaged(&out, threads * results * sizeof(int));
  cudaMallocManaged(&in, threads * sizeof(unsigned));
  for (int i = 0; i < threads; ++i) in[i] = i == 3 ? 0 : i * 747796405u >> i % 30;
  a.check(
      "ptx", out, threads * results, [&] { instructions<<<1, dim3(16, 8)>>>(out, in); },
      [&](int i) { return expected(i, in); });
  auto* const numbers = managed<unsigned long long>();
  a.check(
      "ptx: long_numbers", numbers, count, [&] { long_numbers<<<1, count / 4>>>(numbers); },
      long_number);
  a.check(
      "ptx: statement_sums", numbers, count,
      [&] { statement_sums<<<1, count / 2>>>(numbers); },
      [](int i) {
        unsigned const t = unsigned(i) / 2;
        unsigned __int128 const sum =
            (unsigned __int128)sum_operand(t) + sum_operand(t + 1);
        return i % 2 == 0 ? (unsigned long long)sum : (t + (unsigned long long)(sum >> 64));
      });
  a.check(
      "ptx: first_sums", numbers, count, [&] { first_sums<<<1, count>>>(numbers); },
      [](int i) { return (unsigned long long)unsigned(mixed(unsigned(i)) + unsigned(i)); });
  cudaFree(numbers);
  cudaFree(out);
  cudaFree(in);

  struct shared_results {
    int sums[4];
    float float_sum;
    unsigned long long wide;
  } * shared;
  float* floating;
  cudaMallocManaged(&shared, sizeof *shared);
  cudaMallocManaged(&floating, 64 * floats * sizeof(float));
  a.check(
      "floats and atomics in PTX", floating, 64 * floats,
      [&] {
        *shared = {{0, -100, 7, 0}, 0, 1000};
        floats_and_atomics<<<1, 64>>>(floating, shared->sums, &shared->float_sum, &shared->wide);
        cudaDeviceSynchronize();
        if (shared->sums[0] != 2016 || shared->sums[1] != 23 || shared->sums[2] != 9 ||
            shared->float_sum != 32 || shared->wide != 808)
          floating[0] = -1;
      },
      [](int i) {
        int const t = i / floats;
        float const a = float(t) * 0.75f + 1, b = 3.5f - float(t);
        int same = 0;
        for (int other = t / 32 * 32; other < t / 32 * 32 + 32; ++other) same += other % 5 == t % 5;
        switch (i % floats) {
          case 0:
            return a + b;
          case 1:
            return a * b;
          case 2:
            return b / a;
          case 3:
            return sqrtf(a);
          case 4:
            return a > b ? a : b;
          case 5:
            return float(double(a) - 0.5);
          case 6:
            return float(same);
          default:
            return -b;
        }
      });
  cudaFree(floating);
  cudaFree(shared);
}
