#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace simt::inline SIMT_ABI {

namespace cuda {

/// How kernels run that have both forms.
/// - Source:  ours
enum class kernel_form_choice : int {
  automatic,  ///< lane forms, but for blocks of less than a warp that have no gang of their own
  lane,       ///< lane forms wherever they can
  thread,     ///< a thread at a time
};

}  // namespace cuda

namespace detail {
SIMT_COLD inline cuda::kernel_form_choice kernel_form_at_start() {
  using choice = cuda::kernel_form_choice;
  char const* const e = std::getenv("SIMT_KERNEL_FORM");
  if (e == nullptr) return choice::automatic;
  return std::strcmp(e, "lane") == 0     ? choice::lane
         : std::strcmp(e, "thread") == 0 ? choice::thread
                                         : choice::automatic;
}
inline std::atomic<cuda::kernel_form_choice>& kernel_form_now() {
  static std::atomic<cuda::kernel_form_choice> form{kernel_form_at_start()};
  return form;
}
}  // namespace detail

namespace cuda {

/// Chooses the form of launches from now on; the environment variable SIMT_KERNEL_FORM (automatic,
/// lane, thread) chooses at first.
/// - Source:  ours; results agree but for the order of atomics and contraction of a * b + c
inline void set_kernel_form(kernel_form_choice form) noexcept {
  simt::detail::kernel_form_now().store(form, std::memory_order_relaxed);
}
[[nodiscard]] inline kernel_form_choice get_kernel_form() noexcept {
  return simt::detail::kernel_form_now().load(std::memory_order_relaxed);
}
/// The form in which blocks run now, of a kernel that has both. `suits`: the lane form is the
/// faster. (Not inlined: each launch asks, and would hold what looks at the environment.)
[[nodiscard]] SIMT_COLD inline bool runs_in_lanes(bool suits) noexcept {
  kernel_form_choice const chosen = get_kernel_form();
  return chosen == kernel_form_choice::automatic ? suits : chosen == kernel_form_choice::lane;
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
