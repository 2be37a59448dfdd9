// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/edits.hpp"
#include "../text/messages.hpp"
#include "../text/qualifiers.hpp"

#include <string>
#include <vector>

namespace simt::cu {

/// One name of a `__shared__` declaration.
struct shared_variable {
  std::string name;
  std::string type;      // a type-id: for `float (*p)[4]` it is `float (*)[4]`
  bool unsized = false;  // it was `name[]` or `name[N]`, and `type` is that of an element
  bool plain = false;    // the declarator is only a name
};

/// A `__shared__` declaration, taken apart.
struct shared_declaration {
  std::size_t begin = 0;  // first token
  std::size_t end = 0;    // its `;`
  bool is_extern = false;
  std::string alignment;  // what stood in `__align__(...)` or `alignas(...)`
  std::vector<shared_variable> variables;
  // Where the type is defined in the declaration: its `struct`, `union` or `enum`, where a name
  // would stand, its `}`, and its name.
  std::size_t type_key = npos, type_name_at = npos, type_close = npos;
  std::string type_name;
};

namespace detail {

/// Reads one `__shared__` declaration.
class shared_parser {
 public:
  shared_parser(source const& file, code const& text, names const& known)
      : file_{file}, text_{text}, known_{known} {}

  /// `at` is the index of `__shared__`.
  [[nodiscard]] shared_declaration parse(std::size_t at);

 private:
  [[nodiscard]] token const& here() const noexcept { return text_[at_]; }
  [[noreturn]] void fail(std::string const& what) const { throw error(file_.name, line_, what); }

  /// Specifiers may stand in front of `__shared__` too: `extern float __shared__ s[]`. The first
  /// token of the one that ends at `last`, or npos.
  [[nodiscard]] std::size_t specifier_before(std::size_t last) const noexcept;

  void skip_group();

  /// An attribute at `at_`, read if it is one: alignments are kept, others mean nothing here.
  [[nodiscard]] bool attribute();

  void add_type(std::size_t begin, std::size_t end);

  /// Everything in front of the first declarator.
  void specifiers();

  /// [::] a<b>::template c<d>
  void type_name();

  /// The rest of `a ## b`.
  void pasted() {
    while (here().is(symbol::paste) && text_.is_identifier(at_ + 1)) at_ += 2;
  }

  /// `struct S`, or a definition in place, which gets a name if it has none.
  void class_type();

  /// `name`, `*name`, `name[N][M]`, `(*name)[N]`; the type is all of it but the name.
  void declarator();

  source const& file_;
  code const& text_;
  names const& known_;
  std::size_t at_ = 0;
  offset line_ = 0;
  std::string type_;
  shared_declaration out_;
};

}  // namespace detail

/// Takes the declaration apart whose `__shared__` is at `at`.
[[nodiscard]] shared_declaration parse_shared(source const& file, code const& text,
                                              names const& known, std::size_t at);

/// Writes it as the headers' macros, one a name; every newline stays.
void rewrite_shared(code const& text, shared_declaration const& d, bool in_function, bool in_macro,
                    edits& out);

/// Keeps the names of objects that a declaration outside of functions makes.
void remember_shared(shared_declaration const& d, names& known);

/// Writes `(*&name).member` for `name.member` of such an object, which stands for the block's; an
/// object of the function's own by that name means the same. Returns whether it is one.
bool rewrite_shared_member(code const& text, names const& known, std::size_t at, edits& out);

}  // namespace simt::cu
