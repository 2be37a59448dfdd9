// SPDX-License-Identifier: MIT
#include <simt/engine/detail/worker.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace worker_cases {

using simt::detail::arena;
using simt::detail::worker;

TEST_CASE("worker: memory of blocks is aligned, kept and handed out again if it is large enough") {
  worker w;
  arena small = w.take_arena(100), large = w.take_arena(5000);
  CHECK((small.size() >= 100 && large.size() >= 5000));
  for (arena const* a : {&small, &large})
    CHECK(reinterpret_cast<std::uintptr_t>(a->data()) % arena::alignment == 0);
  std::byte* const kept = large.data();
  w.put_arena(std::move(small));
  w.put_arena(std::move(large));
  arena const again = w.take_arena(3000);
  CHECK(again.data() == kept);
  // Those that were too small have gone; moved ones own nothing.
  arena fresh = w.take_arena(6000);
  CHECK(fresh.size() >= 6000);
  arena const taken = std::move(fresh);
  CHECK(taken.data() != nullptr);
}

TEST_CASE("worker: a pool of fibers for each size of stack, schedulers in the order of their return") {
  worker w;
  auto& a = w.fibers(64 * 1024);
  CHECK(&w.fibers(128 * 1024) != &a);
  CHECK(&w.fibers(64 * 1024) == &a);
  auto one = w.take_scheduler(), two = w.take_scheduler();
  auto* const last = two.get();
  w.put_scheduler(std::move(one));
  w.put_scheduler(std::move(two));
  CHECK(w.take_scheduler().get() == last);
  // Deeper nesting than is kept frees.
  std::vector<std::unique_ptr<simt::detail::scheduler>> many;
  for (int i = 0; i < 20; ++i) many.push_back(w.take_scheduler());
  for (auto& s : many) w.put_scheduler(std::move(s));
  CHECK(w.take_scheduler() != nullptr);
}

TEST_CASE("worker: each thread has its own, which knows the thread's stack") {
  worker* const here = &worker::current();
  CHECK(&worker::current() == here);
  CHECK(here->stack.current == &here->native);
  worker* there = nullptr;
  bool inside = true;
  std::thread([&] {
    there = &worker::current();
#ifdef __linux__
    auto const low = reinterpret_cast<std::uintptr_t>(there->native.low);
    auto const local = reinterpret_cast<std::uintptr_t>(&low);
    inside = low != 0 && local >= low && local < low + there->native.bytes;
#endif
  }).join();
  CHECK(there != here);
  CHECK(inside);
}

}  // namespace worker_cases
