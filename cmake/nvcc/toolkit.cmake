# Lays out a folder as CUDA's toolkit is laid out, so that makefiles and CMake find what they look for:
#   bin/nvcc bin/simt-cu     programs (nvcc is there already); bin/c++, the host compiler, is nvcc, too
#   include/                 CUDA's header names and simt/, as links
#   lib64/                   CUDA's libraries by name: all are libsimt_cuda.a, the host runtime, and oneTBB
#   nvvm/libdevice/          empty; CMake tells a toolkit by it
#   share/                   what nvcc knows of its C++ compiler
#   simt.cmake               a toolchain file for CMake
#   ROOT       the folder
#   INCLUDE    the headers' folder; LINK_INCLUDE: how the links in ROOT/include name it
#   TOOL       simt-cu, as a link in ROOT/bin names it
#   PLACE      where the folder will be, if that is elsewhere (DESTDIR)
#   OPTIONS    what the compiler needs besides: folders of oneTBB and xsimd
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY "${ROOT}/bin" "${ROOT}/include" "${ROOT}/lib64" "${ROOT}/nvvm/libdevice"
                    "${ROOT}/share")
file(CREATE_LINK "${LINK_INCLUDE}/simt" "${ROOT}/include/simt" SYMBOLIC)
file(GLOB headers RELATIVE "${INCLUDE}/simt/cuda" "${INCLUDE}/simt/cuda/*")
foreach(header IN LISTS headers)
  if(NOT header MATCHES "^(detail|lane|lane.h)$")
    file(CREATE_LINK "${LINK_INCLUDE}/simt/cuda/${header}" "${ROOT}/include/${header}" SYMBOLIC)
  endif()
endforeach()
file(CREATE_LINK "${TOOL}" "${ROOT}/bin/simt-cu" SYMBOLIC)
file(CREATE_LINK nvcc "${ROOT}/bin/c++" SYMBOLIC)
# (Objects of nvcc are linked by C compilers, too.)
foreach(library cudart.so cudart_static.a cudadevrt.a cuda.so curand.so curand_static.a nvrtc.so
                nvToolsExt.so)
  file(WRITE "${ROOT}/lib64/lib${library}"
       "/* GNU ld script */\nINPUT ( ${PLACE}/lib64/libsimt_cuda.a -ltbb -ldl -lstdc++ -lm )\n")
endforeach()
file(WRITE "${ROOT}/share/options" "${OPTIONS}\n")
# Words that differ between files whose objects must not be mixed.
file(WRITE "${ROOT}/share/abi.hpp"
     "#include <simt/config.hpp>\n#include <cstddef>\nsimt_abi SIMT_ABI SIMT_ASAN SIMT_TSAN SIMT_PROFILE "
     "SIMT_HANDLE_SIGSEGV __clang__ _GLIBCXX_DEBUG _GLIBCXX_USE_CXX11_ABI _LIBCPP_VERSION\n")
file(WRITE "${ROOT}/simt.cmake"
     "# cmake -D CMAKE_TOOLCHAIN_FILE=this: a project's CUDA is compiled by simt.\n"
     "set(CMAKE_CUDA_COMPILER \"${PLACE}/bin/nvcc\")\n"
     "set(CMAKE_CXX_COMPILER \"${PLACE}/bin/c++\")\n"
     "set(CUDAToolkit_ROOT \"${PLACE}\")\n"
     "set(CUDA_TOOLKIT_ROOT_DIR \"${PLACE}\")\n")
