// SPDX-License-Identifier: MIT
// The tool ends with an answer whatever it is given: what its fuzzer has found, and texts that nest
// deeper than any stack.
#include "fuzz/translate.hpp"
#include "lane_forms.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string text_of(std::filesystem::path const& file) {
  std::ostringstream text;
  text << std::ifstream{file, std::ios::binary}.rdbuf();
  return text.str();
}

std::string repeated(std::string const& part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

}  // namespace

TEST_CASE("cu fuzz: what ended the tool, or kept it for ever, is translated") {
  int files = 0;
  for (auto const& entry : std::filesystem::directory_iterator{SIMT_CU_FUZZ_KEPT}) {
    CAPTURE(entry.path().string());
    CHECK_NOTHROW(fuzz::translate(text_of(entry.path())));
    ++files;
  }
  CHECK(files > 0);
  std::filesystem::remove_all(fuzz::own_folder());
}

TEST_CASE("cu fuzz: what nests deeper than a stack is refused, not followed") {
  constexpr int deep = 20'000;
  for (std::string const& body :
       {"p[0] = " + repeated("(", deep) + "1" + repeated(")", deep) + ";",
        "p[0] = " + repeated("1 + ", deep) + "1;", "p" + repeated("[0]", deep) + " = 1;",
        "p[0] = (" + repeated("1, ", deep) + "1);", "p[0] = " + repeated("n ? 1 : ", deep) + "1;",
        repeated("if (n) ; else ", deep) + "p[0] = 1;", repeated("{", deep) + repeated("}", deep)})
    CHECK(fate_of_body(body) == "nested too deeply");
}

TEST_CASE("cu fuzz: as many operands as programs write are followed") {
  CHECK(fate_of_body("p[threadIdx.x] = " + repeated("n + ", 1000) + "1;") == "lane kernel");
}

TEST_CASE("cu fuzz: jumps stand in loops and switches of their own function or lambda") {
  CHECK(fate_of_body("if (n) break;") == "a break outside of loops");
  CHECK(fate_of_body("switch (n) { case 1: continue; }") == "a continue outside of loops");
  CHECK(fate_of_body("for (int i = 0; i < n; ++i) { auto f = [&] { break; }; f(); }") ==
        "a break outside of loops");
  CHECK(
      fate_of_body("for (int i = 0; i < n; ++i) switch (i) { case 1: continue; case 2: break; }") ==
      "lane kernel");
}
