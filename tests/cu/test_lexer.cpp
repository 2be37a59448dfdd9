// SPDX-License-Identifier: MIT
#include <cu/text/lexer.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace simt::cu;

struct lexed {
  explicit lexed(std::string text) : file{"a.cu", std::move(text)}, tokens{lexer{file}.file()} {
    for (token const& t : tokens) texts.emplace_back(t.text(file.text));
  }
  source file;
  token_list tokens;
  std::vector<std::string> texts;
};

using words = std::vector<std::string>;

}  // namespace

TEST_CASE("lexer: `<` and `>` are single tokens, other operators are not") {
  CHECK(lexed{"k<a<b>><<<g,1>>>(x->y, a::b)"}.texts ==
        words{"k", "<", "a", "<", "b", ">",  ">", "<", "<", "<",  "g", ",", "1",
              ">", ">", ">", "(", "x", "->", "y", ",", "a", "::", "b", ")", ""});
  CHECK(lexed{"a<=b ... ## # --c"}.texts == words{"a", "<=", "b", "...", "##", "#", "--", "c", ""});
}

TEST_CASE("lexer: comments give no token, and their lines count") {
  lexed const all{"a // <<< \\\n still\n/* <<<\n */ b"};
  CHECK(all.texts == words{"a", "b", ""});
  CHECK(all.tokens[0].line == 1);
  CHECK(all.tokens[1].line == 4);
}

TEST_CASE("lexer: strings, prefixes, raw strings, characters and numbers") {
  lexed const all{R"x(u8"a\"<<<" R"(a)" LR"q()" <<<)q" '"' '\'' 1'000.5e+3f .5 x1)x"};
  CHECK(all.texts == words{R"(u8"a\"<<<")", "R\"(a)\"", R"x(LR"q()" <<<)q")x", "'\"'", "'\\''",
                           "1'000.5e+3f", ".5", "x1", ""});
  CHECK(all.tokens[0].kind == token_kind::string);
  CHECK(all.tokens[2].kind == token_kind::string);
  CHECK(all.tokens[3].kind == token_kind::character);
  CHECK(all.tokens[5].kind == token_kind::number);
}

TEST_CASE("lexer: a preprocessor line is one token with its continuations") {
  lexed const all{"x\n  # define A(b) \\\n  b <<< // no \"\n #error don't\ny # z"};
  CHECK(all.texts ==
        words{"x", "# define A(b) \\\n  b <<< // no \"", "#error don't", "y", "#", "z", ""});
  CHECK(all.tokens[1].kind == token_kind::directive);
  CHECK(all.tokens[1].line == 2);
  CHECK(all.tokens[2].line == 4);
  CHECK(all.tokens[3].line == 5);
}

TEST_CASE("lexer: text that #if 0 removes gives no token") {
  CHECK(lexed{"#if 0\n k<<< don't \"\n#if 1\n x\n#else\n y\n#endif\n/* #endif */\n#else\nz\n#endif"}
            .texts == words{"#if 0", "#else", "z", "#endif", ""});
}

TEST_CASE("lexer: a part of a macro's body has no preprocessor lines") {
  source const file{"a.cu", "#define A(b) \\\n #b a##b"};
  token_list const tokens = lexer{file}.part(12, static_cast<offset>(file.text.size()), 1);
  REQUIRE(tokens.size() == 6);
  CHECK(tokens[0].text(file.text) == "#");
  CHECK(tokens[0].line == 2);
  CHECK(tokens[3].is(symbol::paste));
}

TEST_CASE("lexer: words that matter are known") {
  lexed const all{"__global__ shared __shared__ union"};
  CHECK(all.tokens[0].is(word::global));
  CHECK(all.tokens[1].is(word::none));
  CHECK(all.tokens[2].is(word::shared));
  CHECK(all.tokens[3].is(word::class_));
  for (auto const& w : simt::cu::detail::known_words) CHECK(find_word(w.text) == w.name);
}

TEST_CASE("lexer: text without an end names file and line") {
  CHECK_THROWS_WITH_AS(lexed{"a\n/* b\n"}, "a.cu:2: error: unterminated comment", error);
  CHECK_THROWS_WITH_AS(lexed{"\n\n\"b\n\""}, "a.cu:3: error: unterminated string", error);
  CHECK_THROWS_WITH_AS(lexed{"'b\n"}, "a.cu:1: error: unterminated character constant", error);
  CHECK_THROWS_WITH_AS(lexed{"x\nR\"q(b)\"\n"}, "a.cu:2: error: unterminated raw string", error);
  CHECK(lexed{"#define A \""}.texts.size() == 2);
}
