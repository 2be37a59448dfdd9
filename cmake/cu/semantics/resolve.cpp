// SPDX-License-Identifier: MIT
#include "resolve.hpp"

#include "../text/builtin_variables.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace simt::cu::lane::detail {

resolver::resolver(function const& f, callee_traits const& callees, declarators renamed,
                   value_ranges ranges)
    : callees_{callees}, renamed_{std::move(renamed)}, ranges_{std::move(ranges)} {
  out_.of = &f;
}

model resolver::run() {
  open();
  for (declarator const& p : out_.of->parameters) declare(p, {}, true);
  if (out_.of->body) body(*out_.of->body);
  if (!renamed_.empty()) find_copies();
  return std::move(out_);
}

void resolver::close() {
  scope_.resize(marks_.back());
  marks_.pop_back();
}

int resolver::find(std::string_view name) const {
  for (std::size_t i = scope_.size(); i-- > 0;)
    if (scope_[i].name == name) return scope_[i].variable;
  return none;
}

int resolver::add_node(node_kind kind, statement const* of, expression const* condition) {
  // Sides of && and ?: count as divergent: nothing that they change stays uniform.
  out_.nodes.push_back({kind, of, condition, node_, of == nullptr});
  return static_cast<int>(out_.nodes.size() - 1);
}

bool resolver::all_constant(expression const& e) {
  if (e.is(expression_kind::list)) {
    for (auto const& o : e.operands)
      if (!all_constant(*o)) return false;
    return true;
  }
  if (e.is(expression_kind::prefix) && (e.op == operation::minus || e.op == operation::plus))
    return all_constant(e[0]);
  return e.is(expression_kind::number) || e.is(expression_kind::character) ||
         e.is(expression_kind::string) || e.is(expression_kind::constant);
}

bool resolver::is_static(expression const& e) const {
  switch (e.kind) {
    case expression_kind::number:
    case expression_kind::character:
    case expression_kind::constant:
      return true;
    case expression_kind::size_of:
      return e.named != nullptr;
    case expression_kind::name: {
      int const v = out_.variable_of(e);
      if (v != none) return out_.variables[std::size_t(v)].kind == variable_kind::constant;
      return !is_builtin_variable(e.id);
    }
    case expression_kind::parenthesis:
    case expression_kind::cast:
    case expression_kind::named_cast:
    case expression_kind::binary:
    case expression_kind::conditional:
      break;
    case expression_kind::construct:
      if (e.operands.size() != 1) return false;
      break;
    case expression_kind::prefix:
      if (e.is_dereference() || e.is_address() || e.is_step()) return false;
      break;
    default:
      return false;
  }
  for (auto const& o : e.operands)
    if (!is_static(*o)) return false;
  return true;
}

variable_kind resolver::kind_of(declarator const& d, specifiers const& words,
                                bool parameter) const {
  if (words.is_shared) return variable_kind::shared;
  if (words.is_static || words.is_constexpr) return variable_kind::constant;
  if (d.declared.is_reference()) return variable_kind::reference;
  if (parameter) return variable_kind::parameter;
  if (d.declared.is_array()) {
    bool const fixed = d.declared.is_const && d.initialiser != initialiser_kind::none &&
                       !d.values.empty() &&
                       std::all_of(d.values.begin(), d.values.end(),
                                   [](auto const& v) { return all_constant(*v); });
    return fixed ? variable_kind::constant : variable_kind::array;
  }
  if (d.declared.is_const && d.declared.is_plain() && d.values.size() == 1 &&
      d.initialiser == initialiser_kind::equals && is_static(*d.values[0]))
    return variable_kind::constant;
  return variable_kind::local;
}

bool resolver::makes_group(expression const& e) {
  expression const& b = bare(e);
  if (!b.is(expression_kind::call) || !bare(b[0]).is(expression_kind::name)) return false;
  auto const id = bare(b[0]).id;
  return id == "this_thread_block" || id == "tiled_partition" || id == "coalesced_threads" ||
         id == "labeled_partition" || id == "binary_partition" || id == "this_grid";
}

bool resolver::is_asked_as_group(declarator const& d) const {
  auto const is_type = [&](template_parameter const& p) {
    return p.kind == template_parameter_kind::type && !p.is_pack && p.name == d.declared.base;
  };
  if (d.declared.is_pointer() || d.declared.is_array() || d.name.empty()) return false;
  if (!d.declared.is_auto() && (!out_.of->is_template() ||
                                std::none_of(out_.of->templates.back().parameters.begin(),
                                             out_.of->templates.back().parameters.end(), is_type)))
    return false;
  auto const& t = out_.of->tokens;
  for (std::size_t i = 0; i + 3 < t.size(); ++i)
    if (t[i].is(d.name) && t[i + 1].is('.') && t[i + 3].is('(') &&
        (t[i + 2].is("thread_rank") || t[i + 2].text.starts_with("shfl")))
      return true;
  return false;
}

int resolver::declare(declarator const& d, specifiers const& words, bool parameter) {
  for (auto const& extent : d.declared.extents)
    if (extent) visit(*extent);
  // The name is known from its initialiser on, but nobody reads it there.
  for (auto const& value : d.values) visit(*value);
  auto const index = static_cast<int>(out_.variables.size());
  variable v;
  v.declared = &d;
  v.kind = kind_of(d, words, parameter);
  v.node = node_;
  v.is_group = is_group_type(d.declared.base) || (parameter && is_asked_as_group(d)) ||
               (d.declared.is_auto() && d.values.size() == 1 && makes_group(*d.values[0]));
  if (v.kind == variable_kind::reference && d.values.size() == 1 && !parameter) {
    if (auto const* root = root_of(*d.values[0])) v.refers = out_.variable_of(*root);
  }
  if (!lambdas_.empty()) v.in_lambda = v.is_referred = true;
  if (v.refers != none) {
    auto& named = out_.variables[std::size_t(v.refers)];
    named.is_referred |= !is_pointer(named) || bare(*d.values[0]).is(expression_kind::name);
  }
  out_.variables.push_back(v);
  out_.declared[&d] = index;
  scope_.push_back({d.name, index});
  for (auto const& value : d.values)
    out_.writes.push_back({index, value.get(), node_, false, true, false});
  if (v.refers != none && !d.declared.is_const) changed(v.refers, nullptr, true, false);
  return index;
}

void resolver::changed(int v, expression const* value, bool unknown, bool adds,
                       expression const* part) {
  for (int i = v; i != none; i = out_.variables[std::size_t(i)].refers) {
    out_.variables[std::size_t(i)].written = true;
    if (unknown) out_.variables[std::size_t(i)].escapes = true;
    out_.writes.push_back({i, value, node_, unknown, false, adds && i == v, part});
  }
}

void resolver::body(statement const& s) {
  open();
  statement_(s);
  close();
}

void resolver::jump_(statement const& s, int target) {
  out_.jump_of[&s] = static_cast<int>(out_.jumps.size());
  out_.jumps.push_back({&s, node_, target, false});
}

bool resolver::is_of_this_block(std::size_t at) const {
  bool const is_body = marks_.size() == 3;  // a parameter's block, and the body's twice
  return (at >= marks_.back() && !scope_[at].is_outer) || (is_body && at < marks_[1]);
}

resolver::assigned_name resolver::assigned_in(statement const& s) const {
  if (!s.is(statement_kind::expression) || !s.value) return {};
  expression const& e = bare(*s.value);
  bool const is_step = (e.is(expression_kind::prefix) || e.is(expression_kind::postfix)) &&
                       (e.op == operation::increment || e.op == operation::decrement);
  if (!is_step && !e.is(expression_kind::assignment)) return {};
  expression const& name = bare(e[0]);
  if (!name.is(expression_kind::name) || !name.scope.empty()) return {};
  std::size_t at = scope_.size();
  std::string_view const id = name.id.empty() ? std::string_view{name.text} : name.id;
  while (at > 0 && scope_[at - 1].name != id) --at;
  if (at == 0) return {};
  auto const& v = out_.variables[std::size_t(scope_[at - 1].variable)];
  return renamed_.contains(v.declared) ? assigned_name{&e, &name, at - 1} : assigned_name{};
}

bool resolver::computes(variable const& v) {
  type const& t = v.declared->declared;
  return t.is_pointer() || (t.is_plain() && is_number_name(t.base));
}

bool resolver::is_sum(expression const& e) const {
  int const v = out_.variable_of(bare(e[0]));
  return e.op != operation::assign || (v != none && computes(out_.variables[std::size_t(v)]));
}

int resolver::renew(int old) {
  variable v = out_.variables[std::size_t(old)];
  v.kind = variable_kind::local;
  v.node = node_;
  v.written = false;
  v.version = ++versions_;
  auto const index = static_cast<int>(out_.variables.size());
  out_.variables.push_back(v);
  scope_.push_back({v.declared->name, index});
  return index;
}

bool resolver::redefinition(statement const& s) {
  if (renamed_.empty()) return false;
  auto const a = assigned_in(s);
  if (a.of == nullptr) return false;
  expression const& e = *a.of;
  int const old = scope_[a.at].variable;
  int outer = old;
  if (auto const end = ranges_.ends.find(&s); end != ranges_.ends.end())
    if (auto const begin = outer_of_.find(end->second); begin != outer_of_.end())
      outer = begin->second;
  bool const is_range = ranges_.starts.contains(&s);
  if (!is_range && outer == old && !is_of_this_block(a.at)) return false;
  bool const is_step = !e.is(expression_kind::assignment);
  if (e.op != operation::assign && !computes(out_.variables[std::size_t(old)])) return false;
  if (!is_step) visit(e[1]);
  if (!is_range && outer != old) {
    scope_.push_back({out_.variables[std::size_t(outer)].declared->name, outer, true});
    out_.names[a.name] = outer;
    changed(outer, &e[1], false, false);
    return true;
  }
  out_.names[a.name] = old;
  bool const is_own = is_of_this_block(a.at);
  auto const index = renew(old);
  out_.redefined[&s] = index;
  if (is_range && (outer != old || !is_own)) outer_of_[&s] = outer;
  if (!is_step) out_.writes.push_back({index, &e[1], node_, false, true, false});
  if (e.op != operation::assign) out_.writes.push_back({index, &e[0], node_, false, true, false});
  return true;
}

void resolver::enter(statement const& s) {
  auto const found = ranges_.loops.find(&s);
  if (found == ranges_.loops.end()) return;
  for (declarator const* d : found->second) {
    int const old = find(d->name);
    if (old == none || out_.variables[std::size_t(old)].declared != d) continue;
    auto name = std::make_unique<expression>();
    name->kind = expression_kind::name;
    name->text = d->name;
    name->line = s.line;
    out_.names[name.get()] = old;
    int const index = renew(old);
    out_.writes.push_back({index, name.get(), node_, false, true, false});
    out_.entered[&s].emplace_back(index, name.get());
    out_.made.push_back(std::move(name));
  }
}

int resolver::original(int v, std::unordered_map<int, int> const& source) const {
  for (int turns = 0; turns < 8; ++turns) {
    auto const& x = out_.variables[std::size_t(v)];
    auto const from = source.find(v);
    if (x.written || x.escapes || from == source.end() || from->second == none) break;
    auto const& y = out_.variables[std::size_t(from->second)];
    type const &s = x.declared->declared, &t = y.declared->declared;
    if (y.written || !s.is_plain() || !t.is_plain() || s.base != t.base) break;
    v = from->second;
  }
  return v;
}

void resolver::find_copies() {
  std::unordered_map<int, int> source;  // none: other values as well
  for (write const& w : out_.writes) {
    bool const whole = !w.unknown && !w.adds && w.part == nullptr && w.value != nullptr;
    int const v = whole ? out_.variable_of(bare(*w.value)) : none;
    auto const [at, is_new] = source.emplace(w.variable, v);
    if (is_new || at->second == v || at->second == none) continue;
    // Two names of one value.
    int const known = original(at->second, source), other = v == none ? none : original(v, source);
    at->second = known == other ? known : none;
  }
  for (auto const& [v, from] : source) {
    auto& x = out_.variables[std::size_t(v)];
    if (from == none || from == v || !x.written || !renamed_.contains(x.declared)) continue;
    auto const& y = out_.variables[std::size_t(from)];
    bool const is_value = y.kind == variable_kind::local || y.kind == variable_kind::parameter;
    bool const is_initialised = x.version != 0 || x.declared->initialiser != initialiser_kind::none;
    if (!is_value || y.written || y.escapes || y.in_memory || !is_initialised) continue;
    x.is_copy = true;
  }
  for (auto& x : out_.variables)
    if (x.is_copy) x.written = false;
  std::erase_if(out_.writes, [&](write const& w) {
    return !w.initial && out_.variables[std::size_t(w.variable)].is_copy;
  });
}

void resolver::statement_(statement const& s) {
  switch (s.kind) {
    case statement_kind::compound:
      open();
      for (auto const& b : s.body)
        if (!redefinition(*b)) statement_(*b);
      close();
      break;
    case statement_kind::declaration:
      declaration_(*s.declared);
      break;
    case statement_kind::expression:
      if (s.value) visit(*s.value);
      break;
    case statement_kind::if_:
      open();
      if (s.init) statement_(*s.init);
      if (s.declared) declaration_(*s.declared);
      if (s.condition) visit(*s.condition);
      if (int const n = add_node(node_kind::branch, &s, s.condition.get()); true) {
        out_.node_of[&s] = n;
        within(n, [&] {
          for (auto const& b : s.body)
            if (b) body(*b);
        });
      }
      close();
      break;
    case statement_kind::for_:
    case statement_kind::while_:
    case statement_kind::do_:
    case statement_kind::range_for:
      loop(s);
      break;
    case statement_kind::switch_:
      open();
      if (s.init) statement_(*s.init);
      if (s.condition) visit(*s.condition);
      if (int const n = add_node(node_kind::switch_, &s, s.condition.get()); true) {
        out_.node_of[&s] = n;
        int const before = std::exchange(break_, n);
        auto kept = std::exchange(renamed_, {});  // a case may be left out
        within(n, [&] {
          for (auto const& b : s.body) body(*b);
        });
        renamed_ = std::move(kept);
        break_ = before;
      }
      close();
      break;
    case statement_kind::break_:
      jump_(s, break_);
      break;
    case statement_kind::continue_:
      jump_(s, continue_);
      break;
    case statement_kind::return_:
      if (s.value) visit(*s.value);
      jump_(s, return_);
      break;
    default:
      for (auto const& b : s.body)
        if (b) statement_(*b);
      break;
  }
}

void resolver::loop(statement const& s) {
  open();
  int const n = add_node(node_kind::loop, &s, s.condition.get());
  out_.node_of[&s] = n;
  within(n, [&] {
    enter(s);
    if (s.init && !redefinition(*s.init)) statement_(*s.init);
    if (s.is(statement_kind::range_for)) visit_base(*s.value);
    if (s.condition && !s.is(statement_kind::do_)) visit(*s.condition);
    if (s.step) visit(*s.step);
    int const b = add_node(node_kind::loop_body, &s, nullptr);
    int const break_before = std::exchange(break_, n);
    int const continue_before = std::exchange(continue_, b);
    within(b, [&] {
      if (s.is(statement_kind::range_for)) element(s);
      for (auto const& part : s.body)
        if (part) body(*part);
    });
    break_ = break_before;
    continue_ = continue_before;
    if (s.condition && s.is(statement_kind::do_)) visit(*s.condition);
  });
  close();
}

void mark_shared_parameters(model& m, callee_traits const& callees) {
  if (!callees.is_given_shared) return;
  auto const& all = m.of->parameters;
  for (variable& v : m.variables)
    if (v.kind == variable_kind::parameter)
      for (std::size_t n = 0; n < all.size(); ++n)
        if (v.declared == &all[n]) {
          v.is_given_shared = callees.is_given_shared(*m.of, n);
          v.given = callees.given_memory(*m.of, n);
        }
}

}  // namespace simt::cu::lane::detail

namespace simt::cu::lane {

model resolve_values(function const& f, callee_traits const& callees) {
  model m = resolve(f, callees);
  std::unordered_set<declarator const*> renamed, parts;
  for (write const& w : m.writes)
    if (w.part != nullptr) parts.insert(m.variables[std::size_t(w.variable)].declared);
  for (variable const& v : m.variables) {
    type const& t = v.declared->declared;
    bool const is_value = (t.is_plain() || t.is_pointer()) && !t.is_auto() && !v.is_group &&
                          !parts.contains(v.declared);
    bool const is_own = v.kind == variable_kind::local || v.kind == variable_kind::parameter;
    if (is_own && v.written && !v.escapes && !v.in_memory && !v.is_referred && !t.is_volatile &&
        is_value)
      renamed.insert(v.declared);
  }
  if (renamed.empty()) return m;
  auto ranges = detail::range_finder::run(m, renamed);
  m = detail::resolver{f, callees, std::move(renamed), std::move(ranges)}.run();
  detail::mark_shared_parameters(m, callees);
  return m;
}

}  // namespace simt::cu::lane
