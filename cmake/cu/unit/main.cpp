// SPDX-License-Identifier: MIT
// simt-cu: CUDA C++ in, C++ out. See simt_add_cuda() in simtCuda.cmake for its use in a build.
#include "../lane_form/form_search.hpp"
#include "../preprocessor/preamble.hpp"
#include "missing_library.hpp"
#include "trial.hpp"
#include "unit.hpp"

#include <simt/version.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view usage =
    "usage: simt-cu [options] input.cu\n"
    "Rewrites CUDA C++ so that a C++ compiler takes it, with the headers of simt::cuda.\n"
    "  -o FILE           where the C++ text goes (default: standard output)\n"
    "  --mirror FOLDER   also rewrite the local files that it includes, into this folder\n"
    "  -I FOLDER         where included files are looked for, besides the includer's folder\n"
    "  -D NAME[=TEXT]    a macro that the compiler gets as well: decides #ifs in kernels\n"
    "  --foreign FOLDER  headers below this folder stay as they are\n"
    "  --depfile FILE    write a make rule that names every file read\n"
    "  --vectorize       write lane forms of kernels, which run at SIMD speed\n"
    "  -Wsimt-portability  tell what a GPU's compiler would refuse, and by which rule\n"
    "  --report          print a line for each kernel: lane kernel, or thread kernel and why\n"
    "  --check COMMAND   a compiler with its flags, which only looks at the output: lane forms "
    "that\n"
    "                    it refuses are left out; the rest of the line belongs to it, its\n"
    "                    -D are read, too\n"
    "  --check-later FLAGS  the same, but by the compilation itself, with these flags, in front "
    "of\n"
    "                    which stands\n"
    "  --version         print the version of simt that it belongs to\n"
    "  --drop FORM LINE WHY, --drop-all WHY  what --compile found out and remembers\n"
    "usage: simt-cu --compile COMPILER FLAGS...\n"
    "Compiles a file. Where that fails for an output of simt-cu --check-later, it leaves out the\n"
    "lane forms that the compiler refused, and tries again.\n";

struct arguments {
  simt::cu::unit_options unit;
  std::string depfile;
  std::vector<std::string> check;
  bool check_later = false;
  bool report = false;
  bool help = false;
  bool version = false;
};

/// The macros that a compiler's words define.
std::vector<std::string> definitions_of(std::vector<std::string> const& words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("-D")) continue;
    if (words[i].size() > 2)
      out.push_back(words[i].substr(2));
    else if (i + 1 < words.size())
      out.push_back(words[++i]);
  }
  return out;
}

arguments parse(std::vector<std::string> const& words) {
  arguments out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view const arg = words[i];
    auto const value = [&]() -> std::string_view {
      if ((arg.starts_with("-I") || arg.starts_with("-D")) && arg.size() > 2) return arg.substr(2);
      if (++i == words.size())
        throw std::runtime_error("simt-cu: " + std::string(arg) + " needs a value");
      return words[i];
    };
    if (arg == "-o") {
      out.unit.output = value();
    } else if (arg == "--mirror") {
      out.unit.mirror = value();
    } else if (arg == "--foreign") {
      out.unit.foreign.emplace_back(value());
    } else if (arg == "--depfile") {
      out.depfile = value();
    } else if (arg.starts_with("-I")) {
      out.unit.folders.emplace_back(value());
    } else if (arg.starts_with("-D")) {
      out.unit.definitions.emplace_back(value());
    } else if (arg == "--vectorize") {
      out.unit.vectorize = true;
    } else if (arg == "-Wsimt-portability") {
      out.unit.portability = true;
    } else if (arg == "--no-vectorize") {
      out.unit.vectorize = false;
    } else if (arg == "--report") {
      out.report = true;
    } else if (arg == "--drop") {
      std::string const form{value()};
      auto const line = static_cast<simt::cu::offset>(std::atol(std::string(value()).c_str()));
      out.unit.dropped[form] = {line, std::string(value())};
    } else if (arg == "--drop-all") {
      out.unit.drop_all = value();
    } else if (arg == "--check" || arg == "--check-later") {
      std::vector<std::string> const rest(words.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                          words.end());
      for (auto& d : definitions_of(rest)) out.unit.definitions.push_back(std::move(d));
      out.check_later = arg == "--check-later";
      if (!out.check_later) out.check = rest;
      break;
    } else if (arg == "--help" || arg == "-h") {
      out.help = true;
    } else if (arg == "--version") {
      out.version = true;
    } else if (arg.starts_with('-')) {
      throw std::runtime_error("simt-cu: unknown option " + std::string(arg) + "; see --help");
    } else if (!out.unit.input.empty()) {
      throw std::runtime_error("simt-cu: one input only, got " + std::string(arg) + " too");
    } else {
      out.unit.input = arg;
    }
  }
  if (!out.help && !out.version && out.unit.input.empty())
    throw std::runtime_error("simt-cu: no input; see --help");
  if (out.check_later && out.unit.output.empty())
    throw std::runtime_error("simt-cu: --check-later needs -o FILE");
  return out;
}

std::string first_error(std::vector<std::string> const& lines) {
  for (auto const& line : lines)
    if (line.find("error: ") != std::string::npos) return line;
  return lines.empty() ? std::string{"it says nothing"} : lines.front();
}

void print(simt::cu::unit const& unit) {
  simt::cu::lane::translator const& translator = *unit.translator();
  for (auto const& k : translator.reports()) {
    std::cout << k.file << ':' << k.line << ": " << k.name << ": ";
    if (k.why.reason.empty()) {
      std::cout << (k.needs_long_registers
                        ? "lane kernel, with registers of four lanes a thread kernel"
                        : "lane kernel");
      for (auto const line : k.missing_barriers)
        std::cout << "; a __syncthreads() belongs behind line " << line
                  << ", as threads read what others write: they wait there";
      std::cout << '\n';
    } else {
      std::cout << "thread kernel: " << k.file << ':' << k.why.line << ": " << k.why.reason << '\n';
    }
  }
  for (auto const& [file, lines] : translator.left_as_they_are())
    for (auto const line : lines)
      std::cout
          << file << ':' << line
          << ": note: in thread form a floating-point number may become an integer as in C++, not "
             "as on a GPU, which differs for numbers that the integer cannot hold: write a cast\n";
  for (auto const& use : unit.left_uses())
    std::cout
        << use.file << ':' << use.line << ": note: " << use.macro
        << " may stand for functions of device code, which run as the C++ compiler reads them, "
           "in thread form only: "
        << use.why << '\n';
}

/// Trials of a file's lane forms by a compiler, one behind the other.
class form_trials {
 public:
  /// Takes the compiler's answer to the forms that the options ask for. True if there is to be
  /// another trial, with the options as they are then.
  bool go_on(simt::cu::unit_options& options, simt::cu::lane::translator const& translator,
             simt::cu::verdict const& verdict) {
    if (is_searching()) return search_on(options, verdict);
    if (verdict.accepted() || !options.drop_all.empty() || !translator.any()) return false;
    bool more = false;
    for (auto const& [form, why] : simt::cu::refused_forms(verdict.lines, translator))
      more |= options.dropped.emplace(form, why).second;
    if (more && ++turns_ < 20) return true;
    std::string const why = "the compiler refused the file: " + first_error(verdict.lines);
    if (search_) {
      options.drop_all = why;
      return true;
    }
    forms_ = translator.forms();
    std::vector<std::string> names;
    for (auto const& [form, line] : forms_) names.push_back(form);
    search_.emplace(std::move(names));
    why_ = "the compiler refused the lane form: " + first_error(verdict.lines);
    options.drop_all = why;  // if that is refused as well, the program is at fault
    return true;
  }
  /// True if the next answer is about some of the forms, or none, to find the guilty ones.
  [[nodiscard]] bool is_searching() const { return search_ && !search_->is_settled(); }

 private:
  bool search_on(simt::cu::unit_options& options, simt::cu::verdict const& verdict) {
    search_->answer(verdict.accepted());
    if (search_->is_of_program()) return false;
    options.drop_all.clear();
    if (!is_told_)
      std::cerr << options.input.string() << ": " << why_ << ": it names none of the "
                << forms_.size() << " lane forms, so they are tried by halves, "
                << search_->most_trials() << " times at most\n";
    is_told_ = true;
    set(options);
    return !(search_->is_settled() && search_->is_tried());
  }
  void set(simt::cu::unit_options& options) const {
    for (auto const& [form, line] : forms_) options.dropped.erase(form);
    for (auto const& form : search_->left_out())
      options.dropped.emplace(form, simt::cu::lane::refusal{forms_.at(form), why_});
  }

  std::optional<simt::cu::form_search> search_;
  std::map<std::string, simt::cu::offset> forms_;
  std::string why_;
  int turns_ = 0;
  bool is_told_ = false;
};

std::filesystem::path kept_beside(std::filesystem::path const& output) {
  return output.string() + ".simt-cu";
}

/// Keeps what an output was made with, for its compilation: a word in each line.
void keep(simt::cu::unit_options const& options, std::vector<std::string> const& words) {
  std::string kept;
  for (auto const& [form, why] : options.dropped)
    kept += "--drop\n" + form + '\n' + std::to_string(why.line) + '\n' + why.reason + '\n';
  if (!options.drop_all.empty()) kept += "--drop-all\n" + options.drop_all + '\n';
  for (auto const& word : words) kept += word + '\n';
  simt::cu::unit::write(kept_beside(options.output), kept);
}

/// Rewrites a file, with lane forms that a compiler takes.
void rewrite(std::vector<std::string> const& words, arguments const& args) {
  simt::cu::unit_options options = args.unit;
  bool const checks = !args.check.empty() && !options.output.empty();
  options.tried = checks || args.check_later;
  for (form_trials trials;;) {
    simt::cu::unit unit{options};
    std::string const text = unit.run();
    if (options.output.empty())
      std::cout << text;
    else
      simt::cu::unit::write(options.output, text);
    if (checks && unit.translator() != nullptr &&
        (unit.translator()->any() || trials.is_searching())) {
      auto command = args.check;
      command.push_back(options.output.string());
      auto const verdict = simt::cu::ask_compiler(command, options.output.string() + ".check");
      if (verdict.status >= 128) {
        std::error_code ignored;
        std::filesystem::remove(options.output, ignored);
        throw std::runtime_error("simt-cu: a signal ended " + args.check.front());
      }
      if (trials.go_on(options, *unit.translator(), verdict)) continue;
    }
    for (auto const& w : unit.warnings()) std::cerr << w.text() << '\n';
    if (!args.depfile.empty()) simt::cu::unit::write(args.depfile, unit.dependencies());
    if (args.check_later && unit.translator() != nullptr) {
      keep(options, words);
    } else {
      std::error_code ignored;
      if (!options.output.empty()) std::filesystem::remove(kept_beside(options.output), ignored);
      if (args.report && unit.translator() != nullptr) print(unit);
    }
    return;
  }
}

/// The arguments that the output which a command compiles was made with; none if it is another's.
std::vector<std::string> kept_arguments(std::vector<std::string> const& command) {
  std::vector<std::string> out;
  for (auto const& word : command) {
    if (word.starts_with('-')) continue;
    std::ifstream in{kept_beside(word)};
    for (std::string line; std::getline(in, line);) out.push_back(line);
    if (!out.empty()) break;
  }
  return out;
}

/// False where a compiler would give the program no lane forms: as without -O.
bool optimises(std::vector<std::string> const& command) {
  std::string_view last;
  for (auto const& word : command)
    if (word.starts_with("-O")) last = word;
  return !last.empty() && last != "-O0";
}

/// Compiles; an output of rewrite() without the lane forms that the compiler refuses. Files that it
/// writes again are as old as before, so that builds do not find them newer than the object.
int compile(std::vector<std::string> const& given) {
  auto const kept = kept_arguments(given);
  if (kept.empty()) return simt::cu::status_of(simt::cu::quoted(given));
  arguments const args = parse(kept);
  auto const command = simt::cu::without_own_macros(given, args.unit.definitions);
  simt::cu::unit_options options = args.unit;
  options.tried = true;
  options.keeps_times = true;
  // What an earlier compilation found out stands in front.
  std::size_t const dropped = 4 * options.dropped.size() + (options.drop_all.empty() ? 0 : 2);
  std::vector<std::string> const words(kept.begin() + static_cast<std::ptrdiff_t>(dropped),
                                       kept.end());
  auto const write = [&] {
    simt::cu::unit unit{options};
    simt::cu::unit::write(options.output, unit.run(), true);
    keep(options, words);
  };
  for (form_trials trials;;) {
    auto const verdict = simt::cu::ask_compiler(command, options.output.string() + ".check");
    bool const is_interrupted = verdict.status >= 128;
    if ((!verdict.accepted() || args.report || trials.is_searching()) && !is_interrupted) {
      simt::cu::unit unit{options};
      static_cast<void>(unit.run());
      if (trials.go_on(options, *unit.translator(), verdict)) {
        write();
        continue;
      }
      if (verdict.accepted() && args.report) {
        if (!optimises(command) && unit.translator()->any())
          std::cout << options.input.string()
                    << ": compiled without optimisation: lane kernels run as thread kernels\n";
        print(unit);
      }
    }
    for (auto const& line : verdict.lines) std::cerr << line << '\n';
    for (auto const& line : simt::cu::missing_libraries(verdict.lines)) std::cerr << line << '\n';
    if (verdict.accepted() || is_interrupted) return verdict.status;
    // The program is at fault: the next compilation finds the file as the first did.
    options.dropped.clear();
    options.drop_all.clear();
    write();
    return verdict.status;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<std::string> const words(argv + 1, argv + argc);
    if (!words.empty() && words.front() == "--compile")
      return compile({words.begin() + 1, words.end()});
    arguments const args = parse(words);
    if (args.help)
      std::cout << usage;
    else if (args.version)
      std::cout << "simt-cu " << SIMT_VERSION_MAJOR << '.' << SIMT_VERSION_MINOR << '.'
                << SIMT_VERSION_PATCH << '\n';
    else
      rewrite(words, args);
    return 0;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
