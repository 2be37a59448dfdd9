// SPDX-License-Identifier: MIT
#include "liveness.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

value_ranges range_finder::run(model const& m, std::unordered_set<declarator const*> const& among) {
  range_finder f{m, among};
  if (m.of->body && f.count_ != 0) static_cast<void>(f.before(*m.of->body, f.nothing()));
  return std::move(f.out_);
}

range_finder::range_finder(model const& m, std::unordered_set<declarator const*> const& among)
    : m_{m} {
  numbers_.assign(m.variables.size(), none);
  for (std::size_t v = 0; v < m.variables.size(); ++v)
    if (among.contains(m.variables[v].declared)) numbers_[v] = count_++;
  break_ = continue_ = nothing();
  for (write const& w : m.writes)
    if (!w.initial && numbers_[std::size_t(w.variable)] != none) changes_.push_back(&w);
}

int range_finder::number_of(expression const& e) const {
  int const v = m_.variable_of(e);
  return v == none ? none : numbers_[std::size_t(v)];
}

void range_finder::reads(expression const* e, live& l) const {
  if (e == nullptr) return;
  if (e->is(expression_kind::name))
    if (int const n = number_of(*e); n != none) l[std::size_t(n) / 64] |= bit(n);
  for (auto const& o : e->operands) reads(o.get(), l);
}

int range_finder::assigned(expression const& e) const {
  if (!e.is(expression_kind::assignment) || e.op != operation::assign) return none;
  return bare(e[0]).is(expression_kind::name) ? number_of(bare(e[0])) : none;
}

void range_finder::evaluate(expression const& whole, live& l) const {
  expression const& e = bare(whole);
  if (e.is(expression_kind::comma)) {
    evaluate(e[1], l);
    evaluate(e[0], l);
  } else if (int const n = assigned(e); n != none) {
    l[std::size_t(n) / 64] &= ~bit(n);
    reads(&e[1], l);
  } else {
    reads(&e, l);
  }
}

void range_finder::declare(declaration const& d, live& l) const {
  for (std::size_t i = d.names.size(); i-- > 0;) {
    declarator const& n = d.names[i];
    if (auto const v = m_.declared.find(&n); v != m_.declared.end())
      if (int const x = numbers_[std::size_t(v->second)]; x != none)
        l[std::size_t(x) / 64] &= ~bit(x);
    for (auto const& v : n.values) reads(v.get(), l);
    for (auto const& extent : n.declared.extents) reads(extent.get(), l);
  }
}

range_finder::live range_finder::before(statement const& s, live l) {
  switch (s.kind) {
    case statement_kind::compound:
      return list(s.body, std::move(l));
    case statement_kind::declaration:
      declare(*s.declared, l);
      return l;
    case statement_kind::expression:
      if (s.value) evaluate(*s.value, l);
      return l;
    case statement_kind::if_: {
      live both = l;
      if (s.body[0]) both = before(*s.body[0], l);
      add(both, s.body.size() > 1 && s.body[1] ? before(*s.body[1], l) : l);
      reads(s.condition.get(), both);
      if (s.declared) declare(*s.declared, both);
      return s.init ? before(*s.init, std::move(both)) : both;
    }
    case statement_kind::for_:
    case statement_kind::while_:
    case statement_kind::do_:
    case statement_kind::range_for:
      return loop(s, l);
    case statement_kind::switch_: {
      live const outer = std::exchange(break_, l);
      live any = l;
      for (auto const& b : s.body)
        if (b) add(any, b->is(statement_kind::compound) ? cases(b->body, l) : before(*b, l));
      break_ = outer;
      reads(s.condition.get(), any);
      if (s.declared) declare(*s.declared, any);
      return s.init ? before(*s.init, std::move(any)) : any;
    }
    case statement_kind::break_:
      return break_;
    case statement_kind::continue_:
      return continue_;
    case statement_kind::return_:
      l = nothing();
      reads(s.value.get(), l);
      return l;
    default:
      reads(s.value.get(), l);
      for (auto const& b : s.body)
        if (b) add(l, before(*b, l));
      return l;
  }
}

range_finder::live range_finder::list(std::vector<statement_ptr> const& all, live l) {
  live left = l;
  add(left, break_);
  add(left, continue_);
  for (std::size_t i = all.size(); i-- > 0;) {
    if (int const n = assigned_by(*all[i]); n != none) note(all, i, n, has(left, n));
    l = before(*all[i], std::move(l));
  }
  return l;
}

range_finder::live range_finder::cases(std::vector<statement_ptr> const& all, live l) {
  live any = l;
  for (std::size_t i = all.size(); i-- > 0;) {
    l = before(*all[i], std::move(l));
    if (all[i]->is(statement_kind::case_) || all[i]->is(statement_kind::default_)) add(any, l);
  }
  return any;
}

void range_finder::note(std::vector<statement_ptr> const& all, std::size_t at, int n,
                        bool is_left) {
  statement const* const s = all[at].get();
  out_.starts.erase(s);
  if (auto const end = end_of_.find(s); end != end_of_.end()) {
    out_.ends.erase(end->second);
    end_of_.erase(end);
  }
  if (!is_left) {
    out_.starts.insert(s);
    return;
  }
  for (std::size_t i = at + 1; i < all.size() && !has_jump(*all[i]); ++i)
    if (assigned_by(*all[i]) == n) {
      out_.starts.insert(s);
      out_.ends.emplace(all[i].get(), s);
      end_of_.emplace(s, all[i].get());
      return;
    }
}

bool range_finder::has_jump(statement const& s) {
  if (s.is(statement_kind::break_) || s.is(statement_kind::continue_)) return true;
  return std::any_of(s.body.begin(), s.body.end(), [](auto const& b) { return b && has_jump(*b); });
}

range_finder::live range_finder::loop(statement const& s, live const& behind) {
  // In loops within loops within loops, everything counts as asked for.
  bool const deep = depth_ >= 6;
  if (deep) {
    live all = behind;
    for (auto& word : all) word = ~std::uint64_t{0};
    return all;
  }
  ++depth_;
  live const outer_break = std::exchange(break_, behind);
  live const outer_continue = continue_;
  live head = behind;  // in front of the condition
  for (int turn = 0; turn < 2; ++turn) {
    live end = head;  // of the body
    if (s.is(statement_kind::do_)) {
      add(end, behind);
      reads(s.condition.get(), end);
    } else if (s.step) {
      evaluate(*s.step, end);
    }
    continue_ = end;
    live body = end;
    for (std::size_t i = s.body.size(); i-- > 0;)
      if (s.body[i]) body = before(*s.body[i], std::move(body));
    add(head, body);
    if (!s.is(statement_kind::do_)) {
      reads(s.condition.get(), head);
      if (s.declared) declare(*s.declared, head);
    }
  }
  break_ = outer_break;
  continue_ = outer_continue;
  --depth_;
  if (s.init) {
    if (int const n = assigned_by(*s.init); n != none) {
      if (has(behind, n))  // which every break goes to as well
        out_.starts.erase(s.init.get());
      else
        out_.starts.insert(s.init.get());
    }
    head = before(*s.init, std::move(head));
  }
  enters(s, head, behind);
  return head;
}

void range_finder::enters(statement const& s, live const& head, live const& behind) {
  live changed = nothing();
  for (write const* w : changes_)
    if (m_.is_within(w->node, m_.node_of.at(&s))) {
      int const n = numbers_[std::size_t(w->variable)];
      changed[std::size_t(n) / 64] |= bit(n);
    }
  auto& list = out_.loops[&s];
  list.clear();
  for (std::size_t v = 0; v < numbers_.size(); ++v)
    if (int const n = numbers_[v]; n != none && has(changed, n) && has(head, n) && !has(behind, n))
      list.push_back(m_.variables[v].declared);
}

}  // namespace simt::cu::lane::detail
