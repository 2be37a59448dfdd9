// SPDX-License-Identifier: MIT
#include <cu/thread_form/waiting_loops.hpp>

#include <doctest/doctest.h>

#include <string>

#include "rewritten.hpp"

namespace {

/// How many loops of a kernel's text count their turns; `flag` is volatile, `p` is not.
int counted(std::string const& body, std::string const& before = "") {
  std::string const out =
      rewritten(before + "__global__ void k(volatile int* flag, int* p, int n) {" + body + "}");
  int count = 0;
  for (std::size_t at = 0; (at = out.find("waiting_loop ", at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("waiting_loops: a loop that may wait counts its turns") {
  CHECK(rewritten_in_kernel("while (*(volatile int*)p == 0) {}") ==
        "for (::simt::cuda::waiting_loop simt_wait_6; simt_wait_6.once();) while "
        "(simt_wait_6.turn() && (*(volatile int*)p == 0)) {}");
  CHECK(rewritten_in_kernel("do v = atomicOr(p, 0); while (v == 0);") ==
        "for (::simt::cuda::waiting_loop simt_wait_6; simt_wait_6.once();) do v = atomicOr(p, 0); "
        "while (simt_wait_6.turn() && (v == 0));");
  CHECK(rewritten_in_kernel("for (;;) if (__ldcg(p)) break;") ==
        "for (::simt::cuda::waiting_loop simt_wait_6; simt_wait_6.once();) for "
        "(;;simt_wait_6.turn()) if (__ldcg(p)) break;");
  CHECK(rewritten_in_kernel("for (int i = 0; ; ++i) if (__ldcg(p)) break;") ==
        "for (::simt::cuda::waiting_loop simt_wait_6; simt_wait_6.once();) for "
        "(int i = 0; ; simt_wait_6.turn(), ++i) if (__ldcg(p)) break;");
}

TEST_CASE("waiting_loops: which loops may wait") {
  CHECK(counted("while (*flag == 0);") == 1);
  CHECK(counted("bool done = false; while (!done) { if (*flag) done = true; }") == 1);
  CHECK(counted("for (int i = 0; i < n; ++i) if (*flag) return;") == 1);
  CHECK(counted("for (int i = 0; i < n; ++i) { while (*flag == i) {} p[i] = i; }") == 1);
  CHECK(counted("do { n = 0; if (*flag) n = 1; } while (n == 0);") == 1);
  CHECK(counted("while (atomicCAS(p, 0, 1) != 0) {}") == 1);
  CHECK(counted("while (n < 7) n = atomicMax(p, -1);") == 1);
  CHECK(counted("while (a.load(order) < n) {}") == 1);
  CHECK(counted("while (!a->compare_exchange_weak(n, 1)) n = 0;") == 1);
  CHECK(
      counted("while (q->empty()) {}",
              "struct queue { volatile int head, tail; __device__ bool empty() const { return head "
              "== tail; } };") == 1);
  CHECK(counted("while (peek(p) == 0) {}",
                "__device__ int peek(int* p) { return *(volatile int*)p; "
                "}") == 1);
  // In the host's code too much would be counted.
  std::string const host = "void f(volatile int* flag) { while (*flag == 0) {} }";
  CHECK(rewritten(host) == host);
}

TEST_CASE("waiting_loops: loops that end by themselves stay") {
  CHECK(counted("while (*p == 0) {}") == 0);
  CHECK(counted("for (int i = 0; i < n; ++i) atomicAdd(p + i, 1);") == 0);
  CHECK(counted("for (int i = 0; i < n; i += 32) *flag += i;") == 0);
  CHECK(counted("for (int s = n; s > 0; s >>= 1) flag[n] += flag[n + s];") == 0);
  CHECK(counted("while (n < 100) { atomicAdd(p, 1); n += 7; }") == 0);
  CHECK(counted("while (n--) *flag = n;") == 0);
}
