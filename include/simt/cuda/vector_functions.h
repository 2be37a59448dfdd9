#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/cuda/vector_types.h>

#define SIMT_DETAIL_MAKERS(name, ...) \
  using simt::make_##name##1;         \
  using simt::make_##name##2;         \
  using simt::make_##name##3;         \
  using simt::make_##name##4;
SIMT_BUILTINS_VECTORS(SIMT_DETAIL_MAKERS)
#undef SIMT_DETAIL_MAKERS
