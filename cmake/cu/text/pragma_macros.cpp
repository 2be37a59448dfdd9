// SPDX-License-Identifier: MIT
#include "pragma_macros.hpp"

#include "directive.hpp"

namespace simt::cu {

bool may_name_pragmas(std::string_view text) noexcept {
  for (auto at = text.find("#pragma"); at != std::string_view::npos;
       at = text.find("#pragma", at + 1)) {
    auto const before = text.substr(0, at).find_last_not_of(" \t");
    if (before != std::string_view::npos && text[before] != '\n') return true;
  }
  return false;
}

namespace {

/// True if nobody but CUDA's compiler is told something.
bool is_of_nvcc(std::string_view word) noexcept {
  return word.starts_with("nv_") || word == "hd_warning_disable";
}

std::string pragma_operator(std::string_view words) {
  std::string out = "_Pragma(\"";
  for (char const c : words) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\")";
}

}  // namespace

std::optional<std::string> with_pragma_macros_written_out(lexed const& file) {
  std::string_view const text = file.file.text;
  std::string out;
  offset from = 0;
  for (std::size_t i = 0; i < file.tokens.size(); ++i) {
    token const& line = file.tokens[i];
    if (!line.is(token_kind::directive)) continue;
    directive const d = read_directive(text, line);
    if (d.kind != directive_kind::define) continue;
    auto const m = read_macro(file.file, line, d.rest);
    if (!m || !m->parameters.empty() || m->body.size() < 3 || !m->body[0].is('#') ||
        m->body.text(1) != "pragma")
      continue;
    offset const begin = m->body[0].begin;
    offset const end = m->body[m->body.size() - 1].end;
    out.append(text, from, begin - from);
    if (!is_of_nvcc(m->body.text(2)))
      out += pragma_operator(text.substr(m->body[2].begin, end - m->body[2].begin));
    from = end;
  }
  if (from == 0) return std::nullopt;
  return out.append(text, from);
}

}  // namespace simt::cu
