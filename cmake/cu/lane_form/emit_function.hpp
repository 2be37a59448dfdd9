// SPDX-License-Identifier: MIT
#pragma once

#include "../facts/forwarding_kernel.hpp"
#include "../text/messages.hpp"
#include "emit_lambda.hpp"

#include <string>

namespace simt::cu::lane {

/// The name by which a function's lane form is found, and the type that holds it.
[[nodiscard]] inline std::string lane_name(function const& f) {
  return (f.is_special ? operator_name(f.name) : f.name) + "_simt_lane";
}
[[nodiscard]] inline std::string lane_struct(function const& f) {
  return lane_name(f) + "_L" + std::to_string(f.name_line) + f.unit;
}

namespace detail {

/// Writes the lane form of a function: a type with a static function `call`, and a function that is
/// only declared and returns it, for overload resolution.
class function_writer : public lambda_writer {
 public:
  function_writer(model const& m, call_graph const& graph, uniformity const& u,
                  callee_traits callees, std::string const& file);

  [[nodiscard]] std::string run();

  /// `template <class T> k_simt_lane_L17<T> k_simt_lane(T* a, int n);`
  [[nodiscard]] std::string declaration(bool defaults);
  [[nodiscard]] std::vector<function const*> const& used() const noexcept { return used_; }
  /// Statements behind which its threads meet once more than the text says.
  [[nodiscard]] std::vector<statement const*> const& waits() const noexcept { return waits_; }
  /// Functions that it calls thread by thread, and whether it calls values.
  [[nodiscard]] std::set<std::string> const& by_thread() const noexcept { return by_thread_; }
  [[nodiscard]] bool calls_values() const noexcept { return calls_values_; }
  /// Returns what a kernel template's body begins with: whoever makes a kernel of it, be it only to
  /// take its address, makes its lane form known.
  [[nodiscard]] std::string mention() const;
  /// Around what belongs into the namespace of a function that is defined outside of it.
  [[nodiscard]] std::string scope_begin() const;
  [[nodiscard]] std::string scope_end() const { return f_.scope.empty() ? "" : " }"; }
  /// The type, declared only.
  [[nodiscard]] std::string announcement();

 private:
  // What a compiler has to say of the text it says of the thread form.
  static constexpr std::string_view quiet_begin =
      "#pragma GCC diagnostic push\n"
      "#pragma GCC diagnostic ignored \"-Wshadow\"\n"
      "#pragma GCC diagnostic ignored \"-Wparentheses\"\n"
      "#pragma GCC diagnostic ignored \"-Wconversion\"\n"
      "#pragma GCC diagnostic ignored \"-Wsign-conversion\"\n"
      "#pragma GCC diagnostic ignored \"-Wsign-compare\"\n"
      "#pragma GCC diagnostic ignored \"-Wunused-value\"\n"
      "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
      "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n";
  static constexpr std::string_view quiet_end = "\n#pragma GCC diagnostic pop\n";

  void check() const;
  /// True where the default of a parameter may be another number for each thread.
  [[nodiscard]] bool differs_by_default(declarator const& p) const;

  /// `template <> void k<float>(float*)`: its lane form is a specialisation of the template's.
  [[nodiscard]] bool is_specialised() const {
    return !f_.templates.empty() && f_.templates.front().parameters.empty();
  }
  /// The one template of the name.
  [[nodiscard]] function const* primary() const;
  /// A template's parameter has a name here.
  [[nodiscard]] static std::string parameter_name(template_head const& t, std::size_t i) {
    return t.parameters[i].name.empty() ? "simt_T" + std::to_string(i) : t.parameters[i].name;
  }
  /// Not all: without those that its body takes as arguments.
  [[nodiscard]] std::string template_of(bool defaults, bool all = true) const;
  [[nodiscard]] bool has_arguments() const;
  [[nodiscard]] std::string struct_name() const {
    return lane_struct(is_specialised() ? *primary() : f_);
  }
  [[nodiscard]] std::string struct_arguments(bool all = true) const;
  [[nodiscard]] std::string owner() const override { return struct_name(); }

  /// How launches and the runtime find the kernel and its lane form.
  void handles();
  /// The type of a kernel's argument, with a name; of one that an alias may name, without what it
  /// says of aliasing.
  [[nodiscard]] std::string argument_type(declarator const& p, std::string const& name) const;

  static bool may_be_integer(std::string_view type);

  /// True if a wide gang would keep its values in memory rather than in registers: several
  /// floating-point values of threads' own, be it under a name of the program's (`real`), and a
  /// loop within a loop.
  [[nodiscard]] bool is_heavy() const;
  /// How many loops stand within each other.
  static int loops_within(statement const& s);

  /// True if g++ would take long for a kernel's loops: see compile_budget::branchy_accesses.
  [[nodiscard]] bool is_branchy() const;
  void kernel();
  void kernel_body(std::string const& how);
  void kernel_head(std::string const& how);

  void device();

  /// Calls with fewer arguments, where parameters have default values.
  void defaults();

  void body(statement const* last);

  function const& f_;
};

}  // namespace detail

}  // namespace simt::cu::lane
