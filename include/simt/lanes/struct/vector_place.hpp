#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/struct/components.hpp>
#include <simt/lanes/struct/place_base.hpp>
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
    : public struct_place_base<aggregate_place<T, Index, Stride>, T, Index, Stride>,
      public components<vector_traits<std::remove_cv_t<T>>::size,
                        vector_member_place<T, Index, Stride>> {
  using base = struct_place_base<aggregate_place, T, Index, Stride>;
  using base::p_, base::i_;
  using traits = vector_traits<std::remove_cv_t<T>>;
  static constexpr int N = traits::size;
  using element = typename traits::element;
  using E = same_const<element, T>;
  using members = components<N, vector_member_place<T, Index, Stride>>;

 public:
  using base::width, base::operator=;
  using typename base::result, typename base::value_type;

  SIMT_INLINE aggregate_place(T* p, Index const& i)
      : base(p, i), members(std::in_place, [&](int c) SIMT_LAMBDA_INLINE {
          return strided_place<Stride>(reinterpret_cast<E*>(p) + c, i);
        }) {}
  aggregate_place(aggregate_place const&) = default;

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
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& o) const {
    store(o.load());
    return *this;
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
