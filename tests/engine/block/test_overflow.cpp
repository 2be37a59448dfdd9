// SPDX-License-Identifier: MIT
#include <simt/engine/detail/overflow.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

using engine_test::shape;
using simt::block;
using simt::dim3;
using simt::run_grid;

#if SIMT_CATCH_OVERFLOW

namespace overflow_cases {

[[gnu::noinline]] int deep(int n) {
  char volatile local[512];
  local[0] = static_cast<char>(n);
  int const below = n > 0 ? deep(n - 1) : 0;
  return below + local[0];
}

int endless() { return deep(1 << 30); }

TEST_CASE("stack overflow: on the caller's stack and on a fiber, first and later gangs") {
  simt::handle_stack_overflow();  // doctest has put its own handler in front
  for (int round = 0; round < 3; ++round)
    for (unsigned const gangs : {1U, 8U})
      for (unsigned const culprit : {0U, gangs / 2, gangs - 1})
        for (bool const barrier : {false, true}) {
          CAPTURE(gangs);
          CAPTURE(culprit);
          CAPTURE(barrier);
          std::atomic<int> alive{0};
          struct tracked {
            std::atomic<int>& count;
            explicit tracked(std::atomic<int>& c) : count(c) { ++count; }
            ~tracked() { --count; }
          };
          volatile int sink = 0;
          try {
            run_grid(shape(dim3(3, 2), gangs, 1, "recursive"), [&](block& b, unsigned g) {
              bool const mine = b.index().x == 1 && b.index().y == 1 && g == culprit;
              if (barrier) b.barrier();
              if (mine) sink = endless();
              tracked const t(alive);
              b.barrier();
            });
            FAIL("no error");
          } catch (simt::stack_overflow_error const& e) {
            CHECK(e.kernel() == "recursive");
            CHECK(e.block_index() == simt::uint3{1, 1, 0});
            CHECK(e.thread_index() == simt::uint3{culprit, 0, 0});
          }
          CHECK(alive == 0);
          std::atomic<int> ran{0};
          run_grid(shape(4, 8, 1), [&](block& b, unsigned) {
            b.barrier();
            ++ran;
          });
          CHECK(ran == 32);
        }
}

TEST_CASE("stack overflow: in a nested launch it is the nested launch's error") {
  simt::handle_stack_overflow();
  std::atomic<int> handled{0};
  volatile int sink = 0;
  run_grid(shape(2, 4, 1, "outer"), [&](block& b, unsigned) {
    b.barrier();
    try {
      run_grid(shape(3, 2, 1, "inner"), [&](block& in, unsigned) {
        in.barrier();
        if (in.linear() == 1) sink = endless();
      });
    } catch (simt::stack_overflow_error const& e) {
      if (e.kernel() == "inner") ++handled;
    }
    b.barrier();
  });
  CHECK(handled == 8);
}

TEST_CASE("overflow: a fault near the end of its stack is one, any other is not") {
  using simt::detail::overflows;
  alignas(64) static std::byte memory[64];
  simt::detail::stack_record s{};
  CHECK_FALSE(overflows(s, 4096, 4096));  // of a stack nobody knows the end of
  s.low = memory;
  auto const low = reinterpret_cast<std::uintptr_t>(memory);
  // A fiber's: within the guard below it.
  s.native = false;
  s.guard = 4096;
  CHECK(overflows(s, low - 1, 0));
  CHECK(overflows(s, low - 4096, 0));
  CHECK_FALSE(overflows(s, low - 4097, 0));
  CHECK_FALSE(overflows(s, low, low));
  // A thread's: a frame may have stepped over the guard, but then the stack pointer is near as well.
  s.native = true;
  CHECK(overflows(s, low - 8192, low - 4096));
  CHECK(overflows(s, low + 100, low + 50));
  CHECK_FALSE(overflows(s, low - 8192, low + (1u << 20)));
  CHECK_FALSE(overflows(s, low + 8192, low));
  CHECK_FALSE(overflows(s, 8, low));
}

}  // namespace overflow_cases

#else

TEST_CASE("stack overflow: where the library has no handler, asking for it does nothing") {
  simt::handle_stack_overflow();
  simt::catch_illegal_addresses(false);
  CHECK(simt::block::current() == nullptr);
}

#endif
