// SPDX-License-Identifier: MIT
//@ rows: LST-003-003
//@ numbered
//@ status: 1
//@ output: 10 * ["Hello world"]
//@ listing
