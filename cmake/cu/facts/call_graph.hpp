// SPDX-License-Identifier: MIT
#pragma once

#include "../text/compile_budget.hpp"
#include "../text/qualifiers.hpp"
#include "analysis.hpp"
#include "shared_uses.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

namespace simt::cu::lane {

/// Holds what a function does, with all that it calls.
struct facts {
  bool barrier = false;  // waits for the block, or the grid
  bool warp = false;     // exchanges with its warp
  bool whoever = false;  // so without a mask: with those that come there
  bool atomic = false;
  bool is_volatile = false;
  bool assembly = false;
  bool waits = false;        // has a loop that may wait for another thread
  bool coordinates = false;  // asks which thread it is, beyond one dimension
  bool thread = false;       // asks which thread it is
  bool asserts = false;      // may end threads
  bool shared_memory = false;  // declares some, of which each form has its own

  facts& operator|=(facts const& o) noexcept;
};
/// True if what a function does needs other threads to come along, or the memory that they share:
/// called by one thread alone it gives another answer, or none.
[[nodiscard]] constexpr bool needs_others(facts const& f) noexcept {
  return f.barrier || f.warp || f.waits || f.shared_memory;
}

/// A function of the program.
struct entry {
  function const* of = nullptr;
  std::string file;
  bool has_lane_form = false;
  refusal why;  // it has none
  /// Of a method that works across threads: the method as a function of its object, which its lane
  /// form is written from. Null of others.
  std::shared_ptr<function const> method = nullptr;

  /// The function that the lane form is written from.
  [[nodiscard]] function const& lane() const noexcept { return method ? *method : *of; }
};

/// `operator+` as letters: `simt_op_2b`. Empty for names of other kinds, and for operators that
/// lane forms do not call.
[[nodiscard]] std::string operator_name(std::string_view name);

/// The functions of a translation unit, in the order in which they are read.
class call_graph {
 public:
  using entries = std::vector<entry>;

  /// Keeps a file's syntax for as long as the library lives.
  void add(std::shared_ptr<file_syntax const> file, std::string const& name);
  /// The syntax stays where it is until forget().
  void add(file_syntax const& file, std::string const& name);
  /// Takes the functions out again. What they do stays known.
  void forget(file_syntax const& file);

  /// True if a function mentions one that is only declared so far.
  [[nodiscard]] bool is_ahead_of_callees(function const& f) const;

  /// Why a function, or a method, has no lane form, as the end of a sentence.
  [[nodiscard]] std::string reason_of(std::string_view name, bool of_members) const;
  /// The first function that waits, of all that a function calls.
  [[nodiscard]] std::string waiting(std::string_view name) const;

  /// Members of classes and variables outside of functions that are volatile; the set may grow.
  void know_volatiles(name_set const& all) noexcept { volatiles_ = &all; }
  [[nodiscard]] bool is_volatile(std::string_view name) const noexcept {
    return volatiles_ != nullptr && volatiles_->contains(name);
  }
  /// True if it is a variable of the program, outside of functions.
  [[nodiscard]] bool is_global(std::string_view name) const { return globals_.contains(name); }

  void set_waits(std::string const& name);
  /// Functions that threads may leave while others of their warp call warp functions there.
  void set_leaves_parted(std::string const& name) { leave_parted_.insert(name); }
  [[nodiscard]] bool leaves_parted(std::string_view name) const {
    return leave_parted_.contains(name);
  }
  /// Keeps a loop of a kernel that may wait for other warps, and for its own as in lock step.
  void set_waiting(function const& kernel, statement const& loop) {
    waiting_loops_[&kernel].insert(&loop);
  }
  [[nodiscard]] bool is_waiting(function const& kernel, statement const& loop) const {
    auto const found = waiting_loops_.find(&kernel);
    return found != waiting_loops_.end() && found->second.contains(&loop);
  }
  [[nodiscard]] bool has_waiting_loop(function const& kernel) const {
    return waiting_loops_.contains(&kernel);
  }

  [[nodiscard]] shared_uses& shared() noexcept { return shared_; }
  [[nodiscard]] shared_uses const& shared() const noexcept { return shared_; }

  /// True if a place in a file is within a function that has a lane form.
  [[nodiscard]] bool is_lane_code(std::string_view file, offset at) const;
  /// True if a test holds for a function of that name, or for one that it calls.
  [[nodiscard]] bool reaches(std::string_view name, auto&& test) const {
    std::unordered_set<std::string_view> seen;
    return reaches(name, test, seen);
  }
  /// Classes whose constructors, destructors or operators work across threads, by name.
  [[nodiscard]] name_set const& cooperating_classes() const;
  /// True if a constructor of a class asks which thread it runs in; of any class.
  [[nodiscard]] bool class_asks(std::string_view name) const;
  [[nodiscard]] bool any_class_asks() const;
  /// Free functions, by a test of their names.
  [[nodiscard]] name_set names_if(auto&& test) const {
    name_set out;
    for (auto const& [name, all] : functions_)
      if (std::any_of(all.begin(), all.end(),
                      [](entry const& e) { return !e.of->is_member() && !e.of->is_kernel(); }) &&
          test(name))
        out.insert(name);
    return out;
  }

  [[nodiscard]] entries* find(std::string_view name);
  [[nodiscard]] entries const* find(std::string_view name) const;
  [[nodiscard]] entry* entry_of(function const& f);
  [[nodiscard]] entry const* entry_of(function const& f) const;

  /// Returns what the functions of a name do, with all that they call.
  [[nodiscard]] facts const& facts_of(std::string_view name) const;
  /// True if one thread alone may call a function: it waits for nobody, and lanes have no array of
  /// their own of the shared memory that it declares, or what it calls.
  [[nodiscard]] bool works_alone(std::string_view name) const;
  /// Returns what some tokens of a function do, with all that they call.
  [[nodiscard]] facts facts_of(function const& f, range tokens) const;

  /// True if some tokens of a function wait for the block, or call what does.
  [[nodiscard]] bool may_meet(function const& f, range tokens) const;

  /// Tokens of a function's text with those of all that it calls in their places, as they are
  /// inlined into its lane form.
  [[nodiscard]] std::size_t size_of(function const& f) const { return extent_of(f, 0).tokens; }
  /// Its loops, counted so.
  [[nodiscard]] std::size_t loops_of(function const& f) const { return extent_of(f, 0).loops; }
  /// Its reads and writes of arrays and of what pointers point to, counted so.
  [[nodiscard]] std::size_t accesses_of(function const& f) const {
    return extent_of(f, 0).accesses;
  }
  /// True if a kernel is compiled for one kind of gangs only, and each statement counts.
  [[nodiscard]] bool is_very_large(function const& f) const {
    return size_of(f) > compile_budget::very_large_kernel;
  }
  /// True if those are gangs of one warp, which a kernel has whose warps wait for one another as
  /// well. A kernel with barriers, no loop and blocks that are known
  /// has wide ones as far as a compiler's time allows: each barrier switches stacks between gangs
  /// of a block.
  [[nodiscard]] bool runs_in_warps(function const& f) const;
  /// True if a kernel is one loop behind the other, more than registers of four lanes make up for:
  /// each has masks to keep, turn by turn, in eight registers and more. (Warp functions switch
  /// stacks from thread to thread: with them, lanes are always the faster.)
  [[nodiscard]] bool is_chain_of_loops(function const& f) const {
    return size_of(f) > compile_budget::chain_of_loops &&
           loops_of(f) > compile_budget::loops_of_chain && !facts_of(f.name).warp;
  }
  /// True if a device function is a call, not inlined: a thousand statements at each place that
  /// calls it are minutes of the compiler's time, and the call is none of the program's.
  [[nodiscard]] bool is_large(function const& f) const;
  /// True if a device function is a call for the sake of a kernel template with a good many
  /// instances: these call the same instance of it, and otherwise each would hold its copies.
  [[nodiscard]] bool is_shared(function const& f) const;

  /// True if a failed assertion may end threads of a function, its own or one of what it calls.
  /// (Whoever calls an operator does not mention its name.)
  [[nodiscard]] bool may_end_threads(function const& f) const;

  /// The lane forms of an operator as an argument: empty where the program has no such operator.
  [[nodiscard]] std::string operator_form(operation op) const;

  /// True if an operator of the program is a template that takes anything, so that C++ would find
  /// it for lanes: `template <class A, class B> auto operator+(A, B)`.
  [[nodiscard]] bool is_operator_of_anything(operation op) const;

  /// True if the program's operators of that kind are members, so that numbers on the left have
  /// none.
  [[nodiscard]] bool is_operator_of_classes(operation op) const;

  /// Returns what brings a function's lane forms where `using space::name;` brings the function, if
  /// it has any; `named`, if asked for: all of its definitions, which stand in that namespace.
  [[nodiscard]] std::string lane_using(std::string_view text,
                                       entries const** named = nullptr) const;

  /// True if structures have operators [], of their object and their subscript alone.
  [[nodiscard]] bool has_own_subscript() const;

  /// True for a function of that name in the outermost namespace of `scope` (`cub::`): one of a
  /// library whose text is read as the program's.
  [[nodiscard]] bool is_read_in(std::string_view scope, std::string_view name) const;

  /// True if a call of that name goes to lane forms: all functions of the name have one.
  [[nodiscard]] bool is_lane(std::string_view name) const { return have_forms(name, false); }
  /// The same of a call of a class's member of that name.
  [[nodiscard]] bool is_lane_method(std::string_view name) const { return have_forms(name, true); }

  /// Holds template parameters of functions, by their names.
  using parameters_of = std::unordered_map<function const*, std::vector<std::string>>;
  /// Returns the parameters that the functions call or give on to functions that do: `find_all()`,
  /// asked again where functions have come or gone.
  [[nodiscard]] parameters_of const& called_parameters(auto&& find_all) const {
    if (!called_parameters_) called_parameters_ = find_all();
    return *called_parameters_;
  }
  void for_each_function(auto&& visit) const {
    for (auto const& [name, all] : functions_)
      for (entry const& e : all) visit(*e.of);
  }

  /// True if a function's text has `name(...)`.
  [[nodiscard]] static bool calls(function const& f, std::string_view name);

 private:
  /// True if all that is defined under a name, as members of classes or not, has lane forms.
  [[nodiscard]] bool have_forms(std::string_view name, bool of_members) const;
  [[nodiscard]] static bool calls_value_parameter(function const& f);
  /// Returns what some tokens of a function do themselves.
  [[nodiscard]] facts direct_facts(function const& f, range tokens) const;

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

  /// Holds what a function is with all that it calls in place of the calls.
  struct extent {
    std::size_t tokens = 0;
    std::size_t loops = 0;
    std::size_t accesses = 0;
  };
  [[nodiscard]] extent const& extent_of(function const& f, int depth) const;

  void reach(std::string_view name, facts& all, std::unordered_set<std::string_view>& seen) const;

  [[nodiscard]] std::string waiting(std::string_view name,
                                    std::unordered_set<std::string_view>& seen) const;

  template <class T>
  using by_name = std::unordered_map<std::string, T, text_hash, std::equal_to<>>;

  std::vector<std::shared_ptr<file_syntax const>> files_;
  by_name<entries> functions_;
  name_set leave_parted_;
  shared_uses shared_;
  by_name<facts> direct_;
  by_name<name_set> calls_;
  name_set globals_;
  name_set const* volatiles_ = nullptr;
  mutable by_name<facts> reached_;
  name_set operators_;
  mutable name_set cooperating_classes_;
  mutable name_set asking_classes_;
  mutable bool knows_classes_ = false;
  mutable std::unordered_map<function const*, extent> extents_;
  mutable std::optional<parameters_of> called_parameters_;
  std::unordered_map<function const*, std::unordered_set<statement const*>> waiting_loops_;
};

}  // namespace simt::cu::lane
