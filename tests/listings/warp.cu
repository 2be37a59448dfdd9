// SPDX-License-Identifier: MIT
//@ rows: LST-002-041 LST-002-042 LST-002-043
//@ output[LST-002-041]: []
//@ any_order[LST-002-042]: ["Thread %d final value = %d" % p for p in enumerate([31, 61, 90, 118, 145, 171, 196, 220, 184, 180, 178, 172, 174, 168, 163, 156, 120, 116, 114, 108, 110, 104, 99, 92, 56, 52, 50, 44, 46, 40, 35, 28])]
//@ any_order[LST-002-043]: ["Thread %d final value = 496" % t for t in range(32)]
//@ listing
