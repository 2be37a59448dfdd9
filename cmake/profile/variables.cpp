// SPDX-License-Identifier: MIT
// The program's variables, which kernels use as global memory, or, `__constant__` ones, as constant
// memory.
#include "../check/elf_file.hpp"
#include "profiler.hpp"

#include <link.h>
#include <algorithm>

namespace simt::profile {

constinit address_range variables;

namespace {

using range = std::pair<std::uintptr_t, std::uintptr_t>;
struct ranges {
  std::vector<range> variables, constants;
};
ranges& known() {
  static auto& r = *new ranges;
  return r;
}
bool hold(std::vector<range> const& all, std::uintptr_t a) {
  return std::any_of(all.begin(), all.end(),
                     [&](range const& r) { return a - r.first < r.second - r.first; });
}

void add(std::uintptr_t begin, std::uintptr_t end) {
  if (begin == end) return;
  known().variables.emplace_back(begin, end);
  std::uintptr_t const last = std::max(end, variables.begin + variables.bytes);
  variables.begin = variables.bytes == 0 ? begin : std::min(begin, variables.begin);
  variables.bytes = last - variables.begin;
}

/// The sections that host_defines.h gives `__constant__` variables, in a program or a library.
void find_constants(char const* path, std::uintptr_t base) {
  check::elf_file const file(path);
  for (auto const& s : file.sections())
    if (file.name_of(s).starts_with(".simt_constant"))
      known().constants.emplace_back(base + s.sh_addr, base + s.sh_addr + s.sh_size);
}

}  // namespace

void find_variables() {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        // The program's own and its libraries', but not the system's.
        std::string const name = info->dlpi_name != nullptr ? info->dlpi_name : "";
        if (name.starts_with("/lib") || name.starts_with("/usr/lib")) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          auto const& h = info->dlpi_phdr[i];
          if (h.p_type == PT_LOAD && (h.p_flags & PF_W) != 0)
            add(info->dlpi_addr + h.p_vaddr, info->dlpi_addr + h.p_vaddr + h.p_memsz);
        }
        find_constants(name.empty() ? "/proc/self/exe" : name.c_str(), info->dlpi_addr);
        return 0;
      },
      nullptr);
}

void add_variable(std::uintptr_t begin, std::size_t bytes) { add(begin, begin + bytes); }

bool lies_in_variable(std::uintptr_t a) { return hold(known().variables, a); }
bool is_constant(std::uintptr_t a) { return hold(known().constants, a); }

}  // namespace simt::profile
