#pragma once
// SPDX-License-Identifier: MIT

// Functions of double lanes: detail::f64::f<L>(register), for single lanes (L = 1), too.
#include <simt/simd/math/double_bessel.hpp>
#include <simt/simd/math/double_by_lane.hpp>
#include <simt/simd/math/double_erf.hpp>
#include <simt/simd/math/double_exp.hpp>
#include <simt/simd/math/double_inverse_trig.hpp>
#include <simt/simd/math/double_log.hpp>
#include <simt/simd/math/double_root.hpp>
#include <simt/simd/math/double_trig.hpp>
