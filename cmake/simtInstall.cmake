# Headers, but for the tool: everything else goes to architecture-independent folders.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/simt DESTINATION include FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.cuh"
        PATTERN "*.def" PATTERN "*.inl"
        PATTERN "nvfunctional" REGEX "simt/cuda/cuda/")
install(TARGETS simt simt_cuda EXPORT simtTargets)
install(EXPORT simtTargets NAMESPACE simt:: DESTINATION share/cmake/simt)

configure_package_config_file(cmake/simtConfig.cmake.in simtConfig.cmake
                              INSTALL_DESTINATION share/cmake/simt)
write_basic_package_version_file(simtConfigVersion.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
configure_file(cmake/simt.pc.in simt.pc @ONLY)

install(FILES cmake/simtDependencies.cmake cmake/simtCuda.cmake
              cmake/simtCheck.cmake cmake/simtProfile.cmake cmake/simtCudaRuntime.cmake cmake/simt_c_linkage.cpp cmake/simt_cuda_runtime.cpp
              cmake/simt_cuda_module.cpp
              "${CMAKE_CURRENT_BINARY_DIR}/simtConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/simtConfigVersion.cmake"
        DESTINATION share/cmake/simt)
# The tool: a program for this machine, if it has been built, and the source for others.
if(NOT CMAKE_CROSSCOMPILING)
  simt_cu_tool(tool)
  if(tool_target)
    add_custom_target(simt_cu_tool_all ALL DEPENDS ${tool_target})
  endif()
  install(PROGRAMS "${tool}" DESTINATION bin RENAME "simt-cu${CMAKE_HOST_EXECUTABLE_SUFFIX}" OPTIONAL)
endif()
option(SIMT_NVCC "Build and install nvcc's command line for simt" ON)
if(SIMT_NVCC AND NOT CMAKE_CROSSCOMPILING)
  include(cmake/simtNvcc.cmake)
endif()
install(DIRECTORY cmake/cu cmake/check cmake/profile DESTINATION share/cmake/simt)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/simt.pc" DESTINATION share/pkgconfig)
