#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/operators/combine.hpp>
#include <simt/lanes/operators/register_operations.hpp>
#include <simt/lanes/predicate.hpp>
#include <simt/lanes/varying.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Sums of numbers of 8 and 16 bits. C++ adds them as ints. Where such a sum is stored as bytes or
// shorts its low bits are enough, and a few bytes fit 16 bits: a register holds four times or twice
// as many lanes of these. The bounds of a sum are part of its type, so that results are those of
// ints.
namespace simt::inline SIMT_ABI::detail {

/// W lanes of E, in whole registers.
template <int W, class E>
struct narrow_lanes {
  static constexpr int lanes = part_lanes<W> * 4 / int{sizeof(E)};  // per register
  static constexpr int count = W > lanes ? W / lanes : 1;
  using vec = simd::vec<E, lanes>;
  vec v[count];
  narrow_lanes() = default;
  SIMT_INLINE narrow_lanes(narrow_lanes const& o) {
    simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = o.v[i]; });
  }
  narrow_lanes& operator=(narrow_lanes const&) = delete;
};
template <int W>
using lanes_of_shorts = narrow_lanes<W, std::int16_t>;
template <int W>
using lanes_of_bytes = narrow_lanes<W, std::uint8_t>;
/// True if W lanes that lie one behind the other, in runs of Run, are whole registers of E.
template <int W, int Run, class E>
inline constexpr bool has_narrow_lanes =
    simd::has_narrow<part_lanes<W>>&& W % narrow_lanes<W, E>::lanes == 0 &&
    Run % narrow_lanes<W, E>::lanes == 0;

/// Bits of what a sum holds beside ints, to be joined by |.
enum narrow_form : int {
  in_shorts = 1,  // its lowest 16 bits
  in_bytes = 2,   // its lowest 8 bits
  in_capped = 4   // 255 where it is more, else itself; it is never negative
};

/// True if int lanes of this least and greatest value can be compared as 16 bits, bounds that lie
/// one beyond them included.
constexpr bool fits_short(std::int64_t low, std::int64_t high) {
  return low > -32768 && high < 32767;
}

/// Such lanes as ints; N says if they have a sign.
template <class N, int W>
SIMT_INLINE varying<int, W> widen_lanes(lanes_of_shorts<W> const& x) {
  varying<int, W> r;
  simd::each<varying<int, W>::count>([&](int i) SIMT_LAMBDA_INLINE {
    r.v[i] = simd::widen_shorts<N, part_lanes<W>>(x.v[i / 2], i % 2);
  });
  return r;
}

/// A sum of narrow numbers: the ints that C++ says, and the same in the narrow lanes that Forms
/// says. Whichever is not used costs nothing. Fresh: all hold the same numbers, but for ints that
/// shorts say as well. Not in a variable that was assigned to: ints alone are changed then.
template <int W, int Low, int High, int Forms>
class narrow_sum : public lane_tag {
 public:
  using value_type = int;
  static constexpr int width = W;
  static constexpr int low = Low, high = High, forms = Forms;

  SIMT_INLINE narrow_sum(varying<int, W> const& ints, lanes_of_shorts<W> const& shorts,
                         lanes_of_bytes<W> const& bytes, lanes_of_bytes<W> const& capped,
                         bool fresh)
      : ints_(ints), shorts_(shorts), bytes_(bytes), capped_(capped), fresh_(fresh) {}
  SIMT_INLINE narrow_sum(narrow_sum const& o)
      : narrow_sum(o.ints_, o.shorts_, o.bytes_, o.capped_, o.fresh_) {}
  SIMT_INLINE narrow_sum(varying<int, W> const& ints) : narrow_sum(ints, {}, {}, {}, false) {}

  /// True if the ints are the shorts, widened.
  static constexpr bool is_exact = (Forms & in_shorts) != 0 && fits_short(Low, High);
  SIMT_INLINE varying<int, W> ints() const {
    if constexpr (is_exact) {
      if (fresh_) return widen_lanes<std::int16_t>(shorts_);
    }
    return ints_;
  }
  SIMT_INLINE bool is_fresh() const { return fresh_; }
  /// The lanes of one of the forms, of nothing where the sum does not come in it.
  template <int Form>
  SIMT_INLINE auto const& lanes() const {
    if constexpr (Form == in_shorts)
      return shorts_;
    else if constexpr (Form == in_bytes)
      return bytes_;
    else
      return capped_;
  }
  [[nodiscard]] int lane(int l) const { return ints().lane(l); }
  void set_lane(int l, int x) {
    forget_forms();
    ints_.set_lane(l, x);
  }

  SIMT_INLINE narrow_sum& operator=(narrow_sum const& o) { return set(o.ints()); }
  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE narrow_sum& operator=(X&& x) {
    return set(convert_to<int, W>(std::forward<X>(x)));
  }

 private:
  SIMT_INLINE narrow_sum& set(varying<int, W> const& x) {
    forget_forms();
    ints_.assign(x);
    return *this;
  }
  SIMT_INLINE void forget_forms() {
    varying<int, W> const now(ints());
    simd::each<varying<int, W>::count>([&](int i) SIMT_LAMBDA_INLINE { ints_.v[i] = now.v[i]; });
    fresh_ = false;
  }

  varying<int, W> ints_;
  lanes_of_shorts<W> shorts_;
  lanes_of_bytes<W> bytes_, capped_;
  bool fresh_;
};

template <class X>
inline constexpr bool is_narrow_sum = false;
template <int W, int Low, int High, int Forms>
inline constexpr bool is_narrow_sum<narrow_sum<W, Low, High, Forms>> = true;
template <int W, int Low, int High, int Forms>
inline constexpr bool is_loaded<narrow_sum<W, Low, High, Forms>> = true;

template <int W, int Low, int High, int Forms>
SIMT_INLINE varying<int, W> eval(narrow_sum<W, Low, High, Forms> const& x) {
  return x.ints();
}

/// A place of narrow numbers whose lanes lie one behind the other in registers of narrow lanes.
template <class X>
concept narrow_place = lane_element<X> && !std::is_lvalue_reference_v<X> && requires {
  requires plain<X>::forms != 0;
};
template <class X>
concept narrow_operand = narrow_place<X> || is_narrow_sum<plain<X>>;

struct value_bounds {
  std::int64_t low, high;
};
/// Returns the bounds of an operand.
template <class X>
constexpr value_bounds bounds_of() {
  if constexpr (is_narrow_sum<X>)
    return {X::low, X::high};
  else
    return {std::numeric_limits<typename X::value_type>::min(),
            std::numeric_limits<typename X::value_type>::max()};
}
/// Returns the bounds of what an operator makes of two operands.
template <class Op, class A, class B>
constexpr value_bounds result_bounds() {
  constexpr auto x = bounds_of<plain<A>>(), y = bounds_of<plain<B>>();
  if constexpr (std::is_same_v<Op, add_op>) return {x.low + y.low, x.high + y.high};
  if constexpr (std::is_same_v<Op, sub_op>) return {x.low - y.high, x.high - y.low};
  // and, or, xor: numbers of so many bits, and of a sign if one has it
  std::uint64_t bits = 0;
  for (auto n : {x.low, x.high, y.low, y.high}) bits |= static_cast<std::uint64_t>(n < 0 ? ~n : n);
  auto const beyond = static_cast<std::int64_t>(std::bit_ceil(bits + 1));
  return {x.low < 0 || y.low < 0 ? -beyond : 0, beyond - 1};
}
/// Returns the forms of what an operator makes of two operands.
template <class Op, class A, class B>
constexpr int result_forms() {
  constexpr bool is_sum = std::is_same_v<Op, add_op> || std::is_same_v<Op, or_op>;
  constexpr bool is_difference = std::is_same_v<Op, sub_op>;
  constexpr bool is_byte = result_bounds<Op, A, B>().high <= 255;
  constexpr int both = plain<A>::forms & plain<B>::forms;
  return is_sum || (is_byte && !is_difference) ? both : both & ~int{in_capped};
}
/// True if Op on a and b is a sum of narrow numbers.
template <class Op, class A, class B>
concept makes_narrow_sum = narrow_operand<A> && narrow_operand<B> && same_width<A, B> &&
    result_forms<Op, A, B>()
!= 0 && result_bounds<Op, A, B>().low >= std::numeric_limits<int>::min() &&
    result_bounds<Op, A, B>().high <= std::numeric_limits<int>::max();

/// Returns true if x has its forms.
template <class X>
SIMT_INLINE bool has_forms(X const& x) {
  if constexpr (is_narrow_sum<X>)
    return x.is_fresh();
  else
    return true;
}
/// Returns register i of one form of an operand, where all threads are active.
template <int Form, class X>
SIMT_INLINE auto lane_register(X const& x, int i) {
  if constexpr (is_narrow_sum<X>)
    return x.template lanes<Form>().v[i];
  else
    return x.template lane_register<Form>(i);
}
/// Applies Op to one form of a and b, if the result has it.
template <int Form, int Forms, class Op, class A, class B, class Lanes>
SIMT_INLINE void combine_form(A const& a, B const& b, Lanes& to) {
  if constexpr ((Forms & Form) != 0) {
    using Lane = std::conditional_t<Form == in_shorts, std::int16_t, std::uint8_t>;
    using Vec = typename Lanes::vec;
    auto const apply = [](Vec x, Vec y) SIMT_LAMBDA_INLINE {
      if constexpr (Form == in_capped && std::is_same_v<Op, add_op>)
        return simd::add_capped<Lanes::lanes>(x, y);
      else
        return (Vec)(Op::template apply<Lane, Lanes::lanes>(x, y));
    };
    // Register by register: all of one operand, and then all of the other, are more registers than
    // there are.
    if (active_mask().all) [[likely]] {
      simd::each<Lanes::count>([&](int i) SIMT_LAMBDA_INLINE {
        to.v[i] = apply(lane_register<Form>(a, i), lane_register<Form>(b, i));
      });
    } else {
      Lanes const x(a.template lanes<Form>()), y(b.template lanes<Form>());
      simd::each<Lanes::count>([&](int i) SIMT_LAMBDA_INLINE { to.v[i] = apply(x.v[i], y.v[i]); });
    }
  }
}
/// The ints of an operand, from the same loads as its forms.
template <class X>
SIMT_INLINE auto ints_of(X const& x) {
  if constexpr (is_narrow_sum<X>)
    return x.ints();
  else
    return x.load_narrow();
}
/// Applies Op to sums of narrow numbers.
template <class Op, class A, class B>
SIMT_INLINE auto combine_narrow(A&& a, B&& b) {
  constexpr int W = common_width<A, B>;
  constexpr auto r = result_bounds<Op, A, B>();
  constexpr int forms = result_forms<Op, A, B>();
  using Result = narrow_sum<W, static_cast<int>(r.low), static_cast<int>(r.high), forms>;
  bool const fresh = has_forms(a) && has_forms(b);
  varying<int, W> ints = 0;
  if constexpr (!Result::is_exact) {
    ints = combine<Op, int>(ints_of(a), ints_of(b));
  } else if (!fresh) {
    ints = combine<Op, int>(ints_of(a), ints_of(b));
  }
  lanes_of_shorts<W> shorts{};
  lanes_of_bytes<W> bytes{}, capped{};
  if (fresh) [[likely]] {
    combine_form<in_shorts, forms, Op>(a, b, shorts);
    combine_form<in_bytes, forms, Op>(a, b, bytes);
    combine_form<in_capped, forms, Op>(a, b, capped);
  }
  return Result(ints, shorts, bytes, capped, fresh);
}

/// True if a sum X can be compared with numbers in narrow lanes.
template <class X>
inline constexpr bool has_narrow_comparison = false;
template <int W, int Low, int High, int Forms>
inline constexpr bool has_narrow_comparison<narrow_sum<W, Low, High, Forms>> =
    (Forms & in_shorts) != 0 && fits_short(Low, High);

/// A comparison of such a sum with a number. Bytes: the sum has a capped form, too.
template <simd::compare C, int W, bool Loaded, bool Bytes>
struct narrow_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  static constexpr bool has_bytes = Bytes;
  compare_predicate<C, int, W, Loaded> ints;
  lanes_of_shorts<W> shorts;
  lanes_of_bytes<W> capped;
  int number;
  std::int16_t bound;
  bool is_fresh;

  template <int Low, int High, int Forms>
  SIMT_INLINE narrow_predicate(narrow_sum<W, Low, High, Forms> const& x, int n)
      : ints(x.ints(), varying<int, W>(n)),
        shorts(x.template lanes<in_shorts>()),
        capped(x.template lanes < Bytes ? in_capped : in_bytes > ()),
        number(n),
        bound(static_cast<std::int16_t>(n < Low    ? Low - 1
                                        : n > High ? High + 1
                                                   : n)),
        is_fresh(x.is_fresh()) {}
  SIMT_INLINE narrow_predicate(narrow_predicate const& o)
      : ints(o.ints),
        shorts(o.shorts),
        capped(o.capped),
        number(o.number),
        bound(o.bound),
        is_fresh(o.is_fresh) {}

  SIMT_INLINE int uniform_outcome() const { return -1; }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    if (!is_fresh) return ints.at(i, live);
    constexpr int S = lanes_of_shorts<W>::lanes;
    return simd::compare_shorts<C, part>(live, shorts.v[i / 2],
                                         simd::broadcast<std::int16_t, S>(bound), i % 2);
  }
  /// True if the lanes of `as_bytes` can be had: capped numbers say which are less than 255.
  SIMT_INLINE bool fits_bytes() const { return is_fresh && number >= 0 && number < 255; }
  /// 1 in each byte of register i whose lane holds, else 0.
  SIMT_INLINE auto as_bytes(int i) const {
    constexpr int L = lanes_of_bytes<W>::lanes;
    using V = simd::vec<std::uint8_t, L>;
    auto const n = simd::broadcast<std::uint8_t, L>(static_cast<std::uint8_t>(number));
    return (V)simd::compare_one<C>(capped.v[i], n) & simd::broadcast<std::uint8_t, L>(1);
  }
};
template <simd::compare C, int W, bool Loaded, bool Bytes>
inline constexpr bool predicate_loads<narrow_predicate<C, W, Loaded, Bytes>> = Loaded;
template <class X>
inline constexpr bool is_byte_predicate = false;
template <simd::compare C, int W, bool Loaded>
inline constexpr bool is_byte_predicate<narrow_predicate<C, W, Loaded, true>> = true;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
