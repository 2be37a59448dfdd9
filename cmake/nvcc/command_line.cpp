// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>

namespace simt::nvcc {

namespace {

/// The kinds of values that options take.
enum class takes {
  nothing,
  value,     // the next word, or behind `=`
  attached,  // or behind the option itself: -Idir
  list,      // value, of words with commas between
};

using word_list = std::vector<std::string> command::*;

/// One option of nvcc. Those with a list add their value to it, behind what the host compiler calls
/// the option; a spelling that ends in a blank is a word of its own.
struct option {
  std::string_view name;       // without dashes: "output-file"
  std::string_view shorthand;  // "o"; empty: none
  takes value = takes::nothing;
  word_list list = nullptr;
  std::string_view spelling = "";
};

// nvcc 12's options (nvcc --help), in its order. Those without a list that reader does not
// name change nothing here: they are about code for a GPU, or about nvcc's own files.
constexpr std::array options{
    option{"output-file", "o", takes::value},
    option{"output-directory", "odir", takes::value},
    option{"pre-include", "include", takes::list, &command::preprocessor, "-include "},
    option{"library", "l", takes::attached, &command::link_words, "-l"},
    option{"library-path", "L", takes::attached, &command::link_words, "-L"},
    option{"define-macro", "D", takes::attached, &command::preprocessor, "-D"},
    option{"undefine-macro", "U", takes::attached, &command::preprocessor, "-U"},
    option{"include-path", "I", takes::attached, &command::include_folders, ""},
    option{"system-include", "isystem", takes::list, &command::preprocessor, "-isystem "},
    option{"cudart", "cudart", takes::value},
    option{"cudadevrt", "cudadevrt", takes::value},
    option{"libdevice-directory", "ldir", takes::value},
    option{"target-directory", "target-dir", takes::value},
    option{"link", "link"},
    option{"lib", "lib"},
    option{"device-link", "dlink"},
    option{"device-c", "dc"},
    option{"device-w", "dw"},
    option{"compile", "c"},
    option{"cuda", "cuda"},
    option{"ptx", "ptx"},
    option{"cubin", "cubin"},
    option{"fatbin", "fatbin"},
    option{"optix-ir", "optix-ir"},
    option{"ltoir", "ltoir"},
    option{"preprocess", "E"},
    option{"generate-dependencies", "M"},
    option{"generate-nonsystem-dependencies", "MM"},
    option{"generate-dependencies-with-compile", "MD"},
    option{"generate-nonsystem-dependencies-with-compile", "MMD"},
    option{"dependency-output", "MF", takes::value},
    option{"dependency-target-name", "MT", takes::value},
    option{"generate-dependency-targets", "MP"},
    option{"run", "run"},
    option{"run-args", "run-args", takes::list, &command::arguments, ""},
    option{"profile", "pg", takes::nothing, &command::host, "-pg"},
    option{"debug", "g", takes::nothing, &command::host, "-g"},
    option{"device-debug", "G", takes::nothing, &command::host, "-g"},
    option{"generate-line-info", "lineinfo", takes::nothing, &command::host, "-g1"},
    option{"optimization-info", "opt-info", takes::value},
    option{"optimize", "O", takes::attached},
    option{"dopt", "dopt", takes::value},
    option{"dlink-time-opt", "dlto"},
    option{"lto", "lto"},
    option{"gen-opt-lto", "gen-opt-lto"},
    option{"split-compile", "split-compile", takes::value},
    option{"ftemplate-backtrace-limit", "ftemplate-backtrace-limit", takes::value, &command::host,
           "-ftemplate-backtrace-limit="},
    option{"ftemplate-depth", "ftemplate-depth", takes::value, &command::host, "-ftemplate-depth="},
    option{"no-exceptions", "noeh"},
    option{"shared", "shared"},
    option{"x", "x", takes::value},
    option{"std", "std", takes::value},
    option{"no-host-device-initializer-list", "nohdinitlist"},
    option{"expt-relaxed-constexpr", "expt-relaxed-constexpr"},
    option{"extended-lambda", "extended-lambda"},
    option{"expt-extended-lambda", "expt-extended-lambda"},
    option{"machine", "m", takes::value},
    option{"m32", "m32"},
    option{"m64", "m64"},
    option{"compiler-bindir", "ccbin", takes::value},
    option{"allow-unsupported-compiler", "allow-unsupported-compiler"},
    option{"archiver-binary", "arbin", takes::value},
    option{"compiler-options", "Xcompiler", takes::list, &command::host, ""},
    option{"linker-options", "Xlinker", takes::list, &command::link_words, "-Xlinker "},
    option{"archive-options", "Xarchive", takes::list},
    option{"ptxas-options", "Xptxas", takes::value},
    option{"nvlink-options", "Xnvlink", takes::value},
    option{"fatbin-options", "Xfatbin", takes::value},
    option{"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler"},
    option{"forward-unknown-to-host-linker", "forward-unknown-to-host-linker"},
    option{"forward-unknown-opts", "forward-unknown-opts"},
    option{"dont-use-profile", "noprof"},
    option{"threads", "t", takes::value},
    option{"dryrun", "dryrun"},
    option{"verbose", "v"},
    option{"keep", "keep"},
    option{"keep-dir", "keep-dir", takes::value},
    option{"save-temps", "save-temps"},
    option{"objdir-as-tempdir", "objtemp"},
    option{"clean-targets", "clean"},
    option{"time", "time", takes::value},
    option{"gpu-architecture", "arch", takes::value},
    option{"gpu-code", "code", takes::value},
    option{"generate-code", "gencode", takes::value},
    option{"relocatable-device-code", "rdc", takes::value},
    option{"entries", "e", takes::value},
    option{"maxrregcount", "maxrregcount", takes::value},
    option{"use_fast_math", "use_fast_math", takes::nothing, &command::preprocessor,
           "-DSIMT_FAST_MATH=1"},
    option{"ftz", "ftz", takes::value},
    option{"prec-div", "prec-div", takes::value},
    option{"prec-sqrt", "prec-sqrt", takes::value},
    option{"fmad", "fmad", takes::value},
    option{"default-stream", "default-stream", takes::value},
    option{"extra-device-vectorization", "extra-device-vectorization"},
    option{"restrict", "restrict"},
    option{"disable-warnings", "w", takes::nothing, &command::host, "-w"},
    option{"keep-device-functions", "keep-device-functions"},
    option{"source-in-ptx", "src-in-ptx"},
    option{"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets"},
    option{"Wno-deprecated-declarations", "Wno-deprecated-declarations", takes::nothing,
           &command::host, "-Wno-deprecated-declarations"},
    option{"Wreorder", "Wreorder", takes::nothing, &command::host, "-Wreorder"},
    option{"Wdefault-stream-launch", "Wdefault-stream-launch"},
    option{"Wmissing-launch-bounds", "Wmissing-launch-bounds"},
    option{"Wext-lambda-captures-this", "Wext-lambda-captures-this"},
    option{"Werror", "Werror", takes::value},
    option{"display-error-number", "err-no"},
    option{"no-display-error-number", "no-err-no"},
    option{"diag-error", "diag-error", takes::value},
    option{"diag-suppress", "diag-suppress", takes::value},
    option{"diag-warn", "diag-warn", takes::value},
    option{"brief-diagnostics", "brief-diag", takes::value},
    option{"resource-usage", "res-usage"},
    option{"compress-mode", "compress-mode", takes::value},
    option{"help", "h"},
    option{"version", "V"},
    option{"options-file", "optf", takes::value},
    option{"list-gpu-code", "code-ls"},
    option{"list-gpu-arch", "arch-ls"},
    option{"simt-abi", ""},
    option{"simt-report", ""},
    option{"simt-no-vectorize", ""},
};

[[nodiscard]] std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> out{""};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
      out.back() += text[++i];
    else if (text[i] == ',')
      out.emplace_back();
    else
      out.back() += text[i];
  }
  std::erase(out, "");
  return out;
}

/// An option as it stands in a word.
struct found_option {
  option const* is;
  std::optional<std::string> value;  // behind `=` or the option itself
};

[[nodiscard]] std::optional<found_option> find_option(std::string_view word) {
  std::string_view text = word.substr(word.starts_with("--") ? 2 : 1);
  std::string_view const name = text.substr(0, text.find('='));
  for (option const& o : options)
    if (name == o.name || (!o.shorthand.empty() && name == o.shorthand)) {
      if (name.size() == text.size()) return found_option{&o, std::nullopt};
      if (o.value == takes::nothing) return std::nullopt;
      return found_option{&o, std::string(text.substr(name.size() + 1))};
    }
  if (!word.starts_with("--"))
    for (option const& o : options)
      if (o.value == takes::attached && text.starts_with(o.shorthand))
        return found_option{&o, std::string(text.substr(o.shorthand.size()))};
  return std::nullopt;
}

[[nodiscard]] bool is_true(std::string_view value) { return value == "true" || value == "1"; }

class reader {
 public:
  explicit reader(std::vector<std::string> const& words) : words_{words} {
    auto const forwards = [](std::string const& w) {
      std::string_view const name = std::string_view(w).substr(w.starts_with("--") ? 1 : 0);
      return name == "-forward-unknown-to-host-compiler" || name == "-forward-unknown-opts";
    };
    forwards_unknown_ = std::any_of(words.begin(), words.end(), forwards);
  }

  [[nodiscard]] command read() {
    for (; at_ < words_.size(); ++at_) {
      std::string const& word = words_[at_];
      if (word.size() < 2 || word.front() != '-') {
        out_.inputs.push_back({word, as_, out_.link_words.size()});
        continue;
      }
      auto const found = find_option(word);
      if (found) {
        read_option(*found);
      } else if (forwards_unknown_) {
        out_.host.push_back(word);
      } else {
        throw std::runtime_error("unknown option '" + word +
                                 "' (what is meant for the C++ compiler goes behind -Xcompiler)");
      }
    }
    return std::move(out_);
  }

 private:
  void read_option(found_option const& found) {
    std::string_view const name = found.is->name;
    std::string value;
    if (found.is->value != takes::nothing) {
      if (!found.value && at_ + 1 == words_.size())
        throw std::runtime_error("option '" + words_[at_] + "' needs a value");
      value = found.value ? *found.value : words_[++at_];
    }
    read_goal(name);
    if (name == "device-debug") out_.debugs_device = true;
    if (found.is->list != nullptr)
      add_words(*found.is, value);
    else if (!read_files(name, value))
      read_meaning(name, value);
  }

  void read_goal(std::string_view name) {
    static std::map<std::string_view, phase> const goals{
        {"link", phase::link},
        {"lib", phase::archive},
        {"device-link", phase::device_link},
        {"device-c", phase::compile},
        {"device-w", phase::compile},
        {"compile", phase::compile},
        {"preprocess", phase::preprocess},
        {"cuda", phase::cxx_text},
        {"generate-dependencies", phase::depend},
        {"generate-nonsystem-dependencies", phase::depend},
        {"help", phase::help},
        {"simt-abi", phase::abi},
        {"version", phase::version},
        {"list-gpu-arch", phase::architectures},
        {"list-gpu-code", phase::architectures}};
    if (name == "ptx" || name == "cubin" || name == "fatbin" || name == "optix-ir" ||
        name == "ltoir")
      throw std::runtime_error("-" + std::string(name) +
                               " asks for code of a GPU: simt makes code of this processor. For "
                               "cuModuleLoad see simt_add_cuda(… MODULE)");
    auto const goal = goals.find(name);
    if (goal != goals.end()) out_.goal = goal->second;
  }

  /// Adds an option with its value to the words that it belongs to.
  void add_words(option const& is, std::string const& value) {
    std::vector<std::string>& to = out_.*is.list;
    bool const is_many = is.value == takes::list || is.name == "include-path";
    std::vector<std::string> values = is_many ? list_of(value) : std::vector{value};
    if (is.name == "compiler-options") {  // nvcc leaves them to a shell
      std::string text;
      for (auto const& one : values) text += one + ' ';
      values = shell_words(text);
    }
    for (auto const& one : values) {
      if (is.spelling.ends_with(' ')) {
        to.emplace_back(is.spelling.substr(0, is.spelling.size() - 1));
        to.push_back(one);
      } else {
        to.push_back(std::string(is.spelling) + one);
      }
    }
  }

  bool read_files(std::string_view name, std::string const& value) {
    static std::map<std::string_view, std::string command::*> const members{
        {"output-file", &command::output},
        {"output-directory", &command::folder},
        {"compiler-bindir", &command::compiler},
        {"dependency-output", &command::depfile},
        {"dependency-target-name", &command::dependency_target},
        {"std", &command::standard}};
    if (auto const f = members.find(name); f != members.end()) {
      out_.*f->second = value;
    } else if (name == "generate-dependency-targets") {
      out_.adds_phony_targets = true;
    } else if (name.ends_with("dependencies-with-compile")) {
      out_.writes_depfile = true;
    } else {
      return false;
    }
    return true;
  }

  /// Options that change what the program computes or how it is made.
  void read_meaning(std::string_view name, std::string const& value) {
    if (name == "optimize") {
      out_.optimisation = "-O" + value;
    } else if (name == "fmad" && !is_true(value)) {
      out_.host.emplace_back("-ffp-contract=off");
      out_.preprocessor.emplace_back("-DSIMT_NO_CONTRACTION");
    } else if (name == "default-stream" && value == "per-thread") {
      out_.preprocessor.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
    } else if (name == "Werror" && value.find("all-warnings") != std::string::npos) {
      out_.host.emplace_back("-Werror");
    } else if (name == "shared") {
      out_.is_shared = true;
    } else if (name == "device-c" || name == "relocatable-device-code") {
      out_.is_separable = name == "device-c" || is_true(value);
    } else if (name == "verbose" || name == "dryrun") {
      out_.is_verbose = true;
      out_.only_prints = out_.only_prints || name == "dryrun";
    } else if (name == "run") {
      out_.runs = true;
    } else if (name == "simt-report") {
      out_.reports = true;
    } else if (name == "simt-no-vectorize") {
      out_.vectorizes = false;
    } else if (name == "no-exceptions" || name == "m32" || (name == "machine" && value == "32")) {
      throw std::runtime_error("option '" + words_[at_] +
                               "': simt's programs have 64 bits, and exceptions");
    } else if (name == "x") {
      read_language(value);
    }
  }

  void read_language(std::string const& value) {
    static std::map<std::string, language> const known{
        {"cu", language::cuda}, {"c++", language::cxx}, {"c", language::c}};
    auto const found = known.find(value);
    if (found == known.end())
      throw std::runtime_error("-x " + value + ": no such language; cu, c++ or c");
    as_ = found->second;
    for (input& file : out_.inputs) file.as = as_;  // nvcc's -x holds for all files
  }

  std::vector<std::string> const& words_;
  std::size_t at_ = 0;
  bool forwards_unknown_ = false;
  language as_ = language::by_name;
  command out_;
};

}  // namespace

std::vector<std::string> shell_words(std::string_view text) {
  std::vector<std::string> out;
  bool is_in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    bool const is_blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (quote == 0 && is_blank) {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) out.emplace_back();
    is_in_word = true;
    if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = 0;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      out.back() += text[++i];
    else
      out.back() += c;
  }
  return out;
}

std::vector<std::string> with_options_files(std::vector<std::string> const& words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view const word = words[i];
    std::string files;
    for (std::string_view name : {"--options-file", "-optf"}) {
      if (word == name && i + 1 < words.size())
        files = words[++i];
      else if (word.starts_with(std::string(name) + "="))
        files = word.substr(name.size() + 1);
    }
    if (word.starts_with('@')) files = word.substr(1);
    if (files.empty()) {
      out.emplace_back(word);
      continue;
    }
    for (auto const& name : list_of(files)) {
      std::ifstream in{name};
      if (!in) throw std::runtime_error("options file '" + name + "' cannot be read");
      std::string const text{std::istreambuf_iterator<char>(in), {}};
      auto const read = shell_words(text);
      out.insert(out.end(), read.begin(), read.end());
    }
  }
  return out;
}

command read_command(std::vector<std::string> const& words) { return reader{words}.read(); }

}  // namespace simt::nvcc
