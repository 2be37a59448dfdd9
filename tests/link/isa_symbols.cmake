# xsimd has no namespace for each instruction set: its functions stay apart in a linked program by the
# instruction set among their template arguments. Reads the symbols of OBJECT with NM and fails where
# one of xsimd's names an instruction set that is not in ALLOWED (a regular expression), or names none:
# of such functions the linker would keep one, perhaps one that the processor cannot run.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} -C --defined-only ${OBJECT} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[[;]|\\]" "_" symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
set(seen 0)
foreach(symbol IN LISTS symbols)
  # "address W name": functions of ours that take batches have their own namespace. (xsimd's constants
  # are numbers; they are functions only where nothing is optimised.)
  if(NOT symbol MATCHES " [Vu W]+ .*xsimd::" OR symbol MATCHES "simt::isa_|xsimd::constants::")
    continue()
  endif()
  math(EXPR seen "${seen} + 1")
  string(REGEX REPLACE "${ALLOWED}" "" rest "${symbol}")
  if(rest STREQUAL symbol OR rest MATCHES "sse|avx|neon|fma3<")
    message(SEND_ERROR "${OBJECT}: ${symbol}: not of this unit's instruction set")
  endif()
endforeach()
if(seen EQUAL 0)
  message(SEND_ERROR "${OBJECT}: no symbol of xsimd's; is it compiled without optimisation?")
endif()
message(STATUS "${seen} symbols of xsimd's")
