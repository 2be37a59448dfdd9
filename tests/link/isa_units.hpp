#pragma once
// SPDX-License-Identifier: MIT

#define SIMT_UNIT_NAME_(name) #name
#define SIMT_UNIT_NAME(name) SIMT_UNIT_NAME_(name)

/// A unit's findings: the instruction set that the library saw, and how many results were wrong.
struct unit_result {
  char const* abi;
  int wrong;
};

unit_result unit_plain();
unit_result unit_sse4_2();
unit_result unit_avx2();
unit_result unit_avx512();
