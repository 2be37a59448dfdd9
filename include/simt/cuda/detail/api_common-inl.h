#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/runtime/child_launch.hpp>
#include <simt/runtime/error_code.hpp>
#include <simt/runtime/host_stream.hpp>
#include <simt/runtime/submit.hpp>

namespace simt::inline SIMT_ABI::cuda::detail {

/// A core call's result as CUDA's: kept as the thread's last error if it is one.
inline cudaError_t answer(error_code code) noexcept {
  return static_cast<cudaError_t>(simt::detail::report(code));
}

/// True in device code, whose calls mean its block.
[[nodiscard]] inline bool in_kernel() noexcept { return block::current() != nullptr; }

inline constexpr bool per_thread = SIMT_PER_THREAD_DEFAULT_STREAM != 0;

/// Runs the body of a call that has no core of its own; it answers an error_code.
template <class F>
cudaError_t call(F&& body) noexcept {
  return answer(simt::detail::guarded(static_cast<F&&>(body)));
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
