// SPDX-License-Identifier: MIT
#pragma once

#include "control_statements.hpp"
#include "layout_declarations.hpp"

/// Data of programs with layouts: elements at indices with effects, pointers that walk, references,
/// structures by value, bit fields, unions, vectors, numbers of all widths, tables.
class data_statements : protected control_statements {
 protected:
  explicit data_statements(std::uint64_t seed) : control_statements{seed} {}

  bool wider_statement(int depth) override {
    if (!has_layouts_ || random_.chance(60)) return control_statements::wider_statement(depth);
    switch (random_.below(10)) {
      case 0:
        return of_elements();
      case 1:
        return of_walks();
      case 2:
        return of_places();
      case 3:
        return of_spots();
      case 4:
        return of_fields();
      case 5:
        return of_vectors();
      case 6:
        return of_conversions();
      case 7:
        return of_bits();
      case 8:
        return of_floats();
      default:
        return of_tables();
    }
  }

  // The kernel at hand may have what no lane form is compiled for.
  bool for_threads_ = false;

  std::string whole(int depth) { return expression(type::integer, depth); }
  std::string of_natural() { return expression(type::natural, 1); }
  variable const* integers() { return pick(type::integer, shape::array); }

 private:
  bool of_elements() {
    variable const* const found = integer_target();
    variable const* const l = integers();
    if (found == nullptr || l == nullptr) return false;
    std::string const a = found->name, p = l->name;
    std::string const k = number(random_.below(8)), c = "(" << condition(1) << ")";
    switch (random_.below(9)) {
      case 0:
        line(p << "[" << a << "++ & 7] += " << k << ";");
        break;
      case 1:
        line(p << "[(" << a << " = " << bounded(type::integer, 1) << ") & 7] ^= " << k << ";");
        break;
      case 2:
        line(p << "[--" << a << " & 7] -= (" << (in_function_ ? k : "tid") << ") & 15;");
        break;
      case 3:
        line(p << "[" << index(8, 1) << "]" << (random_.chance(50) ? "++;" : "--;"));
        break;
      case 4:
        line(a << " = " << p << "[" << index(8, 1) << "]++ * 2;");
        line(a << " = (" << a << " + --" << p << "[" << index(8, 1) << "]) % 2048;");
        break;
      case 5:
        line(a << " = (" << p << "[" << index(8, 1) << "] = " << bounded(type::integer, 1) << ") + "
               << k << ";");
        break;
      case 6:
        line(p << "[" << c << " ? " << k << " : " << a << "-- & 7] |= 5;");
        break;
      case 7:
        line(p << "[(" << a << " += 3, " << a << " & 7)] = " << p << "[" << k << "];");
        break;
      default:
        line("SWAP(int, " << p << "[" << index(8, 1) << "], "
                          << (random_.chance(50) ? p << "[" << k << "]" : a) << ");");
        break;
    }
    return true;
  }

  bool of_walks() {
    variable const* const found = integer_target();
    variable const* const l = integers();
    if (found == nullptr || l == nullptr) return false;
    std::string const a = found->name, p = l->name, q = fresh("q");
    std::string const from = number(random_.below(4));
    switch (random_.below(10)) {
      case 0:
        line("{ int const* " << q << " = " << p << "; while (" << q << " < " << p << " + 8 && *"
                             << q << compare() << whole(1) << ") ++" << q << "; " << a
                             << " = (int)(" << q << " - " << p << "); }");
        break;
      case 1:
        line("{ int* " << q << " = " << p << " + " << from << "; *" << q
                       << "++ = " << bounded(type::integer, 1) << "; *++" << q << " ^= 6; " << a
                       << " = " << q << "[-2] + *(" << q << " - 1); }");
        line(a << " %= 2048;");
        break;
      case 2:
        line("{ int* " << q << " = " << p << " + 8; " << a << " = *--" << q << "; while (" << q
                       << " != " << p << ") if (*--" << q << " > " << a << ") " << a << " = *" << q
                       << "; }");
        break;
      case 3:
        if (!for_threads_) return false;
        line("{ int* " << q << "[2] = {" << p << ", " << p << " + 4}; " << q << "[(" << condition(1)
                       << ") ? 1 : 0][" << index(4, 1) << "] = " << bounded(type::integer, 1)
                       << "; }");
        break;
      case 4:
        line("{ unsigned char* " << q << " = (unsigned char*)" << p << "; " << a << " = " << q
                                 << "[" << index(32, 1) << "] + " << q << "[" << from << "]; }");
        break;
      case 5:
        line("for (int& " << q << " : span_of{" << p << " + " << from << ", (" << whole(1)
                          << ") & 3}) " << q << " = (" << q << " + " << a << ") % 2048;");
        break;
      case 6:
        line(a << " = "
               << (random_.chance(50) ? "find(" << p << ", 8, " << whole(1) << ");"
                                      : "last_below(" << p << ", " << whole(1) << ");"));
        break;
      case 7:
        line("{ float const* " << q << " = weights + ((" << whole(1) << ") & 3); float const f = *"
                               << q << "++; " << a << " = (int)((f + " << q << "[1] * *(" << q
                               << " + 2)) * 8.0f); }");
        break;
      case 8:
        line("{ int* " << q << " = &" << p << "[" << from << "]; int* const e = " << q
                       << " + 4; int s = 0; for (; " << q << " < e; " << q << " += 2) { if (*" << q
                       << " < 0) continue; s += *" << q << "; } " << a << " = (s + (int)(e - " << q
                       << ")) % 2048; }");
        break;
      default:
        line("{ int const* " << q << " = (" << condition(1) << ") ? " << p << " : table; " << a
                             << " = " << q << "[" << index(8, 1) << "] + kind_of("
                             << (random_.chance(50) ? q : p) << "); }");
        line(a << " %= 2048;");
        break;
    }
    return true;
  }

  /// References, volatile variables, tuples' parts.
  bool of_places() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name, r = fresh("v");
    variable const* const l = integers();
    variable const* const w = integer_target(a);
    switch (random_.below(8)) {
      case 0:
        if (l == nullptr) return false;
        line("{ int& " << r << " = " << l->name << "[" << index(8, 1) << "]; " << r << " = (" << r
                       << " * 3 + " << a << ") % 2048; if (" << condition(1) << ") --" << r << "; "
                       << a << " = " << r << "; }");
        break;
      case 1:
        line("{ volatile int " << r << " = " << bounded(type::integer, 1) << "; " << r << " = " << r
                               << " ^ 9; " << a << " = " << r << "; }");
        break;
      case 2:
        if (w == nullptr) return false;
        line("SWAP(int, " << a << ", " << w->name << ");");
        break;
      case 3:
        line("{ int const& " << r << " = " << bounded(type::integer, 1) << "; " << a
                             << " = SQUARED(" << r << " % 40) + kind_of(" << r << "); }");
        break;
      case 4:
        if (w == nullptr) return false;
        line("{ int &" << r << " = " << a << ", &" << r << "b = " << w->name << "; if ("
                       << condition(1) << ") " << r << " = " << r << "b + 1; else " << r
                       << "b = " << r << " / 2; }");
        break;
      case 5:
        line("{ int " << r << "[4] = {" << a << ", 2, " << bounded(type::integer, 1)
                      << "}; for (int& e : " << r << ") e = (e * 5 + 1) % 2048; " << a << " = " << r
                      << "[" << index(4, 1) << "] - " << r << "[3]; }");
        break;
      case 6:
        line("{ int const " << r << " = " << a << "; { int " << a << " = " << r << " + 7; " << a
                            << " ^= " << r << "; "
                            << (w != nullptr ? w->name << " = " << a << " % 2048; " : std::string())
                            << "} }");
        break;
      default:
        line("{ pair " << r << "[2] = {{" << a << ", 5u}, {3, " << of_natural()
                       << "}}; pair& e = " << r << "[" << index(2, 1)
                       << "]; e.x -= 4; e.y >>= 3; pair const f = " << r << "[(" << whole(1)
                       << ") & 1]; " << a << " = (f.x + (int)(f.y & 255u)) % 2048; }");
        break;
    }
    return true;
  }

  bool of_spots() {
    variable const* const found = integer_target();
    variable const* const f = pick(type::real, shape::scalar);
    if (found == nullptr || f == nullptr) return false;
    std::string const a = found->name, s = fresh("s");
    line("spot " << s << " = spot_of(" << bounded(type::integer, 1) << ", "
                 << bounded(type::real, 1) << ");");
    for (int i = 0; i < 2; ++i) {
      switch (random_.below(6)) {
        case 0:
          line(s << " = " << s << ".with((" << whole(1) << ") & 3, " << bounded(type::integer, 1)
                 << ");");
          break;
        case 1:
          line("if (" << condition(1) << ") " << s << " = spot_of(" << bounded(type::integer, 1)
                      << ", 2.5f);");
          break;
        case 2:
          line(s << ".v = held(" << s << ".v * " << constant(type::real) << " + make_float3(1.0f, "
                 << bounded(type::real, 1) << ", 2.0f));");
          break;
        case 3:
          line(s << ".v -= spot_of(" << bounded(type::integer, 1) << ", 1.0f).v;");
          break;
        case 4:
          line(s << ".n[((unsigned)" << a << ") % 3u] = " << s << ".p.x;");
          break;
        default:
          line("{ spot " << s << "b[2] = {" << s << ", spot_of(3, 1.5f)}; " << s << "b["
                         << index(2, 1) << "].p = {7, 8u}; " << s << " = " << s << "b[("
                         << condition(1) << ") ? 1 : 0]; }");
          break;
      }
    }
    line(f->name << " = limited(" << s << ".sum() + " << s << ".n[2]);");
    line(a << " = (" << s << ".n[0] + " << s << ".n[((unsigned)" << a << ") % 3u] + " << s
           << ".p.x + (int)(" << s << ".p.y & 63u)) % 2048;");
    return true;
  }

  bool of_fields() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name, b = fresh("b");
    switch (for_threads_ ? random_.below(5) : 2 + random_.below(3)) {
      case 0:
      case 1: {
        line("fields " << b << " = {" << number(random_.below(32)) << ", 3, -5, 1, 9};");
        static constexpr std::string_view of[] = {".low", ".middle", ".sign", ".flag", ".rest"};
        for (int i = 0; i < 3; ++i) {
          std::string const m = b << std::string(of[random_.below(5)]);
          switch (random_.below(4)) {
            case 0:
              line(m << " = " << whole(1) << ";");
              break;
            case 1:
              line(m << " += (" << of_natural() << ") & 7u;");
              break;
            case 2:
              line("if (" << condition(1) << ") " << m << "++;");
              break;
            default:
              line(m << " ^= " << b << ".middle;");
              break;
          }
        }
        line(a << " = (" << b << ".low + " << b << ".middle * 2 - " << b << ".sign + " << b
               << ".flag + " << b << ".rest) % 2048;");
        if (random_.chance(50)) line("if (" << b << ".low - 40 < 0) " << a << " ^= 1;");
        break;
      }
      case 2:
        line("{ parts " << b << "; " << b << ".f = " << bounded(type::real, 1) << "; " << b << ".c["
                        << index(4, 1) << "] ^= 1; " << a << " = (int)(" << b << ".u % 2048u) - "
                        << b << ".s[1] % 100; }");
        break;
      case 3:
        line("{ parts " << b << "; " << b << ".u = " << of_natural() << "; " << b
                        << ".s[0] += 500; " << a << " = " << b << ".c[0] + " << b << ".c["
                        << index(4, 1) << "]; }");
        break;
      default:
        line("{ kind_of_code " << b << " = (" << condition(1) << ") ? code_a : code_b; " << a
                               << " = " << b << " * 2 + (" << b << " == code_b); }");
        break;
    }
    return true;
  }

  bool of_vectors() {
    variable const* const found = integer_target();
    variable const* const f = pick(type::real, shape::scalar);
    if (found == nullptr || f == nullptr) return false;
    std::string const a = found->name, r = f->name, v = fresh("v");
    switch (random_.below(in_function_ ? 5 : 8)) {
      case 0:
        line("{ uchar4 " << v << " = make_uchar4(" << whole(1) << ", 250, " << of_natural()
                         << ", 7); " << v << ".x += 9; " << v << ".y += " << v << ".z; if ("
                         << condition(1) << ") " << v << ".w--; " << a << " = " << v << ".x * 4 + "
                         << v << ".y + " << v << ".w; }");
        break;
      case 1:
        line("{ short2 " << v << "; " << v << ".x = " << whole(1) << "; " << v << ".y = " << v
                         << ".x * 3; " << a << " = (" << v << ".x - " << v << ".y) % 2048; }");
        break;
      case 2:
        line("{ float3 " << v << " = held(make_float3(" << expression(type::real, 1)
                         << ", 1.0f, -2.0f) + make_float3(" << r << ", " << r << ", 0.5f)); " << v
                         << " -= " << v << " * 0.5f; " << r << " = " << v << ".x + " << v << ".y * "
                         << v << ".z; }");
        break;
      case 3:
        line("{ uint4 " << v << " = {1u, " << of_natural() << ", 3u, " << of_natural()
                        << "}; unsigned* const q = &" << v << ".x; " << a << " = (int)((q["
                        << index(4, 1) << "] ^ " << v << ".w) % 1000u); }");
        break;
      case 4:
        line("{ longlong2 " << v << " = make_longlong2(" << whole(1)
                            << ", -5); double d = 0.5 * (double)" << v << ".x; d *= (double)" << v
                            << ".y; " << r << " = limited((float)d) + " << v << ".y; }");
        break;
      case 5:
        line("{ float4 const " << v << " = reinterpret_cast<float4 const*>(g.f)[" << index(16, 1)
                               << "]; " << r << " = limited(" << v << ".x + " << v << ".y * " << v
                               << ".z - " << v << ".w); }");
        break;
      case 6:
        line("reinterpret_cast<int2*>(mine)[" << index(4, 1) << "] = make_int2("
                                              << bounded(type::integer, 1) << ", " << a << ");");
        break;
      default:
        line("{ uchar4 const* " << v << " = (uchar4 const*)g.b + ((" << whole(1) << ") & 31); " << a
                                << " = " << v << "->x - " << v << "[1].z + (" << v
                                << " + 2)->w; }");
        break;
    }
    return true;
  }

  /// Numbers that another type rounds, cuts or reads anew.
  bool of_conversions() {
    variable const* const found = integer_target();
    variable const* const f = pick(type::real, shape::scalar);
    if (found == nullptr || f == nullptr) return false;
    std::string const a = found->name, r = f->name, v = fresh("v");
    auto const t = [&](type of) { return "(" << expression(of, 1) << ")"; };
    switch (random_.below(14)) {
      case 0:
        line(r << " = limited((float)" << t(type::wide) << " * 1e-15f);");
        break;
      case 1:
        line(r << " = (float)(" << t(type::natural) << " * 2654435761u) * 1e-8f;");
        break;
      case 2:
        line("{ double const " << v << " = " << t(type::wide) << "; " << a << " = (int)(" << v
                               << " * 1e-18) + (int)(" << v << " > 5e9); }");
        break;
      case 3:
        line("{ bool " << v << " = " << t(type::real) << "; " << v << " ^= " << a << " > 3; " << a
                       << " = " << v << " + (bool)(" << a << " & 4); }");
        break;
      case 4:
        line("{ signed char " << v << " = " << t(type::integer) << "; unsigned short u = " << v
                              << "; " << v << " *= 3; " << a << " = (u > " << v << ") * 8 + " << v
                              << "; }");
        break;
      case 5:
        line("{ char " << v << " = (char)('a' + (" << t(type::integer) << " & 15)); " << a << " = "
                       << v << " - 'c' + (" << v << " == 'f' ? '\\n' : 0); }");
        break;
      case 6:
        line(a << " = (int)((" << t(type::integer)
               << " - (int)sizeof(pair)) / (long long)sizeof(int) + sizeof(float) * 2 > 9u);");
        break;
      case 7:
        line("{ size_t " << v << " = " << t(type::integer) << "; " << v << " -= 5; " << a
                         << " = (int)(" << v << " % 1000) + (" << v << " > 100); }");
        break;
      case 8:
        line(a << " = (int)(" << t(type::integer) << " < " << t(type::natural) << ") + (-1 < "
               << t(type::byte) << ") + (-1 > " << t(type::natural) << " + 0ll);");
        break;
      case 9:
        line("{ half const " << v << " = __float2half(" << r << "), w = __float2half(1.5f); " << r
                             << " = __half2float(" << v << " * w - __int2half_rn(" << a
                             << " & 31)) + (" << v << " < w); }");
        break;
      case 10:
        line("{ half2 " << v << " = __floats2half2_rn(" << r << ", 0.25f); " << v << " = __hadd2("
                        << v << ", __hmul2(" << v << ", __float2half2_rn(0.5f))); " << r
                        << " = __low2float(" << v << ") - __high2float(" << v << "); }");
        break;
      case 11:
        line("{ __nv_bfloat16 const " << v << " = __float2bfloat16(" << r << "); " << r
                                      << " = __bfloat162float(" << v << ") * 0.5f; }");
        break;
      case 12:
        line(r << " = (float)((double)" << t(type::real) << " / 3.0) + (float)" << t(type::big)
               << " * 1e-4f;");
        line(r << " = limited(" << r << ");");
        break;
      default:
        line("{ long long const " << v << " = (long long)" << t(type::natural)
                                  << " << 3; int const low = (int)" << v << "; " << a
                                  << " = (low % 700) + (int)(" << v << " >> 32) + (short)" << v
                                  << " % 100; }");
        break;
    }
    return true;
  }

  bool of_bits() {
    variable const* const found = integer_target();
    variable const* const u = pick(type::natural, shape::scalar);
    if (found == nullptr || u == nullptr) return false;
    std::string const a = found->name, b = u->name;
    auto const n = [&] { return "(" << of_natural() << ")"; };
    auto const i = [&] { return "(" << whole(1) << ")"; };
    switch (random_.below(14)) {
      case 0:
        line(a << " = __clz(" << i() << ") + __ffs(" << i() << ") - __clzll(" << i() << ");");
        break;
      case 1:
        line(b << " = __byte_perm(" << n() << ", " << n() << ", " << n() << " & 0x7777u);");
        break;
      case 2:
        line(b << " = __funnelshift_" << std::string(random_.chance(50) ? "l(" : "rc(") << n()
               << ", " << n() << ", " << n() << " & 63u);");
        break;
      case 3:
        line(a << " = __popcll(" << expression(type::wide, 1) << ") + __ffsll("
               << expression(type::big, 1) << ");");
        break;
      case 4:
        line(a << " = __hadd(" << i() << ", " << i() << ") - __rhadd(" << i() << ", 3);");
        break;
      case 5:
        line(b << " = __sad(" << i() << ", " << i() << ", " << n() << ") + __usad(" << n()
               << ", 5u, 1u);");
        break;
      case 6:
        line(b << " = __umul24(" << n() << ", " << n() << ") + (unsigned)__mul24(" << i()
               << ", 77);");
        break;
      case 7:
        line(b << " = __dp4a((unsigned)" << n() << ", (unsigned)" << n() << ", " << b
               << ") + (unsigned)__dp4a(" << i() << ", -3, 1);");
        break;
      case 8:
        line(b << " = (unsigned)(__umul64hi(" << expression(type::wide, 1)
               << ", 0x123456789abcdefull)) ^ __brev(" << n() << ");");
        break;
      case 9:
        line(b << " = mixed_bits(" << n() << (random_.chance(50) ? ");" : ", 1);"));
        break;
      case 10:
        line(a << " = min(" << i() << ", 5u) % 1000 + max(" << expression(type::big, 1)
               << ", 3ll) % 100;");
        break;
      case 11:
        line(b << " = (" << b << " << (" << n() << " & 31u)) | (" << b << " >> (31u - (" << n()
               << " & 31u)));");
        break;
      case 12:
        line("if (" << n() << " & (1u << (" << i() << " & 31))) " << b << " &= ~(1u << (" << a
                    << " & 31));");
        break;
      default:
        line(a << " = (int)((" << n() << " >> 5) & 0x3ff) - (int)(((unsigned long long)" << n()
               << " * " << n() << ") >> 54);");
        break;
    }
    return true;
  }

  bool of_floats() {
    variable const* const found = integer_target();
    variable const* const f = pick(type::real, shape::scalar);
    if (found == nullptr || f == nullptr) return false;
    std::string const a = found->name, r = f->name;
    auto const x = [&] { return "limited(" << expression(type::real, 1) << ")"; };
    switch (random_.below(12)) {
      case 0:
        line(a << " = __float2int_r"
               << "nzud"[random_.below(4)] << "(" << x() << ") + (int)rintf(" << x() << ");");
        break;
      case 1:
        line(r << " = floorf(" << x() << ") - ceilf(" << x() << ") + truncf(" << x() << ");");
        break;
      case 2:
        line(r << " = fmodf(" << x() << ", 3.5f) + copysignf(2.0f, " << x() << ");");
        break;
      case 3:
        line(r << " = fmaf(" << x() << ", 0.5f, " << x() << ") - fdimf(" << x() << ", 1.0f);");
        break;
      case 4:
        line(a << " = signbit(" << x() << ") + isnan(" << x() << ") * 2 + isinf(" << x()
               << " / 0.5f) + (int)roundf(" << x() << ");");
        break;
      case 5:
        line("{ int e; float const m = frexpf(" << x() << ", &e); " << r
                                                << " = ldexpf(m, (e + 1) & 7); " << a << " = e; }");
        break;
      case 6:
        line("{ float w; " << r << " = modff(" << x() << ", &w); " << r << " += w * 0.5f; }");
        break;
      case 7:
        line(r << " = __f" << std::string(random_.chance(50) ? "add" : "mul") << "_r"
               << "nzud"[random_.below(4)] << "(" << x() << ", " << x() << ");");
        line(r << " = limited(" << r << ");");
        break;
      case 8:
        line("{ double d = " << x() << "; d = floor(d * 1.25) / 3.0 + fmin(d, 0.1); " << r
                             << " = limited(__double2float_r"
                             << "nzud"[random_.below(4)] << "(d)); }");
        break;
      case 9:
        line(r << " = __int_as_float((__float_as_int(" << x() << ") ^ 0x00400000) & ~3);");
        line(r << " = limited(" << r << ");");
        break;
      case 10:
        line(a << " = " << x() << " < " << x() << " ? 1 : " << x() << " >= 1.0f ? 2 : !(" << x()
               << " != 0.5f);");
        break;
      default:
        line(r << " += " << x() << " * 2.0 - " << a << ";");
        line(r << " = limited(" << r << ");");
        break;
    }
    return true;
  }

  bool of_tables() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name;
    switch (random_.below(9)) {
      case 0:
        line(a << " = lookups[" << index(4, 1) << "][" << index(4, 1) << "];");
        break;
      case 1:
        line(a << " = constant_pairs[" << index(4, 1) << "].x + (constant_pairs[" << index(4, 1)
               << "].y > 4u);");
        break;
      case 2:
        line(a << " = bytes_of[" << index(16, 1) << "] - tables::numbers[" << index(8, 1)
               << "] % 1000;");
        break;
      case 3:
        line(a << " = from_list(" << whole(1) << ");");
        break;
      case 4:
        line(a << " = unrolled<" << number(1 + random_.below(4))
               << (random_.chance(50) ? ", true>(" : ">(") << bounded(type::integer, 1) << ");");
        break;
      case 5:
        line(a << " = tables::power<" << number(random_.below(6)) << ">::value + lookups[1]["
               << index(4, 1) << "];");
        break;
      case 6:
        if (!for_threads_) return false;
        line(a << " = down(" << bounded(type::integer, 1) << ", " << number(1 + random_.below(5))
               << ");");
        break;
      case 7:
        if (!for_threads_) return false;
        line("{ int const (*row)[4] = lookups + ((" << whole(1) << ") & 1); " << a << " = row[1]["
                                                    << index(4, 1) << "]; }");
        break;
      default:
        line("{ using namespace tables; constexpr int k = power<2>::value; "
             << a << " = (numbers[" << index(8, 1) << "] + k) % 2048; }");
        break;
    }
    return true;
  }
};
