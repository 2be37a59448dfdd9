// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "host.h"
#include "twice.cuh"

int main() {
  int x = 0;
  launch_add<int>(&x, 20);
  twice(&x);
  printf("%d %d\n", x, answer());
  return 0;
}
