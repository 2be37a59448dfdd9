// SPDX-License-Identifier: MIT
// In place of what lane forms are written in: nothing that a compiler would take them with.
#pragma once

#define SIMT_INLINE inline
