#pragma once
// SPDX-License-Identifier: MIT

#include <simt/runtime/fault.hpp>

/// The code that f fails with.
template <class F>
simt::error_code code_of(F&& f) {
  try {
    f();
  } catch (simt::runtime_error const& e) {
    return e.code();
  }
  return simt::error_code::success;
}
