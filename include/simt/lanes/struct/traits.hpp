#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <new>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Describes a vector of CUDA's: a struct of `size` members x, y, z, w of type `element`; size 0
/// says that T is none.
template <class T>
struct vector_traits {
  static constexpr int size = 0;
};
template <class T>
concept vector_struct = vector_traits<std::remove_cv_t<T>>::size >
0;
template <class T>
inline constexpr bool is_struct = std::is_class_v<T> || std::is_union_v<T>;
/// A struct whose members SIMT_STRUCT (struct/listed.hpp) names.
template <class T>
concept listed_struct = is_struct<T> && requires(std::remove_cv_t<T> const* p) {
  simt_list_of(p);
};
/// A struct whose lanes stay structs.
template <class T>
concept plain_struct = is_struct<T> && std::is_trivially_copyable_v<T> && !vector_struct<T> &&
                       !listed_struct<T>;
template <class T>
concept aggregate = is_struct<T> && std::is_trivially_copyable_v<T>;

/// True for structs that are numbers, as half is: their lanes are kept in a way of their own, with
/// their own select.
template <class T>
inline constexpr bool own_lanes = false;

/// Makes `to` what `from` is, be it a struct that cannot be assigned to: one with a reference, or a
/// constant, as a member.
template <aggregate T>
SIMT_INLINE void copy_struct(T& to, T const& from) {
  if constexpr (std::is_copy_assignable_v<T>)
    to = from;
  else
    new (&to) T(from);
}

/// T, const where Of is.
template <class T, class Of>
using same_const = std::conditional_t<std::is_const_v<Of>, T const, T>;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
