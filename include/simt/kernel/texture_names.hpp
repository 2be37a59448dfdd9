#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/config.hpp>

#include <type_traits>
#include <utility>

// CUDA's texture and surface functions as names that a kernel body finds without qualification.
// What they do is texture/functions.hpp's and texture/surface.hpp's, which a kernel that calls them
// includes.
namespace simt::inline SIMT_ABI::detail {

/// Defined for each Name where the function is.
template <class Name>
struct texture_function;

/// Base of kernel bodies. It does not depend on the gang: the names are known as templates where
/// the body is read. What they call is named through T, so that it may be defined later.
struct texture_names {
#define SIMT_DETAIL_TEXTURE_NAME(name, ...)                                                      \
  struct name##_name;                                                                       \
  template <class T = void, class... Args>                                                  \
  [[gnu::always_inline]] static auto name(Args&&... args) {                                 \
    using function =                                                                        \
        texture_function<std::conditional_t<std::is_class_v<T>, name##_name, name##_name>>; \
    return function::template call<T>(std::forward<Args>(args)...);                         \
  }
  SIMT_BUILTINS_FETCHES(SIMT_DETAIL_TEXTURE_NAME)
  SIMT_BUILTINS_GATHERS(SIMT_DETAIL_TEXTURE_NAME)
  SIMT_BUILTINS_SURFACES(SIMT_DETAIL_TEXTURE_NAME)
#undef SIMT_DETAIL_TEXTURE_NAME
};

}  // namespace simt::inline SIMT_ABI::detail
