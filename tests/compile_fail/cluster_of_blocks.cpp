// EXPECT: simt: clusters of several blocks are not supported \(__cluster_dims__\)
// SPDX-License-Identifier: MIT
#include <simt/cuda/cooperative_groups.h>

#ifdef FIXED
__global__ void __cluster_dims__(1, 1, 1) k(int* p) { *p = 1; }
#else
__global__ void __cluster_dims__(2, 1, 1) k(int* p) { *p = 1; }
#endif
