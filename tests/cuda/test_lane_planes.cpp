// SPDX-License-Identifier: MIT

#include "lane_forms.hpp"

#define CHECK_PLANE(thread, lane)                                                         \
  for (dim3 const size :                                                                  \
       {dim3(16, 16), dim3(32, 8), dim3(32, 16), dim3(16, 8), dim3(8, 8), dim3(5, 7, 3)}) \
  CHECK((forms::agree<true, true>(2, size, thread, lane)))

TEST_CASE("[CU-VEC] planes of threads, tiles by rows and columns") {
  CHECK_PLANE(
      THREAD(SIMT_CUDA_SHARED(s, float[32][33]); SIMT_CUDA_SHARED(c, int[2][4][8]);
             int const x = threadIdx.x; int const y = threadIdx.y;
             int const r = x + blockDim.x * (y + blockDim.y * threadIdx.z);
             int const i = (blockIdx.x * blockDim.x * blockDim.y * blockDim.z + r) % forms::count;
             if (threadIdx.z == 0) s[y][x] = r; if (r < 64) c[r >> 5][r >> 3 & 3][r & 7] = r;
             __syncthreads(); if (x < 5 && y < 5) {
               a.f[i] = s[x][y] + s[y][0] + s[0][x] + s[2][3];
               float* row = s[y];
               a.d[i] = row[x] + *row;
             } a.out[i] = c[1][y & 3][x & 7] + (threadIdx.y == 0) + 2 * (x < 3) +
                              4 * (threadIdx.z > 1) + 8 * (y >= 2);),
      LANE(SIMT_LANE_SITE(s, 1, struct here); SIMT_LANE_SHARED(s, float[32][33]);
           SIMT_LANE_SITE(c, 2, struct here); SIMT_LANE_SHARED(c, int[2][4][8]);
           auto const x = simt_l::let<int>(simt_g, simt_g.threadIdx.x);
           auto const y = simt_l::let<int>(simt_g, simt_g.threadIdx.y);
           auto const r = simt_l::let<int>(
               simt_g, (x + (simt_g.blockDim.x * (y + (simt_g.blockDim.y * simt_g.threadIdx.z)))));
           auto const i = simt_l::let<int>(
               simt_g, (((((simt_g.blockIdx.x * simt_g.blockDim.x) * simt_g.blockDim.y) *
                          simt_g.blockDim.z) +
                         r) %
                        forms::count));
           simt_if (simt_l::cond((simt_g.threadIdx.z == 0)))(AT(AT(s, y), x) = r);
           simt_if (simt_l::cond((r < 64)))(
               AT(AT(AT(c, simt_l::shr(r, 5)), (simt_l::shr(r, 3) & 3)), (r & 7)) = r);
           simt_g.__syncthreads(); simt_if (simt_l::both((x < 5), (y < 5))) {
             (AT(a.f, i) =
                  (((GET(AT(s, x), y) + GET(AT(s, y), 0)) + GET(AT(s, 0), x)) + GET(AT(s, 2), 3)));
             auto const row = simt_l::let<float*>(simt_g, AT(s, y));
             (AT(a.d, i) = (GET(row, x) + simt_l::get(simt_l::deref(row))));
           }(AT(a.out, i) = ((((GET(AT(AT(c, 1), (y & 3)), (x & 7)) + (simt_g.threadIdx.y == 0)) +
                               (2 * (x < 3))) +
                              (4 * (simt_g.threadIdx.z > 1))) +
                             (8 * (y >= 2))));));
}
