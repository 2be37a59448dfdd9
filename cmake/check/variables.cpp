// SPDX-License-Identifier: MIT
// Variables that the program is loaded with: which of them an address is of, by the symbols of the
// program's own file and of the shared libraries that it has been linked with.
#include "checker.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>

namespace simt::check {
namespace {

/// A file that is read as if it were memory.
class mapped_file {
 public:
  explicit mapped_file(char const* path) {
    int const file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat about {};
    if (fstat(file, &about) == 0 && about.st_size > 0) {
      void* const p = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE,
                           file, 0);
      if (p != MAP_FAILED) {
        data_ = static_cast<char const*>(p);
        bytes_ = static_cast<std::size_t>(about.st_size);
      }
    }
    close(file);
  }
  ~mapped_file() {
    if (data_ != nullptr) munmap(const_cast<char*>(data_), bytes_);
  }
  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;
  /// `count` objects at an offset; null where the file ends before.
  template <class T>
  [[nodiscard]] T const* at(std::size_t offset, std::size_t count = 1) const {
    if (offset > bytes_ || count > (bytes_ - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<T const*>(data_ + offset);
  }

 private:
  char const* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Calls f(symbol, its name, its section) for the symbols of a file.
template <class F>
void each_symbol(char const* path, F const& f) {
  mapped_file const file(path);
  auto const* const head = file.at<ElfW(Ehdr)>(0);
  if (head == nullptr || std::string_view(reinterpret_cast<char const*>(head->e_ident), 4) != ELFMAG)
    return;
  auto const* const sections = file.at<ElfW(Shdr)>(head->e_shoff, head->e_shnum);
  if (sections == nullptr) return;
  for (unsigned i = 0; i < head->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= head->e_shnum) continue;
    std::size_t const count = sections[i].sh_size / sizeof(ElfW(Sym));
    auto const* const symbols = file.at<ElfW(Sym)>(sections[i].sh_offset, count);
    ElfW(Shdr) const& names = sections[sections[i].sh_link];
    char const* const text = file.at<char>(names.sh_offset, names.sh_size);
    if (symbols == nullptr || text == nullptr || names.sh_size == 0 || text[names.sh_size - 1] != 0)
      return;
    for (std::size_t k = 0; k < count; ++k)
      if (symbols[k].st_shndx < head->e_shnum && symbols[k].st_name < names.sh_size)
        f(symbols[k], text + symbols[k].st_name, sections[symbols[k].st_shndx]);
  }
}

/// The writable variables of a file that is loaded at `base`.
void add_variables(std::vector<variable>& out, char const* path, std::uintptr_t base) {
  each_symbol(path, [&](ElfW(Sym) const& s, char const*, ElfW(Shdr) const& in) {
    if ((s.st_info & 15) != STT_OBJECT || s.st_size == 0 || (in.sh_flags & SHF_WRITE) == 0) return;
    out.push_back({base + s.st_value, s.st_size, base + in.sh_addr + in.sh_size});
  });
}

std::vector<variable> all_variables() {
  std::vector<variable> out;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        char const* const path = info->dlpi_name;
        auto& all = *static_cast<std::vector<variable>*>(to);
        add_variables(all, path != nullptr && *path != 0 ? path : "/proc/self/exe", info->dlpi_addr);
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
  auto const next = std::upper_bound(all.begin(), all.end(), address,
                                     [](std::uintptr_t a, variable const& v) { return a < v.begin; });
  if (next == all.begin()) return nullptr;
  variable const& before = *std::prev(next);
  return address < before.section_end ? &before : nullptr;
}

bool has_unchecked_launches() {
  bool found = false;
  each_symbol("/proc/self/exe", [&](ElfW(Sym) const& s, std::string_view name, ElfW(Shdr) const&) {
    if ((s.st_info & 15) != STT_FUNC || !name.starts_with("_ZN4simt")) return;
    found = found || (name.find("run_thread_grid") != name.npos && name.find("_checked") == name.npos);
  });
  return found;
}

}  // namespace simt::check
