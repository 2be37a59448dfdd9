// SPDX-License-Identifier: MIT
#include "host_compiler.hpp"

#include "command_line.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace simt::nvcc {

namespace fs = std::filesystem;

namespace {

/// A word as a shell takes it.
[[nodiscard]] std::string shell_word(std::string_view word) {
  std::string out = "'";
  for (char const c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "' ";
}

/// The file that a shell runs for a command's name; empty where there is none.
[[nodiscard]] fs::path program_of(std::string const& name) {
  if (name.find('/') != std::string::npos) return name;
  char const* const path = std::getenv("PATH");
  std::istringstream folders{path == nullptr ? "" : path};
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path const file = fs::path(folder) / name;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

/// True for this program, under whatever name: as a compiler it would call itself without end.
[[nodiscard]] bool is_own(std::string const& name) {
  std::error_code none;
  return fs::equivalent(program_of(name), "/proc/self/exe", none);
}

}  // namespace

std::string text_of(fs::path const& file) {
  std::ifstream in{file};
  return {std::istreambuf_iterator<char>(in), {}};
}

toolkit toolkit_of(fs::path const& driver) {
  toolkit out;
  out.root = driver.parent_path().parent_path();
  out.headers = out.root / "include";
  out.share = out.root / "share";
  out.translator = (out.root / "bin/simt-cu").string();
  out.options = shell_words(text_of(out.share / "options"));
  for (fs::path const& file : {out.headers / "simt/config.hpp", out.share / "abi.hpp"})
    if (!fs::exists(file))
      throw std::runtime_error("'" + file.string() +
                               "' is missing: this program is part of a folder that `cmake "
                               "--install` of simt writes, and does not work alone");
  return out;
}

void run_program(words const& line) {
  // A script that stands for the compiler may call this program in turn.
  static int const calls = [] {
    char const* const depth = std::getenv("SIMT_NVCC_DEPTH");
    return depth == nullptr ? 1 : std::atoi(depth) + 1;
  }();
  if (calls > 4)
    throw std::runtime_error("'" + line[0] + "' calls nvcc, which calls '" + line[0] +
                             "': -ccbin or NVCC_CCBIN must name a C++ compiler");
  setenv("SIMT_NVCC_DEPTH", std::to_string(calls).c_str(), 1);
  words copy = line;
  std::vector<char*> pointers;
  for (auto& word : copy) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  int const error = posix_spawnp(&child, pointers[0], nullptr, nullptr, pointers.data(), environ);
  if (error != 0)
    throw std::runtime_error("'" + line[0] + "' cannot be run: " + std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status))
    std::cerr << "nvcc: '" << line[0] << "' was ended by signal " << WTERMSIG(status) << '\n';
  if (status != 0) throw failed{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

std::string compiler_of(std::string const& given) {
  std::string out = given;
  for (char const* const name : {"NVCC_CCBIN", "CXX"})
    if (char const* const value = std::getenv(name);
        out.empty() && value != nullptr && !is_own(value))
      out = value;
  if (out.empty()) out = "c++";
  if (fs::is_directory(out)) out = (fs::path(out) / "c++").string();
  if (!is_own(out)) return out;
  // CMake gives a toolchain's compiler to all others, and bin/ may stand first in PATH.
  for (char const* const name : {"g++", "clang++"})
    if (!program_of(name).empty()) return name;
  throw std::runtime_error(
      "no C++ compiler but this program is found: -ccbin or NVCC_CCBIN names one");
}

words processor_options(words const& given) {
  bool const is_named = std::any_of(given.begin(), given.end(), [](std::string const& o) {
    return o.starts_with("-march=") || o.starts_with("-mcpu=") || o.starts_with("-mavx") ||
           o.starts_with("-msse");
  });
  return is_named ? words{} : words{"-march=native"};
}

bool is_recent(std::string_view standard) {
  auto const names = {"20", "2a", "23", "2b", "26", "2c"};
  return std::any_of(names.begin(), names.end(),
                     [&](char const* name) { return standard.ends_with(name); });
}

std::string abi_of(words compiler_call, toolkit const& with) {
  append(compiler_call, {"-w", "-E", "-P", (with.share / "abi.hpp").string()});
  std::string line;
  for (auto const& word : compiler_call) line += shell_word(word);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const pipe{
      popen((line + "2>/dev/null").c_str(), "r"), &pclose};
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t n;
       pipe != nullptr && (n = std::fread(part.data(), 1, part.size(), pipe.get())) > 0;)
    text.append(part.data(), n);
  std::size_t const at = text.find("simt_abi");
  return at == std::string::npos ? std::string{} : text.substr(at, text.find('\n', at) - at);
}

words runtime_options(words const& compiler_call, toolkit const& with) {
  std::string const library = text_of(with.share / "abi");
  std::string const own = abi_of(compiler_call, with);
  bool const is_same = !own.empty() && library == own + '\n';
  return is_same ? words{"-DSIMT_CUDA_RUNTIME_LIBRARY=1"} : words{};
}

void run_host_compiler(words const& given, toolkit const& with) {
  words line{compiler_of("")};
  append(line, processor_options(given));
  bool is_cxx = true;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == "-x" && i + 1 < given.size()) is_cxx = given[i + 1] != "c";
    bool const is_older = given[i].starts_with("-std=") && !is_recent(given[i]);
    if (!is_older) line.push_back(given[i]);
  }
  auto const has_recent = [](std::string const& w) {
    return w.starts_with("-std=") && is_recent(w);
  };
  if (is_cxx && std::none_of(given.begin(), given.end(), has_recent))
    line.emplace_back("-std=gnu++20");
  append(line, {"-isystem", with.headers.string()});
  append(line, with.options);
  words probe = line;
  std::erase_if(probe, [](std::string const& w) { return w == "-c" || !w.starts_with('-'); });
  append(line, runtime_options(probe, with));
  run_program(line);
}

}  // namespace simt::nvcc
