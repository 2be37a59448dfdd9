// SPDX-License-Identifier: MIT
#pragma once

#include <add.cuh>

void twice(int* x);
