// SPDX-License-Identifier: MIT
#include <cu/launches/launch.hpp>

#include <doctest/doctest.h>

#include "rewritten.hpp"

#define CONFIG "::simt::cuda::launch_configuration("

namespace {
/// The text without what tells a call the parameters' types, which a case of its own shows.
std::string without_signatures(std::string text) {
  std::string const begin = ", ::simt::cuda::signature(", end = " {})";
  for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at))
    text.erase(at, text.find(end, at) + end.size() - at);
  return text;
}
std::string in_host(std::string const& text) { return without_signatures(rewritten_in_host(text)); }
}  // namespace

TEST_CASE("[QUAL-016] launch: the parameters' types go along") {
  CHECK(rewritten_in_host("k<<<g, b>>>(x, y);") == CONFIG
        "g, b).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, "
        "::simt::cuda::signature("
        "[](auto&&... simt_a) -> decltype(k(simt_a...)) {}), x, y);");
  CHECK(rewritten_in_host("k<T><<<g, b>>>(x, 0);") == CONFIG
        "g, b).call(\"k<T>\", [=](auto simt_1) SIMT_LAUNCHER { k<T>(simt_1, 0); }, "
        "::simt::cuda::signature("
        "[](auto&& simt_1) -> decltype(k<T>(simt_1, 0)) {}), x );");
  CHECK(rewritten_in_host("k<<<g, b>>>(0);").find("signature") == std::string::npos);
}

TEST_CASE("launch: grid and block, shared memory and stream") {
  CHECK(in_host("k<<<g, b>>>(x, y);") == CONFIG
        "g, b).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, x, y);");
  CHECK(in_host("k<<<g, b, n * sizeof(int), s>>>();") == CONFIG
        "g, b, n * sizeof(int), s).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); "
        "});");
  CHECK(in_host("if (x) k <<< 1, 2 >>> (x); else k<<<1,2>>>(y);") ==
        "if (x) " CONFIG
        " 1, 2 ).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, x); else " CONFIG
        "1,2).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, y);");
}

TEST_CASE("launch: spaced brackets") {
  CHECK(in_host("k << < g, b >> > (x);") == CONFIG
        " g, b ).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, x);");
  CHECK(in_host("k<<<g, (a >> 1)>>> (x >> 2);") == CONFIG
        "g, (a >> 1)).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, x >> 2);");
  CHECK(in_host("k<<<n >> 8, 256>>>(x);") == CONFIG
        "n >> 8, 256).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, x);");
}

TEST_CASE("launch: template arguments with commas, `>>` and parentheses") {
  CHECK(in_host("k<float, 16><<<g, b>>>(x);") == CONFIG
        "g, b).call(\"k<float, 16>\", [=](auto... simt_a) SIMT_LAUNCHER { k<float, 16>(simt_a...); "
        "}, x);");
  CHECK(
      in_host("k<a<b<int>>, (1 > 2)> <<<g, b>>>(x);") == CONFIG
      "g, b).call(\"k<a<b<int>>, (1 > 2)>\", [=](auto... simt_a) SIMT_LAUNCHER { k<a<b<int>>, (1 > "
      "2)>(simt_a...); }, x);");
  CHECK(in_host("k<<<g, size<a<int>>>>>(x);") == CONFIG
        "g, size<a<int>>).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, x);");
}

TEST_CASE("launch: names in scopes, members, pointers and elements") {
  auto const head = [](std::string const& kernel) {
    std::string const out = rewritten_in_host(kernel + "<<<g, b>>>(x);");
    CHECK(out.starts_with(CONFIG "g, b).call"));
    auto const begin = out.find('"') + 1;
    return out.substr(begin, out.find('"', begin) - begin);
  };
  CHECK(head("a::b<int>::k") == "a::b<int>::k");
  CHECK(head("::k") == "::k");
  CHECK(head("T::template run<4>") == "T::template run<4>");
  CHECK(head("this->p") == "this->p");
  CHECK(head("table[i].p") == "table[i].p");
  CHECK(head("(*p)") == "(*p)");
  CHECK(head("(c ? k1 : k2)") == "(c ? k1 : k2)");
  CHECK(head("find<int>(3)") == "find<int>(3)");
  CHECK(in_host("return (k)<<<g, b>>>(x);").starts_with("return " CONFIG));
  CHECK(in_host("(void)k<<<g, b>>>(x);").starts_with("(void)" CONFIG));
  CHECK(in_host("CHECK((k<<<g, b>>>(x)));").starts_with("CHECK((" CONFIG));
}

TEST_CASE("launch: through a pointer, with the value that it has at the launch") {
  CHECK(in_host("this->p<<<g, b>>>(x, 0);") == CONFIG
        "g, b).call_pointer(\"this->p\", this->p, [](auto const& simt_k, auto simt_1) "
        "{ return simt_k(simt_1, 0); }, x );");
  CHECK(rewritten_in_host("this->p<<<g, b>>>(x, 0);")
            .find("::simt::cuda::signature([](auto const& simt_k, auto&& simt_1) -> "
                  "decltype(simt_k(simt_1, 0)) {})") != std::string::npos);
  auto const is_pointer = [](std::string const& text) {
    return rewritten(text).find("call_pointer(\"k\", k, [](auto const& simt_k") !=
           std::string::npos;
  };
  CHECK(is_pointer("void (*k)(int); void f() { k<<<1, 2>>>(x); }"));
  CHECK(is_pointer("template <class K> void f(K k, int x) { k<<<1, 2>>>(x); }"));
  CHECK(is_pointer("template <class K> void f(int x, K const& k) { k<<<1, 2>>>(x); }"));
  CHECK(is_pointer("void f() { auto* const k = &other<int>; k<<<1, 2>>>(x); }"));
  CHECK(!is_pointer("void f(int x) { g(k, x); if (sizeof k) return; k<<<1, 2>>>(x); }"));
  CHECK(!is_pointer("__global__ void k(int); void f() { int k = 3; ::k<<<1, 2>>>(k); }"));
  CHECK(in_host("k<(1 > 2)><<<g, b>>>(x);").find("simt_k") == std::string::npos);
}

TEST_CASE("launch: literals and braced lists stand inside the lambda") {
  CHECK(in_host("k<<<g, b>>>(p, 0, n);") == CONFIG
        "g, b).call(\"k\", [=](auto simt_1, auto simt_3) SIMT_LAUNCHER { k(simt_1, 0, simt_3); }, "
        "p , n);");
  CHECK(in_host("k<<<g, b>>>(0, NULL, n, {1, 2}, -1);") == CONFIG
        "g, b).call(\"k\", [=](auto simt_3) SIMT_LAUNCHER { k(0, NULL, simt_3, {1, 2}, -1); },   n "
        " );");
  CHECK(in_host("k<<<g, b>>>(nullptr, 32);") == CONFIG
        "g, b).call(\"k\", [=]() SIMT_LAUNCHER { k(nullptr, 32); } );");
  CHECK(in_host("k<<<g, b>>>(f<0, 0>(x), 0);") == CONFIG
        "g, b).call(\"k\", [=](auto simt_1) SIMT_LAUNCHER { k(simt_1, 0); }, f<0, 0>(x) );");
  CHECK(in_host("k<<<g, b>>>(a..., 0);") == CONFIG
        "g, b).call(\"k\", [=](auto... simt_1) SIMT_LAUNCHER { k(simt_1..., 0); }, a... );");
  CHECK(in_host("k<<<g, b>>>(a..., 0, c);") == CONFIG
        "g, b).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, a..., 0, c);");
}

TEST_CASE("launch: every newline stays, comments in the parts too") {
  CHECK(in_host("k<a, // <<<\n  b>\n<<<g, // grid\n b>>>\n(x,\n 0);") == CONFIG
        "\n\ng, // grid\n b).call(\"k<a, b>\", [=](auto simt_1) SIMT_LAUNCHER { k<a, b>(simt_1, "
        "0); }, "
        "\nx\n );");
}

TEST_CASE("launch: with preprocessor lines in its parts") {
  CHECK(in_host("k<<<g, b\n#ifdef D\n  , n\n#endif\n>>>(x\n#ifdef D\n, y\n#endif\n);") == CONFIG
        "g, b\n#ifdef D\n  , n\n#endif\n).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { "
        "k(simt_a...); }, x\n#ifdef D\n, y\n#endif\n);");
}

TEST_CASE("launch: in a macro's body, with its parameters") {
  CHECK(without_signatures(rewritten(
            "#define LAUNCH(K, ...) \\\n  K<T, 4>\\\n<<<g, b>>>(__VA_ARGS__); \\\n  f()\n")) ==
        "#define LAUNCH(K, ...) \\\n  " CONFIG
        "\\\ng, b).call(#K \"<T, 4>\", [=](auto... simt_a) SIMT_LAUNCHER { K<T, 4>(simt_a...); } "
        "__VA_OPT__(,) __VA_ARGS__); "
        "\\\n  f()\n");
  CHECK(without_signatures(rewritten("#define L(T) k_##T<<<1, 2>>>(x)")) ==
        "#define L(T) " CONFIG
        "1, 2).call(\"k_\" #T, [=](auto... simt_a) SIMT_LAUNCHER { k_##T(simt_a...); }, x)");
  CHECK(without_signatures(rewritten("#define L k<<<1, 2>>>(x)")) ==
        "#define L " CONFIG
        "1, 2).call(\"k\", [=](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, x)");
}

TEST_CASE("launch: outside functions the lambda captures nothing") {
  CHECK(without_signatures(rewritten("int x = (k<<<1, 2>>>(y), 0);")) ==
        "int x = (" CONFIG
        "1, 2).call(\"k\", [](auto... simt_a) SIMT_LAUNCHER { k(simt_a...); }, y), 0);");
  CHECK(rewritten("extern \"C\" { int x = (k<<<1, 2>>>(y), 0); }").find("[](auto...") !=
        std::string::npos);
  CHECK(rewritten("extern \"C\" void f() { k<<<1, 2>>>(y); }").find("[=](auto...") !=
        std::string::npos);
  CHECK(rewritten("auto f = [](int y) { k<<<1, 2>>>(y); };").find("[=](auto...") !=
        std::string::npos);
  CHECK(rewritten("struct s { s() : a{1}, b(2) { k<<<1, 2>>>(y); } };").find("[=](auto...") !=
        std::string::npos);
}

TEST_CASE("[QUAL-016] launch: a kernel's launch bound goes along, by its parameters' types") {
  std::string const bound = "::simt::cuda::launch_bound<";
  std::string const known = "{ static_cast<void>(&::simt::cuda::bound_is_known<";
  CHECK(rewritten("static __global__ void __launch_bounds__(64 * 2, 4) k(int* p, int n = 1) {}") ==
        bound +
            "(64 * 2)> k_simt_bound(int* p, int n = 1); static __global__ void "
            "__launch_bounds__(64 * 2, 4) k(int* p, int n = 1) " +
            known + "&k, (64 * 2)>);}");
  CHECK(rewritten("__global__ void __launch_bounds__(8) k(int* p) {}")
            .ends_with("k(int* p) " + known + "static_cast<void (*)(int* p)>(&k), (8)>);}"));
  std::string const kernel = "template <int N> __launch_bounds__(N) __global__ void k(int* p);\n";
  std::string const declared = "template <int N> " + bound + "(N)> k_simt_bound(int* p); " + kernel;
  CHECK(rewritten(kernel) == declared);
  auto const use = [&](std::string const& text) {
    std::string const out = without_signatures(rewritten(kernel + text));
    return out.substr(out.find('\n') + 1);
  };
  CHECK(use("void f() { k<8><<<g, b>>>(x, y); }") ==
        "void f() { " CONFIG
        "g, b).call(\"k<8>\", [=](auto... simt_a) SIMT_LAUNCHER { k<8>(simt_a...); return "
        "decltype(k_simt_bound<8>(simt_a...)){}; }, x, y); }");
  CHECK(rewritten("template <class T, int N = 4, template <class> class... C>"
                  "__global__ void __launch_bounds__(N) k(T* p) {}")
            .ends_with("k(T* p) " + known + "&k<T, N, C...>, (N)>);}"));
  // A body that cannot name its kernel.
  for (std::string const text :
       {"template <int, int N> __global__ void __launch_bounds__(8) k(int) {}",
        "__global__ void __launch_bounds__(8) k(int k) {}",
        "__global__ void __launch_bounds__(N * 2) k(int* p, int N) {}",
        "template <class T> __global__ void __launch_bounds__(8) k(T);"
        "template <class T> __global__ void __launch_bounds__(8) k(T*) {}"})
    CHECK(rewritten(text).ends_with(") {}"));
  CHECK(rewritten("void __global__ __launch_bounds__(8) NAME(k)(int) {}").find("bound_is_known") ==
        std::string::npos);
  CHECK(rewritten("extern \"C\" { __global__ void __launch_bounds__(8) k(int*); }") ==
        "extern \"C\" { extern \"C++\" " + bound +
            "(8)> k_simt_bound(int*); __global__ void __launch_bounds__(8) k(int*); }");
  CHECK(rewritten("namespace { __global__ void __launch_bounds__(8) k(int*); }").find("_Pragma") !=
        std::string::npos);
  // A variable or a macro's parameter of the kernel's name.
  CHECK(use("void f(P k) { g((void*)k); }") ==
        "void f(P k) { g(::simt::cuda::kernel_address(k)); }");
  CHECK(use("#define RUN(k, x) k<<<1, 8>>>(x)\n").find("_simt_bound") == std::string::npos);
  // Where a name may mean a kernel without a bound, or one in a space that has its name alone.
  std::string const plain = "k<8>(simt_a...); }, x);";
  CHECK(use("__global__ void k(float*);void f() { k<8><<<g, b>>>(x); }").find(plain) !=
        std::string::npos);
  CHECK(use("using n::k;void f() { k<8><<<g, b>>>(x); }").find(plain) != std::string::npos);
  for (char const* text : {"template <> __global__ void __launch_bounds__(8) k<8>(int*);",
                           "__global__ void __launch_bounds__(8) n::k(int*);",
                           "__global__ void\n#ifdef A\n__launch_bounds__(8)\n#endif\nk(int*);",
                           "struct s { static __global__ void __launch_bounds__(8) k(int*); };"})
    CHECK(rewritten(text) == text);
}

TEST_CASE("launch: not in comments, strings or operators") {
  for (char const* text :
       {"// k<<<1, 2>>>(x)\n", "/* k<<<1, 2>>>(x) */", "auto s = \"k<<<1, 2>>>(x)\";",
        "auto s = R\"(k<<<1, 2>>>(x))\";", "friend O& operator<< <>(O&, x<T>);",
        "#if 0\nk<<<1, 2>>>(x)\n#endif\n", "x = a << b << c >> d;", "#error k<<<1, 2>>>(x)\n"})
    CHECK(rewritten(text) == text);
}

TEST_CASE("launch: in device code as in host code [CDP-001][CDP-015]") {
  std::string const call =
      "::simt::cuda::launch_configuration(1, 2).call(\"c\", [=](auto... simt_a) SIMT_LAUNCHER { "
      "c(simt_a...); }, "
      "::simt::cuda::signature([](auto&&... simt_a) -> decltype(c(simt_a...)) {}), x)";
  CHECK(rewritten_in_kernel("c<<<1, 2>>>(x);") == call + ";");
  CHECK(rewritten("__device__ void f() { if (x) { c<<<1, 2>>>(x); } }") ==
        "__device__ void f() { if (x) { " + call + "; } }");
  CHECK(rewritten("__host__ __device__ void f() { c<<<1, 2>>>(x); }") ==
        "__host__ __device__ void f() { " + call + "; }");
  // Shifts between the brackets are shifts, the brackets are none.
  std::string const shifted = rewritten_in_kernel("c<<<a >> 1, 2>>>(x); y = a >> n;");
  CHECK(shifted.find(">>>") == std::string::npos);
  CHECK(shifted.find(".call(\"c\"") != std::string::npos);
}

TEST_CASE("launch: calls that only host code has do not compile in device code, and say what it has "
          "[CDP-007][CDP-008][CDP-025][CDP-026]") {
  CHECK(rewritten_in_kernel("cudaStreamCreate(&s);") ==
        "[](auto&&...) { static_assert(false, \"simt: cudaStreamCreate in device code: CUDA has there "
        "cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)\"); }(&s);");
  for (char const* call :
       {"cudaStreamSynchronize(s);", "cudaStreamQuery(s);", "cudaEventSynchronize(e);",
        "cudaEventElapsedTime(&t, e, f);", "cudaEventQuery(e);", "cudaSetDevice(1);",
        "cudaMemcpyToSymbol(c, p, n);", "cudaGetSymbolAddress(&p, c);"}) {
    CAPTURE(call);
    CHECK(rewritten_in_kernel(call).find("static_assert(false") != std::string::npos);
    CHECK(in_host(call) == call);
  }
  for (char const* call : {"cudaStreamCreateWithFlags(&s, 1);", "cudaDeviceSynchronize();",
                           "x.cudaSetDevice(1);", "cudaStreamDestroy(s);"})
    CHECK(rewritten_in_kernel(call) == call);
}

TEST_CASE("launch: text that does not parse names file and line") {
  CHECK(error_of("void f() {\n\n k<<<1, 2;\n}") ==
        "a.cu:3: error: <<< without >>> and arguments in parentheses");
  CHECK(error_of("void f() {\n k<<<1, 2>>>(x;\n}") ==
        "a.cu:2: error: launch with an unclosed parenthesis");
  CHECK(error_of("void f() {\n k<<<1, 2>>> x;\n}") ==
        "a.cu:2: error: <<< without >>> and arguments in parentheses");
  CHECK(error_of("void f() {\n = <<<1, 2>>>(x);\n}") == "a.cu:2: error: no kernel in front of <<<");
}
