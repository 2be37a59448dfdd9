// SPDX-License-Identifier: MIT
// The .cu step's tool under libFuzzer: CONTRIBUTING.md tells how to run it. A crash, a sanitizer's
// report and more than ten seconds are finds; each goes into kept/, as small as it can be.
#include "translate.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  fuzz::translate({reinterpret_cast<char const*>(data), size});
  return 0;
}
