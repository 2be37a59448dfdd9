// SPDX-License-Identifier: MIT
#pragma once

#include <cu/syntax/parse_file.hpp>
#include <cu/syntax/print.hpp>
#include <cu/text/lexer.hpp>

#include <memory>
#include <string>
#include <utility>

/// A file taken apart, with what it points into.
struct parsed {
  explicit parsed(std::string text_of_file)
      : file{"a.cu", std::move(text_of_file)},
        text{file.text, simt::cu::lexer{file}.file()},
        syntax{simt::cu::lane::parse_file(file, text, known)} {}
  parsed(parsed const&) = delete;
  parsed& operator=(parsed const&) = delete;

  simt::cu::source file;
  simt::cu::code text;
  simt::cu::lane::symbols known;
  simt::cu::lane::file_syntax syntax;

  [[nodiscard]] simt::cu::lane::function const& function(std::size_t i = 0) const {
    return syntax.functions.at(i);
  }
  /// `LINE: REASON` of the first refusal, or nothing.
  [[nodiscard]] std::string refused(std::size_t i = 0) const {
    auto const& all = function(i).refusals;
    if (all.empty()) return {};
    return std::to_string(all.front().line) + ": " + all.front().reason;
  }
};

/// A statement at the end of a kernel; `before` stands in front of the kernel.
struct parsed_statement : parsed {
  explicit parsed_statement(std::string const& body, std::string const& before = {})
      : parsed{before + "__global__ void k(int n, int* p, float x) {" + body + "}"} {}

  [[nodiscard]] simt::cu::lane::statement const& operator*() const {
    return *function(syntax.functions.size() - 1).body->body.back();
  }
  [[nodiscard]] simt::cu::lane::statement const* operator->() const { return &**this; }
  [[nodiscard]] std::string why() const { return refused(syntax.functions.size() - 1); }
};

/// The shape of an expression with all operators as calls: `=(x, +(a, *(b, c)))`.
inline std::string shape(simt::cu::lane::expression const& e) {
  using kind = simt::cu::lane::expression_kind;
  simt::cu::lane::printer print;
  std::string out;
  switch (e.kind) {
    case kind::number:
    case kind::string:
    case kind::character:
    case kind::constant:
    case kind::name:
    case kind::lambda:
    case kind::other:
      return e.text;
    case kind::parenthesis:
      return "(" + shape(e[0]) + ")";
    case kind::prefix:
    case kind::binary:
    case kind::assignment:
    case kind::conditional:
    case kind::comma:
      out = text_of(e.op);
      break;
    case kind::postfix:
      out = "post" + std::string(text_of(e.op));
      break;
    case kind::call:
      out = "call";
      break;
    case kind::subscript:
      out = "at";
      break;
    case kind::member:
      return shape(e[0]) + std::string(text_of(e.op)) + e.text;
    case kind::cast:
      out = "cast<" + print(*e.named) + ">";
      break;
    case kind::named_cast:
    case kind::size_of:
      out = std::string(text_of(e.op)) + (e.named ? "<" + print(*e.named) + ">" : "");
      break;
    case kind::construct:
      out = (e.braces ? "braces<" : "construct<") + print(*e.named) + ">";
      break;
    case kind::list:
      out = "list";
      break;
    case kind::designated:
      out = e.text;
      break;
    case kind::pack:
      out = "pack";
      break;
  }
  out += '(';
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    if (i != 0) out += ", ";
    out += shape(e[i]);
  }
  return out + ')';
}

/// The shape of an expression statement, or why it was refused.
inline std::string shape_of(std::string const& text, std::string const& before = {}) {
  parsed_statement const s{text + ";", before};
  if (!s.why().empty()) return "refused " + s.why();
  if (!s->is(simt::cu::lane::statement_kind::expression)) return "no expression";
  return shape(*s->value);
}
