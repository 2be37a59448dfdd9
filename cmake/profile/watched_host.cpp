// SPDX-License-Identifier: MIT
// Linked into programs with lane kernels (--undefined=simt_check_watches_host): accesses to what the
// host has made by `new` are counted.
#include "profiler.hpp"

extern "C" {
extern int const simt_check_watches_host;
int const simt_check_watches_host = 1;
}

namespace {
[[gnu::constructor(101)]] void begin() { simt::profile::counts_host = true; }
}  // namespace
