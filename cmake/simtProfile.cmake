# Profiled builds: the target's property SIMT_PROFILE, or else the variable, is on (or trace). Kernels run one thread
# at a time, and the profiler (profile/) counts what a GPU's warps would do: see docs/profile.md.
include_guard(GLOBAL)

option(SIMT_PROFILE "simt_add_cuda makes profiled builds: requests, sectors, conflicts, divergence" OFF)

# simt_cuda_profile(TARGET): what a profiled build compiles and links; called when the directory is done.
function(simt_cuda_profile target)
  simt_target_option(${target} SIMT_PROFILE wanted)
  if(wanted STREQUAL "trace")
    simt_observer_defaults(${target} simt_profile trace)
    set(wanted ON)
  endif()
  set_property(TARGET ${target} PROPERTY SIMT_PROFILE "${wanted}")  # which the .cu step reads
  if(NOT wanted)
    return()
  endif()
  simt_target_option(${target} SIMT_CHECK checked)
  if(checked)
    message(FATAL_ERROR "simt: ${target} has SIMT_CHECK and SIMT_PROFILE: build it twice, once with each")
  endif()
  simt_observer_library(simt_profile SIMT_PROFILE profile check/lines.cpp check/text.cpp)
  # The instrumentation without its libraries: the profiler takes their place. Blocks stay in the
  # order of the source, by which warps come together again.
  set(options -fsanitize=thread -fsanitize-coverage=trace-pc -O1 -g)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(options -fsanitize=thread -fsanitize-coverage=bb,no-prune,trace-pc -O1 -g -gdwarf-aranges
                "SHELL:-mllvm -tsan-instrument-read-before-write=1" "SHELL:-mllvm -disable-block-placement")
  else()
    list(APPEND options -fno-reorder-blocks -Wno-tsan)
    set(runtime "SHELL:-g1")  # (clang's would leave out the functions, by whose files the engine is known)
  endif()
  # clang makes calls of the copies of whole structures. (The library tells the profiler by the checker's hooks.)
  simt_observe_target(${target} simt_profile OPTIONS ${options} DEFINITIONS SIMT_CHECK=1 SIMT_PROFILE=1
                      RUNTIME ${runtime}
                      WRAPPED memcpy sinf cosf tanf sincosf sin cos tan sincos)
  get_target_property(lanes ${target} SIMT_HAS_LANE_KERNELS)
  if(lanes)
    set_property(TARGET ${target} APPEND PROPERTY LINK_OPTIONS -Wl,--undefined=simt_check_watches_host)
  endif()
endfunction()
