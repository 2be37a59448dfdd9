// SPDX-License-Identifier: MIT
#include "lane_forms.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// True if the loops of a body, in blocks of 256 threads, are written turn by turn.
bool takes_turns(std::string const& body, std::string const& before = {}) {
  auto const out = with_lane_forms(before + "__global__ void k(int* p, int n) {\n" + body +
                                   "\n}\nvoid f(int* p) { k<<<1, 256>>>(p, 3); }\n");
  return contains(out.text, "simt_l::each_turn") && contains(out.text, "bool has_turns = true");
}

}  // namespace

TEST_CASE("lane forms: distances from barrier to barrier are constants, turn by turn") {
  CHECK(takes_turns("for (int s = blockDim.x / 2; s > 0; s >>= 1) { p[s] = 1; __syncthreads(); }"));
  CHECK(
      takes_turns("unsigned const b = blockDim.x;\n"
                  "for (unsigned s = 1; s < b; s = s * 2) { p[s] = 1; __syncthreads(); }"));
  CHECK(takes_turns("for (int s = N; s; s /= 2) { if (n) p[s] = 1; __syncthreads(); }",
                    "constexpr int M = 32, N = M / 2;\n"));
  CHECK(takes_turns("for (int s = N; s; s /= 2) { p[s] = 1; __syncthreads(); }",
                    "#define N (64 + 64)\n"));
}
TEST_CASE("lane forms: turns that nobody can list stay a loop") {
  // No barrier; another step; a bound that is not known; jumps; a loop within; a changed counter.
  CHECK_FALSE(takes_turns("for (int s = 64; s > 0; s >>= 1) p[s] = 1;"));
  CHECK_FALSE(takes_turns("for (int s = 0; s < 4; ++s) { p[s] = 1; __syncthreads(); }"));
  CHECK_FALSE(takes_turns("for (int s = 1; s < n; s *= 2) { p[s] = 1; __syncthreads(); }"));
  CHECK_FALSE(takes_turns("for (int s = N; s > 1; s /= 2) { p[s] = 1; __syncthreads(); }",
                          "int N = 4;\n#define M N\n"));
  CHECK_FALSE(takes_turns("for (int s = M; s > 1; s /= 2) { p[s] = 1; __syncthreads(); }",
                          "int N = 4;\n#define M (N)\n"));
  CHECK_FALSE(
      takes_turns("for (int s = 64; s > 0; s >>= 1) { if (n) break; p[s] = 1; __syncthreads(); }"));
  CHECK_FALSE(takes_turns(
      "for (int s = 64; s > 0; s >>= 1) { while (n-- > 0) p[s] = 1; __syncthreads(); }"));
  CHECK_FALSE(takes_turns("for (int s = 64; s > 0; s >>= 1) { p[s--] = 1; __syncthreads(); }"));
}
TEST_CASE("lane forms: constants of other files, also with scopes, say a launch's blocks") {
  using namespace simt::cu;
  auto const blocks = [](std::string const& constants, std::string const& threads) {
    names known;
    lane::translator translator;
    lexed const header{"sizes.cuh", constants};
    lexed const file{"a.cu",
                     "#include \"sizes.cuh\"\n__global__ void k(int* p) { *p = threadIdx.x; }\n"
                     "void f(int* p) { k<<<1, " +
                         threads + ">>>(p); }\n"};
    auto const read = [&](std::string_view, bool) {
      static_cast<void>(simt::cu::rewrite(header, known, {}, &translator));
      return included{};
    };
    std::string const text = simt::cu::rewrite(file, known, read, &translator).text;
    auto const at = text.find("::simt_l::blocks_of<");
    return at == std::string::npos ? std::string{}
                                   : text.substr(at + 20, text.find('>', at) - at - 20);
  };
  CHECK(blocks("namespace a { constexpr int size = 64; }", "a::size") == "64, 1, 1");
  CHECK(blocks("static const unsigned w = 8u, h = 4 * w;", "dim3(w, ::h)") == "8, 32, 1");
  CHECK(blocks("#define W 16\nconst int size = W * (W - 8);", "size").starts_with("128"));
  CHECK(blocks("int size = 64;", "size").empty());
  CHECK(blocks("struct s { static constexpr int size = 64; };", "s::size").empty());
  CHECK(blocks("namespace a { const int n = 64; }\nnamespace b { const int n = 32; }", "a::n")
            .empty());
}
