#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/break_continue.hpp>
#include <simt/lanes/flow/scope.hpp>
#include <simt/lanes/predicate.hpp>

#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The scope of simt_while and simt_for over a varying condition.
template <int W, early_exits L>
class while_scope {
  static constexpr int P = part_lanes<W>;
  static constexpr int N = parts_of<W>;
  using M = simd::part_mask<P>;

 public:
  SIMT_INLINE while_scope() {
    auto& e = active_mask();
    was_all_ = e.all;
    prefix_ = e.prefix;
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { saved_[i] = live_[i] = active_part<P>(e, i); });
  }
  while_scope(while_scope const&) = delete;
  while_scope& operator=(while_scope const&) = delete;
  SIMT_INLINE ~while_scope() noexcept(false) {
    if (!done_) [[unlikely]] {
      restore_mask<P, N, L>(active_mask(), was_all_, saved_, prefix_);
      scope_abandoned();
    }
  }

  /// Begins a turn: keeps the lanes active for which the condition holds. Returns true if there are
  /// any; otherwise restores the lanes that entered.
  template <class C>
  SIMT_INLINE bool test(C&& condition) {
    auto const p = as_predicate<W>(std::forward<C>(condition));
    auto& e = active_mask();
    int const q = p.uniform_outcome();
    if (q == 1 && e.all) return true;
    auto some = simd::mask_none<P>();
    auto every = simd::mask_full<P>();
    if (q != 0)
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        live_[i] = p.at(i, live_[i]);
        some = simd::mask_or<P>(some, live_[i]);
        every = simd::mask_and<P>(every, live_[i]);
      });
    if (q == 0 || !simd::mask_any<P>(some)) {
      done_ = true;
      restore_mask<P, N, L>(e, was_all_, saved_, prefix_);
      return false;
    }
    if constexpr (P == 1) {
      e.all = true;
    } else {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.masks[i] = live_[i]; });
      e.all = simd::mask_all<P>(every);
      e.prefix = no_run;
    }
    return true;
  }
  SIMT_INLINE void next() {}
  /// Ends a turn: lanes that left are dropped, those that continued come back.
  SIMT_INLINE void next(flow_frame& f) {
    auto& e = active_mask();
    if (e.removed_any) [[unlikely]] {
      resume_continued(e, f);
      for (int i = 0; i < N; ++i) live_[i] = active_part<P>(e, i);
    }
  }

 private:
  M live_[N];
  M saved_[N];
  bool was_all_;
  bool done_ = false;
  int prefix_;
};

/// The scope of simt_while and simt_for over a uniform condition. It ends as well when every lane
/// has left.
class uniform_while {
 public:
  uniform_while() = default;
  uniform_while(uniform_while const&) = delete;
  uniform_while& operator=(uniform_while const&) = delete;
  SIMT_INLINE ~uniform_while() noexcept(false) {
    if (!done_) [[unlikely]]
      scope_abandoned();
  }
  SIMT_INLINE bool test(bool condition) {
    auto& e = active_mask();
    if (condition && (e.all || some_lane_active(e))) return true;
    done_ = true;
    return false;
  }
  SIMT_INLINE void next() {}
  SIMT_INLINE void next(flow_frame& f) {
    auto& e = active_mask();
    if (e.removed_any) [[unlikely]]
      resume_continued(e, f);
  }

 private:
  SIMT_COLD static bool some_lane_active(execution_mask const& e) {
    return any_active(e);
  }
  bool done_ = false;
};

/// Makes the scope of a loop over conditions of the type that f returns; f is not called.
// Why: a loop that held the condition as a function would hold the addresses of its variables, too.
template <early_exits L = early_exits::possible, class F>
SIMT_INLINE auto make_while(F const&) {
  using C = plain<std::invoke_result_t<F>>;
  if constexpr (uniform_value<C>)
    return uniform_while();
  else
    return while_scope<C::width, L>();
}

}  // namespace simt::inline SIMT_ABI::detail

// Openers are switches, not ifs: an `else` that follows the statement must not be theirs.
#define SIMT_DETAIL_WHILE(f, s, step, ...)                                                     \
  switch (::simt::detail::frame_scope f(::simt::detail::flow_frame::loop); 0)                  \
  default:                                                                                     \
    for (auto s = ::simt::detail::make_while(SIMT_DETAIL_LAMBDA(__VA_ARGS__));                 \
         s.test(__VA_ARGS__);                                                              \
         s.next(f.frame()) step)

/// while for threads that may part: `simt_while (c) …`.
/// - CUDA:    while
#define simt_while(...)                                                                   \
  SIMT_DETAIL_WHILE(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_), , \
                    __VA_ARGS__)

#define SIMT_DETAIL_COMMA ,
/// for (init; cond; step) for threads that may part, with commas: `simt_for (init, cond, step) …`.
/// - CUDA:    for
/// - Errors:  semicolons, and other than three parts, do not compile
#define simt_for(...)                                                                          \
  SIMT_DETAIL_FOR_OF(__VA_ARGS__, SIMT_DETAIL_FOR_PARTS, SIMT_DETAIL_FOR_PARTS,                \
                     SIMT_DETAIL_FOR_PARTS, SIMT_DETAIL_FOR, SIMT_DETAIL_FOR_PARTS,            \
                     SIMT_DETAIL_FOR_PARTS, )                                                  \
  (__VA_ARGS__)
#define SIMT_DETAIL_FOR_OF(a, b, c, d, e, f, chosen, ...) chosen
#define SIMT_DETAIL_FOR(init, cond, step)                                              \
  switch (init; 0)                                                                     \
  default:                                                                             \
  SIMT_DETAIL_WHILE(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_),   \
                    SIMT_DETAIL_COMMA static_cast<void>(step), cond)
#define SIMT_DETAIL_FOR_PARTS(...)                                                             \
  static_assert(false,                                                                         \
                "simt: simt_for takes three parts with commas between them: write simt_for "   \
                "(init, condition, step), and further variables in front of it");              \
  while (false)

SIMT_DETAIL_QUIET_END
