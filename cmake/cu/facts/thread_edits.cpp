// SPDX-License-Identifier: MIT
#include "thread_edits.hpp"

#include "argument_order.hpp"
#include "implicit_conversions.hpp"
#include "shared_hazards.hpp"
#include "warp_branches.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace simt::cu::lane {

namespace {

/// True if memory of a type may be written by a step of lock step: a number's.
bool is_number(std::string_view base) {
  static constexpr std::string_view all[] = {"int",           "unsigned",
                                             "unsigned int",  "float",
                                             "double",        "char",
                                             "short",         "unsigned char",
                                             "signed char",   "long",
                                             "unsigned long", "unsigned short",
                                             "long long",     "unsigned long long",
                                             "int32_t",       "uint32_t"};
  return std::find(std::begin(all), std::end(all), base) != std::end(all);
}

/// Numbers that sites of rewrite_lockstep do not have.
std::string site(offset at) { return "(__FILE__, " + std::to_string(1000000 + at); }

}  // namespace

bool thread_edits::has_shared(function const& f) {
  return std::any_of(f.tokens.begin(), f.tokens.end(),
                     [](lexeme const& l) { return l.is(word::shared); });
}

void thread_edits::survey(file_syntax const& file) {
  // (What nobody has passed so far says nothing yet.)
  traits_.given_memory = [this](function const& f, std::size_t n) {
    return f.is_kernel() ? memory_space::other : graph_.shared().given(f, n);
  };
  std::vector<model> models;
  for (function const& f : file.functions)
    if (f.is_definition && f.body != nullptr && f.is_understood())
      models.push_back(resolve(f, traits_));
  bool changed = true;
  for (int round = 0; changed && round < 4; ++round) {
    changed = false;
    for (model& m : models) {
      if (round > 0) detail::mark_shared_parameters(m, traits_);
      if (m.of->body) find_given(m, *m.of->body, changed);
    }
  }
  for (model& m : models) {
    if (m.of->is_kernel()) continue;
    bool const joins = m.of->body != nullptr && graph_.facts_of(m.of->name).warp;
    bool const points = std::any_of(
        m.of->parameters.begin(), m.of->parameters.end(),
        [](declarator const& p) { return p.declared.is_pointer() || p.declared.is_array(); });
    if (!joins && !points) continue;
    detail::uniformity const u = uniformity_of(m);
    if (joins && detail::warp_branches{m, graph_, u}.leaves_parted())
      graph_.set_leaves_parted(m.of->name);
    if (points) graph_.shared().add(*m.of, detail::hazard_finder{m, graph_, u}.effects());
  }
}

void thread_edits::find_given(model const& m, statement const& s, bool& changed) {
  for_each_expression(s, [&](expression const& e) { find_given(m, e, changed); });
  for_each_statement(s, [&](statement const& b) { find_given(m, b, changed); });
}

void thread_edits::find_given(model const& m, expression const& e, bool& changed) {
  bool const is_call = e.is(expression_kind::call) && bare(e[0]).is(expression_kind::name);
  for (auto const& o : e.operands)
    if (o && !(is_call && o == e.operands[0])) find_given(m, *o, changed);
  auto const* const all = is_call                       ? graph_.find(bare(e[0]).id)
                          : e.is(expression_kind::name) ? graph_.find(e.id)
                                                        : nullptr;
  if (all == nullptr || (!is_call && m.variable_of(e) != none)) return;
  shared_indices const memory{m, graph_, &classes_};
  for (entry const& callee : *all)
    for (std::size_t n = 0; n < callee.of->parameters.size(); ++n) {
      // (Who calls a function that is passed to somebody is not known, nor with what.)
      bool const is_passed = !is_call || (n + 1 < e.operands.size());
      memory_space const space = !is_call    ? memory_space::any
                                 : is_passed ? memory.given_by(e[n + 1])
                                             : memory_space::unsaid;
      changed |= graph_.shared().give(*callee.of, n, space);
    }
}

bool thread_edits::write(function const& f, std::string_view file,
                         std::vector<statement const*> const& others, edits& out,
                         std::set<offset>* left) const {
  if (f.body == nullptr) return false;
  model const m = resolve(f, traits_);
  bool any = f.is_understood() && argument_order{m, graph_, classes_}.write(out);
  macro_uses uses{f, file};
  any |= implicit_conversions{m, graph_, classes_, &uses}.write(out);
  any |= count_in_32_bits(f, shared_indices{m, graph_, &classes_}, uses);
  any |= give_arguments(*f.body, uses);
  any |= share_with_lambdas(m, out);
  any |= name_shared_types(m, uses);
  uses.write(out);
  if (left != nullptr) left->insert(uses.left().begin(), uses.left().end());
  if (!f.is_understood()) return any;
  bool const is_given =
      !f.is_kernel() &&
      std::any_of(f.parameters.begin(), f.parameters.end(), [](declarator const& p) {
        return p.declared.is_pointer() || p.declared.is_array();
      });
  bool const joins = graph_.facts_of(f.name).warp;
  bool const meets = meets_ && (has_shared(f) || is_given);
  if (!joins && !meets) return any;
  model values = resolve_values(f, traits_);
  detail::uniformity const u = uniformity_of(values);
  if (joins) any |= join_warps(values, u, out);
  if (meets) any |= meet(values, u, others, out);
  return any;
}

detail::uniformity thread_edits::uniformity_of(model& m) const {
  detail::uniformity u{m};
  u.classes_ = &classes_;
  u.is_own_ = [this](std::string_view name) { return graph_.find(name) != nullptr; };
  u.run();
  return u;
}

bool thread_edits::join_warps(model const& m, detail::uniformity const& u, edits& out) const {
  function const& f = *m.of;
  detail::warp_branches const branches{m, graph_, u};
  bool any = false;
  auto const join = [](offset at) { return " ::simt::cuda::warp_meet" + site(at) + ");"; };
  for (auto const& [s, is_body] : branches.joins()) {
    lexeme const& last = f.tokens[s->tokens.end - 1];
    lexeme const& first = f.tokens[s->tokens.begin];
    if (last.from_macro || first.from_macro) continue;
    if (is_body)
      out.wrap(first.begin, last.end(), "{ ", join(last.end()) + " }");
    else
      out.insert(last.end(), join(last.end()));
    any = true;
  }
  for (expression const* const e : branches.marked()) {
    lexeme const &first = f.tokens[e->tokens.begin], &last = f.tokens[e->tokens.end - 1];
    if (last.from_macro || first.from_macro) continue;
    out.wrap(first.begin, last.end(), "(::simt::cuda::warp_call(" + branches.place_of(*e) + "), ",
             ")");
    any = true;
  }
  for (statement const* const s : branches.turns()) {
    lexeme const& brace = f.tokens[s->body[0]->tokens.begin];
    if (brace.from_macro) continue;
    out.insert(brace.end(), join(brace.end()));
    any = true;
  }
  return any;
}

bool thread_edits::share_with_lambdas(model const& m, edits& out) {
  lexeme_list const& t = m.of->tokens;
  bool any = false;
  for (auto const& [e, made] : m.lambdas) {
    std::size_t const first = e->tokens.begin + 1;
    bool const is_list = e->is(expression_kind::lambda) && t[first - 1].is('[');
    if (!is_list || (t[first].is('&') && (t[first + 1].is(']') || t[first + 1].is(',')))) continue;
    std::size_t close = first;
    for (int depth = 1; depth > 0; ++close) depth += t[close].is('[') - t[close].is(']');
    lexeme const& end = t[--close];
    if (end.from_macro) continue;
    std::string added;
    for (int const v : made.captured) {
      variable const& x = m.variables[std::size_t(v)];
      auto const& extents = x.declared->declared.extents;
      // (`extern __shared__ T x[]` is a pointer, of which a copy is as good.)
      bool const is_pointer = !extents.empty() && extents.front() == nullptr;
      if (x.kind != variable_kind::shared || (is_pointer && e->written->copies)) continue;
      added += (close == first && added.empty() ? "" : ", ") + std::string(is_pointer ? "" : "&") +
               x.declared->name;
    }
    if (added.empty()) continue;
    out.insert(end.begin, added);
    any = true;
  }
  return any;
}

bool thread_edits::name_shared_types(model const& m, macro_uses& uses) {
  lexeme_list const& t = m.of->tokens;
  auto const is_shared = [&](lexeme const& name) {
    return std::any_of(m.variables.begin(), m.variables.end(), [&](variable const& v) {
      return v.kind == variable_kind::shared && name.is(v.declared->name);
    });
  };
  bool any = false;
  for (std::uint32_t i = 0; i + 3 < t.size(); ++i)
    if (t[i].is(word::decltype_) && t[i + 1].is('(') && t[i + 3].is(')') && is_shared(t[i + 2]))
      any |= uses.wrap({i, i + 4}, "::std::remove_reference_t<", ">");
  return any;
}

bool thread_edits::give_arguments(statement const& s, macro_uses& uses) {
  bool any = false;
  auto const look = [&](auto const& self, expression const& e) -> void {
    if (is_text_alone(e)) any |= uses.wrap(e.tokens, "::simt::cuda::printed(", ")");
    for (auto const& o : e.operands)
      if (o) self(self, *o);
    if (e.written) any |= give_arguments(*e.written->body, uses);
  };
  for_each_expression(s, [&](expression const& e) {
    bool const is_used = !s.is(statement_kind::expression) || !is_text_alone(bare(e));
    if (is_used) look(look, e);
  });
  for_each_statement(s, [&](statement const& b) { any |= give_arguments(b, uses); });
  return any;
}

bool thread_edits::count_in_32_bits(function const& f, shared_indices const& memory,
                                    macro_uses& uses) {
  bool any = false;
  for (expression const* const e : memory.find()) {
    if (f.has_unread(e->tokens)) continue;
    wrapped_index const found = memory.index_in(*e);
    expression const& edited = found.is_known ? *found.of : *found.base;
    any |= uses.wrap(edited.tokens,
                     found.is_known                   ? "::simt::cuda::shared_index("
                     : e->is(expression_kind::binary) ? "::simt::cuda::wrapping_value("
                                                      : "::simt::cuda::wrapping_pointer(",
                     ")");
  }
  return any;
}

namespace {

/// Ends an `else` without braces, of which compilers ask whether what stands behind it is a part.
std::string_view end_of_branch(statement const& s, lexeme const& last) noexcept {
  bool const is_around =
      s.is(statement_kind::if_) || s.is(statement_kind::for_) || s.is(statement_kind::while_);
  return is_around && last.is(';') ? " ;" : "";
}

}  // namespace

bool thread_edits::meet(model const& m, detail::uniformity const& u,
                        std::vector<statement const*> others, edits& out) const {
  function const& f = *m.of;
  bool any = false;
  detail::hazard_finder finder{m, graph_, u, detail::hazard_finder::runs::threads};
  auto const found = finder.find();
  for (statement const* const s : found)
    if (std::find(others.begin(), others.end(), s) == others.end()) others.push_back(s);
  for (statement const* const s : others) {
    lexeme const& last = f.tokens[s->tokens.end - 1];
    if (s->is(statement_kind::return_) || last.from_macro) continue;
    offset const behind = last.end();
    out.insert(behind, std::string(end_of_branch(*s, last)) + " ::simt::cuda::__syncthreads();");
    any = true;
  }
  for (statement const* const s : finder.warp_waits()) {
    lexeme const& last = f.tokens[s->tokens.end - 1];
    bool const is_met = std::find(others.begin(), others.end(), s) != others.end();
    if (is_met || s->is(statement_kind::return_) || last.from_macro) continue;
    offset const behind = last.end();
    out.insert(behind, std::string(end_of_branch(*s, last)) + " ::simt::cuda::warp_meet" +
                           site(behind) + ");");
    any = true;
  }
  for (expression const* const e : finder.steps()) any |= step_together(m, *e, out);
  for (statement const* const s : finder.branches()) {
    lexeme const& first = f.tokens[s->tokens.begin];
    lexeme const& last = f.tokens[s->tokens.end - 1];
    lexeme const& second = f.tokens[s->body[1]->tokens.begin];
    if (first.from_macro || last.from_macro || second.from_macro) continue;
    std::string const meet = " ::simt::cuda::warp_meet";
    out.wrap(first.begin, last.end(), "{ ", meet + site(first.begin) + "); }");
    out.wrap(second.begin, last.end(), "{" + meet + site(second.begin - 1) + "); ", " }");
    any = true;
  }
  return any;
}

bool thread_edits::step_together(model const& m, expression const& assignment, edits& out) const {
  bool const is_known =
      is_one_of(assignment.op, {operation::assign, operation::plus_assign, operation::minus_assign,
                                operation::times_assign, operation::and_assign,
                                operation::or_assign, operation::xor_assign});
  if (!is_known) return false;
  expression const& left = assignment[0];
  expression const* const root = root_of(left);
  expression const& of = bare(left);
  int const v = of.is(expression_kind::subscript) ? m.variable_of(bare(of[0]))
                : root != nullptr                 ? m.variable_of(*root)
                                                  : none;
  if (v == none || !is_number(m.variables[std::size_t(v)].declared->declared.base)) return false;
  auto const& tokens = m.of->tokens;
  for (std::size_t i = left.tokens.begin; i < left.tokens.end; ++i)
    if (tokens[i].from_macro) return false;
  lexeme const& last = tokens[assignment.tokens.end - 1];
  if (last.from_macro) return false;
  offset const begin = tokens[left.tokens.begin].begin;
  // (In parentheses, since it may be a part of an expression: `x = s[i] = s[j]`.)
  out.wrap(begin, last.end(), "(::simt::cuda::warp_meet" + site(begin) + "), ", ")");
  out.wrap(begin, tokens[left.tokens.end - 1].end(), "::simt::cuda::warp_step" + site(begin) + ", ",
           ")");
  return true;
}

}  // namespace simt::cu::lane
