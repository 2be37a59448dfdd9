#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/device_functions.h>
#include <simt/thread/cluster.hpp>
#include <simt/thread/group_algorithms.hpp>
#include <simt/thread/groups.hpp>

namespace cooperative_groups = simt::cooperative_groups;
