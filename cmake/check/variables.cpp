// SPDX-License-Identifier: MIT
// Variables that the program is loaded with: which of them an address is of, by the symbols of the
// program's own file and of the shared libraries that it has been linked with.
#include "checker.hpp"
#include "elf_file.hpp"

#include <link.h>
#include <algorithm>

namespace simt::check {
namespace {

/// Calls f(symbol, its name, its section, that one's name) for the symbols of a file.
template <class F>
void each_symbol(char const* path, F const& f) {
  elf_file const file(path);
  for (ElfW(Shdr) const& table : file.sections()) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= file.sections().size()) continue;
    std::size_t const count = table.sh_size / sizeof(ElfW(Sym));
    auto const* const symbols = file.at<ElfW(Sym)>(table.sh_offset, count);
    std::string_view const names = file.strings(table.sh_link);
    if (symbols == nullptr || names.empty()) return;
    for (std::size_t k = 0; k < count; ++k)
      if (symbols[k].st_shndx < file.sections().size() && symbols[k].st_name < names.size())
        f(symbols[k], names.data() + symbols[k].st_name, file.sections()[symbols[k].st_shndx],
          file.name_of(file.sections()[symbols[k].st_shndx]));
  }
}

/// The writable variables of a file that is loaded at `base`.
void add_variables(std::vector<variable>& out, char const* path, std::uintptr_t base) {
  each_symbol(
      path, [&](ElfW(Sym) const& s, char const*, ElfW(Shdr) const& in, std::string_view section) {
        if ((s.st_info & 15) != STT_OBJECT || s.st_size == 0 || (in.sh_flags & SHF_WRITE) == 0)
          return;
        out.push_back({base + s.st_value, s.st_size, base + in.sh_addr + in.sh_size,
                       section.starts_with(".simt_constant")});
      });
}

std::vector<variable> all_variables() {
  std::vector<variable> out;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        char const* const path = info->dlpi_name;
        auto& all = *static_cast<std::vector<variable>*>(to);
        add_variables(all, path != nullptr && *path != 0 ? path : "/proc/self/exe",
                      info->dlpi_addr);
        return 0;
      },
      &out);
  std::sort(out.begin(), out.end(),
            [](variable const& a, variable const& b) { return a.begin < b.begin; });
  return out;
}

}  // namespace

variable const* variable_before(std::uintptr_t address) {
  static auto const& all = *new std::vector<variable>(all_variables());
  auto const next =
      std::upper_bound(all.begin(), all.end(), address,
                       [](std::uintptr_t a, variable const& v) { return a < v.begin; });
  if (next == all.begin()) return nullptr;
  variable const& before = *std::prev(next);
  return address < before.section_end ? &before : nullptr;
}

bool has_unchecked_launches() {
  bool found = false;
  each_symbol("/proc/self/exe",
              [&](ElfW(Sym) const& s, std::string_view name, ElfW(Shdr) const&, std::string_view) {
                if ((s.st_info & 15) != STT_FUNC || !name.starts_with("_ZN4simt")) return;
                bool const launches = name.find("run_thread_grid") != name.npos ||
                                      name.find("run_gangs") != name.npos;
                found = found || (launches && name.find("_checked") == name.npos);
              });
  return found;
}

}  // namespace simt::check
