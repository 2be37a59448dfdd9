# Fails where a header of ROOT's include/simt has no test by its name, and where an exception
# (untested.txt) is none any more.
#
# include/simt/<layer>/<room>/x.hpp is tested by tests/<layer>/<room>/test_x.cpp or by
# tests/<layer>/test_<room>_x.cpp; by tests/<layer>/test_x.cpp or by any test_x.cpp of the layer where
# no other header of the layer is called x, or where x is called as its room is. A header without a
# room is one of the layer itself, those of detail/ are, too.
#
# cuda/ holds CUDA's names for what other layers do: its tests go by what programs do with them.
# x-inl.hpp is the part of x.hpp that a library may hold: x.hpp's test is its own.
cmake_minimum_required(VERSION 3.25)
set(include_dir "${ROOT}/include/simt")
file(GLOB_RECURSE headers RELATIVE "${include_dir}" "${include_dir}/*.hpp")
file(GLOB_RECURSE tests RELATIVE "${ROOT}/tests" "${ROOT}/tests/*/test_*.cpp")
list(FILTER headers EXCLUDE REGEX "^cuda/|-inl[.]hpp$")
list(FILTER headers INCLUDE REGEX "/")  # umbrellas, macros and the version are of no layer
set(errors)

# path | reason
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/untested.txt" lines REGEX "^[^#]")
set(exceptions)
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([a-z0-9_./]+) [|] (.+)$")
    list(APPEND errors "untested.txt: '${line}' is not 'header | reason'")
    continue()
  endif()
  set(header "${CMAKE_MATCH_1}")
  set(reason "${CMAKE_MATCH_2}")
  list(APPEND exceptions "${header}")
  if(NOT header IN_LIST headers)
    list(APPEND errors "untested.txt: there is no ${header}")
  endif()
  if(reason MATCHES "^by ([^ :]+)")
    if(NOT EXISTS "${ROOT}/tests/${CMAKE_MATCH_1}")
      list(APPEND errors "untested.txt: ${header}: there is no tests/${CMAKE_MATCH_1}")
    endif()
  elseif(NOT reason MATCHES "^(collects|declares)")
    list(APPEND errors "untested.txt: ${header}: a reason is 'collects ...', 'declares ...' or 'by <file of tests>: ...'")
  endif()
endforeach()

# How many headers of a layer have a name.
foreach(header IN LISTS headers)
  string(REGEX MATCH "^[^/]+" layer "${header}")
  cmake_path(GET header STEM name)
  list(APPEND named_${layer}_${name} "${header}")
endforeach()

set(with_test 0)
foreach(header IN LISTS headers)
  string(REGEX MATCH "^[^/]+" layer "${header}")
  cmake_path(GET header STEM name)
  cmake_path(GET header PARENT_PATH folder)
  cmake_path(GET folder FILENAME room)
  if(room STREQUAL layer OR room STREQUAL "detail")
    set(room)
  endif()
  set(found FALSE)
  if(room AND ("${layer}/${room}/test_${name}.cpp" IN_LIST tests OR
               "${layer}/test_${room}_${name}.cpp" IN_LIST tests))
    set(found TRUE)
  endif()
  list(LENGTH named_${layer}_${name} same)
  if(NOT found AND (same EQUAL 1 OR NOT room OR room STREQUAL name))
    if("${layer}/test_${name}.cpp" IN_LIST tests)
      set(found TRUE)
    elseif(same EQUAL 1)
      set(others "${tests}")
      list(FILTER others INCLUDE REGEX "^${layer}/[^/]+/test_${name}[.]cpp$")
      if(others)
        set(found TRUE)
      endif()
    endif()
  endif()
  if(found)
    math(EXPR with_test "${with_test} + 1")
    if(header IN_LIST exceptions)
      list(APPEND errors "untested.txt: ${header} has a test by its name: take the line out")
    endif()
  elseif(NOT header IN_LIST exceptions)
    list(APPEND errors "include/simt/${header}: no tests/${layer}/${room}/test_${name}.cpp (tests/headers/tested.cmake)")
  endif()
endforeach()

foreach(error IN LISTS errors)
  string(REPLACE "//" "/" error "${error}")
  message(SEND_ERROR "${error}")
endforeach()
list(LENGTH exceptions without)
if(with_test LESS 100)
  message(FATAL_ERROR "found only ${with_test} headers with a test under ${ROOT}")
endif()
message(STATUS "${with_test} headers with a test by their name, ${without} exceptions")
