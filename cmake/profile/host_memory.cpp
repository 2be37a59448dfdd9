// SPDX-License-Identifier: MIT
// operator new and delete: in programs with lane kernels, what the host makes lies among the addresses
// whose accesses are counted, as those kernels use it.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "profiler.hpp"

#include <cstddef>
#include <cstdlib>

namespace simt::profile {
constinit bool counts_host = false;
}

namespace {

/// Smaller objects are not counted: addresses of their own cost 8 KiB.
constexpr std::size_t least_counted = 256;

void* get_observed(std::size_t bytes) noexcept {
  return simt::profile::counts_host && bytes >= least_counted ? simt_check_allocate(bytes) : nullptr;
}
void give_back(void* p, void const* /*return_address*/) noexcept {
  if (simt::profile::is_counted(p))
    simt_check_release(p);
  else
    std::free(p);
}

}  // namespace

#include "../check/new_delete-inl.h"
