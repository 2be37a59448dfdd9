// SPDX-License-Identifier: MIT
// Programs that were once answered wrongly, and their relatives: each kernel in both forms, against
// the numbers that CUDA's rules give.
#include "answers.cuh"

int main() {
  answers a;
  check_conversions(a);
  check_members(a);
  check_arguments(a);
  check_callables(a);
  check_indices(a);
  check_shared_races(a);
  check_order(a);
  check_objects(a);
  check_made(a);
  check_lists(a);
  check_passed(a);
  check_copies(a);
  check_operators(a);
  check_methods(a);
  check_kernels(a);
  check_macros(a);
  check_names(a);
  check_ptx(a);
  check_ptx_memory(a);
  check_ptx_video(a);
  check_places(a);
  check_own_shared(a);
  if (a.failed == 0) printf("all answers are right\n");
  return a.failed == 0 ? 0 : 1;
}
