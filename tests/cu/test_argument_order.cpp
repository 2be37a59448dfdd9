// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <cu/text/edits.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

std::string const head =
    "struct v3 { int x, y, z; __device__ v3(int a, int b, int c); };\n"
    "__device__ int next(int* s) { return ++*s; }\n"
    "__device__ int at(int const* p, int i) { return p[i]; }\n"
    "__device__ int sum(int a, int b) { return a + b; }\n";

/// The thread form of a kernel with these statements.
std::string thread_form(std::string const& statements) {
  return with_lane_forms(head +
                         "#pragma simt thread_kernel\n__global__ void k(int* p) { int s = 0; " +
                         statements + " }")
      .text;
}
std::string forwarded(std::string const& name) {
  return "static_cast<decltype(" + name + ")>(" + name + ")";
}

}  // namespace

TEST_CASE(
    "argument order: arguments of which one changes what another reads go from left to right") {
  CHECK(
      contains(thread_form("p[0] = sum(next(&s), next(&s));"),
               "::simt::cuda::in_order{next(&s), next(&s)}.call([&](auto&& simt_1, auto&& simt_2) "
               "-> decltype(auto) { return sum(" +
                   forwarded("simt_1") + ", " + forwarded("simt_2") + "); })"));
  // What is a value already, and what is no value yet, stays where it is.
  CHECK(contains(thread_form("v3 v(next(&s), 7, next(&s));"),
                 "v3 v(::simt::cuda::in_order{next(&s), next(&s)}.call([&](auto&& simt_0, auto&& "
                 "simt_2) -> decltype(auto) { return v3(" +
                     forwarded("simt_0") + ", 7, " + forwarded("simt_2") + "); }))"));
  CHECK(contains(thread_form("p[0] = sum(sum(s++, s++), next(&s));"),
                 "in_order{::simt::cuda::in_order{s++, s++}"));
}

TEST_CASE("argument order: the order is all the same to what only reads, or changes nothing") {
  CHECK_FALSE(contains(thread_form("p[0] = sum(at(p, 1), at(p, 2));"), "in_order"));
  CHECK_FALSE(contains(thread_form("p[0] = sum(p[1] * 2, s + 1);"), "in_order"));
  CHECK_FALSE(contains(thread_form("p[0] = sum(next(&s), 2);"), "in_order"));
  CHECK_FALSE(contains(thread_form("v3 v{next(&s), next(&s), 2};"), "in_order"));
}

TEST_CASE("argument order: lane forms evaluate as threads do, operands as well") {
  auto const lanes = [](std::string const& statements) {
    return with_lane_forms(head + "__global__ void k(int* p) { int s = threadIdx.x; " + statements +
                           " }");
  };
  CHECK(lanes("p[0] = sum(next(&s), next(&s));").reports.at("k") == "lane kernel");
  CHECK(contains(lanes("p[0] = next(&s) * 3 - next(&s);").text,
                 "SIMT_LAMBDA_INLINE -> decltype(auto)"));
  CHECK_FALSE(contains(lanes("p[0] = at(p, s) * 3 - at(p, s + 1);").text, "in_order"));
}

TEST_CASE("argument order: operands go from left to right where g++ would take them otherwise") {
  auto const read = [](std::string const& op) {
    return "}.call([](auto&& simt_l, auto&& simt_r) -> decltype(auto) { return "
           "static_cast<decltype(simt_l)>(simt_l)" +
           op + "static_cast<decltype(simt_r)>(simt_r); })";
  };
  // A variable is read when its turn comes.
  CHECK(contains(thread_form("p[0] = s + (s = 8);"),
                 "::simt::cuda::operands{s, (s = 8)" + read(" + ")));
  CHECK(contains(thread_form("p[0] = s*2-(s = 3) - s++;"),
                 "::simt::cuda::operands{::simt::cuda::operands{s*2, (s = 3)" + read("-") +
                     ", s++" + read(" - ")));
  CHECK(contains(thread_form("p[0] = sum(s, s = 3);"),
                 "in_order{::simt::cuda::copied(s), s = 3}.call("));
  CHECK(contains(thread_form("int a[4], i = 0; a[i++] += i;"),
                 "::simt::cuda::operands{i, ::std::addressof((a[i++]))}.call("));
  CHECK(contains(thread_form("struct { int b : 3; } t; p[0] = t.b + (t.b = s);"),
                 "operands{::simt::cuda::bit_field(t.b), ::simt::cuda::bit_field((t.b = s))}"));
  CHECK_FALSE(contains(thread_form("p[0] = next(&s) * 3 - next(&s);"), "operands"));
  CHECK_FALSE(contains(thread_form("p[0] = s * 2 - at(p, s); p[s++] = p[1];"), "operands"));
}

TEST_CASE("argument order: operands of the program's operators, of copies as such") {
  std::string const vector =
      "struct v2 { int x, y; };\n__device__ v2 next2(int* s) { return {++*s, 1}; }\n"
      "__device__ int grown(int& x) { return ++x; }\n"
      "__device__ v2 operator-(v2 const& a, v2 const& b) { return {a.x - b.x, b.y}; }\n"
      "__device__ v2 operator*(v2 a, int b) { return {a.x * b, a.y}; }\n"
      "#pragma simt thread_kernel\n";
  auto const form = [&](std::string const& statements) {
    return with_lane_forms(vector + "__global__ void k(int* p) { int s = 0; v2 a{1, 2}, b{3, 4}; " +
                           statements + " }")
        .text;
  };
  CHECK(
      contains(form("a = next2(&s) - next2(&s);"), "::simt::cuda::operands{next2(&s), next2(&s)}"));
  CHECK(contains(form("a = b * grown(b.x);"),
                 "::simt::cuda::operands{::simt::cuda::copied(b), grown(b.x)}"));
  CHECK_FALSE(contains(form("a = b - a * s;"), "operands"));
}

TEST_CASE("argument order: parts of a text are rearranged with their own edits") {
  std::string const text = "f(a, g(b, c))";
  simt::cu::edits e;
  e.wrap(0, 13, "<", ">");
  e.replace(2, 3, "A");
  e.wrap(5, 12, "[", "]");  // around g(b, c), whose parts change places, too
  e.rearrange_on_device(5, 12, {{"", 10, 11}, {" g ", 7, 8}});
  e.rearrange_on_device(0, 13, {{"(", 5, 12, true}, {" then ", 2, 3}, {") f", 0, 0}});
  CHECK(e.apply(text) == "<([c g b] then A) f>");
}

TEST_CASE("argument order: words around texts that begin or end together are nested") {
  simt::cu::edits e;
  e.insert(0, "1 ");
  e.insert(5, " 2");
  e.wrap(0, 1, "a(", ")");
  e.wrap(0, 5, "b(", ")");
  e.wrap(0, 5, "c(", ")");  // inside of an earlier one of the same text
  e.wrap(4, 5, "d(", ")");
  e.rearrange_on_device(0, 5, {{"", 4, 5}, {", ", 0, 1}});
  e.rearrange_on_device(0, 1, {{"[", 0, 1}, {"]", 0, 0}});
  CHECK(e.apply("x + y") == "1 b(c(d(y), a([x]))) 2");
}
