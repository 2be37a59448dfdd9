// SPDX-License-Identifier: MIT
#include "variables.hpp"

#include <utility>

namespace simt::cu {

bool variables::hold(std::size_t at) {
  auto const name = text_.text(at);
  if (known_.pointers.contains(name)) return true;
  read(at);
  auto const found = all_.find(name);
  return found != all_.end() && found->second > 0;
}

bool variables::hold_pointer(std::size_t at) {
  auto const name = text_.text(at);
  if (known_.pointers.contains(name)) return true;
  read(at);
  return pointers_.contains(name);
}

void variables::read(std::size_t end) {
  for (; end_ < end; ++end_) {
    std::size_t const i = end_;
    keep_scopes(i);
    if (!text_.is_identifier(i)) continue;
    token const& next = text_[i + 1];
    if ((text_[i - 1].is(word::class_) || text_[i - 1].is(word::typename_)) &&
        (next.is(',') || next.is('>') || next.is('=')))
      type_parameters_.insert(text_.text(i));
    bool const is_local = next.is(';') || next.is('[');
    if (!is_local && !next.is(',') && !next.is(')') && !next.is('=')) continue;
    std::size_t type = i - 1;
    while (type > 0 && (text_[type].is('&') || text_[type].is('*') || text_[type].is(word::const_)))
      --type;
    bool const is_named = text_.is_identifier(type) && !text_[type].is(word::statement);
    if (!is_named && (!text_[type].is('>') || type + 1 != i)) continue;
    if (!is_local) declare(text_.text(i));
    if (is_named && points_to_kernel(type, i)) pointers_.insert(text_.text(i));
  }
}

void variables::declare(std::string_view name) {
  ++all_[name];
  if (brackets_ > 0)
    in_brackets_.push_back(name);
  else if (!scopes_.empty())
    scopes_.back().declared.push_back(name);
}

void variables::forget(std::vector<std::string_view> const& all) {
  for (std::string_view const name : all) --all_[name];
}

void variables::keep_scopes(std::size_t i) {
  token const& t = text_[i];
  if (t.is('(') || t.is('[')) {
    ++brackets_;
  } else if (t.is(')') || t.is(']')) {
    if (brackets_ > 0) --brackets_;
  } else if (t.is('{')) {
    scopes_.push_back({begins_block(i), brackets_, std::move(in_brackets_)});
    in_brackets_.clear();
    brackets_ = 0;
  } else if (t.is('}') && !scopes_.empty()) {
    if (scopes_.back().is_block) forget(scopes_.back().declared);
    brackets_ = scopes_.back().brackets;
    scopes_.pop_back();
  } else if (t.is(';') && brackets_ == 0) {
    forget(in_brackets_);  // of a declaration, or of a loop without braces
    in_brackets_.clear();
  }
}

bool variables::begins_block(std::size_t brace) const {
  token const& before = text_[brace - 1];
  for (char const c : {')', ']', '{', '}', ';', ':'})
    if (before.is(c)) return true;
  std::string_view const word = text_.text(brace - 1);
  for (std::string_view const of_function :
       {"const", "noexcept", "override", "final", "mutable", "else", "do", "try"})
    if (word == of_function) return true;
  return false;
}

bool variables::points_to_kernel(std::size_t type, std::size_t name) const {
  if (known_.pointers.contains(text_.text(type))) return true;
  bool const is_copy = !text_[name - 1].is('*');
  if (text_.text(type) != "auto") return is_copy && type_parameters_.contains(text_.text(type));
  return text_[name + 1].is('=') ? begins_with_kernel(name)
                                 : text_[name + 1].is(',') || text_[name + 1].is(')');
}

bool variables::begins_with_kernel(std::size_t name) const {
  constexpr std::size_t longest = 64;
  for (std::size_t i = name + 2; i < text_.size() && i < name + longest; ++i) {
    if (text_[i].is(';') || text_[i].is('{')) return false;
    if (text_.is_identifier(i) && known_.kernels.contains(text_.text(i))) return true;
  }
  return false;
}

}  // namespace simt::cu
