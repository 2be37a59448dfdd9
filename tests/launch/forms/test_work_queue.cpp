// SPDX-License-Identifier: MIT
#include <simt/launch/detail/work_queue.hpp>
#include <simt/launch/detail/stream_core.hpp>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace work_queue_cases {

using simt::detail::erase_type;
using simt::detail::stream_core;
using simt::detail::work_queue;

/// Counts what of it is alive; so large.
template <std::size_t Bytes, std::size_t Alignment = 8>
struct counted {
  std::atomic<int>* alive;
  std::vector<int>* ran;
  int id;
  alignas(Alignment) std::array<char, Bytes> rest{};
  counted(std::atomic<int>& a, std::vector<int>& r, int i) : alive(&a), ran(&r), id(i) { ++*alive; }
  counted(counted const& o) : alive(o.alive), ran(o.ran), id(o.id) { ++*alive; }
  ~counted() { --*alive; }
  void operator()() const {
    if (reinterpret_cast<std::uintptr_t>(&rest) % Alignment != 0) ran->push_back(-1);
    ran->push_back(id);
  }
};
bool run_kept(void* payload, work_queue::action what, stream_core*) {
  auto* const p = static_cast<work_queue::erased_payload*>(payload);
  if (what == work_queue::action::run) p->of->run(p->kept());
  if (p->of->destroy != nullptr) p->of->destroy(p->kept());
  return true;
}

TEST_CASE("work_queue: callables of every size in order, over many chunks, each destroyed once") {
  stream_core core;
  std::atomic<int> alive{0};
  std::vector<int> ran, expected;
  {
    work_queue q;
    constexpr int turns = 300;
    for (int i = 0; i < turns; ++i) {
      CHECK(q.push(counted<8>(alive, ran, 4 * i)) == std::uint64_t(4 * i + 1));
      q.push(counted<3000>(alive, ran, 4 * i + 1));       // too large to lie in the queue
      q.push(counted<64, 64>(alive, ran, 4 * i + 2));     // aligned for vectors
      counted<500> const f(alive, ran, 4 * i + 3);
      q.push_erased(&run_kept, nullptr, erase_type(f));
    }
    CHECK(alive == 4 * turns);
    for (int i = 0; i < 4 * turns; ++i) expected.push_back(i);
    while (q.done() < q.pushed()) CHECK(q.run_one(core));
    CHECK(alive == 0);
    CHECK(ran == expected);
    for (int i = 0; i < 10; ++i) q.push(counted<1000>(alive, ran, i));
    CHECK(alive == 10);
  }
  CHECK(alive == 0);  // those that have not run, too
  CHECK(ran == expected);
}

TEST_CASE("work_queue: erased callables are copied as bytes, moved, or kept apart") {
  std::vector<int> ran;
  struct plain {
    std::vector<int>* to;
    int x;
    void operator()() const { to->push_back(x); }
  };
  plain const p{&ran, 5};
  CHECK((erase_type(p).of->make == nullptr));
  CHECK((erase_type(p).of->destroy == nullptr));
  auto owned = std::make_unique<int>(7);
  auto move_only = [&ran, o = std::move(owned)] { ran.push_back(*o); };
  std::atomic<int> alive{0};
  counted<4000, 64> const apart(alive, ran, 9);
  static_assert(simt::detail::is_kept_apart<counted<4000>> && !simt::detail::is_kept_apart<plain>);
  CHECK(erase_type(apart).of->bytes == sizeof(void*));
  {
    work_queue q;
    stream_core core;
    q.push_erased(&run_kept, nullptr, erase_type(p));
    q.push_erased(&run_kept, nullptr, erase_type(std::move(move_only)));
    q.push_erased(&run_kept, nullptr, erase_type(apart));
    CHECK(alive == 2);
    while (q.done() < q.pushed()) q.run_one(core);
  }
  CHECK(alive == 1);
  CHECK(ran == std::vector{5, 7, 9});
}

TEST_CASE("work_queue: a callable that throws counts as done; one that is not ready stays the oldest") {
  work_queue q;
  stream_core core;
  int tries = 0;
  q.push([] { throw std::runtime_error("first"); });
  q.push([&](stream_core& self) { return &self == &core && ++tries == 3; });
  CHECK_THROWS_WITH_AS(q.run_one(core), "first", std::runtime_error);
  CHECK(q.done() == 1);
  CHECK_FALSE(q.run_one(core));
  CHECK_FALSE(q.run_one(core));
  CHECK(q.done() == 1);
  CHECK(q.run_one(core));
  CHECK(q.done() == 2);
}

TEST_CASE("work_queue: many threads push while one runs, and each thread's order stays") {
  work_queue q;
  stream_core core;
  constexpr int threads = 4, each = 2000;
  std::vector<int> last(threads, -1);
  int wrong = 0;
  std::vector<std::thread> pushing;
  for (int t = 0; t < threads; ++t)
    pushing.emplace_back([&, t] {
      for (int i = 0; i < each; ++i)
        q.push([&, t, i] {
          auto& l = last[static_cast<std::size_t>(t)];
          wrong += l + 1 != i;
          l = i;
        });
    });
  while (q.done() < std::uint64_t{threads} * each)
    if (q.done() < q.pushed())
      q.run_one(core);
    else
      std::this_thread::yield();
  for (auto& t : pushing) t.join();
  CHECK(wrong == 0);
  CHECK(last == std::vector<int>(threads, each - 1));
}

}  // namespace work_queue_cases
