// SPDX-License-Identifier: MIT
//
// Mathematical functions, calls a second on one core from one array in the first-level cache to
// another, by registers of simt, glibc's libmvec and xsimd, and one by one with libm ("scalar").
// All rows: --only with the names of --list that begin with math_.

#include <simt/simd/math.hpp>
#include <simt/simd/memory.hpp>

#include <xsimd/xsimd.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

#include "suite.hpp"

#ifndef SIMT_BENCHMARK_MVEC
#define SIMT_BENCHMARK_MVEC 0
#endif

namespace bench {
namespace {

namespace sd = simt::simd;
template <class T>
inline constexpr int lanes = sd::lanes_of<T, sd::native_lanes>;
template <class T>
using reg = sd::vec<T, lanes<T>>;

// libmvec's names: the instruction set, the number of lanes, a v for each argument.
#if SIMT_BENCHMARK_MVEC && SIMT_ISA_AVX512
#define BENCH_MVEC(v, name) _ZGVeN8##v##_##name
#define BENCH_MVECF(v, name) _ZGVeN16##v##_##name##f
#elif SIMT_BENCHMARK_MVEC && SIMT_ISA_AVX2
#define BENCH_MVEC(v, name) _ZGVdN4##v##_##name
#define BENCH_MVECF(v, name) _ZGVdN8##v##_##name##f
#elif SIMT_BENCHMARK_MVEC && (SIMT_ISA_SSE4_2 || SIMT_ISA_SSE2)
#define BENCH_MVEC(v, name) _ZGVbN2##v##_##name
#define BENCH_MVECF(v, name) _ZGVbN4##v##_##name##f
#endif

constexpr std::size_t count = 2048;
constexpr int repeats = 200;

/// Operands, and where results go.
template <class T>
struct arrays {
  buffer<T> x = buffer<T>(count), y = buffer<T>(count), out = buffer<T>(count);
};

// The parts of a function that a row compares; `Xsimd` and `Mvec` are void where there is none.
template <class T, class F>
void each_register(arrays<T>& a, F f) {
  for (int r = 0; r < repeats; ++r) {
    for (std::size_t i = 0; i < count; i += static_cast<std::size_t>(lanes<T>))
      sd::store<T, lanes<T>>(&a.out[i],
                             f(sd::load<T, lanes<T>>(&a.x[i]), sd::load<T, lanes<T>>(&a.y[i])));
    asm volatile("" ::: "memory");
  }
}
template <class T, class F>
void each_number(arrays<T>& a, F f) {
  for (int r = 0; r < repeats; ++r) {
    for (std::size_t i = 0; i < count; ++i) a.out[i] = f(a.x[i], a.y[i]);
    asm volatile("" ::: "memory");
  }
}

/// A range of operands: from low to high.
struct range {
  double low, high;
};

template <class T, class Ours, class Scalar, class Xsimd, class Mvec>
workload make(range x, range y, Ours ours, Scalar scalar, Xsimd other, Mvec mvec) {
  auto const a = std::make_shared<arrays<T>>();
  for (std::size_t i = 0; i < count; ++i) {
    auto const pick = [&](std::uint64_t seed, range r) {
      return static_cast<T>(r.low +
                            (r.high - r.low) * static_cast<double>(hash(seed, i) >> 11) * 0x1p-53);
    };
    a->x[i] = pick(101, x);
    a->y[i] = pick(102, y);
  }
  workload w;
  w.amount = static_cast<double>(count) * repeats;
  w.unit = "Gcall/s";
  w.reset = [a] { std::fill(a->out.begin(), a->out.end(), T{-77}); };
  w.check = [a, scalar] {
    double worst = 0;
    for (std::size_t i = 0; i < count; ++i) {
      auto const want = static_cast<double>(scalar(a->x[i], a->y[i]));
      worst = std::max(worst, std::fabs(static_cast<double>(a->out[i]) - want) /
                                  std::max(std::fabs(want), 1e-30));
    }
    return verdict{worst < (sizeof(T) == 4 ? 1e-5 : 1e-12), "off by " + std::to_string(worst)};
  };
  w.variants.push_back({"simt", lanes<T>, [a, ours] { each_register<T>(*a, ours); }});
  if constexpr (!std::is_null_pointer_v<Mvec>)
    w.variants.push_back({"libmvec", lanes<T>, [a, mvec] { each_register<T>(*a, mvec); }});
  if constexpr (!std::is_null_pointer_v<Xsimd>)
    w.variants.push_back({"xsimd", lanes<T>, [a, other] { each_register<T>(*a, other); }});
  w.variants.push_back({"scalar", 1, [a, scalar] { each_number<T>(*a, scalar); }});
  return w;
}

#define BENCH_OURS(T, name, ...) \
  [](reg<T> x, [[maybe_unused]] reg<T> y) { return sd::math::name<T, lanes<T>>(__VA_ARGS__); }
#define BENCH_SCALAR(T, name, ...) \
  [](T x, [[maybe_unused]] T y) { return sd::math::name<T, 1>(__VA_ARGS__); }
#define BENCH_B(T, v) xsimd::batch<T>((typename xsimd::batch<T>::register_type)(v))
#define BENCH_XSIMD(T, name, ...)                                                                  \
  [](reg<T> x, [[maybe_unused]] reg<T> y) {                                                        \
    return (reg<T>)static_cast<typename xsimd::batch<T>::register_type>(xsimd::name(__VA_ARGS__)); \
  }
#ifdef BENCH_MVEC
#define BENCH_MVEC_CALL(function, ...) \
  [](auto x, [[maybe_unused]] auto y) { return function(__VA_ARGS__); }
#define BENCH_DECLARE_1(name)                              \
  extern "C" reg<double> BENCH_MVEC(v, name)(reg<double>); \
  extern "C" reg<float> BENCH_MVECF(v, name)(reg<float>);
#define BENCH_DECLARE_2(name)                                            \
  extern "C" reg<double> BENCH_MVEC(vv, name)(reg<double>, reg<double>); \
  extern "C" reg<float> BENCH_MVECF(vv, name)(reg<float>, reg<float>);
#else
#define BENCH_MVEC(v, name)
#define BENCH_MVECF(v, name)
#define BENCH_MVEC_CALL(function, ...) nullptr
#define BENCH_DECLARE_1(name)
#define BENCH_DECLARE_2(name)
#endif

#define BENCH_ROWS(name, xs, ys, ours_args, xsimd_f, xsimd_d, mvec_f, mvec_d)                     \
  registration const name##_float{                                                                \
      "math_" #name "_float", [](sizes const&) {                                                  \
        return make<float>(xs, ys, BENCH_OURS(float, name, BENCH_UNPACK ours_args),               \
                           BENCH_SCALAR(float, name, BENCH_UNPACK ours_args), xsimd_f, mvec_f);   \
      }};                                                                                         \
  registration const name##_double{                                                               \
      "math_" #name "_double", [](sizes const&) {                                                 \
        return make<double>(xs, ys, BENCH_OURS(double, name, BENCH_UNPACK ours_args),             \
                            BENCH_SCALAR(double, name, BENCH_UNPACK ours_args), xsimd_d, mvec_d); \
      }};
#define BENCH_UNPACK(...) __VA_ARGS__
/// Of one argument between low and high, in all four.
#define BENCH_1(name, low, high)                            \
  BENCH_DECLARE_1(name)                                     \
  BENCH_ROWS(name, (range{low, high}), (range{0, 1}), (x),  \
             BENCH_XSIMD(float, name, BENCH_B(float, x)),   \
             BENCH_XSIMD(double, name, BENCH_B(double, x)), \
             BENCH_MVEC_CALL(BENCH_MVECF(v, name), x), BENCH_MVEC_CALL(BENCH_MVEC(v, name), x))
/// Of one argument, where neither libmvec nor xsimd has it.
#define BENCH_OWN_1(name, low, high) \
  BENCH_ROWS(name, (range{low, high}), (range{0, 1}), (x), nullptr, nullptr, nullptr, nullptr)
#define BENCH_2(name, low, high, low2, high2)                                   \
  BENCH_DECLARE_2(name)                                                         \
  BENCH_ROWS(name, (range{low, high}), (range{low2, high2}), (x, y),            \
             BENCH_XSIMD(float, name, BENCH_B(float, x), BENCH_B(float, y)),    \
             BENCH_XSIMD(double, name, BENCH_B(double, x), BENCH_B(double, y)), \
             BENCH_MVEC_CALL(BENCH_MVECF(vv, name), x, y),                      \
             BENCH_MVEC_CALL(BENCH_MVEC(vv, name), x, y))

BENCH_1(exp, -10, 10)
BENCH_1(exp2, -10, 10)
BENCH_1(exp10, -10, 10)
BENCH_1(expm1, -3, 3)
BENCH_1(log, 0.01, 100)
BENCH_1(log2, 0.01, 100)
BENCH_1(log10, 0.01, 100)
BENCH_1(log1p, -0.9, 10)
BENCH_1(sin, -10, 10)
BENCH_1(cos, -10, 10)
BENCH_1(tan, -10, 10)
BENCH_1(asin, -1, 1)
BENCH_1(acos, -1, 1)
BENCH_1(atan, -5, 5)
BENCH_1(sinh, -3, 3)
BENCH_1(cosh, -3, 3)
BENCH_1(tanh, -3, 3)
BENCH_1(asinh, -5, 5)
BENCH_1(acosh, 1, 10)
BENCH_1(atanh, -1, 1)
BENCH_1(cbrt, -10, 10)
BENCH_1(erf, -3, 3)
BENCH_1(erfc, -3, 3)
BENCH_2(pow, 0.01, 10, -5, 5)
BENCH_2(atan2, -5, 5, -5, 5)
BENCH_2(hypot, -5, 5, -5, 5)
BENCH_OWN_1(rsqrt, 0.1, 10)
BENCH_OWN_1(rcbrt, 0.1, 10)
BENCH_OWN_1(sinpi, -5, 5)
BENCH_OWN_1(erfcx, -3, 10)
BENCH_OWN_1(erfinv, -1, 1)
BENCH_OWN_1(normcdf, -5, 5)
BENCH_OWN_1(normcdfinv, 0, 1)
BENCH_OWN_1(lgamma, 0.1, 20)
BENCH_OWN_1(tgamma, -5, 20)
BENCH_OWN_1(cyl_bessel_i0, -10, 10)

}  // namespace
}  // namespace bench
