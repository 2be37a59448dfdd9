#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>

#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Indices of 32 bits that have become 64 bits wide. An index keeps its mathematical value, so that
// addresses stay base and stride; what a register of 32 bits would have lost before is taken off
// where lanes ask for the value: `5ull + i * 2654435761u`, `uint64_t(i - 5u)`, `long(int(i * n))`.
namespace simt::inline SIMT_ABI::detail {

/// A loss of nothing: no index has become wider.
struct no_loss {
  SIMT_INLINE bool is_none() const { return true; }
};
/// By times what an index has beyond its type of 32 bits.
template <class Index, class By>
struct lost_bits {
  Index from;
  [[no_unique_address]] By by;
  /// From the least value of the type to 0.
  static constexpr std::uint64_t below =
      std::is_signed_v<typename Index::value_type> ? std::uint64_t{1} << 31 : 0;

  /// Returns true if no lane has such bits.
  SIMT_INLINE bool is_none() const {
    auto const fits = [](std::ptrdiff_t n) SIMT_LAMBDA_INLINE {
      return (static_cast<std::uint64_t>(n) + below) >> 32 == 0;
    };
    return from.has_bounds() && fits(from.lowest()) && fits(from.highest());
  }
  template <class V>
  SIMT_INLINE void take_off(V& r) const {
    using R = typename V::reg;
    auto const x = from.template as<std::int64_t>().decay();
    auto const high = simd::broadcast<R, V::lanes>(static_cast<R>(~std::uint64_t{0xffffffff}));
    auto const least = simd::broadcast<R, V::lanes>(static_cast<R>(below));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      auto const lost = ((typename V::vec)x.v[i] + least) & high;
      if constexpr (stride_is<By, 1>)
        r.v[i] -= lost;
      else
        r.v[i] -= lost * simd::broadcast<R, V::lanes>(static_cast<R>(std::ptrdiff_t{by}));
    });
  }
};
/// The losses of two operands.
template <class A, class B>
struct both_losses {
  A a;
  B b;
  SIMT_INLINE bool is_none() const { return a.is_none() && b.is_none(); }
  template <class V>
  SIMT_INLINE void take_off(V& r) const {
    a.take_off(r);
    b.take_off(r);
  }
};

template <class A, class B>
SIMT_INLINE auto join_losses(A const& a, B const& b) {
  if constexpr (std::is_same_v<A, no_loss>)
    return b;
  else if constexpr (std::is_same_v<B, no_loss>)
    return a;
  else
    return both_losses<A, B>{a, b};
}
/// Returns a loss of N or n times as much.
template <std::ptrdiff_t N>
SIMT_INLINE no_loss scaled_loss(no_loss) {
  return {};
}
template <std::ptrdiff_t N, class Index, class By>
SIMT_INLINE auto scaled_loss(lost_bits<Index, By> const& x) {
  auto const by = stride_scale<N>(x.by);
  return lost_bits<Index, plain<decltype(by)>>{x.from, by};
}
template <std::ptrdiff_t N, class A, class B>
SIMT_INLINE auto scaled_loss(both_losses<A, B> const& x) {
  return join_losses(scaled_loss<N>(x.a), scaled_loss<N>(x.b));
}
SIMT_INLINE no_loss scaled_loss(no_loss, std::ptrdiff_t) { return {}; }
template <class Index, class By>
SIMT_INLINE auto scaled_loss(lost_bits<Index, By> const& x, std::ptrdiff_t n) {
  return lost_bits<Index, dynamic_stride>{x.from, {wrapping_product<std::ptrdiff_t>(x.by, n)}};
}
template <class A, class B>
SIMT_INLINE auto scaled_loss(both_losses<A, B> const& x, std::ptrdiff_t n) {
  return join_losses(scaled_loss(x.a, n), scaled_loss(x.b, n));
}

/// An index of 64 bits whose lanes have lost something on the way. As an address it is what it is
/// derived from.
template <class Linear, class Loss>
struct widened_index : Linear {
  using linear_type = Linear;
  static constexpr bool is_widened = true;
  Loss loss;

  SIMT_INLINE widened_index(Linear const& x, Loss const& l) : Linear(x), loss(l) {}
  SIMT_INLINE widened_index(widened_index const& o) : Linear(o), loss(o.loss) {}
  SIMT_INLINE widened_index& operator=(widened_index const& o) & {
    Linear::operator=(o);
    loss = o.loss;
    return *this;
  }
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  SIMT_INLINE bool has_bounds() const { return loss.is_none() && Linear::has_bounds(); }
  SIMT_INLINE auto decay() const {
    auto r = Linear::decay();
    loss.take_off(r);
    return r;
  }
  SIMT_INLINE widened_index& operator++() & {
    *this += 1;
    return *this;
  }
  SIMT_INLINE widened_index& operator--() & {
    *this -= 1;
    return *this;
  }
  SIMT_INLINE widened_index operator++(int) & {
    widened_index const old = *this;
    *this += 1;
    return old;
  }
  SIMT_INLINE widened_index operator--(int) & {
    widened_index const old = *this;
    *this -= 1;
    return old;
  }
};

/// Returns what the lanes of x have lost when they are of type T.
template <class T, class X>
SIMT_INLINE auto loss_of(X const& x) {
  using U = typename X::value_type;
  if constexpr (sizeof(T) != 8)
    return no_loss{};
  else if constexpr (X::is_widened)
    return x.loss;
  else if constexpr (sizeof(U) == 4 && !X::own && (std::is_unsigned_v<U> || !X::has_fixed_strides))
    return lost_bits<X, fixed_stride<1>>{x, {}};
  else
    return no_loss{};
}
template <class Linear, class Loss>
SIMT_INLINE auto with_loss(Linear const& x, Loss const& loss) {
  if constexpr (std::is_same_v<Loss, no_loss>)
    return x;
  else
    return widened_index<Linear, Loss>(x, loss);
}

/// Returns x as an index of type T.
template <class T, class X>
SIMT_INLINE auto index_as(X const& x) {
  return with_loss(x.template as<T>(), loss_of<T>(x));
}
/// Returns a + n.
template <class T, class A>
SIMT_INLINE auto index_sum(A const& a, std::ptrdiff_t n) {
  return with_loss(index_plus<T>(a, n), loss_of<T>(a));
}
/// Returns a + b.
template <class T, thread_index A, thread_index B>
SIMT_INLINE auto index_sum(A const& a, B const& b) {
  return with_loss(make_index<T, typename A::geometry_type, false>(
                       wrapping_sum(a.base, b.base), stride_add(a.sx, b.sx), stride_add(a.sy, b.sy),
                       stride_add(a.sz, b.sz)),
                   join_losses(loss_of<T>(a), loss_of<T>(b)));
}
/// Returns a * n.
template <class T, class A>
SIMT_INLINE auto index_product(A const& a, std::ptrdiff_t n) {
  return with_loss(index_times<T>(a, n), scaled_loss(loss_of<T>(a), n));
}
template <class T, std::ptrdiff_t N, class A>
SIMT_INLINE auto index_product_fixed(A const& a) {
  return with_loss(index_times_fixed<T, N>(a), scaled_loss<N>(loss_of<T>(a)));
}
/// Returns a - b.
template <class T, thread_index A, thread_index B>
SIMT_INLINE auto index_difference(A const& a, B const& b) {
  return with_loss(make_index<T, typename A::geometry_type, false>(
                       wrapping_difference(a.base, b.base), stride_sub(a.sx, b.sx),
                       stride_sub(a.sy, b.sy), stride_sub(a.sz, b.sz)),
                   join_losses(loss_of<T>(a), scaled_loss<-1>(loss_of<T>(b))));
}

/// Returns the index that x is in an address.
template <class X>
SIMT_INLINE auto const& as_address(X const& x) {
  if constexpr (thread_index<X>) {
    if constexpr (X::is_widened)
      return static_cast<typename X::linear_type const&>(x);
    else
      return x;
  } else {
    return x;
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
