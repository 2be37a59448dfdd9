// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace simt::cu {

/// Finds the lane forms that a compiler refuses without naming them, by halves: a trial without any
/// of them tells whether it is they, and each further one leaves half of those in question out. For
/// one guilty form of n that is log2 n trials; past twice as many, what has not been found innocent
/// is left out.
class form_search {
 public:
  explicit form_search(std::vector<std::string> forms);

  /// Returns the forms that the next trial, or the program, has to do without.
  [[nodiscard]] std::vector<std::string> left_out() const;
  /// Takes the compiler's answer to a trial without left_out().
  void answer(bool is_accepted);

  /// No trial is left: left_out() is the result.
  [[nodiscard]] bool is_settled() const noexcept { return is_settled_; }
  /// The result is what the last trial was about.
  [[nodiscard]] bool is_tried() const noexcept { return is_tried_; }
  /// The file is refused without lane forms, too.
  [[nodiscard]] bool is_of_program() const noexcept { return is_of_program_; }
  /// How many trials there may be.
  [[nodiscard]] std::size_t most_trials() const noexcept { return most_; }

 private:
  /// Chooses the next trial. Behind one that was accepted, the good ones alone have been tried.
  void next(bool is_accepted);
  void settle(bool is_tried);

  std::vector<std::string> all_;
  std::vector<std::string> good_;      // accepted together
  std::vector<std::string> suspects_;  // with the good ones refused
  std::vector<std::string> rest_;      // not looked at since
  std::vector<std::string> half_;      // the trial's, besides the good ones
  std::size_t most_ = 0;
  std::size_t trials_ = 0;
  bool is_first_ = true;
  bool is_settled_ = false;
  bool is_tried_ = false;
  bool is_of_program_ = false;
};

}  // namespace simt::cu
