#pragma once
// SPDX-License-Identifier: MIT

// What CUDA's samples include for command lines, images, timers and exceptions.
// - Source:  CUDA samples 13.0, Common/helper_functions.h, by behaviour

// Stands back where a program's own copy came first.
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_

#include <simt/cuda/exception.h>
#include <simt/cuda/helper_image.h>
#include <simt/cuda/helper_string.h>
#include <simt/cuda/helper_timer.h>

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#endif  // COMMON_HELPER_FUNCTIONS_H_
