// SPDX-License-Identifier: MIT
#include "condition.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

std::optional<std::int64_t> predefined(std::string_view name) noexcept {
  if (name == "__CUDACC__" || name == "__NVCC__") return 1;
  if (name == "__CUDACC_VER_MAJOR__") return 12;
  if (name == "__CUDACC_VER_MINOR__" || name == "__CUDACC_VER_BUILD__") return 0;
  if (name == "CUDART_VERSION" || name == "CUDA_VERSION") return 13000;
  if (name == "__cplusplus") return 202002;
  return std::nullopt;
}

condition_reader::number condition_reader::value(std::vector<std::string_view> const& texts,
                                                 int depth) {
  if (depth > 16) return std::nullopt;
  condition_reader inner{known_, here_, in_device_code_, undefined_};
  inner.texts_ = &texts;
  inner.depth_ = depth;
  number const out = inner.conditional();
  return inner.failed_ || inner.at_ != texts.size() ? std::nullopt : out;
}

condition_reader::number condition_reader::defined(std::string_view name) {
  if (name == "__CUDA_ARCH__") return in_device_code_ ? number{1} : std::nullopt;
  if (predefined(name)) return 1;
  auto const found = known_.find_macro(name, here_);
  if (found.text != nullptr) return 1;
  if (found.is_ambiguous || is_compilers(name)) return std::nullopt;
  if (is_elsewhere(name)) return 0;
  undefined_.emplace_back(name);
  return 0;
}

bool condition_reader::is_compilers(std::string_view name) noexcept {
  return name.starts_with("__GNUC") || name.starts_with("__clang") || name.starts_with("__linux") ||
         name.starts_with("__unix") || name == "linux" || name == "unix" ||
         name.starts_with("__x86_64") || name == "_OPENMP" || name.starts_with("__aarch64") ||
         name.starts_with("__STDC") || name == "NDEBUG" || name.starts_with("__has_") ||
         name.starts_with("__amd64") || name == "__LP64__";
}

bool condition_reader::is_elsewhere(std::string_view name) noexcept {
  return name == "__INTELLISENSE__" || name == "__RESHARPER__" || name == "__JETBRAINS_IDE__" ||
         name == "__CDT_PARSER__" || name == "_MSC_VER" || name == "_WIN32" || name == "_WIN64" ||
         name == "__APPLE__";
}

bool condition_reader::take(std::string_view text) noexcept {
  if (here() != text) return false;
  ++at_;
  return true;
}

condition_reader::number condition_reader::conditional() {
  number const c = binary(0);
  if (!take("?")) return c;
  number const yes = conditional();
  if (!take(":")) failed_ = true;
  number const no = conditional();
  if (!c) return std::nullopt;
  return *c != 0 ? yes : no;
}

std::string_view condition_reader::binary_operator(int& strength) const noexcept {
  struct entry {
    std::string_view text;
    int strength;
  };
  static constexpr entry table[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4}, {"&", 5}, {"==", 6},
                                    {"!=", 6}, {"<=", 7}, {">=", 7}, {"<", 7}, {">", 7}, {"+", 9},
                                    {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
  for (entry const& e : table) {
    if (here() != e.text) continue;
    strength = e.strength;
    if ((e.text == "<" || e.text == ">") && at_ + 1 < texts_->size() &&
        (*texts_)[at_ + 1] == e.text)
      break;  // a shift: not known
    return e.text;
  }
  return {};
}

condition_reader::number condition_reader::binary(int least) {
  number a = unary();
  while (!failed_) {
    int strength = 0;
    std::string_view const op = binary_operator(strength);
    if (op.empty() || strength <= least) return a;
    ++at_;
    number const b = binary(strength);
    a = apply(op, a, b);
  }
  return a;
}

condition_reader::number condition_reader::apply(std::string_view op, number a, number b) noexcept {
  if (op == "&&") {
    if ((a && *a == 0) || (b && *b == 0)) return 0;
    return a && b ? number{1} : std::nullopt;
  }
  if (op == "||") {
    if ((a && *a != 0) || (b && *b != 0)) return 1;
    return a && b ? number{0} : std::nullopt;
  }
  if (!a || !b) return std::nullopt;
  auto const x = static_cast<std::uint64_t>(*a), y = static_cast<std::uint64_t>(*b);
  if (op == "|") return *a | *b;
  if (op == "^") return *a ^ *b;
  if (op == "&") return *a & *b;
  if (op == "==") return *a == *b;
  if (op == "!=") return *a != *b;
  if (op == "<=") return *a <= *b;
  if (op == ">=") return *a >= *b;
  if (op == "<") return *a < *b;
  if (op == ">") return *a > *b;
  if (op == "+") return static_cast<std::int64_t>(x + y);
  if (op == "-") return static_cast<std::int64_t>(x - y);
  if (op == "*") return static_cast<std::int64_t>(x * y);
  if (*b == 0 || *b == -1) return std::nullopt;
  return op == "/" ? *a / *b : *a % *b;
}

condition_reader::number condition_reader::unary() {
  if (++nested_ > 200) failed_ = true;
  if (failed_) return std::nullopt;
  number const out = unary_here();
  --nested_;
  return out;
}

condition_reader::number condition_reader::unary_here() {
  if (take("!")) {
    number const a = unary();
    return a ? number{*a == 0} : std::nullopt;
  }
  if (take("-")) {
    number const a = unary();
    return a ? number{static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*a))} : std::nullopt;
  }
  if (take("+")) return unary();
  if (take("~")) {
    number const a = unary();
    return a ? number{~*a} : std::nullopt;
  }
  if (take("(")) {
    number const a = conditional();
    if (!take(")")) failed_ = true;
    return a;
  }
  std::string_view const text = here();
  if (text.empty()) {
    failed_ = true;
    return std::nullopt;
  }
  ++at_;
  if (text == "defined") return defined_operator();
  if (text.front() >= '0' && text.front() <= '9') return literal(text);
  if (!is_name(text)) {
    failed_ = true;
    return std::nullopt;
  }
  return name(text);
}

bool condition_reader::is_name(std::string_view text) noexcept {
  return (cu::detail::letter_classes[static_cast<unsigned char>(text.front())] &
          cu::detail::letter) != 0;
}

condition_reader::number condition_reader::defined_operator() {
  bool const open = take("(");
  std::string_view const name = here();
  if (name.empty() || !is_name(name)) {
    failed_ = true;
    return std::nullopt;
  }
  ++at_;
  if (open && !take(")")) failed_ = true;
  return defined(name);
}

condition_reader::number condition_reader::literal(std::string_view text) noexcept {
  while (!text.empty() && std::string_view{"uUlL"}.find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  std::uint64_t base = 10, out = 0;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.front() == '0') {
    base = 8;
  }
  if (text.empty() || text.size() > 15) return std::nullopt;
  for (char c : text) {
    std::uint64_t digit = 99;
    if (c >= '0' && c <= '9') digit = static_cast<std::uint64_t>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<std::uint64_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') digit = static_cast<std::uint64_t>(c - 'A' + 10);
    if (digit >= base) return std::nullopt;
    out = out * base + digit;
  }
  return static_cast<std::int64_t>(out);
}

condition_reader::number condition_reader::name(std::string_view text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  if (text == "__CUDA_ARCH__") return in_device_code_ ? number{700} : std::nullopt;
  if (auto const value = predefined(text)) return value;
  auto const found = known_.find_macro(text, here_);
  if (found.text == nullptr) {
    if (found.is_ambiguous || is_compilers(text) || here() == "(") {
      skip_group();
      return std::nullopt;
    }
    undefined_.emplace_back(text);
    return 0;
  }
  if (found.text->takes_arguments) {
    skip_group();
    return std::nullopt;
  }
  std::vector<std::string_view> body;
  for (lexeme const& l : found.text->body) body.push_back(l.text);
  return value(body, depth_ + 1);
}

void condition_reader::skip_group() {
  if (here() != "(") return;
  int depth = 0;
  for (; at_ < texts_->size(); ++at_) {
    if (here() == "(") ++depth;
    if (here() == ")" && --depth == 0) {
      ++at_;
      return;
    }
  }
}

}  // namespace simt::cu::lane::detail

namespace simt::cu::lane {

std::optional<std::int64_t> known_number(std::vector<std::string_view> texts,
                                         symbols const& known) {
  for (std::string_view& t : texts)
    if (known.macros(t) == nullptr)
      if (std::string_view const value = known.constant(t); !value.empty()) t = value;
  std::vector<std::string> undefined;
  std::vector<branch> const here;
  auto const n = detail::condition_reader{known, here, false, undefined}.value(texts);
  return undefined.empty() ? n : std::nullopt;
}

decision decide(std::vector<std::string_view> const& texts, symbols const& known,
                std::vector<branch> const& here, bool in_device_code) {
  decision out;
  detail::condition_reader reader{known, here, in_device_code, out.undefined};
  auto const value = reader.value(texts);
  if (value) out.value = *value != 0 ? certainty::yes : certainty::no;
  return out;
}

}  // namespace simt::cu::lane
