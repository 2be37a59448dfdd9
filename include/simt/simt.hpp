#pragma once
// SPDX-License-Identifier: MIT

/// Everything but CUDA's own header names.
#include <simt/runtime/launch.hpp>
