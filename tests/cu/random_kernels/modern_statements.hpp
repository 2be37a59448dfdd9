// SPDX-License-Identifier: MIT
#pragma once

#include "idiom_statements.hpp"

/// Declares things of modern programs in front of their functions.
inline constexpr std::string_view modern_declarations = R"(#include <cooperative_groups/scan.h>
#include <cstddef>
#include <cstdint>
template <class T>
struct dual {
  T value, slope;
  __device__ dual operator+(dual o) const { return {value + o.value, slope + o.slope}; }
  __device__ dual operator*(dual o) const { return {value * o.value, value * o.slope + slope * o.value}; }
  __device__ friend bool operator<(dual a, dual b) { return a.value < b.value; }
  template <class F> __device__ dual mapped(F f) const { return {f(value), f(slope)}; }
};
struct limiter { __device__ float operator()(float x) const { return limited(x); } };
template <class T, int Rows, int Columns = Rows>
struct matrix {
  T m[Rows][Columns];
  __device__ T* operator[](int i) { return m[i]; }
  __device__ T const& at(int i, int k) const { return m[i][k]; }
  template <int N> __device__ matrix<T, Rows, N> times(matrix<T, Columns, N> const& o) const {
    matrix<T, Rows, N> r{};
    for (int i = 0; i < Rows; ++i)
      for (int k = 0; k < N; ++k)
        for (int j = 0; j < Columns; ++j) r.m[i][k] += m[i][j] * o.m[j][k];
    return r;
  }
  template <class F> __device__ void each(F&& f) { for (auto& row : m) for (T& x : row) f(x); }
};
template <class Derived>
struct walker {
  __device__ int walk(int n) {
    int s = 0;
    for (int i = 0; i < n; ++i) {
      if (!self().step(i)) break;
      s += self().here();
    }
    return s % 2048;
  }
  __device__ Derived& self() { return static_cast<Derived&>(*this); }
};
struct hopper : walker<hopper> {
  int x, by;
  __device__ hopper(int x_, int by_) : x{x_ % 100}, by{by_ % 7} {}
  __device__ bool step(int i) { return (x += by + i) < 300; }
  __device__ int here() const { return x; }
};
struct fixed {
  int32_t raw;
  __device__ explicit constexpr fixed(int x) : raw(x * 16) {}
  __device__ fixed& operator+=(fixed o) { raw = (raw + o.raw) % 30000; return *this; }
  __device__ fixed operator*(fixed o) const { fixed r(0); r.raw = (int)((int64_t)raw * o.raw >> 4) % 30000; return r; }
  __device__ fixed operator++(int) { fixed const old = *this; raw += 16; return old; }
  __device__ explicit operator bool() const { return raw != 0; }
};
struct ring {
  int at[4];
  uint8_t head = 0, size = 0;
  __device__ bool push(int x) {
    if (size == 4) return false;
    at[(head + size++) % 4] = x;
    return true;
  }
  __device__ int pop(int otherwise) { return size == 0 ? otherwise : (--size, at[head++ % 4]); }
};
template <class... T> __device__ int sum_of(T... x) { return (0 + ... + (int)(x % 100)); }
template <class T, class... Rest> __device__ int largest_of(T x, Rest... rest) {
  if constexpr (sizeof...(rest) == 0) return x;
  else { int const r = largest_of(rest...); return x > r ? x : r; }
}
template <int... I> struct numbers_of {
  static constexpr int size = sizeof...(I);
  static __device__ int at(int i) {
    int const list[size] = {I...};
    return list[i];
  }
};
enum class way : unsigned char { up, down, stay };
template <way W> __device__ int moved_by(int x) {
  if constexpr (W == way::up) return x + 1;
  else if constexpr (W == way::down) return x - 1;
  return x;
}
__device__ inline int moved_by(way w, int x) {
  switch (w) {
    case way::up: return moved_by<way::up>(x);
    case way::down: return moved_by<way::down>(x);
    default: break;
  }
  return x ^ 1;
}

)";

/// Does as newer programs do: indices of 64 bits and unsigned ones that wrap, names for parts,
/// lambdas with a state, references that are bound anew in each turn, pointers that change places,
/// class templates with methods that are templates, packs, groups' scans.
class modern_statements : protected idiom_statements {
 protected:
  explicit modern_statements(std::uint64_t seed) : idiom_statements{seed} {}

  bool wider_statement(int depth) override {
    if (!has_modern_ || random_.chance(40)) return idiom_statements::wider_statement(depth);
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name;
    if (!in_function_ && can_meet_ && whole_warps_ && random_.chance(15)) return of_groups(a);
    switch (random_.below(in_function_ ? 11 : 13)) {
      case 0:
        return of_names(a);
      case 1:
        return of_lambdas(a);
      case 2:
        return of_turns(a);
      case 3:
        return of_swapped_pointers(a);
      case 4:
        return of_choices(a);
      case 5:
        return of_dual(a);
      case 6:
        return of_matrix(a);
      case 7:
        return of_walker(a);
      case 8:
        return of_packs(a);
      case 9:
        return of_ring(a);
      case 10:
        return of_wraps(a);
      default:
        return of_wide_indices(a);
    }
  }

 private:
  std::string test() { return "(" << condition(1) << ")"; }
  std::string some() { return "(" << bounded(type::integer, 1) << ")"; }
  std::string some_natural() { return "(" << of_natural() << ")"; }

  /// Indices of 64 bits, of unsigned numbers that wrapped before they were widened, and narrow
  /// ones.
  bool of_wide_indices(std::string const& a) {
    std::string const k = fresh("k"), by = number(3 + random_.below(2000000000)) << "u";
    switch (random_.below(9)) {
      case 0:
        line("size_t const " << k << " = (size_t)tid * " << number(1 + random_.below(9)) << " + "
                             << some_natural() << " % 64u;");
        line(a << " = (g.a[" << k << " % 64] + (int)(" << k << " >> 1)) % 2048;");
        break;
      case 1:
        line("unsigned long long const " << k << " = " << number(random_.below(9)) << "ull + tid * "
                                         << by << ";");
        line(a << " = (int)(" << k << " >> 30) + g.a[" << k << " & 63];");
        break;
      case 2:
        line("uint64_t const " << k << " = (uint64_t)(threadIdx.x - " << number(random_.below(40))
                               << "u);");
        line(a << " = " << k << " > 100u ? (int)(" << k << " >> 24) : g.a[" << k << " & 63];");
        break;
      case 3:
        line("uint32_t const " << k << " = tid - " << number(1 + random_.below(9)) << ";");
        line("if (" << k << " < 64u) " << a << " = g.a[" << k << "]; else " << a << " = (int)(" << k
                    << " % 1000u);");
        break;
      case 4:
        line("long long const " << k << " = (long long)tid - " << number(random_.below(70)) << ";");
        line(a << " = " << k << " < 0 ? (int)(-" << k << ") : g.a[" << k << " & 63] - (int)(" << k
               << " / 3);");
        break;
      case 5:
        line("for (size_t " << k << " = tid; " << k << " < 64; " << k
                            << " += blockDim.x * blockDim.y) " << a << " = (" << a << " + g.a[" << k
                            << "]) % 2048;");
        break;
      case 6:
        line("for (unsigned " << k << " = " << number(1 + random_.below(8)) << "; " << k
                              << "-- > 0;) " << a << " = (" << a << " + g.a[(" << k
                              << " * 8 + lane) & 63]) % 2048;");
        break;
      case 7:
        line("unsigned char const " << k << " = tid * " << number(3 + random_.below(90)) << ";");
        line(a << " = g.a[" << k << " % 64] + " << k << " - (signed char)(" << k << " + tid);");
        break;
      default:
        line("ptrdiff_t const " << k << " = &g.a[" << index(64, 1) << "] - (g.a + tid % 7);");
        line(a << " = (int)" << k << " + (" << k << " < (ptrdiff_t)lane) + g.a[(tid + " << k
               << ") & 63];");
        break;
    }
    line(a << " %= 2048;");
    return true;
  }

  /// Unsigned sums, differences and products that wrap in 32 bits and go on in 64.
  bool of_wraps(std::string const& a) {
    std::string const u = some_natural(), v = fresh("v");
    switch (random_.below(5)) {
      case 0:
        line("unsigned long long const " << v << " = " << u << " * "
                                         << number(random_.below(2000000000)) << "u + 7ull;");
        break;
      case 1:
        line("unsigned long long const " << v << " = (unsigned long long)(" << u << " - "
                                         << some_natural() << ") + (1ull << 33);");
        break;
      case 2:
        line("long long const " << v << " = (int)(" << u << " + 0x7ffffff0u) * 3ll;");
        break;
      case 3:
        line("long long const " << v << " = -1ll - (unsigned)" << some() << ";");
        break;
      default:
        line("unsigned long long const " << v << " = ~" << u << " | ((unsigned long long)" << u
                                         << " << 32);");
        break;
    }
    line("if (" << v << " < (" << (random_.chance(50) ? "1ll << 32" : "0x100000000ull") << ")) "
                << a << " ^= 9;");
    line(a << " = (" << a << " + (int)(" << v << " >> " << number(random_.below(40))
           << ")) % 2048;");
    return true;
  }

  bool of_names(std::string const& a) {
    std::string const x = fresh("x"), y = fresh("y"), p = fresh("p");
    line("pair " << p << " = {" << bounded(type::integer, 1) << ", " << of_natural() << "};");
    switch (random_.below(for_threads_ ? 4 : 3)) {
      case 0:
        line("{ auto [" << x << ", " << y << "] = " << p << "; " << p << ".x = 3; if " << test()
                        << " " << x << " = -" << x << "; " << a << " = (" << x << " + " << p
                        << ".x + (int)(" << y << " & 15u)) % 2048; }");
        break;
      case 1:
        line("{ auto& [" << x << ", " << y << "] = " << p << "; " << x << " ^= 6; " << y
                         << " += " << of_natural() << "; }");
        line(a << " = (" << p << ".x + (int)(" << p << ".y >> 9)) % 2048;");
        break;
      case 2:
        line("{ auto const& [" << x << ", " << y << "] = " << p << "; " << p << ".x += " << some()
                               << "; " << a << " = (" << x << " + (int)(" << y
                               << " % 7u)) % 2048; }");
        break;
      default:
        line("{ int two[2] = {" << some() << ", 4}; auto [" << x << ", " << y
                                << "] = two; two[0] = 9; " << a << " = (" << x << " + " << y
                                << " + two[0]) % 2048; }");
        break;
    }
    return true;
  }

  bool of_lambdas(std::string const& a) {
    std::string const f = fresh("f"), n = number(2 + random_.below(4));
    // The later ones have no lane form.
    switch (random_.below(for_threads_ || random_.chance(12) ? 6 : 2)) {
      case 3:
        line("auto " << f << " = [state = " << some()
                     << "]() mutable { return state = (state * 3 + 1) % 1000; };");
        line("for (int i = 0; i < " << n << "; ++i) if " << test() << " " << a << " = (" << a
                                    << " + " << f << "()) % 2048;");
        break;
      case 4:
        line("auto const " << f << " = [&](auto item) { if (item < 0) return (int)-item; " << a
                           << " = (" << a << " + 1) % 2048; return (int)item; };");
        line("{ int const first = " << f << "(" << some() << ") % 2048; " << a << " = (first + "
                                    << f << "(1.5f)) % 2048; }");
        break;
      default:
        line("int const " << f << " = [&] { for (int i = 0; i < " << n << "; ++i) if (" << whole(1)
                          << " < i * 5) return i; return -1; }();");
        line(a << " = " << f << " * 3 + (" << f << " < 0);");
        break;
      case 2:
        line("auto const "
             << f
             << " = [](int item) { return [item](int by) { return (item * 3 - by) % 2048; }; };");
        line(a << " = " << f << "(" << some() << ")(" << some() << ");");
        break;
      case 1:
        line("{ int calls = 0; auto const "
             << f << " = [&calls](int item) { calls += item & 3; return item + calls; };");
        line("int const first = " << f << "(" << some() << "); " << a
                                  << " = (first - calls) % 2048; if " << test() << " " << a
                                  << " ^= " << f << "(2); " << a << " = (" << a
                                  << " + calls) % 2048; }");
        break;
      case 0:
        line("auto const " << f << " = [mass = " << bounded(type::real, 1) << ", key = " << some()
                           << "](float by) { return key > 0 ? mass * by : mass; };");
        line(a << " = (int)limited(" << f << "(2.0f) + " << f << "(" << bounded(type::real, 1)
               << "));");
        break;
    }
    return true;
  }

  /// References and pointers that each turn binds anew.
  bool of_turns(std::string const& a) {
    std::string const w = fresh("w"), i = fresh("i"), r = fresh("r");
    line("int " << w << "[4][4];");
    line("for (int " << i << " = 0; " << i << " < 16; ++" << i << ") " << w << "[" << i << " / 4]["
                     << i << " % 4] = (" << a << " += 3) & 63;");
    switch (random_.below(for_threads_ || random_.chance(20) ? 5 : 3)) {
      case 0:
        line("for (int " << i << " = 0; " << i << " < 4; ++" << i << ") { int& " << r << " = " << w
                         << "[" << i << "][" << index(4, 1) << "]; if " << test() << " continue; "
                         << r << " += " << some() << "; " << r << " %= 512; }");
        break;
      case 1:
        line("for (int " << i << " = 0; " << i << " < 4; ++" << i << ") { int(&" << r
                         << ")[4] = " << w << "[(" << i << " + " << some_natural() << ") & 3]; "
                         << r << "[" << i << "] = " << r << "[3 - " << i << "] ^ 5; }");
        break;
      case 2:
        line("{ int* " << r << " = " << w << "[0]; for (int " << i << " = 0; " << i << " < 6; ++"
                       << i << ") { *" << r << " ^= " << i << "; " << r << " = " << test() << " ? &"
                       << w << "[" << index(4, 1) << "][0] : " << r << " == &" << w << "[3][3] ? "
                       << w << "[0] : " << r << " + 1; if (" << r << " >= " << w << "[0] + 16) "
                       << r << " = " << w << "[1]; } }");
        break;
      case 3:
        line("for (auto const& " << r << " : " << w << ") { if (" << r << "[0] > " << some()
                                 << ") break; " << a << " = (" << a << " + " << r << "["
                                 << index(4, 1) << "]) % 2048; }");
        break;
      default:
        line("{ int& " << r << " = " << test() << " ? " << w << "[" << index(4, 1) << "][1] : " << a
                       << "; " << r << " = (" << r << " * 2 + 1) % 512; }");
        break;
    }
    line(a << " = (" << a << " + " << w << "[" << index(4, 1) << "][" << index(4, 1)
           << "]) % 2048;");
    return true;
  }

  bool of_swapped_pointers(std::string const& a) {
    std::string const v = fresh("w"), w = fresh("w"), from = fresh("q"), to = fresh("q");
    line("int " << v << "[8], " << w << "[8] = {};");
    line("for (int i = 0; i < 8; ++i) " << v << "[i] = (" << a << " * i) & 31;");
    line("int *" << from << " = " << v << ", *" << to << " = " << w << ";");
    open("for (int stride = 1; stride < 8; stride *= 2)");
    line("for (int i = 0; i < 8; ++i) " << to << "[i] = " << from << "[i] + (i >= stride ? " << from
                                        << "[i - stride] : 0);");
    if (random_.chance(40))
      line("if " << test() << " { " << to << "[" << index(8, 1) << "] += 5; }");
    line("int* const kept = " << from << "; " << from << " = " << to << "; " << to << " = kept;");
    close();
    line(a << " = (" << from << "[7] * 3 + " << to << "[" << index(8, 1) << "] + (" << from
           << " == " << w << ")) % 2048;");
    return true;
  }

  bool of_choices(std::string const& a) {
    std::string const x = fresh("x");
    line("int " << x << " = " << some() << ";");
    switch (for_threads_ || random_.chance(15) ? random_.below(5) : 2 + random_.below(3)) {
      case 0:
        line("(" << test() << " ? " << a << " : " << x << ") = " << some() << ";");
        break;
      case 1:
        line("(" << test() << " ? " << x << " : " << a << ") += " << number(random_.below(90))
                 << ";");
        break;
      case 2:
        line(a << " = (" << x << " ^= 3, " << x << " + " << some() << ");");
        break;
      case 3:
        line("if (int const gap = " << a << " - " << x << "; gap > 0) " << a << " -= gap / 2; else "
                                    << x << " += gap & 7;");
        break;
      default:
        line("switch (int const way_of = "
             << some() << " & 3; way_of) { case 0: " << x << " = 4; [[fallthrough]]; case 2: " << a
             << " += way_of; break; default: " << x << " -= way_of; }");
        break;
    }
    line(a << " = (" << a << " * 2 + " << x << ") % 2048;");
    return true;
  }

  bool of_dual(std::string const& a) {
    variable const* const f = pick(type::real, shape::scalar);
    if (f == nullptr) return false;
    std::string const d = fresh("d"), i = fresh("i");
    line("dual<float> " << d << " = {" << bounded(type::real, 1) << ", 1.0f};");
    line("for (int " << i << " = 0; " << i << " < " << number(1 + random_.below(4)) << "; ++" << i
                     << ") { if (" << d << " < dual<float>{" << bounded(type::real, 1)
                     << ", 0.0f}) " << d << " = " << d << " + " << d << "; else " << d << " = " << d
                     << " * dual<float>{0.5f, " << constant(type::real) << "}; " << d << " = " << d
                     << (for_threads_ ? ".mapped([](float x) { return limited(x); }); }"
                                      : ".mapped(limiter()); }"));
    line(f->name << " = limited(" << d << ".value - " << d << ".slope);");
    line("{ dual<int> const both = dual<int>{" << some() << ", 2} * dual<int>{3, " << some()
                                               << "}; " << a
                                               << " = (both.value + both.slope) % 2048; }");
    return true;
  }

  bool of_matrix(std::string const& a) {
    std::string const m = fresh("m"), n = fresh("m");
    line("matrix<int, 2, 3> " << m << "{};");
    line("for (int i = 0; i < 6; ++i) " << m << ".m[i / 3][i % 3] = i == " << index(8, 1) << " ? "
                                        << some() << " % 50 : i;");
    line("matrix<int, 3, 2> " << n << "{};");
    line("for (int i = 0; i < 6; ++i) " << n << "[i / 2][i % 2] = " << m
                                        << ".at(i % 2, i / 2) - i;");
    if (random_.chance(60))
      line("if " << test() << " " << n << ".each([&](int& item) { item = (item + " << a
                 << ") % 64; });");
    line("{ auto const product = " << m << ".times(" << n << "); " << a << " = (product.at("
                                   << index(2, 1) << ", 0) + product.m[1][" << index(2, 1)
                                   << "]) % 2048; }");
    return true;
  }

  bool of_walker(std::string const& a) {
    std::string const h = fresh("h");
    if (random_.chance(50)) {
      line("hopper " << h << "(" << some() << ", " << some() << ");");
      line(a << " = (" << h << ".walk(" << number(2 + random_.below(6)) << ") + " << h
             << ".x) % 2048;");
    } else {
      line("fixed " << h << "(" << some() << ");");
      line("if (" << h << ") " << h << " += fixed(3) * " << h << "; else " << h << " += fixed(1);");
      line(a << " = " << h << (for_threads_ ? "++" : "") << ".raw % 2048;");
      line(a << " = (" << a << " + (" << h << " * fixed(2)).raw) % 2048;");
    }
    return true;
  }

  bool of_packs(std::string const& a) {
    switch (random_.below(4)) {
      case 0:
        line(a << " = sum_of(" << some() << ", " << of_natural() << ", (short)" << some() << ");");
        break;
      case 1:
        line(a << " = largest_of(" << some() << ", " << some() << ", " << some() << ");");
        break;
      case 2:
        line("for (int i = 0; i < 3; ++i) if (numbers_of<3, "
             << number(random_.below(90)) << ", -5>::at(i) < " << some() << ") " << a << " = (" << a
             << " + numbers_of<7, -9, 11>::at(i) * numbers_of<1, 2>::size) % 2048;");
        break;
      default:
        line("for (int i = 0; i < 3; ++i) " << a << " = moved_by(static_cast<way>("
                                            << some_natural() << " % 3u), " << a << ");");
        break;
    }
    return true;
  }

  bool of_ring(std::string const& a) {
    std::string const q = fresh("q"), i = fresh("i");
    line("ring " << q << ";");
    line("for (int " << i << " = 0; " << i << " < 7; ++" << i << ") { if " << test() << " { if (!"
                     << q << ".push(" << some() << ")) break; } else " << a << " = (" << a << " ^ "
                     << q << ".pop(" << i << ")) % 2048; }");
    line(a << " = (" << a << " + " << q << ".size * 16 + " << q << ".head) % 2048;");
    return true;
  }

  bool of_groups(std::string const& a) {
    variable const* const f = pick(type::real, shape::scalar);
    if (f == nullptr) return false;
    std::string const size = number(4 << random_.below(4)), t = fresh("t");
    line("__syncwarp();");
    open("");
    line("auto const " << t << " = cg::tiled_partition<" << size << ">(cg::this_thread_block());");
    switch (random_.below(8)) {
      case 0:
        line(a << " = cg::inclusive_scan(" << t << ", " << a << " & 63) % 2048;");
        break;
      case 1:
        line(a << " = cg::exclusive_scan(" << t << ", " << a << ", cg::greater<int>());");
        line("if (" << t << ".thread_rank() == 0) " << a << " = 0;");
        break;
      case 2:
        line(a << " = __popc(" << t << ".ballot(" << condition(1) << ")) + (int)" << t
               << ".thread_rank();");
        break;
      case 3:
        line(a << " = (int)" << t << ".match_any(" << a << " & 3) % 1000 + " << t << ".any("
               << condition(1) << ");");
        break;
      case 4:
        line(f->name << " = limited(" << t << ".shfl_xor(" << f->name << ", "
                     << number(1 + random_.below(3)) << ") + " << t << ".shfl(" << f->name << ", "
                     << a << "));");
        break;
      case 5:
        line("long long const moved = " << t << ".shfl_down((long long)" << a << " << 33, 1); " << a
                                        << " = (int)(moved >> 32) % 2048;");
        break;
      case 6:
        line("double const moved = " << t << ".shfl_up((double)" << f->name << ", 2); " << f->name
                                     << " = limited((float)moved * 0.5f);");
        break;
      default:
        line("for (int o = " << t << ".size() / 2; o > 0; o /= 2) " << a << " += " << t
                             << ".shfl_down(" << a << ", o);");
        line(a << " = " << t << ".shfl(" << a << ", 0) % 2048 + " << t << ".meta_group_rank();");
        break;
    }
    close();
    return true;
  }
};
