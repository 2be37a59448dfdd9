// SPDX-License-Identifier: MIT
#include "parsed.hpp"

#include <doctest/doctest.h>
#include <cu/program/class_members.hpp>

#include <string>

using simt::cu::semantics::member_kind;

namespace {

/// Looks a member up in a text's classes.
simt::cu::semantics::class_member member(std::string const& text, char const* of,
                                         char const* name) {
  parsed const file{text};
  return file.known.classes().member(of, name);
}
member_kind kind(std::string const& text, char const* of, char const* name) {
  return member(text, of, name).kind;
}

}  // namespace

TEST_CASE("class members: data, and what all objects share") {
  std::string const text =
      "template <class T, int N> struct __align__(16) vec : base<T> {\n"
      "  vec() : a{1}, b(2) {}\n"
      "  T a, *b, c[N] = {};\n"
      "  T& r;\n"
      "  float (*f)(int), g : 3;\n"
      "  static constexpr int size = N, table[2] = {1, 2};\n"
      "  static int const old = 3; static T* all;\n"
      "  __host__ __device__ T get(int i) const { return i; }\n"
      "  static constexpr int twice(int x) { return 2 * x; }\n"
      "  auto last() -> T { int inner = 1; return inner; } int behind;\n"
      "  using value_type = T; typedef T* pointer;\n"
      "  enum { red = 1, green }; enum class scoped { blue }; enum named { white } of_enum;\n"
      "  struct inner { int x; } in; union { float as_float; int as_int; };\n"
      "  T operator[](int i) { return c[i]; } friend struct other;\n"
      "#if N\n  int conditional;\n#endif\n"
      " private: int hidden{4};\n};\n"
      "template <class T> struct base { int of_base; };\n";
  for (char const* const name : {"a", "b", "c", "f", "g", "in", "as_float", "as_int", "conditional",
                                 "hidden", "of_base", "of_enum", "behind"})
    CHECK_MESSAGE(kind(text, "vec", name) == member_kind::data, name);
  CHECK(kind(text, "vec", "r") == member_kind::reference);
  for (char const* const name : {"size", "red", "green", "white"})
    CHECK_MESSAGE(kind(text, "vec", name) == member_kind::constant, name);
  for (char const* const name : {"table", "old", "all"})
    CHECK_MESSAGE(kind(text, "vec", name) == member_kind::shared, name);
  CHECK(member(text, "vec", "old").is_undefined);
  for (char const* const name : {"size", "all", "a"})
    CHECK_MESSAGE(!member(text, "vec", name).is_undefined, name);
  CHECK(kind(text, "vec", "get") == member_kind::function);
  CHECK(kind(text, "vec", "twice") == member_kind::of_class);
  for (char const* const name : {"value_type", "pointer", "inner", "scoped"})
    CHECK_MESSAGE(kind(text, "vec", name) == member_kind::type, name);
  for (char const* const name : {"blue", "x", "nothing", "N", "T", "i"})
    CHECK_MESSAGE(kind(text, "vec", name) == member_kind::unknown, name);
  CHECK(member(text, "vec", "in").of.name == "inner");
  CHECK(member(text, "vec", "a").of.name.empty());  // whatever T is
  CHECK(member(text, "vec", "hidden").of.name == "int");
  CHECK(member(text, "base", "of_base").of.depth == 0);
}

TEST_CASE("class members: what nobody has seen is unknown") {
  CHECK(kind("struct a;\n", "a", "x") == member_kind::unknown);
  CHECK(kind("struct a : unseen { int x; };\n", "a", "x") == member_kind::data);
  CHECK(kind("struct a : unseen { int x; };\n", "a", "y") == member_kind::unknown);
  CHECK(kind("template <class B> struct a : B { int x; };\n struct B { int y; };\n", "a", "y") ==
        member_kind::unknown);
  // Two classes of one name, or two cases of an #if, that disagree.
  std::string const two =
      "namespace m { struct a { int x, y; }; } struct a { static int x; int y; };";
  CHECK(kind(two, "a", "x") == member_kind::unknown);
  CHECK(kind(two, "a", "y") == member_kind::data);
  CHECK(kind("struct a {\n#ifdef Q\n int x;\n#else\n static int x;\n#endif\n};\n", "a", "x") ==
        member_kind::unknown);
  // A macro may hold anything.
  std::string const macro =
      "#define MORE static int x;\nstruct a : b { MORE int y; };struct b {int x;};";
  CHECK(kind(macro, "a", "x") == member_kind::unknown);
  // One that takes arguments is none where it stands alone.
  std::string const named =
      "#define COUNT(n) int n\nstruct a { static constexpr int COUNT = COUNT(0); int y; };\n";
  CHECK(kind(named, "a", "y") == member_kind::data);
  CHECK(kind("struct b { int x; }; struct a : b { using b::x; };", "a", "x") ==
        member_kind::unknown);
}

TEST_CASE("class members: classes that consist of numbers") {
  std::string const text =
      "struct pair { int a; unsigned long long b; static int* shared; int sum() const; };\n"
      "struct both : pair { float4 v; pair p; };\n"
      "struct holder { int* p; }; struct rows { int a[4]; }; struct pointers { int* a[4]; }; "
      "struct refers { int& r; };\n"
      "struct derived : holder { int x; }; struct of_unseen : unseen { int x; };\n"
      "struct has_holder { holder h; }; struct calls { void (*f)(int); };\n"
      "template <class T> struct box { T x; };\n"
      "using other = both; typedef int* address; struct by_alias { address a; };\n";
  parsed const file{text};
  auto const& all = file.known.classes();
  for (char const* const name : {"pair", "both", "other", "float4", "rows", "struct rows"})
    CHECK(all.has_numbers_only(name));
  for (char const* const name : {"holder", "pointers", "refers", "derived", "of_unseen",
                                 "has_holder", "calls", "box", "by_alias", "unseen", "address"})
    CHECK_MESSAGE(!all.has_numbers_only(name), name);
}

TEST_CASE("class members: by other names of the class, and in bases") {
  std::string const text =
      "struct base { static constexpr int width = 4; int x; };\n"
      "struct derived : public base { int y; };\n"
      "using other = derived; typedef derived third; typedef struct { int z; } unnamed;\n"
      "typedef struct tagged { int w; } tagged_t; using pointer = derived*;\n";
  CHECK(kind(text, "derived", "width") == member_kind::constant);
  CHECK(kind(text, "other", "x") == member_kind::data);
  CHECK(kind(text, "third", "width") == member_kind::constant);
  CHECK(kind(text, "unnamed", "z") == member_kind::data);
  CHECK(kind(text, "tagged_t", "w") == member_kind::data);
  CHECK(kind(text, "pointer", "x") == member_kind::unknown);
  CHECK(kind(text, "float4", "w") == member_kind::data);
  CHECK(kind(text, "float4", "v") == member_kind::unknown);
}
