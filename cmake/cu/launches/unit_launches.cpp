// SPDX-License-Identifier: MIT
#include "unit_launches.hpp"

#include "../text/compile_budget.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

void unit_launches::add(lexed const& in) {
  if (!files_.insert(in.file.name).second) return;
  text& t = texts_.emplace_back(functions_.add(in.tokens));
  if (in.file.text.find("<<") == std::string::npos) return;
  for (std::size_t i = 0; i < in.tokens.size(); ++i) {
    if (in.tokens[i].is(token_kind::directive))
      macro_body(in.file, in.tokens[i]);
    else if (begins_launch(in.tokens, i))
      add(in.file, in.tokens, i, &t);
  }
}

std::optional<block_shape> unit_launches::blocks_of(std::string_view kernel) const {
  auto const all = launches_.find(kernel);
  if (all == launches_.end()) return std::nullopt;
  std::optional<block_shape> out;
  for (place const& p : all->second) {
    auto const here = p.in == nullptr ? std::nullopt : blocks_of(p);
    if (!here || (out && *out != *here)) return std::nullopt;
    out = here;
  }
  return out;
}

bool unit_launches::are_many(std::string_view kernel) const {
  auto const all = launches_.find(kernel);
  if (all == launches_.end()) return false;
  unit_functions::named_instances named;
  for (place const& p : all->second)
    named.emplace(p.instance, p.in == nullptr ? nullptr : p.in->functions.around(p.at.open));
  return functions_.count(named) > lane::compile_budget::many_instances;
}

bool unit_launches::is_called_by_many(std::string_view function) const {
  if (!called_by_many_) {
    std::vector<std::string_view> kernels;
    for (auto const& [kernel, places] : launches_)
      if (are_many(kernel)) kernels.push_back(kernel);
    called_by_many_ = functions_.reached_from(std::move(kernels));
  }
  return called_by_many_->contains(function);
}

void unit_launches::macro_body(source const& file, token const& line) {
  std::string_view const written{file.text.data() + line.begin, line.end - line.begin};
  if (written.find("<<") == std::string_view::npos) return;
  directive const d = read_directive(file.text, line);
  if (d.kind != directive_kind::define) return;
  auto const m = read_macro(file, line, d.rest);
  if (!m) return;
  for (std::size_t i = 0; i < m->body.size(); ++i)
    if (begins_launch(m->body, i)) add(file, m->body, i, nullptr);
}

void unit_launches::add(source const& file, code const& tokens, std::size_t at, text const* in) {
  if (!is_whole_launch(tokens, at)) return;
  launch const l = find_launch(file, tokens, at);
  std::size_t const name = kernel_identifier(tokens, l);
  if (name == npos) return;
  launches_[std::string(tokens.text(name))].push_back({in, l, tokens.squeezed(name, l.open)});
}

std::optional<block_shape> unit_launches::blocks_of(place const& p) const {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  code const& tokens = p.in->functions.tokens();
  tokens.for_each_part(p.at.open + 3, p.at.close,
                       [&](std::size_t begin, std::size_t end) { parts.emplace_back(begin, end); });
  if (parts.size() < 2) return std::nullopt;
  if (!p.in->shapes) p.in->shapes.emplace(p.in->functions, known_);
  return p.in->shapes->shape(parts[1].first, parts[1].second);
}

}  // namespace simt::cu
