// SPDX-License-Identifier: MIT
//@ rows: LST-002-030
//@ output: ["Occupancy: 50%"]
#include <iostream>
//@ listing
