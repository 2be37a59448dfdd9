// SPDX-License-Identifier: MIT
// Indices that miss their arrays, as the compiler tells: in front of the access, of which nothing
// may be told.
#include "checker.hpp"

#include <cctype>

namespace simt::check {

namespace {
/// True where the line has the address of an element.
bool takes_address(std::string_view line) {
  for (std::size_t i = line.find('&'); i != std::string_view::npos; i = line.find('&', i + 1)) {
    std::size_t k = i + 1;
    while (k < line.size() && (std::isalnum(static_cast<unsigned char>(line[k])) != 0 ||
                               line[k] == '_' || line[k] == '.' || line[k] == ' '))
      ++k;
    if (k > i + 1 && k < line.size() && line[k] == '[') return true;
  }
  return false;
}
}  // namespace

void report_missed_index(context& c) {
  c.missed.for_accesses = 0;
  auto const* const caller = reinterpret_cast<void const*>(c.missed.caller);
  if (!settings().memory || is_internal(caller)) return;
  finding f = finding_here(c, "memory", caller);
  std::string const line = source_line(f.at);
  bool const through_rows = line.find("[0][") != std::string::npos;
  if (f.at.line == 0 || through_rows || takes_address(line)) return;
  f.what =
      "index " + std::to_string(c.missed.index) + " outside of an array of type " + c.missed.array;
  f.advice = "guard the index: it must lie between 0 and the array's size";
  report(std::move(f));
}

}  // namespace simt::check
