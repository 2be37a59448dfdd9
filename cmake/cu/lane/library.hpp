// SPDX-License-Identifier: MIT
#pragma once

#include "../qualifiers.hpp"
#include "analysis.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

namespace simt::cu::lane {

/// What a function does, with all that it calls.
struct facts {
  bool barrier = false;  // waits for the block, or the grid
  bool warp = false;     // exchanges with its warp
  bool atomic = false;
  bool is_volatile = false;
  bool assembly = false;
  bool waits = false;        // has a loop that may wait for another thread
  bool coordinates = false;  // asks which thread it is, beyond one dimension
  bool thread = false;       // asks which thread it is
  bool asserts = false;      // may end threads

  facts& operator|=(facts const& o) noexcept {
    barrier |= o.barrier;
    warp |= o.warp;
    atomic |= o.atomic;
    is_volatile |= o.is_volatile;
    assembly |= o.assembly;
    waits |= o.waits;
    coordinates |= o.coordinates;
    thread |= o.thread;
    asserts |= o.asserts;
    return *this;
  }
};

/// A function of the program.
struct entry {
  function const* of = nullptr;
  std::string file;
  bool has_lane_form = false;
  refusal why;  // it has none
};

/// `operator+` as letters: `simt_op_2b`. Empty for names of other kinds, and for operators that
/// lane forms do not call.
[[nodiscard]] inline std::string operator_name(std::string_view name) {
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

/// The functions of a translation unit, in the order in which they are read.
class library {
 public:
  using entries = std::vector<entry>;

  /// Keeps a file's syntax for as long as the library lives.
  void add(std::shared_ptr<file_syntax const> file, std::string const& name) {
    files_.push_back(file);
    add(*file, name);
  }
  /// The syntax stays where it is until forget().
  void add(file_syntax const& file, std::string const& name) {
    for (global_variable const& v : file.variables) globals_.emplace(v.declared.name);
    for (function const& f : file.functions) {
      // CUDA's own, written again for old architectures.
      if (auto const known = find_builtin(f.name);
          f.in_conditional && known.kind != known_kind::none && !known.is_common)
        continue;
      functions_[f.name].push_back({&f, name, false, {}});
      direct_[f.name] |= facts_of(f);
      // What it is given may work across threads.
      if (!f.is_kernel() && calls_value_parameter(f)) direct_[f.name].warp = direct_[f.name].barrier = true;
      if (f.name.starts_with("operator")) operators_.insert(f.name);
      for (lexeme const& l : f.tokens)
        if (l.is(token_kind::identifier) && l.text != f.name) calls_[f.name].emplace(l.text);
    }
    reached_.clear();
    knows_classes_ = false;
  }
  /// Takes the functions out again. What they do stays known.
  void forget(file_syntax const& file) {
    for (function const& f : file.functions) {
      extents_.erase(&f);
      auto const all = functions_.find(f.name);
      if (all == functions_.end()) continue;
      std::erase_if(all->second, [&](entry const& e) { return e.of == &f; });
      if (all->second.empty()) functions_.erase(all);
    }
  }

  /// Whether a function mentions one that is only declared so far.
  [[nodiscard]] bool is_ahead_of_callees(function const& f) const {
    for (lexeme const& l : f.tokens) {
      if (!l.is(token_kind::identifier)) continue;
      auto const* const all = find(l.text);
      if (all != nullptr && std::none_of(all->begin(), all->end(),
                                         [](entry const& e) { return e.of->is_definition; }))
        return true;
    }
    return false;
  }

  /// Why a function has no lane form, as the end of a sentence.
  [[nodiscard]] std::string reason_of(std::string_view name) const {
    if (auto const* const all = find(name))
      for (entry const& e : *all)
        if (e.of->is_definition && !e.has_lane_form && !e.why.reason.empty())
          return ": line " + std::to_string(e.why.line) + ": " + e.why.reason;
    return {};
  }
  /// The first function that waits, of all that a function calls.
  [[nodiscard]] std::string waiting(std::string_view name) const {
    std::unordered_set<std::string_view> seen;
    return waiting(name, seen);
  }

  /// Whether it is a variable of the program, outside of functions.
  /// Members of classes and variables outside of functions that are volatile; the set may grow.
  void know_volatiles(name_set const& all) noexcept { volatiles_ = &all; }
  [[nodiscard]] bool is_volatile(std::string_view name) const noexcept {
    return volatiles_ != nullptr && volatiles_->contains(name);
  }
  [[nodiscard]] bool is_global(std::string_view name) const { return globals_.contains(name); }

  void set_waits(std::string const& name) {
    direct_[name].waits = true;
    reached_.clear();
    knows_classes_ = false;
  }

  /// Whether a place in a file is within a function that has a lane form.
  [[nodiscard]] bool is_lane_code(std::string_view file, offset at) const {
    for (auto const& [name, all] : functions_)
      for (entry const& e : all)
        if (e.has_lane_form && e.file == file && e.of->begin <= at && at < e.of->end) return true;
    return false;
  }
  /// Whether a test holds for a function of that name, or for one that it calls.
  [[nodiscard]] bool reaches(std::string_view name, auto&& test) const {
    std::unordered_set<std::string_view> seen;
    return reaches(name, test, seen);
  }
  /// Classes whose constructors, destructors or operators work across threads, by name.
  [[nodiscard]] name_set const& cooperating_classes() const {
    if (knows_classes_) return cooperating_classes_;
    knows_classes_ = true;
    cooperating_classes_.clear();
    for (auto const& [name, all] : functions_)
      for (entry const& e : all) {
        if (!e.of->is_member()) continue;
        std::string_view of = e.of->enclosing.back().name;
        of = of.substr(0, of.find('<'));
        if (!e.of->name.starts_with("operator") && e.of->name != of) continue;
        facts f = facts_of(*e.of);
        for (lexeme const& l : e.of->tokens)
          if (l.is(token_kind::identifier) && l.text != e.of->name) f |= facts_of(l.text);
        if (f.barrier || f.warp || f.waits) cooperating_classes_.emplace(of);
      }
    return cooperating_classes_;
  }
  /// Free functions, by a test of their names.
  [[nodiscard]] name_set names_if(auto&& test) const {
    name_set out;
    for (auto const& [name, all] : functions_)
      if (std::any_of(all.begin(), all.end(), [](entry const& e) {
            return !e.of->is_member() && !e.of->is_kernel();
          }) && test(name))
        out.insert(name);
    return out;
  }

  [[nodiscard]] entries* find(std::string_view name) {
    auto const found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] entries const* find(std::string_view name) const {
    auto const found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] entry* entry_of(function const& f) {
    if (auto* const all = find(f.name))
      for (entry& e : *all)
        if (e.of == &f) return &e;
    return nullptr;
  }

  /// What the functions of a name do, with all that they call.
  [[nodiscard]] facts const& facts_of(std::string_view name) const {
    auto const known = reached_.find(name);
    if (known != reached_.end()) return known->second;
    facts all;
    std::unordered_set<std::string_view> seen;
    reach(name, all, seen);
    return reached_.emplace(std::string(name), all).first->second;
  }

  /// Whether some tokens of a function wait for the block, or call what does.
  [[nodiscard]] bool may_meet(function const& f, range tokens) const {
    auto const begin = f.tokens.begin();
    return std::any_of(begin + tokens.begin, begin + tokens.end, [&](lexeme const& l) {
      return l.is(token_kind::identifier) && (known_function(l.text) == known_kind::barrier ||
                                              l.is("sync") || facts_of(l.text).barrier);
    });
  }

  /// Tokens of a function's text with those of all that it calls in their places, as they are
  /// inlined into its lane form.
  [[nodiscard]] std::size_t size_of(function const& f) const { return extent_of(f, 0).tokens; }
  /// Its loops, counted so.
  [[nodiscard]] std::size_t loops_of(function const& f) const { return extent_of(f, 0).loops; }
  /// Whether a kernel is compiled for one kind of gangs only, and each statement counts.
  [[nodiscard]] bool is_very_large(function const& f) const { return size_of(f) > 800; }
  /// Whether those are gangs of one warp. A kernel with barriers, no loop and blocks that are known
  /// has wide ones as far as a compiler's time allows: each barrier switches stacks between gangs
  /// of a block.
  [[nodiscard]] bool runs_in_warps(function const& f) const {
    if (!is_very_large(f)) return false;
    bool const is_straight = std::none_of(f.tokens.begin(), f.tokens.end(), [](lexeme const& l) {
      return l.is("for") || l.is("while") || l.is("do") || l.is("goto");
    });
    return !(is_straight && f.blocks && f.blocks->x == 16 && !f.blocks->is_short() &&
             facts_of(f.name).barrier && size_of(f) <= 2000);
  }
  /// Whether a kernel is one loop behind the other, more than registers of four lanes make up for:
  /// each has masks to keep, turn by turn, in eight registers and more. (Warp functions switch
  /// stacks from thread to thread: with them, lanes are always the faster.)
  [[nodiscard]] bool is_chain_of_loops(function const& f) const {
    return size_of(f) > 4000 && loops_of(f) > 16 && !facts_of(f.name).warp;
  }
  /// Whether a device function is a call, not inlined: a thousand statements at each place that
  /// calls it are minutes of the compiler's time, and the call is none of the program's.
  [[nodiscard]] bool is_large(function const& f) const {
    facts const& x = facts_of(f.name);
    return !f.is_kernel() && !x.barrier && !x.warp && size_of(f) > 1500;
  }
  /// Whether a device function is a call for the sake of a kernel template with a good many
  /// instances: these call the same instance of it, and otherwise each would hold its copies.
  [[nodiscard]] bool is_shared(function const& f) const {
    // (A failed assertion ends threads, and whoever calls it counts on the mask that it had.)
    return f.is_many && !f.is_kernel() && size_of(f) > 100 && !facts_of(f.name).asserts;
  }

  /// Whether a failed assertion may end threads of a function, its own or one of what it calls.
  /// (Whoever calls an operator does not mention its name.)
  [[nodiscard]] bool may_end_threads(function const& f) const {
    return facts_of(f.name).asserts ||
           std::any_of(operators_.begin(), operators_.end(),
                       [&](std::string const& name) { return facts_of(name).asserts; });
  }

  /// The lane forms of an operator as an argument: empty where the program has no such operator.
  [[nodiscard]] std::string operator_form(std::string_view op) const {
    auto const* const all = find("operator" + std::string(op));
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

  /// What brings a function's lane forms where `using space::name;` brings the function, if it has
  /// any; `named`, if asked for: all of its definitions, which stand in that namespace.
  [[nodiscard]] std::string lane_using(std::string_view text,
                                       entries const** named = nullptr) const {
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

  /// Whether structures have operators [], of their object and their subscript alone.
  [[nodiscard]] bool has_own_subscript() const {
    if (find("operator[]") == nullptr) return false;
    facts const& f = facts_of("operator[]");
    return !f.thread && !f.barrier && !f.warp && !f.waits && !f.assembly;
  }

  /// Whether a call of that name goes to lane forms: all functions of the name have one.
  [[nodiscard]] bool is_lane(std::string_view name) const {
    auto const* const all = find(name);
    if (all == nullptr) return false;
    bool any = false;
    for (entry const& e : *all) {
      if (e.of->is_member()) return false;
      if (!e.of->is_definition) continue;
      if (!e.has_lane_form) return false;
      any = true;
    }
    return any;
  }

  /// Whether a function's text has `name(...)`.
  [[nodiscard]] static bool calls(function const& f, std::string_view name) {
    for (std::size_t i = 1; i + 1 < f.tokens.size(); ++i)
      if (f.tokens[i].is(name) && f.tokens[i + 1].is('(') && !f.tokens[i - 1].is('.') &&
          !f.tokens[i - 1].is(symbol::arrow) && !f.tokens[i - 1].is(symbol::scope))
        return true;
    return false;
  }

 private:
  [[nodiscard]] static bool calls_value_parameter(function const& f) {
    for (template_head const& h : f.templates)
      for (template_parameter const& p : h.parameters)
        if (p.kind == template_parameter_kind::value && !p.name.empty() && calls(f, p.name))
          return true;
    return false;
  }
  [[nodiscard]] facts facts_of(function const& f) const {
    facts out;
    lexeme_list const& t = f.tokens;
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (t[i].is(word::asm_)) out.assembly = true;
      if (t[i].is("volatile") || t[i].is("__volatile__")) out.is_volatile = true;
      if (!t[i].is(token_kind::identifier)) continue;
      if (t[i].is("this_thread_block") || t[i].is("tiled_partition") ||
          t[i].is("coalesced_threads"))
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
      switch (known_function(t[i].text)) {
        case known_kind::barrier:
        case known_kind::refused:
          out.barrier = true;
          break;
        case known_kind::warp:
          out.warp = true;
          break;
        case known_kind::atomic:
          out.atomic = true;
          break;
        default:
          break;
      }
      if (i + 1 < t.size() && t[i + 1].is(symbol::scope) &&
          (is_refused_scope(std::string(t[i].text) + "::") ||
           is_group_scope(std::string(t[i].text) + "::")))
        out.barrier = out.warp = true;
    }
    return out;
  }

  [[nodiscard]] bool reaches(std::string_view name, auto&& test,
                             std::unordered_set<std::string_view>& seen) const {
    auto const* const all = find(name);
    if (all == nullptr || !seen.insert(name).second) return false;
    if (std::any_of(all->begin(), all->end(), [&](entry const& e) { return test(*e.of); }))
      return true;
    auto const called = calls_.find(name);
    return called != calls_.end() &&
           std::any_of(called->second.begin(), called->second.end(),
                       [&](std::string const& c) { return reaches(c, test, seen); });
  }

  /// What a function is with all that it calls in place of the calls.
  struct extent {
    std::size_t tokens = 0;
    std::size_t loops = 0;
  };
  [[nodiscard]] extent const& extent_of(function const& f, int depth) const {
    extent out{f.tokens.size(), 0};
    for (lexeme const& l : f.tokens)
      if (l.is("for") || l.is("while")) ++out.loops;  // (the while of do … while counts for it)
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
          break;
        }
    }
    return extents_[&f] = out;
  }

  void reach(std::string_view name, facts& all, std::unordered_set<std::string_view>& seen) const {
    if (!seen.insert(name).second) return;
    auto const direct = direct_.find(name);
    if (direct == direct_.end()) return;
    all |= direct->second;
    auto const calls = calls_.find(name);
    if (calls == calls_.end()) return;
    for (auto const& c : calls->second) reach(c, all, seen);
  }

  [[nodiscard]] std::string waiting(std::string_view name,
                                    std::unordered_set<std::string_view>& seen) const {
    auto const direct = direct_.find(name);
    if (direct == direct_.end() || !seen.insert(name).second) return {};
    if (direct->second.waits) return direct->first;
    if (auto const calls = calls_.find(name); calls != calls_.end())
      for (auto const& c : calls->second)
        if (auto found = waiting(c, seen); !found.empty()) return found;
    return {};
  }

  template <class T>
  using by_name = std::unordered_map<std::string, T, text_hash, std::equal_to<>>;

  std::vector<std::shared_ptr<file_syntax const>> files_;
  by_name<entries> functions_;
  by_name<facts> direct_;
  by_name<name_set> calls_;
  name_set globals_;
  name_set const* volatiles_ = nullptr;
  mutable by_name<facts> reached_;
  name_set operators_;
  mutable name_set cooperating_classes_;
  mutable bool knows_classes_ = false;
  mutable std::unordered_map<function const*, extent> extents_;
};

}  // namespace simt::cu::lane
