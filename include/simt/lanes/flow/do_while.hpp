#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/break_continue.hpp>
#include <simt/lanes/flow/scope.hpp>
#include <simt/lanes/predicate.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The state of simt_do … simt_do_while (c): which lanes entered. The innermost frame is the loop's
/// and points to it by `switch_state`.
struct do_state {
  lane_bits entered;
  bool started = false;
  bool finished = false;
};
/// Opens a do loop. On the way out by an exception or simt_return the lanes that entered come back.
class do_scope {
 public:
  explicit do_scope(flow_frame& f) : from_all_(f.from_all) { f.switch_state = &state_; }
  do_scope(do_scope const&) = delete;
  do_scope& operator=(do_scope const&) = delete;
  ~do_scope() noexcept(false) {
    if (!state_.finished) [[unlikely]] {
      if (state_.started) {
        auto& e = active_mask();
        set_active_again(e, from_all_, state_.entered);
        if (e.removed_any) drop_removed(e);
      }
      scope_abandoned();
    }
  }

 private:
  do_state state_;
  bool from_all_;
};
/// Ends a turn: keeps the lanes active for which f() holds. Returns true if there are any;
/// otherwise restores the lanes that entered.
template <class F>
SIMT_INLINE bool do_test(F f) {
  auto& e = active_mask();
  auto& frame = *e.top;
  auto& s = *static_cast<do_state*>(frame.switch_state);
  if (!s.started) {
    s.started = true;
    s.entered = active_bits(e);
    for (int w = 0; w < max_lanes / 64; ++w) {
      if (frame.left_any) s.entered.word[w] |= frame.left.word[w];
      if (frame.continued_any) s.entered.word[w] |= frame.continued.word[w];
    }
  }
  if (e.removed_any) resume_continued(e, frame);
  lane_bits now = active_bits(e);
  if (any_bit(now)) {
    using C = plain<decltype(f())>;
    if constexpr (uniform_value<C>) {
      if (static_cast<bool>(f())) return true;
      now = {};
    } else {
      constexpr int P = part_lanes<C::width>;
      auto const p = as_predicate<C::width>(f());
      for (int i = 0; i < parts_of<C::width>; ++i) {
        auto const bit = static_cast<unsigned>(i * P);
        auto const m = active_part<P>(e, i);
        auto const gone = simd::mask_andnot<P>(m, p.at(i, m));
        now.word[bit / 64] &= ~(std::uint64_t{simd::mask_bits<P>(gone)} << (bit % 64));
      }
      if (any_bit(now)) {
        set_active(e, now);
        return true;
      }
    }
  }
  s.finished = true;
  set_active_again(e, frame.from_all, s.entered);
  if (e.removed_any) drop_removed(e);
  return false;
}

}  // namespace simt::inline SIMT_ABI::detail

#define SIMT_DETAIL_DO(f, s)                                                   \
  switch (::simt::detail::frame_scope f(::simt::detail::flow_frame::loop); 0)  \
  default:                                                                     \
    switch (::simt::detail::do_scope s(f.frame()); 0)                          \
    default:                                                                   \
      do
/// do … while (c) for threads that may part: simt_do { … } simt_do_while (c);
/// - CUDA:    do … while
#define simt_do SIMT_DETAIL_DO(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_))
#define simt_do_while(...) while (::simt::detail::do_test(SIMT_DETAIL_LAMBDA(__VA_ARGS__)))

SIMT_DETAIL_QUIET_END
