// SPDX-License-Identifier: MIT
//@ rows: LST-002-047 LST-002-048 LST-002-049
//@ matches[LST-002-047]: (Thread [0-4] got pointer: 0x[0-9a-f]+\n){5}
// 64 bytes a thread for 64 ints, as printed.
//@ edit[LST-002-048]: blockDim\.x \* 64; => blockDim.x * 64 * sizeof(int);
//@ output[LST-002-048]: []
// As printed, thread 0 frees what the others have yet to print.
//@ edit[LST-002-049]: (// Only free from one thread!) => __syncthreads();\n    \1
//@ any_order[LST-002-049]: ["Block %d, Thread %d: final value = %d" % (b, t, 3 * t) for b in range(20) for t in range(10)]
//@ edit: int main\(\) => int listing_main()
#include "check.h"
//@ listing
int main() {
  int const status = listing_main();
  require_end();
  return status;
}
