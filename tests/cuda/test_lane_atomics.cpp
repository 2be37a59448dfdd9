// SPDX-License-Identifier: MIT

#include "lane_forms.hpp"

#define CHECK_LINE(thread, lane)                \
  for (unsigned const size : {256u, 128u, 64u}) \
  CHECK((forms::agree<false, true>(2, size, thread, lane)))
#define LANE_I   \
  auto const i = \
      simt_l::let<int>(simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
#define THREAD_I int const i = blockIdx.x * blockDim.x + threadIdx.x;
#define LANE_T auto const t = simt_l::let<int>(simt_g, simt_g.threadIdx.x);
#define THREAD_T int const t = threadIdx.x;

namespace {
__device__ int total;
struct pair_of {
  int x;
  float y;
};
}  // namespace

TEST_CASE("[CU-VEC] atomics on every kind of address") {
  CHECK_LINE(
      THREAD(THREAD_I THREAD_T SIMT_CUDA_SHARED(h, int[16]); SIMT_CUDA_SHARED(p, pair_of[4]);
             if (t < 16) h[t] = 0; if (t < 4) p[t] = {0, 1}; __syncthreads();
             atomicAdd(&h[a.in[i] & 15], 1); atomicMax(h + 3, t); atomicAdd(&p[t & 3].x, t);
             atomicAdd(&p[1].y, 0.5f); int const* unused = a.in; (void)unused;
             int* q = t & 1 ? h + 5 : h + 6; atomicSub(q, 2); __syncthreads();
             if (t < 16) a.out[i] = h[t]; if (t < 4) a.f[i] = p[t].x + p[t].y;
             if (i == 0) total = 0; unsigned* u = (unsigned*)&a.in[i]; a.d[i] = atomicInc(u, 100u);
             atomicExch(&a.in[i], atomicCAS(&a.in[i], i, 5));),
      LANE(LANE_I LANE_T SIMT_LANE_SITE(h, 1, struct here); SIMT_LANE_SHARED(h, int[16]);
           SIMT_LANE_SITE(p, 2, struct here); SIMT_LANE_SHARED(p, pair_of[4]);
           simt_if (simt_l::cond((t < 16)))(AT(h, t) = 0);
           simt_if (simt_l::cond((t < 4)))(AT(p, t) = simt_l::make<pair_of>(simt_g, 0, 1.0f));
           simt_g.__syncthreads(); simt_g.atomicAdd(simt_l::addr(AT(h, (GET(a.in, i) & 15))), 1);
           simt_g.atomicMax((h + 3), t);
           simt_g.atomicAdd(simt_l::addr(SIMT_LANE_MEMBER((AT(p, (t & 3))), x)), t);
           simt_g.atomicAdd(simt_l::addr(SIMT_LANE_MEMBER((AT(p, 1)), y)), 0.5f);
           auto const q = simt_l::let<int*>(simt_g, simt_l::choose((t & 1), (h + 5), (h + 6)));
           simt_g.atomicSub(q, 2); simt_g.__syncthreads();
           simt_if (simt_l::cond((t < 16)))(AT(a.out, i) = GET(h, t));
           simt_if (simt_l::cond((t < 4)))(AT(a.f, i) =
                                               (simt_l::get(SIMT_LANE_MEMBER((AT(p, t)), x)) +
                                                simt_l::get(SIMT_LANE_MEMBER((AT(p, t)), y))));
           simt_if (simt_l::cond((i == 0)))(simt_l::ref(simt_g, total) = 0);
           auto const u = simt_l::let<unsigned*>(
               simt_g, simt_l::cast<unsigned*>(simt_g, simt_l::addr(AT(a.in, i))));
           (AT(a.d, i) = simt_g.atomicInc(u, 100u)); simt_g.atomicExch(
               simt_l::addr(AT(a.in, i)), simt_g.atomicCAS(simt_l::addr(AT(a.in, i)), i, 5));));
}

TEST_CASE("[CU-VEC] atomics whose old values nobody reads") {
  CHECK_LINE(
      THREAD(THREAD_I THREAD_T SIMT_CUDA_SHARED(h, int[16]); if (t < 16) h[t] = 0; __syncthreads();
             atomicAdd(&h[a.in[i] & 15], 1); atomicAdd(h + 3, 2); atomicMax(h + 4, t);
             if (a.in[i] & 1) atomicSub(&h[a.in[i] & 7], t); if (t & 1) atomicAdd(h + 5, 1);
             atomicAdd(&a.in[i], t); __syncthreads(); if (t < 16) a.out[i] = h[t];
             a.d[i] = a.in[i];),
      LANE(LANE_I LANE_T SIMT_LANE_SITE(h, 3, struct here); SIMT_LANE_SHARED(h, int[16]);
           simt_if (simt_l::cond((t < 16)))(AT(h, t) = 0); simt_g.__syncthreads();
           simt_g.atomicAdd(simt_l::unread, simt_l::addr(AT(h, (GET(a.in, i) & 15))), 1);
           simt_g.atomicAdd(simt_l::unread, (h + 3), 2);
           simt_g.atomicMax(simt_l::unread, (h + 4), t);
           simt_if (simt_l::cond((GET(a.in, i) & 1)))
               simt_g.atomicSub(simt_l::unread, simt_l::addr(AT(h, (GET(a.in, i) & 7))), t);
           simt_if (simt_l::cond((t & 1))) simt_g.atomicAdd(simt_l::unread, (h + 5), 1);
           simt_g.atomicAdd(simt_l::unread, simt_l::addr(AT(a.in, i)), t); simt_g.__syncthreads();
           simt_if (simt_l::cond((t < 16)))(AT(a.out, i) = GET(h, t));
           (AT(a.d, i) = GET(a.in, i));));
}

TEST_CASE("[CU-VEC] warp functions") {
  for (unsigned const size : {256u, 128u, 64u})
    CHECK((forms::agree<false, true>(
        2, size,
        THREAD(THREAD_I THREAD_T int v = a.in[i];
               for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
               int const w = __shfl_sync(0xffffffffu, v, 0);
               int const x = __shfl_xor_sync(0xffffffffu, a.in[i], 5, 8);
               unsigned const b = __ballot_sync(0xffffffffu, a.in[i] & 1);
               float const f = __shfl_up_sync(0xffffffffu, a.f[i], 2);
               a.out[i] = w + x + int(b & 0xffff) + __any_sync(0xffffffffu, t == 3) +
                          2 * __all_sync(0xffffffffu, t < 40);
               a.f[i] = f; int part = 0; if (t % 32 < 16) part = __reduce_add_sync(0xffffu, t);
               a.out[i] += part; __syncwarp();
               a.d[i] = __popc(__match_any_sync(0xffffffffu, a.in[i] & 3));),
        LANE(LANE_I LANE_T simt_l::var<G, int> v = GET(a.in, i);
             for (simt_l::uni<int> d = 16; simt_l::uniform((d > 0));
                  simt_l::shr_assign(d, 1))(v += simt_g.__shfl_down_sync(0xffffffffu, v, d));
             auto const w = simt_l::let<int>(simt_g, simt_g.__shfl_sync(0xffffffffu, v, 0));
             auto const x =
                 simt_l::let<int>(simt_g, simt_g.__shfl_xor_sync(0xffffffffu, GET(a.in, i), 5, 8));
             auto const b = simt_l::let<unsigned>(
                 simt_g, simt_g.__ballot_sync(0xffffffffu, (GET(a.in, i) & 1)));
             auto const f =
                 simt_l::let<float>(simt_g, simt_g.__shfl_up_sync(0xffffffffu, GET(a.f, i), 2));
             (AT(a.out, i) = ((((w + x) + simt_l::cast<int>(simt_g, (b & 0xffff))) +
                               simt_g.__any_sync(0xffffffffu, (t == 3))) +
                              (2 * simt_g.__all_sync(0xffffffffu, (t < 40)))));
             (AT(a.f, i) = f); simt_l::var<G, int> part = 0;
             simt_if (simt_l::cond(((t % 32) < 16)))(part = simt_g.__reduce_add_sync(0xffffu, t));
             (AT(a.out, i) += part); simt_g.__syncwarp();
             (AT(a.d, i) = __popc(simt_g.__match_any_sync(0xffffffffu, (GET(a.in, i) & 3))));))));
}
