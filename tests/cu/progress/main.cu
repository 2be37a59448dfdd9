// SPDX-License-Identifier: MIT
#include <cstdio>

#include "progress.cuh"

int main() {
  int const wrong = run_absent() + run_active() + run_waits() + run_segments() + run_lockstep() + run_warps() + run_grids();
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
