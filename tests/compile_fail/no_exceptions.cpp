// SPDX-License-Identifier: MIT
// EXPECT: simt tells of errors in kernels by exceptions
// TO-THE-END: -fno-exceptions
#include <simt/simt.hpp>
