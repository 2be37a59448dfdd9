// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <cu/lane/interference.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

bool has(std::string const& body, char const* part) { return contains(form_of_body(body), part); }

}  // namespace

TEST_CASE("interference: what a condition changes is read behind it") {
  CHECK(has("int c; if ((c = p[0]) > 3 && c < n) q[0] = c;", "SIMT_LANE_AND"));
  CHECK(has("int c; if ((c = p[0]) > 3 || c < n) q[0] = c;", "SIMT_LANE_OR"));
  CHECK(has("int c = threadIdx.x; q[0] = (c++ & 1) ? c : -c;", "SIMT_LANE_CHOOSE"));
  CHECK(has("int c = threadIdx.x, d; d = (c -= 3) < 0 ? -c : n;", "SIMT_LANE_CHOOSE"));
  CHECK(has("int c = threadIdx.x, d = 0; if ((c = p[c]) > 2) d = c; else d = -c; q[0] = d;",
            "SIMT_LANE_WHOLE_IF"));
  // By a reference, by an address.
  CHECK(has("int c = threadIdx.x; int& r = c; if ((r += 2) > 3 && c < n) q[0] = c;",
            "SIMT_LANE_AND"));
  CHECK(has("int c = threadIdx.x; int* r = &c; if ((*r += 2) > 3 && c < n) q[0] = c;",
            "SIMT_LANE_AND"));
}

TEST_CASE("interference: what changes nothing that is read needs no order") {
  CHECK(has("int c = threadIdx.x; if (p[c] > 3 && c < n) q[0] = c;", "simt_l::both"));
  CHECK(has("int c = threadIdx.x, d = 0; if (d++ < 3 && c < n) q[0] = d;", "simt_l::both"));
  CHECK(has("int c = threadIdx.x; q[0] = (p[c] & 1) ? c : -c;", "simt_l::choose"));
  CHECK(has("int c = threadIdx.x; if (sqrtf(c) > 3 && c < n) q[0] = c;", "simt_l::both"));
}

TEST_CASE("interference: functions of the program, by what they may change") {
  auto const of = [](std::string const& functions) {
    return with_lane_forms(
               functions +
               "__global__ void k(int* q, int n) { int c = threadIdx.x; if (f(c) > 3 && "
               "c < n) q[0] = c; q[1] = c; }")
        .text;
  };
  auto const is_ordered = [&](char const* functions) {
    std::string const text = of(functions);
    CHECK_MESSAGE(contains(text, "k_simt_lane"), functions);
    return contains(text, "SIMT_LANE_AND");
  };
  CHECK(is_ordered("__device__ int f(int& x) { return x += 2; } "));
  CHECK_FALSE(is_ordered("__device__ int f(int x) { x += 2; return x; } "));
  CHECK_FALSE(is_ordered(
      "__device__ int g(int x) { return x; } __device__ int f(int x) { return g(x); } "));
  auto const of_global = [&](char const* function) {
    return contains(
        with_lane_forms(std::string("__device__ int last; ") + function +
                        " __global__ void k(int* q) { int c = threadIdx.x; if (f(c) > 3 && "
                        "last < 9) q[0] = c; }")
            .text,
        "SIMT_LANE_AND");
  };
  CHECK(
      is_ordered("using at = int*; __device__ int f(at x) { return *x += 2; } "
                 "__device__ int f(int& x) { return f(&x); } "));
  CHECK(of_global("__device__ int f(int x) { last = x; return x; }"));
  CHECK_FALSE(of_global("__device__ int f(int x) { return x + 1; }"));
}

TEST_CASE("interference: where a lane form has no order, there is none") {
  CHECK(contains(fate_of_body("int j = threadIdx.x; int2 v = {j++, j};"), "one item changes"));
  CHECK(contains(fate_of_body("int j = threadIdx.x; q[0] = 1 << j++ << j;"), "one side changes"));
  CHECK(contains(fate_of_body("int j = threadIdx.x; p[j] += q[j++];"), "right side changes"));
  CHECK(contains(fate_of_body("int j = threadIdx.x; p[j] <<= j++;"), "right side changes"));
  // C++ has an order for the two sides of an operator.
  CHECK(fate_of_body("int j = threadIdx.x; int a[4] = {}; a[j & 3] += j++;") == "lane kernel");
  CHECK(fate_of_body("int j = threadIdx.x; int2 v = {j++, n}; q[j] = p[j++] << n;") ==
        "lane kernel");
  CHECK(fate_of_body("int j = threadIdx.x; int v[3] = {j++, j++, j}; q[0] = v[2];") ==
        "lane kernel");
}
