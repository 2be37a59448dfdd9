# The cases of PROGRAM, whose source is SOURCE: each fourth of them, from PART on, is judged, or where PART is `all`
# each. To be included.
execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE list RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${PROGRAM} does not list its cases: ${failed}")
endif()
file(READ "${SOURCE}" whole)
string(REPLACE ";" "," whole "${whole}")
string(REPLACE "\\" "/" whole "${whole}")  # would join lines
string(REPLACE "[" "(" whole "${whole}")
string(REPLACE "]" ")" whole "${whole}")
string(REPLACE "\n" ";" text "${whole}")

string(REGEX MATCHALL "[^\n]+" rows "${list}")
set(index 0)
set(judged 0)

# The lines that end in a mark, each as number:text: only these are looked at for every case.
set(marks "")
set(number 0)
foreach(line IN LISTS text)
  math(EXPR number "${number} + 1")
  if(line MATCHES "// (BUG|OTHER) .*")
    list(APPEND marks "${number}:${CMAKE_MATCH_0}")
  endif()
endforeach()

# marked_lines(WORD CASE RESULT): the lines with the mark of that case.
function(marked_lines word case result)
  set(lines "")
  foreach(mark IN LISTS marks)
    if(mark MATCHES "^([0-9]+):// ${word} (.*, )?${case}(,.*)?$")
      list(APPEND lines ${CMAKE_MATCH_1})
    endif()
  endforeach()
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

# next_turn(RESULT): goes on to the next case; true where it is one of this part.
macro(next_turn result)
  math(EXPR turn "${index} % 4")
  math(EXPR index "${index} + 1")
  set(${result} FALSE)
  if(PART STREQUAL "all" OR turn EQUAL PART)
    set(${result} TRUE)
  endif()
endmacro()

# run_case(CASE): runs it; gives json, said and status.
macro(run_case case)
  cmake_path(GET PROGRAM FILENAME program)
  set(json "${FOLDER}/${program}-${case}.json")  # programs run beside one another
  file(REMOVE "${json}")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env "SIMT_CHECK_OPTIONS=json=${json}" "${PROGRAM}" ${case}
                  RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_QUIET TIMEOUT 120)
endmacro()

# read_findings(RESULT): gives findings of the case that has run, and in last the number of the last one; RESULT is
# false, after a message, where there is none.
macro(read_findings result)
  set(${result} TRUE)
  if(NOT EXISTS "${json}" OR NOT status EQUAL 86)
    message(SEND_ERROR "${case}: not found (status ${status}):\n${said}")
    set(${result} FALSE)
  else()
    file(READ "${json}" findings)
    string(JSON count LENGTH "${findings}")
    math(EXPR last "${count} - 1")
  endif()
endmacro()
