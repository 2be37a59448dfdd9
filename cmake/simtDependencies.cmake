# Included by the build and by the installed simtConfig.cmake.
include(CMakeFindDependencyMacro)
find_dependency(TBB)
find_dependency(xsimd)
# xsimd 8.1.0 exports a bare `xsimd` that links a bare `xtl`, that is -lxtl: take its headers only.
if(NOT TARGET simt::xsimd AND TARGET xsimd)
  get_target_property(simt_xsimd_include_dirs xsimd INTERFACE_INCLUDE_DIRECTORIES)
  add_library(simt::xsimd INTERFACE IMPORTED GLOBAL)
  target_include_directories(simt::xsimd INTERFACE ${simt_xsimd_include_dirs})
endif()
