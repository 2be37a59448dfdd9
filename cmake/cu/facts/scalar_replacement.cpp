// SPDX-License-Identifier: MIT
#include "scalar_replacement.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

std::vector<std::string> scalar_replacement::parts(variable const& v) {
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

std::vector<part_value> scalar_replacement::values(std::vector<std::string> const& parts) {
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

void scalar_replacement::look(statement const& s) {
  for_each_expression(s, [&](expression const& e) { look(e); });
  for_each_statement(s, [&](statement const& b) { look(b); });
}

void scalar_replacement::look(expression const& e) {
  if (is_named(e)) is_whole_ = true;
  if (is_part(e)) {
    is_whole_ = is_whole_ || callees_.is_member_array(e.id);
    if (std::find(found_.begin(), found_.end(), e.id) == found_.end()) found_.emplace_back(e.id);
    return;
  }
  // A member that is called is a function of the whole.
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    if (!e.operands[i]) continue;
    if (e.is(kind::call) && i == 0 && is_part(bare(e[0]))) is_whole_ = true;
    look(*e.operands[i]);
  }
}

statement const* scalar_replacement::innermost(statement const& s) {
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

std::string scalar_replacement::assigned(statement const& s) const {
  if (!s.is(statement_kind::expression) || !s.value) return {};
  expression const& e = bare(*s.value);
  if (!e.is(kind::assignment) || e.op != operation::assign || bare(e[1]).is(kind::list)) return {};
  return is_part(bare(e[0])) ? std::string(bare(e[0]).id) : std::string{};
}

bool scalar_replacement::is_changed(statement const& s) const {
  bool out = false;
  for_each_expression(s, [&](expression const& e) { out = out || is_changed(e); });
  for_each_statement(s, [&](statement const& b) { out = out || is_changed(b); });
  return out;
}

bool scalar_replacement::is_changed(expression const& e) const {
  bool const changes = e.is(kind::assignment) || e.is_step();
  if (changes)
    for (expression const* p = &bare(e[0]); p->is(kind::member); p = &bare((*p)[0]))
      if (is_part(*p)) return true;
  for (auto const& o : e.operands)
    if (o && is_changed(*o)) return true;
  return false;
}

bool scalar_replacement::is_part(expression const& e) const {
  if (!e.is(kind::member) || e.op != operation::dot || e.is_template || e.id.empty() ||
      e.text.find("::") != std::string::npos)
    return false;
  return m_.variable_of(bare(e[0])) == variable_;
}

bool scalar_replacement::is_named(expression const& e) const {
  if (!e.is(kind::name)) return false;
  int const v = m_.variable_of(e);
  return v == variable_ || (v == none && (e.id.empty() ? e.text : e.id) == name_);
}

}  // namespace simt::cu::lane::detail
