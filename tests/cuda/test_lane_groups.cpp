// SPDX-License-Identifier: MIT

#include "lane_forms.hpp"

#include <simt/cuda/cooperative_groups.h>
#include <simt/cuda/cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

TEST_CASE("[CU-VEC] cooperative groups: block, tiles, coalesced threads") {
  for (unsigned const size : {256u, 64u})
    CHECK((forms::agree<false, true>(
        2, size,
        THREAD(cg::thread_block const cta = cg::this_thread_block(); SIMT_CUDA_SHARED(s, int[256]);
               int const i = cta.group_index().x * cta.size() + cta.thread_rank();
               s[cta.thread_rank()] = a.in[i]; cg::sync(cta);
               auto const warp = cg::tiled_partition<32>(cta);
               auto const four = cg::tiled_partition<4>(warp);
               int v = s[(cta.thread_rank() + 1) % cta.size()];
               for (int d = warp.size() / 2; d > 0; d >>= 1) v += warp.shfl_down(v, d);
               if (warp.thread_rank() == 0) a.out[i] = v + warp.meta_group_rank(); cta.sync();
               a.in[i] = four.shfl_xor(a.in[i], 1) + four.shfl(a.in[i], 2) +
                         four.ballot(a.in[i] & 1) + 8 * four.any(a.in[i] == 7) +
                         16 * four.all(a.in[i] > -400) + four.thread_rank() +
                         32 * four.meta_group_rank() + cg::reduce(warp, a.in[i], cg::plus<int>()) +
                         cg::reduce(four, a.in[i], cg::greater<int>());
               a.f[i] = cg::reduce(warp, a.f[i], cg::plus<float>()) + warp.shfl_up(a.f[i], 3);
               a.d[i] = cta.thread_index().x;),
        LANE(auto const cta =
                 simt_l::let<cg::thread_block>(simt_g, simt_l::this_thread_block(simt_g));
             SIMT_LANE_SITE(s, 1, struct here); SIMT_LANE_SHARED(s, int[256]);
             auto const i = simt_l::let<int>(
                 simt_g, ((simt_l::get(SIMT_LANE_MEMBER(
                               (SIMT_LANE_METHOD(simt_g, (cta), group_index, ())), x)) *
                           SIMT_LANE_METHOD(simt_g, (cta), size, ())) +
                          SIMT_LANE_METHOD(simt_g, (cta), thread_rank, ())));
             (AT(s, SIMT_LANE_METHOD(simt_g, (cta), thread_rank, ())) = GET(a.in, i));
             simt_l::sync(simt_g, cta);
             auto const warp = simt_l::let_auto(simt_g, simt_l::tiled_partition<32>(simt_g, cta));
             auto const four = simt_l::let_auto(simt_g, simt_l::tiled_partition<4>(simt_g, warp));
             simt_l::var<G, int> v =
                 GET(s, simt_l::mod((SIMT_LANE_METHOD(simt_g, (cta), thread_rank, ()) + 1),
                                    SIMT_LANE_METHOD(simt_g, (cta), size, ())));
             for (simt_l::uni<int> d = (SIMT_LANE_METHOD(simt_g, (warp), size, ()) / 2);
                  simt_l::uniform((d > 0)); simt_l::shr_assign(d, 1))(
                 v += SIMT_LANE_METHOD(simt_g, (warp), shfl_down, (v, d)));
             simt_if (simt_l::cond((SIMT_LANE_METHOD(simt_g, (warp), thread_rank, ()) == 0)))(
                 AT(a.out, i) = (v + SIMT_LANE_METHOD(simt_g, (warp), meta_group_rank, ())));
             SIMT_LANE_METHOD(simt_g, (cta), sync, ());
             (AT(a.in, i) =
                  ((((((((SIMT_LANE_METHOD(simt_g, (four), shfl_xor, (GET(a.in, i), 1)) +
                          SIMT_LANE_METHOD(simt_g, (four), shfl, (GET(a.in, i), 2))) +
                         SIMT_LANE_METHOD(simt_g, (four), ballot, ((GET(a.in, i) & 1)))) +
                        (8 * SIMT_LANE_METHOD(simt_g, (four), any, ((GET(a.in, i) == 7))))) +
                       (16 * SIMT_LANE_METHOD(simt_g, (four), all, ((GET(a.in, i) > -400))))) +
                      SIMT_LANE_METHOD(simt_g, (four), thread_rank, ())) +
                     (32 * SIMT_LANE_METHOD(simt_g, (four), meta_group_rank, ()))) +
                    simt_l::reduce(simt_g, warp, GET(a.in, i), cg::plus<int>())) +
                   simt_l::reduce(simt_g, four, GET(a.in, i), cg::greater<int>())));
             (AT(a.f, i) = (simt_l::reduce(simt_g, warp, GET(a.f, i), cg::plus<float>()) +
                            SIMT_LANE_METHOD(simt_g, (warp), shfl_up, (GET(a.f, i), 3))));
             (AT(a.d, i) = simt_l::get(
                  SIMT_LANE_MEMBER((SIMT_LANE_METHOD(simt_g, (cta), thread_index, ())), x)));))));
  CHECK((forms::agree<false, false>(
      1, 64, THREAD(int const i = threadIdx.x; if (a.in[i] & 1) {
        cg::coalesced_group const g = cg::coalesced_threads();
        a.out[i] = g.thread_rank() + 100 * g.size() + g.shfl(i, 1);
      }),
      LANE(auto const i = simt_l::let<int>(simt_g, simt_g.threadIdx.x);
           simt_if (simt_l::cond((GET(a.in, i) & 1))) {
             auto const g =
                 simt_l::let<cg::coalesced_group>(simt_g, simt_l::coalesced_threads(simt_g));
             (AT(a.out, i) = ((SIMT_LANE_METHOD(simt_g, (g), thread_rank, ()) +
                               (100 * SIMT_LANE_METHOD(simt_g, (g), size, ()))) +
                              SIMT_LANE_METHOD(simt_g, (g), shfl, (i, 1))));
           }))));
}

namespace {

int odd, rank;  // of those who ask, and whom they ask
int lanes[64];

}  // namespace

TEST_CASE("[CU-VEC] coalesced threads ask beyond the last of them: recorded on an H100") {
  // The warp's last lane, or zero where that is not of the group.
  for (int const parity : {0, 1})
    for (int const asked : {15, 16, 40}) {
      odd = parity;
      rank = asked;
      CAPTURE(odd);
      CAPTURE(rank);
      CHECK((forms::agree<false, false>(
          1, 64, THREAD(int const i = threadIdx.x; a.out[i] = 0; if ((i & 1) == odd) {
            cg::coalesced_group const g = cg::coalesced_threads();
            a.out[i] = g.shfl(i + 7, rank);
            lanes[i] = a.out[i];
          }),
          LANE(auto const i = simt_l::let<int>(simt_g, simt_g.threadIdx.x); (AT(a.out, i) = 0);
               simt_if (simt_l::cond(((i & 1) == odd))) {
                 auto const g =
                     simt_l::let<cg::coalesced_group>(simt_g, simt_l::coalesced_threads(simt_g));
                 (AT(a.out, i) = SIMT_LANE_METHOD(simt_g, (g), shfl, ((i + 7), rank)));
               }))));
      for (int i = odd; i < 64; i += 2)
        CHECK(lanes[i] == (rank == 15 || odd == 1 ? i / 32 * 32 + 30 + odd + 7 : 0));
    }
}
