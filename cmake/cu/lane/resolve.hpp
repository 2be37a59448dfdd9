// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/class_members.hpp"
#include "known.hpp"
#include "liveness.hpp"

#include <functional>
#include <unordered_set>

namespace simt::cu::lane {

/// What the callee of a call does.
struct callee_traits {
  /// Whether it may change what is passed to it as its n-th argument.
  std::function<bool(expression const& call, std::size_t n)> changes;
  /// Whether it is called in lane form, so that it takes pointers to locals as they are.
  std::function<bool(expression const& call)> is_lane;
  /// Whether structs may have an array as a member of that name.
  std::function<bool(std::string_view)> is_member_array;
  /// Whether a name that is no variable of the body stands for a number that the text tells.
  std::function<bool(std::string_view)> is_number;
  /// True if the program names anything so.
  std::function<bool(std::string_view)> is_named;
  /// True of variables of the program outside of functions, enumerators among them.
  std::function<bool(std::string_view)> is_value;
  /// What the program's classes consist of.
  semantics::class_table const* classes = nullptr;
};

namespace detail {

/// Walks a body: finds the variable behind each name, where it is written and under which
/// conditions.
class resolver {
 public:
  using declarators = std::unordered_set<declarator const*>;

  /// `renamed`: variables that may be another one for each value that they have, from where all
  /// that follows has it, or where `ranges` says so.
  resolver(function const& f, callee_traits const& callees, declarators renamed = {},
           value_ranges ranges = {})
      : callees_{callees}, renamed_{std::move(renamed)}, ranges_{std::move(ranges)} {
    out_.of = &f;
  }

  [[nodiscard]] model run() {
    open();
    for (declarator const& p : out_.of->parameters) declare(p, {}, true);
    if (out_.of->body) body(*out_.of->body);
    if (!renamed_.empty()) find_copies();
    return std::move(out_);
  }

 private:
  void open() { marks_.push_back(scope_.size()); }
  void close() {
    scope_.resize(marks_.back());
    marks_.pop_back();
  }

  [[nodiscard]] int find(std::string_view name) const {
    for (std::size_t i = scope_.size(); i-- > 0;)
      if (scope_[i].name == name) return scope_[i].variable;
    return none;
  }

  [[nodiscard]] int add_node(node_kind kind, statement const* of, expression const* condition) {
    // Sides of && and ?: count as divergent: nothing that they change stays uniform.
    out_.nodes.push_back({kind, of, condition, node_, of == nullptr});
    return static_cast<int>(out_.nodes.size() - 1);
  }

  static bool all_constant(expression const& e) {
    if (e.is(expression_kind::list)) {
      for (auto const& o : e.operands)
        if (!all_constant(*o)) return false;
      return true;
    }
    if (e.is(expression_kind::prefix) && (e.op == "-" || e.op == "+")) return all_constant(e[0]);
    return e.is(expression_kind::number) || e.is(expression_kind::character) ||
           e.is(expression_kind::string) || e.is(expression_kind::constant);
  }

  /// Whether only constants and what all threads share are in it: it may stay as it is.
  bool is_static(expression const& e) const {
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
        return e.id != "threadIdx" && e.id != "blockIdx" && e.id != "blockDim" &&
               e.id != "gridDim" && e.id != "warpSize";
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
        if (e.op == "*" || e.op == "&" || e.op == "++" || e.op == "--") return false;
        break;
      default:
        return false;
    }
    for (auto const& o : e.operands)
      if (!is_static(*o)) return false;
    return true;
  }

  variable_kind kind_of(declarator const& d, specifiers const& words, bool parameter) const {
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

  static bool makes_group(expression const& e) {
    expression const& b = bare(e);
    if (!b.is(expression_kind::call) || !bare(b[0]).is(expression_kind::name)) return false;
    auto const id = bare(b[0]).id;
    return id == "this_thread_block" || id == "tiled_partition" || id == "coalesced_threads";
  }

  int declare(declarator const& d, specifiers const& words, bool parameter) {
    for (auto const& extent : d.declared.extents)
      if (extent) visit(*extent);
    // The name is known from its initialiser on, but nobody reads it there.
    for (auto const& value : d.values) visit(*value);
    auto const index = static_cast<int>(out_.variables.size());
    variable v;
    v.declared = &d;
    v.kind = kind_of(d, words, parameter);
    v.node = node_;
    v.is_group = is_group_type(d.declared.base) ||
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

  void changed(int v, expression const* value, bool unknown, bool adds,
               expression const* part = nullptr) {
    for (int i = v; i != none; i = out_.variables[std::size_t(i)].refers) {
      out_.variables[std::size_t(i)].written = true;
      if (unknown) out_.variables[std::size_t(i)].escapes = true;
      out_.writes.push_back({i, value, node_, unknown, false, adds && i == v, part});
    }
  }

  // Statements.

  void body(statement const& s) {
    open();
    statement_(s);
    close();
  }

  void within(int node, auto&& f) {
    int const before = std::exchange(node_, node);
    f();
    node_ = before;
  }

  void declaration_(declaration const& d) {
    for (declarator const& n : d.names) declare(n, d.words, false);
  }

  void jump_(statement const& s, int target) {
    out_.jump_of[&s] = static_cast<int>(out_.jumps.size());
    out_.jumps.push_back({&s, node_, target, false});
  }

  /// Whether a variable's name is known just where the block around here is, so that what assigns
  /// to it here does so for all that follows.
  [[nodiscard]] bool is_of_this_block(std::size_t at) const {
    bool const is_body = marks_.size() == 3;  // a parameter's block, and the body's twice
    return (at >= marks_.back() && !scope_[at].is_outer) || (is_body && at < marks_[1]);
  }

  /// The statement `v = e`, or null.
  struct assigned_name {
    expression const* of = nullptr;
    expression const* name = nullptr;
    std::size_t at = 0;  // in scope_
  };
  [[nodiscard]] assigned_name assigned_in(statement const& s) const {
    if (!s.is(statement_kind::expression) || !s.value) return {};
    expression const& e = bare(*s.value);
    bool const is_step = (e.is(expression_kind::prefix) || e.is(expression_kind::postfix)) &&
                         (e.op == "++" || e.op == "--");
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

  /// Whether `v += n` is `v = v + n`: that of a pointer or a number.
  static bool computes(variable const& v) {
    type const& t = v.declared->declared;
    return t.is_pointer() || (t.is_plain() && is_number_name(t.base));
  }
  [[nodiscard]] bool is_sum(expression const& e) const {
    int const v = out_.variable_of(bare(e[0]));
    return e.op != "=" || (v != none && computes(out_.variables[std::size_t(v)]));
  }

  /// Another variable for the name of `old`, from here on.
  int renew(int old) {
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

  /// `p += n;`: what follows has a variable of its own.
  [[nodiscard]] bool redefinition(statement const& s) {
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
    if (e.op != "=" && !computes(out_.variables[std::size_t(old)])) return false;
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
    if (e.op != "=") out_.writes.push_back({index, &e[0], node_, false, true, false});
    return true;
  }

  /// The loop has variables of its own for what nobody asks for behind it: threads that leave it
  /// need no value to be kept, so that `i += n` of those that go on is a step for all who know i.
  void enter(statement const& s) {
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

  /// The variable that v was made of by declarations alone, of the same type.
  [[nodiscard]] int original(int v, std::unordered_map<int, int> const& source) const {
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

  /// `i = tid;` as often as you like, where nothing else is ever assigned to i: i is tid.
  void find_copies() {
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
      bool const is_value =
          y.kind == variable_kind::local || y.kind == variable_kind::parameter;
      bool const is_initialised =
          x.version != 0 || x.declared->initialiser != initialiser_kind::none;
      if (!is_value || y.written || y.escapes || y.in_memory || !is_initialised) continue;
      x.is_copy = true;
    }
    for (auto& x : out_.variables)
      if (x.is_copy) x.written = false;
    std::erase_if(out_.writes, [&](write const& w) {
      return !w.initial && out_.variables[std::size_t(w.variable)].is_copy;
    });
  }

  void statement_(statement const& s) {
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

  void loop(statement const& s) {
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

  /// The variable of a for over a range, in each turn another element.
  void element(statement const& s) {
    declarator const& d = s.declared->names.front();
    int const index = declare(d, {}, false);
    out_.writes.push_back({index, s.value.get(), node_, false, true, false});
    auto& v = out_.variables[std::size_t(index)];
    if (v.kind != variable_kind::reference) return;
    v.refers = out_.variable_of(bare(*s.value));
    if (v.refers == none) return;
    out_.variables[std::size_t(v.refers)].is_referred = true;
    if (!d.declared.is_const) changed(v.refers, nullptr, true, false);
  }

  // Expressions.

  void write_to(expression const& place, expression const* value, bool unknown, bool adds = false) {
    expression const* const root = root_of(place);
    if (root == nullptr) return;
    int const v = out_.variable_of(*root);
    if (v == none) return;
    auto const& x = out_.variables[std::size_t(v)];
    // Through a subscript, memory changes, or an array of the thread's own.
    bool const whole = &bare(place) == root;
    if (!whole && is_pointer(x) && first_step(place)->is(expression_kind::subscript)) return;
    changed(v, value, unknown, adds && whole, whole ? nullptr : &place);
  }

  void in_memory(expression const& place) {
    expression const* const root = root_of(place);
    int const v = root == nullptr ? none : out_.variable_of(*root);
    if (v == none) return;
    auto& x = out_.variables[std::size_t(v)];
    if (!root_is_pointer(place, x)) x.in_memory = true;
  }
  /// `p[i]` of a pointer, or `p[i].x`, is no part of the variable.
  static bool root_is_pointer(expression const& place, variable const& x) {
    if (is_pointer(x)) {
      expression const* const step = first_step(place);
      return step != nullptr && step->is(expression_kind::subscript);
    }
    return bare(place).is(expression_kind::subscript) && x.kind != variable_kind::array &&
           !x.declared->declared.is_array();
  }
  /// `int* p`, and `int p[4]` as a parameter.
  static bool is_pointer(variable const& x) {
    return x.declared->declared.is_pointer() ||
           (x.kind == variable_kind::parameter && x.declared->declared.is_array());
  }

  /// The last of `depth` subscripts: a row of an array of the thread's own is an address.
  void visit_subscript(expression const& e, std::size_t depth) {
    expression const& base = bare(e[0]);
    if (base.is(expression_kind::subscript))
      visit_subscript(base, depth + 1);
    else if (base.is(expression_kind::member))
      visit_member(base);
    else
      visit_base(base);
    visit(e[1]);
    if (int const v = out_.variable_of(base); v != none) {
      auto& x = out_.variables[std::size_t(v)];
      if (x.kind == variable_kind::array && x.declared->declared.extents.size() > depth)
        x.in_memory = true;
    }
  }
  void visit_member(expression const& e) {
    if (e.op == ".")
      visit_base(e[0]);
    else
      visit(e[0]);
  }

  /// What is subscripted, or has a member asked for.
  void visit_base(expression const& e) {
    if (!bare(e).is(expression_kind::name)) {
      visit(e);
      return;
    }
    expression const& n = bare(e);
    if (!n.scope.empty()) return;
    if (int const v = find(n.id.empty() ? std::string_view{n.text} : n.id); v != none) name(n, v);
  }
  /// A name of a variable: of one around a lambda, it is captured, and stays what it is, since
  /// nobody knows when the lambda runs.
  void name(expression const& e, int v) {
    out_.names[&e] = v;
    for (open_lambda const& l : lambdas_)
      if (v < l.first) {
        out_.lambdas[l.of].captured.insert(v);
        out_.variables[std::size_t(v)].is_referred = true;
      }
  }

  void lambda_(expression const& e) {
    open();
    lambdas_.push_back({&e, static_cast<int>(out_.variables.size())});
    int const n = add_node(node_kind::branch, nullptr, nullptr);
    out_.lambdas[&e].node = n;
    int const break_before = std::exchange(break_, none);
    int const continue_before = std::exchange(continue_, none);
    int const return_before = std::exchange(return_, n);
    within(n, [&] {
      for (declarator const& d : e.written->made) declare(d, {}, false);
      for (declarator const& p : e.written->parameters) declare(p, {}, true);
      body(*e.written->body);
    });
    break_ = break_before;
    continue_ = continue_before;
    return_ = return_before;
    lambdas_.pop_back();
    close();
  }

  [[nodiscard]] bool changes(expression const& call, std::size_t n) const {
    if (out_.lambda_of(call[n + 1]) != nullptr) return false;
    expression const* const l = out_.lambda_of(call[0]);
    return l != nullptr ? l->written->changes(n) : callees_.changes(call, n);
  }

  /// `&x` as an argument of a lane form needs no address.
  void argument(expression const& call, expression const& e) {
    expression const& a = bare(e);
    if (a.is(expression_kind::prefix) && a.op == "&" && bare(a[0]).is(expression_kind::name) &&
        callees_.is_lane(call)) {
      visit_base(a[0]);
      write_to(a[0], nullptr, true);
      return;
    }
    visit(e);
  }

  void visit(expression const& e) {
    switch (e.kind) {
      case expression_kind::name:
        if (e.scope.empty())
          if (int const v = find(e.id.empty() ? std::string_view{e.text} : e.id); v != none) {
            name(e, v);
            // An array that is not just subscripted becomes a pointer.
            auto& x = out_.variables[std::size_t(v)];
            if (x.kind == variable_kind::array) x.in_memory = true;
          }
        return;
      case expression_kind::assignment:
        visit(e[0]);
        visit(e[1]);
        if (expression const* const more = added(e); more != nullptr && is_sum(e))
          write_to(e[0], more, false, true);
        else
          write_to(e[0], &e[1], false);
        return;
      case expression_kind::prefix:
        visit(e[0]);
        if (e.op == "++" || e.op == "--") write_to(e[0], nullptr, false, true);
        if (e.op == "&") {
          write_to(e[0], nullptr, true);
          in_memory(e[0]);
        }
        return;
      case expression_kind::subscript:
        visit_subscript(e, 1);
        return;
      case expression_kind::member:
        visit_member(e);
        // An array that is not subscripted becomes a pointer to a part of the struct.
        if (e.op == "." && callees_.is_member_array(e.id)) write_to(e, nullptr, true);
        return;
      case expression_kind::postfix:
        visit(e[0]);
        write_to(e[0], nullptr, false, true);
        return;
      case expression_kind::binary:
        visit(e[0]);
        if (e.op == "&&" || e.op == "||")
          within(add_node(node_kind::branch, nullptr, &e[0]), [&] { visit(e[1]); });
        else
          visit(e[1]);
        return;
      case expression_kind::conditional:
        visit(e[0]);
        within(add_node(node_kind::branch, nullptr, &e[0]), [&] {
          visit(e[1]);
          visit(e[2]);
        });
        return;
      case expression_kind::call:
        out_.calls.emplace_back(&e, node_);
        visit(e[0]);
        for (std::size_t i = 1; i < e.operands.size(); ++i) argument(e, e[i]);
        if (bare(e[0]).is(expression_kind::member) && bare(e[0]).op == ".")
          write_to(bare(e[0])[0], nullptr, true);  // its method may change it
        for (std::size_t i = 1; i < e.operands.size(); ++i)
          if (changes(e, i - 1)) write_to(e[i], nullptr, true);
        return;
      case expression_kind::lambda:
        lambda_(e);
        return;
      default:
        for (auto const& o : e.operands)
          if (o) visit(*o);
        return;
    }
  }

  callee_traits const& callees_;
  declarators renamed_;
  value_ranges ranges_;
  std::unordered_map<statement const*, int> outer_of_;  // by the start of a range
  int versions_ = 0;
  model out_;
  struct known_name {
    std::string_view name;
    int variable = none;
    bool is_outer = false;  // known further out as well: it had another variable meanwhile
  };
  std::vector<known_name> scope_;
  std::vector<std::size_t> marks_;
  int node_ = none;
  int break_ = none;
  int continue_ = none;
  int return_ = none;
  struct open_lambda {
    expression const* of;
    int first;  // variable that is its own
  };
  std::vector<open_lambda> lambdas_;
};

}  // namespace detail

[[nodiscard]] inline model resolve(function const& f, callee_traits const& callees) {
  return detail::resolver{f, callees}.run();
}

/// The same with a variable for each value that a pointer or a number has one after the other: what
/// was computed from threads' indices stays such an index, although it is assigned to; a counter that
/// is declared far outside of its loop is the same for all threads there; and what is wanted in one
/// block only is no masked assignment.
[[nodiscard]] inline model resolve_values(function const& f, callee_traits const& callees) {
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
  return detail::resolver{f, callees, std::move(renamed), std::move(ranges)}.run();
}

}  // namespace simt::cu::lane
