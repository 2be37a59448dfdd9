#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cooperative_groups.h>
