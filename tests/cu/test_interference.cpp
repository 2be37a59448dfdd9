// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <cu/facts/interference.hpp>

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
  CHECK(contains(fate_of_body("int j = threadIdx.x; q[0] = 1 << j++ << j;"), "one side changes"));
  CHECK(contains(fate_of_body("int j = threadIdx.x; p[j] += q[j++];"), "right side changes"));
  CHECK(contains(fate_of_body("int j = threadIdx.x; p[j] <<= j++;"), "right side changes"));
  // A group's answers change nothing.
  std::string const group =
      "auto block = cooperative_groups::this_thread_block(); __shared__ int s[64]; ";
  CHECK(fate_of_body(group + "s[block.thread_index().x] += s[block.thread_rank() + "
                             "block.group_dim().x];") == "lane kernel");
  // C++ has an order for the two sides of an operator.
  CHECK(fate_of_body("int j = threadIdx.x; int a[4] = {}; a[j & 3] += j++;") == "lane kernel");
  CHECK(fate_of_body("int j = threadIdx.x; int2 v = {j++, n}; q[j] = p[j++] << n;") ==
        "lane kernel");
  CHECK(fate_of_body("int j = threadIdx.x; int v[3] = {j++, j++, j}; q[0] = v[2];") ==
        "lane kernel");
}

TEST_CASE("interference: copies and constant references are no variables of the caller") {
  std::string const vector =
      "__device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, 0, 0, 0); "
      "}\n"
      "__device__ void operator+=(float4& a, float4 b) { a = a + b; }\n";
  auto const of = [&](std::string const& function, std::string const& call) {
    return fate_of(vector + function +
                   "__global__ void k(float4* p, int n) { float4 v = p[n]; v += " + call +
                   "; p[n] = v; }");
  };
  CHECK(of("__device__ float4 f(float4 x) { return x; }", "f(v)") == "lane kernel");
  CHECK(of("__device__ float4 f(const float4& x) { return x; }", "f(v)") == "lane kernel");
  CHECK(of("__device__ float4 f(float4* x, int i) { return x[i]; }", "f(p, n)") == "lane kernel");
  CHECK(contains(of("__device__ float4 f(float4& x) { x.x = 1; return x; }", "f(v)"),
                 "an assignment whose right side changes"));
  // What stands behind another name of a type may be a reference.
  CHECK(contains(
      of("typedef float4& place; __device__ float4 f(place x) { x.x = 1; return x; }", "f(v)"),
      "an assignment whose right side changes"));
  CHECK(contains(
      of("template <class T> __device__ float4 f(T x) { x.x = 1; return x; }", "f<float4&>(v)"),
      "an assignment whose right side changes"));
  // A variable whose address somebody has.
  CHECK(
      contains(fate_of(vector + "__device__ float4 f(float4* x) { x->x = 1; return *x; }"
                                "__global__ void k(float4* p, int n) { float4 v = p[n]; float4* a "
                                "= &v; v += f(a); p[n] = v; }"),
               "an assignment whose right side changes"));
}

TEST_CASE("interference: a number that stays and an array without an address are nobody else's") {
  auto const fate = [](std::string const& body) {
    return fate_of(
        "struct s { int* p; __device__ int* data() { return p; } }; __device__ int total; "
        "__device__ int f(int x) { return total += x; } __global__ void k(s v, int* q) { " +
        body + " }");
  };
  CHECK(fate("int const c = threadIdx.x; q[0] = v.data()[c];") == "lane kernel");
  CHECK(fate("int c = threadIdx.x; ++c; q[0] = v.data()[c];") != "lane kernel");
  CHECK(fate("int a[4]; for (int i = 0; i < 4; ++i) a[i] = 0; a[1] /= f(2); q[0] = a[1];") ==
        "lane kernel");
  CHECK(fate("int a[4]; int* r = a; a[1] /= f(2); q[0] = *r;") != "lane kernel");
  CHECK(fate("int* a[4]; a[1] = q; a[1][0] /= f(2);") != "lane kernel");
}

TEST_CASE("interference: the items of a list are evaluated from left to right") {
  auto const form = form_of_body("int j = threadIdx.x; int2 v = {j++, j}; v = int2{3, j};");
  CHECK(contains(form, "in_order{"));
  CHECK(contains(form, ", ::simt::cuda::copied(j)}.call("));
  CHECK(contains(form, "simt_l::make<int2>(simt_g, 3, j)"));
  CHECK(fate_of("__global__ void k(int2* p, int n) { int2 v = int2{atomicAdd(&p->x, 1), "
                "atomicAdd(&p->x, 2)}; p[n] = v; }") == "lane kernel");
}

TEST_CASE("interference: a warp's exchanges need no order, barriers do") {
  CHECK(fate_of("__global__ void k(int2* p, int n) { int2 v = p[n]; v = int2{__shfl_xor_sync(~0u, "
                "v.x, 1), __shfl_xor_sync(~0u, v.y, 1)}; p[n] = v; }") == "lane kernel");
  // The left side is read behind the barrier.
  CHECK(contains(fate_of("__device__ int met(int x) { __syncthreads(); return x; }"
                         "__device__ void operator+=(int2& a, int b) { a.x += b; }"
                         "__global__ void k(int* p, int n) { __shared__ int s[64]; s[n] = n; "
                         "s[threadIdx.x] <<= met(n); p[n] = s[n]; }"),
                 "an assignment whose right side changes"));
}
