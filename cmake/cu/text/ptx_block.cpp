// SPDX-License-Identifier: MIT
#include "ptx_block.hpp"

#include "ptx_instructions.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

namespace {

/// Kinds of registers: a predicate, or a number of 32 or 64 bits.
enum class width : unsigned char { predicate, word, wide };

std::string_view type_of(width w) noexcept {
  return w == width::predicate ? "bool" : w == width::word ? "unsigned" : "unsigned long long";
}

/// The instructions of an asm string, without comments and braces.
std::vector<std::string> instructions_of(std::string_view body) {
  std::vector<std::string> out(1);
  for (std::size_t i = 0; i < body.size(); ++i) {
    char c = body[i];
    bool const is_escape = c == '\\' && i + 1 < body.size();
    if (c == '/' && i + 1 < body.size() && body[i + 1] == '/') {
      while (i < body.size() && body.substr(i, 2) != "\\n") ++i;
      ++i;
      continue;
    }
    if (is_escape) {
      c = ' ';  // \n, \t
      ++i;
    }
    if (c == '%' && i + 1 < body.size() && body[i + 1] == '%') ++i;
    if (c == ';' ||
        ((c == '{' || c == '}') && out.back().find_first_not_of(' ') == std::string::npos))
      out.emplace_back();
    else
      out.back() += c;
  }
  for (std::string& s : out) {
    s.erase(0, std::min(s.find_first_not_of(' '), s.size()));
    while (s.ends_with(' ')) s.pop_back();
  }
  std::erase_if(out, [](std::string const& s) { return s.empty(); });
  return out;
}

std::vector<std::string> words_of(std::string_view list) {
  std::string squeezed;
  for (char c : list)
    if (c != ' ') squeezed += c;
  return ptx_words(squeezed);
}

/// The name with which a register stands in C++.
std::string variable(std::string_view name) { return "simt_ptx_" + std::string(name); }

/// Translates one block, instruction by instruction.
class block {
 public:
  explicit block(std::vector<bound_operand> const& operands) : operands_{operands} {}

  std::optional<std::string> run(std::string_view body) {
    if (!begin()) return std::nullopt;
    auto const all = instructions_of(body);
    if (all.empty()) return std::nullopt;  // a compiler's barrier
    for (std::string const& i : all)
      if (!instruction(i)) return std::nullopt;
    for (std::size_t n = 0; n < operands_.size(); ++n)
      if (operands_[n].constraint.find_first_of("=+") == 0)
        text_ += operands_[n].text + " = " + variable(std::to_string(n)) + "; ";
    std::string const carry = std::string("unsigned simt_carry = ") +
                              (reads_kept_carry_ ? "simt_kept_carry()" : "0") + "; ";
    return "{ " + (writes_carry_ || reads_kept_carry_ ? carry : "") + declared_ + text_ +
           (writes_carry_ ? "simt_keep_carry(simt_carry); }" : "}");
  }

 private:
  bool begin() {
    for (std::size_t n = 0; n < operands_.size(); ++n) {
      std::string_view constraint = operands_[n].constraint;
      char const mode = constraint[0];
      if (mode == '=' || mode == '+') constraint.remove_prefix(1);
      if (constraint.starts_with('&')) constraint.remove_prefix(1);
      if (constraint != "r" && constraint != "l") return false;
      if (mode == '+' && !operands_[n].is_plain) return false;
      declare(std::to_string(n), constraint == "r" ? width::word : width::wide,
              mode == '=' ? "" : operands_[n].text);
    }
    return true;
  }

  void declare(std::string const& name, width w, std::string const& value) {
    registers_[name] = w;
    std::string const type{type_of(w)};
    declared_ += type + ' ' + variable(name) + " = " +
                 (value.empty() ? "0" : '(' + type + ")(" + value + ')') + "; ";
  }

  /// `.reg .u64 t<7>, q;`
  bool registers(std::string_view rest) {
    auto const space = std::min(rest.find(' '), rest.size());
    std::string_view const type = rest.substr(0, space);
    width w = width::word;
    if (type == ".pred")
      w = width::predicate;
    else if (type == ".u64" || type == ".b64" || type == ".s64")
      w = width::wide;
    else if (type != ".u32" && type != ".b32" && type != ".s32")
      return false;
    for (std::string name : words_of(rest.substr(space))) {
      int count = 0;
      if (auto const angle = name.find('<'); angle != name.npos) {
        if (!name.ends_with('>')) return false;
        for (char c : name.substr(angle + 1, name.size() - angle - 2)) {
          if (std::isdigit(static_cast<unsigned char>(c)) == 0 || count > 999) return false;
          count = count * 10 + (c - '0');
        }
        name.resize(angle);
      }
      if (!is_name(name) || registers_.contains(name)) return false;
      if (count == 0) declare(name, w, "");
      for (int i = 0; i < count; ++i) declare(name + std::to_string(i), w, "");
    }
    return true;
  }

  static bool is_name(std::string_view s) noexcept {
    return !s.empty() && std::isdigit(static_cast<unsigned char>(s[0])) == 0 &&
           std::all_of(s.begin(), s.end(), [](char c) {
             return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
           });
  }

  bool instruction(std::string_view text) {
    if (text.starts_with(".reg ") || text.starts_with(".reg.")) {
      text.remove_prefix(4);
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      return registers(text);
    }
    std::string guard;
    is_guarded_ = text.starts_with('@');
    if (is_guarded_) {
      bool const is_negated = text.starts_with("@!");
      text.remove_prefix(is_negated ? 2 : 1);
      auto const space = std::min(text.find(' '), text.size());
      auto const p = read(text.substr(0, space), width::predicate);
      if (!p) return false;
      guard = "if (" + std::string(is_negated ? "!" : "") + *p + ") { ";
      text.remove_prefix(space);
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    auto const space = std::min(text.find(' '), text.size());
    auto const done = one(std::string(text.substr(0, space)), words_of(text.substr(space)));
    if (!done) return false;
    text_ += guard + *done + (guard.empty() ? " " : " } ");
    return true;
  }

  /// A register or a number as one of this width.
  std::optional<std::string> read(std::string_view word, width w) const {
    if (word.starts_with('%'))
      word.remove_prefix(1);
    else if (is_ptx_number(word) && w != width::predicate) {
      while (word.ends_with('U')) word.remove_suffix(1);
      return '(' + std::string(type_of(w)) + ")(" + std::string(word) +
             (word.starts_with('-') ? ")" : "ull)");
    }
    auto const found = registers_.find(std::string(word));
    if (found == registers_.end() || found->second != w) return std::nullopt;
    return variable(word);
  }

  /// A register that is written.
  std::optional<std::string> target(std::string_view word, width w) const {
    if (word.starts_with('%') || is_name(word)) return read(word, w);
    return std::nullopt;
  }

  std::optional<std::string> one(std::string name, std::vector<std::string> const& words) {
    if (auto out = with_carry(name, words)) return out;
    if (name == "mov.b64" && words.size() == 3) return parts_of_wide(words);
    if (name.starts_with("setp.")) return comparison(name, words);
    if (name.starts_with("selp.")) return selection(name, words);
    auto const known = find_ptx(name, words);
    if (!known || known->operands.size() != words.size()) return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < known->text.size(); ++i) {
      if (known->text[i] != '$') {
        out += known->text[i];
        continue;
      }
      auto const at = static_cast<std::size_t>(known->text[++i] - '0');
      auto const given = component(words[at], known->operands[at]);
      if (!given) return std::nullopt;
      auto const type = known->operands[at][known->operands[at].starts_with('{') ? 1 : 0];
      if (type == 'a' || type == 's') {
        auto const word = place(*given, type == 'a' ? width::wide : width::word);
        if (!word) return std::nullopt;
        out += *word;
        continue;
      }
      bool const is_written = type >= 'A' && type <= 'Z';
      auto const lower = static_cast<char>(is_written ? type - 'A' + 'a' : type);
      bool const is_wide = lower == 'w' || lower == 'l', is_predicate = lower == 'p';
      if (!is_wide && !is_predicate && lower != 'u' && lower != 'i') return std::nullopt;
      width const w = is_wide ? width::wide : is_predicate ? width::predicate : width::word;
      auto const word = is_written ? target(*given, w) : read(*given, w);
      if (!word) return std::nullopt;
      out += is_written     ? *word
             : lower == 'i' ? "(int)(" + *word + ')'
             : lower == 'l' ? "(long long)(" + *word + ')'
                            : *word;
    }
    return out + ';';
  }

  /// The register of `{%0`, `%1` or `%2}`, a vector's first, further or last, if the instruction
  /// has one there: its operand is written with the same brace.
  static std::optional<std::string_view> component(std::string_view word,
                                                   std::string_view operand) {
    bool const opens = operand.starts_with('{'), closes = operand.ends_with('}');
    if (word.starts_with('{') != opens || word.ends_with('}') != closes) return std::nullopt;
    if (opens) word.remove_prefix(1);
    if (closes) word.remove_suffix(1);
    return word;
  }

  /// An address, as a number.
  std::optional<std::string> place(std::string_view word, width w) const {
    auto const address = read_ptx_address(word);
    if (!address) return std::nullopt;
    auto const out = read(address->base, w);
    if (!out || address->bytes.empty()) return out;
    return '(' + *out + " + " + std::string(address->bytes) + ')';
  }

  /// `mov.b64 {low, high}, a;`, `mov.b64 d, {low, high};`
  std::optional<std::string> parts_of_wide(std::vector<std::string> const& words) const {
    bool const is_written = words[0].starts_with('{') && words[1].ends_with('}');
    if (!is_written && (!words[1].starts_with('{') || !words[2].ends_with('}')))
      return std::nullopt;
    std::string_view low = words[is_written ? 0 : 1], high = words[is_written ? 1 : 2];
    low.remove_prefix(1);
    high.remove_suffix(1);
    auto const l = is_written ? target(low, width::word) : read(low, width::word);
    auto const h = is_written ? target(high, width::word) : read(high, width::word);
    auto const w = is_written ? read(words[2], width::wide) : target(words[0], width::wide);
    if (!l || !h || !w) return std::nullopt;
    if (!is_written) return *w + " = (unsigned long long)(" + *h + ") << 32 | " + *l + ';';
    return *l + " = (unsigned)(" + *w + "); " + *h + " = (unsigned)(" + *w + " >> 32);";
  }

  /// `madc.hi.cc.u32` and its kind: what reads or writes the carry flag.
  std::optional<std::string> with_carry(std::string_view name,
                                        std::vector<std::string> const& words) {
    auto const parts = split(name);
    bool const reads = parts[0] == "addc" || parts[0] == "subc" || parts[0] == "madc";
    bool const writes = std::find(parts.begin(), parts.end(), "cc") != parts.end();
    std::string const kind = parts[0].substr(0, 3);
    bool const is_product = kind == "mad";
    if ((!reads && !writes) || (kind != "add" && kind != "sub" && !is_product)) return std::nullopt;
    if (words.size() != (is_product ? 4u : 3u)) return std::nullopt;
    width w = width::word;
    bool is_high = false, is_low = false;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (parts[i] == "hi")
        is_high = true;
      else if (parts[i] == "lo")
        is_low = true;
      else if (parts[i] == "u64" || (parts[i] == "s64" && !is_product))
        w = width::wide;
      else if (parts[i] != "u32" && parts[i] != "cc" && (parts[i] != "s32" || is_product))
        return std::nullopt;
    }
    if (is_product != (is_high || is_low)) return std::nullopt;
    auto const to = target(words[0], w), a = read(words[1], w), b = read(words[2], w);
    if (!to || !a || !b) return std::nullopt;
    std::string left = *a, right = *b;
    if (is_product) {
      auto const c = read(words[3], w);
      if (!c) return std::nullopt;
      left = is_low ? left + " * " + right
                    : (w == width::wide ? "__umul64hi(" : "__umulhi(") + left + ", " + right + ')';
      right = *c;
    }
    // An earlier statement has written the carry that this one has not, or perhaps not.
    if (!writes_carry_ && (reads || is_guarded_)) reads_kept_carry_ = true;
    if (writes) writes_carry_ = true;
    std::string const type{type_of(w)};
    bool const is_difference = kind == "sub";
    std::string const op = is_difference ? " - " : " + ";
    std::string out = "{ " + type + " const simt_left = " + left + ", simt_right = " + right +
                      ", simt_sum = simt_left" + op + "simt_right";
    if (reads) out += ", simt_total = simt_sum" + op + "simt_carry";
    out += "; ";
    if (writes) {
      out += std::string("simt_carry = ") +
             (is_difference ? "simt_left < simt_right" : "simt_sum < simt_left");
      if (reads) out += is_difference ? " || simt_sum < simt_carry" : " || simt_total < simt_sum";
      out += " ? 1u : 0u; ";
    }
    return out + *to + " = " + (reads ? "simt_total" : "simt_sum") + "; }";
  }

  static std::vector<std::string> split(std::string_view name) {
    std::vector<std::string> out(1);
    for (char c : name) {
      if (c == '.')
        out.emplace_back();
      else
        out.back() += c;
    }
    return out;
  }

  /// `setp.lt.u32 p, a, b;`
  std::optional<std::string> comparison(std::string_view name,
                                        std::vector<std::string> const& words) const {
    auto const parts = split(name);
    if (parts.size() != 3 || words.size() != 3) return std::nullopt;
    static std::map<std::string_view, std::string_view> const operators{
        {"eq", " == "}, {"ne", " != "}, {"lt", " < "},  {"le", " <= "}, {"gt", " > "},
        {"ge", " >= "}, {"lo", " < "},  {"ls", " <= "}, {"hi", " > "},  {"hs", " >= "}};
    auto const op = operators.find(parts[1]);
    auto const w = width_of(parts[2]);
    if (op == operators.end() || !w) return std::nullopt;
    auto const to = target(words[0], width::predicate), a = read(words[1], *w),
               b = read(words[2], *w);
    if (!to || !a || !b) return std::nullopt;
    std::string const as = parts[2][0] != 's' ? "" : *w == width::wide ? "(long long)" : "(int)";
    return *to + " = " + as + *a + std::string(op->second) + as + *b + ';';
  }

  static std::optional<width> width_of(std::string_view type) noexcept {
    if (type == "u32" || type == "s32" || type == "b32") return width::word;
    if (type == "u64" || type == "s64" || type == "b64") return width::wide;
    return std::nullopt;
  }

  /// `selp.u32 d, a, b, p;`
  std::optional<std::string> selection(std::string_view name,
                                       std::vector<std::string> const& words) const {
    auto const w = width_of(name.substr(5));
    if (!w || words.size() != 4) return std::nullopt;
    auto const to = target(words[0], *w), a = read(words[1], *w), b = read(words[2], *w),
               p = read(words[3], width::predicate);
    if (!to || !a || !b || !p) return std::nullopt;
    return *to + " = " + *p + " ? " + *a + " : " + *b + ';';
  }

  std::vector<bound_operand> const& operands_;
  std::map<std::string, width> registers_;
  std::string declared_, text_;
  bool is_guarded_ = false, writes_carry_ = false, reads_kept_carry_ = false;
};

}  // namespace

std::optional<std::string> ptx_block(std::string_view body,
                                     std::vector<bound_operand> const& operands) {
  return block{operands}.run(body);
}

}  // namespace simt::cu
