// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <cu/unit/missing_library.hpp>
#include <cu/unit/trial.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace {

/// Returns the refusals of a kernel in lines 2 to 4 that calls a function in line 1.
std::string blamed(std::vector<std::string> const& lines) {
  simt::cu::names known;
  simt::cu::lane::translator translator;
  simt::cu::lexed const file{"a.cu",
                             "__device__ int f(int x) { return x; }\n"
                             "__global__ void k(int* p) {\n  p[0] = f(1);\n}\n"};
  static_cast<void>(simt::cu::rewrite(file, known, {}, &translator));
  auto const refused = simt::cu::refused_forms(lines, translator);
  std::string out;
  for (auto const& [form, why] : refused)
    out += form + " " + std::to_string(why.line) + " " + why.reason + "\n";
  return out;
}

}  // namespace

TEST_CASE("lane trial: g++ names the innermost form first, in front of its error") {
  CHECK(blamed({"a.cu: In instantiation of 'static auto f_simt_lane_L1::simt_call(const simt_G&)':",
                "a.cu:3:9:   required from 'static void k_simt_lane_L2::simt_call(const simt_G&)'",
                "a.cu:1:30: error: no match for 'operator+'", "a.cu:1:30: note: candidate"}) ==
        "f_simt_lane_L1 1 the compiler refused the lane form: no match for 'operator+'\n");
}

TEST_CASE("lane trial: names stand between the quotation marks of any locale") {
  CHECK(blamed({"a.cu: In instantiation of \xe2\x80\x98"
                "f_simt_lane_L1<int>::simt_call(x)\xe2\x80\x99:",
                "a.cu:1:30: error: no match"}) ==
        "f_simt_lane_L1 1 the compiler refused the lane form: no match\n");
  auto const words = std::filesystem::temp_directory_path() / "simt_test_lane_trial.words";
  auto const said = simt::cu::ask_compiler({"sh", "-c", "echo in $LC_ALL; exit 3"}, words);
  CHECK(said.status == 3);
  CHECK(said.lines == std::vector<std::string>{"in C"});
}

TEST_CASE("lane trial: clang names it behind its error") {
  CHECK(blamed({"/lib/x.hpp:7:3: error: no member",
                "a.cu:3:5: note: in instantiation of function template specialization "
                "'k_simt_lane_L2::call<gang<32>>' requested here",
                "a.cu:1:1: error: other"}) ==
        "f_simt_lane_L1 1 the compiler refused the lane form: other\n"
        "k_simt_lane_L2 3 the compiler refused the lane form: x.hpp:7: no member\n");
}

TEST_CASE("lane trial: an error in a header is told with the form's line that led there") {
  CHECK(blamed({"/lib/x.hpp: In instantiation of 'auto member(const G&, V) [with V = int]':",
                "a.cu:3:9:   required from 'static void k_simt_lane_L2::simt_call(const simt_G&)'",
                "/lib/x.hpp:129:58: error: no such member"}) ==
        "k_simt_lane_L2 3 the compiler refused the lane form: x.hpp:129: no such member\n");
  CHECK(blamed({"a.cu: In instantiation of 'static void k_simt_lane_L2::simt_call(const simt_G&)':",
                "/lib/x.hpp:52:7: error: no match", "   52 |   operator_value(a, b)",
                "a.cu:3:20: note: in expansion of macro 'SIMT_LANE_MEMBER'"}) ==
        "k_simt_lane_L2 3 the compiler refused the lane form: x.hpp:52: no match\n");
  CHECK(blamed({"/lib/x.hpp:52:7: error: no match for 'k_simt_lane_L2::simt_call'"}) ==
        "k_simt_lane_L2 2 the compiler refused the lane form: x.hpp:52: no match for "
        "'k_simt_lane_L2::simt_call'\n");
}

TEST_CASE("lane trial: an error that names nobody belongs to the form at its line") {
  CHECK(
      blamed({"a.cu:3:2: error: 'y' was not declared in this scope"}) ==
      "k_simt_lane_L2 3 the compiler refused the lane form: 'y' was not declared in this scope\n");
  CHECK(blamed({"a.cu:30:2: error: elsewhere", "b.cu:3:2: error: elsewhere"}).empty());
}

TEST_CASE("lane trial: colours are read past, and forms that only a warning names are not blamed") {
  CHECK(
      blamed(
          {"a.cu: In instantiation of 'static auto k_simt_lane_L2::simt_call(const simt_G&)':",
           "a.cu:3:9: \x1b[01;35m\x1b[Kwarning: \x1b[m\x1b[Kunused",
           "\x1b[01m\x1b[Ka.cu:1:30:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[Kno match"}) ==
      "f_simt_lane_L1 1 the compiler refused the lane form: no match\n");
}

TEST_CASE("lane trial: forms that were dropped are written no more, what needs them goes by lane") {
  simt::cu::names known;
  simt::cu::lane::translator translator{{{"f_simt_lane_L1", {1, "refused"}}}};
  simt::cu::lexed const file{"a.cu",
                             "__device__ int f(int x) { return x; }\n"
                             "__global__ void k(int* p) {\n  p[0] = f(1);\n}\n"};
  std::string const text = simt::cu::rewrite(file, known, {}, &translator).text;
  CHECK_FALSE(contains(text, "f_simt_lane"));
  CHECK(contains(text, "simt_l::by_lane(simt_g, [&]() -> decltype(auto) { return f(1); })"));
}

TEST_CASE("lane trial: a header that is not found is told by its library") {
  using simt::cu::missing_libraries;
  auto const told = missing_libraries(
      {"a.cu:3:10: fatal error: thrust/device_vector.h: No such file or directory",
       "    3 | #include <thrust/device_vector.h>", "compilation terminated.",
       "b.cu:1:10: fatal error: 'cublas_v2.h' file not found",
       "b.cu:1:10: fatal error: 'cublas_v2.h' file not found",
       "c.cu:1:10: fatal error: own.h: No such file or directory",
       "d.cu:1:1: error: cublas_v2.h: what?"});
  REQUIRE(told.size() == 2);
  CHECK(told[0].find("simt: thrust/device_vector.h belongs to Thrust, which is no part") == 0);
  CHECK(told[1].find("simt: cublas_v2.h belongs to cuBLAS, which is no part") == 0);
  CHECK(simt::cu::missing_library("cuda_runtime.h").empty());
  CHECK(simt::cu::missing_library("curand.h").empty());
  CHECK(simt::cu::missing_library("cuda/barrier") == "libcu++");
  CHECK(simt::cu::missing_library("cuda/helpers.h").empty());
}
