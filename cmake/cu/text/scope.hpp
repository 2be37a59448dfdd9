// SPDX-License-Identifier: MIT
#pragma once

#include "host_use.hpp"
#include "qualifiers.hpp"

namespace simt::cu {

/// Kind of a pair of braces.
enum class scope_kind : std::uint8_t {
  space,        // namespace, extern "C"
  type,         // class, struct, union, enum
  function,     // a function's or lambda's body, and all braces within
  initialiser,  // of a variable outside functions
  member        // `x{1}` in a constructor's list of initialisers: no scope at all
};

struct scope {
  scope_kind kind = scope_kind::space;
  bool device = false;           // runs in threads of kernels only
  bool host_and_device = false;  // the body of a `__host__ __device__` function
  std::size_t open = 0;          // its `{`
  bool tests_arch = false;       // such a body that asks for __CUDA_ARCH__
  std::string_view function;     // the name of the function outside classes whose body it is
  bool needs_thread = false;     // such a body that asks which thread it runs in
  bool kernel = false;           // a kernel's own body, or braces within it
};

namespace detail {

/// Holds what a declaration's tokens in front of a `{` say at their top level.
struct declaration_shape {
  qualifiers marks;
  bool space = false, type = false, parameters = false, assigns = false, lambda = false;
  bool colon_behind_parameters = false;
};

[[nodiscard]] declaration_shape shape_of(code const& text, names const& known, std::size_t begin,
                                         std::size_t open);

}  // namespace detail

/// The scope that the `{` at `open` begins within `outer`; its declaration starts at `begin`.
[[nodiscard]] scope open_scope(code const& text, names const& known, scope const& outer,
                               std::size_t begin, std::size_t open);

}  // namespace simt::cu
