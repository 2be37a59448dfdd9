#pragma once
// SPDX-License-Identifier: MIT

// CUDA's mathematical functions on values with lanes. Argument-dependent lookup finds them, so that
// nothing is hidden: a call with uniform arguments only is still the one of <cmath>. Functions that
// <cmath> lacks take uniforms, too.
// - CUDA:    the functions of the same names, float with f and double (or overloaded) without
// - Differs: with SIMT_FAST_MATH expf, exp10f and powf are __expf, __exp10f and __powf
// - Cost:    vectorised but for nextafter, logb, remquo and the Bessel functions j and y
// - Source:  CUDA C Programming Guide 8.0, D.1 (Standard Functions)
#include <simt/lanes/functions/absolute.hpp>
#include <simt/lanes/functions/bessel.hpp>
#include <simt/lanes/functions/call.hpp>
#include <simt/lanes/functions/classification.hpp>
#include <simt/lanes/functions/error_and_gamma.hpp>
#include <simt/lanes/functions/exponential.hpp>
#include <simt/lanes/functions/float_parts.hpp>
#include <simt/lanes/functions/fma.hpp>
#include <simt/lanes/functions/hyperbolic.hpp>
#include <simt/lanes/functions/logarithm.hpp>
#include <simt/lanes/functions/min_max.hpp>
#include <simt/lanes/functions/norm.hpp>
#include <simt/lanes/functions/power.hpp>
#include <simt/lanes/functions/remainder.hpp>
#include <simt/lanes/functions/root.hpp>
#include <simt/lanes/functions/rounding.hpp>
#include <simt/lanes/functions/std_names.hpp>
#include <simt/lanes/functions/trigonometric.hpp>
