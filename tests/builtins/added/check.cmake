# cmake -D CXX=<compiler> -D SOURCE=<simt's folder> -D FOLDER=<scratch> -D TBB=<library>
#       -D "OBJECTS=<what the tool was linked of>" -P check.cmake
# Adds functions to a copy of the headers, as CONTRIBUTING.md says: one line in builtins.def and its
# operation; of a function of half precision the line has both. Lane kernels, thread kernels, CUDA's
# headers and the .cu step must know it; of a function without a line the .cu step must say that it does
# not.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${SOURCE}/include" DESTINATION "${FOLDER}")
set(builtins "${FOLDER}/include/simt/builtins")

function(add file before text)
  file(READ "${file}" all)
  string(FIND "${all}" "${before}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${file} has no text '${before}'")
  endif()
  string(REPLACE "${before}" "${text}${before}" all "${all}")
  file(WRITE "${file}" "${all}")
endfunction()
add("${builtins}/builtins.def" "  F(__popc, pure," "  F(__parity, pure, parity_op, unsigned, int) \\\n")
add("${builtins}/integer/bits.hpp" "struct byte_perm_op {"
"struct parity_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    return popc_op::apply<U>(x) & simd::broadcast<U>(1u);
  }
};
")
add("${builtins}/half/half.def" "  F(ceil, pure," "  F(cbrt, pure, std::cbrt(x), simt::cbrt(x)) \\\n")

function(must_run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output
                  RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
function(must_say text)
  if(NOT output MATCHES "${text}")
    message(FATAL_ERROR "expected '${text}' in:\n${output}")
  endif()
endfunction()

# Without optimisation: what counts here is the compilers' time.
set(compile "${CXX}" -std=c++20 -O0 "-I${FOLDER}/include")
# Of the tool what the compiler said to hang on the list is compiled again.
set(tool)
foreach(object IN LISTS OBJECTS)
  file(STRINGS "${object}.d" listed REGEX "builtins[.]def")
  if(listed)
    string(REGEX REPLACE "[.]o$" ".cpp" object "${object}")
  endif()
  list(APPEND tool "${object}")
endforeach()
if(NOT "${tool}" MATCHES "[.]cpp")
  message(FATAL_ERROR "no part of the tool names builtins.def: ${OBJECTS}")
endif()
must_run(${compile} -o "${FOLDER}/simt-cu" ${tool})
set(here "${CMAKE_CURRENT_LIST_DIR}")
must_run("${FOLDER}/simt-cu" --vectorize --report -o "${FOLDER}/kernels.cpp" "${here}/kernels.cu")
must_say("as_lanes: lane kernel")
must_say("halves: lane kernel")
must_say("as_threads: thread kernel")
must_run("${FOLDER}/simt-cu" --vectorize --report -DFORGOTTEN -o "${FOLDER}/forgotten.cpp"
         "${here}/kernels.cu")
must_say("forgets: thread kernel: [^\n]*a call of __forgotten, which is neither the program's nor")
set(link -w -DSIMT_INLINE=inline -pthread -Wl,--as-needed)
must_run(${compile} ${link} -o "${FOLDER}/lane" "${here}/lane.cpp" "${TBB}")
must_run("${FOLDER}/lane")
must_run(${compile} ${link} "-I${FOLDER}/include/simt/cuda" -fno-strict-aliasing
         -DSIMT_GANG_LANES=32 -o "${FOLDER}/kernels"
         "${FOLDER}/kernels.cpp" "${TBB}")
must_run("${FOLDER}/kernels")
