// SPDX-License-Identifier: MIT
#include "shared_hazards.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

std::vector<statement const*> hazard_finder::find() {
  if (!m_.of->body || !graph_.may_meet(*m_.of, m_.of->body->tokens)) return {};
  list(m_.of->body->body);
  if (!m_.of->is_kernel()) {
    // The next call begins where this one ends.
    for (access const& w : early_) written(w);
  }
  return waits_;
}

bool hazard_finder::is_together(statement const& s) const {
  auto const node = m_.node_of.find(&s);
  if (node == m_.node_of.end() || m_.parts_between(node->second, none)) return false;
  for (std::size_t i = 0; i < m_.nodes.size(); ++i)
    if (m_.nodes[i].of == &s && m_.nodes[i].divergent) return false;
  return true;
}

void hazard_finder::list(std::vector<statement_ptr> const& all) {
  for (auto const& s : all) {
    if (!s) continue;
    statement_(*s);
    if (std::find(waits_.begin(), waits_.end(), s.get()) != waits_.end()) met();
  }
}

void hazard_finder::statement_(statement const& s) {
  switch (s.kind) {
    case statement_kind::compound:
      list(s.body);
      return;
    case statement_kind::for_:
    case statement_kind::while_:
    case statement_kind::do_:
      if (!meets(s.tokens) || !is_together(s)) break;
      loop(s);
      return;
    case statement_kind::if_:
      if (!meets(s.tokens) || !is_together(s) || s.is_constexpr) break;
      branch(s);
      return;
    default:
      break;
  }
  leaf(s);
}

void hazard_finder::loop(statement const& s) {
  if (s.body.empty() || !s.body[0]) return;
  loops_.push_back(&s);
  if (s.init) leaf_of(*s.init, nowhere_);
  // What a turn leaves is there for the next one.
  for (int turn = 0; turn < 2; ++turn) {
    if (s.condition && !s.is(statement_kind::do_)) look(*s.condition);
    body(*s.body[0]);
    if (s.step) look(*s.step);
  }
  loops_.pop_back();
}

void hazard_finder::body(statement const& s) {
  if (s.is(statement_kind::compound))
    list(s.body);
  else
    statement_(s);
}

void hazard_finder::branch(statement const& s) {
  if (s.condition) look(*s.condition);
  auto const before = pending_;
  bool const had_met = has_met_;
  std::vector<access> after;
  for (std::size_t i = 0; i < 2; ++i) {
    pending_ = before;
    has_met_ = had_met;
    if (i < s.body.size() && s.body[i]) body(*s.body[i]);
    after.insert(after.end(), pending_.begin(), pending_.end());
  }
  pending_ = std::move(after);
  has_met_ = true;
}

void hazard_finder::leaf_of(statement const& s, statement const& at) {
  if (meets_here(s)) {
    met();
    return;
  }
  reads_.clear();
  writes_.clear();
  collect(s, at);
  // (Both in one step: no place to wait at lies in between.)
  for (access const& w : writes_) written(w);
  if (has_met_) pending_.insert(pending_.end(), reads_.begin(), reads_.end());
}

void hazard_finder::look(expression const& e) {
  reads_.clear();
  writes_.clear();
  collect(e, nowhere_, false);
  for (access const& w : writes_) written(w);
  if (has_met_) pending_.insert(pending_.end(), reads_.begin(), reads_.end());
}

void hazard_finder::met() {
  pending_.clear();
  has_met_ = true;
}

void hazard_finder::written(access const& w) {
  if (!has_met_) early_.push_back(w);
  for (access const& r : pending_) {
    if (r.at == w.at || r.at == &nowhere_ || !is_hazard(r, w)) continue;
    if (std::find(waits_.begin(), waits_.end(), r.at) == waits_.end()) waits_.push_back(r.at);
    std::erase_if(pending_, [&](access const& p) { return p.array == r.array; });
    return;
  }
}

bool hazard_finder::is_hazard(access const& r, access const& w) {
  if (r.array != w.array || r.moves || w.moves) return false;
  if (r.index == w.index) return false;  // each thread its own, or all threads one value
  if (!r.is_common && !is_neighbour(r.index, w.index)) return false;
  // `if (i == 0) … s[0]`, `s[i] = …`: the one that reads is the one that writes.
  return !(!r.guard.empty() && r.index == "[" + r.guard + "]" && w.index == "[" + r.guarded + "]");
}

bool hazard_finder::is_neighbour(std::string const& read, std::string const& write) {
  if (write.size() < 3) return false;
  std::string const own = write.substr(1, write.size() - 2);
  return read.starts_with("[(+ " + own + " ") || read.starts_with("[(- " + own + " ") ||
         (read.starts_with("[(+ ") && read.ends_with(" " + own + ")]"));
}

void hazard_finder::collect(statement const& s, statement const& at) {
  auto const guards = guards_.size();
  if (s.is(statement_kind::if_) && s.condition) {
    collect(*s.condition, at, false);
    guards_.push_back(&*s.condition);
    if (!s.body.empty() && s.body[0]) collect(*s.body[0], at);
    guards_.resize(guards);
    if (s.init) collect(*s.init, at);
    if (s.body.size() > 1 && s.body[1]) collect(*s.body[1], at);
    return;
  }
  for_each_expression(s, [&](expression const& e) { collect(e, at, false); });
  for_each_statement(s, [&](statement const& b) { collect(b, at); });
}

void hazard_finder::collect(expression const& e, statement const& at, bool is_write) {
  bool const changes = e.is(kind::assignment) || e.is(kind::postfix) ||
                       (e.is(kind::prefix) && (e.op == "++" || e.op == "--"));
  if (changes) {
    collect(e[0], at, true);
    if (e.op != "=") collect(e[0], at, false);
    for (std::size_t i = 1; i < e.operands.size(); ++i) collect(e[i], at, false);
    return;
  }
  bool const is_place = e.is(kind::subscript) || e.is(kind::name) ||
                        (e.is(kind::member) && e.op == ".") || (e.is(kind::prefix) && e.op == "*");
  if (is_place) {
    access a;
    a.at = &at;
    if (place(e, a)) {
      find_guard(a);
      (is_write ? writes_ : reads_).push_back(a);
    }
    inner(e, at);
    return;
  }
  // (An atomic is no race, and a lambda's body is looked at where it stands.)
  if (e.is(kind::parenthesis)) return collect(e[0], at, is_write);
  bool const is_atomic = e.is(kind::call) && bare(e[0]).is(kind::name) &&
                         builtin_kind_of(bare(e[0]).id) == builtin_kind::atomic;
  for (std::size_t i = is_atomic ? 2 : 0; i < e.operands.size(); ++i)
    if (e.operands[i]) collect(e[i], at, false);
}

void hazard_finder::inner(expression const& e, statement const& at) {
  if (e.is(kind::subscript)) {
    collect(e[1], at, false);
    inner(bare(e[0]), at);
  } else if (e.is(kind::member) || e.is(kind::prefix)) {
    if (!bare(e[0]).is(kind::name)) inner(bare(e[0]), at);
  }
}

bool hazard_finder::place(expression const& e, access& out) const {
  expression const& b = bare(e);
  switch (b.kind) {
    case kind::name: {
      out.array = array_of(b);
      return out.array != none && (!out.index.empty() || is_scalar(out.array));
    }
    case kind::subscript:
      out.index = "[" + canonical(b[1], out.moves, 0) + "]" + out.index;
      out.is_common = out.is_common && is_common(b[1], 0);
      return place(b[0], out);
    case kind::member:
      if (b.op != ".") return false;
      out.index = "." + std::string(b.id) + out.index;
      return place(b[0], out);
    case kind::prefix:
      if (b.op != "*" || !bare(b[0]).is(kind::name)) return false;
      out.index = "[0]" + out.index;
      return place(b[0], out);
    default:
      return false;
  }
}

bool hazard_finder::is_scalar(int v) const {
  variable const& x = m_.variables[std::size_t(v)];
  return x.kind == variable_kind::shared && x.declared->declared.extents.empty();
}

int hazard_finder::array_of(expression const& name, int depth) const {
  int const v = m_.variable_of(name);
  if (v == none || depth > 4) return none;
  variable const& x = m_.variables[std::size_t(v)];
  if (x.kind == variable_kind::shared) return v;
  type const& t = x.declared->declared;
  bool const points = t.is_pointer() || (x.kind == variable_kind::parameter && t.is_array());
  if (!points || x.written) return none;
  if (x.kind == variable_kind::parameter) return m_.of->is_kernel() ? none : v;
  expression const* from = nullptr;
  for (write const& w : m_.writes)
    if (w.variable == v) {
      if (from != nullptr || w.value == nullptr) return none;
      from = w.value;
    }
  return from != nullptr && bare(*from).is(kind::name) ? array_of(bare(*from), depth + 1) : none;
}

std::string hazard_finder::canonical(expression const& given, bool& moves, int depth) const {
  expression const& e = bare(given);
  if (e.is(kind::name)) {
    int const v = m_.variable_of(e);
    if (v == none) return e.text;
    variable const& x = m_.variables[std::size_t(v)];
    if (is_moving(x)) moves = true;
    expression const* from = nullptr;
    int writes = 0;
    for (write const& w : m_.writes)
      if (w.variable == v) {
        ++writes;
        from = w.value;
      }
    bool const is_once = x.kind == variable_kind::local && writes == 1 && from != nullptr &&
                         !x.written && !x.escapes && x.version == 0;
    if (is_once && depth < 6) return canonical(*from, moves, depth + 1);
    return e.text + "#" + std::to_string(v);
  }
  if (e.operands.empty()) return e.text;
  std::string out = "(" + std::string(e.op);
  for (auto const& o : e.operands)
    if (o) out += " " + canonical(*o, moves, depth + 1);
  if (e.is(kind::member)) out += " " + std::string(e.id);
  return out + ")";
}

bool hazard_finder::is_common(expression const& given, int depth) const {
  expression const& e = bare(given);
  if (depth > 8) return false;
  if (uniformity_.is_uniform(e)) return true;
  switch (e.kind) {
    case kind::name: {
      int const v = m_.variable_of(e);
      if (v == none || m_.variables[std::size_t(v)].written) return false;
      for (write const& w : m_.writes)
        if (w.variable == v) return w.value != nullptr && is_common(*w.value, depth + 1);
      return false;
    }
    case kind::binary:
      if ((e.op == "%" || e.op == "&" || e.op == "/" || e.op == ">>") &&
          bare(e[1]).is(kind::number))
        return true;
      return is_common(e[0], depth + 1) && is_common(e[1], depth + 1);
    case kind::cast:
    case kind::named_cast:
      return is_common(e[0], depth + 1);
    case kind::call: {
      expression const& f = bare(e[0]);
      bool const is_place = f.id == "thread_rank" || f.id == "meta_group_rank";
      int const group = f.is(kind::member) ? m_.variable_of(bare(f[0])) : none;
      return is_place && group != none && m_.variables[std::size_t(group)].is_group &&
             m_.variables[std::size_t(group)].declared->declared.base.find("thread_block_tile") !=
                 std::string::npos;
    }
    default:
      return false;
  }
}

bool hazard_finder::is_moving(variable const& x) const {
  for (statement const* l : loops_)
    if (l->init && l->init->declared)
      for (declarator const& d : l->init->declared->names)
        if (&d == x.declared) return true;
  if (x.kind != variable_kind::local && x.kind != variable_kind::parameter) return false;
  if (is_counter(x)) return false;
  return x.written || x.version != 0 || has_versions(x);
}

bool hazard_finder::has_versions(variable const& x) const {
  return std::any_of(m_.variables.begin(), m_.variables.end(), [&](variable const& o) {
    return o.declared == x.declared && (o.version != 0 || o.written);
  });
}

bool hazard_finder::is_counter(variable const& x) const {
  for (node const& n : m_.nodes)
    if (n.kind == node_kind::loop && n.of != nullptr && n.of->init && n.of->init->declared)
      for (declarator const& d : n.of->init->declared->names)
        if (&d == x.declared) return true;
  return false;
}

void hazard_finder::find_guard(access& a) const {
  for (expression const* c : guards_) {
    expression const& e = bare(*c);
    if (!e.is(kind::binary) || e.op != "==") continue;
    bool ignored = false;
    a.guarded = canonical(e[0], ignored, 0);
    a.guard = canonical(e[1], ignored, 0);
  }
}

}  // namespace simt::cu::lane::detail
