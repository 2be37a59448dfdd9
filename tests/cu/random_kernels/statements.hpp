// SPDX-License-Identifier: MIT
#pragma once

#include "expressions.hpp"

/// Random statements, written to out_.
class statements : protected expressions {
 protected:
  explicit statements(std::uint64_t seed) : expressions{seed} {}

  // Statements.

  void line(std::string const& text) { out_ += std::string(2 * indent_, ' ') << text << "\n"; }
  void open(std::string const& head) {
    line(head << " {");
    ++indent_;
  }
  void close(std::string const& tail = {}) {
    --indent_;
    line("}" << tail);
  }

  type any_type() {
    static constexpr type all[] = {type::integer, type::integer, type::integer, type::natural,
                                   type::natural, type::real,    type::real,    type::wide,
                                   type::byte,    type::small,   type::big,     type::precise,
                                   type::letter,  type::word,    type::truth,   type::half};
    return all[random_.below(16)];
  }

  void block(int depth, int statements) {
    std::size_t const mark = variables_.size();
    for (int i = 0; i < statements; ++i) statement(depth);
    variables_.resize(mark);
  }

  /// Writes a statement that only programs with classes have; false where it has none.
  virtual bool wider_statement(int) { return false; }

  void statement(int depth) {
    if (has_classes_ && random_.chance(50) && wider_statement(depth)) return;
    if (has_bodies_ && random_.chance(35)) return random_.chance(50) ? long_statement() : of_body();
    int const choice = random_.below(100);
    if (choice < 18) return declaration();
    if (choice < 42) return assignment();
    if (choice < 54 && depth > 0) return if_statement(depth);
    if (choice < 66 && depth > 0) return loop(depth);
    if (choice < 70 && depth > 0) return switch_statement(depth);
    if (choice < 73) return array_or_pointer();
    if (choice < 77) return effect(depth);
    if (choice < 82) return effect_call();
    if (choice < 87 && !in_function_) return atomic();
    if (choice < 93 && can_meet_) return meeting();
    if (choice < 96) return jump();
    return assignment();
  }

  void declaration() {
    if (random_.chance(12)) {
      std::string const name = fresh("p");
      line("pair " << name << " = {" << bounded(type::integer, 2) << ", "
                   << expression(type::natural, 2) << "};");
      variables_.push_back({name, type::integer, shape::pair});
      return;
    }
    if (random_.chance(15)) return several();
    type const t = any_type();
    std::string const name = fresh("v");
    bool const is_constant = random_.chance(25);
    bool const by_auto =
        (t == type::integer || t == type::natural || t == type::real || t == type::wide) &&
        random_.chance(15);
    std::string const value = by_auto && t == type::wide
                                  ? "(unsigned long long)" << constant(type::integer)
                                  : bounded(t, 2);
    line((is_constant ? "const " : "")
         << std::string(by_auto ? "auto" : spelled(t)) << " " << name << " = "
         << (by_auto ? "static_cast<" << std::string(spelled(t)) << ">(" << value << ")" : value)
         << ";");
    variables_.push_back({name, t, is_constant ? shape::constant : shape::scalar});
  }

  /// A variable of several numbers.
  void several() {
    std::string const name = fresh("w");
    switch (random_.below(4)) {
      case 0:
        line("int2 " << name << " = make_int2(" << bounded(type::integer, 1) << ", "
                     << bounded(type::integer, 2) << ");");
        return variables_.push_back({name, type::integer, shape::vector});
      case 1:
        line("float4 " << name << " = make_float4(" << bounded(type::real, 2) << ", 1.5f, "
                       << bounded(type::real, 1) << ", " << constant(type::real) << ");");
        return variables_.push_back({name, type::real, shape::vector});
      case 2: {
        line("int " << name << "[2][4];");
        std::string const i = fresh("i");
        line("for (int " << i << " = 0; " << i << " < 8; ++" << i << ") " << name << "[" << i
                         << " / 4][" << i << " % 4] = " << i << " - " << number(random_.below(9))
                         << ";");
        return variables_.push_back({name, type::integer, shape::grid});
      }
      default:
        line("pair " << name << "[2] = {{1, 2u}, {" << bounded(type::integer, 1) << ", 3u}};");
        return variables_.push_back({name, type::integer, shape::pairs});
    }
  }

  /// An assignment of several operators in double.
  void long_statement() {
    std::string const value = "limited(" << long_precise(4 + random_.below(5)) << ")";
    if (std::string const to = member(random_.chance(50) ? type::precise : type::real, 1);
        !to.empty() && random_.chance(50))
      return line(to << " = " << value << ";");
    variable const* const v = pick([](variable const& x) {
      return x.form == shape::scalar && (x.kind == type::precise || x.kind == type::real);
    });
    if (v == nullptr || random_.chance(20)) {
      std::string const name = fresh("v");
      type const t = random_.chance(60) ? type::precise : type::real;
      line(std::string(spelled(t)) << " " << name << " = " << value << ";");
      return variables_.push_back({name, t});
    }
    if (random_.chance(25)) {
      line(v->name << " += " << value << ";");
      return line(v->name << " = limited(" << v->name << ");");
    }
    if (variable const* const i = pick(type::integer, shape::scalar);
        i != nullptr && random_.chance(20))
      return line(i->name << " = (int)" << value << ";");
    line(v->name << " = " << value << ";");
  }

  /// Works with a structure of the thread's own.
  void of_body() {
    std::string const b = body(1);
    if (b.empty() || random_.chance(25)) return new_body();
    switch (random_.below(8)) {
      case 0:
        return line(b << ".kind = " << bounded(type::integer, 2) << ";");
      case 1:
        return line(b << (random_.chance(50) ? ".x" : ".y") << " = " << bounded(type::real, 2)
                      << ";");
      case 2:
        return line(b << ".w[" << index(4, 1) << "] = " << bounded(type::real, 1) << ";");
      case 3:
        return line(b << ".mass = " << bounded(type::precise, 2) << ";");
      case 4:
        return line("advance(" << b << ", limited(" << expression(type::real, 1) << "));");
      case 5:
        return line(b << " = moved(" << body(1) << ", limited(" << expression(type::real, 1)
                      << "));");
      case 6:
        return line("if (" << condition(1) << ") " << b << " = " << body(1) << ";");
      default:
        line(b << ".kind += (" << expression(type::integer, 1) << ") & 31;");
        return line(b << ".kind %= 2048;");
    }
  }
  void new_body() {
    std::string const name = fresh("u");
    if (std::string const other = body(1); !other.empty() && random_.chance(30)) {
      line("body " << name << " = " << other << ";");
    } else if (random_.chance(25)) {
      line("body " << name << "[2] = {{" << bounded(type::real, 1)
                   << ", 2.5f, 0.75, 3, 1.0f, 2.0f}, {0.5f, " << bounded(type::real, 1) << ", "
                   << bounded(type::precise, 1) << "}};");
      return variables_.push_back({name, type::integer, shape::bodies});
    } else if (random_.chance(50)) {
      line("body " << name << " = {" << bounded(type::real, 1) << ", " << bounded(type::real, 1)
                   << ", " << bounded(type::precise, 1) << ", " << bounded(type::integer, 1)
                   << "};");
    } else {
      line("body " << name << ";");
      line(name << ".x = " << bounded(type::real, 1) << ";");
      line(name << ".y = " << name << ".x * 0.5f;");
      line(name << ".mass = " << bounded(type::precise, 1) << ";");
      line(name << ".kind = " << bounded(type::integer, 1) << ";");
      std::string const i = fresh("i");
      line("for (int " << i << " = 0; " << i << " < 4; ++" << i << ") " << name << ".w[" << i
                       << "] = " << name << ".y - " << i << ";");
    }
    variables_.push_back({name, type::integer, shape::body});
  }

  /// A value and an effect in one statement, in the order that C++ gives them.
  void effect(int depth) {
    variable const* const v = target();
    if (v == nullptr) return declaration();
    variable const* const w = pick([&](variable const& x) {
      return x.form == shape::scalar && x.kind == type::integer && x.name != v->name;
    });
    std::string const set = v->name << " = " << bounded(v->kind, 2);
    bool const is_number = v->kind != type::half;
    switch (random_.below(9)) {
      case 0:
        if (depth <= 0 || !is_number) break;
        {
          flow const before = save();
          can_meet_ = false;
          open("if ((" << set << ")" << compare() << "3)");
          block(depth - 1, 1);
          close();
          bool const met = !has_left_;
          restore(before);
          can_meet_ = can_meet_ && met;
        }
        return;
      case 1:
        if (is_number)
          return line("static_cast<void>((" << condition(1) << ") "
                                            << (random_.chance(50) ? "&&" : "||") << " ((" << set
                                            << ") != 0));");
        break;
      case 2:
        if (w != nullptr && v->kind == type::integer)
          return line("(" << condition(1) << ") ? " << v->name << "++ : --" << w->name << ";");
        break;
      case 3:
        if (w != nullptr && v->kind == type::integer)
          return line("swap_if(" << v->name << ", " << w->name << ", " << condition(1) << ");");
        break;
      case 4:
        if (variable const* const r = pick(type::real, shape::scalar); r != nullptr && w != nullptr)
          return line("split(limited(" << expression(type::real, 1) << "), " << w->name << ", &"
                                       << r->name << ");");
        break;
      case 5:
        if (variable const* const p = pick(type::integer, shape::pointer))
          return line(
              "if (" << condition(1) << ") " << p->name << " = "
                     << (in_function_ ? p->name << " + 0" : "mine + " << number(random_.below(6)))
                     << ";");
        break;
      case 6:
        if (!in_function_)
          return line("((unsigned*)mine)[" << index(8, 1) << "] ^= " << expression(type::natural, 1)
                                           << ";");
        break;
      case 7:
        if (variable const* const p = pick([](variable const& x) {
              return x.form == shape::vector || x.form == shape::grid || x.form == shape::pairs;
            });
            p != nullptr)
          return line(part_of(*p) << " = " << bounded(p->kind, 2) << ";");
        break;
      default:
        if (w != nullptr)
          return line(w->name << " = (" << mixed(*v) << ", " << bounded(type::integer, 1) << ");");
        break;
    }
    assignment();
  }
  std::string part_of(variable const& v) {
    if (v.form == shape::grid) return v.name << "[" << index(2, 1) << "][" << index(4, 1) << "]";
    if (v.form == shape::pairs) return v.name << "[" << index(2, 1) << "].x";
    return v.name << "."
                  << "xyzw"[random_.below(v.kind == type::real ? 4 : 2)];
  }
  /// An assignment as an expression.
  std::string mixed(variable const& v) { return v.name << " = " << bounded(v.kind, 1); }

  /// A scalar variable that may be assigned to.
  variable const* target() {
    return pick([&](variable const& v) { return v.form == shape::scalar; });
  }

  void assignment() {
    variable const* const v = target();
    if (v == nullptr) return declaration();
    std::string const name = v->name;
    type const t = v->kind;
    switch (random_.below(6)) {
      case 0:
        if (t == type::natural || t == type::wide || t == type::byte)
          return line(name << (random_.chance(50) ? " += " : " ^= ") << expression(t, 2) << ";");
        if (t == type::integer) {
          line(name << " += (" << expression(t, 2) << ") & 31;");
          return line(name << " %= 2048;");
        }
        break;
      case 1:
        if (t == type::natural || t == type::byte)
          return line(random_.chance(50) ? name << "++;" : "--" << name << ";");
        if (t == type::natural) return line(name << " <<= " << number(random_.below(5)) << ";");
        break;
      case 2: {
        variable const* const w = pick([&](variable const& x) {
          return x.form == shape::scalar && x.kind == t && x.name != name;
        });
        if (w != nullptr) return line(name << " = " << w->name << " = " << bounded(t, 2) << ";");
        break;
      }
      case 3:
        if (variable const* const p = pick(type::integer, shape::pair))
          return line(p->name << (random_.chance(50) ? ".x = " << bounded(type::integer, 2)
                                                     : ".y += " << expression(type::natural, 2))
                              << ";");
        break;
      default:
        break;
    }
    line(name << " = " << bounded(t, 2) << ";");
  }

  struct flow {
    bool can_meet, can_break, can_continue;
  };
  flow save() const { return {can_meet_, can_break_, can_continue_}; }
  void restore(flow const& f) {
    can_meet_ = f.can_meet;
    can_break_ = f.can_break;
    can_continue_ = f.can_continue;
  }

  void if_statement(int depth) {
    flow const before = save();
    bool const is_uniform = random_.chance(25) && !in_function_;
    if (!is_uniform) can_meet_ = false;
    open("if (" << (is_uniform ? uniform_condition() : condition(2)) << ")");
    block(depth - 1, 1 + random_.below(2));
    if (random_.chance(50)) {
      close(" else {");
      ++indent_;
      block(depth - 1, 1 + random_.below(2));
    }
    close();
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
  }

  void loop(int depth) {
    flow const before = save();
    bool const is_uniform = in_function_ ? false : random_.chance(50);
    // Threads meet in a loop only where none leaves it by itself.
    bool const keeps_together = is_uniform && can_meet_ && random_.chance(60);
    can_meet_ = keeps_together;
    if (keeps_together) ++meeting_loops_;
    can_break_ = can_continue_ = !keeps_together;
    std::string const i = fresh("i");
    std::string const bound =
        is_uniform ? (random_.chance(50) ? number(1 + random_.below(6)) : "(g.n & 5)")
                   : "((" << expression(type::integer, 2) << ") & 7)";
    std::size_t const mark = variables_.size();
    switch (random_.below(6)) {
      case 0:
      case 1:
        if (random_.chance(30)) line("#pragma unroll");
        open("for (int " << i << " = " << (random_.chance(70) ? "0" : number(random_.below(3)))
                         << "; " << i << " < " << bound << "; "
                         << (random_.chance(50) ? i << "++" : i << " += 2") << ")");
        variables_.push_back({i, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close();
        break;
      case 2:
        line("int " << i << " = " << bound << ";");
        open("while (" << i << "-- > 0)");
        variables_.push_back({i, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close();
        break;
      case 3: {
        // A step down, and a second counter.
        std::string const other = fresh("i");
        open("for (int " << i << " = " << bound << ", " << other << " = 0; " << i << " > " << other
                         << "; --" << i << ", ++" << other << ")");
        variables_.push_back({i, type::integer, shape::constant});
        variables_.push_back({other, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close();
        break;
      }
      case 4:
        line("int " << i << " = 0;");
        open(random_.chance(50) ? "while (true)" : "for (;;)");
        line("if (++" << i << " > " << bound << ") break;");
        variables_.push_back({i, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close();
        break;
      default:
        line("int " << i << " = " << bound << ";");
        open("do");
        variables_.push_back({i, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close(" while (--" << i << " > 0);");
        break;
    }
    variables_.resize(mark);
    if (keeps_together) --meeting_loops_;
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
  }

  void switch_statement(int depth) {
    flow const before = save();
    can_meet_ = false;
    can_break_ = false;
    open("switch ((" << expression(type::integer, 2) << ") & 3)");
    for (int c = 0; c < 3; ++c) {
      open("case " << number(c) << ":");
      block(depth - 1, 1 + random_.below(2));
      close();
      if (random_.chance(70)) line("break;");
    }
    if (random_.chance(60)) {
      open("default:");
      block(depth - 1, 1);
      close();
    }
    close();
    bool const met = !has_left_;
    restore(before);
    can_meet_ = can_meet_ && met;
  }

  void array_or_pointer() {
    variable const* const v = pick([&](variable const& x) { return x.form == shape::array; });
    if (v == nullptr || random_.chance(25)) {
      type const t = random_.chance(60)   ? type::integer
                     : random_.chance(50) ? type::real
                                          : type::natural;
      std::string const name = fresh("l");
      line(std::string(spelled(t))
           << " " << name << "[8]" << (random_.chance(50) ? " = {};" : ";"));
      std::string const i = fresh("i");
      line("for (int " << i << " = 0; " << i << " < 8; ++" << i << ") " << name << "[" << i
                       << "] = "
                       << (t == type::integer
                               ? i << " * " << number(random_.below(9))
                               : "static_cast<" << std::string(spelled(t)) << ">(" << i << ")")
                       << ";");
      variables_.push_back({name, t, shape::array});
      return;
    }
    std::string const name = v->name;
    type const t = v->kind;
    if (t == type::integer && random_.chance(30)) {
      std::string const p = fresh("q");
      std::string const other = in_function_ || random_.chance(50) ? name << " + 4" : "mine";
      line("int* " << p << " = (" << condition(1) << ") ? " << name << " : " << other << ";");
      if (random_.chance(40)) line(p << " += (" << expression(type::integer, 1) << ") & 1;");
      variables_.push_back({p, type::integer, shape::pointer});
      return;
    }
    if (variable const* const p = pick(type::integer, shape::pointer);
        p != nullptr && random_.chance(30))
      return line(p->name << "[" << std::to_string(random_.below(2))
                          << "] = " << bounded(type::integer, 2) << ";");
    line(name << "[" << index(8, 2) << "] = " << bounded(t, 2) << ";");
  }

  void effect_call() {
    std::vector<device_function const*> found;
    for (device_function const& f : functions_)
      if (f.parameters == 1 || f.parameters == 2) found.push_back(&f);
    if (found.empty()) return assignment();
    auto const& f = *found[static_cast<std::size_t>(random_.below(static_cast<int>(found.size())))];
    variable const* const v =
        f.parameters == 1 ? pick(type::integer, shape::scalar) : pick(type::integer, shape::array);
    if (v == nullptr) return assignment();
    std::string const arguments =
        f.parameters == 1 ? v->name << ", limited(" << expression(type::real, 1) << ")"
                          : v->name << ", (" << expression(type::integer, 1) << ") % 1000";
    variable const* const to = pick(f.result, shape::scalar);
    if (to != nullptr && to != v)
      line(to->name << " = " << (f.result == type::real ? "limited(" : "(") << f.name << "("
                    << arguments << "))" << (f.result == type::integer ? " % 2048;" : ";"));
    else
      line(f.name << "(" << arguments << ");");
  }

  /// The order does not matter: each kind has numbers of its own, and nobody looks at them.
  void atomic() {
    static constexpr std::string_view names[] = {"atomicAdd", "atomicMax", "atomicMin",
                                                 "atomicOr",  "atomicXor", "atomicAnd"};
    int const which = random_.below(6);
    line(std::string(names[which]) << "(&g.sums[" << number(which * 16) << " + (" << index(16, 2)
                                   << ")], " << expression(type::natural, 2) << ");");
  }

  /// Barriers, shared memory and warp functions.
  void meeting() {
    variable const* const v = pick(type::integer, shape::scalar);
    if (v == nullptr) return declaration();
    std::string const name = v->name;
    switch (random_.below(15)) {
      case 0:
      case 1:
        line("__syncthreads();");
        line("tile[tid] = " << bounded(type::integer, 2) << ";");
        line("__syncthreads();");
        line(name << " = tile[(tid + " << number(random_.below(40)) << ") % count];");
        return;
      case 3:
        if (!whole_warps_) return line("__syncthreads();");
        line(name << " = __shfl_sync(0xffffffffu, " << name << ", (" << expression(type::integer, 1)
                  << ") & 31);");
        return;
      case 4:
        if (!whole_warps_) return line("__syncthreads();");
        line(name << " += __shfl_"
                  << std::string(random_.chance(50)   ? "xor"
                                 : random_.chance(50) ? "down"
                                                      : "up")
                  << "_sync(0xffffffffu, " << name << ", " << number(1 << random_.below(5))
                  << ");");
        line(name << " %= 2048;");
        return;
      case 5:
        if (!whole_warps_) return line("__syncthreads();");
        line(name << " = __popc(__ballot_sync(0xffffffffu, " << condition(1) << "));");
        return;
      case 6:
        if (!whole_warps_) return line("__syncthreads();");
        line(name << " += " << std::string(random_.chance(50) ? "__any" : "__all")
                  << "_sync(0xffffffffu, " << condition(1) << ") ? 1 : 2;");
        return;
      case 2:
        line("__syncthreads();");
        line("rows[tid / 16][tid % 16] = " << bounded(type::integer, 2) << ";");
        line("__syncthreads();");
        line(name << " -= rows[(count - 1 - tid) / 16][(count - 1 - tid) % 16];");
        line(name << " %= 2048;");
        return;
      case 7: {
        variable const* const r = pick(type::real, shape::scalar);
        if (r == nullptr) return line("__syncthreads();");
        line("__syncthreads();");
        line("dynamic[count - 1 - tid] = " << bounded(type::real, 2) << ";");
        line("__syncthreads();");
        return line(r->name << " = dynamic[(tid * 3) % count];");
      }
      case 8: {
        std::string const i = fresh("i");
        line("for (int " << i << " = tid; " << i << " < 16; " << i << " += count) bins[" << i
                         << "] = 0;");
        line("__syncthreads();");
        line(std::string(random_.chance(50) ? "atomicAdd" : "atomicMax")
             << "(&bins[" << index(16, 2) << "], " << expression(type::natural, 1) << " & 4095u);");
        line("__syncthreads();");
        line(name << " += bins[tid & 15] & 63;");
        line(name << " %= 2048;");
        return line("__syncthreads();");
      }
      case 9: {
        if (!whole_warps_) return line("__syncthreads();");
        std::string const d = fresh("d");
        line("for (int " << d << " = 16; " << d << " > 0; " << d << " /= 2) " << name << " = ("
                         << name << " + __shfl_down_sync(0xffffffffu, " << name << ", " << d
                         << ")) % 2048;");
        return;
      }
      case 10:
        if (!whole_warps_) return line("__syncthreads();");
        return line(name << " = __popc(__match_any_sync(0xffffffffu, ("
                         << expression(type::integer, 2) << ") & 7));");
      case 11:
        if (!whole_warps_) return line("__syncthreads();");
        return line(name << " = (int)(__reduce_" << std::string(random_.chance(50) ? "add" : "max")
                         << "_sync(0xffffffffu, " << expression(type::natural, 2) << ") % 1000u);");
      case 12: {
        variable const* const r = pick(type::real, shape::scalar);
        if (!whole_warps_ || r == nullptr) return line("__syncthreads();");
        return line(r->name << " = __shfl_xor_sync(0xffffffffu, " << r->name << ", "
                            << number(1 + random_.below(7)) << ", 8);");
      }
      case 13:
        return line("if (__syncthreads_" << std::string(random_.chance(50) ? "or" : "and") << "("
                                         << condition(1) << ")) " << name << " = (" << name
                                         << " + 1) % 2048;");
      default:
        line(name << " = __syncthreads_count(" << condition(1) << ");");
        return;
    }
  }

  void jump() {
    if (can_break_ && random_.chance(50)) return line("if (" << condition(2) << ") break;");
    if (can_continue_ && random_.chance(60)) return line("if (" << condition(2) << ") continue;");
    if (in_function_) return line("if (" << condition(2) << ") return " << returned() << ";");
    if (random_.chance(25) && meeting_loops_ == 0) {
      // Nobody meets anybody behind this.
      line("if (" << condition(2) << ") return;");
      can_meet_ = false;
      has_left_ = true;
      return;
    }
    assignment();
  }

  std::string returned() { return bounded(result_, 2); }

  std::string out_;
  std::size_t indent_ = 0;
  type result_ = type::integer;
  bool can_meet_ = false;  // all threads of the block are here
  bool can_break_ = false, can_continue_ = false;
  int meeting_loops_ = 0;  // loops at hand in which threads meet
  bool has_left_ = false;  // some thread may have returned
  bool whole_warps_ = false;
};
