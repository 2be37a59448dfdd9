// SPDX-License-Identifier: MIT
#pragma once

#include "../facts/call_graph.hpp"
#include "../launches/unit_launches.hpp"
#include "../text/edits.hpp"
#include "../text/lexed.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace simt::cu::lane {

/// Tells what became of a kernel.
struct kernel_report {
  std::string file;
  offset line = 0;
  std::string name;
  std::string reason_file;
  refusal why;                             // empty: it became a lane kernel
  bool needs_long_registers = false;       // and a thread kernel where registers have four lanes
  std::vector<offset> missing_barriers{};  // lines behind which a __syncthreads() belongs
};

/// The lane forms of a translation unit: reads its functions file by file, in the order in which a
/// compiler sees them, and writes a lane form behind every function that can have one.
class translator {
 public:
  /// `dropped`: types of lane forms, as lane_struct() names them, that a compiler refused, and why.
  /// `unit`: letters that tell this unit's lane forms from those of others that it is linked with.
  /// `main`: the name of its .cu, which is read to its end last.
  explicit translator(std::map<std::string, refusal> dropped = {}, std::string drop_all = {},
                      std::string unit = {}, std::string main = {})
      : dropped_{std::move(dropped)},
        drop_all_{std::move(drop_all)},
        unit_{std::move(unit)},
        main_{std::move(main)} {}

  /// The output is shown to a compiler: what depends on macros that nobody knows may be tried.
  void try_assumptions() noexcept { is_tried_ = true; }

  /// No lane form is written: only what threads one by one need.
  void keep_threads() noexcept { is_threads_only_ = true; }

  /// Threads meet where the program says so, and nowhere else.
  void keep_races() noexcept { keeps_races_ = true; }

  /// Lines, by file, in which floating-point numbers may become integers as in C++.
  [[nodiscard]] std::map<std::string, std::set<offset>> const& left_as_they_are() const noexcept {
    return left_;
  }

  [[nodiscard]] symbols& known() noexcept { return symbols_; }
  [[nodiscard]] symbols const& known() const noexcept { return symbols_; }
  [[nodiscard]] unit_launches& launches() noexcept { return launches_; }
  [[nodiscard]] unit_launches const& launches() const noexcept { return launches_; }

  /// Macros that the compiler's command line defines: `NAME`, `NAME=TEXT`.
  void define(std::vector<std::string> const& definitions);

  /// Members of classes and variables outside of functions that are volatile; the set may grow.
  void know_volatiles(name_set const& all) noexcept { graph_.know_volatiles(all); }

  /// Takes a file that has been read to its end.
  void add(source const& file, file_syntax syntax, edits& out);

  /// Makes what stands in front of an #include, and the #ifs around it, known to the file that it
  /// names, until take_back().
  void lend(source const& file, file_syntax const& so_far, surroundings around);
  void take_back(file_syntax const& so_far);

  /// True if a kernel asks other threads of its warp, so that its gangs have whole warps.
  [[nodiscard]] bool needs_warps(std::string_view kernel) const {
    return graph_.facts_of(kernel).warp;
  }
  /// True if launches of a kernel of that name that stand at `at` in `file` find lane forms.
  [[nodiscard]] bool knows(std::string_view kernel, std::string const& file, offset at) const;
  /// True if a kernel is only declared here: its lane form, if it has one, is another unit's, and
  /// goes by the kernel's address.
  [[nodiscard]] bool is_elsewhere(std::string_view kernel) const;
  /// The lane form whose function is at a line of a file.
  [[nodiscard]] std::string form_at(std::string_view file, offset line) const;

  /// The line that a lane form begins in; 0: none by that name has been written.
  [[nodiscard]] offset first_line(std::string_view form) const;

  /// Lane forms that were written before it was known what they call thread by thread: functions
  /// that work across threads, which stand further down or in another file. `files`: all of the
  /// unit's.
  [[nodiscard]] std::map<std::string, refusal> belated(
      std::map<std::filesystem::path, lexed> const& files) const;

  [[nodiscard]] bool any() const noexcept { return !written_.empty(); }
  /// All lane forms that were written, with the lines of their functions' names.
  [[nodiscard]] std::map<std::string, offset> forms() const {
    std::map<std::string, offset> out;
    for (written const& w : written_) out.emplace(w.form, w.named);
    return out;
  }
  /// True if any function's thread form is not its text.
  [[nodiscard]] bool has_edited() const noexcept { return has_edited_; }
  [[nodiscard]] std::vector<kernel_report> const& reports() const noexcept { return reports_; }

 private:
  struct written {
    std::string file;
    offset first, last;
    std::string form;
    offset named = 0;                       // the line of its function's name
    std::set<std::string> by_thread{};      // functions that it calls thread by thread
    bool calls_values = false;              // or values
    std::vector<statement const*> waits{};  // statements behind which its threads meet once more
  };

  [[nodiscard]] callee_traits traits() const;

  [[nodiscard]] bool changes(expression const& call, std::size_t n) const;
  /// Where what calls pass to a parameter points to, as far as all of them are known.
  [[nodiscard]] memory_space given_memory(function const& f, std::size_t n) const;
  static bool is_fixed(expression const& e);
  /// Reads the methods of a file that work across threads as functions of their objects.
  void read_methods(file_syntax const& file);
  void find_waits(file_syntax const& file);
  static bool has_loop(function const& f);

  /// True if `#pragma simt thread_kernel` stands in front of it.
  static bool is_kept(function const& f, source const& file);

  void check(function const& f, source const& file) const;

  [[nodiscard]] std::string form_of(function const& f, source const& file,
                                    std::vector<function const*>* used, written* calls = nullptr);

  /// Refuses a method that calls functions of which nothing can be declared in front of its class.
  void check_order(function const& method, std::string const& file,
                   std::vector<function const*> const& used) const;

  /// Lines that refuse the form where the preprocessor knows better.
  [[nodiscard]] static std::string assumed(function const& f);

  [[nodiscard]] std::string announcement_of(function const& f, std::string const& file);

  void decide(file_syntax const& file, source const& text);

  void write(file_syntax const& file, source const& text, edits& out);

  /// Behind `using space::f;`, its lane forms are named as well, where they are declared by then.
  void name_again(file_syntax const& file, source const& text, edits& out) const;

  void announce_template(function const& f, std::string const& file, edits& out);

  /// Behind a prototype, its lane form is declared as well.
  void announce(function const& f, source const& text, edits& out);

  static offset line_at(source const& file, offset at);

 public:
  /// How a function is called in messages about what a compiler refused.
  [[nodiscard]] static std::string key(function const& f, source const&);

 private:
  symbols symbols_;
  unit_launches launches_{symbols_};
  call_graph graph_;
  std::map<std::string, refusal> dropped_;
  std::string drop_all_;
  std::string unit_;
  std::map<std::string, int> named_;  // how many functions a form's name would stand for
  std::string main_;
  std::map<std::string, std::set<offset>> left_;
  std::map<function const*, refusal> waits_;
  std::map<function const*, offset> announced_;
  std::vector<kernel_report> reports_;
  std::vector<written> written_;
  std::vector<surroundings> around_;  // those around the #includes that are being read
  bool is_tried_ = false;
  bool is_threads_only_ = false;
  bool keeps_races_ = false;
  bool has_edited_ = false;  // a thread form
};

}  // namespace simt::cu::lane
