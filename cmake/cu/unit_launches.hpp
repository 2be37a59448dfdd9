// SPDX-License-Identifier: MIT
#pragma once

#include "block_shape.hpp"
#include "directive.hpp"
#include "launch.hpp"
#include "lexed.hpp"
#include "messages.hpp"
#include "unit_functions.hpp"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace simt::cu {

/// The launches of all files of a unit. They are gathered before the first kernel is written:
/// kernels often stand in a file which that of their launches includes.
class unit_launches {
 public:
  explicit unit_launches(lane::symbols const& known) : known_{known} {}
  unit_launches(unit_launches const&) = delete;
  unit_launches& operator=(unit_launches const&) = delete;

  /// Takes a file, which must outlive this, once. What does not look like a launch is left to those
  /// who rewrite it.
  void add(lexed const& in) {
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

  /// What blocks a kernel has, if all launches of that name say the same: by the macros that are
  /// known by now.
  [[nodiscard]] std::optional<block_shape> blocks_of(std::string_view kernel) const {
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

  /// Whether they name a good many instances of a kernel template: `k<512, true><<<`.
  [[nodiscard]] bool are_many(std::string_view kernel) const {
    auto const all = launches_.find(kernel);
    if (all == launches_.end()) return false;
    unit_functions::named_instances named;
    for (place const& p : all->second)
      named.emplace(p.instance, p.in == nullptr ? nullptr : p.in->functions.around(p.at.open));
    return functions_.count(named) > 8;
  }
  /// Whether a function is one of those that such kernels call.
  [[nodiscard]] bool is_called_by_many(std::string_view function) const {
    if (!called_by_many_) {
      std::vector<std::string_view> kernels;
      for (auto const& [kernel, places] : launches_)
        if (are_many(kernel)) kernels.push_back(kernel);
      called_by_many_ = functions_.reached_from(std::move(kernels));
    }
    return called_by_many_->contains(function);
  }

 private:
  struct text {
    explicit text(function_bodies const& f) : functions{f} {}
    function_bodies const& functions;
    mutable std::optional<block_shapes> shapes;  // made when first asked for
  };
  struct place {
    text const* in;  // null: in a macro, whose blocks are whatever its uses say
    launch at;
    std::string instance;
  };

  void macro_body(source const& file, token const& line) {
    std::string_view const written{file.text.data() + line.begin, line.end - line.begin};
    if (written.find("<<") == std::string_view::npos) return;
    directive const d = read_directive(file.text, line);
    if (d.kind != directive_kind::define) return;
    auto const m = read_macro(file, line, d.rest);
    if (!m) return;
    for (std::size_t i = 0; i < m->body.size(); ++i)
      if (begins_launch(m->body, i)) add(file, m->body, i, nullptr);
  }

  void add(source const& file, code const& tokens, std::size_t at, text const* in) {
    launch l;
    try {
      l = find_launch(file, tokens, at);
    } catch (std::runtime_error const&) {
      return;
    }
    std::size_t const name = kernel_identifier(tokens, l);
    if (name == npos) return;
    launches_[std::string(tokens.text(name))].push_back({in, l, tokens.squeezed(name, l.open)});
  }

  [[nodiscard]] std::optional<block_shape> blocks_of(place const& p) const {
    std::vector<std::pair<std::size_t, std::size_t>> parts;
    code const& tokens = p.in->functions.tokens();
    tokens.for_each_part(p.at.open + 3, p.at.close, [&](std::size_t begin, std::size_t end) {
      parts.emplace_back(begin, end);
    });
    if (parts.size() < 2) return std::nullopt;
    if (!p.in->shapes) p.in->shapes.emplace(p.in->functions, known_);
    return p.in->shapes->shape(parts[1].first, parts[1].second);
  }

  lane::symbols const& known_;
  std::set<std::string> files_;
  unit_functions functions_;
  std::deque<text> texts_;
  std::map<std::string, std::vector<place>, std::less<>> launches_;
  mutable std::optional<std::set<std::string_view>> called_by_many_;  // found when first asked for
};

}  // namespace simt::cu
