// SPDX-License-Identifier: MIT
#include "../text/directive.hpp"
#include "../text/scope.hpp"
#include "portability.hpp"

#include <algorithm>

namespace simt::cu {

std::string portability_warning::text() const {
  return file + ':' + std::to_string(line) + ':' + std::to_string(column) + ": warning: " + rule +
         " [-Wsimt-portability]";
}

void check_portability(source const& file, code const& text, names const& known,
                       class_contents& classes, std::vector<portability_warning>& out) {
  portability::checker{file, text, known, classes, out}.run();
}

namespace portability {

void checker::warn(std::size_t at, std::string rule) {
  token const& t = text_[at];
  auto const newline = t.begin == 0 ? std::string::npos : file_.text.rfind('\n', t.begin - 1);
  auto const first = newline == std::string::npos ? 0 : newline + 1;
  auto const column = static_cast<offset>(t.begin - first + 1);
  for (auto const& w : out_)
    if (w.file == file_.name && w.line == t.line && w.rule == rule) return;
  out_.push_back({file_.name, t.line, column, std::move(rule)});
}

frame* checker::function() noexcept {
  for (auto f = frames_.rbegin(); f != frames_.rend(); ++f) {
    if (f->what == frame::kind::function || f->what == frame::kind::lambda) return &*f;
    if (f->what == frame::kind::type) return nullptr;
  }
  return nullptr;
}

bool checker::is_mark(std::size_t at, std::string_view mark) const {
  return text_.is_identifier(at) && text_.text(at) == mark;
}

void checker::run() {
  for (at_ = 0; at_ < text_.size(); ++at_) {
    token const& t = text_[at_];
    if (t.is(token_kind::directive)) {
      directive_line(t);
    } else if (t.is('{')) {
      open_brace();
    } else if (t.is('}')) {
      close_brace();
    } else if (t.is(';')) {
      statement();
      begin_ = at_ + 1;
    } else if (t.is(':') && here().what == frame::kind::type && text_.is_identifier(at_ - 1)) {
      auto const access = text_.text(at_ - 1);
      if (access != "public" && access != "private" && access != "protected") continue;
      here().hides = access != "public";
      begin_ = at_ + 1;
    } else if (t.is('[') && begins_lambda()) {
      lambda_here();
    } else if (t.is(token_kind::identifier)) {
      device_word();
      library_name();
      memory_mark();
      host_use_of_lambda();
    }
  }
}

void checker::directive_line(token const& t) {
  directive const d = read_directive(file_.text, t);
  bool const asks = t.text(file_.text).find("__CUDA_ARCH__") != std::string_view::npos;
  if (d.kind == directive_kind::if_) {
    conditionals_.push_back(asks);
    for (lambda const& l : lambdas_) {
      bool const is_open = std::any_of(frames_.begin(), frames_.end(),
                                       [&](frame const& f) { return f.open == l.body; });
      std::size_t const captures = text_.closing(l.bracket) - l.bracket;
      if (asks && is_open && captures > 1)
        warn(l.bracket,
             "what an extended lambda captures must not depend on __CUDA_ARCH__: its body asks for "
             "it (E.4.2, 8)");
    }
  } else if (d.kind == directive_kind::else_ && !conditionals_.empty()) {
    conditionals_.back() = conditionals_.back() || asks;
  } else if (d.kind == directive_kind::endif && !conditionals_.empty()) {
    conditionals_.pop_back();
  }
}

void checker::open_brace() {
  frame next;
  auto const own = std::find_if(lambdas_.begin(), lambdas_.end(),
                                [&](lambda const& l) { return l.body == at_; });
  if (own != lambdas_.end()) {
    next.what = frame::kind::lambda;
    next.head = own->bracket;
    next.device = own->device;
    next.host = own->host || !own->device;
    if (!own->device && !own->host)
      if (frame const* const outer = function()) {
        next.device = outer->device;
        next.host = outer->host;
      }
  } else {
    next = new_frame();
  }
  next.open = at_;
  next.conditionals = conditionals_.size();
  if (next.what == frame::kind::function) kernel_head(next.head, at_);
  if (next.what == frame::kind::type && function() != nullptr)
    function()->local_types.insert(next.name);
  // A plain `{` in an expression goes on with the statement.
  frames_.push_back(std::move(next));
  begin_ = at_ + 1;
}

frame checker::new_frame() {
  frame out;
  out.head = begin_;
  bool const in_function = function() != nullptr;
  auto const shape = detail::shape_of(text_, known_, begin_, at_);
  if (shape.type && !shape.parameters && !shape.assigns) {
    out.what = frame::kind::type;
    out.is_local = in_function || here().is_local;
    out.is_private = here().what == frame::kind::type && here().hides;
    for (std::size_t i = begin_; i < at_; ++i) {
      if (!text_[i].is(word::class_)) continue;
      out.hides = text_.text(i) == "class";
      std::size_t name = i + 1;
      while (text_[name].is(word::attribute) || text_[name].is(word::align_attribute) ||
             text_[name].is(word::alignas_))
        name = text_.closing(name + 1) + 1;
      if (text_.is_identifier(name)) out.name = text_.text(name);
      break;
    }
    return out;
  }
  if (in_function) {
    frame const* const f = function();
    out.what = frame::kind::block;
    out.device = f->device;
    out.host = f->host;
    return out;
  }
  scope outer;
  outer.kind = here().what == frame::kind::type ? scope_kind::type : scope_kind::space;
  auto const s = open_scope(text_, known_, outer, begin_, at_);
  out.what = s.kind == scope_kind::function ? frame::kind::function
             : s.kind == scope_kind::space  ? frame::kind::space
                                            : frame::kind::initialiser;
  if (out.what != frame::kind::function) return out;
  out.device = shape.marks.global || shape.marks.device;
  out.host = !shape.marks.device_only();
  for (std::size_t i = begin_; i < at_; ++i) {
    if (text_[i].is('<') && text_.is_identifier(i - 1)) {
      i = std::min(text_.closing_angle(i), at_);
      continue;
    }
    bool const attribute = text_[i].is(word::align_attribute) || text_[i].is(word::attribute) ||
                           text_[i].is(word::launch_bounds) || text_[i].is(word::alignas_) ||
                           text_[i].is(word::decltype_);
    if (attribute && text_[i + 1].is('(')) {
      i = std::min(text_.closing(i + 1), at_);
      continue;
    }
    if (!text_[i].is('(') || i == 0) continue;
    if (text_.is_identifier(i - 1)) out.name = text_.text(i - 1);
    bool const is_member = here().what == frame::kind::type;
    out.is_structor =
        (is_member && out.name == here().name) ||
        (i > 1 && (text_.text(i - 2) == "~" ||
                   (i > 2 && text_[i - 2].is(symbol::scope) && text_.text(i - 3) == out.name)));
    out.is_private = is_member && here().hides;
    // Parameters: packs, arrays are pointers.
    std::size_t const close = text_.closing(i);
    for (std::size_t k = i + 1; close != npos && k + 1 < close; ++k)
      if (text_[k].is(symbol::dots) && text_.is_identifier(k + 1))
        out.packs.insert(text_.text(k + 1));
    break;
  }
  return out;
}

void checker::close_brace() {
  begin_ = at_ + 1;
  if (frames_.size() == 1) return;
  frame const done = std::move(frames_.back());
  frames_.pop_back();
  if (done.what == frame::kind::type) read_class(done, at_);
  // A class, an initialiser or a lambda may be a part of a declaration that goes on.
  if (done.what != frame::kind::function && done.what != frame::kind::space &&
      (done.what != frame::kind::block || text_[at_ + 1].is(';') || text_[at_ + 1].is(',')))
    begin_ =
        done.what == frame::kind::lambda || done.what == frame::kind::block ? begin_ : done.head;
  std::erase_if(lambdas_, [&](lambda const& l) { return l.body == done.open; });
}

void checker::statement() {
  if (begin_ >= at_) return;
  frame const* const f = function();
  if (f != nullptr) {
    note_local(begin_, at_);
    if (f->device) static_in_device_code(begin_, at_);
  } else if (here().what == frame::kind::space) {
    variable_of_class(begin_, at_);
  }
  kernel_head(begin_, at_);
}

void checker::note_local(std::size_t begin, std::size_t end) {
  // `T name[n]`, `T name = …`, `T name;`
  std::size_t words = 0;
  bool is_local_type = false;
  frame& f = *function();
  for (std::size_t i = begin; i < end; ++i) {
    token const& t = text_[i];
    if (t.is('(') || t.is('*') || t.is('&') || t.is('{') || t.is(word::statement)) return;
    if (t.is('<')) {
      i = text_.closing_angle(i);
      if (i == npos) return;
      continue;
    }
    if (t.is('=')) {  // to the next name
      while (i < end && !text_[i].is(',')) {
        bool const opens = text_[i].is('(') || text_[i].is('[') || text_[i].is('{');
        std::size_t const close = opens ? text_.closing(i) : i;
        if (close == npos) return;
        i = close + 1;
      }
      continue;
    }
    if (!t.is(token_kind::identifier) || t.is(word::const_) || t.is(word::storage)) continue;
    for (frame const& each : frames_) is_local_type |= each.local_types.contains(text_.text(i));
    if (++words < 2) continue;
    token const& next = text_[i + 1];
    if (next.is('[')) f.arrays.insert(text_.text(i));
    if (is_local_type && (next.is(';') || next.is('=') || next.is('{') || next.is(',')))
      f.of_local_type.insert(text_.text(i));
  }
}

}  // namespace portability
}  // namespace simt::cu
