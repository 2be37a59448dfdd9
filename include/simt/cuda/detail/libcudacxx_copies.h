#pragma once
// SPDX-License-Identifier: MIT

// Tells the checker of the copies that libcu++'s memcpy_async makes, where it may be asked whether a thread has
// waited for them. The headers of pipelines and barriers include this behind libcu++'s own.

#include <simt/check/hooks.hpp>

#if SIMT_CHECK

_LIBCUDACXX_BEGIN_NAMESPACE_CUDA

/// Copies the calling thread's share of the bytes, as libcu++ does, and calls `begins(to, bytes)` for each part.
template <std::size_t Alignment, class Group, class F>
void simt_copy_share(Group const& group, char* to, char const* from, std::size_t bytes, F const& begins) {
  std::size_t const rank = group.thread_rank(), stride = group.size();
  std::size_t const part = stride == 1 ? bytes : Alignment;
  for (std::size_t at = rank * part; at < bytes; at += stride * part) {
    memcpy(to + at, from + at, part);
    begins(to + at, part);
  }
}

_LIBCUDACXX_END_NAMESPACE_CUDA

#endif
