// SPDX-License-Identifier: MIT
#include <cu/preprocessor/preamble.hpp>
#include <cu/unit/unit.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

namespace fs = std::filesystem;
using simt::cu::is_own_macro;
using simt::cu::preamble_of;
using simt::cu::unit;
using simt::cu::without_own_macros;

/// A folder of sources that lives as long as a test.
class folder {
 public:
  folder()
      : path_{fs::temp_directory_path() /
              ("simt_cu_" + std::to_string(::getpid()) + "_" + std::to_string(++count_))} {
    fs::remove_all(path_);
  }
  ~folder() { fs::remove_all(path_); }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;

  void add(std::string const& name, std::string const& text) const {
    unit::write(path_ / name, text);
  }
  [[nodiscard]] std::string at(std::string const& name) const { return (path_ / name).string(); }
  [[nodiscard]] unit translate(std::string const& name, bool vectorize = false) const {
    return unit{{path_ / name,
                 path_ / "out" / (name + ".cpp"),
                 path_ / "m",
                 {path_ / "inc"},
                 {path_ / "inc/foreign"},
                 {},
                 vectorize}};
  }
  /// The rewritten copies of a header's text, by file name.
  [[nodiscard]] std::string mirrored(std::string const& name) const {
    std::string out;
    if (!fs::exists(path_ / "m")) return out;
    for (auto const& file : fs::recursive_directory_iterator(path_ / "m")) {
      if (file.path().filename() != name) continue;
      std::ifstream in{file.path()};
      out.append(std::istreambuf_iterator<char>{in}, {});
    }
    return out;
  }

 private:
  inline static int count_ = 0;
  fs::path path_;
};

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("unit: the runtime comes first, then the file under its own name") {
  folder const f;
  f.add("a.cu", "int a;\n");
  CHECK(f.translate("a.cu").run() ==
        preamble_of("int a;\n", false, {}) + "#line 1 \"" + f.at("a.cu") + "\"\nint a;\n");
}

TEST_CASE("unit: headers do not see the program's own macros") {
  CHECK(is_own_macro("N=1024"));
  CHECK(is_own_macro("T"));
  CHECK_FALSE(is_own_macro("_GNU_SOURCE"));
  CHECK_FALSE(is_own_macro("SIMT_CHECK=1"));
  CHECK_FALSE(is_own_macro("NDEBUG"));
  CHECK_FALSE(is_own_macro("FOLDER=\"a\""));
  std::string const text = preamble_of("", true, {"N=1024", "SIMT_CHECK=1", "T"});
  std::size_t const runtime = text.find("#include <cuda_runtime.h>\n");
  std::size_t const lanes = text.find("#include <simt/cuda/lane.h>\n");
  CHECK(text.find("#undef N\n#undef T\n") < runtime);
  CHECK(runtime < lanes);
  CHECK(lanes < text.find("#define N 1024\n#define T 1\n"));
  CHECK_FALSE(contains(text, "SIMT_CHECK"));
  std::vector<std::string> const command{"g++",   "-DN=1024", "-D",   "T",
                                         "-DM=2", "-DNDEBUG", "a.cpp"};
  CHECK(without_own_macros(command, {"N=1024", "T", "NDEBUG"}) ==
        std::vector<std::string>{"g++", "-DM=2", "-DNDEBUG", "a.cpp"});
}

TEST_CASE("unit: CUDA's headers stand in front of the file's macros") {
  CHECK(contains(preamble_of("#define N 8\n # include <curand_kernel.h>\n", false, {}),
                 "#include <cuda_runtime.h>\n#include <curand_kernel.h>\n"));
  CHECK_FALSE(
      contains(preamble_of("#include <curand_kernel.h>\n#define N 8\n", false, {}), "curand"));
  CHECK(contains(preamble_of("#include <curand_kernel.h>\n", false, {"N=8"}),
                 "#include <curand_kernel.h>\n#define N 8\n"));
  CHECK(contains(preamble_of("", false, {}, {}, {"#include <cuda.h>\n"}), "#include <cuda.h>"));
  CHECK(contains(preamble_of("#include <thrust/sort.h>\n", false, {}), "libthrust-dev"));
  CHECK(contains(preamble_of("#include <cuda/atomic>\n", false, {}), "libcu++-dev"));
  CHECK_FALSE(contains(preamble_of("#include <cuda_fp16.h>\n", false, {}), "-dev"));
  CHECK_FALSE(contains(preamble_of("#define N 8\n#include <vector>\n", false, {}), "vector"));
  // The header of the device functions brings the host's to those that want it.
  CHECK(contains(preamble_of("#include <curand_kernel.h>\ncurandGenerator_t g;", false, {}),
                 "#include <cuda_runtime.h>\n#include <curand.h>\n"));
  // One that is CUDA text is its rewritten copy.
  auto const copy = [](std::string_view header) { return header == "curand.h" ? "/m/c.h" : ""; };
  CHECK(contains(preamble_of("#define N 8\n#include <curand.h>\n", false, {}, copy),
                 "#include <cuda_runtime.h>\n#include \"/m/c.h\"\n"));
}

TEST_CASE("unit: headers with CUDA are mirrored, others are named in full where they lie beside") {
  folder const f;
  f.add("a.cu",
        "#include \"b.cuh\"\n#include \"plain.h\"\n#include <far.h>\n#include \"gone.h\"\n");
  f.add("b.cuh", "#pragma once\n#include \"plain.h\"\ninline void f() { k<<<1, 2>>>(); }\n");
  f.add("plain.h", "int plain;\n");
  f.add("inc/far.h", "int far;\n");
  std::string const text = f.translate("a.cu").run();
  CHECK(contains(text, "/b.cuh\"\n#include \"" + f.at("plain.h") +
                           "\"\n#include <far.h>\n#include \"gone.h\"\n"));
  CHECK_FALSE(contains(text, f.at("b.cuh")));
  std::string const b = f.mirrored("b.cuh");
  CHECK(b.starts_with("#line 1 \"" + f.at("b.cuh") + "\"\n#pragma once\n#include \"" +
                      f.at("plain.h") + "\"\n"));
  CHECK(contains(b, "launch_configuration"));
  CHECK(f.mirrored("plain.h").empty());
}

TEST_CASE("unit: a kernel knows the blocks of launches in files read later") {
  folder const f;
  f.add("a.cu", "#define SIZE 16\n#include \"kernel.cuh\"\n#include \"work.cuh\"\n");
  f.add("kernel.cuh", "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n");
  f.add("work.cuh", "void f(int* p) { dim3 b(SIZE, SIZE); k<<<1, b>>>(p); }\n");
  simt::cu::unit_options options{f.at("a.cu"), f.at("out.cpp"), f.at("m"), {}, {}};
  options.vectorize = true;
  static_cast<void>(unit{options}.run());
  CHECK(contains(f.mirrored("kernel.cuh"), "::simt_l::blocks_of<16, 16, 1>>("));
}

TEST_CASE("unit: a header that only leads to CUDA is mirrored too, through include folders") {
  folder const f;
  f.add("a.cu", "#include <outer.h>\n");
  f.add("inc/outer.h", "#include \"inner.h\"\n");
  f.add("inc/inner.h", "#define SHARED __shared__\n__device__ inline void f() { SHARED int a; }\n");
  std::string const text = f.translate("a.cu").run();
  CHECK(contains(text, "/outer.h\""));
  CHECK(contains(f.mirrored("inner.h"), "SIMT_CUDA_SHARED(a, int)"));
}

TEST_CASE("unit: what a header says about names holds for the file behind its #include") {
  folder const f;
  f.add("a.cu",
        "#include \"b.h\"\nvoid f() { p = (void*)k; }\nHD int g() {\n#ifdef __CUDA_ARCH__\n"
        "#endif\n}\n");
  f.add("b.h", "#define HD __host__ __device__\n__global__ void k(int);\n");
  std::string const text = f.translate("a.cu").run();
  CHECK(contains(text, "kernel_address(k)"));
  CHECK(contains(text, "in_device_code"));
}

TEST_CASE(
    "unit: a kernel in a header calls the lane forms of what stands in front of its #include") {
  folder const f;
  f.add("a.cu",
        "__device__ int twice(int x) { return 2 * x; }\n"
        "__device__ int later(int x);\n"
        "__device__ int calls(int x) { return later(x); }\n"
        "#include \"b.h\"\n"
        "__device__ int later(int x) { return __shfl_sync(~0u, x, 0); }\n");
  f.add("b.h", "__global__ void k(int* p) { *p = twice(*p) + calls(*p); }\n");
  CHECK(contains(f.translate("a.cu", true).run(), "calls_simt_lane"));
  CHECK(contains(f.mirrored("b.h"), "twice_simt_lane"));
  // What it calls is not known there.
  CHECK_FALSE(contains(f.mirrored("b.h"), "calls_simt_lane"));
}

TEST_CASE("unit: what many instances of a template call is shared, also from a header before it") {
  folder const f;
  std::string statements, launches;
  for (int n = 0; n < 15; ++n) statements += "p[i] += i * N; ";
  for (int n = 0; n < 9; ++n) launches += "k<" + std::to_string(n) + "><<<1, 1>>>(p); ";
  f.add("b.h", "#pragma once\ntemplate <int N> __device__ void f(int* p, int i) { " + statements +
                   "}\ntemplate <int N> __device__ void g(int* p, int i) { " + statements + "}\n");
  f.add("a.cu",
        "#include \"b.h\"\ntemplate <int N> __global__ void k(int* p) { f<N>(p, 1); }\n"
        "template <int N> __global__ void l(int* p) { g<N>(p, 1); }\n"
        "void host(int* p) { if (p) { " +
            launches + "} l<1><<<1, 1>>>(p); }\n");
  static_cast<void>(f.translate("a.cu", true).run());
  CHECK(contains(f.mirrored("b.h"), "call_shared<f_simt_lane"));
  CHECK_FALSE(contains(f.mirrored("b.h"), "call_shared<g_simt_lane"));
}

TEST_CASE("unit: headers that include each other") {
  folder const f;
  f.add("a.cu", "#include \"b.h\"\n");
  f.add("b.h", "#pragma once\n#include \"c.h\"\nvoid f() { k<<<1, 2>>>(); }\n");
  f.add("c.h", "#pragma once\n#include \"b.h\"\n");
  CHECK_FALSE(contains(f.translate("a.cu").run(), f.at("b.h") + "\""));
  CHECK_FALSE(contains(f.mirrored("c.h"), "\"" + f.at("b.h") + "\"\nvoid"));
  CHECK(contains(f.mirrored("c.h"), "/m/"));
}

TEST_CASE("unit: byte order marks are dropped") {
  folder const f;
  f.add("a.cu", "\xEF\xBB\xBF#include \"b.h\"\n");
  f.add("b.h", "\xEF\xBB\xBFvoid f() { k<<<1, 2>>>(); }\n");
  CHECK_FALSE(contains(f.translate("a.cu").run(), "\xBB"));
  CHECK_FALSE(contains(f.mirrored("b.h"), "\xBB"));
}

TEST_CASE("unit: a library's headers stay") {
  folder const f;
  f.add("a.cu", "#include <foreign/x.h>\n");
  f.add("inc/foreign/x.h", "__shared__ int x;\n");
  CHECK(contains(f.translate("a.cu").run(), "#include <foreign/x.h>\n"));
  CHECK(f.mirrored("x.h").empty());
}

TEST_CASE("unit: a library's header that says that it is CUDA text is read as the program's") {
  folder const f;
  f.add("a.cu", "#include <foreign/x.h>\n");
  f.add("inc/foreign/x.h", "#pragma once\n// simt-cu: CUDA text\n__shared__ int x;\n");
  CHECK(!contains(f.translate("a.cu").run(), "#include <foreign/x.h>\n"));
  CHECK(contains(f.mirrored("x.h"), "CUDA text"));
}

TEST_CASE("unit: CUDA text behind macros of the program's is included as its copy alone") {
  folder const f;
  f.add("a.cu", "#define N 8\n#include <cuComplex.h>\n");
  f.add("inc/foreign/cuComplex.h", "#pragma once\n// simt-cu: CUDA text\n__shared__ int x;\n");
  f.add("inc/cuComplex.h", "#include <foreign/cuComplex.h>\n");
  CHECK(!contains(f.translate("a.cu").run(), "#include <cuComplex.h>\n"));
}

TEST_CASE("unit: the make rule names all files read") {
  folder const f;
  f.add("a.cu", "#include \"b c.h\"\n#include <far.h>\n");
  f.add("b c.h", "\n");
  f.add("inc/far.h", "\n");
  unit u = f.translate("a.cu");
  static_cast<void>(u.run());
  std::string const rule = u.dependencies();
  CHECK(rule.starts_with(f.at("out/a.cu.cpp") + ": \\\n"));
  CHECK(contains(rule, "  " + f.at("a.cu") + " \\\n"));
  CHECK(contains(rule, "b\\ c.h"));
  CHECK(contains(rule, f.at("inc/far.h")));
}

TEST_CASE("unit: functions that a header's macros write are functions like others [LANG-001]") {
  folder const f;
  f.add("k.h",
        "#pragma once\n#define K(n) __global__ void n(int* p, float f) { p[0] = (int)f; }\n");
  // The file that X is for stands in the text twice, for different text.
  f.add("list.inc", "X(a)\nX(b)\n");
  f.add("a.cu",
        "#include \"k.h\"\n#define X K\n#include \"list.inc\"\n#undef X\n"
        "#define X(n) void* const f_##n = (void*)n;\n#include \"list.inc\"\nK(\nc)\n");
  simt::cu::unit_options options{f.at("a.cu"), f.at("out.cpp"), f.at("m"), {}, {}};
  options.vectorize = true;
  unit u{options};
  std::string const text = u.run();
  CHECK(contains(text, "device_integer<int>"));
  CHECK(contains(text, "struct c_simt_lane_L7"));
  CHECK(f.mirrored("list.inc").empty());
  CHECK(u.left_uses().empty());
}

TEST_CASE("unit: the #ifs around an #include are those of its macros [LANG-001]") {
  auto const factor = [](std::string const& condition) {
    folder const f;
    f.add("one.h", "#define FACTOR(x) ((x) * 1)\n");
    f.add("two.h", "#define FACTOR(x) ((x) * 2)\n");
    f.add("a.cu", "#if " + condition +
                      "\n#include \"one.h\"\n#else\n#include \"two.h\"\n#endif\n"
                      "__global__ void k(int* p) { p[threadIdx.x] = FACTOR(p[threadIdx.x]); }\n");
    simt::cu::unit_options options{f.at("a.cu"), f.at("out.cpp"), f.at("m"), {}, {}};
    options.vectorize = true;
    options.tried = true;
    unit u{options};
    std::string const text = u.run();
    if (!u.translator()->any()) return u.translator()->reports()[0].why.reason;
    return std::string(contains(text, " * 1)") ? "one" : "two");
  };
  CHECK(factor("1 == 1") == "one");
  CHECK(factor("1 == 2") == "two");
  CHECK(factor("__GNUC__ > 99") == "macro FACTOR has several definitions");
  // The first #if of each of two files.
  folder const f;
  f.add("h.h", "#define F(x) ((x) * 1)\n#if FAST\n#undef F\n#define F(x) ((x) * 2)\n#endif\n");
  f.add("a.cu",
        "#define FAST 1\n#include \"h.h\"\n#if __GNUC__ > 99\nint a;\n#else\n"
        "__global__ void k(int* p) { p[threadIdx.x] = F(p[threadIdx.x]); }\n#endif\n");
  CHECK(contains(f.translate("a.cu", true).run(), " * 2)"));
}

TEST_CASE("unit: an error in a header names the header, a missing input its path") {
  folder const f;
  f.add("a.cu", "#include \"b.h\"\n");
  f.add("b.h", "\nvoid f() { k<<<1; }\n");
  std::string const expected =
      f.at("b.h") + ":2: error: <<< without >>> and arguments in parentheses";
  CHECK_THROWS_WITH(static_cast<void>(f.translate("a.cu").run()), expected.c_str());
  CHECK_THROWS(static_cast<void>(f.translate("none.cu").run()));
}
