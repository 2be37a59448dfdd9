// SPDX-License-Identifier: MIT
// simt-cu: CUDA C++ in, C++ out. See simt_add_cuda() in simtCuda.cmake for its use in a build.
#include "trial.hpp"
#include "unit.hpp"

#include <cstdio>
#include <exception>
#include <iostream>
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
    "  --report          print a line for each kernel: lane kernel, or thread kernel and why\n"
    "  --check COMMAND   a compiler with its flags, which only looks at the output: lane forms "
    "that\n"
    "                    it refuses are left out; the rest of the line belongs to it, its\n"
    "                    -D are read, too\n";

struct arguments {
  simt::cu::unit_options unit;
  std::string depfile;
  std::vector<std::string> check;
  bool report = false;
  bool help = false;
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

arguments parse(int argc, char** argv) {
  arguments out;
  for (int i = 1; i < argc; ++i) {
    std::string_view const arg = argv[i];
    auto const value = [&]() -> std::string_view {
      if ((arg.starts_with("-I") || arg.starts_with("-D")) && arg.size() > 2) return arg.substr(2);
      if (++i == argc) throw std::runtime_error("simt-cu: " + std::string(arg) + " needs a value");
      return argv[i];
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
    } else if (arg == "--no-vectorize") {
      out.unit.vectorize = false;
    } else if (arg == "--report") {
      out.report = true;
    } else if (arg == "--check") {
      out.check.assign(argv + i + 1, argv + argc);
      for (auto& d : definitions_of(out.check)) out.unit.definitions.push_back(std::move(d));
      break;
    } else if (arg == "--help" || arg == "-h") {
      out.help = true;
    } else if (arg.starts_with('-')) {
      throw std::runtime_error("simt-cu: unknown option " + std::string(arg) + "; see --help");
    } else if (!out.unit.input.empty()) {
      throw std::runtime_error("simt-cu: one input only, got " + std::string(arg) + " too");
    } else {
      out.unit.input = arg;
    }
  }
  if (!out.help && out.unit.input.empty())
    throw std::runtime_error("simt-cu: no input; see --help");
  return out;
}

std::string first_error(std::vector<std::string> const& lines) {
  for (auto const& line : lines)
    if (line.find("error: ") != std::string::npos) return line;
  return lines.empty() ? std::string{"it says nothing"} : lines.front();
}

void print(simt::cu::lane::forms const& forms) {
  for (auto const& k : forms.fates()) {
    std::cout << k.file << ':' << k.line << ": " << k.name << ": ";
    if (k.why.reason.empty())
      std::cout << "lane kernel\n";
    else
      std::cout << "thread kernel: " << k.file << ':' << k.why.line << ": " << k.why.reason << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    arguments const args = parse(argc, argv);
    if (args.help) {
      std::cout << usage;
      return 0;
    }
    simt::cu::unit_options options = args.unit;
    options.tried = !args.check.empty() && !options.output.empty();
    // Lane forms that the compiler refuses are dropped until it takes the rest, or none is left.
    for (int turn = 0;; ++turn) {
      simt::cu::unit unit{options};
      std::string const text = unit.run();
      if (options.output.empty())
        std::cout << text;
      else
        simt::cu::unit::write(options.output, text);
      bool const trial = !args.check.empty() && !options.output.empty() &&
                         unit.forms() != nullptr && unit.forms()->any();
      if (trial) {
        auto const verdict = simt::cu::ask_compiler(args.check, options.output);
        if (!verdict.accepted) {
          auto const refused = simt::cu::refused_forms(verdict.lines, *unit.forms());
          bool more = false;
          for (auto const& [form, why] : refused) more |= options.dropped.emplace(form, why).second;
          if (more && turn < 20) continue;
          if (!options.drop_all.empty()) throw std::runtime_error("simt-cu: lane forms remain");
          options.drop_all = "the compiler refused the file: " + first_error(verdict.lines);
          continue;
        }
      }
      if (!args.depfile.empty()) simt::cu::unit::write(args.depfile, unit.dependencies());
      if (args.report && unit.forms() != nullptr) print(*unit.forms());
      break;
    }
    return 0;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
