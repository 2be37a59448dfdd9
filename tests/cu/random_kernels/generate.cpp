// SPDX-License-Identifier: MIT
// Writes a CUDA program of random kernels whose results depend on nothing but their input, and
// which compares thread form and lane form: generate SEED COUNT > program.cu
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

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

enum class type { integer, natural, real, wide, byte, small };

std::string_view spelled(type t) {
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
  }
  return "int";
}

enum class shape { scalar, constant, array, pointer, pair };

struct variable {
  std::string name;
  type kind;
  shape form = shape::scalar;
};

struct device_function {
  std::string name;
  type result;
  // 0: (int, unsigned, float), 1: (int&, float), 2: (int*, int), 3: (pair, float)
  int parameters;
};

std::string number(int n) { return std::to_string(n); }

/// One program.
class generator {
 public:
  explicit generator(std::uint64_t seed) : random_{seed} {}

  std::string program(int kernels) {
    std::string out = "#include \"harness.cuh\"\n\n";
    for (int i = 0; i < 4; ++i) out += function(i);
    std::string main = "int main() {\n  int failed = 0;\n";
    for (int i = 0; i < kernels; ++i) {
      out += kernel(i);
      main += launch(i);
    }
    return out + main + "  return failed == 0 ? 0 : 1;\n}\n";
  }

 private:
  // Names.

  std::string fresh(std::string_view root) { return std::string(root) + number(++last_name_); }

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
        return number(random_.below(40) - 20) + "." + number(random_.below(10)) + "f";
      case type::natural:
        return number(random_.below(100)) + "u";
      default:
        return random_.chance(20) ? "(-" + number(random_.below(20)) + ")"
                                  : number(random_.below(50));
    }
  }

  std::string index(int size, int depth) {
    std::string const e = random_.chance(60) ? expression(type::integer, depth - 1)
                                             : expression(type::natural, depth - 1);
    return "(" + e + ") & " + number(size - 1);
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
      if (variable const* const v = pick(t, shape::array); v != nullptr && random_.chance(60))
        return v->name + "[" + index(8, depth) + "]";
      if (t == type::integer) return integer_load(depth);
      if (t == type::natural && !in_function_) return "g.b[" + index(64, depth) + "]";
      if (t == type::real)
        return random_.chance(70) && !in_function_ ? "g.f[" + index(64, depth) + "]"
                                                   : "weights[" + index(8, depth) + "]";
    }
    if (choice < 9 && !is_uniform_ && !in_function_) {
      if (t == type::integer) return random_.chance(50) ? "tid" : "static_cast<int>(threadIdx.x)";
      if (t == type::natural) return random_.chance(50) ? "threadIdx.x" : "blockIdx.x * blockDim.x";
    }
    if (t == type::integer && !in_function_ && random_.chance(50))
      return random_.chance(50) ? "g.n" : "g.s.list[" + number(random_.below(4)) + "]";
    if (t == type::real && !in_function_ && random_.chance(30)) return "g.s.scale";
    return constant(t);
  }

  std::string integer_load(int depth) {
    switch (random_.below(in_function_ ? 3 : 5)) {
      case 0:
        return "table[" + index(16, depth) + "]";
      case 1:
        if (variable const* const v = pick(type::integer, shape::pair)) return v->name + ".x";
        return "table[" + index(16, depth) + "]";
      case 2:
        if (variable const* const v = pick(type::integer, shape::pointer))
          return random_.chance(30) ? "*" + v->name : v->name + "[" + index(2, depth) + "]";
        return "table[" + index(16, depth) + "]";
      case 3:
        return "g.s.list[" + index(4, depth) + "]";
      default:
        return "g.a[" + index(64, depth) + "]";
    }
  }

  std::string condition(int depth) {
    switch (random_.below(depth > 0 ? 7 : 3)) {
      case 0:
        return expression(type::integer, depth - 1) + compare() +
               expression(type::integer, depth - 1);
      case 1:
        return expression(type::natural, depth - 1) + compare() +
               expression(type::natural, depth - 1);
      case 2:
        return expression(type::real, depth - 1) + compare() + expression(type::real, depth - 1);
      case 3:
        return "(" + condition(depth - 1) + ") && (" + condition(depth - 1) + ")";
      case 4:
        return "(" + condition(depth - 1) + ") || (" + condition(depth - 1) + ")";
      case 5:
        return "!(" + condition(depth - 1) + ")";
      default:
        return "(" + expression(type::integer, depth - 1) + ") & " + number(1 + random_.below(7));
    }
  }
  std::string compare() {
    static constexpr std::string_view all[] = {" < ", " > ", " <= ", " >= ", " == ", " != "};
    return std::string(all[random_.below(6)]);
  }

  std::string expression(type t, int depth) {
    if (depth <= 0) return leaf(t, 0);
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
        return "static_cast<unsigned char>(" + expression(type::natural, depth - 1) + ")";
      case type::small:
        return "(short)((" + expression(type::integer, depth - 1) + ") % 1000)";
    }
    return "0";
  }

  std::string two(type t, int depth, std::string_view op) {
    return "(" + expression(t, depth - 1) + " " + std::string(op) + " " + expression(t, depth - 1) +
           ")";
  }

  std::string integer(int depth) {
    auto const one = [&] { return expression(type::integer, depth - 1); };
    switch (random_.below(18)) {
      case 0:
      case 1:
        return two(type::integer, depth, "+");
      case 2:
        return two(type::integer, depth, "-");
      case 3:
        return "(" + one() + ") % 50 * ((" + one() + ") % 30)";
      case 4:
        return "(" + one() + ") / (((" + one() + ") & 7) + 1)";
      case 5:
        return "(" + one() + ") % (((" + one() + ") & 15) + 1)";
      case 6:
        return two(type::integer, depth, random_.chance(50) ? "&" : random_.chance(50) ? "|" : "^");
      case 7:
        return "(((" + one() + ") % 100) << ((" + one() + ") & 7))";
      case 8:
        return "((" + one() + ") >> ((" + one() + ") & 7))";
      case 9:
        return "min(" + one() + ", " + one() + ")";
      case 10:
        return "abs(" + one() + ")";
      case 11:
        return "((" + condition(depth - 1) + ") ? " + one() + " : " + one() + ")";
      case 12:
        return "(int)limited(" + expression(type::real, depth - 1) + ")";
      case 13:
        return "(int)((" + expression(type::natural, depth - 1) + ") % 1000u)";
      case 14:
        return "__popc(" + expression(type::natural, depth - 1) + ")";
      case 15:
        return "(-(" + one() + "))";
      case 16:
        return call(type::integer, depth);
      default:
        return leaf(type::integer, depth);
    }
  }

  std::string natural(int depth) {
    auto const one = [&] { return expression(type::natural, depth - 1); };
    switch (random_.below(14)) {
      case 0:
      case 1:
        return two(type::natural, depth, "+");
      case 2:
        return two(type::natural, depth, "*");
      case 3:
        return two(type::natural, depth, "-");
      case 4:
        return "(" + one() + ") / ((" + one() + ") | 1u)";
      case 5:
        return "(" + one() + ") % ((" + one() + ") | 1u)";
      case 6:
        return two(type::natural, depth, random_.chance(50) ? "^" : "&");
      case 7:
        return "(" + one() + " << ((" + one() + ") & 31u))";
      case 8:
        return "(" + one() + " >> ((" + one() + ") & 31u))";
      case 9:
        return "(unsigned)(" + expression(type::integer, depth - 1) + ")";
      case 10:
        return "(~(" + one() + "))";
      case 11:
        return "((" + condition(depth - 1) + ") ? " + one() + " : " + one() + ")";
      case 12:
        return "(unsigned)(" + expression(type::wide, depth - 1) + " >> 7)";
      default:
        return leaf(type::natural, depth);
    }
  }

  std::string real(int depth) {
    auto const one = [&] { return expression(type::real, depth - 1); };
    switch (random_.below(12)) {
      case 0:
      case 1:
        return two(type::real, depth, "+");
      case 2:
        return two(type::real, depth, "-");
      case 3:
        return two(type::real, depth, "*");
      case 4:
        return "(" + one() + ") / (fabsf(" + one() + ") + 1.0f)";
      case 5:
        return "sqrtf(fabsf(" + one() + "))";
      case 6:
        return "fmaxf(" + one() + ", " + one() + ")";
      case 7:
        return "(float)((" + expression(type::integer, depth - 1) + ") % 100)";
      case 8:
        return "((" + condition(depth - 1) + ") ? " + one() + " : " + one() + ")";
      case 9:
        return "(-(" + one() + "))";
      case 10:
        return call(type::real, depth);
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
        return "(unsigned long long)(" + expression(type::natural, depth - 1) + ")";
      default:
        return leaf(type::wide, depth);
    }
  }

  /// A call without effects on variables.
  std::string call(type t, int depth) {
    std::vector<device_function const*> found;
    for (device_function const& f : functions_)
      if (f.result == t && (f.parameters == 0 || f.parameters == 3)) found.push_back(&f);
    if (found.empty() || is_uniform_) return leaf(t, depth);
    auto const& f = *found[static_cast<std::size_t>(random_.below(static_cast<int>(found.size())))];
    if (f.parameters == 3) {
      variable const* const v = pick(type::integer, shape::pair);
      if (v == nullptr) return leaf(t, depth);
      return f.name + "(" + v->name + ", limited(" + expression(type::real, depth - 2) + "))";
    }
    return f.name + "((" + expression(type::integer, depth - 2) + ") % 1000, " +
           expression(type::natural, depth - 2) + ", limited(" + expression(type::real, depth - 2) +
           "))";
  }

  /// A value that an integer or float variable may take, whatever it had.
  std::string bounded(type t, int depth) {
    std::string const e = expression(t, depth);
    if (t == type::integer) return "(" + e + ") % 2048";
    if (t == type::real) return "limited(" + e + ")";
    return e;
  }

  /// The same in all threads of a block.
  std::string uniform_condition() {
    switch (random_.below(4)) {
      case 0:
        return "g.n > " + number(random_.below(12));
      case 1:
        return "(blockIdx.x & 1) == " + number(random_.below(2));
      case 2:
        return "g.s.list[" + number(random_.below(4)) + "] > " + number(random_.below(5) - 2);
      default:
        return "blockDim.x > " + number(random_.below(100));
    }
  }

  // Statements.

  void line(std::string const& text) { out_ += std::string(2 * indent_, ' ') + text + "\n"; }
  void open(std::string const& head) {
    line(head + " {");
    ++indent_;
  }
  void close(std::string const& tail = {}) {
    --indent_;
    line("}" + tail);
  }

  type any_type() {
    static constexpr type all[] = {type::integer, type::integer, type::integer, type::natural,
                                   type::natural, type::real,    type::real,    type::wide,
                                   type::byte,    type::small};
    return all[random_.below(10)];
  }

  void block(int depth, int statements) {
    std::size_t const mark = variables_.size();
    for (int i = 0; i < statements; ++i) statement(depth);
    variables_.resize(mark);
  }

  void statement(int depth) {
    int const choice = random_.below(100);
    if (choice < 18) return declaration();
    if (choice < 42) return assignment();
    if (choice < 54 && depth > 0) return if_statement(depth);
    if (choice < 66 && depth > 0) return loop(depth);
    if (choice < 70 && depth > 0) return switch_statement(depth);
    if (choice < 76) return array_or_pointer();
    if (choice < 82) return effect_call();
    if (choice < 87 && !in_function_) return atomic();
    if (choice < 93 && can_meet_) return meeting();
    if (choice < 96) return jump();
    return assignment();
  }

  void declaration() {
    if (random_.chance(12)) {
      std::string const name = fresh("p");
      line("pair " + name + " = {" + bounded(type::integer, 2) + ", " +
           expression(type::natural, 2) + "};");
      variables_.push_back({name, type::integer, shape::pair});
      return;
    }
    type const t = any_type();
    std::string const name = fresh("v");
    bool const is_constant = random_.chance(25);
    bool const by_auto = t != type::byte && t != type::small && random_.chance(15);
    std::string const value = by_auto && t == type::wide
                                  ? "(unsigned long long)" + constant(type::integer)
                                  : bounded(t, 2);
    line((is_constant ? "const " : "") + std::string(by_auto ? "auto" : spelled(t)) + " " + name +
         " = " + (by_auto ? "static_cast<" + std::string(spelled(t)) + ">(" + value + ")" : value) +
         ";");
    variables_.push_back({name, t, is_constant ? shape::constant : shape::scalar});
  }

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
          return line(name + (random_.chance(50) ? " += " : " ^= ") + expression(t, 2) + ";");
        if (t == type::integer) {
          line(name + " += (" + expression(t, 2) + ") & 31;");
          return line(name + " %= 2048;");
        }
        break;
      case 1:
        if (t == type::natural || t == type::byte)
          return line(random_.chance(50) ? name + "++;" : "--" + name + ";");
        if (t == type::natural) return line(name + " <<= " + number(random_.below(5)) + ";");
        break;
      case 2: {
        variable const* const w = pick([&](variable const& x) {
          return x.form == shape::scalar && x.kind == t && x.name != name;
        });
        if (w != nullptr) return line(name + " = " + w->name + " = " + bounded(t, 2) + ";");
        break;
      }
      case 3:
        if (variable const* const p = pick(type::integer, shape::pair))
          return line(p->name +
                      (random_.chance(50) ? ".x = " + bounded(type::integer, 2)
                                          : ".y += " + expression(type::natural, 2)) +
                      ";");
        break;
      default:
        break;
    }
    line(name + " = " + bounded(t, 2) + ";");
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
    open("if (" + (is_uniform ? uniform_condition() : condition(2)) + ")");
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
                   : "((" + expression(type::integer, 2) + ") & 7)";
    std::size_t const mark = variables_.size();
    switch (random_.below(4)) {
      case 0:
      case 1:
        if (random_.chance(30)) line("#pragma unroll");
        open("for (int " + i + " = " + (random_.chance(70) ? "0" : number(random_.below(3))) +
             "; " + i + " < " + bound + "; " + (random_.chance(50) ? i + "++" : i + " += 2") + ")");
        variables_.push_back({i, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close();
        break;
      case 2:
        line("int " + i + " = " + bound + ";");
        open("while (" + i + "-- > 0)");
        variables_.push_back({i, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close();
        break;
      default:
        line("int " + i + " = " + bound + ";");
        open("do");
        variables_.push_back({i, type::integer, shape::constant});
        block(depth - 1, 1 + random_.below(2));
        close(" while (--" + i + " > 0);");
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
    open("switch ((" + expression(type::integer, 2) + ") & 3)");
    for (int c = 0; c < 3; ++c) {
      open("case " + number(c) + ":");
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
      line(std::string(spelled(t)) + " " + name + "[8]" + (random_.chance(50) ? " = {};" : ";"));
      std::string const i = fresh("i");
      line("for (int " + i + " = 0; " + i + " < 8; ++" + i + ") " + name + "[" + i + "] = " +
           (t == type::integer ? i + " * " + number(random_.below(9))
                               : "static_cast<" + std::string(spelled(t)) + ">(" + i + ")") +
           ";");
      variables_.push_back({name, t, shape::array});
      return;
    }
    std::string const name = v->name;
    type const t = v->kind;
    if (t == type::integer && random_.chance(30)) {
      std::string const p = fresh("q");
      std::string const other = in_function_ || random_.chance(50) ? name + " + 4" : "mine";
      line("int* " + p + " = (" + condition(1) + ") ? " + name + " : " + other + ";");
      if (random_.chance(40)) line(p + " += (" + expression(type::integer, 1) + ") & 1;");
      variables_.push_back({p, type::integer, shape::pointer});
      return;
    }
    if (variable const* const p = pick(type::integer, shape::pointer);
        p != nullptr && random_.chance(30))
      return line(p->name + "[" + std::to_string(random_.below(2)) +
                  "] = " + bounded(type::integer, 2) + ";");
    line(name + "[" + index(8, 2) + "] = " + bounded(t, 2) + ";");
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
    std::string const arguments = f.parameters == 1
                                      ? v->name + ", limited(" + expression(type::real, 1) + ")"
                                      : v->name + ", (" + expression(type::integer, 1) + ") % 1000";
    variable const* const to = pick(f.result, shape::scalar);
    if (to != nullptr && to != v)
      line(to->name + " = " + (f.result == type::real ? "limited(" : "(") + f.name + "(" +
           arguments + "))" + (f.result == type::integer ? " % 2048;" : ";"));
    else
      line(f.name + "(" + arguments + ");");
  }

  /// The order does not matter: each kind has numbers of its own, and nobody looks at them.
  void atomic() {
    static constexpr std::string_view names[] = {"atomicAdd", "atomicMax", "atomicMin",
                                                 "atomicOr",  "atomicXor", "atomicAnd"};
    int const which = random_.below(6);
    line(std::string(names[which]) + "(&g.sums[" + number(which * 16) + " + (" + index(16, 2) +
         ")], " + expression(type::natural, 2) + ");");
  }

  /// Barriers, shared memory and warp functions.
  void meeting() {
    variable const* const v = pick(type::integer, shape::scalar);
    if (v == nullptr) return declaration();
    std::string const name = v->name;
    switch (random_.below(8)) {
      case 0:
      case 1:
      case 2:
        line("__syncthreads();");
        line("tile[tid] = " + bounded(type::integer, 2) + ";");
        line("__syncthreads();");
        line(name + " = tile[(tid + " + number(random_.below(40)) + ") % count];");
        return;
      case 3:
        if (!whole_warps_) return line("__syncthreads();");
        line(name + " = __shfl_sync(0xffffffffu, " + name + ", (" + expression(type::integer, 1) +
             ") & 31);");
        return;
      case 4:
        if (!whole_warps_) return line("__syncthreads();");
        line(name + " += __shfl_" +
             std::string(random_.chance(50)   ? "xor"
                         : random_.chance(50) ? "down"
                                              : "up") +
             "_sync(0xffffffffu, " + name + ", " + number(1 << random_.below(5)) + ");");
        line(name + " %= 2048;");
        return;
      case 5:
        if (!whole_warps_) return line("__syncthreads();");
        line(name + " = __popc(__ballot_sync(0xffffffffu, " + condition(1) + "));");
        return;
      case 6:
        if (!whole_warps_) return line("__syncthreads();");
        line(name + " += " + std::string(random_.chance(50) ? "__any" : "__all") +
             "_sync(0xffffffffu, " + condition(1) + ") ? 1 : 2;");
        return;
      default:
        line(name + " = __syncthreads_count(" + condition(1) + ");");
        return;
    }
  }

  void jump() {
    if (can_break_ && random_.chance(50)) return line("if (" + condition(2) + ") break;");
    if (can_continue_ && random_.chance(60)) return line("if (" + condition(2) + ") continue;");
    if (in_function_) return line("if (" + condition(2) + ") return " + returned() + ";");
    if (random_.chance(25) && meeting_loops_ == 0) {
      // Nobody meets anybody behind this.
      line("if (" + condition(2) + ") return;");
      can_meet_ = false;
      has_left_ = true;
      return;
    }
    assignment();
  }

  std::string returned() { return bounded(result_, 2); }

  // Functions.

  std::string function(int number_of) {
    out_.clear();
    variables_.clear();
    in_function_ = true;
    can_meet_ = can_break_ = can_continue_ = has_left_ = false;
    device_function f{"f" + number(number_of), random_.chance(50) ? type::integer : type::real,
                      number_of % 4};
    result_ = f.result;
    std::string head = "__device__ " + std::string(random_.chance(40) ? "__forceinline__ " : "") +
                       std::string(spelled(f.result)) + " " + f.name;
    switch (f.parameters) {
      case 0:
        open(head + "(int x, unsigned y, float z)");
        variables_ = {{"x", type::integer}, {"y", type::natural}, {"z", type::real}};
        break;
      case 1:
        open(head + "(int& x, float z)");
        variables_ = {{"x", type::integer}, {"z", type::real, shape::constant}};
        break;
      case 2:
        open(head + "(int* l, int x)");
        variables_ = {{"l", type::integer, shape::array}, {"x", type::integer}};
        break;
      default:
        open(head + "(pair s, float z)");
        variables_ = {{"s", type::integer, shape::pair}, {"z", type::real}};
        break;
    }
    for (int i = 0; i < 2; ++i) statement(1);
    line("return " + returned() + ";");
    close();
    in_function_ = false;
    functions_.push_back(f);
    return out_ + "\n";
  }

  std::string kernel(int number_of) {
    out_.clear();
    variables_.clear();
    can_meet_ = true;
    can_break_ = can_continue_ = has_left_ = false;
    static constexpr int sizes[] = {64, 96, 40, 32, 128, 7};
    size_ = sizes[random_.below(6)];
    rows_ = size_ % 16 == 0 && random_.chance(20) ? 4 : 1;
    whole_warps_ = size_ % 32 == 0;
    is_template_ = random_.chance(20);
    if (is_template_) line("template <int N, class T>");
    open("__global__ void k" + number(number_of) + "(arguments g)");
    line("int const count = blockDim.x * blockDim.y;");
    line("int const tid = threadIdx.y * blockDim.x + threadIdx.x;");
    line("int const at = blockIdx.x * count + tid;");
    line("int* const mine = g.scratch + at * 8;");
    line("__shared__ int tile[128];");
    variables_.push_back({"tid", type::integer, shape::constant});
    variables_.push_back({"mine", type::integer, shape::array});
    if (is_template_) {
      line("T t = static_cast<T>(N + tid);");
      variables_.push_back({"t", type::real, shape::scalar});
      variables_.push_back({"N", type::integer, shape::constant});
    }
    line("int r0 = " + bounded(type::integer, 2) + ", r1 = tid & 15;");
    line("unsigned r2 = " + expression(type::natural, 2) + ";");
    line("float r3 = " + bounded(type::real, 2) + ";");
    variables_.push_back({"r0", type::integer});
    variables_.push_back({"r1", type::integer});
    variables_.push_back({"r2", type::natural});
    variables_.push_back({"r3", type::real});
    std::size_t const mark = variables_.size();
    int const statements = 4 + random_.below(5);
    for (int i = 0; i < statements; ++i) statement(2);
    line("g.out[at * 4] = r0;");
    line("g.out[at * 4 + 1] = r1;");
    line("g.uout[at * 2] = r2;");
    line("g.fout[at * 2] = r3;");
    if (variable const* const v = pick(type::integer, shape::scalar))
      line("g.out[at * 4 + 2] = " + v->name + ";");
    if (variable const* const v = pick(type::real, shape::scalar))
      line("g.fout[at * 2 + 1] = " + v->name + ";");
    if (variable const* const v = pick(type::natural, shape::scalar))
      line("g.uout[at * 2 + 1] = " + v->name + ";");
    variables_.resize(mark);
    close();
    return out_ + "\n";
  }

  std::string launch(int number_of) const {
    std::string const name = "k" + number(number_of);
    std::string const kernel = name + (is_template_ ? "<3, float>" : "");
    std::string const block =
        rows_ == 1 ? number(size_) : "dim3(" + number(size_ / rows_) + ", " + number(rows_) + ")";
    return "  failed += harness::compare(\"" + name + "\", " + number(3 * size_) +
           ", [](arguments const& g) { " + kernel + "<<<3, " + block + ">>>(g); });\n";
  }

  random_numbers random_;
  std::string out_;
  std::size_t indent_ = 0;
  int last_name_ = 0;
  std::vector<variable> variables_;
  std::vector<device_function> functions_;
  type result_ = type::integer;
  bool in_function_ = false;
  bool is_uniform_ = false;
  bool can_meet_ = false;  // all threads of the block are here
  bool can_break_ = false, can_continue_ = false;
  int meeting_loops_ = 0;  // loops at hand in which threads meet
  bool has_left_ = false;  // some thread may have returned
  bool whole_warps_ = false;
  bool is_template_ = false;
  int size_ = 32, rows_ = 1;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: generate SEED COUNT\n";
    return 2;
  }
  generator all{std::strtoull(argv[1], nullptr, 10)};
  std::cout << all.program(std::atoi(argv[2]));
  return 0;
}
