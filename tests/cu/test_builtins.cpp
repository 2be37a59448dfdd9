// SPDX-License-Identifier: MIT
#include <cu/program/builtins.hpp>

#include <doctest/doctest.h>

using namespace simt::cu::lane;

TEST_CASE("known: effects are those of builtins.def, by the whole name") {
  CHECK(builtin_kind_of("__popc") == builtin_kind::pure);
  CHECK(builtin_kind_of("sqrtf") == builtin_kind::pure);
  CHECK(builtin_kind_of("__float2int_rz") == builtin_kind::pure);
  CHECK(builtin_kind_of("__vadd4") == builtin_kind::pure);
  CHECK(builtin_kind_of("__half2ushort_ru") == builtin_kind::pure);
  CHECK(builtin_kind_of("__bfloat162float") == builtin_kind::pure);
  CHECK(builtin_kind_of("__ldg") == builtin_kind::reads);
  CHECK(builtin_kind_of("tex2D") == builtin_kind::reads);
  CHECK(builtin_kind_of("surf2Dwrite") == builtin_kind::writes);
  CHECK(builtin_kind_of("atomicAdd_block") == builtin_kind::atomic);
  CHECK(builtin_kind_of("__shfl_xor_sync") == builtin_kind::warp);
  CHECK(builtin_kind_of("__syncthreads_or") == builtin_kind::barrier);
  CHECK(builtin_kind_of("__threadfence_system") == builtin_kind::fence);
  CHECK(builtin_kind_of("printf") == builtin_kind::thread);
  CHECK(builtin_kind_of("__trap") == builtin_kind::thread);
  CHECK(builtin_kind_of("__brkpt") == builtin_kind::refused);
  for (auto const* const name : {"", "sqrtff", "atomicAddition", "__shfl_sideways", "__popcount",
                                 "tex4D", "__syncthreads_", "popc"})
    CHECK(builtin_kind_of(name) == builtin_kind::unknown);
}

TEST_CASE("known: how lane forms call a function") {
  CHECK(find_builtin("cosf").call == lane_call::by_name);
  CHECK(find_builtin("__fadd_rn").call == lane_call::on_lanes);
  CHECK(find_builtin("atomicCAS").call == lane_call::of_gang);
  CHECK(find_builtin("modff").call == lane_call::to_places);
  CHECK(find_builtin("make_float4").call == lane_call::on_lanes);
  // A half's addition has the name of an integer's average, which is there first.
  CHECK(find_builtin("__hadd").call == lane_call::by_name);
  CHECK(find_builtin("dot").is_common);
  CHECK_FALSE(find_builtin("max").is_common);
}

TEST_CASE("known: names and scopes that are a thread's own business") {
  CHECK(is_callable_by_threads("cudaGetErrorString"));
  CHECK(is_callable_by_threads("__builtin_expect"));
  CHECK(is_callable_by_threads("UINT64_C"));
  CHECK_FALSE(is_callable_by_threads("cudart"));
  CHECK_FALSE(is_callable_by_threads("PRINT_C"));
  CHECK(is_standard_scope("std::"));
  CHECK(is_standard_scope("::std::numeric_limits<int>::"));
  CHECK_FALSE(is_standard_scope("stdx::"));
  CHECK(first_name("::a::b<c>::") == "a");
  CHECK(first_name("b<c::d>::") == "b");
  CHECK(is_group_function("this_thread_block"));
  CHECK(is_group_function("this_grid"));
  CHECK_FALSE(is_group_function("this_multi_grid"));
}
