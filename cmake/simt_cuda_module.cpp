// SPDX-License-Identifier: MIT
// The part of each module that simt_add_cuda(NAME MODULE FILES...) builds.
#include <simt/cuda/detail/module_entry.h>
