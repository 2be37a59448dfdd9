// SPDX-License-Identifier: MIT
// SIMT_PROFILE_OPTIONS: words apart from one another by spaces or colons.
//   json=FILE        the launches as a JSON array
//   html=FILE        the same as a page for a browser, with the sources
//   log=FILE         the text goes there instead of to stderr
//   quiet            no text
//   trace[=KERNEL]   the page can step through the first block of (that kernel's) launches
//   device=9.0       the compute capability whose occupancy is told, 2.0 to 9.0
//   registers=16     of a thread, for the occupancy
//   banks=8          bytes of a bank of shared memory with device=3.x: 4 or 8
//   range            only what lies between cudaProfilerStart and cudaProfilerStop
//   threads=1048576  of a launch that are looked at: of more, only every n-th block is
#include "profiler.hpp"

#include <cstdio>
#include <cstdlib>

/// Options that the program's target has chosen (simt_observer_defaults), in front of the
/// environment's.
extern "C" [[gnu::weak]] char const simt_profile_defaults[];

namespace simt::profile {
namespace {

void complain(std::string const& text) {
  std::fprintf(stderr, "simt-profile: SIMT_PROFILE_OPTIONS: %s\n", text.c_str());
}

bool is_number(std::string const& text) {
  return !text.empty() && text.size() < 16 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

void take(options& o, std::string const& word) {
  auto const equals = word.find('=');
  std::string const key = word.substr(0, equals);
  std::string const value = equals == std::string::npos ? "" : word.substr(equals + 1);
  bool const has_value = equals != std::string::npos && !value.empty();
  if (key == "json" && has_value) {
    o.json = value;
  } else if (key == "html" && has_value) {
    o.html = value;
  } else if (key == "log" && has_value) {
    o.log = value;
  } else if (word == "quiet") {
    o.quiet = true;
  } else if (word == "range") {
    o.range = true;
  } else if (word == "banks=4" || word == "banks=8") {
    o.bank_bytes = word.back() == '8' ? 8 : 4;
  } else if (word == "trace") {
    o.trace = "*";
  } else if (key == "trace" && has_value) {
    o.trace = value;
  } else if (key == "device" && value.size() == 3 && value[1] == '.' && value[0] >= '0' &&
             value[0] <= '9' && value[2] >= '0' && value[2] <= '9' &&
             known_capability(static_cast<unsigned>((value[0] - '0') * 10 + value[2] - '0'))) {
    o.capability = static_cast<unsigned>((value[0] - '0') * 10 + value[2] - '0');
  } else if (key == "device") {
    complain("device= is a compute capability from 2.0 to 9.0 that NVIDIA has made, not '" + value +
             "'");
  } else if (key == "registers" && is_number(value) && std::atoi(value.c_str()) >= 1 &&
             std::atoi(value.c_str()) <= 255) {
    o.registers = static_cast<unsigned>(std::atoi(value.c_str()));
  } else if (key == "threads" && is_number(value) && std::strtoull(value.c_str(), nullptr, 10) > 0) {
    o.threads = std::strtoull(value.c_str(), nullptr, 10);
  } else {
    complain("'" + word +
             "' is none of json=FILE, html=FILE, log=FILE, quiet, trace, trace=KERNEL, device=9.0, "
             "registers=1 to 255, banks=4 or 8, range, threads=N");
  }
}

options read() {
  options o;
  char const* const texts[] = {simt_profile_defaults, std::getenv("SIMT_PROFILE_OPTIONS")};
  for (char const* const text : texts)
    if (text != nullptr)
      for (std::string const& word : check::split(text, ": \t\n")) take(o, word);
  return o;
}

}  // namespace

options const& settings() {
  static options const& o = *new options(read());
  return o;
}

}  // namespace simt::profile
