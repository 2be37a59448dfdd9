#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/kernel_form.h>
#include <simt/thread/configuration.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::cuda::lane {

/// How a kernel that goes by its address runs: as launches by its name do.
template <class F, class... P>
struct known_form {
  static void run(kernel_record const& self, dim3 grid, dim3 block, std::size_t shared, void** args,
                  bool cooperative) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      using Bound = decltype(F::simt_bind(*static_cast<P*>(args[I])...));
      if (runs_in_lanes(Bound::suits(block)) && Bound::takes(block))
        F::simt_bind(*static_cast<P*>(args[I])...).run(self.name, grid, block, shared, cooperative);
      else
        d::packed_kernel<P...>::run(self, grid, block, shared, args, cooperative);
    }
    (std::index_sequence_for<P...>{});
  }
};
template <class F, class... P>
bool make_known([[maybe_unused]] void (*kernel)(P...)) {
  if constexpr (decltype(F::simt_bind(std::declval<std::remove_cv_t<P>&>()...))::is_compiled())
    if (kernel_record* const k = find_kernel(kernel_address(kernel)))
      k->run_packed = &known_form<F, std::remove_cv_t<P>...>::run;
  return true;
}
/// Lets the runtime find a kernel's lane form by the kernel's address.
template <class F>
bool make_known() {
  return make_known<F>(F::simt_address());
}
/// The same for a kernel template, when the program starts; for whatever names it.
template <class F>
inline bool const is_known = make_known<F>();

}  // namespace simt::inline SIMT_ABI::cuda::lane
