// SPDX-License-Identifier: MIT
// An older C++, which is g++ 12's and clang 14's own choice, is refused in one line.
// EXPECT: simt needs C\+\+20: compile with -std=c\+\+20
// TO-THE-END: -std=c++17
#include <simt/simt.hpp>
