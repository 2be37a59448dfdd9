// SPDX-License-Identifier: MIT
#include "ptx.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu {

namespace {

/// An instruction, and the function of simt::cuda that does it. %0 is written, %1 is read.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> known_instructions{{
    {"mov.u32 %0,%%laneid", "ptx_laneid()"},
    {"mov.u32 %0,%%lanemask_eq", "ptx_lanemask_eq()"},
    {"mov.u32 %0,%%lanemask_lt", "ptx_lanemask_lt()"},
    {"mov.u32 %0,%%lanemask_le", "ptx_lanemask_le()"},
    {"mov.u32 %0,%%lanemask_gt", "ptx_lanemask_gt()"},
    {"mov.u32 %0,%%lanemask_ge", "ptx_lanemask_ge()"},
    {"bfind.u32 %0,%1", "ptx_bfind("},
}};

/// Instructions without operands, and CUDA's functions that are compiled to them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> known_statements{{
    {"trap", "__trap()"},
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
}};

/// The instruction of an asm string with one space at most between words, without its end.
std::string normal_form(std::string_view body) {
  std::string out;
  for (std::size_t i = 0; i < body.size(); ++i) {
    char c = body[i];
    if (c == '\\' && i + 1 < body.size()) {
      c = ' ';  // \n, \t
      ++i;
    }
    if (c == ' ' && (out.empty() || out.back() == ' ' || out.back() == ',')) continue;
    out += c;
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
  return out;
}

/// The variable of `"=r"(name)` or `"r"(name)` behind the colon at `at`, which is moved behind it.
std::optional<std::string> operand(code const& text, std::size_t& at, std::string_view constraint) {
  if (!text[at].is(':') || text.text(at + 1) != constraint || !text[at + 2].is('(') ||
      !text.is_identifier(at + 3) || !text[at + 4].is(')'))
    return std::nullopt;
  std::string name{text.text(at + 3)};
  at += 5;
  return name;
}

}  // namespace

std::optional<std::string> ptx_expression(code const& text, std::size_t at) {
  std::size_t open = at + 1;
  while (text.is_identifier(open)) ++open;  // volatile
  if (!text[open].is('(')) return std::nullopt;
  std::size_t const close = text.closing(open);
  if (close == npos) return std::nullopt;
  std::string body;
  std::size_t i = open + 1;
  for (; i < close && text[i].is(token_kind::string); ++i) {
    std::string_view const string = text.text(i);
    if (!string.starts_with('"')) return std::nullopt;
    body += string.substr(1, string.size() - 2);
  }
  std::string const instruction = normal_form(body);
  for (auto const& [ptx, call] : known_statements) {
    if (instruction != ptx) continue;
    // `: : : "memory"` only tells the compiler what the function tells it as well.
    while (i < close && (text.text(i) == ":" || text.text(i) == "::")) ++i;
    if (i < close && text.text(i) == "\"memory\"") ++i;
    if (i != close) return std::nullopt;
    return std::string{call};
  }
  for (auto const& [ptx, function] : known_instructions) {
    if (instruction != ptx) continue;
    auto const to = operand(text, i, "\"=r\"");
    if (!to) return std::nullopt;
    std::string call{function};
    if (call.ends_with('(')) {
      auto const from = operand(text, i, "\"r\"");
      if (!from) return std::nullopt;
      call += *from + ")";
    }
    if (i != close) return std::nullopt;
    return *to + " = ::simt::cuda::" + call;
  }
  return std::nullopt;
}

}  // namespace simt::cu
