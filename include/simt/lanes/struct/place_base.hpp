#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/make_place.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Adds to Place, which loads and stores a T for each lane, where it is and how it is assigned to.
/// Place says `using base::operator=` and assigns from its own kind by `store(x.load())`.
template <class Place, class T, class Index, std::ptrdiff_t Stride>
class struct_place_base : public aggregate_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  static constexpr std::ptrdiff_t stride = Stride;
  using result = varying<value_type, width>;

  template <class P>
  SIMT_INLINE static result read(P&& x) {
    return read_place(std::forward<P>(x));
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE Place const& operator=(X&& x) const {
    auto const& self = static_cast<Place const&>(*this);
    self.store(result(std::forward<X>(x)));
    return self;
  }
  /// Returns the place of a member.
  template <class M, class S>
  requires std::is_base_of_v<S, value_type> SIMT_INLINE auto operator->*(M S::*member) const {
    return strided_place<Stride>(&(p_->*member), i_);
  }

  SIMT_DETAIL_NOT_ONE(value_type)

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }

 protected:
  SIMT_INLINE struct_place_base(T* p, Index const& i) : p_(p), i_(i) {}
  struct_place_base(struct_place_base const&) = default;
  void operator=(struct_place_base const&) const = delete;

  T* p_;
  Index i_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
