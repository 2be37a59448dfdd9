// SPDX-License-Identifier: MIT
#include "launch.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace simt::cu::detail {

std::size_t expression_begin(code const& text, std::size_t end) noexcept {
  std::size_t at = end;
  while (at > 0) {
    token const& last = text[at - 1];
    if (last.is('>')) {
      std::size_t const open = text.opening_angle(at - 1);
      if (open == npos || open == 0 || !text.is_identifier(open - 1)) return npos;
      at = open - 1;
    } else if (last.is(')') || last.is(']')) {
      std::size_t const open = text.opening(at - 1);
      if (open == npos) return npos;
      bool const continues =
          open > 0 && ((text.is_identifier(open - 1) && !text[open - 1].is(word::statement)) ||
                       text[open - 1].is('>') || text[open - 1].is(']'));
      at = open;
      if (continues) continue;
      if (last.is(']')) return npos;
    } else if (text.is_identifier(at - 1) && !last.is(word::statement)) {
      --at;
    } else {
      return npos;
    }
    // What the part so far belongs to.
    if (at > 0 && text[at - 1].is(word::template_)) --at;
    if (at == 0) return at;
    token const& before = text[at - 1];
    if (before.is(symbol::paste) || before.is('.') || before.is(symbol::arrow)) {
      --at;
    } else if (before.is(symbol::scope)) {
      --at;
      bool const named =
          at > 0 && ((text.is_identifier(at - 1) && !text[at - 1].is(word::statement)) ||
                     text[at - 1].is('>'));
      if (!named) return at;  // ::kernel
    } else {
      return at;
    }
  }
  return npos;
}

bool is_literal(code const& text, std::size_t begin, std::size_t end) noexcept {
  if (begin < end && text[begin].is('{')) return text.closing(begin) == end - 1;
  if (end - begin == 2 && text[begin].is('-')) ++begin;
  if (end - begin != 1) return false;
  if (text[begin].is(token_kind::number)) return true;
  auto const word = text.text(begin);
  return word == "NULL" || word == "nullptr" || word == "true" || word == "false";
}

std::string kernel_name(code const& text, launch const& l, launch_site const& site) {
  if (site.parameters.empty()) return string_literal(text.squeezed(l.head, l.open));
  std::string out;
  std::string plain;
  auto const flush = [&] {
    if (!plain.empty()) out += (out.empty() ? "" : " ") + string_literal(plain);
    plain.clear();
  };
  for (std::size_t i = l.head; i < l.open; ++i) {
    if (text[i].is(symbol::paste)) continue;
    if (i != l.head && !text[i - 1].is(symbol::paste) && !text.touches_next(i - 1)) plain += ' ';
    bool const shown = std::find(site.parameters.begin(), site.parameters.end(), text.text(i)) !=
                       site.parameters.end();
    if (!shown) {
      plain += text.text(i);
      continue;
    }
    flush();
    out += (out.empty() ? "#" : " #") + std::string(text.text(i));
  }
  flush();
  return out;
}

std::string launch_arguments::parameters_as(std::string_view type) const {
  std::string out = parameters;
  for (auto at = out.find("auto"); at != std::string::npos; at = out.find("auto", at + type.size()))
    out.replace(at, 4, type);
  return out;
}

launch_arguments split_arguments(code const& text, launch const& l) {
  launch_arguments out;
  text.for_each_part(l.paren + 1, l.closing, [&](std::size_t begin, std::size_t end) {
    out.parts.emplace_back(begin, end);
  });
  bool has_literal = false;
  bool pack_before_last = false;
  bool has_pack = false;
  for (auto const& [begin, end] : out.parts) {
    if (begin == end) continue;
    if (is_literal(text, begin, end)) {
      has_literal = true;
      continue;
    }
    pack_before_last |= has_pack;
    has_pack |= is_pack(text, begin, end);
    out.any_passed = true;
  }
  // Behind a pack no parameter can be named: then all of them are one pack, literals too.
  if (!has_literal || pack_before_last) {
    out.parameters = "auto... simt_a";
    out.kernel = "simt_a...";
    out.any_passed |= has_literal;
    return out;
  }
  int number = 0;
  for (auto const& [begin, end] : out.parts) {
    ++number;
    if (begin == end) continue;
    if (!out.kernel.empty()) out.kernel += ", ";
    if (is_literal(text, begin, end)) {
      out.kernel += text.squeezed(begin, end);
      out.inside.emplace_back(begin, end);
      continue;
    }
    std::string const name = "simt_" + std::to_string(number);
    bool const pack = is_pack(text, begin, end);
    out.parameters +=
        (out.parameters.empty() ? "" : ", ") + std::string(pack ? "auto... " : "auto ");
    out.parameters += name;
    out.kernel += name + (pack ? "..." : "");
  }
  return out;
}

}  // namespace simt::cu::detail

namespace simt::cu {

namespace {

/// Fills in the parts of the launch at `open`; says what is missing.
char const* read_launch(code const& text, std::size_t open, launch& l) noexcept {
  l.open = open;
  l.head = detail::expression_begin(text, open);
  if (l.head == npos) return "no kernel in front of <<<";
  for (std::size_t i = open + 3;; ++i) {
    if (i >= text.size() || text.closes(i) || text[i].is(';'))
      return "<<< without >>> and arguments in parentheses";
    if (text.opens(i)) {
      i = text.closing(i);
      if (i == npos) return "launch with an unclosed parenthesis";
    }
    if (!text[i].is('>')) continue;
    std::size_t end = i;
    while (text[end].is('>')) ++end;
    if (end - i >= 3 && text[end].is('(')) {
      l.close = end - 3;
      l.paren = end;
      break;
    }
    i = end - 1;
  }
  l.closing = text.closing(l.paren);
  return l.closing == npos ? "launch with an unclosed parenthesis" : nullptr;
}

}  // namespace

launch find_launch(source const& file, code const& text, std::size_t open) {
  launch l{};
  if (char const* const missing = read_launch(text, open, l))
    throw error(file.name, text[open].line, missing);
  return l;
}

bool is_whole_launch(code const& text, std::size_t open) noexcept {
  launch l{};
  return read_launch(text, open, l) == nullptr;
}

bool is_expression(code const& text, launch const& l) noexcept {
  for (std::size_t i = l.head; i < l.open; ++i) {
    if (text[i].is('.') || text[i].is(symbol::arrow) || text[i].is('(') || text[i].is('['))
      return true;
    if (text[i].is('<')) i = std::min(text.closing_angle(i), l.open);
  }
  return false;
}

std::size_t kernel_identifier(code const& text, launch const& l) noexcept {
  std::size_t last = npos;
  for (std::size_t i = l.head; i < l.open; ++i) {
    if (text[i].is('<')) {
      std::size_t const close = text.closing_angle(i);
      return close != npos && close + 1 == l.open ? last : npos;
    }
    if (text.is_identifier(i))
      last = i;
    else if (!text[i].is(symbol::scope))
      return npos;
  }
  return last;
}

std::string lane_argument(code const& text, launch const& l, launch_site const& site,
                          detail::launch_arguments const& arguments) {
  std::size_t const name = kernel_identifier(text, l) + 1;
  std::string const parameters = arguments.parameters_as("auto const&");
  std::string const call = "(" + arguments.kernel + ")";
  std::string bound = "decltype(" + text.squeezed(l.head, name) + "_simt_lane" +
                      text.squeezed(name, l.open) + call + ")::simt_bind" + call;
  if (!site.blocks.empty()) bound = "::simt_l::for_blocks<" + site.blocks + ">(" + bound + ")";
  return std::string(", ::simt_l::kernel_of(") + (site.in_function ? "[=](" : "[](") + parameters +
         ") { return " + bound + "; })";
}

/// `pointer`: a parameter for what is launched, by whose name `kernel` is called then.
std::string signature_argument(std::string const& pointer, std::string const& kernel,
                               detail::launch_arguments const& arguments) {
  return ", ::simt::cuda::signature([](" + pointer + arguments.parameters_as("auto&&") +
         ") -> decltype(" + kernel + "(" + arguments.kernel + ")) {})";
}

/// True if a macro's parameter is the kernel's name.
bool is_macro_argument(code const& text, launch const& l, launch_site const& site) {
  return !site.through_pointer && l.open - l.head == 1 &&
         std::find(site.parameters.begin(), site.parameters.end(), text.text(l.head)) !=
             site.parameters.end();
}

std::string address_arguments(std::string const& kernel, launch_site const& site,
                              detail::launch_arguments const& arguments) {
  std::string const pointer = "::simt::cuda::kernel_pointer_of(simt_t, " + kernel + ")";
  return std::string(", ") + (site.in_function ? "[=]" : "[]") +
         "(auto simt_t) { if constexpr (requires { " + pointer + "; }) return " + pointer +
         "; else return nullptr; }, [](auto const& simt_k, " + arguments.parameters +
         ") { return simt_k(" + arguments.kernel + "); }";
}

std::string bound_result(code const& text, launch const& l,
                         detail::launch_arguments const& arguments) {
  std::size_t const name = kernel_identifier(text, l) + 1;
  return " return decltype(" + text.squeezed(l.head, name) + "_simt_bound" +
         text.squeezed(name, l.open) + "(" + arguments.kernel + ")){};";
}

/// True if a macro's further arguments, of which there may be none, are all that is passed.
bool passes_only_variadic(code const& text, detail::launch_arguments const& arguments) {
  detail::launch_arguments::part first{};
  std::size_t passed = 0;
  for (auto const& part : arguments.parts) {
    if (std::find(arguments.inside.begin(), arguments.inside.end(), part) != arguments.inside.end())
      continue;
    if (passed++ == 0) first = part;
  }
  return passed == 1 && first.second == first.first + 1 && text.text(first.first) == "__VA_ARGS__";
}

void rewrite_launch(code const& text, launch const& l, launch_site const& site, edits& out) {
  auto const newlines = [&](offset begin, offset end) {
    return text.newlines(begin, end, site.in_macro);
  };
  offset const head = text[l.head].begin;
  offset const configuration = text[l.open + 2].end;
  std::string const kernel = text.squeezed(l.head, l.open);
  auto const arguments = detail::split_arguments(text, l);
  out.replace(head, configuration,
              "::simt::cuda::launch_configuration(" + newlines(head, configuration));
  bool const is_given = is_macro_argument(text, l, site) && arguments.any_passed;
  std::string call = site.through_pointer ? ").call_pointer("
                     : is_given           ? ").call_named("
                                          : ").call(";
  call += detail::kernel_name(text, l, site);
  if (site.through_pointer)
    call += ", " + kernel + ", [](auto const& simt_k" + (arguments.parameters.empty() ? "" : ", ") +
            arguments.parameters + ") { return simt_k(" + arguments.kernel + "); }";
  else
    call += (site.in_function ? ", [=](" : ", [](") + arguments.parameters + ") SIMT_LAUNCHER { " +
            kernel + "(" + arguments.kernel + ");" +
            (site.has_bound ? bound_result(text, l, arguments) : std::string()) + " }";
  if (arguments.any_passed)
    call += site.through_pointer ? signature_argument("auto const& simt_k, ", "simt_k", arguments)
                                 : signature_argument("", kernel, arguments);
  if (is_given) call += address_arguments(kernel, site, arguments);
  if (site.has_lane_form) call += lane_argument(text, l, site, arguments);
  if (arguments.any_passed)
    call += passes_only_variadic(text, arguments) ? " __VA_OPT__(,) " : ", ";
  out.replace(text[l.close].begin, text[l.paren].end,
              call + newlines(text[l.close].begin, text[l.paren].end));
  // A comma stays where it stands between two arguments that are passed.
  bool passed = false;
  for (auto const& [begin, end] : arguments.inside) {
    offset const from = text[begin].begin;
    offset const to = text[end - 1].end;
    out.replace(from, to, newlines(from, to));
  }
  for (auto const& [begin, end] : arguments.parts) {
    bool const literal = std::find(arguments.inside.begin(), arguments.inside.end(),
                                   std::pair{begin, end}) != arguments.inside.end();
    if (begin > l.paren + 1 && (literal || !passed))
      out.replace(text[begin - 1].begin, text[begin - 1].end, "");
    passed |= !literal;
  }
}

}  // namespace simt::cu
