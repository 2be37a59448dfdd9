// SPDX-License-Identifier: MIT
//@ rows: LST-002-059
// Wrong for compilers that compile twice; right here, where there is one pass.
//@ edit: int main\(void\) => int listing_main(void)
#include "check.h"
//@ listing
int main() {
  listing_main();
  require_end();
  int value = 0;
  cudaMemcpyFromSymbol(&value, result, sizeof value);
  require(value == 1, "result", value);
}
