#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/split_index.hpp>

SIMT_DETAIL_QUIET_BEGIN

// C++'s operators on values with lanes, with C++'s promotions and conversions. Integer arithmetic
// wraps as on a GPU; division by zero gives no signal.
namespace simt::inline SIMT_ABI {
namespace detail {

/// Bounds of threads' own coordinates that are one box together. (Others hardly ever part a gang, and
/// are decided one by one.)
template <class X, class Y>
concept joins_boxes = box_axes<X> != 0 && box_axes<Y> != 0 && is_own_box<X> && is_own_box<Y> &&
    requires(X const& x, Y const& y) { intersect(as_box(x), as_box(y)); };

template <class A, class B>
using arithmetic_type =
    decltype(simd::number_of<lane_type<A>>{} + simd::number_of<lane_type<B>>{});
template <class A>
using promoted_type = decltype(+simd::number_of<lane_type<A>>{});

/// The type of c ? a : b: that of both sides, else what arithmetic makes of them.
template <class A, class B>
using select_type = std::conditional_t<std::is_same_v<lane_type<A>, lane_type<B>>, lane_type<A>,
                                       arithmetic_type<A, B>>;

/// f on the registers of a and b.
template <class T, int W, class F>
SIMT_INLINE varying<T, W> map(varying<T, W> const& a, varying<T, W> const& b, F f) {
  varying<T, W> r;
  simd::each<varying<T, W>::count>(
      [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = f(a.v[i], b.v[i]); });
  return r;
}
template <class T, int W, class F>
SIMT_INLINE varying<T, W> map(varying<T, W> const& a, F f) {
  varying<T, W> r;
  simd::each<varying<T, W>::count>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = f(a.v[i]); });
  return r;
}

/// The vector type in which integer arithmetic may wrap.
template <class R, int L>
using wrapping = simd::vec<std::conditional_t<std::is_integral_v<R> && std::is_signed_v<R>,
                                              std::make_unsigned_t<std::conditional_t<
                                                  std::is_integral_v<R>, R, int>>,
                                              R>,
                           L>;

/// Quotient of integer lanes without a trap, also in inactive lanes: all ones where b is 0, and the
/// least value over -1 wraps to itself, as on a GPU.
template <class R, int L>
SIMT_INLINE simd::vec<R, L> divide_integers(simd::vec<R, L> a, simd::vec<R, L> b) {
  if constexpr (L == 1) {
    if (b == 0) return static_cast<R>(-1);
    if constexpr (std::is_signed_v<R>)
      if (b == -1) return static_cast<R>(0 - static_cast<std::make_unsigned_t<R>>(a));
    return static_cast<R>(a / b);
  } else if constexpr (sizeof(R) == 4) {
    // Exact: a quotient that is no integer is at least 2^-31 away from the next one.
    constexpr int H = L / 2;
    simd::vec<R, H> x[2], y[2], q[2];
    __builtin_memcpy(x, &a, sizeof a);
    __builtin_memcpy(y, &b, sizeof b);
    for (int h = 0; h < 2; ++h)
      q[h] = simd::convert<R, double, H>(simd::convert<double, R, H>(x[h]) /
                                         simd::convert<double, R, H>(y[h]));
    auto r = simd::join_halves<R, H>(q[0], q[1]);
    // Quotients that do not fit convert to anything.
    auto const put = [&](R divisor, simd::vec<R, L> quotient) SIMT_LAMBDA_INLINE {
      r = simd::blend<R, L>(simd::compare_lanes<simd::compare::eq, R, L>(
                                simd::mask_full<L>(), b, simd::splat<R, L>(divisor)),
                            quotient, r);
    };
    put(R{}, simd::splat<R, L>(static_cast<R>(-1)));
    if constexpr (std::is_signed_v<R>)
      put(R{-1}, (simd::vec<R, L>)(simd::vec<unsigned, L>{} - (simd::vec<unsigned, L>)a));
    return r;
  } else {
    simd::vec<R, L> r;
    for (int l = 0; l < L; ++l) r[l] = divide_integers<R, 1>(a[l], b[l]);
    return r;
  }
}

/// Is every operand's bound known to the compiler, so that it can divide by multiplication?
template <class B>
SIMT_INLINE bool known_divisor(B const& b) {
  if constexpr (uniform_value<B> && std::is_integral_v<plain<B>>)
    return __builtin_constant_p(b) && b > 0;
  else if constexpr (constant_value<B>)
    return plain<B>::value > 0;
  else
    return false;
}

struct add_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    SIMT_FP_CONTRACT
    using U = wrapping<R, L>;
    return (simd::vec<R, L>)((U)a + (U)b);
  }
};
struct sub_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    SIMT_FP_CONTRACT
    using U = wrapping<R, L>;
    return (simd::vec<R, L>)((U)a - (U)b);
  }
};
struct mul_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    SIMT_FP_CONTRACT
    using U = wrapping<R, L>;
    return (simd::vec<R, L>)((U)a * (U)b);
  }
};
struct and_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a & b;
  }
};
struct or_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a | b;
  }
};
struct xor_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a ^ b;
  }
};
/// A count at or beyond the width (negative ones, too) shifts all bits out, as on a GPU. Vector
/// units have it so; compilers do not where they know the count, nor do those without such a shift.
template <class R, int L>
SIMT_INLINE simd::vec<simd::signed_of<R>, L> count_fits(simd::vec<R, L> b) {
  using U = wrapping<R, L>;
  using Lane = std::make_unsigned_t<R>;
  return (simd::vec<simd::signed_of<R>, L>)((U)b < simd::splat<Lane, L>(Lane{8 * sizeof(R)}));
}
struct shl_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    using U = wrapping<R, L>;
    using Lane = std::make_unsigned_t<R>;
    constexpr Lane last = 8 * sizeof(R) - 1;
    if constexpr (L == 1) {
      return static_cast<U>(b) <= last ? static_cast<R>(static_cast<U>(a) << b) : R{};
    } else {
      if (!__builtin_constant_p(b[0])) {
        if constexpr (simd::has_variable_shift<R, L>) return simd::shift_left<R, L>(a, b);
      }
      auto const n = (U)b & simd::splat<Lane, L>(last);
      return (simd::vec<R, L>)(((U)a << n) & (U)count_fits<R, L>(b));
    }
  }
};
struct shr_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    using U = wrapping<R, L>;
    using Lane = std::make_unsigned_t<R>;
    constexpr Lane last = 8 * sizeof(R) - 1;
    if constexpr (L == 1) {
      return static_cast<U>(b) <= last ? static_cast<R>(a >> b)
                                       : (a < 0 ? static_cast<R>(-1) : R{});
    } else {
      if (!__builtin_constant_p(b[0])) {
        if constexpr (simd::has_variable_shift<R, L>) return simd::shift_right<R, L>(a, b);
      }
      auto const fits = (U)count_fits<R, L>(b);
      if constexpr (std::is_signed_v<R>)  // by the last bit where the count is too large
        return a >> (simd::vec<R, L>)(((U)b | ~fits) & simd::splat<Lane, L>(last));
      else
        return (a >> (b & simd::splat<Lane, L>(last))) & fits;
    }
  }
};

/// An operand as its own type has it, for register_as() to convert where it is used: converted as a
/// whole, the operands of a wide gang go through memory.
template <class T, int W, class X>
SIMT_INLINE decltype(auto) operand(X&& x) {
  if constexpr (lane_value<X> && !lane_predicate<X>)
    return eval(std::forward<X>(x));
  else
    return convert_to<T, W>(std::forward<X>(x));
}
/// Register i of x as a varying<T, W>.
template <class T, class S, int W>
SIMT_INLINE auto register_as(varying<S, W> const& x, int i) {
  using From = varying<S, W>;
  using To = varying<T, W>;
  using FR = typename From::reg;
  using TR = typename To::reg;
  if constexpr (std::is_same_v<S, T>) {
    return x.v[i];
  } else if constexpr (From::lanes == To::lanes) {
    return narrow<T, TR, To::lanes>(simd::convert<TR, FR, To::lanes>(x.v[i]));
  } else if constexpr (From::lanes > To::lanes) {
    simd::vec<FR, To::lanes> half[2];
    __builtin_memcpy(half, &x.v[i / 2], sizeof half);
    return simd::convert<TR, FR, To::lanes>(half[i % 2]);
  } else {
    return narrow<T, TR, To::lanes>(simd::join_halves<TR, From::lanes>(
        simd::convert<TR, FR, From::lanes>(x.v[2 * i]),
        simd::convert<TR, FR, From::lanes>(x.v[2 * i + 1])));
  }
}

template <class Op, class T, class A, class B>
SIMT_INLINE auto combine(A&& a, B&& b) {
  constexpr int W = common_width<A, B>;
  static_assert(same_width<A, B>, "simt: the two values belong to gangs of different width");
  using V = varying<T, W>;
  decltype(auto) x = operand<T, W>(std::forward<A>(a));
  decltype(auto) y = operand<T, W>(std::forward<B>(b));
  V r;
  simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
    SIMT_FP_CONTRACT
    r.v[i] = Op::template apply<typename V::reg, V::lanes>(register_as<T>(x, i),
                                                           register_as<T>(y, i));
  });
  return result_of<T, W, A&&, B&&>(r);
}

template <bool Modulo, class A, class B>
SIMT_INLINE auto divide(A&& a, B&& b) {
  SIMT_FP_CONTRACT
  using T = arithmetic_type<A, B>;
  constexpr int W = common_width<A, B>;
  static_assert(same_width<A, B>, "simt: the two values belong to gangs of different width");
  using V = varying<T, W>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  V r;
  if constexpr (std::is_floating_point_v<T>) {
    static_assert(!Modulo, "simt: % needs integers; use fmod");
    auto const x = convert_to<T, W>(std::forward<A>(a));
    auto const y = convert_to<T, W>(std::forward<B>(b));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = x.v[i] / y.v[i]; });
  } else {
    bool const known = known_divisor(b);
    auto const x = convert_to<T, W>(std::forward<A>(a));
    if (known) {
      if constexpr (uniform_value<B> && !uniform_element<B>) {
        auto const d = static_cast<R>(static_cast<T>(b));
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          if constexpr (L == 1)
            r.v[i] = static_cast<R>(Modulo ? x.v[i] % d : x.v[i] / d);
          else
            r.v[i] = Modulo ? x.v[i] % simd::splat<R, L>(d) : x.v[i] / simd::splat<R, L>(d);
        });
      }
    } else {
      auto const y = convert_to<T, W>(std::forward<B>(b));
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        auto const q = divide_integers<R, L>(x.v[i], y.v[i]);
        r.v[i] = Modulo ? sub_op::apply<R, L>(x.v[i], mul_op::apply<R, L>(q, y.v[i])) : q;
      });
    }
  }
  return result_of<T, W, A&&, B&&>(r);
}

template <simd::compare C, class A, class B>
SIMT_INLINE auto compare_values(A&& a, B&& b) {
  constexpr int W = common_width<A, B>;
  static_assert(same_width<A, B>, "simt: the two values belong to gangs of different width");
  if constexpr (index_and_integer<A, B>) {
    return compare_index<C>(a, uniform_of(std::forward<B>(b)));
  } else if constexpr (index_and_integer<B, A>) {
    constexpr auto flipped = C == simd::compare::lt   ? simd::compare::gt
                             : C == simd::compare::le ? simd::compare::ge
                             : C == simd::compare::gt ? simd::compare::lt
                             : C == simd::compare::ge ? simd::compare::le
                                                      : C;
    return compare_index<flipped>(b, uniform_of(std::forward<A>(a)));
  } else if constexpr (lane_predicate<A> && lane_predicate<B> &&
                       (C == simd::compare::eq || C == simd::compare::ne)) {
    auto const x = eval(std::forward<A>(a));
    auto const y = eval(std::forward<B>(b));
    varying<bool, W> r;
    constexpr int P = varying<bool, W>::part;
    simd::each<varying<bool, W>::parts>([&](int i) SIMT_LAMBDA_INLINE {
      auto const d = simd::mask_xor<P>(x.k[i], y.k[i]);
      r.k[i] = C == simd::compare::ne ? d : simd::mask_xor<P>(d, simd::mask_full<P>());
    });
    return r;
  } else {
    using T = arithmetic_type<A, B>;
    return compare_predicate<C, T, W, from_memory<A&&> || from_memory<B&&>>(
        convert_to<T, W>(std::forward<A>(a)), convert_to<T, W>(std::forward<B>(b)));
  }
}

/// What a shift by n multiplies an index with.
SIMT_INLINE constexpr std::ptrdiff_t power_of_two(long long n) {
  return n >= 0 && n < 64 ? static_cast<std::ptrdiff_t>(std::uint64_t{1} << n) : 0;
}

/// Fixed factors of a product with an index: literals come as int, block sizes as constants.
template <class T, class A, class B>
SIMT_INLINE auto index_times_value(A const& a, B&& b) {
  if constexpr (constant_value<B>)
    return index_times_fixed<T, std::ptrdiff_t{plain<B>::value}>(a);
  else
    return index_times<T>(a, static_cast<std::ptrdiff_t>(uniform_of(std::forward<B>(b))));
}

}  // namespace detail

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator+(A&& a, B&& b) {
  using T = detail::arithmetic_type<A, B>;
  if constexpr (detail::index_pair<A, B>)
    return detail::make_index<T, typename detail::plain<A>::geometry_type, false>(
        a.base + b.base, detail::stride_add(a.sx, b.sx), detail::stride_add(a.sy, b.sy),
        detail::stride_add(a.sz, b.sz));
  else if constexpr (detail::index_and_integer<A, B>)
    return detail::index_plus<T>(a, static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<B>(b))));
  else if constexpr (detail::index_and_integer<B, A>)
    return detail::index_plus<T>(b, static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<A>(a))));
  else if constexpr (detail::split_pair<A, B>)
    return detail::split_sum<T>(a, b);
  else if constexpr (detail::split_and_integer<A, B>)
    return detail::split_plus<T>(a, static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<B>(b))));
  else if constexpr (detail::split_and_integer<B, A>)
    return detail::split_plus<T>(b, static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<A>(a))));
  else
    return detail::combine<detail::add_op, T>(std::forward<A>(a), std::forward<B>(b));
}

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator-(A&& a, B&& b) {
  using T = detail::arithmetic_type<A, B>;
  if constexpr (detail::index_pair<A, B>)
    return detail::make_index<T, typename detail::plain<A>::geometry_type, false>(
        a.base - b.base, detail::stride_sub(a.sx, b.sx), detail::stride_sub(a.sy, b.sy),
        detail::stride_sub(a.sz, b.sz));
  else if constexpr (detail::index_and_integer<A, B>)
    return detail::index_plus<T>(a, -static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<B>(b))));
  else if constexpr (detail::index_and_integer<B, A>)
    return detail::index_plus<T>(
        detail::index_times_fixed<T, -1>(b),
        static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<A>(a))));
  else if constexpr (detail::split_and_integer<A, B>)
    return detail::split_plus<T>(a, -static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<B>(b))));
  else
    return detail::combine<detail::sub_op, T>(std::forward<A>(a), std::forward<B>(b));
}

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator*(A&& a, B&& b) {
  using T = detail::arithmetic_type<A, B>;
  if constexpr (detail::index_and_integer<A, B>)
    return detail::index_times_value<T>(a, std::forward<B>(b));
  else if constexpr (detail::index_and_integer<B, A>)
    return detail::index_times_value<T>(b, std::forward<A>(a));
  else if constexpr (detail::split_and_integer<A, B>)
    return detail::split_times<T>(a, static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<B>(b))));
  else if constexpr (detail::split_and_integer<B, A>)
    return detail::split_times<T>(b, static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<A>(a))));
  else
    return detail::combine<detail::mul_op, T>(std::forward<A>(a), std::forward<B>(b));
}

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator/(A&& a, B&& b) {
  return detail::divide<false>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator%(A&& a, B&& b) {
  return detail::divide<true>(std::forward<A>(a), std::forward<B>(b));
}

#define SIMT_DETAIL_BITWISE(op, name, logical)                                                 \
  template <class A, class B>                                                                  \
    requires detail::lane_operands<A, B>                                                       \
  SIMT_INLINE auto operator op(A&& a, B&& b) {                                                 \
    if constexpr (detail::lane_predicate<A> && detail::lane_predicate<B>) {                    \
      constexpr int W = detail::common_width<A, B>;                                            \
      auto const x = detail::eval(std::forward<A>(a));                                         \
      auto const y = detail::eval(std::forward<B>(b));                                         \
      varying<bool, W> r;                                                                      \
      simd::each<varying<bool, W>::parts>([&](int i) SIMT_LAMBDA_INLINE {                      \
        r.k[i] = simd::logical<varying<bool, W>::part>(x.k[i], y.k[i]);                        \
      });                                                                                      \
      return r;                                                                                \
    } else {                                                                                   \
      return detail::combine<detail::name, detail::arithmetic_type<A, B>>(std::forward<A>(a),  \
                                                                          std::forward<B>(b)); \
    }                                                                                          \
  }
SIMT_DETAIL_BITWISE(&, and_op, mask_and)
SIMT_DETAIL_BITWISE(|, or_op, mask_or)
SIMT_DETAIL_BITWISE(^, xor_op, mask_xor)
#undef SIMT_DETAIL_BITWISE

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator<<(A&& a, B&& b) {
  using T = detail::promoted_type<A>;
  if constexpr (detail::index_and_integer<A, B>)
    return detail::index_times<T>(
        a, detail::power_of_two(static_cast<long long>(detail::uniform_of(std::forward<B>(b)))));
  else
    return detail::combine<detail::shl_op, T>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator>>(A&& a, B&& b) {
  return detail::combine<detail::shr_op, detail::promoted_type<A>>(std::forward<A>(a),
                                                                   std::forward<B>(b));
}

#define SIMT_DETAIL_COMPARE(op, name)                                                            \
  template <class A, class B>                                                                    \
    requires detail::lane_operands<A, B>                                                         \
  SIMT_INLINE auto operator op(A&& a, B&& b) {                                                   \
    return detail::compare_values<simd::compare::name>(std::forward<A>(a), std::forward<B>(b));  \
  }
SIMT_DETAIL_COMPARE(<, lt)
SIMT_DETAIL_COMPARE(<=, le)
SIMT_DETAIL_COMPARE(>, gt)
SIMT_DETAIL_COMPARE(>=, ge)
SIMT_DETAIL_COMPARE(==, eq)
SIMT_DETAIL_COMPARE(!=, ne)
#undef SIMT_DETAIL_COMPARE

template <detail::lane_value A>
SIMT_INLINE auto operator-(A&& a) {
  using T = detail::promoted_type<A>;
  if constexpr (detail::thread_index<A>) {
    return detail::index_times_fixed<T, -1>(a);
  } else {
    constexpr int W = detail::plain<A>::width;
    using V = varying<T, W>;
    auto const x = detail::convert_to<T, W>(std::forward<A>(a));
    V r;
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      if constexpr (std::is_floating_point_v<T>)
        r.v[i] = -x.v[i];
      else
        r.v[i] = detail::sub_op::apply<typename V::reg, V::lanes>(typename V::vec{}, x.v[i]);
    });
    return detail::result_of<T, W, A&&>(r);
  }
}
template <detail::lane_value A>
SIMT_INLINE auto operator+(A&& a) {
  using T = detail::promoted_type<A>;
  if constexpr (detail::thread_index<A>)
    return a;
  else
    return detail::result_of<T, detail::plain<A>::width, A&&>(
        detail::convert_to<T, detail::plain<A>::width>(std::forward<A>(a)));
}
template <detail::lane_value A>
SIMT_INLINE auto operator~(A&& a) {
  using T = detail::promoted_type<A>;
  constexpr int W = detail::plain<A>::width;
  auto x = detail::convert_to<T, W>(std::forward<A>(a));
  simd::each<varying<T, W>::count>([&](int i) SIMT_LAMBDA_INLINE { x.v[i] = ~x.v[i]; });
  return detail::result_of<T, W, A&&>(x);
}

template <detail::lane_value A>
SIMT_INLINE auto operator!(A&& a) {
  auto const p = detail::as_predicate<detail::plain<A>::width>(std::forward<A>(a));
  return detail::not_predicate<detail::plain<decltype(p)>>(p);
}

namespace detail {
#define SIMT_DETAIL_LAZY_RULE(op)                                                                  \
  "simt: the right side of " op                                                                    \
  " reads memory, and C++ would read it for every thread before " op                               \
  " can exclude any: write a " op " simt_lazy(b), which evaluates b only where a lets it"
}  // namespace detail

/// a && b: b is compared only for lanes that a leaves. Both sides are evaluated as expressions
/// first, as C++ does for overloaded operators; `a && simt_lazy(b)` evaluates b late.
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator&&(A&& a, B&& b) {
  constexpr int W = detail::common_width<A, B>;
  auto const x = detail::as_predicate<W>(std::forward<A>(a));
  auto const y = detail::as_predicate<W>(std::forward<B>(b));
  using X = detail::plain<decltype(x)>;
  using Y = detail::plain<decltype(y)>;
  static_assert(!detail::predicate_loads<Y>, SIMT_DETAIL_LAZY_RULE("&&"));
  if constexpr (requires { X::hot; } && requires { Y::hot; }) {
    using Range = detail::range_predicate<W, X::hot && Y::hot>;
    return Range(x.lo > y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi);
  } else if constexpr (detail::joins_boxes<X, Y>) {
    return detail::intersect(detail::as_box(x), detail::as_box(y));
  } else {
    return detail::and_predicate<X, Y>(x, y);
  }
}
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator||(A&& a, B&& b) {
  constexpr int W = detail::common_width<A, B>;
  auto const x = detail::as_predicate<W>(std::forward<A>(a));
  auto const y = detail::as_predicate<W>(std::forward<B>(b));
  static_assert(!detail::predicate_loads<detail::plain<decltype(y)>>, SIMT_DETAIL_LAZY_RULE("||"));
  return detail::or_predicate<detail::plain<decltype(x)>, detail::plain<decltype(y)>>(x, y);
}
#undef SIMT_DETAIL_LAZY_RULE

// Compound assignment, increment and decrement of varyings: the active lanes only.
#define SIMT_DETAIL_COMPOUND(op)                                              \
  template <class T, int W, class X>                                          \
    requires(detail::lane_value<varying<T, W>> &&                             \
             (detail::lane_value<X> || detail::uniform_value<X>))             \
  SIMT_INLINE varying<T, W>& operator op##=(varying<T, W>& a, X&& x) {        \
    SIMT_FP_CONTRACT                                                          \
    a.assign(detail::convert_to<T, W>(a op std::forward<X>(x)));              \
    return a;                                                                 \
  }
SIMT_DETAIL_COMPOUND(+)
SIMT_DETAIL_COMPOUND(-)
SIMT_DETAIL_COMPOUND(*)
SIMT_DETAIL_COMPOUND(/)
SIMT_DETAIL_COMPOUND(%)
SIMT_DETAIL_COMPOUND(&)
SIMT_DETAIL_COMPOUND(|)
SIMT_DETAIL_COMPOUND(^)
SIMT_DETAIL_COMPOUND(<<)
SIMT_DETAIL_COMPOUND(>>)
#undef SIMT_DETAIL_COMPOUND

template <class T, int W>
SIMT_INLINE varying<T, W>& operator++(varying<T, W>& a) {
  return a += T{1};
}
template <class T, int W>
SIMT_INLINE varying<T, W>& operator--(varying<T, W>& a) {
  return a -= T{1};
}
template <class T, int W>
SIMT_INLINE varying<T, W> operator++(varying<T, W>& a, int) {
  varying<T, W> const old = a;
  a += T{1};
  return old;
}
template <class T, int W>
SIMT_INLINE varying<T, W> operator--(varying<T, W>& a, int) {
  varying<T, W> const old = a;
  a -= T{1};
  return old;
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
