// SPDX-License-Identifier: MIT
#include "shared_hazards.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

std::vector<statement const*> hazard_finder::find() {
  if (!m_.of->body) return {};
  is_of_warps_ = !graph_.may_meet(*m_.of, m_.of->body->tokens);
  if (is_of_warps_ && !by_thread_) return {};
  if (is_of_warps_) has_met_ = true;
  list(m_.of->body->body);
  if (!m_.of->is_kernel()) {
    // The next call begins where this one ends.
    for (access const& w : early_) written(w);
  }
  return waits_;
}

shared_effects hazard_finder::effects() {
  shared_effects out;
  if (!m_.of->body) return out;
  list(m_.of->body->body);
  out.meets = has_met_;
  auto const take = [&](std::vector<access> const& from, std::vector<shared_effect>& to) {
    for (access const& a : from)
      for (std::size_t n = 0; n < m_.of->parameters.size(); ++n)
        if (m_.variables[std::size_t(a.array)].declared == &m_.of->parameters[n])
          to.push_back({n, a.index, a.is_common});
  };
  take(early_, out.writes);
  take(has_met_ ? pending_ : early_reads_, out.reads);
  return out;
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
    for (std::vector<access>* const found : {&pending_, &early_reads_, &early_, &open_})
      for (access& a : *found)
        if (a.at == &nowhere_) a.at = s.get();  // behind it there is a place
    if (std::find(waits_.begin(), waits_.end(), s.get()) != waits_.end()) met();
    if (std::find(warp_waits_.begin(), warp_waits_.end(), s.get()) != warp_waits_.end())
      open_.clear();
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
      if (!is_together(s) || (!by_thread_ && !meets(s.tokens))) break;
      loops_of_warps_ += meets(s.tokens) ? 0 : 1;
      loop(s);
      loops_of_warps_ -= meets(s.tokens) ? 0 : 1;
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
  // (What stands in no list has no place behind it.)
  if (s.is(statement_kind::compound))
    list(s.body);
  else if (meets(s.tokens))
    statement_(s);
  else
    leaf_of(s, nowhere_);
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
  reads_.clear();
  writes_.clear();
  if (meets_here(s)) {
    for_each_expression(s, [&](expression const& e) { calls(e, at, writes_, reads_); });
    for (access const& w : writes_) written(w);
    met();
    pending_ = reads_;
    return;
  }
  collect(s, at);
  if (by_thread_ && s.is(statement_kind::expression) && s.value &&
      at.is(statement_kind::expression))
    step(*s.value);
  // (Both in one step: no place to wait at lies in between.)
  if (by_thread_)
    for (access const& r : reads_) read(r);
  for (access const& w : writes_) written(w);
  (has_met_ ? pending_ : early_reads_)
      .insert((has_met_ ? pending_ : early_reads_).end(), reads_.begin(), reads_.end());
  if (by_thread_) open_.insert(open_.end(), writes_.begin(), writes_.end());
}

void hazard_finder::read(access const& r) {
  for (std::size_t i = open_.size(); i-- > 0;) {  // the last one's place lies behind all others
    access const& w = open_[i];
    if (w.array != r.array || w.at == r.at || w.at == &nowhere_) continue;
    // (Halves by turns of loops with barriers: these stand in between.)
    if (r.moves && w.moves && !is_of_warps_ && loops_of_warps_ == 0) continue;
    bool const by_one = r.is_common && !w.conditions.empty() && w.conditions != r.conditions;
    if (r.index == w.index && !by_one) continue;
    note(warp_waits_, w.at);
    std::erase_if(open_, [&](access const& o) { return o.array == r.array; });
    return;
  }
}

void hazard_finder::note(std::vector<statement const*>& list, statement const* at) {
  if (std::find(list.begin(), list.end(), at) == list.end()) list.push_back(at);
}

void hazard_finder::step(expression const& e) {
  for (expression const* a = &bare(e); a->is(kind::assignment); a = &bare((*a)[1])) {
    access w;
    if (!place((*a)[0], w) || m_.variables[std::size_t(w.array)].declared->declared.is_volatile ||
        std::find(steps_.begin(), steps_.end(), a) != steps_.end())
      continue;
    if (std::any_of(reads_.begin(), reads_.end(), [&](access const& r) {
          return r.array == w.array && !r.is_called && r.index != w.index && !r.is_one;
        }))
      steps_.push_back(a);
  }
}

void hazard_finder::look(expression const& e) {
  reads_.clear();
  writes_.clear();
  collect(e, nowhere_, use::reads);
  for (access const& w : writes_) written(w);
  (has_met_ ? pending_ : early_reads_)
      .insert((has_met_ ? pending_ : early_reads_).end(), reads_.begin(), reads_.end());
}

void hazard_finder::met() {
  pending_.clear();
  open_.clear();
  has_met_ = true;
}

void hazard_finder::written(access const& w) {
  if (!has_met_) early_.push_back(w);
  for (std::size_t i = pending_.size(); i-- > 0;) {
    access const& r = pending_[i];
    if (r.at == w.at || r.at == &nowhere_ || !is_hazard(r, w)) continue;
    note(is_of_warps_ || loops_of_warps_ != 0 ? warp_waits_ : waits_, r.at);
    std::erase_if(pending_, [&](access const& p) { return p.array == r.array; });
    return;
  }
}

bool hazard_finder::is_hazard(access const& r, access const& w) const {
  if (r.array != w.array || (r.moves && w.moves)) return false;  // (halves by turns)
  if (r.index == w.index) {
    // Each thread its own; or all threads one value, which the one that writes has read, too.
    bool const by_one = (by_thread_ ? r.is_common : r.is_one) && !w.conditions.empty() &&
                        w.conditions != r.conditions;
    return by_one && !r.moves && !w.moves && !w.is_called;
  }
  if (!by_thread_) {
    if (r.moves || w.moves) return false;
    if (!r.is_common && !is_neighbour(r.index, w.index)) return false;
  }
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
    collect(*s.condition, at, use::reads);
    guards_.push_back(&*s.condition);
    if (!s.body.empty() && s.body[0]) collect(*s.body[0], at);
    guards_.resize(guards);
    if (s.init) collect(*s.init, at);
    if (s.body.size() > 1 && s.body[1]) collect(*s.body[1], at);
    return;
  }
  for_each_expression(s, [&](expression const& e) {
    collect(e, at, use::reads);
    calls(e, at, writes_, reads_);
  });
  for_each_statement(s, [&](statement const& b) { collect(b, at); });
}

void hazard_finder::calls(expression const& e, statement const& at,
                          std::vector<access>& first_writes,
                          std::vector<access>& last_reads) const {
  for (auto const& o : e.operands)
    if (o) calls(*o, at, first_writes, last_reads);
  if (!e.is(kind::call) || !bare(e[0]).is(kind::name)) return;
  auto const* const all = graph_.find(bare(e[0]).id);
  if (all == nullptr) return;
  for (entry const& callee : *all) {
    shared_effects const* const does = graph_.shared().of(*callee.of);
    if (does == nullptr) continue;
    auto const take = [&](std::vector<shared_effect> const& from, std::vector<access>& to) {
      for (shared_effect const& x : from) {
        access a;
        a.at = &at;
        if (x.parameter + 1 >= e.operands.size() ||
            !pointed(e[x.parameter + 1], "in " + callee.of->name + x.index, a))
          continue;
        a.is_called = true;
        a.is_common = a.is_common && x.is_common;
        a.is_one = false;
        find_guard(a);
        to.push_back(a);
      }
    };
    take(does->writes, first_writes);
    take(does->reads, last_reads);
  }
}

void hazard_finder::collect(expression const& e, statement const& at, use how) {
  bool const changes = e.is(kind::assignment) || e.is_step();
  if (changes) {
    // (Once: twice at each level of a chain of changes would be exponential.)
    collect(e[0], at, e.op == operation::assign ? use::writes : use::changes);
    for (std::size_t i = 1; i < e.operands.size(); ++i) collect(e[i], at, use::reads);
    return;
  }
  if (e.is(kind::subscript) || e.is(kind::name) || (e.is(kind::member) && e.op == operation::dot) ||
      e.is_dereference()) {
    access a;
    a.at = &at;
    if (place(e, a)) {
      find_guard(a);
      if (how != use::reads) writes_.push_back(a);
      if (how != use::writes) reads_.push_back(a);
    }
    inner(e, at);
    return;
  }
  if (e.is(kind::parenthesis)) return collect(e[0], at, how);
  // (An atomic is no race, and a lambda's body is looked at where it stands.)
  bool const is_atomic = e.is(kind::call) && bare(e[0]).is(kind::name) &&
                         builtin_kind_of(bare(e[0]).id) == builtin_kind::atomic;
  for (std::size_t i = is_atomic ? 2 : 0; i < e.operands.size(); ++i)
    if (e.operands[i]) collect(e[i], at, e.is(kind::conditional) && i > 0 ? how : use::reads);
}

void hazard_finder::inner(expression const& e, statement const& at) {
  if (e.is(kind::subscript)) {
    collect(e[1], at, use::reads);
    inner(bare(e[0]), at);
  } else if (e.is(kind::member) || e.is(kind::prefix)) {
    if (!bare(e[0]).is(kind::name)) inner(bare(e[0]), at);
  }
}

bool hazard_finder::place(expression const& e, access& out) const {
  expression const& b = bare(e);
  switch (b.kind) {
    case kind::name:
      out.array = m_.variable_of(b);
      if (out.array == none || m_.variables[std::size_t(out.array)].kind != variable_kind::shared)
        return !out.index.empty() && pointed(b, "", out);
      return !out.index.empty() || is_scalar(out.array);
    case kind::subscript: {
      out.is_common = out.is_common && is_common(b[1], 0);
      out.is_one = out.is_one && uniformity_.is_uniform(b[1]);
      std::string const index = canonical(b[1], out.moves, 0);
      expression const& of = bare(b[0]);
      if (!of.is(kind::subscript) && !of.is(kind::member)) return pointed(of, index, out);
      out.index = "[" + index + "]" + out.index;
      return place(of, out);
    }
    case kind::member:
      if (b.op != operation::dot) return false;
      out.index = "." + std::string(b.id) + out.index;
      return place(b[0], out);
    case kind::prefix:
      return b.op == operation::times && pointed(b[0], "", out);
    default:
      return false;
  }
}

bool hazard_finder::pointed(expression const& pointer, std::string index, access& out,
                            int depth) const {
  expression const& p = bare(pointer);
  if (depth > 6) return false;
  auto const plus = [&](expression const& by, operation op) {
    out.is_common = out.is_common && is_common(by, 0);
    out.is_one = out.is_one && uniformity_.is_uniform(by);
    std::string const n = canonical(by, out.moves, 0);
    return index.empty() ? (op == operation::minus ? "(- " + n + ")" : n)
                         : "(" + std::string(text_of(op)) + " " + n + " " + index + ")";
  };
  switch (p.kind) {
    case kind::name: {
      int const v = m_.variable_of(p);
      if (v == none) return false;
      variable const& x = m_.variables[std::size_t(v)];
      if (!is_seen(v)) {
        if (x.kind != variable_kind::local || !x.declared->declared.is_pointer() || x.written)
          return false;
        expression const* from = nullptr;
        for (write const& w : m_.writes)
          if (w.variable == v) {
            if (from != nullptr || w.value == nullptr) return false;
            from = w.value;
          }
        return from != nullptr && pointed(*from, std::move(index), out, depth + 1);
      }
      out.array = v;
      out.index = "[" + (index.empty() ? "0" : index) + "]" + out.index;
      return true;
    }
    case kind::binary:
      if (p.op != operation::plus && p.op != operation::minus) return false;
      return pointed(p[0], plus(p[1], p.op), out, depth + 1);
    case kind::prefix: {
      if (p.op != operation::bit_and || !bare(p[0]).is(kind::subscript)) return false;
      expression const& of = bare(p[0]);
      if (bare(of[0]).is(kind::subscript)) return index.empty() && place(of, out);
      return pointed(of[0], plus(of[1], operation::plus), out, depth + 1);
    }
    case kind::subscript:  // a row
      out.index = "[" + (index.empty() ? "0" : index) + "]" + out.index;
      return place(p, out);
    case kind::cast:
    case kind::named_cast:
      return pointed(p[0], std::move(index), out, depth + 1);
    default:
      return false;
  }
}

bool hazard_finder::is_seen(int v) const {
  variable const& x = m_.variables[std::size_t(v)];
  if (x.kind == variable_kind::shared) return true;
  if (x.kind != variable_kind::parameter || m_.of->is_kernel() || x.written) return false;
  type const& t = x.declared->declared;
  // (In a function without barriers, what nobody shares is taken for the thread's own.)
  return (t.is_pointer() || t.is_array()) && (!is_of_warps_ || x.is_given_shared);
}

bool hazard_finder::is_scalar(int v) const {
  variable const& x = m_.variables[std::size_t(v)];
  return x.kind == variable_kind::shared && x.declared->declared.extents.empty();
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
  std::string out = "(" + std::string(text_of(e.op));
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
      if ((e.op == operation::modulo || e.op == operation::bit_and || e.op == operation::divide ||
           e.op == operation::shift_right) &&
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
    bool any = false;
    if (!uniformity_.is_uniform(*c)) a.conditions += canonical(*c, any, 0) + ";";
    expression const& e = bare(*c);
    if (!e.is(kind::binary) || e.op != operation::equal) continue;
    bool ignored = false;
    a.guarded = canonical(e[0], ignored, 0);
    a.guard = canonical(e[1], ignored, 0);
  }
}

}  // namespace simt::cu::lane::detail
