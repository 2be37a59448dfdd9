#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/operators.h>
#include <simt/lanes/flow/frame.hpp>
#include <simt/lanes/flow/return.hpp>
#include <simt/thread/launch.hpp>
#include <simt/thread/trap.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

// Calls: of device functions that have lane forms, and of others, thread by thread.
namespace simt::inline SIMT_ABI::cuda::lane {

/// The C++ expression of one thread that an operand stands for, as overload resolution needs it.
template <class A>
struct operand_type {
  using X = plain<A>;
  using T = scalar<X>;
  static constexpr bool is_const = [] {
    if constexpr (d::lane_element<X> || d::is_aggregate_place<X> || is_pointer_place<X>) {
      if constexpr (requires(X const& x) { x.address(); })
        return std::is_const_v<std::remove_pointer_t<decltype(std::declval<X const&>().address())>>;
      else
        return false;
    } else if constexpr (is_uniform_place<X>) {
      return std::is_const_v<std::remove_pointer_t<decltype((&std::declval<X const&>()).get())>>;
    } else if constexpr (is_uniform_struct<X>) {
      return std::is_const_v<std::remove_pointer_t<decltype(std::declval<X const&>().address())>>;
    } else {
      return std::is_const_v<std::remove_reference_t<A>>;
    }
  }();
  static constexpr bool is_lvalue =
      d::lane_element<X> || d::is_aggregate_place<X> || is_pointer_place<X> ||
      is_uniform_place<X> || is_uniform_struct<X> || std::is_array_v<T> ||
      (std::is_lvalue_reference_v<A> && (is_lane_varying<X> || width_of<X>() == 0));
  using Q = std::conditional_t<is_const, T const, T>;
  using type = std::conditional_t<is_lvalue, Q&, T>;
};
template <class A>
requires(width_of<A>() == 0 && std::is_same_v<scalar<A>, plain<A>>) struct operand_type<A> {
  using type = A&&;
};

/// Calls the lane form of a device function: `name` tells which one C++ would call.
#define SIMT_LANE_FUNCTION(...)                                                             \
  [](auto&&... simt_a) -> decltype(__VA_ARGS__(static_cast<decltype(simt_a)>(simt_a)...)) { \
    ::std::terminate();                                                                     \
  }
template <class G, class F, class... A>
SIMT_INLINE decltype(auto) call(G const& g, F const&, A&&... a) {
  using Form = std::invoke_result_t<F, typename operand_type<A>::type...>;
  return plain<Form>::simt_call(g, std::forward<A>(a)...);
}

/// The lane form that a function's address stands for: `decltype(form_of(&name))::simt_call(g, …)`.
template <class Form, class... P>
Form form_of(Form (*)(P...));

template <class G, class R>
struct result_variable {
  using type = var<G, R>;
};
template <class G>
struct result_variable<G, void> {
  using type = d::no_result;
};
/// What simt_return fills, thread by thread.
template <class G, class R>
using result = typename result_variable<G, std::remove_cv_t<R>>::type;

/// Calls the body of a device function that returns in several places.
template <class G, class R, class F, class... A>
SIMT_INLINE auto call_function(G const& g, A&&... a) {
  d::frame_scope const frame(d::flow_frame::function);
  result<G, R> r;
  F::simt_body(g, r, std::forward<A>(a)...);
  if constexpr (!std::is_void_v<R>) return r;
}

/// Calls the body of a lambda that returns in several places.
template <class G, class R, class F>
SIMT_INLINE auto call_lambda(F const& f) {
  d::frame_scope const frame(d::flow_frame::function);
  result<G, R> r;
  f(r);
  if constexpr (!std::is_void_v<R>) return r;
}

/// An argument as threads take it one after another.
template <class A, int W>
class held {
  using X = plain<A>;

 public:
  using T = scalar<X>;
  SIMT_INLINE explicit held(A& a) : a_(a), v_(get(a)) {}
  T& load(int l) {
    now_ = v_.lane(l);
    if constexpr (writes) before_ = now_;
    return now_;
  }
  void store(int l) {
    if constexpr (writes)
      if (__builtin_memcmp(&now_, &before_, sizeof(T)) != 0) {
        v_.set_lane(l, now_);
        changed_.word[l / 64] |= std::uint64_t{1} << (l % 64);
        any_ = true;
      }
  }
  void end() {
    if constexpr (writes)
      if (any_) {
        auto& e = d::active_mask();
        auto const bits = d::active_bits(e);
        d::set_active(e, changed_);
        a_ = v_;
        d::set_active(e, bits);
      }
  }

 private:
  static constexpr bool writes =
      !operand_type<A&>::is_const && operand_type<A&>::is_lvalue && !std::is_array_v<T>;
  A& a_;
  varying<T, W> v_;
  union {  // T may have no default constructor
    T now_;
  };
  union {
    T before_;
  };
  d::lane_bits changed_ = {};
  bool any_ = false;
};
/// Uniform arguments, and places that are the same for all, are what they are.
template <class A, int W>
requires(width_of<A>() == 0) class held<A, W> {
 public:
  explicit held(A& a) : a_(a) {}
  decltype(auto) load(int) {
    if constexpr (is_uniform_place<plain<A>>)
      return *(&a_).get();
    else if constexpr (is_uniform_struct<plain<A>>)
      return *a_.address();
    else
      return static_cast<A&>(a_);
  }
  void store(int) {}
  void end() {}

 private:
  A& a_;
};
/// Addresses of threads' own variables: of a copy.
template <class A, int W>
requires own_address<A>
class held<A, W> {
  using V = std::remove_cv_t<std::remove_pointer_t<plain<A>>>;

 public:
  using T = typename V::value_type;
  explicit held(A& a) : a_(const_cast<V*>(a)) {}
  T* load(int l) {
    now_ = a_->lane(l);
    return &now_;
  }
  void store(int l) { a_->set_lane(l, now_); }
  void end() {}

 private:
  V* a_;
  union {
    T now_;
  };
};
template <class A, int W>
requires is_lane_array<plain<A>>
class held<A, W> {
  using X = std::remove_cv_t<A>;
  using E = typename X::element;
  using Array = std::remove_cv_t<typename scalar_type<X>::type>;

 public:
  explicit held(A& a) : a_(const_cast<X&>(a)) {}
  Array& load(int l) {
    for (int i = 0; i < X::count; ++i) first()[i] = a_.a[i].lane(l);
    return now_;
  }
  void store(int l) {
    for (int i = 0; i < X::count; ++i) a_.a[i].set_lane(l, first()[i]);
  }
  void end() {}

 private:
  E* first() { return reinterpret_cast<E*>(&now_); }
  X& a_;
  Array now_;
};
template <class A, int W>
requires is_lane_memory<plain<A>>
class held<A, W> {
 public:
  explicit held(A& a) : a_(a) {}
  auto& load(int l) { return const_cast<std::remove_cv_t<A>&>(a_).s[l]; }
  void store(int) {}
  void end() {}

 private:
  A& a_;
};

/// Takes threads out of the kernel, as their own return does.
SIMT_COLD inline void end_lanes(d::lane_bits const& ended) {
  auto& e = d::active_mask();
  d::lane_bits const now = d::active_bits(e);
  d::set_active(e, ended);
  d::remove_active(e, e.root.left, e.root.left_any);
  if (e.live_all) e.live = d::range_bits(0, e.width);
  e.live = d::bits_without(e.live, ended);
  e.live_all = false;
  d::set_active(e, d::bits_without(now, ended));
}

SIMT_COLD inline void end_lanes_not_here() {
  auto const& e = d::active_mask();
  d::lane_bits const others = d::bits_without(d::live_bits(e), d::active_bits(e));
  if (d::any_bit(others)) end_lanes(others);
}
/// At the beginning of a kernel's last statement: threads that are not in it have ended.
SIMT_INLINE void others_end() {
  auto& e = d::active_mask();
  if (e.all) [[likely]]
    return;
  end_lanes_not_here();
  d::mask_still_partial(e);
}

/// Calls f for each thread that runs here, in ascending order, with that thread's arguments; what f
/// changes in them, or at addresses of local variables, is copied back. Gives the results.
template <class G, class F, class... A>
[[gnu::noinline]] auto by_lane_of(G const& g, F const& f, held<A, G::gang_width>... a) {
  constexpr int W = G::gang_width;
  using R = std::decay_t<decltype(f(a.load(0)...))>;
  g.enter_threads();
  d::lane_bits ended = {};
  bool any = false;
  auto const each = [&](auto const& run) {
    auto const bits = d::active_bits(d::active_mask());
    for (int l = 0; l < W; ++l) {
      if ((bits.word[l / 64] >> (l % 64) & 1u) == 0) continue;
      g.enter_thread(l);
      try {
        run(l);
      } catch (d::thread_ended const&) {
        ended.word[l / 64] |= std::uint64_t{1} << (l % 64);
        any = true;
      }
    }
  };
  auto const end = [&] {
    (a.end(), ...);
    if (any) end_lanes(ended);
  };
  if constexpr (std::is_void_v<R>) {
    each([&](int l) {
      f(a.load(l)...);
      (a.store(l), ...);
    });
    end();
  } else {
    varying<R, W> r{};
    each([&](int l) {
      r.set_lane(l, f(a.load(l)...));
      (a.store(l), ...);
    });
    end();
    return r;
  }
}
template <class G, class F, class... A>
SIMT_INLINE auto by_lane(G const& g, F const& f, A&&... a) {
  return by_lane_of<G, F, std::remove_reference_t<A>...>(
      g, f, held<std::remove_reference_t<A>, G::gang_width>(a)...);
}
/// Calls an object: a lambda of the kernel, or, by f, another for each thread that runs here.
template <class G, class F, class O, class... A>
SIMT_INLINE decltype(auto) call_object(G const& g, F const& f, O&& o, A&&... a) {
  if constexpr (is_lambda_form<plain<O>>)
    return o.f(std::forward<A>(a)...);
  else
    return by_lane(g, f, std::forward<O>(o), std::forward<A>(a)...);
}
/// Whether no more than three in four threads of the gang run here.
template <class G>
SIMT_INLINE bool few_here(G const&) {
  constexpr int W = G::gang_width;
  if constexpr (W > 1) {
    auto const& e = d::active_mask();
    int here = 0;
    if (e.all) return false;
    for (int i = 0; i < d::parts_of<W>; ++i)
      here += std::popcount(simd::mask_bits<d::part_lanes<W>>(e.masks[i]));
    return here <= W / 4 * 3;
  } else {
    return false;
  }
}
/// The same for functions of their arguments alone: once where those are uniform.
template <class G, class F, class... A>
SIMT_INLINE auto pure(G const& g, F const& f, A&&... a) {
  if constexpr (common_width<A...>() == 0)
    return std::decay_t<decltype(f(get(a)...))>(f(get(a)...));
  else
    return by_lane(g, f, std::forward<A>(a)...);
}

/// assert(condition), with the words of the thread form.
template <class G, class C>
SIMT_INLINE bool holds(G const& g, char const* text, char const* file, unsigned line,
                       char const* function, C const& condition) {
  by_lane(
      g,
      [&](auto const& c) {
        if (!static_cast<bool>(c)) assertion_failed(text, file, line, function);
      },
      condition);
  return true;
}

/// A struct of the program, which may have an operator[] of its own.
template <class X, class I>
concept program_struct = std::is_class_v<scalar<X>> &&
                         (is_lane_varying<plain<X>> || is_uniform_struct<plain<X>> ||
                          is_lane_memory<plain<X>> || d::is_aggregate_place<plain<X>> ||
                          (std::is_same_v<scalar<X>, plain<X>> && width_of<X>() == 0 &&
                           !is_tile_row<plain<X>> && !is_array_place<plain<X>> &&
                           !std::is_base_of_v<pointer_tag, plain<X>> &&
                           std::is_trivially_copyable_v<plain<X>>)) &&
                         requires(scalar<X>& o, scalar<I> const& i) {
  o[i];
};

/// a[i] in a program whose structs have operators [].
template <class G, class A, class I>
SIMT_INLINE decltype(auto) at_own(G const& g, A&& a, I&& i) {
  if constexpr (!program_struct<A, I>) {
    return at(std::forward<A>(a), std::forward<I>(i));
  } else {
    auto const object = [&] {
      if constexpr (is_lane_varying<plain<A>>) {
        varying<std::remove_reference_t<decltype(a.s[0])>*, G::gang_width> p;
        for (int l = 0; l < G::gang_width; ++l) p.set_lane(l, &a.s[l]);
        return p;
      } else {
        return addr(a);
      }
    }();
    using R = decltype((
        *std::declval<scalar<decltype(object)> const&>())[std::declval<scalar<I> const&>()]);
    constexpr bool is_place = std::is_lvalue_reference_v<R>;
    auto const subscript = [&](auto const& o, auto const& n) SIMT_LAMBDA_INLINE {
      if constexpr (is_place)
        return std::addressof((*o)[n]);
      else
        return (*o)[n];
    };
    auto const result = [&] {
      if constexpr (common_width<decltype(object), I>() == 0)
        return subscript(object, get(i));
      else
        return by_lane(g, subscript, object, get(i));
    }();
    if constexpr (is_place)
      return deref(result);
    else
      return result;
  }
}

#define SIMT_LANE_METHOD(g, object, name, arguments)                                             \
  ::simt_l::by_lane_method(                                                                      \
      g,                                                                                         \
      [&](auto&& simt_o, auto&&... simt_a) -> decltype(auto) { return simt_o.name(simt_a...); }, \
      object, ::simt_l::arguments_of arguments)
template <class... A>
struct argument_list {
  std::tuple<A&&...> values;
};
template <class... A>
SIMT_INLINE argument_list<A...> arguments_of(A&&... a) {
  return {std::forward_as_tuple(std::forward<A>(a)...)};
}
template <class G, class F, class O, class... A>
SIMT_INLINE auto by_lane_method(G const& g, F const& f, O&& o, argument_list<A...>&& list) {
  return std::apply(
      [&](auto&&... a) SIMT_LAMBDA_INLINE {
        if constexpr (keeps_form<O>)
          return f(o, std::forward<A>(a)...);
        else
          return by_lane(g, f, o, std::forward<A>(a)...);
      },
      std::move(list.values));
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
