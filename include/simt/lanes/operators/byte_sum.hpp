#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/operators/combine.hpp>
#include <simt/lanes/operators/register_operations.hpp>
#include <simt/lanes/predicate.hpp>
#include <simt/lanes/varying.hpp>

#include <bit>
#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

// Sums of bytes. C++ adds bytes as ints; a few of them fit 16 bits, of which a register holds twice
// as many. The bounds of such a sum are part of its type, so that results are those of ints.
namespace simt::inline SIMT_ABI::detail {

/// W lanes of 16 bits.
template <int W>
struct half_width_lanes {
  static constexpr int part = part_lanes<W>;
  static constexpr int lanes = 2 * part;  // per register
  static constexpr int count = W / lanes;
  using vec = simd::vec<std::int16_t, lanes>;
  vec v[count];
  half_width_lanes() = default;
  SIMT_INLINE half_width_lanes(half_width_lanes const& o) {
    simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = o.v[i]; });
  }
  half_width_lanes& operator=(half_width_lanes const&) = delete;
};
template <int W>
inline constexpr bool has_half_width_lanes = simd::has_narrow<part_lanes<W>> && W % (2 * part_lanes<W>) == 0;

/// True if int lanes of this least and greatest value can be compared as 16 bits, bounds that lie
/// one beyond them included.
constexpr bool fits_short(std::int64_t low, std::int64_t high) {
  return low > -32768 && high < 32767;
}

/// A sum of bytes: the ints that C++ says, and the same in lanes of 16 bits. Whichever is not used
/// costs nothing. Fresh: both hold the same numbers. Not where only some threads were active when
/// it was added up, nor in a variable that was assigned to: ints alone are loaded and changed then.
template <int W, int Low, int High>
class byte_sum : public lane_tag {
  static_assert(fits_short(Low, High));

 public:
  using value_type = int;
  static constexpr int width = W;
  static constexpr int low = Low, high = High;

  SIMT_INLINE byte_sum(varying<int, W> const& ints, half_width_lanes<W> const& shorts, bool fresh)
      : ints_(ints), shorts_(shorts), fresh_(fresh) {}
  SIMT_INLINE byte_sum(byte_sum const& o)
      : ints_(o.ints_), shorts_(o.shorts_), fresh_(o.fresh_) {}
  SIMT_INLINE byte_sum(varying<int, W> const& ints) : ints_(ints), shorts_{}, fresh_(false) {}

  SIMT_INLINE varying<int, W> const& ints() const { return ints_; }
  SIMT_INLINE half_width_lanes<W> const& shorts() const { return shorts_; }
  SIMT_INLINE bool is_fresh() const { return fresh_; }
  [[nodiscard]] int lane(int l) const { return ints_.lane(l); }
  void set_lane(int l, int x) {
    ints_.set_lane(l, x);
    fresh_ = false;
  }

  SIMT_INLINE byte_sum& operator=(byte_sum const& o) { return set(o.ints_); }
  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE byte_sum& operator=(X&& x) {
    return set(convert_to<int, W>(std::forward<X>(x)));
  }

 private:
  SIMT_INLINE byte_sum& set(varying<int, W> const& x) {
    ints_.assign(x);
    fresh_ = false;
    return *this;
  }

  varying<int, W> ints_;
  half_width_lanes<W> shorts_;
  bool fresh_;
};

template <class X>
inline constexpr bool is_byte_sum = false;
template <int W, int Low, int High>
inline constexpr bool is_byte_sum<byte_sum<W, Low, High>> = true;
template <int W, int Low, int High>
inline constexpr bool is_loaded<byte_sum<W, Low, High>> = true;

template <int W, int Low, int High>
SIMT_INLINE varying<int, W> const& eval(byte_sum<W, Low, High> const& x) {
  return x.ints();
}

/// A place of bytes whose lanes lie one behind the other in registers of 16-bit lanes.
template <class X>
concept byte_place = lane_element<X> && !std::is_lvalue_reference_v<X> &&
    requires { requires plain<X>::loads_shorts; };
template <class X>
concept byte_operand = byte_place<X> || is_byte_sum<plain<X>>;

template <class X>
struct byte_bounds {
  static constexpr int low = std::is_signed_v<typename X::value_type> ? -128 : 0;
  static constexpr int high = std::is_signed_v<typename X::value_type> ? 127 : 255;
};
template <int W, int Low, int High>
struct byte_bounds<byte_sum<W, Low, High>> {
  static constexpr int low = Low, high = High;
};

/// Returns the bounds of what an operator makes of two such operands, or some that do not fit.
template <class Op, class A, class B>
constexpr auto result_bounds() {
  using X = byte_bounds<plain<A>>;
  using Y = byte_bounds<plain<B>>;
  struct {
    std::int64_t low, high;
  } r{-65536, 65536};
  bool const natural = X::low >= 0 && Y::low >= 0;
  constexpr int most = X::high > Y::high ? X::high : Y::high;
  if constexpr (std::is_same_v<Op, add_op>)
    r = {X::low + Y::low, X::high + Y::high};
  else if constexpr (std::is_same_v<Op, sub_op>)
    r = {X::low - Y::high, X::high - Y::low};
  else if (natural)  // and, or, xor
    r = {0, static_cast<int>(std::bit_ceil(static_cast<unsigned>(most < 0 ? 0 : most) + 1)) - 1};
  return r;
}
/// True if Op on a and b is a sum of bytes.
template <class Op, class A, class B>
concept makes_byte_sum = byte_operand<A> && byte_operand<B> && same_width<A, B> &&
    fits_short(result_bounds<Op, A, B>().low, result_bounds<Op, A, B>().high);

template <class X>
SIMT_INLINE decltype(auto) shorts_of(X const& x) {
  if constexpr (is_byte_sum<X>)
    return x.shorts();
  else
    return x.load_shorts();
}
template <class X>
SIMT_INLINE bool has_shorts(X const& x) {
  if constexpr (is_byte_sum<X>)
    return x.is_fresh();
  else
    return true;
}
/// Applies Op to sums of bytes.
template <class Op, class A, class B>
SIMT_INLINE auto combine_bytes(A&& a, B&& b) {
  constexpr int W = common_width<A, B>;
  using S = half_width_lanes<W>;
  constexpr auto r = result_bounds<Op, A, B>();
  bool const fresh = active_mask().all && has_shorts(a) && has_shorts(b);
  S shorts{};
  if (fresh) [[likely]] {
    S const x(shorts_of(a)), y(shorts_of(b));
    simd::each<S::count>([&](int i) SIMT_LAMBDA_INLINE {
      shorts.v[i] = Op::template apply<std::int16_t, S::lanes>(x.v[i], y.v[i]);
    });
  }
  return byte_sum<W, static_cast<int>(r.low), static_cast<int>(r.high)>(
      combine<Op, int>(std::forward<A>(a), std::forward<B>(b)), shorts, fresh);
}

/// A comparison of a sum of bytes with a number.
template <simd::compare C, int W, bool Loaded>
struct byte_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  compare_predicate<C, int, W, Loaded> ints;
  half_width_lanes<W> shorts;
  std::int16_t bound;
  bool is_fresh;

  template <int Low, int High>
  SIMT_INLINE byte_predicate(byte_sum<W, Low, High> const& x, int n)
      : ints(x.ints(), varying<int, W>(n)),
        shorts(x.shorts()),
        bound(static_cast<std::int16_t>(n < Low ? Low - 1 : n > High ? High + 1 : n)),
        is_fresh(x.is_fresh()) {}
  SIMT_INLINE byte_predicate(byte_predicate const& o)
      : ints(o.ints), shorts(o.shorts), bound(o.bound), is_fresh(o.is_fresh) {}

  SIMT_INLINE int uniform_outcome() const { return -1; }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    if (!is_fresh) return ints.at(i, live);
    constexpr int S = half_width_lanes<W>::lanes;
    return simd::compare_shorts<C, part>(live, shorts.v[i / 2],
                                         simd::broadcast<std::int16_t, S>(bound), i % 2);
  }
};
template <simd::compare C, int W, bool Loaded>
inline constexpr bool predicate_loads<byte_predicate<C, W, Loaded>> = Loaded;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
