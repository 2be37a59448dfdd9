// SPDX-License-Identifier: MIT
#pragma once

int answer();
