// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace {

/// Threads of a gang run in lock step: one that waits for another of its gang would wait for ever.
bool waits(std::string const& body) {
  std::string const kernel_report = fate_of_body(body);
  INFO(body);
  INFO(kernel_report);
  CHECK(kernel_report != "lane kernel");
  return contains(kernel_report, "a loop whose end hangs on") || contains(kernel_report, "goto") ||
         contains(kernel_report, "may wait") || contains(kernel_report, "PTX");
}

}  // namespace

TEST_CASE("lane waits: the twenty shapes of lanes/waits.cuh, where each of them runs") {
  std::ifstream in(SIMT_CU_LANES "/waits.cuh");
  std::string const text{std::istreambuf_iterator<char>(in), {}};
  int shapes = 0;
  for (auto const& kernel : with_lane_forms(text).reports) {
    std::string const& kernel_report = kernel.second;
    INFO(kernel.first);
    INFO(kernel_report);
    bool const is_wait = contains(kernel_report, "a loop whose end hangs on") ||
                         contains(kernel_report, "may wait") || contains(kernel_report, "label");
    CHECK(is_wait);
    ++shapes;
  }
  CHECK(shapes == 20);
}

TEST_CASE("lane waits: a lock taken in a loop's condition") {
  CHECK(waits("while (atomicCAS(&lock, 0, 1) != 0); q[0]++; atomicExch(&lock, 0);"));
  CHECK(waits("while (atomicExch(&lock, 1)) {} q[0]++; atomicExch(&lock, 0);"));
  CHECK(waits("do {} while (atomicCAS(&lock, 0, 1)); q[0]++; lock = 0;"));
  CHECK(waits("while (0 != atomicCAS(p, 0, 1)) __threadfence(); q[0]++; atomicExch(p, 0);"));
}

TEST_CASE("lane waits: a lock with a flag of the thread's own") {
  CHECK(
      waits("bool done = false; while (!done) { if (atomicCAS(&lock, 0, 1) == 0) { q[0]++; "
            "__threadfence(); atomicExch(&lock, 0); done = true; } }"));
  CHECK(
      waits("for (int done = 0; !done;) { int free = atomicExch(p, 1) == 0; if (free) { q[0]++; "
            "*p = 0; done = 1; } }"));
  CHECK(
      waits("int again = 1; do { if (!atomicExch(&lock, 1)) { q[0]++; again = 0; "
            "atomicExch(&lock, 0); } } while (again);"));
}

TEST_CASE("lane waits: a lock left by break or return") {
  CHECK(waits("for (;;) { if (atomicCAS(&lock, 0, 1) == 0) break; } q[0]++; lock = 0;"));
  CHECK(
      waits("while (true) { int old = atomicCAS(p, 0, 1); if (old == 0) { q[0]++; *p = 0; return; "
            "} }"));
  CHECK(waits("while (1) { if (atomicAdd(p, 1) == n) { q[0] = 1; break; } atomicSub(p, 1); }"));
}

TEST_CASE("lane waits: a lock whose expected value is a variable") {
  CHECK(
      waits("int assumed, old; do { assumed = 0; old = atomicCAS(p, assumed, 1); } while (assumed "
            "!= old); q[0]++; *p = 0;"));
  CHECK(
      waits("int old; do { old = *p; } while (old == 7 || atomicCAS(p, old, 7) != old); q[0]++; *p "
            "= old;"));
}

TEST_CASE("lane waits: flags read past the cache, scoped atomics") {
  CHECK(waits("while (__ldcv(p) != n); q[0] = 1;"));
  CHECK(waits("while (__ldcg(&p[blockIdx.x]) == 0) {} q[0] = 1;"));
  for (char const* const body :
       {"int one; do { one = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE); } while (one); q[0] = 1;",
        "while (__nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE) != n); q[0] = 1;",
        "while (__nv_atomic_exchange_n(p, 1, __NV_ATOMIC_RELAXED)) {} "
        "__nv_atomic_store_n(p, 0, __NV_ATOMIC_RELAXED);"})
    CHECK(waits(body));
  CHECK(fate_of_body("__nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED);") == "lane kernel");
}

TEST_CASE("lane waits: flags in volatile memory") {
  CHECK(waits("if (threadIdx.x == 0) flag = 1; while (flag == 0);"));
  CHECK(waits("volatile int* f = p; while (f[blockIdx.x] == 0) {} q[0] = 1;"));
  CHECK(waits("while (*(volatile int*)p == 0); q[0] = 1;"));
  CHECK(waits("__shared__ volatile int s; if (threadIdx.x == 3) s = 1; while (!s);"));
  CHECK(waits("volatile int* f = p; int v; do { v = f[0]; } while (v != n); q[0] = 1;"));
}

TEST_CASE("lane waits: flags in plain memory that the kernel writes") {
  CHECK(waits("if (threadIdx.x == 0) p[0] = 1; while (p[0] == 0) __threadfence();"));
  CHECK(waits("int child = p[n]; while (child < 0) child = p[n]; p[threadIdx.x] = child;"));
  CHECK(waits("int left = 4; while (left > 0) { if (p[left] >= 0) left--; } p[threadIdx.x] = 1;"));
}

TEST_CASE("lane waits: tickets") {
  CHECK(
      waits("int mine = atomicAdd(p, 1); while (atomicAdd(q, 0) != mine); p[2]++; atomicAdd(q, "
            "1);"));
  CHECK(waits("int mine = atomicAdd(p, 1); while (*(volatile int*)q != mine) {} q[0] = mine + 1;"));
}

TEST_CASE("lane waits: all blocks meet at a counter") {
  CHECK(
      waits("__syncthreads(); if (threadIdx.x == 0) { atomicAdd(p, 1); while (atomicAdd(p, 0) < "
            "gridDim.x); } __syncthreads();"));
}

TEST_CASE("lane waits: the loop is in a function") {
  auto const kernel_report = [](std::string const& function, std::string const& call) {
    return fate_of(function + "__global__ void k(int* p) { " + call + " }");
  };
  CHECK(contains(kernel_report("__device__ void take(int* l) { while (atomicCAS(l, 0, 1)); }",
                               "take(p); p[1]++; atomicExch(p, 0);"),
                 "may wait"));
  CHECK(contains(kernel_report("__device__ int peek(int* l) { return atomicAdd(l, 0); }",
                               "while (peek(p) == 0);"),
                 "a loop whose end hangs on"));
  CHECK(
      contains(kernel_report(
                   "struct mutex { int l; __device__ void take() { while (atomicExch(&l, 1)); } };",
                   "mutex m; m.take();"),
               "may wait"));
  CHECK(contains(
      kernel_report("__device__ int load(volatile int* l) { return *l; }", "while (load(p) == 0);"),
      "a loop whose end hangs on"));
}

TEST_CASE("lane waits: PTX and goto") {
  CHECK(fate_of_body("int v; do { asm volatile(\"ld.acquire.gpu.b32 %0, [%1];\" : \"=r\"(v) : "
                     "\"l\"(p)); } while (v == 0);") != "lane kernel");
  CHECK(fate_of_body("again: if (atomicCAS(&lock, 0, 1)) goto again;") != "lane kernel");
}

TEST_CASE("lane waits: loops that end by themselves are fine") {
  auto const fine = [](std::string const& body) {
    INFO(body);
    CHECK(fate_of_body(body) == "lane kernel");
  };
  fine("for (int i = 0; i < n; ++i) q[i] += p[i];");
  fine("int i = threadIdx.x; while (i < n) { q[i] = i; i += blockDim.x; }");
  // The bounds lie in memory that is only read.
  fine("for (int j = p[threadIdx.x]; j < p[threadIdx.x + 1]; ++j) q[j] = 1;");
  // A search in memory that is only read.
  fine(
      "int a = 0, b = n; while (a < b) { int m = (a + b) / 2; if (p[m] < n) a = m + 1; else b = m; "
      "} q[threadIdx.x] = a;");
  // Shared memory, written before.
  fine(
      "__shared__ int s[64]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); int a = 0; while (a "
      "< 64 && s[a] < n) ++a; q[threadIdx.x] = a;");
  // Counted, whatever is in memory.
  fine("for (int i = 0; i < n; ++i) if (q[i] == 0) { q[i] = 1; break; }");
  fine("for (int i = 0; i < 8; ++i) if (atomicAdd(p, 1) > 3) q[i] = 1;");
}

TEST_CASE("lane waits: a compare and swap that is tried again lets one through each time") {
  CHECK(
      fate_of_body("int old = *p, assumed; do { assumed = old; old = atomicCAS(p, assumed, assumed "
                   "+ n); } while (assumed != old);") == "lane kernel");
  CHECK(
      fate_of("__device__ double add(double* a, double v) { unsigned long long* p = (unsigned long "
              "long*)a; unsigned long long old = *p, assumed; do { assumed = old; old = "
              "atomicCAS(p, assumed, __double_as_longlong(v + __longlong_as_double(assumed))); } "
              "while (assumed != old); return __longlong_as_double(old); }\n"
              "__global__ void k(double* x) { add(x, 1.0); }") == "lane kernel");
}

TEST_CASE("lane waits: leaving such a loop earlier waits for nobody") {
  std::string const cas = "old = atomicCAS(p, assumed, n); } while (assumed != old);";
  CHECK(fate_of_body("int old = *p, assumed; do { assumed = old; if (assumed >= n) break; " +
                     cas) == "lane kernel");
  CHECK(fate_of_body("int old = *p, assumed; do { assumed = old; if (assumed >= n) return; " +
                     cas) == "lane kernel");
  // What is swapped is no value that was read: a lock.
  CHECK(waits("int old = *p, assumed; do { assumed = 0; if (n == 3) break; " + cas));
  CHECK(waits("int old; while (true) { old = atomicCAS(p, 0, n); if (old == 0) break; }"));
}

TEST_CASE("lane waits: numbers that a function is given are no places that it writes") {
  auto const of = [](std::string const& parameter, std::string const& argument) {
    return fate_of(
        "struct plan { int steps; float h; };\n"
        "struct int_list { int* first; };\n"
        "struct table { plan all; int* counts; };\n"
        "__device__ float step(float x, " +
        parameter +
        ") { return x; }\n"
        "struct state { float x; };\n"
        "__device__ void advance(state& s, " +
        parameter +
        ") { s.x += 1; }\n"
        "__device__ float run(const plan& p, const table& t, const int_list& l) {\n"
        "  state s{0}; float y = 0;\n"
        "  for (int i = 0; i != p.steps; ++i) { advance(s, " +
        argument + "); y = step(y, " + argument +
        "); }\n"
        "  for (int i = 0; i != l.first[0]; ++i) y += 1;\n"
        "  return y + s.x; }\n"
        "__global__ void k(plan p, table t, int_list l, float* out) { *out = run(p, t, l); }");
  };
  CHECK(of("float h", "p.h") == "lane kernel");
  CHECK(of("plan q", "p") == "lane kernel");
  CHECK(of("const plan& q", "p") == "lane kernel");
  CHECK(of("plan const& q", "t.all") == "lane kernel");
  // Through these something may be written that a loop's end is read from.
  CHECK(contains(of("int_list q", "l"), "may wait"));
  CHECK(contains(of("const int_list& q", "l"), "may wait"));
  CHECK(contains(of("plan& q", "const_cast<plan&>(p)"), "may wait"));
  CHECK(contains(of("const unseen& q", "p"), "may wait"));
}

TEST_CASE("lane waits: a loop whose turns all pass a barrier of the block waits for nobody") {
  std::string const turn = "if (threadIdx.x == 0) q[0] = p[0]--; __syncthreads(); ";
  CHECK(fate_of_body("while (q[0] != 0) { " + turn + "}") == "lane kernel");
  CHECK(fate_of_body("do { " + turn + "if (q[0] == 1) break; } while (true);") == "lane kernel");
  CHECK(waits("while (q[0] != 0) { if (n > 3) { " + turn + "} }"));
  CHECK(waits("while (q[0] != 0) { if (p[1] == 0) continue; " + turn + "}"));
}

TEST_CASE("lane waits: a loop that counts ends by itself") {
  CHECK(fate_of_body("int j; for (j = 0; j < n; j++) { q[0] = j; if (q[1] > 3) break; }") ==
        "lane kernel");
  CHECK(fate_of_body("int j = 0; while (j < n && q[1] < 3) { q[0] = j; j += 2; }") ==
        "lane kernel");
  CHECK(waits("int j = 0; while (j < n) { q[0] = 1; if (q[1] > 3) j += 2; }"));
  CHECK(waits("int j = 0; while (j < n) { q[0] = 1; if (q[1] > 3) continue; j += 2; }"));
  CHECK(waits("int j = 0; while (j < n) { q[0] = 1; j += 2; j = q[1]; }"));
}

TEST_CASE("lane waits: what a lambda waits for, the loop that calls it waits for") {
  CHECK(
      contains(fate_of_body("auto t = [&] { return atomicExch(&lock, 1) == 0; }; while (!t()) {}"),
               "hangs on atomicExch"));
  CHECK(contains(fate_of_body("int old; auto f = [&] { old = atomicCAS(&lock, 0, 1); }; "
                              "do f(); while (old != 0);"),
                 "hangs on atomicCAS"));
  CHECK(contains(fate_of_body("auto f = [&](volatile int* w) { while (*w == 0) {} }; f(&flag);"),
                 "hangs on"));
  CHECK(contains(
      fate_of_body("auto f = [&] { while (true) { if (atomicExch(&lock, 1) == 0) return; } "
                   "}; f();"),
      "hangs on atomicExch"));
  CHECK(
      contains(fate_of_body("int i = 0; auto f = [&] { --i; }; while (i < n) { ++i; if (p[i]) f(); "
                            "p[i] = 1; }"),
               "hangs on memory"));
  CHECK(contains(
      fate_of("template <class F> __device__ void spin(F f) { while (f()) {} }\n"
              "__global__ void k(int* l) { spin([&] { return atomicExch(l, 1) != 0; }); }"),
      "a lambda with atomics"));
  CHECK(fate_of_body("auto add = [&](int x) { atomicAdd(p, x); }; for (int i = 0; i < q[0]; ++i) "
                     "add(i);") == "lane kernel");
}

TEST_CASE("lane waits: a count passes a bound that lies in memory, whoever writes it") {
  auto const fine = [](std::string const& body) {
    INFO(body);
    CHECK(fate_of_body(body) == "lane kernel");
  };
  fine("for (int i = 0; i < p[0]; ++i) p[i] = 1;");
  fine("int i = 0; while (p[0] > i) { p[i] = 1; ++i; }");
  fine("int i = 0; while (i - n < 8 && p[i] == 0) { p[n] = 1; ++i; }");
  fine("int i = n; while (i + 3 > 0 && p[i] == 0) { p[n] = 1; --i; }");
  // What is added may be what the loop waits for, and so may the offset.
  CHECK(waits("int i = 0; while (i < 1) { i += p[0]; p[1] = 1; __threadfence(); }"));
  CHECK(waits("int i = 0; while (i - p[0] < 1 && i != p[1]) { ++i; p[0] = i; }"));
  CHECK(waits("int i = 0, d = 0; while (i - d < 1 && p[0] == 0) { ++i; d = i; p[n] = 1; }"));
  CHECK(waits("for (int i = 0; i < atomicAdd(p, 0); ++i) q[i] = 1;"));
}

TEST_CASE("lane waits: a way down ends by itself") {
  CHECK(fate_of_body("int v = p[n], w; while (v > (w = p[v])) v = w; p[n] = v;") == "lane kernel");
  CHECK(fate_of_body("int v = p[n], w; while (v < (w = p[v])) { q[0] = v; v = w; } p[n] = v;") ==
        "lane kernel");
  CHECK(waits("int v = p[n], w; while (v != (w = p[v])) v = w; p[n] = v;"));
  CHECK(waits("int v = p[n], w; while (v > (w = p[v])) { if (w > n) v = w; } p[n] = v;"));
  CHECK(waits("int v = p[n], w; while (v > (w = p[v])) { v = w; v = p[0]; } p[n] = v;"));
  CHECK(waits("int v = p[n], w; while (v > (w = p[v])) { v = w; --w; v = w; } p[n] = v;"));
}

TEST_CASE("lane waits: what is swapped for the value seen last is left when that succeeds") {
  auto const of = [](std::string const& turn) {
    return fate_of_body("int seen = *p; while (n > seen) { " + turn + " }");
  };
  std::string const before = "int before = seen; ";
  CHECK(of(before + "if ((seen = atomicCAS(p, before, n)) == before) break;") == "lane kernel");
  CHECK(of(before + "seen = atomicCAS(p, before, n); if (before == seen) { q[0] = 1; return; }") ==
        "lane kernel");
  auto const is_wait = [](std::string const& report) {
    INFO(report);
    CHECK(contains(report, "a loop whose end hangs on"));
  };
  is_wait(of(before + "if ((seen = atomicCAS(p, before, n)) != before) break;"));
  is_wait(of(before + "if ((seen = atomicCAS(p, 0, n)) == before) break;"));
  is_wait(of("int before = 0; if ((seen = atomicCAS(p, before, n)) == before) break;"));
  is_wait(of(before + "if (q[0]) if ((seen = atomicCAS(p, before, n)) == before) break;"));
  is_wait(of(before + "if ((seen = atomicCAS(p, before, n)) == before) q[0] = 1;"));
  // A turn of somebody's, as the value that is expected: never written in the loop.
  CHECK(
      waits("int mine = n, seen; while (true) { seen = atomicCAS(p, mine, mine + 1); if (seen == "
            "mine) break; }"));
  CHECK(
      waits("int mine = n, seen; do { seen = atomicCAS(p, mine, mine + 1); } while (seen != "
            "mine);"));
  CHECK(
      waits("int mine = n, seen; do { if (q[0]) mine = seen; seen = atomicCAS(p, mine, 1); } "
            "while (seen != mine);"));
}

TEST_CASE("lane waits: barriers on all ways through a turn") {
  std::string const take = "if (threadIdx.x == 0) q[0] = p[0]--; ";
  std::string const group =
      "cooperative_groups::thread_block b = "
      "cooperative_groups::this_thread_block(); ";
  auto const fine = [](std::string const& body) {
    INFO(body);
    CHECK(fate_of_body(body) == "lane kernel");
  };
  fine(group + "while (q[0] != 0) { " + take + "b.sync(); }");
  fine(group + "while (q[0] != 0) { " + take + "cooperative_groups::sync(b); }");
  fine("while (q[0] != 0) { if (q[1]) { __syncthreads(); continue; } " + take +
       "__syncthreads(); }");
  fine("while (q[0] != 0) { if (q[1]) __syncthreads(); else { " + take + "__syncthreads(); } }");
  fine("while (true) { if (__syncthreads_or(q[0] != 0)) break; " + take + "}");
  CHECK(waits("while (q[0] != 0) { if (q[1]) __syncthreads(); else { " + take + "} }"));
  CHECK(waits("while (q[0] != 0) { if (q[1]) continue; " + take + "__syncthreads(); }"));
  CHECK(waits("while (q[0] != 0) { for (int i = 0; i < n; ++i) __syncthreads(); " + take + "}"));
  CHECK(waits("while (q[0] != 0) { switch (n) { case 1: " + take +
              "continue; default: __syncthreads(); } }"));
  CHECK(
      waits("while (q[0] != 0) { bool b = n > 3 && __syncthreads_or(1); q[1] = b; " + take + "}"));
  CHECK(
      waits("while (q[0] != 0) { auto tile = "
            "cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()); " +
            take + "tile.sync(); }"));
}

TEST_CASE("lane waits: work that is taken from a counter ends with it") {
  auto const fine = [](std::string const& body) {
    INFO(body);
    CHECK(fate_of_body(body) == "lane kernel");
  };
  fine("int i; while ((i = atomicAdd(p, 1)) < n) q[i] = 1;");
  fine("int i = atomicAdd(p, 1); while (i < n && i != 7) { q[i] = 1; i = atomicAdd(p, 1); }");
  fine("for (int i = atomicAdd(p, 2); i < n; i = atomicAdd(p, 2)) q[i] = 1;");
  fine(
      "do { int i; if (threadIdx.x % 32 == 0) i = atomicAdd(p, 1); i = __shfl_sync(~0u, i, 0); "
      "if (i >= n) break; q[i] = 1; } while (true);");
  // A ticket, a counter that stands still or goes down, one that is not asked for in each turn.
  CHECK(waits("int i; while ((i = atomicAdd(p, 1)) != n) q[0] = 1;"));
  CHECK(waits("int i; while ((i = atomicAdd(p, 0)) < n) q[0] = 1;"));
  CHECK(waits("int i; while ((i = atomicAdd(p, -1)) < n) q[0] = 1;"));
  CHECK(waits("int i; while ((i = atomicAdd(p, 1)) > n) atomicSub(p, 1);"));
  CHECK(waits("int i = 0; while (i < n) { if (q[1]) i = atomicAdd(p, 1); q[0] = i; }"));
  CHECK(waits("int i = 0; while (i < n) { i = atomicAdd(p, 1); i = q[0]; q[1] = i; }"));
  CHECK(waits("int i; while ((i = atomicAdd(p, 1)) < n && atomicAdd(q, 0) == 0) q[i] = 1;"));
  CHECK(waits("int i; while ((i = atomicAdd(p, 1)) < atomicAdd(q, 0)) q[i] = 1;"));
  CHECK(waits("while (true) { int i = atomicAdd(p, 1); if (i < n) break; atomicSub(p, 1); }"));
}
