// SPDX-License-Identifier: MIT
#include "host.h"

int answer() { return 7; }
