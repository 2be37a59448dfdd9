// SPDX-License-Identifier: MIT
// From return addresses to places in the source, by the debug information of the running program.
#include "lines.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <unordered_map>

namespace simt::check {
namespace {

class debug_information {
 public:
  debug_information() {
    dwfl_ = dwfl_begin(&callbacks_);
    if (dwfl_ == nullptr) return;
    dwfl_report_begin(dwfl_);
    dwfl_linux_proc_report(dwfl_, getpid());
    dwfl_report_end(dwfl_, nullptr, nullptr);
  }

  /// The line alone, which is found much sooner.
  frame line(void const* return_address) {
    Dwarf_Addr const at = reinterpret_cast<Dwarf_Addr>(return_address) - 1;
    Dwfl_Module* const module = dwfl_ != nullptr ? dwfl_addrmodule(dwfl_, at) : nullptr;
    frame out;
    if (module == nullptr) return out;
    Dwfl_Line* const line = dwfl_module_getsrc(module, at);
    if (line == nullptr) return out;
    int number = 0, column = 0;
    char const* const file = dwfl_lineinfo(line, nullptr, &number, &column, nullptr, nullptr);
    if (file == nullptr) return out;
    out.file = file;
    out.line = static_cast<unsigned>(number);
    out.column = static_cast<unsigned>(column);
    return out;
  }

  std::vector<frame> frames(void const* return_address) {
    std::vector<frame> out;
    // The call's own line, not that of what follows it.
    Dwarf_Addr const at = reinterpret_cast<Dwarf_Addr>(return_address) - 1;
    Dwfl_Module* module = dwfl_ != nullptr ? dwfl_addrmodule(dwfl_, at) : nullptr;
    if (module == nullptr) return {frame{"", "", 0, 0}};
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = dwfl_module_addrdie(module, at, &bias);
    frame innermost;
    if (Dwfl_Line* const line = dwfl_module_getsrc(module, at)) {
      int number = 0, column = 0;
      if (char const* const file =
              dwfl_lineinfo(line, nullptr, &number, &column, nullptr, nullptr)) {
        innermost.file = file;
        innermost.line = static_cast<unsigned>(number);
        innermost.column = static_cast<unsigned>(column);
      }
    }
    if (unit == nullptr) {
      char const* const name = dwfl_module_addrname(module, at);
      innermost.function = name != nullptr ? demangled(name) : "";
      return {innermost};
    }
    Dwarf_Files* files = nullptr;
    std::size_t file_count = 0;
    dwarf_getsrcfiles(unit, &files, &file_count);
    frame current = innermost;
    // The innermost function, then what it was inlined into.
    for (Dwarf_Die& scope : scopes_at(*unit, at - bias)) {
      int const tag = dwarf_tag(&scope);
      if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
      current.function = name_of_function(scope);
      out.push_back(current);
      if (tag == DW_TAG_subprogram) break;
      current = {};
      Dwarf_Attribute attribute;
      Dwarf_Word value = 0;
      if (dwarf_attr(&scope, DW_AT_call_file, &attribute) != nullptr &&
          dwarf_formudata(&attribute, &value) == 0 && files != nullptr)
        if (char const* const file = dwarf_filesrc(files, value, nullptr, nullptr))
          current.file = file;
      if (dwarf_attr(&scope, DW_AT_call_line, &attribute) != nullptr &&
          dwarf_formudata(&attribute, &value) == 0)
        current.line = static_cast<unsigned>(value);
      if (dwarf_attr(&scope, DW_AT_call_column, &attribute) != nullptr &&
          dwarf_formudata(&attribute, &value) == 0)
        current.column = static_cast<unsigned>(value);
    }
    if (out.empty()) out.push_back(innermost);
    return out;
  }

  /// Calls f with each type that parameters and variables of the function have, point to or are arrays of.
  template <class F>
  void each_type(void const* return_address, F const& f) {
    Dwarf_Addr const at = reinterpret_cast<Dwarf_Addr>(return_address) - 1;
    Dwfl_Module* const module = dwfl_ != nullptr ? dwfl_addrmodule(dwfl_, at) : nullptr;
    if (module == nullptr) return;
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = dwfl_module_addrdie(module, at, &bias);
    if (unit == nullptr) return;
    for (Dwarf_Die& scope : scopes_at(*unit, at - bias)) {
      each_variable(scope, f, 0);
      Dwarf_Attribute attribute;
      Dwarf_Die origin;
      if (dwarf_attr(&scope, DW_AT_abstract_origin, &attribute) != nullptr &&
          dwarf_formref_die(&attribute, &origin) != nullptr)
        each_variable(origin, f, 0);
      int const tag = dwarf_tag(&scope);
      if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram) break;
    }
  }
  static unsigned explicit_alignment(Dwarf_Die& type) {
    Dwarf_Attribute attribute;
    Dwarf_Word alignment = 0;
    if (dwarf_attr(&type, DW_AT_alignment, &attribute) == nullptr ||
        dwarf_formudata(&attribute, &alignment) != 0)
      return 1;
    return static_cast<unsigned>(alignment);
  }
  static unsigned alignment_of(Dwarf_Die type, unsigned depth = 0) {
    unsigned most = explicit_alignment(type);
    if (depth > 8) return most;
    int const tag = dwarf_tag(&type);
    if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type) {
      Dwarf_Die child;
      if (dwarf_child(&type, &child) != 0) return most;
      do {
        if (dwarf_tag(&child) != DW_TAG_member && dwarf_tag(&child) != DW_TAG_inheritance) continue;
        Dwarf_Die of;
        if (type_of(child, of)) most = std::max(most, alignment_of(of, depth + 1));
      } while (dwarf_siblingof(&child, &child) == 0);
      return most;
    }
    Dwarf_Die of;
    if (tag != DW_TAG_pointer_type && type_of(type, of)) return std::max(most, alignment_of(of, depth + 1));
    int const bytes = dwarf_bytesize(&type);
    return std::max(most, bytes > 0 ? static_cast<unsigned>(std::min(bytes, 16)) : 1);
  }

 private:
  /// The addresses from begin on, before end, are code of that function.
  struct function_range {
    Dwarf_Addr begin;
    Dwarf_Addr end;
    Dwarf_Die function;
  };

  /// The function that has the address, and the calls inlined and the blocks in it that have it: the innermost
  /// first. (dwarf_getscopes walks through the whole unit for each address: 20 ms and more.)
  std::vector<Dwarf_Die> scopes_at(Dwarf_Die& unit, Dwarf_Addr address) {
    std::vector<function_range> const& functions = functions_of(unit);
    auto const behind = std::upper_bound(
        functions.begin(), functions.end(), address,
        [](Dwarf_Addr a, function_range const& range) { return a < range.begin; });
    if (behind == functions.begin() || std::prev(behind)->end <= address) return {};
    std::vector<Dwarf_Die> out{std::prev(behind)->function};
    Dwarf_Die child;
    while (dwarf_child(&out.back(), &child) == 0) {
      bool found = false;
      do {
        int const tag = dwarf_tag(&child);
        found = (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) &&
                dwarf_haspc(&child, address) > 0;
      } while (!found && dwarf_siblingof(&child, &child) == 0);
      if (!found) break;
      out.push_back(child);
    }
    std::ranges::reverse(out);
    return out;
  }

  std::vector<function_range> const& functions_of(Dwarf_Die& unit) {
    auto const [at, fresh] = functions_.try_emplace(unit.addr);
    if (fresh) {
      add_functions(unit, at->second);
      std::ranges::sort(at->second, {}, &function_range::begin);
    }
    return at->second;
  }
  static void add_functions(Dwarf_Die& scope, std::vector<function_range>& functions) {
    Dwarf_Die child;
    if (dwarf_child(&scope, &child) != 0) return;
    do {
      switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram: {
          Dwarf_Addr base = 0, begin = 0, end = 0;
          for (std::ptrdiff_t i = 0; (i = dwarf_ranges(&child, i, &base, &begin, &end)) > 0;)
            functions.push_back({begin, end, child});
          [[fallthrough]];  // local classes and lambdas may have theirs in it
        }
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type: add_functions(child, functions); break;
        default: break;
      }
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  static bool type_of(Dwarf_Die& die, Dwarf_Die& type) {
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(&die, DW_AT_type, &attribute) != nullptr &&
           dwarf_formref_die(&attribute, &type) != nullptr;
  }
  template <class F>
  static void each_variable(Dwarf_Die& scope, F const& f, unsigned depth) {
    Dwarf_Die child;
    if (depth > 8 || dwarf_child(&scope, &child) != 0) return;
    do {
      int const tag = dwarf_tag(&child);
      if (tag == DW_TAG_lexical_block) each_variable(child, f, depth + 1);
      if (tag != DW_TAG_formal_parameter && tag != DW_TAG_variable) continue;
      Dwarf_Die type = child, next;
      for (unsigned step = 0; step < 16 && type_of(type, next); ++step) {
        type = next;
        f(type);
      }
    } while (dwarf_siblingof(&child, &child) == 0);
  }
  static std::string demangled(char const* name) {
    int status = 0;
    char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string out = status == 0 && text != nullptr ? text : name;
    std::free(text);
    return out;
  }
  static std::string name_of_function(Dwarf_Die& die) {
    char const* const name = dwarf_diename(&die);
    return name != nullptr ? name : "";
  }

  static inline char* debug_path_ = nullptr;
  static constexpr Dwfl_Callbacks callbacks_{&dwfl_linux_proc_find_elf,
                                             &dwfl_standard_find_debuginfo, nullptr, &debug_path_};
  Dwfl* dwfl_ = nullptr;
  /// Of each unit that was asked for, by its place in the debug information: sorted by address.
  std::unordered_map<void const*, std::vector<function_range>> functions_;
};

/// Never destroyed: findings are told until the very end.
debug_information& debug() {
  static auto& d = *new debug_information;
  return d;
}

}  // namespace

std::vector<frame> const& frames_at(void const* return_address) {
  static auto& known = *new std::unordered_map<void const*, std::vector<frame>>;
  static auto& lock = *new std::mutex;
  std::scoped_lock const hold(lock);
  auto const found = known.find(return_address);
  if (found != known.end()) return found->second;
  return known.emplace(return_address, debug().frames(return_address)).first->second;
}

frame line_at(void const* return_address) {
  static auto& known = *new std::unordered_map<void const*, frame>;
  static auto& lock = *new std::mutex;
  std::scoped_lock const hold(lock);
  auto const [at, fresh] = known.try_emplace(return_address);
  if (fresh) at->second = debug().line(return_address);
  return at->second;
}

unsigned widest_type(void const* return_address) {
  unsigned widest = 1;
  debug().each_type(return_address, [&](Dwarf_Die& type) {
    widest = std::max(widest, debug_information::explicit_alignment(type));
  });
  return widest;
}
unsigned type_alignment(void const* return_address, std::size_t bytes) {
  unsigned out = 0;
  debug().each_type(return_address, [&](Dwarf_Die& type) {
    int const tag = dwarf_tag(&type);
    if (out != 0 || (tag != DW_TAG_structure_type && tag != DW_TAG_class_type && tag != DW_TAG_union_type)) return;
    if (dwarf_bytesize(&type) == static_cast<int>(bytes)) out = debug_information::alignment_of(type);
  });
  return out;
}

bool is_library(std::string_view file) {
  return file.empty() || file.find("include/simt/") != std::string_view::npos ||
         file.find("/c++/") != std::string_view::npos ||
         file.find("/oneapi/tbb/") != std::string_view::npos ||
         file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") ||
         file.find("cmake/check/") != std::string_view::npos ||
         file.find("cmake/profile/") != std::string_view::npos;
}

bool is_internal(void const* return_address) {
  std::string_view const file = frames_at(return_address).front().file;
  auto const at = file.rfind("include/simt/");
  if (at == std::string_view::npos) return is_library(file) && !file.empty();
  std::string_view const inside = file.substr(at + 13);
  // (What the processor is told for a launch is kept on the stack, also the host's, where a kernel has launched
  // another, or functions are not inlined.)
  if (inside == "simd/plain_arithmetic.hpp" || inside == "simd/streaming.hpp") return true;
  // Vectors and complex numbers read and write for the program, and so do lanes: what `p[0] + x`
  // reads is read where it is added.
  if (inside.starts_with("lanes/")) return inside.starts_with("lanes/flow/");
  return !inside.starts_with("cuda/") && !inside.starts_with("simd/");
}

bool is_program_atomic(void const* return_address) {
  for (frame const& f : frames_at(return_address)) {
    if (!is_library(f.file)) return true;
    // (libcu++ is called by programs alone, and may be no part of its caller.)
    if (f.file.find("/cuda/std/") != std::string::npos) return true;
    if (f.file.find("include/simt/") != std::string::npos) return false;
  }
  return false;
}

std::vector<frame> program_frames(void const* const* addresses, std::size_t count) {
  std::vector<frame> out;
  for (std::size_t i = 0; i < count; ++i) {
    if (addresses[i] == nullptr) continue;
    for (frame const& f : frames_at(addresses[i]))
      if (f.line != 0 && !is_library(f.file)) out.push_back(f);
  }
  return out;
}
frame program_frame(void const* const* addresses, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (addresses[i] == nullptr) continue;
    for (frame const& f : frames_at(addresses[i]))
      if (f.line != 0 && !is_library(f.file)) return f;
  }
  return count != 0 && addresses[0] != nullptr ? frames_at(addresses[0]).front() : frame{};
}

char const* kernel_name(void const* address) {
  static auto& names = *new std::map<void const*, std::string>;
  static auto& lock = *new std::mutex;
  std::scoped_lock const hold(lock);
  auto const [at, fresh] = names.try_emplace(address, "kernel");
  // (A function's frames are those of the call in front of a return address.)
  if (fresh)
    if (std::string name = frames_at(static_cast<char const*>(address) + 1).back().function;
        !name.empty()) {
      if (name.starts_with("void ")) name.erase(0, 5);
      at->second = name.substr(0, name.rfind('('));
    }
  return at->second.c_str();
}

std::string source_line(frame const& f) {
  if (f.file.empty() || f.line == 0) return {};
  std::ifstream in(f.file);
  std::string text;
  for (unsigned i = 0; i < f.line; ++i)
    if (!std::getline(in, text)) return {};
  auto const first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  text.erase(0, first);
  auto const last = text.find_last_not_of(" \t\r");
  return text.substr(0, last + 1);
}

}  // namespace simt::check
