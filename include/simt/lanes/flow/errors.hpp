#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>

#include <exception>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Reports the misuse of a masked statement; the engine adds kernel, block and thread.
struct flow_fault {
  char const* what;
};

[[noreturn]] SIMT_COLD inline void throw_flow(char const* what) { throw flow_fault{what}; }

inline constexpr char const* left_by_plain_statement =
    "a plain break, return or goto left simt_if, simt_while, simt_for, simt_do or simt_switch: "
    "write simt_break, simt_continue or simt_return there";

/// Throws flow_fault unless an exception or simt_return is why a scope ends before its statement.
// Why: scopes pass nothing of themselves, so that their masks stay in registers.
SIMT_COLD inline void scope_abandoned() {
  if (!active_mask().leaving && std::uncaught_exceptions() == 0)
    throw_flow(left_by_plain_statement);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
