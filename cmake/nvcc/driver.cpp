// SPDX-License-Identifier: MIT
#include "driver.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>

#include <simt/cuda/detail/translated_options.h>

namespace simt::nvcc {

namespace fs = std::filesystem;

namespace {

/// Holds a folder for files between two steps; it goes with everything in it.
class work_folder {
 public:
  work_folder() {
    std::string name = (fs::temp_directory_path() / "simt-nvcc-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw std::runtime_error("no folder can be made in " + fs::temp_directory_path().string());
    path_ = name;
  }
  work_folder(work_folder const&) = delete;
  work_folder& operator=(work_folder const&) = delete;
  ~work_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] fs::path const& path() const noexcept { return path_; }

 private:
  fs::path path_;
};

[[nodiscard]] language language_of(input const& file) {
  if (file.as != language::by_name) return file.as;
  std::string const ending = fs::path(file.path).extension().string();
  if (ending == ".cu") return language::cuda;
  if (ending == ".c") return language::c;
  for (char const* const cxx : {".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP"})
    if (ending == cxx) return language::cxx;
  return language::by_name;
}

[[nodiscard]] bool is_linked(input const& file) { return language_of(file) == language::by_name; }

class driver {
 public:
  driver(command const& asked, toolkit const& with) : asked_{asked}, with_{with} {
    compiler_ = compiler_of(asked.compiler);
  }

  void run() {
    if (asked_.inputs.empty() && asked_.goal != phase::abi)
      throw std::runtime_error("no input files; see --help");
    switch (asked_.goal) {
      case phase::compile:
        check_single_output();
        for (input const& file : asked_.inputs)
          if (!is_linked(file)) compile(file, object_of(file));
        break;
      case phase::abi:
        std::cout << abi_of(plain_call(language::cxx), with_) << '\n';
        break;
      case phase::preprocess:
      case phase::cxx_text:
      case phase::depend:
        check_single_output();
        for (input const& file : asked_.inputs) {
          if (asked_.goal == phase::depend)
            write_dependencies(file, object_of(file, false), asked_.output);
          else
            preprocess(file);
        }
        break;
      case phase::device_link: {
        // Kernels of several files are linked as all functions are: an object without anything.
        fs::path const empty = work_.path() / "device_link.cpp";
        std::ofstream{empty};
        call(words_of({compiler_, "-x", "c++", "-c", empty.string(), "-o",
                       asked_.output.empty() ? "a_dlink.o" : asked_.output},
                      asked_.host));
        break;
      }
      case phase::archive: {
        words line{"ar", "rcs", asked_.output.empty() ? "a.a" : asked_.output};
        append(line, objects());
        call(line);
        break;
      }
      default:
        link();
    }
  }

 private:
  [[nodiscard]] static words words_of(words first, words const& more) {
    append(first, more);
    return first;
  }

  void check_single_output() const {
    if (!asked_.output.empty() && asked_.inputs.size() > 1 && asked_.goal != phase::depend)
      throw std::runtime_error("-o with several files: each of them has an output of its own");
  }

  /// Where the object of a source file goes.
  [[nodiscard]] fs::path object_of(input const& file, bool by_output = true) const {
    if (by_output && !asked_.output.empty()) return asked_.output;
    return fs::path(asked_.folder) / fs::path(file.path).filename().replace_extension(".o");
  }

  /// Runs a program, or prints the call.
  void call(words const& line) const {
    if (asked_.is_verbose) {
      std::cerr << "#$ ";
      for (auto const& word : line) std::cerr << word << ' ';
      std::cerr << '\n';
    }
    if (asked_.only_prints) return;
    run_program(line);
  }

  /// The options that all C++ files of a program share.
  [[nodiscard]] words host_options() const {
    words out = processor_options(asked_.host);
    // nvcc optimises kernels without being asked.
    if (!asked_.optimisation.empty())
      out.push_back(asked_.optimisation);
    else if (!asked_.debugs_device)
      out.emplace_back("-O2");
    append(out, asked_.host);
    return out;
  }

  [[nodiscard]] std::string standard() const {
    return "-std=" + (is_recent(asked_.standard) ? asked_.standard : std::string("gnu++20"));
  }

  /// The program's folders, and then the toolkit's.
  [[nodiscard]] words include_options() const {
    words out;
    for (auto const& folder : asked_.include_folders)
      // NVIDIA's own headers, where they are installed, are for NVIDIA's compiler.
      if (!fs::exists(fs::path(folder) / "crt/host_config.h")) out.push_back("-I" + folder);
    out.push_back("-I" + with_.headers.string());
    return out;
  }

  /// Folders, macros and the packages' folders.
  [[nodiscard]] words source_options() const {
    words out = include_options();
    append(out, asked_.preprocessor);
    append(out, with_.options);
    return out;
  }

  /// A call of the compiler up to the file, without a choice for the host runtime.
  [[nodiscard]] words plain_call(language as) const {
    words out{compiler_};
    append(out, host_options());
    if (as == language::c)
      append(out, {"-x", "c"});
    else
      append(out, {"-x", "c++", standard()});
    append(out, source_options());
    return out;
  }

  /// A call of the compiler up to the file. The C++ files of a command have one host runtime: the
  /// compiler is asked once which.
  [[nodiscard]] words compiler_call(language as) {
    words out = plain_call(as);
    if (as == language::c) return out;
    if (!runtime_) runtime_ = runtime_options(out, with_);
    append(out, *runtime_);
    return out;
  }

  /// Rewrites a .cu: the C++ text. The program that compiles it goes in front of the compiler.
  [[nodiscard]] fs::path translate(input const& file, fs::path const& depfile) {
    fs::path const text = work_.path() / (std::to_string(++files_) + ".cpp");
    words line{with_.translator, "-o", text.string(), "--mirror", text.string() + ".include"};
    if (!depfile.empty()) append(line, {"--depfile", depfile.string()});
    append(line, include_options());
    for (char const* const folder :
         {"/usr/include", "/usr/local/include", "/usr/lib/gcc", "/usr/lib/llvm"})
      append(line, {"--foreign", folder});
    append(line, {"--foreign", with_.headers.string()});
    line.push_back(file.path);
    if (asked_.is_separable) line.emplace_back("-DSIMT_SEPARABLE=1");
    if (asked_.vectorizes) line.emplace_back("--vectorize");
    if (asked_.reports) line.emplace_back("--report");
    line.emplace_back("--check-later");
    append(line, host_options());
    append(line, {"-O1", standard(), "-fsyntax-only", "-w", beside(file)});
    append(line, source_options());
    call(line);
    return text;
  }

  /// Includes through macros look beside the .cu.
  [[nodiscard]] static std::string beside(input const& file) {
    fs::path const folder = fs::path(file.path).parent_path();
    return "-iquote" + (folder.empty() ? std::string(".") : folder.string());
  }

  [[nodiscard]] static words translated_options() {
    words out = shell_words(SIMT_DETAIL_TRANSLATED_OPTIONS);
    append(out, {"-Wno-unknown-pragmas", "-Wno-psabi"});
    return out;
  }

  void compile(input const& file, fs::path const& object) {
    language const as = language_of(file);
    if (as != language::cuda) {
      words line = words_of(compiler_call(as), {"-c", file.path, "-o", object.string()});
      if (asked_.writes_depfile)
        append(line, {"-MD", "-MF", depfile_of(object), "-MT", target_of(object)});
      call(line);
      return;
    }
    fs::path const rule = asked_.writes_depfile ? work_.path() / "depfile" : fs::path();
    fs::path const text = translate(file, rule);
    words line{with_.translator, "--compile"};
    append(line, compiler_call(as));
    append(line, translated_options());
    append(line, {beside(file), "-c", text.string(), "-o", object.string()});
    call(line);
    if (asked_.writes_depfile && !asked_.only_prints) write_rule(rule, object, depfile_of(object));
  }

  [[nodiscard]] std::string depfile_of(fs::path const& object) const {
    return asked_.depfile.empty() ? fs::path(object).replace_extension(".d").string()
                                  : asked_.depfile;
  }
  [[nodiscard]] std::string target_of(fs::path const& object) const {
    return asked_.dependency_target.empty() ? object.string() : asked_.dependency_target;
  }

  /// Writes the translator's rule, which is about its own output, as one about the object.
  void write_rule(fs::path const& rule, fs::path const& object, std::string const& to) const {
    std::string text = text_of(rule);
    std::size_t const colon = text.find(": ");
    if (colon == std::string::npos) throw std::runtime_error("simt-cu wrote no dependencies");
    text = target_of(object) + text.substr(colon);
    if (asked_.adds_phony_targets) {
      words files = shell_words(text.substr(text.find(": ") + 1));
      std::erase(files, "\n");  // a line that goes on
      for (auto const& file : files) text += file + ":\n";
    }
    if (to.empty()) {
      std::cout << text;
      return;
    }
    std::ofstream out{to};
    out << text;
    if (!out.flush()) throw std::runtime_error("'" + to + "' cannot be written");
  }

  void write_dependencies(input const& file, fs::path const& object, std::string const& to) {
    if (language_of(file) != language::cuda) {
      words line =
          words_of(compiler_call(language_of(file)), {"-M", file.path, "-MT", target_of(object)});
      if (!to.empty()) append(line, {"-o", to});
      call(line);
      return;
    }
    fs::path const rule = work_.path() / "depfile";
    static_cast<void>(translate(file, rule));
    if (!asked_.only_prints) write_rule(rule, object, asked_.depfile.empty() ? to : asked_.depfile);
  }

  void preprocess(input const& file) {
    language const as = language_of(file);
    words line = compiler_call(as);
    if (as == language::cuda) {
      append(line, {beside(file), "-E", translate(file, {}).string()});
    } else {
      append(line, {"-E", file.path});
    }
    if (!asked_.output.empty())
      append(line, {"-o", asked_.output});
    else if (asked_.goal == phase::cxx_text)
      append(line, {"-o", fs::path(file.path).filename().string() + ".cpp.ii"});
    call(line);
  }

  /// Compiles the source files: the files that are linked, in their order.
  [[nodiscard]] words objects() {
    words out;
    for (input const& file : asked_.inputs) {
      if (is_linked(file)) {
        out.push_back(file.path);
        continue;
      }
      fs::path const object =
          work_.path() / (std::to_string(++files_) + fs::path(file.path).stem().string() + ".o");
      compile(file, object);
      out.push_back(object.string());
    }
    return out;
  }

  void link() {
    words const files = objects();
    words line{compiler_};
    append(line, asked_.host);
    if (asked_.is_shared) line.emplace_back("-shared");
    std::string const output = asked_.output.empty() ? "a.out" : asked_.output;
    append(line, {"-o", output});
    // Objects and libraries in the order of the command line: a linker resolves from left to right.
    std::size_t words_taken = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
      for (; words_taken < asked_.inputs[i].position; ++words_taken)
        line.push_back(asked_.link_words[words_taken]);
      line.push_back(files[i]);
    }
    for (; words_taken < asked_.link_words.size(); ++words_taken)
      line.push_back(asked_.link_words[words_taken]);
    append(line, {"-L" + (with_.root / "lib64").string(), "-lcudart"});
    if (!asked_.is_shared) line.emplace_back("-Wl,--export-dynamic-symbol=*4simt*");
    call(line);
    if (asked_.runs) call(words_of({fs::absolute(output).string()}, asked_.arguments));
  }

  command const& asked_;
  toolkit const& with_;
  std::string compiler_;
  std::optional<words> runtime_;
  work_folder work_;
  int files_ = 0;
};

}  // namespace

void run(command const& asked, toolkit const& with) { driver{asked, with}.run(); }

}  // namespace simt::nvcc
