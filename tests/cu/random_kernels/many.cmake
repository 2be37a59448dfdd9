# Random kernels by the thousand: generated, translated, compiled without optimisation and compared in
# thread form (also with a GPU's answers, recorded.tsv), lane form and gangs of one lane, by turns for
# several instruction sets. -D CXX, GENERATE, TOOL, SOURCE (this folder), INCLUDE (the library's),
# FOLDER (to work in), TBB (its library), PROCESSOR, KERNELS; first seed: FIRST. FOLDER/passed lists the
# programs that passed: a later run leaves them out. A program that fails stays in FOLDER. A kernel that
# does not become a lane kernel fails, too.
cmake_minimum_required(VERSION 3.22)
set(each 24)  # kernels a program
if(NOT FIRST)
  set(FIRST 1)
endif()
math(EXPR last "${FIRST} + (${KERNELS} + ${each} - 1) / ${each} - 1")
set(flags -march=native)
if(PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND flags -march=haswell -march=x86-64)
endif()
list(LENGTH flags kinds)
# 0: the widths that launches choose, which cost a second instantiation and leave out one lane.
set(widths "32,1" "64,1" "32,1" 0)
set(failed 0)
set(run 0)
file(MAKE_DIRECTORY "${FOLDER}")
set(passed "")
if(EXISTS "${FOLDER}/passed")
  file(STRINGS "${FOLDER}/passed" passed)
endif()
foreach(seed RANGE ${FIRST} ${last})
  # Every second program of the first grammar is one with structures of the thread's own and long
  # statements in double.
  math(EXPR kind "${seed} / 2 % 2")
  if(kind AND seed LESS_EQUAL 100000)
    math(EXPR seed "${seed} + 1000")
  endif()
  math(EXPR kind "${seed} % ${kinds}")
  list(GET flags ${kind} flag)
  math(EXPR kind "${seed} / ${kinds} % 4")
  list(GET widths ${kind} width)
  set(name "${FOLDER}/random${seed}")
  set(line "${seed} ${each} ${flag} ${width}")
  if("${line}" IN_LIST passed)
    math(EXPR run "${run} + ${each}")
    continue()
  endif()
  set(definition -w)
  if(width)
    set(definition "-DSIMT_GANG_LANES=${width}")
  endif()
  execute_process(COMMAND "${GENERATE}" ${seed} ${each} OUTPUT_FILE "${name}.cu" RESULT_VARIABLE bad)
  if(NOT bad)
    execute_process(COMMAND "${TOOL}" --vectorize --report -o "${name}.cpp" --mirror "${name}.include"
                            -I "${SOURCE}" "${name}.cu"
                    OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE bad)
    # The bounds of some loops are read from memory in each turn.
    string(REPLACE "a loop whose end hangs on memory that it also writes" "" report "${report}")
    string(REGEX REPLACE "a call of f[0-9], which may wait in a loop|a loop whose end hangs on f[0-9]" ""
           report "${report}")
    # Programs with classes (seeds from 100001 on) also have what no lane form is written for.
    if(seed LESS_EQUAL 100000 AND report MATCHES "thread kernel: [^\n]*[0-9]: [^\n]")
      set(bad "no lane kernel")
    endif()
  endif()
  if(NOT bad)
    execute_process(COMMAND "${CXX}" -std=c++20 -O0 -w -ffp-contract=off -fwrapv ${flag}
                            -fno-strict-aliasing -DSIMT_INLINE=inline ${definition} -I "${INCLUDE}"
                            -I "${INCLUDE}/simt/cuda" -I "${SOURCE}" "${name}.cpp" "${TBB}"
                            -o "${name}"
                    OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE bad)
  endif()
  if(NOT bad)
    execute_process(COMMAND "${name}" "${SOURCE}/recorded.tsv" TIMEOUT 300 OUTPUT_VARIABLE report
                    ERROR_VARIABLE report RESULT_VARIABLE bad)
  endif()
  if(bad)
    math(EXPR failed "${failed} + 1")
    string(SUBSTRING "${report}" 0 2000 report)
    message("seed ${seed}, ${flag}, lanes ${width}: ${bad}\n${report}")
  else()
    math(EXPR run "${run} + ${each}")
    file(APPEND "${FOLDER}/passed" "${line}\n")
    file(REMOVE "${name}" "${name}.cu" "${name}.cpp")
    file(REMOVE_RECURSE "${name}.include")
  endif()
endforeach()
message("${run} kernels passed, ${failed} programs failed")
if(failed)
  message(FATAL_ERROR "forms differ")
endif()
