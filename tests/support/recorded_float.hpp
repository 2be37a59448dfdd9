#pragma once
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "golden.hpp"

/// The recorded calls of float functions and of their fast forms, as one list that numbers and
/// varyings replay alike.
///
/// F(row, id, units, absolute, statements): `id` of mathf.tsv, statements that put the results of
/// x, y, z, w (float operands in order) and n (the integral one) with out(0, value), out(1, value).
/// A result may be `units` from the recorded one, or `absolute` where that is more; a negative
/// `absolute` grows with |x|, as the GPU's reduction of large angles is coarse.
#define RECORDED_ONE(F, row, name, units) F(row, "float/" #name, units, 0, out(0, name(x)))
#define RECORDED_TWO(F, row, name, units) F(row, "float/" #name, units, 0, out(0, name(x, y)))
#define RECORDED_FAST(F, row, name, units, absolute) \
  F(row, "fast/" #name, units, absolute, out(0, name(x)))

#define RECORDED_EXPONENTIALS(F)                                     \
  RECORDED_ONE(F, "MATHF-005", rsqrtf, 2)                            \
  RECORDED_ONE(F, "MATHF-007", sqrtf, 0)                             \
  RECORDED_ONE(F, "MATHF-008", cbrtf, 1)                             \
  RECORDED_ONE(F, "MATHF-009", rcbrtf, 1)                            \
  RECORDED_ONE(F, "MATHF-018", expf, 2)                              \
  RECORDED_ONE(F, "MATHF-019", exp2f, 2)                             \
  RECORDED_ONE(F, "MATHF-020", exp10f, 2)                            \
  RECORDED_ONE(F, "MATHF-021", expm1f, 1)                            \
  RECORDED_ONE(F, "MATHF-022", logf, 1)                              \
  RECORDED_ONE(F, "MATHF-023", log2f, 1)                             \
  RECORDED_ONE(F, "MATHF-024", log10f, 2)                            \
  RECORDED_ONE(F, "MATHF-025", log1pf, 1)                            \
  RECORDED_ONE(F, "MATHF-037", sinhf, 3)                             \
  RECORDED_ONE(F, "MATHF-038", coshf, 2)                             \
  RECORDED_ONE(F, "MATHF-039", tanhf, 2)                             \
  RECORDED_ONE(F, "MATHF-040", asinhf, 3)                            \
  RECORDED_ONE(F, "MATHF-041", acoshf, 4)                            \
  RECORDED_ONE(F, "MATHF-042", atanhf, 3)                            \
  RECORDED_TWO(F, "MATHF-043", powf, 8)                              \
  RECORDED_TWO(F, "MATHF-010", hypotf, 3)                            \
  RECORDED_TWO(F, "MATHF-011", rhypotf, 2)                           \
  F("MATHF-012", "float/norm3df", 3, 0, out(0, norm3df(x, y, z)))    \
  F("MATHF-013", "float/rnorm3df", 2, 0, out(0, rnorm3df(x, y, z)))  \
  F("MATHF-014", "float/norm4df", 3, 0, out(0, norm4df(x, y, z, w))) \
  F("MATHF-015", "float/rnorm4df", 2, 0, out(0, rnorm4df(x, y, z, w)))

#define RECORDED_TRIGONOMETRY(F)                                                                   \
  RECORDED_ONE(F, "MATHF-026", sinf, 2)                                                            \
  RECORDED_ONE(F, "MATHF-027", cosf, 2)                                                            \
  RECORDED_ONE(F, "MATHF-028", tanf, 4)                                                            \
  RECORDED_ONE(F, "MATHF-030", sinpif, 2)                                                          \
  RECORDED_ONE(F, "MATHF-031", cospif, 2)                                                          \
  F("MATHF-029", "float/sincosf", 2, 0, decltype(x + x) s = x; auto c = s; sincosf(x, &s, &c);     \
    out(0, s); out(1, c))                                                                          \
  F("MATHF-032", "float/sincospif", 2, 0, decltype(x + x) s = x; auto c = s; sincospif(x, &s, &c); \
    out(0, s); out(1, c))                                                                          \
  RECORDED_ONE(F, "MATHF-033", asinf, 4)                                                           \
  RECORDED_ONE(F, "MATHF-034", acosf, 3)                                                           \
  RECORDED_ONE(F, "MATHF-035", atanf, 2)                                                           \
  RECORDED_TWO(F, "MATHF-036", atan2f, 3)                                                          \
  RECORDED_FAST(F, "INTF-036", __sinf, 2, 0x1p-21)                                                 \
  RECORDED_FAST(F, "INTF-037", __cosf, 2, 0x1p-21)                                                 \
  RECORDED_FAST(F, "INTF-039", __tanf, 1000, -0x1p-19)                                             \
  F("INTF-038", "fast/__sincosf", 2, 0x1p-21, decltype(x + x) s = x; auto c = s;                  \
    __sincosf(x, &s, &c); out(0, s); out(1, c))

#define RECORDED_SPECIAL(F)                                    \
  RECORDED_ONE(F, "MATHF-044", erff, 2)                        \
  RECORDED_ONE(F, "MATHF-045", erfcf, 4)                       \
  RECORDED_ONE(F, "MATHF-046", erfinvf, 2)                     \
  RECORDED_ONE(F, "MATHF-047", erfcinvf, 2)                    \
  RECORDED_ONE(F, "MATHF-048", erfcxf, 4)                      \
  RECORDED_ONE(F, "MATHF-049", normcdff, 5)                    \
  RECORDED_ONE(F, "MATHF-050", normcdfinvf, 5)                 \
  F("MATHF-051", "float/lgammaf", 6, 1e-6, out(0, lgammaf(x))) \
  RECORDED_ONE(F, "MATHF-052", tgammaf, 11)                    \
  F("MATHF-060", "float/j0f", 9, 2.2e-6, out(0, j0f(x)))       \
  F("MATHF-061", "float/j1f", 9, 2.2e-6, out(0, j1f(x)))       \
  F("MATHF-062", "float/jnf", 9, 2.2e-6, out(0, jnf(n, x)))    \
  F("MATHF-063", "float/y0f", 9, 2.2e-6, out(0, y0f(x)))       \
  F("MATHF-064", "float/y1f", 9, 2.2e-6, out(0, y1f(x)))       \
  F("MATHF-065", "float/ynf", 127, 2.2e-6, out(0, ynf(n, x)))  \
  RECORDED_ONE(F, "MATHF-066", cyl_bessel_i0f, 6)              \
  RECORDED_ONE(F, "MATHF-067", cyl_bessel_i1f, 6)

#define RECORDED_EXACT(F)                                                                     \
  RECORDED_TWO(F, "", copysignf, 0)                                                           \
  RECORDED_ONE(F, "", fabsf, 0)                                                               \
  RECORDED_TWO(F, "", nextafterf, 0)                                                          \
  F("MATHF-053", "float/fmaf", 0, 0, out(0, fmaf(x, y, z)))                                   \
  F("MATHF-054", "float/frexpf", 0, 0, auto e = n; out(0, frexpf(x, &e)); out(1, e))          \
  F("MATHF-055", "float/ldexpf", 0, 0, out(0, ldexpf(x, n)))                                  \
  F("MATHF-056", "float/scalbnf", 0, 0, out(0, scalbnf(x, n)))                                \
  F("MATHF-057", "float/scalblnf", 0, 0, out(0, scalblnf(x, n)))                              \
  RECORDED_ONE(F, "MATHF-058", logbf, 0)                                                      \
  RECORDED_ONE(F, "MATHF-059", ilogbf, 0)                                                     \
  RECORDED_TWO(F, "MATHF-068", fmodf, 0)                                                      \
  RECORDED_TWO(F, "MATHF-069", remainderf, 0)                                                 \
  F("MATHF-070", "float/remquof", 0, 0, auto q = n; out(0, remquof(x, y, &q)); out(1, q % 8)) \
  F("MATHF-071", "float/modff", 0, 0, decltype(x + x) i = x; out(0, modff(x, &i)); out(1, i)) \
  RECORDED_TWO(F, "MATHF-072", fdimf, 0)                                                      \
  RECORDED_ONE(F, "MATHF-073", truncf, 0)                                                     \
  RECORDED_ONE(F, "MATHF-074", roundf, 0)                                                     \
  RECORDED_ONE(F, "MATHF-075", rintf, 0)                                                      \
  RECORDED_ONE(F, "MATHF-076", nearbyintf, 0)                                                 \
  RECORDED_ONE(F, "MATHF-077", ceilf, 0)                                                      \
  RECORDED_ONE(F, "MATHF-078", floorf, 0)                                                     \
  RECORDED_ONE(F, "MATHF-079", lrintf, 0)                                                     \
  RECORDED_ONE(F, "MATHF-080", lroundf, 0)                                                    \
  RECORDED_ONE(F, "MATHF-081", llrintf, 0)                                                    \
  RECORDED_ONE(F, "MATHF-082", llroundf, 0)                                                   \
  RECORDED_TWO(F, "MATHF-083", fminf, 0)                                                      \
  RECORDED_TWO(F, "MATHF-084", fmaxf, 0)                                                      \
  F("MATHF-083", "float/min_f", 0, 0, out(0, min(x, y)))                                      \
  F("MATHF-084", "float/max_f", 0, 0, out(0, max(x, y)))                                      \
  F("", "float/isnan_f", 0, 0, out(0, isnan(x)))                                              \
  F("", "float/isinf_f", 0, 0, out(0, isinf(x)))                                              \
  F("", "float/isfinite_f", 0, 0, out(0, isfinite(x)))                                        \
  F("", "float/signbit_f", 0, 0, out(0, signbit(x)))                                          \
  F("MATHF-003", "float/fdividef", 2, 0, out(0, fdividef(x, y)))

#define RECORDED_FAST_ONES(F)                                      \
  RECORDED_FAST(F, "INTF-031", __expf, 220, 0)                     \
  RECORDED_FAST(F, "INTF-032", __exp10f, 220, 0)                   \
  RECORDED_FAST(F, "INTF-033", __logf, 3, 0x1p-21)                 \
  RECORDED_FAST(F, "INTF-034", __log2f, 2, 0x1p-21)                \
  RECORDED_FAST(F, "INTF-035", __log10f, 3, 0x1p-22)               \
  RECORDED_FAST(F, "", __tanhf, 20000, 0x1p-10)                    \
  RECORDED_FAST(F, "INTF-041", __saturatef, 0, 0)                  \
  F("INTF-030", "fast/__fdividef", 2, 0, out(0, __fdividef(x, y))) \
  F("INTF-040", "fast/__powf", 2000, 0, out(0, __powf(x, y)))

namespace recorded {

/// Operands and results of one call; results as they are numbers in long double.
struct call {
  std::array<float, 4> x{};
  int n = 0;
  std::array<std::string, 2> results;
};

inline std::vector<call> calls(std::string const& id) {
  std::vector<call> all;
  for (auto const& r : golden::read("mathf.tsv", id + "/")) {
    auto const inputs = golden::split(r.inputs, ';');
    auto const outputs = golden::split(r.output, ';');
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      call c;
      std::size_t a = 0;
      for (auto const& text : golden::split(inputs[k], ',')) {
        if (text.compare(0, 2, "0x") == 0)
          c.x[a++] = golden::value<float>(golden::bits(text));
        else
          c.n = static_cast<int>(static_cast<std::int64_t>(golden::bits(text)));
      }
      auto const results = golden::split(outputs[k], ',');
      for (std::size_t o = 0; o < results.size() && o < 2; ++o) c.results[o] = results[o];
      all.push_back(c);
    }
  }
  return all;
}

inline std::int64_t place(float x) {
  std::uint32_t b;
  std::memcpy(&b, &x, sizeof b);
  auto const magnitude = static_cast<std::int64_t>(b & 0x7fffffffu);
  return (b >> 31) != 0 ? -magnitude : magnitude;
}

/// The GPU's answers that are no model: a Bessel function of order 2 and more is 0 at 0, not NaN,
/// and the fast tangent has no accuracy beyond a quarter of a turn.
inline bool no_model(std::string const& id, call const& c) {
  if (id == "float/jnf") return c.n >= 2 && std::fabs(c.x[0]) < 1e-30f;
  return id == "fast/__tanf" && std::fabs(c.x[0]) > 1.25f;
}
/// Is the number `got`, of call `c`, result o, the recorded one, or next to it?
inline bool agrees(long double got, call const& c, std::size_t o, int units, double absolute) {
  auto const& text = c.results[o];
  if (absolute < 0) absolute *= -std::fmax(1.0, std::fabs(static_cast<double>(c.x[0])));
  if (text.compare(0, 2, "0x") != 0)
    return got == static_cast<long double>(static_cast<std::int64_t>(golden::bits(text)));
  auto const want = golden::value<float>(golden::bits(text));
  auto const y = static_cast<float>(got);
  if (std::isnan(want) || std::isnan(y)) return std::isnan(want) && std::isnan(y);
  if (absolute > 0 && std::fabs(got - static_cast<long double>(want)) <= absolute) return true;
  // Zeros have signs, infinities are no neighbours; a bound of 0 means equal.
  if (y == 0 && want == 0) return std::signbit(y) == std::signbit(want);
  if (std::isinf(y) != std::isinf(want)) return false;
  return std::llabs(place(y) - place(want)) <= units;
}

}  // namespace recorded
