// SPDX-License-Identifier: MIT
// nvcc: takes the command lines of CUDA's compiler, and makes programs for this machine's processor
// by simt-cu and the C++ compiler. docs/nvcc.md says how it is used.
#include "driver.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>

#include <simt/version.hpp>

namespace {

constexpr std::string_view usage =
    "usage: nvcc [options] file...\n"
    "Compiles CUDA programs for this machine's processor, with simt in place of CUDA.\n"
    "Takes nvcc's options; those about code for a GPU (-arch, -gencode, -maxrregcount, -Xptxas, "
    "…)\n"
    "change nothing. Of its own it has:\n"
    "  --simt-report        say of each kernel whether it becomes a lane kernel, or why not\n"
    "  --simt-no-vectorize  no lane kernels: one thread after the other\n"
    "The instruction set is this machine's; -Xcompiler -march=… names another. The C++ compiler "
    "is\n"
    "-ccbin's, or else the one that NVCC_CCBIN or CXX names, or c++.\n";

/// nvcc's own words from the environment, which its scripts use.
simt::nvcc::words words_of(char const* name) {
  char const* const value = std::getenv(name);
  return simt::nvcc::shell_words(value == nullptr ? "" : value);
}

/// Prints the folders in use, as CMake reads them where it asks a compiler for CUDA about itself:
/// behind these names, and the libraries' once more in the linker's call. It takes the architecture
/// that it compiles for by default from here, too.
void print_folders(simt::nvcc::toolkit const& with) {
  char const* const path = std::getenv("PATH");
  std::cerr << "#$ TOP=" << with.root.string() << '\n'
            << "#$ NVVMIR_LIBRARY_DIR=" << (with.root / "nvvm/libdevice").string() << '\n'
            << "#$ PATH=" << (with.root / "bin").string() << ':' << (path == nullptr ? "" : path)
            << "\n#$ INCLUDES=-I" << with.headers.string() << '\n'
            << "#$ LIBRARIES=-L" << (with.root / "lib64").string() << '\n'
            << "#$ in place of -arch compute_70\n";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace simt::nvcc;
  try {
    toolkit const with = toolkit_of(std::filesystem::read_symlink("/proc/self/exe"));
    words const own{argv + 1, argv + argc};
    if (std::filesystem::path(argv[0]).filename() == "c++") {
      run_host_compiler(own, with);
      return 0;
    }
    words all = words_of("NVCC_PREPEND_FLAGS");
    append(all, own);
    append(all, words_of("NVCC_APPEND_FLAGS"));
    command const asked = read_command(with_options_files(all));
    switch (asked.goal) {
      case phase::help:
        std::cout << usage;
        return 0;
      case phase::version:
        std::cout << "nvcc: NVIDIA (R) Cuda compiler driver's command line, by simt "
                  << SIMT_VERSION_MAJOR << '.' << SIMT_VERSION_MINOR << '.' << SIMT_VERSION_PATCH
                  << "\nCuda compilation tools, release 12.0, V12.0.0\n";
        return 0;
      case phase::architectures:
        std::cout << "compute_70\n";
        return 0;
      default:
        break;
    }
    if (asked.is_verbose) print_folders(with);
    run(asked, with);
    return 0;
  } catch (failed const& f) {
    return f.status;
  } catch (std::exception const& e) {
    std::cerr << "nvcc fatal   : " << e.what() << '\n';
    return 1;
  }
}
