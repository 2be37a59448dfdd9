# Changes one include, then one folder's headers, in a copy of the project's, and fails where
# docs/layers.py --check does not notice.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${COPY}")
file(COPY "${ROOT}/include/simt" DESTINATION "${COPY}/include")
file(COPY "${ROOT}/tests/headers/layers.cmake" DESTINATION "${COPY}/tests/headers")
file(MAKE_DIRECTORY "${COPY}/docs")

# expect(PATTERN): the check fails and says PATTERN; an empty one: it passes.
function(expect pattern)
  execute_process(COMMAND "${PYTHON}" "${DRAWING}" --root "${COPY}" --check
                  RESULT_VARIABLE result ERROR_VARIABLE said)
  if(pattern STREQUAL "" AND NOT result EQUAL 0)
    message(FATAL_ERROR "a drawing just made is refused: ${said}")
  elseif(NOT pattern STREQUAL "" AND (result EQUAL 0 OR NOT said MATCHES "${pattern}"))
    message(FATAL_ERROR "expected a failure that says '${pattern}', got ${result}: ${said}")
  endif()
endfunction()

execute_process(COMMAND "${PYTHON}" "${DRAWING}" --root "${COPY}" COMMAND_ERROR_IS_FATAL ANY)
expect("")
set(grid "${COPY}/include/simt/engine/grid.hpp")
file(READ "${grid}" text)
file(APPEND "${grid}" "#include <simt/simd/mask.hpp>\n")
expect("not what the includes say")
file(APPEND "${grid}" "#include <simt/launch/launch.hpp>\n")
expect("engine includes from launch")
file(WRITE "${grid}" "${text}")
expect("")
file(WRITE "${COPY}/include/simt/texture/one_more.hpp" "#pragma once\n")
expect("not what the includes say")
file(REMOVE_RECURSE "${COPY}")
