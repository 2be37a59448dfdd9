// SPDX-License-Identifier: MIT
#include "bounds.hpp"

#include <string>

namespace simt::cu::detail {

std::string template_arguments(code const& text, std::size_t open, std::size_t close) {
  std::string out;
  bool all_named = true;
  text.for_each_part(open + 1, close, [&](std::size_t begin, std::size_t end) {
    std::size_t last = begin;
    while (last < end && !text[last].is('=')) ++last;
    --last;
    bool const named = last > begin && text.is_identifier(last) &&
                       !text[last].is(word::builtin_type) && !text[last].is(word::class_) &&
                       !text[last].is(word::typename_);
    all_named &= named && !text[last - 1].is(symbol::scope);
    if (!named) return;
    out += (out.empty() ? "<" : ", ") + std::string(text.text(last));
    if (text[last - 1].is(symbol::dots)) out += "...";
  });
  return all_named && !out.empty() ? out + ">" : std::string{};
}

bounded_kernel read_bounded(code const& text, std::size_t begin, bool bounded) {
  bounded_kernel out;
  std::size_t i = begin;
  if (text[i].is(word::template_)) {
    std::size_t const close = text[i + 1].is('<') ? text.closing_angle(i + 1) : npos;
    if (close == npos || close == i + 2) return {};
    out.head = text.squeezed(i, close + 1) + " ";
    out.arguments = template_arguments(text, i + 1, close);
    out.names_itself = !out.arguments.empty();
    i = close + 1;
  }
  bool result = false;
  std::size_t bound_begin = npos, bound_end = npos;
  // True if a parameter's name at k is one that the bound asks for.
  auto const hides = [&](std::size_t k) {
    token const& next = text[k + 1];
    if (!text.is_identifier(k) || !(next.is(',') || next.is(')') || next.is('='))) return false;
    for (std::size_t b = bound_begin; b < bound_end; ++b)
      if (text.text(b) == text.text(k)) return true;
    return false;
  };
  for (; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(word::launch_bounds) && text[i + 1].is('(')) {
      std::size_t const close = text.closing(i + 1);
      if (close == npos) return {};
      text.for_each_part(i + 2, close, [&](std::size_t from, std::size_t to) {
        if (!out.bound.empty()) return;
        out.bound = text.squeezed(from, to);
        bound_begin = from;
        bound_end = to;
      });
      i = close;
    } else if (t.is(word::attribute) && text[i + 1].is('(')) {
      i = text.closing(i + 1);
      if (i == npos) return {};
    } else if (t.is(word::builtin_type) && text.text(i) == "void" && !result) {
      result = true;
    } else if (result && t.is(word::none) && text.is_identifier(i) && text[i + 1].is('(')) {
      std::size_t const close = text.closing(i + 1);
      if (close == npos || (bounded && out.bound.empty())) return {};
      if (!text[close + 1].is('{') && !text[close + 1].is(';')) return {};  // a macro's name
      for (std::size_t k = begin; k < close; ++k) {
        if (text[k].is(token_kind::directive)) return {};
        if (k > i && (text.text(k) == text.text(i) || hides(k))) out.names_itself = false;
      }
      out.parameters = text.squeezed(i + 1, close + 1);
      out.name = text.text(i);
      return out;
    } else if (!t.is(word::global) && !t.is(word::extern_) && !t.is(word::storage) &&
               !t.is(word::inline_) && !t.is(word::noinline) && !t.is(token_kind::string)) {
      return {};
    }
  }
  return {};
}

namespace {

/// The kernel's address as its body can write it; empty where overloads would be confused.
std::string address_of(bounded_kernel const& k, bool is_only) {
  std::string const kernel = "&" + std::string(k.name) + k.arguments;
  if (k.arguments.empty() && k.parameters.find('=') == std::string::npos)
    return "static_cast<void (*)" + k.parameters + ">(" + kernel + ")";
  return is_only ? kernel : std::string{};
}

}  // namespace

std::string module_mention(code const& text, std::size_t begin, std::string_view name) {
  bounded_kernel const k = read_bounded(text, begin, false);
  if (k.name != name || !k.names_itself) return {};
  return " static_cast<void>(&::simt::cuda::is_of_module<" + address_of(k, true) + ">);";
}

std::string bound_mention(bounded_kernel const& k, bool is_only) {
  std::string const kernel = address_of(k, is_only);
  if (kernel.empty()) return {};
  return " static_cast<void>(&::simt::cuda::bound_is_known<" + kernel + ", (" + k.bound + ")>);";
}

}  // namespace simt::cu::detail
