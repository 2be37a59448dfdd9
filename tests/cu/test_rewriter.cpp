// SPDX-License-Identifier: MIT
#include <cu/text/pragma_macros.hpp>
#include <cu/text/ptx.hpp>
#include <cu/thread_form/own_definition.hpp>
#include <cu/thread_form/rewriter.hpp>

#include <doctest/doctest.h>

#include "rewritten.hpp"

TEST_CASE("rewriter: text without CUDA stays") {
  for (char const* text :
       {"", "int main() {}\n", "texture<float4, cudaTextureType2D, cudaReadModeElementType> t;\n",
        "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n",
        "__device__ __forceinline__ int f() { return __launch_bounds__; }\n",
        "\xEF\xBB\xBFint a;\r\n"}) {
    simt::cu::names known;
    simt::cu::lexed const file{"a.cu", text};
    auto const out = simt::cu::rewrite(file, known);
    CHECK(out.text == text);
    CHECK_FALSE(out.changed);
  }
}

TEST_CASE("rewriter: words that C++ or its library do not take") {
  CHECK(rewritten("__device__ __noinline__ int f();") ==
        "__device__ __attribute__((noinline)) int f();");
  CHECK(rewritten("#define NI __noinline__\n") == "#define NI __attribute__((noinline))\n");
  CHECK(rewritten("__attribute__((__noinline__)) int f();") ==
        "__attribute__((__noinline__)) int f();");
  CHECK(rewritten("for (register int i = 0;;) typeof(i) j;") ==
        "for ( int i = 0;;) __typeof__(i) j;");
}

TEST_CASE("rewriter: variables that kernels see are noted by their addresses [MEM-013]") {
  auto const note = [](std::string const& name) {
    return " static ::simt::cuda::noted_symbol simt_symbol_of_" + name + "{" + name + "};";
  };
  for (std::string const text :
       {"__constant__ float a[4] = {1, 2};", "static __device__ volatile unsigned a;",
        "namespace n { __device__ std::pair<int, float>* a; }",
        "__device__ __align__(16) struct s a = {1, {2}};", "__device__ const int a = f(1, 2);"}) {
    CAPTURE(text);
    std::string expected = text;
    expected.insert(expected.rfind(';') + 1, note("a"));
    CHECK(rewritten(text) == expected);
  }
  for (std::string const text :
       {"__managed__ int a;", "__device__ __managed__ int a;", "__managed__ __device__ int a;"}) {
    CAPTURE(text);
    CHECK(rewritten(text) ==
          text + " static ::simt::cuda::noted_managed_symbol simt_symbol_of_a{a};");
  }
  CHECK(rewritten("__device__ int a = 1, b[2], *c;") ==
        "__device__ int a = 1, b[2], *c;" + note("a") + note("b") + note("c"));
  for (std::string const text :
       {"extern __device__ int a;", "__device__ int f(int);", "template <class T> __device__ T a;",
        "struct s { static __device__ int a; };", "__device__ int s::a = 1;",
        "__device__ int& a = b;", "void f() { static __device__ int a; }",
        "__device__ struct s { int a; } b;", "#define A __constant__ int a;\n",
        "__device__ bool a = b < c, d = e > 1;", "__device__ void (*a)(int);"}) {
    CAPTURE(text);
    CHECK(rewritten(text) == text);
  }
}

TEST_CASE("rewriter: __forceinline__ beside inline") {
  std::string const forced = "__attribute__((always_inline))";
  CHECK(rewritten("__device__ __forceinline__ int f(int a);") ==
        "__device__ __forceinline__ int f(int a);");
  CHECK(rewritten("inline int g(); static __inline__ __device__ __forceinline__ int f(int a);") ==
        "inline int g(); static __inline__ __device__ " + forced + " int f(int a);");
  CHECK(
      rewritten("template <int N> __forceinline__ __device__ inline int f() {}\ninline int g();") ==
      "template <int N> " + forced + " __device__ inline int f() {}\ninline int g();");
  CHECK(rewritten("#define FI inline __forceinline__\nFI int f();") ==
        "#define FI inline " + forced + "\nFI int f();");
  CHECK(rewritten("#define HD __host__ __device__ inline\nHD __forceinline__ int f();") ==
        "#define HD __host__ __device__ inline\nHD " + forced + " int f();");
  CHECK(rewritten("#define FI __device__ __forceinline__\ninline FI int f();") ==
        "#define FI __device__ __forceinline__\n FI int f();");
}

TEST_CASE("rewriter: casts to integers in device code take numbers of any size [FP-009]") {
  std::string const to_int = "::simt::cuda::device_integer<int>";
  CHECK(rewritten_in_kernel("a = (int)x;") == "a = (int)(" + to_int + ")x;");
  CHECK(rewritten_in_kernel("a = -(int)-f(x)[2] * 3;") ==
        "a = -(int)(" + to_int + ")-f(x)[2] * 3;");
  CHECK(rewritten_in_kernel("return (unsigned int)(x);") ==
        "return (unsigned int)(::simt::cuda::device_integer<unsigned int>)(x);");
  CHECK(rewritten_in_kernel("a = (float)(int)x;") == "a = (float)(int)(" + to_int + ")x;");
  CHECK(rewritten_in_kernel("a = int(x + 1);") == "a = int((" + to_int + ")(x + 1));");
  CHECK(rewritten_in_kernel("a = static_cast<int>(x);") ==
        "a = static_cast<int>((" + to_int + ")(x));");
  // Behind a comparison, whatever stands in front of that.
  CHECK(rewritten_in_kernel("a = b > (int)x;") == "a = b > (int)(" + to_int + ")x;");
  CHECK(rewritten_in_kernel("if (i < n && b - 2 > (int)x) y();") ==
        "if (i < n && b - 2 > (int)(" + to_int + ")x) y();");
  CHECK(rewritten_in_kernel("a = b.v<int>(3); c = d > int(x);") ==
        "a = b.v<int>(3); c = d > int((" + to_int + ")(x));");
  CHECK(rewritten_in_kernel("if (a < int(x)) g();") == "if (a < int((" + to_int + ")(x))) g();");
  // The first value of a list.
  CHECK(rewritten_in_kernel("int a[2] = {int(x), 3};") ==
        "int a[2] = {int((" + to_int + ")(x)), 3};");
  CHECK(rewritten_in_kernel("return {int(x + y)};") == "return {int((" + to_int + ")(x + y))};");
  for (char const* same :
       {"using f = g<float>(int);", "g<3>(int);", "g<T>(int)const;", "int (*f)(int) = g;",
        "a = sizeof(int);", "int x = 3;", "a = (int)7;", "a = (float)x;", "f(int(3));", "int(x);",
        "{ int(x) = 3; }", "f<int(x)> y;", "g<int>(x);", "a = (int*)x;", "h(int) - 1;",
        "auto f = [](int) { return 1; };"})
    CHECK(rewritten_in_kernel(same) == same);
  CHECK(rewritten_in_host("a = (int)x;") == "a = (int)x;");
}

TEST_CASE("rewriter: shifts in device code take amounts of the width and more") {
  std::string const left = "<<::simt::cuda::device_shift<<";
  std::string const right = ">>::simt::cuda::device_shift>>";
  CHECK(rewritten_in_kernel("a = x << 32-n; b = (1 << n) - 1 >> (n + m);") ==
        "a = x " + left + " 32-n; b = (1 " + left + " n) - 1 " + right + " (n + m);");
  CHECK(rewritten_in_kernel("a = p[i] >> 3 + n;") == "a = p[i] " + right + " 3 + n;");
  for (char const* text :
       {"a = x << 3 >> 31;", "a<b<c>> d; a<b<int>>(x); f<a<b>>::g; x <<= 3; x >>= 31;",
        "a = vector<pair<int, int>>{};"})
    CHECK(rewritten_in_kernel(text) == text);
  CHECK(rewritten_in_kernel("a = x << 32;") == "a = x " + left + " 32;");
  CHECK(rewritten_in_kernel("x <<= n; p[i] >>= n + 3;") ==
        "x <<=::simt::cuda::device_shift<<= n; p[i] >>=::simt::cuda::device_shift>>= n + 3;");
  CHECK(rewritten_in_kernel("x.a <<= n & 3; if (c) p[i + 1].q->b >>= n;") ==
        "x.a = ::simt::cuda::device_shifted(x.a) <<= n & 3; if (c) p[i + 1].q->b = "
        "::simt::cuda::device_shifted(p[i + 1].q->b) >>= n;");
  CHECK(rewritten_in_kernel("*p->a <<= n; p[i++].a >>= n;") ==
        "*p->a <<=::simt::cuda::device_shift<<= n; p[i++].a >>=::simt::cuda::device_shift>>= n;");
  CHECK(rewritten_in_kernel("if (i < n && x >> n) y();") == "if (i < n && x " + right + " n) y();");
  CHECK(rewritten_in_host("cout << x << n;") == "cout << x << n;");
  CHECK(
      rewritten("__device__ int operator<<(s a, int b); __device__ int operator>>(s a, int b);") ==
      "__device__ int operator<<(s a, int b); __device__ int operator>>(s a, int b);");
}

TEST_CASE("rewriter: malloc, free and clock in device code") {
  CHECK(rewritten_in_kernel("int* p = (int*)malloc(4); free(p); return clock();") ==
        "int* p = (int*)::simt::cuda::device_malloc(4); ::simt::cuda::device_free(p); return "
        "::simt::cuda::device_clock();");
  for (char const* text : {"x.free(p); x->free(p); std::free(p); clock_t clock(3); int malloc;"})
    CHECK(rewritten_in_kernel(text) == text);
  CHECK(rewritten_in_host("free(malloc(clock()));") == "free(malloc(clock()));");
}

TEST_CASE("rewriter: new and delete in device code") {
  CHECK(rewritten_in_kernel("int* p = new int[3]; delete[] p; delete q->next;") ==
        "int* p = new (::simt::cuda::device_heap) int[3]; ::simt::cuda::device_delete_all->* p; "
        "::simt::cuda::device_delete->* q->next;");
  // Placement, what says which heap it means, and functions that are deleted.
  for (char const* text :
       {"new (p) T; ::new T; ::delete p; struct t { t(t const&) = delete; }; x.newer(deleted);"})
    CHECK(rewritten_in_kernel(text) == text);
  CHECK(rewritten_in_host("delete new int;") == "delete new int;");
  // A program's own operators are called as it means them; a pool's placement form is not asked.
  std::string const own = "struct t { __device__ void* operator new(size_t n); };";
  std::string const use = "__global__ void k() { delete new t; }";
  CHECK(rewritten(own + use) == own + use);
  std::string const pool = "__device__ void* operator new(size_t n, pool& p);";
  CHECK(rewritten(pool + use) == pool +
                                     "__global__ void k() { ::simt::cuda::device_delete->* new "
                                     "(::simt::cuda::device_heap) t; }");
}

TEST_CASE("rewriter: __CUDA_ARCH__ is defined in device code") {
  CHECK(rewritten_in_kernel("\n#if __CUDA_ARCH__ >= 600\n#ifdef __CUDA_ARCH__\nint a = "
                            "__CUDA_ARCH__;\n#endif\n#endif\n") ==
        "\n#if SIMT_CUDA_ARCH >= 600\n#ifdef SIMT_CUDA_ARCH\nint a = SIMT_CUDA_ARCH;\n#endif\n"
        "#endif\n");
  std::string const host = "\n#if __CUDA_ARCH__ >= 600\n#endif\n";
  CHECK(rewritten_in_host(host) == host);
}

TEST_CASE("rewriter: a __host__ __device__ body that tests __CUDA_ARCH__ is written twice") {
  CHECK(rewritten("template <class T>\n__host__ __device__ int f(T a) {\n#ifdef __CUDA_ARCH__\n"
                  "  return 1;\n#else\n  return 2;\n#endif\n}\nint b;\n") ==
        "template <class T>\n__host__ __device__ int f(T a) { if (::simt::cuda::in_device_code()) {"
        "\n#ifdef SIMT_CUDA_ARCH\n  return 1;\n#else\n  return 2;\n#endif\n} else {\n#line 2 "
        "\"a.cu\"\n\n#ifdef __CUDA_ARCH__\n  return 1;\n#else\n  return 2;\n#endif\n}}\nint b;\n");
  CHECK(rewritten("#define HD __host__ __device__\nHD int f() {\n#ifdef __CUDA_ARCH__\n#endif\n}\n")
            .find("in_device_code") != std::string::npos);
}

TEST_CASE("rewriter: __CUDA_ARCH__ around device functions") {
  CHECK(
      rewritten("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#else\n__device__ int f();\n"
                "#endif\n") ==
      "#if !defined(SIMT_CUDA_ARCH) || SIMT_CUDA_ARCH >= 600\n#else\n__device__ int f();\n"
      "#endif\n");
  std::string const host = "#ifdef __CUDA_ARCH__\n#include <a>\n#endif\n";
  CHECK(rewritten(host) == host);
}

TEST_CASE("rewriter: branches of #if that open the same brace") {
  CHECK(rewritten("void f(int n) {\n#ifdef A\n  for (;;) {\n#else\n  while (n) {\n#endif\n  }\n}\n"
                  "__shared__ int s;\n")
            .ends_with("\n}\nSIMT_CUDA_FILE_SHARED(s, int);\n"));
}

TEST_CASE("rewriter: kernels as void pointers keep their parameter types") {
  std::string const kernels =
      "__global__ void k(int);\nnamespace n { template <class T> "
      "__global__ void t(T a); }\n";
  auto const use = [&](std::string const& text) {
    return rewritten(kernels + text).substr(kernels.size());
  };
  CHECK(use("p = (void*)k;") == "p = ::simt::cuda::kernel_address(k);");
  CHECK(use("f((const void *)&k, 3);") == "f(::simt::cuda::kernel_address(k), 3);");
  CHECK(use("f((void*)n::t<float>, 3);") == "f(::simt::cuda::kernel_address(n::t<float>), 3);");
  CHECK(use("p = reinterpret_cast<void const*>(k);") == "p = ::simt::cuda::kernel_address(k);");
  // A variable that points to one.
  for (std::string const declared :
       {"void (*f)(int);", "void (*f[2])(int);", "typedef void (*type)(int); type f;",
        "typedef void (*type)(int); void g(type f) {}", "using type = void (*)(int); type f[3];",
        "auto f = k;", "auto const f = &k;", "auto f = c ? k : nullptr;",
        "auto call = [](auto f) {};", "template <class F> void g(F f) {}",
        "template <int N, typename F> void g(F const& f) {}"})
    CHECK(use(declared + "p = (void*)f; q = (void const*)f[1];") ==
          declared +
              "p = ::simt::cuda::kernel_address(f); q = ::simt::cuda::kernel_address(f[1]);");
  // Anything in a call that takes a kernel.
  std::string const call = "void h(F f) { cudaLaunchKernel(";
  CHECK(use(call + "(void*)f, 1, 2, (void**)a); }") ==
        call + "::simt::cuda::kernel_address(f), 1, 2, (void**)a); }");
  CHECK(use(call + "reinterpret_cast<const void*>(c ? f : a.b), 1); }") ==
        call + "::simt::cuda::kernel_address(c ? f : a.b), 1); }");
  CHECK(use("#define L(f) cudaFuncGetAttributes(&a, (const void*)f)\n") ==
        "#define L(f) cudaFuncGetAttributes(&a, ::simt::cuda::kernel_address(f))\n");
  for (char const* text : {"p = (void*)x; q = (void*)k(3); r = (int)k;",
                           "void h(F f) { cudaLaunchKernel((void*)0, (void)f); }",
                           "void h(F f) { cudaLaunchHostFunc(s, g, (void*)f); }",
                           "template <class F> void h(F* f) { p = (void*)f; }",
                           "auto f = g(x); auto h = [] { return k; }; p = (void*)f; q = (void*)h;",
                           "p = static_cast<void (*)(int)>(k);", "p = static_cast<voids>(k);"})
    CHECK(use(text) == text);
}

TEST_CASE("[QUAL-001] rewriter: host code that asks for a thread says so when it runs") {
  CHECK(rewritten_in_host("int i = blockDim.x + s.blockDim.y + n::gridDim.z; g(blockDim);") ==
        "int i = ::simt::cuda::host_read(blockDim, \"blockDim\").x + s.blockDim.y + n::gridDim.z; "
        "g(blockDim);");
  std::string const device =
      "__device__ int f() { return threadIdx.x; }\ntemplate <class T> __device__ T t(T a) { "
      "return a + f(); }\n__device__ int one() { return 1; }\n";
  auto const use = [&](std::string const& text) {
    return rewritten(device + text).substr(device.size());
  };
  CHECK(use("int main() { int x = f(), y = t<int>(g(2)) + one(); }") ==
        "int main() { int x = (::simt::cuda::host_call(\"f\"), f()), y = "
        "(::simt::cuda::host_call(\"t\"), t<int>(g(2))) + one(); }");
  // Kernels, functions of both sides, members, and functions that the host has, too.
  for (char const* text :
       {"__global__ void k() { f(); }", "__host__ __device__ int both() { return f(); }",
        "int g() { return s.f() + p->f() + n::f(); }",
        "int f(float) { return 1; } int g() { return f(1.0f); }",
        "auto l = [=] __device__ (int i) { return f() + blockIdx.x; };"})
    CHECK(use(text) == text);
  // Variables and methods of such a function's name.
  for (char const* text :
       {"void g(int n) { std::vector<int> f(n); int a = n, f(5), *f(&a); T&& f(a); }",
        "void g() { struct s { s() : f(3) {} s(int a = 1) : n(a), f(3) {} int f; }; }",
        "struct s { int f(int); int g() { return f(1); } };\nint s::h() { return f(1); }",
        "int g(int f) { return f < 1 && 3 > (2); }"})
    CHECK(use(text) == text);
  for (char const* before : {"int i = 2 * ", "return a > ", "(a, ", "(2 & ", "x = c ? 1 : "}) {
    std::string const end = *before == '(' ? "); }" : "; }";
    CHECK(use("void h() { " + std::string(before) + "f()" + end) ==
          "void h() { " + std::string(before) + "(::simt::cuda::host_call(\"f\"), f())" + end);
  }
}

TEST_CASE("rewriter: variables whose names a macro pastes together are noted") {
  auto const note = [](std::string const& name) {
    return " static ::simt::cuda::noted_symbol simt_symbol_of_##" + name + "{" + name + "};";
  };
  std::string const begin = "#define GLOBALS(type) ";
  CHECK(rewritten(begin + "__device__ type type##_v = 1; __constant__ __device__ type a##type##_w[3] = "
                          "{1, 2, 3};\n") ==
        begin + "__device__ type type##_v = 1;" + note("type##_v") +
            " __constant__ __device__ type a##type##_w[3] = {1, 2, 3};" + note("a##type##_w") + "\n");
  // Members and functions are not, nor what another file defines.
  for (char const* body :
       {"static __device__ type type##_v;\n", "extern __device__ type type##_v;\n",
        "__device__ type type##_f(int x) { return x; }\n", "__device__ type v = 1;\n"})
    CHECK(rewritten(begin + body).find("noted_symbol") == std::string::npos);
}

TEST_CASE("rewriter: symbols named by strings") {
  CHECK(rewritten_in_host("cudaMemcpyToSymbol(\"c\", p, n);") == "cudaMemcpyToSymbol(c, p, n);");
  CHECK(rewritten_in_host("cudaGetSymbolAddress((void**)&p, \"c\");") ==
        "cudaGetSymbolAddress((void**)&p, c);");
  CHECK(rewritten_in_host("cudaGetTextureReference(&p, \"t\");") ==
        "cudaGetTextureReference(&p, t);");
  CHECK(rewritten_in_host("cudaGetSurfaceReference(&p, \"s\");") ==
        "cudaGetSurfaceReference(&p, s);");
  CHECK(rewritten_in_host("cudaMemcpyToSymbol(c, p, n);") == "cudaMemcpyToSymbol(c, p, n);");
}

TEST_CASE("rewriter: inline PTX that CUDA has words for") {
  CHECK(rewritten_in_kernel("asm volatile(\"bfind.u32 %0, %1;\" : \"=r\"(ret) : \"r\"(word));") ==
        "ret = 31u - __clz((unsigned)(word));");
  CHECK(rewritten_in_kernel("asm(\"mov.u32 %0, %%lanemask_lt;\\n\" : \"=r\"(mask));") ==
        "mask = (1u << (((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % "
        "32)) - 1;");
  CHECK(rewritten_in_kernel("asm(\"lop3.b32 %0, %1, %2, %3, 0x96;\" : \"=r\"(d[0]) : \"r\"(a), "
                            "\"r\"(b), \"r\"(c.x));") ==
        "d[0] = ((unsigned)(c.x)) ^ ((unsigned)(b)) ^ ((unsigned)(a));");
  CHECK(rewritten_in_kernel("asm volatile(\"ld.acquire.sys.global.u8 %0, [%1];\" : \"=r\"(r) : "
                            "\"l\"(p) : \"memory\");") ==
        "(r = *(const volatile unsigned char*)((p)), __threadfence_system());");
  CHECK(rewritten_in_kernel("asm(\"st.shared.v2.s32 [%0+8], {%1, %2};\" :: \"r\"(a), \"r\"(x), "
                            "\"r\"(y));") ==
        "*(int2*)__cvta_shared_to_generic(((unsigned)(a) + 8)) = make_int2((int)(int)(x), "
        "(int)(int)(y));");
  CHECK(rewritten_in_kernel("asm(\"vabsdiff2.s32.s32.s32.add %0, %1, %2, 5;\" : \"=r\"(d) : "
                            "\"r\"(a), \"r\"(b));") ==
        "d = __vsads2((unsigned)(a), (unsigned)(b)) + (unsigned)(5);");
  CHECK(rewritten_in_kernel("asm(\"trap;\");") == "__trap();");
  CHECK(rewritten_in_kernel("asm volatile(\"membar.gl;\" ::: \"memory\");") == "__threadfence();");
  CHECK(rewritten_in_kernel("asm volatile(\"membar.sys;\");") == "__threadfence_system();");
  // Other operands, and more of them, are left alone; so is what would be evaluated twice.
  for (char const* text :
       {"asm(\"mov.u32 %0, %%lanemask_lt;\" : \"=f\"(a[0]));",
        "asm(\"lop3.b32 %0, %1, 3, 5, 0xe8;\" : \"=r\"(d) : \"r\"(f()));",
        "asm(\"ld.shared.u32 %0, [%1];\" : \"=r\"(d) : \"l\"(a));",
        "asm(\"ld.global.v2.u32 {%0, %1}, [%2]; trap;\" : \"=r\"(d), \"=r\"(e) : "
        "\"l\"(a));",
        "asm(\"vadd2.u32.s32.s32 %0, %1, %2, %3;\" : \"=r\"(d) : \"r\"(a), \"r\"(b), "
        "\"r\"(c));",
        "asm(\"vmin4.u32.u32.u32.sat %0, %1, %1, %1;\" : \"=r\"(d) : \"r\"(a));",
        "asm(\"shfl.sync.up.b32 %0, %1, 1, 31, -1;\" : \"=r\"(d) : \"r\"(a));",
        "asm(\"mov.u32 %0, %%lanemask_lt; add.u32 %0, %0, 1;\" : \"=r\"(m));",
        "asm(\"bfind.u32 %0, %1;\" : \"=r\"(r) : \"r\"(w), \"r\"(v));",
        "asm(\"trap; bar.sync 0;\");", "asm(\"trap;\" : \"=r\"(m));",
        "asm(\"bfind.u32 %0, %1;\" : \"=l\"(r) : \"r\"(w));"})
    CHECK(rewritten_in_kernel(text).find("static_assert(false") != std::string::npos);
}

TEST_CASE("ptx: is written out on the lines of its statement, but for macros") {
  simt::cu::lexed const file{"a.cu",
                             "#define T asm(\"trap;\")\n"
                             "__device__ void f() {\n  if (a) asm(\"trap;\"\n  );\n  else "
                             "asm(\"mma.sync;\"); }\n"};
  CHECK(simt::cu::with_ptx_written_out(file) ==
        "#define T asm(\"trap;\")\n"
        "__device__ void f() {\n  if (a) __trap()\n;\n  else asm(\"mma.sync;\"); }\n");
  CHECK(!simt::cu::with_ptx_written_out({"b.cu", "void f() { asm(\"nop\"); }"}));
}

TEST_CASE("pragma macros: a macro for a #pragma is one for _Pragma, or empty where only nvcc reads it") {
  std::string const before =
      "#define CHECK_NOT #pragma nv_exec_check_disable\n"
      "#  define QUIET   # pragma hd_warning_disable // of both\n"
      "#define UNROLL(n) unrolled(n, #pragma)\n#define UNROLL4 \\\n #pragma unroll 4\n"
      "#define NOTE #pragma message(\"it is \\\"here\\\"\")\n#pragma once\n";
  CHECK(simt::cu::may_name_pragmas(before));
  CHECK(simt::cu::with_pragma_macros_written_out({"a.cu", before}) ==
        "#define CHECK_NOT \n"
        "#  define QUIET    // of both\n"
        "#define UNROLL(n) unrolled(n, #pragma)\n"
        "#define UNROLL4 \\\n _Pragma(\"unroll 4\")\n"
        "#define NOTE _Pragma(\"message(\\\"it is \\\\\\\"here\\\\\\\"\\\")\")\n#pragma once\n");
  CHECK_FALSE(simt::cu::may_name_pragmas("#pragma once\n  #pragma unroll\n"));
  CHECK(!simt::cu::with_pragma_macros_written_out({"b.cu", "#define N 4\n#pragma once\n"}));
}

TEST_CASE("ptx: several instructions are a block, a compiler's barrier stays") {
  auto const written = [](std::string const& text) {
    return simt::cu::with_ptx_written_out({"a.cu", text}).value_or("");
  };
  CHECK(
      written("if (a) asm(\"{.reg .u32 t;\"\n\"add.u32 t, %1, 1; mov.u32 %0, t;}\" : \"=r\"(x) "
              ": \"r\"(y)); else z();") ==
      "if (a) { unsigned simt_ptx_0 = 0; unsigned simt_ptx_1 = (unsigned)(y); unsigned simt_ptx_t "
      "= 0; simt_ptx_t = simt_ptx_1 + (unsigned)(1ull); simt_ptx_0 = simt_ptx_t; x = simt_ptx_0; "
      "}\n else z();");
  for (std::string const kept :
       {"asm volatile(\"\" ::: \"memory\");", "asm(\"mov %1, %0\" : \"=r\"(x) : \"r\"(y));",
        "asm(\"bra L; mov.u32 %0, 1;\" : \"=r\"(x));",
        "asm(\"add.u32 %0, %0, 1; add.u32 %0, %0, 1;\" : \"+r\"(p[i++]));"})
    CHECK(written(kept) == "");
}

TEST_CASE("rewriter: constants of classes may be of any arithmetic type") {
  CHECK(rewritten("template <class T> struct s { static const T zero = T(0); };") ==
        "template <class T> struct s { static constexpr T zero = T(0); };");
  for (std::string const kept :
       {"struct s { static const int n = 4; };", "struct s { static const char* const c = 0; };",
        "struct s { static const float f; };", "static const float f = 1;"})
    CHECK(rewritten(kept) == kept);
}

TEST_CASE("rewriter: inline PTX in device code does not compile and names the instruction") {
  std::string const trap =
      "[] { static_assert(false, \"simt: inline PTX 'cp.async.bulk.wait_group' in device code: "
      "write it "
      "in C++ for the CPU\"); }()";
  CHECK(rewritten_in_kernel("asm volatile(\"cp.async.bulk.wait_group %0;\\n\"\n ::\"n\"(n));") ==
        trap + "\n;");
  CHECK(rewritten("#define WAIT(n) \\\n asm volatile(\"cp.async.bulk.wait_group %0;\" \\\n "
                  "::\"n\"(n))\n") == "#define WAIT(n) \\\n " + trap + "\\\n\n");
  CHECK(rewritten_in_kernel("asm(\"{\\n\\t.reg .pred p;\\n\\tsetp.ne.u32 p, %0, 0;\");")
            .find("'setp.ne.u32'") != std::string::npos);
  CHECK(rewritten_in_kernel("asm(\"exit;\");").find("'exit'") != std::string::npos);
  CHECK(rewritten_in_kernel("asm volatile(\"\" ::: \"memory\");") ==
        "asm volatile(\"\" ::: \"memory\");");
  CHECK(rewritten_in_host("asm volatile(\"rdtsc\" : \"=a\"(a), \"=d\"(d));") ==
        "asm volatile(\"rdtsc\" : \"=a\"(a), \"=d\"(d));");
}

TEST_CASE("rewriter: includes are read in place and redirected") {
  simt::cu::names known;
  simt::cu::lexed const file{"a.cu", "#include \"b.cuh\"\n# include <c.h> // \"x\"\n#include M\n"};
  std::string seen;
  auto const out = simt::cu::rewrite(file, known, [&](std::string_view name, bool is_quoted) {
    seen += std::string(name) + (is_quoted ? "\" " : "> ");
    return is_quoted ? simt::cu::included{"/m/b.cuh", true} : simt::cu::included{};
  });
  CHECK(seen == "b.cuh\" c.h> ");
  CHECK(out.text == "#include \"/m/b.cuh\"\n# include <c.h> // \"x\"\n#include M\n");
  CHECK(out.changed);
  simt::cu::lexed const lacking{"a.cu", "#include <cub/block/block_shuffle.cuh>\n"};
  CHECK(simt::cu::rewrite(lacking, known,
                          [](std::string_view, bool) {
                            return simt::cu::included{{}, false, true};
                          })
            .text.starts_with(
                "#error \"simt: <cub/block/block_shuffle.cuh> is none of simt's headers of CUB"));
}

TEST_CASE(
    "[COMPILE-008] rewriter: a function that a header defines for device code is a file's own") {
  auto const in_header = [](std::string text) {
    simt::cu::names known;
    known.in_header = true;
    simt::cu::lexed const file{"a.cuh", std::move(text)};
    return simt::cu::rewrite(file, known).text;
  };
  auto const is_own = [&](std::string const& text) {
    return in_header(text).find("static __attribute__((unused)) __") != std::string::npos;
  };
  for (std::string const text :
       {"#pragma once\n__device__ int f(int x) { return x; }",
        "namespace n { unsigned __device__ f() { return 1; } }",
        "__device__ std::array<int, 3> f() { return {}; }",
        "__device__ auto f(int (*g)(int)) -> int { return 1; }",
        "__device__ __noinline__ void f() noexcept(true) {}",
        "__device__ int f(int x) { return x; } __device__ int f(int);",
        "int f(int) { return 1; } __device__ int f(float x) { return x; }"})
    CHECK_MESSAGE(is_own(text), text);
  for (std::string const text :
       {"int f(int); __device__ int f(int x) { return x; }",
        "namespace n { int* f(int) noexcept; } __device__ int f(int x) { return x; }",
        "__device__ int f(int);", "__device__ int f(int); __device__ int f(int x) { return x; }",
        "struct a { friend __device__ int f(int); }; __device__ int f(int x) { return x; }",
        "extern \"C\" __device__ int f() { return 1; }", "static __device__ int f() { return 1; }",
        "__device__ inline int f() { return 1; }",
        "__forceinline__ __device__ int f() { return 1; }",
        "template <class T> __device__ T f(T x) { return x; }", "__global__ void f() {}",
        "__host__ __device__ int f() { return 1; }", "__device__ __host__ int f() { return 1; }",
        "struct a { __device__ int f() { return 1; } };",
        "constexpr __device__ int f() { return 1; }", "__device__ int (*p)(int);"})
    CHECK_MESSAGE(!is_own(text), text);
  CHECK(in_header("__device__ int a::f() { return 1; }") ==
        "inline __device__ int a::f() { return 1; }");
  CHECK(rewritten("__device__ int f() { return 1; }") == "__device__ int f() { return 1; }");
}

TEST_CASE(
    "[COMPILE-008] rewriter: a variable that a header defines for device code is a file's own") {
  auto const in_header = [](std::string header, std::string other = "") {
    simt::cu::names known;
    simt::cu::lexed const file{"a.cuh", std::move(header)};
    simt::cu::lexed const unit{"a.cu", std::move(other)};
    simt::cu::merged_mentions mentions;
    mentions.add(file.tokens, true);
    mentions.add(unit.tokens, false);
    known.mentions = mentions.all();
    known.in_header = true;
    return simt::cu::rewrite(file, known).text;
  };
  auto const is_own = [&](std::string const& header, std::string const& other = "") {
    return in_header(header, other).find("static __attribute__((unused)) __") != std::string::npos;
  };
  for (std::string const text :
       {"__device__ int x = f(1);", "__device__ int x{3};", "__constant__ float x[3] = {1, 2};",
        "namespace n { __device__ volatile unsigned x, y[2] = {1, 2}; }",
        "__device__ __managed__ float4* x;", "__align__(16) __constant__ char x[N];",
        "__device__ int x; __device__ int f() { return x; }", "__device__ std::array<int, 3> x;",
        "#define F(y) (y)\n__constant__ float x;"})
    CHECK_MESSAGE(is_own(text), text);
  for (std::string const text :
       {"extern __device__ int x; __device__ int x;", "static __device__ int x;",
        "inline __device__ int x;", "struct a { __device__ int x; };",
        "__device__ const int x = 1;", "template <class T> __device__ T x;",
        "extern \"C\" __constant__ int x;",
        // Of these the linker may keep one for all files.
        "__device__ int x; __device__ inline int f() { return x; }",
        "struct a { __device__ int f(); }; __device__ int x; int a::f() { return x; }",
        "__device__ int x;\n#define F() (x + 1)\n"})
    CHECK_MESSAGE(!is_own(text), text);
  CHECK(in_header("__device__ int x; __device__ int f() { return x; }\n"
                  "inline __device__ int g() { return f(); }")
            .starts_with("__device__ int x;"));
  CHECK(is_own("__device__ int x;", "__global__ void k() { x = 1; }"));
  CHECK(!is_own("__device__ int x;", "template <int N> __global__ void k() { x = N; }"));
  CHECK(!is_own("__device__ int x;", "namespace { struct s { void k() { x = 1; } }; }"));
}
