// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// Returns what becomes of a kernel with these statements behind these classes.
lane_result of(std::string const& classes, std::string const& statements) {
  return with_lane_forms(classes + "\n__global__ void k(int* p) { int i = threadIdx.x; " +
                         statements + " }");
}
std::string report(std::string const& classes, std::string const& statements) {
  return of(classes, statements).reports.at("k");
}

std::string const sums =
    "struct sums { int n; static const int most = 3;\n"
    "  __device__ int all(int v) { n += v; for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, "
    "v, d);"
    " return v + most + later(v); }\n"
    "  __device__ int later(int v) const { return this->n + __shfl_sync(~0u, v, 0); }\n"
    "  static __device__ int of_warp(int v) { return __shfl_sync(~0u, v, 1); }\n"
    "  __device__ int plain(int v) { return v + n; } };";

}  // namespace

TEST_CASE("methods: one that works across threads is called in lane form, with its object") {
  auto const r = of(sums, "sums s{2}; p[i] = s.all(i);");
  CHECK(r.reports.at("k") == "lane kernel");
  CHECK(contains(r.text, "SIMT_LANE_METHOD_FORM(simt_g, (s), (i), all_simt_lane)"));
  // Members of the object, its class, and methods called by methods.
  CHECK(contains(r.text, "SIMT_LANE_MEMBER((simt_self), n) += v"));
  CHECK(contains(r.text, "SIMT_LANE_METHOD_FORM(simt_g, (simt_self), (v), later_simt_lane)"));
  CHECK(contains(r.text, " later_simt_lane(int v) const;"));
}

TEST_CASE("methods: others are called thread by thread") {
  auto const r = of(sums, "sums s{2}; p[i] = s.plain(i);");
  CHECK(r.reports.at("k") == "lane kernel");
  CHECK(contains(r.text, "SIMT_LANE_METHOD(simt_g, (s), plain, (simt_l::cast<int>(simt_g, i)))"));
  CHECK_FALSE(contains(r.text, "plain_simt_lane"));
}

TEST_CASE("methods: static ones are functions of their class") {
  auto const r = of(sums, "p[i] = sums::of_warp(i);");
  CHECK(r.reports.at("k") == "lane kernel");
  CHECK(contains(r.text, "sums::of_warp_simt_lane"));
  CHECK(contains(r.text, "static of_warp_simt_lane_L"));
}

TEST_CASE("methods: what hides a member is no member") {
  auto const r =
      of("struct s { int n; __device__ int f(int n) { { int n = 1; n += 2; } return "
         "__shfl_sync(~0u, n, 0) + this->n; } };",
         "s a{1}; p[i] = a.f(i);");
  CHECK(r.reports.at("k") == "lane kernel");
  CHECK(contains(r.text,
                 "__shfl_sync((~ 0u), n, 0) + simt_l::get(SIMT_LANE_MEMBER((simt_self), n))"));
}

TEST_CASE("methods: what is not understood leaves the kernel to its threads, and is told") {
  std::string const body = "(int v) { return __shfl_sync(~0u, v, 0); }";
  CHECK(
      contains(report("struct s { virtual __device__ int f" + body + " };", "s a; p[i] = a.f(i);"),
               "a virtual method"));
  CHECK(contains(report("struct s { __device__ int f" + body +
                            " __device__ int f(int v) const { return v; } };",
                        "s a; p[i] = a.f(i);"),
                 "methods that differ by const"));
  CHECK(contains(
      report("struct s : other { __device__ int f(int v) { return __shfl_sync(~0u, v, n); } };",
             "s a; p[i] = a.f(i);"),
      "which may be a member of s"));
  CHECK(contains(
      report("struct s { int n; static __device__ int f(int v) { return __shfl_sync(~0u, v, "
             "n); } };",
             "p[i] = s::f(i);"),
      "a member without an object"));
  // A method of one class has no form: calls could not tell them apart.
  CHECK(contains(report("struct s { __device__ int f" + body +
                            " }; struct t { __device__ int f(int v) { goto a; a: return v; } };",
                        "s a; p[i] = a.f(i);"),
                 "the method f"));
}

TEST_CASE("constructors: one that asks for the thread is called by each") {
  std::string const asks =
      "struct me { int i; __device__ me(int b) : i(b + threadIdx.x) {} };\n"
      "struct around { me of; __device__ around() : of(1) {} }; struct plain { int i; __device__ "
      "plain(int b) : i(b) {} };";
  CHECK(contains(of(asks, "me m(5); p[i] = m.i;").text, "simt_l::made_by_lane<me>"));
  CHECK(contains(of(asks, "p[i] = me(5).i;").text, "simt_l::made_by_lane<me>"));
  CHECK(contains(of(asks, "around a; p[i] = a.of.i;").text, "simt_l::made_by_lane<around>"));
  CHECK_FALSE(contains(of(asks, "plain m(5); p[i] = m.i;").text, "made_by_lane"));
}

TEST_CASE("constructors: an object in memory is passed as it is, and what may be lost is refused") {
  std::string const keeps =
      "struct T { int a[4]; }; struct s { T& t; __device__ s(T& x) : t(x) {} };\n"
      "struct n { int& t; __device__ n(int& x) : t(x) {} };";
  auto const r =
      of(keeps, "__shared__ T t; s a(t); a.t.a[i % 4] = i; __syncthreads(); p[i] = t.a[0];");
  CHECK(r.reports.at("k") == "lane kernel");
  CHECK(contains(r.text, "return s(*simt_0); }, simt_l::addr(t))"));
  CHECK(contains(report(keeps, "int v = 0; n a(v); a.t = 2; p[i] = v;"),
                 "an object that keeps a reference to a number"));
}

TEST_CASE("lane forms: a host's variable of a function's name is another one") {
  CHECK(
      fate_of("struct plus { template <class T> __device__ T operator()(T a, T b) const { return a "
              "+ b; } };\n"
              "template <class F> __device__ int combine(F f, int x) { return "
              "f(__shfl_down_sync(~0u, x, 1), x); }\n"
              "__global__ void k(int* p) { *p = combine(plus(), *p); }\n"
              "int host() { auto combine = 3; auto const all = 4; return all; }") == "lane kernel");
}

TEST_CASE("lane forms: a number has no += of a class") {
  std::string const begin =
      "struct it { int a; __device__ it& operator+=(int n) { a += n; return *this; } };\n"
      "namespace cg = cooperative_groups;\n";
  std::string const kernel =
      "__global__ void k(int* p, int n) {\n"
      "  auto w = cg::tiled_partition<32>(cg::this_thread_block());\n"
      "  for (int i = w.thread_rank(); i < n; i += w.size()) p[i] = i;\n}";
  CHECK(fate_of(begin + kernel) == "lane kernel");
  CHECK(contains(with_lane_forms(begin + kernel).text, "(i += "));
}
