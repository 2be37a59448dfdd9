// SPDX-License-Identifier: MIT
#include "form_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace simt::cu {

form_search::form_search(std::vector<std::string> forms) : all_{std::move(forms)}, suspects_{all_} {
  most_ = 3 + 2 * static_cast<std::size_t>(std::bit_width(all_.size()));
}

std::vector<std::string> form_search::left_out() const {
  std::vector<std::string> out;
  auto const has = [](std::vector<std::string> const& list, std::string const& form) {
    return std::find(list.begin(), list.end(), form) != list.end();
  };
  for (std::string const& form : all_)
    if (!has(good_, form) && !has(half_, form)) out.push_back(form);
  return out;
}

void form_search::answer(bool is_accepted) {
  ++trials_;
  if (std::exchange(is_first_, false)) {
    is_of_program_ = !is_accepted;
    if (is_of_program_) return settle(true);
    return next(is_accepted);
  }
  auto const is_in_half = [this](std::string const& form) {
    return std::find(half_.begin(), half_.end(), form) != half_.end();
  };
  if (suspects_.empty()) {  // the trial was about the rest
    if (is_accepted) {
      good_.insert(good_.end(), half_.begin(), half_.end());
      half_.clear();
      return settle(true);
    }
    suspects_ = std::move(half_);
  } else if (is_accepted) {
    good_.insert(good_.end(), half_.begin(), half_.end());
    std::erase_if(suspects_, is_in_half);
  } else {
    for (std::string const& form : suspects_)
      if (!is_in_half(form)) rest_.push_back(form);
    suspects_ = std::move(half_);
  }
  half_.clear();
  next(is_accepted);
}

void form_search::next(bool is_accepted) {
  if (suspects_.size() == 1) {  // found
    suspects_.clear();
    half_ = std::exchange(rest_, {});
    if (half_.empty()) return settle(is_accepted);
  } else {
    half_.assign(suspects_.begin(),
                 suspects_.begin() + static_cast<std::ptrdiff_t>(suspects_.size() / 2));
  }
  if (trials_ < most_) return;
  half_.clear();
  settle(is_accepted);
}

void form_search::settle(bool is_tried) {
  is_settled_ = true;
  is_tried_ = is_tried;
}

}  // namespace simt::cu
