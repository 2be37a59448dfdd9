// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <cu/facts/passed_functions.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("lane forms: the thread form stays as it is, the lane form follows it") {
  auto const out =
      with_lane_forms("__global__ void k(float* p, int n) {\n  p[threadIdx.x] = n;\n}\nint x;\n");
  CHECK(
      out.text.starts_with("__global__ void k(float* p, int n) {\n  p[threadIdx.x] = "
                           "n;\n}\n#pragma GCC diagnostic push\n"));
  CHECK(contains(out.text, "struct k_simt_lane_L1 {"));
  CHECK(contains(out.text, "k_simt_lane_L1 k_simt_lane(float *p, int n);"));
  CHECK(out.text.ends_with("#line 3 \"a.cu\"\n\nint x;\n"));
}

TEST_CASE("lane forms: overloads that begin on one line have forms of their own") {
  auto const out = with_lane_forms(
      "__device__ int f(int a) { return a; } __device__ float f(float a) { return a; }\n"
      "__global__ void k(float* p) { p[threadIdx.x] = f(p[0]); }\n");
  CHECK(contains(out.text, "struct f_simt_lane_L1 {"));
  CHECK(contains(out.text, "struct f_simt_lane_L1n2 {"));
  CHECK(out.reports.at("k") == "lane kernel");
}

TEST_CASE("lane forms: statements stand at their lines") {
  auto const out = with_lane_forms(
      "__global__ void k(int* p) {\n  int i = threadIdx.x;\n\n\n\n\n\n\n  p[i] = 1;\n}\n");
  CHECK(contains(out.text, "#line 9 \"a.cu\"\n (simt_l::at(p, i) = 1);"));
}

TEST_CASE("lane forms: launches get both forms where the kernel has one") {
  auto const out = with_lane_forms(
      "template <class T> __global__ void k(T* p, int n) { p[0] = n; }\n"
      "__global__ void slow(int* l) { while (atomicExch(l, 1)); *l = 0; }\n"
      "void f(float* p, int* l) { k<float><<<1, 32>>>(p, 3); slow<<<1, 1>>>(l); }\n");
  CHECK(contains(
      out.text,
      "[=](auto simt_1) SIMT_LAUNCHER { k<float>(simt_1, 3); }, ::simt::cuda::signature([](auto&& "
      "simt_1) -> decltype(k<float>(simt_1, 3)) {}), ::simt_l::kernel_of([=](auto const& "
      "simt_1) { return decltype(k_simt_lane<float>(simt_1, 3))::simt_bind(simt_1, 3); "
      "}), p )"));
  CHECK(contains(out.text,
                 "[=](auto... simt_a) SIMT_LAUNCHER { slow(simt_a...); }, "
                 "::simt::cuda::signature([](auto&&... "
                 "simt_a) -> decltype(slow(simt_a...)) {}), l)"));
}

TEST_CASE("lane forms: the blocks that launches say go along") {
  std::string const kernel = "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n";
  auto const blocks = [&](std::string const& host) {
    auto const out = with_lane_forms(kernel + host);
    auto const at = out.text.find("::simt_l::blocks_of<");
    return at == std::string::npos ? std::string{}
                                   : out.text.substr(at + 20, out.text.find('>', at) - at - 20);
  };
  CHECK(blocks("void f(int* p) { k<<<1, 256>>>(p); }") == "256, 1, 1");
  CHECK(blocks("void f(int* p) { k<<<1, 16>>>(p); }") == "16, 1, 1");
  CHECK_FALSE(contains(with_lane_forms("__global__ void k(int* p) { *p = __activemask(); }\n"
                                       "void f(int* p) { k<<<1, 16>>>(p); }")
                           .text,
                       "blocks"));  // warp functions need whole warps
  CHECK(blocks("#define N 4\nvoid f(int* p) { int n; n = N * 2; dim3 g(3), b(n, N); k<<<g, "
               "b>>>(p); }") == "8, 4, 1");
  CHECK(blocks("void f(int* p) { dim3 b; b.x = 32; b.y = 2 * 2; k<<<1, b>>>(p); }") == "32, 4, 1");
  CHECK(blocks("void f(int* p) { dim3 b; if (p) b.x = 32; else b.x = 2 * 16; k<<<1, b>>>(p); }") ==
        "32, 1, 1");
  CHECK(blocks("const int n = 64;\nvoid g() { int n = 3; }\nvoid f(int* p) { dim3 b = dim3{n}; "
               "k<<<1, b, 0>>>(p); k<<<2, (n)>>>(p); }") == "64, 1, 1");
  // Not one shape, or none that the text tells.
  for (char const* const host :
       {"void f(int* p) { k<<<1, 32>>>(p); k<<<1, 64>>>(p); }",
        "void f(int* p, int n) { k<<<1, n>>>(p); }",
        "void f(int* p) { int n = 64; n *= 2; k<<<1, n>>>(p); }",
        "void f(int* p) { dim3 b(16); b.y = 16; k<<<1, b>>>(p); }",
        "void f(int* p) { dim3 b; b.x = 16; b.x += 16; k<<<1, b>>>(p); }",
        "void f(int* p) { dim3 b; b.x = 16; b.x = 32; k<<<1, b>>>(p); }",
        "void f(int* p) { dim3 b; b.y = 16; k<<<1, b>>>(p); }",
        "void f(int* p) { int n = 0; ask(&n); k<<<1, n>>>(p); }",
        "void f(int* p) { for (int n = 1; n < 8; ++n) k<<<1, n>>>(p); }",
        "void f(int* p) { int n = 64; k<<<1, n>>>(p); n = 32; }",
        "void f(int* p) { k<<<1, 2048>>>(p); }",
        "#define GO(n) k<<<1, n>>>(p)\nvoid f(int* p) { GO(64); k<<<1, 64>>>(p); }"})
    CHECK(blocks(host).empty());
}

TEST_CASE("lane forms: a variable of a kernel's name is launched by what it holds") {
  std::string const kernels =
      "__global__ void fill(float* p) { p[threadIdx.x] = 1; }\n"
      "__global__ void other(float* p) { p[threadIdx.x] = 2; }\n";
  for (char const* const host :
       {"template <class K> void run(K fill, float* p) { fill<<<1, 32>>>(p); }",
        "void run(float* p) { auto fill = other; fill<<<1, 32>>>(p); }",
        "void run(float* p) { auto fill = other; { int n = 0; } if (p) { fill<<<1, 32>>>(p); } }",
        "auto fill = other; void g() { int k = 3; } void run(float* p) { fill<<<1, 32>>>(p); }",
        "struct s { K fill = other; void f() {} void run(float* p); };\n"
        "void s::run(float* p) { fill<<<1, 32>>>(p); }",
        "struct s { s(K fill) : k{fill} { fill<<<1, 32>>>(nullptr); } };",
        "void run(float* p) { each([&](K fill) { if (p) { fill<<<1, 32>>>(p); } }); }"}) {
    CAPTURE(host);
    auto const out = with_lane_forms(kernels + host);
    CHECK(out.reports.at("fill") == "lane kernel");
    CHECK_FALSE(contains(out.text, "kernel_of("));
  }
  // One whose block has ended, or that a declaration or another kernel has.
  for (char const* const host :
       {"void g(float fill) { h(fill); } void run(float* p) { fill<<<1, 32>>>(p); }",
        "void g(K fill, int n); void run(float* p) { fill<<<1, 32>>>(p); }",
        "void g() { float fill = 3; h(fill); } void run(float* p) { fill<<<1, 32>>>(p); }",
        "void run(float* p) { for (float fill = 0; fill < 9; ++fill) h(fill); { float fill = 3; } "
        "each([&](float fill) { h(fill); }); fill<<<1, 32>>>(p); }",
        "__global__ void scale(float* fill) { fill[0] = 2; }\n"
        "void run(float* p) { fill<<<1, 32>>>(p); }"}) {
    CAPTURE(host);
    CHECK(contains(with_lane_forms(kernels + host).text, "kernel_of("));
  }
  CHECK(contains(with_lane_forms("__global__ void fill(float* fill) { fill[threadIdx.x] = 1; }\n"
                                 "void run(float* p) { fill<<<1, 32>>>(p); }")
                     .text,
                 "kernel_of("));
}

TEST_CASE("lane forms: a shared array in a loop that hides a global stays where it is") {
  std::string const loop =
      "for (int i = 0; i < 2; ++i) { __shared__ int taps[8]; taps[threadIdx.x] = i; } p[0] = ";
  auto const at = [](std::string const& out, char const* what) { return out.find(what); };
  auto const hidden = with_lane_forms("__constant__ int taps[16];\n__global__ void k(int* p) { " +
                                      loop + "taps[3]; }\n");
  CHECK(at(hidden.text, "SIMT_LANE_SHARED(taps") > at(hidden.text, "for ("));
  auto const alone = with_lane_forms("__global__ void k(int* p) { " + loop + "3; }\n");
  CHECK(at(alone.text, "SIMT_LANE_SHARED(taps") <
        alone.text.rfind("for (", alone.text.rfind("simt_l::at(taps")));
}

TEST_CASE("lane forms: a kernel's address leads to its lane form") {
  auto const out = with_lane_forms(
      "__global__ void k(int* p, int const n) { p[threadIdx.y] = n; __syncthreads(); }\n"
      "template <class T, int N> __global__ void t(T volatile* p) { p[0] = N; }\n");
  CHECK(contains(out.text, "static void (*simt_address())(int *, const int ) { return &k; }"));
  CHECK(contains(out.text,
                 "static auto simt_bind(int *simt_0, const int simt_1) { return "
                 "::simt_l::bind<k_simt_lane_L1, true, true, ::simt_l::gangs::all>(simt_0, simt_1); "
                 "}"));
  CHECK(contains(out.text, "k_simt_lane_L1_known = ::simt_l::make_known<k_simt_lane_L1>();"));
  // Whatever makes a kernel of the template makes that kernel's lane form known.
  CHECK(contains(out.text, "template <class T, int N> struct t_simt_lane_L2; template"));
  CHECK(contains(out.text, "{ static_cast<void>(&::simt_l::is_known<t_simt_lane_L2<T, N>>); p[0]"));
  CHECK(contains(out.text, "{ return &t<T, N>; }"));
}

TEST_CASE("lane forms: a template of which many instances are launched has fewer shapes of gangs") {
  std::string launches;
  for (int n = 0; n < 8; ++n) launches += "k<" + std::to_string(n) + "><<<1, 1>>>(p); ";
  auto const of = [](std::string const& body) {
    return with_lane_forms(
        "template <int N> __global__ void k(int* p) { p[0] = N; }\nvoid host(int* p) { " + body +
        "}\n");
  };
  CHECK(contains(of(launches + launches).text,
                 "simt_l::bind<k_simt_lane_L1<N>, false, false, ::simt_l::gangs::all, "));
  CHECK(contains(of(launches + "k<9><<<1, 1>>>(p); ").text,
                 "simt_l::bind<k_simt_lane_L1<N>, false, false, ::simt_l::gangs::few, "));
}

TEST_CASE("lane forms: a launch in a host's template counts once for each instance of that") {
  auto const is_many = [](std::string const& host) {
    auto const out = with_lane_forms(
        "template <class T, int N> __global__ void k(T* p) { p[0] = N; }\n"
        "template <class T, int N> void launch(T* p) { using M = T; k<M, N><<<1, 1>>>(p); }\n" +
        host);
    return contains(out.text, "::simt_l::gangs::few, ");
  };
  std::string three;
  for (int n = 0; n < 3; ++n) three += "launch<T, " + std::to_string(n) + ">(p); ";
  std::string const each = "template <class T> void each(T* p) { " + three + "}\n";
  CHECK_FALSE(is_many(each));
  CHECK_FALSE(is_many(each + "void f() { each<int>(0); each<float>(0); each<int>(0); }\n"));
  CHECK(is_many(each + "void f() { each<int>(0); each<float>(0); each<short>(0); }\n"));
  // One that calls itself has an end, too.
  CHECK_FALSE(
      is_many(each + "template <class T> void e(T* p) { each<T>(p); e<T>(p); e<int>(p); }\n"));
}

TEST_CASE("lane forms: a kernel's launch bounds go along") {
  auto const out = with_lane_forms(
      "template <int N> __global__ void __launch_bounds__(2 * N, 1) k(int* p) { *p = 1; }\n"
      "__global__ void l(int* p) { *p = 1; }\n");
  CHECK(contains(out.text,
                 "static constexpr int most_threads = ::simt_l::launch_bound_of(2 * N, 1);"));
  CHECK(out.text.find("most_threads") == out.text.rfind("most_threads"));
}

TEST_CASE("lane forms: a kernel that only calls what the host passes says so") {
  auto const is_shell = [](std::string const& statements, std::string const& more = {}) {
    return contains(
        with_lane_forms("__device__ int twice(int i) { return 2 * i; }\n"
                        "template <class F> __global__ void k(F f, int n, int* p) { " + more +
                        "int i = threadIdx.x; for (int j = 0; j < 4; ++j) if (i < n) { " +
                        statements + " i += n; } }\n")
            .text,
        "static constexpr bool is_shell = true;");
  };
  CHECK(is_shell("f(i);"));
  CHECK(is_shell("f(min(i, p[j]), j);"));
  CHECK_FALSE(is_shell("f(i); p[i] = j;"));
  CHECK_FALSE(is_shell("p[i] = f(i);"));
  CHECK_FALSE(is_shell("f(i); ++p[0];"));
  CHECK_FALSE(is_shell("f(twice(i));"));
  CHECK_FALSE(is_shell("f(i);", "__shared__ int s; "));
  CHECK_FALSE(is_shell("f(i); __syncthreads();"));
  CHECK_FALSE(is_shell("i += 1;"));
}

TEST_CASE("lane forms: many instances of a template share the device functions that they call") {
  std::string statements;
  for (int n = 0; n < 15; ++n) statements += "p[i] += i * N; ";
  auto const text = [&](int instances, std::string const& more) {
    std::string launches;
    for (int n = 0; n < instances; ++n) launches += "k<" + std::to_string(n) + "><<<1, 1>>>(p); ";
    return with_lane_forms("template <int N> __device__ void f(int* p, int i) { " + statements +
                           "__syncthreads(); " + more +
                           "}\n__device__ void g(int* p) { p[0] = 1; }\n"
                           "__device__ void h(int* p, int i) { int const N = 1; " +
                           statements +
                           "}\ntemplate <int N> __global__ void k(int* p) { f<N>(p, 1); g(p); }\n"
                           "__global__ void l(int* p) { h(p, 1); }\n"
                           "void host(int* p) { " + launches + "l<<<1, 1>>>(p); }\n")
        .text;
  };
  std::string const many = text(9, "");
  CHECK(contains(many, "return simt_l::call_shared<f_simt_lane_L1<N>>(simt_g, "));
  CHECK(contains(many, "SIMT_COLD static auto simt_shared("));
  CHECK_FALSE(contains(many, "call_shared<g_simt_lane"));  // small
  CHECK_FALSE(contains(many, "call_shared<h_simt_lane"));  // of another kernel
  CHECK_FALSE(contains(text(8, ""), "call_shared"));
  CHECK_FALSE(contains(text(9, "assert(i > 0); "), "call_shared"));
}

TEST_CASE("lane forms: many instances that differ by a number share a lane form that takes it") {
  auto const text = [](int instances, std::string const& head, std::string const& body,
                       char const* block) {
    std::string launches;
    for (int n = 0; n < instances; ++n)
      launches += "k<int, " + std::to_string(n) + "><<<1, " + block + ">>>(p, n); ";
    return with_lane_forms("template <" + head + "> __global__ void k(T* p, int n) { " + body +
                           " }\ntemplate <int N> __device__ int f(int i) { return i + N; }\n"
                           "void host(int* p, int n) { " + launches + "}\n")
        .text;
  };
  std::string const body =
      "__shared__ T a[2 * N]; a[threadIdx.x] = p[N - 1];"
      "for (int d = N >> 1; d > 0; d >>= 1) { __syncthreads(); if (threadIdx.x < d) a[d] += n; }";
  std::string const many = text(9, "class T, int N", body, "n");
  CHECK(contains(many, "namespace simt_bodies { template <class T> struct k_simt_lane_L1 {"));
  CHECK(contains(many, "SIMT_COLD static void simt_call("));
  CHECK(contains(many, ", const int N) {"));
  CHECK(contains(many, "SIMT_LANE_SHARED_SIZED(a, (2 * N), T);"));
  CHECK(contains(many, "SIMT_LANE_SITE(a, 2, k_simt_lane_L1);"));
  CHECK(contains(many,
                 "simt_bodies::k_simt_lane_L1<T>::simt_call(simt_g, p_simt_in, n_simt_in, N); }"));
  CHECK_FALSE(contains(many, "simt_turns"));

  auto const is_shared = [&](std::string const& statement) {
    return contains(text(9, "class T, unsigned int N", body + statement, "n"), "simt_bodies");
  };
  CHECK(is_shared("p[n] = N;"));
  CHECK(is_shared("if (n > 1) p[n] = N * n;"));
  // Not where blocks are known, with few instances, or without a name to pass an argument by.
  CHECK_FALSE(contains(text(9, "class T, int N", body, "64"), "simt_bodies"));
  CHECK_FALSE(contains(text(8, "class T, int N", body, "n"), "simt_bodies"));
  CHECK_FALSE(contains(text(9, "class T, bool N", body, "n"), "simt_bodies"));
  // Not where it decides what there is, or compilers gain by it.
  CHECK_FALSE(is_shared("if (N > 64) p[n] = 1;"));
  CHECK_FALSE(is_shared("p[n] = f<N>(n);"));
  CHECK_FALSE(is_shared("T own[N]; p[n] = own[n];"));
  CHECK_FALSE(is_shared("constexpr int M = N / 2; p[n] = M;"));
  CHECK_FALSE(is_shared("int const M = N / 2; p[n] = M;"));
  CHECK_FALSE(is_shared("for (int i = 0; i < N; ++i) p[i] = n;"));
  CHECK_FALSE(is_shared("p[n] = n / N;"));
  CHECK_FALSE(is_shared("n %= N;"));
  // An array that is more than its elements keeps its type.
  CHECK_FALSE(is_shared("p[n] = sizeof a;"));
  CHECK_FALSE(is_shared("T* q = a; q[n] = 1;"));
  CHECK_FALSE(is_shared("__shared__ T b[2][N]; b[0][n] = 1;"));
}

TEST_CASE("lane forms: large kernels are compiled for few gangs, large functions once") {
  auto const text = [](int statements, char const* block) {
    std::string body;
    for (int n = 0; n < statements; ++n) body += "p[i] += i * n; ";
    return with_lane_forms("__device__ void f(int* p, int i, int n) { " + body +
                           "}\n__global__ void k(int* p, int n) { int i = threadIdx.x; " + body +
                           "f(p, i, n); __syncthreads(); }\n"
                           "void host(int* p, int n) { k<<<1, " + block + ">>>(p, n); }\n")
        .text;
  };
  CHECK(contains(text(10, "256"), "k_simt_lane_L2, false, true, ::simt_l::gangs::all, "));
  CHECK(contains(text(30, "256"), "k_simt_lane_L2, false, true, ::simt_l::gangs::few, "));
  CHECK(contains(text(30, "n"), "k_simt_lane_L2, false, true, ::simt_l::gangs::all>"));
  CHECK(contains(text(80, "256"), "k_simt_lane_L2, false, false, ::simt_l::gangs::small, "));
  // Rows of 16, a barrier and no loop: the block may be one gang.
  CHECK(contains(text(80, "dim3(16, 16)"), "k_simt_lane_L2, false, true, ::simt_l::gangs::few, "));
  CHECK(contains(text(200, "dim3(16, 16)"),
                 "k_simt_lane_L2, false, false, ::simt_l::gangs::small, "));
  std::string const small = text(100, "n");
  CHECK(contains(small, "k_simt_lane_L2, false, false, ::simt_l::gangs::small>"));
  CHECK_FALSE(contains(small, "simt_large"));
  CHECK(contains(text(200, "n"), "return simt_l::call_large<f_simt_lane_L1>(simt_g, "));
}

TEST_CASE("lane forms: a chain of loops is compiled where registers have eight lanes and more") {
  auto const text = [](int loops, int statements, char const* more) {
    std::string body;
    for (int n = 0; n < statements; ++n) body += "p[i] += i * n; ";
    std::string const loop = "for (int j = 0; j < n; ++j) p[i + j] += j; ";
    std::string all;
    for (int n = 1; n < loops; ++n) all += loop;
    return with_lane_forms("__device__ void f(int* p, int i, int n) { " + body + loop +
                           "}\n__global__ void k(int* p, int n) { int i = threadIdx.x; " + all +
                           more + "f(p, i, n); }\n")
        .text;
  };
  CHECK(contains(text(17, 400, ""), "::simt_l::gangs::long_registers>"));
  CHECK(contains(text(16, 400, ""), "::simt_l::gangs::small>"));  // few loops
  CHECK(contains(text(17, 100, ""), "::simt_l::gangs::small>"));  // not so large
  CHECK(contains(text(17, 400, "n += __shfl(n, 1); "), "::simt_l::gangs::small>"));
  // Where it is, what is read outside of the innermost loops is a call.
  char const* const nested =
      "int a = p[n]; for (int j = 0; j < n; ++j) { a += p[a]; for (int l = 0; l < n; ++l) "
      "a += p[a + l]; } p[i] = a; ";
  std::string const chain = text(17, 400, nested);
  CHECK(contains(chain, "simt_l::get_apart(simt_l::at(p, n))"));
  CHECK(contains(chain, "simt_l::get_apart(simt_l::at(p, a))"));
  CHECK(contains(chain, "simt_l::get(simt_l::at(p, (a + l)))"));
  CHECK_FALSE(contains(text(17, 100, nested), "get_apart"));
}

TEST_CASE("lane forms: atomics as statements say that nobody reads their old values") {
  std::string const text =
      with_lane_forms(
          "__global__ void k(int* p, int n) { int i = threadIdx.x; atomicAdd(&p[i % n], 1); "
          "int old = atomicMax(p, i); atomicCAS(p + old, 0, i); }")
          .text;
  CHECK(contains(text, " simt_g.atomicAdd(simt_l::unread, "));
  CHECK(contains(text, "simt_g.atomicMax(p, i)"));
  CHECK(contains(text, "simt_g.atomicCAS((p + old), 0, i)"));
}

TEST_CASE("lane forms: what is known of a variable decides how it is declared") {
  std::string const out = form_of_body(
      "int i = blockIdx.x * 32 + threadIdx.x; int u = n; if (n) u *= 2; int v = p[i]; "
      "if (n) v *= 3; "
      "for (int j = i; j < n; j += u) q[j] = v; for (int j = 0; j < u; ++j) q[j] = 0; "
      "int a[4]; a[0] = 1; int s = 0; if (i < n) s = 1; q[i] = a[0] + s;");
  CHECK(contains(out, "auto const i = simt_l::let<int>(simt_g, "));
  CHECK(contains(out, "simt_l::uni<int> u = n;"));
  CHECK(contains(out, "simt_l::var<simt_G, int> v = "));
  CHECK(contains(out,
                 "auto j = simt_l::step<int>(simt_g, i); "
                 "SIMT_LANE_WHOLE_FOR((simt_l::cond((j < n)))"));
  CHECK(contains(out, "simt_l::uni<int> j = 0; for (; simt_l::uniform((j < u));"));
  CHECK(contains(out, "simt_l::arr<simt_G, int[4]> a;"));
  CHECK(contains(out, "simt_l::var<simt_G, int> s = 0;"));
}

TEST_CASE("lane forms: what threads change only where they parted is not uniform") {
  auto const is_uniform = [](std::string const& body) {
    return contains(form_of_body("int i = threadIdx.x; " + body + " q[i] = u;"),
                    "simt_l::uni<int> u");
  };
  CHECK(is_uniform("int u = 0; if (n) u += n;"));
  CHECK(is_uniform("int u = 0; if (n > 3) u = 1;"));
  CHECK_FALSE(is_uniform("int u = 0; if (i > 3) u = 1;"));
  CHECK_FALSE(is_uniform("int u = 0; u += i;"));
  CHECK(is_uniform("int u = 0; for (int j = 0; j < n; ++j) u *= 3;"));
  CHECK_FALSE(is_uniform("int u = 0; for (int j = 0; j < i; ++j) u *= 3;"));
  CHECK_FALSE(is_uniform("int u = 1; for (int j = 0; j < n; ++j) { if (j > i) break; u *= 3; }"));
  CHECK_FALSE(
      is_uniform("int u = 1; for (int j = 0; j < n; ++j) { if (j > i) continue; u *= 3; }"));
  CHECK_FALSE(is_uniform("int u = 1; switch (i) { case 1: u = n; }"));
  CHECK_FALSE(is_uniform("int u = 1; i < n && (u = 3);"));
  CHECK_FALSE(is_uniform("int u = 1; (i < n ? u : q[0]) = 3; u = q[i];"));
  CHECK_FALSE(is_uniform("int u = 1; int& r = u; r = i;"));
  CHECK_FALSE(is_uniform("int u = 1; int* r = &u; *r = i;"));
  // Who returned does not come back.
  CHECK(is_uniform("int u = 0; if (i > 3) return; if (n) u += n;"));
}

TEST_CASE("lane forms: jumps that part threads are masked, others plain") {
  std::string const plain =
      form_of_body("for (int j = 0; j < n; ++j) { if (j == 7) break; q[j] = 1; }");
  CHECK(contains(plain, "if (simt_l::uniform((j == 7))) { break; }"));
  CHECK_FALSE(contains(plain, "simt_break"));
  std::string const parted = form_of_body(
      "for (int j = 0; j < n; ++j) { if (p[threadIdx.x] == j) break; "
      "q[j] = 1; }");
  CHECK(contains(parted, "simt_break; } if (simt_l::any_left()) {"));
  CHECK(contains(parted, "SIMT_LANE_FOR("));
}

TEST_CASE("lane forms: statements that no thread leaves early do not ask for those who did") {
  auto const is_whole = [](std::string const& body) {
    std::string const out = form_of_body("int i = threadIdx.x; " + body);
    bool const whole = contains(out, "SIMT_LANE_WHOLE_");
    CHECK(whole != (contains(out, "simt_if") || contains(out, "simt_while") ||
                    contains(out, "SIMT_LANE_FOR")));
    return whole;
  };
  CHECK(is_whole("if (p[i]) q[i] = 1; else q[i] = 2;"));
  CHECK(is_whole("while (i < n) i += 32;"));
  CHECK(is_whole("for (int j = i; j < n; ++j) q[j] = i;"));
  CHECK_FALSE(is_whole("if (p[i]) return; q[i] = 1;"));
  CHECK_FALSE(is_whole("if (p[i] > 0) { q[i] = 1; if (p[i] > 1) return; q[i] = 2; }"));
  CHECK_FALSE(is_whole("for (int j = i; j < n; ++j) if (p[j]) return;"));
  CHECK_FALSE(is_whole("for (int j = i; j < n; ++j) { if (p[j]) break; }"));
  CHECK_FALSE(is_whole("while (i < n) { i += 32; if (p[i]) continue; q[i] = 1; }"));
  CHECK_FALSE(is_whole("if (p[i]) assert(n);"));
  // A loop's break leaves the loop, but not what is around it; a later return leaves neither.
  std::string const around =
      form_of_body("int i = threadIdx.x; if (p[i]) { while (i < n) { if (q[i]) break; ++i; } }");
  CHECK(contains(around, "SIMT_LANE_WHOLE_IF ("));
  CHECK(contains(around, "simt_while ("));
  CHECK(contains(form_of_body("int i = threadIdx.x; if (p[i]) q[i] = 1; if (n) return;"),
                 "SIMT_LANE_WHOLE_IF ("));
  // Threads may end in what is called: in functions, and in operators, which nobody calls by name.
  auto const form = [](std::string const& before, std::string const& body) {
    return with_lane_forms(before + "__global__ void k(int* p, S s) { if (p[threadIdx.x]) { " +
                           body + " } }\n")
        .text;
  };
  std::string const type = "struct S { int x; };\n";
  std::string const check = "__device__ int f(int n) { assert(n); return n; }\n";
  CHECK_FALSE(contains(form(type + check, "p[0] = f(p[0]);"), "SIMT_LANE_WHOLE_"));
  CHECK(contains(form(type + check, "p[0] = 2;"), "SIMT_LANE_WHOLE_IF"));
  CHECK_FALSE(contains(
      form(type + check + "__device__ int operator+(S a, S b) { return f(a.x + b.x); }\n",
           "p[0] = s + s;"),
      "SIMT_LANE_WHOLE_"));
}

TEST_CASE("lane forms: device functions") {
  auto const out = with_lane_forms(
      "__device__ int one(int x) { return x + 1; }\n"
      "__device__ int two(int x) { if (x < 0) return 0; return x; }\n"
      "__device__ void three(int& r, int* p) { r = *p; }\n"
      "__global__ void k(int* p) { int r; three(r, p); p[0] = one(two(r)); }\n");
  CHECK(out.reports.at("k") == "lane kernel");
  CHECK(contains(out.text, "return simt_l::let<int>(simt_g, (x + 1));"));
  CHECK(contains(out.text, "simt_result_ = simt_l::choose((x < 0), simt_l::cast<int>(simt_g, 0), "
                           "simt_l::cast<int>(simt_g, x)); return simt_result_; }"));
  CHECK(contains(out.text, "decltype(simt_l::form_of(&three_simt_lane))::simt_call(simt_g, r, p)"));
  CHECK(contains(out.text, "decltype(simt_l::form_of(&one_simt_lane))::simt_call(simt_g, "
                           "decltype(simt_l::form_of(&two_simt_lane))::simt_call("));
  // Where C++ chooses between several, or works out template arguments, it sees the call.
  auto const chosen = with_lane_forms(
      "__device__ int one(int x) { return x + 1; }\n__device__ int one(float x) { return 2; }\n"
      "template <class T, int N> __device__ T two(T x) { return x * N; }\n"
      "template <int N> __device__ int two_of(int x) { return x * N; }\n"
      "__global__ void k(int* p) { p[0] = one(p[1]) + two<int, (3 > 2)>(two_of<4>(p[2])); }\n");
  CHECK(contains(chosen.text, "simt_l::call(simt_g, SIMT_LANE_FUNCTION((one_simt_lane)), "));
  CHECK(contains(chosen.text, "form_of(&two_simt_lane<int, (3 > 2)>))::simt_call(simt_g, "));
  CHECK(contains(chosen.text, "form_of(&two_of_simt_lane<4>))::simt_call(simt_g, "));
  CHECK(contains(with_lane_forms("template <class T, int N = 2> __device__ T f(T x) { return x * N; "
                                 "}\n__global__ void k(int* p) { p[0] = f<int>(p[1]); }\n")
                     .text,
                 "simt_l::call(simt_g, SIMT_LANE_FUNCTION((f_simt_lane<int>)), "));
}

TEST_CASE("lane forms: what follows a return is the other side of its if") {
  auto const function = [](std::string const& body, std::string const& result = "int") {
    return with_lane_forms("__device__ " + result + " f(int x, int* p) { " + body +
                           " }\n__global__ void k(int* p) { f(p[threadIdx.x], p); }\n")
        .text;
  };
  std::string const early = function("if (x < 0) return p[0]; p[x] = 1; return p[1];");
  CHECK(contains(early, "simt_if (simt_l::cond((x < 0))) { simt_result_ = simt_l::get("));
  CHECK(contains(early, "} else { (simt_l::at(p, x) = 1); simt_result_ = "));
  CHECK_FALSE(contains(early, "simt_return"));
  CHECK(contains(function("if (x < 0) { p[1] = 2; return; } else if (x > 7) return; p[x] = 1;",
                          "void"),
                 "} else { simt_if (simt_l::cond((x > 7))) { } else { (simt_l::at(p, x) = 1); } }"));
  // A return that leaves more than an if takes its threads out of the function.
  for (char const* const body :
       {"for (int i = 0; i < x; ++i) if (p[i]) return i; return 1;",
        "if (x < 0) { if (x < -9) return 1; p[x] = 1; } return 2;",
        "if (x < 0) { if (x < -9) return 1; } else return 3; return 2;",
        "if (x < 0) return 1; __syncthreads(); return 2;"})
    CHECK(contains(function(body), "simt_return("));
}

TEST_CASE("lane forms: an if that gives one variable one of two values is a choice") {
  auto const body = [](std::string const& of) {
    return form_of_body("int i = threadIdx.x; int x; " + of + " p[i] = x;");
  };
  std::string const choice =
      "x = simt_l::choose((i < n), simt_l::cast<int>(simt_g, 1), simt_l::cast<int>(simt_g, 2.5f));";
  CHECK(contains(body("if (i < n) x = 1; else x = 2.5f;"), choice));
  CHECK(contains(body("if (i < n) { x = 1; } else { x = 2.5f; }"), choice));
  for (char const* const other :
       {"if (i < n) x = 1; else x = p[i];", "if (i < n) x = 1; else x = n / i;",
        "x = 0; if (i < n) x += 1; else x = 2;", "if (i < n) x = 1; else { x = 2; p[i] = 3; }"})
    CHECK_FALSE(contains(body(other), "choose"));
}

TEST_CASE("lane forms: an if that gives an element of a shared array one of two values stores once") {
  auto const body = [](std::string const& of, std::string const& array = "int s[64]") {
    return form_of_body("__shared__ " + array + "; int i = threadIdx.x; " + of);
  };
  std::string const variable = "{ simt_l::var<simt_G, int> simt_stored; ";
  std::string const end = " } simt_l::at(s, i) = simt_stored; }";
  CHECK(contains(body("if (i < n) s[i] = s[i + 1]; else s[i] = 2.5f;"),
                 variable + "SIMT_LANE_WHOLE_IF (simt_l::cond((i < n))) { simt_stored = "
                            "simt_l::cast<int>(simt_g, simt_l::get(simt_l::at(s, (i + 1)))); } else "
                            "{ simt_stored = simt_l::cast<int>(simt_g, 2.5f);" + end));
  // What both sides begin with is there for all threads.
  CHECK(contains(body("if (i < n) s[i] = s[i + 1] + s[n]; else s[i] = s[i + 1];"),
                 variable + "simt_stored = simt_l::cast<int>(simt_g, simt_l::get(simt_l::at(s, "
                            "(i + 1)))); SIMT_LANE_WHOLE_IF (simt_l::cond((i < n))) { simt_stored = "
                            "simt_l::cast<int>(simt_g, (simt_stored + simt_l::get(simt_l::at(s, "
                            "n))));" + end));
  // Of two rows, each register is stored as soon as it is there.
  CHECK(contains(body("if (i < n) s[i] = s[i + 1] * s[i + 2]; else s[i] = s[i + 1];"),
                 "simt_l::assign_where<int>(simt_g, simt_l::at(s, i), simt_l::cond((i < n)), "
                 "simt_l::at(s, (i + 1)), simt_l::at(s, (i + 2)), [](auto const& simt_x, "
                 "auto const& simt_y) SIMT_LAMBDA_INLINE { return simt_x * simt_y; });"));
  for (char const* const other :
       {"if (i < n) s[i] = 1; else s[i + 1] = 2;", "if (i < n) s[0] = 1; else s[0] = 2;",
        "if (n > 0) s[i] = 1; else s[i] = 2;", "if (i < n) s[i] = 1; else s[i] = i++;",
        "if (i < n) s[i++] = 1; else s[i++] = 2;", "if (i < n) p[i] = 1; else p[i] = 2;",
        "if (i < n) s[i] += 1; else s[i] = 2;",
        "if (atomicAdd(&s[n], i) < n) s[i] = 1; else s[i] = 2;"})
    CHECK_FALSE(contains(body(other), "simt_stored"));
  std::string const either = "if (i < n) s[i] = i; else s[i] = 0;";
  CHECK(contains(body(either), "simt_stored"));
  CHECK_FALSE(contains(body(either, "volatile int s[64]"), "simt_stored"));
}

TEST_CASE("lane forms: loops with barriers look ahead to the rows that they load") {
  auto const loop = [](std::string const& of) {
    return form_of_body("int i = threadIdx.x; for (int j = 0; j < n; ++j) { " + of +
                        " __syncthreads(); }");
  };
  CHECK(contains(loop("q[i] = p[j * n + i];"),
                 "simt_l::row_ahead simt_row_0; { [[maybe_unused]] simt_l::uni<int> j"));
  CHECK(contains(loop("q[i] = p[j * n + i];"),
                 "(simt_l::at(q, i) = simt_l::get(simt_l::ahead(simt_row_0, simt_l::at(p, ((j * n) "
                 "+ i)))));"));
  // Stores, uniform numbers, loops of their own.
  for (char const* const other : {"q[i] = 1;", "q[i] = p[j];", "p[i + j]++;",
                                  "for (int k = 0; k < n; ++k) q[i] = p[k * n + i];"})
    CHECK_FALSE(contains(loop(other), "ahead"));
  CHECK_FALSE(contains(form_of_body("for (int j = 0; j < n; ++j) q[j] = p[j * n + threadIdx.x];"),
                       "ahead"));
}

TEST_CASE("lane forms: names of a namespace's functions bring their lane forms") {
  std::string const space = "namespace a::b { __device__ int f(int x) { return x + 1; } }\n";
  CHECK(contains(with_lane_forms(space + "using a::b::f;\n").text,
                 "using a::b::f; using a::b::f_simt_lane;"));
  CHECK(contains(
      with_lane_forms(space + "__global__ void k(int* p) { using a::b::f; *p = f(1); }").text,
      "using a::b::f_simt_lane;"));
  // Not a type, not another namespace's, not before there is a lane form.
  CHECK(!contains(with_lane_forms("namespace c { struct f {}; }\n" + space + "using c::f;\n").text,
                  "using c::f_simt"));
  CHECK(!contains(with_lane_forms("namespace a::b { __device__ int f(int x); }\nusing a::b::f;\n"
                                  "int a::b::f(int x) { return x; }\n")
                      .text,
                  "using a::b::f_simt"));
}

TEST_CASE(
    "lane forms: a function without one is called thread by thread, if it needs nobody else") {
  CHECK(fate_of("struct s { int a; __device__ int get(int x) { return a + x; } };\n"
                "__global__ void k(int* p) { s v; v.a = 1; p[threadIdx.x] = v.get(3); }") ==
        "lane kernel");
  CHECK(contains(
      fate_of("struct s { __device__ int sum(int x) { goto a; a: return __shfl_down(x, 1); } };\n"
              "__global__ void k(int* p) { s v; p[threadIdx.x] = v.sum(3); }"),
      "may wait for other threads"));
  // A function's shared memory is one array, whoever calls it.
  std::string const put =
      "__device__ int put(int v) { __shared__ int s[64]; int o = s[threadIdx.x]; s[threadIdx.x] = v;"
      " return o; }\n";
  CHECK(contains(fate_of(put +
                         "__device__ int f(int n) { return n == 0 ? put(7) : f(n - 1) + 1; }\n"
                         "__global__ void k(int* p) { put(1); p[threadIdx.x] = f(threadIdx.x); }"),
                 "a call of f, which works across threads and has no lane form"));
  CHECK(contains(fate_of(put + "struct s { int a; __device__ s(int n) : a(put(n)) {} };\n"
                               "__global__ void k(int* p) { s x(1); p[threadIdx.x] = x.a; }"),
                 "whose constructors or operators work across threads"));
  CHECK(fate_of(put + "struct s { __device__ int again(int n) { return put(n); } };\n"
                      "__global__ void k(int* p) { s x; p[threadIdx.x] = x.again(1); }") ==
        "lane kernel");
}

TEST_CASE("lane forms: textures are read for all lanes at once") {
  auto const out = with_lane_forms(
      "texture<float, 1> t;\n"
      "__global__ void k(float* p, cudaTextureObject_t o) { int i = threadIdx.x;\n"
      "p[i] = tex1Dfetch(t, i) + tex2D<float>(o, i, 0.5f); }\n");
  CHECK(contains(out.text,
                 "simt_l::pure_on_lanes(simt_g, [&](auto&& simt_0, auto&& simt_1) -> "
                 "decltype(tex1Dfetch(simt_0, simt_1))"));
  CHECK(contains(out.text, "decltype(tex2D<float>(simt_0, simt_1, 0.5f))"));
}

TEST_CASE("[DIAG-001] lane forms: printf of a text alone gives 0, as on a GPU") {
  std::string const body = "p[n] = printf(\"text\"); printf(\"more\"); p[n] = printf(\"%d\", n);";
  auto const out = with_lane_forms("__global__ void k(int* p, int n) { " + body + " }\n");
  CHECK(contains(out.text, "p[n] = ::simt::cuda::printed(printf(\"text\")); printf(\"more\");"));
  CHECK(contains(out.text, "p[n] = printf(\"%d\", n)"));
  CHECK(contains(form_of_body(body), "{ return ::simt::cuda::printf_alone(\"text\"); }"));
}

TEST_CASE("lane forms: vectors are made of all lanes at once") {
  CHECK(contains(form_of_body("float4 v = make_float4(n, p[n], 1, 2); p[n] = v.y;"),
                 "simt_l::pure_on_lanes(simt_g, [&](auto&& simt_0, auto&& simt_1) -> "
                 "decltype(make_float4("));
  // Beside those that the program makes of something else.
  std::string const own =
      "__device__ float4 make_float4(float3 a, float w) {\n"
      "  return make_float4(a.x, a.y, a.z, w); }\n"
      "__global__ void k(float4* p, float3 a) { float x = threadIdx.x;\n";
  CHECK(contains(with_lane_forms(own + "p[0] = make_float4(x, 1, 2, 3); }").text,
                 "pure_on_lanes(simt_g, [&](auto&& simt_0) -> decltype(make_float4(simt_0, 1, 2"));
  CHECK(contains(with_lane_forms(own + "p[0] = make_float4(a, x); }").text,
                 "form_of(&make_float4_simt_lane"));
}

TEST_CASE("lane forms: results at places are left by all lanes at once, variables need no memory") {
  std::string const form =
      form_of_body("float s, c; sincosf((float)p[threadIdx.x], &s, &c); p[threadIdx.x] = s + c;");
  CHECK(contains(form,
                 "simt_l::to_places(simt_g, [&](auto&& simt_0, auto&& simt_1, auto&& simt_2) "
                 "-> decltype(sincosf(simt_0, simt_1, simt_2))"));
  CHECK_FALSE(contains(form, "simt_l::mem<"));
  // A function of the program's own of that name may keep the address.
  std::string const own =
      "struct kept { float* at; };\n"
      "__device__ void sincosf(kept* k, float* s) { k->at = s; asm(\"x\"); }\n"
      "__global__ void k(kept* p) { float s = threadIdx.x; sincosf(p + threadIdx.x, &s); }\n";
  CHECK_FALSE(contains(with_lane_forms(own).text, "to_places"));
}

TEST_CASE("lane forms: few threads that walk through memory go one by one") {
  auto const kernel = [](std::string const& before, std::string const& loop,
                         std::string const& after) {
    return with_lane_forms("__global__ void k(int* p, int* q, bool* b) {\n" + before +
                           "int t = threadIdx.x; if (b[t]) {\n" + loop + "}\n" + after + "}\n")
        .text;
  };
  std::string const walk = "for (int i = p[t]; i < p[t + 1]; ++i) { int j = q[i]; b[j] = 1; }";
  CHECK(contains(kernel("", walk, ""),
                 "SIMT_LANE_WHOLE_IF (simt_l::cond(simt_l::get(simt_l::at(b, t)))) { if "
                 "(simt_l::few_here(simt_g)) simt_l::by_lane(simt_g, [&]() -> void { "
                 "simt_address()(p_simt_in, q_simt_in, b_simt_in); }); else {"));
  CHECK(contains(kernel("", walk, "return;"), "few_here"));
  // Something has happened, or is still to come; the loop takes turns that all threads share, or
  // neighbouring places.
  CHECK_FALSE(contains(kernel("p[0] = 1;", walk, ""), "few_here"));
  CHECK_FALSE(contains(kernel("p += 1;", walk, ""), "few_here"));
  CHECK_FALSE(contains(kernel("", walk, "q[t] = 1;"), "few_here"));
  CHECK_FALSE(contains(kernel("", walk, "else q[t] = 2;"), "few_here"));
  CHECK_FALSE(contains(kernel("__shared__ int s;", walk, ""), "few_here"));
  CHECK_FALSE(contains(kernel("", "for (int i = 0; i < 9; ++i) b[p[i]] = 1;", ""), "few_here"));
  CHECK_FALSE(contains(kernel("", "for (int i = 0; i < t; ++i) b[i] = 1;", ""), "few_here"));
}

TEST_CASE("lane forms: a program's operators") {
  std::string const text =
      "struct v { float x; __device__ v operator*(v o) { return {x * o.x}; } };\n"
      "__device__ v operator + (v a, v b) { return {a.x + b.x}; }\n"
      "__device__ void operator+=(v& a, float b) { a.x += b; }\n"
      "__global__ void k(v* p, int n) { int i = threadIdx.x; v a = p[i] + p[n]; a += 2; a = a * a; "
      "p[i + n] = a; }\n";
  auto const out = with_lane_forms(text).text;
  CHECK(contains(out, "struct simt_op_2b_simt_lane_L2 {"));
  CHECK(
      contains(out, "SIMT_LANE_BINARY(simt_g, plus, SIMT_LANE_FUNCTION(simt_op_2b_simt_lane), ("));
  CHECK(
      contains(out,
               "SIMT_LANE_CHANGE(simt_g, plus_assign, SIMT_LANE_FUNCTION(simt_op_2b_3d_simt_lane), "
               "(a), +=, (2))"));
  // A member's has no lane form; numbers need none.
  CHECK(contains(out, "SIMT_LANE_BINARY(simt_g, times, simt_l::no_form{}, (a), *, (a))"));
  CHECK(contains(out, "simt_l::at(p, (i + n))"));
}

TEST_CASE("lane forms: specialisations, default arguments, unnamed template parameters") {
  auto const out = with_lane_forms(
      "template <class T, typename = int> __device__ T f(T x, int n = 3) { return x + n; }\n"
      "template <> __device__ float f<float>(float x, int n) { return x - n; }\n"
      "__global__ void k(float* p) { p[threadIdx.x] = f(p[1]) + f(p[2], 7); }\n");
  CHECK(out.reports.at("k") == "lane kernel");
  CHECK(contains(out.text, "template <class T, typename simt_T1> struct f_simt_lane_L1 {"));
  CHECK(contains(out.text, "template <> struct f_simt_lane_L1<float> {"));
  CHECK(contains(out.text,
                 "return simt_call(simt_g, static_cast<simt_A0&&>(simt_0), "
                 "static_cast<int>(3));"));
  CHECK(fate_of("template <class T> __global__ void k(T* p);\n"
                "template <> __global__ void k<int>(int* p) { *p = 1; }") != "lane kernel");
}

TEST_CASE("lane forms: lists as values, functions named by macros, bodies outside of namespaces") {
  auto const out = with_lane_forms(
      "namespace a { __global__ void k(float2* p); }\n"
      "__global__ void a::k(float2* p) { p[threadIdx.x] = {1, FN(log)(2.f)}; }\n");
  CHECK(out.reports.at("k") == "lane kernel");
  CHECK(contains(out.text, "namespace a { struct k_simt_lane_L2 {"));
  auto const of_type = with_lane_forms(
      "namespace a { template <class T> __global__ void k(T* p); }\n"
      "template <class T> __global__ void a::k(T* p) { p[threadIdx.x] = 1; }\n");
  CHECK(contains(of_type.text, "namespace a { template <class T> struct k_simt_lane_L2; }"));
  CHECK(contains(out.text, "simt_l::set(simt_g, simt_l::at(p, simt_g.threadIdx.x), 1, "));
  CHECK(contains(out.text, "return FN(log)("));
}

TEST_CASE("lane forms: lists within the list of an array are rows or structures") {
  std::string const out = form_of_body(
      "int2 w[2] = {{1, n}, {2, 3}}; int m[2][2] = {{1, 2}, {3, 4}}; "
      "p[0] = w[n & 1].x + m[1][n & 1];");
  CHECK(contains(out, "simt_l::at(w, 1) = simt_l::make<int2>(simt_g, 2, 3);"));
  CHECK(contains(out, "simt_l::at(simt_l::at(m, 1), 0) = 3;"));
}

TEST_CASE("lane forms: kernels that stay thread kernels, and why") {
  CHECK(contains(fate_of_body("asm(\"trap;\");"), "asm"));
  CHECK(contains(fate_of_body("asm volatile(\"\" ::: \"memory\"); p[0] = n;"), "lane"));
  CHECK(contains(fate_of_body("auto f = [&] { __shared__ int t; return t; }; p[0] = f();"),
                 "shared memory of a lambda"));
  CHECK(contains(fate_of_body("auto f = [&] { return n; }; auto g = f; p[0] = g();"),
                 "a lambda that is not called"));
  CHECK(contains(fate_of_body("static int x; x = n;"), "static"));
  CHECK(contains(fate_of_body("switch (n) { case __COUNTER__: *p = 1; }"), "__COUNTER__"));
  CHECK(contains(fate_of("#define NEXT (__COUNTER__ + 1)\n"
                         "__global__ void k(int* p) { *p = NEXT; }"),
                 "__COUNTER__"));
  CHECK(fate_of("#pragma simt thread_kernel\n__global__ void k(int* p) { *p = 1; }") ==
        "asked for by #pragma simt thread_kernel");
  CHECK(fate_of("__global__ void k(int* p);\n__global__ void k(int* p) { *p = 1; }") ==
        "lane kernel");
}

TEST_CASE("lane forms: a function that nobody knows leaves a kernel to its threads") {
  std::string const unknown = "which is neither the program's nor one that lane kernels know";
  CHECK(fate_of_body("p[n] = __forgotten(n);") == "a call of __forgotten, " + unknown);
  CHECK(fate_of_body("p[n] = forgotten(n);") == "a call of forgotten, " + unknown);
  CHECK(fate_of_body("p[n] = far::away<int>(n);") == "a call of far::away<int>, " + unknown);
  // What works across threads without a lane form says so itself.
  CHECK(fate_of_body("__nanosleep(n);") == "a call of __nanosleep");
  // A header's, thread by thread.
  for (char const* const body :
       {"__nv_atomic_add(p, n, 0);", "if (n < 0) __trap();",
        "curandState s; curand_init(1, n, 0, &s); p[n] = curand(&s);",
        "cuFloatComplex z = make_cuFloatComplex(n, 2); p[n] = cuCrealf(cuCmulf(z, cuConjf(z)));",
        "p[n] = __nv_cvt_float_to_fp8(n, __NV_SATFINITE, __NV_E4M3);"})
    CHECK_MESSAGE(fate_of_body(body) == "lane kernel", body);
  CHECK(fate_of_body("cuCtxSynchronize();") == "a call of cuCtxSynchronize, " + unknown);
  // A method of a class that nobody has seen may shuffle, or meet at a barrier.
  CHECK(fate_of("__global__ void k(int* p) { lib::warp w; *p = w.sum(*p); }") ==
        "a call of the method sum, which is not the program's");
  CHECK(fate_of("__global__ void k(int* p) {\n"
                "  typedef lib::block<128> sums;\n"
                "  __shared__ typename sums::storage s;\n"
                "  *p = sums(s).total(*p);\n}") ==
        "a call of the method total, which is not the program's");
  CHECK(fate_of("struct op { __device__ int operator()(int x) const { return x; } };\n"
                "struct s { op f; };\n"
                "__global__ void k(int* p, s x) { *p = x.f(*p); }") == "lane kernel");
  CHECK(fate_of_body("std::array<int, 4> a{}; p[n] = a.size();") == "lane kernel");
  // The program's: a function, a type's, a template parameter's.
  CHECK(fate_of("int twice(int);\n__global__ void k(int* p) { *p = twice(*p); }") == "lane kernel");
  CHECK(fate_of("struct s { static int of(int); };\n"
                "__global__ void k(int* p) { *p = s::of(*p); }") == "lane kernel");
  CHECK(fate_of("template <class T> __global__ void k(int* p) { *p = T::of(*p); }") ==
        "lane kernel");
  // What has the name of one of CUDA's in a scope of its own is not that one.
  CHECK(contains(form_of_body("p[n] = std::numeric_limits<int>::max();"),
                 "return std::numeric_limits<int>::max();"));
  CHECK(contains(form_of_body("p[n] = std::max(n, 3);"), "max(n, 3)"));
  CHECK(contains(form_of_body("p[n] = ::abs(n);"), "abs(n)"));
  CHECK(fate_of_body("p[n] = fast::exp(n);") == "a call of fast::exp, " + unknown);
  // The standard library's, the runtime's and the compiler's, thread by thread.
  CHECK(fate_of_body("*p = std::forward<int>(n);") == "lane kernel");
  CHECK(fate_of_body("cudaGetLastError(); __builtin_expect(n, 1);") == "lane kernel");
}

TEST_CASE("lane forms: builtins.def says how a function is called, and of what its value hangs") {
  CHECK(contains(form_of_body("p[threadIdx.x] = umin(threadIdx.x, n);"), "umin("));
  CHECK(contains(form_of_body("__stcs(p + threadIdx.x, n);"), "simt_g.__stcs("));
  CHECK(contains(form_of_body("p[threadIdx.x] = __ldcs(q + threadIdx.x);"), "simt_g.__ldcs("));
  CHECK(contains(form_of_body("p[threadIdx.x] = __vadd2(threadIdx.x, n);"),
                 "simt_l::pure_on_lanes(simt_g"));
  // The same for all where its arguments are.
  CHECK(contains(form_of_body("if (__vadd2(n, n) > 3) p[threadIdx.x] = 1;"), "simt_l::uniform("));
  CHECK_FALSE(contains(form_of_body("if (__ldg(q) > 3) p[threadIdx.x] = 1;"), "simt_l::uniform("));
}

TEST_CASE("lane forms: cooperative groups of a block") {
  auto const out = with_lane_forms(
      "namespace cg = cooperative_groups;\n__global__ void k(int* p) { cg::thread_block b = "
      "cg::this_thread_block(); auto t = cg::tiled_partition<32>(b); int x = t.shfl_down(*p, 1); "
      "cg::sync(b); p[0] = x; }\n__global__ void far(int* p) { auto g = "
      "cg::binary_partition(cg::coalesced_threads(), p[0] == 1); p[1] = g.size(); }\n");
  CHECK(out.reports.at("k") == "lane kernel");
  CHECK(contains(out.text, "simt_l::tiled_partition<32>(simt_g, b)"));
  CHECK(contains(out.text, "simt_l::sync(simt_g, b)"));
  CHECK(out.reports.at("far") == "lane kernel");
  CHECK(contains(out.text, "simt_l::binary_partition(simt_g, "));
  // A tile's size is a number that is written out, up to a warp.
  std::string const block = "auto b = cooperative_groups::this_thread_block(); ";
  CHECK(contains(form_of_body(block + "cooperative_groups::thread_group t = "
                                      "cooperative_groups::tiled_partition(b, 16); t.sync();"),
                 "simt_l::tiled_partition<16>(simt_g, b)"));
  CHECK(contains(fate_of_body(block + "auto t = cooperative_groups::tiled_partition(b, n);"),
                 "whose size is not written out"));
  CHECK(contains(fate_of_body(block + "auto t = cooperative_groups::tiled_partition(b, 128);"),
                 "more threads than a warp"));
  // A group whose type a template takes is known by what it is asked.
  auto const of = [](char const* head) {
    return with_lane_forms(std::string("namespace cg = cooperative_groups;\n") + head +
                           " { for (int i = group.size() / 2; i > 0; i /= 2) x += "
                           "group.shfl_down(x, i); return group.thread_rank() == 0 ? x : 0; }\n"
                           "__global__ void k(int* p) { auto t = "
                           "cg::tiled_partition<32>(cg::this_thread_block()); *p = sum(t, *p); }")
        .reports.at("k");
  };
  CHECK(of("template <class G> __device__ int sum(G group, int x)") == "lane kernel");
  CHECK(of("template <typename G> __device__ int sum(G const& group, int x)") == "lane kernel");
  CHECK(of("__device__ int sum(auto group, int x)") == "lane kernel");
  CHECK(of("template <class G> __device__ int sum(G* group, int x)") != "lane kernel");
}

TEST_CASE("lane forms: names for the parts of an object") {
  std::string const pair =
      "struct pair { int a, b; }; __device__ pair of(int n) { return {n, 1}; } ";
  auto const body = [&](std::string const& text) {
    return with_lane_forms(pair + "__global__ void k(pair* q, int* p, int n) { " + text + " }");
  };
  auto const copy = body("auto [x, y] = of(n); x += threadIdx.x; p[y] = x;");
  CHECK(copy.reports.at("k") == "lane kernel");
  CHECK(contains(copy.text, "auto&& x = SIMT_LANE_BOUND((simt_bound_x), 0, simt_0, simt_1);"));
  CHECK(contains(copy.text, "auto [x, y] = of(n);"));  // the thread form
  CHECK(contains(body("auto& [x, y] = q[threadIdx.x]; x = y;").text,
                 "auto&& simt_bound_x = simt_l::at(q, "));
  CHECK(body("for (auto [x, y] : {of(1), of(2)}) p[x] = y;").reports.at("k") != "lane kernel");
}

TEST_CASE("lane forms: statements within an expression are a lambda's") {
  auto const out =
      form_of_body("int const x = p[0]; q[0] = ({ __typeof__(x + n) y = x; y * y; });");
  CHECK(contains(out, "simt_l::lambda([&]() SIMT_LAMBDA_INLINE {"));
  CHECK(contains(out, "simt_l::let<simt_l::scalar<decltype(x + n)>>(simt_g, x)"));
  CHECK(contains(fate_of_body("q[0] = ({ if (n > 0) return; n; });"), "a return out of"));
  CHECK(contains(fate_of_body("while (n > 0) q[0] = ({ break; n; });"), "a break outside"));
  CHECK(contains(fate_of_body("__typeof__(p[0]) x = p[0]; q[0] = x;"), "decltype"));
}

TEST_CASE("lane forms: a list or a text gives an array its elements, and its size") {
  CHECK(contains(form_of_body("int a[] = {n, 2, 3}; p[0] = sizeof(a) + a[1];"), "sizeof(int[3])"));
  CHECK(contains(form_of_body("char a[8] = \"ab\"; p[0] = a[n];"), "sizeof(\"ab\")"));
  CHECK(fate_of_body("char a[] = \"ab\"; p[0] = a[n];") != "lane kernel");
}

TEST_CASE("lane forms: many accesses in branches are a function by themselves") {
  auto const kernel = [](int accesses) {
    std::string text = "int const i = threadIdx.x; ";
    for (int n = 0; n < 12; ++n) text += "if (p[i + " + std::to_string(n) + "] > n) q[i] = 1; ";
    for (int n = 24; n < accesses; ++n) text += "q[i] += 1; ";
    return form_of_body(text);
  };
  CHECK(contains(kernel(220), "SIMT_LANE_BRANCHY static void simt_call"));
  CHECK(contains(kernel(60), "SIMT_INLINE static void simt_call"));
}

TEST_CASE("lane forms: a type that is named like a function is no value of it") {
  simt::cu::lane::call_graph const graph;
  simt::cu::lane::passed_functions const passed{graph};
  auto const value = [&](std::string const& text) {
    return passed.value_in({"a.cu", "; " + text}, {"fold"});
  };
  CHECK(value("typedef lib::fold<int, 4> fold; fold(x); fold::state s;").empty());
  CHECK(value("using fold = lib::fold<T>; fold f(x);").empty());
  CHECK(value("using other = typename lib::fold<T>;").empty());
  CHECK(value("run(fold);") == "fold");
  CHECK(value("auto f = &fold;") == "fold");
  CHECK(value("return fold;") == "fold");
  CHECK(value("f = lib::fold<int>;") == "fold");
}

TEST_CASE("lane forms: a switch on one value takes the value, not whether it is 0") {
  auto const out = form_of_body("switch (n & 3) { case 1: p[threadIdx.x] = 2; break; }");
  CHECK(contains(out, "switch (simt_l::get("));
  CHECK_FALSE(contains(out, "switch (simt_l::uniform("));
}

TEST_CASE("lane forms: one value for parts that differ by thread is not uniform") {
  std::string const text =
      "struct s { int a[4]; };\n__global__ void k(int* p) { s x; s y; x.a[threadIdx.x & 3] = 1; "
      "y.a[2] = 1; p[threadIdx.x] = x.a[1] + y.a[2]; }\n";
  auto const out = with_lane_forms(text).text;
  CHECK(contains(out, "simt_l::var<simt_G, s> x"));
  CHECK(contains(out, "simt_l::uni<s> y"));
}

TEST_CASE("lane forms: a parameter that is an array is a pointer, whose elements may change") {
  auto const out = with_lane_forms(
      "template <int N> __device__ void f(float x[N][4], float y[4]) { x[1][2] = y[0]; y[1] = 2; "
      "}\n"
      "__global__ void k(float* p) { float v[3][4]; f<3>(v, v[0]); p[threadIdx.x] = v[0][1]; }\n");
  CHECK(contains(out.text, "auto const x = simt_l::let<"));
  CHECK(contains(out.text, "auto const y = simt_l::let<float*>"));
}

TEST_CASE("lane forms: a function that calls itself goes thread by thread, a template's may not") {
  auto const out = with_lane_forms(
      "__device__ int log(int x) { return x > 1 ? 1 + log(x / 2) : 0; }\n"
      "template <int N> __device__ int sum(int x) { if constexpr (N == 0) return x; "
      "else return x + sum<N - 1>(x); }\n"
      "__global__ void k(int* p) { p[threadIdx.x] = log(p[0]) + sum<3>(p[1]); }\n");
  CHECK_FALSE(contains(out.text, "log_simt_lane"));
  auto const announced = out.text.find("sum_simt_lane(int x);");
  CHECK(announced < out.text.find("(sum_simt_lane<N - 1>)"));
}

TEST_CASE("lane forms: members of a structure that are named alone are values or variables") {
  std::string const begin = "struct s { int a, b; };\n__global__ void k(int* p) { s x; ";
  auto const out = [&](std::string const& body) {
    return with_lane_forms(begin + body + " }\n").text;
  };
  // One value each, in the block that has all that names them.
  CHECK(contains(out("for (int i = 0; i < 9; ++i) { x.a = threadIdx.x + i; x.b = x.a; p[i] = x.b; }"),
                 "auto&& x_simt_b = simt_l::part_value<simt_apart_x, decltype(simt_of_x::b)>"));
  // The last turn's value.
  std::string const kept =
      out("for (int i = 0; i < 9; ++i) { if (i) p[i] = x.a; x.a = threadIdx.x + i; }");
  CHECK(contains(kept, "simt_l::parted<simt_G, simt_of_x, simt_parts_x, simt_apart_x> x;"));
  CHECK_FALSE(contains(kept, "part_value"));
  CHECK_FALSE(contains(out("x.a = threadIdx.x; x.a += 1; p[x.a] = 1;"), "part_value"));
  CHECK_FALSE(contains(out("x.a = threadIdx.x; x.b = 1; s y = x; p[y.a] = 1;"), "simt_parts_x"));
  CHECK_FALSE(contains(out("x.a = threadIdx.x; int* q = &x.a; p[*q] = 1;"), "simt_parts_x"));
}

TEST_CASE("lane forms: operators [] of structs, unless they ask which thread it is") {
  auto const text = [](std::string const& index) {
    return with_lane_forms(
               "struct view { int* p; __device__ int& operator[](int i) const { return p[" + index +
               "]; } };\n__global__ void k(view v) { v[threadIdx.x] = 1; }\n")
        .text;
  };
  CHECK(contains(text("i"), "(simt_l::at_own(simt_g, v, simt_g.threadIdx.x) = 1)"));
  CHECK_FALSE(contains(text("i + threadIdx.x"), "at_own"));
}

TEST_CASE("lane forms: a kernel of another unit is launched by its address") {
  auto const launched = [](std::string const& kernel) {
    return contains(with_lane_forms(kernel + "\nvoid f(int* p) { k<<<1, 32>>>(p); }\n").text,
                    "call_pointer(\"k\", k, ");
  };
  CHECK(launched("__global__ void k(int* p);"));
  CHECK_FALSE(launched("__global__ void k(int* p, int n = 3);"));
  CHECK_FALSE(launched("__global__ void k(int* p); __global__ void k(float* p);"));
  CHECK_FALSE(launched("__global__ void k(int* p); __global__ void k(int* p) { p[0] = 1; }"));
}

TEST_CASE("lane forms: macros of the command line decide #ifs") {
  std::string const text =
      "#ifndef WIDTH\n#define WIDTH 16\n#endif\n"
      "__global__ void k(int* p) {\n#if WIDTH > 16 && defined(FAST)\n  p[0] = WIDTH;\n#else\n"
      "  goto end; end:;\n#endif\n}\n";
  simt::cu::lexed const file{"a.cu", text};
  for (bool const defined : {false, true}) {
    simt::cu::names known;
    simt::cu::lane::translator translator;
    translator.try_assumptions();
    if (defined) translator.define({"WIDTH=32", "FAST"});
    static_cast<void>(simt::cu::rewrite(file, known, {}, &translator));
    CHECK(translator.reports().front().why.reason.empty() == defined);
  }
}

TEST_CASE("lane forms: each value that a pointer or an integer has in turn keeps its own form") {
  auto const out = form_of_body(
      "int i = threadIdx.x; p += i; i *= n; p[i] = 1; i++; for (int k = 0; k < n; ++k) i += k; "
      "q[i] = 2;");
  CHECK(contains(out, "auto const p_simt1 = simt_l::let<int*>(simt_g, (p + i));"));
  CHECK(contains(out, "auto const i_simt2 = simt_l::let<int>(simt_g, (i * n));"));
  CHECK(contains(out, "(simt_l::at(p_simt1, i_simt2) = 1);"));
  CHECK(contains(out, "auto i_simt3 = simt_l::step<int>(simt_g, (i_simt2 + 1));"));
  CHECK(contains(out, "(i_simt3 += k)"));
  CHECK(contains(form_of_body("int a[4]; p[0] = 1; p = a; p[1] = 2;"),
                 "let<int*>(simt_g, simt_l::first_of(a))"));
  // Where not all threads assign, or somebody has its address, it stays one variable.
  for (char const* const body : {"int i = threadIdx.x; if (i < n) { i += 2; } p[i] = 1;",
                                 "int i = threadIdx.x; int* a = &i; i += 2; p[*a] = 1;",
                                 "int i = threadIdx.x; switch (n) { case 1: i += 2; } p[i] = 1;",
                                 "int i = threadIdx.x; int& a = i; i += 2; p[a] = 1;",
                                 "int i = threadIdx.x; int const& a = i; i += 2; p[a] = 1;"})
    CHECK_FALSE(contains(form_of_body(body), "i_simt"));
  CHECK(contains(form_of_body("p += n; int const& a = p[2]; p += a; p[1] = a;"), "p_simt2"));
}

TEST_CASE("lane forms: values that are wanted in one block or loop only have a variable there") {
  // A counter that is declared outside of the loop in which threads part, and their own index.
  auto out = form_of_body(
      "int i = threadIdx.x; int j = 0; while (i < n) { for (j = 0; j < n; ++j) q[i] += p[j]; "
      "i = i + 32; }");
  CHECK(contains(out, "auto i_simt1 = simt_l::step<int>(simt_g, i); SIMT_LANE_WHOLE_WHILE ("));
  CHECK(contains(out, "(i_simt1 += 32)"));
  CHECK(contains(out, "simt_l::uni<int> j_simt2 = 0; for (; simt_l::uniform("));
  // What is assigned before anybody asks is no masked assignment; the next one lasts longer.
  out = form_of_body(
      "int i = threadIdx.x, w = i; float f; for (int k = 0; k < n; ++k) { "
      "if (i > k) { f = p[w]; q[w] = f; } w = i + k; q[w] = 2; w = i; }");
  CHECK(contains(out, "auto const f_simt2 = simt_l::let<float>(simt_g, "));
  CHECK(contains(out, "auto const w_simt3 = simt_l::let<int>(simt_g, (i + k));"));
  CHECK(contains(out, "(simt_l::at(q, w_simt3) = 2);"));
  // Nothing but i is ever in it, so it is i.
  CHECK(contains(out, "auto const w_simt1 = simt_l::let<int>(simt_g, w);"));
  // Who asks behind the block, or in the next turn, asks for one variable.
  for (char const* const body :
       {"int i = threadIdx.x; int j; for (j = 0; j < n; ++j) if (j > i) break; p[i] = j;",
        "int i = threadIdx.x; while (i < n) i += 32; p[i] = 1;",
        "int i = threadIdx.x; int j; if (i > n) { j = 1; } else { j = 2; } p[i] = j;",
        "int j = threadIdx.x; do { if (n) { j = q[j]; continue; } j = n; } while (j < n); p[j] = "
        "1;"})
    CHECK_FALSE(contains(form_of_body(body), "_simt1"));
  out = form_of_body(
      "int i = threadIdx.x, v = 0; for (int k = 0; k < n; ++k) { q[i] = v; if (k > i) { v = k; } "
      "}");
  CHECK(contains(out, "simt_l::var<simt_G, int> v_simt1 = v;"));
  CHECK(contains(out, "(v_simt1 = k);"));
  CHECK(contains(with_lane_forms("struct v { float x; };\n__global__ void k(v* p) { v a; a = {2}; "
                                 "p[threadIdx.x] = a; }")
                     .text,
                 "auto const a_simt1 = simt_l::let<v>(simt_g, simt_l::make<v>(simt_g, 2));"));
  // A structure's += need not be its +.
  CHECK_FALSE(contains(with_lane_forms("struct v { float x; };\n__global__ void k(v* p) { v a = "
                                       "p[0]; a += 2; p[threadIdx.x] = a; }")
                           .text,
                       "a_simt1"));
}

TEST_CASE("lane forms: shared arrays lie as threads walk through them") {
  std::string const begin = "__shared__ int t[16][17]; int x = threadIdx.x, y = threadIdx.y; ";
  char const* const turned = "SIMT_LANE_SHARED_TURNED(t, ";
  CHECK(contains(form_of_body(begin + "t[y][x] = 1; for (int k = 0; k < 9; ++k) n += t[x][k];"),
                 turned));
  for (char const* const body :
       {"t[y][x] = 1; p[x] = t[x][y];", "t[x][y] = 1; p[x] = t[0][x];",
        "t[x][y] = 1; int* a = t[x]; a[y] = 2;", "t[x][y] = 1; int* a = &t[x][0]; a[y] = 2;",
        "t[x][y] = 1; int const& a = t[x][0]; n = (&a)[1];", "t[x][y] = 1; fill(t[x][y]);",
        "t[x][p[y]] = 1; t[p[x]][y] = n;", "t[x][y] = n; p[x] = sizeof(t);"})
    CHECK_FALSE(contains(form_of_body(begin + body), turned));

  std::string const diagonals =
      "for (int k = 0; k < 9; ++k) { t[k - x][x + 1] = 1; n += t[k - x][x]; } ";
  char const* const slanted = "SIMT_LANE_SHARED_SLANTED(t, ";
  CHECK(contains(form_of_body(begin + "t[y][x] = 1; " + diagonals), slanted + std::string("0, ")));
  CHECK(contains(form_of_body(begin + "t[0][x + 1] = n; t[x + 1][0] = n; " + diagonals),
                 slanted + std::string("2, ")));
  for (char const* const body :
       {"t[0][x + y] = n; ", "t[0][2 * x] = n; ", "t[0][n] = n; ", "int* a = t[x]; a[y] = 2; ",
        "for (int k = 0; k < 9; ++k) { t[k][x] = n; t[k + 1][x] = n; } "})
    CHECK_FALSE(contains(form_of_body(begin + body + diagonals), slanted));
  CHECK_FALSE(contains(form_of_body("for (int i = 0; i < n; ++i) { " + begin + diagonals + "}"),
                       slanted));
  CHECK_FALSE(contains(form_of_body("volatile " + begin + diagonals), slanted));
}

TEST_CASE("lane forms: loops are unrolled where that helps lanes") {
  auto const is_unrolled = [](std::string const& loop) {
    return contains(form_of_body("int a[4]; int s = 0;\n#pragma unroll\n" + loop + " p[n] = s;"),
                    "SIMT_LANE_UNROLL(32)");
  };
  CHECK_FALSE(is_unrolled("for (int i = 0; i < 4; ++i) s += q[i];"));
  CHECK(is_unrolled("for (int i = 0; i < 4; ++i) s += __shfl_down_sync(~0u, s, i);"));
  CHECK(is_unrolled("for (int i = 0; i < 4; ++i) for (int k = 0; k < n; ++k) a[i] += q[k];"));
  CHECK_FALSE(is_unrolled("for (int i = 0; i < n; ++i) a[i & 3] += q[i];"));
}

TEST_CASE("lane forms: an array member that becomes a pointer is the thread's own") {
  auto const form = [](std::string const& use) {
    return with_lane_forms(
               "struct s { int a[4]; int n; };\n__device__ int f(int* p) { return p[0]; }\n"
               "__global__ void k(int* out) { s x; x.n = 1; " +
               use + " }\n")
        .text;
  };
  CHECK(contains(form("out[0] = x.n;"), "simt_l::uni<s> x"));
  CHECK(contains(form("out[0] = x.a[1];"), "simt_l::uni<s> x"));
  CHECK(contains(form("out[0] = f(x.a);"), "simt_l::var<simt_G, s> x"));
  CHECK(contains(form("int* p = x.a; p[out[0]] = 3;"), "simt_l::var<simt_G, s> x"));
}

TEST_CASE("lane forms: an assertion says what the thread form's says") {
  CHECK(contains(with_lane_forms("__global__ void k(int* p, float x) { assert(p[0] < x); }").text,
                 "assert((simt_l::holds(simt_g, \"p[0] < x\", __FILE__, __LINE__, "
                 "\"void k(int *, float)\", "));
}

TEST_CASE("lane forms: lambdas [LANG-014][CPP11-013]") {
  // What one changes by reference differs by thread, and keeps its name.
  std::string form =
      form_of_body("int s = 0; auto f = [&](int x) { s += x; }; s = 1; f(n); p[0] = s;");
  CHECK(contains(form, "simt_l::var<simt_G, int> s"));
  CHECK(contains(form, "auto const f = simt_l::lambda([&]([[maybe_unused]] auto&& x_simt_in)"));
  CHECK(contains(form, "f.f(n)"));
  // Copied where it changes, or is named.
  CHECK(contains(form_of_body("int s = n; auto f = [=] { return s; }; s = 1; p[s] = f();"),
                 "simt_l::lambda([&, s = s]("));
  CHECK(contains(form_of_body("auto f = [=] { return n; }; p[0] = f();"), "simt_l::lambda([&]("));
  CHECK(contains(form_of_body("auto f = [m = n + 1] { return m; }; p[0] = f();"),
                 "simt_l::lambda([&, m = simt_l::let_auto(simt_g, (n + 1))]("));
  CHECK(contains(
      fate_of_body("int a[2] = {n, 1}; auto f = [=] { return a[0]; }; a[0] = 2; p[0] = f();"),
      "a lambda with a copy of a"));
  // The result's type, where it returns in several places.
  CHECK(contains(
      form_of_body("auto f = [&](int x) { if (x < 0) return n; int const y = x; return y; }; "
                   "p[0] = f(q[0]);"),
      "simt_l::result<simt_G, simt_l::scalar<decltype(n)>> simt_result_;"));
  CHECK(contains(fate_of_body("auto f = [&](int x) { float y = x; if (x < 0) return y; y = 1; "
                              "return y; }; p[0] = f(1);"),
                 "without the type of its result"));
  // To functions that have lane forms only.
  CHECK(contains(fate_of("template <class F> int call_it(F f);\n__global__ void k(int* p, int n) { "
                         "auto f = [&] { return n; }; p[0] = call_it(f); }"),
                 "a lambda that is not called"));
}

TEST_CASE("lane forms: lists in braces whose type is known") {
  std::string const head =
      "struct s { int a, b; int f(s); };\n__device__ s make(int a) { return {a, 1}; }\n"
      "template <class T> __device__ T of(T x, s y) { return x + y.a; }\n"
      "template <class T> __device__ int in(T y) { return y.a; }\n";
  auto const kernel = [&](std::string const& body) {
    return head + "__global__ void k(int* p, int n) { " + body + " }\n";
  };
  CHECK(fate_of(kernel("p[0] = make(n).a + of(n, {n, 2});")) == "lane kernel");
  CHECK(fate_of(kernel("s x = (s){n, 2}; p[0] = x.f({n, 3});")) == "lane kernel");
  CHECK(contains(with_lane_forms(kernel("s x; p[0] = x.f({n, 3});")).text,
                 "return simt_0.f({simt_1, simt_2}); }"));
  CHECK(contains(fate_of(kernel("p[0] = in({n, 2});")), "a list in braces"));
}

TEST_CASE("lane forms: for over an array") {
  CHECK(
      contains(form_of_body("int t[3] = {n, 1, 2}; for (int x : t) p[0] += x;"), " < int(3); ++"));
  CHECK(contains(form_of_body("__shared__ int t[8]; for (auto& x : t) x = n;"),
                 "auto&& x = simt_l::at(t, simt_i"));
  CHECK(
      contains(form_of_body("__shared__ int t[8]; for (auto x : t) { if (p[threadIdx.x]) break; }"),
               "SIMT_LANE_FOR("));
  CHECK(contains(fate_of_body("for (int x : {1, 2}) p[x] = 1;"), "a for over"));
}

TEST_CASE("lane forms: members that all objects share are no part of one") {
  std::string const vec =
      "template <class T> struct vec { T v[8]; static constexpr int size = 8; };\n";
  auto const form = [&](std::string const& body, std::string const& head = "") {
    return with_lane_forms(vec + head + "__global__ void k(int* p, vec<float>* q) { " + body + " }")
        .text;
  };
  CHECK(contains(form("vec<float> a = q[threadIdx.x]; p[threadIdx.x] = a.v[1];"),
                 "SIMT_LANE_MEMBER((a), v)"));
  auto const counted = form(
      "vec<float> a = q[threadIdx.x]; for (int i = 0; i < a.size; ++i) p[threadIdx.x] += a.v[i];");
  CHECK(contains(counted, "SIMT_LANE_ANY_MEMBER((a), size)"));
  CHECK(contains(counted, "for (; simt_l::uniform("));  // all threads take as many turns
  CHECK(
      contains(form("p[threadIdx.x] = q[threadIdx.x].size + q->v[0];"), "ANY_MEMBER((simt_l::at("));
  // Of a class that nobody has seen, or that an instance decides.
  CHECK(contains(form("auto a = q[threadIdx.x]; p[0] = a.v[0];"), "SIMT_LANE_ANY_MEMBER((a), v)"));
  // A static constant may have no address.
  std::string const old =
      "namespace of { template <class T> struct old { static const int n = 4; }; }\n";
  CHECK(contains(form("p[0] = of::old<int>::n + vec<int>::size;", old),
                 "simt_l::number(of::old<int>::n) + vec<int>::size"));
}

TEST_CASE("lane forms: constants that ask for a lane's variable are refused") {
  std::string const head =
      "struct s { int k; static constexpr int width = 3; };\n"
      "template <int N> __device__ int times(int x) { return N * x; }\n";
  auto const kernel_report = [&](std::string const& body) {
    return fate_of(head + "__global__ void k(int* p) { s a; a.k = threadIdx.x; " + body +
                   " p[a.k] = 1; }");
  };
  for (char const* const body :
       {"p[0] = times<a.width>(1);", "int b[a.width]; b[0] = 1;", "float f; char b[sizeof(f)];",
        "if constexpr (a.width == 3) p[1] = 1;", "static_assert(a.width == 3);",
        "switch (p[0]) { case a.width: p[1] = 1; }", "constexpr int n = a.width; p[n] = 1;"})
    CHECK_MESSAGE(contains(kernel_report(body), "a constant or a type that asks something of the variable"),
                  body);
  CHECK(kernel_report("p[0] = times<s::width>(1); p[1] = sizeof(a); int b[s::width]; b[0] = a.k;") ==
        "lane kernel");
}

TEST_CASE("lane forms: functions as values") {
  std::string const head =
      "using F = int (*)(int);\n"
      "__device__ int meet(int v) { return __shfl_xor_sync(~0u, v, 1); }\n"
      "__device__ int twice(int v) { return 2 * v; }\n"
      "template <F f> __device__ int apply(int v) { return f(v); }\n"
      "template <int (*f)(int), class T> __device__ T typed(T v) { return apply<f>(v); }\n"
      "__device__ int call(F f, int v) { return f(v); }\n";
  auto const of = [&](std::string const& kernel) { return with_lane_forms(head + kernel); };
  auto const body = [&](std::string const& text) {
    return of("__global__ void k(int* p) { p[threadIdx.x] = " + text + "; }");
  };
  // As a template argument, with its lane form.
  CHECK(body("apply<meet>(1)").reports.at("k") == "lane kernel");
  CHECK(contains(body("apply<meet>(1)").text,
                 "::simt_call(simt_g, 1, SIMT_LANE_FUNCTION((meet_simt_lane)))"));
  CHECK(body("typed<&meet, int>(1) + apply<twice>(2)").reports.at("k") == "lane kernel");
  CHECK(body("call(twice, 1)").reports.at("k") == "lane kernel");
  // As what nobody follows.
  CHECK(contains(body("call(meet, 1)").reports.at("k"), "the function meet, which works across"));
  CHECK(contains(body("typed<meet>(1)").text, ", std::tuple{SIMT_LANE_FUNCTION((meet_simt_lane))}"));
  CHECK(contains(of("__global__ void k(int* p) { F f = meet; p[0] = f(1); }").reports.at("k"),
                 "the function meet, which works across"));
  std::string const object =
      "struct sum { __device__ int operator()(int v) const { return meet(v); } };\n";
  CHECK(contains(of(object + "template <class G> __global__ void k(int* p, G g) { p[0] = g(1); }")
                     .reports.at("k"),
                 "may be an operator()"));
  CHECK(contains(of(object + "template <class G> __device__ int use(G g) { return 1; }\n"
                             "__global__ void k(int* p) { p[0] = use(sum{}); }")
                     .reports.at("k"),
                 "the class sum, whose constructors or operators work across threads"));
  // Given on from function to function, to where one calls it.
  std::string chain = "template <F f> __device__ int c0(int v) { return f(v); }\n";
  for (int i = 1; i < 9; ++i)
    chain += "template <F f> __device__ int c" + std::to_string(i) + "(int v) { return c" +
             std::to_string(i - 1) + "<f>(v); }\n";
  CHECK(contains(of(chain + "__global__ void k(int* p) { p[threadIdx.x] = c8<meet>(1); }").text,
                 "::simt_call(simt_g, 1, SIMT_LANE_FUNCTION((meet_simt_lane)))"));
}

TEST_CASE(
    "lane forms: numbers that many templates give to each other cost no more than their text") {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "template <int N> __device__ int f" + std::to_string(i) + "(int x) { return 0";
    for (int j = 0; j < i; ++j) text += " + f" + std::to_string(j) + "<N>(x)";
    text += "; }\n";
  }
  CHECK(fate_of(text + "__global__ void k(int* p) { p[0] = f3<4>(p[1]); }") == "lane kernel");
}

TEST_CASE("lane forms: unsigned indices of shared memory count in 32 bits, in both forms") {
  auto const of = [](std::string const& body) {
    return with_lane_forms("__global__ void k(int* p) { __shared__ int s[64]; int* top = s + 63; "
                           "unsigned x = threadIdx.x; int i = threadIdx.x; " +
                           body + " }")
        .text;
  };
  CHECK(contains(of("p[x] = top[~x];"), "p[x] = top[::simt::cuda::shared_index(~x)];"));
  CHECK(contains(of("p[x] = top[~x];"), "simt_l::at(top, simt_l::shared_index(simt_g, "));
  CHECK(contains(of("p[x] = *(top + (0u - x));"), "top + ::simt::cuda::shared_index((0u - x))"));
  CHECK(contains(of("unsigned y = x - 1; p[x] = s[y];"), "s[::simt::cuda::shared_index(y)]"));
  CHECK(contains(of("top += -x; p[x] = *top;"), "top += ::simt::cuda::shared_index(-x)"));
  for (char const* const body : {"p[x] = s[x];", "p[x] = top[-i];", "p[x] = top[1 - i];",
                                 "p[x - 1] = s[2 * x];", "int* q = p + 63; p[x] = q[~x];"})
    CHECK_MESSAGE(!contains(of(body), "shared_index("), body);
}

TEST_CASE("lane forms: numbers become integers as on a GPU where macros, lists of arrays and constructors do it") {
  auto const of = [](std::string const& head, std::string const& body) {
    return with_lane_forms(head + "\n__global__ void k(int* p, float f, int i) { " + body + " }").text;
  };
  CHECK(contains(of("#define TO_INT(x) ((int)(x))", "p[0] = TO_INT(f);"),
                 "p[0] = ( ( int ) ::simt::cuda::cast_operand<int>(( f )) ) ;"));
  CHECK(contains(of("#define SET(a, x) int a = x", "SET(n, f); p[0] = n;"),
                 "int n = ::simt::cuda::converted<int>(f) ;"));
  CHECK(contains(of("#define STORE(a, x) a = x", "STORE(p[0],\n f);"), "converted<int>(f) \n;"));
  // A whole value is converted around the macro, and what is in the file is the rewriter's.
  CHECK(contains(of("#define TIMES(x) x * 1.0f", "p[0] = TIMES(f);"), "converted<int>(TIMES(f));"));
  CHECK(contains(of("#define SAME(x) x", "p[0] = SAME((int)f);"), "SAME((int)"));
  // What may be edited by something else, or would be expanded once more, stays as it is.
  CHECK(contains(of("#define SET(a, x) int a = x", "SET(n, f * (1 << i)); p[0] = n;"), "SET(n, f * ("));
  CHECK(contains(of("#define take(x) p[0] = take(x)\n__device__ int take(float x);", "take(f);"), " take(f);"));
  CHECK(contains(of("", "float a[2] = {f, f}; for (int x : a) p[0] = x;"),
                 "for (auto&& simt_element :  a) { int x = ::simt::cuda::converted<int>(simt_element); p[0] = x; }"));
  CHECK(contains(of("", "int a[2] = {i, i}; for (int x : a) p[0] = x;"), "for (int x : a) p[0] = x;"));
  // (A shared object outside of functions has no members itself.)
  CHECK(contains(of("struct pair { int x; };\n__shared__ pair s;", "s.x = f; p[0] = s.x;"),
                 "converted<::std::remove_reference_t<decltype((*&s).x )>>(f);"));
  std::string const pair = "template <class T> struct pair_of { T x; int y; __device__ pair_of(T a, int b) : x(a), y(b) {} };";
  std::string const text = of(pair, "pair_of<int> q(f, f); p[0] = q.x;");
  CHECK(contains(text, "q(::simt::cuda::argument_item(f), ::simt::cuda::converted<int>(f))"));
  CHECK(contains(text, "simt_l::make<pair_of<int>, 1u>(simt_g, f, simt_l::cast<int>(simt_g, f))"));
}

TEST_CASE("lane forms: where only addresses tell shared memory, they are asked when the program runs") {
  auto const of = [](std::string const& body) {
    return with_lane_forms(
               "struct tile { int* top; int n; unsigned at; };\n"
               "struct passed { int* in; int rows[4]; };\n"
               "__shared__ int outer[64];\n"
               "__device__ int* behind(int* s) { return s + 64; }\n"
               "__device__ int front(int* s, unsigned i) { return s[i - 1]; }\n"
               "__device__ int mixed(int* s, unsigned i) { return s[i - 1]; }\n"
               "__global__ void k(int* p, passed a) { __shared__ int s[64]; tile t{s + 64, 1, 2}; "
               "int* tops[2] = {s + 64, s}; int*& r = t.top; unsigned x = threadIdx.x; " +
               body + " }")
        .text;
  };
  CHECK(contains(of("p[x] = t.top[~x];"), "wrapping_pointer(t.top)[~x]"));
  CHECK(contains(of("p[x] = t.top[~x];"), "simt_l::at_any(simt_g, SIMT_LANE_MEMBER((t), top), "));
  CHECK(contains(of("p[x] = *(t.top + ~x);"), "wrapping_value(t.top) + ~x"));
  CHECK(contains(of("p[x] = *(t.top + ~x);"), "simt_l::moved_any(simt_g, "));
  CHECK(contains(of("t.top += ~x;"), "wrapping_pointer(t.top) += ~x"));
  CHECK(contains(of("t.top += ~x;"), "+= simt_l::index_of_any(simt_g, "));
  CHECK(contains(of("p[x] = tops[1][~x];"), "wrapping_pointer(tops[1])[~x]"));
  CHECK(contains(of("p[x] = r[~x];"), "wrapping_pointer(r)[~x]"));
  CHECK(contains(of("p[x] = behind(s)[~x];"), "wrapping_pointer(behind(s))[~x]"));
  CHECK(contains(of("auto b = behind(s); p[x] = b[~x];"), "wrapping_pointer(b)[~x]"));
  CHECK(contains(of("p[x] = s[t.at];"), "s[::simt::cuda::shared_index(t.at)]"));
  CHECK(contains(of("p[x] = (outer + 64)[~x];"), "[::simt::cuda::shared_index(~x)]"));
  // A parameter is what all calls pass.
  CHECK(contains(of("p[x] = front(s, x);"), "return s[::simt::cuda::shared_index(i - 1)]"));
  CHECK(contains(of("p[x] = mixed(s, x) + mixed(p, x);"), "return ::simt::cuda::wrapping_pointer(s)[i - 1]"));
  CHECK(contains(of("p[x] = mixed(p, x);"), "__device__ int mixed(int* s, unsigned i) { return s[i - 1]; }"));
  CHECK(contains(of("p[x] = mixed(t.top, x);"), "return ::simt::cuda::wrapping_pointer(s)[i - 1]"));
  // What the host passes is none, and numbers are no pointers.
  for (char const* const body : {"p[x] = a.in[x - 1];", "p[x] = a.rows[x - 1];",
                                 "p[x] = t.n + (x - 1);", "passed const b = a; p[x] = b.in[~x];",
                                 "float4 f; f.x += x - 1; p[x] = f.x;"})
    CHECK_MESSAGE(!contains(of(body), "k(int* p, passed a) { __shared__ int s[64]; tile t{s + 64, 1, 2}; "
                                      "int* tops[2] = {s + 64, s}; int*& r = t.top; unsigned x = threadIdx.x; ::simt"),
                  body);
}

TEST_CASE("lane forms: threads meet between a read of shared memory and a write by others") {
  std::string const head =
      "__device__ float sum(float v) { return v + __shfl_xor_sync(~0u, v, 1); }\n"
      "__global__ void k(float* p, int n) { __shared__ float s[256]; __shared__ float d[2][256]; "
      "int lane = threadIdx.x % 32, warp = threadIdx.x / 32, tid = threadIdx.x, half = 0; "
      "s[tid] = p[tid]; d[0][tid] = 1; __syncthreads(); ";
  auto const waits = [&](std::string const& body) {
    std::string const text = with_lane_forms(head + body + " }").text;
    int out = 0;
    for (auto at = text.find("; ::simt::cuda::__syncthreads();"); at != std::string::npos;
         at = text.find("; ::simt::cuda::__syncthreads();", at + 1))
      ++out;
    return out;
  };
  CHECK(waits("float o = s[0]; float v = sum(o); if (lane == 0) s[warp] = v;") == 1);
  CHECK(waits("for (int t = 0; t < n; ++t) { s[tid] = p[t]; __syncthreads(); p[tid] += s[3]; }") ==
        1);
  CHECK(waits("float l = s[tid + 1]; s[tid] = l;") == 1);
  CHECK(waits("float l = s[lane]; p[tid] = l; s[tid] = 2;") == 1);
  // A barrier in between; each thread its own; halves by turns; the one that reads is the one that
  // writes; a part that not all threads come to.
  CHECK(waits("float o = s[0]; __syncthreads(); s[tid] = o;") == 0);
  CHECK(waits("float o = s[tid]; s[tid] = 2 * o;") == 0);
  CHECK(waits("for (int t = 0; t < n; ++t) { float x = d[half][lane]; half ^= 1; d[half][tid] = x; "
              "__syncthreads(); }") == 0);
  CHECK(waits("if (tid == 0) p[0] = s[0]; s[tid] = 1;") == 0);
  CHECK(waits("if (tid < n) { p[0] = s[0]; s[tid] = 1; }") == 0);
  // One value that one thread writes again.
  CHECK(waits("for (int t = 0; t < n; ++t) { if (tid == 0) s[0] = t; __syncthreads(); "
              "p[tid] += s[0]; }") == 1);
}

TEST_CASE("lane forms: threads meet between a write of shared memory and a read by others") {
  std::string const head =
      "#define WIDE 512\n__device__ float first(float* s) { return s[0]; }\n"
      "__global__ void k(float* p, int n) { __shared__ float s[256]; __shared__ float2 f; "
      "__shared__ float d[2][256]; int lane = threadIdx.x % 32, warp = threadIdx.x / 32, "
      "tid = threadIdx.x; s[tid] = p[tid]; f.x = 1; __syncthreads(); ";
  auto const of = [&](std::string const& body) { return with_lane_forms(head + body + " }").text; };
  auto const waits = [&](std::string const& body) {
    std::string const text = of(body);
    int out = 0;
    for (auto at = text.find("; ::simt::cuda::__syncthreads();"); at != std::string::npos;
         at = text.find("; ::simt::cuda::__syncthreads();", at + 1))
      ++out;
    return out;
  };
  // An element that all read, of one warp's sums, opposite, beside, by a function, in the next
  // turn.
  CHECK(waits("s[tid] = p[tid]; p[tid] = s[blockDim.x - 1];") == 1);
  CHECK(waits("if (lane == 0) s[warp] = p[tid]; p[tid] = s[lane];") == 1);
  CHECK(waits("s[tid] = p[tid]; p[tid] = s[blockDim.x - 1 - tid];") == 1);
  CHECK(waits("s[tid] = p[tid]; if (tid > 0) p[tid] = s[tid - 1];") == 1);
  CHECK(waits("s[tid] = p[tid]; p[tid] = first(s);") == 1);
  CHECK(waits("if (tid == n) f.x = p[n]; p[tid] = f.x;") == 1);
  CHECK(waits("for (int t = 0; t < n; ++t) { p[tid] = s[3]; __syncthreads(); s[tid] = t; }") == 1);
  CHECK(waits("s[tid] = p[tid]; float v = 0; for (int i = 0; i < n; ++i) v += s[i]; p[tid] = v;") ==
        1);
  // In front of the statement that reads, so that a loop in front of it does not wait in each turn.
  CHECK(contains(
      of("for (int t = 0; t < n; ++t) { __syncthreads(); s[tid] = t; } p[tid] = 0; p[tid] = s[9];"),
      "p[tid] = 0; ::simt::cuda::__syncthreads(); p[tid] = s[9];"));
  // A barrier in between; the thread itself; one warp; other elements; what is further than a
  // block; a row for each warp; warps that meet.
  CHECK(waits("s[tid] = p[tid]; __syncthreads(); p[tid] = s[0];") == 0);
  CHECK(waits("s[tid] = p[tid]; p[tid] = s[tid]; if (tid == 0) p[0] = s[0];") == 0);
  CHECK(waits("if (tid < 32) s[tid] += s[tid + 32]; if (tid == 0) p[0] = s[0] + s[1];") == 0);
  CHECK(waits("if (warp == 0) s[lane] = p[tid]; if (!tid) p[0] = s[0] + s[1];") == 0);
  CHECK(waits("if (tid == 9) s[0] = p[tid]; p[tid] = s[1];") == 0);
  CHECK(waits("if (tid == 9) f.x = p[tid]; p[tid] = f.y;") == 0);
  CHECK(waits("d[1][tid] = p[tid]; p[tid] = d[0][3];") == 0);
  CHECK(waits("s[tid] = p[tid]; p[tid] = s[tid + WIDE];") == 0);
  CHECK(waits("d[warp][lane] = p[tid]; p[tid] = d[warp][0];") == 0);
  CHECK(waits("s[tid] = p[tid]; __syncwarp(); p[tid] = s[warp * 32];") == 0);
}

TEST_CASE("lane forms: where threads run one by one they meet as warps in lock step do") {
  auto const of = [](std::string const& text) { return with_lane_forms(text).text; };
  std::string const head =
      "__global__ void k(int* p) { __shared__ int s[64]; int t = threadIdx.x; s[t] = p[t]; ";
  CHECK(contains(of(head + "__syncthreads(); int x = s[63 - t]; s[t] = x; }"),
                 "int x = s[63 - t]; ::simt::cuda::__syncthreads(); s[t] = x;"));
  CHECK(contains(of(head + "int x = s[t ^ 1]; p[t] = x; }"),
                 "s[t] = p[t]; ::simt::cuda::warp_meet("));
  // Behind a loop whose body has no place of its own, and in each turn of a loop without barriers.
  CHECK(contains(of(head + "int* own = s + t; for (int i = 0; i < 4; ++i) own[8 * i] = i; "
                           "p[t] = s[63 - t]; }"),
                 "own[8 * i] = i; ; ::simt::cuda::warp_meet("));
  CHECK(contains(of(head + "int half = 0; for (int i = 0; i < 4; ++i) { int x = s[31 - t + half]; "
                           "half ^= 32; s[(x ^ i) + half] = x; } }"),
                 "s[(x ^ i) + half] = x; ::simt::cuda::warp_meet("));
  CHECK(contains(of(head + "__syncthreads(); s[t] += s[t + 1]; }"), "), ::simt::cuda::warp_step("));
  CHECK(!contains(of(head + "__syncthreads(); if (t < 32) s[t] += s[t + 32]; }"), "warp_"));
  // Some of them, unless those that write are not read from.
  CHECK(contains(of(head + "__syncthreads(); if (t > 0) s[t] = s[t - 1]; }"), "::warp_step("));
  CHECK(contains(of(head + "__syncthreads(); if (t == 0) s[t] = 0; else { s[t] = s[t - 1]; } }"),
                 "::warp_step("));
  CHECK(!contains(of(head + "__syncthreads(); if (t % 2 == 0) s[t] += s[t + 1]; }"), "warp_"));
  // What they have read in a statement before: by a variable, a loop or a condition.
  CHECK(contains(of(head + "__syncthreads(); if (t > 0) { int v = s[t - 1]; s[t] = v; } }"),
                 "::warp_step("));
  CHECK(contains(
      of(head + "__syncthreads(); if (t % 32 > 0) { int v = s[t - 1]; if (v > 3) s[t] = v; } }"),
      "::warp_step("));
  CHECK(contains(
      of(head +
         "__syncthreads(); if (t > 8) { int v = 0; for (int k = 0; k < 8; ++k) v += s[t - k]; "
         "s[t] = v; } }"),
      "::warp_step("));
  CHECK(contains(of(head + "__syncthreads(); if (t > 0 && s[t - 1] > 3) s[t] = 1; }"),
                 "::warp_step("));
  CHECK(contains(of(head + "__syncthreads(); if (t < 32) { p[t] = s[t ^ 1]; s[t] = 1; } }"),
                 "::warp_step("));
  CHECK(!contains(of(head + "__syncthreads(); if (t % 2 == 0) { int v = s[t + 1]; s[t] += v; } }"),
                  "warp_"));
  CHECK(!contains(
      of(head + "for (int d = 32; d > 0; d /= 2) { __syncthreads(); if (t < d) { int v = s[t + d]; "
                "s[t] += v; } } }"),
      "warp_"));
  CHECK(!contains(
      of(head +
         "for (int j = 32; j > 0; j /= 2) { __syncthreads(); int o = t ^ j; if (o > t) { int a "
         "= s[t], b = s[o]; if (a > b) { s[t] = b; s[o] = a; } } } }"),
      "warp_"));
  CHECK(
      !contains(of(head + "for (int d = 1; d < 64; d *= 2) { __syncthreads(); int at = 2 * d * t; "
                          "if (at < 64) s[at] += s[at + d]; } }"),
                "warp_"));
  CHECK(!contains(of(head + "for (int d = 32; d > 0; d /= 2) { __syncthreads(); if (t < d) s[t] += "
                            "s[t + d]; } }"),
                  "warp_"));
  // By a volatile name, which has steps of its own: once.
  CHECK(!contains(of(head + "__syncthreads(); if (t < 32) { volatile int* v = s; if (blockDim.x > "
                            "63) v[t] += v[t + 32]; v[t] += v[t + 16]; } }"),
                  "warp_step(__FILE__, 10"));
  // Once, whatever asks for it, and within an expression.
  CHECK(
      contains(of(head + "__syncthreads(); for (int i = 0; i < 2; ++i) { __syncwarp(); p[t] = s[t] "
                         "= s[t + 1] + s[t + 2]; } }"),
               "p[t] = (::simt::cuda::warp_meet("));
  CHECK(contains(of(head + "__syncthreads(); s[t] += s[t + 1] + s[t + 2]; }"),
                 "s[t]) += s[t + 1] + s[t + 2]);"));
  // By a function, which is given shared memory or the thread's own.
  std::string const set =
      "__device__ void set(int* s, int i, int v) { int x = s[i + 1]; s[i] = v + x; }\n";
  CHECK(contains(of(set + head + "__syncthreads(); int x = s[t]; set(s, t, x); }"),
                 "int x = s[t]; ::simt::cuda::__syncthreads(); set("));
  CHECK(contains(of(set + head + "__syncthreads(); set(s, t, 1); }"),
                 "int x = s[i + 1]; ::simt::cuda::warp_meet("));
  CHECK(!contains(of(set + "__global__ void k(int* p) { int s[8]; set(s, 1, p[0]); p[1] = s[1]; }"),
                  "warp_meet("));
}

TEST_CASE("lane forms: branches of threads one by one that share run one after the other") {
  auto const text = [](std::string const& body) {
    return with_lane_forms("__global__ void k(int* p) { __shared__ int s[64]; int i = threadIdx.x; "
                           "__syncthreads(); " +
                           body + " }")
        .text;
  };
  auto const is = [&](std::string const& body) {
    return contains(text(body), "{ if (") && contains(text(body), "else { ::simt::cuda::warp_meet(");
  };
  CHECK(is("if (i % 2) s[i] = 1; else p[i] = s[i ^ 1];"));
  CHECK(is("if (i % 2) { p[i] = s[i + 1]; } else { s[i] = 1; }"));
  CHECK(is("if (i == 9) s[0] = 1; else p[i] = s[0];"));
  CHECK(is("if (i % 2) s[i] = 1; else s[i + 1] = 2;"));
  // What all threads choose, and a thread's own.
  CHECK_FALSE(is("if (p[0]) s[i] = 1; else p[i] = s[i ^ 1];"));
  CHECK_FALSE(is("if (i % 2) s[i] = 1; else p[i] = s[i];"));
  CHECK_FALSE(is("if (i == 0) s[0] = 1; else s[i] = 2;"));
  CHECK_FALSE(is("if (i % 2) s[i] = 1; else p[i] = p[i + 1];"));
}

TEST_CASE("lane forms: steps of objects of each thread's own are refused by their name") {
  auto const report = [](std::string const& body) {
    return with_lane_forms("struct turn { int n; __device__ turn& operator++() { n += 3; return "
                           "*this; } __device__ int operator*() { return n; } };\n"
                           "__global__ void k(int* p, int m) { " +
                           body + " }")
        .reports.at("k");
  };
  std::string const own = "turn a{int(threadIdx.x)}; ";
  CHECK(contains(report(own + "++a; p[0] = a.n;"), "operator ++ of an object of each thread's own"));
  CHECK(contains(report(own + "a++; p[0] = a.n;"), "operator ++ of an object of each thread's own"));
  CHECK(contains(report(own + "p[0] = *a;"), "operator * of an object of each thread's own"));
  CHECK(contains(report("turn a{m}; ++a; p[0] = a.n;"), "lane kernel"));
  CHECK(contains(report(own + "++a.n; int* q = p; p[0] = *q++ * a.n;"), "lane kernel"));
}

TEST_CASE("lane forms: threads one by one convert numbers as lanes do") {
  auto const is = [](std::string const& body, std::string const& part) {
    std::string const text = with_lane_forms(
                                 "__device__ int f(float x) { return x; }\n"
                                 "__global__ void k(int* p, float* q, int n) { float v = q[0]; " +
                                 body + " }")
                                 .text;
    return contains(text, "return ::simt::cuda::converted<int>(x);") && contains(text, part);
  };
  CHECK(is("int i = v * 2; p[0] = i;", "int i = ::simt::cuda::converted<int>(v * 2);"));
  CHECK(is("p[n] = q[n];", "p[n] = ::simt::cuda::converted<int>(q[n]);"));
  CHECK(is("n *= v;", "n *= ::simt::cuda::step_operand<int>(v);"));
  CHECK(is("p[n + 1] += v;", "p[n + 1] += ::simt::cuda::step_operand<int>(v);"));
  CHECK(is("auto l = [=](float x) -> int { return x; }; p[0] = l(v);",
           "{ return ::simt::cuda::converted<int>(x); }"));
  // (What a lambda without a named result gives is what it returns.)
  CHECK(is("auto l = [&](int i) { return q[i]; }; q[1] = l(n);", "{ return q[i]; }"));
  CHECK(is("int a[2] = {v, 1}; p[0] = a[n];", "{::simt::cuda::converted<int>(v), 1}"));
  CHECK(is("int4 a = make_int4(v, n, 1, 2); p[0] = a.x;",
           "make_int4(::simt::cuda::converted<int>(v), n, 1, 2)"));
  for (char const* same : {"int i = n / 2 + threadIdx.x; p[i] = 0;", "float w = v; q[1] = w;",
                           "bool b = v; p[0] = b;", "int i = n > v; p[0] = i;", "p[0] += n;"})
    CHECK(is(same, same));
}

TEST_CASE("lane forms: names that only the compiler knows may be integers") {
  auto const is = [](std::string const& body, std::string const& part) {
    return contains(
        with_lane_forms("typedef unsigned char byte; struct s { int a; float b;\n"
                        "  __device__ s(float f) : a(f), b(f) {} };\n"
                        "struct plain { int a; float b; };\n"
                        "struct o { int a; int* p; float b;\n"
                        "  __device__ o() : a(0), p(NULL), b(0.5f) {} };\n"
                        "namespace n { typedef short narrow; __device__ int f(narrow x); }\n"
                        "__device__ int g(int x); __device__ int g(int x, int y);\n"
                        "__device__ int min(int x, int y);\n"
                        "template <class T> __device__ T t(T x);\n"
                        "#define TWICE(x) x * 2\n"
                        "template <class T> __global__ void k(int* p, float v) { " +
                        body + " }")
            .text,
        part);
  };
  CHECK(is("extern vector x; x[p[0] << 2] = v;", "decltype(x[p[0] << 2] )>>(v)"));
  CHECK(is("byte b = v;", "byte b = ::simt::cuda::converted<byte>(v);"));
  CHECK(is("T b = v;", "T b = ::simt::cuda::converted<T>(v);"));
  CHECK(is("p[0] = (T)v;", "(T)::simt::cuda::cast_operand<T>(v)"));
  CHECK(is("p[0] = static_cast<byte>(v);", "static_cast<byte>(::simt::cuda::cast_operand<byte>(v))"));
  CHECK(is("int i = TWICE(v);", "int i = ::simt::cuda::converted<int>(TWICE(v));"));
  CHECK(is("p[0] = n::f(v);", "n::f(::simt::cuda::converted<short>(v))"));
  CHECK(is("p[0] = g(v) + g(v, 1);",
           "g(::simt::cuda::converted<int>(v)) + g(::simt::cuda::converted<int>(v), 1)"));
  CHECK(is("p[0] = t<byte>(v);", "t<byte>(::simt::cuda::converted<byte>(v))"));
  CHECK(is("plain o = {v, v};", "{::simt::cuda::list_item(v), ::simt::cuda::list_item(v)}"));
  CHECK(is("", "a(::simt::cuda::converted<decltype(a)>(f))"));
  // What may be a null pointer stays one.
  CHECK(is("", "o() : a(0), p(NULL), b(::simt::cuda::converted<decltype(b)>(0.5f))"));
  // Others may be meant: CUDA's own min, a constructor, the type that a template deduces.
  for (char const* same : {"v = min(v, v);", "s o = v;", "v = t(v);", "double d = v;"})
    CHECK(is(same, same));
}

TEST_CASE("lane forms: an if may choose between statements that do nothing") {
  CHECK(fate_of_body("if (p[threadIdx.x] > 0) n; else 0; q[n] = 1;") == "lane kernel");
}

TEST_CASE("lane forms: members that are made of one another end no search") {
  std::string const text =
      "struct node { int* next; int* last; };\n"
      "__global__ void k(int* p, unsigned u) { __shared__ int s[8]; node a;\n"
      "  a.next = p; a.last = a.next; a.next = a.last; s[u] = 1; p[0] = a.next[1 - u]; }";
  CHECK(contains(with_lane_forms(text).text, "a.next"));
}

TEST_CASE("lane forms: a vector of values that all threads share is one for all") {
  CHECK(contains(form_of_body("longlong2 v = make_longlong2(n, 5); q[0] = v.x;"),
                 "simt_l::pure_on_lanes(simt_g, "));
}

TEST_CASE("lane forms: numbers are converted beside statements that cannot be read") {
  auto const is = [](std::string const& body, std::string const& part) {
    auto const out = with_lane_forms(
        "__device__ int f(int x); __device__ int g(int x);\n"
        "__global__ void k(int* p, float v, int n) { " +
        body + " }");
    return contains(out.reports.at("k"), "cannot read") && contains(out.text, part);
  };
  std::string const unread = "int (*const a)(int) = f; ";
  CHECK(is(unread + "int i = v; p[0] = i;", "int i = ::simt::cuda::converted<int>(v);"));
  CHECK(is("int i = v; " + unread + "p[0] = i;", "int i = ::simt::cuda::converted<int>(v);"));
  std::string const apart = "if (n > 1) { " + unread + "n += v; } n -= v;";
  CHECK(is(apart, "n += ::simt::cuda::step_operand<int>(v); }"));
  CHECK(is(apart, "n -= ::simt::cuda::step_operand<int>(v);"));
  CHECK(is("else { p[1] = 1; } n = v;", "n = ::simt::cuda::converted<int>(v);"));
  // Names that it may declare have types that only the compiler knows.
  CHECK(is("float (*const a)(int) = f, n; n = v;", "decltype(n )>>(v);"));
  CHECK(is("float (*const g)(float) = f; p[0] = g(v);",
           "p[0] = ::simt::cuda::converted<int>(g(v));"));
}

TEST_CASE("lane forms: a function's name in parentheses is no cast") {
  CHECK(fate_of_body("q[0] = (int)(floorf)(n * 0.5f) + (min)(n, 3);") == "lane kernel");
  CHECK(contains(form_of_body("q[0] = (int)(floorf)(n * 0.5f);"), "floorf"));
}

TEST_CASE("lane forms: a group of all threads of the grid") {
  std::string const grid = "cooperative_groups::grid_group g = cooperative_groups::this_grid(); ";
  CHECK(fate_of_body(grid + "p[g.thread_rank()] = (int)g.size(); g.sync(); q[0] = p[1];") ==
        "lane kernel");
  CHECK(contains(form_of_body(grid + "g.sync();"), "simt_l::this_grid(simt_g)"));
  CHECK(fate_of_body("cooperative_groups::this_multi_grid().sync();") != "lane kernel");
}

TEST_CASE("lane forms: macros by the names of what lane forms call") {
  std::string const text =
      with_lane_forms(
          "#define mod(a, b) ((a) % (b))\n#define warpSize 32\n#define WIDTH 4\n"
          "__global__ void k(int* p, int n) { p[threadIdx.x] = mod(p[0], n) % WIDTH + warpSize; }\n"
          "int after = mod(7, 4);\n")
          .text;
  auto const begin = text.find("#pragma push_macro(\"mod\")\n#undef mod\n");
  auto const form = text.find("struct k_simt_lane");
  auto const end = text.find("#pragma pop_macro(\"mod\")\n");
  CHECK(begin < form);
  CHECK(form < end);
  CHECK(end < text.find("int after = mod(7, 4);"));
  // A constant stays a name, and the program's warpSize is its number.
  CHECK(contains(text.substr(form), "WIDTH"));
  CHECK_FALSE(contains(text, "push_macro(\"WIDTH\")"));
  CHECK_FALSE(contains(text.substr(form), "simt_g.warpSize"));
  CHECK(contains(text.substr(form), "+ 32)"));
  // One that is a constant in some of an #if's branches stays a name, too.
  for (std::string const choice :
       {"#ifdef SIZE\n#define WIDTH SIZE\n#else\n#define WIDTH 4\n#endif\n",
        "#ifdef SIZE\n#define WIDTH 4\n#else\n#define WIDTH SIZE\n#endif\n"
        "#undef WIDTH\n#define WIDTH 8\n"}) {
    std::string const chosen =
        with_lane_forms(choice + "__global__ void k(int* p) { p[0] = p[1] % WIDTH; }\n").text;
    CHECK(contains(chosen.substr(chosen.find("struct k_simt_lane")), "WIDTH"));
    CHECK_FALSE(contains(chosen, "push_macro"));
  }
  // Without such a macro there is nothing to put away, and the library's own are its forms' words.
  CHECK_FALSE(contains(with_lane_forms("#define SIMT_INLINE inline\n"
                                       "__global__ void k(int* p) { p[0] = p[1]; }\n")
                           .text,
                       "push_macro"));
  CHECK_FALSE(contains(with_lane_forms("#define square(a) ((a) * (a))\n"
                                       "__global__ void k(int* p) { p[0] = square(p[1]); }\n")
                           .text,
                       "push_macro"));
  // What the compiler itself knows would not come back.
  CHECK_FALSE(contains(with_lane_forms("#define __FILE__ \"a.cu\"\n"
                                       "__global__ void k(int* p) { assert(p[0] == 0); }\n")
                           .text,
                       "push_macro"));
}

TEST_CASE("thread forms: NULL becomes no number") {
  CHECK_FALSE(contains(with_lane_forms("__global__ void k(node* s) { s->next = NULL; }\n").text,
                       "converted<"));
  CHECK(contains(with_lane_forms("__global__ void k(node* s, float x) { s->next = x; }\n").text,
                 "converted<"));
}
