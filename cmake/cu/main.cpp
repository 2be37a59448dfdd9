// SPDX-License-Identifier: MIT
// simt-cu: CUDA C++ in, C++ out. See simt_add_cuda() in simtCuda.cmake for its use in a build.
#include "unit.hpp"

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view usage =
    "usage: simt-cu [options] input.cu\n"
    "Rewrites CUDA C++ so that a C++ compiler takes it, with the headers of simt::cuda.\n"
    "  -o FILE           where the C++ text goes (default: standard output)\n"
    "  --mirror FOLDER   also rewrite the local files that it includes, into this folder\n"
    "  -I FOLDER         where included files are looked for, besides the includer's folder\n"
    "  --foreign FOLDER  headers below this folder stay as they are\n"
    "  --depfile FILE    write a make rule that names every file read\n";

struct arguments {
  simt::cu::unit_options unit;
  std::string depfile;
  bool help = false;
};

arguments parse(int argc, char** argv) {
  arguments out;
  for (int i = 1; i < argc; ++i) {
    std::string_view const arg = argv[i];
    auto const value = [&]() -> std::string_view {
      if (arg.starts_with("-I") && arg.size() > 2) return arg.substr(2);
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

}  // namespace

int main(int argc, char** argv) {
  try {
    arguments const args = parse(argc, argv);
    if (args.help) {
      std::cout << usage;
      return 0;
    }
    simt::cu::unit unit{args.unit};
    std::string const text = unit.run();
    if (args.unit.output.empty())
      std::cout << text;
    else
      simt::cu::unit::write(args.unit.output, text);
    if (!args.depfile.empty()) simt::cu::unit::write(args.depfile, unit.dependencies());
    return 0;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
