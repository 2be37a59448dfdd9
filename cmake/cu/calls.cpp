// SPDX-License-Identifier: MIT
#include "calls.hpp"

#include <algorithm>
#include <string>

namespace simt::cu {

bool rewrite_tensor_call(code const& text, std::size_t at, edits& out) {
  if (!text[at + 1].is(symbol::scope)) return false;
  auto const name = text.text(at + 2);
  if (!name.ends_with("_sync") && name != "fill_fragment") return false;
  std::size_t const begin = detail::expression_begin(text, at + 1);
  if (begin == npos) return false;
  out.replace(text[begin].begin, text[at + 2].end,
              failing_function("wmma::" + std::string(name) + " has no equivalent on the CPU"));
  return true;
}

bool rewrite_symbol_name(code const& text, std::size_t at, edits& out) {
  std::size_t argument = at + 2;
  if (!text[at + 1].is('(')) return false;
  auto const function = text.text(at);
  if (function.starts_with("cudaGet") || function.starts_with("cudaMemcpyFrom")) {
    for (; argument < text.size() && !text[argument].is(',') && !text.closes(argument); ++argument)
      if (text.opens(argument)) argument = std::min(text.closing(argument), text.size() - 1);
    ++argument;
  }
  if (argument >= text.size() || !text[argument].is(token_kind::string)) return false;
  if (!text[argument + 1].is(',') && !text[argument + 1].is(')')) return false;
  auto const name = text.text(argument);
  if (name.size() <= 2 || name.front() != '"') return false;
  out.replace(text[argument].begin, text[argument].end,
              std::string(name.substr(1, name.size() - 2)));
  return true;
}

bool rewrite_device_call(code const& text, std::size_t at, edits& out) {
  if (!text[at + 1].is('(') || at == 0) return false;
  token const& before = text[at - 1];
  if (before.is('.') || before.is(symbol::arrow) || before.is(symbol::scope)) return false;
  if (before.is(token_kind::identifier) && !before.is(word::statement)) return false;  // declared
  out.replace(text[at].begin, text[at].end, "::simt::cuda::device_" + std::string(text.text(at)));
  return true;
}

bool declares_heap(code const& text, std::size_t at) {
  if (text.text(at + 1) != "new") return false;
  std::size_t open = at + 2;
  while (open < text.size() && (text[open].is('[') || text[open].is(']'))) ++open;
  if (open >= text.size() || !text[open].is('(')) return false;
  for (std::size_t i = open; i < text.closing(open); ++i)
    if (text[i].is(',')) return false;
  return true;
}

bool rewrite_device_object(code const& text, std::size_t at, edits& out) {
  bool const is_new = text.text(at) == "new";
  if (!is_new && text.text(at) != "delete") return false;
  if (at > 0) {
    token const& before = text[at - 1];
    if (before.is(symbol::scope) || before.is(word::operator_)) return false;
    if (!is_new && before.is('=')) return false;  // `= delete`
  }
  if (is_new) {
    if (text[at + 1].is('(')) return false;
    out.replace(text[at].begin, text[at].end, "new (::simt::cuda::device_heap)");
    return true;
  }
  bool const all = text[at + 1].is('[') && text[at + 2].is(']');
  out.replace(text[at].begin, text[all ? at + 2 : at].end,
              all ? "::simt::cuda::device_delete_all->*" : "::simt::cuda::device_delete->*");
  return true;
}

}  // namespace simt::cu
