#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/traits.hpp>
#include <simt/lanes/varying/number.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// A truth value for each thread: what comparisons become when they are stored.
/// - CUDA:   a local variable of type bool
/// - Order:  assignment changes the active lanes only
template <int W>
class varying<bool, W> : public detail::predicate_tag {
 public:
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = detail::part_lanes<W>;
  static constexpr int parts = W / part;
  using mask = simd::part_mask<part>;

  mask masks[parts];  // for the library's own use

  varying() = default;
  SIMT_INLINE varying(varying const& o) {
    SIMT_DETAIL_EMIT(&varying::lane);
    copy(o);
  }
  template <detail::uniform_value U>
  SIMT_INLINE varying(U&& x) {
    bool const b = static_cast<bool>(std::forward<U>(x));
    if constexpr (detail::has_mask_words<W>) {
      detail::mask_words<W> const none{};
      detail::set_words<W>(masks, b ? ~none : none);
    } else {
      simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE {
        masks[i] = b ? simd::mask_full<part>() : simd::mask_none<part>();
      });
    }
  }
  template <detail::lane_value X>
    requires(!std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying(X&& x) : varying(detail::convert_to<bool, W>(std::forward<X>(x))) {}

  SIMT_INLINE varying& operator=(varying const& o) & {
    assign(o);
    return *this;
  }
  template <class X>
    requires((detail::lane_value<X> || detail::uniform_value<X>) &&
             !std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying& operator=(X&& x) & {
    assign(varying(std::forward<X>(x)));
    return *this;
  }
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)
  SIMT_INLINE void assign(varying const& o) {
    auto& e = detail::active_mask();
    if (e.all) [[likely]] {
      copy(o);
    } else if constexpr (detail::has_mask_words<W>) {
      auto const live = detail::words_of<W>(e.masks);
      detail::set_words<W>(masks, (detail::words_of<W>(o.masks) & live) |
                                      (detail::words_of<W>(masks) & ~live));
    } else if constexpr (W > 1) {
      simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE {
        auto const live = detail::partial_part<part>(e, i);
        masks[i] = simd::mask_or<part>(simd::mask_and<part>(o.masks[i], live),
                                       simd::mask_andnot<part>(masks[i], live));
      });
    }
  }

  SIMT_INLINE mask at(int i, mask live) const { return simd::mask_and<part>(masks[i], live); }
  SIMT_INLINE int uniform_outcome() const { return -1; }

  SIMT_DETAIL_FOR_DEBUGGERS [[nodiscard]] bool lane(int l) const {
    return ((simd::mask_bits<part>(masks[l / part]) >> (l % part)) & 1u) != 0;
  }
  void set_lane(int l, bool x) {
    auto b = simd::mask_bits<part>(masks[l / part]);
    b = x ? b | (1u << (l % part)) : b & ~(1u << (l % part));
    masks[l / part] = simd::mask_from_bits<part>(b);
  }

 private:
  SIMT_INLINE void copy(varying const& o) {
    if constexpr (detail::has_mask_words<W>)
      detail::set_words<W>(masks, detail::words_of<W>(o.masks));
    else
      simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE { masks[i] = o.masks[i]; });
  }
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
