# Runs the compiler on FILE. Its first lines say what must happen:
#   // EXPECT: regex           compiling fails, and a line of the messages matches (CMake's regexes);
#                              each such line must match
#   // EXPECT-GNU: regex       the same for g++ only; likewise EXPECT-Clang
# The messages are short: above the first error stand the headers and calls through which it came,
# and that many lines in all go with an error.
# A file that mentions FIXED must compile with -DFIXED: proof that nothing else is wrong in it. With
# FIXED=LATER this is not tried, with FIXED=NOW nothing else.
# A file with `// TO-THE-END: options` is compiled with these, until there is code: what is told of calls
# that are left over.
# HEADER: what FILE includes, which a run with PRECOMPILE=ON has compiled before.
cmake_minimum_required(VERSION 3.25)
set(ENV{LC_ALL} C)
# (The compiler's memory in large pages: see `build` in cmake/setup.sh.)
set(ENV{GLIBC_TUNABLES} glibc.malloc.hugetlb=1)
set(command "${COMPILER}" ${FLAGS} ${OPTIONS})
foreach(dir IN LISTS INCLUDES)
  list(APPEND command -I "${dir}")
endforeach()
foreach(dir IN LISTS SYSTEM_INCLUDES)
  # As -isystem, /usr/include would move in front of the C++ library's own folders.
  if(NOT dir STREQUAL "/usr/include")
    list(APPEND command -isystem "${dir}")
  endif()
endforeach()

if(COMPILER_ID STREQUAL "GNU")
  set(compiled gch)
else()
  set(compiled pch)
endif()
if(PRECOMPILE)
  execute_process(COMMAND ${command} -x c++-header -o "${FILE}.${compiled}" "${FILE}"
                  COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()
file(READ "${FILE}" text)
if(text MATCHES "// TO-THE-END: ([^\n]+)" AND NOT FIXED STREQUAL "NOW")
  separate_arguments(options UNIX_COMMAND "${CMAKE_MATCH_1}")
  list(APPEND command ${options} -S -o /dev/null)
else()
  list(APPEND command -fsyntax-only)
endif()
if(HEADER)
  list(APPEND command -include "${HEADER}")
endif()

if(FIXED STREQUAL "NOW")
  execute_process(COMMAND ${command} -DFIXED "${FILE}" RESULT_VARIABLE failed ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${FILE}: does not compile with -DFIXED:\n${output}")
  endif()
  return()
endif()

# Without lists: a message may hold brackets and semicolons.
set(expected 0)
string(REPLACE ";" "<semicolon>" rest "${text}")
execute_process(COMMAND ${command} "${FILE}" RESULT_VARIABLE failed OUTPUT_VARIABLE output
                ERROR_VARIABLE output)
if(NOT failed)
  message(FATAL_ERROR "${FILE} compiles")
endif()
while(rest MATCHES "// EXPECT(-[A-Za-z]+)?: ([^\n]+)\n(.*)")
  set(only "${CMAKE_MATCH_1}")
  set(regex "${CMAKE_MATCH_2}")
  set(rest "${CMAKE_MATCH_3}")
  string(REPLACE "<semicolon>" ";" regex "${regex}")
  if(only STREQUAL "" OR only STREQUAL "-${COMPILER_ID}")
    math(EXPR expected "${expected} + 1")
    if(NOT output MATCHES "${regex}")
      message(FATAL_ERROR "${FILE}: no message matches: ${regex}\n${output}")
    endif()
  endif()
endwhile()
if(expected EQUAL 0)
  message(FATAL_ERROR "${FILE}: has no line `// EXPECT: regex` for ${COMPILER_ID}")
endif()

# Lines of messages; clang writes three for a step from the error to the user's call, g++ one.
set(above_GNU 15)
set(each_GNU 25)
set(above_Clang 15)
set(each_Clang 34)
string(REGEX REPLACE "[^\n]+" "" lines "${output}")
string(LENGTH "${lines}" lines)
string(REGEX MATCHALL " error: " errors "${output}")
list(LENGTH errors errors)
string(FIND "${output}" " error: " at)
string(SUBSTRING "${output}" 0 ${at} above)
string(REGEX REPLACE "[^\n]+" "" above "${above}")
string(LENGTH "${above}" above)
math(EXPR most "${errors} * ${each_${COMPILER_ID}}")
if(above GREATER above_${COMPILER_ID} OR lines GREATER most)
  message(FATAL_ERROR "${FILE}: the messages have ${lines} lines, ${above} above the first error; "
                      "they may have ${most} for ${errors} errors, and ${above_${COMPILER_ID}} above "
                      "the first\n${output}")
endif()

if(text MATCHES "FIXED" AND NOT FIXED STREQUAL "LATER")
  execute_process(COMMAND ${command} -DFIXED "${FILE}" RESULT_VARIABLE failed ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${FILE}: does not compile with -DFIXED:\n${output}")
  endif()
endif()
