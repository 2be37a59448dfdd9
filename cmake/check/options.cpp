// SPDX-License-Identifier: MIT
// SIMT_CHECK_OPTIONS: words apart from one another by spaces or colons.
//   json=FILE           the findings as a JSON array
//   log=FILE            the text goes there instead of to stderr
//   off=race,init       leave these out: memory, race, init, sync, api
//   only=memory,race    leave out all but these
//   suppressions=FILE   findings to leave out, a line each: words kind=, kernel=, file=, line=
//   seed=N              blocks, warps and threads in a shuffled order, the same for the same number
//   first=1             end at the first finding
//   exclusive=1         the host may not use managed memory while a kernel may run
//   status=86           the exit status where something was found
#include "checker.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

/// Options that the program's target has chosen (simt_observer_defaults), in front of the
/// environment's.
extern "C" [[gnu::weak]] char const simt_check_defaults[];

namespace simt::check {
namespace {

void complain(std::string const& text) {
  std::fprintf(stderr, "simt-check: SIMT_CHECK_OPTIONS: %s\n", text.c_str());
}

void read_suppressions(options& o, std::string const& path) {
  std::ifstream in(path);
  if (!in) {
    complain("cannot read the suppressions in " + path);
    return;
  }
  std::string line;
  while (std::getline(in, line)) {
    if (auto const comment = line.find('#'); comment != std::string::npos) line.erase(comment);
    options::suppression s;
    std::string strange;
    for (std::string const& word : split(line, " \t\r")) {
      auto const equals = word.find('=');
      bool const is_pair = equals != std::string::npos;
      std::string const key = is_pair ? word.substr(0, equals) : "";
      std::string const value = is_pair ? word.substr(equals + 1) : "";
      if (key == "kind") s.kind = value;
      else if (key == "kernel") s.kernel = value;
      else if (key == "file") s.file = value;
      else if (key == "line" && value.find_first_not_of("0123456789") == std::string::npos)
        s.line = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
      else strange += (strange.empty() ? "" : " ") + word;
    }
    if (!strange.empty())
      complain("a suppression has kind=, kernel=, file=, line=, not '" + strange + "'");
    // One that names nothing would leave out all.
    if (!s.kind.empty() || !s.kernel.empty() || !s.file.empty() || s.line != 0)
      o.suppressions.push_back(std::move(s));
  }
}

bool* tool_of(options& o, std::string const& name) {
  if (name == "memory") return &o.memory;
  if (name == "race") return &o.race;
  if (name == "init") return &o.init;
  if (name == "sync") return &o.sync;
  if (name == "api") return &o.api;
  complain("the tools are memory, race, init, sync and api, not '" + name + "'");
  return nullptr;
}

void take(options& o, char const* text) {
  if (text == nullptr) return;
  for (std::string const& word : split(text, ": \t\n")) {
    auto const equals = word.find('=');
    std::string const key = word.substr(0, equals);
    std::string const value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (key == "json" && !value.empty()) {
      o.json = value;
    } else if (key == "log" && !value.empty()) {
      o.log = value;
    } else if (key == "off") {
      for (std::string const& name : split(value, ","))
        if (bool* const tool = tool_of(o, name)) *tool = false;
    } else if (key == "only") {
      std::vector<bool*> wanted;
      for (std::string const& name : split(value, ","))
        if (bool* const tool = tool_of(o, name)) wanted.push_back(tool);
      // One that names no tool would check nothing, and a program would seem right.
      if (wanted.empty()) continue;
      o.memory = o.race = o.init = o.sync = o.api = false;
      for (bool* const tool : wanted) *tool = true;
    } else if (key == "suppressions") {
      read_suppressions(o, value);
    } else if (key == "first") {
      o.stop_at_first = value != "0";
    } else if (key == "exclusive") {
      o.exclusive = value != "0";
    } else if (key == "unused") {
      o.unused = value != "0";
    } else if (key == "status" && !value.empty() &&
               value.find_first_not_of("0123456789") == std::string::npos) {
      o.status = std::atoi(value.c_str());
    } else if (key == "seed" && !value.empty() && value.size() < 19 &&
               value.find_first_not_of("0123456789") == std::string::npos) {
      o.seed = std::strtoull(value.c_str(), nullptr, 10);
    } else {
      complain("'" + word +
               "' is none of json=, log=, off=, only=, suppressions=, seed=, first=, exclusive=, "
               "unused=, "
               "status=");
    }
  }
}

options read() {
  options o;
  take(o, simt_check_defaults);
  take(o, std::getenv("SIMT_CHECK_OPTIONS"));
  return o;
}

}  // namespace

constinit options const* settings_known = nullptr;
options const& settings_at_first() {
  static options const& o = *new options(read());
  settings_known = &o;
  return o;
}

}  // namespace simt::check
