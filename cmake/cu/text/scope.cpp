// SPDX-License-Identifier: MIT
#include "scope.hpp"

namespace simt::cu::detail {

declaration_shape shape_of(code const& text, names const& known, std::size_t begin,
                           std::size_t open) {
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

}  // namespace simt::cu::detail

namespace simt::cu {

scope open_scope(code const& text, names const& known, scope const& outer, std::size_t begin,
                 std::size_t open) {
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
    out.kernel = shape.marks.global || (outer.kernel && !shape.lambda);
    if (shape.marks.device_only()) out.device = true;
    if (shape.marks.host) out.device = false;
    out.host_and_device = shape.marks.host_and_device();
    if (outer.kind == scope_kind::space && !shape.lambda)
      out.function = function_defined(text, begin, open);
  }
  return out;
}

}  // namespace simt::cu
