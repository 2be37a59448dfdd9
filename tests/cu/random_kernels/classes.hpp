// SPDX-License-Identifier: MIT
#pragma once

#include "statements.hpp"

/// Begins programs with classes: classes, class templates, overloads, functions that take
/// functions; and expressions that use them.
class classes : protected statements {
 protected:
  explicit classes(std::uint64_t seed) : statements{seed} {}

  static constexpr int classes_of_program = 3;

  /// The text of all of them.
  std::string declarations() {
    std::string text = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n\n";
    text += takers();
    text += overloads();
    text += box_template();
    for (int i = 0; i < classes_of_program; ++i) text += a_class(i);
    return text;
  }

  std::string class_name(int i) const { return (i == 1 ? "inner::c" : "c") << number(i); }

  // An object of class i has the members a, b, u, list, size; a variable's kind says which class.
  static constexpr type kinds[] = {type::integer, type::natural, type::real};
  static int class_of(variable const& v) {
    return v.kind == type::integer ? 0 : v.kind == type::natural ? 1 : 2;
  }
  static type object_kind(int i) { return kinds[i]; }

  variable const* object() {
    return pick([](variable const& v) { return v.form == shape::object; });
  }
  variable const* object(int of_class) { return pick(object_kind(of_class), shape::object); }
  variable const* box() {
    return pick([](variable const& v) { return v.form == shape::box; });
  }
  std::string any_index() {
    return random_.chance(50) ? "(unsigned)(" << expression(type::integer, 1) << ")"
                              : expression(type::natural, 1);
  }
  std::string small(int depth) { return "(" << expression(type::integer, depth) << ") % 1000"; }

  std::string wider(type t, int depth) override {
    switch (random_.below(6)) {
      case 0:
      case 1:
        return of_object(t, depth);
      case 2:
        return of_box(t, depth);
      case 3:
        return of_overload(t, depth);
      default:
        return of_widths(t, depth);
    }
  }

 private:
  // Classes.

  /// A member function's body: `count` statements of the variables at hand and what it returns.
  void body_of(std::string const& head, std::vector<variable> variables, type result, int count) {
    variables_ = std::move(variables);
    result_ = result;
    in_function_ = true;
    can_meet_ = can_break_ = can_continue_ = has_left_ = false;
    open(head);
    for (int i = 0; i < count; ++i) statement(1);
    line("return " << returned() << ";");
    close();
    in_function_ = false;
  }

  std::string a_class(int i) {
    out_.clear();
    std::string const name = "c" << number(i);
    std::string const narrow = random_.chance(50) ? "unsigned char" : "unsigned short";
    bool const is_derived = i == 2;
    if (i == 1) line("namespace inner {");
    open("struct " << name << (is_derived ? " : c0" : ""));
    if (!is_derived) {
      line("int a;");
      line("float b;");
      line(narrow << " u;");
      line("int list[8];");
      line((random_.chance(50) ? "static constexpr int size = " : "static const int size = ")
           << number(2 + random_.below(6)) << ";");
      line("enum { low = " << number(random_.below(9)) << ", high = 40 };");
      line("__device__ " << name << "() : a(" << number(random_.below(9)) << "), b(0.5f), u("
                         << number(random_.below(250)) << "), list{3, 1, 4, 1, 5, 9, 2, 6} {}");
      open("__device__ explicit " << name << "(int x, float y = 1.5f) : a(x), b(y), u(x)");
      line("for (int i = 0; i < 8; ++i) list[i] = x - i;");
      close();
    } else {
      line("unsigned extra;");
      line("__device__ " << name << "() : extra(7u) {}");
      line("__device__ explicit " << name
                                  << "(int x, float y = -2.5f) : c0(x, y), extra(x * 3u) {}");
    }
    std::vector<variable> members = {{"a", type::integer},
                                     {"b", type::real},
                                     {"list", type::integer, shape::array},
                                     {"x", type::integer}};
    std::vector<variable> const_members = {{"a", type::integer, shape::constant},
                                           {"b", type::real, shape::constant},
                                           {"size", type::integer, shape::constant},
                                           {"x", type::integer}};
    body_of("__device__ int get(int x) const", const_members, type::integer, 1);
    body_of("__device__ float change(int x)", members, type::real, 2);
    body_of("static __device__ int fold(int x, int y = 3)",
            {{"x", type::integer}, {"y", type::integer}}, type::integer, 1);
    body_of("__device__ int operator()(int x) const", const_members, type::integer, 1);
    open("__device__ " << name << " operator+(" << name << " const& o) const");
    line(name << " r = *this;");
    line("r.a = (a + o.a) % 2048;");
    line("r.b = limited(b - o.b);");
    line("r.u += o.u;");
    line("for (int i = 0; i < size; ++i) r.list[i] ^= o.list[7 - i] & 255;");
    line("return r;");
    close();
    open("__device__ " << name << "& operator+=(int x)");
    line("if (x < 0) return *this;");
    line("a = (a + x) % 2048;");
    line("list[x & 7] = a;");
    line("return *this;");
    close();
    if (!is_derived) {
      line("__device__ bool operator<("
           << name << " const& o) const { return a < o.a || (a == o.a && b < o.b); }");
      line("__device__ int& operator[](unsigned i) { return list[i & 7]; }");
      line("__device__ int operator[](unsigned i) const { return list[i & 7]; }");
      line("__device__ explicit operator int() const { return a + u; }");
    }
    close(";");
    if (i == 1) line("}  // namespace inner");
    std::string const full = class_name(i);
    open("__device__ int alter(" << full << "& o, int x)");
    if (random_.chance(50)) line("if (x > " << number(random_.below(60)) << ") return o.a;");
    line("o.list[(x + 1) & 7] = x;");
    line("o.u -= " << number(random_.below(300)) << ";");
    line("return (o.list[x & 7] + o.u) % 2048;");
    close();
    line("__device__ int value_of("
         << full
         << " o, int x = 2) { o += x; o.change(x); return (o.a + o.list[x & 7] + o.u) % 2048; }");
    variables_.clear();
    return out_ << "\n";
  }

  std::string box_template() {
    return "template <class T, int N = 8>\n"
           "struct box {\n"
           "  T v[N];\n"
           "  static constexpr int size = N;\n"
           "  using value_type = T;\n"
           "  __device__ T& operator[](unsigned i) { return v[i % N]; }\n"
           "  __device__ T const& operator[](unsigned i) const { return v[i % N]; }\n"
           "  __device__ void fill(T x) { for (int i = 0; i < N; ++i) v[i] = x; }\n"
           "  __device__ T sum() const {\n"
           "    T s = T();\n"
           "    for (int i = 0; i < size; ++i) {\n"
           "      if (i == "
           << number(1 + random_.below(7))
           << " && s == T(0)) return T(1);\n"
              "      s += v[i];\n"
              "    }\n"
              "    return s;\n"
              "  }\n"
              "  template <class U>\n"
              "  __device__ U as(int i) const { return static_cast<U>(v[i & (N - 1)]); }\n"
              "  static __device__ T scaled(T x, int by = "
           << number(2 + random_.below(5))
           << ") { return T(x * by); }\n"
              "  template <class F>\n"
              "  __device__ void each(F f) { for (auto& x : v) x = f(x); }\n"
              "};\n\n";
  }

  std::string overloads() {
    std::string const by = number(3 + random_.below(9));
    return "namespace inner {\n"
           "__device__ int over(int x) { return x % 100 + 1; }\n"
           "__device__ unsigned over(unsigned x) { return x * "
           << by
           << "u + 2u; }\n"
              "__device__ float over(float x) { return limited(x) * 0.5f; }\n"
              "__device__ unsigned char over(unsigned char x) { return x + 100; }\n"
              "__device__ unsigned short over(unsigned short x, int by = 7) { return x * by - 9; "
              "}\n"
              "__device__ unsigned long long over(unsigned long long x) { return x * x + "
           << by
           << "; }\n"
              "template <class T, int N = "
           << by
           << ">\n"
              "__device__ T twice(T x, T y = T(3)) {\n"
              "  if constexpr (sizeof(T) < 4) return T(x - y - N);\n"
              "  else return x + y;\n"
              "}\n"
              "namespace deep { __device__ int over(int x) { return x % 10; } }\n"
              "}  // namespace inner\n\n";
  }

  std::string takers() {
    return "struct plus_some {\n"
           "  int by;\n"
           "  __device__ int operator()(int x) const { return x + by; }\n"
           "};\n"
           "struct larger { template <class T> __device__ T operator()(T x, T y) const { return x "
           "< y ? y : x; } };\n"
           "struct summed { template <class T> __device__ T operator()(T x, T y) const { return (x "
           "+ y) % T(2048); } };\n"
           "__device__ int less_one(int x) { return x - 1; }\n"
           "__device__ int halved(int x) { if (x < 0) return -x / 2; return x / 2; }\n"
           "using taker = int (*)(int);\n"
           "template <class F>\n"
           "__device__ int applied(F f, int x) { return f(x) % 2048; }\n"
           "template <class F, class G = plus_some>\n"
           "__device__ int both_applied(F const& f, int x, G g = G{"
           << number(random_.below(20))
           << "}) { return (f(x) + g(x)) % 2048; }\n"
              "template <taker f, int turns = "
           << number(1 + random_.below(3))
           << ">\n"
              "__device__ int repeated(int x) { for (int i = 0; i < turns; ++i) x = f(x); return "
              "x; }\n"
              "template <class F>\n"
              "__device__ void for_each(int n, F&& f) { for (int i = 0; i < n; ++i) f(i); }\n"
              "template <class T, int W = 32, class F = summed>\n"
              "__device__ T warp_fold(T v, F f = F()) {\n"
              "  for (int o = W / 2; o > 0; o >>= 1) v = f(v, __shfl_xor_sync(0xffffffffu, v, o, "
              "W));\n"
              "  return v;\n"
              "}\n"
              "__device__ int warp_scan(int v) {\n"
              "  int const lane = (threadIdx.y * blockDim.x + threadIdx.x) & 31;\n"
              "  for (int o = 1; o < 32; o *= 2) {\n"
              "    int const w = __shfl_up_sync(0xffffffffu, v, o);\n"
              "    if (lane >= o) v = (v + w) % 2048;\n"
              "  }\n"
              "  return v;\n"
              "}\n"
              "template <int W> struct segment { static __device__ int last(int v) { return "
              "__shfl_sync(0xffffffffu, v, W - 1, W); } };\n"
              "template <class F>\n"
              "__device__ int warp_applied(F f, int x) { return f(x) % 2048; }\n"
              "template <taker f>\n"
              "__device__ int warp_repeated(int x) { return f(f(x)); }\n"
              "__device__ int total(int const* p, int n) { int s = 0; for (int i = 0; i < n; ++i) "
              "s += p[i]; return s % 2048; }\n"
              "__device__ int corner(int (&m)[8][16], unsigned i) { return m[i & 7][(i >> 3) & "
              "15]; }\n"
              "__device__ void store(int* p, unsigned i, int x) { if (x == 0) return; p[i & 7] = "
              "x; }\n"
              "__device__ int two_numbers(int x, int* whole, float& rest) {\n"
              "  if (x % 3 == 0) { *whole = x / 3; return 0; }\n"
              "  rest = x * 0.25f;\n"
              "  return x & 63;\n"
              "}\n\n";
  }

  // Expressions.

  std::string of_object(type t, int depth) {
    variable const* const v = object();
    if (v == nullptr) return {};
    std::string const name = v->name;
    int const c = class_of(*v);
    if (t == type::real) return name << ".b";
    if (t == type::natural)
      return random_.chance(50) ? name << ".u" : "unsigned(" << name << "[" << any_index() << "])";
    if (t != type::integer) return {};
    switch (random_.below(9)) {
      case 0:
        return name << ".a";
      case 1:
        return name << ".get(" << small(depth - 1) << ")";
      case 2:
        return name << "(" << small(depth - 1) << ")";
      case 3:
        return name << "[" << any_index() << "]";
      case 4:
        return (random_.chance(50) ? name << ".fold(" : class_name(c) << "::fold(")
               << small(depth - 1) << ")";
      case 5:
        return name << (random_.chance(50) ? ".size" : ".low");
      case 6:
        return "(int)" << name;
      case 7:
        return "value_of(" << name << ")";
      default:
        return name << ".list[" << index(8, 1) << "]";
    }
  }

  std::string of_box(type t, int depth) {
    variable const* const v = box();
    if (v == nullptr) return {};
    std::string const name = v->name;
    if (v->kind == t) {
      if (random_.chance(30)) return "(" << name << ".sum())";
      if (random_.chance(20) && t != type::integer)
        return "box<" << std::string(spelled(t)) << ">::scaled(" << expression(t, depth - 1) << ")";
      return name << "[" << any_index() << "]";
    }
    if (t == type::integer && random_.chance(50)) return name << ".size";
    if ((t == type::natural || t == type::integer) && v->kind != type::real)
      return name << ".template as<" << std::string(spelled(t)) << ">("
                  << expression(type::integer, 1) << ")";
    return {};
  }

  std::string of_overload(type t, int depth) {
    auto const of = [&](type u) {
      return "static_cast<" << std::string(spelled(u)) << ">(" << expression(u, depth - 1) << ")";
    };
    switch (t) {
      case type::integer:
        switch (random_.below(6)) {
          case 0:
            return "inner::over(" << of(type::byte) << ")";
          case 1:
            return "inner::deep::over(" << of(type::integer) << ")";
          case 2:
            return "repeated<" << std::string(random_.chance(50) ? "less_one" : "halved")
                               << (random_.chance(85) ? ", 2>(" : ">(") << small(depth - 1) << ")";
          case 3:
            return "applied(" << (random_.chance(20)
                                      ? std::string("halved")
                                      : "plus_some{" << constant(type::integer) << "}")
                              << ", " << small(depth - 1) << ")";
          case 4:
            return "inner::over(" << of(type::word) << ", 3)";
          default:
            return "inner::over(" << of(type::integer) << ")";
        }
      case type::natural:
        return random_.chance(50)
                   ? "inner::over(" << of(type::natural) << ")"
                   : "inner::twice(" << of(random_.chance(50) ? type::word : type::natural) << ")";
      case type::real:
        return "inner::over(" << of(type::real) << ")";
      case type::wide:
        return "inner::over(" << of(type::wide) << ")";
      default:
        return {};
    }
  }

  /// Operands of several widths, without casts.
  std::string of_widths(type t, int depth) {
    auto const of = [&](type u) { return "(" << expression(u, depth - 1) << ")"; };
    switch (t) {
      case type::natural:
        switch (random_.below(9)) {
          case 8:
            return "(unsigned)((" << of(random_.chance(50) ? type::real : type::precise)
                                  << " + weights[1]) * " << number(1 + random_.below(9)) << "e"
                                  << number(random_.below(11)) << "f)";
          case 0:
            return "(" << of(type::natural) << " + " << of(type::integer) << ")";
          case 1:
            return "(" << of(type::integer) << " * " << of(type::natural) << ")";
          case 2:
            return "(" << of(type::byte) << " - " << of(type::natural) << ")";
          case 3:
            return "(" << of(type::natural) << " >> (" << of(type::byte) << " & 15))";
          case 4:
            return "(" << of(type::natural) << " / (" << of(type::word) << " | 1u))";
          case 5:
            return "(" << of(type::word) << " ^ " << of(type::natural) << ")";
          case 6:
            return "((" << condition(1) << ") ? " << of(type::integer) << " : " << of(type::natural)
                        << ")";
          default:
            return "(unsigned)(" << of(type::wide) << " + " << of(type::integer) << ")";
        }
      case type::integer:
        switch (random_.below(11)) {
          case 9:
            return "(int)(" << of(type::real) << " + weights[3]) % 2000";
          case 10:  // of any size, but no constant: nvcc has answers of its own to those
            return "((int)((" << of(type::real) << " + weights[2]) * "
                              << number(1 + random_.below(9)) << "e" << number(random_.below(12))
                              << "f) % 3000)";
          case 0:
            return "(" << of(type::byte) << " - " << of(type::byte) << ")";
          case 1:
            return "(" << of(type::word) << " - " << of(type::byte) << " * 3)";
          case 2:
            return "(int)(" << of(type::integer) << " < " << of(type::natural) << ")";
          case 3:
            return "(" << of(type::small) << " < " << of(type::word) << ")";
          case 4:
            return "(~" << of(type::byte) << ")";
          case 5:
            return "(-" << of(type::word) << " >> 2)";
          case 6:
            return "(int)((" << of(type::big) << " + " << of(type::natural) << ") % 4000)";
          case 7:
            return "(" << of(type::byte) << " << (" << of(type::natural) << " & 7))";
          default:
            return "(" << of(type::big) << " < " << of(type::natural) << ")";
        }
      case type::wide:
        switch (random_.below(5)) {
          case 0:
            return "(" << of(type::wide) << " + " << of(type::natural) << ")";
          case 1:
            return "(" << of(type::wide) << " * " << of(type::integer) << ")";
          case 2:
            return "(" << of(type::wide) << " >> (" << of(type::natural) << " & 63))";
          case 3:
            return "(" << of(type::wide) << " / (" << of(type::word) << " | 3))";
          default:
            return "(" << of(type::natural) << " * " << of(type::wide) << ")";
        }
      case type::big:
        if (random_.chance(40))
          return "((long long)((" << of(type::precise) << " + weights[6]) * 1e"
                                  << number(random_.below(20)) << ") % 100000)";
        return "((" << of(type::natural) << " - " << of(type::big) << ") % 100000)";
      case type::real:
        return random_.chance(50)
                   ? "(" << of(type::real) << " * " << of(type::byte) << ")"
                   : "(" << of(type::real) << " + (" << of(type::integer) << " % 100))";
      case type::byte:
        if (random_.chance(40))
          return "(unsigned char)((" << of(type::real) << " + weights[5]) * 7.0f)";
        return "(unsigned char)(" << of(type::byte) << " * 7 + " << of(type::word) << ")";
      case type::word:
        return "(unsigned short)(" << of(type::word) << " - " << of(type::byte) << ")";
      default:
        return {};
    }
  }
};
