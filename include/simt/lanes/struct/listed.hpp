#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/struct/place_base.hpp>

#include <utility>

/// Lists the members of a struct, next to it and in its namespace, so that values and places of it
/// have them by name:
///     struct sphere { float x, y, radius; int hits; };
///     SIMT_STRUCT(sphere, x, y, radius, hits)
///     varying<sphere> s = p[i];  s.x += 1.0f;  p[i].hits = 3;  p[i] = s;
/// - CUDA:    nothing: members have their names
/// - Needs:   all data members, each of them once: numbers, pointers, vectors of CUDA's and other
///            listed structs, no arrays; before the struct's first use in a kernel
/// - Order:   assignment, also of one member, changes the active lanes only
/// - Cost:    a varying<sphere> is a register for each member; a member of memory is a strided load
/// - Source:  ours
#define SIMT_STRUCT(Struct, ...)                                                                  \
  template <class SimtKind>                                                                       \
  struct Struct##_simt_members {                                                                  \
    using simt_self = Struct##_simt_members;                                                      \
    SIMT_DETAIL_EACH(SIMT_DETAIL_MEMBER_OF, Struct, __VA_ARGS__)                                  \
    Struct##_simt_members() = default;                                                            \
    template <class SimtMake>                                                                     \
    SIMT_INLINE Struct##_simt_members(::std::in_place_t, SimtMake&& simt_make)                    \
        : SIMT_DETAIL_EACH(SIMT_DETAIL_MAKE_MEMBER, Struct, __VA_ARGS__) simt_end_() {}           \
    template <class SimtVisit>                                                                    \
    SIMT_INLINE static void simt_each(SimtVisit&& simt_visit) {                                   \
      SIMT_DETAIL_EACH(SIMT_DETAIL_VISIT_MEMBER, Struct, __VA_ARGS__)                             \
    }                                                                                             \
    [[no_unique_address]] ::simt::detail::end_of_members<Struct> simt_end_;                       \
  };                                                                                              \
  struct Struct##_simt_list {                                                                     \
    template <class SimtKind>                                                                     \
    using members = Struct##_simt_members<SimtKind>;                                              \
  };                                                                                              \
  Struct##_simt_list simt_list_of(Struct const*);

#define SIMT_DETAIL_MEMBER_OF(Struct, m) typename SimtKind::template type<decltype(Struct::m)> m;
#define SIMT_DETAIL_MAKE_MEMBER(Struct, m) m(simt_make(&Struct::m, &simt_self::m)),
#define SIMT_DETAIL_VISIT_MEMBER(Struct, m) simt_visit(&Struct::m, &simt_self::m);

// f(Struct, m) for each m of up to 85.
#define SIMT_DETAIL_EACH(f, Struct, ...) \
  __VA_OPT__(SIMT_DETAIL_AGAIN(SIMT_DETAIL_EACH_STEP(f, Struct, __VA_ARGS__)))
#define SIMT_DETAIL_EACH_STEP(f, Struct, m, ...) \
  f(Struct, m) __VA_OPT__(SIMT_DETAIL_EACH_NEXT SIMT_DETAIL_PARENS(f, Struct, __VA_ARGS__))
#define SIMT_DETAIL_EACH_NEXT() SIMT_DETAIL_EACH_STEP
#define SIMT_DETAIL_PARENS ()
#define SIMT_DETAIL_AGAIN(...) \
  SIMT_DETAIL_AGAIN_3(SIMT_DETAIL_AGAIN_3(SIMT_DETAIL_AGAIN_3(SIMT_DETAIL_AGAIN_3(__VA_ARGS__))))
#define SIMT_DETAIL_AGAIN_3(...) \
  SIMT_DETAIL_AGAIN_2(SIMT_DETAIL_AGAIN_2(SIMT_DETAIL_AGAIN_2(SIMT_DETAIL_AGAIN_2(__VA_ARGS__))))
#define SIMT_DETAIL_AGAIN_2(...) \
  SIMT_DETAIL_AGAIN_1(SIMT_DETAIL_AGAIN_1(SIMT_DETAIL_AGAIN_1(SIMT_DETAIL_AGAIN_1(__VA_ARGS__))))
#define SIMT_DETAIL_AGAIN_1(...) __VA_ARGS__

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

template <class Struct>
struct end_of_members {};

/// The members of a listed struct, each as the type that Kind gives for its own.
template <class T, class Kind>
using members_of =
    typename decltype(simt_list_of(static_cast<T const*>(nullptr)))::template members<Kind>;

template <int W>
struct as_varying {
  template <class M>
  struct checked {
    static_assert(!std::is_array_v<M>,
                  "simt: SIMT_STRUCT: a member that is an array has no name for each thread: leave "
                  "the struct unlisted and reach it as p[i]->*&S::member");
    using type = varying<std::remove_cv_t<std::remove_all_extents_t<M>>, W>;
  };
  template <class M>
  using type = typename checked<M>::type;
};
template <class T, class Index, std::ptrdiff_t Stride>
struct as_place {
  template <class M>
  using type = decltype(strided_place<Stride>(static_cast<same_const<M, T>*>(nullptr),
                                              std::declval<Index const&>()));
};

}  // namespace detail

/// A listed struct for each thread: its members are varyings.
template <class T, int W>
requires detail::listed_struct<T>
class varying<T, W> : public aggregate_tag, public detail::members_of<T, detail::as_varying<W>> {
 public:
  using value_type = T;
  static constexpr int width = W;
  using members = detail::members_of<T, detail::as_varying<W>>;

  varying() = default;
  varying(varying const&) = default;
  /// Every lane gets the uniform u.
  SIMT_INLINE varying(T const& u)
      : members(std::in_place, [&](auto m, auto) SIMT_LAMBDA_INLINE { return u.*m; }) {}
  template <class P>
  requires detail::is_aggregate_place<detail::plain<P>> SIMT_INLINE varying(P&& p)
      : varying(detail::plain<P>::read(std::forward<P>(p))) {}
  /// For the library's own use: each member is make(&T::m, &members::m).
  template <class F>
  SIMT_INLINE varying(std::in_place_t, F&& make) : members(std::in_place, make) {}

  varying& operator=(varying const&) & = default;
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  [[nodiscard]] T const lane(int l) const {  // const: not to be assigned to
    T r{};
    members::simt_each([&](auto m, auto mine) { r.*m = (this->*mine).lane(l); });
    return r;
  }
  void set_lane(int l, T const& t) {
    members::simt_each([&](auto m, auto mine) { (this->*mine).set_lane(l, t.*m); });
  }

  SIMT_DETAIL_NOT_ONE(T)
};

namespace detail {

/// The place of a listed struct for each lane: its members are places, too.
template <class T, class Index, std::ptrdiff_t Stride>
requires listed_struct<T>
class aggregate_place<T, Index, Stride>
    : public struct_place_base<aggregate_place<T, Index, Stride>, T, Index, Stride>,
      public members_of<std::remove_cv_t<T>, as_place<T, Index, Stride>> {
  using base = struct_place_base<aggregate_place, T, Index, Stride>;
  using base::p_, base::i_;

 public:
  using base::width, base::operator=;
  using typename base::result, typename base::value_type;
  using members = members_of<std::remove_cv_t<T>, as_place<T, Index, Stride>>;

  SIMT_INLINE aggregate_place(T* p, Index const& i)
      : base(p, i), members(std::in_place, [&](auto m, auto) SIMT_LAMBDA_INLINE {
          return strided_place<Stride>(&(p->*m), i);
        }) {}
  aggregate_place(aggregate_place const&) = default;

  SIMT_INLINE result load() const {
    return result(std::in_place, [&](auto m, auto) SIMT_LAMBDA_INLINE {
      return strided_place<Stride>(&(p_->*m), i_).load();
    });
  }
  SIMT_INLINE void store(result const& o) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    result::members::simt_each([&](auto m, auto mine) SIMT_LAMBDA_INLINE {
      strided_place<Stride>(&(p_->*m), i_).store(o.*mine);
    });
  }
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& o) const {
    store(o.load());
    return *this;
  }
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
