// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/model.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// One read or write of what a function's parameter points to.
struct shared_effect {
  std::size_t parameter = 0;  // its number
  std::string index;          // what stands behind it, in the function's own terms
  bool is_common = true;      // threads of several warps come to the same element
};

/// Holds what a device function does to the arrays that it is given, before and behind its
/// barriers.
struct shared_effects {
  bool meets = false;                 // it waits for the block
  std::vector<shared_effect> writes;  // before its first barrier, or all where it has none
  std::vector<shared_effect> reads;   // behind its last one, or all where it has none
  std::vector<shared_effect> first_reads, last_writes;  // the other way round, where it has one
};

/// Keeps what functions do with the shared memory that they are given, and which of them are given
/// any.
class shared_uses {
 public:
  void add(function const& f, shared_effects e) { effects_[&f] = std::move(e); }
  /// Null of a function of which nothing is known.
  [[nodiscard]] shared_effects const* of(function const& f) const {
    auto const found = effects_.find(&f);
    return found != effects_.end() ? &found->second : nullptr;
  }

  /// Notes where an argument of some call points to. Returns true if that says anything new.
  bool give(function const& f, std::size_t n, memory_space space) {
    auto& given = given_.try_emplace({&f, n}, memory_space::unsaid).first->second;
    memory_space const before = std::exchange(given, either(given, space));
    bool const is_shared = space == memory_space::shared && given_shared_.emplace(&f, n).second;
    return given != before || is_shared;
  }
  /// Where the arguments of all calls so far point to.
  [[nodiscard]] memory_space given(function const& f, std::size_t n) const {
    auto const found = given_.find({&f, n});
    return found != given_.end() ? found->second : memory_space::unsaid;
  }
  /// True if some call passes the address of shared memory.
  [[nodiscard]] bool is_given_shared(function const& f, std::size_t n) const {
    return given_shared_.contains({&f, n});
  }

  /// Notes the name of a `__shared__` variable outside of functions.
  void declare(std::string const& name) { declared_.insert(name); }
  [[nodiscard]] bool is_declared(std::string_view name) const { return declared_.contains(name); }

  void forget(function const& f) {
    effects_.erase(&f);
    std::erase_if(given_, [&](auto const& g) { return g.first.first == &f; });
    std::erase_if(given_shared_, [&](auto const& g) { return g.first == &f; });
  }

 private:
  std::map<function const*, shared_effects> effects_;
  std::map<std::pair<function const*, std::size_t>, memory_space> given_;
  std::set<std::pair<function const*, std::size_t>> given_shared_;
  std::set<std::string, std::less<>> declared_;
};

}  // namespace simt::cu::lane
