# Checked builds: the target's property SIMT_CHECK, or else the variable, is on, or names what is looked for. Kernels
# run one thread at a time, and the checker (check/) says where they break a rule: see docs/check.md.
include_guard(GLOBAL)

option(SIMT_CHECK "simt_add_cuda makes checked builds: memory, races, barriers, initialisation" OFF)

# simt_observe(TARGET): does for a target with lane kernels, which links simt::simt, what its properties SIMT_CHECK
# and SIMT_PROFILE say. (simt_add_cuda does it by itself.)
function(simt_observe target)
  set_property(TARGET ${target} PROPERTY SIMT_HAS_LANE_KERNELS TRUE)
  foreach(step IN ITEMS check profile)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL simt_cuda_${step} [[${target}]])")
  endforeach()
endfunction()

# simt_cuda_check(TARGET): what a checked build compiles and links; called when the directory is done.
function(simt_cuda_check target)
  simt_target_option(${target} SIMT_CHECK wanted)
  set(tools memory race init sync api)
  set(only ${wanted})
  list(TRANSFORM only TOLOWER)
  set(others ${only})
  list(REMOVE_ITEM others ${tools})
  if(NOT "${others}" STREQUAL "${only}")  # some are named
    if(others)
      message(FATAL_ERROR "simt: SIMT_CHECK of ${target} is ON, OFF, all, or some of ${tools}, not ${wanted}")
    endif()
    list(JOIN only "," only)
    simt_observer_defaults(${target} simt_check "only=${only}")
    set(wanted ON)
  endif()
  set_property(TARGET ${target} PROPERTY SIMT_CHECK "${wanted}")  # which the .cu step reads
  if(NOT wanted)
    return()
  endif()
  simt_observer_library(simt_check SIMT_CHECK check)
  # The instrumentation without its library: the checker takes that one's place.
  # (memcpy is called, not replaced, so that the checker can stand in its place.)
  set(options -fsanitize=thread -fsanitize=alignment -fsanitize=object-size -O1 -g1
              -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # (By the ranges of units lines are looked up, and by variables the alignment of structures that are copied
    # as a whole: calls of memcpy, here.)
    list(APPEND options -fsanitize=array-bounds -g -gdwarf-aranges
         "SHELL:-mllvm -tsan-distinguish-volatile=1" "SHELL:-mllvm -tsan-instrument-read-before-write=1")
  else()
    # (A read in front of the branch that alone uses it stays there.)
    list(APPEND options -fsanitize=bounds -fno-tree-sink "SHELL:--param tsan-distinguish-volatile=1" -Wno-tsan)
  endif()
  # (The host runtime has no kernels: what it does to their memory it tells, and its structures are aligned. By its
  # functions' files the engine's own accesses are known from a program's: clang's -g1 would leave those out.)
  simt_observe_target(${target} simt_check OPTIONS ${options} DEFINITIONS SIMT_CHECK=1
                      RUNTIME -fno-sanitize=alignment,object-size,bounds
                      WRAPPED memcpy memmove memset __cxa_allocate_exception __cxa_throw)
  # What lane kernels use is mostly the host's.
  get_target_property(lanes ${target} SIMT_HAS_LANE_KERNELS)
  if(lanes)
    set_property(TARGET ${target} APPEND PROPERTY LINK_OPTIONS -Wl,--undefined=simt_check_watches_host)
  endif()
endfunction()

# simt_observer_defaults(TARGET LIBRARY OPTIONS): what the target's program takes for the library's options, in front
# of those in the environment.
function(simt_observer_defaults target library options)
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${target}_${library}.cpp")
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT
       "extern \"C\" {\nextern char const @library@_defaults[];\nchar const @library@_defaults[] = \"@options@\";\n}\n")
  set_source_files_properties("${file}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE "${file}")
endfunction()

# simt_observer_library(NAME OPTION FOLDER...): a library of the sources in the folders, beside this file, that
# stands in the place of a sanitizer's own and asks the program's debug information for lines.
function(simt_observer_library name option)
  if(TARGET ${name})
    return()
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    message(FATAL_ERROR "simt: ${option} needs g++ or clang++")
  endif()
  find_path(SIMT_LIBDW_INCLUDE elfutils/libdw.h)
  find_library(SIMT_LIBDW dw)
  mark_as_advanced(SIMT_LIBDW_INCLUDE SIMT_LIBDW)
  if(NOT SIMT_LIBDW OR NOT SIMT_LIBDW_INCLUDE)
    message(FATAL_ERROR "simt: ${option} needs elfutils' libdw; on Debian: apt-get install libdw-dev")
  endif()
  simt_include_folder(include)
  set(sources "")
  foreach(pattern IN LISTS ARGN)
    if(NOT pattern MATCHES "\\.cpp$")
      string(APPEND pattern "/*.cpp")
    endif()
    file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${pattern}")
    list(APPEND sources ${found})
  endforeach()
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${sources})
  # A few units, which parse the standard library once; but for what the linker may leave in the archive: a
  # program that is not observed has no functions that are wrapped.
  list(FILTER sources INCLUDE REGEX "/(deleted|host_memory|instrumented|watched_host)[.]cpp$")
  set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(${name} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
                                           POSITION_INDEPENDENT_CODE ON
                                           UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  # Optimised whatever the build is.
  target_compile_options(${name} PRIVATE -O2 -g0 -ftls-model=initial-exec)
  target_include_directories(${name} PRIVATE "${include}" "${SIMT_LIBDW_INCLUDE}")
  target_link_libraries(${name} PUBLIC "${SIMT_LIBDW}" ${CMAKE_DL_LIBS})
endfunction()

# simt_observe_target(TARGET LIBRARY OPTIONS... DEFINITIONS... WRAPPED FUNCTION...): the target's kernels run one
# thread at a time, compiled with the options, and the library looks at them; the functions of the C library that
# are named call its own. The objects of the host runtime are compiled with what is said of RUNTIME as well.
function(simt_observe_target target library)
  cmake_parse_arguments(PARSE_ARGV 2 observe "" "" "OPTIONS;DEFINITIONS;WRAPPED;RUNTIME")
  set_property(TARGET ${target} PROPERTY SIMT_VECTORIZE OFF)
  list(TRANSFORM observe_WRAPPED PREPEND "-Wl,--wrap=")
  set_property(TARGET ${target} APPEND PROPERTY COMPILE_OPTIONS ${observe_OPTIONS})
  set_property(TARGET ${target} APPEND PROPERTY COMPILE_DEFINITIONS ${observe_DEFINITIONS})
  set_property(TARGET ${target} PROPERTY SIMT_RUNTIME_OPTIONS ${observe_RUNTIME})
  set_property(TARGET ${target} APPEND PROPERTY LINK_OPTIONS ${observe_WRAPPED})
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
endfunction()
