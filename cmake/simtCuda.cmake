# simt_add_cuda: CUDA C++ files in a CMake target, built by the C++ compiler.
# Included by the build and by the installed simtConfig.cmake.
include_guard(GLOBAL)
# Rules by depfiles with full paths, whatever the project's policies are.
cmake_policy(PUSH)
cmake_policy(SET CMP0116 NEW)

set(SIMT_CU_TOOL "" CACHE FILEPATH "simt-cu, built elsewhere; empty: built as a part of the build")
mark_as_advanced(SIMT_CU_TOOL)

set(SIMT_VECTORIZE ON CACHE BOOL "simt_add_cuda makes lane kernels of CUDA's kernels where it can")
option(SIMT_RUNTIME_LIBRARY "simt_add_cuda compiles CUDA's host runtime once, not with each file" ON)
option(SIMT_PRECOMPILE "simt_add_cuda precompiles what its files include, where CMake can" ON)
option(SIMT_PORTABILITY "simt_add_cuda warns of device code that a GPU's compiler would refuse")
option(SIMT_REPORT "simt_add_cuda says of each kernel whether it becomes a lane kernel, or why not")

# simt_add_cuda(TARGET [FILE...])
# simt_add_cuda(TARGET MODULE FILE...)
#
# Adds CUDA C++ files to a target. Each .cu is rewritten into C++ (and with it the local files that
# it includes), compiled as C++ and linked with simt::cuda; other files are added as they are, unless
# their source property LANGUAGE is CUDA.
# Without files: those .cu files that the target lists as sources. A target that does not exist
# becomes an executable. To be called in the directory of the target; the CUDA language need not be
# enabled, and a .cu may be a source of other targets, too.
# MODULE makes a shared object that programs load with cuModuleLoad or cuModuleLoadData, under whatever
# name (OUTPUT_NAME, SUFFIX); its kernels and variables are found by their names.
# Kernels get lane forms, which run at SIMD speed, wherever every statement is understood and the
# compiler takes them, unless the target's property SIMT_VECTORIZE, or else the variable, is off.
# SIMT_REPORT (property or variable) prints a line for each kernel: lane kernel, or thread kernel and
# why. SIMT_PORTABILITY (property or variable) warns of device code that a GPU's compiler would refuse, with
# the rule (-Wsimt-portability of simt-cu). SIMT_CHECK (property or variable) makes a checked build: see simtCheck.cmake; SIMT_PROFILE a
# profiled one: see simtProfile.cmake.
# SIMT_RUNTIME_LIBRARY, which is on: see simtCudaRuntime.cmake.
function(simt_add_cuda target)
  set(files "${ARGN}")
  list(POP_FRONT files first)
  if(first STREQUAL "MODULE")
    simt_cuda_module(${target})
  elseif(NOT first STREQUAL "")
    list(PREPEND files "${first}")
  endif()
  if(NOT TARGET ${target})
    add_executable(${target})
  endif()
  get_target_property(sources ${target} SOURCES)
  if(NOT sources)
    set(sources "")
  endif()
  if(NOT files)
    set(files "${sources}")
    list(FILTER files INCLUDE REGEX "\\.cu$")
    if(NOT files)
      message(FATAL_ERROR "simt_add_cuda(${target}): no .cu file given, and none among its sources")
    endif()
  endif()
  simt_cu_tool(tool)
  foreach(file IN LISTS files)
    cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE path)
    get_source_file_property(language "${path}" LANGUAGE)
    if(NOT path MATCHES "\\.cu$" AND NOT language STREQUAL "CUDA")
      target_sources(${target} PRIVATE "${path}")
      get_target_property(sources ${target} SOURCES)
      continue()
    endif()
    # nvcc must not compile it for this target as well.
    list(REMOVE_ITEM sources "${file}" "${path}")
    set_property(TARGET ${target} PROPERTY SOURCES "${sources}")
    simt_cu_rewrite(${target} "${tool}" "${tool_target}" "${path}" output)
    target_sources(${target} PRIVATE "${output}")
    set_property(TARGET ${target} APPEND PROPERTY SIMT_CU_OUTPUTS "${output}")
    get_target_property(sources ${target} SOURCES)
  endforeach()
  # C files call the runtime by names that C++ does not give.
  set(calls "")
  list(FILTER sources INCLUDE REGEX "\\.c$")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    if(EXISTS "${path}")
      file(STRINGS "${path}" call REGEX "cuda[A-Z]" LIMIT_COUNT 1)
      list(APPEND calls "${call}")
    endif()
  endforeach()
  if(NOT "${calls}" MATCHES "^;*$")
    set(linkage "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/simt_c_linkage.cpp")
    target_sources(${target} PRIVATE "${linkage}")
    set_source_files_properties("${linkage}" PROPERTIES
                                COMPILE_OPTIONS -w SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  # Not target_link_libraries: its two forms, with PRIVATE and without, do not mix on one target.
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(NOT "simt::cuda" IN_LIST libraries)
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES simt::cuda)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "STATIC|OBJECT")
      set_property(TARGET ${target} APPEND PROPERTY
                   INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:simt::cuda>")
    endif()
  endif()
  # When the directory is done: its flags and the target's count.
  get_target_property(deferred ${target} SIMT_RUNTIME_DEFERRED)
  if(NOT deferred)
    set_property(TARGET ${target} PROPERTY SIMT_RUNTIME_DEFERRED TRUE)
    foreach(step IN ITEMS check profile runtime optimises precompile)
      cmake_language(EVAL CODE "cmake_language(DEFER CALL simt_cuda_${step} [[${target}]])")
    endforeach()
  endif()
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/simtCheck.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/simtProfile.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/simtCudaRuntime.cmake")

# simt_cuda_module(TARGET): makes the target a module for the driver API. Its own names stay its own,
# the runtime's are the program's, which exports them (the link option of simt::cuda): two modules, or
# a module and a program, may have kernels and variables of one name.
function(simt_cuda_module target)
  if(NOT TARGET ${target})
    add_library(${target} MODULE)
  endif()
  set_target_properties(${target} PROPERTIES PREFIX "" SIMT_CUDA_MODULE ON SIMT_RUNTIME_LIBRARY OFF
                                             CXX_VISIBILITY_PRESET default)
  target_sources(${target} PRIVATE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/simt_cuda_module.cpp")
  target_link_options(${target} PRIVATE "LINKER:-Bsymbolic"
                                        "LINKER:--export-dynamic-symbol=*4simt*")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Else the data of a program's templates would be one for all modules that have it.
    target_compile_options(${target} PRIVATE -fno-gnu-unique)
  endif()
endfunction()

# simt_cuda_nvrtc(TARGET): lets a program that includes <nvrtc.h> know the tool and the compiler that
# compile its kernels when it runs.
function(simt_cuda_nvrtc target)
  simt_cu_tool(tool)
  if(tool_target)
    add_dependencies(${target} ${tool_target})
  endif()
  simt_include_folder(include)
  target_compile_definitions(${target} PRIVATE
    "SIMT_NVRTC_TOOL=\"${tool}\"" "SIMT_NVRTC_CXX=\"${CMAKE_CXX_COMPILER}\""
    "SIMT_NVRTC_INCLUDE=\"${include}\"")
endfunction()

# simt_cu_rewrite(TARGET TOOL TOOL_TARGET PATH RESULT): the rule that makes PATH's C++ text for a target.
function(simt_cu_rewrite target tool tool_target path result)
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE name)
  string(REGEX REPLACE "[:/\\]|\\.\\." "_" name "${name}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.simt")
  set(output "${folder}/${name}.cpp")
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(foreign "$<TARGET_PROPERTY:simt::cuda,INTERFACE_INCLUDE_DIRECTORIES>"
              ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
  simt_cu_lane_options(${target} "${tool}" "${path}" lanes)
  set(property "$<TARGET_PROPERTY:${target},SIMT_PORTABILITY>")
  set(portability "$<IF:$<STREQUAL:${property},>,$<BOOL:${SIMT_PORTABILITY}>,$<BOOL:${property}>>")
  # A folder of headers for each .cu, as rules that run at once must not write one file.
  add_custom_command(OUTPUT "${output}"
    COMMAND "${tool}" -o "${output}" --mirror "${folder}/${name}.include"
            --depfile "${output}.d" "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
            "$<$<BOOL:${foreign}>:--foreign;$<JOIN:${foreign},;--foreign;>>" "${path}"
            "$<$<BOOL:$<TARGET_PROPERTY:${target},SIMT_CHECK>>:-DSIMT_CHECK=1>"
            "$<$<BOOL:$<TARGET_PROPERTY:${target},SIMT_PROFILE>>:-DSIMT_PROFILE=1>"
            "$<$<BOOL:$<TARGET_PROPERTY:${target},CUDA_SEPARABLE_COMPILATION>>:-DSIMT_SEPARABLE=1>"
            "$<${portability}:-Wsimt-portability>"
            "$<$<BOOL:$<TARGET_PROPERTY:${target},SIMT_CUDA_MODULE>>:-DSIMT_CUDA_MODULE=1>"
            "${lanes}"
    DEPENDS "${path}" "${tool}" ${tool_target} DEPFILE "${output}.d"
    COMMENT "Rewriting CUDA C++ ${path}" VERBATIM COMMAND_EXPAND_LISTS)
  cmake_path(GET path PARENT_PATH beside)
  # `#pragma unroll` is part of the language; includes through macros look beside the .cu. g++ would
  # name the first inlined function of lane forms that gives a vector wider than the processor's.
  simt_translated_options(options)
  set_source_files_properties("${output}" PROPERTIES
    COMPILE_OPTIONS
    "-iquote${beside};-Wno-unknown-pragmas;-Wno-psabi;${options}"
    SKIP_UNITY_BUILD_INCLUSION ON)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# simt_cu_lane_options(TARGET TOOL PATH RESULT): what the rule for PATH says about lane forms. By
# generator expressions, as a project may set a target's properties behind simt_add_cuda.
function(simt_cu_lane_options target tool path result)
  foreach(option IN ITEMS VECTORIZE REPORT)
    set(property "$<TARGET_PROPERTY:${target},SIMT_${option}>")
    set(${option} "$<IF:$<STREQUAL:${property},>,$<BOOL:${SIMT_${option}}>,$<BOOL:${property}>>")
  endforeach()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  set(system "${CMAKE_CXX_COMPILE_OPTIONS_SYSROOT}")
  if(CMAKE_SYSROOT AND system)
    list(APPEND flags "${system}${CMAKE_SYSROOT}")
  endif()
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  cmake_path(GET path PARENT_PATH beside)
  set(check --check "${CMAKE_CXX_COMPILER}")
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(CMAKE_GENERATOR MATCHES "Ninja|Makefiles" AND NOT is_multi)
    # The compilation is the check, where there is one: configurations share the text. Set when the
    # directory is done, as a project may set the property.
    set(check --check-later)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL simt_cu_compile_by [[${target}]] [[${tool}]])")
  endif()
  # Without optimisation there are no lane forms to try.
  set(check ${check} ${flags} "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>"
      -O1 -std=c++20 -fsyntax-only -w "-iquote${beside}"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
      "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>")
  set(${result} "$<${VECTORIZE}:--vectorize;$<${REPORT}:--report>;${check}>" PARENT_SCOPE)
endfunction()

# simt_cu_compile_by(TARGET TOOL): the tool stands in front of the target's compiler.
function(simt_cu_compile_by target tool)
  get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
  if(NOT launcher)
    set(launcher "")
  endif()
  if(NOT "--compile" IN_LIST launcher)
    set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER "${tool}" --compile ${launcher})
  endif()
endfunction()

# simt_include_folder(RESULT): the folder of the headers: beside this one, or where they are installed.
function(simt_include_folder result)
  set(folder "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../include")
  if(NOT EXISTS "${folder}/simt/config.hpp")
    set(folder "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../include")
  endif()
  cmake_path(NORMAL_PATH folder)
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# simt_translated_options(RESULT): the compiler's options for what the tool writes, stated once in a header.
function(simt_translated_options result)
  simt_include_folder(folder)
  file(STRINGS "${folder}/simt/cuda/detail/translated_options.h" options REGEX "^ *\"-f")
  string(REGEX MATCHALL "-f[a-z-]+" options "${options}")
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# simt_target_option(TARGET NAME RESULT): the target's property, or else the variable of that name.
function(simt_target_option target name result)
  get_target_property(wanted ${target} ${name})
  if(wanted STREQUAL "wanted-NOTFOUND")
    set(wanted "${${name}}")
  endif()
  set(${result} "${wanted}" PARENT_SCOPE)
endfunction()

# simt_cu_tool(RESULT): the path of simt-cu, and in RESULT_target the target that makes it; empty where it
# is there already: SIMT_CU_TOOL, or else what was installed for this machine.
function(simt_cu_tool result)
  set(${result}_target "" PARENT_SCOPE)
  if(SIMT_CU_TOOL)
    set(${result} "${SIMT_CU_TOOL}" PARENT_SCOPE)
    return()
  endif()
  if(NOT TARGET simt_cu_tool)
    get_property(installed GLOBAL PROPERTY simt_cu_tool_installed)
    if(installed)
      set(${result} "${installed}" PARENT_SCOPE)
      return()
    endif()
  endif()
  set(simt_cu_tool_path "${CMAKE_BINARY_DIR}/simt-cu/simt-cu${CMAKE_HOST_EXECUTABLE_SUFFIX}")
  set(${result} "${simt_cu_tool_path}" PARENT_SCOPE)
  set(${result}_target simt_cu_tool PARENT_SCOPE)
  if(TARGET simt_cu_tool)
    return()
  endif()
  # The list of CUDA's functions is the headers': beside this folder, or where they are installed.
  simt_include_folder(simt_cu_tool_include)
  separate_arguments(arguments NATIVE_COMMAND "${CMAKE_CXX_COMPILER_ARG1}")
  set(simt_cu_tool_compiler "${CMAKE_CXX_COMPILER}" ${arguments})
  if(CMAKE_CROSSCOMPILING)
    find_program(SIMT_HOST_CXX NAMES $ENV{CXX_FOR_BUILD} c++ g++ clang++ NO_CMAKE_FIND_ROOT_PATH
                 DOC "C++20 compiler for programs that run while building")
    set(simt_cu_tool_compiler "${SIMT_HOST_CXX}")
  endif()
  if(NOT simt_cu_tool_compiler)
    message(FATAL_ERROR "simt: simt-cu needs a C++20 compiler for this machine: set SIMT_HOST_CXX")
  endif()
  add_subdirectory("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cu" "${CMAKE_BINARY_DIR}/simt-cu")
endfunction()

# simt_cu_use_installed(PATH): takes a program that was installed, if it runs here and is of this version.
function(simt_cu_use_installed path version)
  if(NOT EXISTS "${path}")
    return()
  endif()
  execute_process(COMMAND "${path}" --version OUTPUT_VARIABLE output ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND output STREQUAL "simt-cu ${version}\n")
    set_property(GLOBAL PROPERTY simt_cu_tool_installed "${path}")
  endif()
endfunction()
cmake_policy(POP)
