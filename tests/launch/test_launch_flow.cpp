// SPDX-License-Identifier: MIT
// Control flow that goes wrong: misuse of the masked statements, and exceptions inside them.
#include <simt/launch/launch.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cstddef>
#include <string>
#include <vector>

using simt::block_shape;
using simt::dim3;
using simt::shape;
using simt_test::at_widths;

namespace {

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// --- Misuse of control flow ----------------------------------------------------------------------

namespace {

enum misuse {
  none,
  break_in_if,
  return_in_if,
  break_in_while,
  return_in_while,
  break_in_for,
  break_in_do,
  return_in_else,
  break_in_switch,
  break_outside,
  continue_outside,
  continue_in_switch,
  case_outside,
  break_in_function,
  misuses
};

SIMT_DEVICE(void, breaks_its_caller, ()) { simt_break; }

SIMT_KERNEL(misused, (simt::ptr<int> out, int what, int culprit)) {
  auto i = threadIdx.x;
  int const w = blockIdx.x == culprit ? what : int{none};
  for (int once = 0; once < 1; ++once) {
    simt_if (i < 3) {
      if (w == break_in_if) break;
      if (w == return_in_if) return;
    }
    simt_if (i < 1000 && i % 2 == 2) {
    } else {
      if (w == return_in_else) return;
    }
    simt_while (i % 3 == 7 || w == break_in_while || w == return_in_while) {
      if (w == break_in_while) break;
      return;
    }
    simt_for (varying<int> k = 0, k < i, ++k) {
      if (w == break_in_for) break;
    }
    varying<int> turns = 0;
    simt_do {
      if (w == break_in_do) break;
      ++turns;
    }
    simt_do_while(turns < 2);
    simt_switch (i % 4) {
      simt_case(1) if (w == break_in_switch) break;
      simt_default++ turns;
      if (w == continue_in_switch) simt_continue;
    }
  }
  if (w == break_outside) simt_break;
  if (w == continue_outside) simt_continue;
  if (w == case_outside) {
    simt_case(3)
  }
  if (w == break_in_function) {
    simt_while (i < 10) {
      breaks_its_caller(*this);
      simt_break;
    }
  }
  out[blockIdx.x * blockDim.x + i] = i;
}

}  // namespace

TEST_CASE("launch: plain break and return in masked statements, simt_break outside: flow_error") {
  auto const check = []<int W, class Block>(Block block) {
    for (int what = none + 1; what < misuses; ++what) {
      std::vector<int> out(6 * 45, -1);
      CAPTURE(W);
      CAPTURE(what);
      try {
        simt::launch_at<W>(misused, shape{6, block}, out.data(), what, 4);
        FAIL("no error");
      } catch (simt::flow_error const& e) {
        CHECK(e.kernel() == "misused");
        CHECK(e.grid() == dim3(6));
        CHECK(e.block_shape() == dim3(45));
        CHECK(e.block_index() == simt::uint3{4, 0, 0});
        CHECK(e.threads().has_value());
        bool const left = what < break_outside;
        CHECK(contains(e.what(), left ? "a plain break, return or goto left simt_if" : "outside"));
        CHECK(contains(e.what(),
                       "kernel misused, grid (6, 1, 1), block shape (45, 1, 1), block "
                       "(4, 0, 0), thread"));
      }
      CHECK(out[4 * 45 + 44] == -1);
      simt::launch_at<W>(misused, shape{6, block}, out.data(), int{none}, 4);
      for (int k = 0; k < 6 * 45; ++k) CHECK(out[at(k)] == k % 45);
    }
  };
  at_widths([&]<int W>() { check.template operator()<W>(45); });
  check.template operator()<simt::whole_block>(block_shape<45>);
}

// --- Exceptions that the kernel itself catches ---------------------------------------------------

namespace {

struct thrown {};
template <class X>
X throws_at(X const& x, bool now) {
  if (now) throw thrown();
  return x;
}

// Throws at place `where`, catches, and shows which threads are active afterwards.
SIMT_KERNEL(catching, (simt::ptr<int> out, int where)) {
  auto i = threadIdx.x;
  int caught = 0;
  varying<int> const x = i;
  simt_if (i < 50) {
    try {
      simt_if (throws_at(x, where == 0) % 2 == 0 && i > 4) {
        simt_while (throws_at(x, where == 1) > 10) {
          simt_for (varying<int> k = 0, k < throws_at(x, where == 2), ++k) {
            simt_if (k == 1) simt_continue;
            simt_if (i == 20) simt_break;
            if (where == 3) throw thrown();
            simt_if (k > 5) simt_break;
          }
          simt_switch (throws_at(x, where == 4) % 3) {
            simt_case(0) if (where == 5) throw thrown();
            simt_break;
            simt_default if (where == 6) throw thrown();
          }
          varying<int> turns = 0;
          simt_do {
            if (where == 7) throw thrown();
            simt_if (i == 30) simt_break;
            ++turns;
          }
          simt_do_while(turns < throws_at(x, where == 8) % 4);
          simt_if (x > 3 && simt_lazy(throws_at(x, where == 9) > 0)) {
            varying<int> const y = simt_select(i > 40, throws_at(x, where == 10), -x);
            simt_if (y > 0) {
            } else {
              if (where == 11) throw thrown();
            }
          }
          simt_break;
        }
      }
    } catch (thrown const&) {
      caught = 1;
    }
    out[i] = 1 + caught;
  }
  out[100 + i] = 1;
}

}  // namespace

TEST_CASE("[HIER-020] an exception caught in a kernel leaves the threads as they were") {
  auto const check = []<int W, class Block>(Block block) {
    for (int where = -1; where < 12; ++where) {
      std::vector<int> out(200, 0);
      simt::launch_at<W>(catching, shape{1, block}, out.data(), where);
      CAPTURE(W);
      CAPTURE(where);
      for (int i = 0; i < 100; ++i) {
        // True if it throws depends on the threads that share a gang; who goes on does not.
        CHECK((out[at(i)] > 0) == (i < 50));
        if (where == -1 && i < 50) CHECK(out[at(i)] == 1);
        if (where == 0 && i < 50) CHECK(out[at(i)] == 2);
        CHECK(out[at(100 + i)] == 1);
      }
    }
  };
  at_widths([&]<int W>() { check.template operator()<W>(100); });
  check.template operator()<simt::whole_block>(block_shape<100>);
}

namespace {

SIMT_DEVICE(varying<int>, returns_or_throws, (varying<int> const& x)) {
  simt_if (x % 3 == 0) simt_return(x);
  simt_while (x > 0) {
    simt_if (x % 3 == 1) simt_return(-x);
    throw thrown();
  }
  simt_return(x);
}

// Each statement with nothing masked between it and the handler.
SIMT_KERNEL(catching_alone, (simt::ptr<int> out, int where, int from)) {
  auto i = threadIdx.x;
  varying<int> x = i;
  varying<int> turns = 0;
  int turn = 0;
  int caught = 0;
  simt_if (i >= from) {
    try {
      if (where == 0) {
        simt_if (x % 2 == 0) throw thrown();
      }
      if (where == 1) {
        simt_if (i < 61) {
        } else
          throw thrown();
      }
      if (where == 2) {
        simt_switch (x % 3) {
          simt_case(0)++ turns;
          simt_break;
          simt_case(1) throw thrown();
        }
      }
      if (where == 3) {
        simt_switch (x % 3) {
          simt_case(1) simt_break;
          simt_default throw thrown();
        }
      }
      if (where == 4) {
        simt_switch (blockIdx.x) {
          simt_case(0) simt_if (x % 2 == 0) simt_break;
          throw thrown();
        }
      }
      if (where == 5) {
        simt_do {
          simt_if (x % 3 == 0) simt_break;
          simt_if (x % 3 == 1) simt_continue;
          throw thrown();
        }
        simt_do_while(turns < 2);
      }
      if (where == 6) {
        simt_do {
          ++turns;
          simt_if (x % 5 == 0) simt_break;
        }
        simt_do_while(throws_at(turns, turn++ == 1) <= x % 4);
      }
      if (where == 7) {
        simt_while (x % 4 != 0) {
          simt_if (x % 3 == 0) simt_break;
          simt_if (x % 3 == 1) simt_continue;
          throw thrown();
        }
      }
      if (where == 8) {
        simt_while (throws_at(x, turn++ == 2) > 20) {
          simt_if (x % 3 == 0) simt_break;
          x -= 30;
        }
      }
      if (where == 9) {
        simt_for (varying<int> k = 0, k < x % 7, k += throws_at(k, turn++ == 3) * 0 + 1) {
          simt_if (k == 2) simt_continue;
          simt_if (x % 9 == 0) simt_break;
        }
      }
      if (where == 10) {
        simt_if (x > 5 && simt_lazy(throws_at(x, true) > 0)) ++turns;
      }
      if (where == 11) turns = simt_select(x % 2 == 0, x, throws_at(x, true));
      if (where == 12) {
        simt_for (int k = 0, k < 3, ++k) {
          simt_if (x % 2 == 0) simt_break;
          throw thrown();
        }
      }
      if (where == 13) turns = returns_or_throws(*this, x);
    } catch (thrown const&) {
      ++caught;
    }
    out[i] = 1 + caught;
    simt_for (varying<int> k = 0, k < 3, ++k) {
      simt_if (i % 3 == k) simt_continue;
      out[200 + i] += 1;
    }
  }
  out[100 + i] = 1;
}

}  // namespace

TEST_CASE("an exception caught right outside of each masked statement") {
  auto const check = []<int W, class Block>(Block block) {
    for (int const from : {0, 40})
      for (int where = -1; where < 14; ++where) {
        std::vector<int> out(300, 0);
        simt::launch_at<W>(catching_alone, shape{1, block}, out.data(), where, from);
        CAPTURE(W);
        CAPTURE(from);
        CAPTURE(where);
        int caught = 0;
        for (int i = 0; i < 100; ++i) {
          CHECK((out[at(i)] > 0) == (i >= from));
          CHECK(out[at(100 + i)] == 1);
          CHECK(out[at(200 + i)] == (i >= from ? 2 : 0));
          caught += out[at(i)] == 2;
        }
        CHECK((caught > 0) == (where >= 0));
      }
  };
  at_widths([&]<int W>() { check.template operator()<W>(100); });
  check.template operator()<simt::whole_block>(block_shape<100>);
}
