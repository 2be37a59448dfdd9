# Runs after linking: writes ctest entries, one per test case of PROGRAM, to a file in FOLDER for each
# of the test files FILES (relative to SOURCE) that PROGRAM was made of. In place of
# doctest_discover_tests, which loses names like "[A-001] f: range [0, n); empty" (brackets and
# semicolons make CMake lists), passes no list of labels and does not know files apart.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${EMULATOR} "${PROGRAM}" --list-test-cases --reporters=xml --no-colors=true
                OUTPUT_VARIABLE rest RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${PROGRAM} --list-test-cases: ${failed}\n${rest}")
endif()

set(command)
foreach(word IN LISTS EMULATOR PROGRAM)
  string(APPEND command " [==[${word}]==]")
endforeach()

# A file's tests are named after it, those of a room's file after the room: lanes/index, lanes/flow.
foreach(file IN LISTS FILES)
  if(file MATCHES "^([^/]+/[^/]+)/")
    set(prefix_${file} "${CMAKE_MATCH_1}")
  else()
    string(REGEX REPLACE "^(.*/)(test_)?([^/]*)[.]cpp$" "\\1\\3" prefix_${file} "${file}")
  endif()
  file(STRINGS "${SOURCE}/${file}" labels REGEX "^// LABELS:")
  list(TRANSFORM labels REPLACE "^// LABELS: *" "")
  string(REPLACE " " ";" labels "${labels}")
  if(NOT "long" IN_LIST labels)
    list(PREPEND labels quick)
  endif()
  set(labels_${file} "${labels}")
  set(script_${file} "")
endforeach()

list(LENGTH FILES count)
while(rest MATCHES "<TestCase name=\"([^\"]*)\"[^>]* filename=\"([^\"]*)\"[^>]*>(.*)$")
  set(name "${CMAKE_MATCH_1}")
  set(path "${CMAKE_MATCH_2}")
  set(rest "${CMAKE_MATCH_3}")
  string(REPLACE "&quot;" "\"" name "${name}")
  string(REPLACE "&lt;" "<" name "${name}")
  string(REPLACE "&gt;" ">" name "${name}")
  string(REPLACE "&amp;" "&" name "${name}")
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE file)
  set(of_file "[==[--source-file=*/${file}]==] ")
  if(count EQUAL 1)  # what it includes, or #line says, is the file's, too
    set(file "${FILES}")
    set(of_file "")
  endif()
  if(NOT DEFINED script_${file})
    message(FATAL_ERROR "${PROGRAM} has a test case of ${path}, which is none of its files")
  endif()
  string(REPLACE "\\" "\\\\" filter "${name}")
  string(REPLACE "," "\\," filter "${filter}")
  set(test "${prefix_${file}}: ${name}")
  # A filter that matches no test case would exit 0.
  string(APPEND script_${file}
    "add_test([==[${test}]==]${command} ${of_file}[==[--test-case=${filter}]==])\n"
    "set_tests_properties([==[${test}]==] PROPERTIES LABELS [==[${labels_${file}}]==] TIMEOUT 300\n"
    "  FAIL_REGULAR_EXPRESSION [==[test cases: +0 ]==] ENVIRONMENT [==[${ENVIRONMENT}]==])\n")
endwhile()

foreach(file IN LISTS FILES)
  if(script_${file} STREQUAL "")
    message(FATAL_ERROR "${file} has no test case")
  endif()
  string(REPLACE "/" "_" name "${file}")
  file(WRITE "${FOLDER}/${name}.cmake" "${script_${file}}")
endforeach()
