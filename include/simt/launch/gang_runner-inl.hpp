#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/errors.hpp>
#include <simt/launch/gang_runner.hpp>

namespace simt::inline SIMT_ABI::detail {

[[noreturn]] SIMT_COLD SIMT_RUNTIME_FUNCTION void rethrow_flow(flow_fault const& f,
                                                               block const& b) {
  throw flow_error(f.what, b.site(), b.index(), b.threads_of(b.current_gang()));
}

}  // namespace simt::inline SIMT_ABI::detail
