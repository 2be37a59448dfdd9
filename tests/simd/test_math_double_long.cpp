// SPDX-License-Identifier: MIT
// LABELS: long
#define SIMT_TEST_SAMPLES 12000
#if SIMT_TEST_MPFR
#include "support/double_functions.hpp"
#endif
