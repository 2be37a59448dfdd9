#pragma once
// SPDX-License-Identifier: MIT

// The compiler's options for what the `.cu` step writes: simt_add_cuda, NVRTC and
// benchmarks/compile_time.py read them here. Kernels read arrays of numbers through pointers to
// vectors (float4), as CUDA lets them, and integers of either sign wrap, as lanes do and a GPU's
// arithmetic: g++ leaves `if (x < 0)` out behind `x = x * 1103515245 + 12345` of an x that was
// positive. So it would a kernel that only writes to a constant null pointer, which is an error of
// its launch.
#define SIMT_DETAIL_TRANSLATED_OPTIONS \
  "-fno-strict-aliasing -fwrapv -fno-delete-null-pointer-checks"
