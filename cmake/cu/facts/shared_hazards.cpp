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
  is_placing_ = !is_of_warps_;
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
  if (!has_met_) return out;
  take(early_reads_, out.first_reads);
  take(last_writes_, out.last_writes);
  return out;
}

bool hazard_finder::meets(range tokens) const {
  if (!graph_.may_meet(*m_.of, tokens)) return false;
  for (auto i = tokens.begin; i < tokens.end; ++i) {
    if (!graph_.may_meet(*m_.of, {i, i + 1})) continue;
    std::string_view const name = m_.of->tokens[i].text;
    if (std::none_of(m_.variables.begin(), m_.variables.end(),
                     [&](variable const& v) { return v.declared->name == name; }))
      return true;
  }
  return false;
}

bool hazard_finder::syncs_warp(range tokens) const {
  auto const begin = m_.of->tokens.begin();
  return std::any_of(begin + tokens.begin, begin + tokens.end,
                     [](lexeme const& l) { return l.is("__syncwarp"); });
}

bool hazard_finder::is_together(statement const& s) const {
  auto const node = m_.node_of.find(&s);
  if (node == m_.node_of.end() || m_.parts_between(node->second, none)) return false;
  for (std::size_t i = 0; i < m_.nodes.size(); ++i)
    if (m_.nodes[i].of == &s && m_.nodes[i].divergent) return false;
  return true;
}

void hazard_finder::list(std::vector<statement_ptr> const& all) {
  statement const* const around = before_;
  for (auto const& s : all) {
    if (!s) continue;
    statement_(*s);
    for (std::vector<access>* const found : {&pending_, &early_reads_, &early_, &open_, &fresh_})
      for (access& a : *found)
        if (a.at == &nowhere_) a.at = s.get();  // behind it there is a place
    if (loops_of_warps_ == 0) before_ = s.get();
    if (std::find(waits_.begin(), waits_.end(), s.get()) != waits_.end()) met();
    if (std::find(warp_waits_.begin(), warp_waits_.end(), s.get()) != warp_waits_.end())
      open_.clear();
  }
  before_ = around;
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
  statement const* const around = before_;
  if (loops_of_warps_ < 2) outer_ = fresh_.size();
  if (s.init) leaf_of(*s.init, nowhere_);
  // What a turn leaves is there for the next one.
  for (int turn = 0; turn < 2; ++turn) {
    if (s.condition && !s.is(statement_kind::do_)) look(*s.condition);
    if (loops_of_warps_ == 0)
      before_ = nullptr;  // what stands in front of the loop, stands there once
    body(*s.body[0]);
    if (s.step) look(*s.step);
  }
  before_ = around;
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
  clear_accesses();
  if (meets_here(s)) {
    std::vector<access> first_reads, last_writes;
    for_each_expression(s, [&](expression const& e) {
      calls(e, at, writes_, reads_, &shared_effects::writes, &shared_effects::reads);
      calls(e, at, last_writes, first_reads, &shared_effects::last_writes,
            &shared_effects::first_reads);
    });
    if (!has_met_) early_reads_.insert(early_reads_.end(), first_reads.begin(), first_reads.end());
    if (by_thread_)
      for (access const& r : first_reads) read(r);
    for (access const& w : writes_) written(w);
    met();
    pending_ = reads_;
    for (access& w : last_writes) w.is_behind_barrier = true;
    last_writes_ = last_writes;
    if (by_thread_) open_ = std::move(last_writes);
    return;
  }
  if (by_thread_) {
    steps_of(s);
    clear_accesses();
  }
  collect(s, at);
  for (access const& r : reads_) read_late(r);
  for (access const& a : atomics_) read_late(a);
  // (Both in one step: no place to wait at lies in between.)
  if (by_thread_)
    for (std::vector<access> const* const all : {&reads_, &atomics_})
      for (access const& r : *all) read(r);
  for (access const& w : writes_) written(w);
  (has_met_ ? pending_ : early_reads_)
      .insert((has_met_ ? pending_ : early_reads_).end(), reads_.begin(), reads_.end());
  if (by_thread_) open_.insert(open_.end(), writes_.begin(), writes_.end());
  fresh_.insert(fresh_.end(), writes_.begin(), writes_.end());
  last_writes_.insert(last_writes_.end(), writes_.begin(), writes_.end());
  // (Who lets the threads of a warp meet means these.)
  if (!syncs_warp(s.tokens)) return;
  if (by_thread_ && m_.of->is_kernel()) has_met_ = true;
  fresh_.clear();
  last_writes_.clear();
}

void hazard_finder::read_late(access const& r) {
  if (!is_placing_) return;
  std::size_t const end = loops_of_warps_ != 0 ? std::min(outer_, fresh_.size()) : fresh_.size();
  for (std::size_t i = end; i-- > 0;) {
    access const& w = fresh_[i];
    if (w.at == r.at || !is_late(r, w)) continue;
    statement const* const at = before_ != nullptr ? before_ : w.at;
    if (at == &nowhere_) continue;
    note(waits_, at);
    met();
    return;
  }
}

void hazard_finder::read(access const& r) {
  for (std::size_t i = open_.size(); i-- > 0;) {  // the last one's place lies behind all others
    access const& w = open_[i];
    if (w.array != r.array || w.at == &nowhere_) continue;
    if (w.at == r.at && !w.is_behind_barrier) continue;
    // (Halves by turns of loops with barriers: these stand in between.)
    if (r.moves && w.moves && !is_of_warps_ && loops_of_warps_ == 0 && !w.is_behind_barrier)
      continue;
    bool const by_one = r.is_common && !w.conditions.empty() && w.conditions != r.conditions;
    if (r.index == w.index && !by_one && !is_undone(r, w)) continue;
    note(warp_waits_, w.at);
    std::erase_if(open_, [&](access const& o) { return o.array == r.array; });
    return;
  }
}

void hazard_finder::note(std::vector<statement const*>& list, statement const* at) {
  if (std::find(list.begin(), list.end(), at) == list.end()) list.push_back(at);
}

void hazard_finder::clear_accesses() {
  reads_.clear();
  writes_.clear();
  atomics_.clear();
}

void hazard_finder::steps_of(statement const& s) {
  if (s.is(statement_kind::compound)) {
    for (auto const& b : s.body)
      if (b) steps_of(*b);
    return;
  }
  clear_accesses();
  if (s.is(statement_kind::if_) && s.condition) {
    if (has_sharing_branches(s)) note(branches_, &s);
    clear_accesses();
    guards_.push_back(&*s.condition);
    collect(*s.condition, s, use::reads);
    auto before = guarded_reads_;
    before.insert(before.end(), reads_.begin(), reads_.end());
    for (auto const& b : s.body) {
      guarded_reads_ = before;
      if (b) steps_of(*b);
    }
    guards_.pop_back();
    clear_accesses();
    if (guards_.empty()) guarded_reads_.clear();
  } else if (s.is(statement_kind::expression) && s.value) {
    collect(*s.value, s, use::reads);
    step(*s.value);
  } else {
    collect(s, s);
  }
  if (!guards_.empty()) guarded_reads_.insert(guarded_reads_.end(), reads_.begin(), reads_.end());
}

bool hazard_finder::takes_every_nth(std::string_view conditions) {
  for (auto at = conditions.find("(% "); at != conditions.npos;
       at = conditions.find("(% ", at + 1)) {
    std::string_view const before = conditions.substr(0, at);
    std::string_view const lane = "(% (. threadIdx x) 32)";  // `> 0`: all but one of a warp
    if (!conditions.substr(at).starts_with(lane) || before.ends_with("(== ")) return true;
  }
  return false;
}

bool hazard_finder::takes_from_neighbour(access const& r, access const& w) {
  std::string_view const by = distance(r.index, w.index);
  if (by.empty())
    return is_partner(r.index, w.index) && r.conditions.find("(^ ") == r.conditions.npos;
  if (takes_every_nth(r.conditions)) return false;
  std::string const own = w.index.substr(1, w.index.size() - 2), n{by};
  // (`at = 2 * n * i; s[at] += s[at + n]`: multiples of more than n.)
  if (own.starts_with("(* ") && (n == "1" || own.find(n) != own.npos)) return false;
  return r.conditions.find("(< " + own + " " + n + ")") == r.conditions.npos &&
         r.conditions.find("(> " + n + " " + own + ")") == r.conditions.npos;
}

void hazard_finder::step(expression const& e) {
  for (expression const* a = &bare(e); a->is(kind::assignment); a = &bare((*a)[1])) {
    access w;
    expression const* const root = root_of((*a)[0]);
    int const name = root != nullptr ? m_.variable_of(*root) : none;
    // (What is volatile, by the name that writes at least, has steps in any case.)
    if (!place((*a)[0], w) || is_volatile(w.array) || (name != none && is_volatile(name)) ||
        std::find(steps_.begin(), steps_.end(), a) != steps_.end())
      continue;
    auto const is_taken = [&](access const& r) {
      return r.array == w.array && !r.is_called && r.index != w.index && !r.is_one &&
             (guards_.empty() || takes_from_neighbour(r, w));
    };
    if (std::none_of(reads_.begin(), reads_.end(), is_taken) &&
        std::none_of(guarded_reads_.begin(), guarded_reads_.end(), is_taken))
      continue;
    steps_.push_back(a);
    // (The warp has met in front of the write.)
    for (std::vector<access>* const all : {&reads_, &guarded_reads_})
      std::erase_if(*all, [&](access const& r) { return r.array == w.array; });
  }
}

void hazard_finder::look(expression const& e) {
  reads_.clear();
  writes_.clear();
  collect(e, nowhere_, use::reads);
  for (access const& r : reads_) read_late(r);
  for (access const& w : writes_) written(w);
  fresh_.insert(fresh_.end(), writes_.begin(), writes_.end());
  (has_met_ ? pending_ : early_reads_)
      .insert((has_met_ ? pending_ : early_reads_).end(), reads_.begin(), reads_.end());
}

void hazard_finder::met() {
  pending_.clear();
  open_.clear();
  fresh_.clear();
  last_writes_.clear();
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
    if (!r.is_common && distance(r.index, w.index).empty()) return false;
  }
  // `if (i == 0) … s[0]`, `s[i] = …`: the one that reads is the one that writes.
  return !(!r.guard.empty() && r.index == "[" + r.guard + "]" && w.index == "[" + r.guarded + "]");
}

bool hazard_finder::is_undone(access const& atomic, access const& w) {
  return atomic.is_atomic && w.is_one && w.index == atomic.index;
}

bool hazard_finder::is_volatile(int variable) const {
  return m_.variables[std::size_t(variable)].declared->declared.is_volatile;
}

bool hazard_finder::is_late(access const& r, access const& w) const {
  if (r.array != w.array || r.moves || w.moves || are_apart(r.index, w.index)) return false;
  if (is_undone(r, w)) return true;
  if (r.index == w.index)
    return r.is_one && !w.conditions.empty() && !r.conditions.starts_with(w.conditions);
  if (r.is_of_one_warp && w.is_of_one_warp) return false;
  if (!r.guard.empty() && r.index == "[" + r.guard + "]" && w.index == "[" + r.guarded + "]")
    return false;
  if (r.is_common) return !is_same_warp(r.index, w.index);
  // A neighbour, or who stands opposite, where all write; in text that knows of warps it may be one
  // of them.
  return w.conditions.empty() && !is_volatile(r.array) && !syncs_warp(m_.of->body->tokens) &&
         (is_near(r.index, w.index) || is_near(w.index, r.index) || is_opposite(r.index, w.index));
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
    calls(e, at, writes_, reads_, &shared_effects::writes, &shared_effects::reads);
  });
  for_each_statement(s, [&](statement const& b) { collect(b, at); });
}

void hazard_finder::calls(expression const& e, statement const& at, std::vector<access>& written,
                          std::vector<access>& read, effects_of_kind writes,
                          effects_of_kind reads) const {
  for (auto const& o : e.operands)
    if (o) calls(*o, at, written, read, writes, reads);
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
    take(does->*writes, written);
    take(does->*reads, read);
    // (`at(s, i) = 1`: who has the reference may write there.)
    if (callee.of->result.is_reference_to_change()) take(does->*reads, written);
  }
}

bool hazard_finder::changed_by_atomic(expression const& address, access& out) const {
  expression const& p = bare(address);
  bool const is_address_of = p.is(kind::prefix) && p.op == operation::bit_and;
  return is_address_of ? place(bare(p[0]), out) : pointed(p, "", out);
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
  // (Atomics among themselves are no race, and a lambda's body is looked at where it stands.)
  bool const is_atomic = e.is(kind::call) && bare(e[0]).is(kind::name) &&
                         builtin_kind_of(bare(e[0]).id) == builtin_kind::atomic;
  if (access a; is_atomic && e.operands.size() > 1 && changed_by_atomic(e[1], a)) {
    a.at = &at;
    a.is_atomic = true;
    find_guard(a);
    atomics_.push_back(a);
  }
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

}  // namespace simt::cu::lane::detail
