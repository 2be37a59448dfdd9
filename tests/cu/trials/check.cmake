# A compiler's error that names no lane form costs the guilty forms only: they are found by halves.
#   cmake -D TOOL=simt-cu -D OUT=FOLDER -P check.cmake
set(here "${CMAKE_CURRENT_LIST_DIR}")
file(MAKE_DIRECTORY "${OUT}")

# What the tool reports of kernels.cu where the compiler refuses a pattern, and how many trials it took.
function(try pattern)
  file(REMOVE "${OUT}/count")
  execute_process(
    COMMAND "${TOOL}" --vectorize --report -o "${OUT}/kernels.cpp" "${here}/kernels.cu"
            --check sh "${here}/compiler.sh" "${pattern}" "${OUT}/count"
    OUTPUT_VARIABLE report ERROR_VARIABLE told COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS "${OUT}/count" trials)
  list(LENGTH trials trials)
  set(report "${report}" PARENT_SCOPE)
  set(told "${told}" PARENT_SCOPE)
  set(trials ${trials} PARENT_SCOPE)
endfunction()
function(expect kernel fate)
  if(NOT report MATCHES "${kernel}: ${fate}")
    message(SEND_ERROR "${kernel} is no `${fate}`:\n${report}")
  endif()
endfunction()

try(third_simt_lane_L)
expect(third "thread kernel: [^\n]*: the compiler refused the lane form: [^\n]*no word of a lane form")
foreach(kernel IN ITEMS first second fourth fifth sixth)
  expect(${kernel} "lane kernel")
endforeach()
string(REGEX MATCHALL "tried by halves" told "${told}")
list(LENGTH told told)
if(NOT told EQUAL 1 OR trials GREATER 7)
  message(SEND_ERROR "the search is to be told once and to take seven trials at most: ${told}, ${trials}")
endif()

# Whoever calls a device function whose form is lost calls it thread by thread.
try(struct.twice_simt_lane_L)
foreach(kernel IN ITEMS first second third fourth fifth sixth)
  expect(${kernel} "lane kernel")
endforeach()

# The program's own error: one trial more, and no lane form.
try(__global__)
expect(first "thread kernel: [^\n]*: the compiler refused the file: ")
if(NOT trials EQUAL 2 OR told)
  message(SEND_ERROR "an error of the program is to be tried twice, and not told as a search: ${trials}, ${told}")
endif()
