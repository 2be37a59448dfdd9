#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/traits.hpp>
#include <simt/simd/memory.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {
template <class T, int W, class X>
SIMT_INLINE varying<T, W> convert_to(X&& x);

/// What an 8- or 16-bit lane keeps of an int register.
template <class T, class R, int L>
SIMT_INLINE simd::vec<R, L> narrow(simd::vec<R, L> v) {
  if constexpr (sizeof(T) >= 4) {
    return v;
  } else if constexpr (L == 1) {
    return static_cast<R>(static_cast<T>(v));
  } else if constexpr (std::is_signed_v<simd::number_of<T>>) {
    constexpr int s = 32 - 8 * static_cast<int>(sizeof(T));
    return (simd::vec<R, L>)((simd::vec<unsigned, L>)v << s) >> s;
  } else {
    return v & simd::splat<R, L>(static_cast<R>((1u << (8 * sizeof(T))) - 1u));
  }
}
}  // namespace detail

/// One T for each of the W threads that a gang carries.
/// - CUDA:   a local variable of type T
/// - Shape:  W lanes; inside a kernel `varying<T>` is this type for the kernel's own gang
/// - Needs:  T arithmetic or an enumeration (structs: see varying structs in lanes/local.hpp)
/// - Order:  assignment changes the active lanes only; construction sets every lane
/// - Errors: conversion to bool or to a uniform does not compile and says what to write
/// - Differs: a default-constructed value is indeterminate, as in CUDA
/// - Source: ours; ISPC's `varying`
template <class T, int W>
class varying : public lane_tag {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>,
                "simt::varying: T must be an arithmetic type; make a struct of varyings instead");

 public:
  using value_type = T;
  static constexpr int width = W;
  static constexpr int part = detail::part_lanes<W>;
  static constexpr int parts = W / part;
  using reg = simd::register_t<T>;
  static constexpr int lanes = simd::lanes_of<reg, part>;  // per register
  static constexpr int count = W / lanes;                  // registers
  using vec = simd::vec<reg, lanes>;

  vec v[count];  // the registers; for the library's own use

  varying() = default;
  // Register by register: g++ moves the implicit copy as one block of memory, and the registers
  // never come back out of it.
  SIMT_INLINE varying(varying const& o) {
    simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = o.v[i]; });
  }

  /// Every lane gets the uniform x.
  template <detail::uniform_value U>
  SIMT_INLINE varying(U&& x) {
    auto const s = simd::splat<reg, lanes>(static_cast<reg>(static_cast<T>(std::forward<U>(x))));
    simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = s; });
  }
  /// From any value with lanes: an index, an element of memory, a predicate, another type.
  template <detail::lane_value X>
    requires(!std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying(X&& x) : varying(detail::convert_to<T, W>(std::forward<X>(x))) {}

  SIMT_INLINE varying& operator=(varying const& o) {
    assign(o);
    return *this;
  }
  template <class X>
    requires((detail::lane_value<X> || detail::uniform_value<X>) &&
             !std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying& operator=(X&& x) {
    assign(varying(std::forward<X>(x)));
    return *this;
  }

  /// Active lanes take o's value.
  SIMT_INLINE void assign(varying const& o) {
    auto& e = detail::exec();
    if (e.all) [[likely]] {
      simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = o.v[i]; });
    } else if constexpr (W > 1) {
      simd::each<count>([&](int i) SIMT_LAMBDA_INLINE {
        v[i] = simd::blend<reg, lanes>(simd::mask_sub<sizeof(reg), part>(e.k[i * lanes / part], i),
                                       o.v[i], v[i]);
      });
    }
  }

  /// The value of one lane, for tests and for host-side inspection.
  [[nodiscard]] T lane(int l) const {
    return static_cast<T>(simd::get<reg, lanes>(v[l / lanes], l % lanes));
  }
  void set_lane(int l, T x) {
    simd::set<reg, lanes>(v[l / lanes], l % lanes, static_cast<reg>(x));
  }

  template <class U>
    requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    if constexpr (std::is_same_v<U, bool>)
      static_assert(detail::always_false<U>,
                    "simt: a varying is not one condition: write simt_if (v != 0) or "
                    "simt_while (v != 0) instead of if and while");
    else
      static_assert(detail::always_false<U>,
                    "simt: a varying does not fit in a uniform: declare the result varying<T> "
                    "(or auto), or reduce it first");
    return U{};
  }
  // What raw[v] looks for.
  explicit(false) operator std::ptrdiff_t() const {
    static_assert(detail::always_false<T>,
                  "simt: a varying does not fit in a uniform and does not index a raw pointer: "
                  "make the pointer a simt::ptr<T>");
    return 0;
  }
};

/// A truth value for each lane: what comparisons become when they are stored.
template <int W>
class varying<bool, W> : public detail::predicate_tag {
 public:
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = detail::part_lanes<W>;
  static constexpr int parts = W / part;
  using mask = simd::part_mask<part>;

  mask k[parts];  // for the library's own use

  varying() = default;
  SIMT_INLINE varying(varying const& o) { copy(o); }
  template <detail::uniform_value U>
  SIMT_INLINE varying(U&& x) {
    bool const b = static_cast<bool>(std::forward<U>(x));
    if constexpr (detail::has_mask_words<W>) {
      detail::mask_words<W> const none{};
      detail::set_words<W>(k, b ? ~none : none);
    } else {
      simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE {
        k[i] = b ? simd::mask_full<part>() : simd::mask_none<part>();
      });
    }
  }
  template <detail::lane_value X>
    requires(!std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying(X&& x) : varying(detail::convert_to<bool, W>(std::forward<X>(x))) {}

  SIMT_INLINE varying& operator=(varying const& o) {
    assign(o);
    return *this;
  }
  template <class X>
    requires((detail::lane_value<X> || detail::uniform_value<X>) &&
             !std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying& operator=(X&& x) {
    assign(varying(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE void assign(varying const& o) {
    auto& e = detail::exec();
    if (e.all) [[likely]] {
      copy(o);
    } else if constexpr (detail::has_mask_words<W>) {
      auto const live = detail::words_of<W>(e.k);
      detail::set_words<W>(k, (detail::words_of<W>(o.k) & live) | (detail::words_of<W>(k) & ~live));
    } else if constexpr (W > 1) {
      simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE {
        k[i] = simd::mask_or<part>(simd::mask_and<part>(o.k[i], e.k[i]),
                                   simd::mask_andnot<part>(k[i], e.k[i]));
      });
    }
  }

  SIMT_INLINE mask at(int i, mask live) const { return simd::mask_and<part>(k[i], live); }
  SIMT_INLINE int quick() const { return -1; }

  [[nodiscard]] bool lane(int l) const {
    return ((simd::mask_bits<part>(k[l / part]) >> (l % part)) & 1u) != 0;
  }
  void set_lane(int l, bool x) {
    auto b = simd::mask_bits<part>(k[l / part]);
    b = x ? b | (1u << (l % part)) : b & ~(1u << (l % part));
    k[l / part] = simd::mask_from_bits<part>(b);
  }

 private:
  SIMT_INLINE void copy(varying const& o) {
    if constexpr (detail::has_mask_words<W>)
      detail::set_words<W>(k, detail::words_of<W>(o.k));
    else
      simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE { k[i] = o.k[i]; });
  }
};

namespace detail {

template <class X>
inline constexpr bool is_varying = false;
template <class T, int W>
inline constexpr bool is_varying<varying<T, W>> = true;

/// A value that was computed from memory in this very expression. `a && b` must not let b load for
/// lanes that a excludes; the type remembers the load for as long as the value is a temporary.
template <class T, int W>
class loaded : public varying<T, W> {
 public:
  SIMT_INLINE loaded(varying<T, W> const& x) : varying<T, W>(x) {}
  loaded(loaded const&) = default;
  SIMT_INLINE loaded& operator=(loaded const& o) {
    this->assign(o);
    return *this;
  }
  using varying<T, W>::operator=;
};
template <class X>
inline constexpr bool is_loaded = false;
template <class T, int W>
inline constexpr bool is_loaded<loaded<T, W>> = true;

/// True where the operand, as forwarded, is a temporary that came out of memory.
template <class X>
concept from_memory = !std::is_lvalue_reference_v<X> && (lane_element<X> || is_loaded<plain<X>>);

template <class T, int W, class... Operands>
using result_of =
    std::conditional_t<(from_memory<Operands> || ...), loaded<T, W>, varying<T, W>>;

// eval(x): the varying that x stands for.
template <class T, int W>
SIMT_INLINE varying<T, W> const& eval(varying<T, W> const& x) {
  return x;
}
template <lane_predicate X>
  requires(!is_varying<plain<X>>)
SIMT_INLINE varying<bool, plain<X>::width> eval(X const& x) {
  using V = varying<bool, plain<X>::width>;
  V r;
  exec_keeping([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::parts>(
        [&](int i) SIMT_LAMBDA_INLINE { r.k[i] = x.at(i, simd::mask_full<V::part>()); });
  });
  return r;
}
template <thread_index X>
SIMT_INLINE auto eval(X const& x) {
  return x.decay();
}
template <lane_element X>
SIMT_INLINE auto eval(X&& x) {
  static_assert(!std::is_lvalue_reference_v<X>,
                "simt: this name stands for a place in memory (it was declared with auto from "
                "p[i]), not for its value: write varying<T> x = p[i]; or auto x = simt::value(p[i]);");
  return x.load();
}

/// Register-wise conversion between lane types.
template <class T, int W, class S>
SIMT_INLINE varying<T, W> convert_varying(varying<S, W> const& x) {
  using From = varying<S, W>;
  using To = varying<T, W>;
  if constexpr (std::is_same_v<S, T>) {
    return x;
  } else if constexpr (std::is_same_v<S, bool>) {
    To r;
    auto const one = simd::splat<typename To::reg, To::lanes>(typename To::reg{1});
    simd::each<To::count>([&](int i) SIMT_LAMBDA_INLINE {
      auto const m =
          simd::mask_sub<sizeof(typename To::reg), To::part>(x.k[i * To::lanes / To::part], i);
      r.v[i] = simd::blend<typename To::reg, To::lanes>(m, one, typename To::vec{});
    });
    return r;
  } else if constexpr (std::is_same_v<T, bool>) {
    To r;
    simd::each<To::parts>([&](int i) SIMT_LAMBDA_INLINE {
      if constexpr (From::lanes == To::part) {
        r.k[i] = simd::compare_lanes<simd::compare::ne, typename From::reg, From::lanes>(
            simd::mask_full<To::part>(), x.v[i], typename From::vec{});
      } else {
        auto const f = simd::mask_sub<8, To::part>(simd::mask_full<To::part>(), 0);
        r.k[i] = simd::mask_join<To::part>(
            simd::compare_lanes<simd::compare::ne, typename From::reg, From::lanes>(
                f, x.v[2 * i], typename From::vec{}),
            simd::compare_lanes<simd::compare::ne, typename From::reg, From::lanes>(
                f, x.v[2 * i + 1], typename From::vec{}));
      }
    });
    return r;
  } else {
    using FR = typename From::reg;
    using TR = typename To::reg;
    To r;
    if constexpr (From::lanes == To::lanes) {
      simd::each<To::count>([&](int i) SIMT_LAMBDA_INLINE {
        r.v[i] = narrow<T, TR, To::lanes>(simd::convert<TR, FR, To::lanes>(x.v[i]));
      });
    } else {
      constexpr int H = To::part / 2;
      simd::each<To::parts>([&](int i) SIMT_LAMBDA_INLINE {
        if constexpr (From::lanes > To::lanes) {  // 32 to 64 bits
          using Half = simd::vec<FR, H>;
          Half h[2];
          __builtin_memcpy(h, &x.v[i], sizeof h);
          r.v[2 * i] = simd::convert<TR, FR, H>(h[0]);
          r.v[2 * i + 1] = simd::convert<TR, FR, H>(h[1]);
        } else {  // 64 to 32 bits
          r.v[i] = narrow<T, TR, To::lanes>(
              simd::join_halves<TR, H>(simd::convert<TR, FR, H>(x.v[2 * i]),
                                       simd::convert<TR, FR, H>(x.v[2 * i + 1])));
        }
      });
    }
    return r;
  }
}

template <class T, int W, class X>
SIMT_INLINE varying<T, W> convert_to(X&& x) {
  if constexpr (lane_value<X>) {
    static_assert(width_of<plain<X>> == W,
                  "simt: the two values belong to gangs of different width");
    return convert_varying<T, W>(eval(std::forward<X>(x)));
  } else {
    return varying<T, W>(static_cast<T>(std::forward<X>(x)));
  }
}

}  // namespace detail

/// The value of x, loaded now: for `auto v = simt::value(p[i])`.
/// - Shape:  one value per lane
/// - Source: ours; an `auto` variable initialised with `p[i]` would name the place instead
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto value(X&& x) {
  return varying<detail::lane_type<X>, detail::plain<X>::width>(std::forward<X>(x));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
