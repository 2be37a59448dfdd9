// SPDX-License-Identifier: MIT
#include <cu/preprocessor/preprocess.hpp>

#include <doctest/doctest.h>

#include "parsed.hpp"

#include <string>

namespace {

using namespace simt::cu::lane;

/// The last statement of a kernel as it is written back, or why it is refused.
std::string printed(std::string const& text, std::string const& before = {}) {
  parsed_statement const s{text, before};
  if (!s.why().empty()) return "refused " + s.why();
  std::string out = printer{}(*s);
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

std::string assumed(parsed const& all) {
  std::string out;
  for (assumption const& a : all.function(all.syntax.functions.size() - 1).assumptions)
    out += a.condition + (a.value ? ": yes; " : ": no; ");
  return out;
}

}  // namespace

TEST_CASE("preprocessor: macros in bodies are expanded, constants and types stay") {
  CHECK(printed("x = MAX(n, 1);", "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n") ==
        "x = ((n) > (1) ? (n) : (1));");
  CHECK(printed("x = ID;", "#define ID threadIdx.x\n") == "x = threadIdx.x;");
  CHECK(printed("x = N + H + E;", "#define N 16\n#define H (N / 2)\n#define E -1\n") ==
        "x = N + H + E;");
  CHECK(printed("x = 2 * T;", "#define T 1 + 1\n") == "x = 2 * 1 + 1;");
  CHECK(printed("real y = (real)x;", "#define real float\n") == "real y = (real)x;");
  CHECK(printed("LOOP(i) p[i] = 0;", "#define LOOP(i) for (int i = 0; i < n; ++i)\n") ==
        "for (int i = 0;\ni < n;++i)\np[i] = 0;");
  CHECK(printed("f(LIST);", "#define LIST a, b\n") == "f(a, b);");
  CHECK(printed("x = F;", "#define F(x) x\n") == "x = F;");
  CHECK(printed("x = F(F(1));", "#define F(x) G(x)\n#define G(x) x + 1\n") == "x = 1 + 1 + 1;");
  CHECK(printed("x = X;", "#define X X + 1\n") == "x = X + 1;");
  CHECK(printed("x = A(1);", "#define A F\n#define F(x) (x)\n") == "x = (1);");
}

TEST_CASE("preprocessor: # and ##, variable arguments") {
  CHECK(printed("x = CAT(n, 1);", "#define CAT(a, b) a##b\n") == "x = n1;");
  CHECK(printed("f(S(a + \"b\"));", "#define S(a) #a\n") == "f(\"a + \\\"b\\\"\");");
  CHECK(printed("P(\"a\");", "#define P(f, ...) printf(f, ##__VA_ARGS__)\n") == "printf(\"a\");");
  CHECK(printed("P(\"a\", 1, 2);", "#define P(f, ...) printf(f, ##__VA_ARGS__)\n") ==
        "printf(\"a\", 1, 2);");
  CHECK(printed("P(1, 2);", "#define P(...) f(__VA_ARGS__)\n") == "f(1, 2);");
  CHECK(printed("x = Q(1);", "#define Q(a) a ## / ## /\n") == "refused 2: ## in macro Q");
}

TEST_CASE("preprocessor: a macro's own function") {
  CHECK(printed("\n#define T 4\n#define D int\n D y = T;") == "int y = 4;");
  CHECK(printed("\n#undef T\n x = T;", "#define T f(1)\n") == "x = T;");
}

TEST_CASE("preprocessor: #if in bodies") {
  CHECK(printed("x = 1;\n#ifdef A\n x = 2;\n#else\n x = 3;\n#endif\n", "#define A\n") == "x = 2;");
  CHECK(printed("x = 1;\n#if A > 3 && !defined(B)\n x = 2;\n#elif A\n x = 3;\n#endif\n",
                "#define A 3\n") == "x = 3;");
  CHECK(printed("\n#if __CUDA_ARCH__ >= 700\n x = 2;\n#else\n x = 3;\n#endif\n") == "x = 2;");
  CHECK(printed("\n#if 0\n x = 2;\n#else\n x = 3;\n#if 1\n x = 4;\n#endif\n#endif\n") == "x = 4;");
  CHECK(
      printed("\n#if (1 << 3) == 8\n x = 2;\n#endif\n").starts_with("refused 2: #if that cannot"));
  CHECK(printed("\n#ifdef __GNUC__\n x = 2;\n#endif\n") ==
        "refused 2: #if that cannot be decided: defined ( __GNUC__ )");
  CHECK(printed("\n#include \"a.h\"\n") == "refused 2: #include within a function");
  CHECK(printed("\n#if 1\n#error no\n#endif\n") == "refused 3: #error in the function");
}

TEST_CASE("preprocessor: what was taken for granted is noted") {
  CHECK(assumed(parsed_statement{"\n#ifdef DEBUG\n x = 1;\n#endif\n"}) == "defined(DEBUG): no; ");
  CHECK(assumed(parsed_statement{"\n#ifndef DEBUG\n x = 1;\n#endif\n"}) == "defined(DEBUG): no; ");
  CHECK(assumed(parsed_statement{"\n#if A > 2\n x = 1;\n#endif\n", "#define A 3\n"}) ==
        "A > 2: yes; ");
  CHECK(assumed(parsed_statement{"\n#define A\n#ifdef A\n x = 1;\n#endif\n"}).empty());
  CHECK(assumed(parsed_statement{
            "x = F(1);", "#ifdef FAST\n#define F(x) f(x)\n#else\n#define F(x) g(x)\n#endif\n"}) ==
        "defined(FAST): no; ");
  CHECK(assumed(parsed_statement{"x = 1;"}).empty());
}

TEST_CASE("preprocessor: definitions in branches") {
  std::string const either =
      "#ifdef __GNUC__\n#define F(x) f(x)\n#else\n#define F(x) g(x)\n#endif\n";
  CHECK(printed("x = F(1);", either) == "refused 6: macro F has several definitions");
  CHECK(printed("x = N;", "#ifdef __GNUC__\n#define N 1\n#else\n#define N 2\n#endif\n") ==
        "x = N;");
  CHECK(printed("real y;",
                "#ifdef __GNUC__\n#define real float\n#else\n#define real double\n#endif\n") ==
        "real y;");
  CHECK(printed("x = F(1);", "#ifndef F\n#define F(x) f(x)\n#endif\n") == "x = f(1);");
  CHECK(printed("x = F(1);",
                "#ifdef __CUDACC__\n#define F(x) f(x)\n#else\n#define F(x) g(x)\n#endif\n") ==
        "x = f(1);");
  // Within a branch its own definitions hold.
  parsed const both{
      "#ifdef A\n#define F f(1)\n__global__ void k() { F; }\n#else\n#define F g(1)\n"
      "__global__ void k() { F; }\n#endif\n"};
  REQUIRE(both.syntax.functions.size() == 2);
  CHECK(printer{}(*both.function(0).body) == "{\nf(1);\n}\n");
  CHECK(printer{}(*both.function(1).body) == "{\ng(1);\n}\n");
  CHECK(both.function(0).in_conditional);
}

TEST_CASE("preprocessor: #if around parts of functions") {
  parsed const head{"#ifdef A\n__device__\n#endif\nint f() { return 1; }\n__device__ int g();"};
  REQUIRE(head.syntax.functions.size() == 2);
  CHECK(head.refused() == "");
  CHECK(head.function().name == "f");
  parsed const split{"__global__ void k() {\n#if 1\n } void g() {\n#endif\n }"};
  CHECK(split.refused() != "");
  parsed const lists{"__global__ void k(int a\n#ifdef B\n, int b\n#endif\n) { a = 1; }"};
  CHECK(lists.function().parameters.size() == 1);
}

TEST_CASE("preprocessor: qualifiers behind macros") {
  parsed const all{
      "#define HD __host__ __device__ inline\n#define K(n) extern \"C\" __global__ void n\n"
      "HD int f() { return 1; }\nint g() { return 2; }\n"};
  REQUIRE(all.syntax.functions.size() == 1);
  CHECK(all.function().words.is_inline);
  CHECK(all.function().words.is_host);
}
