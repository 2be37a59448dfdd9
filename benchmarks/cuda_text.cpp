// SPDX-License-Identifier: MIT

#include "cuda_text.hpp"

#include <simt/cuda/cuda_runtime.h>

namespace bench::cuda {

void add(workload& w, std::function<void()> const& run) {
  using choice = simt::cuda::kernel_form_choice;
  auto const in_form = [&](choice form) {
    return [=] {
      simt::cuda::set_kernel_form(form);
      run();
      cudaDeviceSynchronize();
    };
  };
  w.variants.push_back({"cuda", 32, in_form(choice::lane)});
  w.variants.push_back({"thread", 1, in_form(choice::thread)});
}

}  // namespace bench::cuda
