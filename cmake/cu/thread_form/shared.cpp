// SPDX-License-Identifier: MIT
#include "shared.hpp"

#include <string>
#include <utility>

namespace simt::cu::detail {

shared_declaration shared_parser::parse(std::size_t at) {
  line_ = text_[at].line;
  out_.begin = at;
  while (out_.begin > 0) {
    std::size_t const before = specifier_before(out_.begin - 1);
    if (before == npos) break;
    out_.begin = before;
  }
  at_ = out_.begin;
  specifiers();
  if (type_.empty()) fail("a __shared__ declaration needs a type");
  while (true) {
    declarator();
    if (here().is(';')) break;
    if (!here().is(',')) {
      if (here().is('=') || here().is('{') || here().is('('))
        fail("a __shared__ variable cannot have an initialiser");
      fail("cannot read this __shared__ declaration near '" + std::string(text_.text(at_)) + "'");
    }
    ++at_;
  }
  out_.end = at_;
  return std::move(out_);
}

std::size_t shared_parser::specifier_before(std::size_t last) const noexcept {
  token const& t = text_[last];
  if (t.is(token_kind::identifier)) {
    bool const other = t.is(word::statement) || t.is(word::operator_) || t.is(word::template_);
    return other ? npos : last;
  }
  if (t.is(symbol::scope)) return last > 0 && text_.is_identifier(last - 1) ? last - 1 : npos;
  if (t.is('>')) {
    std::size_t const open = text_.opening_angle(last);
    bool const named = open != npos && open > 0 && text_.is_identifier(open - 1) &&
                       !text_[open - 1].is(word::template_);
    return named ? open - 1 : npos;
  }
  if (t.is(')')) {
    std::size_t const open = text_.opening(last);
    if (open == npos || open == 0) return npos;
    token const& name = text_[open - 1];
    bool const attribute =
        name.is(word::alignas_) || name.is(word::align_attribute) || name.is(word::attribute);
    return attribute ? open - 1 : npos;
  }
  return npos;
}

void shared_parser::skip_group() {
  if (!here().is('(') && !here().is('[')) return;
  std::size_t const close = text_.closing(at_);
  if (close == npos) fail("unclosed parenthesis in a __shared__ declaration");
  at_ = close + 1;
}

bool shared_parser::attribute() {
  token const& t = here();
  if (t.is(word::align_attribute) || t.is(word::alignas_)) {
    ++at_;
    std::size_t const open = at_;
    skip_group();
    out_.alignment = text_.squeezed(open + 1, at_ - 1);
    return true;
  }
  if (t.is(word::attribute)) {
    ++at_;
    std::size_t const open = at_;
    skip_group();
    for (std::size_t i = open; i < at_; ++i) {
      auto const name = text_.text(i);
      if ((name != "aligned" && name != "__aligned__") || !text_[i + 1].is('(')) continue;
      out_.alignment = text_.squeezed(i + 2, text_.closing(i + 1));
    }
    return true;
  }
  if (t.is('[') && text_[at_ + 1].is('[')) {
    skip_group();
    return true;
  }
  return false;
}

void shared_parser::add_type(std::size_t begin, std::size_t end) {
  if (!type_.empty()) type_ += ' ';
  type_ += text_.squeezed(begin, end);
}

void shared_parser::specifiers() {
  bool has_type = false;
  while (true) {
    token const& t = here();
    qualifiers const q = known_.of(text_, at_);
    if (attribute()) continue;
    if (q.any() || t.is(word::storage) || t.is(word::register_)) {
      ++at_;
    } else if (t.is(word::extern_)) {
      out_.is_extern = true;
      ++at_;
    } else if (t.is(word::const_)) {
      add_type(at_, at_ + 1);
      ++at_;
    } else if (t.is(word::builtin_type)) {
      add_type(at_, at_ + 1);
      ++at_;
      has_type = true;
    } else if (t.is(word::decltype_)) {
      std::size_t const begin = at_++;
      skip_group();
      add_type(begin, at_);
      has_type = true;
    } else if (t.is(word::class_) || t.is(word::enum_)) {
      class_type();
      has_type = true;
    } else if (!has_type &&
               (t.is(token_kind::identifier) || t.is(word::typename_) || t.is(symbol::scope))) {
      std::size_t const begin = at_;
      if (t.is(word::typename_)) ++at_;
      type_name();
      add_type(begin, at_);
      has_type = true;
    } else {
      return;
    }
  }
}

void shared_parser::type_name() {
  if (here().is(symbol::scope)) ++at_;
  while (true) {
    if (here().is(word::template_)) ++at_;
    if (!here().is(token_kind::identifier)) fail("a type was expected in a __shared__ declaration");
    ++at_;
    pasted();
    if (here().is('<')) {
      std::size_t const close = text_.closing_angle(at_);
      if (close == npos) fail("unclosed template list in a __shared__ declaration");
      at_ = close + 1;
    }
    if (!here().is(symbol::scope)) return;
    ++at_;
  }
}

void shared_parser::class_type() {
  std::size_t const key = at_++;
  while (attribute()) {
  }
  std::size_t const name = at_;
  if (here().is(token_kind::identifier) || here().is(symbol::scope)) type_name();
  if (!here().is('{') && !here().is(':')) {
    add_type(key, at_);
    return;
  }
  std::string type{text_.squeezed(name, at_)};
  if (type.empty()) type = "simt_shared_" + std::to_string(line_);
  while (!here().is('{')) {
    if (here().is(';') || at_ >= text_.size()) fail("cannot read this __shared__ declaration");
    ++at_;
  }
  std::size_t const close = text_.closing(at_);
  if (close == npos) fail("unclosed brace in a __shared__ declaration");
  out_.type_key = key;
  out_.type_name_at = name;
  out_.type_close = close;
  out_.type_name = type;
  if (!type_.empty()) type_ += ' ';
  type_ += type;
  at_ = close + 1;
}

void shared_parser::declarator() {
  std::string before;
  std::string after;
  std::string name;
  bool unsized = false;
  int depth = 0;
  while (name.empty()) {
    if (attribute()) continue;
    token const& t = here();
    if (t.is('(')) {
      before += "(";
      ++depth;
      ++at_;
    } else if (t.is('*') || t.is('&') || t.is(word::const_)) {
      before += (t.is(word::const_) ? " " : "") + std::string(text_.text(at_));
      ++at_;
    } else if (known_.of(text_, at_).any()) {
      ++at_;
    } else if (t.is(token_kind::identifier) && t.is(word::none)) {
      std::size_t const begin = at_++;
      pasted();
      name = text_.squeezed(begin, at_);
    } else {
      fail("a name was expected in a __shared__ declaration");
    }
  }
  while (true) {
    if (attribute()) continue;
    if (here().is('[')) {
      std::size_t const begin = at_;
      skip_group();
      // The outermost dimension of `extern __shared__ T name[]` is the launch's to say.
      if (out_.is_extern && depth == 0 && after.empty() && !unsized)
        unsized = true;
      else
        after += text_.squeezed(begin, at_);
    } else if (here().is(')') && depth > 0) {
      after += ")";
      --depth;
      ++at_;
    } else if (here().is('(') && (depth > 0 || before.find('(') != std::string::npos)) {
      std::size_t const begin = at_;
      skip_group();
      after += text_.squeezed(begin, at_);
    } else {
      break;
    }
  }
  std::string type = type_;
  if (!before.empty()) type += " " + before;
  out_.variables.push_back({name, type + after, unsized, before.empty() && after.empty()});
}

}  // namespace simt::cu::detail

namespace simt::cu {

shared_declaration parse_shared(source const& file, code const& text, names const& known,
                                std::size_t at) {
  return detail::shared_parser{file, text, known}.parse(at);
}

void rewrite_shared(code const& text, shared_declaration const& d, bool in_function, bool in_macro,
                    edits& out) {
  std::string macros;
  for (shared_variable const& v : d.variables) {
    if (!macros.empty()) macros += "; ";
    if (d.is_extern && !v.unsized) {
      macros +=
          failing_declaration("extern __shared__ '" + v.name + "' must be an array without a size");
      continue;
    }
    // The macro hides from the compiler that C<N> is the class around it, and `c.f<1>()` would
    // need a `template`.
    if (in_function && !d.is_extern && d.alignment.empty() && v.plain &&
        v.type.find('<') != std::string::npos && !v.type.starts_with("typename")) {
      macros += v.type + "& " + v.name + " = [&]() -> " + v.type +
                "& { SIMT_CUDA_SHARED(simt_shared, " + v.type + "); return simt_shared; }()";
      continue;
    }
    bool const aligned = !d.alignment.empty() && !d.is_extern;
    macros += "SIMT_CUDA_";
    if (!in_function) macros += "FILE_";
    if (d.is_extern) macros += "DYNAMIC_";
    macros += aligned ? "SHARED_ALIGNED(" : "SHARED(";
    macros += v.name + ", ";
    if (aligned) macros += d.alignment + ", ";
    macros += v.type + ")";
  }
  offset const begin = text[d.begin].begin;
  offset const end = text[d.end].begin;
  if (d.type_close == npos) {
    out.replace(begin, end, macros + text.newlines(begin, end, in_macro));
    return;
  }
  offset const key = text[d.type_key].begin;
  out.replace(begin, key, text.newlines(begin, key, in_macro));
  if (text[d.type_name_at].is('{') || text[d.type_name_at].is(':'))
    out.insert(text[d.type_name_at].begin, d.type_name + " ");
  offset const close = text[d.type_close].end;
  out.replace(close, end, "; " + macros + text.newlines(close, end, in_macro));
}

void remember_shared(shared_declaration const& d, names& known) {
  for (shared_variable const& v : d.variables)
    if (!d.is_extern && v.plain) known.shared_objects.emplace(v.name);
}

bool rewrite_shared_member(code const& text, names const& known, std::size_t at, edits& out) {
  if (!text[at + 1].is('.') || !known.shared_objects.contains(text.text(at))) return false;
  if (at > 0 &&
      (text[at - 1].is('.') || text[at - 1].is(symbol::arrow) || text[at - 1].is(symbol::scope)))
    return false;
  out.wrap(text[at].begin, text[at].end, "(*&", ")");
  return true;
}

}  // namespace simt::cu
