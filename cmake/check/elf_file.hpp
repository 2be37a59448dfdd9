// SPDX-License-Identifier: MIT
#pragma once

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstddef>
#include <span>
#include <string_view>

namespace simt::check {

/// A program or library, mapped to be read; what is no such file has no sections.
class elf_file {
 public:
  explicit elf_file(char const* path) {
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
    auto const* const head = at<ElfW(Ehdr)>(0);
    if (head == nullptr ||
        std::string_view(reinterpret_cast<char const*>(head->e_ident), 4) != ELFMAG ||
        head->e_shentsize != sizeof(ElfW(Shdr)))
      return;
    if (auto const* const all = at<ElfW(Shdr)>(head->e_shoff, head->e_shnum))
      sections_ = {all, head->e_shnum};
    names_ = head->e_shstrndx;
  }
  ~elf_file() {
    if (data_ != nullptr) munmap(const_cast<char*>(data_), bytes_);
  }
  elf_file(elf_file const&) = delete;
  elf_file& operator=(elf_file const&) = delete;
  [[nodiscard]] std::span<ElfW(Shdr) const> sections() const { return sections_; }
  /// The strings of a section, which end in a zero; empty where it has none.
  [[nodiscard]] std::string_view strings(std::size_t section) const {
    if (section >= sections_.size()) return {};
    std::size_t const bytes = sections_[section].sh_size;
    char const* const text = at<char>(sections_[section].sh_offset, bytes);
    if (text == nullptr || bytes == 0 || text[bytes - 1] != 0) return {};
    return {text, bytes};
  }
  [[nodiscard]] std::string_view name_of(ElfW(Shdr) const& section) const {
    std::string_view const names = strings(names_);
    return section.sh_name < names.size() ? names.data() + section.sh_name : "";
  }
  /// `count` objects at an offset; null where the file ends before.
  template <class T>
  [[nodiscard]] T const* at(std::size_t offset, std::size_t count = 1) const {
    if (offset > bytes_ || count > (bytes_ - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<T const*>(data_ + offset);
  }

 private:
  char const* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::span<ElfW(Shdr) const> sections_;
  std::size_t names_ = 0;  // the section with the sections' names
};

}  // namespace simt::check
