#pragma once
// SPDX-License-Identifier: MIT

// How nvrtc.h compiles a program: in a folder of its own, by simt-cu and the C++ compiler.

#include <simt/config.hpp>
#include <simt/cuda/detail/translated_options.h>
#include <simt/runtime/device_limits.hpp>

#include <sys/wait.h>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Set by simt_cuda_nvrtc(TARGET).
#ifndef SIMT_NVRTC_TOOL
#define SIMT_NVRTC_TOOL "simt-cu"
#endif
#ifndef SIMT_NVRTC_CXX
#define SIMT_NVRTC_CXX "c++"
#endif
#ifndef SIMT_NVRTC_INCLUDE
#define SIMT_NVRTC_INCLUDE ""
#endif
#ifndef SIMT_NVRTC_FLAGS
#define SIMT_NVRTC_FLAGS ""
#endif

// F(name, number): nvrtcResult.
#define SIMT_CUDA_NVRTC_RESULTS(F)                        \
  F(NVRTC_SUCCESS, 0)                                     \
  F(NVRTC_ERROR_OUT_OF_MEMORY, 1)                         \
  F(NVRTC_ERROR_PROGRAM_CREATION_FAILURE, 2)              \
  F(NVRTC_ERROR_INVALID_INPUT, 3)                         \
  F(NVRTC_ERROR_INVALID_PROGRAM, 4)                       \
  F(NVRTC_ERROR_INVALID_OPTION, 5)                        \
  F(NVRTC_ERROR_COMPILATION, 6)                           \
  F(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, 7)             \
  F(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, 8) \
  F(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, 9)   \
  F(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, 10)            \
  F(NVRTC_ERROR_INTERNAL_ERROR, 11)                       \
  F(NVRTC_ERROR_TIME_FILE_WRITE_FAILED, 12)

#define SIMT_DETAIL_RESULT(name, number) name = number,
enum nvrtcResult : int { SIMT_CUDA_NVRTC_RESULTS(SIMT_DETAIL_RESULT) };
#undef SIMT_DETAIL_RESULT

struct _nvrtcProgram {
  std::string source;
  std::string name = "default_program";
  std::vector<std::pair<std::string, std::string>> headers;  // name and text
  std::vector<std::string> expressions, lowered;
  bool is_compiled = false;
  std::string log;
  std::string image;
};
typedef _nvrtcProgram* nvrtcProgram;

inline namespace SIMT_ABI {

inline char const* nvrtcGetErrorString(nvrtcResult result) {
#define SIMT_DETAIL_RESULT(name, number) \
  case name:                             \
    return #name;
  switch (result) { SIMT_CUDA_NVRTC_RESULTS(SIMT_DETAIL_RESULT) }
#undef SIMT_DETAIL_RESULT
  return "NVRTC_ERROR unknown";
}

}  // namespace SIMT_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline std::string file_name_of(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

/// Holds a folder that goes with everything in it.
class own_folder {
 public:
  own_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "simt_nvrtc_XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  own_folder(own_folder const&) = delete;
  own_folder& operator=(own_folder const&) = delete;
  ~own_folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string const& path() const noexcept { return path_; }
  void write(std::string const& name, std::string const& text) const {
    std::filesystem::path const file = std::filesystem::path(path_) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

 private:
  std::string path_;
};

/// A word as a shell takes it.
[[nodiscard]] inline std::string quoted_word(std::string_view word) {
  std::string out = "'";
  for (char const c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "' ";
}

/// Runs a command and appends what it says; its exit status, or -1.
inline int run_command(std::string const& command, std::string& log) {
  std::FILE* const output = popen((command + "2>&1").c_str(), "r");
  if (output == nullptr) return -1;
  char part[4096];
  for (std::size_t n; (n = std::fread(part, 1, sizeof part, output)) > 0;) log.append(part, n);
  int const status = pclose(output);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

[[nodiscard]] inline std::string environment_or(char const* name, char const* otherwise) {
  char const* const value = std::getenv(name);
  return value != nullptr && *value != 0 ? value : otherwise;
}

/// The flags of the instruction set that this program is compiled for: the module's must be the
/// same.
[[nodiscard]] constexpr char const* instruction_flags() noexcept {
  return SIMT_ISA_AVX512
             ? "-mavx2 -mfma -mbmi -mbmi2 -mlzcnt -mpopcnt -mf16c -mavx512f -mavx512cd -mavx512bw "
               "-mavx512dq -mavx512vl "
         : SIMT_ISA_AVX2   ? "-mavx2 -mfma -mbmi -mbmi2 -mlzcnt -mpopcnt -mf16c "
         : SIMT_ISA_SSE4_2 ? "-msse4.2 -mpopcnt "
                           : "";
}

/// Sorts a program's options. False for one that nobody knows.
inline bool take_options(std::vector<std::string> const& options, std::string& both,
                         std::string& compiler, std::string& log) {
  auto const begins = [](std::string const& word, std::string_view with) {
    return word.compare(0, with.size(), with) == 0;
  };
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::string const& o = options[i];
    auto const value = [&](std::string_view name) {
      if (o.size() > name.size()) return o.substr(name.size() + (o[name.size()] == '=' ? 1 : 0));
      return i + 1 < options.size() ? options[++i] : std::string();
    };
    if (begins(o, "--include-path")) {
      both += quoted_word("-I" + value("--include-path"));
    } else if (begins(o, "-I")) {
      both += quoted_word("-I" + value("-I"));
    } else if (begins(o, "--define-macro")) {
      both += quoted_word("-D" + value("--define-macro"));
    } else if (begins(o, "-D")) {
      both += quoted_word("-D" + value("-D"));
    } else if (begins(o, "--undefine-macro")) {
      compiler += quoted_word("-U" + value("--undefine-macro"));
    } else if (begins(o, "-U")) {
      compiler += quoted_word("-U" + value("-U"));
    } else if (o == "--use_fast_math" || o == "-use_fast_math") {
      both += quoted_word("-DSIMT_FAST_MATH=1");
    } else if (begins(o, "--gpu-architecture") || begins(o, "-arch")) {
      static_cast<void>(value(begins(o, "-arch") ? "-arch" : "--gpu-architecture"));
    } else if (begins(o, "--std") || begins(o, "-std") || begins(o, "--fmad") ||
               begins(o, "-fmad") || begins(o, "--ftz") || begins(o, "-ftz") ||
               begins(o, "--prec-") || begins(o, "-prec-") || begins(o, "--maxrregcount") ||
               begins(o, "-maxrregcount") || o == "-G" || o == "--device-debug" ||
               o == "-lineinfo" || o == "--generate-line-info" || o == "-default-device" ||
               o == "--device-as-default-execution-space" || o == "-rdc=true" ||
               o == "--relocatable-device-code=true" || begins(o, "--extra-device-vectorization")) {
      continue;
    } else {
      log += "nvrtc: unrecognized option " + o + " found\n";
      return false;
    }
  }
  return true;
}

/// The name under which the module has what an expression says: a variable's own, or that of a
/// pointer to the kernel, which `text` declares.
[[nodiscard]] inline std::string lowered_name(std::string expression, std::size_t number,
                                              std::string& text) {
  bool const is_variable = !expression.empty() && expression.front() == '&';
  if (is_variable) {
    expression.erase(0, 1);
    while (expression.compare(0, 2, "::") == 0) expression.erase(0, 2);
    return expression;
  }
  std::string const name = "simt_name_" + std::to_string(number);
  text += "\nextern \"C\" void* const " + name + " = (void*)(" + expression + ");\n";
  return name;
}

/// The folder of simt/: as it is told, or else the one below which this header lies.
[[nodiscard]] inline std::filesystem::path folder_of_headers() {
  std::filesystem::path const told = environment_or("SIMT_NVRTC_INCLUDE", SIMT_NVRTC_INCLUDE);
  if (!told.empty()) return told;
  std::filesystem::path folder = __FILE__;
  for (int i = 0; i < 4; ++i) folder = folder.parent_path();
  return folder;
}

inline nvrtcResult compile(_nvrtcProgram& p, std::vector<std::string> const& options) {
  p.log.clear();
  p.image.clear();
  p.lowered.clear();
  std::string both;
  std::string compiler;
  if (!take_options(options, both, compiler, p.log)) return NVRTC_ERROR_INVALID_OPTION;
  own_folder const folder;
  if (folder.path().empty()) {
    p.log += "simt: no folder for temporary files\n";
    return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
  }
  for (auto const& [name, text] : p.headers) folder.write(name, text);
  std::string source = p.source;
  for (std::size_t i = 0; i < p.expressions.size(); ++i)
    p.lowered.push_back(lowered_name(p.expressions[i], i, source));
  std::string const input = p.name.find(".cu") == std::string::npos ? p.name + ".cu" : p.name;
  folder.write(input, source);

  std::string const tool = environment_or("SIMT_CU_TOOL", SIMT_NVRTC_TOOL);
  std::string const cxx = environment_or("SIMT_NVRTC_CXX", SIMT_NVRTC_CXX);
  std::filesystem::path const include = folder_of_headers();
  if (!std::filesystem::exists(include / "simt/config.hpp")) {
    p.log +=
        "simt: NVRTC does not find simt's headers: simt_cuda_nvrtc(TARGET) in CMake, or "
        "SIMT_NVRTC_INCLUDE in the environment, says where they are\n";
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  std::string const ours =
      quoted_word("-I" + include.string()) + quoted_word("-I" + (include / "simt/cuda").string());
  std::string const output = folder.path() + "/module.cpp";
  std::string const flags =
      "-O2 -std=c++20 -fPIC -w " SIMT_DETAIL_TRANSLATED_OPTIONS
      " -include simt/cuda/detail/module_entry.h " +
      std::string(instruction_flags()) + environment_or("SIMT_NVRTC_FLAGS", SIMT_NVRTC_FLAGS) +
      " " + ours + both + compiler + quoted_word("-I" + folder.path());
  int status = run_command(
      quoted_word(tool) + "-o " + quoted_word(output) + "--mirror " +
          quoted_word(folder.path() + "/mirror") + "--foreign " + quoted_word(include.string()) +
          both + quoted_word("-I" + folder.path()) + "--vectorize -DSIMT_CUDA_MODULE=1 " +
          quoted_word(folder.path() + "/" + input) + "--check-later " + flags,
      p.log);
  bool const translated = status == 0;
  std::string const module = folder.path() + "/module.so";
  if (translated)
    status = run_command(quoted_word(tool) + "--compile " + quoted_word(cxx) + flags +
                             "-shared -Wl,-Bsymbolic '-Wl,--export-dynamic-symbol=*4simt*' -o " +
                             quoted_word(module) + quoted_word(output),
                         p.log);
  // The program's lines, not those of files that nobody sees.
  for (std::string const prefix = folder.path() + "/"; true;) {
    std::size_t const at = p.log.find(prefix);
    if (at == std::string::npos) break;
    p.log.erase(at, prefix.size());
  }
  p.is_compiled = status == 0;
  if (status == 126 || status == 127 || status < 0) {
    p.log += "simt: NVRTC needs " + tool + " and " + cxx +
             ": simt_cuda_nvrtc(TARGET) in CMake, or SIMT_CU_TOOL and SIMT_NVRTC_CXX in the "
             "environment, say where they are\n";
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  if (status != 0) return NVRTC_ERROR_COMPILATION;
  std::ifstream in(module, std::ios::binary);
  p.image.assign(std::istreambuf_iterator<char>(in), {});
  return p.image.empty() ? NVRTC_ERROR_INTERNAL_ERROR : NVRTC_SUCCESS;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
