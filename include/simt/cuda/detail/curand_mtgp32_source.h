#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/curand_normal.h>
#include <simt/cuda/detail/mtgp32_sets.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

/// MTGP32 as cuRAND's host calls use it: 192 generators give 256 numbers each in turn.
class curand_mtgp32 {
 public:
  explicit curand_mtgp32(unsigned long long seed)
      : first_(static_cast<unsigned>(seed ^ (seed >> 32)) + 1) {}

  /// The next number.
  unsigned next() {
    std::size_t const i = at_++ / 256 % 192;
    while (states_.size() <= i) add();
    curandStateMtgp32_t& s = states_[i];
    unsigned row = 0;
    unsigned const word = simt_mtgp32_word(&s, 0, &row);
    s.offset = (s.offset + 1) & MTGP32_STATE_MASK;
    return word ^ s.k->temper_tbl[i][row];
  }
  /// f(this, k) for the numbers 0 to n - 1.
  template <class F>
  void run(std::size_t n, F const& f) {
    for (std::size_t k = 0; k < n; ++k) f(*this, k);
  }

 private:
  void add() {
    auto const i = static_cast<unsigned>(states_.size());
    curandStateMtgp32_t& s = states_.emplace_back();
    mtgp32_init_state(s.s, &mtgp32_11213.of[i], first_ + i);
    s.pIdx = static_cast<int>(i);
    s.k = params_.get();
  }

  unsigned first_;
  std::size_t at_ = 0;
  std::vector<curandStateMtgp32_t> states_;
  std::unique_ptr<mtgp32_kernel_params_t> params_ = simt_mtgp32_params(mtgp32_11213.of);
};

// Numbers for curandGenerateUniform and its kind: each of one integer, normal ones by the inverse.

inline unsigned int curand(curand_mtgp32* s) { return s->next(); }
inline float curand_uniform(curand_mtgp32* s) { return simt_uniform(s->next()); }
inline double curand_uniform_double(curand_mtgp32* s) { return simt_uniform_double(s->next()); }
inline float curand_normal(curand_mtgp32* s) { return simt_normal_inverse(s->next()); }
inline double curand_normal_double(curand_mtgp32* s) {
  return simt_normal_inverse_double(s->next());
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
