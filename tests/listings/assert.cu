// SPDX-License-Identifier: MIT
//@ rows: LST-002-044
// The guide prints the second quote as ', hardware as `.
//@ errors: LST-002-044\.cu:\d+: void testAssert\(\): block: \[0,0,0\], thread: \[0,0,0\] Assertion `should_be_one[`'] failed\.
//@ listing
