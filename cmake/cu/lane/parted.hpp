// SPDX-License-Identifier: MIT
#pragma once

#include "resolve.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

/// An assignment that gives a member the only value that it has.
struct part_value {
  statement const* at;
  std::string part;
};

/// Finds the members of a structure of the thread's own that the body names one by one, and the
/// structure as a whole nowhere: each may be a variable of its own. As a whole, a structure lies in
/// memory thread by thread, and each access is one to every third or fourth number.
class part_finder {
 public:
  part_finder(model const& m, callee_traits const& callees) : m_{m}, callees_{callees} {}

  /// The members of a variable; none where it is named in another way.
  [[nodiscard]] std::vector<std::string> parts(variable const& v) {
    type const& t = v.declared->declared;
    bool const is_candidate = v.kind == variable_kind::local && !v.uniform && !v.escapes &&
                              !v.in_memory && !v.is_referred && !v.in_lambda && v.version == 0 &&
                              t.is_plain() && !t.is_auto() && !t.is_const && !t.is_volatile;
    if (!is_candidate) return {};
    variable_ = static_cast<int>(&v - m_.variables.data());
    name_ = v.declared->name;
    is_whole_ = false;
    found_.clear();
    look(*m_.of->body);
    return is_whole_ ? std::vector<std::string>{} : found_;
  }

  /// The assignments in one block that give each of these parts its only value, in front of all that
  /// names it: the parts are no variables then, but names of values. None where that is not so.
  [[nodiscard]] std::vector<part_value> values(std::vector<std::string> const& parts) {
    statement const* const block = innermost(*m_.of->body);
    std::vector<part_value> out;
    std::vector<std::string> seen;
    for (auto const& s : block->body) {
      if (!s) continue;
      if (s->is(statement_kind::case_) || s->is(statement_kind::default_)) return {};
      if (auto const part = assigned(*s); !part.empty()) {
        found_.clear();
        look(bare(*s->value)[1]);
        if (names(seen, part) || names(found_, part)) return {};
        out.push_back({s.get(), part});
        seen.push_back(part);
      } else {
        found_.clear();
        look(*s);
        for (std::string const& p : found_)
          if (!names(seen, p)) return {};
        if (is_changed(*s)) return {};
      }
    }
    return out.size() == parts.size() ? out : std::vector<part_value>{};
  }

 private:
  using kind = expression_kind;

  void look(statement const& s) {
    for_each_expression(s, [&](expression const& e) { look(e); });
    for_each_statement(s, [&](statement const& b) { look(b); });
  }
  void look(expression const& e) {
    if (is_named(e)) is_whole_ = true;
    if (is_part(e)) {
      is_whole_ = is_whole_ || callees_.is_member_array(e.id);
      if (std::find(found_.begin(), found_.end(), e.id) == found_.end())
        found_.emplace_back(e.id);
      return;
    }
    // A member that is called is a function of the whole.
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      if (!e.operands[i]) continue;
      if (e.is(kind::call) && i == 0 && is_part(bare(e[0]))) is_whole_ = true;
      look(*e.operands[i]);
    }
  }
  [[nodiscard]] static bool names(std::vector<std::string> const& all, std::string const& part) {
    return std::find(all.begin(), all.end(), part) != all.end();
  }
  [[nodiscard]] bool is_named_in(auto const& s) {
    found_.clear();
    look(s);
    return !found_.empty();
  }
  /// The innermost block that holds all that names the variable.
  [[nodiscard]] statement const* innermost(statement const& s) {
    statement const* out = s.is(statement_kind::compound) ? &s : nullptr;
    statement const* only = nullptr;
    int count = 0;
    for_each_expression(s, [&](expression const& e) { count += is_named_in(e) ? 1 : 0; });
    if (s.init && is_named_in(*s.init)) ++count;
    for (auto const& b : s.body)
      if (b && is_named_in(*b)) {
        ++count;
        only = b.get();
      }
    if (count == 1 && only != nullptr)
      if (statement const* const inner = innermost(*only)) return inner;
    return out;
  }
  /// The part that a statement `d.x = ...;` assigns to.
  [[nodiscard]] std::string assigned(statement const& s) const {
    if (!s.is(statement_kind::expression) || !s.value) return {};
    expression const& e = bare(*s.value);
    if (!e.is(kind::assignment) || e.op != "=" || bare(e[1]).is(kind::list)) return {};
    return is_part(bare(e[0])) ? std::string(bare(e[0]).id) : std::string{};
  }
  /// Whether s, or e, gives a part a value.
  [[nodiscard]] bool is_changed(statement const& s) const {
    bool out = false;
    for_each_expression(s, [&](expression const& e) { out = out || is_changed(e); });
    for_each_statement(s, [&](statement const& b) { out = out || is_changed(b); });
    return out;
  }
  [[nodiscard]] bool is_changed(expression const& e) const {
    bool const changes = e.is(kind::assignment) || e.is(kind::postfix) ||
                         (e.is(kind::prefix) && (e.op == "++" || e.op == "--"));
    if (changes)
      for (expression const* p = &bare(e[0]); p->is(kind::member); p = &bare((*p)[0]))
        if (is_part(*p)) return true;
    for (auto const& o : e.operands)
      if (o && is_changed(*o)) return true;
    return false;
  }
  [[nodiscard]] bool is_part(expression const& e) const {
    if (!e.is(kind::member) || e.op != "." || e.is_template || e.id.empty() ||
        e.text.find("::") != std::string::npos)
      return false;
    return m_.variable_of(bare(e[0])) == variable_;
  }
  /// By name, where it is not known which variable it is: in sizeof.
  [[nodiscard]] bool is_named(expression const& e) const {
    if (!e.is(kind::name)) return false;
    int const v = m_.variable_of(e);
    return v == variable_ || (v == none && (e.id.empty() ? e.text : e.id) == name_);
  }

  model const& m_;
  callee_traits const& callees_;
  int variable_ = none;
  std::string name_;
  std::vector<std::string> found_;
  bool is_whole_ = false;
};

}  // namespace simt::cu::lane::detail
