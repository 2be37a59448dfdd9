// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string const head =
    "struct counter {\n"
    "  int k;\n"
    "  __device__ int operator()(int x) { return k += x; }\n"
    "  __device__ counter& operator<<(int x) { k += x; return *this; }\n"
    "  __device__ int operator-() { return --k; }\n"
    "  __device__ counter& add(int x) { k += x; return *this; }\n"
    "  __device__ int& number() { return k; }\n"
    "  __device__ int get() const { return k; }\n"
    "};\n"
    "__device__ int operator%(int x, counter& c) { return c.k -= x; }\n"
    "struct fixed { int k; __device__ int operator()(int x) const { return x + k; } };\n"
    "__device__ counter made(int x) { return counter{x}; }\n"
    "__device__ counter& larger(counter& a, counter& b) { return a.k > b.k ? a : b; }\n"
    "template <class T> __device__ auto& anything(T const& x) { return x; }\n"
    "__device__ int& at(int* p, int i) { return p[i]; }\n";

/// Returns the lane form of a kernel with these statements.
lane_result of(std::string const& statements) {
  return with_lane_forms(
      head + "__global__ void k(int* p) { int i = threadIdx.x; counter c{0}, d{1}; fixed f{i}; " +
      statements + " }");
}
bool is_lane(lane_result const& r) { return r.reports.at("k") == "lane kernel"; }

/// True if the object is a variable of the lane form, not a constant.
bool is_variable(lane_result const& r) {
  return contains(r.text, "simt_l::var<simt_G, counter> c");
}

}  // namespace

TEST_CASE("object operators: a call may change the object unless its operator () is const") {
  CHECK_FALSE(is_variable(of("p[i] = c.k;")));
  CHECK(is_variable(of("p[i] = c(i);")));
  auto const constant = of("p[i] = f(i);");
  CHECK(is_lane(constant));
  CHECK(contains(constant.text, "auto const f = "));
  CHECK(contains(constant.text, "simt_l::fixed(simt_0)(simt_1)"));
}

TEST_CASE("object operators: an operator may change the operands that it takes to change") {
  CHECK(is_variable(of("c << i;")));
  CHECK(is_variable(of("p[i] = -c;")));
  CHECK(is_variable(of("p[i] = i % c;")));
  // What is a number by its declaration stays what it is.
  CHECK(contains(of("p[i] = i << 2 << 3;").text, "auto const i = "));
  CHECK(is_lane(of("p[i] = (p[i] << 2) << 3;")));
}

TEST_CASE("object operators: what a lane form gives is a copy, unless a reference is followed") {
  CHECK(contains(of("c << 1 << i;").reports.at("k"), "an operator <<, which may change what"));
  CHECK(of("larger(c, d).k = i;").reports.at("k") == "a change of what larger refers to");
  CHECK(of("anything(c).k = i;").reports.at("k") == "a change of what anything refers to");
  auto const place = of("c.number() += i;");
  CHECK(is_lane(place));
  CHECK(contains(place.text, "(SIMT_LANE_METHOD_PLACE(simt_g, (c), number, ()) += i);"));
  CHECK(is_lane(of("c.add(i).add(2); p[i] = c.k;")));
  CHECK(is_lane(of("++c.number(); atomicAdd(&c.number(), 1);")));
  CHECK(contains(of("int& r = c.number(); r = i;").text, "auto&& r = SIMT_LANE_METHOD_PLACE("));
  CHECK(contains(of("int const& r = c.number(); p[i] = r;").text, "auto const r = "));
  CHECK(contains(of("at(p, i) = 2;").text, "(simt_l::place_by_lane(simt_g, "));
  CHECK(is_lane(of("p[i] = c.add(i).get();")));
  CHECK(is_lane(of("p[i] = c.number();")));
  CHECK(is_lane(of("p[i] = made(i).get();")));
}

TEST_CASE("object operators: an address in an object is of the object, not of a copy") {
  std::string const rows =
      "struct rows { int m[4]; __device__ int* operator()(int i) { return m + i; } };\n"
      "__device__ int* inside(rows& m, int i) { return i == 0 ? m.m : inside(m, i - 1) + 1; }\n";
  auto const with = [&](std::string const& statements) {
    return with_lane_forms(rows + "__global__ void k(int* p) { int i = threadIdx.x; rows m{}; " +
                           statements + " p[i] = m.m[3]; }\n");
  };
  CHECK(contains(with("m(2)[1] = i;").text, "simt_l::call_object(simt_g, "));
  CHECK(with("*inside(m, 2) = 1;").reports.at("k") ==
        "a call of inside, which may give an address in an object that it is given");
}
