// SPDX-License-Identifier: MIT
#include "preprocess.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

void define_all(std::vector<std::string> const& definitions, symbols& known) {
  source file{"the command line", {}};
  for (std::string const& d : definitions) {
    auto const at = d.find('=');
    file.text += "#define " + d.substr(0, at) + " " +
                 (at == std::string::npos ? "1" : d.substr(at + 1)) + "\n";
  }
  read_macros(file, code{file.text, lexer{file}.file()}, known);
}

void read_macros(source const& file, code const& text, symbols& known) {
  preprocessor lines{file, text, known};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i].is(token_kind::directive)) lines.outside(i);
}

void preprocessor::outside(std::size_t at) {
  directive const d = read_directive(file_.text, text_[at]);
  switch (d.kind) {
    case directive_kind::define:
      define(text_[at], d.rest);
      break;
    case directive_kind::if_:
      open(at, d.rest);
      break;
    case directive_kind::else_:
      next_branch(at, d.rest);
      break;
    case directive_kind::endif:
      if (!groups_.empty()) close();
      break;
    case directive_kind::other:
      if (word_of(text_[at]) == "undef") undefine(text_[at], d.rest);
      break;
    case directive_kind::include:
      break;
  }
}

lexeme_list preprocessor::function(std::size_t begin, std::size_t end,
                                   std::vector<assumption>& assumptions) {
  lexeme_list out;
  lexeme_list chunk;
  std::size_t depth = groups_.size();
  skips_outer_ = false;
  in_function_ = true;
  assumptions_ = &assumptions;
  own_.clear();
  expander macros{known_, where_};
  auto const flush = [&] {
    macros.run(chunk, out, file_.name);
    chunk.clear();
  };
  try {
    for (std::size_t i = begin; i < end; ++i) {
      if (!text_[i].is(token_kind::directive)) {
        if (!skips_outer_ && is_taken(depth)) chunk.push_back(raw(i));
        continue;
      }
      directive const d = read_directive(file_.text, text_[i]);
      bool const changes = d.kind == directive_kind::define || word_of(text_[i]) == "undef";
      if (changes && is_taken(depth)) flush();
      inside(i, d, depth, chunk);
    }
    flush();
  } catch (refusal const&) {
    in_function_ = false;
    while (groups_.size() > depth) close();
    throw;
  }
  in_function_ = false;
  if (groups_.size() != depth) {
    while (groups_.size() > depth) close();
    throw refusal{text_[begin].line, "an #if that begins in the function ends behind it"};
  }
  for (std::string const& name : macros.undefined())
    if (known_.macros(name) == nullptr) assume("defined(" + name + ")", false);
  lexeme end_mark;
  end_mark.begin = text_[end > begin ? end - 1 : end].end;
  end_mark.line = text_[end > begin ? end - 1 : end].line;
  out.push_back(end_mark);
  return out;
}

lexeme_list preprocessor::use(std::size_t begin, std::size_t end, expander::constants what,
                              std::vector<std::string>& undefined) const {
  lexeme_list in, out;
  for (std::size_t i = begin; i < end; ++i) {
    if (text_[i].is(token_kind::directive))
      throw refusal{text_[i].line, "a preprocessor line among the arguments of a macro"};
    in.push_back(raw(i));
  }
  expander macros{known_, where_, what};
  macros.run(in, out, file_.name);
  undefined = macros.undefined();
  return out;
}

qualifiers preprocessor::marks(std::size_t at) const {
  token const& t = text_[at];
  if (t.name != word::none) return qualifiers_of(t.name);
  if (!t.is(token_kind::identifier)) return {};
  auto const* const all = known_.macros(text_.text(at));
  if (all == nullptr) return {};
  qualifiers out;
  for (macro_text const& m : *all)
    if (!m.takes_arguments) out |= m.marks;
  return out;
}

lexeme preprocessor::raw(std::size_t i) const {
  token const& t = text_[i];
  lexeme out{text_.text(i), t.begin, t.line, t.kind, t.sign, t.name, false, text_.touches_next(i)};
  if (t.is(word::cuda_arch)) out.text = "SIMT_CUDA_ARCH";
  if (t.is(token_kind::identifier)) respell(out);
  return out;
}

void preprocessor::respell(lexeme& l) noexcept {
  if (l.text == "and" || l.text == "or") {
    l.text = l.text == "and" ? "&&" : "||";
    l.sign = symbol::other;
  } else if (l.text == "not") {
    l.text = "!";
    l.sign = '!';
  } else {
    return;
  }
  l.kind = token_kind::punctuator;
}

preprocessor::condition preprocessor::condition_of(token const& line, offset rest) const {
  std::string_view const name = word_of(line);
  condition out{texts_of(line, rest), name.ends_with("ndef")};
  if (!name.ends_with("def") || out.texts.empty()) return out;
  out.texts = {"defined", "(", out.texts.front(), ")"};
  return out;
}

decision preprocessor::evaluate(condition const& c, bool in_device_code) const {
  decision out = decide(c.texts, known_, where_, in_device_code);
  if (c.negated && out.value != certainty::maybe)
    out.value = out.value == certainty::yes ? certainty::no : certainty::yes;
  return out;
}

bool preprocessor::guards_its_own(std::size_t at, condition const& c) const {
  std::string_view name;
  if (c.negated && c.texts.size() == 4) name = c.texts[2];
  if (!c.negated && c.texts.size() >= 3 && c.texts[0] == "!" && c.texts[1] == "defined")
    name = c.texts[2] == "(" && c.texts.size() == 5 ? c.texts[3] : c.texts[2];
  if (name.empty() || !text_[at + 1].is(token_kind::directive)) return false;
  directive const d = read_directive(file_.text, text_[at + 1]);
  if (d.kind != directive_kind::define) return false;
  auto const next = texts_of(text_[at + 1], d.rest);
  return !next.empty() && next.front() == name;
}

void preprocessor::push(open_group g, certainty taken) {
  groups_.push_back(std::move(g));
  where_.push_back({known_.next_group(), 0, taken});
}

void preprocessor::close() {
  groups_.pop_back();
  where_.pop_back();
}

void preprocessor::open(std::size_t at, offset rest) {
  condition const c = condition_of(text_[at], rest);
  open_group g;
  if (guards_its_own(at, c) && evaluate(c, false).value != certainty::no) {
    auto const next = texts_of(text_[at + 1], read_directive(file_.text, text_[at + 1]).rest);
    g.is_guard = next.size() == 1;
    g.was_taken = true;
    push(std::move(g), certainty::yes);
    return;
  }
  decision const d = evaluate(c, false);
  g.undefined = d.undefined;
  g.was_taken = d.value == certainty::yes;
  g.was_maybe = d.value == certainty::maybe;
  push(std::move(g), d.value);
}

void preprocessor::next_branch(std::size_t at, offset rest) {
  if (groups_.empty()) return;
  open_group& g = groups_.back();
  branch& b = where_.back();
  ++b.number;
  certainty value = certainty::yes;
  if (!g.was_taken && word_of(text_[at]) != "else") {
    b.taken = certainty::maybe;
    decision const d = evaluate(condition_of(text_[at], rest), false);
    g.undefined.insert(g.undefined.end(), d.undefined.begin(), d.undefined.end());
    value = d.value;
  }
  if (value == certainty::yes && g.was_maybe) value = certainty::maybe;
  if (g.was_taken) value = certainty::no;
  b.taken = value;
  g.was_taken |= value == certainty::yes;
  g.was_maybe |= value == certainty::maybe;
}

bool preprocessor::is_taken(std::size_t depth) const noexcept {
  for (std::size_t i = depth; i < where_.size(); ++i)
    if (where_[i].taken != certainty::yes) return false;
  return true;
}

void preprocessor::inside(std::size_t i, directive const& d, std::size_t& depth,
                          lexeme_list& chunk) {
  token const& t = text_[i];
  // `#ifdef A`, `__device__`, `#endif`, `void f()`: the function began within the #if.
  bool const ends_outer = groups_.size() == depth && depth != 0;
  if (ends_outer && d.kind == directive_kind::else_) {
    next_branch(i, d.rest);
    skips_outer_ = true;
    return;
  }
  if (ends_outer && d.kind == directive_kind::endif) {
    close();
    --depth;
    skips_outer_ = false;
    return;
  }
  if (skips_outer_ && d.kind != directive_kind::if_ && d.kind != directive_kind::endif) return;
  bool const taken = !skips_outer_ && is_taken(depth);
  switch (d.kind) {
    case directive_kind::define:
      if (taken) define(t, d.rest);
      return;
    case directive_kind::include:
      if (taken) throw refusal{t.line, "#include within a function"};
      return;
    case directive_kind::if_: {
      open_group g;
      certainty const value = taken ? known_decision(t, d.rest) : certainty::no;
      g.was_taken = !taken || value == certainty::yes;
      push(std::move(g), value);
      return;
    }
    case directive_kind::else_: {
      if (groups_.size() == depth) throw refusal{t.line, "an #if begins before the function"};
      open_group& g = groups_.back();
      branch& b = where_.back();
      ++b.number;
      if (g.was_taken) {
        b.taken = certainty::no;
        return;
      }
      b.taken = certainty::yes;
      if (word_of(t) != "else") {
        b.taken = certainty::no;
        b.taken = known_decision(t, d.rest);
      }
      g.was_taken = b.taken == certainty::yes;
      return;
    }
    case directive_kind::endif:
      if (groups_.size() == depth) throw refusal{t.line, "an #if begins before the function"};
      close();
      return;
    case directive_kind::other:
      if (taken) other(t, d.rest, i, chunk);
      return;
  }
}

certainty preprocessor::known_decision(token const& line, offset rest) {
  condition const c = condition_of(line, rest);
  decision const d = evaluate(c, true);
  std::string text;
  for (std::string_view const part : c.texts) {
    if (!text.empty()) text += ' ';
    text += part == "__CUDA_ARCH__" ? "SIMT_CUDA_ARCH" : part;
  }
  if (d.value == certainty::maybe) throw refusal{line.line, "#if that cannot be decided: " + text};
  bool names_own = false, names_any = false;
  for (std::string_view const part : c.texts) {
    names_own |= std::find(own_.begin(), own_.end(), part) != own_.end();
    names_any |= part.front() < '0' || part.front() > '9';
  }
  if (names_any && !names_own) {
    if (c.texts.size() == 4 && c.texts[0] == "defined")
      text = "defined(" + std::string(text.substr(10, text.size() - 12)) + ")";
    assume(text, (d.value == certainty::yes) != c.negated);
  }
  return d.value;
}

void preprocessor::assume(std::string text, bool value) {
  assumption a{std::move(text), value};
  if (std::find(assumptions_->begin(), assumptions_->end(), a) == assumptions_->end())
    assumptions_->push_back(std::move(a));
}

void preprocessor::other(token const& t, offset rest, std::size_t i, lexeme_list& chunk) {
  std::string_view const name = word_of(t);
  if (name == "undef") undefine(t, rest);
  if (name == "error") throw refusal{t.line, "#error in the function"};
  if (name != "pragma") return;
  // The parser looks for those of loops.
  lexeme l = raw(i);
  l.text = l.text.substr(rest - t.begin);
  while (!l.text.empty() && (l.text.front() == ' ' || l.text.front() == '\t'))
    l.text.remove_prefix(1);
  if (l.text.starts_with("unroll") || l.text.starts_with("nounroll")) chunk.push_back(l);
}

}  // namespace simt::cu::lane
