// SPDX-License-Identifier: MIT
#include <cu/preprocessor/function_macros.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

struct result {
  std::string text;  // empty: as it was
  std::vector<simt::cu::left_use> left;
};

result written_out(std::string text) {
  simt::cu::lexed const file{"a.cu", std::move(text)};
  simt::cu::lane::symbols known;
  simt::cu::function_macros macros{file, known, [](std::string_view, bool) {}};
  auto out = macros.run();
  return {out.value_or(""), macros.left()};
}

std::string const kernel = "#define K(n) __global__ void n(int* p) { *p = 1; }\n";

}  // namespace

TEST_CASE(
    "function macros: a use becomes the functions that it stands for, in as many lines "
    "[LANG-001]") {
  CHECK(written_out(kernel + "K(a)\nint b;\n").text ==
        kernel + "__global__ void a ( int * p ) { * p = 1 ; } \nint b;\n");
  CHECK(written_out(kernel + "K(\n  a  // name\n)\nint b;\n").text ==
        kernel + "__global__ void a ( int * p ) { * p = 1 ; } \n\n\nint b;\n");
  CHECK(written_out("#define HEAD(n) __global__ void n()\nHEAD(a) {}\n").text ==
        "#define HEAD(n) __global__ void n()\n__global__ void a ( )  {}\n");
  CHECK(written_out("#define B(n) __global__ void n() {\n#define E }\nB(a) f(); E\n").text ==
        "#define B(n) __global__ void n() {\n#define E }\n__global__ void a ( ) {  f(); } \n");
  CHECK(written_out("struct s {\n#define M(n) __device__ int n();\nM(f)\n};\n").text ==
        "struct s {\n#define M(n) __device__ int n();\n__device__ int f ( ) ; \n};\n");
}

TEST_CASE("function macros: signs and literals stay what they are [LANG-001]") {
  std::string const head = "#define K(x) __device__ int f() { return x; }\n";
  auto const value = [&](std::string const& x) {
    std::string const text = written_out(head + "K(" + x + ")\n").text.substr(head.size());
    auto const begin = text.find("return ") + 7;
    return text.substr(begin, text.find(" ;") - begin);
  };
  CHECK(value("- -1") == "- - 1");
  CHECK(value("a<<2") == "a << 2");
  CHECK(value("(k<<<1, 2>>>(a))") == "( k <<< 1 , 2 >>> ( a ) )");
  CHECK(value("a->*b") == "a ->* b");
  CHECK(value("\"a\"_b") == "\"a\"_b");
  CHECK(value("\"a\" b") == "\"a\" b");
  std::string const sign = "#define S(x) __device__ int f() { return -x; }\nS(-1)\n";
  CHECK(written_out(sign).text.find("- - 1") != std::string::npos);
}

TEST_CASE("function macros: names are pasted and quoted as by a compiler [LANG-001]") {
  std::string const join = "#define P(a, b) a##b\n#define J(a, b) P(a, b)\n#define N 2\n" + kernel;
  auto const name = [&](std::string const& x) {
    std::string const text = written_out(join + "K(" + x + ")\n").text;
    auto const begin = text.find("void ", join.size()) + 5;
    return text.empty() ? text : text.substr(begin, text.find(' ', begin) - begin);
  };
  CHECK(name("J(a_, N)") == "a_2");
  CHECK(name("P(a_, N)") == "a_N");
  CHECK(name("J(, a)") == "a");
  CHECK(name("J(a_, __LINE__)").empty());  // the compiler's own
  std::string const text =
      "#define T(n, s, more...) __device__ char const* n##s(more) { return #s; }\n";
  CHECK(written_out(text + "T(a, , int i)\n").text ==
        text + "__device__ char const * a ( int i ) { return \"\" ; } \n");
  std::string const opt = "#define O(n, ...) __device__ void n(int __VA_OPT__(,) __VA_ARGS__);\n";
  CHECK(written_out(opt + "O(a)\n").text == opt + "__device__ void a ( int ) ; \n");
  CHECK(written_out(opt + "O(a, int)\n").text == opt + "__device__ void a ( int , int ) ; \n");
}

TEST_CASE(
    "function macros: uses in bodies of device functions are written out, constants stay "
    "[LANG-001]") {
  std::string const head =
      "#define N 4\n#define IN(x) (int)(x)\n#define P {\n#define HD __device__\n";
  auto const body = [&](std::string const& of, std::string const& text) {
    std::string const out = written_out(head + of + " f(float x) { " + text + " }\n").text;
    return out.empty() ? out
                       : out.substr(out.find(" { ") + 3, out.rfind(" }") - out.find(" { ") - 3);
  };
  CHECK(body("__device__ int", "return IN(x + N);") == "return ( int ) ( x + N ) ;");
  CHECK(body("HD int", "if (x > 0) { return IN(x); } return N;") ==
        "if (x > 0) { return ( int ) ( x ) ; } return N;");
  CHECK(body("int", "return IN(x);").empty());
  CHECK(body("__device__ int", "return N;").empty());
  CHECK(body("__device__ int", "P return 1; }").empty());
}

TEST_CASE("function macros: what a compiler alone knows stays, and is told [LANG-001]") {
  auto const of_case =
      written_out("#ifndef UNKNOWN\n" + kernel + "#else\n#define K(n)\n#endif\nK(a)\n");
  CHECK(of_case.text.empty());
  REQUIRE(of_case.left.size() == 1);
  CHECK(of_case.left[0].line == 6);
  CHECK(of_case.left[0].macro == "K");
  auto const itself =
      written_out("#define g(x) h(g(x))\n#define K(n) __device__ int n() { return g(1); }\nK(a)\n");
  CHECK(itself.text.empty());
  CHECK(itself.left.size() == 1);
  auto const line = written_out("#define K(n) __global__ void n() {}\nK(a\n#if 1\n#endif\n)\n");
  CHECK(line.text.empty());
  CHECK(line.left.size() == 1);
  // Macros for other text are nobody's affair.
  auto const other =
      written_out("#define V(n) int n;\n#define HD __host__ __device__\nV(a)\nHD int b();\n");
  CHECK(other.text.empty());
  CHECK(other.left.empty());
}
