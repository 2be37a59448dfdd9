// SPDX-License-Identifier: MIT
#include <simt/engine/fiber.hpp>
#include <simt/engine/stack_pool.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace {

using simt::detail::execution;
using simt::detail::fiber;
using simt::detail::fiber_pool;
using simt::detail::stack_record;
using simt::detail::thread_stack;

// Runs fibers by hand: the engine's block does the same with a schedule.
struct host {
  host() {
    self.exceptions = simt::detail::thread_exception_state();
    self.current = &native;
#if SIMT_TSAN
    native.tsan = __tsan_get_current_fiber();
#endif
#if SIMT_ASAN
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    void* low = nullptr;
    pthread_attr_getstack(&attributes, &low, &native.bytes);
    pthread_attr_destroy(&attributes);
    native.low = static_cast<std::byte*>(low);
#endif
    here.stack = &native;
  }

  stack_record native;
  thread_stack self;
  execution here;
  fiber_pool pool{simt::default_stack_bytes(1)};
  std::vector<int> log;
  int turns = 0;
};

void leave(fiber& f) {
  auto& h = *static_cast<host*>(f.owner);
  simt::detail::switch_execution(h.self, f, h.here);
}

void enter(host& h, fiber& f) {
  f.owner = &h;
  simt::detail::switch_execution(h.self, h.here, f);
}

[[gnu::noinline]] void thrower(int value) {
  if (value >= 0) throw std::runtime_error("thrown in a fiber");
}

}  // namespace

TEST_CASE("fiber: switches go back and forth, locals survive") {
  host h;
  fiber* const f = h.pool.take();
  REQUIRE(f != nullptr);
  f->body = [](fiber& self) {
    auto& owner = *static_cast<host*>(self.owner);
    double local = 1.5;
    for (int i = 0; i < 100; ++i) {
      owner.log.push_back(i);
      local += 1;
      leave(self);
    }
    owner.turns = static_cast<int>(local);
    leave(self);
  };
  for (int i = 0; i <= 100; ++i) enter(h, *f);
  CHECK(h.log.size() == 100);
  CHECK(h.log[99] == 99);
  CHECK(h.turns == 101);
}

TEST_CASE("fiber: throw and catch inside, a switch inside a handler keeps each side's exception") {
  host h;
  fiber* const f = h.pool.take();
  REQUIRE(f != nullptr);
  f->body = [](fiber& self) {
    auto& owner = *static_cast<host*>(self.owner);
    try {
      thrower(1);
    } catch (std::runtime_error const&) {
      leave(self);
      try {
        throw;  // still the fiber's own
      } catch (std::runtime_error const& e) {
        owner.log.push_back(std::string(e.what()) == "thrown in a fiber" ? 1 : 2);
      }
    }
    leave(self);
  };
  try {
    throw std::logic_error("host");
  } catch (...) {
    enter(h, *f);
    CHECK(std::uncaught_exceptions() == 0);
    try {
      throw;
    } catch (std::logic_error const& e) {
      h.log.push_back(std::string(e.what()) == "host" ? 3 : 4);
    } catch (...) {
      h.log.push_back(5);
    }
    enter(h, *f);
  }
  CHECK(h.log == std::vector<int>{3, 1});
}

TEST_CASE("fiber: entry has an aligned stack, a parked fiber runs new work") {
  host h;
  fiber* const f = h.pool.take();
  REQUIRE(f != nullptr);
  f->body = [](fiber& self) {
    auto& owner = *static_cast<host*>(self.owner);
    alignas(64) volatile char aligned[64];
    aligned[0] = 1;
    owner.log.push_back(static_cast<int>(reinterpret_cast<std::uintptr_t>(&aligned[0]) % 64));
    leave(self);
  };
  enter(h, *f);
  h.pool.put(*f);
  fiber* const again = h.pool.take();
  CHECK(again == f);
  again->body = [](fiber& self) {
    static_cast<host*>(self.owner)->log.push_back(7);
    leave(self);
  };
  // The first body returns to the fiber's loop, which runs the new one.
  enter(h, *again);
  CHECK(h.log == std::vector<int>{0, 7});
}
