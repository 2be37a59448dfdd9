// SPDX-License-Identifier: MIT
#pragma once

#include "block_statements.hpp"

/// Declares things of programs with idioms in front of their functions.
inline constexpr std::string_view idiom_declarations = R"(struct inner_part {
  int k[3];
  short s;
};
struct outer_part {
  inner_part in[2];
  float w;
  signed char tag;
};
struct answer {
  int a;
  float b;
  unsigned char c[2];
};
struct cell {
  int k;
  float w;
  short h[2];
};
__device__ inline answer answer_of(int x, float y) {
  if (x < 0) return {x, y, {1, 2}};
  answer r;
  r.a = x * 2;
  r.b = limited(y + 1.0f);
  r.c[0] = x;
  r.c[1] = x >> 1;
  return r;
}
__device__ inline void amend(answer& r, int& x, int const& by, float* y, int turns = 2) {
  do {
    x = (x + by) % 2048;
    if (x & 1) continue;
    r.a -= x;
    r.c[x >> 1 & 1] += 200;
  } while (--turns > 0);
  *y = limited(r.b * 2.0f);
}
template <class F>
__device__ int applied(int n, F f) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    if (f(i) < 0) continue;
    s += i;
  }
  return s;
}
__device__ inline int sunk(int x, int n) {
  if (n <= 0) return x % 2048;
  if (x & 1) return sunk(x / 2, n - 1) + 1;
  return sunk(x - 3, n - 1) - n;
}

)";

/// Does as real programs do, in words of programs with idioms: state machines, loops that part and
/// meet, structures in arrays in structures, pointers that are compared, numbers that wrap, are no
/// numbers, or are shifted out, the old values of atomics.
class idiom_statements : protected block_statements {
 protected:
  explicit idiom_statements(std::uint64_t seed) : block_statements{seed} {}

  /// Begins the kernels of programs with idioms.
  void idiom_start() { line("__shared__ cell cells[4][33];"); }

  bool wider_statement(int depth) override {
    if (!has_idioms_ || random_.chance(45)) return block_statements::wider_statement(depth);
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name;
    if (!in_function_ && can_meet_ && random_.chance(25)) return of_cells(a);
    switch (random_.below(depth > 0 ? 16 : 12)) {
      case 0:
        return of_parts(a);
      case 1:
        return of_answers(a);
      case 2:
        return of_pointers(a);
      case 3:
        return of_no_numbers(a);
      case 4:
        return of_shifts(a);
      case 5:
        return of_quotients(a);
      case 6:
        return of_wraps(a);
      case 7:
        return of_captures(a);
      case 8:
        return of_swizzles(a);
      case 9:
        return of_bytes(a);
      case 10:
        return of_old_values(a);
      case 11:
        return of_counters(a);
      case 12:
        return state_machine(a, depth);
      case 13:
        return do_with_continue(a, depth);
      default:
        return two_inductions(a, depth);
    }
  }

 private:
  std::string test() { return "(" << condition(1) << ")"; }
  std::string number_of(type t) { return "(" << expression(t, 1) << ")"; }
  std::string third() { return "(unsigned)" << number_of(type::integer) << " % 3u"; }

  bool of_parts(std::string const& a) {
    std::string const o = fresh("o"), c = fresh("o");
    line("outer_part " << o << "[2] = {};");
    line(o << "[" << index(2, 1) << "].in[" << index(2, 1) << "].k[" << third()
           << "] = " << bounded(type::integer, 1) << ";");
    line(o << "[1].in[0].s = " << whole(1) << ";");
    line(o << "[" << index(2, 1) << "].tag = " << whole(1) << ";");
    line("outer_part " << c << " = " << o << "[" << index(2, 1) << "];");
    line("if " << test() << " " << c << ".in[0] = " << o << "[1].in[" << index(2, 1) << "];");
    line("{ outer_part& q = " << o << "[" << index(2, 1) << "]; q.in[1].k[2] += " << c
                              << ".tag; q.in[0].k[" << third() << "]--; }");
    if (random_.chance(50))
      line("{ outer_part* q = " << test() << " ? &" << o << "[1] : &" << c << "; q->in["
                                << index(2, 1) << "].s ^= 5; q->w = " << bounded(type::real, 1)
                                << "; }");
    std::string const s = fresh("v");
    line("int " << s << " = " << c << ".in[0].k[" << third() << "] + " << c << ".in[1].s + (int)("
                << c << ".w * 2.0f);");
    line("for (outer_part const& e : " << o
                                       << ") for (int i = 0; i < 2; ++i) { for (int k = 0; k < "
                                          "3; ++k) "
                                       << s << " = (" << s << " * 3 + e.in[i].k[k]) % 4096; " << s
                                       << " += e.in[i].s + e.tag; }");
    line(a << " = " << s << " % 2048;");
    return true;
  }

  bool of_answers(std::string const& a) {
    variable const* const f = pick(type::real, shape::scalar);
    if (f == nullptr) return false;
    std::string const r = fresh("s");
    line("answer " << r << " = answer_of(" << bounded(type::integer, 1) << ", "
                   << bounded(type::real, 1) << ");");
    line("amend(" << r << ", " << a << ", " << bounded(type::integer, 1) << ", &" << f->name
                  << (random_.chance(40) ? ", 1);" : ");"));
    if (random_.chance(40))
      line("if " << test() << " amend(" << r << ", " << r << ".a, 3, &" << r << ".b, "
                 << number(1 + random_.below(3)) << ");");
    if (for_threads_ && random_.chance(50))
      line("{ auto [p, q, w] = answer_of(" << r << ".a % 2048, " << r << ".b); " << a
                                           << " = (p + (int)q + w[0] + w[1] * 2) % 2048; }");
    else
      line(a << " = (" << r << ".a + " << r << ".c[" << index(2, 1) << "] + answer_of("
             << bounded(type::integer, 1) << ", " << r << ".b).c[1]) % 2048;");
    return true;
  }

  bool of_pointers(std::string const& a) {
    variable const* const l = integers();
    std::string const w = fresh("w"), p = fresh("q"), q = fresh("q");
    line("int " << w << "[8];");
    line("for (int i = 0; i < 8; ++i) " << w << "[i] = " << (l != nullptr ? l->name << "[i]" : a)
                                        << " ^ (i * " << number(1 + random_.below(30)) << ");");
    line("int *" << p << " = " << w << ", *" << q << " = " << w << " + 7;");
    line("while (" << p << " < " << q << ") { if (*" << p << " > *" << q << ") { int const x = *"
                   << p << "; *" << p << " = *" << q << "; *" << q << " = x; } ++" << p << "; if ("
                   << p << " != " << q << " && " << test() << ") --" << q << "; }");
    line(a << " = (int)(" << p << " - " << w << ") * 16 + (" << p << " == " << q << ") + 2 * (&"
           << w << "[" << index(8, 1) << "] >= " << p << ") + (" << w << "[0] & 255);");
    if (random_.chance(40))
      line(p << " = " << test() << " ? " << w << " + 2 : &" << w << "[" << index(8, 1) << "]; *"
             << p << "++ += 5; " << a << " = (" << a << " + " << w << "[" << index(8, 1)
             << "] + (int)(" << p << " - " << w << ")) % 2048;");
    return true;
  }

  bool of_no_numbers(std::string const& a) {
    variable const* const f = pick(type::real, shape::scalar);
    if (f == nullptr) return false;
    std::string const n = fresh("v"), y = fresh("v");
    line("float const " << n << " = " << test()
                        << " ? __int_as_float(0x7fc00000) : " << bounded(type::real, 1) << ", " << y
                        << " = " << bounded(type::real, 1) << ";");
    line(a << " = (" << n << " < " << y << ") + 2 * !(" << n << " < " << y << ") + 4 * (" << n
           << " != " << n << ") + 8 * (" << n << " >= " << y << " || " << n << " < " << y
           << ") + 16 * (bool)" << n << " + 32 * !(" << n << " == " << y << ");");
    switch (random_.below(4)) {
      case 0:
        line(f->name << " = fminf(" << n << ", " << y << ") + fmaxf(" << y << ", " << n << ");");
        break;
      case 1:
        line("if (!(" << n << " <= " << y << ")) " << a << " ^= 64; else if (" << n << ") " << a
                      << " += 3;");
        break;
      case 2:
        line("for (int i = 0; i < 5 && !(" << n << " > i); ++i) " << a << " += 7;");
        break;
      default:
        line(f->name << " = min(" << n << ", " << y << ") - max(" << n << ", 1.5f); " << a
                     << " += (int)" << n << ";");
        break;
    }
    line(f->name << " = limited(" << f->name << ");");
    line(a << " %= 2048;");
    return true;
  }

  bool of_shifts(std::string const& a) {
    variable const* const found = pick(type::natural, shape::scalar);
    if (found == nullptr) return false;
    std::string const u = found->name;
    auto const by = [&] {
      return random_.chance(50) ? "(" << whole(1) << " & 63)" : "(" << of_natural() << " & 47u)";
    };
    switch (random_.below(5)) {
      case 0:
        line(u << " = (" << of_natural() << " << " << by() << ") ^ (" << u << " >> " << by()
               << ");");
        break;
      case 1:
        line(u << (random_.chance(50) ? " <<= " : " >>= ") << by() << ";");
        break;
      case 2:
        line(a << " = ((" << whole(1) << ") >> " << by() << ") % 2048 + ((1 << " << by()
               << ") & 1023);");
        break;
      case 3:
        line(u << " = (unsigned)(((" << expression(type::wide, 1) << ") << (" << whole(1)
               << " & 127)) >> 20);");
        break;
      default:
        line(a << " = (int)(((" << expression(type::big, 1) << ") >> (" << whole(1)
               << " & 127)) % 1000) + ((" << u << " & (1u << " << by() << ")) != 0);");
        break;
    }
    return true;
  }

  bool of_quotients(std::string const& a) {
    std::string const d = fresh("v");
    switch (random_.below(4)) {
      case 0:
        line("{ int const " << d << " = " << bounded(type::integer, 1) << " | 1; " << a << " = (("
                            << whole(1) << ") / " << d << " + (" << whole(1) << ") % " << d
                            << ") % 2048; }");
        break;
      case 1:
        line(a << " = ((" << whole(1) << ") / -" << number(1 + random_.below(9)) << " - ("
               << whole(1) << ") % " << number(2 + random_.below(40)) << " + (" << whole(1)
               << ") / 16) % 2048;");
        break;
      case 2:
        line("{ long long const " << d << " = " << number_of(type::big) << " | 1; " << a
                                  << " = (int)((" << expression(type::big, 1) << ") % " << d
                                  << " % 1000 + 5000000000ll / " << d << " % 1000); }");
        break;
      default:
        line("{ short const " << d << " = (short)(" << whole(1) << ") | 1; " << a << " = ("
                              << bounded(type::integer, 1) << " / " << d << ") + (" << of_natural()
                              << " / (unsigned)" << d << ") % 7u; }");
        line(a << " %= 2048;");
        break;
    }
    return true;
  }

  bool of_wraps(std::string const& a) {
    std::string const h = fresh("v"), i = fresh("i");
    switch (random_.below(4)) {
      case 0:
        line("{ int " << h << " = " << whole(1) << "; for (int " << i << " = 0; " << i << " < "
                      << few() << " + 4; ++" << i << ") { " << h << " = " << h
                      << " * 1103515245 + 12345; if (" << h << " < 0) " << a << " ^= " << i << "; "
                      << h << " &= 0x7fffffff; } " << a << " = (" << a << " + " << h
                      << " % 1000) % 2048; }");
        break;
      case 1:
        line("{ int " << h << " = 7; for (int " << i << " = 0; " << i << " < 9; ++" << i << ") "
                      << h << " = " << h << " * 31 + (" << whole(1) << " & 255); " << a << " = ("
                      << h << " < 0 ? -(" << h << " + 1) : " << h << ") % 2048; }");
        break;
      case 2:
        line("{ unsigned short const " << h << " = " << whole(1) << ", w = 50000; " << a << " = ("
                                       << h << " * w < 0) + (" << h << " * w >> 20); }");
        break;
      default: {
        variable const* const l = integers();
        if (l == nullptr) return false;
        line("{ unsigned const " << h << " = " << of_natural() << " & 7u; " << a << " = " << l->name
                                 << "[(int)(" << h << " - 3u) & 7] + (" << h << " - 5u > 9u) + ("
                                 << l->name << " + 8)[-1 - (int)" << h << "]; }");
        line(a << " %= 2048;");
        break;
      }
    }
    return true;
  }

  bool of_captures(std::string const& a) {
    std::string const s = fresh("v"), f = fresh("f");
    line("int " << s << " = " << bounded(type::integer, 1) << ";");
    line("auto " << f << " = [&](int x) -> int { if " << test() << " return -1; " << s << " = ("
                 << s << " + x) % 2048; " << a << " ^= x & 7; return x + " << s << "; };");
    if (random_.chance(50)) {
      line("int const " << s << "n = applied(" << few() << ", " << f << ");");
      line(a << " = (" << a << " + " << s << "n) % 2048;");
    } else {
      line("for (int i = 0; i < " << number(2 + random_.below(4)) << "; ++i) { if (" << f
                                  << "(i * 3) < " << number(random_.below(40)) << ") continue; "
                                  << s << " -= i; }");
    }
    line(a << " = (" << a << " + " << s << ") % 2048;");
    if (random_.chance(25)) line(a << " = sunk(" << a << ", " << few() << ") % 2048;");
    return true;
  }

  bool of_swizzles(std::string const& a) {
    variable const* const f = pick(type::real, shape::scalar);
    if (f == nullptr) return false;
    std::string const v = fresh("v"), p = fresh("q"), x = bounded(type::real, 1);
    switch (random_.below(4)) {
      case 0:
        line("{ float4 " << v << " = make_float4(" << f->name << ", " << x
                         << ", 2.0f, -3.0f); float* " << p << " = &" << v << ".x; " << p << "["
                         << index(4, 1) << "] += 10.0f; (&" << v << ".y)[1] -= 5.0f; " << f->name
                         << " = limited(" << v << ".x + " << v << ".y * 2.0f - " << v << ".z + "
                         << p << "[" << index(4, 1) << "]); }");
        break;
      case 1:
        line("{ int4 " << v << " = {1, " << bounded(type::integer, 1) << ", 3, " << a << "}; int* "
                       << p << " = (int*)&" << v << "; " << p << "[" << index(4, 1) << "] ^= 77; "
                       << a << " = (" << v << ".x + " << v << ".y * 2 + " << v << ".z * 3 + " << v
                       << ".w) % 2048; }");
        break;
      case 2:
        line("{ unsigned " << v << " = *(unsigned*)&" << f->name << "; " << v << " ^= " << test()
                           << " ? 0x80000000u : 0u; " << f->name << " = *(float*)&" << v << "; "
                           << a << " = __float_as_int(" << f->name << ") >> 24; }");
        break;
      default:
        line("{ double const " << v << " = " << f->name << "; long long const " << p
                               << " = __double_as_longlong(" << v << "); " << a << " = (int)(" << p
                               << " >> 48) + (__double2hiint(" << v << ") != (int)(" << p
                               << " >> 32)); " << a << " %= 2048; }");
        break;
    }
    return true;
  }

  bool of_bytes(std::string const& a) {
    std::string const c = fresh("v"), d = fresh("v"), h = fresh("v"), w = fresh("v");
    line("signed char " << c << " = " << whole(1) << ";");
    line("unsigned char " << d << " = " << of_natural() << ";");
    line("short " << h << " = " << whole(1) << "; unsigned short " << w << " = " << of_natural()
                  << ";");
    static constexpr std::string_view steps[] = {
        "@c *= @d; ", "@d += @h; ",       "@h -= @w; ",  "@w <<= 3; ",     "@d >>= 1; ",
        "@w = ~@w; ", "@c = -@c; ",       "@h ^= @c; ",  "@d = @d - @c; ", "++@c; ",
        "@w *= @w; ", "@h /= (@c | 1); ", "@d %= 100; ", "@c += @w > @h; "};
    std::string text;
    for (int i = 0; i < 4; ++i) text += steps[random_.below(14)];
    if (random_.chance(50)) text = "if " << test() << " { " << text << "}";
    std::string named;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '@') {
        named += text[i];
        continue;
      }
      ++i;
      named += text[i] == 'c' ? c : text[i] == 'd' ? d : text[i] == 'h' ? h : w;
    }
    line(named);
    line(a << " = (" << c << " < " << d << ") + 2 * (" << h << " > " << w << ") + (" << c << " * "
           << h << " - " << w << ") % 500 + 4 * ((unsigned)" << h << " > " << w << ") + (-1 < " << d
           << ") + (" << c << " - " << d << ") / 3 + (" << h << " >> 3);");
    line(a << " %= 2048;");
    return true;
  }

  /// Uses the old value that an atomic of the thread's own cell returns.
  bool of_old_values(std::string const& a) {
    if (in_function_) return false;
    std::string const at = "&mine[" << index(8, 1) << "]", old = fresh("v");
    switch (random_.below(5)) {
      case 0:
        line("if (atomicAdd(" << at << ", " << number(1 + random_.below(9)) << ") > "
                              << number(random_.below(20)) << ") " << a << " ^= 21; else " << a
                              << " = " << bounded(type::integer, 1) << ";");
        break;
      case 1:
        line("int const " << old << " = atomicCAS(" << at << ", " << whole(1) << ", " << a << ");");
        line(a << " = " << old << " == " << a << " ? 3 : " << old << " % 2048;");
        break;
      case 2:
        line("if " << test() << " " << a << " = atomicExch(" << at << ", "
                   << bounded(type::integer, 1) << ") % 2048;");
        break;
      case 3:
        line("if (atomicMax(" << at << ", " << bounded(type::integer, 1) << ") < " << a << " || "
                              << "atomicMin(" << at << ", 9) == 9) " << a << " /= 2;");
        break;
      default:
        line("for (int i = 0; i < " << few() << "; ++i) { if (atomicXor(" << at
                                    << ", i) & 1) continue; " << a << " = (" << a
                                    << " + i) % 2048; }");
        break;
    }
    return true;
  }

  bool of_counters(std::string const& a) {
    std::string const x = fresh("i");
    switch (random_.below(5)) {
      case 0:
        line("for (float " << x << " = " << few() << "; " << x << " > -2.0f; " << x
                           << " -= 0.75f) { if " << test() << " continue; " << a << " += (int)" << x
                           << "; }");
        break;
      case 1:
        line("for (double " << x << " = 0; " << x << " != 4; " << x << " += 0.5) if (" << x
                            << " * 3 > " << bounded(type::real, 1) << ") { " << a
                            << " ^= 9; break; }");
        break;
      case 2:
        line("for (unsigned " << x << " = " << few() << "; " << x << " < 8u; --" << x << ") " << a
                              << " = (" << a << " * 3 + (int)" << x << ") % 2048;");
        break;
      case 3:
        line("for (signed char " << x << " = 120; " << x << " > 0; " << x << " += 1 + "
                                 << (random_.chance(50) ? std::string("2")
                                                        : "(" << whole(1) << " & 1)")
                                 << ") ++" << a << ";");
        break;
      default:
        line("for (unsigned char " << x << " = 250; " << x << " > 3; ++" << x << ") { " << a
                                   << " += " << x << "; if " << test() << " break; }");
        break;
    }
    line(a << " %= 2048;");
    return true;
  }

  bool state_machine(std::string const& a, int depth) {
    std::string const st = fresh("st"), n = fresh("i"), s = fresh("v");
    apart([&] {
      line("int " << st << " = (" << whole(1) << ") & 3, " << n << " = 0, " << s << " = 0;");
      open("while (" << st << " != 4 && " << n << "++ < " << number(5 + random_.below(9)) << ")");
      open("switch (" << st << ")");
      for (int c = 0; c < 3; ++c) {
        open("case " << number(c) << ":");
        line(s << " = (" << s << " + " << bounded(type::integer, 1) << ") % 2048;");
        can_break_ = can_continue_ = true;
        if (depth > 1 && random_.chance(40)) block(depth - 2, 1);
        line(st << " = " << test() << " ? " << number(random_.below(5)) << " : "
                << number(random_.below(5)) << ";");
        if (random_.chance(30)) line("if " << test() << " continue;");
        close();
        if (random_.chance(60)) line(random_.chance(70) ? "break;" : "continue;");
      }
      line(random_.chance(50) ? "default: " << st << " = 4;"
                              : "default: " << st << " ^= 5; break;");
      close();
      line("if (" << s << " > " << number(500 + random_.below(1500)) << ") " << st << " = 4;");
      close();
      line(a << " = (" << a << " + " << s << " + " << n << ") % 2048;");
    });
    return true;
  }

  bool do_with_continue(std::string const& a, int depth) {
    std::string const i = fresh("i"), s = fresh("v");
    apart([&] {
      line("int " << i << " = 0, " << s << " = 0;");
      open("do");
      variables_.push_back({i, type::integer, shape::constant});
      line("++" << i << ";");
      line("if (((" << i << " + " << a << ") & 3) == " << number(random_.below(4))
                    << ") continue;");
      line(s << " += " << i << " * " << a << " % 17;");
      statements_in_loop(depth - 1, 1);
      leave();
      if (random_.chance(40)) {
        line("switch (" << i << " & 3) { case 0: " << s << " += 5; case 1: if " << test()
                        << " break; " << s << " ^= 3; continue; case 2: continue; default: " << s
                        << "--; }");
        line(s << " += 2;");
      }
      close(" while (" << i << " < " << few()
                       << (random_.chance(40)
                               ? " && ++" << s << " < " << number(10 + random_.below(90))
                               : std::string())
                       << ");");
      line(a << " = (" << a << " + " << s << ") % 2048;");
    });
    return true;
  }

  bool two_inductions(std::string const& a, int depth) {
    std::string const i = fresh("i"), j = fresh("i"), k = fresh("i");
    apart([&] {
      std::string const turns = !in_function_ && random_.chance(50) ? std::string("g.n") : few();
      open("for (int " << i << " = 0, " << j << " = " << few() << "; " << i << " < " << turns
                       << "; ++" << i << ", " << j << " += 2)");
      variables_.push_back({i, type::integer, shape::constant});
      variables_.push_back({j, type::integer, shape::constant});
      open("for (int " << k << " = " << j << "; " << k << " > " << i << "; " << k << " -= 1 + "
                       << test() << ")");
      std::size_t const mark = variables_.size();
      variables_.push_back({k, type::integer, shape::constant});
      if (random_.chance(60)) line("if " << test() << " continue;");
      line(a << " = (" << a << " + " << k << " * " << i << ") % 2048;");
      statements_in_loop(0, 1);
      if (random_.chance(60)) leave();
      variables_.resize(mark);
      close();
      if (random_.chance(50)) leave();
      statements_in_loop(depth - 1, 1);
      close();
    });
    return true;
  }

  /// Structures in shared rows, and loops of all threads around loops of some.
  bool of_cells(std::string const& a) {
    variable const* const f = pick(type::real, shape::scalar);
    if (f == nullptr) return false;
    std::string const i = fresh("i"), d = fresh("s"), k = number(1 + random_.below(30));
    std::string const own = "cells[tid / 32][tid % 32]";
    std::string const other = "cells[(tid + " << k << ") % count / 32][(tid + " << k
                                              << ") % count % 32]";
    line("__syncthreads();");
    switch (random_.below(3)) {
      case 0:
        line(own << " = {" << bounded(type::integer, 1) << ", " << bounded(type::real, 1)
                 << ", {(short)tid, (short)(" << whole(1) << ")}};");
        line("__syncthreads();");
        line("{ cell const " << d << " = " << other
                             << "; cell& e = cells[(count - 1 - tid) / 32][(count "
                                "- 1 - tid) % 32]; e.h[0] += 3; "
                             << a << " = (" << d << ".k + " << d << ".h[1] + " << d << ".h["
                             << index(2, 1) << "] * 0) % 2048; " << f->name << " = limited(" << d
                             << ".w + e.w); }");
        line("__syncthreads();");
        line(a << " ^= " << own << ".h[0] & 63;");
        break;
      case 1:
        line(own << ".k = " << bounded(type::integer, 1) << ";");
        line(own << ".h[0] = " << whole(1) << ";");
        open("for (int " << i << " = 0; " << i << " < " << number(2 + random_.below(2)) << "; ++"
                         << i << ")");
        line("int t = 0;");
        line("for (int n = 0; n < ((" << whole(1) << ") & 3); ++n) { if " << test()
                                      << " continue; t += n + " << own << ".h[0]; }");
        line("__syncthreads();");
        line(a << " = (" << a << " + " << other << ".k + t) % 2048;");
        line("__syncthreads();");
        line("if (tid & 1) " << own << ".k ^= " << a << "; else " << own << ".h[0]++;");
        close();
        break;
      default:
        line("double* const " << d << " = (double*)dynamic;");
        line("unsigned short* const " << d << "h = reinterpret_cast<unsigned short*>(&" << d
                                      << "[32]);");
        line("if (tid < 32) " << d << "[tid] = (double)(" << whole(1) << ") * 0.25;");
        line("if (tid < 64) " << d << "h[(tid * 5) & 63] = " << whole(1) << ";");
        line("__syncthreads();");
        line("{ int const n = min(count, 32); "
             << a << " = (int)" << d << "[tid % n] + " << d << "h[(tid % n * 5) & 63] % 1000; "
             << f->name << " = limited((float)" << d << "[n - 1 - tid % n]); }");
        line(a << " %= 2048;");
        break;
    }
    line("__syncthreads();");
    return true;
  }
};
