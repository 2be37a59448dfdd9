// SPDX-License-Identifier: MIT
#include <cu/thread_form/shared.hpp>

#include <doctest/doctest.h>

#include "rewritten.hpp"

TEST_CASE("shared: variables and arrays in functions") {
  CHECK(rewritten_in_kernel("__shared__ float a[16][17], b;") ==
        "SIMT_CUDA_SHARED(a, float[16][17]); SIMT_CUDA_SHARED(b, float);");
  CHECK(rewritten_in_kernel("__shared__ unsigned int n;") == "SIMT_CUDA_SHARED(n, unsigned int);");
  CHECK(rewritten_in_kernel("__shared__ int  s [N*N];") == "SIMT_CUDA_SHARED(s, int[N*N]);");
  CHECK(rewritten_in_kernel("static __shared__ volatile T s[2 * N];") ==
        "SIMT_CUDA_SHARED(s, volatile T[2 * N]);");
  CHECK(rewritten_in_kernel("volatile __shared__ uint32_t x, y;") ==
        "SIMT_CUDA_SHARED(x, volatile uint32_t); SIMT_CUDA_SHARED(y, volatile uint32_t);");
  CHECK(rewritten_in_kernel("x(); __device__ __shared__ int s;") ==
        "x(); SIMT_CUDA_SHARED(s, int);");
}

TEST_CASE("shared: pointers, arrays of pointers and pointers to arrays") {
  CHECK(rewritten_in_kernel("__shared__ T *s, *const sn, v;") ==
        "SIMT_CUDA_SHARED(s, T *); SIMT_CUDA_SHARED(sn, T * const); SIMT_CUDA_SHARED(v, T);");
  CHECK(rewritten_in_kernel("__shared__ unsigned * v[N / 32];") ==
        "SIMT_CUDA_SHARED(v, unsigned *[N / 32]);");
  CHECK(rewritten_in_kernel("__shared__ float (*p)[4];") == "SIMT_CUDA_SHARED(p, float (*)[4]);");
  CHECK(rewritten_in_kernel("__shared__ int (*f)(int, float);") ==
        "SIMT_CUDA_SHARED(f, int (*)(int, float));");
}

TEST_CASE("shared: class and dependent types") {
  CHECK(rewritten_in_kernel("__shared__ typename R<T, 4>::Storage t1, t2;") ==
        "SIMT_CUDA_SHARED(t1, typename R<T, 4>::Storage); "
        "SIMT_CUDA_SHARED(t2, typename R<T, 4>::Storage);");
  CHECK(rewritten_in_kernel("__shared__ typename A<\n sizeof(W),\n alignof(W)>::type v[32];\nx") ==
        "SIMT_CUDA_SHARED(v, typename A< sizeof(W), alignof(W)>::type[32])\n\n;\nx");
  CHECK(rewritten_in_kernel("__shared__ ::a::b<c<d>> v;") ==
        "::a::b<c<d>>& v = [&]() -> ::a::b<c<d>>& { SIMT_CUDA_SHARED(simt_shared, ::a::b<c<d>>); "
        "return simt_shared; }();");
  CHECK(rewritten_in_kernel("__shared__ b<c> v[2];") == "SIMT_CUDA_SHARED(v, b<c>[2]);");
  CHECK(rewritten_in_kernel("__shared__ struct P p;") == "SIMT_CUDA_SHARED(p, struct P);");
  CHECK(rewritten_in_kernel("__shared__ decltype(f(1)) p;") ==
        "SIMT_CUDA_SHARED(p, decltype(f(1)));");
}

TEST_CASE("shared: a type defined in place") {
  CHECK(rewritten_in_kernel("\n__shared__ union\n {\n  int a; float b;\n } u, v[2];") ==
        "\nunion\n simt_shared_2 {\n  int a; float b;\n }; SIMT_CUDA_SHARED(u, simt_shared_2); "
        "SIMT_CUDA_SHARED(v, simt_shared_2[2]);");
  CHECK(rewritten_in_kernel("__shared__ struct S { int a; } u;") ==
        "struct S { int a; }; SIMT_CUDA_SHARED(u, S);");
}

TEST_CASE("shared: alignment") {
  for (char const* text :
       {"__shared__ alignas(16) float a[4];", "__shared__ float __align__(16) a[4];",
        "__align__(16) __shared__ float a[4];",
        "__shared__ float a[4] __attribute__((aligned(16)));"})
    CHECK(rewritten_in_kernel(text) == "SIMT_CUDA_SHARED_ALIGNED(a, 16, float[4]);");
  CHECK(rewritten_in_kernel("__shared__ alignas(alignof(float4)) float a[4];") ==
        "SIMT_CUDA_SHARED_ALIGNED(a, alignof(float4), float[4]);");
}

TEST_CASE("shared: dynamic") {
  for (char const* text :
       {"extern __shared__ float s[];", "extern float __shared__ s[];",
        "__shared__ extern float s[];", "extern __shared__ __align__(16) float s[];",
        "extern __shared__ float s[256];"})
    CHECK(rewritten_in_kernel(text) == "SIMT_CUDA_DYNAMIC_SHARED(s, float);");
  CHECK(rewritten_in_kernel("extern volatile __shared__ T s[], t[];") ==
        "SIMT_CUDA_DYNAMIC_SHARED(s, volatile T); SIMT_CUDA_DYNAMIC_SHARED(t, volatile T);");
  CHECK(rewritten_in_kernel("extern __shared__ T s[][N + 1];") ==
        "SIMT_CUDA_DYNAMIC_SHARED(s, T[N + 1]);");
  CHECK(rewritten_in_kernel("extern vec<float, 4> __shared__ s[];") ==
        "SIMT_CUDA_DYNAMIC_SHARED(s, vec<float, 4>);");
  CHECK(rewritten_in_kernel("extern __shared__ int n;")
            .starts_with("static_assert(false, \"simt: extern __shared__ 'n' must be an array"));
}

TEST_CASE("shared: file and namespace scope") {
  CHECK(rewritten("static __shared__ int a[4];\nnamespace n { extern __shared__ T s[]; }") ==
        "SIMT_CUDA_FILE_SHARED(a, int[4]);\nnamespace n { SIMT_CUDA_FILE_DYNAMIC_SHARED(s, T); }");
  CHECK(rewritten("__shared__ alignas(8) char a[4];") ==
        "SIMT_CUDA_FILE_SHARED_ALIGNED(a, 8, char[4]);");
  CHECK(rewritten("template <class T> struct s { __device__ T* get() { extern __shared__ int i[]; "
                  "return i; } };")
            .find("{ SIMT_CUDA_DYNAMIC_SHARED(i, int);") != std::string::npos);
}

TEST_CASE("shared: members of objects at file scope") {
  std::string const object = "SIMT_CUDA_FILE_SHARED(o, T);\n";
  CHECK(rewritten("__shared__ T o;\n__device__ int f(T* p) { o.a[1] = p->o.b + o.get().o; }") ==
        object + "__device__ int f(T* p) { (*&o).a[1] = p->o.b + (*&o).get().o; }");
  CHECK(rewritten("__shared__ T o;\nint f(s o) { return o.a; }") ==
        object + "int f(s o) { return o.a; }");
}

TEST_CASE("shared: in macros and through macros") {
  CHECK(rewritten("#define TILE(T, n) \\\n  __shared__ T \\\n tile_##n[16]; f()\n") ==
        "#define TILE(T, n) \\\n  SIMT_CUDA_SHARED(tile_##n, T[16])\\\n; f()\n");
  CHECK(rewritten("#define SHARED volatile __shared__\nvoid f() { SHARED int a; }\n") ==
        "#define SHARED volatile __shared__\nvoid f() { SIMT_CUDA_SHARED(a, int); }\n");
}

TEST_CASE("shared: what cannot be read names file and line") {
  CHECK(error_of("__global__ void k() {\n __shared__ int a = 3;\n}") ==
        "a.cu:2: error: a __shared__ variable cannot have an initialiser");
  CHECK(error_of("__global__ void k() {\n __shared__ int a\n}")
            .starts_with("a.cu:2: error: cannot read this __shared__ declaration near '}'"));
  CHECK(error_of("__global__ void k() {\n __shared__ int a[4;\n}") ==
        "a.cu:2: error: unclosed parenthesis in a __shared__ declaration");
  CHECK(error_of("__shared__ int\n") ==
        "a.cu:1: error: a name was expected in a __shared__ declaration");
}
