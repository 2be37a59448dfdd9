// SPDX-License-Identifier: MIT
#include <cu/text/lexed.hpp>
#include <cu/text/reference_types.hpp>

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

namespace {

simt::cu::reference_types types_of(std::initializer_list<std::string> files) {
  simt::cu::reference_types out;
  for (std::string const& text : files) {
    simt::cu::lexed const file{"a.cu", text};
    out.add(file.file.text, file.tokens);
  }
  return out;
}

}  // namespace

TEST_CASE(
    "reference types: textures and surfaces of file scope are found wherever they are named") {
  for (char const* text :
       {"texture<float> t;", "texture<float4, cudaTextureType2D, cudaReadModeElementType> t;",
        "static texture < unsigned char, 1 > t;", "namespace a { ::texture<float, (1 + 1)> t; }",
        "extern \"C\" { texture<int2> t; }", "#define TEXTURE texture<float, 1>\nTEXTURE t;",
        "void f(texture<float>& t);", "typedef texture<float> t;",
        "std::vector<texture<float>*> all;",
        "texture<float> t; void f(cudaTextureObject_t texture) { if (texture < 5) g(); }"})
    CHECK_MESSAGE(types_of({text}).has_textures(), std::string(text));
  CHECK(types_of({"int a;", "surface<void, 2> s;"}).has_surfaces());
  CHECK_FALSE(types_of({"int a;", "surface<void, 2> s;"}).has_textures());
}

TEST_CASE("reference types: names of the program's own are no textures") {
  for (char const* text :
       {"", "struct texture { int a; }; texture t;",
        "template <class T> class texture { T a; }; texture<int> t;", "enum texture { a }; ",
        "template <class T> using texture = T*; texture<float> t;",
        "int texture; bool f(int n, int m) { return texture < n && m > texture; }",
        "struct a { int texture; }; bool f(a b) { return b.texture<5, b.texture> 3; }",
        "my::texture<float> t;", "void g() { h(texture < 1, 2 > 0); }"})
    CHECK_MESSAGE(!types_of({text}).has_textures(), std::string(text));
  CHECK_FALSE(
      types_of({"texture<int> t;", "template <class T> struct texture {};"}).has_textures());
  // A class of a namespace leaves CUDA's to the rest.
  CHECK(types_of({"namespace a { struct texture {}; } texture<float> t;"}).has_textures());
}
