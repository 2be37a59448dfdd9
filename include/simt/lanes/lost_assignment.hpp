#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

// Assignments whose result would be lost do not compile, and say what to write. The macros stand in
// classes; assignments proper are for lvalues (&) there.
namespace simt::inline SIMT_ABI::detail {

template <class>
inline constexpr bool always_false = false;

}  // namespace simt::inline SIMT_ABI::detail

/// Temporaries cannot be assigned to. A template, so that the class stays as trivial as it is.
#define SIMT_DETAIL_NO_TEMPORARY(op, text)                \
  template <class Source>                                      \
  void operator op(Source&&)&& {                               \
    static_assert(::simt::detail::always_false<Source>, text); \
  }
/// In a class template: nothing of class Class can be assigned to.
#define SIMT_DETAIL_NO_ASSIGNMENT(Class, text)                \
  void operator=(Class const&) const {                        \
    static_assert(::simt::detail::always_false<Class>, text); \
  }                                                           \
  template <class Source>                                      \
  void operator=(Source&&) const {                             \
    static_assert(::simt::detail::always_false<Source>, text); \
  }

#define SIMT_DETAIL_TEMPORARY                                                                 \
  "simt: the left side is a temporary value, and what is stored in it is lost: assign to a "  \
  "varying variable or to a place in memory (p[i] = x)"
/// In what has a T for each thread: what `T x = v` and `p[n] = v` look for.
#define SIMT_DETAIL_NOT_ONE(T)                                             \
  explicit(false) operator T() const {                                     \
    static_assert(::simt::detail::always_false<T>, SIMT_DETAIL_ONE_STRUCT); \
    __builtin_unreachable();                                               \
  }
#define SIMT_DETAIL_ONE_STRUCT                                                                   \
  "simt: the right side has one value per thread and does not fit in one for all: declare the " \
  "left side varying<T>, or index it by thread (p[i] = v)"
#define SIMT_DETAIL_ROW                                                                         \
  "simt: the left side is a row of an array, not an element, and arrays are not assigned as a " \
  "whole: give the other subscripts, too (a[i][j] = x)"
#define SIMT_DETAIL_CONDITION                                                              \
  "simt: the left side is a condition that was declared with auto, and the assignment "    \
  "would ignore which threads are active: declare it varying<bool> c = ..."
#define SIMT_DETAIL_ADDRESS                                                                \
  "simt: the left side is an address that was declared with auto, and the assignment "     \
  "would ignore which threads are active: declare it varying<T*> q = p + i"
