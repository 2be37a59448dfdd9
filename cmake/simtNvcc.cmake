# nvcc's command line for simt: bin/simt-nvcc, and lib/simt/cuda, which stands where makefiles look for
# CUDA's toolkit. See docs/nvcc.md. Included where simt is installed.
include_guard(GLOBAL)
simt_cu_tool(tool)
simt_include_folder(include)

# The driver: for this machine, as the tool is.
file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/nvcc/*.cpp" "${CMAKE_CURRENT_LIST_DIR}/nvcc/*.hpp")
set(compiled "${sources}")
list(FILTER compiled INCLUDE REGEX "[.]cpp$")
set(simt_nvcc_root "${CMAKE_BINARY_DIR}/simt-nvcc")
set(driver "${simt_nvcc_root}/bin/nvcc")
add_custom_command(OUTPUT "${driver}"
  COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O1 ${SIMT_CU_TOOL_OPTIONS} "-I${include}" -o "${driver}" ${compiled}
  DEPENDS ${sources} "${include}/simt/cuda/detail/translated_options.h"
  COMMENT "Building nvcc's command line" VERBATIM)
# The host runtime, once: with the options that nvcc has where none are given.
set(objects)
foreach(name simt_cuda_runtime simt_c_linkage)
  set(object "${CMAKE_BINARY_DIR}/CMakeFiles/${name}.nvcc.o")
  list(APPEND objects "${object}")
  add_custom_command(OUTPUT "${object}"
    COMMAND "${driver}" -ccbin "${CMAKE_CXX_COMPILER}" -w -Xcompiler -fPIC -MD -MF "${object}.d"
            -DSIMT_CUDA_RUNTIME_LIBRARY=1 -c "${CMAKE_CURRENT_LIST_DIR}/${name}.cpp" -o "${object}"
    DEPENDS "${driver}" "${CMAKE_CURRENT_LIST_DIR}/${name}.cpp" DEPFILE "${object}.d"
    COMMENT "Building CUDA's host runtime: ${name}" VERBATIM)
endforeach()
set(library "${simt_nvcc_root}/lib64/libsimt_cuda.a")
set(abi "${simt_nvcc_root}/share/abi")
add_custom_command(OUTPUT "${library}"
  COMMAND "${CMAKE_AR}" rcs "${library}" ${objects}
  COMMAND "${driver}" -ccbin "${CMAKE_CXX_COMPILER}" --simt-abi > "${abi}"
  DEPENDS ${objects} VERBATIM)
add_custom_target(simt_nvcc ALL DEPENDS "${driver}" "${library}")

# Folders of packages that a compiler does not search by itself.
set(options)
foreach(package TBB::tbb simt::xsimd)
  get_target_property(folders ${package} INTERFACE_INCLUDE_DIRECTORIES)
  foreach(folder IN LISTS folders)
    if(folder AND NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
      string(APPEND options " \"-isystem${folder}\"")
    endif()
  endforeach()
endforeach()
set(toolkit "${CMAKE_CURRENT_LIST_DIR}/nvcc/toolkit.cmake")
execute_process(COMMAND "${CMAKE_COMMAND}" -D "ROOT=${simt_nvcc_root}" -D "PLACE=${simt_nvcc_root}"
                        -D "INCLUDE=${include}" -D "LINK_INCLUDE=${include}" -D "TOOL=${tool}"
                        -D "OPTIONS=${options}" -P "${toolkit}" COMMAND_ERROR_IS_FATAL ANY)

install(PROGRAMS "${driver}" DESTINATION lib/simt/cuda/bin OPTIONAL)
install(FILES "${library}" DESTINATION lib/simt/cuda/lib64 OPTIONAL)
install(FILES "${abi}" DESTINATION lib/simt/cuda/share OPTIONAL)
# Links between what is installed, wherever that goes (DESTDIR, --prefix).
install(CODE "
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  if(EXISTS \"\${prefix}/lib/simt/cuda/bin/nvcc\")
    file(MAKE_DIRECTORY \"\${prefix}/bin\")
    file(CREATE_LINK ../lib/simt/cuda/bin/nvcc \"\${prefix}/bin/simt-nvcc\" SYMBOLIC)
    execute_process(COMMAND \"\${CMAKE_COMMAND}\" -D \"ROOT=\${prefix}/lib/simt/cuda\"
      -D LINK_INCLUDE=../../../../include -D TOOL=../../../../bin/simt-cu
      -D \"PLACE=\${CMAKE_INSTALL_PREFIX}/lib/simt/cuda\" -D \"INCLUDE=${include}\" -D [[OPTIONS=${options}]]
      -P \"${toolkit}\" COMMAND_ERROR_IS_FATAL ANY)
  endif()")
