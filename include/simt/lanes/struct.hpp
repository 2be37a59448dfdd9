#pragma once
// SPDX-License-Identifier: MIT

// Structs in memory and in lanes: the built-in vector types (builtins/vector_types.hpp), whose
// members become varyings, and any other trivially copyable struct, whose lanes stay structs.
#include <simt/lanes/struct/array_place.hpp>
#include <simt/lanes/struct/listed.hpp>
#include <simt/lanes/struct/select.hpp>
#include <simt/lanes/struct/struct_place.hpp>
#include <simt/lanes/struct/uniform_vector.hpp>
#include <simt/lanes/struct/varying_struct.hpp>
#include <simt/lanes/struct/varying_vector.hpp>
#include <simt/lanes/struct/vector_place.hpp>
