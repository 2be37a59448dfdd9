// SPDX-License-Identifier: MIT
#pragma once

#include "classes.hpp"

/// Statements of programs with classes.
class wider_statements : protected classes {
 protected:
  explicit wider_statements(std::uint64_t seed) : classes{seed} {}

  bool wider_statement(int depth) override {
    int const choice = random_.below(100);
    if (choice < 22) return of_object();
    if (choice < 34) return of_box();
    if (choice < 42) return of_lambda();
    if (choice < 56) return of_narrow();
    if (choice < 66) return of_effects(depth);
    if (choice < 72) return depth > 0 && nest(depth);
    if (choice < 78) return of_references();
    if (choice < 84) return own_atomic();
    if (choice < 88 && whole_warps_ && !in_function_ && segments_are_whole_) return in_segment();
    if (can_meet_ && !in_function_) return random_.chance(60) ? of_tile() : of_shared();
    return false;
  }

  /// Begins a kernel.
  void wider_start() {
    line("__shared__ unsigned short cube[4][4][8];");
    line("__shared__ float plane[8][17];");
    new_object();
    new_box();
  }
  /// Ends it.
  void wider_end() {
    if (variable const* const v = object())
      line("r0 = (r0 + " << v->name << ".a + " << v->name << ".list[tid & 7] + " << v->name
                         << ".u) % 2048;");
    if (variable const* const v = box())
      line((v->kind == type::real ? "r3 = limited(r3 + " : "r2 += (") << v->name << ".sum());");
  }

 private:
  variable const* other_integer(std::string const& than) {
    return pick([&](variable const& x) {
      return x.form == shape::scalar && x.kind == type::integer && x.name != than;
    });
  }
  variable const* integer_target() { return pick(type::integer, shape::scalar); }

  // Objects.

  void new_object() {
    int const c = random_.below(in_function_ ? 0 + 1 : classes_of_program);
    std::string const name = fresh("o"), of = class_name(c);
    switch (random_.below(4)) {
      case 0:
        line(of << " " << name << "(" << small(1) << ");");
        break;
      case 1:
        line(of << " " << name << "(" << small(1) << ", " << bounded(type::real, 1) << ");");
        break;
      case 2:
        line(of << " " << name << ";");
        break;
      default:
        line("auto " << name << " = " << of << "{" << small(1) << "};");
        break;
    }
    variables_.push_back({name, object_kind(c), shape::object});
  }

  bool of_object() {
    if (in_function_) return false;
    variable const* const found = object();
    if (found == nullptr || random_.chance(20)) return new_object(), true;
    variable const v = *found;
    std::string const n = v.name;
    int const c = class_of(v);
    variable const* const same = object(c);
    switch (random_.below(14)) {
      case 0:
        line(n << ".a = " << bounded(type::integer, 2) << ";");
        break;
      case 1:
        line(n << " += " << small(1) << ";");
        break;
      case 2:
        line(n << "[" << any_index() << "] = " << bounded(type::integer, 1) << ";");
        break;
      case 3:
        line(n << ".u "
               << (random_.chance(50)   ? "+= "
                   : random_.chance(50) ? "*= "
                                        : "-= ")
               << expression(type::natural, 1) << ";");
        break;
      case 4:
        if (c != 2)
          line(n << " = " << n << " + " << same->name << ";");
        else
          line(n << ".extra = (" << same->name << ".extra + " << n << ".extra) * 3u;");
        break;
      case 5:
        line("if (" << n << " < " << same->name << ") " << n << " = " << same->name << ";");
        break;
      case 6:
        line(n << ".b = limited(" << n << ".change(" << small(1) << "));");
        break;
      case 7:
        if (variable const* const r = integer_target()) {
          std::string const i = fresh("i");
          line("for (int " << i << " = 0; " << i << " < " << n << ".size; ++" << i << ") "
                           << r->name << " = (" << r->name << " + " << n << "[" << i
                           << "]) % 2048;");
        }
        break;
      case 8: {
        std::string const p = fresh("o");
        line("auto* " << p << " = (" << condition(1) << ") ? &" << n << " : &" << same->name
                      << ";");
        line(p << "->a = (" << p << "->list[" << index(8, 1) << "] + 1) % 2048;");
        line(random_.chance(50) ? "*" << p << " += " << small(1) << ";" : p << "->u++;");
        break;
      }
      case 9:
        if (variable const* const r = integer_target())
          line(r->name << " = alter(" << n << ", " << small(1) << ");");
        break;
      case 10: {
        std::string const p = fresh("o");
        line("auto& " << p << " = " << n << ";");
        line(p << ".list[" << index(8, 1) << "] = " << bounded(type::integer, 1) << ";");
        variables_.push_back({p, v.kind, shape::object});
        break;
      }
      case 11: {
        std::string const p = fresh("o");
        line("auto " << p << " = (" << condition(1) << ") ? " << n << " : " << same->name << ";");
        variables_.push_back({p, v.kind, shape::object});
        break;
      }
      case 12: {
        std::string const p = fresh("o");
        line(class_name(c) << " " << p << "[2];");
        line(p << "[" << index(2, 1) << "].a = " << bounded(type::integer, 1) << ";");
        line(p << "[1] = " << n << ";");
        line(n << " = " << p << "[" << index(2, 1) << "];");
        break;
      }
      default:
        line("switch (" << n << ".u & 3) { case 0: " << n << ".a = " << n << ".size; break; case "
                        << class_name(c) << "::size & 1 | 2: " << n << " += 3; default: " << n
                        << ".u ^= 5; }");
        break;
    }
    return true;
  }

  void new_box() {
    static constexpr type all[] = {type::integer, type::natural, type::real,
                                   type::byte,    type::word,    type::wide};
    type const t = all[random_.below(6)];
    std::string const name = fresh("x");
    line("box<" << std::string(spelled(t)) << (random_.chance(40) ? ", 4>" : ">") << " " << name
                << (random_.chance(50) ? " = {};" : ";"));
    line(name << ".fill(" << bounded(t, 1) << ");");
    variables_.push_back({name, t, shape::box});
  }

  bool of_box() {
    if (in_function_) return false;
    variable const* const found = box();
    if (found == nullptr || random_.chance(20)) return new_box(), true;
    variable const v = *found;
    std::string const n = v.name, t{spelled(v.kind)};
    switch (random_.below(6)) {
      case 0:
        line(n << ".fill(" << bounded(v.kind, 2) << ");");
        break;
      case 1:
        line(n << ".each([=](" << t << " e) { return static_cast<" << t << ">("
               << (v.kind == type::real      ? "limited(e * 0.5f + " << constant(type::real) << ")"
                   : v.kind == type::integer ? "(e * 3 + tid) % 2048"
                                             : "e * 5 + tid")
               << "); });");
        break;
      case 2: {
        std::string const i = fresh("i");
        line("for (int " << i << " = 1; " << i << " < " << n << ".size; ++" << i << ") " << n
                         << ".v[" << i << "] = " << n << "[" << i << " - 1];");
        break;
      }
      case 3: {
        std::string const name = fresh("x");
        line("auto " << name << " = " << n << ";");
        line(t << " " << name << "e = " << name << ".sum();");
        line(name << "[" << any_index() << "] = " << bounded(v.kind, 1) << ";");
        line("if (" << name << "e > " << name << "[0]) " << n << " = " << name << ";");
        break;
      }
      default:
        line(n << "[" << any_index() << "] = " << bounded(v.kind, 2) << ";");
        break;
    }
    return true;
  }

  // Functions as values.

  bool of_lambda() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const r = found->name;
    variable const* const other = other_integer(r);
    std::string const x = fresh("x"), l = fresh("f");
    auto const value = [&](int depth) {
      std::size_t const mark = variables_.size();
      variables_.push_back({x, type::integer});
      std::string const e = bounded(type::integer, depth);
      variables_.resize(mark);
      return e;
    };
    switch (random_.chance(25) ? random_.below(4) : 4 + random_.below(3)) {
      case 0:
        line("auto " << l << " = [=](int " << x << ") { return " << value(2) << "; };");
        line(r << " = "
               << (random_.chance(50) ? "applied(" << l << ", " << small(1) << ")"
                                      : "both_applied(" << l << ", " << small(1) << ")")
               << ";");
        break;
      case 1:
        if (other == nullptr) return false;
        line(r << " = applied([&](int " << x << ") { " << other->name << " = (" << other->name
               << " + " << x << ") % 2048; if (" << x << " > 9) return 3; return " << value(1)
               << "; }, " << small(1) << ");");
        break;
      case 2:
        line("for_each(" << (random_.chance(50) ? number(1 + random_.below(5))
                                                : "(" << expression(type::integer, 1) << ") & 3")
                         << ", [&](int " << x << ") { " << r << " = (" << r << " + " << value(1)
                         << ") % 2048; });");
        break;
      case 3:
        line(r << " = both_applied(plus_some{" << small(1) << "}, " << small(1) << ", [=](int " << x
               << ") { return " << value(1) << "; });");
        break;
      case 4:
        line("auto " << l << " = [&](int " << x << ") { " << r << " = (" << r << " + " << value(1)
                     << ") % 2048; };");
        line(l << "(" << small(1) << ");");
        line("if (" << condition(1) << ") " << l << "(" << r << " & 15);");
        break;
      case 5:
        if (r == "a") return false;  // a member
        line("auto const " << l << " = [" << r << "](auto e) { return e + " << r << "; };");
        line(r << " = (int)(" << l << "(" << small(1) << ") + (int)limited(" << l << "("
               << bounded(type::real, 1) << "))) % 2048;");
        break;
      default:
        line("taker const " << l << " = " << (random_.chance(50) ? "less_one" : "halved") << ";");
        line(r << " = (" << l << "(" << small(1) << ") + " << r << ") % 2048;");
        break;
    }
    return true;
  }

  // Numbers of 8, 16 and 64 bits.

  bool of_narrow() {
    variable const* const found = pick([](variable const& x) {
      return x.form == shape::scalar && (x.kind == type::byte || x.kind == type::word ||
                                         x.kind == type::wide || x.kind == type::natural);
    });
    if (found == nullptr || random_.chance(20)) {
      static constexpr type all[] = {type::byte, type::word, type::wide};
      type const t = all[random_.below(3)];
      std::string const name = fresh("v");
      line(std::string(spelled(t)) << " " << name << " = " << expression(type::natural, 2) << ";");
      variables_.push_back({name, t});
      return true;
    }
    std::string const n = found->name;
    switch (random_.below(7)) {
      case 0:
        line(n << " += " << expression(type::integer, 1) << ";");
        break;
      case 1:
        line(n << " -= " << expression(type::natural, 1) << ";");
        break;
      case 2:
        line(n << " = " << n << " * " << number(3 + random_.below(90))
               << (random_.chance(50) ? "u;" : ";"));
        break;
      case 3:
        line(n << (random_.chance(50) ? " >>= " : " <<= ") << number(random_.below(7)) << ";");
        break;
      case 4:
        if (variable const* const r = integer_target()) {
          std::string const old = fresh("v");
          line("auto const " << old << " = "
                             << (random_.chance(50) ? n << "--;" : "++" << n << ";"));
          line(r->name << " = (" << r->name << " + (int)(" << old << " % 100u)) % 2048;");
        }
        break;
      case 5:
        if (!in_function_)
          line(random_.chance(50)
                   ? "mine[(" << n << " - 1u) & 7] = (int)(" << n << " & 127);"
                   : "(mine + 7)[-(int)(" << n << " & 7)] = " << bounded(type::integer, 1) << ";");
        break;
      default:
        line("if (" << n << (random_.chance(50) ? " - 200 > " : " * 2 < ")
                    << expression(type::byte, 1) << ") " << n << " = ~" << n << ";");
        break;
    }
    return true;
  }

  // Effects within expressions.

  bool of_effects(int depth) {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name;
    variable const* const other = other_integer(a);
    if (other == nullptr) return false;
    std::string const b = other->name;
    switch (random_.below(7)) {
      case 0:
        line(a << " = (" << condition(1) << ") ? (" << b << " = " << bounded(type::integer, 1)
               << ", " << b << " + 1) : (" << b << "++, " << b << " / 2);");
        break;
      case 1:
        line("if ((" << condition(1) << ") && (" << a << " = " << bounded(type::integer, 1)
                     << ") > " << number(random_.below(20)) << " && --" << b << " > " << a << ") "
                     << b << " = 0;");
        break;
      case 2:
        line("if ((" << condition(1) << ") || (" << a << "++, (" << b << " = " << a
                     << " / 2) & 1)) " << a << " %= 1024;");
        break;
      case 3:
        line(a << " = (" << b << " = " << bounded(type::integer, 1) << ", " << b << " ^ 5);");
        break;
      case 4:
        if (depth > 0) {
          std::string const i = fresh("i");
          line("int " << i << " = (" << expression(type::integer, 1) << ") & 7;");
          line("while (" << i << "-- > 0 && (" << a << " = (" << a
                         << " * 3 + 1) % 2048) != " << number(random_.below(50)) << ") " << b
                         << " = (" << b << " + " << i << ") % 2048;");
        }
        break;
      case 5:
        if (random_.chance(80)) return false;
        line("(" << condition(1) << " ? " << a << " : " << b << ") = " << bounded(type::integer, 1)
                 << ";");
        break;
      default:
        if (!in_function_)
          line("(" << condition(1) << ") ? (void)(mine[" << index(8, 1) << "] = " << a
                   << ") : (void)(" << b << " = " << a << ");");
        break;
    }
    return true;
  }

  /// A switch in a loop, a loop in a switch.
  bool nest(int depth) {
    variable const* const r = integer_target();
    if (r == nullptr) return false;
    std::string const n = r->name;
    flow const before = save();
    can_meet_ = false;
    std::string const i = fresh("i"), k = fresh("i");
    open("for (int " << i << " = 0; " << i << " < "
                     << (random_.chance(50) ? number(2 + random_.below(5))
                                            : "((" << expression(type::integer, 1) << ") & 7)")
                     << "; ++" << i << ")");
    std::size_t const mark = variables_.size();
    variables_.push_back({i, type::integer, shape::constant});
    open("switch ((" << expression(type::integer, 1) << " + " << i << ") & 7)");
    can_break_ = can_continue_ = true;  // out of the switch, on with the loop
    line("case 0:");
    line("case 5:");
    line("  if (" << condition(1) << ") continue;");
    line("  " << n << " = (" << n << " + " << i << ") % 2048;");
    line("  break;");
    open("case 1:");
    open("for (int " << k << " = 0;; ++" << k << ")");
    line("if (" << k << " > " << i << ") break;");
    line("if ((" << n << " + " << k << ") % 5 == 0) continue;");
    variables_.push_back({k, type::integer, shape::constant});
    block(depth - 1, 1);
    close();
    line("break;");
    close();
    variables_.pop_back();
    open("case 2:");
    block(depth - 1, 1);
    if (random_.chance(50)) line("if (" << condition(1) << ") break;");
    close();
    line("case 3: " << n << " ^= 1;");
    if (random_.chance(50)) line("continue;");
    open("default:");
    block(depth - 1, 1);
    close();
    close();
    if (random_.chance(60)) line("if (" << condition(1) << ") break;");
    can_break_ = can_continue_ = false;
    variables_.resize(mark);
    close();
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
    return true;
  }

  bool of_references() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const n = found->name;
    variable const* const l = pick(type::integer, shape::array);
    variable const* const r = pick(type::real, shape::scalar);
    variable const* const w = other_integer(n);
    switch (random_.below(6)) {
      case 0:
        if (r == nullptr || w == nullptr) return false;
        line(n << " = two_numbers(" << small(1) << ", &" << w->name << ", " << r->name << ");");
        break;
      case 1:
        if (l == nullptr) return false;
        line("store(" << l->name << ", " << any_index() << ", " << bounded(type::integer, 1)
                      << ");");
        break;
      case 2:
        if (l == nullptr) return false;
        line(n << " = total(" << l->name << " + " << number(random_.below(4)) << ", "
               << (random_.chance(50) ? "4" : "(" << expression(type::integer, 1) << ") & 3")
               << ");");
        break;
      case 3: {
        std::string const ref = fresh("v");
        line("int& " << ref << " = "
                     << (l != nullptr && random_.chance(50) ? l->name << "[" << index(8, 1) << "]"
                                                            : n)
                     << ";");
        line(ref << " = " << bounded(type::integer, 1) << ";");
        break;
      }
      case 4: {
        if (random_.chance(80)) return false;
        std::string const p = fresh("p"), a = fresh("v"), b = fresh("v");
        line("pair " << p << "{" << bounded(type::integer, 1) << ", "
                     << expression(type::natural, 1) << "};");
        line("auto [" << a << ", " << b << "] = " << p << ";");
        line(n << " = (" << a << " + (int)(" << b << " & 63u)) % 2048;");
        break;
      }
      default:
        if (r == nullptr) return false;
        line("split(limited(" << expression(type::real, 1) << "), " << n << ", &" << r->name
                              << ");");
        break;
    }
    return true;
  }

  /// On the thread's own memory, so that the result is its own as well.
  bool own_atomic() {
    variable const* const r = integer_target();
    if (r == nullptr || in_function_) return false;
    std::string const at = "&mine[" << index(8, 1) << "], ";
    static constexpr std::string_view names[] = {
        "atomicAdd", "atomicSub", "atomicMax", "atomicMin", "atomicExch", "atomicXor", "atomicAnd"};
    if (random_.chance(25))
      line(r->name << " = atomicCAS(" << at << expression(type::integer, 1) << ", "
                   << bounded(type::integer, 1) << ") % 2048;");
    else if (random_.chance(25))
      line("if (" << std::string(names[random_.below(7)]) << "(" << at << bounded(type::integer, 1)
                  << ") > " << number(random_.below(30)) << ") " << r->name << " = (" << r->name
                  << " + 1) % 2048;");
    else
      line(r->name << " = " << std::string(names[random_.below(7)]) << "(" << at
                   << bounded(type::integer, 1) << ") % 2048;");
    line("mine[" << number(random_.below(8)) << "] %= 2048;");
    return true;
  }

  // Threads together.

  /// Segments of a warp, each for itself, where whole segments are.
  bool in_segment() {
    variable const* const r = integer_target();
    if (r == nullptr || !can_meet_) return false;
    std::string const n = r->name;
    int const w = 2 << random_.below(4);
    std::string const wide = number(w);
    std::string const mask =
        "(" << (w == 32 ? std::string("0xffffffffu") : number((1 << w) - 1) << "u") << " << (tid & "
            << number(31 & ~(w - 1)) << "))";
    std::string const shuffle =
        random_.chance(50) ? "__shfl_sync(" << mask << ", " << n << ", " << number(random_.below(w))
                                            << ", " << wide << ")"
                           : "__shfl_xor_sync(" << mask << ", " << n << ", "
                                                << number(1 + random_.below(w - 1)) << ", " << wide
                                                << ")";
    if (random_.chance(50)) {
      line("if ((tid / " << wide << ") % 3 == " << number(random_.below(3)) << ") " << n << " = ("
                         << n << " + " << shuffle << ") % 2048;");
    } else {
      std::string const i = fresh("i");
      line("for (int " << i << " = 0; " << i << " <= (tid / " << wide << ") % 4; ++" << i << ") "
                       << n << " = (" << n << " + " << shuffle << " + " << i << ") % 2048;");
    }
    return true;
  }

  bool of_tile() {
    variable const* const r = integer_target();
    if (r == nullptr || !whole_warps_) return false;
    std::string const n = r->name;
    int const w = 2 << random_.below(5);
    std::string const wide = number(w), t = fresh("t");
    if (random_.chance(50)) {
      line("auto const " << t << " = cg::tiled_partition<" << wide
                         << ">(cg::this_thread_block());");
      switch (random_.below(7)) {
        case 0:
          line(n << " = " << t << ".shfl(" << n << ", (" << expression(type::integer, 1) << ") & "
                 << number(w - 1) << ");");
          break;
        case 1:
          line("for (int o = " << t << ".size() / 2; o > 0; o /= 2) " << n << " = (" << n << " + "
                               << t << ".shfl_xor(" << n << ", o)) % 2048;");
          break;
        case 2:
          line(n << " = (" << n << " + " << t << ".shfl_down(" << n << ", 1)) % 2048;");
          break;
        case 3:
          line(n << " = __popc(" << t << ".ballot(" << condition(1) << ")) + " << t
                 << ".thread_rank();");
          break;
        case 4:
          line("if (" << t << "." << (random_.chance(50) ? "any" : "all") << "(" << condition(1)
                      << ")) " << n << " = (" << n << " + " << t << ".meta_group_rank()) % 2048;");
          break;
        case 5:
          line(t << ".sync();");
          line("if (" << t << ".thread_rank() == 0) " << n << " = " << bounded(type::integer, 1)
                      << ";");
          line(n << " = " << t << ".shfl(" << n << ", 0);");
          break;
        default:
          line(n << " = (" << n << " - " << t << ".shfl_up(" << n << ", "
                 << number(1 + random_.below(w)) << ")) % 2048;");
          break;
      }
      return true;
    }
    switch (int const k = random_.below(12); k < 9 ? k : k - 6) {
      case 0:
        line(n << " = warp_fold<int, " << wide << ">(" << n << ");");
        break;
      case 1:
        line(n << " = warp_fold<int, " << wide << ">(" << n << ", larger{});");
        break;
      case 2:
        if (random_.chance(70)) return false;
        line(n << " = warp_fold<int, " << wide << ">(" << n
               << ", [](int a, int b) { return min(a, b); });");
        break;
      case 3:
        line(n << " = segment<" << wide << ">::last(" << n << ");");
        break;
      case 4:
        line(n << " = warp_applied(warp_scan, " << n << ");");
        break;
      case 5:
        line(n << " = warp_repeated<warp_scan>(" << n << ");");
        break;
      case 6:
        line(n << " = warp_applied([](int x) { return __shfl_xor_sync(0xffffffffu, x, "
               << number(1 + random_.below(31)) << "); }, " << n << ");");
        break;
      case 7: {
        static constexpr std::string_view types[] = {
            "unsigned char", "unsigned short", "unsigned long long", "short", "double",
            "long long",     "unsigned"};
        int const k = random_.below(7);
        std::string const s = fresh("v");
        line("auto const " << s << " = __shfl_" << (random_.chance(50) ? "down" : "up")
                           << "_sync(0xffffffffu, ("
                           << (k < 2 ? std::string("unsigned") : std::string(types[k])) << ")("
                           << expression(type::integer, 1) << "), " << number(random_.below(9))
                           << ", " << wide << ");");
        line(n << " = (int)static_cast<" << std::string(types[k]) << ">(" << s << ") % 2048;");
        break;
      }
      default: {
        variable const* const o = object();
        if (o == nullptr) return false;
        line(o->name << ".a = __shfl_sync(0xffffffffu, " << o->name << ".list[" << index(8, 1)
                     << "], (" << expression(type::integer, 1) << ") & 31, " << wide << ");");
        break;
      }
    }
    return true;
  }

  /// Shared arrays of several dimensions, as arguments too.
  bool of_shared() {
    variable const* const r = integer_target();
    if (r == nullptr) return false;
    std::string const n = r->name;
    line("__syncthreads();");
    switch (random_.below(6)) {
      case 0:
        line("cube[tid / 32][tid / 8 % 4][tid % 8] = " << expression(type::natural, 1) << ";");
        line("__syncthreads();");
        line(n << " = cube[(count - 1 - tid) / 32][(count - 1 - tid) / 8 % 4][(count - 1 - tid) & "
                  "7] % 2048;");
        break;
      case 1: {
        variable const* const f = pick(type::real, shape::scalar);
        if (f == nullptr) return true;
        line("plane[tid & 7][tid >> 3] = " << bounded(type::real, 1) << ";");
        line("__syncthreads();");
        line("{ float const* row = plane[tid & 7]; unsigned const at = tid >> 3; "
             << f->name << " = row[at] + *(row + at); }");
        line(f->name << " = limited(" << f->name << ");");
        break;
      }
      case 2:
        line("for (int i = tid; i < 128; i += count) rows[i >> 4][i & 15] = " << small(1) << ";");
        line("__syncthreads();");
        line(n << " = corner(rows, " << any_index() << ") % 2048;");
        break;
      case 3:
        line("for (int i = tid; i < 128; i += count) tile[i] = i - " << number(random_.below(100))
                                                                     << ";");
        line("__syncthreads();");
        line(n << " = total(tile + (" << expression(type::integer, 1) << " & 63), "
               << number(1 + random_.below(9)) << ");");
        break;
      case 4:
        line("if (tid == 0) bins[0] = 0;");
        line("for (int i = tid; i < 128; i += count) tile[i] = 0;");
        line("__syncthreads();");
        line("if (" << condition(1) << ") tile[atomicAdd(&bins[0], 1u)] = 5;");
        line("__syncthreads();");
        line(n << " = (" << n << " + tile[tid]) % 2048;");
        break;
      default:
        line("for (int i = tid; i < 128; i += count) tile[i] = 3 * i;");
        line("__syncthreads();");
        line("{ int* const top = tile + 127; unsigned const back = ("
             << expression(type::natural, 1) << ") & 63u; " << n << " = "
             << (random_.chance(50) ? "top[~back]" : "top[-back]") << "; }");
        break;
    }
    line("__syncthreads();");
    return true;
  }

 protected:
  bool segments_are_whole_ = true;
};
