# Runs after linking: writes ctest entries, one per test case of PROGRAM, to FILE. In place of
# doctest_discover_tests, which loses names like "[A-001] f: range [0, n); empty" (brackets and
# semicolons make CMake lists) and passes no list of labels.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${EMULATOR} "${PROGRAM}" --list-test-cases --no-colors=true
                OUTPUT_VARIABLE rest RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${PROGRAM} --list-test-cases: ${failed}\n${rest}")
endif()

set(command)
foreach(word IN LISTS EMULATOR PROGRAM)
  string(APPEND command " [==[${word}]==]")
endforeach()
set(script "")
set(count 0)
while(rest MATCHES "^([^\n]*)\n(.*)$")
  set(name "${CMAKE_MATCH_1}")
  set(rest "${CMAKE_MATCH_2}")
  if(name STREQUAL "" OR name MATCHES "^(=====|\\[doctest\\])")
    continue()
  endif()
  math(EXPR count "${count} + 1")
  string(REPLACE "\\" "\\\\" filter "${name}")
  string(REPLACE "," "\\," filter "${filter}")
  # A filter that matches no test case would exit 0.
  string(APPEND script
    "add_test([==[${PREFIX}: ${name}]==]${command} [==[--test-case=${filter}]==])\n"
    "set_tests_properties([==[${PREFIX}: ${name}]==] PROPERTIES LABELS [==[${LABELS}]==] TIMEOUT 300\n"
    "  FAIL_REGULAR_EXPRESSION [==[test cases: +0 ]==] ENVIRONMENT [==[${ENVIRONMENT}]==])\n")
endwhile()
if(count EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} has no test case")
endif()
file(WRITE "${FILE}" "${script}")
