// SPDX-License-Identifier: MIT
#include "file_scanner.hpp"

#include <algorithm>
#include <vector>

namespace simt::cu::lane::detail {

std::size_t file_scanner::skip_templates(std::size_t i) const noexcept {
  while (token_at(i).is(word::template_) && token_at(i + 1).is('<')) {
    int depth = 0;
    std::size_t j = i + 1;
    for (; j < text_.size(); ++j) {
      if (text_.opens(j)) j = std::min(text_.closing(j), text_.size());
      if (token_at(j).is('<')) ++depth;
      if (token_at(j).is('>') && --depth == 0) break;
      if (token_at(j).is(';')) return i + 1;
    }
    i = std::min(j + 1, text_.size());
  }
  return i;
}

std::size_t file_scanner::statement_end(std::size_t i) const noexcept {
  for (; i < text_.size(); ++i) {
    if (text_[i].is(';')) return i + 1;
    if (text_[i].is('}')) return i;
    if (text_.opens(i)) {
      std::size_t const close = text_.closing(i);
      if (close == npos) return text_.size();
      i = close;
    }
  }
  return i;
}

std::size_t file_scanner::declaration_end(std::size_t i) const noexcept {
  for (; i < text_.size(); ++i) {
    if (text_[i].is(';')) return i + 1;
    if (text_[i].is('}')) return i;
    if (!text_.opens(i)) continue;
    std::size_t const close = text_.closing(i);
    if (close == npos) return text_.size();
    bool const is_body = text_[i].is('{');
    i = close;
    if (is_body) return token_at(i + 1).is(';') ? i + 2 : i + 1;
  }
  return i;
}

std::size_t file_scanner::body_end(std::size_t open) const noexcept {
  int depth = 0;
  std::vector<int> before;
  for (std::size_t i = open; i < text_.size(); ++i) {
    token const& t = text_[i];
    if (t.is('{')) ++depth;
    if (t.is('}') && --depth == 0) return i + 1;
    if (!t.is(token_kind::directive)) continue;
    auto const word = preprocessor_.word_of(t);
    if (word.starts_with("if")) before.push_back(depth);
    if (word.starts_with("el") && !before.empty()) depth = before.back();
    if (word == "endif" && !before.empty()) before.pop_back();
  }
  return text_.size();
}

file_scanner::shape file_scanner::shape_of(std::size_t begin) const noexcept {
  shape out;
  bool in_initialisers = false;
  for (std::size_t i = begin; i < text_.size(); ++i) {
    token const& t = text_[i];
    if (t.is(token_kind::identifier)) {
      out.marks |= preprocessor_.marks(i);
      if (t.is(word::storage)) out.is_static = true;
      auto const word_here = text_.text(i);
      if (word_here == "__constant__" || word_here == "__managed__") out.is_constant = true;
      bool const attribute =
          t.is(word::launch_bounds) || t.is(word::attribute) || t.is(word::align_attribute) ||
          t.is(word::alignas_) || t.is(word::decltype_) || word_here == "noexcept" ||
          word_here == "explicit" || word_here == "__cluster_dims__" || word_here == "__maxnreg__";
      if (attribute && token_at(i + 1).is('(')) {
        i = std::min(text_.closing(i + 1), text_.size());
        continue;
      }
      if (t.is(word::operator_)) {
        out.is_operator = true;
        out.name = i;
        while (i + 1 < text_.size() && !text_[i + 1].is('(')) ++i;
        if (token_at(i + 1).is('(') && token_at(i + 2).is(')') && token_at(i + 3).is('(')) i += 2;
        continue;
      }
      if (!out.is_function && !out.is_operator) out.name = i;
      continue;
    }
    if (t.is(';')) {
      out.stop = i;
      return out;
    }
    if (t.is('=') && !in_initialisers) {
      if (out.is_function) {  // = default
        out.stop = i;
        return out;
      }
      out.stop = i;
      return out;
    }
    if (t.is('(')) {
      bool const named =
          out.name != npos && (i == out.name + 1 || out.is_operator || text_[i - 1].is('>'));
      if (named && !out.is_function && !token_at(i + 1).is('*')) out.is_function = true;
      i = std::min(text_.closing(i), text_.size());
    } else if (t.is('[')) {
      i = std::min(text_.closing(i), text_.size());
    } else if (t.is('<')) {
      std::size_t const close = text_.closing_angle(i);
      if (close != npos) i = close;
    } else if (t.is(':')) {
      if (out.is_function) in_initialisers = true;
    } else if (t.is('{')) {
      if (in_initialisers && (text_.is_identifier(i - 1) || text_[i - 1].is('>'))) {
        i = std::min(text_.closing(i), text_.size());
        continue;
      }
      out.stop = i;
      out.ends_with_body = true;
      return out;
    } else if (t.is('}')) {
      out.stop = i;
      return out;
    }
  }
  out.stop = text_.size();
  return out;
}

}  // namespace simt::cu::lane::detail
