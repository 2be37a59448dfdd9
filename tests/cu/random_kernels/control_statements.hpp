// SPDX-License-Identifier: MIT
#pragma once

#include "effect_statements.hpp"

/// Control flow of programs with layouts: exits from nested loops and functions, switches whose
/// cases fall into one another, loops whose counters are narrow, unsigned, pointers or numbers of
/// another kind, chains of `else if`.
class control_statements : protected effect_statements {
 protected:
  explicit control_statements(std::uint64_t seed) : effect_statements{seed} {}

  bool wider_statement(int depth) override {
    if (!has_layouts_ || random_.chance(70)) return effect_statements::wider_statement(depth);
    if (depth <= 0) return random_.chance(60) ? nested_choice() : small_loop();
    return control_statement(depth);
  }

  bool control_statement(int depth) {
    switch (random_.below(9)) {
      case 0:
      case 1:
        return nested_exits(depth);
      case 2:
        return falling_switch(depth);
      case 3:
        return switch_of_names(depth);
      case 4:
        return chain_of_ifs(depth);
      case 5:
        return counted_otherwise(depth);
      case 6:
        return until_done(depth);
      case 7:
        return small_loop();
      default:
        return nested_choice();
    }
  }

  variable const* integer_target() { return pick(type::integer, shape::scalar); }
  variable const* integer_target(std::string const& but) {
    return pick([&](variable const& x) {
      return x.form == shape::scalar && x.kind == type::integer && x.name != but;
    });
  }

  /// A block of statements whose way in the threads may not all take.
  template <class Body>
  void apart(Body const& body) {
    flow const before = save();
    std::size_t const mark = variables_.size();
    can_meet_ = false;
    body();
    variables_.resize(mark);
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
  }
  void statements_in_loop(int depth, int count) {
    can_break_ = can_continue_ = true;
    block(depth, count);
  }
  std::string few() {
    return random_.chance(40) ? number(1 + random_.below(6))
                              : "((" << expression(type::integer, 1) << ") & 7)";
  }
  /// Leaves the loop at hand, its turn, or the function.
  void leave() {
    int const choice = random_.below(10);
    if (choice < 3) return line("if (" << condition(1) << ") break;");
    if (choice < 6) return line("if (" << condition(1) << ") continue;");
    if (in_function_) return line("if (" << condition(1) << ") return " << returned() << ";");
    if (choice < 7 && meeting_loops_ == 0) {
      line("if (" << condition(1) << ") return;");
      has_left_ = true;
      return;
    }
    line("if (" << condition(1) << ") { if (" << condition(0) << ") break; else continue; }");
  }

 private:
  bool nested_exits(int depth) {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const n = found->name, i = fresh("i"), k = fresh("i"), s = fresh("v");
    apart([&] {
      open("for (int " << i << " = 0; " << i << " < " << few() << "; ++" << i << ")");
      variables_.push_back({i, type::integer, shape::constant});
      statements_in_loop(depth - 1, 1);
      if (random_.chance(60)) leave();
      bool const is_do = random_.chance(60);
      line("int " << k << " = " << number(random_.below(3)) << ";");
      if (random_.chance(50))
        line("int " << s << " = " << n << ";");
      else
        line("int " << s << " = 0;");
      open(is_do ? std::string("do")
                 : "while (" << k << "++ < " << number(2 + random_.below(4)) << ")");
      variables_.push_back({k, type::integer, shape::constant});
      variables_.push_back({s, type::integer});
      line(s << " = (" << s << " + " << k << ") % 2048;");
      leave();
      statements_in_loop(0, 1);
      if (random_.chance(50)) leave();
      close(is_do
                ? " while (++" << k << " < " << number(2 + random_.below(4))
                               << (random_.chance(50) ? " && " << s << compare()
                                                               << number(random_.below(30)) << ");"
                                                      : std::string(");"))
                : std::string());
      line(n << " = (" << n << " + " << s << ") % 2048;");
      if (random_.chance(60)) leave();
      if (random_.chance(50)) statements_in_loop(0, 1);
      close();
    });
    return true;
  }

  /// Cases in any order, several for one block, the default anywhere; some fall into the next.
  bool falling_switch(int depth) {
    apart([&] {
      can_break_ = true;  // out of the switch; on with the loop around, where there is one
      static constexpr std::string_view of[] = {
          "(unsigned char)(", "(short)(", "(", "(unsigned)(", "(long long)(", "(signed char)("};
      int const kind = random_.below(6);
      bool const is_negative = kind != 0 && kind != 3;
      open("switch (" << std::string(of[kind]) << "(" << expression(type::integer, 1) << ") % 6))");
      int const middle = random_.below(5);
      for (int c = 0; c < 4; ++c) {
        if (c == middle) line("default:");
        if (c == 1 && is_negative) line("case -1: case -3:");
        line("case " << number(c) << ":");
        if (c == 2 && random_.chance(50)) line("case 'A':");
        if (random_.chance(20)) continue;
        open("");
        block(depth - 1, 1);
        if (in_function_ && random_.chance(20))
          line("if (" << condition(1) << ") return " << returned() << ";");
        if (random_.chance(30)) line("if (" << condition(1) << ") break;");
        if (can_continue_ && random_.chance(20)) line("if (" << condition(1) << ") continue;");
        close();
        if (random_.chance(40)) line("break;");
      }
      line(middle == 4 ? "default: break;" : "break;");
      close();
    });
    return true;
  }

  bool switch_of_names(int depth) {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const n = found->name, c = fresh("c");
    apart([&] {
      can_break_ = true;
      line("colour " << c << " = static_cast<colour>((" << expression(type::integer, 1)
                     << ") & 3);");
      if (random_.chance(40))
        line("if (" << c << " == colour::red && " << condition(1) << ") " << c
                    << " = colour::blue;");
      open("switch (" << c << ")");
      line("case colour::red: " << n << " = (" << n << " + 1) % 2048; break;");
      open("case colour::green:");
      block(depth - 1, 1);
      close();
      line(random_.chance(50) ? "break;" : "// falls");
      open("case colour::blue:");
      if (in_function_)
        line("return " << returned() << ";");
      else
        line(n << " = (" << n << " << 1) % 2048;");
      close();
      if (random_.chance(60)) line("default: " << n << " -= static_cast<int>(" << c << ");");
      close();
    });
    return true;
  }

  bool chain_of_ifs(int depth) {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const n = found->name;
    apart([&] {
      if (random_.chance(30)) {
        // The else is the inner if's.
        line("if (" << condition(1) << ") if (" << condition(1) << ") " << n << " = "
                    << bounded(type::integer, 1) << "; else " << n << " ^= 1;");
        return;
      }
      open("if (" << condition(1) << ")");
      if (random_.chance(70)) block(depth - 1, 1);
      int const links = 1 + random_.below(3);
      for (int i = 0; i < links; ++i) {
        close(" else if (" << condition(1) << ") {");
        ++indent_;
        if (random_.chance(80)) block(depth - 1, 1);
        if (in_function_ && random_.chance(20)) line("return " << returned() << ";");
      }
      if (random_.chance(60)) {
        close(" else {");
        ++indent_;
        block(depth - 1, 1);
      }
      close();
    });
    return true;
  }

  bool counted_otherwise(int depth) {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const n = found->name, i = fresh("i"), s = fresh("v");
    variable const* const l = pick(type::integer, shape::array);
    apart([&] {
      bool is_integer = false;
      switch (random_.below(9)) {
        case 0:
          open("for (unsigned " << i << " = " << few() << "; " << i << "-- > 0u;)");
          break;
        case 1:  // wraps
          open("for (unsigned char " << i << " = " << number(240 + random_.below(10)) << "; " << i
                                     << " > 200; " << i << " += " << number(2 + random_.below(3))
                                     << ")");
          break;
        case 2:
          is_integer = true;
          open("for (int " << i << " = 0; " << i << " < 12; " << i << " += 1 + ((" << n << " + "
                           << expression(type::integer, 1) << ") & 3))");
          break;
        case 3:
          open("for (float " << i << " = " << constant(type::real) << "; " << i << " < 9.0f; " << i
                             << " += 4.25f)");
          break;
        case 4:
          if (l != nullptr) {
            open("for (int const* " << i << " = " << l->name << " + " << number(random_.below(4))
                                    << "; " << i << " != " << l->name << " + 8; ++" << i << ")");
            line(n << " = (" << n << " + *" << i << ") % 2048;");
          } else {
            open("for (short " << i << " = 5; " << i << " >= 0; " << i << " -= 2)");
          }
          break;
        case 5:
          is_integer = true;
          open("for (int " << i << " = " << number(8 << random_.below(4)) << "; " << i << "; " << i
                           << " >>= " << number(1 + random_.below(2)) << ")");
          break;
        case 6: {
          is_integer = true;
          std::string const b = fresh("v");
          line("int " << b << " = " << few() << ";");
          open("for (int " << i << " = 0; " << i << " < " << b << "; ++" << i << ")");
          line("if (" << condition(1) << ") " << b << " = min(" << b << " + 1, 6);");
          break;
        }
        case 7:
          open("for (unsigned long long " << i << " = 1; " << i << " < (1ull << (("
                                          << expression(type::integer, 1) << ") & 7)); " << i
                                          << " *= 3)");
          line(n << " ^= (int)(" << i << " & 31u);");
          break;
        default:
          is_integer = true;
          open("EACH(" << i << ", " << few() << ")");
          break;
      }
      if (is_integer) variables_.push_back({i, type::integer, shape::constant});
      statements_in_loop(depth - 1, 1 + random_.below(2));
      if (random_.chance(40)) leave();
      close();
    });
    return true;
  }

  bool until_done(int depth) {
    std::string const d = fresh("done"), i = fresh("i");
    apart([&] {
      line("bool " << d << " = false;");
      line("int " << i << " = 0;");
      open("while (!" << d << " && " << i << " < " << number(2 + random_.below(5)) << ")");
      variables_.push_back({i, type::integer, shape::constant});
      line("++" << i << ";");
      statements_in_loop(depth - 1, 1);
      line("if (" << condition(1) << ") " << d << " = true;");
      if (random_.chance(30)) line(d << " |= " << condition(0) << ";");
      if (random_.chance(40)) leave();
      block(0, 1);
      close();
    });
    return true;
  }

  /// A loop whose work is in its head, or a line.
  bool small_loop() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const n = found->name, i = fresh("i");
    variable const* const l = pick(type::integer, shape::array);
    switch (random_.below(5)) {
      case 0:
        line("for (int " << i << " = 0; " << i << " < " << few() << "; " << n << " = (" << n
                         << " + " << i << "++) % 2048) ;");
        break;
      case 1:
        line("{ int " << i << " = 0; while (" << i << " < 6 && (" << n << " ^= " << i << ") > "
                      << number(random_.below(40)) << ") ++" << i << "; }");
        break;
      case 2:
        if (l == nullptr) return false;
        line("{ int " << i << " = 0; while (" << i << " < 8 && " << l->name << "[" << i << "] "
                      << (random_.chance(50) ? "< " : "!= ") << expression(type::integer, 1) << ") "
                      << i << "++; " << n << " = " << i << "; }");
        break;
      case 3:
        if (l == nullptr) return false;
        line("for (int " << i << " = 7; " << i << " > 0 && " << l->name << "[" << i << " - 1] > "
                         << l->name << "[" << i << "]; --" << i << ") { int const t = " << l->name
                         << "[" << i << "]; " << l->name << "[" << i << "] = " << l->name << "["
                         << i << " - 1]; " << l->name << "[" << i << " - 1] = t; }");
        break;
      default:
        line("{ unsigned " << i << " = (unsigned)(" << expression(type::integer, 1)
                           << ") & 255u; do " << n << " = (" << n << " + (int)(" << i
                           << " & 1u)) % 2048; while (" << i << " >>= 1); }");
        break;
    }
    return true;
  }

  /// `?:` within `?:`, with effects, and `&&` and `||` that decide whether something is done.
  bool nested_choice() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name;
    variable const* const other = integer_target(a);
    if (other == nullptr) return false;
    std::string const b = other->name;
    auto const c = [&] { return "(" << condition(1) << ")"; };
    auto const e = [&] { return bounded(type::integer, 1); };
    switch (random_.below(6)) {
      case 0:
        line(a << " = " << c() << " ? " << c() << " ? " << e() << " : " << e() << " : " << c()
               << " ? " << e() << " : " << e() << ";");
        break;
      case 1:
        line(a << " = " << c() << " ? (" << b << " = " << e() << ") : " << c() << " ? (" << b
               << " -= 3, " << b << " & 15) : " << c() << " ? ++" << b << " : " << e() << ";");
        break;
      case 2:
        line("if ((" << c() << " && (" << a << " = " << e() << ") > 3) || (" << c() << " && ++" << b
                     << " > 9)) " << b << " = " << a << " / 2;");
        break;
      case 3:
        line("bool const " << fresh("t") << " = " << c() << " && (" << a << " ^= 3, " << c()
                           << ") || --" << b << " < 0;");
        break;
      case 4:
        line(a << " = " << c() << " + " << c() << " * 2 - !" << c() << " + (" << c() << " && "
               << c() << ");");
        break;
      default:
        line(a << " = (" << c() << " ? " << b << " : (" << c() << " ? " << a << " : 7)) % (" << c()
               << " ? 5 : 900);");
        break;
    }
    return true;
  }
};
