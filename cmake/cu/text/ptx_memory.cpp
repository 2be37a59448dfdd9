// SPDX-License-Identifier: MIT
#include "ptx_memory.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

namespace {

struct register_type {
  std::string_view suffix, type;
  char letter;
  std::string_view vector;  // CUDA's name of it, without the number of components
};

constexpr std::array register_types = {
    register_type{"u8", "unsigned char", 'u', "uchar"},
    register_type{"b8", "unsigned char", 'u', "uchar"},
    register_type{"s8", "signed char", 'i', "char"},
    register_type{"u16", "unsigned short", 'u', "ushort"},
    register_type{"b16", "unsigned short", 'u', "ushort"},
    register_type{"s16", "short", 'i', "short"},
    register_type{"u32", "unsigned", 'u', "uint"},
    register_type{"b32", "unsigned", 'u', "uint"},
    register_type{"s32", "int", 'i', "int"},
    register_type{"f32", "float", 'f', "float"},
    register_type{"u64", "unsigned long long", 'w', "ulonglong"},
    register_type{"b64", "unsigned long long", 'w', "ulonglong"},
    register_type{"s64", "long long", 'l', "longlong"},
    register_type{"f64", "double", 'd', "double"},
};

std::string_view fence_of(std::string_view scope) {
  return scope == "cta"   ? "__threadfence_block()"
         : scope == "sys" ? "__threadfence_system()"
                          : "__threadfence()";
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

register_type const* register_of(std::string_view suffix) {
  auto const found = std::find_if(register_types.begin(), register_types.end(),
                                  [&](register_type const& r) { return r.suffix == suffix; });
  return found == register_types.end() ? nullptr : &*found;
}

char capital(char letter) { return static_cast<char>(letter - 'a' + 'A'); }

/// Gives the pointer that an address operand is.
std::string address(bool is_shared, int operand) {
  std::string const word = "$" + std::to_string(operand);
  return is_shared ? "__cvta_shared_to_generic(" + word + ')' : '(' + word + ')';
}

/// A load or store of `count` numbers that lie side by side.
ptx_instruction vector_access(register_type const& r, bool is_load, bool is_shared, int count) {
  ptx_instruction out;
  std::string const type = std::string(r.vector) + std::to_string(count);
  if (!is_load) out.operands.emplace_back(is_shared ? "s" : "a");
  for (int i = 0; i < count; ++i)
    out.operands.push_back((i == 0 ? "{" : "") +
                           std::string(1, is_load ? capital(r.letter) : r.letter) +
                           (i + 1 == count ? "}" : ""));
  if (is_load) out.operands.emplace_back(is_shared ? "s" : "a");
  if (is_load) {
    out.is_statement = true;
    out.text = "{ const " + type + " simt_ptx_vector = *(const " + type + "*)" +
               address(is_shared, count) + ";";
    for (int i = 0; i < count; ++i)
      out.text += " $" + std::to_string(i) + " = simt_ptx_vector." + "xyzw"[i] + ';';
    out.text += " }";
  } else {
    out.text = "*(" + type + "*)" + address(is_shared, 0) + " = make_" + type + '(';
    for (int i = 0; i < count; ++i)
      out.text += (i == 0 ? "(" : ", (") + std::string(r.type) + ")$" + std::to_string(i + 1);
    out.text += ')';
  }
  return out;
}

/// Reads `ld.acquire.gpu.global.u32`, `st.shared.v4.f32` and their kind.
std::optional<ptx_instruction> access(std::string_view name) {
  bool const is_load = name.starts_with("ld.");
  auto const parts = ptx_parts(name.substr(3));
  bool is_volatile = false, is_ordered = false, is_shared = false;
  int count = 1;
  std::string_view scope;
  for (auto const& word : parts) {
    if (&word == &parts.back()) break;
    if (word == "volatile" || word == "relaxed")
      is_volatile = true;
    else if (word == (is_load ? "acquire" : "release"))
      is_volatile = is_ordered = true;
    else if (is_one_of(word, {"cta", "gpu", "sys"}))
      scope = word;
    else if (word == "v2" || word == "v4")
      count = word[1] - '0';
    else if (is_one_of(word, {"shared", "shared::cta"}))
      is_shared = true;
    else if (!is_one_of(
                 word, {"global", "nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1::no_allocate",
                        "L1::evict_last", "L1::evict_first", "L1::evict_normal",
                        "L1::evict_unchanged", "L2::64B", "L2::128B", "L2::256B"}))
      return std::nullopt;
  }
  register_type const* const r = register_of(parts.back());
  if (r == nullptr) return std::nullopt;
  if (count > 1) {
    bool const is_too_wide =
        count == 4 && (r->letter == 'w' || r->letter == 'l' || r->letter == 'd');
    if (is_volatile || is_too_wide) return std::nullopt;
    return vector_access(*r, is_load, is_shared, count);
  }
  std::string const type = std::string(is_volatile ? "volatile " : "") + std::string(r->type);
  std::string const fence{fence_of(scope)};
  std::string const place = is_shared ? "s" : "a";
  ptx_instruction out;
  if (is_load) {
    out.operands = {std::string(1, capital(r->letter)), place};
    out.text = "$0 = *(const " + type + "*)" + address(is_shared, 1);
    if (is_ordered) out.text = '(' + out.text + ", " + fence + ')';
  } else {
    out.operands = {place, std::string(1, r->letter)};
    out.text = "*(" + type + "*)" + address(is_shared, 0) + " = (" + std::string(r->type) + ")$1";
    if (is_ordered) out.text = '(' + fence + ", " + out.text + ')';
  }
  return out;
}

/// Reads `cp.async.cg.shared.global` and what waits for it. The bytes are copied at once, so that
/// nothing is left to wait for.
std::optional<ptx_instruction> asynchronous_copy(std::string_view name, std::size_t operands) {
  if (name == "cp.async.commit_group" || name == "cp.async.wait_all")
    return ptx_instruction{{}, "(void)0"};
  if (name == "cp.async.wait_group") return ptx_instruction{{"u"}, "(void)$0"};
  auto const parts = ptx_parts(name);
  if (parts.size() < 5 || !is_one_of(parts[2], {"ca", "cg"}) ||
      !is_one_of(parts[3], {"shared", "shared::cta"}) || parts[4] != "global")
    return std::nullopt;
  for (std::size_t i = 5; i < parts.size(); ++i)
    if (!is_one_of(parts[i], {"L2::64B", "L2::128B", "L2::256B"})) return std::nullopt;
  std::string const to = address(true, 0), copy = "memcpy(" + to + ", (const void*)($1), ";
  if (operands == 3) return ptx_instruction{{"s", "a", "u"}, copy + "$2)"};
  // The last operand says how many bytes there are; zeros follow.
  return ptx_instruction{{"s", "a", "u", "u"}, "(memset(" + to + ", 0, $2), " + copy + "$3))"};
}

struct atomic_line {
  std::string_view operation, types, function;
};

constexpr std::array atomic_lines = {
    atomic_line{"add", "u32 s32 u64 s64 f32 f64", "atomicAdd"},
    atomic_line{"min", "u32 s32 u64 s64", "atomicMin"},
    atomic_line{"max", "u32 s32 u64 s64", "atomicMax"},
    atomic_line{"and", "b32 b64", "atomicAnd"},
    atomic_line{"or", "b32 b64", "atomicOr"},
    atomic_line{"xor", "b32 b64", "atomicXor"},
    atomic_line{"exch", "b32 b64", "atomicExch"},
    atomic_line{"cas", "b32 b64", "atomicCAS"},
    atomic_line{"inc", "u32", "atomicInc"},
    atomic_line{"dec", "u32", "atomicDec"},
};

/// Reads `atom.acq_rel.gpu.global.add.u32` and its kind, and `red`, which has no result.
std::optional<ptx_instruction> atomic(std::string_view name) {
  bool const has_result = name.starts_with("atom.");
  auto const parts = ptx_parts(name.substr(has_result ? 5 : 4));
  atomic_line const* line = nullptr;
  bool is_ordered = false, is_shared = false;
  std::string_view scope;
  for (auto const& word : parts) {
    if (&word == &parts.back()) break;
    auto const found = std::find_if(atomic_lines.begin(), atomic_lines.end(),
                                    [&](atomic_line const& l) { return l.operation == word; });
    if (found != atomic_lines.end())
      line = &*found;
    else if (word == "acquire" || word == "release" || word == "acq_rel")
      is_ordered = true;
    else if (is_one_of(word, {"cta", "gpu", "sys"}))
      scope = word;
    else if (is_one_of(word, {"shared", "shared::cta"}))
      is_shared = true;
    else if (word != "global" && word != "relaxed")
      return std::nullopt;
  }
  register_type const* const type = register_of(parts.back());
  if (line == nullptr || type == nullptr || line->types.find(type->suffix) == line->types.npos)
    return std::nullopt;
  // (Sums of 64 bits have no sign in CUDA's function, and wrap alike.)
  bool const is_sum = type->suffix == "s64" && line->operation == "add";
  std::string const as{is_sum ? "unsigned long long" : type->type};
  std::string const letter(1, is_sum ? 'w' : type->letter);
  ptx_instruction out;
  if (has_result) out.operands.emplace_back(1, capital(type->letter));
  auto const operand = [&] { return "$" + std::to_string(out.operands.size() - 1); };
  out.operands.emplace_back(is_shared ? "s" : "a");
  out.text = std::string(line->function) + "((" + as + "*)" +
             address(is_shared, static_cast<int>(out.operands.size()) - 1);
  for (int i = line->operation == "cas" ? 2 : 1; i > 0; --i) {
    out.operands.push_back(letter);
    out.text += ", " + operand();
  }
  out.text += ')';
  if (has_result) out.text = "$0 = " + out.text;
  if (is_ordered) {
    std::string const fence{fence_of(scope)};
    out.text = '(' + fence + ", " + out.text + ", " + fence + ')';
  }
  return out;
}

}  // namespace

std::optional<ptx_instruction> find_ptx_memory(std::string_view name, std::size_t operands) {
  if (name.starts_with("ld.") || name.starts_with("st.")) return access(name);
  if (name.starts_with("atom.") || name.starts_with("red.")) return atomic(name);
  if (name.starts_with("cp.async.")) return asynchronous_copy(name, operands);
  return std::nullopt;
}

}  // namespace simt::cu
