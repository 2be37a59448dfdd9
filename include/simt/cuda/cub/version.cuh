#pragma once
// SPDX-License-Identifier: MIT

// The version of CUB whose names and behaviour these headers have.
#define CUB_VERSION 200500
#define CUB_MAJOR_VERSION (CUB_VERSION / 100000)
#define CUB_MINOR_VERSION (CUB_VERSION / 100 % 1000)
#define CUB_SUBMINOR_VERSION (CUB_VERSION % 100)
