# COMPUTE_PROFILE and its kind in the environment: the log of CUDA's command line profiler.
cmake_minimum_required(VERSION 3.25)
# run(ENVIRONMENT...): the program's log in `log`, nothing where it has written none.
function(run)
  file(REMOVE "${FOLDER}/compute_0.log" "${FOLDER}/cuda_profile_0.log")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env SIMT_PROFILE_OPTIONS=quiet ${ARGN} "${PROGRAM}"
                  WORKING_DIRECTORY "${FOLDER}" RESULT_VARIABLE status ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "status ${status}: ${said}")
  endif()
  set(log "")
  foreach(name IN ITEMS compute_0.log cuda_profile_0.log)
    if(EXISTS "${FOLDER}/${name}")
      file(READ "${FOLDER}/${name}" log)
      set(log "${name}:${log}")
    endif()
  endforeach()
  set(log "${log}" PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
endfunction()
# want(TEXT...): regular expressions that the log holds.
macro(want)
  foreach(text IN ITEMS ${ARGN})
    if(NOT log MATCHES "${text}")
      message(SEND_ERROR "not in the log: ${text}\n${log}")
    endif()
  endforeach()
endmacro()

run(COMPUTE_PROFILE=0 "COMPUTE_PROFILE_LOG=${FOLDER}/compute_%d.log")
if(log)
  message(SEND_ERROR "a log without COMPUTE_PROFILE: ${log}")
endif()
run(COMPUTE_PROFILE=1)
want("^cuda_profile_0.log:# CUDA_PROFILE_LOG_VERSION 2.0" "\nmethod,gputime,cputime,occupancy\n"
     "\nmethod=. memcpyHtoD . memtransfersize=. 128 .\n"
     "\nmethod=. triggers . gputime=. [0-9.]+ . cputime=. [0-9.]+ . occupancy=. 1.000 .\n"
     "method=. before .*method=. inside ")
if(log MATCHES "behind")
  message(SEND_ERROR "the log has what comes behind cudaProfilerStop: ${log}")
endif()
file(WRITE "${FOLDER}/compute.config" "# what to write\ngridsize\nthreadblocksize\ngst_request\nprof_trigger_02\nwarp_serialize\n")
run(COMPUTE_PROFILE=1 COMPUTE_PROFILE_CSV=1 "COMPUTE_PROFILE_LOG=${FOLDER}/compute_%d.log"
    "COMPUTE_PROFILE_CONFIG=${FOLDER}/compute.config")
want("^compute_0.log:" "\nmethod,gputime,cputime,occupancy,gridsize,threadblocksize,gst_request,prof_trigger_02\n"
     "\ntriggers,[0-9.]+,[0-9.]+,1.000,2 1 1,128 1 1,0,24\n" "\nbefore,[0-9.]+,[0-9.]+,0.500,1 1 1,32 1 1,1,0\n")
if(NOT said MATCHES "COMPUTE_PROFILE_CONFIG: warp_serialize is not counted")
  message(SEND_ERROR "said: ${said}")
endif()
