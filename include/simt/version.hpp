#pragma once
// SPDX-License-Identifier: MIT

/// The version, stated once: CMake reads the three parts out of this file.
#define SIMT_VERSION_MAJOR 0
#define SIMT_VERSION_MINOR 1
#define SIMT_VERSION_PATCH 0

/// One comparable number: major * 1'000'000 + minor * 1'000 + patch.
#define SIMT_VERSION \
  (SIMT_VERSION_MAJOR * 1000000 + SIMT_VERSION_MINOR * 1000 + SIMT_VERSION_PATCH)
