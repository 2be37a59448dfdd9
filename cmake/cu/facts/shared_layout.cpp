// SPDX-License-Identifier: MIT
#include "shared_layout.hpp"

#include <algorithm>
#include <string>

namespace simt::cu::lane::detail {

array_layout shared_layout::layout() {
  // From what a reference names, neighbours may be reached.
  if (m_.variables[std::size_t(array_)].is_referred) return array_layout::rows;
  look_at(*m_.of->body, 1);
  if (!is_sound_) return array_layout::rows;
  if (reach_ == 0 && along_columns_ > along_rows_ + along_diagonals_) return array_layout::turned;
  // (A slanted array is one of the gang's own, made anew by each run of its declaration.)
  bool const is_made_once = m_.of->is_kernel() && is_outermost();
  return is_made_once && along_diagonals_ > along_rows_ ? array_layout::slanted
                                                        : array_layout::rows;
}

bool shared_layout::is_outermost() const {
  for (auto const& s : m_.of->body->body)
    if (s && s->declared)
      for (declarator const& d : s->declared->names)
        if (auto const known = m_.declared.find(&d);
            known != m_.declared.end() && known->second == array_)
          return true;
  return false;
}

void shared_layout::look_at(statement const& s, std::int64_t weight) {
  bool const is_loop = s.is(statement_kind::for_) || s.is(statement_kind::while_) ||
                       s.is(statement_kind::do_) || s.is(statement_kind::range_for);
  if (s.init) look_at(*s.init, weight);
  if (is_loop && weight < 1'000'000) weight *= 8;
  if (s.kind == statement_kind::type_definition) is_sound_ = false;  // it may name the array
  for_each_expression(s, [&](expression const& e) { look_at(e, weight); });
  for (auto const& b : s.body)
    if (b) look_at(*b, weight);
}

void shared_layout::look_at(expression const& e, std::int64_t weight) {
  if (is_array(e)) {
    is_sound_ = false;  // not just subscripted
    return;
  }
  if (e.is_address() && bare(e[0]).is(kind::subscript) && root_of(e[0]) != nullptr &&
      is_array(*root_of(e[0])))
    is_sound_ = false;  // neighbours are reached by its address
  if (e.is(kind::call))
    for (std::size_t i = 1; i < e.operands.size(); ++i)
      if (auto const* root = root_of(e[i]);
          root != nullptr && is_array(*root) && callees_.changes && callees_.changes(e, i - 1))
        is_sound_ = false;
  if (e.is(kind::subscript) && bare(e[0]).is(kind::subscript) && is_array(bare(e[0])[0])) {
    use(bare(e[0])[1], e[1], weight);
    look_at(bare(e[0])[1], weight);
    look_at(e[1], weight);
    return;
  }
  for (auto const& o : e.operands)
    if (o) look_at(*o, weight);
}

void shared_layout::use(expression const& row, expression const& column, std::int64_t weight) {
  step const r = step_of(row, 0), c = step_of(column, 0);
  // `tile[0][i]` may mean all of the array.
  if (bare(row).is(kind::number) && !bare(column).is(kind::number)) {
    if (int const n = offset_of(column, 0); n >= 0)
      reach_ = std::max(reach_, n + 1);
    else
      is_sound_ = false;
  }
  if (r == step::minus_one && c == step::one) {
    along_diagonals_ += weight;
    return;
  }
  if (r == step::one && c == step::none) along_columns_ += weight;
  if (r != step::one && c != step::none) along_rows_ += weight;
  if (r == step::other || r == step::minus_one) along_rows_ += weight;
}

int shared_layout::offset_of(expression const& e, int depth) const {
  expression const& b = bare(e);
  if (depth > 16) return -1;
  if (b.is(kind::member)) return step_of(b, depth) == step::one ? 0 : -1;
  if (b.is(kind::name)) {
    int const v = m_.variable_of(b);
    if (v == none || step_of(v, depth) != step::one) return -1;
    for (write const& w : m_.writes)
      if (w.variable == v) return offset_of(*w.value, depth + 1);
    return -1;
  }
  if (!b.is(kind::binary) || b.op != operation::plus || !bare(b[1]).is(kind::number)) return -1;
  int const n = offset_of(b[0], depth + 1);
  std::string const& added = bare(b[1]).text;
  if (n < 0 || added.size() > 3 || added.find_first_not_of("0123456789") != std::string::npos)
    return -1;
  return n + std::stoi(added);
}

shared_layout::step shared_layout::step_of(expression const& e, int depth) const {
  expression const& b = bare(e);
  if (depth > 16) return step::other;
  switch (b.kind) {
    case kind::member:
      if (bare(b[0]).is(kind::name) && bare(b[0]).id == "threadIdx" &&
          m_.variable_of(bare(b[0])) == none)
        return b.id == "x" ? step::one : step::none;
      break;
    case kind::name:
      if (int const v = m_.variable_of(b); v != none) return step_of(v, depth);
      break;
    case kind::cast:
    case kind::named_cast:
      return step_of(b[0], depth + 1);
    case kind::binary: {
      step const x = step_of(b[0], depth + 1), y = step_of(b[1], depth + 1);
      if (x == step::none && y == step::none) return step::none;
      if (b.op == operation::plus && (x == step::none || y == step::none))
        return x == step::none ? y : x;
      if (b.op == operation::minus && y == step::none) return x;
      if (b.op == operation::minus && x == step::none && y == step::one) return step::minus_one;
      return step::other;
    }
    default:
      break;
  }
  return uniformity_.is_uniform(b) ? step::none : step::other;
}

shared_layout::step shared_layout::step_of(int v, int depth) const {
  variable const& x = m_.variables[std::size_t(v)];
  if (x.uniform) return step::none;
  step found = step::other;
  bool is_first = true;
  for (write const& w : m_.writes) {
    if (w.variable != v) continue;
    if (w.unknown || w.value == nullptr || !is_first) return step::other;
    found = step_of(*w.value, depth + 1);
    is_first = false;
  }
  return found;
}

std::string shared_macro(declarator const& d, model const& m, uniformity const& u,
                         callee_traits const& callees) {
  std::string const rows = "SIMT_LANE_SHARED(" + d.name + ", ";
  type const& t = d.declared;
  if (t.extents.size() != 2 || !t.extents[0] || !t.levels.empty() || !t.inner.empty()) return rows;
  if (t.base != "float" && t.base != "double" && t.base != "int" && t.base != "unsigned" &&
      t.base != "unsigned int")
    return rows;
  shared_layout finder{m, u, callees, m.declared.at(&d)};
  switch (finder.layout()) {
    case array_layout::turned:
      return "SIMT_LANE_SHARED_TURNED(" + d.name + ", ";
    case array_layout::slanted:
      if (t.is_volatile) return rows;
      return "SIMT_LANE_SHARED_SLANTED(" + d.name + ", " + std::to_string(finder.reach()) + ", ";
    default:
      return rows;
  }
}

}  // namespace simt::cu::lane::detail
