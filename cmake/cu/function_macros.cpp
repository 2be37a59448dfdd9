// SPDX-License-Identifier: MIT
#include "function_macros.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

std::optional<std::string> function_macros::run() {
  for (at_ = 0; at_ < text_.size(); ++at_) {
    token const& t = text_[at_];
    bool const in_function =
        scopes_.back().kind != scope_kind::space && scopes_.back().kind != scope_kind::type;
    if (t.is(token_kind::directive)) {
      directive_line();
    } else if (t.is('{')) {
      open_brace();
    } else if (t.is('}')) {
      if (scopes_.size() > 1) scopes_.pop_back();
      declaration_ = at_ + 1;
    } else if (t.is(';')) {
      declaration_ = at_ + 1;
    } else if (t.is(token_kind::identifier) && t.is(word::none) && (!in_function || opened_ > 0)) {
      use_here();
    }
  }
  if (expansions_.empty()) return std::nullopt;
  std::string out;
  offset from = 0;
  for (expansion const& e : expansions_) {
    out.append(file_.text, from, e.begin - from);
    out += e.text;
    auto const begin = file_.text.begin() + static_cast<std::ptrdiff_t>(e.begin);
    auto const end = file_.text.begin() + static_cast<std::ptrdiff_t>(e.end);
    out.append(static_cast<std::size_t>(std::count(begin, end, '\n')), '\n');
    from = e.end;
  }
  return out.append(file_.text, from);
}

void function_macros::directive_line() {
  token const& t = text_[at_];
  directive const d = read_directive(file_.text, t);
  if (d.kind == directive_kind::if_) saved_.push_back(scopes_);
  if (d.kind == directive_kind::else_ && !saved_.empty()) scopes_ = saved_.back();
  if (d.kind == directive_kind::endif && !saved_.empty()) saved_.pop_back();
  lines_.outside(at_);
  if (d.kind != directive_kind::include) return;
  if (taken(lines_.where()) == lane::certainty::no) return;
  auto const name = read_include(file_.text, t, d.rest);
  if (!name) return;
  auto around = lines_.around();
  std::swap(known_.around(), around);
  include_(name->name, name->quoted);
  std::swap(known_.around(), around);
}

void function_macros::open_brace() {
  scope const& outer = scopes_.back();
  bool const is_inner =
      outer.kind == scope_kind::function || outer.kind == scope_kind::initialiser;
  scope next;
  next.kind = outer.kind;
  if (!is_inner) next = open_scope(text_, no_names_, outer, declaration_, at_);
  if (next.kind == scope_kind::member) {
    std::size_t const close = text_.closing(at_);
    if (close != npos) at_ = close;
    return;
  }
  scopes_.push_back(next);
  declaration_ = at_ + 1;
}

void function_macros::use_here() {
  std::string_view const name = text_.text(at_);
  if (known_.macros(name) == nullptr || taken(lines_.where()) == lane::certainty::no) return;
  try {
    std::size_t end = at_ + 1;
    lane::lexeme_list const text = expanded(end);
    int const braces = opened_braces(text);
    bool const is_call = text_[end - 1].is(')');
    bool const is_wanted = opened_ > 0 ? braces != 0 : writes_function(text, is_call);
    if (end == at_ || !is_wanted) return;
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i].text;
      if (i + 1 == text.size() || !lane::are_joined(text[i], text[i + 1])) out += ' ';
    }
    expansions_.push_back({text_[at_].begin, text_[end - 1].end, std::move(out)});
    opened_ = std::max(0, opened_ + braces);
    for (int i = 0; i < braces; ++i) {
      scopes_.push_back({});
      scopes_.back().kind = scope_kind::function;
    }
    for (int i = 0; i > braces && scopes_.size() > 1; --i) scopes_.pop_back();
    at_ = end - 1;
    if (text.back().is('}') || text.back().is(';')) declaration_ = end;
  } catch (lane::refusal const& r) {
    if (may_write_functions(name))
      left_.push_back({file_.name, text_[at_].line, std::string(name), r.reason});
  }
}

std::size_t function_macros::with_arguments(std::size_t end) const noexcept {
  if (!text_[end].is('(')) return npos;
  std::size_t const close = text_.closing(end);
  return close == npos ? npos : close + 1;
}

lane::lexeme_list function_macros::expanded(std::size_t& end) {
  auto const of = known_.find_macro(text_.text(at_), lines_.where());
  if (of.text != nullptr && of.text->takes_arguments) end = with_arguments(end);
  if (end == npos) {
    end = at_;
    return {};
  }
  std::vector<std::string> undefined;
  lane::lexeme_list out = lines_.use(at_, end, undefined);
  // A name at its end takes its arguments from behind it.
  for (int turn = 0; turn < 8 && !out.empty(); ++turn) {
    auto const last = known_.find_macro(out.back().text, lines_.where());
    if (last.text == nullptr || !last.text->takes_arguments || !text_[end].is('(')) break;
    end = with_arguments(end);
    if (end == npos) throw lane::refusal{text_[at_].line, "unclosed call of a macro"};
    out = lines_.use(at_, end, undefined);
  }
  if (opened_ == 0 && !writes_function(out, text_[end - 1].is(')'))) return out;
  for (std::string const& u : undefined)
    if (known_.macros(u) == nullptr)
      throw lane::refusal{text_[at_].line, "it depends on whether " + u + " is defined"};
  for (std::size_t i = 0; i < out.size(); ++i) {
    lane::lexeme const& l = out[i];
    if (l.is("SIMT_CUDA_ARCH")) throw lane::refusal{l.line, "it asks for __CUDA_ARCH__"};
    if (!l.is(token_kind::identifier)) continue;
    // What a compiler would expand once more.
    auto const again = known_.find_macro(l.text, lines_.where());
    bool const is_call = i + 1 < out.size() ? out[i + 1].is('(') : text_[end].is('(');
    if (again.text != nullptr && (is_call || !again.text->takes_arguments) &&
        (again.text->use == lane::macro_use::expands || again.is_certain))
      throw lane::refusal{l.line, "macro " + std::string(l.text) + " stands for text with its own name"};
  }
  return out;
}

bool function_macros::may_write_functions(std::string_view macro) const noexcept {
  auto const* const all = known_.macros(macro);
  return all != nullptr && std::any_of(all->begin(), all->end(), [](lane::macro_text const& m) {
           return (m.marks.global || m.marks.device) &&
                  writes_function(m.body, m.takes_arguments);
         });
}

bool function_macros::writes_function(lane::lexeme_list const& text, bool is_call) noexcept {
  bool is_device = false, has_more = is_call;
  for (std::size_t i = 0; i < text.size(); ++i) {
    lane::lexeme const& l = text[i];
    is_device |= l.is(word::device) || l.is(word::global);
    has_more |= l.is('{') || l.is(';');
    has_more |= l.is('(') && i > 0 && text[i - 1].is(token_kind::identifier) &&
                text[i - 1].is(word::none);
  }
  return is_device && has_more;
}

int function_macros::opened_braces(lane::lexeme_list const& text) noexcept {
  int out = 0;
  for (lane::lexeme const& l : text) out += l.is('{') ? 1 : l.is('}') ? -1 : 0;
  return out;
}

}  // namespace simt::cu
