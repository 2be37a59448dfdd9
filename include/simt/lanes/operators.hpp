#pragma once
// SPDX-License-Identifier: MIT

// C++'s operators on values with lanes, with C++'s promotions and conversions. Integer arithmetic
// wraps as on a GPU; division by zero gives no signal.
#include <simt/lanes/operators/arithmetic.hpp>
#include <simt/lanes/operators/assignment.hpp>
#include <simt/lanes/operators/bitwise.hpp>
#include <simt/lanes/operators/combine.hpp>
#include <simt/lanes/operators/comparison.hpp>
#include <simt/lanes/operators/division.hpp>
#include <simt/lanes/operators/logical.hpp>
#include <simt/lanes/operators/promotion.hpp>
#include <simt/lanes/operators/register_operations.hpp>
#include <simt/lanes/operators/shift.hpp>
