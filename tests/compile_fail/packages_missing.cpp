// SPDX-License-Identifier: MIT
// Without the packages the first error names them, not a header of theirs.
// EXPECT: simt needs oneTBB 2021 or later \(Debian: apt-get install libtbb-dev\)
// TO-THE-END: -nostdinc
#include <simt/config.hpp>
