// SPDX-License-Identifier: MIT
// Says which element of shared memory an expression names, in terms that two places can be compared
// by.
#include "shared_hazards.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

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
    a.is_of_one_warp = a.is_of_one_warp || is_first_warp(*c);
    expression const& e = bare(*c);
    if (!e.is(kind::binary) || e.op != operation::equal) continue;
    bool ignored = false;
    a.guarded = canonical(e[0], ignored, 0);
    a.guard = canonical(e[1], ignored, 0);
  }
}

bool hazard_finder::is_first_warp(expression const& condition) const {
  expression const& e = bare(condition);
  bool ignored = false;
  std::string const thread = "(. threadIdx x)";
  auto const is_warp = [&](std::string const& s) {
    return s == "(/ " + thread + " 32)" || s == "(>> " + thread + " 5)" ||
           s == "(/ " + thread + " warpSize)";
  };
  if (e.is(kind::prefix) && e.op == operation::negation) {
    std::string const of = canonical(e[0], ignored, 0);
    return of == thread || is_warp(of);
  }
  if (!e.is(kind::binary)) return false;
  if (e.op == operation::logical_and) return is_first_warp(e[0]) || is_first_warp(e[1]);
  std::string const left = canonical(e[0], ignored, 0), right = canonical(e[1], ignored, 0);
  int number = -1;
  std::from_chars(right.data(), right.data() + right.size(), number);
  if (right == "warpSize") number = 32;
  if (e.op == operation::equal)
    return (left == thread && number >= 0 && number < 32) || is_warp(left);
  return left == thread && number >= 0 &&
         (e.op == operation::less ? number <= 32 : e.op == operation::less_equal && number < 32);
}

bool hazard_finder::may_wait(statement const& s) {
  bool found = false;
  visit_all(s, [&](expression const& e) {
    found |= e.is(kind::call) &&
             !(bare(e[0]).is(kind::name) && builtin_kind_of(bare(e[0]).id) == builtin_kind::pure);
  });
  return found;
}

bool hazard_finder::has_sharing_branches(statement const& s) {
  if (s.body.size() < 2 || !s.body[0] || !s.body[1] || s.is_constexpr ||
      uniformity_.is_uniform(*s.condition) || may_wait(s))
    return false;
  guards_.push_back(&*s.condition);
  clear_accesses();
  collect(*s.body[0], s);
  auto const reads = std::move(reads_), writes = std::move(writes_);
  guards_.pop_back();
  clear_accesses();
  collect(*s.body[1], s);
  auto const share = [this](std::vector<access> const& some, std::vector<access> const& others,
                            bool both_write) {
    return std::any_of(some.begin(), some.end(), [&](access const& a) {
      return std::any_of(others.begin(), others.end(), [&](access const& b) {
        bool const is_near_by = a.is_one || is_partner(a.index, b.index) ||
                                !distance(a.index, b.index).empty() ||
                                !distance(b.index, a.index).empty();
        return may_share(a, b) && !is_volatile(a.array) && (!both_write || is_near_by);
      });
    });
  };
  return share(writes, reads_, false) || share(reads, writes_, false) ||
         share(writes, writes_, true);
}

bool hazard_finder::may_share(access const& one, access const& other) {
  if (one.array != other.array || one.is_called || other.is_called ||
      (one.moves && other.moves) ||  // (halves by turns)
      are_apart(one.index, other.index))
    return false;
  // `if ((i ^ n) > i)`: one of two partners comes here, and its own branch has both of them.
  if (one.conditions.find("(^ ") != one.conditions.npos) return false;
  if (one.index == other.index) return one.is_one;
  // `if (i == 0) … s[0] … else … s[i]`
  return one.guard.empty() || one.index != "[" + one.guard + "]" ||
         other.index != "[" + one.guarded + "]";
}

bool hazard_finder::are_apart(std::string_view a, std::string_view b) {
  // `[0][…]` and `[1][…]`, `.x` and `.y`.
  auto const first = [](std::string_view of) {
    return of.substr(0, of.find(of[0] == '[' ? ']' : '['));
  };
  auto const is_constant = [&](std::string_view of) {
    return of[0] == '.' || (of.size() > 1 && of.find_first_not_of("0123456789", 1) == of.npos);
  };
  auto const member = [](std::string_view of) {
    auto const dot = of.rfind('.');
    return dot == of.npos || of.find(']', dot) != of.npos ? std::string_view{} : of.substr(dot);
  };
  if (a.empty() || b.empty()) return false;
  std::string_view const x = member(a), y = member(b);
  if (!x.empty() && !y.empty() && x != y) return true;
  std::string_view const f = first(a), g = first(b);
  return a[0] == '[' && b[0] == '[' && f != g && is_constant(f) && is_constant(g);
}

bool hazard_finder::is_same_warp(std::string_view a, std::string_view b) {
  // `[threadIdx.x / 32][…]`, `[threadIdx.y][…]`: a row for each warp.
  auto const end = a.find("][");
  if (end == a.npos || b.substr(0, end + 2) != a.substr(0, end + 2)) return false;
  std::string_view const row = a.substr(0, end);
  return row.find("(/ ") != row.npos || row.find("(>> ") != row.npos ||
         row.find("threadIdx y") != row.npos || row.find("threadIdx z") != row.npos ||
         row.find("meta_group_rank") != row.npos;
}

std::string_view hazard_finder::distance(std::string_view a, std::string_view b) {
  if (b.size() < 3) return {};
  std::string const own{b.substr(1, b.size() - 2)};
  std::string const in_front = "[(+ " + own + " ", before = "[(- " + own + " ";
  std::string const behind = " " + own + ")]";
  std::string_view by = a;
  if (a.starts_with(in_front) || a.starts_with(before)) {
    by.remove_prefix(in_front.size());
    by.remove_suffix(std::min<std::size_t>(by.size(), 2));
  } else if (a.starts_with("[(+ ") && a.ends_with(behind) && a.size() > behind.size() + 4) {
    by = a.substr(4, a.size() - 4 - behind.size());
  } else {
    return {};
  }
  return by;
}

bool hazard_finder::is_near(std::string_view a, std::string_view b) {
  // (What no number says may be further than the block is wide.)
  std::string_view const by = distance(a, b);
  return !by.empty() && by.size() < 3 && by.find_first_not_of("0123456789") == by.npos;
}

bool hazard_finder::is_partner(std::string_view read, std::string_view write) {
  if (write.size() < 3 || !read.starts_with("[(^ ")) return false;
  std::string const own{write.substr(1, write.size() - 2)};
  return read.starts_with("[(^ " + own + " ") || read.ends_with(" " + own + ")]");
}

bool hazard_finder::is_opposite(std::string_view read, std::string_view write) {
  return read.size() > write.size() && write.size() > 2 && read.starts_with("[(- ") &&
         read.ends_with(" " + std::string(write.substr(1, write.size() - 2)) + ")]");
}

}  // namespace simt::cu::lane::detail
