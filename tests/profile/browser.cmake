# Has a browser without a window show the page of PROGRAM, and compares what it says with the JSON file; leaves
# FOLDER/browser.png.
cmake_minimum_required(VERSION 3.25)
set(path "${FOLDER}/browser")
execute_process(COMMAND ${CMAKE_COMMAND} -E env
                        "SIMT_PROFILE_OPTIONS=json=${path}.json html=${path}.html quiet trace=nested" "${PROGRAM}"
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${NODE}" "${CMAKE_CURRENT_LIST_DIR}/browser.mjs" "${CHROMIUM}" "${path}.html" "${path}.json"
                        "${path}.png" COMMAND_ERROR_IS_FATAL ANY)
