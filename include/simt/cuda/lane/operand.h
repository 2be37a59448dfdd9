#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>
#include <simt/lanes/flow/execution_mask.hpp>

#include <cstdint>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

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

/// An argument as threads take it one after another.
template <class A, int W>
class held {
  using X = plain<A>;

 public:
  using T = scalar<X>;
  SIMT_INLINE explicit held(A& a) : a_(a), v_(lane::get(a)) {}
  T& load(int l) {
    set(now_, v_.lane(l));
    if constexpr (writes) set(before_, now_);
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
        bool const all = e.all;
        auto const bits = d::active_bits(e);
        d::set_active(e, changed_);
        a_ = v_;
        d::set_active_again(e, all, bits);
      }
  }

 private:
  static void set(T& to, T const& from) {
    if constexpr (d::aggregate<T>)
      d::copy_struct(to, from);
    else
      to = from;
  }
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

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
