// SPDX-License-Identifier: MIT
#include <simt/engine/detail/gang_set.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>

using simt::detail::gang_set;

TEST_CASE("gang_set: inserts, erases and finds as a std::set does, around word boundaries") {
  for (unsigned const gangs : {1u, 31u, 63u, 64u, 65u, 130u, 1024u}) {
    CAPTURE(gangs);
    gang_set s;
    s.clear(gangs);
    std::set<unsigned> expected;
    CHECK(s.first_absent(gangs) == 0);
    CHECK(s.lacks_range(0, gangs));
    CHECK(s.take_from(0) == gang_set::none);
    for (unsigned g = 0; g < gangs; g += 7) {
      s.insert(g);
      expected.insert(g);
    }
    if (gangs > 14) {
      s.erase(14);
      expected.erase(14);
    }
    for (unsigned g = 0; g < gangs; ++g) CHECK(s.contains(g) == (expected.count(g) != 0));
    for (unsigned w = 0; w * 32 < gangs; ++w) {
      std::uint32_t bits = 0;
      for (unsigned l = 0; l < 32; ++l)
        if (expected.count(w * 32 + l) != 0) bits |= 1u << l;
      CHECK(s.warp(w) == bits);
    }
    // Taken from the middle on, going round.
    unsigned from = gangs / 2;
    while (!expected.empty()) {
      auto next = expected.lower_bound(from);
      if (next == expected.end()) next = expected.begin();
      CHECK(s.take_from(from) == *next);
      from = *next + 1;
      expected.erase(next);
    }
    CHECK(s.take_from(from) == gang_set::none);
  }
}

TEST_CASE("gang_set: ranges, what lies outside of them, and the rest of a set") {
  constexpr unsigned gangs = 200;
  for (unsigned first = 0; first < gangs; first += 13)
    for (unsigned end = first + 1; end <= gangs; end += 21) {
      CAPTURE(first);
      CAPTURE(end);
      gang_set s;
      s.clear(gangs);
      s.insert_range(first, end);
      bool right = true;
      for (unsigned g = 0; g < gangs; ++g)
        right = right && s.contains(g) == (g >= first && g < end);
      CHECK(right);
      CHECK(s.lacks_range(0, first == 0 ? 0 : first));
      CHECK(!s.lacks_range(first, first + 1));
      CHECK(!s.lacks_range(end - 1, gangs));
      CHECK((end == gangs || s.lacks_range(end, gangs)));
      CHECK(s.first_absent(gangs) == (first != 0 ? 0 : end == gangs ? gang_set::none : end));
      gang_set rest;
      rest.clear(gangs);
      rest.become_rest(s, gangs);
      for (unsigned g = 0; g < gangs; ++g) right = right && rest.contains(g) != s.contains(g);
      CHECK(right);
    }
}
