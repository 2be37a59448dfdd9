#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/each_active.hpp>
#include <simt/lanes/memory/make_place.hpp>
#include <simt/lanes/struct/traits.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// W structs, begun by their default constructors where they have one.
template <class T, int W, bool = std::is_default_constructible_v<std::remove_all_extents_t<T>>>
struct struct_lanes {
  T s[W];
};
template <class T, int W>
struct struct_lanes<T, W, false> {
  union {
    T s[W];
  };
  SIMT_INLINE struct_lanes() {}
};

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// A struct for each thread, kept as structs: for passing whole elements of memory around. Where
/// the members are computed with, a struct of varyings is faster.
/// - Shape:   v->*&S::member is the place of that member, to read and to assign
/// - Needs:   S trivially copyable
/// - Order:   assignment changes the active lanes only
template <class T, int W>
requires detail::plain_struct<T>
class varying<T, W> : public aggregate_tag, public detail::struct_lanes<T, W> {
 public:
  using value_type = T;
  static constexpr int width = W;
  using detail::struct_lanes<T, W>::s;  // for the library's own use

  varying() = default;
  varying(varying const&) = default;
  SIMT_INLINE varying(T const& u) {
    for (auto& x : s) detail::copy_struct(x, u);
  }
  template <class P>
  requires detail::is_aggregate_place<detail::plain<P>> SIMT_INLINE varying(P&& p)
      : varying(detail::plain<P>::read(std::forward<P>(p))) {}

  SIMT_INLINE varying& operator=(varying const& o) & {
    bool const all = detail::active_mask().all;
    detail::each_active<W>([&](int l) SIMT_LAMBDA_INLINE { detail::copy_struct(s[l], o.s[l]); });
    detail::mask_after_store(all);
    return *this;
  }
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  template <class M, class S>
  requires std::is_base_of_v<S, T> SIMT_INLINE auto operator->*(M S::*member) & {
    return in_lanes(s, member);
  }
  template <class M, class S>
  requires std::is_base_of_v<S, T> SIMT_INLINE auto operator->*(M S::*member) const& {
    return in_lanes(s, member);
  }

  [[nodiscard]] T const lane(int l) const { return s[l]; }  // const: not to be assigned to
  void set_lane(int l, T const& t) { detail::copy_struct(s[l], t); }

  SIMT_DETAIL_NOT_ONE(T)

 private:
  template <class U, class M, class S>
  SIMT_INLINE static auto in_lanes(U* p, M S::*member) {
    using Lane = detail::index<int, detail::geometry<W, W>, detail::fixed_stride<1>,
                               detail::fixed_stride<0>, detail::fixed_stride<0>, false>;
    return detail::strided_place<static_cast<std::ptrdiff_t>(sizeof(T))>(&(p->*member),
                                                                         Lane(0, {}, {}, {}));
  }
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
