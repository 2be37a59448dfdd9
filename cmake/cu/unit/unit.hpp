// SPDX-License-Identifier: MIT
#pragma once

#include "../lane_form/translator.hpp"
#include "../portability/portability.hpp"
#include "../preprocessor/function_macros.hpp"
#include "../text/lexed.hpp"
#include "../text/messages.hpp"
#include "../thread_form/rewriter.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace simt::cu {

/// Says what one run of the tool reads and where it writes.
struct unit_options {
  std::filesystem::path input;
  std::filesystem::path output;                // of the rewritten input
  std::filesystem::path mirror;                // folder of rewritten headers; empty: none is read
  std::vector<std::filesystem::path> folders;  // where #include looks, in order
  std::vector<std::filesystem::path> foreign;  // folders of libraries: their headers stay
  std::vector<std::string> definitions{};      // macros, as behind -D
  bool vectorize = false;                      // lane forms, too
  bool tried = false;                          // a compiler says what it thinks of the output
  bool keeps_times = false;                    // files written again are as old as before
  bool portability = false;                    // tell what a GPU's compiler would refuse
  std::map<std::string, lane::refusal> dropped{};  // lane forms that a compiler refused
  std::string drop_all{};                          // why all of them are refused
};

/// Translates a .cu with the local files that it includes: those that need it are written into a
/// folder of their own, and includes lead there.
class unit {
 public:
  explicit unit(unit_options options) : options_{std::move(options)} {
    for (auto& folder : options_.foreign) folder = normal(folder);
  }

  /// The rewritten input: what compiles without further includes of the CUDA runtime.
  [[nodiscard]] std::string run();

 private:
  [[nodiscard]] std::string once();

 public:
  /// Null where none were wanted.
  [[nodiscard]] lane::translator const* translator() const noexcept {
    return options_.vectorize && translator_ ? &*translator_ : nullptr;
  }

  /// Returns what the files do that a GPU would refuse, if that was asked for.
  [[nodiscard]] std::vector<portability_warning> const& warnings() const noexcept {
    return warnings_;
  }

  /// Uses of macros that may write functions of device code which no stage has seen.
  [[nodiscard]] std::vector<left_use> const& left_uses() const noexcept { return left_uses_; }

  /// A rule for make: the output depends on every file that was read.
  [[nodiscard]] std::string dependencies() const;

  /// Writes a file, or leaves it with its time if it holds this text already.
  static void write_if_different(std::filesystem::path const& path, std::string const& text,
                                 bool keeps_time = false);

  static void write(std::filesystem::path const& path, std::string const& text,
                    bool keeps_time = false);

 private:
  struct file_state {
    std::filesystem::path output;  // where its includers find it
    bool done = false;
    bool rewritten = false;
    bool is_certain = false;  // a compiler reads it for sure
  };

  /// A file as function_macros has left it.
  struct expanded_file {
    std::optional<std::string> text;
    bool differs = false;  // from #include to #include: it stays as it is
    int turns = 0;
    std::vector<left_use> left;
  };

  [[nodiscard]] static std::filesystem::path normal(std::filesystem::path const& path) {
    return std::filesystem::absolute(path).lexically_normal();
  }

  [[nodiscard]] static std::string read(std::filesystem::path const& path);

  [[nodiscard]] static std::string first_line(std::string const& name) {
    return "#line 1 " + string_literal(name) + "\n";
  }

  /// As in a makefile.
  [[nodiscard]] static std::string escaped(std::filesystem::path const& path);

  [[nodiscard]] std::string translate(std::filesystem::path const& path);

  [[nodiscard]] included include(std::filesystem::path const& folder, std::string_view name,
                                 bool is_quoted);

  /// The file that an #include in a folder leads to, if that is to be rewritten.
  [[nodiscard]] std::filesystem::path local(std::filesystem::path const& folder,
                                            std::string_view name, bool is_quoted) const;

  [[nodiscard]] bool is_in_folders(std::filesystem::path const& folder, std::string_view name,
                                   bool is_quoted) const;

  /// Writes out macros for functions in a file and in those that it includes, in a compiler's
  /// order.
  void expand_macros();
  void expand_macros(std::filesystem::path const& path, lane::symbols& known);
  /// True if a file is guarded against being included twice.
  [[nodiscard]] static bool is_guarded(lexed const& file);

  /// Gathers the launches of a file and of those that it includes, whatever their #ifs say.
  void survey(std::filesystem::path const& path);

  void visit(std::filesystem::path const& path);

  /// Sixteen letters that stand for a path.
  [[nodiscard]] static std::string hash(std::string const& path);

  /// Two headers of one name lie in folders of different names.
  [[nodiscard]] std::filesystem::path mirrored(std::filesystem::path const& path) const {
    return normal(options_.mirror) / hash(path.parent_path().string()) / path.filename();
  }

  [[nodiscard]] static bool is_file(std::filesystem::path const& path);

  /// Headers of libraries stay as they are, but for those that say that they are CUDA's text.
  [[nodiscard]] bool is_foreign(std::filesystem::path const& path) const;

  /// True if the comment that begins a header has the line `simt-cu: CUDA text`.
  [[nodiscard]] static bool is_cuda_text(std::filesystem::path const& path);

  /// A file by its normal path. It is kept: what is known of it refers to its text.
  [[nodiscard]] lexed const& text_of(std::filesystem::path const& path);

  /// Keeps a file's text, with PTX that CUDA has words for in these.
  lexed const& put(std::filesystem::path const& path, std::string text);

  unit_options options_;
  names known_;
  bool is_separable_ = false;  // other files see what this one defines for device code
  std::map<std::filesystem::path, lexed> texts_;
  std::optional<lane::translator> translator_;
  std::map<std::filesystem::path, file_state> files_;
  std::map<std::filesystem::path, expanded_file> expanded_;
  std::vector<left_use> left_uses_;
  std::set<std::filesystem::path> surveyed_;
  class_contents classes_;
  std::vector<portability_warning> warnings_;
};

}  // namespace simt::cu
