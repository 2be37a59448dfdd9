// SPDX-License-Identifier: MIT

#include <simt/runtime/graph.hpp>

#include <doctest/doctest.h>
#include <simt/runtime/buffer.hpp>

#include <array>
#include <atomic>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "support/error_codes.hpp"

using simt::error_code;

namespace {

static_assert(!std::is_copy_constructible_v<simt::graph>);
static_assert(std::is_nothrow_move_constructible_v<simt::graph>);
static_assert(!std::is_copy_constructible_v<simt::executable_graph>);

}  // namespace

TEST_CASE("graph: work in any shape of dependencies runs after what it waits for, once a launch") {
  std::mt19937 random(7);
  for (int nodes : {1, 2, 7, 60}) {
    CAPTURE(nodes);
    simt::graph g;
    std::vector<simt::graph::node> made;
    std::vector<std::atomic<int>> ran(static_cast<std::size_t>(nodes));
    std::atomic<int> early{0};
    for (std::size_t i = 0; i < ran.size(); ++i) {
      std::vector<simt::graph::node> after;
      std::vector<std::size_t> numbers;
      for (std::size_t j = 0; j < i; ++j)
        if (random() % 4 == 0) {
          after.push_back(made[j]);
          numbers.push_back(j);
        }
      made.push_back(g.add(
          [&ran, &early, i, numbers] {
            for (std::size_t const j : numbers)
              if (ran[j].load() != ran[i].load() + 1) ++early;
            ++ran[i];
          },
          after));
    }
    simt::executable_graph const x = g.instantiate();
    simt::device_stream const s(false);
    for (int launch = 0; launch < 3; ++launch) x.launch(s);
    s.synchronize();
    CHECK(early == 0);
    for (auto const& r : ran) CHECK(r == 3);
  }
}

TEST_CASE("graph: a chain, and a diamond") {
  simt::graph g;
  std::array<int, 4> at{};
  std::atomic<int> count{0};
  auto const note = [&](std::size_t i) { return [&, i] { at[i] = ++count; }; };
  auto const a = g.add(note(0));
  auto const b = g.add(note(1), {a});
  auto const c = g.add(note(2), {a});
  g.add(note(3), {b, c});
  simt::executable_graph x = g.instantiate();
  simt::device_stream const s(false);
  x.launch(s);
  s.synchronize();
  CHECK(at[0] == 1);
  CHECK(at[1] + at[2] == 5);
  CHECK(at[3] == 4);
  simt::executable_graph y = std::move(x);
  CHECK(x.get() == nullptr);
  y.launch(s);
  s.synchronize();
  CHECK(count == 8);
}

TEST_CASE("graph: capture of a stream's work, update, and errors") {
  simt::device_stream const s(false);
  simt::buffer<int> a(100);
  std::vector<int> host(100, 5), back(100);
  auto const copy = [&](std::vector<int> const& from) {
    return simt::graph::capture(s, [&] {
      a.copy_from(from, s);
      a.copy_to(back, s);
    });
  };
  simt::graph const g = copy(host);
  CHECK(back == std::vector<int>(100));  // nothing has run yet
  simt::executable_graph const x = g.instantiate();
  x.launch(s);
  s.synchronize();
  CHECK(back == host);
  std::vector<int> const other(100, 9);
  copy(other).update(x);
  x.launch(s);
  s.synchronize();
  CHECK(back == other);

  simt::graph shape;
  shape.add([] {});
  {  // as many nodes, in other dependencies
    simt::graph chain, pair;
    chain.add([] {}, {chain.add([] {})});
    pair.add([] {});
    pair.add([] {});
    simt::executable_graph const y = chain.instantiate();
    CHECK(code_of([&] { pair.update(y); }) == error_code::graph_exec_update_failure);
    chain.update(y);
  }
  CHECK(code_of([&] { shape.update(x); }) == error_code::graph_exec_update_failure);
  simt::graph stranger;
  auto const n = stranger.add([] {});
  CHECK(code_of([&] { shape.add([] {}, {n}); }) == error_code::invalid_value);
  CHECK_THROWS_AS(
      static_cast<void>(simt::graph::capture(s, [] { throw std::logic_error("mine"); })),
      std::logic_error);
  x.launch(s);  // the stream captures no more
  s.synchronize();
}
