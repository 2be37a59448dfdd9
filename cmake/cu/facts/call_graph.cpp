// SPDX-License-Identifier: MIT
#include "call_graph.hpp"

#include "../text/compile_budget.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

namespace simt::cu::lane {

namespace {

range all_of(function const& f) { return {0, static_cast<std::uint32_t>(f.tokens.size())}; }

}  // namespace

facts& facts::operator|=(facts const& o) noexcept {
  barrier |= o.barrier;
  warp |= o.warp;
  whoever |= o.whoever;
  atomic |= o.atomic;
  is_volatile |= o.is_volatile;
  assembly |= o.assembly;
  waits |= o.waits;
  coordinates |= o.coordinates;
  thread |= o.thread;
  asserts |= o.asserts;
  shared_memory |= o.shared_memory;
  return *this;
}

std::string operator_name(std::string_view name) {
  constexpr std::string_view head = "operator";
  if (!name.starts_with(head)) return {};
  name.remove_prefix(head.size());
  while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
  if (name.empty() || name == "()" || name == "[]" || name == "=" || name == "," || name == "->" ||
      name == "++" || name == "--" || name == "&&" || name == "||")
    return {};
  std::string out = "simt_op";
  for (char c : name) {
    if (std::string_view{"+-*/%&|^~!<>="}.find(c) == std::string_view::npos) return {};
    constexpr std::string_view digits = "0123456789abcdef";
    out += '_';
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

void call_graph::add(std::shared_ptr<file_syntax const> file, std::string const& name) {
  files_.push_back(file);
  add(*file, name);
}

void call_graph::add(file_syntax const& file, std::string const& name) {
  for (global_variable const& v : file.variables) {
    globals_.emplace(v.declared.name);
    if (v.words.is_shared) shared_.declare(v.declared.name);
  }
  for (function const& f : file.functions) {
    // CUDA's own, written again for old architectures.
    if (auto const known = find_builtin(f.name);
        f.in_conditional && known.kind != builtin_kind::unknown && !known.is_common)
      continue;
    functions_[f.name].push_back({&f, name, false, {}, nullptr});
    direct_[f.name] |= direct_facts(f, all_of(f));
    // What it is given may work across threads.
    if (!f.is_kernel() && calls_value_parameter(f))
      direct_[f.name].warp = direct_[f.name].barrier = true;
    if (f.name.starts_with("operator")) operators_.insert(f.name);
    for (lexeme const& l : f.tokens)
      if (l.is(token_kind::identifier) && l.text != f.name) calls_[f.name].emplace(l.text);
  }
  reached_.clear();
  knows_classes_ = false;
  called_parameters_.reset();
}

void call_graph::forget(file_syntax const& file) {
  called_parameters_.reset();
  for (function const& f : file.functions) {
    extents_.erase(&f);
    waiting_loops_.erase(&f);
    shared_.forget(f);
    auto const all = functions_.find(f.name);
    if (all == functions_.end()) continue;
    std::erase_if(all->second, [&](entry const& e) { return e.of == &f; });
    if (all->second.empty()) functions_.erase(all);
  }
}

bool call_graph::is_ahead_of_callees(function const& f) const {
  for (lexeme const& l : f.tokens) {
    if (!l.is(token_kind::identifier)) continue;
    auto const* const all = find(l.text);
    if (all != nullptr &&
        std::none_of(all->begin(), all->end(), [](entry const& e) { return e.of->is_definition; }))
      return true;
  }
  return false;
}

std::string call_graph::reason_of(std::string_view name, bool of_members) const {
  if (auto const* const all = find(name))
    for (entry const& e : *all)
      if (e.of->is_definition && e.of->is_member() == of_members && !e.has_lane_form &&
          !e.why.reason.empty())
        return ": line " + std::to_string(e.why.line) + ": " + e.why.reason;
  return {};
}

std::string call_graph::waiting(std::string_view name) const {
  std::unordered_set<std::string_view> seen;
  return waiting(name, seen);
}

void call_graph::set_waits(std::string const& name) {
  direct_[name].waits = true;
  reached_.clear();
  knows_classes_ = false;
}

bool call_graph::is_lane_code(std::string_view file, offset at) const {
  for (auto const& [name, all] : functions_)
    for (entry const& e : all)
      if (e.has_lane_form && e.file == file && e.of->begin <= at && at < e.of->end) return true;
  return false;
}

name_set const& call_graph::cooperating_classes() const {
  if (knows_classes_) return cooperating_classes_;
  knows_classes_ = true;
  cooperating_classes_.clear();
  asking_classes_.clear();
  for (auto const& [name, all] : functions_)
    for (entry const& e : all) {
      if (!e.of->is_member()) continue;
      std::string_view of = e.of->enclosing.back().name;
      of = of.substr(0, of.find('<'));
      if (!e.of->name.starts_with("operator") && e.of->name != of) continue;
      facts const f = facts_of(*e.of, all_of(*e.of));
      if (needs_others(f)) cooperating_classes_.emplace(of);
      if (f.thread && e.of->name == of) asking_classes_.emplace(of);
    }
  return cooperating_classes_;
}

bool call_graph::class_asks(std::string_view name) const {
  static_cast<void>(cooperating_classes());
  return asking_classes_.contains(name);
}

bool call_graph::any_class_asks() const {
  static_cast<void>(cooperating_classes());
  return !asking_classes_.empty();
}

call_graph::entries* call_graph::find(std::string_view name) {
  auto const found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

call_graph::entries const* call_graph::find(std::string_view name) const {
  auto const found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

entry* call_graph::entry_of(function const& f) {
  if (auto* const all = find(f.name))
    for (entry& e : *all)
      if (e.of == &f) return &e;
  return nullptr;
}

entry const* call_graph::entry_of(function const& f) const {
  return const_cast<call_graph*>(this)->entry_of(f);
}

facts const& call_graph::facts_of(std::string_view name) const {
  auto const known = reached_.find(name);
  if (known != reached_.end()) return known->second;
  facts all;
  std::unordered_set<std::string_view> seen;
  reach(name, all, seen);
  return reached_.emplace(std::string(name), all).first->second;
}

bool call_graph::may_meet(function const& f, range tokens) const {
  auto const begin = f.tokens.begin();
  return std::any_of(begin + tokens.begin, begin + tokens.end, [&](lexeme const& l) {
    return l.is(token_kind::identifier) && (builtin_kind_of(l.text) == builtin_kind::barrier ||
                                            l.is("sync") || facts_of(l.text).barrier);
  });
}

bool call_graph::runs_in_warps(function const& f) const {
  if (has_waiting_loop(f)) return true;
  if (!is_very_large(f)) return false;
  auto const is_straight = [&] {
    return std::none_of(f.tokens.begin(), f.tokens.end(), [](lexeme const& l) {
      return l.is("for") || l.is("while") || l.is("do") || l.is("goto");
    });
  };
  return !(f.blocks && f.blocks->x == compile_budget::straight_block && !f.blocks->is_short() &&
           facts_of(f.name).barrier && size_of(f) <= compile_budget::straight_kernel &&
           is_straight());
}

bool call_graph::is_large(function const& f) const {
  facts const& x = facts_of(f.name);
  return !f.is_kernel() && !x.barrier && !x.warp && size_of(f) > compile_budget::inlined_function;
}

bool call_graph::is_shared(function const& f) const {
  // (A failed assertion ends threads, and whoever calls it counts on the mask that it had.)
  return f.is_many && !f.is_kernel() && size_of(f) > compile_budget::function_of_many &&
         !facts_of(f.name).asserts;
}

bool call_graph::may_end_threads(function const& f) const {
  return facts_of(f.name).asserts ||
         std::any_of(operators_.begin(), operators_.end(),
                     [&](std::string const& name) { return facts_of(name).asserts; });
}

std::string call_graph::operator_form(operation op) const {
  auto const* const all = find("operator" + std::string(text_of(op)));
  if (all == nullptr) return {};
  bool any = false, every = true;
  for (entry const& e : *all) {
    if (e.of->is_member() || !e.of->is_definition) continue;
    any = true;
    every &= e.has_lane_form;
  }
  if (!any || !every) return "simt_l::no_form{}";
  return "SIMT_LANE_FUNCTION(" + operator_name(all->front().of->name) + "_simt_lane)";
}

bool call_graph::is_operator_of_anything(operation op) const {
  auto const* const all = find("operator" + std::string(text_of(op)));
  if (all == nullptr) return false;
  return std::any_of(all->begin(), all->end(), [](entry const& e) {
    auto const& given = e.of->parameters;
    return !e.of->is_member() && std::all_of(given.begin(), given.end(), [&](declarator const& d) {
      auto const& heads = e.of->templates;
      return std::any_of(heads.begin(), heads.end(), [&](template_head const& h) {
        return std::any_of(h.parameters.begin(), h.parameters.end(),
                           [&](template_parameter const& t) { return t.name == d.declared.base; });
      });
    });
  });
}

bool call_graph::is_operator_of_classes(operation op) const {
  auto const* const all = find("operator" + std::string(text_of(op)));
  return all == nullptr ||
         std::all_of(all->begin(), all->end(), [](entry const& e) { return e.of->is_member(); });
}

std::string call_graph::lane_using(std::string_view text, entries const** named) const {
  std::string d(text.substr(0, text.find(';')));
  std::erase_if(d, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
  auto const at = d.rfind("::");
  if (!d.starts_with("using") || at == std::string::npos) return {};
  std::string const name = d.substr(at + 2);
  if (!is_lane(name)) return {};
  std::string const spaces = "::" + d.substr(5, at - 5);
  entries const& all = *find(name);
  if (named != nullptr) *named = &all;
  for (entry const& e : all) {
    auto const& in = e.of->enclosing;
    auto const& space = in.empty() ? e.of->scope : in.back().name + "::";
    if (!(spaces + "::").ends_with("::" + space)) return {};
  }
  return "using " + d.substr(5) + "_simt_lane;";
}

bool call_graph::has_own_subscript() const {
  if (find("operator[]") == nullptr) return false;
  facts const& f = facts_of("operator[]");
  return !f.thread && !f.barrier && !f.warp && !f.waits && !f.assembly;
}

bool call_graph::is_read_in(std::string_view scope, std::string_view name) const {
  if (scope.starts_with("::")) scope.remove_prefix(2);
  auto const outermost = [](std::string_view of) { return of.substr(0, of.find(':')); };
  auto const* const all = find(name);
  return all != nullptr && !scope.empty() &&
         std::any_of(all->begin(), all->end(), [&](entry const& e) {
           auto const& in = e.of->enclosing;
           return !in.empty() && outermost(in.front().name) == outermost(scope);
         });
}

bool call_graph::have_forms(std::string_view name, bool of_members) const {
  auto const* const all = find(name);
  if (all == nullptr) return false;
  bool any = false;
  for (entry const& e : *all) {
    if (!e.of->is_definition || e.of->is_member() != of_members) continue;
    if (!e.has_lane_form) return false;
    any = true;
  }
  return any;
}

bool call_graph::calls(function const& f, std::string_view name) {
  for (std::size_t i = 1; i + 1 < f.tokens.size(); ++i)
    if (f.tokens[i].is(name) && f.tokens[i + 1].is('(') && !f.tokens[i - 1].is('.') &&
        !f.tokens[i - 1].is(symbol::arrow) && !f.tokens[i - 1].is(symbol::scope))
      return true;
  return false;
}

bool call_graph::calls_value_parameter(function const& f) {
  for (template_head const& h : f.templates)
    for (template_parameter const& p : h.parameters)
      if (p.kind == template_parameter_kind::value && !p.name.empty() && calls(f, p.name))
        return true;
  return false;
}

bool call_graph::works_alone(std::string_view name) const {
  facts const& f = facts_of(name);
  if (f.barrier || f.warp || f.waits) return false;
  return !f.shared_memory || !reaches(name, [this](function const& g) {
    return entry_of(g)->has_lane_form && direct_facts(g, all_of(g)).shared_memory;
  });
}

facts call_graph::facts_of(function const& f, range tokens) const {
  facts out = direct_facts(f, tokens);
  for (std::size_t i = tokens.begin; i < tokens.end; ++i)
    if (f.tokens[i].is(token_kind::identifier)) out |= facts_of(f.tokens[i].text);
  return out;
}

facts call_graph::direct_facts(function const& f, range tokens) const {
  facts out;
  lexeme_list const& t = f.tokens;
  for (std::size_t i = tokens.begin; i < tokens.end; ++i) {
    if (t[i].is(word::asm_) && !is_compiler_barrier(t, i)) out.assembly = true;
    bool const is_dynamic = i > 0 && t[i - 1].is(word::extern_);
    if (t[i].is(word::shared) && !is_dynamic) out.shared_memory = true;
    if (t[i].is("volatile") || t[i].is("__volatile__")) out.is_volatile = true;
    if (!t[i].is(token_kind::identifier)) continue;
    if (t[i].is("this_thread_block") || t[i].is("tiled_partition") || t[i].is("coalesced_threads"))
      out.barrier = out.warp = true;
    if (t[i].is("assert")) out.asserts = true;
    if (t[i].is("threadIdx")) out.thread = true;
    if (t[i].is("threadIdx") || t[i].is("blockDim")) {
      bool const plain = i + 2 < t.size() && t[i + 1].is('.') && t[i + 2].is("x");
      if (!plain) out.coordinates = true;
    }
    bool const method = i > 0 && (t[i - 1].is('.') || t[i - 1].is(symbol::arrow));
    if (is_volatile(t[i].text) && (method || f.is_member())) out.is_volatile = true;
    if (method) {
      if (is_group_method(t[i].text)) out.barrier = out.warp = true;
      continue;
    }
    out.whoever |= takes_whoever_comes(t[i].text);
    switch (builtin_kind_of(t[i].text)) {
      case builtin_kind::barrier:
      case builtin_kind::refused:
        out.barrier = true;
        break;
      case builtin_kind::warp:
        out.warp = true;
        break;
      case builtin_kind::atomic:
        out.atomic = true;
        break;
      default:
        break;
    }
    if (i + 2 < t.size() && t[i + 1].is(symbol::scope) && !is_read_in(t[i].text, t[i + 2].text)) {
      std::string const scope = std::string(t[i].text) + "::";
      std::size_t last = i + 2;
      while (last + 2 < t.size() && t[last + 1].is(symbol::scope)) last += 2;
      if (is_refused(scope, t[last].text) || is_group_scope(scope)) out.barrier = out.warp = true;
    }
  }
  return out;
}

call_graph::extent const& call_graph::extent_of(function const& f, int depth) const {
  extent out{f.tokens.size(), 0, 0};
  for (lexeme const& l : f.tokens) {
    if (l.is("for") || l.is("while")) ++out.loops;  // (the while of do … while counts for it)
    if (l.is('[') || l.is(symbol::arrow)) ++out.accesses;
  }
  auto const [known, is_new] = extents_.try_emplace(&f, out);
  if (!is_new || depth > 32) return known->second;  // a function that calls itself counts once
  for (lexeme const& l : f.tokens) {
    if (!l.is(token_kind::identifier) || l.text == f.name) continue;
    auto const* const called = find(l.text);
    if (called == nullptr) continue;
    for (entry const& e : *called)
      if (e.of->is_definition) {  // of several, one
        extent const& x = extent_of(*e.of, depth + 1);
        out.tokens += x.tokens;
        out.loops += x.loops;
        out.accesses += x.accesses;
        break;
      }
  }
  return extents_[&f] = out;
}

void call_graph::reach(std::string_view name, facts& all,
                       std::unordered_set<std::string_view>& seen) const {
  if (!seen.insert(name).second) return;
  auto const direct = direct_.find(name);
  if (direct == direct_.end()) return;
  all |= direct->second;
  auto const calls = calls_.find(name);
  if (calls == calls_.end()) return;
  for (auto const& c : calls->second) reach(c, all, seen);
}

std::string call_graph::waiting(std::string_view name,
                                std::unordered_set<std::string_view>& seen) const {
  auto const direct = direct_.find(name);
  if (direct == direct_.end() || !seen.insert(name).second) return {};
  if (direct->second.waits) return direct->first;
  if (auto const calls = calls_.find(name); calls != calls_.end())
    for (auto const& c : calls->second)
      if (auto found = waiting(c, seen); !found.empty()) return found;
  return {};
}

}  // namespace simt::cu::lane
