// SPDX-License-Identifier: MIT
#pragma once

#include "../lane_form/translator.hpp"
#include "../launches/bounds.hpp"
#include "../launches/calls.hpp"
#include "../launches/kernel_pointer.hpp"
#include "../launches/launch.hpp"
#include "../launches/variables.hpp"
#include "../syntax/parse_file.hpp"
#include "../text/directive.hpp"
#include "../text/edits.hpp"
#include "../text/lexed.hpp"
#include "../text/messages.hpp"
#include "../text/ptx.hpp"
#include "../text/qualifiers.hpp"
#include "../text/scope.hpp"
#include "../text/specifiers.hpp"
#include "assembly.hpp"
#include "checked_calls.hpp"
#include "constant_member.hpp"
#include "lockstep.hpp"
#include "number_cast.hpp"
#include "own_arrays.hpp"
#include "own_definition.hpp"
#include "rewriter.hpp"
#include "shared.hpp"
#include "shift.hpp"
#include "symbol_note.hpp"
#include "waiting_loops.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace simt::cu::detail {

/// Goes through a file's tokens, or a macro's, once and gathers the replacements.
class rewriter {
 public:
  rewriter(source const& file, code const& text, names& known, include_reader const& include,
           edits& out);

  void file() { run(); }

  /// The same with lane forms, which ask the unit's launches for those of the file as well.
  void file(lane::translator& translator);

  /// The tokens are a macro's body: it stands in a function, host or device is not known.
  void macro_body(std::vector<std::string_view> parameters);

  [[nodiscard]] bool changed() const noexcept { return changed_; }

 private:
  /// An #if with all its branches.
  struct conditional {
    std::vector<scope> scopes;  // to go back to at #else
    std::vector<token> arch;    // __CUDA_ARCH__ in its conditions outside functions
    bool holds_device_code = false;
  };

  [[nodiscard]] scope& here() noexcept { return scopes_.back(); }
  [[nodiscard]] bool in_function() const noexcept {
    return scopes_.back().kind == scope_kind::function;
  }

  [[nodiscard]] bool runs_on_device() const noexcept;

  void run();

  void replace(offset begin, offset end, std::string text);

  // Preprocessor lines.

  void directive_line(token const& t);

  /// Each branch of an #if begins with the scopes that stood at the #if.
  void restore_scopes(std::vector<scope> const& before);

  void define(token const& t, offset rest);

  void include(token const& t, offset rest);

  /// __CUDA_ARCH__ is defined in device code. Outside functions that is a group with device
  /// functions in it: known at its #endif.
  void condition(token const& t, offset rest);

  void device_arch(token const& t);

  void end_conditional();

  // Words.

  void identifier(token const& t);

  /// Device functions that ask which thread they run in are remembered; host code that asks, or
  /// that calls such a function, says so when it runs.
  void use_of_thread();

  /// `cudaFuncGetAttributes(&a, (void*)pointer)` and its kind.
  void kernels_in_call();

  void kernel_pointer();

  void qualifier(qualifiers const& q);

  void shared_declaration_here();

  /// A variable outside functions and classes that kernels see.
  void symbol_here() {
    if (!is_variable_mark(text_, at_)) {
      if (!in_macro_ && !in_function()) remember_declared(text_, known_, at_);
      return;
    }
    if (in_macro_)
      changed_ |= note_pasted_symbol(text_, at_, out_);
    else if (here().kind == scope_kind::space)
      changed_ |= note_symbols(text_, declaration_, at_, out_);
    if (!in_macro_ && (here().kind == scope_kind::space || text_.text(declaration_) == "friend"))
      changed_ |= keep_to_unit(text_, known_, declaration_, at_, out_);
  }

  void assembly_statement();

  // Punctuators.

  void punctuator(token const& t);

  /// `(*name)(`, `(*name[2])(` or `using name = void (*)(`
  void remember_pointer();

  void shift();

  [[nodiscard]] bool is_access(std::size_t i) const noexcept {
    auto const name = text_.text(i);
    return name == "public" || name == "private" || name == "protected";
  }

  /// In a profiled or checked build: a declaration ends that may make arrays of the thread's own.
  void own_arrays() {
    if ((!known_.profiled && !known_.checked) || !in_function() || !runs_on_device() || in_macro_)
      return;
    changed_ |=
        tell_own_arrays(text_, function_, at_, text_.closing(here().open),
                        known_.profiled ? own_arrays_for::profiled : own_arrays_for::checked, out_);
  }

  void open_brace();

  void close_brace(token const& t);

  void launch_here();

  /// True if a launch by a plain name may be one through a variable, or a macro's parameter, that
  /// is called like a kernel.
  [[nodiscard]] bool is_variable_now(launch const& l, std::size_t name);

  /// Launches are written when it is known which kernels have lane forms.
  void write_launches(lane::translator const& translator);

  struct pending {
    launch at;
    launch_site site;
    std::shared_ptr<macro const> within;  // null: it is in the file's own text
  };

  source const& file_;
  code const& text_;
  names& known_;
  include_reader const& include_;
  edits& out_;
  lane::file_parser* parser_ = nullptr;     // null: no lane forms are wanted
  lane::translator* translator_ = nullptr;  // the same
  std::vector<pending> launches_;
  variables variables_{text_, known_};
  std::size_t argument_ = npos;  // a cast to void* that is rewritten already
  std::string bound_mention_;    // what the body of the kernel declared at hand begins with
  std::size_t bound_declaration_ = 0;
  std::size_t at_ = 0;
  std::size_t launch_close_ = npos - 2;  // the `>>>` of the launch at hand
  std::size_t declaration_ = 0;          // first token of the declaration or statement at hand
  std::size_t function_ = 0;             // first token of the function at hand
  std::vector<scope> scopes_;
  name_set in_lockstep_;                   // of the function at hand, see lockstep_arrays
  std::unordered_set<std::size_t> tails_;  // each `while` that ends a `do`
  std::vector<conditional> conditionals_;
  std::vector<std::string_view> parameters_;
  bool in_macro_ = false;
  bool changed_ = false;
};

}  // namespace simt::cu::detail
