# Random kernels by the thousand: generated, translated, compiled without optimisation and compared in
# both forms, the lane form also in gangs of one lane. -D CXX, GENERATE, TOOL, SOURCE (this folder),
# INCLUDE (the library's), FOLDER (to work in), TBB (its library), KERNELS; first seed: FIRST. A
# program that fails stays in FOLDER.
cmake_minimum_required(VERSION 3.22)
set(each 12)  # kernels a program
if(NOT FIRST)
  set(FIRST 1)
endif()
math(EXPR last "${FIRST} + (${KERNELS} + ${each} - 1) / ${each} - 1")
set(failed 0)
set(lanes 0)
set(threads 0)
file(MAKE_DIRECTORY "${FOLDER}")
foreach(seed RANGE ${FIRST} ${last})
  set(name "${FOLDER}/random${seed}")
  execute_process(COMMAND "${GENERATE}" ${seed} ${each} OUTPUT_FILE "${name}.cu" RESULT_VARIABLE bad)
  if(NOT bad)
    execute_process(COMMAND "${TOOL}" --vectorize --report -o "${name}.cpp" --mirror "${name}.include"
                            -I "${SOURCE}" "${name}.cu" --check "${CXX}" -std=c++20 -fsyntax-only -w
                            -I "${INCLUDE}" -I "${INCLUDE}/simt/cuda" -I "${SOURCE}"
                    OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE bad)
    string(REGEX MATCHALL ": lane kernel" found "${report}")
    list(LENGTH found count)
    math(EXPR lanes "${lanes} + ${count}")
    string(REGEX MATCHALL ": thread kernel" found "${report}")
    list(LENGTH found count)
    math(EXPR threads "${threads} + ${count}")
  endif()
  foreach(width IN ITEMS -w -DSIMT_GANG_LANES=1)
    if(NOT bad)
      execute_process(COMMAND "${CXX}" -std=c++20 -O0 -w -ffp-contract=off -fwrapv
                              -DSIMT_INLINE=inline ${width} -I "${INCLUDE}"
                              -I "${INCLUDE}/simt/cuda" -I "${SOURCE}" "${name}.cpp" "${TBB}"
                              -o "${name}"
                      OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE bad)
    endif()
    if(NOT bad)
      execute_process(COMMAND "${name}" TIMEOUT 120 OUTPUT_VARIABLE report ERROR_VARIABLE report
                      RESULT_VARIABLE bad)
    endif()
  endforeach()
  if(bad)
    math(EXPR failed "${failed} + 1")
    string(SUBSTRING "${report}" 0 600 report)
    message("seed ${seed}: ${bad}\n${report}")
  else()
    file(REMOVE "${name}" "${name}.cu" "${name}.cpp")
    file(REMOVE_RECURSE "${name}.include")
  endif()
endforeach()
message("${lanes} lane kernels, ${threads} thread kernels, ${failed} programs failed")
if(failed)
  message(FATAL_ERROR "forms differ")
endif()
