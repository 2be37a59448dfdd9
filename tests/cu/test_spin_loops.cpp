// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace {

/// Threads of a gang run in lock step: one that waits for another of its gang would wait for ever.
/// Where it waits for none of its own, the loop lets other warps run.
bool waits(std::string const& body) {
  std::string const text = with_lane_forms(
                               "__device__ int lock;\n__device__ volatile int flag;\n"
                               "__global__ void k(int* p, int* q, int n) {\n" +
                               body + "\n}\n")
                               .text;
  std::string const kernel_report = fate_of_body(body);
  INFO(body);
  INFO(kernel_report);
  if (kernel_report == "lane kernel") return contains(text, "simt_l::waiting_turn()");
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
    // The lock is free again at the end of the turn in which it is taken.
    bool const in_lock_step = kernel.first == "wait_lock_done_flag" ||
                              kernel.first == "wait_lock_for_flag" ||
                              kernel.first == "wait_lock_return";
    CHECK(is_wait != in_lock_step);
    ++shapes;
  }
  CHECK(shapes == 20);
}

TEST_CASE(
    "lane waits: all kernels of progress/warps.cu are lane kernels, where each of them runs") {
  std::ifstream in(SIMT_CU_LANES "/../progress/warps.cu");
  std::string const text{std::istreambuf_iterator<char>(in), {}};
  auto const reports = with_lane_forms(text).reports;
  CHECK(reports.size() == 10);
  for (auto const& kernel : reports) {
    INFO(kernel.first);
    CHECK(kernel.second == "lane kernel");
  }
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
                               "while (peek(p) == 0); atomicExch(p, 1);"),
                 "a loop whose end hangs on"));
  CHECK(
      contains(kernel_report(
                   "struct mutex { int l; __device__ void take() { while (atomicExch(&l, 1)); } };",
                   "mutex m; m.take();"),
               "may wait"));
  CHECK(contains(kernel_report("__device__ int load(volatile int* l) { return *l; }",
                               "while (load(p) == 0); *p = 1;"),
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
        "); __threadfence(); }\n"
        "  for (int i = 0; i != l.first[0]; ++i) { y += 1; __threadfence(); }\n"
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
  CHECK(waits("int i = 0; auto f = [&] { --i; }; while (i < n) { ++i; if (p[i]) f(); p[i] = 1; }"));
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
  CHECK(waits("int i = 0; while (i - p[0] < 1 && i != p[1]) { ++i; p[0] = i; __threadfence(); }"));
  CHECK(
      waits("int i = 0, d = 0; while (i - d < 1 && p[0] == 0) { ++i; d = i; p[n] = 1; "
            "__threadfence(); }"));
  CHECK(waits("for (int i = 0; i < atomicAdd(p, 0); ++i) q[i] = 1;"));
}

TEST_CASE("lane waits: a way down ends by itself") {
  CHECK(fate_of_body("int v = p[n], w; while (v > (w = p[v])) v = w; p[n] = v;") == "lane kernel");
  CHECK(fate_of_body("int v = p[n], w; while (v < (w = p[v])) { q[0] = v; v = w; } p[n] = v;") ==
        "lane kernel");
  CHECK(waits("int v = p[n], w; while (v > (w = p[v])) { if (w > n) v = w; } p[n] = v;"));
  CHECK(waits("int v = p[n], w; while (v > (w = p[v])) { v = w; v = p[0]; } p[n] = v;"));
}

TEST_CASE("lane waits: what is swapped for the value seen last is left when that succeeds") {
  auto const body = [](std::string const& turn) {
    return "int seen = *p; while (n > seen) { " + turn + " }";
  };
  auto const of = [&](std::string const& turn) { return fate_of_body(body(turn)); };
  std::string const before = "int before = seen; ";
  CHECK(of(before + "if ((seen = atomicCAS(p, before, n)) == before) break;") == "lane kernel");
  CHECK(of(before + "seen = atomicCAS(p, before, n); if (before == seen) { q[0] = 1; return; }") ==
        "lane kernel");
  CHECK(waits(body(before + "if ((seen = atomicCAS(p, before, n)) != before) break;")));
  CHECK(waits(body(before + "if ((seen = atomicCAS(p, 0, n)) == before) break;")));
  CHECK(waits(body("int before = 0; if ((seen = atomicCAS(p, before, n)) == before) break;")));
  CHECK(waits(body(before + "if (q[0]) if ((seen = atomicCAS(p, before, n)) == before) break;")));
  CHECK(waits(body(before + "if ((seen = atomicCAS(p, before, n)) == before) q[0] = 1;")));
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

TEST_CASE("lane waits: nobody waits for a thread's own object that has numbers only") {
  auto const fate = [](std::string const& members, std::string const& type,
                       std::string const& next) {
    return fate_of("struct S { " + members +
                   " };\ntypedef struct S T;\n"
                   "__device__ float next(S* s) { " +
                   next +
                   " }\n"
                   "__global__ void k(S* p, float* o) { int i = threadIdx.x; " +
                   type +
                   " s = p[i]; bool found = false; float x = 0;\n"
                   "while (!found) { x = next(&s); found = x < 3; } p[i] = s; o[i] = x; }");
  };
  for (std::string const type : {"S", "T", "struct S"}) {
    CHECK(fate("unsigned a, v[5]; uint4 c;", type, "s->a = s->a * 5 + 1; return s->a;") ==
          "lane kernel");
    CHECK(contains(fate("unsigned a, *v[5];", type, "s->a = *s->v[0]; return s->a;"),
                   "a loop whose end hangs on next"));
  }
  // A generator's state, wherever it lies.
  CHECK(fate_of("__device__ float curand_uniform(S* s) { s->a *= 5; return s->a; }\n"
                "__global__ void k(S* p, float* o) { float x;\n"
                "do { x = curand_uniform(&p[threadIdx.x]); } while (x > 0.5f); *o = x; }") ==
        "lane kernel");
}

TEST_CASE("lane waits: a loop that draws another number in each turn waits for nobody") {
  auto const fate = [](std::string const& functions, std::string const& draw) {
    INFO(functions);
    INFO(draw);
    return fate_of(functions +
                   "__device__ float found(unsigned* s, unsigned& r, curandState* c) {\n"
                   "while (true) { float x = " +
                   draw +
                   "; if (x < 0.5f) return x; } }\n"
                   "__global__ void k(unsigned* s, curandState* c, float* o) { unsigned r = 1;\n"
                   "o[threadIdx.x] = found(s + threadIdx.x, r, c + threadIdx.x); }");
  };
  std::string const pointer = "__device__ float next(unsigned* s) { *s ^= *s << 13; return *s; }\n";
  std::string const reference =
      "__device__ unsigned step(unsigned& s) { return s = s * 5u + 1u; }\n"
      "__device__ float next(unsigned& s) { unsigned x = step(s) >> 8; return x; }\n";
  std::string const state =
      "__device__ float next(curandState* s) { return 2 * curand_uniform(s) - 1; }\n";
  CHECK(fate(pointer, "next(s)") == "lane kernel");
  CHECK(fate(pointer, "2 * next(s) - next(&r)") == "lane kernel");
  CHECK(fate(reference, "next(*s)") == "lane kernel");
  CHECK(fate(reference, "next(r)") == "lane kernel");
  CHECK(fate(state, "next(c)") == "lane kernel");
  // It may draw none.
  auto const waits = [](std::string const& why) { return contains(why, "may wait in a loop"); };
  CHECK(waits(fate(pointer, "*s < 3u ? next(s) : *s")));
  CHECK(
      waits(fate("__device__ float next(unsigned* s) { if (*s > 3) *s ^= *s << 13; return *s; }\n",
                 "next(s)")));
  CHECK(waits(fate("__device__ float next(unsigned* s) { *s &= 3; return *s; }\n", "next(s)")));
  // What others write is looked for.
  CHECK(waits(fate("__device__ float next(unsigned* s) { *s ^= 3; __threadfence(); return *s; }\n",
                   "next(s)")));
  CHECK(waits(
      fate("__device__ float next(volatile unsigned* s) { *s += 3; return *s; }\n", "next(s)")));
}

TEST_CASE("lane waits: a loop that looks at another place in each turn spins on none") {
  auto const moves = [](std::string const& body) {
    INFO(body);
    CHECK(fate_of_body(body) == "lane kernel");
    CHECK(!contains(form_of_body(body), "waiting_turn"));
  };
  // Chains, trees, tables: with and without atomics.
  moves("int i = n; while (i != -1) { q[i] = 1; i = p[i]; } p[n] = 0; __threadfence();");
  moves("volatile int* v = p; int i = n; while (i >= 0) i = v[i * 2 + 1]; p[n] = i;");
  moves("int x = n, up; while ((up = p[x]) != x) x = up; __threadfence(); p[n] = x;");
  moves(
      "int at = n; while (true) { int was = atomicCAS(&p[at], 0, n); if (was == 0 || was == n) "
      "break; at = (at + 1) & 255; } p[n] = 1;");
  moves(
      "int at = n; while (true) { int was = atomicCAS(&p[at], -1, n); if (was == -1) break; else "
      "at = was; } p[n] = 1;");
  // Two trees become one: who is overtaken looks at the place that the other one wrote.
  moves(
      "int a = n, b = q[n]; bool again; do { again = false; if (a != b) { int was; if (a < b) { if "
      "((was = atomicCAS(&p[b], b, a)) != b) { b = was; again = true; } } else { if ((was = "
      "atomicCAS(&p[a], a, b)) != a) { a = was; again = true; } } } } while (again); p[n] = 0;");
  // A load and a swap of one place: somebody else got through.
  moves("int v; do { v = p[n]; } while (v < n && atomicCAS(&p[n], v, n) != v); p[n] = 1;");
  moves("int i = n, to; while (p[i] != i) { to = p[i]; p[i] = p[to]; i = to; } __threadfence();");
  // The place stays, may stay, or is set anew in each turn.
  CHECK(waits("int i = n; while (p[n] != -1) { i = p[i]; __threadfence(); } p[n] = i;"));
  CHECK(waits("volatile int* v = p; int i = n; while (v[i] == 0) if (v[i + 1]) ++i; p[n] = i;"));
  CHECK(
      waits("volatile int* v = p; int i = 0, j = 0; while (i < n) { if (v[i]) ++i; else ++j; } "
            "p[n] = j;"));
  CHECK(waits("volatile int* v = p; int i; do { i = q[n]; ++i; } while (v[i] == 0); p[n] = i;"));
  CHECK(waits("volatile int* v = p; int i = n; while (v[i] == 0) i = i & 7; p[n] = i;"));
  CHECK(waits("volatile int* v = p; int i = n; while (v[i] == 0) i = max(i, 7); p[n] = i;"));
  CHECK(
      waits("volatile int* v = p; int i = n; while (v[i] == 0) i = v[i + 1] ? i + 1 : i; p[n] = "
            "i;"));
  CHECK(
      waits("volatile int* v = p; int i = n, c; while (i < 64) { c = q[i]; if (v[c]) ++i; } p[n] = "
            "i;"));
  CHECK(waits("int i = n, to; while (i == (to = atomicAdd(&p[i], 0))) i = to; p[n] = 1;"));
  CHECK(waits("int v; do { v = p[0]; } while (atomicCAS(&p[n], v, n) != v); p[n] = 1;"));
  CHECK(waits("int v = 0; do { if (n) v = *p; } while (atomicCAS(p, v, n) != v); p[n] = 1;"));
}

TEST_CASE("lane waits: work on plain memory that never asks for what others write") {
  auto const works = [](std::string const& body) {
    INFO(body);
    CHECK(fate_of_body(body) == "lane kernel");
    CHECK(!contains(form_of_body(body), "waiting_turn"));
  };
  works(
      "int low = 0, high = n; while (high - low > 1) { int k = (high + low) >> 1; if (p[k] > n) "
      "high = k; else low = k; } p[low] = 1;");
  works(
      "int a = p[0], b = p[1]; while (b != 0) { int t = a % b; a = b; b = t; q[a] = b; } p[n] = "
      "a;");
  works("int x = n; while (x > p[0]) { x -= n; q[0] = x; } p[0] = x;");
  // A turn that may leave all as it was, and one that sees what others write.
  CHECK(waits("int left = n; while (left > 0) { if (p[left] > 0) left--; } p[n] = 1;"));
  CHECK(waits("int x = n; while (x > 0) x -= p[x]; p[0] = x;"));
  CHECK(waits("int seen = 0; while (seen == 0) seen = p[n]; p[n] = seen;"));
  CHECK(waits("int i = 0; while (p[n] == 0) { ++i; __threadfence(); } p[n] = i;"));
  CHECK(waits("int i = 0; while (p[n] == 0) { ++i; __syncwarp(); } p[n] = i;"));
  CHECK(waits("int i = 0; while (p[n] == 0) { ++i; __nanosleep(100); } p[n] = i;"));
}

TEST_CASE("lane waits: a warp in lock step waits for none of its own that is held up") {
  auto const passes = [](std::string const& body) {
    INFO(body);
    CHECK(fate_of_body(body) == "lane kernel");
    CHECK(waits(body));
  };
  auto const hangs = [](std::string const& body) {
    INFO(body);
    CHECK(contains(fate_of_body(body), "a loop whose end hangs on"));
  };
  std::string const critical = "q[0]++; __threadfence(); ";
  // The lock is given back within the turn, or behind the loop, which the others are still in.
  passes("bool done = false; while (!done) { if (!atomicExch(p, 1)) { " + critical +
         "atomicExch(p, 0); done = true; } }");
  hangs("bool done = false; while (!done) if (!atomicExch(p, 1)) done = true; " + critical +
        "atomicExch(p, 0);");
  // What is waited for is written in front of the loop, or on the other side of an if.
  passes("volatile int* f = p; if (threadIdx.x == 3) *f = 1; while (*f == 0) {}");
  hangs("volatile int* f = p; if (threadIdx.x != 3) while (*f == 0) {} else *f = 1;");
  hangs("volatile int* f = p; if (threadIdx.x == 3) *f = 1; else while (*f == 0) {}");
  // In the next turn of a loop around both.
  hangs(
      "volatile int* f = p; for (int i = 0; i < n; ++i) { if (threadIdx.x == i) *f = i; while (*f "
      "!= i) {} }");
  // One thread of each warp waits, and writes what other warps wait for.
  std::string const wait = "volatile int* f = p; int t = threadIdx.x; ";
  passes(wait + "if (t == 0) { while (f[blockIdx.x] == 0) {} f[blockIdx.x + 1] = 1; }");
  passes(wait + "if (t == 0) while (f[blockIdx.x] == 0) {} __syncthreads(); " +
         "if (t == 0) f[blockIdx.x + 1] = 1;");
  passes(wait + "if (t % 32 == 0) { while (f[t / 32] == 0) {} f[t / 32 + 1] = 1; }");
  passes(wait +
         "if (t == 0) while (atomicCAS(p, 0, 1)) {} __syncthreads(); q[t]++; "
         "__syncthreads(); if (t == 0) *p = 0;");
  hangs(wait + "if (t == 0) while (f[0] == 0) {} if (t == 1) f[0] = 1;");
  hangs(wait + "if (t % 16 == 0) { while (f[t / 16] == 0) {} f[t / 16 + 1] = 1; }");
  hangs(wait + "if (t / 2 == 0) { while (f[t] == 0) {} f[t + 1] = 1; }");
  hangs(wait + "if (t == q[t]) { while (f[t] == 0) {} f[t + 1] = 1; }");
  hangs(wait + "if (t + threadIdx.y == 0) { while (f[t] == 0) {} f[t + 1] = 1; }");
  // Blocks that meet.
  passes("if (threadIdx.x == 0) { atomicAdd(p, 1); while (atomicAdd(p, 0) < gridDim.x) {} }");
  // Through a function, or a variable outside of functions.
  std::string const functions =
      "__device__ volatile int turn;\n__device__ void give() { turn = 1; }\n"
      "__device__ int look(int* p) { return *(volatile int*)p; }\n"
      "__device__ void put(int* p) { *(volatile int*)p = 1; }\n";
  auto const of = [&](std::string const& body) {
    return fate_of(functions + "__global__ void k(int* p, int* q) { " + body + " }");
  };
  CHECK(of("while (look(p) == 0) {} put(q);") == "lane kernel");
  CHECK(contains(of("while (look(p) == 0) {} put(p);"), "hangs on look"));
  CHECK(of("give(); while (turn == 0) {}") == "lane kernel");
  CHECK(contains(of("while (turn == 0) {} give();"), "hangs on volatile turn"));
}
