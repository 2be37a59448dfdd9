// SPDX-License-Identifier: MIT
#include <simt/launch/detail/tuning_table.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

using simt::detail::tuning_table;

namespace {

std::string lines_of(std::string const& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("tuning_table: each way has its tries, then the one with the shortest launch is taken") {
  tuning_table table;
  std::int64_t const times[] = {700, 500, 600};
  for (unsigned launch = 0; launch < 3 * tuning_table::tries; ++launch) {
    auto const choice = table.choose("a", 3);
    CHECK(choice.index == launch % 3);
    CHECK_FALSE(choice.settled);
    // One slow launch of the fastest says nothing.
    std::int64_t const ns = launch == 1 ? 9000 : times[choice.index];
    CHECK(table.learn("a", choice.index, 3, ns) == (launch + 1 == 3 * tuning_table::tries));
  }
  CHECK(table.choose("a", 3).index == 1);
  CHECK(table.choose("a", 3).settled);
  CHECK(table.learn("a", 0, 3, 1));  // from a thread that has begun before
  CHECK(table.choose("a", 3).index == 1);
  CHECK_FALSE(table.choose("b", 3).settled);
}

TEST_CASE("tuning_table: a file has what was found out, for the next process and beside others") {
  std::string const path = "test_tune.txt";
  std::remove(path.c_str());
  auto const find_out = [&](tuning_table& table, char const* key, std::size_t fastest) {
    for (unsigned launch = 0; launch < 2 * tuning_table::tries; ++launch) {
      auto const choice = table.choose(key, 2);
      table.learn(key, choice.index, 2, choice.index == fastest ? 10 : 20);
    }
  };
  tuning_table first(path.c_str()), second(path.c_str());
  find_out(first, "a", 1);
  find_out(second, "b", 0);
  CHECK(lines_of(path) == "a\t1\nb\t0\n");
  tuning_table later(path.c_str());
  CHECK(later.choose("a", 2).index == 1);
  CHECK(later.choose("a", 2).settled);
  CHECK(later.choose("b", 2).index == 0);
  // Lines that mean nothing: too large an index, no number, no key.
  std::ofstream(path) << "a\t7\nb\tx\n\t1\nnothing\n";
  tuning_table wrong(path.c_str());
  CHECK_FALSE(wrong.choose("a", 2).settled);
  CHECK_FALSE(wrong.choose("b", 2).settled);
  std::remove(path.c_str());
  // Where nothing can be written, results last as long as the table.
  tuning_table nowhere("no/such/folder/tune.txt");
  find_out(nowhere, "a", 1);
  CHECK(nowhere.choose("a", 2).index == 1);
}
