# Flags for our own tests, examples and benchmarks; users of simt::simt get none of them.

set(CMAKE_CXX_EXTENSIONS OFF)  # -std=c++20

# g++ looks for memory to use again when its heap has grown by so many KB: a tenth of its time less,
# for 200 MB more.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=600000)
endif()

add_library(simt_develop INTERFACE)
target_link_libraries(simt_develop INTERFACE simt::simt)

# Without: a tenth of g++'s time less.
option(SIMT_WARN "Compile our own sources with the compiler's warnings" ON)
set(simt_warning_flags -w)
if(SIMT_WARN)
  set(simt_warning_flags -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(SIMT_WERROR)
    list(APPEND simt_warning_flags -Werror)
  endif()
endif()
add_library(simt_warnings INTERFACE)
target_compile_options(simt_warnings INTERFACE ${simt_warning_flags})
# The tool of the .cu step is compiled by commands.
if(NOT CMAKE_CROSSCOMPILING)
  set(SIMT_CU_TOOL_OPTIONS ${simt_warning_flags})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 sees overlaps in every "text" + std::string (GCC bug 105651).
    list(APPEND SIMT_CU_TOOL_OPTIONS -Wno-restrict)
  endif()
endif()

# SIMT_NATIVE_FLAG: what SIMT_NATIVE adds, also for the tests that call the compiler themselves.
set(SIMT_NATIVE_FLAG "")
if(SIMT_NATIVE)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(SIMT_NATIVE_FLAG -mcpu=native)
  else()
    set(SIMT_NATIVE_FLAG -march=native)
  endif()
endif()
add_library(simt_native INTERFACE)
target_compile_options(simt_native INTERFACE ${SIMT_NATIVE_FLAG})

# SIMT_RUN_ENVIRONMENT: the environment of every test.
set(SIMT_RUN_ENVIRONMENT "")
if(SIMT_SANITIZE)
  target_compile_options(simt_develop INTERFACE -fsanitize=${SIMT_SANITIZE}
                                                -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(simt_develop INTERFACE -fsanitize=${SIMT_SANITIZE})
  if(SIMT_SANITIZE MATCHES "thread")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # g++ warns that its run-time does not model fences; ours order flags that are atomic anyway.
      target_compile_options(simt_develop INTERFACE -Wno-tsan)
    endif()
    # Debian's TBB is not instrumented.
    set(SIMT_RUN_ENVIRONMENT
        "TSAN_OPTIONS=halt_on_error=1 suppressions=${CMAKE_CURRENT_LIST_DIR}/tsan.supp")
    # The run-time of g++ 12 and clang 14 stops where the kernel randomises addresses by more than
    # 28 bits; newer ones start themselves again.
    find_program(SIMT_SETARCH setarch)
    if(SIMT_SETARCH AND NOT CMAKE_CROSSCOMPILING)
      execute_process(COMMAND ${SIMT_SETARCH} -R true RESULT_VARIABLE simt_setarch_failed
                      OUTPUT_QUIET ERROR_QUIET)
      if(NOT simt_setarch_failed)
        set(CMAKE_CROSSCOMPILING_EMULATOR ${SIMT_SETARCH} -R)
      endif()
    endif()
  endif()
endif()
