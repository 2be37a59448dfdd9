// SPDX-License-Identifier: MIT
#include "print.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

std::string printer::operator()(expression const& e) {
  out_.clear();
  print(e);
  return std::move(out_);
}

std::string printer::operator()(type const& t) {
  out_.clear();
  declarator_text(t, {}, false, true);
  return std::move(out_);
}

std::string printer::operator()(declaration const& d) {
  out_.clear();
  print(d);
  return std::move(out_);
}

std::string printer::operator()(statement const& s) {
  out_.clear();
  print(s);
  return std::move(out_);
}

std::string printer::operator()(type const& t, std::string_view name) {
  out_.clear();
  declarator_text(t, name, false, true);
  return std::move(out_);
}

void printer::list(std::vector<expression_ptr> const& all, std::size_t first, char open,
                   char close) {
  out_ += open;
  for (std::size_t i = first; i < all.size(); ++i) {
    if (i != first) out_ += ", ";
    print(*all[i]);
  }
  out_ += close;
}

void printer::print(expression const& e) {
  switch (e.kind) {
    case expression_kind::number:
    case expression_kind::string:
    case expression_kind::character:
    case expression_kind::constant:
    case expression_kind::name:
    case expression_kind::lambda:
    case expression_kind::other:
      add(e.text);
      return;
    case expression_kind::parenthesis:
      list(e.operands, 0, '(', ')');
      return;
    case expression_kind::prefix:
      add(text_of(e.op));
      // `- -x` is not `--x`.
      if (e[0].is(expression_kind::prefix)) out_ += ' ';
      print(e[0]);
      return;
    case expression_kind::postfix:
      print(e[0]);
      add(text_of(e.op));
      return;
    case expression_kind::binary:
    case expression_kind::assignment:
      print(e[0]);
      out_ += ' ';
      add(text_of(e.op));
      out_ += ' ';
      print(e[1]);
      return;
    case expression_kind::comma:
      print(e[0]);
      add(", ");
      print(e[1]);
      return;
    case expression_kind::conditional:
      print(e[0]);
      add(" ? ");
      print(e[1]);
      add(" : ");
      print(e[2]);
      return;
    case expression_kind::call:
      print(e[0]);
      list(e.operands, 1, '(', ')');
      return;
    case expression_kind::subscript:
      print(e[0]);
      list(e.operands, 1, '[', ']');
      return;
    case expression_kind::member:
      print(e[0]);
      add(text_of(e.op));
      add(e.text);
      return;
    case expression_kind::cast:
      out_ += '(';
      declarator_text(*e.named, {}, false, true);
      out_ += ')';
      print(e[0]);
      return;
    case expression_kind::named_cast:
      add(text_of(e.op));
      out_ += '<';
      declarator_text(*e.named, {}, false, true);
      out_ += ">(";
      print(e[0]);
      out_ += ')';
      return;
    case expression_kind::construct:
      declarator_text(*e.named, {}, false, true);
      list(e.operands, 0, e.braces ? '{' : '(', e.braces ? '}' : ')');
      return;
    case expression_kind::size_of:
      add(text_of(e.op));
      if (e.named) {
        out_ += '(';
        declarator_text(*e.named, {}, false, true);
        out_ += ')';
      } else {
        out_ += ' ';
        print(e[0]);
      }
      return;
    case expression_kind::list:
      list(e.operands, 0, '{', '}');
      return;
    case expression_kind::designated:
      add(e.text);
      add(" = ");
      print(e[0]);
      return;
    case expression_kind::pack:
      print(e[0]);
      add("...");
      return;
  }
}

void printer::levels(std::vector<pointer_level> const& all) {
  for (pointer_level const& l : all) {
    if (l.sign == 'R')
      add("&&");
    else
      out_ += l.sign;
    if (l.is_const) add(" const");
    if (l.is_volatile) add(" volatile");
    if (l.is_restrict) add(" __restrict__");
  }
}

void printer::base_text(type const& t) {
  if (t.is_const) add("const ");
  if (t.is_volatile) add("volatile ");
  add(t.base);
}

void printer::declarator_text(type const& t, std::string_view name, bool is_pack, bool with_base) {
  if (with_base) base_text(t);
  levels(t.levels);
  if (!t.inner.empty()) {
    add(" (");
    levels(t.inner);
  }
  if (is_pack) add("...");
  if (!name.empty()) {
    out_ += ' ';
    add(name);
  }
  if (!t.inner.empty()) out_ += ')';
  add(t.function);
  for (expression_ptr const& e : t.extents) {
    out_ += '[';
    if (e) print(*e);
    out_ += ']';
  }
}

void printer::words(specifiers const& s) {
  if (!s.alignment.empty()) add("alignas(" + s.alignment + ") ");
  if (s.is_extern) add("extern ");
  if (s.is_static) add("static ");
  if (s.is_inline) add("inline ");
  if (s.is_thread_local) add("thread_local ");
  if (s.is_constexpr) add("constexpr ");
  if (s.is_device) add("__device__ ");
  if (s.is_constant) add("__constant__ ");
  if (s.is_managed) add("__managed__ ");
  if (s.is_shared) add("__shared__ ");
}

void printer::print(declaration const& d) {
  words(d.words);
  for (std::size_t i = 0; i < d.names.size(); ++i) {
    if (d.names[i].is_binding) continue;
    if (i != 0) add(", ");
    print(d.names[i], i == 0);
  }
}

void printer::print(declarator const& d, bool with_base) {
  if (!d.bindings.empty()) {
    base_text(d.declared);
    levels(d.declared.levels);
    add(" [");
    for (std::size_t i = 0; i < d.bindings.size(); ++i) {
      if (i != 0) add(", ");
      add(d.bindings[i]);
    }
    out_ += ']';
  } else {
    declarator_text(d.declared, d.name, d.is_pack, with_base);
  }
  switch (d.initialiser) {
    case initialiser_kind::none:
      return;
    case initialiser_kind::equals:
      add(" = ");
      print(*d.values.front());
      return;
    case initialiser_kind::parentheses:
      list(d.values, 0, '(', ')');
      return;
    case initialiser_kind::braces:
      list(d.values, 0, '{', '}');
      return;
  }
}

void printer::condition(statement const& s) {
  out_ += '(';
  if (s.init) print(*s.init);
  if (s.declared)
    print(*s.declared);
  else if (s.condition)
    print(*s.condition);
  add(")\n");
}

void printer::print(statement const& s) {
  if (!s.unroll.empty()) add("\n#pragma " + s.unroll + "\n");
  switch (s.kind) {
    case statement_kind::compound:
      add("{\n");
      for (statement_ptr const& child : s.body) print(*child);
      add("}\n");
      return;
    case statement_kind::declaration:
      print(*s.declared);
      semicolon_line();
      return;
    case statement_kind::expression:
      print(*s.value);
      semicolon_line();
      return;
    case statement_kind::if_:
      add(s.is_constexpr ? "if constexpr " : "if ");
      condition(s);
      print(*s.body[0]);
      if (s.body.size() > 1) {
        add("else ");
        print(*s.body[1]);
      }
      return;
    case statement_kind::for_:
      add("for (");
      print(*s.init);
      if (s.condition) print(*s.condition);
      out_ += ';';
      if (s.step) print(*s.step);
      add(")\n");
      print(*s.body[0]);
      return;
    case statement_kind::range_for:
      add("for (" + s.text + ")\n");
      print(*s.body[0]);
      return;
    case statement_kind::while_:
      add("while ");
      condition(s);
      print(*s.body[0]);
      return;
    case statement_kind::do_:
      add("do ");
      print(*s.body[0]);
      add("while (");
      print(*s.condition);
      add(");\n");
      return;
    case statement_kind::switch_:
      add("switch ");
      condition(s);
      print(*s.body[0]);
      return;
    case statement_kind::case_:
      add("case ");
      print(*s.value);
      add(":\n");
      return;
    case statement_kind::default_:
      add("default:\n");
      return;
    case statement_kind::break_:
      add("break;\n");
      return;
    case statement_kind::continue_:
      add("continue;\n");
      return;
    case statement_kind::return_:
      add("return");
      if (s.value) {
        out_ += ' ';
        print(*s.value);
      }
      semicolon_line();
      return;
    case statement_kind::null:
      semicolon_line();
      return;
    case statement_kind::label:
      add(s.text + ":\n");
      return;
    case statement_kind::type_definition:
    case statement_kind::goto_:
    case statement_kind::asm_:
    case statement_kind::try_:
    case statement_kind::other:
      add(s.text + "\n");
      return;
  }
}

}  // namespace simt::cu::lane
