// SPDX-License-Identifier: MIT
#pragma once

#include "host_use.hpp"
#include "qualifiers.hpp"

namespace simt::cu {

/// What a pair of braces is.
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
};

namespace detail {

/// What a declaration's tokens in front of a `{` hold at their top level.
struct declaration_shape {
  qualifiers marks;
  bool space = false, type = false, parameters = false, assigns = false, lambda = false;
  bool colon_behind_parameters = false;
};

[[nodiscard]] inline declaration_shape shape_of(code const& text, names const& known,
                                                std::size_t begin, std::size_t open) {
  declaration_shape out;
  for (std::size_t i = begin; i < open; ++i) {
    token const& t = text[i];
    out.marks |= known.of(text, i);
    bool const linkage = t.is(word::extern_) && text[i + 1].is(token_kind::string);
    if (t.is(word::namespace_) || (linkage && i + 2 == open)) out.space = true;
    if (t.is(word::class_) || t.is(word::enum_)) out.type = true;
    if (t.is('=') && !text[i - 1].is(word::operator_)) out.assigns = true;
    if (t.is(':') && out.parameters) out.colon_behind_parameters = true;
    bool const attribute = t.is(word::align_attribute) || t.is(word::alignas_) ||
                           t.is(word::attribute) || t.is(word::launch_bounds) ||
                           t.is(word::decltype_);
    if (attribute && text[i + 1].is('(')) {
      std::size_t const close = text.closing(i + 1);
      i = close < open ? close : i;
    } else if (t.is('<') && i > begin && text.is_identifier(i - 1) &&
               !text[i - 1].is(word::operator_)) {
      std::size_t const close = text.closing_angle(i);
      i = close < open ? close : i;
    } else if (t.is('[')) {
      std::size_t const close = text.closing(i);
      if (close < open &&
          (text[close + 1].is('(') || text[close + 1].is('{') || known.of(text, close + 1).any()))
        out.lambda = true;
      i = close < open ? close : i;
    } else if (t.is('(')) {
      out.parameters = true;
      std::size_t const close = text.closing(i);
      i = close < open ? close : i;
    }
  }
  return out;
}

}  // namespace detail

/// The scope that the `{` at `open` begins within `outer`; its declaration starts at `begin`.
[[nodiscard]] inline scope open_scope(code const& text, names const& known, scope const& outer,
                                      std::size_t begin, std::size_t open) {
  scope out{outer.kind, outer.device, false, open, false, {}, false};
  auto const shape = detail::shape_of(text, known, begin, open);
  if (outer.kind != scope_kind::function) {
    token const& before = text[open > 0 ? open - 1 : 0];
    if (shape.space)
      out.kind = scope_kind::space;
    else if (shape.lambda)
      out.kind = scope_kind::function;
    else if (shape.type && !shape.parameters)
      out.kind = scope_kind::type;
    else if (shape.colon_behind_parameters && (before.is(token_kind::identifier) || before.is('>')))
      out.kind = scope_kind::member;
    else if (shape.parameters && !shape.assigns)
      out.kind = scope_kind::function;
    else
      out.kind = scope_kind::initialiser;
  }
  if (out.kind == scope_kind::function) {
    if (shape.marks.device_only()) out.device = true;
    if (shape.marks.host) out.device = false;
    out.host_and_device = shape.marks.host_and_device();
    if (outer.kind == scope_kind::space && !shape.lambda)
      out.function = function_defined(text, begin, open);
  }
  return out;
}

}  // namespace simt::cu
