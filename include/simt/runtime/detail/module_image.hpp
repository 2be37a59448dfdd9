#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/error_code.hpp>

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

// What bytes are, that a program gives to the driver API as a module, and how they are opened.
namespace simt::inline SIMT_ABI::detail {

[[nodiscard]] inline bool read_file(std::string& out, char const* file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return false;
  out.assign(std::istreambuf_iterator<char>(in), {});
  return !in.bad();
}

[[nodiscard]] inline bool is_elf(void const* image) noexcept {
  return std::memcmp(image, ELFMAG, SELFMAG) == 0;
}

/// The bytes of an image whose caller does not say how many: an ELF file ends with its last part;
/// of anything else the beginning is enough, which is text or a number.
/// - Needs:   as CUDA does: a whole image, or text that ends with a zero
[[nodiscard]] inline std::size_t image_bytes(void const* image) noexcept {
  auto const* const text = static_cast<char const*>(image);
  if (strnlen(text, SELFMAG) < SELFMAG || !is_elf(image)) return strnlen(text, 4096);
  ElfW(Ehdr) header;
  std::memcpy(&header, image, sizeof header);
  if (header.e_ident[EI_CLASS] != (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32))
    return sizeof header;
  std::size_t end = header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) part;
    std::memcpy(&part, text + header.e_phoff + std::size_t{i} * header.e_phentsize, sizeof part);
    end = std::max<std::size_t>(end, part.p_offset + part.p_filesz);
  }
  return end;
}

/// The machine that this is compiled for, as ELF numbers it.
[[nodiscard]] constexpr unsigned own_machine() noexcept {
#if defined(__x86_64__)
  return EM_X86_64;
#elif defined(__aarch64__)
  return EM_AARCH64;
#else
  return EM_NONE;
#endif
}

/// Says whether an image is a shared object for this machine, else what it is and what to do.
[[nodiscard]] inline error_code check_image(void const* image, std::size_t bytes,
                                            std::string& why) {
  constexpr char advice[] =
      ": a CPU cannot run it. Build the module's .cu with simt_add_cuda(NAME MODULE FILE.cu), and "
      "load that file, under whatever name";
  std::string_view const text(static_cast<char const*>(image), std::min<std::size_t>(bytes, 4096));
  auto const other = [&](char const* what) {
    why = std::string("the image is ") + what + advice;
    return error_code::no_kernel_image_for_device;
  };
  constexpr unsigned machine_cuda = 190;
  if (bytes >= sizeof(ElfW(Ehdr)) && is_elf(image)) {
    ElfW(Ehdr) header;
    std::memcpy(&header, image, sizeof header);
    if (header.e_machine == machine_cuda) return other("a cubin, a GPU's code");
    if (header.e_type == ET_DYN && header.e_machine == own_machine()) return error_code::success;
    return other("an ELF file that is no shared object of this machine");
  }
  if (text.find(".version") != text.npos && text.find(".target") != text.npos)
    return other("PTX, a GPU's assembly language");
  if (text.size() >= 4 && text.compare(0, 4, "\x50\xed\x55\xba") == 0)
    return other("a fat binary of GPUs' code");
  if (text.compare(0, 2, "BC") == 0) return other("NVVM's bitcode");
  why = std::string("the image is neither a module nor PTX nor a cubin") + advice;
  return error_code::invalid_kernel_image;
}

[[nodiscard]] inline void* open_object(char const* path, std::string& why) {
  void* const object = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (object == nullptr) {
    char const* const text = dlerror();
    why = text == nullptr ? "dlopen fails" : text;
  }
  return object;
}

/// Opens a shared object that lies in memory.
[[nodiscard]] inline void* open_image(void const* image, std::size_t bytes, std::string& why) {
  int const file = memfd_create("simt_module", MFD_CLOEXEC);
  auto const* at = static_cast<char const*>(image);
  while (file >= 0 && bytes != 0) {
    ssize_t const n = write(file, at, bytes);
    if (n <= 0) break;
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
  void* object = nullptr;
  if (file >= 0 && bytes == 0) {
    // Of two files with one name dlopen gives the first: slashes and dots make each name another.
    static std::atomic<unsigned> opened{0};
    std::string path = "/proc/self/";
    for (unsigned n = opened.fetch_add(1); n != 0; n >>= 1) path += (n & 1) != 0 ? "./" : "/";
    object = open_object((path + "fd/" + std::to_string(file)).c_str(), why);
  } else {
    why = "no memory for the module's file";
  }
  if (file >= 0) ::close(file);
  return object;
}

}  // namespace simt::inline SIMT_ABI::detail
