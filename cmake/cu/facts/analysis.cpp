// SPDX-License-Identifier: MIT
#include "analysis.hpp"

#include "far_number.hpp"

namespace simt::cu::lane::detail {

void uniformity::run() {
  bool const is_kernel = m_.of->is_kernel();
  for (variable& v : m_.variables) {
    bool const unknown = (v.kind == variable_kind::parameter && (!is_kernel || v.in_lambda)) ||
                         v.kind == variable_kind::reference || v.kind == variable_kind::array;
    bool const is_made = v.kind == variable_kind::local && asks_thread_(v.declared->declared);
    if (unknown || v.escapes || is_made) v.uniform = false;
    if (v.escapes || v.kind == variable_kind::parameter) v.steps = false;
  }
  changed_ = true;
  while (changed_) {
    changed_ = false;
    for (write const& w : m_.writes) look_at(w);
    for (node& n : m_.nodes) look_at(n);
    for (jump& j : m_.jumps) look_at(j);
  }
}

bool uniformity::is_uniform(expression const& e) const {
  switch (e.kind) {
    case expression_kind::number:
    case expression_kind::string:
    case expression_kind::character:
    case expression_kind::constant:
    case expression_kind::size_of:
      return true;
    case expression_kind::name: {
      int const v = m_.variable_of(e);
      if (v != none) {
        auto const& x = m_.variables[std::size_t(v)];
        return x.kind == variable_kind::shared || x.kind == variable_kind::constant || x.uniform;
      }
      return e.id != "threadIdx";
    }
    case expression_kind::call:
      return is_uniform_call(e);
    case expression_kind::member:
      if (classes_ != nullptr && object_types{m_, *classes_}.is_constant(e)) return true;
      return is_uniform(e[0]);
    case expression_kind::construct:
    case expression_kind::cast:
    case expression_kind::named_cast:
      if (asks_thread_(*e.named)) return false;
      for (auto const& o : e.operands)
        if (!is_uniform(*o)) return false;
      return true;
    case expression_kind::lambda:
    case expression_kind::other:
    case expression_kind::pack:
      return false;
    default:
      for (auto const& o : e.operands)
        if (o && !is_uniform(*o)) return false;
      return true;
  }
}

bool uniformity::is_uniform_call(expression const& e) const {
  expression const& callee = bare(e[0]);
  if (!callee.is(expression_kind::name) || m_.variable_of(callee) != none) return false;
  if (callee.id == "__syncthreads_count" || callee.id == "__syncthreads_and" ||
      callee.id == "__syncthreads_or")
    return true;
  if (builtin_kind_of(callee.id) != builtin_kind::pure || is_own_(callee.id)) return false;
  for (std::size_t i = 1; i < e.operands.size(); ++i)
    if (!is_uniform(e[i])) return false;
  return true;
}

void uniformity::look_at(write const& w) {
  auto& v = m_.variables[std::size_t(w.variable)];
  // All threads write one value, and where it is a part of the variable, to the same part.
  bool const value = !w.unknown && (w.value == nullptr || is_uniform(*w.value)) &&
                     (w.part == nullptr || is_uniform(*w.part));
  bool const parts = m_.parts_between(w.node, v.node);
  if (v.uniform && (!value || parts)) {
    v.uniform = false;
    changed_ = true;
  }
  bool const is_far = w.value != nullptr && is_far_number(*w.value);
  if (v.steps && !w.initial && (!w.adds || !value || parts || is_far)) {
    v.steps = false;
    changed_ = true;
  }
}

void uniformity::look_at(node& n) {
  if (n.divergent || n.condition == nullptr || n.kind == node_kind::loop_body) return;
  if (is_uniform(*n.condition)) return;
  n.divergent = true;
  changed_ = true;
}

void uniformity::look_at(jump& j) {
  if (j.divergent) return;
  bool divergent = false;
  for (int i = j.node; i != j.target; i = m_.nodes[std::size_t(i)].parent) {
    if (i == none) return;
    node const& n = m_.nodes[std::size_t(i)];
    if (n.divergent) divergent = true;
  }
  if (!divergent) return;
  j.divergent = true;
  if (j.target != none) m_.nodes[std::size_t(j.target)].divergent = true;
  changed_ = true;
}

}  // namespace simt::cu::lane::detail
