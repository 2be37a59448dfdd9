// SPDX-License-Identifier: MIT
// Linked into programs with lane kernels (--undefined=simt_check_watches_host): those may use what the
// host has made by `new`, so its bounds are known.
#include "checker.hpp"

extern "C" {
extern int const simt_check_watches_host;
int const simt_check_watches_host = 1;
}

namespace {
[[gnu::constructor(101)]] void begin() { simt::check::watches_host = true; }
}  // namespace
