# Included by the build and by the installed simtConfig.cmake.
include(CMakeFindDependencyMacro)
find_dependency(TBB)
find_dependency(xsimd)
# xsimd's own target, `xsimd`, has a name that linkers would take for a library where it is missing, and
# 8.1's may link another header library that nothing of ours includes: simt::xsimd is its headers.
if(xsimd_FOUND AND NOT TARGET simt::xsimd)
  if(xsimd_VERSION VERSION_LESS 8.1)
    message(FATAL_ERROR "simt: needs xsimd 8.1 or later; ${xsimd_DIR} has ${xsimd_VERSION}")
  endif()
  add_library(simt::xsimd INTERFACE IMPORTED GLOBAL)
  target_include_directories(simt::xsimd SYSTEM INTERFACE ${xsimd_INCLUDE_DIRS})
endif()
