// SPDX-License-Identifier: MIT
#include <cu/lane/known.hpp>

#include <doctest/doctest.h>

using namespace simt::cu::lane;

TEST_CASE("known: effects are those of builtins.def, by the whole name") {
  CHECK(known_function("__popc") == known_kind::pure);
  CHECK(known_function("sqrtf") == known_kind::pure);
  CHECK(known_function("__float2int_rz") == known_kind::pure);
  CHECK(known_function("__vadd4") == known_kind::pure);
  CHECK(known_function("__half2ushort_ru") == known_kind::pure);
  CHECK(known_function("__bfloat162float") == known_kind::pure);
  CHECK(known_function("__ldg") == known_kind::reads);
  CHECK(known_function("tex2D") == known_kind::reads);
  CHECK(known_function("surf2Dwrite") == known_kind::writes);
  CHECK(known_function("atomicAdd_block") == known_kind::atomic);
  CHECK(known_function("__shfl_xor_sync") == known_kind::warp);
  CHECK(known_function("__syncthreads_or") == known_kind::barrier);
  CHECK(known_function("__threadfence_system") == known_kind::fence);
  CHECK(known_function("printf") == known_kind::thread);
  CHECK(known_function("__trap") == known_kind::refused);
  for (auto const* const name : {"", "sqrtff", "atomicAddition", "__shfl_sideways", "__popcount",
                                 "tex4D", "__syncthreads_", "popc"})
    CHECK(known_function(name) == known_kind::none);
}

TEST_CASE("known: how lane forms call a function") {
  CHECK(find_builtin("cosf").call == lane_call::by_name);
  CHECK(find_builtin("__fadd_rn").call == lane_call::on_lanes);
  CHECK(find_builtin("atomicCAS").call == lane_call::of_gang);
  CHECK(find_builtin("make_float4").call == lane_call::by_thread);
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
  CHECK_FALSE(is_group_function("this_grid"));
}
