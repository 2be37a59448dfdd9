// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/qualifiers.hpp"
#include "../text/source.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace simt::cu {

/// Tells what a GPU's compiler would refuse, or get wrong, at a place of a file.
struct portability_warning {
  std::string file;
  offset line = 0;
  offset column = 0;
  std::string rule;

  /// As compilers print warnings.
  [[nodiscard]] std::string text() const;
};

/// Holds what the classes of a unit, read so far, say of variables on a device: a constructor or
/// destructor that is not empty, by the class' name.
using class_contents = std::unordered_map<std::string, bool, text_hash, std::equal_to<>>;

namespace portability {

/// Describes a pair of braces and what is known where it stands.
struct frame {
  enum class kind : std::uint8_t { space, type, function, lambda, block, initialiser } what{};
  std::size_t head = 0;     // the first token of its declaration
  std::size_t open = npos;  // its `{`
  bool device = false;      // a GPU runs the code within
  bool host = true;         // the host does
  std::string_view name;    // a class' or a function's
  bool is_private = false;  // the function or class is a private or protected member
  bool hides = false;       // a class: what comes next in it is private or protected
  bool is_local = false;    // a class within a function
  bool is_structor = false;
  std::size_t conditionals = 0;  // how many #ifs stood open at its `{`
  std::unordered_set<std::string_view> arrays, packs, of_local_type, local_types;
  std::unordered_set<std::string_view> device_lambdas, host_device_lambdas;
};

/// An extended lambda: its `[`, where its parameters or body begin, and its qualifiers.
struct lambda {
  std::size_t bracket = 0;
  std::size_t body = npos;  // its `{`
  bool device = false, host = false;
};

/// Walks through a file's tokens once.
class checker {
 public:
  checker(source const& file, code const& text, names const& known, class_contents& classes,
          std::vector<portability_warning>& out)
      : file_{file}, text_{text}, known_{known}, classes_{classes}, out_{out} {
    frames_.push_back({});
  }
  void run();

 private:
  void warn(std::size_t at, std::string rule);

  [[nodiscard]] frame& here() noexcept { return frames_.back(); }
  /// The innermost function or lambda; null outside of both.
  [[nodiscard]] frame* function() noexcept;
  [[nodiscard]] bool in_device_code() noexcept {
    frame const* const f = function();
    return f != nullptr && f->device;
  }
  [[nodiscard]] bool in_host_only_code() noexcept {
    frame const* const f = function();
    return f != nullptr && !f->device;
  }
  [[nodiscard]] bool is_mark(std::size_t at, std::string_view mark) const;

  // walk.cpp
  void directive_line(token const& t);
  void open_brace();
  void close_brace();
  /// The frame of the `{` at hand that is no lambda's.
  [[nodiscard]] frame new_frame();
  void statement();  // at its `;`
  void note_local(std::size_t begin, std::size_t end);

  // rules.cpp
  void device_word();
  void library_name();
  void memory_mark();
  void kernel_head(std::size_t begin, std::size_t at);
  void variable_of_class(std::size_t begin, std::size_t end);
  void static_in_device_code(std::size_t begin, std::size_t end);

  // lambdas.cpp
  [[nodiscard]] bool begins_lambda() const;
  void lambda_here();
  void enclosing_rules(lambda const& l);
  void template_rules(lambda const& l, frame const& f);
  void capture_rules(lambda const& l);
  void captured(std::size_t at, std::string_view name);
  void host_use_of_lambda();

  // classes.cpp
  void read_class(frame const& f, std::size_t close);

  source const& file_;
  code const& text_;
  names const& known_;
  class_contents& classes_;
  std::vector<portability_warning>& out_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;  // of the declaration or statement at hand
  std::vector<frame> frames_;
  std::vector<bool> conditionals_;  // whether each open #if asks for __CUDA_ARCH__
  std::vector<lambda> lambdas_;     // whose bodies are still to come or open
};

}  // namespace portability

/// Tells what in a file a GPU would refuse, by the rules of the programming guide's appendix E.
/// - Differs: rules that need types which the text does not name are not looked at (template
/// arguments
///            that are local or private, types of members)
void check_portability(source const& file, code const& text, names const& known,
                       class_contents& classes, std::vector<portability_warning>& out);

}  // namespace simt::cu
