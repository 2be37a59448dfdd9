# Headers only: everything goes to architecture-independent folders.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/simt DESTINATION include FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.def"
        PATTERN "nvfunctional")
install(TARGETS simt simt_cuda EXPORT simtTargets)
install(EXPORT simtTargets NAMESPACE simt:: DESTINATION share/cmake/simt)

configure_package_config_file(cmake/simtConfig.cmake.in simtConfig.cmake
                              INSTALL_DESTINATION share/cmake/simt)
write_basic_package_version_file(simtConfigVersion.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
configure_file(cmake/simt.pc.in simt.pc @ONLY)

install(FILES cmake/simtDependencies.cmake cmake/simtCuda.cmake cmake/simt_c_linkage.cpp
              "${CMAKE_CURRENT_BINARY_DIR}/simtConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/simtConfigVersion.cmake"
        DESTINATION share/cmake/simt)
# The tool is installed as source: simt_add_cuda compiles it for the machine that builds.
install(DIRECTORY cmake/cu DESTINATION share/cmake/simt)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/simt.pc" DESTINATION share/pkgconfig)
