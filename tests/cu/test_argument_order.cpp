// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <cu/edits.hpp>

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

TEST_CASE("argument order: parts of a text are rearranged with their own edits") {
  std::string const text = "f(a, g(b, c))";
  simt::cu::edits e;
  e.insert(0, "<");
  e.insert(13, ">");
  e.replace(2, 3, "A");
  e.insert(5, "[");  // around g(b, c), whose parts change places, too
  e.insert(12, "]");
  e.rearrange_on_device(5, 12, {{"", 10, 11}, {" g ", 7, 8}});
  e.rearrange_on_device(0, 13, {{"(", 5, 12, true}, {" then ", 2, 3}, {") f", 0, 0}});
  CHECK(e.apply(text) == "<([c g b] then A) f>");
}
