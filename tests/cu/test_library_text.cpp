// SPDX-License-Identifier: MIT
// The CUDA text of libraries such as CUB, and its lane forms.
#include "lane_forms.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("lane forms: a shared union without a name gets one") {
  std::string const form = form_of_body(
      "__shared__ union { int a[64]; float b[64]; } t;\nt.a[threadIdx.x] = n;\n"
      "__syncthreads(); p[0] = t.a[0];");
  CHECK(contains(form, "union simt_type_of_t {"));
  CHECK(contains(form, "SIMT_LANE_SHARED(t, simt_type_of_t)"));
  CHECK(fate_of_body("__shared__ struct named { int a; } t; t.a = 1;") ==
        "a type defined in a declaration");
}

TEST_CASE("lane forms: reinterpret_cast to a reference goes by the address") {
  CHECK(contains(form_of_body("float f = n; p[0] = reinterpret_cast<int&>(f);"),
                 "simt_l::pointer_cast<int*>"));
  CHECK(fate_of_body("float f = n; reinterpret_cast<int&>(f) += 1; p[0] = f;") == "lane kernel");
  CHECK(fate_of_body("p[0] = static_cast<int&>(n);") == "a cast to a reference");
}

TEST_CASE("lane forms: a function that has the name of another scope's class is called") {
  std::string const text =
      "namespace lib { template <class T> struct sum { T x; }; }\n"
      "__device__ void sum(int& v) { v = __shfl_sync(~0u, v, 0); }\n";
  CHECK(fate_of(text + "__global__ void k(int* p) { int v = p[threadIdx.x]; sum(v); p[0] = v; }") ==
        "lane kernel");
  // Here it may declare x.
  CHECK(fate_of(text + "__global__ void k(int* p) { sum(x); p[0] = 1; }") ==
        "a declaration like T(x)");
}

TEST_CASE("lane forms: functions in a library's namespace are called where their text is read") {
  std::string const call =
      "__global__ void k(int* p) { int v = p[threadIdx.x]; cub::put(v); p[threadIdx.x] = v; }";
  CHECK(fate_of("namespace cub { template <class T> __device__ void put(T& v) { v = "
                "__shfl_sync(~0u, v, 0); } }\n" +
                call) == "lane kernel");
  CHECK(fate_of(call) == "a call of cub::put");
  CHECK(fate_of("namespace other { __device__ void put(int& v) { v = 1; } }\n" + call) ==
        "a call of cub::put");
  CHECK(fate_of("namespace { __device__ void put(int& v) { v = 1; } }\n"
                "__global__ void k(int* p) { int v = 1; ::cub::put(v); p[0] = v; }") ==
        "a call of ::cub::put");
}

TEST_CASE("lane forms: an object that a template takes by reference may change in a call") {
  std::string const text =
      "struct next { int n; __device__ int operator()(int by) { n += by; return n; } };\n"
      "template <class F> __device__ int twice(F& f, int by) { f(by); return f(by); }\n"
      "__global__ void k(int* p) { next f{0}; p[threadIdx.x] = twice(f, p[threadIdx.x]); }\n";
  auto const out = with_lane_forms(text);
  CHECK(out.reports.at("k") == "lane kernel");
  CHECK_FALSE(contains(out.text, "simt_l::fixed(simt_0)(simt_1)"));
}
