// SPDX-License-Identifier: MIT
#include "ptx_video.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace simt::cu {

namespace {

struct video_line {
  std::string_view name, plain, saturated, summed;  // CUDA's functions; "" where there is none
};

/// PTX ISA 8.0, 9.7.17; `s` or `u` follows a function's name that ends in `-`.
constexpr std::array video_lines = {
    video_line{"vadd", "__vadd", "__vadd-s", ""},
    video_line{"vsub", "__vsub", "__vsub-s", ""},
    video_line{"vavrg", "__vavg-", "", ""},
    video_line{"vabsdiff", "__vabsdiff-", "", "__vsad-"},
    video_line{"vmin", "__vmin-", "", ""},
    video_line{"vmax", "__vmax-", "", ""},
};

std::string function(std::string_view pattern, bool is_signed, char parts) {
  std::string out;
  for (char c : pattern) out += c == '-' ? (is_signed ? 's' : 'u') : c;
  return out + parts + "($1, $2)";
}

}  // namespace

std::optional<ptx_instruction> find_ptx_video(std::string_view name) {
  auto const words = ptx_parts(name);
  std::string_view operation = words[0];
  if (operation.size() < 2 || (!operation.ends_with('2') && !operation.ends_with('4')))
    return std::nullopt;
  char const parts = operation.back();
  operation.remove_suffix(1);
  // The type of the result, which a comparison has none of, and of both operands; then the mode.
  bool const is_set = operation == "vset";
  std::size_t const types = is_set ? 2 : 3, mode_at = types + (is_set ? 2 : 1);
  if (words.size() < mode_at || words.size() > mode_at + 1) return std::nullopt;
  std::string_view const type = words[1];
  if (type != "u32" && type != "s32") return std::nullopt;
  for (std::size_t i = 2; i <= types; ++i)
    if (words[i] != type) return std::nullopt;
  bool const is_signed = type == "s32";
  std::string_view const mode = words.size() > mode_at ? words[mode_at] : std::string_view{};
  bool const is_sum = mode == "add";

  std::string text;
  if (is_set) {
    std::string_view const comparison = words[mode_at - 1];
    bool const is_equality = comparison == "eq" || comparison == "ne";
    if (!is_equality && comparison != "lt" && comparison != "le" && comparison != "gt" &&
        comparison != "ge")
      return std::nullopt;
    if (!is_sum && !mode.empty()) return std::nullopt;
    text =
        function("__vset" + std::string(comparison) + (is_equality ? "" : "-"), is_signed, parts);
    if (is_sum) text = "(unsigned)__popc(" + text + ')';
  } else {
    for (video_line const& l : video_lines) {
      if (l.name != operation) continue;
      std::string_view const pattern = mode.empty()    ? l.plain
                                       : mode == "sat" ? l.saturated
                                       : is_sum        ? l.summed
                                                       : std::string_view{};
      if (!pattern.empty()) text = function(pattern, is_signed, parts);
    }
  }
  if (text.empty()) return std::nullopt;
  // The last operand is added, or fills what a mask leaves out: here nothing.
  return ptx_instruction{{"U", "u", "u", "u"},
                         "$0 = " + (is_sum ? text + " + $3" : "((void)$3, " + text + ')')};
}

}  // namespace simt::cu
