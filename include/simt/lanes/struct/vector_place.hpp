#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/make_place.hpp>
#include <simt/lanes/struct/components.hpp>
#include <simt/lanes/struct/vector_access.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The place of a member of a vector in memory.
template <class T, class Index, std::ptrdiff_t Stride>
using vector_member_place = decltype(strided_place<Stride>(
    static_cast<same_const<typename vector_traits<std::remove_cv_t<T>>::element, T>*>(nullptr),
    std::declval<Index const&>()));

/// The place of a vector of CUDA's for each lane: its members are places, too.
template <class T, class Index, std::ptrdiff_t Stride>
requires vector_struct<T>
class aggregate_place<T, Index, Stride>
    : public aggregate_tag,
      public components<vector_traits<std::remove_cv_t<T>>::size,
                        vector_member_place<T, Index, Stride>> {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;

 private:
  static constexpr int N = vector_traits<value_type>::size;
  using element = typename vector_traits<value_type>::element;
  using E = same_const<element, T>;
  using members = components<N, vector_member_place<T, Index, Stride>>;

 public:
  SIMT_INLINE aggregate_place(T* p, Index const& i)
      : members(std::in_place,
                [&](int c) SIMT_LAMBDA_INLINE {
                  return strided_place<Stride>(reinterpret_cast<E*>(p) + c, i);
                }),
        p_(p),
        i_(i) {}
  aggregate_place(aggregate_place const&) = default;

  template <class P>
  SIMT_INLINE static result read(P&& o) {
    return read_place(std::forward<P>(o));
  }
  SIMT_INLINE result load() const {
    result r;
    [&]<int... C>(std::integer_sequence<int, C...>) SIMT_LAMBDA_INLINE {
      varying<element, width>* const out[N] = {&component<C>(r)...};
      load_vectors<Stride, element, N>(reinterpret_cast<element const*>(p_), i_, out);
    }
    (std::make_integer_sequence<int, N>{});
    return r;
  }
  SIMT_INLINE void store(result const& o) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    [&]<int... C>(std::integer_sequence<int, C...>) SIMT_LAMBDA_INLINE {
      varying<element, width> const* const from[N] = {&component<C>(o)...};
      store_vectors<Stride, element, N>(reinterpret_cast<element*>(p_), i_, from);
    }
    (std::make_integer_sequence<int, N>{});
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE aggregate_place const& operator=(
      X&& o) const {
    store(result(std::forward<X>(o)));
    return *this;
  }
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& o) const {
    store(o.load());
    return *this;
  }
  template <class M, class S>
  requires std::is_base_of_v<S, value_type> SIMT_INLINE auto operator->*(M S::*member) const {
    return strided_place<Stride>(&(p_->*member), i_);
  }

  SIMT_DETAIL_NOT_ONE(value_type)

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }
  static constexpr std::ptrdiff_t stride = Stride;

 private:
  T* p_;
  Index i_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
