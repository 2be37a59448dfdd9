# Reads the documentation under ROOT and fails where it names a file or folder that is not there:
# `launch/shape.hpp` (of include/simt), `tests/headers/layers.cmake` (of ROOT), [text](docs/x.md).
cmake_minimum_required(VERSION 3.25)
file(GLOB pages RELATIVE "${ROOT}" "${ROOT}/*.md" "${ROOT}/docs/*.md" "${ROOT}/tests/*/README.md")
set(named 0)
set(errors)
foreach(page IN LISTS pages)
  cmake_path(GET page PARENT_PATH folder)
  file(READ "${ROOT}/${page}" text)
  string(REGEX REPLACE "[][;]" " " text "${text}")  # CMake's own in lists
  # In backticks, with a folder and an ending, or a folder's slash at its end.
  string(REGEX MATCHALL "`(include|tests|docs|cmake|benchmarks|examples|simd|lanes|engine|builtins|kernel|texture|launch|runtime|thread|cuda|simt)/[A-Za-z0-9_./-]*(/|[.][a-z]+)`"
         paths "${text}")
  foreach(path IN LISTS paths)
    string(REPLACE "`" "" path "${path}")
    math(EXPR named "${named} + 1")
    if(NOT EXISTS "${ROOT}/${path}" AND NOT EXISTS "${ROOT}/include/simt/${path}" AND
       NOT EXISTS "${ROOT}/include/${path}")
      list(APPEND errors "${page}: there is no ${path}")
    endif()
  endforeach()
  string(REGEX MATCHALL "[(][A-Za-z0-9_./-]+[.](md|svg|cpp|hpp|def|py|jpg|png)[)#]" links "${text}")
  foreach(link IN LISTS links)
    string(REGEX REPLACE "[()#]" "" link "${link}")
    math(EXPR named "${named} + 1")
    if(NOT EXISTS "${ROOT}/${folder}/${link}")
      list(APPEND errors "${page}: there is no ${link}")
    endif()
  endforeach()
endforeach()

foreach(error IN LISTS errors)
  message(SEND_ERROR "${error}")
endforeach()
if(named LESS 50)
  message(FATAL_ERROR "found only ${named} names of files in ${pages}")
endif()
message(STATUS "${named} names of files read")
