# nvcc's options, by what --dryrun says of them; NVCC: the program.
cmake_minimum_required(VERSION 3.25)

# expect(REGEX WORD...): the call's output, which need not succeed, matches.
function(expect regex)
  execute_process(COMMAND "${NVCC}" ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT output MATCHES "${regex}")
    message(SEND_ERROR "nvcc ${ARGN}: does not match ${regex}:\n${output}")
  endif()
endfunction()

# Options in all spellings, and those about a GPU.
expect("-march=native -O2 -x c[+][+] -std=gnu[+][+]20" --dryrun -c a.cpp)
expect("-O0 -march=haswell -Wall -x" --dryrun -c a.cpp --optimize=0 -Xcompiler=-march=haswell,-Wall)
expect("-Ione -Itwo -Ithree " --dryrun -c a.cpp -Ione -I two --include-path=three)
expect("-std=c[+][+]20 " --dryrun -c a.cpp -std c++20)
expect("-ffp-contract=off.*-DSIMT_NO_CONTRACTION" --dryrun -c a.cpp -fmad=false)
expect("-DSIMT_FAST_MATH=1" --dryrun -c a.cpp -use_fast_math)
expect("-DCUDA_API_PER_THREAD_DEFAULT_STREAM" --dryrun -c a.cpp --default-stream per-thread)
expect("-g -x c[+][+]" --dryrun -c a.cpp -G)
expect("-fopenmp" --dryrun -c a.cpp -forward-unknown-to-host-compiler -fopenmp)
expect("-o b/a.o" --dryrun -c a.cpp -odir b -arch=sm_80 -maxrregcount 32 -Xptxas -v --threads 4)
expect("one.o -lfirst two.o -Xlinker -rpath -Xlinker x -lcurand .*-lcudart" --dryrun one.o -lfirst two.o
       -Xlinker -rpath,x -lcurand)
expect("-shared -o lib.so" --dryrun -shared one.o -o lib.so)
expect("ar rcs lib.a one.o" --dryrun -lib one.o -o lib.a)
expect("simt-cu .* --vectorize --report" --dryrun --simt-report -x cu -c a.cpp)
expect("-E .*-o a.cu.cpp.ii" --dryrun -cuda a.cu)
expect("-DSIMT_SEPARABLE=1" --dryrun -rdc=true -c a.cu)
expect("release 12[.]0, V12" --version)

# Mistakes.
expect("unknown option '-Wall' .what is meant for the C[+][+] compiler goes behind -Xcompiler" -Wall a.cu)
expect("option '-Xcompiler' needs a value" a.cu -Xcompiler)
expect("-ptx asks for code of a GPU" -ptx a.cu)
expect("-o with several files" -c a.cu b.cu -o c.o)
expect("no input files" -c)
expect("options file 'none' cannot be read" --options-file none)
# This program as its own compiler: CMake gives its own to all, and a folder may stand first in PATH.
unset(ENV{NVCC_CCBIN})
set(ENV{CXX} "${NVCC}")
expect("\n#[$] [cg][+][+] -march" --dryrun -c a.cpp)
cmake_path(GET NVCC PARENT_PATH folder)
set(ENV{PATH} "${folder}/../lib/simt/cuda/bin:$ENV{PATH}")
expect("\n#[$] g[+][+] -march" --dryrun -c a.cpp)
