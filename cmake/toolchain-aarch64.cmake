# Cross-compiles for AArch64 Linux and runs tests under qemu-user. oneTBB, xsimd and doctest come
# from the folder that cmake/aarch64_sysroot.sh fills; the C and C++ libraries from the compiler.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(SIMT_AARCH64_SYSROOT "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-sysroot" CACHE PATH
    "Folder with AArch64 oneTBB, xsimd and doctest")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SIMT_AARCH64_SYSROOT)
cmake_path(ABSOLUTE_PATH SIMT_AARCH64_SYSROOT NORMALIZE)
set(CMAKE_FIND_ROOT_PATH "${SIMT_AARCH64_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
