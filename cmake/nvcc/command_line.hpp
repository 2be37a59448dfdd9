// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace simt::nvcc {

/// How far a command goes: nvcc's phases, without those that make code for a GPU.
enum class phase {
  link,           // a program or, with -shared, a library; nvcc's default
  compile,        // -c, -dc
  preprocess,     // -E
  cxx_text,       // -cuda: as -E, to a file that ends in .cpp.ii
  depend,         // -M, -MM
  device_link,    // -dlink
  archive,        // -lib
  version,        // --version
  help,           // --help
  architectures,  // --list-gpu-arch
  abi             // --simt-abi
};

/// Tells how a file is compiled: by its name, or by -x.
enum class language { by_name, cuda, cxx, c };

struct input {
  std::string path;
  language as = language::by_name;
  std::size_t position = 0;  // among command::link_words, as the linker's order counts
};

/// Holds an nvcc command line as a host compiler needs it.
struct command {
  phase goal = phase::link;
  std::vector<input> inputs;
  std::string output;    // -o
  std::string folder;    // -odir
  std::string compiler;  // -ccbin; empty: the driver's own choice
  std::vector<std::string> include_folders;
  std::vector<std::string> preprocessor;   // -D, -U, -include, -isystem as the compiler takes them
  std::vector<std::string> host;           // -Xcompiler and what stands for options of nvcc
  std::vector<std::string> link_words;     // -l, -L, -Xlinker, in order
  std::string standard;                    // "c++14"; empty: none given
  std::string optimisation;                // "-O2"; empty: none given
  std::string depfile, dependency_target;  // -MF, -MT
  bool writes_depfile = false;             // -MD, -MMD
  bool adds_phony_targets = false;         // -MP
  bool is_separable = false;               // -rdc=true, -dc
  bool is_shared = false;                  // -shared
  bool debugs_device = false;              // -G
  bool is_verbose = false;                 // -v
  bool only_prints = false;                // --dryrun
  bool runs = false;                       // --run
  bool vectorizes = true;                  // --simt-no-vectorize
  bool reports = false;                    // --simt-report
  std::vector<std::string> arguments;      // --run-args
};

/// The words of a command with those of response files (@FILE, --options-file) in their place.
/// - Throws:  std::runtime_error for a file that cannot be read
[[nodiscard]] std::vector<std::string> with_options_files(std::vector<std::string> const& words);

/// Reads nvcc's options, in all spellings that nvcc takes: `-o x`, `-o=x`, `--output-file x`,
/// `-Idir`.
/// - Throws:  std::runtime_error for an option that is unknown, lacks its value, or asks for code of
///            a GPU (-ptx, -cubin)
[[nodiscard]] command read_command(std::vector<std::string> const& words);

/// Splits a text as a shell splits a command line: at blanks outside of quotes.
[[nodiscard]] std::vector<std::string> shell_words(std::string_view text);

}  // namespace simt::nvcc
