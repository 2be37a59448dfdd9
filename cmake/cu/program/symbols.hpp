// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/qualifiers.hpp"
#include "class_members.hpp"
#include "syntax.hpp"
#include "type_names.hpp"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// Answers a question as far as it is known while a file is read.
enum class certainty : std::uint8_t { no, maybe, yes };

/// A branch of an #if that a definition or a use stands in.
struct branch {
  std::uint32_t group = 0;  // the #if
  std::uint32_t number = 0;
  certainty taken = certainty::maybe;
};

/// Tells if a compiler reads what stands in such branches.
[[nodiscard]] certainty taken(std::vector<branch> const& where) noexcept;

/// An #if that has not ended yet.
struct open_group {
  bool is_guard = false;
  bool was_taken = false;  // a branch so far, for certain
  bool was_maybe = false;
  std::vector<std::string> undefined;  // names taken as not defined
};

/// The #ifs around an #include, with the branch of each that it stands in.
struct surroundings {
  std::vector<open_group> groups;
  std::vector<branch> where;
};

enum class macro_use : std::uint8_t {
  stays,   // a constant: a literal, or something in parentheses
  type,    // stays, too: names a type
  expands  // everything else
};

/// A #define.
struct macro_text {
  bool takes_arguments = false;
  bool is_variadic = false;
  bool is_removed = false;  // an #undef
  macro_use use = macro_use::expands;
  std::vector<std::string_view> parameters;
  lexeme_list body;  // without an end
  qualifiers marks;  // CUDA's qualifiers in it
  std::vector<branch> where;
  std::vector<std::string> undefined;  // names taken as not defined on the way here

  [[nodiscard]] bool same_as(macro_text const& other) const noexcept;
};

/// Holds what the files of one translation unit, read so far, say about names: macros, types,
/// values. Holds the texts that lexemes point into, if their files were given to keep().
class symbols {
 public:
  /// Texts that lexemes point into.
  [[nodiscard]] std::string_view keep(std::string text) {
    return texts_.emplace_back(std::move(text));
  }

  void add_type(std::string_view name) {
    if (!name.empty()) types_.emplace(name);
  }
  void add_value(std::string_view name) {
    if (!name.empty()) values_.emplace(name);
  }
  /// A data member of some class.
  void add_member(std::string_view name) {
    if (!name.empty()) members_.emplace(name);
  }
  [[nodiscard]] bool is_member(std::string_view name) const noexcept {
    return members_.contains(name);
  }
  /// One that is an array.
  void add_member_array(std::string_view name) {
    if (!name.empty()) member_arrays_.emplace(name);
  }
  [[nodiscard]] bool is_member_array(std::string_view name) const noexcept {
    return member_arrays_.contains(name);
  }
  /// A variable outside of functions that stays what it is initialised with; empty: not known.
  void add_constant(std::string_view name, std::string const& value);
  /// Its value; empty where there is none, or where several have the name.
  [[nodiscard]] std::string_view constant(std::string_view name) const noexcept;
  /// Returns what the program's classes consist of.
  [[nodiscard]] semantics::class_table& classes() noexcept { return classes_; }
  [[nodiscard]] semantics::class_table const& classes() const noexcept { return classes_; }
  void add_function(std::string_view name) {
    if (!name.empty()) functions_.emplace(name);
  }
  [[nodiscard]] bool is_type(std::string_view name) const noexcept {
    return types_.contains(name) || is_header_type(name);
  }
  /// Variables and enumerators.
  [[nodiscard]] bool is_value(std::string_view name) const noexcept {
    return values_.contains(name);
  }
  [[nodiscard]] bool is_function(std::string_view name) const noexcept {
    return functions_.contains(name);
  }
  /// True if the files name a function, macro, type, value or member so.
  [[nodiscard]] bool is_named(std::string_view name) const noexcept;

  void define(std::string_view name, macro_text text);

  /// A number for an #if, its own among those of all files.
  [[nodiscard]] std::uint32_t next_group() noexcept { return ++last_group_; }
  /// Where the #include of the file stands that is read next.
  [[nodiscard]] surroundings& around() noexcept { return around_; }

  /// All definitions of a name, the latest last; null if there was none.
  [[nodiscard]] std::vector<macro_text> const* macros(std::string_view name) const noexcept;

  struct found_macro {
    macro_text const* text = nullptr;  // null: none, or not known which
    bool is_ambiguous = false;
    bool is_certain = false;  // no other definition may hold there
  };

  /// The definition that holds at a place.
  [[nodiscard]] found_macro find_macro(std::string_view name,
                                       std::vector<branch> const& here) const noexcept;

 private:
  /// True if either may stand for the other: two constants or two types do, as both stay names.
  [[nodiscard]] static bool agree(macro_text const& a, macro_text const& b) noexcept;

  /// True if a definition holds at a place, as far as the #ifs around both tell.
  [[nodiscard]] static certainty holds(macro_text const& m,
                                       std::vector<branch> const& here) noexcept;

  std::uint32_t last_group_ = 0;
  surroundings around_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string, std::string, text_hash, std::equal_to<>> constants_;
  name_set types_, values_, functions_, members_, member_arrays_;
  semantics::class_table classes_;
  std::unordered_map<std::string, std::vector<macro_text>, text_hash, std::equal_to<>> macros_;
};

}  // namespace simt::cu::lane
