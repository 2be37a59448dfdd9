#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/make_place.hpp>
#include <simt/lanes/memory/uniform_place.hpp>
#include <simt/lanes/struct/components.hpp>
#include <simt/lanes/struct/traits.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The uniform place of a vector of CUDA's: it reads as a T, and so do its members.
template <class T>
requires vector_struct<T>
class uniform_place<T>
    : public aggregate_tag,
      public components<
          vector_traits<std::remove_cv_t<T>>::size,
          uniform_place<same_const<typename vector_traits<std::remove_cv_t<T>>::element, T>>> {
  static constexpr int N = vector_traits<std::remove_cv_t<T>>::size;
  using E = same_const<typename vector_traits<std::remove_cv_t<T>>::element, T>;
  using members = components<N, uniform_place<E>>;

 public:
  using value_type = std::remove_cv_t<T>;
  SIMT_INLINE explicit uniform_place(T* p)
      : members(std::in_place,
                [=](int i)
                    SIMT_LAMBDA_INLINE { return uniform_place<E>(reinterpret_cast<E*>(p) + i); }),
        p_(p) {}
  uniform_place(uniform_place const&) = default;
  SIMT_INLINE operator T const&() const { return *p_; }
  SIMT_INLINE T const& get() const { return *p_; }
  SIMT_INLINE ptr<T> operator&() const { return ptr<T>(p_); }

  SIMT_INLINE uniform_place const& operator=(value_type const& o) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    if (any_active(active_mask())) *p_ = o;
    return *this;
  }
  SIMT_INLINE uniform_place const& operator=(uniform_place const& o) const {
    return *this = o.get();
  }
  /// Stores the value of one active lane.
  template <int W>
  SIMT_INLINE uniform_place const& operator=(varying<value_type, W> const& o) const {
    each_component<N>([&](auto c)
                          SIMT_LAMBDA_INLINE { component<c()>(*this) = component<c()>(o); });
    return *this;
  }
  template <class P>
  requires is_aggregate_place<plain<P>> SIMT_INLINE uniform_place const& operator=(P&& o) const {
    return *this = varying<value_type, plain<P>::width>(std::forward<P>(o));
  }

 private:
  T* p_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
