// SPDX-License-Identifier: MIT
#pragma once

#include "../text/token.hpp"
#include "operation.hpp"
#include "shapes.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Kernels and device functions taken apart: what parser makes of CUDA text.
namespace simt::cu::lane {

/// One token of a function with macros expanded and `#if` decided. Its text lives as long as the
/// sources and the symbols that it was read with.
struct lexeme {
  std::string_view text;
  offset begin = 0;  // in the file; for one out of a macro, where the macro is used
  offset line = 0;
  token_kind kind = token_kind::end;
  char sign = symbol::none;
  word name = word::none;
  bool from_macro = false;
  bool touches_next = false;  // nothing stands between it and the next one

  /// Where it ends in the file, if it is not from a macro.
  [[nodiscard]] offset end() const noexcept { return begin + static_cast<offset>(text.size()); }
  [[nodiscard]] bool is(char c) const noexcept { return sign == c; }
  [[nodiscard]] bool is(word w) const noexcept { return name == w; }
  [[nodiscard]] bool is(token_kind k) const noexcept { return kind == k; }
  [[nodiscard]] bool is(std::string_view t) const noexcept { return text == t; }
};
/// Ends in one of kind `end`.
using lexeme_list = std::vector<lexeme>;

/// True if the `asm` at `at` has neither instructions nor operands: `asm volatile("" ::: "memory")`
/// keeps the compiler from moving accesses of memory across it, and says nothing else.
[[nodiscard]] bool is_compiler_barrier(lexeme_list const& tokens, std::size_t at) noexcept;

/// Indices of lexemes, [begin, end), in function::tokens.
struct range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Why a function, or a statement of it, is not understood.
struct refusal {
  offset line = 0;
  std::string reason;
};

struct expression;
struct statement;
struct lambda;
using expression_ptr = std::unique_ptr<expression>;
using statement_ptr = std::unique_ptr<statement>;

// Types.

struct pointer_level {
  char sign = '*';  // `*`, `&`, or 'R' for `&&`
  bool is_const = false;
  bool is_volatile = false;
  bool is_restrict = false;
};

/// A type as a declaration or a cast spells it: `base levels (inner) [extents]`, as in
/// `float* (&x)[4]`, whose levels are `*` and whose inner levels are `&`.
struct type {
  range tokens;      // the specifiers
  std::string base;  // `unsigned long long`, `typename T::value`, `auto`, `struct s`; no const
  bool is_const = false;
  bool is_volatile = false;
  bool defines = false;  // base is a definition: `struct { int a; }`
  std::vector<pointer_level> levels;
  std::vector<pointer_level> inner;
  std::vector<expression_ptr> extents;  // null for `[]`
  std::string function;                 // of a function pointer or the like: `(int, float)`

  [[nodiscard]] bool is_auto() const noexcept { return base == "auto" || base == "decltype(auto)"; }
  [[nodiscard]] bool is_plain() const noexcept {  // a value of type base
    return levels.empty() && inner.empty() && extents.empty() && function.empty();
  }
  [[nodiscard]] bool is_pointer() const noexcept;
  [[nodiscard]] bool is_array() const noexcept { return inner.empty() && !extents.empty(); }
  [[nodiscard]] bool is_reference() const noexcept;
  /// True if what is taken so may be changed: a reference, but for one to a constant.
  [[nodiscard]] bool is_reference_to_change() const noexcept;
};

// Expressions.

enum class expression_kind : std::uint8_t {
  number,
  string,  // adjacent ones are one expression
  character,
  constant,     // true, false, nullptr, this
  name,         // text: with scopes and template arguments; id, scope, arguments
  parenthesis,  // (a)
  prefix,       // op a; op is + - ! ~ * & ++ --
  postfix,      // a op
  binary,       // a op b, also << and >>
  assignment,   // a op b; op is = += ...
  conditional,  // a ? b : c
  comma,        // a, b
  call,         // operands[0](operands[1], ...); with <<<>>>: refused
  subscript,    // operands[0][operands[1]]
  member,       // a op name; op is . or ->; text and id are the member's name
  cast,         // (named)a
  named_cast,   // op<named>(a); op is static_cast, reinterpret_cast, const_cast, dynamic_cast
  construct,    // named(a, b) or named{a, b}: braces says which
  size_of,      // op(named) or op a: sizeof, alignof
  list,         // {a, b}
  designated,   // .id = a, an item of a list
  pack,         // a...
  lambda,       // written
  other         // opaque, and refused: new, delete, throw, a fold, ...
};

struct expression {
  expression_kind kind = expression_kind::other;
  bool braces = false;       // construct: T{a}
  bool is_template = false;  // name, member: has template arguments
  int depth = 0;             // of operands within operands
  offset line = 0;
  range tokens;
  operation op = operation::none;
  std::string text;             // of literals and names: as written, blanks squeezed
  std::string_view id;          // name, member: the last identifier
  std::string scope;            // name: what stands before it, with its last `::`
  std::string arguments;        // name, member: `<float, 4>`
  std::unique_ptr<type> named;  // cast, named_cast, construct, size_of
  std::shared_ptr<lambda const> written;
  std::vector<expression_ptr> operands;

  [[nodiscard]] bool is(expression_kind k) const noexcept { return kind == k; }
  [[nodiscard]] expression const& operator[](std::size_t i) const { return *operands[i]; }
  [[nodiscard]] expression& operator[](std::size_t i) { return *operands[i]; }
  /// True if it is that name, with no scope and no template arguments.
  [[nodiscard]] bool is_name(std::string_view name) const noexcept {
    return kind == expression_kind::name && text == name;
  }
  /// `*a`
  [[nodiscard]] bool is_dereference() const noexcept {
    return kind == expression_kind::prefix && op == operation::times;
  }
  /// `&a`
  [[nodiscard]] bool is_address() const noexcept {
    return kind == expression_kind::prefix && op == operation::bit_and;
  }
  /// `++a`, `a--` and their kind.
  [[nodiscard]] bool is_step() const noexcept {
    return kind == expression_kind::postfix ||
           (kind == expression_kind::prefix &&
            (op == operation::increment || op == operation::decrement));
  }
};

// Declarations.

enum class initialiser_kind : std::uint8_t {
  none,
  equals,       // = a, also = {a, b}
  parentheses,  // (a, b)
  braces        // {a, b}
};

/// Names the object of `auto [a, b] = …`, with its first name behind it, and what is the id of its
/// parts, whose text is one of the names that their arguments list.
inline constexpr std::string_view bound_name = "simt_bound_";
inline constexpr std::string_view bound_part = "simt_bound";

/// One name of a declaration.
struct declarator {
  std::string name;  // empty: a parameter without one
  type declared;     // base and const repeated for each declarator
  initialiser_kind initialiser = initialiser_kind::none;
  std::vector<expression_ptr> values;  // equals: one
  std::vector<std::string> bindings;   // auto [a, b] = ...; each is a declarator behind it as well
  bool is_binding = false;             // one of these: a reference to a part of what has no name
  std::string bits;                    // of a bit field
  bool is_pack = false;                // T... name
  offset line = 0;
  range tokens;
};

/// Words that may stand in front of a declaration or a function.
struct specifiers {
  bool is_static = false, is_extern = false, is_constexpr = false, is_inline = false;
  bool is_thread_local = false, is_mutable = false, is_friend = false, is_virtual = false;
  bool is_explicit = false, is_typedef = false;
  bool is_shared = false, is_device = false, is_constant = false, is_managed = false;
  bool is_global = false, is_host = false, is_forceinline = false, is_noinline = false;
  std::string alignment;      // in __align__(...) or alignas(...)
  std::string launch_bounds;  // its arguments
};

struct declaration {
  specifiers words;
  std::vector<declarator> names;
};

// Statements.

enum class statement_kind : std::uint8_t {
  compound,     // body
  declaration,  // declared
  expression,   // value
  if_,          // init, condition or declared; then in body[0], else in body[1]
  for_,         // init, condition, step; body[0]
  range_for,    // declared, without a value, runs through value; body[0]
  while_,       // condition; body[0]
  do_,          // body[0]; condition
  switch_,      // init, condition; body[0]
  case_,        // value: no statement of its own, the next one follows it in its compound
  default_,
  break_,
  continue_,
  return_,          // value, or none
  null,             // ;
  type_definition,  // typedef, using, struct, enum, static_assert: opaque, to be repeated as it is
  label,            // refused, as the rest
  goto_,
  asm_,
  try_,
  other
};

struct statement {
  statement_kind kind = statement_kind::other;
  bool is_constexpr = false;  // if constexpr
  offset line = 0;            // of its first token
  offset last_line = 0;
  range tokens;
  std::string unroll;        // loops: `unroll`, `unroll 4`, `nounroll`, or empty
  statement_ptr init;        // for, if, switch: a declaration or an expression; may be null
  expression_ptr condition;  // null where there is none, or where it is a declaration
  expression_ptr step;       // for
  expression_ptr value;      // expression, case, return; null: none
  std::unique_ptr<declaration> declared;  // declaration; if, while, switch: the condition's
  std::vector<statement_ptr> body;
  std::string text;                  // type_definition and what is opaque: as written
  std::vector<std::string> defines;  // type_definition: names of types

  [[nodiscard]] bool is(statement_kind k) const noexcept { return kind == k; }
};

/// The expressions of a statement itself, without those of statements within it.
template <class F>
void for_each_expression(statement const& s, F&& f) {
  for (auto const* e : {s.condition.get(), s.step.get(), s.value.get()})
    if (e != nullptr) f(*e);
  if (s.declared)
    for (declarator const& d : s.declared->names)
      for (auto const& v : d.values) f(*v);
}
/// The statements right within a statement.
template <class F>
void for_each_statement(statement const& s, F&& f) {
  if (s.init) f(*s.init);
  for (auto const& b : s.body)
    if (b) f(*b);
}

// Functions.

/// `[captures](parameters) -> result { body }`
struct lambda {
  bool copies = false;                     // [=]
  std::vector<std::string_view> copied;    // [x]
  std::vector<std::string_view> referred;  // [&x]
  std::vector<declarator> made;            // [x = e]
  std::vector<declarator> parameters;
  std::unique_ptr<type> result;  // null: what it returns
  statement_ptr body;            // compound

  /// True if it keeps the value that a variable outside of it has where it is made.
  [[nodiscard]] bool keeps(std::string_view name) const noexcept;
  /// True if it may change what is passed to it as its n-th argument.
  [[nodiscard]] bool changes(std::size_t n) const noexcept;
};

/// Calls f with all expressions that an expression or a statement has, those of the bodies of
/// lambdas, too.
template <class F>
void visit_all(statement const& s, F&& f);
template <class F>
void visit_all(expression const& e, F&& f) {
  f(e);
  for (auto const& o : e.operands)
    if (o) visit_all(*o, f);
  if (e.written) visit_all(*e.written->body, f);
}
template <class F>
void visit_all(statement const& s, F&& f) {
  for_each_expression(s, [&](expression const& e) { visit_all(e, f); });
  for_each_statement(s, [&](statement const& b) { visit_all(b, f); });
}

enum class template_parameter_kind : std::uint8_t { type, value, other };

struct template_parameter {
  template_parameter_kind kind = template_parameter_kind::type;
  bool is_pack = false;
  bool is_argument = false;  // a number that the lane form takes as an argument
  std::string name;          // may be empty
  std::string text;          // without the default: `typename T`, `int N`
  std::string default_text;
};

/// `template <...>`, with its `requires` if it has one.
struct template_head {
  std::vector<template_parameter> parameters;  // none: an explicit specialisation
  std::string text;                            // as written, with the word template
  std::string constraint;
};

struct enclosing_scope {
  bool is_class = false;
  std::string name;  // empty: unnamed; `A<T*>` for a specialisation
  std::vector<template_head> templates;
};

/// The lane form holds only where the preprocessor says so too: `#if condition` is `value`.
struct assumption {
  std::string condition;
  bool value = false;

  bool operator==(assumption const&) const = default;
};

struct function {
  std::string name;          // the last identifier, or `operator+`
  std::string unit;          // tells its lane form from those of other .cu files
  bool is_included = false;  // in another file than its unit's .cu
  bool is_many = false;  // a kernel template of which its unit launches a good many instances, or
                         // what such a kernel calls
  std::optional<block_shape> blocks;       // that its unit launches it with
  std::string scope;                       // `A::` of a definition outside its class or namespace
  std::string arguments;                   // `<float>` of an explicit specialisation
  std::vector<enclosing_scope> enclosing;  // outermost first
  std::vector<template_head> templates;    // outermost first
  specifiers words;
  type result;
  std::string trailing;  // what stands behind the parameters: `const noexcept`
  std::vector<declarator> parameters;
  bool is_variadic = false;  // (int, ...)
  bool is_definition = true;
  bool is_extern_c = false;
  bool is_special = false;    // constructor, destructor, operator, conversion
  bool names_object = false;  // a method read as a function of its object: see method_form.hpp
  statement_ptr body;         // compound; null where refused at its head, or not a definition

  lexeme_list tokens;  // of all of it
  offset line = 0;     // of its first token
  offset name_line = 0;
  offset begin = 0, end = 0;            // in the file: from `template` or its first word to its `}`
  offset body_begin = 0, body_end = 0;  // its `{` and behind its `}`
  bool in_conditional = false;          // within an #if of the file, other than its include guard
  std::vector<assumption> assumptions;
  std::vector<refusal> refusals;  // empty: everything was understood
  std::vector<range> unread;      // statements that could not be read, of kind other

  [[nodiscard]] bool is_kernel() const noexcept { return words.is_global; }
  [[nodiscard]] bool is_member() const noexcept {
    return !enclosing.empty() && enclosing.back().is_class;
  }
  [[nodiscard]] bool is_template() const noexcept { return !templates.empty(); }
  [[nodiscard]] bool is_understood() const noexcept { return refusals.empty(); }
  /// True if a statement that could not be read, and may declare it, has the name.
  [[nodiscard]] bool is_unread(std::string_view named) const noexcept {
    for (range const& r : unread)
      for (auto i = r.begin; i < r.end; ++i)
        if (tokens[i].text == named) return true;
    return false;
  }
  [[nodiscard]] bool has_unread(range const& of) const noexcept {
    for (auto i = of.begin; i < of.end; ++i)
      if (is_unread(tokens[i].text)) return true;
    return false;
  }
};

/// A variable of the file: `__device__`, `__constant__`, `__managed__`, or a plain one.
struct global_variable {
  std::vector<enclosing_scope> enclosing;
  specifiers words;
  declarator declared;
  offset line = 0;
};

/// `using space::name;` outside of functions and classes.
struct using_declaration {
  std::string text;
  offset end = 0;  // in the file, behind its `;`
};

/// Everything that lane forms are made of, in the file's order.
struct file_syntax {
  std::vector<function> functions;  // __global__ and __device__ ones, also prototypes
  std::vector<global_variable> variables;
  std::vector<using_declaration> usings;
};

}  // namespace simt::cu::lane
