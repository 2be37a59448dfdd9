# Included by the build and by the installed simtConfig.cmake.
include(CMakeFindDependencyMacro)
find_dependency(TBB)
