#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/curand_mtgp32.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/mtgp32_parameters.h>

#include <algorithm>
#include <cstddef>
#include <memory>

/// The parameters of a generator.
struct mtgp32_params_fast {
  int mexp, pos, sh1, sh2;
  unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16];
  unsigned int mask;
  unsigned char poly_sha1[21];
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;

inline namespace SIMT_CUDA_ABI {

/// Fills the first 351 words of a state.
inline void mtgp32_init_state(unsigned int* words, mtgp32_params_fast_t const* set,
                              unsigned int seed) {
  unsigned int const hidden = set->tbl[4] ^ (set->tbl[8] << 16);
  unsigned int bytes = hidden;
  bytes += bytes >> 16;
  bytes += bytes >> 8;
  std::fill_n(words, MTGPDC_N, (bytes & 0xff) * 0x01010101u);
  words[0] = seed;
  words[1] = hidden;
  for (unsigned int i = 1; i < MTGPDC_N; ++i)
    words[i] ^= 1812433253u * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
}
/// Makes the parameters of 200 generators as kernels read them.
inline std::unique_ptr<mtgp32_kernel_params_t> simt_mtgp32_params(
    mtgp32_params_fast_t const sets[]) {
  auto all = std::make_unique<mtgp32_kernel_params_t>();
  for (std::size_t i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
    all->pos_tbl[i] = static_cast<unsigned int>(sets[i].pos);
    all->sh1_tbl[i] = static_cast<unsigned int>(sets[i].sh1);
    all->sh2_tbl[i] = static_cast<unsigned int>(sets[i].sh2);
    std::copy_n(sets[i].tbl, 16, all->param_tbl[i]);
    std::copy_n(sets[i].tmp_tbl, 16, all->temper_tbl[i]);
    std::copy_n(sets[i].flt_tmp_tbl, 16, all->single_temper_tbl[i]);
  }
  all->mask[0] = sets[0].mask;
  return all;
}

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

struct mtgp32_sets {
  mtgp32_params_fast_t of[CURAND_NUM_MTGP32_PARAMS];
};
/// Makes the sets as programs have them: tables of all sums of the rows.
constexpr mtgp32_sets make_mtgp32_sets() {
  mtgp32_sets all{};
  for (std::size_t i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
    mtgp32_params_fast_t& s = all.of[i];
    s.mexp = MTGPDC_MEXP;
    s.pos = static_cast<int>(mtgp32_places[i] & 0xffff);
    s.sh1 = static_cast<int>(mtgp32_places[i] >> 16 & 0xff);
    s.sh2 = static_cast<int>(mtgp32_places[i] >> 24);
    s.mask = 0xfff80000u;
    for (std::size_t k = 0; k < 16; ++k) {
      for (std::size_t row = 0; row < 4; ++row) {
        if ((k >> row & 1) == 0) continue;
        s.tbl[k] ^= mtgp32_rows[8 * i + row];
        s.tmp_tbl[k] ^= mtgp32_rows[8 * i + 4 + row];
      }
      s.flt_tmp_tbl[k] = s.tmp_tbl[k] >> 9 | 0x3f800000u;
    }
  }
  return all;
}
inline constinit mtgp32_sets mtgp32_11213 = make_mtgp32_sets();

}  // namespace simt::inline SIMT_ABI::cuda::detail
