#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/add_run.hpp>
#include <simt/lanes/memory/gather_scatter.hpp>
#include <simt/lanes/memory/partner_access.hpp>
#include <simt/lanes/memory/split_access.hpp>
#include <simt/lanes/memory/thread_access.hpp>
#include <simt/lanes/operators.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A place in memory for each lane, `p[i]`. The index is a thread index, whose shape decides how
/// memory is accessed, a split one or a varying integer. Size: the elements that p is known to
/// begin, 0 where that is unknown.
/// - Order:   assignment stores for the active lanes only
template <class T, class Index, std::ptrdiff_t Size = 0>
class place;

/// True if both places are consecutive in memory and of one type, so that a sum over a prefix of
/// the gang can run over just the active lanes.
template <class A, class B>
inline constexpr bool same_runs = false;
template <class T, thread_index I, std::ptrdiff_t N, class U, thread_index J, std::ptrdiff_t M>
inline constexpr bool same_runs<place<T, I, N>, place<U, J, M>> =
    I::width > 1 &&
    I::run == I::width&& J::run ==
        I::width&& std::is_same_v<std::remove_cv_t<U>, T>&& std::is_arithmetic_v<T> &&
    sizeof(T) >= 4;

template <class T, class Index, std::ptrdiff_t Size>
class place : public element_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;

  SIMT_INLINE place(T* p, Index const& i) : p_(p), i_(i) {}
  place(place const&) = default;

  SIMT_INLINE result load() const {
    if constexpr (thread_index<Index>)
      return load_lanes<value_type, Size>(p_, i_);
    else if constexpr (split_value<Index>)
      return load_split<value_type, Size>(p_, i_);
    else if constexpr (partner_value<Index>)
      return load_partners<value_type, Size>(p_, i_);
    else
      return load_indexed<value_type>(p_, i_);
  }
  /// Loads, by a call where an index is data: for large functions, where the compiler's time
  /// counts.
  SIMT_INLINE result load_by_call() const {
    if constexpr (thread_index<Index> || split_value<Index> || partner_value<Index>)
      return load();
    else
      return load_indexed<value_type, true>(p_, i_);
  }
  SIMT_INLINE void store(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    if constexpr (thread_index<Index>) {
      store_lanes<value_type, Size>(p_, i_, x);
    } else if constexpr (split_value<Index>) {
      store_indexed<value_type>(p_, i_.decay(), x);
    } else if constexpr (partner_value<Index>) {
      store_partners<value_type>(p_, i_, x);
    } else {
      store_indexed<value_type>(p_, i_, x);
    }
  }
  /// As store(), of what nobody is to read soon.
  SIMT_INLINE void stream(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    if constexpr (thread_index<Index>)
      stream_lanes<value_type, Size>(p_, i_, x);
    else
      store(x);
  }

  /// The narrow lanes that can be loaded and stored as they lie: of numbers of 8 or 16 bits.
  static constexpr int forms = [] {
    if constexpr (thread_index<Index> && std::is_integral_v<value_type> &&
                  !std::is_same_v<value_type, bool> && sizeof(T) <= 2) {
      int r = has_narrow_lanes<width, Index::run, std::int16_t> ? in_shorts : 0;
      if (sizeof(T) == 1 && has_narrow_lanes<width, Index::run, std::uint8_t>)
        r |= std::is_signed_v<value_type> ? in_bytes : in_bytes | in_capped;
      return r;
    } else {
      return 0;
    }
  }();
  template <int Form>
  using lanes_in =
      std::conditional_t<Form == in_shorts, lanes_of_shorts<width>, lanes_of_bytes<width>>;
  /// Loads register i of such lanes, where all threads are active.
  template <int Form>
  SIMT_INLINE auto lane_register(int i) const {
    return load_lane_register<Form>(narrow_address(i * lanes_in<Form>::lanes));
  }
  /// Loads such lanes; those of inactive threads are anything.
  template <int Form>
  SIMT_INLINE auto lanes() const {
    static_assert((forms & Form) != 0);
    using N = simd::detail::memory_int<value_type>;
    using Lanes = lanes_in<Form>;
    constexpr int L = Lanes::lanes;
    auto& e = active_mask();
    Lanes r;
    if (e.all) [[likely]] {
      simd::each<Lanes::count>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = lane_register<Form>(i); });
    } else {
      partial_before const before(e);
      partial_mask<width> const active(e);
      auto* const first = address_apart();
      simd::each<Lanes::count>([&](int i) SIMT_LAMBDA_INLINE {
        auto const some = simd::load_some<N, L>(first + (i_.at(i * L) - i_.at(0)),
                                                active.masks + i * (L / simd::native_lanes));
        r.v[i] = load_lane_register<Form>(reinterpret_cast<N const*>(&some));
      });
      mask_still_partial(e, before);
    }
    return r;
  }
  /// As load(), but of inactive lanes anything.
  SIMT_INLINE varying<int, width> load_narrow() const {
    if constexpr ((forms & in_shorts) != 0) {
      if (!active_mask().all)
        return widen_lanes<
            std::conditional_t<sizeof(T) == 1, std::int16_t, simd::detail::memory_int<value_type>>>(
            lanes<in_shorts>());
    }
    return convert_to<int, width>(load());
  }

  SIMT_INLINE place const& operator=(place const& o) const {
    store(o.load());
    return *this;
  }
  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator=(X&& x) const {
    if constexpr (forms != 0 && stores_narrow<plain<X>>()) {
      if (has_narrow(x)) [[likely]] {
        store_narrow(std::forward<X>(x));
        return *this;
      }
    }
    store(convert_to<value_type, width>(std::forward<X>(x)));
    return *this;
  }

  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator+=(X&& x) const {
    if constexpr (same_runs<place, plain<X>>) {
      auto& e = active_mask();
      auto* const to = p_ + i_.base;
      auto const* const from = x.address() + x.lane_index().base;
      // In lock step: no lane may read what another has just written.
      if (!e.all && e.prefix >= 0 && (from >= to || from + e.prefix <= to)) {
        int const n = e.prefix;
        partial_before const before(e);
        add_run<value_type, width>(to, from, n);
        mask_still_partial(e, before);
        e.prefix = n;
        return *this;
      }
    }
    store(convert_to<value_type, width>(load() + std::forward<X>(x)));
    return *this;
  }
#define SIMT_DETAIL_COMPOUND(op)                                                             \
  template <class X>                                                                         \
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator op##=(X&& x) \
      const {                                                                                \
    store(convert_to<value_type, width>(load() op std::forward<X>(x)));                      \
    return *this;                                                                            \
  }
  SIMT_DETAIL_COMPOUND_ASSIGNMENTS_BUT_SUM(SIMT_DETAIL_COMPOUND)
#undef SIMT_DETAIL_COMPOUND
  SIMT_INLINE result operator++() const {
    result const r = load() + value_type{1};
    store(r);
    return r;
  }
  SIMT_INLINE result operator--() const {
    result const r = load() - value_type{1};
    store(r);
    return r;
  }
  SIMT_INLINE result operator++(int) const {
    result const r = load();
    store(r + value_type{1});
    return r;
  }
  SIMT_INLINE result operator--(int) const {
    result const r = load();
    store(r - value_type{1});
    return r;
  }

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }

  template <class U>
  requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    static_assert(always_false<U>,
                  "simt: p[i] has one value per thread and does not fit in a uniform: declare the "
                  "result varying<T>, or index with a uniform");
    return U{};
  }

 private:
  /// The number of lane l, as its bits lie in memory.
  SIMT_INLINE auto* narrow_address(int l) const {
    using N = simd::detail::memory_int<value_type>;
    using To = std::conditional_t<std::is_const_v<T>, N const, N>;
    return reinterpret_cast<To*>(p_) + i_.at(0) + (i_.at(l) - i_.at(0));
  }
  /// The register of such lanes at p.
  template <int Form, class N>
  SIMT_INLINE static typename lanes_in<Form>::vec load_lane_register(N const* p) {
    constexpr int L = lanes_in<Form>::lanes;
    if constexpr (Form == in_shorts) {
      return simd::load_shorts<N, L / 2>(p);
    } else {
      simd::vec<std::uint8_t, L> v;
      __builtin_memcpy(&v, p, sizeof v);
      return v;
    }
  }
  /// Returns narrow_address(0), of which the compiler does not know that it is.
  // Why: of addresses that accesses of all and of some lanes share clang 14 computes each before it
  // asks which of both it is, into more registers than there are. Gone when byte_sums is as fast.
  SIMT_INLINE auto* address_apart() const {
    auto* p = narrow_address(0);
    asm("" : "+r"(p));
    return p;
  }
  /// True if an X can be stored from narrow lanes.
  template <class X>
  static constexpr bool stores_narrow() {
    if constexpr (is_narrow_sum<X>)
      return (forms & X::forms & (sizeof(T) == 1 ? in_shorts | in_bytes : in_shorts)) != 0;
    else
      return lane_predicate<X> && sizeof(T) == 1 && (forms & in_shorts) != 0;
  }
  /// True if that X has narrow lanes, which store_narrow can store.
  template <class X>
  SIMT_INLINE static bool has_narrow(X const& x) {
    if constexpr (is_narrow_sum<X>)
      return x.is_fresh();
    else if constexpr (is_byte_predicate<X> && (forms & in_bytes) != 0)
      return active_mask().all || x.fits_bytes();
    else
      return active_mask().all;
  }
  /// Stores register i, of L lanes, by store(address) or, of some lanes, by way of the registers
  /// that store(&registers) writes.
  template <int L, class F>
  SIMT_INLINE void store_lanes_of(F&& store) const {
    using N = simd::detail::memory_int<value_type>;
    auto& e = active_mask();
    if (e.all) [[likely]] {
      simd::each<width / L>([&](int i) SIMT_LAMBDA_INLINE { store(narrow_address(i * L), i); });
      mask_still_full(e);
    } else {
      partial_before const before(e);
      partial_mask<width> const active(e);
      auto* const first = address_apart();
      simd::each<width / L>([&](int i) SIMT_LAMBDA_INLINE {
        simd::vec<N, L> v;
        store(reinterpret_cast<N*>(&v), i);
        simd::store_some<N, L>(first + (i_.at(i * L) - i_.at(0)),
                               active.masks + i * (L / simd::native_lanes), v);
      });
      mask_still_partial(e, before);
    }
  }
  template <class X>
  SIMT_INLINE void store_narrow(X&& x) const {
    using N = simd::detail::memory_int<value_type>;
    constexpr int P = part_lanes<width>;
    constexpr bool bytes = (forms & in_bytes) != 0;
    if constexpr (is_narrow_sum<plain<X>>) {
      if constexpr (bytes && (plain<X>::forms & in_bytes) != 0)
        store_lanes_of<4 * P>([&](N* p, int i) SIMT_LAMBDA_INLINE {
          __builtin_memcpy(p, &x.template lanes<in_bytes>().v[i], 4 * P);
        });
      else
        store_lanes_of<2 * P>([&](N* p, int i) SIMT_LAMBDA_INLINE {
          simd::store_shorts<N, P>(p, x.template lanes<in_shorts>().v[i]);
        });
    } else if constexpr (is_byte_predicate<plain<X>> && bytes) {
      if (x.fits_bytes()) [[likely]]
        return store_lanes_of<4 * P>([&](N* p, int i) SIMT_LAMBDA_INLINE {
          auto const ones = x.as_bytes(i);
          __builtin_memcpy(p, &ones, sizeof ones);
        });
      store_masks(eval(std::forward<X>(x)));
    } else {
      store_masks(eval(std::forward<X>(x)));
    }
  }
  /// Stores a byte for each lane of a mask; all must be active.
  SIMT_INLINE void store_masks(varying<bool, width> const& m) const {
    constexpr int P = part_lanes<width>;
    store_lanes_of<2 * P>([&](auto* p, int i) SIMT_LAMBDA_INLINE {
      simd::store_masks<P>(p, m.masks[2 * i], m.masks[2 * i + 1]);
    });
  }

  T* p_;
  Index i_;
};

/// to = x, past the caches where that is told of places of numbers.
template <class To, class X>
SIMT_INLINE void stream_to(To&& to, X&& x) {
  if constexpr (requires { &plain<To>::stream; })
    to.stream(convert_to<typename plain<To>::value_type, plain<To>::width>(std::forward<X>(x)));
  else
    std::forward<To>(to) = std::forward<X>(x);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
