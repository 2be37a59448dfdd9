// SPDX-License-Identifier: MIT
#include "rewritten.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The arrays of which a profiled build is told, or a checked one.
std::string told(std::string const& body,
                 std::string const& head = "__global__ void k(float* out, int n)",
                 bool profiled = true) {
  simt::cu::lexed const input{"k.cu", head + " {" + body + "}"};
  simt::cu::names known;
  known.profiled = profiled;
  known.checked = true;
  std::string const text = simt::cu::rewrite(input, known).text;
  std::string all;
  auto const find = [&](std::string const& call, char end) {
    for (auto at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
      auto const name = at + call.size();
      all += (all.empty() ? "" : " ") + text.substr(name, text.find(end, name) - name);
    }
  };
  find("::simt::cuda::own_array(", ')');
  find("::simt::cuda::own_margins simt_margins_", '{');
  return all;
}

}  // namespace

TEST_CASE("own arrays: indices that are no constants leave an array in memory") {
  CHECK(told("float a[8]; out[0] = a[n];") == "a");
  CHECK(told("float a[8]; out[0] = a[threadIdx.x];") == "a");
  CHECK(told("int i = n; float a[8]; a[i] = 1;") == "a");
  CHECK(told("float a[8], b, c[3]; a[1] = c[n];") == "c");
  CHECK(told("float a[2][8] = {}; a[1][n] = 1;") == "a");
  CHECK(told("float a[8]; for (int i = 0; i < n; ++i) a[i] = 1;") == "a");
  CHECK(told("float a[8]; a[f(1)] = 1;") == "a");
  CHECK(told("vec<float, 3> const* a[8]; use(a);") == "a");
  CHECK(told("vec<float, 3> a[8]; use(a);") == "a");
  CHECK(told("if (n) { ns::t a[8]; a[n] = {}; }") == "a");
  CHECK(told("int a[4]; out[0] = a[n];", "__device__ __host__ void f(float* out, int n)") == "a");
}

TEST_CASE("own arrays: registers, shared and static arrays, and the host's are not told of") {
  CHECK(told("float a[8]; a[0] = a[N - 1];").empty());
  CHECK(told("const int m = 3; float a[8]; a[m] = 1;").empty());
  CHECK(told("float a[8]; for (int i = 0; i < 8; ++i) a[i] = sizeof(a);").empty());
  CHECK(told("float a[N]; for (int i = 0; i < N; ++i) for (int j = i; j < N; ++j) a[j] = a[i];")
            .empty());
  CHECK(told("__shared__ float a[8]; a[n] = 1;").empty());
  CHECK(told("static const float a[8] = {}; out[0] = a[n];").empty());
  CHECK(told("float const a[8] = {}; out[0] = a[n];").empty());
  CHECK(told("constexpr float a[8] = {}; out[0] = a[n];").empty());
  CHECK(told("out[n] = 1; p.a[n] = 2; delete[] out; return a[n];").empty());
  CHECK(told("float a[8]; a[n] = 1;", "void f(float* out, int n)").empty());
  CHECK(told("*p[n] = 1; out[0] = *p[n + 1];").empty());
}

TEST_CASE("own arrays: checked builds are told of constant ones, too") {
  auto const checked = [](std::string const& body) {
    return told(body, "__global__ void k(float* out, int n)", false);
  };
  CHECK(checked("float a[8]; out[0] = a[n];") == "a");
  CHECK(checked("float const a[4] = {1, 2, 3, 4}; out[0] = a[n];") == "a");
  CHECK(checked("const int a[4] = {1, 2, 3, 4}; out[0] = f(a, n);") == "a");
  CHECK(checked("float a[8]; a[0] = a[1];") == "a");
  CHECK(checked("float a[8] = {}; a[0] = a[1];").empty());
  CHECK(checked("float a[8]; a[0] = 1; f(a[0], &a[1]);").empty());
  CHECK(checked("static const float a[8] = {}; out[0] = a[n];").empty());
  CHECK(checked("__shared__ float a[8]; a[n] = 1;").empty());
}

TEST_CASE("own arrays: checked builds put them between bytes that are nobody's") {
  auto const reference = [](std::string const& name) {
    return "; auto& " + name + " = simt_own_" + name +
           ".array; ::simt::cuda::own_margins simt_margins_" + name + "{simt_own_" + name + "}";
  };
  CHECK(checked_text("float a[8]; g(a);") ==
        "::simt::cuda::guarded<float [8]> simt_own_a" + reference("a") + "; g(a);");
  CHECK(checked_text("int const a[2] = {1, 2}; g(a);") ==
        "::simt::cuda::guarded<int const [2]> simt_own_a = {{}, {1, 2}, {}}" + reference("a") +
            "; g(a);");
  CHECK(checked_text("T* a[2]{}; g(a);") ==
        "::simt::cuda::guarded<T* [2]> simt_own_a{{}, {}, {}}" + reference("a") + "; g(a);");
  CHECK(checked_text("int i = 1, a[4], n; g(a);") ==
        "int i = 1; ::simt::cuda::guarded<int [4]> simt_own_a" + reference("a") + "; int n; g(a);");
}

TEST_CASE(
    "own arrays: where a declaration cannot be split, checked builds are told of the array alone") {
  CHECK(checked_text("int a[] = {1, 2}; g(a);") ==
        "int a[] = {1, 2}; ::simt::cuda::own_array(a); g(a);");
  CHECK(checked_text("int *p, a[4]; g(a);") == "int *p, a[4]; ::simt::cuda::own_array(a); g(a);");
  CHECK(checked_text("switch (n) { case 1: h(); int a[4]; g(a); }") ==
        "switch (n) { case 1: h(); int a[4]; ::simt::cuda::own_array(a); g(a); }");
  CHECK(checked_text("if (n) goto end; int a[4]; g(a); end: ;") ==
        "if (n) goto end; int a[4]; ::simt::cuda::own_array(a); g(a); end: ;");
}

TEST_CASE(
    "own arrays: checked builds are told of those without values whose elements alone are used") {
  auto const watched = [](std::string const& body) {
    return checked_text(body).find("simt_own_a, ::simt::cuda::without_values}") !=
           std::string::npos;
  };
  CHECK(watched("float a[8]; a[n] += 1;"));
  CHECK(watched("float a[8]; for (int i = 0; i < 8; ++i) a[i] = 0; n = a[n];"));
  CHECK(watched("float a[8]; a[0] = 1; for (int i = 1; i < n; ++i) a[i] = a[i - 1];"));
  CHECK(watched("float a[2][8]; a[1][n] = 1; h(sizeof(a));"));
  CHECK_FALSE(watched("float a[8] = {}; a[n] += 1;"));
  CHECK_FALSE(watched("float a[8]; g(a); a[n] += 1;"));
  CHECK_FALSE(watched("float a[8]; g(&a[n]); a[n] += 1;"));
  CHECK(watched("float a[8]; a[n] = 1; n = a[0];"));
  CHECK(watched("float a[2]; a[0] = 1; a[1] += a[0];"));
  CHECK(watched("float* a[8]; a[n] = p; a[n][0] = 1;"));
  CHECK(watched("float* a[8]; a[n] = p; a[0][n] = 1;"));
  CHECK_FALSE(watched("float a[2][8]; a[1][n] = 1; g(a[n]);"));
}

TEST_CASE("own arrays: checked builds are told of variables that may be read without a value") {
  auto const told_of = [](std::string const& name) {
    return "> simt_own_" + name + "; auto& " + name + " = simt_own_" + name + ".told()";
  };
  CHECK(checked_text("float s; s += n;") ==
        "::simt::cuda::own_value<float " + told_of("s") + "; s += n;");
  CHECK(checked_text("int i = 1, *p = 0, m; if (n) m = 1; f(m);") ==
        "int i = 1, *p = 0, m; if (n) m = 1; f(m);");  // (cannot be split)
  CHECK(checked_text("int i = 1, m; if (n) m = 1; f(m);") ==
        "int i = 1; ::simt::cuda::own_value<int " + told_of("m") + "; if (n) m = 1; f(m);");
  CHECK(checked_text("T const* p; if (n) p = q; f(p);") ==
        "::simt::cuda::own_value<T const* " + told_of("p") + "; if (n) p = q; f(p);");
  auto const is_told = [](std::string const& body) {
    return checked_text(body).find("own_value<") != std::string::npos;
  };
  CHECK(is_told("float s; f(&s);"));
  CHECK(is_told("float s; while (n--) s = 1; f(s);"));
  CHECK(is_told("float s; s = s + 1;"));
  CHECK(is_told("float s; { s = 1; } f(s);"));
  CHECK(is_told("ns::vec<int, 3> v; f(v);"));
}

TEST_CASE("own arrays: variables that have a value first are the compiler's own") {
  auto const is_left = [](std::string const& body) {
    return checked_text(body).find("simt_own") == std::string::npos;
  };
  CHECK(is_left("int i; for (i = 0; i < n; ++i) f(i);"));
  CHECK(is_left("float s; s = 1; f(s);"));
  CHECK(is_left("float s; if (n) return; s = p.s; f(s);"));
  CHECK(is_left("float s, t; s = t = 1; f(s, t);"));
  CHECK(is_left("float s; p.s += 1;"));
  CHECK(is_left("float s = 0; s += n;"));
  CHECK(is_left("float s(1), t{2}; s += t;"));
  CHECK(is_left("float f(int); f(n);"));
  CHECK(is_left("float s; decltype(s) t = 1; s += t;"));
  CHECK(is_left(
      "using namespace ns; typedef float t; struct s; struct u { int a, b; }; f(t(), a, b);"));
  CHECK(is_left("switch (n) { case 1: float s; s += 1; }"));
  CHECK(is_left("if (n) goto end; float s; s += n; end: ;"));
  CHECK(is_left("__shared__ float s; s += n;"));
  CHECK(is_left("static float s; s += n;"));
  CHECK(is_left("return n;"));
  CHECK(is_left("throw n;"));
}
