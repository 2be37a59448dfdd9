// SPDX-License-Identifier: MIT
//@ rows: LST-002-111 LST-002-112 LST-002-114
// The first is an error on devices without concurrent access to managed memory; here it is none.
//@ edit: int main\(\) => int listing_main()
#include "check.h"
//@ listing
int main() {
  require(listing_main() == 0, "the status");
  require_end();
  require(x == 10, "x", x);
  require(y == 20, "y", y);
}
