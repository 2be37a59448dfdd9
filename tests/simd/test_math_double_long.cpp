// SPDX-License-Identifier: MIT
// LABELS: long
#ifdef __clang__  // g++ samples them densely: half a minute
#define SIMT_TEST_SAMPLES 3000
#else
#define SIMT_TEST_SAMPLES 12000
#endif
#if SIMT_TEST_MPFR
#include "support/double_functions.hpp"
#endif
