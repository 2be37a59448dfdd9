// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace simt::nvcc {

using words = std::vector<std::string>;

inline void append(words& to, words const& more) { to.insert(to.end(), more.begin(), more.end()); }

/// A file's text; empty where it cannot be read.
[[nodiscard]] std::string text_of(std::filesystem::path const& file);

/// Tells where the driver finds what it works with.
struct toolkit {
  std::filesystem::path root;     // with bin/, include/ and lib64/, as CUDA's own
  std::filesystem::path headers;  // CUDA's header names, and simt/
  std::filesystem::path share;    // options, abi: see cmake/nvcc/toolkit.cmake
  std::string translator;         // simt-cu
  words options;                  // folders of oneTBB and xsimd that the compiler does not know
};

/// The toolkit that a driver at this place belongs to.
/// - Throws:  std::runtime_error where it is not complete
[[nodiscard]] toolkit toolkit_of(std::filesystem::path const& driver);

/// Thrown where a program that was called has failed and has said why.
struct failed {
  int status;
};

/// Runs a program.
/// - Throws:  failed; std::runtime_error where it cannot be run
void run_program(words const& line);

/// The C++ compiler: the given one (a name, a path, or the folder of one), or else what NVCC_CCBIN
/// or CXX names, or c++.
[[nodiscard]] std::string compiler_of(std::string const& given);

/// -march=native, unless the options name a processor or parts of one.
[[nodiscard]] words processor_options(words const& given);

/// True for `c++20` and what is later, in any of its spellings.
[[nodiscard]] bool is_recent(std::string_view standard);

/// A line that is the same for files whose objects make one program: instruction set, compiler, the
/// standard library's variant.
[[nodiscard]] std::string abi_of(words compiler_call, toolkit const& with);

/// Leaves the host runtime to lib64/libsimt_cuda.a where that was compiled for such files;
/// otherwise each file has it from the headers.
[[nodiscard]] words runtime_options(words const& compiler_call, toolkit const& with);

/// Compiles or links as bin/c++, for the files of a CUDA program that its own build gives to the
/// host compiler: as the words say, but for nvcc's processor, in C++20 at least, with the toolkit's
/// headers.
/// - Throws:  as run_program
void run_host_compiler(words const& given, toolkit const& with);

}  // namespace simt::nvcc
