// SPDX-License-Identifier: MIT
#include "class_members.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu::semantics {

void class_table::add_alias(std::string_view name, std::string_view target) {
  auto& all = aliases_[std::string(name)];
  if (std::find(all.begin(), all.end(), target) == all.end()) all.emplace_back(target);
}

void class_table::add_spelling(std::string_view name, std::string_view type) {
  auto const [at, is_new] = spellings_.try_emplace(std::string(name), type);
  if (!is_new && at->second != type) at->second.clear();
}

std::string_view class_table::arithmetic_of(std::string_view name) const {
  for (int depth = 0; depth < 8; ++depth) {
    auto const at = spellings_.find(name);
    if (at == spellings_.end() || classes_.contains(name)) return {};
    if (is_arithmetic(at->second)) return at->second;
    name = at->second;
  }
  return {};
}

class_member class_table::member(std::string_view of, std::string_view name) const {
  if (auto const simple = vector_member(of, name); simple.kind != member_kind::unknown)
    return simple;
  class_member out;
  return look(of, name, out, 0) == found::yes ? out : class_member{};
}

bool class_table::has_none(std::string_view of, std::string_view name) const {
  class_member out;
  return look(of, name, out, 0) == found::no;
}

bool class_table::is_derived(class_description const& d, std::string_view base, int depth) const {
  return depth < 8 && std::any_of(d.bases.begin(), d.bases.end(), [&](std::string const& b) {
           if (b == base) return true;
           auto const* const all = find(b);
           return all != nullptr &&
                  std::any_of(all->begin(), all->end(), [&](class_description const& x) {
                    return is_derived(x, base, depth + 1);
                  });
         });
}

bool class_table::is_hidden_in_derived(std::string_view base) const {
  auto const* const all = find(base);
  if (all == nullptr) return false;
  return any([&](class_description const& d) {
    if (!is_derived(d, base, 0)) return false;
    if (d.has_others) return true;
    for (class_description const& b : *all)
      for (class_member const& m : b.members)
        if (std::any_of(d.members.begin(), d.members.end(),
                        [&](class_member const& x) { return x.name == m.name; }))
          return true;
    return false;
  });
}

class_member class_table::vector_member(std::string_view of, std::string_view name) {
  if (name.size() != 1 || std::string_view{"xyzw"}.find(name) == std::string_view::npos) return {};
  bool is_vector = of == "dim3" || of == "half2" || of == "__half2" || of == "cuComplex" ||
                   of == "cuFloatComplex" || of == "cuDoubleComplex";
  if (!of.empty() && of.back() >= '1' && of.back() <= '4')
    for (std::string_view const root : {"char", "uchar", "short", "ushort", "int", "uint", "long",
                                        "ulong", "longlong", "ulonglong", "float", "double"})
      is_vector = is_vector || of.substr(0, of.size() - 1) == root;
  if (!is_vector) return {};
  return {std::string(name), member_kind::data, {}};
}

class_table::descriptions const* class_table::find(std::string_view name, int depth) const {
  for (std::string_view const key : {"struct ", "class ", "union "})
    if (name.starts_with(key)) name.remove_prefix(key.size());
  auto const known = classes_.find(name);
  auto const alias = aliases_.find(name);
  if (known != classes_.end()) return alias == aliases_.end() ? &known->second : nullptr;
  if (alias == aliases_.end() || alias->second.size() != 1 || depth > 8) return nullptr;
  return find(alias->second.front(), depth + 1);
}

class_table::found class_table::look(std::string_view of, std::string_view name, class_member& out,
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
        here.is_undefined |= out.is_undefined;
        out = std::move(here);
        result = found::yes;
    }
  }
  return result;
}

class_table::found class_table::look(class_description const& d, std::string_view name,
                                     class_member& out, int depth) const {
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
    if (d.is_parameter(out.of.name)) out.of = {};
    return result;
  }
  if (d.has_others) return found::unknown;
  for (std::string const& base : d.bases) {
    bool const is_known = !base.empty() && !d.is_parameter(base);
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

bool class_table::is_number(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {
      "int",     "unsigned", "float",    "double",   "bool",     "char",     "short",
      "long",    "signed",   "size_t",   "uint",     "int8_t",   "int16_t",  "int32_t",
      "int64_t", "uint8_t",  "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool class_table::is_arithmetic(std::string_view type) noexcept {
  if (type.starts_with("std::")) type.remove_prefix(5);
  while (!type.empty()) {
    auto const end = std::min(type.find(' '), type.size());
    if (!is_number(type.substr(0, end))) return false;
    type.remove_prefix(std::min(end + 1, type.size()));
  }
  return true;
}

bool class_table::numbers_only(std::string_view of, int depth) const {
  if (vector_member(of, "x").kind == member_kind::data) return true;
  auto const* const all = find(of);
  if (all == nullptr || depth > 8) return false;
  return std::all_of(all->begin(), all->end(), [&](class_description const& d) {
    auto const is_plain = [&](std::string const& name) {
      return !d.is_parameter(name) && numbers_only(name, depth + 1);
    };
    return !d.has_others && std::all_of(d.bases.begin(), d.bases.end(), is_plain) &&
           std::all_of(d.members.begin(), d.members.end(), [&](class_member const& m) {
             if (m.kind == member_kind::unknown || m.kind == member_kind::reference) return false;
             if (m.kind != member_kind::data) return true;
             return m.of.depth == m.extents && (is_number(m.of.name) || is_plain(m.of.name));
           });
  });
}

}  // namespace simt::cu::semantics
