// SPDX-License-Identifier: MIT
#include <cu/syntax/parse_file.hpp>

#include <doctest/doctest.h>

#include "parsed.hpp"

#include <string>
#include <vector>

namespace {

using namespace simt::cu::lane;
using kind = statement_kind;

/// A statement as it is written back, blanks and lines as one blank.
std::string printed(std::string const& text, std::string const& before = {}) {
  parsed_statement const s{text, before};
  if (!s.why().empty()) return "refused " + s.why();
  std::string const all = printer{}(*s);
  std::string out;
  for (char c : all) {
    bool const is_space = c == ' ' || c == '\n';
    if (!is_space || (!out.empty() && out.back() != ' ')) out += is_space ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

bool declares(std::string const& text, std::string const& before = {}) {
  parsed_statement const s{text, before};
  CHECK(s.why() == "");
  return s->is(kind::declaration);
}

}  // namespace

TEST_CASE("parser: operators by precedence") {
  CHECK(shape_of("a = b + c * d - e") == "=(a, -(+(b, *(c, d)), e))");
  CHECK(shape_of("a = b = c") == "=(a, =(b, c))");
  CHECK(shape_of("a += b << 2 + c") == "+=(a, <<(b, +(2, c)))");
  CHECK(shape_of("a >>= b >> 1 & 3") == ">>=(a, &(>>(b, 1), 3))");
  CHECK(shape_of("a <<= 1") == "<<=(a, 1)");
  CHECK(shape_of("a = b || c && d | e ^ f & g == h < i") ==
        "=(a, ||(b, &&(c, |(d, ^(e, &(f, ==(g, <(h, i))))))))");
  CHECK(shape_of("a = b ? c : d ? e : f") == "=(a, ?(b, c, ?(d, e, f)))");
  CHECK(shape_of("b ? c = 1 : d = 2") == "?(b, =(c, 1), =(d, 2))");
  CHECK(shape_of("a = (b, c), d") == ",(=(a, (,(b, c))), d)");
  CHECK(shape_of("a = -b * !c + ~d") == "=(a, +(*(-(b), !(c)), ~(d)))");
  CHECK(shape_of("*p++ = --n") == "=(*(post++(p)), --(n))");
  CHECK(shape_of("a = *p * *p && &p[1] != &n") == "=(a, &&(*(*(p), *(p)), !=(&(at(p, 1)), &(n))))");
  CHECK(shape_of("a = b and not c or d") == "=(a, ||(&&(b, !(c)), d))");
  CHECK(shape_of("a = b <= c, d >= e") == ",(=(a, <=(b, c)), >=(d, e))");
}

TEST_CASE("parser: calls, members and elements") {
  CHECK(shape_of("f(a, g(b), {1, 2})") == "call(f, a, call(g, b), list(1, 2))");
  CHECK(shape_of("a.b->c[1][i + 1].d()") == "call(at(at(a.b->c, 1), +(i, 1)).d)");
  CHECK(shape_of("f<float, 4>(x)") == "call(f<float, 4>, x)");
  CHECK(shape_of("ns::f<T>::g(x)") == "call(ns::f<T>::g, x)");
  CHECK(shape_of("::f(x)") == "call(::f, x)");
  CHECK(shape_of("t.shfl<4>(x)") == "call(t.shfl<4>, x)");
  CHECK(shape_of("t.template get<0>()") == "call(t.template get<0>)");
  CHECK(shape_of("a = t.size < n") == "=(a, <(t.size, n))");
  CHECK(shape_of("(*p)(a)") == "call((*(p)), a)");
  CHECK(shape_of("f(a...)") == "call(f, pack(a))");
  CHECK(shape_of("printf(\"%d\" \"\\n\", n)") == "call(printf, \"%d\" \"\\n\", n)");
  CHECK(shape_of("a = b < c") == "=(a, <(b, c))");
  CHECK(shape_of("b = n < x > (3)") == "=(b, >(<(n, x), (3)))");
  parsed_statement const s{"::a::f<float, 4>(1);"};
  expression const& name = (*s->value)[0];
  CHECK(name.id == "f");
  CHECK(name.scope == "::a::");
  CHECK(name.arguments == "<float, 4>");
}

TEST_CASE("parser: casts and constructions") {
  CHECK(shape_of("a = (int)x * 2") == "=(a, *(cast<int>(x), 2))");
  CHECK(shape_of("a = (float*)p + 1") == "=(a, +(cast<float*>(p), 1))");
  CHECK(shape_of("a = (unsigned long long*)&p[i]") ==
        "=(a, cast<unsigned long long*>(&(at(p, i))))");
  CHECK(shape_of("a = (T*)&x") == "=(a, cast<T*>(&(x)))");
  CHECK(shape_of("a = (T)x") == "=(a, cast<T>(x))");
  CHECK(shape_of("a = (const volatile int*)p") == "=(a, cast<const volatile int*>(p))");
  CHECK(shape_of("a = (struct s*)p") == "=(a, cast<struct s*>(p))");
  CHECK(shape_of("a = (float (*)[4])p") == "=(a, cast<float (*)[4]>(p))");
  CHECK(shape_of("a = (n) - x") == "=(a, -((n), x))");
  CHECK(shape_of("a = (n) * (x)") == "=(a, *((n), (x)))");
  CHECK(shape_of("a = (size_t) - x") == "=(a, cast<size_t>(-(x)))");
  CHECK(shape_of("a = (float4)(x)") == "=(a, cast<float4>((x)))");
  CHECK(shape_of("a = (real) * p", "typedef float real;") == "=(a, cast<real>(*(p)))");
  CHECK(shape_of("a = (real) * p", "float real;") == "=(a, *((real), p))");
  CHECK(shape_of("a = (real) - p", "#define real float\n") == "=(a, cast<real>(-(p)))");
  CHECK(shape_of("a = (N) - p", "#define N 4\n") == "=(a, -((N), p))");
  CHECK(shape_of("a = (N) - n", "enum { M, N = 4 };") == "=(a, -((N), n))");
  CHECK(shape_of("a = (int)sizeof(float) + sizeof x") ==
        "=(a, +(cast<int>(sizeof<float>()), sizeof(x)))");
  CHECK(shape_of("a = static_cast<T const*>(p)[1]") == "=(a, at(static_cast<const T*>(p), 1))");
  CHECK(shape_of("a = reinterpret_cast<a<b<int>>&>(x)") ==
        "=(a, *(reinterpret_cast<a<b<int>>*>(&(x))))");
  CHECK(shape_of("a = float(n) + unsigned(x)") ==
        "=(a, +(construct<float>(n), construct<unsigned>(x)))");
  CHECK(shape_of("a = float2{x, 1}.x") == "=(a, braces<float2>(x, 1).x)");
  CHECK(shape_of("a = S{.a = 1, .b = 2}") == "=(a, braces<S>(.a(1), .b(2)))");
  CHECK(shape_of("a = T(1)", "template <class T>") == "=(a, construct<T>(1))");
  CHECK(shape_of("a = typename T::type(1)") == "=(a, construct<typename T::type>(1))");
}

TEST_CASE("parser: a local name hides a type's") {
  CHECK(shape_of("int half = 2; a = (half) - x") == "=(a, -((half), x))");
  CHECK(shape_of("typedef int n2; a = (n2) - x") == "=(a, cast<n2>(-(x)))");
  CHECK(shape_of("using n = float; a = (n) - x") == "=(a, cast<n>(-(x)))");
  CHECK(shape_of("{ int half; } a = (half) - x") == "=(a, cast<half>(-(x)))");
  CHECK(shape_of("for (int uint = 0;;) { } a = (uint)(x)") == "=(a, cast<uint>((x)))");
}

TEST_CASE("parser: declaration or expression") {
  CHECK(declares("a * b;"));
  CHECK(declares("a * b = c;"));
  CHECK(declares("a const& b = c;"));
  CHECK(declares("a::b<int> c;"));
  CHECK(declares("a<b>* c = d;"));
  CHECK(declares("unsigned x;"));
  CHECK(declares("real* q, r[4];", "typedef double real;"));
  CHECK(declares("auto [a, b] = c;"));
  CHECK(declares("int (*q)[4] = r;"));
  CHECK(declares("typename T::x y = 1;"));
  CHECK(declares("struct s t;"));
  CHECK(declares("struct { int a; } t;"));
  CHECK(declares("cg::thread_block b = cg::this_thread_block();"));
  CHECK(declares("dim3 b(1, 2);"));
  CHECK_FALSE(declares("n * x;"));
  CHECK_FALSE(declares("a(b);"));
  CHECK_FALSE(declares("a<4>(b);"));
  CHECK_FALSE(declares("int(x) + 1;"));
  CHECK_FALSE(declares("a.b = c;"));
  CHECK_FALSE(declares("a::b = c;"));
}

TEST_CASE("parser: declarations of all forms") {
  parsed_statement const s{"static const unsigned int a = 1, *const b[2][3] = {}, c(4), d{5, 6};"};
  REQUIRE(s->declared);
  auto const& all = s->declared->names;
  REQUIRE(all.size() == 4);
  CHECK(s->declared->words.is_static);
  CHECK(all[0].declared.base == "unsigned int");
  CHECK(all[0].declared.is_const);
  CHECK(all[0].declared.is_plain());
  CHECK(all[0].initialiser == initialiser_kind::equals);
  CHECK(all[1].name == "b");
  CHECK(all[1].declared.is_array());
  CHECK(all[1].declared.levels.at(0).is_const);
  CHECK(all[1].declared.extents.size() == 2);
  CHECK(all[2].initialiser == initialiser_kind::parentheses);
  CHECK(all[3].initialiser == initialiser_kind::braces);
  CHECK(all[3].values.size() == 2);
  CHECK(printed("__shared__ float s[16][17];") == "__shared__ float s[16][17];");
  CHECK(printed("extern __shared__ __align__(16) char s[];") ==
        "alignas(16) extern __shared__ char s[];");
  CHECK(printed("float (&r)[4] = x;") == "float (& r)[4] = x;");
  CHECK(printed("float* __restrict__ const q = p;") == "float* const __restrict__ q = p;");
  CHECK(printed("int x = {1};") == "int x = {1};");
  CHECK(printed("auto const& r = x;") == "const auto& r = x;");
  CHECK(printed("auto f = [&](int i) { return i + n; };") ==
        "auto f = [&](int i) { return i + n; };");
  CHECK(parsed_statement { "int&& r = 1;" } -> declared->names[0].declared.is_reference());
  CHECK(parsed_statement { "int* q;" } -> declared->names[0].declared.is_pointer());
}

TEST_CASE("parser: types defined in a body") {
  parsed_statement const s{"typedef struct { int a; } pair; pair* q;"};
  CHECK(s->is(kind::declaration));
  parsed_statement const t{"typedef float row[4];"};
  CHECK(t->is(kind::type_definition));
  CHECK(t->defines == std::vector<std::string>{"row"});
  CHECK(t->text == "typedef float row[4];");
  CHECK(parsed_statement { "struct pair { int a, b; };" } -> is(kind::type_definition));
  CHECK(parsed_statement { "enum { A, B };" } -> is(kind::type_definition));
  CHECK(parsed_statement { "using T = float;" } -> is(kind::type_definition));
  CHECK(parsed_statement { "namespace cg = cooperative_groups;" } -> is(kind::type_definition));
  CHECK(parsed_statement { "static_assert(sizeof(int) == 4, \"\");" } -> is(kind::type_definition));
}

TEST_CASE("parser: control flow") {
  CHECK(printed("if (n) x = 1; else if (x > 2) { } else return;") ==
        "if (n) x = 1; else if (x > 2) { } else return;");
  CHECK(printed("if constexpr (sizeof(int) == 4) ;") == "if constexpr (sizeof(int) == 4) ;");
  CHECK(printed("if (int i = n; i < 3) { }") == "if (int i = n; i < 3) { }");
  CHECK(printed("if (int i = n) { }") == "if (int i = n; i) { }");
  CHECK(printed("while (int i = n--) break;") == "while (int i = n--) break;");
  CHECK(printed("while (int i = n--) { break; }") ==
        "for (; ;) { int i = n--; if (i) ; else break; { break; } }");
  CHECK(printed("do { continue; } while (--n);") == "do { continue; } while (--n);");
  CHECK(printed("for (int i = 0, j = n; i < j; ++i, --j) ;") ==
        "for (int i = 0, j = n; i < j;++i, --j) ;");
  CHECK(printed("for (;;) ;") == "for (; ;) ;");
  CHECK(printed("for (i = 0; i < n; i++) { }") == "for (i = 0; i < n;i++) { }");
  CHECK(printed("switch (n) { case 1: case A: x = 1; break; default: return; }") ==
        "switch (n) { case 1: case A: x = 1; break; default: return; }");
  parsed_statement const s{"for (auto v : p) { n += v; }"};
  CHECK(s->is(kind::range_for));
  CHECK(s->text == "auto v : p");
  CHECK(parsed_statement { "for (int i = n ? 1 : 2; i < n;) ;" } -> is(kind::for_));
  CHECK(parsed_statement{"asm volatile(\"\" ::: \"memory\");"}.why() == "");
  CHECK(parsed_statement{"asm volatile(\"\" : \"+r\"(n) :: \"memory\");"}.why() == "1: asm");
}

TEST_CASE("parser: #pragma unroll belongs to the loop behind it") {
  CHECK(parsed_statement { "\n#pragma unroll 4\nfor (;;) ;" } -> unroll == "unroll 4");
  CHECK(parsed_statement { "_Pragma(\"unroll\") while (n) ;" } -> unroll == "unroll");
  CHECK(parsed_statement { "\n#pragma unroll\n n = 1;" } -> unroll == "");
  CHECK(parsed_statement { "\n#pragma nv_diag_suppress 177\nfor (;;) ;" } -> unroll == "");
  CHECK(parsed_statement { "\n#pragma unroll\nfor (;;)\n#pragma nounroll\ndo { } while (n);" }
        -> body[0]
            ->unroll == "nounroll");
}

TEST_CASE("parser: places in the file") {
  parsed_statement const s{"\n\n  if (n)\n {\n }\n"};
  CHECK(s->line == 3);
  CHECK(s->last_line == 5);
  function const& f = s.function();
  CHECK(f.begin == 0);
  CHECK(s.file.text[f.body_begin] == '{');
  CHECK(f.body_end == s.file.text.size());
  CHECK(f.tokens[s->tokens.begin].text == "if");
  CHECK(f.tokens[s->tokens.end - 1].text == "}");
}

TEST_CASE("parser: lambdas [LANG-014][CPP11-013]") {
  parsed_statement s{
      "auto f = [=, &n, m = n + 1](int a, auto& b) -> float { if (a) return b; return 2; };"};
  REQUIRE(s.why().empty());
  simt::cu::lane::expression const& e = *s->declared->names[0].values[0];
  REQUIRE(e.written);
  simt::cu::lane::lambda const& f = *e.written;
  CHECK(f.copies);
  CHECK(f.keeps("p"));
  CHECK_FALSE(f.keeps("n"));
  CHECK(f.made.at(0).name == "m");
  CHECK(f.parameters.size() == 2);
  CHECK_FALSE(f.changes(0));
  CHECK(f.changes(1));
  CHECK(f.result->base == "float");
  CHECK(f.body->body.size() == 2);
  parsed_statement some{"p[0] = [p, &x] { return p[1]; }();"};
  REQUIRE(some.why().empty());
  simt::cu::lane::lambda const& g = *(*some->value)[1][0].written;
  CHECK(g.keeps("p"));
  CHECK_FALSE(g.keeps("x"));
  CHECK_FALSE(g.keeps("n"));
  CHECK(parsed_statement{"auto f = [=]() mutable { return n++; };"}.why() ==
        "1: a lambda that changes its copies");
  CHECK(parsed_statement{"auto f = []<class T>(T a) { return a; };"}.why() ==
        "1: a lambda that is a template");
  CHECK(parsed_statement{"auto f = [this] { return 1; };"}.why() == "1: a capture of this");
}

TEST_CASE("parser: decltype of a name is what it is declared as") {
  auto const declared = [](std::string const& text) {
    parsed_statement s{text};
    REQUIRE(s.why().empty());
    return simt::cu::lane::printer{}(*s->declared);
  };
  CHECK(declared("decltype(n) m = 1;") == "int m = 1");
  CHECK(declared("float const* const q = 0; decltype(q) r = q;") == "const float* const r = q");
  CHECK(declared("decltype(p)* r = &p;") == "int** r = &p");
  CHECK(declared("std::remove_const_t<decltype(p)> r = p;") == "std::remove_const_t< int*> r = p");
  CHECK(declared("float(*t)[4] = (decltype(t))p;") == "float (* t)[4] = (float (*)[4])p");
  CHECK(declared("decltype(n + 1.f) y = x;") == "simt_l::scalar<decltype(n + 1.f)> y = x");
  CHECK(declared("decltype(p[0]) y = p[1];") == "decltype(p[0]) y = p[1]");  // a reference
  CHECK(parsed_statement{"float t[4]; decltype(t) u;"}.why() ==
        "1: decltype of an array in a declaration");
}

TEST_CASE("parser: for over a range") {
  parsed_statement s{"int t[3]; for (auto const& y : t) x += y;"};
  REQUIRE(s.why().empty());
  CHECK(s->is(simt::cu::lane::statement_kind::range_for));
  CHECK(s->declared->names.at(0).name == "y");
  CHECK(s->declared->names[0].declared.is_reference());
  CHECK(shape(*s->value) == "t");
}

TEST_CASE("parser: what is refused says why and where") {
  CHECK(parsed_statement{"\ngoto a; a: ;"}.why() == "2: goto");
  CHECK(parsed_statement{"\n\nasm(\"mov.u32 %0, 1;\" : \"=r\"(n));"}.why() == "3: asm");
  CHECK(parsed_statement{"try { } catch (int) { }"}.why() == "1: try");
  CHECK(parsed_statement{"int* q = new int[4];"}.why() == "1: new");
  CHECK(parsed_statement{"g<<<1, 2>>>(p);"}.why() == "1: a launch of a kernel");
  CHECK(parsed_statement{"x = (a) - n;"}.why() == "1: cannot tell whether (a) is a cast");
  CHECK(parsed_statement{"real * q;", "float real; struct real {};"}.why() ==
        "1: cannot tell whether real is a type");
  CHECK(parsed_statement{"x = ({ int y = 1; y + 1; });"}.why().empty());
  CHECK(parsed_statement{"x = ({ return; 1; });"}.why() ==
        "1: a return out of a statement within an expression");
  CHECK(parsed_statement{"x = (a + ... + 0);"}.why() == "1: a fold expression");
  CHECK(parsed_statement{"float f(float);"}.why() == "1: a function declared in a function");
  CHECK(parsed_statement{"float(x);"}.why() == "1: a declaration like T(x)");
  CHECK(parsed_statement{"x = ;"}.why() == "1: cannot read ';' here");
  CHECK(parsed_statement{"x = 1"}.why() == "1: cannot read '}' here");
  CHECK(parsed_statement{"else x = 1;"}.why() == "1: cannot read 'else' here");
  CHECK(parsed_statement{"switch (n) { case 1 ... 4: ; }"}.why() == "1: a range of cases");
  CHECK(parsed_statement{std::string(1000, '(')}.why() != "");
  CHECK(parsed_statement{"x = " + std::string(1000, '(') + std::string(1000, ')') + ";"}.why() ==
        "1: nested too deeply");
}

TEST_CASE("parser: functions and what stands around them") {
  parsed const all{R"(
namespace a { namespace {
template <class T, int N = 4, typename... R>
__global__ void __launch_bounds__(256, 2) k(T* __restrict__ p, const float4 v, int n = 1, R... r) {}
struct s {
  template <class U> __device__ inline U f(int (&x)[4], float (*y)(float)) const { return U(); }
  __host__ __device__ s(int a) : a_(a), b_{1} {}
  __device__ s operator+(s const& o) const { return o; }
  int a_, b_;
};
} }
template <> __device__ auto g<float>(float) -> float { return 1.f; }
extern "C" __global__ void c(void) {}
extern "C" { __device__ int d(int, ...); }
__device__ void a::s::h() {}
int host(int x) { if (x) { return 1; } return 2; }
__forceinline__ static __device__ float* e() { return 0; }
)"};
  auto const& f = all.syntax.functions;
  REQUIRE(f.size() == 9);
  for (function const& each : f) CHECK(each.is_understood());
  CHECK(f[0].name == "k");
  CHECK(f[0].is_kernel());
  CHECK(f[0].line == 3);
  CHECK(f[0].name_line == 4);
  REQUIRE(f[0].enclosing.size() == 2);
  CHECK(f[0].enclosing[0].name == "a");
  CHECK(f[0].enclosing[1].name == "");
  REQUIRE(f[0].templates.size() == 1);
  auto const& t = f[0].templates[0].parameters;
  REQUIRE(t.size() == 3);
  CHECK(t[0].kind == template_parameter_kind::type);
  CHECK(t[1].kind == template_parameter_kind::value);
  CHECK(t[1].name == "N");
  CHECK(t[1].text == "int N");
  CHECK(t[1].default_text == "4");
  CHECK(t[2].is_pack);
  CHECK(f[0].words.launch_bounds == "256, 2");
  REQUIRE(f[0].parameters.size() == 4);
  CHECK(f[0].parameters[0].declared.levels.at(0).is_restrict);
  CHECK(f[0].parameters[1].declared.base == "float4");
  CHECK(f[0].parameters[1].declared.is_const);
  CHECK(f[0].parameters[2].values.size() == 1);
  CHECK(f[0].parameters[3].is_pack);
  CHECK(f[1].name == "f");
  CHECK(f[1].is_member());
  CHECK(f[1].enclosing.back().name == "s");
  CHECK(f[1].trailing == "const");
  CHECK(f[1].parameters.at(0).declared.inner.at(0).sign == '&');
  CHECK(f[1].parameters.at(1).declared.function == "(float)");
  CHECK(f[1].parameters.at(1).name == "y");
  CHECK(f[2].is_special);
  CHECK(f[2].words.is_host);
  CHECK(f[3].is_special);
  CHECK(f[3].name == "operator+");
  CHECK(f[4].name == "g");
  CHECK(f[4].arguments == "<float>");
  CHECK(f[4].result.base == "float");
  CHECK(f[5].is_extern_c);
  CHECK(f[5].parameters.empty());
  CHECK_FALSE(f[6].is_definition);
  CHECK(f[6].is_variadic);
  CHECK(f[7].scope == "a::s::");
  CHECK(f[8].result.is_pointer());
  CHECK(f[8].words.is_forceinline);
}

TEST_CASE("parser: variables of the file") {
  parsed const all{"__device__ int a[4], *b; __constant__ float c = 1; int d; __managed__ int e;"};
  auto const& v = all.syntax.variables;
  REQUIRE(v.size() == 4);
  CHECK(v[0].declared.name == "a");
  CHECK(v[0].declared.declared.is_array());
  CHECK(v[1].declared.declared.is_pointer());
  CHECK(v[2].words.is_constant);
  CHECK(v[3].words.is_managed);
  CHECK(all.known.is_value("d"));
}
