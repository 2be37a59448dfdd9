// SPDX-License-Identifier: MIT
// Macros of a header that write kernels, device functions and their launchers.
#pragma once

#define MACROS_PASTED(a, b) a##b
#define MACROS_JOINED(a, b) MACROS_PASTED(a, b)
#define MACROS_KERNEL(name) \
  __global__ void name(float const* f, int* out) { out[threadIdx.x] = (int)f[threadIdx.x]; }
// A namespace with a table, a kernel and its launcher.
#define MACROS_ENUMERATOR(name, text) number_##name,
#define MACROS_TEXT(name, text) #text,
#define MACROS_CASE(name, text) \
  case number_##name: {         \
    r = (int)(text);            \
    break;                      \
  }
#define MACROS_GROUP(group, LIST)                                             \
  namespace group {                                                           \
  enum { LIST(MACROS_ENUMERATOR) operations };                                \
  char const* const texts[] = {LIST(MACROS_TEXT)};                            \
  __global__ void kernel(float const* f, int* out) {                          \
    float const x = f[threadIdx.x];                                           \
    for (int i = 0; i < operations; ++i) {                                    \
      int r = 0;                                                              \
      switch (i) { LIST(MACROS_CASE) }                                        \
      out[i * 8 + threadIdx.x] = r;                                           \
    }                                                                         \
  }                                                                           \
  void launch(float const* f, int* out) { kernel<<<1, 8>>>(f, out); }         \
  }
