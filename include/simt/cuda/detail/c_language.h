#pragma once
// SPDX-License-Identifier: MIT

// What the headers of CUDA's types need to be C as well as C++.

#include <stddef.h>

// In C++ a number that names no enumerator is a value, too.
#ifdef __cplusplus
#define SIMT_DETAIL_ENUM(name) enum name : int
#else
#define SIMT_DETAIL_ENUM(name) enum name
#endif
