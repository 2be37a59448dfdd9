// SPDX-License-Identifier: MIT
#pragma once

#include "wider_statements.hpp"

/// Statements of programs with effects: assignments and increments within conditions, commas and
/// chains, numbers of all widths and signs in one expression, jumps out of nested loops.
class effect_statements : protected wider_statements {
 protected:
  explicit effect_statements(std::uint64_t seed) : wider_statements{seed} {}

  /// Begins programs with effects.
  std::string effect_declarations() {
    return "typedef unsigned char tiny_t;\nusing large_t = unsigned long long;\n"
           "typedef int whole_t;\n"
           "template <class T> __device__ T taken_as(float x) { T t = x; return t; }\n"
           "__device__ whole_t whole_of(float x) { return x; }\n\n";
  }

  bool wider_statement(int depth) override {
    if (!has_effects_ || random_.chance(45)) return wider_statements::wider_statement(depth);
    switch (random_.below(13)) {
      case 0:
      case 1:
        return depth > 0 && if_with_effects(depth);
      case 2:
      case 3:
        return depth > 0 && loop_with_effects(depth);
      case 4:
        return depth > 0 && switch_with_effects(depth);
      case 5:
        return chain();
      case 6:
        return choice_of_places();
      case 7:
        return beyond_range();
      case 8:
        return function_pointer();
      case 9:
        return exit_with_effects();
      default:
        return mixed_store();
    }
  }

 private:
  static bool is_whole(type t) {
    return t != type::real && t != type::precise && t != type::half && t != type::truth;
  }
  variable const* whole_target() {
    return pick([](variable const& v) { return v.form == shape::scalar && is_whole(v.kind); });
  }
  variable const* number_target() {
    return pick([](variable const& v) {
      return v.form == shape::scalar && v.kind != type::half && v.kind != type::truth;
    });
  }

  // Expressions.

  std::string whole_operand() {
    variable const* const v = pick([](variable const& x) {
      return (x.form == shape::scalar || x.form == shape::constant) && is_whole(x.kind);
    });
    if (v != nullptr && random_.chance(70)) return v->name;
    static constexpr std::string_view all[] = {"-3",          "200u",  "(unsigned char)250",
                                               "(short)-700", "7",     "0x80000000u",
                                               "-1ll",        "31ull", "(signed char)-100",
                                               "5000000000ll"};
    return random_.chance(60) ? std::string(all[random_.below(10)])
                              : "(" << expression(random_.chance(50) ? type::integer : type::natural, 1)
                                    << ")";
  }
  /// A number of whatever type C++ gives it.
  std::string mix(int depth) {
    if (depth <= 0) return whole_operand();
    auto const one = [&] { return mix(depth - 1); };
    switch (random_.below(12)) {
      case 0:
        return "(" << one() << " + " << one() << ")";
      case 1:
        return "(" << one() << " - " << one() << ")";
      case 2:
        return "(" << one() << " * " << whole_operand() << ")";
      case 3:
        return "(" << one() << (random_.chance(50) ? " & " : random_.chance(50) ? " | " : " ^ ")
                   << one() << ")";
      case 4:
        return "(" << one() << compare() << one() << ")";
      case 5:
        return "(" << one() << (random_.chance(50) ? " >> (" : " << (") << one() << " & 7))";
      case 6:
        return "((unsigned long long)" << one() << (random_.chance(50) ? " >> (" : " << (") << one()
                                       << " & 63))";
      case 7:
        return "((long long)" << one() << (random_.chance(50) ? " >> (" : " << (") << one()
                              << " & 63))";
      case 8:
        return "(" << one() << (random_.chance(50) ? " / ((" : " % ((") << one() << " & 15) + 1))";
      case 9:
        return "(" << one() << compare() << whole_operand() << " ? " << one() << " : " << one()
                   << ")";
      case 10:
        return "(" << std::string(random_.chance(40) ? "~" : random_.chance(50) ? "- " : "!")
                   << one() << ")";
      default:
        return whole_operand();
    }
  }
  std::string stored(type t, std::string const& e) {
    if (t == type::integer) return "(int)(" << e << " % 2048)";
    if (t == type::big) return "(" << e << ") % 1000000";
    return e;
  }

  std::string set(variable const& v) { return v.name << " = " << bounded(v.kind, 1); }
  /// A change of a whole number that says what it is then, or was.
  std::string step(variable const& v) {
    switch (random_.below(6)) {
      case 0:
        return v.name << "++";
      case 1:
        return "--" << v.name;
      case 2:
        return "(" << v.name << " -= " << number(random_.below(5)) << ")";
      case 3:
        return "(" << v.name << " ^= " << number(random_.below(7)) << ")";
      case 4:
        return v.name << "--";
      default:
        return "(" << v.name << " += (" << expression(type::integer, 1) << ") & 3)";
    }
  }
  /// A condition that changes variables.
  std::string test() {
    variable const* const v = number_target();
    if (v == nullptr) return condition(1);
    std::string const assigned = "(" << set(*v) << ")";
    variable const* const w = whole_target();
    switch (random_.below(9)) {
      case 0:
        return assigned << compare() << constant(v->kind);
      case 1:
        return "(" << condition(1) << ") && (" << assigned << ") != 0";
      case 2:
        return "(" << condition(1) << ") || (" << assigned << ") > 2";
      case 3:
        if (w != nullptr) return step(*w) << compare() << number(random_.below(20));
        break;
      case 4:
        return "(" << assigned << ", " << condition(1) << ")";
      case 5:
        if (w != nullptr) return "!(" << step(*w) << ")";
        break;
      case 6:
        if (w != nullptr)
          return "((" << condition(1) << ") ? (" << assigned << ") != 3 : " << step(*w) << " > 1)";
        break;
      case 7:
        if (w != nullptr)
          return "(" << step(*w) << " > 3 && " << condition(1) << ") || (" << assigned << ") == 1";
        break;
      default:
        for (device_function const& f : functions_)
          if (f.parameters == 1 && f.result != type::half)
            if (variable const* const r = pick(type::integer, shape::scalar))
              return f.name << "(" << r->name << ", " << constant(type::real) << ") > 1";
        break;
    }
    return condition(1);
  }

  // Statements.

  bool if_with_effects(int depth) {
    flow const before = save();
    can_meet_ = false;
    // (A kernel that declares something in a condition has no lane form.)
    switch (random_.below(40)) {
      case 0: {
        std::string const v = fresh("v");
        open("if (int " << v << " = " << bounded(type::integer, 1) << ")");
        break;
      }
      case 1: {
        std::string const v = fresh("v");
        open("if (unsigned " << v << " = " << expression(type::natural, 1) << "; (" << v << " & 3u) != 1u || "
                             << condition(1) << ")");
        break;
      }
      default:
        open("if (" << test() << ")");
        break;
    }
    block(depth - 1, 1 + random_.below(2));
    if (random_.chance(40)) {
      close(" else if (" << test() << ") {");
      ++indent_;
      block(depth - 1, 1);
    }
    if (random_.chance(40)) {
      close(" else {");
      ++indent_;
      block(depth - 1, 1);
    }
    close();
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
    return true;
  }

  /// The same in every turn: leaves, goes on, or changes something.
  bool exit_with_effects() {
    if (can_break_ && random_.chance(50)) return line("if (" << test() << ") break;"), true;
    if (can_continue_) return line("if (" << test() << ") continue;"), true;
    if (in_function_ && random_.chance(50))
      return line("if (" << test() << ") return " << returned() << ";"), true;
    line("static_cast<void>(" << test() << ");");
    return true;
  }

  bool loop_with_effects(int depth) {
    flow const before = save();
    can_meet_ = false;
    std::string const i = fresh("i");
    std::string const bound = "((" << expression(type::integer, 1) << ") & 7)";
    std::size_t const mark = variables_.size();
    static constexpr std::string_view counters[] = {"int", "unsigned", "unsigned char", "short",
                                                    "long long"};
    std::string const counter{counters[random_.below(5)]};
    int const choice = random_.below(6);
    switch (choice) {
      case 0:
        line(counter << " " << i << " = 0;");
        open("while (" << i << "++ < " << bound << ")");
        break;
      case 1:
        line(counter << " " << i << " = 6;");
        open("while (" << i << "-- > 0 && (" << test() << "))");
        break;
      case 2:
        line(counter << " " << i << " = " << number(random_.below(3)) << ";");
        open("do");
        break;
      case 3: {
        std::string const k = fresh("i");
        open("for (int " << i << " = 0, " << k << " = 7; " << i << " < " << k << " && (" << test()
                         << "); " << i << "++, " << k << " -= " << number(1 + random_.below(2))
                         << ")");
        break;
      }
      case 4: {
        variable const* const v = number_target();
        open("for (" << counter << " " << i << " = 0; " << i << " < 5; "
                     << (v != nullptr ? set(*v) << ", " : std::string()) << "++" << i << ")");
        break;
      }
      default:
        line(counter << " " << i << " = 0;");
        open("for (;;)");
        line("if (" << i << "++ >= " << bound << " || (" << test() << ")) break;");
        break;
    }
    if (counter == "int" || choice == 3) variables_.push_back({i, type::integer, shape::constant});
    can_break_ = can_continue_ = true;
    block(depth - 1, 1 + random_.below(3));
    if (random_.chance(60)) exit_with_effects();
    close(choice == 2 ? " while (" << i << "++ < 4 && (" << test() << "));" : std::string());
    variables_.resize(mark);
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
    return true;
  }

  bool switch_with_effects(int depth) {
    flow const before = save();
    can_meet_ = false;
    variable const* const v = whole_target();
    std::string const of = v != nullptr && random_.chance(50) ? "(" << step(*v) << ")" : mix(1);
    bool const has_declaration = random_.chance(3);
    std::string const d = fresh("v");
    open(has_declaration ? "switch (long long " << d << " = " << of << "; " << d << " & 3)"
                         : "switch (" << of << " & 3)");
    can_break_ = true;
    int const first = random_.below(2);
    for (int c = 0; c < 4; ++c) {
      if (c == 2 && random_.chance(40)) continue;
      line((c == 3 - first && random_.chance(70) ? std::string("default:")
                                                 : "case " << number(c) << ":"));
      open("");
      block(depth - 1, 1);
      if (random_.chance(30)) line("if (" << test() << ") break;");
      if (can_continue_ && random_.chance(20)) line("if (" << condition(1) << ") continue;");
      close();
      if (random_.chance(45)) line("break;");
    }
    close();
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
    return true;
  }

  /// `a = b += c`, `a = (b = e) + 1`, `a = (b++, c)`.
  bool chain() {
    variable const* const found = pick(type::integer, shape::scalar);
    if (found == nullptr) return false;
    std::string const a = found->name;
    variable const* const other = pick([&](variable const& x) {
      return x.form == shape::scalar && is_whole(x.kind) && x.name != a;
    });
    if (other == nullptr) return false;
    std::string const b = other->name;
    switch (random_.below(7)) {
      case 0:
        line(a << " = " << b << " += (" << expression(type::integer, 1) << ") & 15;");
        break;
      case 1:
        line(a << " += " << b << " ^= " << number(random_.below(9)) << ";");
        break;
      case 2:
        line(a << " = (" << b << " = " << stored(other->kind, mix(1)) << ") + 1;");
        break;
      case 3:
        line(a << " = (" << step(*other) << ", " << b << " + 2);");
        break;
      case 4:
        line(a << " = (" << condition(1) << ") ? " << step(*other) << " : (" << condition(1)
               << ") ? (" << b << " = 5) : " << bounded(type::integer, 1) << ";");
        break;
      case 5:
        line(a << " -= (" << condition(1) << " ? (" << b << " *= 3) : " << b << "--);");
        break;
      default:
        line("(" << condition(1) << ") ? (" << a << " = " << b << ", ++" << b << ") : (" << b
                 << " -= 2);");
        break;
    }
    line(a << " %= 2048;");
    if (other->kind == type::integer) line(b << " %= 2048;");
    if (other->kind == type::big) line(b << " %= 1000000;");
    return true;
  }

  /// `(c ? a : b) = e`, `*(c ? &a : &b) += 1`, a pointer to one of two variables.
  bool choice_of_places() {
    variable const* const found = whole_target();
    if (found == nullptr) return false;
    variable const v = *found;
    variable const* const other = pick([&](variable const& x) {
      return x.form == shape::scalar && x.kind == v.kind && x.name != v.name;
    });
    if (other == nullptr) return false;
    std::string const w = other->name, c = condition(1);
    switch (random_.below(5)) {
      case 0:
        line("((" << c << ") ? " << v.name << " : " << w << ") = " << bounded(v.kind, 1) << ";");
        break;
      case 1:
        line("*((" << c << ") ? &" << v.name << " : &" << w << ") ^= 3;");
        break;
      case 2: {
        std::string const p = fresh("q");
        line("{ " << std::string(spelled(v.kind)) << "* " << p << " = (" << c << ") ? &" << v.name
                  << " : &" << w << "; *" << p << " = " << bounded(v.kind, 1) << "; if ("
                  << condition(1) << ") " << p << " = &" << w << "; " << w << " += *" << p
                  << " & 7; }");
        break;
      }
      case 3:
        line("((" << c << ") ? " << v.name << " : " << w << ")++;");
        break;
      default:
        line("((" << c << ") ? " << v.name << " : " << w << ") += " << number(random_.below(9))
                  << ";");
        break;
    }
    for (std::string const& n : {v.name, w}) {
      if (v.kind == type::integer) line(n << " %= 2048;");
      if (v.kind == type::big) line(n << " %= 1000000;");
    }
    return true;
  }

  /// Floating-point numbers that the integer may not hold.
  bool beyond_range() {
    variable const* const v = whole_target();
    if (v == nullptr) return false;
    static constexpr std::string_view scales[] = {"1e8f", "3e7f", "1e17f", "1e9", "50.0f", "-2e8"};
    std::string const x = "limited(" << expression(type::real, 1) << ") * "
                                     << std::string(scales[random_.below(6)]);
    switch (random_.below(7)) {
      case 0:
        line(v->name << " = " << x << ";");
        break;
      case 1:
        line(v->name << " = taken_as<"
                     << std::string(random_.chance(50)   ? "tiny_t"
                                    : random_.chance(50) ? "whole_t"
                                                         : "large_t")
                     << ">(" << x << ");");
        break;
      case 2:
        line(v->name << " = whole_of(" << x << ") >> 3;");
        break;
      case 3:
        line(v->name << " += " << x << ";");
        break;
      case 4: {
        std::string const n = fresh("v");
        line(std::string(random_.chance(50) ? "tiny_t " : random_.chance(50) ? "large_t " : "whole_t ")
             << n << " = " << x << ";");
        line(v->name << " = " << n << ";");
        break;
      }
      case 5:
        line(v->name << " = (" << condition(1) << ") ? " << x << " : " << constant(type::real) << ";");
        break;
      default:
        line(v->name << " = (whole_t)(" << x << ") ^ static_cast<tiny_t>(" << constant(type::real)
                     << ");");
        break;
    }
    if (v->kind == type::integer) line(v->name << " %= 2048;");
    if (v->kind == type::big) line(v->name << " %= 1000000;");
    return true;
  }

  bool function_pointer() {
    variable const* const v = pick(type::integer, shape::scalar);
    if (v == nullptr || in_function_ || random_.chance(85)) return false;
    for (device_function const& f : functions_) {
      if (f.parameters != 0) continue;
      std::string const p = fresh("p");
      line(std::string(spelled(f.result)) << " (*const " << p << ")(int, unsigned, float) = "
                                          << (random_.chance(50) ? "&" : "") << f.name << ";");
      line(v->name << " = (int)limited((float)" << p << "(" << v->name << ", "
                   << expression(type::natural, 1) << ", 0.5f));");
      return true;
    }
    return false;
  }

  bool mixed_store() {
    variable const* const v = whole_target();
    if (v == nullptr || random_.chance(25)) {
      static constexpr type all[] = {type::byte, type::small, type::big, type::letter, type::word,
                                     type::wide, type::natural};
      type const t = all[random_.below(7)];
      std::string const name = fresh("v");
      line(std::string(spelled(t)) << " " << name << " = " << stored(t, mix(2)) << ";");
      variables_.push_back({name, t});
      return true;
    }
    std::string const n = v->name;
    switch (random_.below(6)) {
      case 0:
        line(n << " += " << mix(2) << ";");
        break;
      case 1:
        line(n << (random_.chance(50) ? " <<= " : " >>= ") << mix(1) << " & 7;");
        break;
      case 2:
        line(n << (random_.chance(50) ? " -= " : " |= ") << mix(1) << ";");
        break;
      case 3:
        line(n << (random_.chance(50) ? " *= " : " ^= ") << mix(1) << ";");
        break;
      default:
        line(n << " = " << stored(v->kind, mix(2)) << ";");
        break;
    }
    if (v->kind == type::integer) line(n << " %= 2048;");
    if (v->kind == type::big) line(n << " %= 1000000;");
    return true;
  }
};
