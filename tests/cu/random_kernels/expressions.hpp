// SPDX-License-Identifier: MIT
#pragma once

#include "names.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Random expressions of the variables at hand, without effects.
class expressions {
 protected:
  explicit expressions(std::uint64_t seed)
      : random_{seed},
        has_bodies_{seed > first_with_bodies && seed <= first_with_classes},
        has_classes_{seed > first_with_classes},
        has_effects_{seed > first_with_effects},
        has_layouts_{seed > first_with_layouts},
        has_idioms_{seed > first_with_idioms},
        has_modern_{seed > first_with_modern} {}
  virtual ~expressions() = default;

  // Programs of later seeds also have structures of a thread's own and long statements in double.
  // Those before stay what they were: a GPU's answers to them are recorded.
  static constexpr std::uint64_t first_with_bodies = 1000;
  // Later ones have classes, functions as values, tiles and numbers of mixed widths (classes.hpp).
  static constexpr std::uint64_t first_with_classes = 100000;
  // And these, assignments within conditions and the like besides (effect_statements.hpp).
  static constexpr std::uint64_t first_with_effects = 300000;
  // And these, control flow, data and blocks of more kinds (control_statements.hpp,
  // data_statements.hpp, block_statements.hpp).
  static constexpr std::uint64_t first_with_layouts = 500000;
  // And these, what real programs are made of (idiom_statements.hpp).
  static constexpr std::uint64_t first_with_idioms = 700000;
  // And these, what newer programs are made of (modern_statements.hpp).
  static constexpr std::uint64_t first_with_modern = 900000;

  /// An expression of what only programs with classes have, or nothing.
  virtual std::string wider(type, int) { return {}; }

  // Names.

  std::string fresh(std::string_view root) { return std::string(root) << number(++last_name_); }

  template <class Condition>
  variable const* pick(Condition const& wanted) {
    std::vector<variable const*> found;
    for (variable const& v : variables_)
      if (wanted(v)) found.push_back(&v);
    return found.empty()
               ? nullptr
               : found[static_cast<std::size_t>(random_.below(static_cast<int>(found.size())))];
  }
  variable const* pick(type t, shape form) {
    return pick([&](variable const& v) { return v.kind == t && v.form == form; });
  }

  // Expressions. Integers stay below a few millions in size, floats are finite.

  std::string constant(type t) {
    switch (t) {
      case type::real:
        return number(random_.below(40) - 20) << "." << number(random_.below(10)) << "f";
      case type::natural:
        return number(random_.below(100)) << "u";
      case type::precise:
        return number(random_.below(20) - 10) << "." << number(random_.below(10));
      case type::half:
        return "__float2half(" << number(random_.below(20)) << ".5f)";
      case type::truth:
        return random_.chance(50) ? "true" : "false";
      case type::big:
        return number(random_.below(1000)) << "ll";
      default:
        return random_.chance(20) ? "(-" << number(random_.below(20)) << ")"
                                  : number(random_.below(50));
    }
  }

  std::string index(int size, int depth) {
    std::string const e = random_.chance(60) ? expression(type::integer, depth - 1)
                                             : expression(type::natural, depth - 1);
    return "(" << e << ") & " << number(size - 1);
  }

  std::string leaf(type t, int depth) {
    int const choice = random_.below(10);
    if (choice < 5) {
      variable const* const v = pick([&](variable const& x) {
        return x.kind == t && (x.form == shape::scalar || x.form == shape::constant);
      });
      if (v != nullptr) return v->name;
    }
    if (choice < 8 && depth > 0 && !is_uniform_) {
      if (has_bodies_ && random_.chance(30))
        if (std::string const e = member(t, depth); !e.empty()) return e;
      if (variable const* const v = pick(t, shape::array); v != nullptr && random_.chance(60))
        return v->name << "[" << index(8, depth) << "]";
      if (random_.chance(25))
        if (std::string const e = part(t, depth); !e.empty()) return e;
      if (t == type::integer) return integer_load(depth);
      if (t == type::natural && !in_function_) return "g.b[" << index(64, depth) << "]";
      if (t == type::real)
        return random_.chance(70) && !in_function_ ? "g.f[" << index(64, depth) << "]"
                                                   : "weights[" << index(8, depth) << "]";
    }
    if (choice < 9 && !is_uniform_ && !in_function_) {
      if (t == type::integer) return random_.chance(50) ? "tid" : "static_cast<int>(threadIdx.x)";
      if (t == type::natural) return random_.chance(50) ? "threadIdx.x" : "blockIdx.x * blockDim.x";
    }
    if (t == type::integer && !in_function_ && random_.chance(50))
      return random_.chance(50) ? "g.n" : "g.s.list[" << number(random_.below(4)) << "]";
    if (t == type::real && !in_function_ && random_.chance(30)) return "g.s.scale";
    return constant(t);
  }

  /// A member or element of what holds several, if there is any.
  std::string part(type t, int depth) {
    variable const* const v = pick([&](variable const& x) {
      return x.kind == t &&
             (x.form == shape::grid || x.form == shape::vector || x.form == shape::pairs);
    });
    if (v == nullptr) return {};
    if (v->form == shape::grid)
      return v->name << "[" << index(2, depth) << "][" << index(4, depth) << "]";
    if (v->form == shape::pairs) return v->name << "[" << index(2, depth) << "].x";
    return v->name << "."
                   << "xyzw"[random_.below(t == type::real ? 4 : 2)];
  }

  /// A body, named or as an element, if there is any.
  std::string body(int depth) {
    variable const* const v = pick(
        [](variable const& x) { return x.form == shape::body || x.form == shape::bodies; });
    if (v == nullptr) return {};
    return v->form == shape::body ? v->name : v->name << "[" << index(2, depth) << "]";
  }
  /// A member of a body, if there is any and a body has one of this type.
  std::string member(type t, int depth) {
    if (t != type::integer && t != type::real && t != type::precise) return {};
    std::string const of = body(depth);
    if (of.empty()) return of;
    if (t == type::integer) return of << ".kind";
    if (t == type::precise) return of << ".mass";
    if (random_.chance(40))
      return of << ".w[" << (random_.chance(50) ? number(random_.below(4)) : index(4, depth)) << "]";
    return of << (random_.chance(50) ? ".x" : ".y");
  }

  /// A sum or product of several operands of double, float and whole numbers, mixed. Finite.
  std::string long_precise(int operands) {
    std::string e = random_.chance(50) ? leaf(type::precise, 1) : constant(type::precise);
    for (int i = 1; i < operands; ++i) {
      switch (random_.below(7)) {
        case 0:
        case 1:
          e = e << " + " << precise_operand();
          break;
        case 2:
          e = e << " - " << precise_operand();
          break;
        case 3:
        case 4:
          e = "(" << e << ") * " << precise_operand();
          break;
        case 5:
          e = precise_operand() << " - (" << e << ") * 0.25";
          break;
        default:
          e = "(" << e << ") / (fabs((double)(" << precise_operand() << ")) + 1.5)";
          break;
      }
    }
    return e;
  }
  std::string precise_operand() {
    switch (random_.below(8)) {
      case 0:
      case 1:
        return "2.0";
      case 2:
        return constant(type::precise);
      case 3:
        return leaf(type::precise, 1);
      case 4:
        return leaf(type::integer, 1);
      case 5:
        return "(" << condition(0) << " ? " << leaf(type::precise, 1) << " : "
                   << leaf(type::real, 1) << ")";
      default:
        return leaf(type::real, 1);
    }
  }

  std::string integer_load(int depth) {
    switch (random_.below(in_function_ ? 3 : 5)) {
      case 0:
        return "table[" << index(16, depth) << "]";
      case 1:
        if (variable const* const v = pick(type::integer, shape::pair)) return v->name << ".x";
        return "table[" << index(16, depth) << "]";
      case 2:
        if (variable const* const v = pick(type::integer, shape::pointer))
          return random_.chance(30) ? "*" << v->name : v->name << "[" << index(2, depth) << "]";
        return "table[" << index(16, depth) << "]";
      case 3:
        return "g.s.list[" << index(4, depth) << "]";
      default:
        return "g.a[" << index(64, depth) << "]";
    }
  }

  std::string condition(int depth) {
    switch (random_.below(depth > 0 ? 7 : 3)) {
      case 0:
        return expression(type::integer, depth - 1)
               << compare() << expression(type::integer, depth - 1);
      case 1:
        return expression(type::natural, depth - 1)
               << compare() << expression(type::natural, depth - 1);
      case 2:
        return expression(type::real, depth - 1) << compare() << expression(type::real, depth - 1);
      case 3:
        return "(" << condition(depth - 1) << ") && (" << condition(depth - 1) << ")";
      case 4:
        return "(" << condition(depth - 1) << ") || (" << condition(depth - 1) << ")";
      case 5:
        return "!(" << condition(depth - 1) << ")";
      default:
        return "(" << expression(type::integer, depth - 1) << ") & "
                   << number(1 + random_.below(7));
    }
  }
  std::string compare() {
    static constexpr std::string_view all[] = {" < ", " > ", " <= ", " >= ", " == ", " != "};
    return std::string(all[random_.below(6)]);
  }

  std::string expression(type t, int depth) {
    if (depth <= 0) return leaf(t, 0);
    if (has_classes_ && !is_uniform_ && random_.chance(25))
      if (std::string const e = wider(t, depth); !e.empty()) return e;
    switch (t) {
      case type::integer:
        return integer(depth);
      case type::natural:
        return natural(depth);
      case type::real:
        return real(depth);
      case type::wide:
        return wide(depth);
      case type::byte:
        return "static_cast<unsigned char>(" << expression(type::natural, depth - 1) << ")";
      case type::small:
        return "(short)((" << expression(type::integer, depth - 1) << ") % 1000)";
      case type::big:
        return big(depth);
      case type::precise:
        return precise(depth);
      case type::letter:
        return "(signed char)((" << expression(type::integer, depth - 1) << ") % 100)";
      case type::word:
        return "static_cast<unsigned short>(" << expression(type::natural, depth - 1) << ")";
      case type::truth:
        return "(" << condition(depth - 1) << ")";
      case type::half:
        return half(depth);
    }
    return "0";
  }

  std::string two(type t, int depth, std::string_view op) {
    return "(" << expression(t, depth - 1) << " " << std::string(op) << " "
               << expression(t, depth - 1) << ")";
  }

  std::string integer(int depth) {
    auto const one = [&] { return expression(type::integer, depth - 1); };
    switch (random_.below(21)) {
      case 0:
      case 1:
        return two(type::integer, depth, "+");
      case 2:
        return two(type::integer, depth, "-");
      case 3:
        return "(" << one() << ") % 50 * ((" << one() << ") % 30)";
      case 4:
        return "(" << one() << ") / (((" << one() << ") & 7) + 1)";
      case 5:
        return "(" << one() << ") % (((" << one() << ") & 15) + 1)";
      case 6:
        return two(type::integer, depth, random_.chance(50) ? "&" : random_.chance(50) ? "|" : "^");
      case 7:
        return "(((" << one() << ") % 100) << ((" << one() << ") & 7))";
      case 8:
        return "((" << one() << ") >> ((" << one() << ") & 7))";
      case 9:
        return "min(" << one() << ", " << one() << ")";
      case 10:
        return "abs(" << one() << ")";
      case 11:
        return "((" << condition(depth - 1) << ") ? " << one() << " : " << one() << ")";
      case 12:
        return "(int)limited(" << expression(type::real, depth - 1) << ")";
      case 13:
        return "(int)((" << expression(type::natural, depth - 1) << ") % 1000u)";
      case 14:
        return "__popc(" << expression(type::natural, depth - 1) << ")";
      case 15:
        return "(-(" << one() << "))";
      case 16:
        return call(type::integer, depth);
      case 17:
        return "(int)((" << expression(type::big, depth - 1) << ") % 3000)";
      case 18:
        return "(" << expression(random_.chance(50) ? type::letter : type::small, depth - 1)
                   << " * " << expression(type::word, depth - 1) << ") % 5000";
      case 19:
        return "(" << expression(type::truth, depth - 1) << " + "
                   << expression(type::byte, depth - 1) << ")";
      default:
        return leaf(type::integer, depth);
    }
  }

  std::string natural(int depth) {
    auto const one = [&] { return expression(type::natural, depth - 1); };
    switch (random_.below(16)) {
      case 0:
      case 1:
        return two(type::natural, depth, "+");
      case 2:
        return two(type::natural, depth, "*");
      case 3:
        return two(type::natural, depth, "-");
      case 4:
        return "(" << one() << ") / ((" << one() << ") | 1u)";
      case 5:
        return "(" << one() << ") % ((" << one() << ") | 1u)";
      case 6:
        return two(type::natural, depth, random_.chance(50) ? "^" : "&");
      case 7:
        return "(" << one() << " << ((" << one() << ") & 31u))";
      case 8:
        return "(" << one() << " >> ((" << one() << ") & 31u))";
      case 9:
        return "(unsigned)(" << expression(type::integer, depth - 1) << ")";
      case 10:
        return "(~(" << one() << "))";
      case 11:
        return "((" << condition(depth - 1) << ") ? " << one() << " : " << one() << ")";
      case 12:
        return "(unsigned)(" << expression(type::wide, depth - 1) << " >> 7)";
      case 13:
        return random_.chance(50) ? "__brev(" << one() << ")" : "__umulhi(" << one() << ", 77u)";
      case 14:
        return "__float_as_uint(" << expression(type::real, depth - 1) << ")";
      default:
        return leaf(type::natural, depth);
    }
  }

  std::string real(int depth) {
    auto const one = [&] { return expression(type::real, depth - 1); };
    switch (random_.below(14)) {
      case 0:
      case 1:
        return two(type::real, depth, "+");
      case 2:
        return two(type::real, depth, "-");
      case 3:
        return two(type::real, depth, "*");
      case 4:
        return "(" << one() << ") / (fabsf(" << one() << ") + 1.0f)";
      case 5:
        return "sqrtf(fabsf(" << one() << "))";
      case 6:
        return "fmaxf(" << one() << ", " << one() << ")";
      case 7:
        return "(float)((" << expression(type::integer, depth - 1) << ") % 100)";
      case 8:
        return "((" << condition(depth - 1) << ") ? " << one() << " : " << one() << ")";
      case 9:
        return "(-(" << one() << "))";
      case 10:
        return call(type::real, depth);
      case 11:
        return "(float)limited(" << expression(type::precise, depth - 1) << ")";
      case 12:
        return "__half2float(" << expression(type::half, depth - 1) << ")";
      default:
        return leaf(type::real, depth);
    }
  }

  std::string wide(int depth) {
    switch (random_.below(4)) {
      case 0:
        return two(type::wide, depth, "*");
      case 1:
        return two(type::wide, depth, "+");
      case 2:
        return "(unsigned long long)(" << expression(type::natural, depth - 1) << ")";
      default:
        return leaf(type::wide, depth);
    }
  }

  std::string big(int depth) {
    auto const one = [&] { return expression(type::big, depth - 1); };
    switch (random_.below(6)) {
      case 0:
        return "(" << one() << " % 100000 * (" << one() << " % 1000))";
      case 1:
        return "(" << one() << " - " << one() << ")";
      case 2:
        return "(" << one() << " / ((" << one() << " & 15) + 1))";
      case 3:
        return "(" << one() << " >> (" << one() << " & 31))";
      case 4:
        return "(long long)(" << expression(type::integer, depth - 1) << ")";
      default:
        return leaf(type::big, depth);
    }
  }

  std::string precise(int depth) {
    auto const one = [&] { return expression(type::precise, depth - 1); };
    switch (random_.below(6)) {
      case 0:
        return "(" << one() << " + " << one() << ")";
      case 1:
        return "(" << one() << " * " << one() << ")";
      case 2:
        return "(" << one() << " / (fabs(" << one() << ") + 0.5))";
      case 3:
        return "sqrt(fabs(" << one() << "))";
      case 4:
        return "(double)(" << expression(type::real, depth - 1) << ")";
      default:
        return leaf(type::precise, depth);
    }
  }

  std::string half(int depth) {
    switch (random_.below(4)) {
      case 0:
        return "__hadd(" << expression(type::half, depth - 1) << ", "
                         << expression(type::half, depth - 1) << ")";
      case 1:
        return "__hmul(" << expression(type::half, depth - 1) << ", __float2half(0.5f))";
      case 2:
        return "__float2half(limited(" << expression(type::real, depth - 1) << "))";
      default:
        return leaf(type::half, depth);
    }
  }

  /// A call without effects on variables.
  std::string call(type t, int depth) {
    std::vector<device_function const*> found;
    for (device_function const& f : functions_)
      if (f.result == t && (f.parameters == 0 || f.parameters >= 3)) found.push_back(&f);
    if (found.empty() || is_uniform_) return leaf(t, depth);
    auto const& f = *found[static_cast<std::size_t>(random_.below(static_cast<int>(found.size())))];
    if (f.parameters == 3) {
      variable const* const v = pick(type::integer, shape::pair);
      if (v == nullptr) return leaf(t, depth);
      return f.name << "(" << v->name << ", limited(" << expression(type::real, depth - 2) << "))";
    }
    if (f.parameters == 4) {
      bool const is_natural = random_.chance(40);
      return f.name << (random_.chance(50) ? (is_natural ? "<unsigned>" : "<int>") : "")
                    << (is_natural ? "((unsigned)(" : "((int)((")
                    << (is_natural ? expression(type::natural, depth - 2)
                                   : expression(type::integer, depth - 2) << ") % 1000")
                    << "), limited(" << expression(type::real, depth - 2) << "))";
    }
    return f.name << "((" << expression(type::integer, depth - 2) << ") % 1000, "
                  << expression(type::natural, depth - 2) << ", limited("
                  << expression(type::real, depth - 2) << "))";
  }

  /// A value that an integer or float variable may take, whatever it had.
  std::string bounded(type t, int depth) {
    std::string const e = expression(t, depth);
    if (t == type::integer) return "(" << e << ") % 2048";
    if (t == type::real || t == type::precise) return "limited(" << e << ")";
    if (t == type::big) return "(" << e << ") % 1000000";
    if (t == type::half) return "__float2half(limited(__half2float(" << e << ")))";
    return e;
  }

  /// The same in all threads of a block.
  std::string uniform_condition() {
    switch (random_.below(4)) {
      case 0:
        return "g.n > " << number(random_.below(12));
      case 1:
        return "(blockIdx.x & 1) == " << number(random_.below(2));
      case 2:
        return "g.s.list[" << number(random_.below(4)) << "] > " << number(random_.below(5) - 2);
      default:
        return "blockDim.x > " << number(random_.below(100));
    }
  }

  random_numbers random_;
  std::vector<variable> variables_;
  std::vector<device_function> functions_;
  bool const has_bodies_, has_classes_, has_effects_, has_layouts_, has_idioms_,
      has_modern_;
  bool in_function_ = false;
  bool is_uniform_ = false;

 private:
  int last_name_ = 0;
};
