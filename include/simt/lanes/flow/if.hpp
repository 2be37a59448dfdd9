#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/if_guard.hpp>
#include <simt/lanes/flow/if_lanes.hpp>
#include <simt/lanes/flow/if_range.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The scope of a simt_if whose condition is uniform: one turn, so that neither side is copied.
class uniform_scope {
 public:
  static constexpr int turns = 1;
  SIMT_INLINE explicit uniform_scope(bool c) : first_(c) {}
  uniform_scope(uniform_scope const&) = delete;
  uniform_scope& operator=(uniform_scope const&) = delete;
  SIMT_INLINE ~uniform_scope() noexcept(false) {
    if (!ended_) [[unlikely]]
      scope_abandoned();
  }
  SIMT_INLINE bool is_first(int) const { return first_; }
  SIMT_INLINE bool skipped(int) const { return false; }
  SIMT_INLINE void next(int) { ended_ = true; }

 private:
  bool first_;
  bool ended_ = false;
};

template <early_exits L, int W, class Pred>
SIMT_INLINE auto make_lanes_if(Pred const& p) {
  return if_scope<W, L>(p);
}
template <early_exits L, int W, class A, class B>
SIMT_INLINE auto make_lanes_if(and_predicate<A, B> const& p) {
  if constexpr (rarely_mixed<A> && !rarely_mixed<B>)
    return own_and_guard_scope<W, B, A, and_predicate<A, B>, L>(p.b, p.a, p);
  else if constexpr (rarely_mixed<B> && !rarely_mixed<A>)
    return own_and_guard_scope<W, A, B, and_predicate<A, B>, L>(p.a, p.b, p);
  else
    return if_scope<W, L>(p);
}

/// Makes the scope that suits the condition: uniform, bounds that few gangs lie across, a thread's
/// own index below a bound, lanes' data.
template <early_exits L = early_exits::possible, class C>
SIMT_INLINE auto make_if(C&& c) {
  if constexpr (uniform_value<C>) {
    return uniform_scope(static_cast<bool>(std::forward<C>(c)));
  } else {
    constexpr int W = plain<C>::width;
    auto const p = as_predicate<W>(std::forward<C>(c));
    using Pred = plain<decltype(p)>;
    if constexpr (W == 1)
      return if_scope<W, L>(p);
    else if constexpr (rarely_mixed<Pred>)
      return guard_scope<W, Pred, L>(p);
    else if constexpr (std::is_same_v<Pred, range_predicate<W, true>>)
      return range_scope<W, L>(p);
    else
      return make_lanes_if<L, W>(p);
  }
}

}  // namespace simt::inline SIMT_ABI::detail

#define SIMT_DETAIL_IF(turn, s, make, ...)           \
  SIMT_DETAIL_BOTH_SIDES(turn, s, make(__VA_ARGS__)) \
  if (s.skipped(turn)) {                             \
  } else if (s.is_first(turn))

/// if for threads that may part: `simt_if (c) … else simt_if (d) … else …`.
/// - CUDA:    if
/// - Order:   each side runs for the lanes that take it, and only where there are any
#define simt_if(...)                                                               \
  SIMT_DETAIL_IF(SIMT_DETAIL_UNIQUE(simt_turn_), SIMT_DETAIL_UNIQUE(simt_if_scope_), \
                 ::simt::detail::make_if, __VA_ARGS__)

SIMT_DETAIL_QUIET_END
