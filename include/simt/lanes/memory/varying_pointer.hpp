#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/struct.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {

template <class T, class Index>
class lane_pointer;

/// Lanes of addresses are kept as integers; a place made from them needs a base pointer, which must
/// not be null for its arithmetic to be defined.
inline constexpr std::int64_t address_base = 1 << 16;

template <class T, int W>
SIMT_INLINE auto place_at(varying<std::int64_t, W> const& address) {
  using V = varying<std::int64_t, W>;
  V r;
  simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
    r.v[j] = address.v[j] - simd::splat<std::int64_t, V::lanes>(address_base);
  });
  return strided_place<1>(reinterpret_cast<T*>(static_cast<std::intptr_t>(address_base)), r);
}

/// p + i * Stride as addresses.
template <std::ptrdiff_t Stride, class Index>
SIMT_INLINE varying<std::int64_t, Index::width> addresses(void const* p, Index const& i) {
  using V = varying<std::int64_t, Index::width>;
  auto const x = index_lanes(wide_index(i));
  auto const b = simd::splat<std::int64_t, V::lanes>(reinterpret_cast<std::intptr_t>(p));
  V r;
  simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
    r.v[j] = b + mul_op::apply<std::int64_t, V::lanes>(x.v[j],
                                                       simd::splat<std::int64_t, V::lanes>(Stride));
  });
  return r;
}

template <class X>
concept lane_pointer_value = std::is_base_of_v<pointer_tag, plain<X>>;
template <class X>
inline constexpr bool is_uniform_pointer = std::is_pointer_v<X> || std::is_null_pointer_v<X>;
template <class T>
inline constexpr bool is_uniform_pointer<ptr<T>> = true;
template <class T>
inline constexpr bool is_uniform_pointer<uniform_place<T>> = std::is_pointer_v<T>;
template <class X>
concept pointer_operand = lane_pointer_value<X> || is_uniform_pointer<std::decay_t<X>>;

template <class T>
SIMT_INLINE T* raw_pointer(ptr<T> p) {
  return p.get();
}
template <class T>
SIMT_INLINE T* raw_pointer(T* p) {
  return p;
}
template <class T>
SIMT_INLINE std::remove_cv_t<T> raw_pointer(uniform_place<T> const& p) {
  return p.get();
}
SIMT_INLINE std::nullptr_t raw_pointer(std::nullptr_t) { return nullptr; }

/// A uniform place that holds a pointer.
template <class T>
  requires std::is_pointer_v<T>
class uniform_place<T> {
 public:
  using value_type = std::remove_cv_t<T>;
  SIMT_INLINE explicit uniform_place(T* p) : p_(p) {}
  uniform_place(uniform_place const&) = default;
  SIMT_INLINE operator value_type() const { return *p_; }
  SIMT_INLINE value_type get() const { return *p_; }
  SIMT_INLINE value_type operator->() const { return *p_; }
  SIMT_INLINE ptr<T> operator&() const { return ptr<T>(p_); }

  SIMT_INLINE uniform_place const& operator=(value_type x) const {
    if (exec_any(exec())) *p_ = x;
    return *this;
  }
  SIMT_INLINE uniform_place const& operator=(uniform_place const& o) const {
    return *this = o.get();
  }
  /// One active lane's value remains.
  template <int W>
  SIMT_INLINE uniform_place const& operator=(varying<value_type, W> const& x) const {
    each_active<W>([&](int l) SIMT_LAMBDA_INLINE { *p_ = x.lane(l); });
    return *this;
  }

 private:
  T* p_;
};

}  // namespace detail

/// A pointer for each thread: linked structures.
/// - CUDA:    a local variable of type T*
/// - Shape:   *p and p[i] are places; p->*&S::member is the place of a member; uniforms and
/// varyings
///            add to it; nullptr and other pointers compare with it
/// - Units:   elements
/// - Order:   assignment changes the active lanes only; inactive lanes are never dereferenced
/// - Cost:    every access gathers or scatters by 64-bit addresses
/// - Source:  ours
template <class T, int W>
class varying<T*, W> : public pointer_tag {
 public:
  using value_type = T*;
  using element_type = T;
  static constexpr int width = W;

  varying<std::int64_t, W> a;  // the addresses; for the library's own use

  varying() = default;
  varying(varying const&) = default;
  template <class P>
  requires(detail::is_uniform_pointer<std::decay_t<P>>) SIMT_INLINE varying(P&& p)
      : a(static_cast<std::int64_t>(
            reinterpret_cast<std::intptr_t>(static_cast<T*>(detail::raw_pointer(p))))) {}
  SIMT_INLINE varying(std::nullptr_t) : a(std::int64_t{0}) {}
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>) SIMT_INLINE
      varying(varying<U*, W> const& o)
      : a(o.a) {
    static_assert(std::is_same_v<std::remove_cv_t<U>, std::remove_cv_t<T>> || std::is_void_v<T>,
                  "simt: lanes of pointers convert to const and to void only, not to a base");
  }
  template <class U, class Index>
  requires std::is_convertible_v<U*, T*> SIMT_INLINE
  varying(detail::lane_pointer<U, Index> const& p)
      : a(detail::addresses<static_cast<std::ptrdiff_t>(sizeof(U))>(p.address(), p.lane_index())) {}
  template <class U, class Index>
  SIMT_INLINE varying(detail::pointer_place<U, Index> const& p) : varying(p.load()) {}

  SIMT_INLINE static varying from_addresses(varying<std::int64_t, W> const& x) {
    varying r;
    simd::each<varying<std::int64_t, W>::count>([&](int j)
                                                    SIMT_LAMBDA_INLINE { r.a.v[j] = x.v[j]; });
    return r;
  }

  varying& operator=(varying const&) = default;  // the addresses' own: active lanes only

  SIMT_INLINE auto operator*() const { return detail::place_at<T>(a); }
  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>) SIMT_INLINE auto operator[](
      I&& i) const {
    return *(*this + std::forward<I>(i));
  }
  template <class M, class S>
  requires std::is_base_of_v<S, std::remove_cv_t<T>> SIMT_INLINE auto operator->*(
      M S::*member) const {
    return *(*this)->*member;
  }

  [[nodiscard]] T* lane(int l) const {
    return reinterpret_cast<T*>(static_cast<std::intptr_t>(a.lane(l)));
  }
  void set_lane(int l, T* p) {
    a.set_lane(l, static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(p)));
  }

  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
  SIMT_INLINE friend varying
  operator+(varying const& p, I&& i) {
    return moved<1>(p, std::forward<I>(i));
  }
  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
  SIMT_INLINE friend varying
  operator+(I&& i, varying const& p) {
    return moved<1>(p, std::forward<I>(i));
  }
  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
  SIMT_INLINE friend varying
  operator-(varying const& p, I&& i) {
    return moved<-1>(p, std::forward<I>(i));
  }
  SIMT_INLINE varying& operator++() { return *this = *this + 1; }
  SIMT_INLINE varying& operator--() { return *this = *this - 1; }
  SIMT_INLINE varying operator++(int) {
    varying const old = *this;
    *this = *this + 1;
    return old;
  }
  SIMT_INLINE varying operator--(int) {
    varying const old = *this;
    *this = *this - 1;
    return old;
  }
  SIMT_INLINE friend varying<std::ptrdiff_t, W> operator-(varying const& p, varying const& q) {
    return varying<std::ptrdiff_t, W>((p.a - q.a) / static_cast<std::int64_t>(sizeof(T)));
  }
  /// The lanes that hold no pointer.
  SIMT_INLINE auto operator!() const { return *this == nullptr; }

  template <class U>
  requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    static_assert(detail::always_false<U>,
                  "simt: there is one pointer per thread: write simt_if (p != nullptr) instead of "
                  "if (p)");
    return U{};
  }

 private:
  template <std::int64_t Sign, class I>
  SIMT_INLINE static varying moved(varying const& p, I&& i) {
    static_assert(std::is_integral_v<detail::lane_type<I>>, "simt: an index must be an integer");
    constexpr auto size = static_cast<std::int64_t>(sizeof(T)) * Sign;
    return from_addresses(p.a + detail::convert_to<std::int64_t, W>(std::forward<I>(i)) * size);
  }
};

namespace detail {

/// A place in memory for each lane that holds a pointer.
template <class T, class Index>
class pointer_place : public pointer_tag {
 public:
  using pointer = std::remove_cv_t<T>;
  using value_type = pointer;
  static constexpr int width = Index::width;
  using result = varying<pointer, width>;

  SIMT_INLINE pointer_place(T* p, Index const& i) : p_(p), i_(i) {}
  pointer_place(pointer_place const&) = default;

  SIMT_INLINE result load() const {
    using V = varying<std::int64_t, width>;
    if constexpr (width == 1) {
      result r;
      r.a.v[0] =
          exec().all
              ? static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(p_[index_lanes(i_).v[0]]))
              : 0;
      return r;
    } else if constexpr (contiguous) {
      return result::from_addresses(
          load_lanes<std::int64_t>(reinterpret_cast<std::int64_t const*>(p_), i_));
    } else {
      auto const x = index_lanes(i_);
      V r;
      auto& e = exec();
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        r.v[j] = simd::gather64<std::int64_t, V::lanes, 8>(
            p_, &x.v[j],
            simd::mask_sub<8, V::part>(exec_part<V::part>(e, j * V::lanes / V::part), j));
      });
      return result::from_addresses(r);
    }
  }
  SIMT_INLINE void store(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    using V = varying<std::int64_t, width>;
    bool const all = exec().all;
    if constexpr (width == 1) {
      if (all) p_[index_lanes(i_).v[0]] = x.lane(0);
    } else if constexpr (contiguous) {
      return store_lanes<std::int64_t>(reinterpret_cast<std::int64_t*>(p_), i_, x.a);
    } else {
      auto const i = index_lanes(i_);
      auto& e = exec();
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        simd::scatter64<std::int64_t, V::lanes, 8>(
            p_, &i.v[j],
            simd::mask_sub<8, V::part>(exec_part<V::part>(e, j * V::lanes / V::part), j), x.a.v[j]);
      });
    }
    exec_after_store(all);
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE pointer_place const& operator=(
      X&& x) const {
    store(result(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE pointer_place const& operator=(pointer_place const& x) const {
    store(x.load());
    return *this;
  }

  // What a pointer can do, with the one that is loaded now.
  SIMT_INLINE auto operator*() const { return *load(); }
  template <class I>
  requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator[](I&& i) const {
    return load()[std::forward<I>(i)];
  }
  template <class M, class S>
  SIMT_INLINE auto operator->*(M S::*member) const {
    return load()->*member;
  }
  template <class I>
  requires(lane_value<I> || uniform_value<I>) SIMT_INLINE friend auto operator+(
      pointer_place const& p, I&& i) {
    return p.load() + std::forward<I>(i);
  }
  SIMT_INLINE auto operator!() const { return !load(); }

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }

 private:
  // A run of whole registers; the loads and stores of simd may alias, so the integers are safe.
  static constexpr bool contiguous = [] {
    if constexpr (thread_index<Index>)
      return Index::run % simd::lanes_of<std::int64_t, part_lanes<width>> == 0;
    else
      return false;
  }();
  T* p_;
  Index i_;
};

template <class X>
inline constexpr int pointer_width = 0;
template <lane_pointer_value X>
inline constexpr int pointer_width<X> = X::width;

/// The addresses of an operand as unsigned lanes, as pointers are ordered.
template <int W, class X>
SIMT_INLINE varying<std::uint64_t, W> address_lanes(X const& x) {
  if constexpr (is_uniform_pointer<std::decay_t<X>>) {
    return varying<std::uint64_t, W>(
        static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(static_cast<void const volatile*>(raw_pointer(x)))));
  } else if constexpr (requires { x.load(); }) {
    return convert_varying<std::uint64_t, W>(x.load().a);
  } else if constexpr (requires { x.a; }) {
    return convert_varying<std::uint64_t, W>(x.a);
  } else {
    using U = std::remove_pointer_t<decltype(x.address())>;
    return convert_varying<std::uint64_t, W>(
        addresses<static_cast<std::ptrdiff_t>(sizeof(U))>(x.address(), x.lane_index()));
  }
}

template <simd::compare C, class A, class B>
SIMT_INLINE auto compare_pointers(A const& a, B const& b) {
  constexpr int W =
      pointer_width<plain<A>> != 0 ? pointer_width<plain<A>> : pointer_width<plain<B>>;
  constexpr bool loads = requires { a.load(); }
  || requires { b.load(); };
  return compare_predicate<C, std::uint64_t, W, loads>(address_lanes<W>(a), address_lanes<W>(b));
}

}  // namespace detail

template <class T, int W, class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
SIMT_INLINE varying<T*, W>& operator+=(varying<T*, W>& p, I&& i) {
  return p = p + std::forward<I>(i);
}
template <class T, int W, class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>)
SIMT_INLINE varying<T*, W>& operator-=(varying<T*, W>& p, I&& i) {
  return p = p - std::forward<I>(i);
}

#define SIMT_DETAIL_COMPARE(op, name)                                                         \
  template <class A, class B>                                                                 \
  requires(detail::pointer_operand<A> && detail::pointer_operand<B> &&                        \
           (detail::lane_pointer_value<A> || detail::lane_pointer_value<B>)) SIMT_INLINE auto \
  operator op(A&& a, B&& b) {                                                                 \
    return detail::compare_pointers<simd::compare::name>(a, b);                               \
  }
SIMT_DETAIL_COMPARE(<, lt)
SIMT_DETAIL_COMPARE(<=, le)
SIMT_DETAIL_COMPARE(>, gt)
SIMT_DETAIL_COMPARE(>=, ge)
SIMT_DETAIL_COMPARE(==, eq)
SIMT_DETAIL_COMPARE(!=, ne)
#undef SIMT_DETAIL_COMPARE

/// c ? a : b for pointers, lane by lane.
template <class C, class A, class B>
requires(detail::pointer_operand<A>&& detail::pointer_operand<B>&& detail::lane_value<C> &&
         (detail::lane_pointer_value<A> || detail::lane_pointer_value<B>)) [[nodiscard]] SIMT_INLINE
    auto select(C&& c, A&& a, B&& b) {
  constexpr int W = detail::width_of<detail::plain<C>>;
  auto const r =
      detail::blend_lanes(detail::as_predicate<W>(std::forward<C>(c)),
                          detail::convert_varying<std::int64_t, W>(detail::address_lanes<W>(a)),
                          detail::convert_varying<std::int64_t, W>(detail::address_lanes<W>(b)));
  using P = typename std::conditional_t<detail::lane_pointer_value<A>, detail::plain<A>,
                                        detail::plain<B>>::value_type;
  return varying<P, W>::from_addresses(r);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
