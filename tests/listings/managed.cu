// SPDX-License-Identifier: MIT
//@ rows: LST-002-106 LST-002-107 LST-002-108 LST-002-109 LST-002-110 LST-002-117
//@ output[LST-002-106 LST-002-107 LST-002-108]: ["%d: A+B = %d" % (i, 110 + i) for i in range(1000)]
//@ output[LST-002-109]: ["Hello Unified Memory"]
//@ output[LST-002-110]: ["result = 8"]
//@ output[LST-002-117]: ["GPU sees: x = 1234"]
//@ listing
