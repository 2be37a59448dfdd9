// SPDX-License-Identifier: MIT
// Types, variables and random numbers of the generator.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// The same numbers everywhere.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : state_{seed * 2654435769u + 88172645463325252u} {}
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>(state_ >> 16);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint32_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

enum class type {
  integer,
  natural,
  real,
  wide,
  byte,
  small,
  big,
  precise,
  letter,
  word,
  truth,
  half
};

inline std::string_view spelled(type t) {
  switch (t) {
    case type::integer:
      return "int";
    case type::natural:
      return "unsigned";
    case type::real:
      return "float";
    case type::wide:
      return "unsigned long long";
    case type::byte:
      return "unsigned char";
    case type::small:
      return "short";
    case type::big:
      return "long long";
    case type::precise:
      return "double";
    case type::letter:
      return "signed char";
    case type::word:
      return "unsigned short";
    case type::truth:
      return "bool";
    case type::half:
      return "half";
  }
  return "int";
}

// Grid: an array of two by four. Vector: int2 or float4. Pairs: an array of two pairs. Body,
// bodies: a structure of the thread's own, and an array of two.
// Object, box: of a class, and of a class template, of the program's own.
enum class shape {
  scalar,
  constant,
  array,
  pointer,
  pair,
  grid,
  vector,
  pairs,
  body,
  bodies,
  object,
  box
};

struct variable {
  std::string name;
  type kind;
  shape form = shape::scalar;
};

struct device_function {
  std::string name;
  type result;
  // 0: (int, unsigned, float), 1: (int&, float), 2: (int*, int), 3: (pair, float),
  // 4: template of the first's type, (int or unsigned, float)
  int parameters;
};

inline std::string number(int n) { return std::to_string(n); }

/// Texts in a row. In place of +, whose operands each compiler evaluates in an order of its own: a
/// seed is one program everywhere.
inline std::string operator<<(std::string left, std::string_view right) {
  left += right;
  return left;
}
inline std::string operator<<(std::string left, char right) {
  left += right;
  return left;
}
