# What simt_add_cuda does once its directory is done: the host runtime as objects of its own.
include_guard(GLOBAL)

# simt_cuda_runtime(TARGET): leaves CUDA's host runtime (memory, streams, graphs, textures of the host)
# to an object library, which one set of flags has once in a build, and which the target gets the
# objects of. The headers alone work as well, and without it each file compiles its own: targets keep
# to that where SIMT_RUNTIME_LIBRARY (property or variable) is off, where a file has an instruction set
# of its own, and as object libraries, whose objects others take along.
function(simt_cuda_runtime target)
  simt_target_option(${target} SIMT_RUNTIME_LIBRARY wanted)
  get_target_property(type ${target} TYPE)
  get_target_property(sources ${target} SOURCES)
  if(NOT wanted OR type STREQUAL "OBJECT_LIBRARY")
    return()
  endif()
  foreach(source IN LISTS sources)
    get_source_file_property(own_options "${source}" COMPILE_OPTIONS)
    get_source_file_property(own_flags "${source}" COMPILE_FLAGS)
    if("${own_options} ${own_flags}" MATCHES "[; ]-m|^-m|:-m|,-m")
      return()
    endif()
  endforeach()
  simt_flags_of(${target} flags)
  # Of what a target defines only this may change the runtime; the rest, as names of folders, differs
  # from one to the other.
  get_target_property(definitions ${target} COMPILE_DEFINITIONS)
  if(NOT definitions)
    set(definitions "")
  endif()
  list(FILTER definitions INCLUDE REGEX "SIMT_|NDEBUG|GLIBCXX|FORTIFY|_LIBCPP")
  list(FILTER definitions EXCLUDE REGEX "SIMT_GANG_LANES|SIMT_INLINE|SIMT_CUDA_RUNTIME_LIBRARY|_DIR=")
  string(MD5 key "${flags}|${definitions}")
  string(SUBSTRING "${key}" 0 8 key)
  set(runtime "simt_cuda_runtime_${key}")
  if(NOT TARGET ${runtime})
    add_library(${runtime} OBJECT EXCLUDE_FROM_ALL
                "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/simt_cuda_runtime.cpp")
    target_link_libraries(${runtime} PRIVATE simt::cuda)
    target_compile_options(${runtime} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>" -w
                           "$<TARGET_PROPERTY:${target},SIMT_RUNTIME_OPTIONS>")
    target_compile_definitions(${runtime} PRIVATE ${definitions})
    set_target_properties(${runtime} PROPERTIES
      POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF CXX_CLANG_TIDY ""
      CXX_CPPCHECK "" CXX_INCLUDE_WHAT_YOU_USE "" DISABLE_PRECOMPILE_HEADERS ON)
  endif()
  target_compile_definitions(${target} PRIVATE SIMT_CUDA_RUNTIME_LIBRARY=1)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${runtime}>)
endfunction()

# simt_cuda_precompile(TARGET): gives the outputs of .cu files a precompiled header of what all of them
# include, one for each set of flags in a build. Not where SIMT_PRECOMPILE (property or variable) is
# off, the target has a precompiled header of its own or a compiler launcher (a cache would not keep
# such objects), and only for g++ and clang with generators of one configuration.
function(simt_cuda_precompile target)
  simt_target_option(${target} SIMT_PRECOMPILE wanted)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  get_target_property(own_header ${target} PRECOMPILE_HEADERS)
  get_target_property(other_header ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
  list(REMOVE_ITEM launcher "--compile")
  list(LENGTH launcher words)  # our own tool, or none
  if(NOT wanted OR is_multi OR own_header OR other_header OR words GREATER 1 OR CMAKE_CROSSCOMPILING
     OR NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles" OR NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
    return()
  endif()
  simt_flags_of(${target} flags)
  get_target_property(outputs ${target} SIMT_CU_OUTPUTS)
  get_target_property(type ${target} TYPE)
  get_target_property(definitions ${target} COMPILE_DEFINITIONS)
  if(NOT definitions)
    set(definitions "")
  endif()
  list(FILTER definitions INCLUDE REGEX "SIMT_|NDEBUG|GLIBCXX|FORTIFY|_LIBCPP|CUDA_API")
  list(FILTER definitions EXCLUDE REGEX "_DIR=")
  get_target_property(vectorize ${target} SIMT_VECTORIZE)
  set(first "simt/cuda/lane.h")
  if(vectorize STREQUAL "OFF" OR vectorize STREQUAL "FALSE")
    set(first "simt/cuda/cuda_runtime.h")
  endif()
  # What else decides about the compiler's options.
  get_target_property(POSITION_INDEPENDENT_CODE ${target} POSITION_INDEPENDENT_CODE)
  set(properties CXX_STANDARD CXX_EXTENSIONS CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN
                 INTERPROCEDURAL_OPTIMIZATION)
  set(key "${flags}|${definitions}|${first}")
  foreach(property IN LISTS properties)
    get_target_property(${property} ${target} ${property})
    string(APPEND key "|${${property}}")
  endforeach()
  # An object library would have -fPIC where an executable has -fPIE.
  set(code "")
  if(type STREQUAL "EXECUTABLE" AND POSITION_INDEPENDENT_CODE)
    set(code ${CMAKE_CXX_COMPILE_OPTIONS_PIE})
  elseif(type MATCHES "SHARED|MODULE" AND POSITION_INDEPENDENT_CODE MATCHES "NOTFOUND" OR
         POSITION_INDEPENDENT_CODE)
    set(code ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
  endif()
  string(APPEND key "|${code}")
  string(MD5 key "${key}")
  string(SUBSTRING "${key}" 0 8 key)
  set(header "simt_cuda_pch_${key}")
  if(NOT TARGET ${header})
    set(empty "${CMAKE_CURRENT_BINARY_DIR}/${header}.cpp")
    file(CONFIGURE OUTPUT "${empty}" CONTENT "" @ONLY)
    add_library(${header} OBJECT EXCLUDE_FROM_ALL "${empty}")
    target_link_libraries(${header} PRIVATE simt::cuda)
    simt_translated_options(options)
    target_compile_options(${header} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>"
                                             ${code} ${options} -w)
    target_compile_definitions(${header} PRIVATE ${definitions})
    foreach(property IN LISTS properties)
      if(NOT "${${property}}" MATCHES "NOTFOUND$" AND NOT "${${property}}" STREQUAL "")
        set_property(TARGET ${header} PROPERTY ${property} "${${property}}")
      endif()
    endforeach()
    target_precompile_headers(${header} PRIVATE "<${first}>")
    set_target_properties(${header} PROPERTIES
      POSITION_INDEPENDENT_CODE OFF PCH_WARN_INVALID OFF UNITY_BUILD OFF
      SIMT_HEADER_FILE "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${header}.dir/cmake_pch.hxx")
  endif()
  get_target_property(file ${header} SIMT_HEADER_FILE)
  add_dependencies(${target} ${header})
  # g++ takes the text where it refuses what it compiled of it. It would warn of numbers without a
  # value in headers that silence that: a precompiled header keeps no such pragmas (GCC bug 64117).
  set(use -include "${file}")
  set(compiled "${file}.pch")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND use -Wno-maybe-uninitialized -Wno-uninitialized)
    set(compiled "${file}.gch")
  endif()
  foreach(output IN LISTS outputs)
    set_property(SOURCE "${output}" APPEND PROPERTY COMPILE_OPTIONS "${use}")
    set_property(SOURCE "${output}" APPEND PROPERTY OBJECT_DEPENDS "${compiled}")
  endforeach()
endfunction()

# simt_cuda_optimises(TARGET): says once of a project that its kernels will be slow, as nobody has
# chosen a build type: without optimisation there are no lane forms, and a tiled matrix product takes
# 150 times as long as with Release and -march=native.
function(simt_cuda_optimises target)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  get_property(is_told GLOBAL PROPERTY SIMT_TOLD_OF_BUILD_TYPE)
  if(is_told OR is_multi OR CMAKE_BUILD_TYPE)
    return()
  endif()
  simt_flags_of(${target} flags)
  if(NOT flags MATCHES "(^|[ ;|:,])-O")
    set_property(GLOBAL PROPERTY SIMT_TOLD_OF_BUILD_TYPE TRUE)
    message(WARNING "simt: CMAKE_BUILD_TYPE is not set, so that ${target} is compiled without "
                    "optimisation (-O0): its kernels run one thread at a time, none in SIMD lanes. "
                    "Choose -D CMAKE_BUILD_TYPE=Release, and an instruction set, as in "
                    "target_compile_options(${target} PRIVATE -march=native). (Debug says that it "
                    "is meant so.)")
  endif()
endfunction()

# simt_flags_of(TARGET RESULT): what decides with which flags a target is compiled: those of its
# directory, its own, and those of the libraries that it links.
function(simt_flags_of target result)
  set(flags "${CMAKE_CXX_COMPILER}|${CMAKE_BUILD_TYPE}|${CMAKE_CXX_FLAGS}|${CMAKE_SYSROOT}")
  foreach(type IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
    string(TOUPPER "${type}" type)
    string(APPEND flags "|${CMAKE_CXX_FLAGS_${type}}")
  endforeach()
  get_target_property(own ${target} COMPILE_OPTIONS)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(own)
    string(APPEND flags "|${own}")
  endif()
  set(seen "")
  while(libraries)
    list(POP_FRONT libraries library)
    if(library IN_LIST seen)
      continue()
    endif()
    list(APPEND seen "${library}")
    if(TARGET "${library}")
      get_target_property(options "${library}" INTERFACE_COMPILE_OPTIONS)
      get_target_property(more "${library}" INTERFACE_LINK_LIBRARIES)
      if(options)
        string(APPEND flags "|${options}")
      endif()
      if(more)
        list(APPEND libraries ${more})
      endif()
    elseif(library MATCHES "[$]<")
      string(APPEND flags "|${library}")  # may name any
    endif()
  endwhile()
  # Warnings decide about nothing that is compiled.
  string(REGEX REPLACE "[|; ]+" " " flags "${flags}")
  string(REGEX REPLACE " -(w|W([^alp ]|[alp][^, ])[^ ]*)" "" flags "${flags}")
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()
