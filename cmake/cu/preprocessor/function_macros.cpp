// SPDX-License-Identifier: MIT
#include "function_macros.hpp"

#include "../text/compile_budget.hpp"

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
    if (t.is(token_kind::directive)) {
      directive_line();
    } else if (t.is('{')) {
      open_brace();
    } else if (t.is('}')) {
      if (scopes_.size() > 1) scopes_.pop_back();
      begin_declaration(at_ + 1);
    } else if (t.is(';')) {
      begin_declaration(at_ + 1);
    } else if (t.is(token_kind::identifier) && t.is(word::none) &&
               (!in_function() || scopes_.back().device || parts_launch())) {
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
  bool const is_inner = outer.kind == scope_kind::function || outer.kind == scope_kind::initialiser;
  scope next;
  next.kind = outer.kind;
  next.device = outer.device;
  if (!is_inner) next = open_scope(text_, no_names_, outer, declaration_, at_);
  if (next.kind == scope_kind::member) {
    std::size_t const close = text_.closing(at_);
    if (close != npos) at_ = close;
    return;
  }
  if (!is_inner && next.kind == scope_kind::function) {
    next.device = is_device_;
    for (std::size_t i = declaration_; i < at_; ++i)
      if (text_.is_identifier(i)) next.device |= lines_.marks(i).device || lines_.marks(i).global;
  }
  scopes_.push_back(next);
  begin_declaration(at_ + 1);
}

void function_macros::begin_declaration(std::size_t at) noexcept {
  declaration_ = at;
  is_device_ = false;
}

bool function_macros::parts_launch() const noexcept {
  auto const* const all = known_.macros(text_.text(at_));
  if (all == nullptr) return false;
  bool quotes = false;
  for (lane::macro_text const& m : *all) {
    if (is_part_of_launch(m.body)) return true;
    quotes |= std::any_of(m.body.begin(), m.body.end(), [](auto const& l) { return l.is('#'); });
  }
  std::size_t const end = with_arguments(at_ + 1);
  if (end == npos) return false;
  for (std::size_t i = at_ + 2; i + 1 < end; ++i) {
    token const& before = text_[i - 1];
    if (begins_launch(text_, i) && (quotes || before.is('(') || before.is(','))) return true;
    // (`<<<1, 32>>>` that ends an argument.)
    bool const is_close = text_[i].is('>') && text_[i - 1].is('>') && text_[i - 2].is('>');
    if (is_close && (text_[i + 1].is(',') || i + 2 == end)) return true;
  }
  return false;
}

bool function_macros::is_part_of_launch(lane::lexeme_list const& body) noexcept {
  auto const are = [&](std::size_t i, char c) {
    return i + 2 < body.size() && body[i].is(c) && body[i + 1].is(c) && body[i + 2].is(c);
  };
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (!are(i, '<')) continue;
    if (i == 0) return true;
    std::size_t close = i + 3;
    while (close < body.size() && !are(close, '>')) ++close;
    return close + 3 >= body.size() || !body[close + 3].is('(');
  }
  return false;
}

void function_macros::use_here() {
  std::string_view const name = text_.text(at_);
  if (known_.macros(name) == nullptr || taken(lines_.where()) == lane::certainty::no) return;
  try {
    std::size_t end = at_ + 1;
    lane::lexeme_list const text = expanded(end);
    if (text.empty()) return;
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i].text;
      if (i + 1 == text.size() || !lane::are_joined(text[i], text[i + 1])) out += ' ';
    }
    expansions_.push_back({text_[at_].begin, text_[end - 1].end, std::move(out)});
    int const braces = opened_braces(text);
    opened_ = std::max(0, opened_ + braces);
    for (int i = 0; i < braces; ++i) {
      scopes_.push_back({});
      scopes_.back().kind = scope_kind::function;
      scopes_.back().device = true;
    }
    for (int i = 0; i > braces && scopes_.size() > 1; --i) scopes_.pop_back();
    at_ = end - 1;
    if (text.back().is('}') || text.back().is(';'))
      begin_declaration(end);
    else
      is_device_ |= !in_function();
  } catch (lane::refusal const& r) {
    if (!in_function() && may_write_functions(name))
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
  if (end == npos) return {};
  std::vector<std::string> undefined;
  lane::lexeme_list out = lexemes(end, undefined);
  // A name at its end takes its arguments from behind it.
  for (int turn = 0; turn < 8 && !out.empty(); ++turn) {
    auto const last = known_.find_macro(out.back().text, lines_.where());
    if (last.text == nullptr || !last.text->takes_arguments || !text_[end].is('(')) break;
    end = with_arguments(end);
    if (end == npos) throw lane::refusal{text_[at_].line, "unclosed call of a macro"};
    out = lexemes(end, undefined);
  }
  if (!is_wanted(out, text_[end - 1].is(')'))) return {};
  for (std::string const& u : undefined)
    if (known_.macros(u) == nullptr)
      throw lane::refusal{text_[at_].line, "it depends on whether " + u + " is defined"};
  check_once(out, end);
  return out;
}

lane::lexeme_list function_macros::lexemes(std::size_t end,
                                           std::vector<std::string>& undefined) const {
  using constants = lane::expander::constants;
  try {
    return lines_.use(at_, end, constants::stay, undefined);
  } catch (lane::refusal const&) {
    // A constant is pasted to a function's name, or quoted.
    if (in_function()) throw;
    return lines_.use(at_, end, constants::expand, undefined);
  }
}

bool function_macros::is_wanted(lane::lexeme_list const& text, bool is_call) const noexcept {
  if (!in_function()) return writes_function(text, is_call);
  if (opened_braces(text) != 0) return opened_ > 0;
  return text.size() > 1 && text.size() <= lane::compile_budget::written_out_lexemes;
}

void function_macros::check_once(lane::lexeme_list const& text, std::size_t end) const {
  for (std::size_t i = 0; i < text.size(); ++i) {
    lane::lexeme const& l = text[i];
    if (l.is("SIMT_CUDA_ARCH")) throw lane::refusal{l.line, "it asks for __CUDA_ARCH__"};
    if (!l.is(token_kind::identifier)) continue;
    auto const again = known_.find_macro(l.text, lines_.where()).text;
    bool const is_call = i + 1 < text.size() ? text[i + 1].is('(') : text_[end].is('(');
    if (again != nullptr && (is_call || !again->takes_arguments) &&
        again->use == lane::macro_use::expands)
      throw lane::refusal{l.line,
                          "macro " + std::string(l.text) + " stands for text with its own name"};
  }
}

bool function_macros::may_write_functions(std::string_view macro) const noexcept {
  auto const* const all = known_.macros(macro);
  return all != nullptr && std::any_of(all->begin(), all->end(), [](lane::macro_text const& m) {
           return (m.marks.global || m.marks.device) && writes_function(m.body, m.takes_arguments);
         });
}

bool function_macros::writes_function(lane::lexeme_list const& text, bool is_call) noexcept {
  bool is_device = false, has_more = is_call;
  for (std::size_t i = 0; i < text.size(); ++i) {
    lane::lexeme const& l = text[i];
    is_device |= l.is(word::device) || l.is(word::global);
    has_more |= l.is('{') || l.is(';');
    has_more |=
        l.is('(') && i > 0 && text[i - 1].is(token_kind::identifier) && text[i - 1].is(word::none);
  }
  return is_device && has_more;
}

int function_macros::opened_braces(lane::lexeme_list const& text) noexcept {
  int out = 0;
  for (lane::lexeme const& l : text) out += l.is('{') ? 1 : l.is('}') ? -1 : 0;
  return out;
}

}  // namespace simt::cu
