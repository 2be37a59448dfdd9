// SPDX-License-Identifier: MIT
#include <cu/lane_form/form_search.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace {

using forms = std::vector<std::string>;

forms numbered(std::size_t n) {
  forms out;
  for (std::size_t i = 0; i < n; ++i) out.push_back("form_" + std::to_string(i));
  return out;
}

struct outcome {
  forms left_out;
  std::size_t trials = 0;
  bool is_of_program = false;
  bool was_last_accepted = false;
  bool is_tried = false;
};

/// Searches with a compiler that refuses what `refuses` says of the forms that are left.
outcome search(std::size_t n, std::function<bool(forms const&)> const& refuses) {
  forms const all = numbered(n);
  simt::cu::form_search s{all};
  outcome out;
  while (!s.is_settled()) {
    forms left;
    forms const without = s.left_out();
    for (auto const& f : all)
      if (std::find(without.begin(), without.end(), f) == without.end()) left.push_back(f);
    out.was_last_accepted = !refuses(left);
    s.answer(out.was_last_accepted);
    ++out.trials;
    REQUIRE(out.trials <= s.most_trials());
  }
  out.left_out = s.left_out();
  out.is_of_program = s.is_of_program();
  out.is_tried = s.is_tried();
  return out;
}

bool has(forms const& all, std::string const& f) {
  return std::find(all.begin(), all.end(), f) != all.end();
}

}  // namespace

TEST_CASE("form search: one guilty form of many is found in log2 of their number") {
  for (std::size_t n : {1U, 2U, 3U, 7U, 20U, 64U})
    for (std::size_t guilty = 0; guilty < n; ++guilty) {
      std::string const name = "form_" + std::to_string(guilty);
      auto const found = search(n, [&](forms const& left) { return has(left, name); });
      INFO(n);
      INFO(name);
      CHECK(found.left_out == forms{name});
      CHECK_FALSE(found.is_of_program);
      // The first trial is without any, and the last one of all that are left.
      CHECK(found.trials <= 2 + static_cast<std::size_t>(std::bit_width(n)));
      if (found.is_tried) CHECK(found.was_last_accepted);
    }
}

TEST_CASE("form search: the program is at fault where it is refused without lane forms") {
  auto const found = search(9, [](forms const&) { return true; });
  CHECK(found.is_of_program);
  CHECK(found.trials == 1);
  CHECK(found.left_out.size() == 9);
}

TEST_CASE("form search: two guilty forms, and two that are refused only together") {
  auto const two =
      search(16, [](forms const& left) { return has(left, "form_3") || has(left, "form_12"); });
  CHECK(two.left_out == forms{"form_3", "form_12"});
  auto const pair =
      search(16, [](forms const& left) { return has(left, "form_3") && has(left, "form_12"); });
  CHECK(pair.left_out == forms{"form_12"});
}

TEST_CASE("form search: past its trials it keeps what was accepted") {
  auto const odd = [](forms const& left) {
    return std::any_of(left.begin(), left.end(),
                       [](std::string const& f) { return (f.back() - '0') % 2 == 1; });
  };
  auto const found = search(40, odd);
  CHECK_FALSE(found.is_of_program);
  for (auto const& f : numbered(40))
    if ((f.back() - '0') % 2 == 1) CHECK(has(found.left_out, f));
  CHECK(found.left_out.size() < 40);
}
