#pragma once
// SPDX-License-Identifier: MIT

// What the .cu step's lane forms of kernels are written in; it includes this where there are any.
#define SIMT_CUDA_LANE_FORMS 1
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/lane/access.h>
#include <simt/cuda/lane/ahead.h>
#include <simt/cuda/lane/any_member.h>
#include <simt/cuda/lane/arithmetic.h>
#include <simt/cuda/lane/by_lane.h>
#include <simt/cuda/lane/call.h>
#include <simt/cuda/lane/choose.h>
#include <simt/cuda/lane/chosen_rows.h>
#include <simt/cuda/lane/conversions.h>
#include <simt/cuda/lane/fused.h>
#include <simt/cuda/lane/gang.h>
#include <simt/cuda/lane/group_collectives.h>
#include <simt/cuda/lane/groups.h>
#include <simt/cuda/lane/known_form.h>
#include <simt/cuda/lane/large.h>
#include <simt/cuda/lane/number_operators.h>
#include <simt/cuda/lane/parts.h>
#include <simt/cuda/lane/pointer_cast.h>
#include <simt/cuda/lane/pointer_operators.h>
#include <simt/cuda/lane/program.h>
#include <simt/cuda/lane/shared_index.h>
#include <simt/cuda/lane/statements.h>
#include <simt/cuda/lane/textures.h>
#include <simt/cuda/lane/values.h>
#include <simt/kernel/kernel.hpp>
