#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/operators.hpp>

#include <exception>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

/// The turns of a simt_if, unrolled. The switch lets an `else` that follows find its if.
#ifdef __clang__
#define SIMT_DETAIL_UNROLL_TURNS _Pragma("clang loop unroll(full)")
#else
#define SIMT_DETAIL_UNROLL_TURNS _Pragma("GCC unroll 3")
#endif
#define SIMT_DETAIL_BOTH_SIDES(turn, s, ...)                                           \
  switch (int turn = 0; 0)                                                            \
  case 0:                                                                             \
  default:                                                                            \
    SIMT_DETAIL_UNROLL_TURNS for (auto s = __VA_ARGS__; turn < s.turns; s.next(turn), ++turn)

// Control flow for threads that may part: statements that run each side under the mask of the lanes
// that want it. Every statement also takes a uniform condition, at the cost of the plain C++ one.
namespace simt::inline SIMT_ABI::detail {

/// Misuse of a masked statement; the engine adds kernel, block and thread.
struct flow_fault {
  char const* what;
};

[[noreturn]] SIMT_COLD inline void throw_flow(char const* what) { throw flow_fault{what}; }

inline constexpr char const* left_by_plain_statement =
    "a plain break, return or goto left simt_if, simt_while, simt_for, simt_do or simt_switch: write "
    "simt_break, simt_continue or simt_return there";

/// A scope ends before its statement has: by an exception, by simt_return, or by a mistake. The
/// scopes pass nothing of themselves, so that their masks stay in registers.
SIMT_COLD inline void scope_abandoned() {
  if (!exec().leaving && std::uncaught_exceptions() == 0) throw_flow(left_by_plain_statement);
}

/// Whether threads may leave the flow within a statement: by simt_break, simt_continue or
/// simt_return, or a failed assertion. Where none does, all come out of it again that went in, and
/// the masks that it saved hold: no question at each end, and no branch behind which the compiler
/// knows less of the mask. Lane forms know it by their text.
enum class leavers { possible, none };

/// Takes out of a mask again those who left within the statement whose mask that is.
template <int W, leavers L>
SIMT_INLINE void exec_keep_out(exec_state& e) {
  if constexpr (L == leavers::possible)
    if (e.removed_any) [[unlikely]]
      exec_drop_removed<W>(e);
}

/// Restores a mask that was saved as parts. Lanes that left meanwhile stay out.
template <int P, int N, leavers L>
SIMT_INLINE void exec_restore(exec_state& e, bool was_all, simd::part_mask<P> const* saved,
                              int prefix) {
  if (was_all) {
    e.all = true;
  } else if constexpr (P != 1) {
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.k[i] = saved[i]; });
    e.all = false;
  }
  e.prefix = prefix;
  exec_keep_out<P, L>(e);
}

/// After a statement in front of which, as the compiler knows, not all lanes were active: nor are
/// they now. It does not see that where ways with and without changes of the mask come together.
SIMT_INLINE void exec_stay_partial(bool was_all) {
  if (__builtin_constant_p(was_all) && !was_all) exec().all = false;
}

/// The turns of a simt_if, which take its sides or skip them: one for each side, always both, so
/// that compilers unroll the loop that they are: after that the mask's state is known on either.
class two_sides {
 public:
  static constexpr int turns = 2;
  // The turn is a variable of the statement itself: g++ counts the turns only of a loop whose
  // counter is no member.
  SIMT_INLINE static constexpr bool is_first(int turn) { return turn == 0; }
  SIMT_INLINE bool skipped(int turn) const { return turn == 0 ? !first_ : !second_; }

 protected:
  SIMT_INLINE void only_otherwise() {
    first_ = false;
    second_ = true;
  }
  bool first_ = true;
  bool second_ = false;
  bool ended_ = false;
};

struct saved_mask;
/// The same with a turn before them that takes the first side where the mask is not what it mostly
/// is: so there is a copy of that side for the usual case, in which the mask is known. What a side
/// needs is done by skipped(), right before it: behind a join of both ways nothing would be known.
class guarded_sides {
 public:
  static constexpr int turns = 3;
  SIMT_INLINE static constexpr bool is_first(int turn) { return turn != 2; }

 protected:
  saved_mask* saved_ = nullptr;  // of the unusual case
  bool second_ = false;
  bool ended_ = false;
};

/// Masks of a statement that is mixed where it hardly ever is. They lie in a list, not on the stack
/// of the statement, whose own state stays in registers, and not in a stack of their own: gangs that
/// wait at a barrier inside an if end it in another order than they began it.
struct saved_mask {
  lane_bits before;
  lane_bits taken;
  int prefix;
  saved_mask* next;
};
class saved_mask_pool {
 public:
  constexpr saved_mask_pool() = default;
  ~saved_mask_pool() {
    while (free_ != nullptr) delete std::exchange(free_, free_->next);
  }
  saved_mask_pool(saved_mask_pool const&) = delete;
  saved_mask_pool& operator=(saved_mask_pool const&) = delete;

  saved_mask* take() {
    if (free_ == nullptr) return new saved_mask;
    return std::exchange(free_, free_->next);
  }
  void give(saved_mask* s) { s->next = std::exchange(free_, s); }

 private:
  saved_mask* free_ = nullptr;
};
inline thread_local saved_mask_pool saved_masks;

inline lane_bits range_bits(std::ptrdiff_t lo, std::ptrdiff_t hi) {
  lane_bits b = {};
  for (std::ptrdiff_t w = 0; w < max_lanes / 64; ++w) {
    auto const upto = [](std::ptrdiff_t n) {
      return n <= 0 ? std::uint64_t{0} : n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
    };
    b.word[w] = upto(hi - 64 * w) & ~upto(lo - 64 * w);
  }
  return b;
}
inline bool any_bit(lane_bits const& b) {
  std::uint64_t r = 0;
  for (auto w : b.word) r |= w;
  return r != 0;
}
/// The number of lanes in b where they are the first ones, else -1.
inline int prefix_of(lane_bits const& b) {
  int n = 0;
  for (auto const w : b.word) n += std::popcount(w);
  return any_bit(bits_without(b, range_bits(0, n))) ? -1 : n;
}

/// The masks of a statement whose lanes part by data or by their own coordinates.
template <int W, leavers L>
class parted_lanes {
  static constexpr int P = part_lanes<W>;
  static constexpr int N = parts_of<W>;
  using M = simd::part_mask<P>;

 public:
  /// Works out p. Returns as bits which sides have lanes: 1 the first, 2 the second.
  template <class Pred>
  SIMT_INLINE int part(Pred const& p, M (&take)[N]) {
    auto& e = exec();
    was_all_ = e.all;
#if SIMT_ISA_AVX512
    if constexpr ((is_whole_box<Pred> && W >= 64) ||
                  (std::is_same_v<Pred, varying<bool, W>> && has_mask_words<W>))
      return part_words(p, take);
#endif
    auto some = simd::mask_none<P>();
    auto rest = simd::mask_none<P>();
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { saved_[i] = exec_part<P>(e, i); });
    exec_keeping([&]() SIMT_LAMBDA_INLINE {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        take[i] = p.at(i, saved_[i]);
        other_[i] = simd::mask_andnot<P>(saved_[i], take[i]);
        some = simd::mask_or<P>(some, take[i]);
        rest = simd::mask_or<P>(rest, other_[i]);
      });
    });
    if (!simd::mask_any<P>(rest)) return simd::mask_any<P>(some) ? 1 : 0;
    return simd::mask_any<P>(some) ? 3 : 2;
  }
  SIMT_INLINE void enter(M const (&take)[N]) {
    auto& e = exec();
    mixed_ = true;
    prefix_ = e.prefix;
    set_mask(e, take);
  }
  SIMT_INLINE void otherwise() const {
    if (!mixed_) return;
    auto& e = exec();
    set_mask(e, other_);
    exec_keep_out<W, L>(e);
  }
  SIMT_INLINE void leave() const {
    if (mixed_) exec_restore<P, N, L>(exec(), was_all_, saved_, prefix_);
  }

 private:
  SIMT_INLINE static void set_mask(exec_state& e, M const* m) {
    if constexpr (P == 1) {
      e.all = m[0];
    } else {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.k[i] = m[i]; });
      e.all = false;
    }
    e.prefix = -1;
  }

#if SIMT_ISA_AVX512
  /// part() of masks that come as words: no loop over the parts.
  template <class Pred>
  SIMT_INLINE int part_words(Pred const& p, M (&take)[N]) {
    auto& e = exec();
    auto live = words_of<W>(e.k);
    if (e.all) live = ~mask_words<W>{};
    mask_words<W> taken;
    if constexpr (std::is_same_v<Pred, varying<bool, W>>) {
      taken = words_of<W>(p.k);
    } else {
      p.fill(take);
      taken = words_of<W>(take);
    }
    taken &= live;
    auto const other = live & ~taken;
    set_words<W>(take, taken);
    set_words<W>(saved_, live);
    set_words<W>(other_, other);
    std::uint64_t some = 0, rest = 0;
    simd::each<W / 64>([&](int i) SIMT_LAMBDA_INLINE {
      some |= simd::get<std::uint64_t, W / 64>(taken, i);
      rest |= simd::get<std::uint64_t, W / 64>(other, i);
    });
    return (some != 0 ? 1 : 0) | (rest != 0 ? 2 : 0);
  }
#endif

  M saved_[N];
  M other_[N];
  bool was_all_ = false;
  bool mixed_ = false;
  int prefix_ = -1;
};

/// What enter_guard found: which sides have lanes, and the masks to go back to where the first has.
/// (They come even where all lanes take it, so that whoever asks at all goes on with masks: what was
/// known of the mask on the way that did not ask stays known.)
struct guard_entry {
  saved_mask* saved;
  bool rest;
};
template <int W, class Pred>
SIMT_COLD guard_entry enter_guard(Pred p) {
  constexpr int P = part_lanes<W>;
  auto& e = exec();
  lane_bits const before = exec_bits(e);
  lane_bits taken = {};
  for (int i = 0; i < parts_of<W>; ++i) {
    auto const bit = static_cast<unsigned>(i * P);
    taken.word[bit / 64] |= std::uint64_t{simd::mask_bits<P>(p.at(i, exec_part<P>(e, i)))}
                            << (bit % 64);
  }
  if (!any_bit(taken)) return {nullptr, true};
  auto* const s = saved_masks.take();
  s->before = before;
  s->taken = taken;
  s->prefix = e.prefix;
  exec_from_bits(e, taken);
  e.prefix = prefix_of(taken);
  return {s, any_bit(bits_without(before, taken))};
}
SIMT_COLD inline bool guard_switch_sides(saved_mask const* s) {
  auto& e = exec();
  exec_from_bits(e, bits_without(s->before, s->taken));
  if (e.removed_any) drop_removed(e);
  return e.removed_any;
}
SIMT_COLD inline bool guard_restore(saved_mask* s) {
  auto& e = exec();
  exec_from_bits(e, s->before);
  e.prefix = s->prefix;
  saved_masks.give(s);
  return e.removed_any;
}
/// The other side of the statement.
SIMT_INLINE void guard_otherwise(saved_mask const* s) {
  auto& e = exec();
  bool const removed = guard_switch_sides(s);
  exec_still_partial(e, removed);
}
/// The end of the statement. `was_all`: all lanes were active before it.
template <leavers L>
SIMT_INLINE void guard_leave(saved_mask* s, bool was_all) {
  auto& e = exec();
  bool const removed = guard_restore(s);
  e.all = was_all;
  e.removed_any = removed;
  exec_keep_out<2, L>(e);
}

/// A statement with two sides over a predicate of W lanes. State changes only where lanes differ.
template <int W, leavers L>
class if_scope : public two_sides {
 public:
  template <class Pred>
  SIMT_INLINE explicit if_scope(Pred const& p) : from_all_(exec().all) {
    int const q = p.quick();
    if (q == 1) return;
    if (q == 0) {
      only_otherwise();
      return;
    }
    simd::part_mask<part_lanes<W>> take[parts_of<W>];
    int const sides = lanes_.part(p, take);
    first_ = (sides & 1) != 0;
    second_ = (sides & 2) != 0;
    if (sides == 3) lanes_.enter(take);
  }
  if_scope(if_scope const&) = delete;
  if_scope& operator=(if_scope const&) = delete;
  SIMT_INLINE ~if_scope() noexcept(false) {
    if (!ended_) [[unlikely]] {
      lanes_.leave();
      scope_abandoned();
    }
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 0) {
      lanes_.otherwise();
    } else {
      lanes_.leave();
      exec_stay_partial(from_all_);
      ended_ = true;
    }
  }

 private:
  parted_lanes<W, L> lanes_;
  bool from_all_;
};

/// The lanes lo … hi-1 of a gang that was full before.
template <int W>
SIMT_INLINE void fill_range(exec_state& e, std::ptrdiff_t lo, std::ptrdiff_t hi) {
  constexpr int P = part_lanes<W>;
  constexpr int N = parts_of<W>;
#if SIMT_ISA_AVX512
  if constexpr (N % 4 == 0) {  // four parts are one word
    simd::each<N / 4>([&](int i) SIMT_LAMBDA_INLINE {
      auto const upto = [](std::ptrdiff_t n) SIMT_LAMBDA_INLINE {
        auto const c = n < 0 ? 0u : n > 64 ? 64u : static_cast<unsigned>(n);
        return _bzhi_u64(~std::uint64_t{0}, c);
      };
      std::uint64_t word = upto(hi - 64 * i);
      if (lo > 0) word &= ~upto(lo - 64 * i);
      __builtin_memcpy(&e.k[4 * i], &word, sizeof word);
    });
    return;
  }
#endif
  range_predicate<W, false> const r(lo, hi);
  simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.k[i] = r.at(i, simd::mask_full<P>()); });
}
/// The lanes outside lo … hi-1 of a gang that was full before.
template <int W>
SIMT_COLD void fill_outside(std::ptrdiff_t lo, std::ptrdiff_t hi) {
  constexpr int P = part_lanes<W>;
  range_predicate<W, false> const r(lo, hi);
  for (int i = 0; i < parts_of<W>; ++i) {
    auto const full = simd::mask_full<P>();
    exec().k[i] = simd::mask_andnot<P>(full, r.at(i, full));
  }
}

/// The thread's own index below a bound (`tid < d`): the partial case is as likely as the full one
/// and therefore in line. Its usual case: all lanes were active, some of them take the first side.
template <int W, leavers L>
class range_scope : public guarded_sides {
 public:
  SIMT_INLINE explicit range_scope(range_predicate<W, true> const& p)
      : lo_(p.lo), hi_(p.hi), quick_(p.quick()), from_full_(exec().all) {}
  range_scope(range_scope const&) = delete;
  range_scope& operator=(range_scope const&) = delete;
  SIMT_INLINE ~range_scope() noexcept(false) {
    if (!ended_) [[unlikely]] {
      leave();
      scope_abandoned();
    }
  }
  SIMT_INLINE bool skipped(int turn) {
    auto& e = exec();
    if (turn == 2) return quick_ != 0 && !second_;
    if (turn == 0) {
      if (quick_ == 1) return false;
      if (quick_ == 0 || from_full_) return true;
      bool const removed = e.removed_any;
      auto const entry = enter_guard<W>(range_predicate<W, true>(lo_, hi_));
      exec_still_partial(e, removed);
      saved_ = entry.saved;
      second_ = entry.rest;
      return saved_ == nullptr;
    }
    if (quick_ >= 0 || !from_full_) return true;
    fill_range<W>(e, lo_, hi_);
    e.all = false;
    e.prefix = lo_ <= 0 ? static_cast<int>(hi_) : -1;
    second_ = true;
    return false;
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 0) {
      if (saved_ != nullptr) [[unlikely]]
        guard_otherwise(saved_);
    } else if (turn == 1) {
      if (quick_ < 0 && from_full_) {
        auto& e = exec();
        if (lo_ <= 0)
          fill_range<W>(e, hi_, W);
        else if (hi_ >= W)
          fill_range<W>(e, 0, lo_);
        else
          fill_outside<W>(lo_, hi_);
        e.all = false;
        e.prefix = -1;
        exec_keep_out<W, L>(e);
      }
    } else {
      leave();
      exec_stay_partial(from_full_);
      ended_ = true;
    }
  }

 private:
  SIMT_INLINE void leave() {
    auto& e = exec();
    if (quick_ < 0 && from_full_) {
      e.all = true;
      e.prefix = -1;
      exec_keep_out<W, L>(e);
    } else if (saved_ != nullptr) {
      guard_leave<L>(saved_, false);
    }
  }

  std::ptrdiff_t lo_, hi_;
  int quick_;
  bool from_full_;
};

/// Bounds that few gangs lie across (`i < n`, `x > 0 && x < width - 1`): decided by one look at
/// uniforms nearly always, so that the full case touches no state and the mixed one is out of line.
template <int W, class Pred, leavers L>
class guard_scope : public guarded_sides {
 public:
  SIMT_INLINE explicit guard_scope(Pred const& p)
      : p_(p), quick_(p.quick()), was_all_(exec().all) {}
  guard_scope(guard_scope const&) = delete;
  guard_scope& operator=(guard_scope const&) = delete;
  SIMT_INLINE ~guard_scope() noexcept(false) {
    if (!ended_) [[unlikely]] {
      leave();
      scope_abandoned();
    }
  }
  SIMT_INLINE bool skipped(int turn) {
    if (turn == 0) return usual() || !enter(p_);
    if (turn == 1) return !whole();
    return quick_ != 0 && !second_;
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 0) {
      if (saved_ != nullptr) [[unlikely]]
        guard_otherwise(saved_);
    } else if (turn == 2) {
      leave();
      exec_stay_partial(was_all_);
      ended_ = true;
    }
  }

 protected:
  template <class All>
  SIMT_INLINE bool enter(All const& p) {
    auto& e = exec();
    bool const removed = e.removed_any;
    auto const entry = enter_guard<W>(All(p));  // a copy: p itself must not need an address
    e.removed_any = removed;
    e.all = was_all_ && entry.saved == nullptr;
    saved_ = entry.saved;
    second_ = entry.rest;
    return saved_ != nullptr;
  }
  SIMT_INLINE void leave() {
    if (saved_ != nullptr) [[unlikely]]
      guard_leave<L>(saved_, was_all_);
  }

  SIMT_INLINE bool usual() const { return __builtin_expect(quick_ >= 0, 1); }
  SIMT_INLINE bool whole() const { return __builtin_expect(quick_ == 1, 1); }

  Pred p_;
  int quick_;
  bool was_all_;
};

/// Lanes that part by their own coordinates, and a bound beside that: `tid == 0 && x > 0`. The bound
/// drops out where it holds for the whole gang.
template <int W, class Own, class Guard, class Both, leavers L>
class own_and_guard_scope : public guard_scope<W, Guard, L> {
 public:
  SIMT_INLINE own_and_guard_scope(Own const& own, Guard const& guard, Both const& both)
      : guard_scope<W, Guard, L>(guard), own_(own), both_(both) {}
  own_and_guard_scope(own_and_guard_scope const&) = delete;
  own_and_guard_scope& operator=(own_and_guard_scope const&) = delete;
  SIMT_INLINE ~own_and_guard_scope() noexcept(false) {
    if (!this->ended_) [[unlikely]]
      lanes_.leave();
  }
  SIMT_INLINE bool skipped(int turn) {
    if (turn == 0) return this->usual() || !this->enter(both_);
    if (turn == 1) {
      if (!this->whole()) return true;
      int const o = own_.quick();
      if (o == 1) return false;
      this->second_ = true;
      if (o == 0) return true;
      simd::part_mask<part_lanes<W>> take[parts_of<W>];
      int const sides = lanes_.part(own_, take);
      this->second_ = (sides & 2) != 0;
      if (sides == 3) lanes_.enter(take);
      return (sides & 1) == 0;
    }
    return this->quick_ != 0 && !this->second_;
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 1) lanes_.otherwise();
    if (turn == 2) lanes_.leave();
    guard_scope<W, Guard, L>::next(turn);
  }

 private:
  Own own_;
  Both both_;
  parted_lanes<W, L> lanes_;
};

/// A condition that is the same for all threads: one turn, so that neither side is copied.
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

template <leavers L, int W, class Pred>
SIMT_INLINE auto make_lanes_if(Pred const& p) {
  return if_scope<W, L>(p);
}
template <leavers L, int W, class A, class B>
SIMT_INLINE auto make_lanes_if(and_predicate<A, B> const& p) {
  if constexpr (rarely_mixed<A> && !rarely_mixed<B>)
    return own_and_guard_scope<W, B, A, and_predicate<A, B>, L>(p.b, p.a, p);
  else if constexpr (rarely_mixed<B> && !rarely_mixed<A>)
    return own_and_guard_scope<W, A, B, and_predicate<A, B>, L>(p.a, p.b, p);
  else
    return if_scope<W, L>(p);
}

template <leavers L = leavers::possible, class C>
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

/// Publishes a frame for break, continue and return while a loop, switch or function is open.
class frame_scope {
 public:
  SIMT_INLINE explicit frame_scope(flow_frame::kind_t kind) {
    auto& e = exec();
    frame_.outer = e.top;
    frame_.kind = kind;
    frame_.left_any = false;
    frame_.continued_any = false;
    frame_.switch_state = nullptr;
    e.top = &frame_;
  }
  frame_scope(frame_scope const&) = delete;
  frame_scope& operator=(frame_scope const&) = delete;
  SIMT_INLINE ~frame_scope() {
    auto& e = exec();
    e.top = frame_.outer;
    if (e.removed_any) [[unlikely]] {
      unsigned const flags = bring_back(e);
      e.all = (flags & 1u) != 0;
      e.removed_any = (flags & 2u) != 0;
    }
  }
  SIMT_INLINE flow_frame& frame() { return frame_; }

  /// Lanes that left through this frame are members of the enclosing flow again. Returns `all` and, as
  /// bit 1, `removed_any`.
  SIMT_COLD unsigned bring_back(exec_state& e) {
    if (frame_.continued_any) {
      if (!frame_.left_any) frame_.left = {};
      frame_.left_any = true;
      for (int w = 0; w < max_lanes / 64; ++w) {
        frame_.left.word[w] |= frame_.continued.word[w];
      }
      frame_.continued_any = false;
    }
    if (!frame_.left_any) return (e.all ? 1u : 0u) | 2u;
    std::uint64_t some = 0;
    lane_bits now = exec_bits(e);
    for (int w = 0; w < max_lanes / 64; ++w) {
      auto const back = e.removed.word[w] & frame_.left.word[w];
      now.word[w] |= back;
      e.removed.word[w] &= ~back;
      some |= e.removed.word[w];
    }
    e.removed_any = some != 0;
    frame_.left_any = false;
    exec_from_bits(e, now);
    return (e.all ? 1u : 0u) | (e.removed_any ? 2u : 0u);
  }

 private:
  flow_frame frame_;
};

SIMT_INLINE void no_lane_active(exec_state& e) {
  e.removed_any = true;
  e.prefix = -1;
  e.all = false;
  if (e.width > 1)
    for (int i = 0; i < e.width / simd::native_lanes; ++i)
      e.k[i] = simd::mask_none<simd::native_lanes>();
}
/// Takes the active lanes out of the flow, into `into`.
SIMT_COLD inline void remove_active(exec_state& e, lane_bits& into, bool& any) {
  lane_bits const now = exec_bits(e);
  if (!e.removed_any) clear_bits(e.removed);
  if (!any) clear_bits(into);
  for (int w = 0; w < max_lanes / 64; ++w) {
    into.word[w] |= now.word[w];
    e.removed.word[w] |= now.word[w];
  }
  any = true;
  no_lane_active(e);
}
SIMT_COLD inline void flow_break() {
  auto& e = exec();
  for (auto* f = e.top; f != nullptr && f->kind != flow_frame::function; f = f->outer) {
    remove_active(e, f->left, f->left_any);
    return;
  }
  throw_flow("simt_break outside of simt_while, simt_do, simt_for and simt_switch");
}
SIMT_COLD inline void flow_continue() {
  auto& e = exec();
  for (auto* f = e.top; f != nullptr && f->kind != flow_frame::function; f = f->outer)
    if (f->kind == flow_frame::loop) {
      remove_active(e, f->continued, f->continued_any);
      return;
    }
  throw_flow("simt_continue outside of simt_while, simt_do and simt_for");
}
/// True where no lane of the kernel is left, so that the gang can really return.
SIMT_COLD inline bool flow_return() {
  auto& e = exec();
  auto* f = e.top;
  while (f != nullptr && f->kind != flow_frame::function) f = f->outer;
  if (f == nullptr) throw_flow("simt_return outside of a kernel or SIMT_DEVICE function");
  if (e.all && f->outer == nullptr && e.width > 1) {  // a whole gang's `if (i >= n) return;`
    f->left = e.removed = range_bits(0, e.width);
    f->left_any = true;
    clear_bits(e.live);
    no_lane_active(e);
    e.live_all = false;
    e.leaving = true;
    return true;
  }
  lane_bits const now = exec_bits(e);
  remove_active(e, f->left, f->left_any);
  if (f->outer != nullptr) return false;
  std::uint64_t some = 0;
  if (e.live_all) e.live = range_bits(0, e.width);
  for (int w = 0; w < max_lanes / 64; ++w) {
    e.live.word[w] &= ~now.word[w];
    some |= e.live.word[w];
  }
  e.live_all = false;
  e.leaving = some == 0;
  return e.leaving;
}
/// Lanes that continued take part in the next turn. Returns whether lanes are still removed.
SIMT_COLD inline bool take_up_continued(exec_state& e, flow_frame& f) {
  if (!f.continued_any) return e.removed_any;
  lane_bits now = exec_bits(e);
  std::uint64_t some = 0;
  for (int w = 0; w < max_lanes / 64; ++w) {
    now.word[w] |= f.continued.word[w];
    e.removed.word[w] &= ~f.continued.word[w];
    some |= e.removed.word[w];
  }
  e.removed_any = some != 0;
  f.continued_any = false;
  exec_from_bits(e, now);
  return e.removed_any;
}
SIMT_INLINE void resume_continued(exec_state& e, flow_frame& f) {
  bool const removed = take_up_continued(e, f);
  e.removed_any = removed;
}

/// simt_while and simt_for over a varying condition.
template <int W, leavers L>
class while_scope {
  static constexpr int P = part_lanes<W>;
  static constexpr int N = parts_of<W>;
  using M = simd::part_mask<P>;

 public:
  SIMT_INLINE while_scope() {
    auto& e = exec();
    was_all_ = e.all;
    prefix_ = e.prefix;
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { saved_[i] = live_[i] = exec_part<P>(e, i); });
  }
  while_scope(while_scope const&) = delete;
  while_scope& operator=(while_scope const&) = delete;
  SIMT_INLINE ~while_scope() noexcept(false) {
    if (!done_) [[unlikely]] {
      exec_restore<P, N, L>(exec(), was_all_, saved_, prefix_);
      scope_abandoned();
    }
  }

  template <class C>
  SIMT_INLINE bool test(C&& condition) {
    auto const p = as_predicate<W>(std::forward<C>(condition));
    auto& e = exec();
    int const q = p.quick();
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
      exec_restore<P, N, L>(e, was_all_, saved_, prefix_);
      return false;
    }
    if constexpr (P == 1) {
      e.all = true;
    } else {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.k[i] = live_[i]; });
      e.all = simd::mask_all<P>(every);
    }
    e.prefix = -1;
    return true;
  }
  SIMT_INLINE void next() {}
  /// At the end of a turn: lanes that left are dropped, those that continued come back.
  SIMT_INLINE void next(flow_frame& f) {
    auto& e = exec();
    if (e.removed_any) [[unlikely]] {
      resume_continued(e, f);
      for (int i = 0; i < N; ++i) live_[i] = exec_part<P>(e, i);
    }
  }

 private:
  M live_[N];
  M saved_[N];
  bool was_all_;
  bool done_ = false;
  int prefix_;
};

/// The same over a uniform condition: ends as well when every lane has left.
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
    auto& e = exec();
    if (condition && (e.all || any_active(e))) return true;
    done_ = true;
    return false;
  }
  SIMT_INLINE void next() {}
  SIMT_INLINE void next(flow_frame& f) {
    auto& e = exec();
    if (e.removed_any) [[unlikely]]
      resume_continued(e, f);
  }

 private:
  SIMT_COLD static bool any_active(exec_state const& e) { return exec_any(e); }
  bool done_ = false;
};

/// The scope of a loop over conditions of the type that f returns. f is not called: a loop that
/// held the condition as a function would hold the addresses of its variables, too.
template <leavers L = leavers::possible, class F>
SIMT_INLINE auto make_while(F const&) {
  using C = plain<std::invoke_result_t<F>>;
  if constexpr (uniform_value<C>)
    return uniform_while();
  else
    return while_scope<C::width, L>();
}

/// simt_do … simt_do_while (c): true while a lane wants another turn. The frame on top is the
/// loop's; it keeps the lanes that entered in `switch_state`'s place, as bits.
struct do_state {
  lane_bits entered;
  bool started = false;
  bool finished = false;
};
class do_scope {
 public:
  explicit do_scope(flow_frame& f) { f.switch_state = &state_; }
  do_scope(do_scope const&) = delete;
  do_scope& operator=(do_scope const&) = delete;
  ~do_scope() noexcept(false) {
    if (!state_.finished) [[unlikely]] {
      if (state_.started) {
        auto& e = exec();
        exec_from_bits(e, state_.entered);
        if (e.removed_any) drop_removed(e);
      }
      scope_abandoned();
    }
  }

 private:
  do_state state_;
};
template <class F>
SIMT_INLINE bool do_test(F f) {
  auto& e = exec();
  auto& frame = *e.top;
  auto& s = *static_cast<do_state*>(frame.switch_state);
  if (!s.started) {
    s.started = true;
    s.entered = exec_bits(e);
    for (int w = 0; w < max_lanes / 64; ++w) {
      if (frame.left_any) s.entered.word[w] |= frame.left.word[w];
      if (frame.continued_any) s.entered.word[w] |= frame.continued.word[w];
    }
  }
  if (e.removed_any) resume_continued(e, frame);
  lane_bits now = exec_bits(e);
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
        auto const m = exec_part<P>(e, i);
        auto const gone = simd::mask_andnot<P>(m, p.at(i, m));
        now.word[bit / 64] &= ~(std::uint64_t{simd::mask_bits<P>(gone)} << (bit % 64));
      }
      if (any_bit(now)) {
        exec_from_bits(e, now);
        return true;
      }
    }
  }
  s.finished = true;
  exec_from_bits(e, s.entered);
  if (e.removed_any) drop_removed(e);
  return false;
}

/// simt_switch: the body runs once for the lanes that some case names and, where there are others,
/// once more for the default.
class switch_base {
 protected:
  /// The statement ends before its time: the lanes that came in go on, wherever that is.
  SIMT_COLD void abandoned() {
    auto& e = exec();
    exec_from_bits(e, entered_);
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
    auto& e = exec();
    ++pass_;
    if (pass_ == 1 || (pass_ == 2 && default_seen_ && any_bit(unmatched_))) {
      exec_from_bits(e, lane_bits{});
      return true;
    }
    exec_from_bits(e, entered_);
    e.prefix = prefix_;
    if (e.removed_any) drop_removed(e);
    pass_ = -1;
    return false;
  }

 private:
  SIMT_COLD void begin() {
    auto& e = exec();
    entered_ = unmatched_ = exec_bits(e);
    all_ = e.all;
    prefix_ = e.prefix;
  }
  SIMT_COLD void match(long long v, bool fallback) {
    auto& e = exec();
    lane_bits now = exec_bits(e);
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
    exec_from_bits(e, now);
    if (e.removed_any) drop_removed(e);
  }
  varying<long long, W> x_;
};
class uniform_switch : switch_base {
 public:
  SIMT_INLINE uniform_switch(long long x, flow_frame& f) : x_(x) {
    f.switch_state = this;
    f.switch_case = [](void* s, long long v, bool fallback) {
      static_cast<uniform_switch*>(s)->match(v, fallback);
    };
    entered_ = exec_bits(exec());
    prefix_ = exec().prefix;
  }
  uniform_switch(uniform_switch const&) = delete;
  uniform_switch& operator=(uniform_switch const&) = delete;
  ~uniform_switch() noexcept(false) {
    if (pass_ >= 0) [[unlikely]]
      abandoned();
  }
  SIMT_COLD bool next() {
    auto& e = exec();
    ++pass_;
    if (pass_ == 1 || (pass_ == 2 && default_seen_ && !matched_)) {
      exec_from_bits(e, lane_bits{});
      return true;
    }
    exec_from_bits(e, entered_);
    e.prefix = prefix_;
    if (e.removed_any) drop_removed(e);
    pass_ = -1;
    return false;
  }

 private:
  SIMT_COLD void match(long long v, bool fallback) {
    auto& e = exec();
    if (fallback) default_seen_ = true;
    if (fallback ? pass_ == 2 : pass_ == 1 && !matched_ && v == x_) {
      if (!fallback) matched_ = true;
      exec_from_bits(e, entered_);
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
SIMT_COLD inline void switch_case(long long v, bool fallback) {
  auto* f = exec().top;
  while (f != nullptr && f->kind == flow_frame::loop) f = f->outer;
  if (f == nullptr || f->kind != flow_frame::switch_body)
    throw_flow("simt_case or simt_default outside of simt_switch");
  f->switch_case(f->switch_state, v, fallback);
}

/// What simt_return is made of: `simt_return;` and `simt_return(value);` are one macro, so the
/// name must work both as a statement and as a function.
struct no_result {};
template <class R>
struct returning {
  R& result;
  bool begun = false;
  struct taken {
    void operator+() const {}
  };
  template <class X>
  SIMT_INLINE taken operator()(X&& x) const {
    static_assert(!std::is_same_v<R, no_result const>,
                  "simt: a kernel returns no value: write simt_return;");
    result = std::forward<X>(x);
    return {};
  }
  void operator+() const {}
  bool begin() { return !std::exchange(begun, true); }
};
template <class R>
returning(R&) -> returning<R>;

/// Evaluates f() for the lanes of p only; the other lanes of the result are false.
template <int W, class Pred, class F>
SIMT_INLINE varying<bool, W> eval_under(Pred const& p, F const& f) {
  varying<bool, W> r(false);
  SIMT_DETAIL_BOTH_SIDES(turn, s, make_if(p))
    if (s.is_first(turn) && !s.skipped(turn)) r = varying<bool, W>(as_predicate<W>(f()));
  return r;
}
template <class P>
  requires(lane_value<P> || uniform_value<P>)
SIMT_INLINE auto lazy_and(P&& a, auto const& f) {
  using B = plain<decltype(f())>;
  if constexpr (uniform_value<P> && uniform_value<B>) {
    return static_cast<bool>(a) && static_cast<bool>(f());
  } else {
    constexpr int W = common_width<P, B>;
    return eval_under<W>(as_predicate<W>(std::forward<P>(a)), f);
  }
}
template <class P>
  requires(lane_value<P> || uniform_value<P>)
SIMT_INLINE auto lazy_or(P&& a, auto const& f) {
  using B = plain<decltype(f())>;
  if constexpr (uniform_value<P> && uniform_value<B>) {
    return static_cast<bool>(a) || static_cast<bool>(f());
  } else {
    constexpr int W = common_width<P, B>;
    varying<bool, W> const x(as_predicate<W>(std::forward<P>(a)));
    varying<bool, W> r = x;
    SIMT_DETAIL_BOTH_SIDES(turn, s, make_if(not_predicate<varying<bool, W>>(x)))
      if (s.is_first(turn) && !s.skipped(turn)) r = varying<bool, W>(as_predicate<W>(f()));
    return r;
  }
}

/// The type of c ? a : b: that of both sides, else what arithmetic makes of them.
template <class A, class B>
using select_type = std::conditional_t<std::is_same_v<lane_type<A>, lane_type<B>>, lane_type<A>,
                                       arithmetic_type<A, B>>;

template <class C, class A, class B>
SIMT_INLINE auto select_lazy(C&& c, A const& a, B const& b) {
  using X = plain<decltype(a())>;
  using Y = plain<decltype(b())>;
  using T = select_type<X, Y>;
  if constexpr (uniform_value<C> && uniform_value<X> && uniform_value<Y>) {
    return static_cast<bool>(c) ? static_cast<T>(a()) : static_cast<T>(b());
  } else {
    constexpr int W = uniform_value<C> ? common_width<X, Y> : width_of<plain<C>>;
    varying<T, W> r(T{});
    SIMT_DETAIL_BOTH_SIDES(turn, s, make_if(std::forward<C>(c)))
      if (s.skipped(turn)) {
      } else if (s.is_first(turn))
        r = a();
      else
        r = b();
    return r;
  }
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {
template <class A, class F>
  requires(detail::lane_value<A> || detail::uniform_value<A>)
SIMT_INLINE auto operator&&(A&& a, detail::lazy<F> const& b) {
  return detail::lazy_and(std::forward<A>(a), b.f);
}
template <class A, class F>
  requires(detail::lane_value<A> || detail::uniform_value<A>)
SIMT_INLINE auto operator||(A&& a, detail::lazy<F> const& b) {
  return detail::lazy_or(std::forward<A>(a), b.f);
}
}  // namespace simt::inline SIMT_ABI

/// What simt_return gives its value to where no SIMT_DEVICE function declares a result.
inline constexpr ::simt::detail::no_result simt_result_{};

#define SIMT_DETAIL_CAT2(a, b) a##b
#define SIMT_DETAIL_CAT(a, b) SIMT_DETAIL_CAT2(a, b)
#define SIMT_DETAIL_UNIQUE(a) SIMT_DETAIL_CAT(a, __COUNTER__)

#define SIMT_DETAIL_IF(turn, s, make, ...)           \
  SIMT_DETAIL_BOTH_SIDES(turn, s, make(__VA_ARGS__)) \
  if (s.skipped(turn)) {                             \
  } else if (s.is_first(turn))

/// if for threads that may part: `simt_if (c) … else simt_if (d) … else …`.
#define simt_if(...)                                                               \
  SIMT_DETAIL_IF(SIMT_DETAIL_UNIQUE(simt_turn_), SIMT_DETAIL_UNIQUE(simt_if_scope_), \
                 ::simt::detail::make_if, __VA_ARGS__)

#define SIMT_DETAIL_LAMBDA(...) [&]() SIMT_LAMBDA_INLINE { return (__VA_ARGS__); }

// Openers are switches, not ifs: an else that follows the statement must not be theirs.
#define SIMT_DETAIL_WHILE(f, s, step, ...)                                                     \
  switch (::simt::detail::frame_scope f(::simt::detail::flow_frame::loop); 0)                  \
  default:                                                                                     \
    for (auto s = ::simt::detail::make_while(SIMT_DETAIL_LAMBDA(__VA_ARGS__));                 \
         s.test(__VA_ARGS__);                                                              \
         s.next(f.frame()) step)

/// while for threads that may part.
#define simt_while(...)                                                                   \
  SIMT_DETAIL_WHILE(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_), , \
                    __VA_ARGS__)

#define SIMT_DETAIL_COMMA ,
/// for (init; cond; step) for threads that may part, with commas: simt_for (init, cond, step).
#define simt_for(init, cond, step)                                                     \
  switch (init; 0)                                                                     \
  default:                                                                             \
  SIMT_DETAIL_WHILE(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_),   \
                    SIMT_DETAIL_COMMA static_cast<void>(step), cond)

#define SIMT_DETAIL_DO(f, s)                                                   \
  switch (::simt::detail::frame_scope f(::simt::detail::flow_frame::loop); 0)  \
  default:                                                                     \
    switch (::simt::detail::do_scope s(f.frame()); 0)                          \
    default:                                                                   \
      do
/// simt_do … simt_do_while (c);
#define simt_do SIMT_DETAIL_DO(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_))
#define simt_do_while(...) while (::simt::detail::do_test(SIMT_DETAIL_LAMBDA(__VA_ARGS__)))

#define SIMT_DETAIL_SWITCH(f, s, ...)                                                  \
  switch (::simt::detail::frame_scope f(::simt::detail::flow_frame::switch_body); 0)   \
  default:                                                                             \
    for (auto s = ::simt::detail::make_switch(__VA_ARGS__, f.frame()); s.next();)
/// switch for threads that may part, with fall-through:
/// simt_switch (x) { simt_case (1) …; simt_break; simt_default …; }
#define simt_switch(...)                                                                 \
  SIMT_DETAIL_SWITCH(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_switch_), \
                     __VA_ARGS__)
#define simt_case(...) ::simt::detail::switch_case(static_cast<long long>(__VA_ARGS__), false);
#define simt_default ::simt::detail::switch_case(0, true);

/// The active threads leave the innermost masked loop or switch, go to its next turn, or return.
#define simt_break ::simt::detail::flow_break()
#define simt_continue ::simt::detail::flow_continue()
#define SIMT_DETAIL_RETURN(r)                                                   \
  for (::simt::detail::returning r{simt_result_};                               \
       r.begin() || __extension__({                                             \
         if (::simt::detail::flow_return()) return;                             \
         false;                                                                 \
       });)                                                                     \
  +r
#define simt_return SIMT_DETAIL_RETURN(SIMT_DETAIL_UNIQUE(simt_returning_))

/// b in `a && simt_lazy(b)` and `a || simt_lazy(b)`: evaluated for the threads that want it only.
#define simt_lazy(...) \
  ::simt::detail::lazy { SIMT_DETAIL_LAMBDA(__VA_ARGS__) }

/// c ? a : b, each side evaluated for the threads that take it.
#define simt_select(c, a, b) \
  ::simt::detail::select_lazy((c), SIMT_DETAIL_LAMBDA(a), SIMT_DETAIL_LAMBDA(b))

SIMT_DETAIL_QUIET_END
