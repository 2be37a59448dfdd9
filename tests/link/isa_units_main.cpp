// SPDX-License-Identifier: MIT
// One program of units built for several instruction sets; runs those that the processor has.
#include "isa_units.hpp"

#include <cstdio>
#include <cstring>

#ifndef HAS_UNIT_avx512
#define HAS_UNIT_avx512 0
#endif

namespace {

bool good(char const* unit, char const* abi, bool processor_has, unit_result (*run)()) {
  if (!processor_has) {
    std::printf("%s: not run, the processor lacks it\n", unit);
    return true;
  }
  unit_result const result = run();
  std::printf("%s: %s, %d wrong\n", unit, result.abi, result.wrong);
  // (With the version behind it: isa_sse2_v0_1_0.)
  auto const length = std::strlen(abi);
  return result.wrong == 0 && std::strncmp(result.abi, abi, length) == 0 &&
         std::strncmp(result.abi + length, "_v", 2) == 0;
}

}  // namespace

int main() {
  __builtin_cpu_init();
  bool const avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool ok = good("plain", "isa_sse2", true, unit_plain);
  ok &= good("sse4_2", "isa_sse4_2", __builtin_cpu_supports("sse4.2") != 0, unit_sse4_2);
  ok &= good("avx2", "isa_avx2", avx2, unit_avx2);
#if HAS_UNIT_avx512
  bool const avx512 = avx2 && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  ok &= good("avx512", "isa_avx512", avx512, unit_avx512);
#endif
  return ok ? 0 : 1;
}
