// SPDX-License-Identifier: MIT
#pragma once

#include "model.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// One read or write of what a function's parameter points to.
struct shared_effect {
  std::size_t parameter = 0;  // its number
  std::string index;          // what stands behind it, in the function's own terms
  bool is_common = true;      // threads of several warps come to the same element
};

/// What a device function does to the arrays that it is given, before and behind its barriers.
struct shared_effects {
  bool meets = false;                 // it waits for the block
  std::vector<shared_effect> writes;  // before its first barrier, or all where it has none
  std::vector<shared_effect> reads;   // behind its last one, or all where it has none
};

/// What functions do with the shared memory that they are given, and which of them are given any.
class shared_uses {
 public:
  void add(function const& f, shared_effects e) { effects_[&f] = std::move(e); }
  /// Null of a function of which nothing is known.
  [[nodiscard]] shared_effects const* of(function const& f) const {
    auto const found = effects_.find(&f);
    return found != effects_.end() ? &found->second : nullptr;
  }

  /// True where that was not known yet.
  bool give(function const& f, std::size_t n) { return given_.emplace(&f, n).second; }
  [[nodiscard]] bool is_given(function const& f, std::size_t n) const {
    return given_.contains({&f, n});
  }
  void forget(function const& f) {
    effects_.erase(&f);
    std::erase_if(given_, [&](auto const& g) { return g.first == &f; });
  }

 private:
  std::map<function const*, shared_effects> effects_;
  std::set<std::pair<function const*, std::size_t>> given_;
};

}  // namespace simt::cu::lane
