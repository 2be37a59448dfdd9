// SPDX-License-Identifier: MIT
#include "block_shape.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

block_shapes::block_shapes(function_bodies const& bodies, lane::symbols const& known)
    : text_{bodies.tokens()}, known_{known}, bodies_{bodies} {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_.is_identifier(i)) note(i);
}

std::optional<block_shape> block_shapes::shape(std::size_t begin, std::size_t end,
                                               int depth) const {
  if (depth > 8) return std::nullopt;
  while (begin < end && text_[begin].is('(') && text_.closing(begin) == end - 1) ++begin, --end;
  if (begin >= end) return std::nullopt;
  if (end - begin == 1 && text_.is_identifier(begin) && !is_constant(begin)) {
    auto const value = value_of(begin);
    if (!value) return by_members(begin, depth);
    return value->is_list ? extents(value->begin, value->end, depth)
                          : shape(value->begin, value->end, depth + 1);
  }
  if (text_.text(begin) == "dim3" && begin + 1 < end && text_.opens(begin + 1) &&
      text_.closing(begin + 1) == end - 1)
    return extents(begin + 2, end - 1, depth);
  auto const n = number(begin, end, depth);
  return n ? std::optional{block_shape{*n}} : std::nullopt;
}

bool block_shapes::is_constant(std::size_t name) const {
  auto const text = text_.text(name);
  return known_.macros(text) != nullptr ||
         (!values_.contains(text) && !known_.constant(text).empty());
}

void block_shapes::note(std::size_t i) {
  auto const next = text_.text(i + 1 < text_.size() ? i + 1 : i);
  bool const is_member = i > 0 && (text_[i - 1].is('.') || text_[i - 1].is(symbol::arrow));
  if (is_member) return;
  if (next == "=") {
    values_[text_.text(i)].push_back({i, i + 2, end_of_value(i + 2), false});
  } else if (next == "." && i + 3 < text_.size() && text_.text(i + 3) == "=") {
    auto const member = text_.text(i + 2);
    bool const is_extent = member == "x" || member == "y" || member == "z";
    std::size_t const end = is_extent ? end_of_value(i + 4) : i + 4;
    values_[text_.text(i)].push_back({i, i + 4, end, false, member.front()});
  } else if (text_.text(i) == "dim3") {
    note_dim3(i + (next == "const" ? 2 : 1));
  } else if (changes(next) || (next == "." && i + 3 < text_.size() && changes(text_.text(i + 3))) ||
             (i > 0 && (text_.text(i - 1) == "++" || text_.text(i - 1) == "--")) ||
             (i > 1 && text_.text(i - 1) == "&" &&
              (text_[i - 2].is('(') || text_[i - 2].is(',')))) {
    values_[text_.text(i)].push_back({i, i, i, false});
  }
}

bool block_shapes::changes(std::string_view op) {
  return op == "++" || op == "--" || op == ">>" ||
         (op.size() == 2 && op[1] == '=' && op != "==" && op != "!=" && op != "<=" && op != ">=");
}

std::size_t block_shapes::end_of_value(std::size_t at) const {
  while (at < text_.size() && !text_[at].is(';') && !text_[at].is(',') && !text_.closes(at)) {
    std::size_t const close = text_.opens(at) ? text_.closing(at) : at;
    if (close == npos) break;
    at = close + 1;
  }
  return at;
}

void block_shapes::note_dim3(std::size_t at) {
  while (text_.is_identifier(at) && at + 1 < text_.size() &&
         (text_[at + 1].is('(') || text_[at + 1].is('{'))) {
    std::size_t const close = text_.closing(at + 1);
    if (close == npos) return;
    values_[text_.text(at)].push_back({at, at + 2, close, true});
    if (close + 1 >= text_.size() || !text_[close + 1].is(',')) return;
    at = close + 2;
  }
}

std::optional<block_shapes::assignment> block_shapes::value_of(std::size_t name) const {
  auto const all = values_.find(text_.text(name));
  if (all == values_.end()) return std::nullopt;
  body const* const around = bodies_.around(name);
  for (body const* where : {around, static_cast<body const*>(nullptr)}) {
    assignment const* only = nullptr;
    int count = 0;
    for (assignment const& v : all->second) {
      if (bodies_.around(v.at) != where) continue;
      only = &v;
      ++count;
    }
    if (count == 0) continue;
    if (count > 1 || only->at >= name || only->begin == only->end || only->member != 0)
      return std::nullopt;
    return *only;
  }
  return std::nullopt;
}

std::optional<block_shape> block_shapes::by_members(std::size_t name, int depth) const {
  auto const all = values_.find(text_.text(name));
  if (all == values_.end()) return std::nullopt;
  std::int64_t extents[3] = {0, 0, 0};
  for (assignment const& v : all->second) {
    if (bodies_.around(v.at) != bodies_.around(name)) continue;
    std::size_t const which = static_cast<std::size_t>(v.member - 'x');
    auto const n = which > 2 || v.at >= name ? std::nullopt : number(v.begin, v.end, depth + 1);
    if (!n || (extents[which] != 0 && extents[which] != *n)) return std::nullopt;
    extents[which] = *n;
  }
  if (extents[0] == 0) return std::nullopt;
  return block_shape{extents[0], std::max<std::int64_t>(extents[1], 1),
                     std::max<std::int64_t>(extents[2], 1)};
}

std::optional<block_shape> block_shapes::extents(std::size_t begin, std::size_t end,
                                                 int depth) const {
  std::vector<std::int64_t> all;
  bool is_known = true;
  text_.for_each_part(begin, end, [&](std::size_t from, std::size_t to) {
    auto const n = number(from, to, depth);
    is_known = is_known && n;
    all.push_back(n.value_or(1));
  });
  if (!is_known || all.empty() || all.size() > 3) return std::nullopt;
  all.resize(3, 1);
  return block_shape{all[0], all[1], all[2]};
}

std::optional<std::int64_t> block_shapes::number(std::size_t begin, std::size_t end,
                                                 int depth) const {
  std::vector<std::string_view> texts;
  if (!spell(begin, end, depth, texts)) return std::nullopt;
  auto const n = lane::known_number(std::move(texts), known_);
  return n && *n > 0 && *n <= 1024 ? n : std::nullopt;
}

bool block_shapes::spell(std::size_t begin, std::size_t end, int depth,
                         std::vector<std::string_view>& out) const {
  if (depth > 8 || begin >= end || out.size() > 64) return false;
  for (std::size_t i = begin; i < end; ++i) {
    bool const is_scope = i + 1 < end && text_[i + 1].is(symbol::scope);
    if (text_[i].is(symbol::scope) || (text_.is_identifier(i) && is_scope)) continue;
    if (!text_.is_identifier(i) || is_constant(i)) {
      out.push_back(text_.text(i));
      continue;
    }
    auto const v = value_of(i);
    if (!v || v->is_list) return false;
    out.push_back("(");
    if (!spell(v->begin, v->end, depth + 1, out)) return false;
    out.push_back(")");
  }
  return true;
}

}  // namespace simt::cu
