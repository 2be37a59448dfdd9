// SPDX-License-Identifier: MIT
#include "host_use.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

bool reads_builtin(code const& text, std::size_t at) {
  auto const name = text.text(at);
  if (name.size() < 7 || (!name.ends_with("Idx") && !name.ends_with("Dim"))) return false;
  if (name != "threadIdx" && name != "blockIdx" && name != "blockDim" && name != "gridDim")
    return false;
  if (!text[at + 1].is('.') || !text.is_identifier(at + 2)) return false;
  auto const member = text.text(at + 2);
  if (member != "x" && member != "y" && member != "z") return false;
  token const& before = text[at > 0 ? at - 1 : 0];
  return !before.is('.') && !before.is(symbol::arrow) && !before.is(symbol::scope);
}

std::string_view function_defined(code const& text, std::size_t begin, std::size_t open) {
  for (std::size_t i = begin; i < open; ++i) {
    if (text[i].is(word::template_) && text[i + 1].is('<')) {
      i = text.closing_angle(i + 1);
    } else if (text[i + 1].is('(')) {
      if (text.is_identifier(i) && text[i].is(word::none))
        return i > begin && text[i - 1].is(symbol::scope) ? std::string_view{} : text.text(i);
      i = text.closing(i + 1);
    }
    if (i == npos) break;
  }
  return {};
}

bool is_in_expression(code const& text, std::size_t at) {
  for (std::size_t i = at; i-- > 0;) {
    token const& t = text[i];
    if (t.is('}')) return false;
    if (text.closes(i)) {
      i = text.opening(i);
      if (i == npos) return false;
    } else if (text.opens(i)) {
      return !t.is('{');
    } else if (t.is(';') || (t.is(',') && i + 1 < at)) {
      return false;
    } else if (t.is('=') || (t.is(word::statement) && text.text(i) == "return")) {
      return !text[at - 1].is(',');
    }
  }
  return false;
}

void rewrite_host_read(code const& text, std::size_t at, edits& out) {
  std::string const name{text.text(at)};
  out.replace(text[at].begin, text[at].end,
              "::simt::cuda::host_read(" + name + ", \"" + name + "\")");
}

bool rewrite_host_call(code const& text, std::size_t at, edits& out) {
  if (at == 0) return false;
  token const& before = text[at - 1];
  if (before.is('.') || before.is(symbol::arrow) || before.is(symbol::scope)) return false;
  if (before.is(token_kind::identifier) && !before.is(word::statement)) return false;  // declared
  bool const may_be_declared = before.is('*') || before.is('&') || before.is('>') ||
                               before.is(',') || before.is(':') || text.text(at - 1) == "&&";
  if (may_be_declared && !is_in_expression(text, at)) return false;
  std::size_t open = at + 1;
  if (text[open].is('<')) {
    open = text.closing_angle(open);
    if (open == npos) return false;
    ++open;
  }
  std::size_t const close = text[open].is('(') ? text.closing(open) : npos;
  if (close == npos) return false;
  out.wrap(text[at].begin, text[close].end,
           "(::simt::cuda::host_call(\"" + std::string(text.text(at)) + "\"), ", ")");
  return true;
}

}  // namespace simt::cu
