// SPDX-License-Identifier: MIT
#pragma once

namespace extents {
constexpr int half = 128, whole = 2 * half;
}
