// SPDX-License-Identifier: MIT
#pragma once

#include "../text/qualifiers.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Meaning of a program's names, as far as its files say so.
namespace simt::cu::semantics {

/// Kind of `object.name`.
enum class member_kind : std::uint8_t {
  unknown,    // nobody has seen it, or two classes of one name disagree
  data,       // lies in the object
  reference,  // lies elsewhere; which place, each object knows
  shared,     // static: one for all objects
  constant,   // an enumerator, or a static constexpr number
  function,   // of an object
  of_class,   // a static function
  type
};

/// The type of a member or a variable, as far as members are looked up by it.
struct object_type {
  std::string name;  // of its class, without scopes and template arguments; empty: not known
  int depth = 0;     // how many `*` and `[]` there are around it

  bool operator==(object_type const&) const = default;
};

struct class_member {
  std::string name;
  member_kind kind = member_kind::unknown;
  object_type of;   // data, shared
  int extents = 0;  // how many `[]` of `of.depth`
  // `static const int n = 4;`: a value, and perhaps no variable that has an address
  bool is_undefined = false;
};

/// A class, or one specialisation of a class template, as its definition has it.
struct class_description {
  std::string name;
  std::vector<std::string> parameters;  // of its template: no name of a class is one of these
  std::vector<std::string> bases;       // names, as in object_type; empty ones: not known
  std::vector<class_member> members;
  std::vector<std::string> initialised_by;  // names in what its data begins with
  bool has_others = false;                  // macros in it may have added any

  /// True if a name is one of its template's parameters.
  [[nodiscard]] bool is_parameter(std::string_view of) const {
    return std::find(parameters.begin(), parameters.end(), of) != parameters.end();
  }
};

/// The classes of a translation unit, by name. Several of one name, such as a template's
/// specialisations, count as one whose members are what all of them say.
class class_table {
 public:
  void add(class_description d) { classes_[d.name].push_back(std::move(d)); }
  /// `using name = target;`
  void add_alias(std::string_view name, std::string_view target);

  /// The type that a name stands for, as it is written: `unsigned char`.
  void add_spelling(std::string_view name, std::string_view type);
  /// That type where it is one of numbers and all declarations of the name agree; else empty.
  [[nodiscard]] std::string_view arithmetic_of(std::string_view name) const;

  [[nodiscard]] bool knows(std::string_view name) const { return find(name) != nullptr; }

  /// Looks `name` up in objects of a class: found in the class itself or in its bases; unknown
  /// where some of these are.
  [[nodiscard]] class_member member(std::string_view of, std::string_view name) const;
  /// True where no object of a class has such a member, and all its bases are known.
  [[nodiscard]] bool has_none(std::string_view of, std::string_view name) const;

  /// True where a class that is derived from one may have another member by a name of its: what a
  /// reference to the base class means by it is not what the object itself does.
  [[nodiscard]] bool is_hidden_in_derived(std::string_view base) const;

  /// All of a name, be it another one of theirs; null of a name that nobody has seen.
  [[nodiscard]] std::vector<class_description> const* descriptions_of(std::string_view name) const {
    return find(name);
  }

  /// True if a test holds for any class.
  [[nodiscard]] bool any(auto&& test) const {
    for (auto const& [name, all] : classes_)
      for (class_description const& d : all)
        if (test(d)) return true;
    return false;
  }

  /// True where objects of a class consist of numbers, and of objects of such classes: no pointer,
  /// no reference, nothing that nobody has seen.
  [[nodiscard]] bool has_numbers_only(std::string_view of) const { return numbers_only(of, 0); }

  /// True where a word is that of a number's type.
  [[nodiscard]] static bool is_number(std::string_view word) noexcept;
  /// The same of a type of several words. Not of `int_list`, which may hold a pointer, nor of what
  /// a program may have given another name.
  [[nodiscard]] static bool is_arithmetic(std::string_view type) noexcept;

 private:
  [[nodiscard]] bool is_derived(class_description const& d, std::string_view base, int depth) const;
  [[nodiscard]] bool numbers_only(std::string_view of, int depth) const;

  enum class found : std::uint8_t { no, yes, unknown };
  using descriptions = std::vector<class_description>;

  /// `x` of float4, uint3, dim3 and their like.
  [[nodiscard]] static class_member vector_member(std::string_view of, std::string_view name);

  [[nodiscard]] descriptions const* find(std::string_view name, int depth = 0) const;

  [[nodiscard]] found look(std::string_view of, std::string_view name, class_member& out,
                           int depth) const;
  [[nodiscard]] found look(class_description const& d, std::string_view name, class_member& out,
                           int depth) const;

  template <class T>
  using by_name = std::unordered_map<std::string, T, text_hash, std::equal_to<>>;

  by_name<descriptions> classes_;
  by_name<std::vector<std::string>> aliases_;
  by_name<std::string> spellings_;  // empty: several
};

}  // namespace simt::cu::semantics
