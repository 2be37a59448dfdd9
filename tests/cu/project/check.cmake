# cmake -D CXX=<compiler> -D SIMT_CMAKE_DIR=<folder> -D GENERATOR=<name> -D FOLDER=<scratch>
#       [-D TOOL=<simt-cu> | -D PARTS=<folder>] -P check.cmake
# Builds a copy of this project, and simt-cu where none is given, runs it, changes an included header and
# looks what is built again. Of simt-cu it takes the objects in PARTS, which the same commands have made:
# what is compiled is the same, and takes most of a minute.
file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/" DESTINATION "${FOLDER}/source")

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output
                  RESULT_VARIABLE status)
  set(output "${output}" PARENT_SCOPE)
  set(status "${status}" PARENT_SCOPE)
endfunction()
function(must_run)
  run(${ARGN})
  if(status)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
function(must_print program expected)
  must_run("${FOLDER}/build/${program}")
  if(NOT output STREQUAL "${expected}\n")
    message(FATAL_ERROR "${program} printed ${output}instead of ${expected}")
  endif()
endfunction()
function(must_fail target expected)
  run(${CMAKE_COMMAND} --build "${FOLDER}/build" --target ${target})
  if(NOT status OR NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${target} should fail with '${expected}', but:\n${output}")
  endif()
endfunction()

set(ENV{SIMT_TEST_PARTS} "${PARTS}")
must_run(${CMAKE_COMMAND} -S "${FOLDER}/source" -B "${FOLDER}/build" -G "${GENERATOR}"
         -D "CMAKE_CXX_COMPILER=${CXX}" -D "SIMT_CMAKE_DIR=${SIMT_CMAKE_DIR}"
         -D CMAKE_EXPORT_COMPILE_COMMANDS=OFF -D "SIMT_CU_TOOL=${TOOL}"
         -D "CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CURRENT_LIST_DIR}/reuse.sh"
         -D SIMT_CU_TOOL_OPTIONS=-O0)  # it reads a few files
must_run(${CMAKE_COMMAND} --build "${FOLDER}/build")
if(NOT output MATCHES "twice\\.cu:4: twice_kernel: thread kernel: [^\n]*the compiler refused")
  message(FATAL_ERROR "no report of a lane form that the compiler refuses:\n${output}")
endif()
foreach(program program listed fresh refused)
  must_print(${program} "42 7")
endforeach()
must_print(forms "12 kernels ran")
must_fail(broken "broken\\.cu:5: error: <<< without >>>")
must_fail(wrong "wrong\\.cu:7:[0-9]+: error: .*undeclared_name")
must_fail(arguments "arguments\\.cu:5:[0-9]+: error: ")

# A header of a header: the copy in the build folder is made again.
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
file(READ "${FOLDER}/source/sub/add.cuh" text)
string(REPLACE "n + 1" "n + 2" text "${text}")
file(WRITE "${FOLDER}/source/sub/add.cuh" "${text}")
must_run(${CMAKE_COMMAND} --build "${FOLDER}/build")
must_print(program "44 7")
# Nothing changed: nothing is rewritten again.
must_run(${CMAKE_COMMAND} --build "${FOLDER}/build")
if(output MATCHES "Rewriting|Building")
  message(FATAL_ERROR "built again without a change:\n${output}")
endif()
# A second compilation knows what the first one found out.
file(GLOB_RECURSE objects "${FOLDER}/build/CMakeFiles/refused.dir/twice.cu.cpp.o")
file(REMOVE ${objects})
must_run(${CMAKE_COMMAND} --build "${FOLDER}/build" --target refused)
if(NOT objects OR NOT output MATCHES "twice_kernel: thread kernel: [^\n]*the compiler refused")
  message(FATAL_ERROR "another report of a second compilation:\n${output}")
endif()
