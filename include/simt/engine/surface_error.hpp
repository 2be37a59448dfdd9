#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/errors.hpp>

namespace simt::inline SIMT_ABI {

/// A surface access that ends the kernel: beyond the surface in mode trap, or misaligned in any
/// mode.
class surface_error : public error {
 public:
  surface_error(char const* text, bool is_misaligned) : error(text), misaligned(is_misaligned) {}
  bool misaligned;
};

}  // namespace simt::inline SIMT_ABI
