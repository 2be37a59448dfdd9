// SPDX-License-Identifier: MIT
#pragma once

#include "../qualifiers.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// What the names of a program stand for, as far as its files say so.
namespace simt::cu::semantics {

/// What `object.name` is.
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
  object_type of;  // data, shared
};

/// A class, or one specialisation of a class template, as its definition has it.
struct class_description {
  std::string name;
  std::vector<std::string> parameters;  // of its template: no name of a class is one of these
  std::vector<std::string> bases;       // names, as in object_type; empty ones: not known
  std::vector<class_member> members;
  bool has_others = false;  // macros in it may have added any
};

/// The classes of a translation unit, by name. Several of one name, such as a template's
/// specialisations, count as one whose members are what all of them say.
class class_table {
 public:
  void add(class_description d) { classes_[d.name].push_back(std::move(d)); }
  /// `using name = target;`
  void add_alias(std::string_view name, std::string_view target) {
    auto& all = aliases_[std::string(name)];
    if (std::find(all.begin(), all.end(), target) == all.end()) all.emplace_back(target);
  }

  [[nodiscard]] bool knows(std::string_view name) const { return find(name) != nullptr; }

  /// What `name` is in objects of a class. Found in the class itself or in its bases; unknown where
  /// some of these are.
  [[nodiscard]] class_member member(std::string_view of, std::string_view name) const {
    if (auto const simple = vector_member(of, name); simple.kind != member_kind::unknown)
      return simple;
    class_member out;
    return look(of, name, out, 0) == found::yes ? out : class_member{};
  }

 private:
  enum class found : std::uint8_t { no, yes, unknown };
  using descriptions = std::vector<class_description>;

  /// `x` of float4, uint3, dim3 and their like.
  [[nodiscard]] static class_member vector_member(std::string_view of, std::string_view name) {
    if (name.size() != 1 || std::string_view{"xyzw"}.find(name) == std::string_view::npos)
      return {};
    bool is_vector = of == "dim3" || of == "half2" || of == "__half2" || of == "cuComplex" ||
                     of == "cuFloatComplex" || of == "cuDoubleComplex";
    if (!of.empty() && of.back() >= '1' && of.back() <= '4')
      for (std::string_view const root : {"char", "uchar", "short", "ushort", "int", "uint", "long",
                                          "ulong", "longlong", "ulonglong", "float", "double"})
        is_vector = is_vector || of.substr(0, of.size() - 1) == root;
    if (!is_vector) return {};
    return {std::string(name), member_kind::data, {}};
  }

  [[nodiscard]] descriptions const* find(std::string_view name, int depth = 0) const {
    auto const known = classes_.find(name);
    auto const alias = aliases_.find(name);
    if (known != classes_.end()) return alias == aliases_.end() ? &known->second : nullptr;
    if (alias == aliases_.end() || alias->second.size() != 1 || depth > 8) return nullptr;
    return find(alias->second.front(), depth + 1);
  }

  [[nodiscard]] found look(std::string_view of, std::string_view name, class_member& out,
                           int depth) const {
    auto const* const all = find(of);
    if (all == nullptr || depth > 8) return found::unknown;
    found result = found::no;
    for (class_description const& d : *all) {
      class_member here;
      switch (look(d, name, here, depth)) {
        case found::unknown:
          return found::unknown;
        case found::no:
          break;
        case found::yes:
          if (result == found::yes && here.kind != out.kind) return found::unknown;
          if (result == found::yes && here.of != out.of) here.of = {};
          out = std::move(here);
          result = found::yes;
      }
    }
    return result;
  }
  [[nodiscard]] found look(class_description const& d, std::string_view name, class_member& out,
                           int depth) const {
    found result = found::no;
    for (class_member const& m : d.members) {
      if (m.name != name) continue;
      if (m.kind == member_kind::unknown) return found::unknown;
      if (result == found::yes && out.kind != m.kind) return found::unknown;
      out = m;
      result = found::yes;
    }
    if (result == found::yes) {
      // A template's parameter is no class of that name.
      if (std::find(d.parameters.begin(), d.parameters.end(), out.of.name) != d.parameters.end())
        out.of = {};
      return result;
    }
    if (d.has_others) return found::unknown;
    for (std::string const& base : d.bases) {
      bool const is_known = !base.empty() && std::find(d.parameters.begin(), d.parameters.end(),
                                                       base) == d.parameters.end();
      class_member inherited;
      found const there = is_known ? look(base, name, inherited, depth + 1) : found::unknown;
      if (there == found::unknown || (there == found::yes && result == found::yes))
        return found::unknown;
      if (there == found::no) continue;
      out = std::move(inherited);
      result = found::yes;
    }
    return result;
  }

  template <class T>
  using by_name = std::unordered_map<std::string, T, text_hash, std::equal_to<>>;

  by_name<descriptions> classes_;
  by_name<std::vector<std::string>> aliases_;
};

}  // namespace simt::cu::semantics
