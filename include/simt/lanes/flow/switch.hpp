#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/frame.hpp>
#include <simt/lanes/flow/scope.hpp>
#include <simt/lanes/varying.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The state of a simt_switch. Its body runs once for the lanes that some case names and, where
/// there are others, once more for the default.
class switch_base {
 protected:
  /// Restores the lanes that came in where the statement ends before its time.
  SIMT_COLD void abandoned() {
    auto& e = active_mask();
    set_active_again(e, all_, entered_);
    e.prefix = prefix_;
    if (e.removed_any) drop_removed(e);
    scope_abandoned();
  }

  lane_bits entered_;    // lanes that came in
  lane_bits unmatched_;  // those that no case has named yet
  bool all_;
  int prefix_;
  int pass_ = 0;
  bool default_seen_ = false;
};
/// The scope of a simt_switch over a varying.
template <int W>
class switch_scope : switch_base {
 public:
  SIMT_INLINE switch_scope(varying<long long, W> const& x, flow_frame& f) : x_(x) {
    f.switch_state = this;
    f.switch_case = [](void* s, long long v, bool fallback) {
      static_cast<switch_scope*>(s)->match(v, fallback);
    };
    begin();
  }
  switch_scope(switch_scope const&) = delete;
  switch_scope& operator=(switch_scope const&) = delete;
  ~switch_scope() noexcept(false) {
    if (pass_ >= 0) [[unlikely]]
      abandoned();
  }
  SIMT_COLD bool next() {
    auto& e = active_mask();
    ++pass_;
    if (pass_ == 1 || (pass_ == 2 && default_seen_ && any_bit(unmatched_))) {
      set_active(e, lane_bits{});
      return true;
    }
    set_active_again(e, all_, entered_);
    e.prefix = prefix_;
    if (e.removed_any) drop_removed(e);
    pass_ = -1;
    return false;
  }

 private:
  SIMT_COLD void begin() {
    auto& e = active_mask();
    entered_ = unmatched_ = active_bits(e);
    all_ = e.all;
    prefix_ = e.prefix;
  }
  SIMT_COLD void match(long long v, bool fallback) {
    auto& e = active_mask();
    lane_bits now = active_bits(e);
    if (fallback) {
      default_seen_ = true;
      if (pass_ == 2)
        for (int w = 0; w < max_lanes / 64; ++w) now.word[w] |= unmatched_.word[w];
    } else if (pass_ == 1) {
      for (int l = 0; l < W; ++l) {
        auto const bit = std::uint64_t{1} << (l % 64);
        if ((unmatched_.word[l / 64] & bit) != 0 && x_.lane(l) == v) {
          now.word[l / 64] |= bit;
          unmatched_.word[l / 64] &= ~bit;
        }
      }
    }
    set_active(e, now);
    if (e.removed_any) drop_removed(e);
  }
  varying<long long, W> x_;
};
/// The scope of a simt_switch over a uniform.
class uniform_switch : switch_base {
 public:
  SIMT_INLINE uniform_switch(long long x, flow_frame& f) : x_(x) {
    f.switch_state = this;
    f.switch_case = [](void* s, long long v, bool fallback) {
      static_cast<uniform_switch*>(s)->match(v, fallback);
    };
    auto const& e = active_mask();
    entered_ = active_bits(e);
    all_ = e.all;
    prefix_ = e.prefix;
  }
  uniform_switch(uniform_switch const&) = delete;
  uniform_switch& operator=(uniform_switch const&) = delete;
  ~uniform_switch() noexcept(false) {
    if (pass_ >= 0) [[unlikely]]
      abandoned();
  }
  SIMT_COLD bool next() {
    auto& e = active_mask();
    ++pass_;
    if (pass_ == 1 || (pass_ == 2 && default_seen_ && !matched_)) {
      set_active(e, lane_bits{});
      return true;
    }
    set_active_again(e, all_, entered_);
    e.prefix = prefix_;
    if (e.removed_any) drop_removed(e);
    pass_ = -1;
    return false;
  }

 private:
  SIMT_COLD void match(long long v, bool fallback) {
    auto& e = active_mask();
    if (fallback) default_seen_ = true;
    if (fallback ? pass_ == 2 : pass_ == 1 && !matched_ && v == x_) {
      if (!fallback) matched_ = true;
      set_active_again(e, all_, entered_);
      if (e.removed_any) drop_removed(e);
    }
  }
  long long x_;
  bool matched_ = false;
};
template <class X>
SIMT_INLINE auto make_switch(X&& x, flow_frame& f) {
  if constexpr (uniform_value<X>)
    return uniform_switch(static_cast<long long>(static_cast<lane_type<X>>(std::forward<X>(x))), f);
  else
    return switch_scope<plain<X>::width>(varying<long long, plain<X>::width>(std::forward<X>(x)),
                                         f);
}
/// Makes the lanes active that go into the innermost switch at case v, or at the default.
/// - Errors: flow_fault outside of simt_switch
SIMT_COLD inline void switch_case(long long v, bool fallback) {
  auto* f = active_mask().top;
  while (f != nullptr && f->kind == flow_frame::loop) f = f->outer;
  if (f == nullptr || f->kind != flow_frame::switch_body)
    throw_flow("simt_case or simt_default outside of simt_switch");
  f->switch_case(f->switch_state, v, fallback);
}

}  // namespace simt::inline SIMT_ABI::detail

#define SIMT_DETAIL_SWITCH(f, s, ...)                                                  \
  switch (::simt::detail::frame_scope f(::simt::detail::flow_frame::switch_body); 0)   \
  default:                                                                             \
    for (auto s = ::simt::detail::make_switch(__VA_ARGS__, f.frame()); s.next();)
/// switch for threads that may part, with fall-through: simt_switch (x) { simt_case (1) …;
/// simt_break; simt_default …; }
/// - CUDA:    switch
#define simt_switch(...)                                                                 \
  SIMT_DETAIL_SWITCH(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_switch_), \
                     __VA_ARGS__)
#define simt_case(...) ::simt::detail::switch_case(static_cast<long long>(__VA_ARGS__), false);
#define simt_default ::simt::detail::switch_case(0, true);

SIMT_DETAIL_QUIET_END
