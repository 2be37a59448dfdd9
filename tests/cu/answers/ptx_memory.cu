// SPDX-License-Identifier: MIT
// PTX that reads and writes memory: vectors, shared memory, copies into it; and atomicAdd of vectors.
#include "answers.cuh"

namespace {

__device__ float4 load_four(float const* p) {
  float4 v;
  asm volatile("ld.global.nc.v4.f32 { %0, %1, %2, %3 }, [ %4 ];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(p + 4 * threadIdx.x));
  return v;
}
__global__ void turned_vectors(float* out, float const* in) {
  float4 const v = load_four(in);
  asm volatile("st.global.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(out + 4 * threadIdx.x), "f"(v.w),
               "f"(v.z), "f"(v.y), "f"(v.x)
               : "memory");
}
/// Pairs, behind the address, in some of the threads.
__global__ void pairs(int* out, int const* in) {
  int const t = threadIdx.x;
  int a, b;
  asm volatile("ld.global.v2.s32 {%0, %1}, [%2+8];" : "=r"(a), "=r"(b) : "l"(in + 4 * t));
  if (t % 3 != 0) asm volatile("st.global.v2.s32 [%0+8], {%1, %2};" ::"l"(out + 4 * t), "r"(b), "r"(a));
  out[4 * t] = a - b;
  out[4 * t + 1] = t;
}
int pair_expected(int i) {
  int const t = i / 4, a = (4 * t + 2) * 3, b = (4 * t + 3) * 3;
  return i % 4 == 0 ? a - b : i % 4 == 1 ? t : t % 3 == 0 ? -7 : i % 4 == 2 ? b : a;
}

/// Loads and stores among other instructions, some of them under a predicate.
__global__ void in_blocks(int* out, int const* in) {
  int const t = threadIdx.x;
  unsigned r;
  asm volatile(
      "{ .reg .pred p; .reg .u32 t; mov.u32 t, 5; setp.ne.u32 p, %2, 0;"
      "@p ld.global.u32 t, [%1+4]; add.u32 %0, t, 1; }"
      : "=r"(r)
      : "l"(in + t % 200), "r"(t % 3));
  asm volatile("{ .reg .u32 t; add.u32 t, %1, 7; st.global.u32 [%0], t; }" ::"l"(out + t), "r"(r));
}

/// Vectors among other instructions, loaded by some of the threads.
__global__ void vectors_in_blocks(int* out, int const* in) {
  int const t = threadIdx.x;
  uint4 v = {1, 2, 3, 4};
  asm volatile(
      "{\n"
      "  .reg .pred p;\n"
      "  setp.ne.b32 p, %5, 0;\n"
      "  mov.b32 %0, %6;\n"
      "  mov.b32 %1, %7;\n"
      "  mov.b32 %2, %8;\n"
      "  mov.b32 %3, %9;\n"
      "  @p ld.global.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];\n"
      "}\n"
      : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
      : "l"(in + 4 * t), "r"(t % 3), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
  asm volatile("{ .reg .u32 t; add.u32 t, %1, 7; st.global.v2.u32 [%0+8], {%2, t}; }" ::"l"(
                   out + 4 * t),
               "r"(v.x), "r"(v.y));
  out[4 * t] = v.z;
  out[4 * t + 1] = v.w;
}
int in_block_expected(int i) {
  constexpr int components[] = {2, 3, 1, 0};  // z, w, y, x
  int const t = i / 4, k = components[i % 4];
  return (t % 3 != 0 ? (4 * t + k) * 3 : k + 1) + (k == 0 ? 7 : 0);
}

__device__ unsigned shared_address(void const* p) { return unsigned(__cvta_generic_to_shared(p)); }
__global__ void through_shared_memory(int* out, int const* in) {
  __shared__ __align__(16) int tile[256];
  __shared__ int some[256];
  extern __shared__ int dynamic[];
  int const t = threadIdx.x;
  dynamic[t] = 1;
  if (t < 64)
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(
                     shared_address(tile + 4 * t)),
                 "l"(in + 4 * t), "n"(16));
  asm volatile("cp.async.commit_group;\n" ::);
  unsigned const bytes = t % 2 * 4;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared_address(some + t)),
               "l"(in + t), "r"(bytes));
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  __syncthreads();
  int far, near, before;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(far) : "r"(shared_address(&tile[255 - t])));
  asm volatile(
      "{.reg .u64 p; .reg .u32 q; cvta.to.shared.u64 p, %1; cvt.u32.u64 q, p;"
      "ld.shared.u32 %0, [q+4];}"
      : "=r"(near)
      : "l"(&tile[t & 127]));
  asm volatile("atom.shared.add.u32 %0, [%1], %2;"
               : "=r"(before)
               : "r"(shared_address(dynamic + t)), "r"(near));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared_address(&some[t])),
               "r"(some[t] + far + dynamic[t] + 1000 * before));
  bool const is_itself = __cvta_shared_to_generic(shared_address(some + t)) == some + t &&
                         __cvta_global_to_generic(__cvta_generic_to_global(out)) == out;
  out[t] = is_itself ? some[t] : -1;
}

/// A vote, the time and the multiprocessor: all threads of a warp have one answer.
__global__ void votes_and_time(int* out) {
  int const t = threadIdx.x;
  unsigned ballot, any, all, processor;
  unsigned long long before, after;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
  asm("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
      : "=r"(ballot)
      : "r"(t % 37));
  asm("{ .reg .pred p, q; setp.lt.u32 p, %1, 40; vote.sync.any.pred q, p, -1; selp.u32 %0, 1, 0, q; }"
      : "=r"(any)
      : "r"(t));
  asm("{ .reg .pred p, q; setp.lt.u32 p, %1, 40; vote.sync.all.pred q, p, -1; selp.u32 %0, 1, 0, q; }"
      : "=r"(all)
      : "r"(t));
  asm volatile("mov.u32 %0, %smid;" : "=r"(processor));
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(after));
  bool const in_time = after - before < 60000000000ull && before / 1000000000 > 1700000000;
  out[t] = __popc(ballot) * 100 + any * 10 + all + (in_time && processor < 100000 ? 0 : 10000);
}
int vote_expected(int t) {
  int voted = 0;
  for (int lane = t / 32 * 32; lane < t / 32 * 32 + 32; ++lane) voted += lane % 37 < 5;
  return voted * 100 + (t / 32 * 32 < 40) * 10 + (t / 32 * 32 + 31 < 40);
}

/// Sums of vectors, all threads at one place and each fourth at its own, in global and in shared
/// memory, where a GPU keeps subnormal numbers.
__global__ void vector_sums(float* out, float2* two, float4* four) {
  __shared__ float4 here[4];
  int const t = threadIdx.x;
  if (t < 4) here[t] = make_float4(0x1p-140f, 0, 0, 0);
  __syncthreads();
  float2 const a = atomicAdd(two, make_float2(1, t));
  float4 const b = atomicAdd(four + t % 4, make_float4(1, 2, t, 0x1p-140f));
  if (t % 3 == 0) atomicAdd(&here[t / 3 % 4], make_float4(0x1p-140f, 1, t, -1));
  __syncthreads();
  float* const to = out + 4 * t;
  to[0] = a.x - t;  // in the order of the threads
  to[1] = b.y - t / 4 * 2;
  to[2] = here[t % 4].x == 5 * 0x1p-140f;
  to[3] = here[t % 4].z * 1000 + here[t % 4].y - here[t % 4].w;
}

}  // namespace

void check_ptx_memory(answers& a) {
  auto* const out = managed<float>();
  auto* const in = managed<float>();
  auto* const numbers = managed<int>();
  auto* const other = managed<int>();
  for (int i = 0; i < count; ++i) {
    in[i] = float(i);
    numbers[i] = i * 3;
  }
  a.check(
      "vectors in PTX", out, count, [&] { turned_vectors<<<1, count / 4>>>(out, in); },
      [](int i) { return i / 4 * 4 + 3 - i % 4; });
  a.check(
      "pairs in PTX", other, count, [&] { pairs<<<1, count / 4>>>(other, numbers); },
      pair_expected);
  a.check(
      "memory in blocks of PTX", other, count, [&] { in_blocks<<<1, count>>>(other, numbers); },
      [](int t) { return (t % 3 ? (t % 200 + 1) * 3 : 5) + 8; });
  a.check(
      "vectors in blocks of PTX", other, count,
      [&] { vectors_in_blocks<<<1, count / 4>>>(other, numbers); }, in_block_expected);
  a.check(
      "shared memory in PTX", other, count,
      [&] { through_shared_memory<<<1, count, count * sizeof(int)>>>(other, numbers); },
      [](int t) {
        return (t % 2 ? t * 3 : 0) + (255 - t) * 3 + 1 + ((t & 127) + 1) * 3 + 1000;
      });
  a.check(
      "votes and times in PTX", other, count, [&] { votes_and_time<<<1, count>>>(other); },
      vote_expected);
  auto* const two = managed<float2>(1);
  auto* const four = managed<float4>(4);
  constexpr int threads = 48;
  a.check(
      "sums of vectors", out, threads * 4,
      [&] {
        *two = make_float2(0, 5);
        for (int i = 0; i < 4; ++i) four[i] = make_float4(0, 0, 0, 0x1p-140f);
        vector_sums<<<1, threads>>>(out, two, four);
        cudaDeviceSynchronize();
        bool right = two->x == threads && two->y == threads * (threads - 1) / 2 + 5;
        for (int i = 0; i < 4; ++i)
          right = right && four[i].x == threads / 4 && four[i].y == threads / 2 &&
                  four[i].z == 6 * 44 + 12 * i && four[i].w == 0;
        if (!right) out[0] = -1;
      },
      [](int i) {
        int const slot = i / 4 % 4;
        return i % 4 < 2 ? 0 : i % 4 == 2 ? 1 : 1000 * (12 * slot + 72) + 4 + 4;
      });
  cudaFree(two);
  cudaFree(four);
  cudaFree(out);
  cudaFree(in);
  cudaFree(numbers);
  cudaFree(other);
}
