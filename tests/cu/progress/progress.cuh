// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>

/// How many of a file's kernels were wrong.
int run_absent();
int run_active();
int run_waits();
int run_segments();
int run_lockstep();
int run_warps();
int run_grids();
