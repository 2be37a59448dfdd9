// SPDX-License-Identifier: MIT
//@ rows: LST-002-015 LST-003-012
//@ environment: SIMT_DEVICES=2
//@ matches[LST-002-015]: Device 0 has compute capability \d+\.\d+\.\nDevice 1 has compute capability \d+\.\d+\.\n
//@ matches[LST-003-012]: Dev #0 is .+\nDev #1 is .+\n
#include <stdio.h>
int main() {
//@ listing
}
