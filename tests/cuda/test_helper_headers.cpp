// SPDX-License-Identifier: MIT
#include <simt/cuda/helper_cuda.h>
#include <simt/cuda/helper_functions.h>

// Names that programs include beside cuda_runtime.h.
#include <simt/cuda/builtin_types.h>
#include <simt/cuda/cuComplex.h>
#include <simt/cuda/cuda_device_runtime_api.h>
#include <simt/cuda/cuda_fp8.h>
#include <simt/cuda/device_atomic_functions.h>
#include <simt/cuda/device_functions.h>
#include <simt/cuda/math_functions.h>
#include <simt/cuda/nvToolsExt.h>
#include <simt/cuda/nvToolsExtCudaRt.h>

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

// Defined again in another unit of a program, as a port's files do: all are inline.
enum library_status { library_good = 0, library_bad = 7 };
inline char const* _cudaGetErrorEnum(library_status) { return "library_bad"; }

namespace {

/// A folder for a test's files, the current one as long as it lives.
class folder {
 public:
  folder() {
    std::string name = (std::filesystem::temp_directory_path() / "simt_helpers_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
    std::filesystem::current_path(path_);
  }
  ~folder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(path_);
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  std::filesystem::path path_;
};

std::string text_of(char const* name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(std::string const& name, std::string const& text) {
  std::ofstream(name, std::ios::binary) << text;
}

/// The words and the answer of a program's own copy of this process that runs `body`.
struct ended {
  int code = -1;
  std::string errors;
};
template <class Body>
ended run_to_its_end(Body body) {
  int ends[2] = {};
  REQUIRE(pipe(ends) == 0);
  pid_t const child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
    body();
    _exit(0);
  }
  close(ends[1]);
  ended result;
  std::array<char, 256> part{};
  for (ssize_t n = 0; (n = read(ends[0], part.data(), part.size())) > 0;)
    result.errors.append(part.data(), static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

template <class T>
std::vector<T> taken(T* data, std::size_t count) {
  std::vector<T> const values(data, data + count);
  free(data);
  return values;
}

}  // namespace

TEST_CASE("helper_string.h: arguments by name, with dashes, whatever their case") {
  char const* argv[] = {"program", "--Width=37", "-scale=1.5",    "-quiet",
                        "n=-4",    "-file=a=b",  "--blockSize12", "-"};
  int const argc = static_cast<int>(std::size(argv));
  CHECK(checkCmdLineFlag(argc, argv, "width"));
  CHECK(checkCmdLineFlag(argc, argv, "QUIET"));
  CHECK(!checkCmdLineFlag(argc, argv, "wid"));
  CHECK(!checkCmdLineFlag(argc, argv, "program"));
  CHECK(getCmdLineArgumentInt(argc, argv, "width") == 37);
  CHECK(getCmdLineArgumentInt(argc, argv, "width=") == 37);
  CHECK(getCmdLineArgumentInt(argc, argv, "blocksize") == 12);
  CHECK(getCmdLineArgumentInt(argc, argv, "n") == -4);
  CHECK(getCmdLineArgumentInt(argc, argv, "quiet") == 0);
  CHECK(getCmdLineArgumentInt(argc, argv, "missing") == 0);
  CHECK(getCmdLineArgumentFloat(argc, argv, "scale") == 1.5f);
  CHECK(getCmdLineArgumentFloat(argc, argv, "missing") == 0.0f);
  char* text = nullptr;
  CHECK(getCmdLineArgumentString(argc, argv, "file", &text));
  CHECK(std::string(text) == "a=b");
  CHECK(!getCmdLineArgumentString(argc, argv, "missing", &text));
  CHECK(text == nullptr);
  unsigned value = 5;
  CHECK(getCmdLineArgumentValue(argc, argv, "quiet", &value));
  CHECK(value == 5);
  CHECK(getCmdLineArgumentValue(argc, argv, "width", &value));
  CHECK(value == 37);
  CHECK(!getCmdLineArgumentValue(argc, argv, "missing", &value));
}

TEST_CASE("helper_string.h: parts of names") {
  CHECK(stringRemoveDelimiter('-', "--name") == 2);
  CHECK(stringRemoveDelimiter('-', "name") == 0);
  CHECK(stringRemoveDelimiter('-', "-") == 0);
  CHECK(stringRemoveDelimiter('-', "") == 0);
  char name[] = "picture.old.ppm";
  char* extension = nullptr;
  CHECK(getFileExtension(name, &extension) == 12);
  CHECK(std::string(extension) == "ppm");
  char plain[] = "picture";
  CHECK(getFileExtension(plain, &extension) == 0);
  CHECK(extension == nullptr);
  CHECK(STRCASECMP("CHOL", "chol") == 0);
  CHECK(STRNCASECMP("Cholesky", "chol", 4) == 0);
}

TEST_CASE("helper_string.h: sdkFindFilePath looks here, beside the program and above") {
  folder const here;
  std::filesystem::create_directories("data");
  std::filesystem::create_directories("build/deep");
  std::filesystem::create_directories("Samples/2_Concepts_and_Techniques/sort/data");
  write("data/near.txt", "near");
  write("build/beside.txt", "beside");
  write("Samples/2_Concepts_and_Techniques/sort/data/own.txt", "own");
  auto const found = [](char const* name, char const* program) {
    char* const path = sdkFindFilePath(name, program);
    std::string const text = path == nullptr ? "none" : text_of(path);
    free(path);
    return text;
  };
  CHECK(found("near.txt", nullptr) == "near");
  CHECK(found("near.txt", "build/sort") == "near");
  CHECK(found("beside.txt", "build/sort") == "beside");
  CHECK(found("beside.txt", "sort") == "none");
  std::filesystem::current_path("build/deep");
  CHECK(found("own.txt", "./sort") == "own");
  CHECK(found("near.txt", "./sort") == "near");
  std::filesystem::current_path(here.path());
}

TEST_CASE("helper_timer.h: a stop watch adds up its stretches") {
  StopWatchInterface* timer = nullptr;
  CHECK(sdkStartTimer(&timer));
  CHECK(sdkGetTimerValue(&timer) == 0.0f);
  REQUIRE(sdkCreateTimer(&timer));
  CHECK(sdkGetTimerValue(&timer) == 0.0f);
  CHECK(sdkGetAverageTimerValue(&timer) == 0.0f);
  for (int i = 0; i < 2; ++i) {
    sdkStartTimer(&timer);
    usleep(2000);
    sdkStopTimer(&timer);
  }
  float const both = sdkGetTimerValue(&timer);
  CHECK(both >= 4.0f);
  CHECK(sdkGetTimerValue(&timer) == both);
  CHECK(sdkGetAverageTimerValue(&timer) == both / 2);
  sdkStartTimer(&timer);
  usleep(1000);
  CHECK(sdkGetTimerValue(&timer) >= both + 1.0f);
  sdkStopTimer(&timer);
  sdkResetTimer(&timer);
  CHECK(sdkGetTimerValue(&timer) == 0.0f);
  CHECK(sdkGetAverageTimerValue(&timer) == 0.0f);
  sdkDeleteTimer(&timer);
  CHECK(timer == nullptr);
  CHECK(sdkDeleteTimer(&timer));
}

TEST_CASE("helper_image.h: images come back as they were written") {
  folder const here;
  std::vector<unsigned char> grey(7 * 3);
  for (std::size_t i = 0; i < grey.size(); ++i) grey[i] = static_cast<unsigned char>(i * 12);
  REQUIRE(sdkSavePGM("grey.pgm", grey.data(), 7, 3));
  CHECK(text_of("grey.pgm").substr(0, 11) == "P5\n7\n3\n255\n");
  unsigned width = 0, height = 0;
  unsigned char* bytes = nullptr;
  REQUIRE(sdkLoadPGM("grey.pgm", &bytes, &width, &height));
  CHECK(width == 7);
  CHECK(height == 3);
  CHECK(taken(bytes, 21) == grey);
  float* floats = nullptr;
  REQUIRE(sdkLoadPGM("grey.pgm", &floats, &width, &height));
  CHECK(floats[10] == 120.0f / 255.0f);
  REQUIRE(sdkSavePGM("again.pgm", floats, 7, 3));
  free(floats);
  CHECK(text_of("again.pgm") == text_of("grey.pgm"));

  std::vector<unsigned char> colour(5 * 2 * 4);
  for (std::size_t i = 0; i < colour.size(); ++i)
    colour[i] = static_cast<unsigned char>(i % 4 == 3 ? 0 : i * 6);
  REQUIRE(sdkSavePPM4ub("colour.ppm", colour.data(), 5, 2));
  unsigned char* four = nullptr;
  REQUIRE(sdkLoadPPM4ub("colour.ppm", &four, &width, &height));
  CHECK(taken(four, 40) == colour);
  four = nullptr;
  REQUIRE(sdkLoadPPM4("colour.ppm", &four, &width, &height));
  CHECK(taken(four, 40) == colour);
  unsigned char* three = nullptr;
  REQUIRE(sdkLoadPPMub("colour.ppm", &three, &width, &height));
  CHECK(taken(three, 30)[3] == colour[4]);

  colour[4] = static_cast<unsigned char>(colour[4] + 9);
  REQUIRE(sdkSavePPM4ub("other.ppm", colour.data(), 5, 2));
  CHECK(sdkComparePPM("colour.ppm", "other.ppm", 9.0f, 0.0f, false));
  CHECK(!sdkComparePPM("colour.ppm", "other.ppm", 8.0f, 0.0f, false));
  CHECK(sdkComparePPM("colour.ppm", "other.ppm", 8.0f, 0.15f, true));
  CHECK(!sdkComparePPM("colour.ppm", "missing.ppm", 8.0f, 0.15f, false));
  CHECK(!sdkComparePPM(nullptr, "colour.ppm", 8.0f, 0.15f, false));
  CHECK(sdkComparePGM("grey.pgm", "again.pgm", 0.0f, 0.0f, false));
}

TEST_CASE("helper_image.h: heads of image files") {
  folder const here;
  unsigned width = 0, height = 0;
  unsigned char* bytes = nullptr;
  write("one_line.pgm", "P5 # made by hand\n# two lines\n2 2 255\nabcd");
  REQUIRE(sdkLoadPPMub("one_line.pgm", &bytes, &width, &height));
  CHECK(std::string(bytes, bytes + 4) == "abcd");
  // Memory given is used if it is for the image's size.
  unsigned char* const before = bytes;
  write("two.pgm", "P5\n2\n2\n255\nefgh");
  CHECK(sdkLoadPPMub("two.pgm", &bytes, &width, &height));
  CHECK(bytes == before);
  CHECK(std::string(bytes, bytes + 4) == "efgh");
  width = 3;
  CHECK(!sdkLoadPPMub("two.pgm", &bytes, &width, &height));
  free(bytes);
  bytes = nullptr;
  for (char const* text : {"", "P5", "P6\n2 2 255\nabcd", "P3\n1 1 255\n1 2 3", "P5\n2 x 255\nabcd",
                           "P5\n2 2 65535\nabcdefgh", "P5\n4000000000 4000000000 255\nabc"}) {
    write("bad.pgm", text);
    CHECK_MESSAGE(!sdkLoadPPMub("bad.pgm", &bytes, &width, &height), text);
    CHECK(bytes == nullptr);
  }
  CHECK(!sdkLoadPPM4ub("two.pgm", &bytes, &width, &height));
  CHECK(bytes == nullptr);
}

TEST_CASE("helper_image.h: numbers in files") {
  folder const here;
  float const values[] = {1.5f, -2.0f, 0.25f};
  REQUIRE(sdkWriteFile("numbers.dat", values, 3, 0.5f, false));
  CHECK(text_of("numbers.dat") == "# 0.5\n1.5 -2 0.25 \n");
  float* read = nullptr;
  unsigned count = 0;
  REQUIRE(sdkReadFile("numbers.dat", &read, &count, false));
  REQUIRE(count == 3);
  CHECK(std::vector<float>(read, read + 3) == std::vector<float>(values, values + 3));
  REQUIRE(sdkWriteFile("numbers.dat", values, 1, 0.5f, false, true));
  CHECK(!sdkReadFile("numbers.dat", &read, &count, false));
  free(read);
  read = nullptr;
  CHECK(sdkReadFile("numbers.dat", &read, &count, false));
  CHECK(count == 4);
  free(read);
  read = nullptr;
  CHECK(!sdkReadFile("missing.dat", &read, &count, false));

  unsigned numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  sdkDumpBin(numbers, sizeof numbers, "numbers.bin");
  unsigned* blocks[3] = {};
  CHECK(sdkReadFileBlocks("numbers.bin", blocks, &count, 1, 16, false));
  CHECK(count == 4);
  CHECK(blocks[1][0] == 5);
  CHECK(sdkReadFileBlocks("numbers.bin", blocks, &count, 2, 16, false));
  CHECK(count == 1);
  CHECK(blocks[2][0] == 9);
  free(blocks[1]);
  free(blocks[2]);
  CHECK(!sdkReadFileBlocks("missing.bin", blocks, &count, 0, 16, true));

  char program[] = "./program";
  numbers[4] = 7;
  sdkDumpBin(numbers, sizeof numbers, "other.bin");
  CHECK(sdkCompareBin2BinUint("other.bin", "numbers.bin", 9, 2.0f, 0.0f, program));
  CHECK(!sdkCompareBin2BinUint("other.bin", "numbers.bin", 9, 1.0f, 0.0f, program));
  CHECK(!sdkCompareBin2BinUint("other.bin", "numbers.bin", 10, 2.0f, 0.0f, program));
  CHECK(!sdkCompareBin2BinUint("other.bin", "missing.bin", 9, 2.0f, 0.0f, program));
  float near[] = {1.0f, 2.0f};
  sdkDumpBin(near, sizeof near, "near.bin");
  near[1] = 2.0005f;
  sdkDumpBin(near, sizeof near, "far.bin");
  CHECK(sdkCompareBin2BinFloat("far.bin", "near.bin", 2, 0.0f, 0.0f, program));
  near[1] = 2.01f;
  sdkDumpBin(near, sizeof near, "far.bin");
  CHECK(!sdkCompareBin2BinFloat("far.bin", "near.bin", 2, 0.0f, 0.0f, program));
}

TEST_CASE("helper_image.h: comparison with a reference") {
  std::vector<float> const reference = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  std::vector<float> data = reference;
  CHECK(compareData(reference.data(), data.data(), 10, 0.0f, 0.0f));
  data[3] += 0.5f;
  CHECK(compareData(reference.data(), data.data(), 10, 0.5f, 0.0f));
  CHECK(!compareData(reference.data(), data.data(), 10, 0.25f, 0.0f));
  // One of ten differs: a share of .1 is not less than .1.
  CHECK(compareData(reference.data(), data.data(), 10, 0.25f, 0.15f));
  CHECK(!compareData(reference.data(), data.data(), 10, 0.25f, 0.1f));
  CHECK(!compareDataAsFloatThreshold(reference.data(), data.data(), 10, 0.5f, 0.0f));
  CHECK(compareDataAsFloatThreshold(reference.data(), data.data(), 10, 0.51f, 0.0f));
  // .5 of sqrt(385) = 19.62 is .0255.
  CHECK(sdkCompareL2fe(reference.data(), data.data(), 10, 0.026f));
  CHECK(!sdkCompareL2fe(reference.data(), data.data(), 10, 0.025f));
  data[3] = NAN;
  CHECK(!compareData(reference.data(), data.data(), 10, 1000.0f, 0.0f));
  CHECK(!sdkCompareL2fe(reference.data(), data.data(), 10, 1000.0f));
  std::vector<float> const zero(4);
  CHECK(!sdkCompareL2fe(zero.data(), zero.data(), 4, 1.0f));
}

TEST_CASE("exception.h: the text says where it was thrown") {
  std::string text;
  int line = 0;
  try {
    line = __LINE__ + 1;
    RUNTIME_EXCEPTION("no such file");
  } catch (std::runtime_error const& error) {
    text = error.what();
  }
  CHECK(text == std::string("Exception in file '") + __FILE__ + "' in line " +
                    std::to_string(line) + "\nDetailed description: no such file\n");
  CHECK_THROWS_AS(LOGIC_EXCEPTION("x"), std::logic_error);
  CHECK_THROWS_AS(RANGE_EXCEPTION(std::string("x")), Exception<std::range_error>);
  ended const end = run_to_its_end([] { handleException(std::runtime_error("the text")); });
  CHECK(end.code == EXIT_FAILURE);
  CHECK(end.errors == "the text\n");
}

TEST_CASE("helper_cuda.h: checkCudaErrors and getLastCudaError end a program with a message") {
  checkCudaErrors(cudaSuccess);
  getLastCudaError("nothing failed");
  ended end = run_to_its_end([] { checkCudaErrors(cudaSetDevice(-1)); });
  CHECK(end.code == EXIT_FAILURE);
  CHECK(end.errors.find("test_helper_headers.cpp") != std::string::npos);
  CHECK(end.errors.find("code=101(cudaErrorInvalidDevice) \"cudaSetDevice(-1)\"") !=
        std::string::npos);
  end = run_to_its_end([] { checkCudaErrors(library_bad); });
  CHECK(end.errors.find("code=7(library_bad) \"library_bad\"") != std::string::npos);
  end = run_to_its_end([] { checkCudaErrors(3); });
  CHECK(end.errors.find("code=3(<unknown>) \"3\"") != std::string::npos);
  end = run_to_its_end([] {
    static_cast<void>(cudaSetDevice(-1));
    getLastCudaError("the launch");
  });
  CHECK(end.code == EXIT_FAILURE);
  CHECK(end.errors.find("getLastCudaError() CUDA error : the launch : (101)") != std::string::npos);
  end = run_to_its_end([] {
    static_cast<void>(cudaSetDevice(-1));
    printLastCudaError("goes on");
    _exit(cudaGetLastError() == cudaSuccess ? 5 : 6);
  });
  CHECK(end.code == 5);
  CHECK(end.errors.find("goes on : (101)") != std::string::npos);
}

TEST_CASE("helper_cuda.h: choice of a device") {
  char const* argv[] = {"program", "-device=0"};
  CHECK(findCudaDevice(1, argv) == gpuGetMaxGflopsDeviceId());
  CHECK(findCudaDevice(2, argv) == 0);
  CHECK(gpuDeviceInit(-3) == 0);
  int devices = 0;
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess);
  CHECK(gpuDeviceInit(devices + 1) == -(devices + 1));
  argv[1] = "-device=4711";
  CHECK(run_to_its_end([&] { findCudaDevice(2, argv); }).code == EXIT_FAILURE);
  int integrated = 0;
  REQUIRE(cudaDeviceGetAttribute(&integrated, cudaDevAttrIntegrated, 0) == cudaSuccess);
  if (integrated != 0)
    CHECK(findIntegratedGPU() == 0);
  else
    CHECK(run_to_its_end([] { findIntegratedGPU(); }).code == EXIT_FAILURE);
  CHECK(checkCudaCapabilities(1, 0));
  CHECK(!checkCudaCapabilities(99, 0));
}

TEST_CASE("helper_cuda.h: numbers") {
  CHECK(_ConvertSMVer2Cores(3, 5) == 192);
  CHECK(_ConvertSMVer2Cores(7, 0) == 64);
  CHECK(_ConvertSMVer2Cores(9, 0) == 128);
  CHECK(_ConvertSMVer2Cores(77, 0) == 128);
  CHECK(std::string(_ConvertSMVer2ArchName(6, 1)) == "Pascal");
  CHECK(ftoi(2.5f) == 3);
  CHECK(ftoi(-2.5f) == -3);
  CHECK(ftoi(2.4f) == 2);
  CHECK(MAX(2, 3) == 3);
  CHECK(MIN(2, 3) == 2);
  CHECK(std::string(_cudaGetErrorEnum(cudaErrorInvalidValue)) == "cudaErrorInvalidValue");
  static_assert(EXIT_WAIVED == 2);
}

TEST_CASE("[COMPILE-009] headers that hold intrinsics have CUDA's names") {
  CHECK(__popc(0xf0f0u) == 8);            // device_functions.h
  CHECK(rsqrtf(4.0f) == 0.5f);            // math_functions.h
  CHECK(make_float4(1, 2, 3, 4).w == 4);  // builtin_types.h: vector_types.h
  int number = 1;
  CHECK(atomicAdd(&number, 2) == 1);  // device_atomic_functions.h
  cudaStream_t const none = nullptr;  // cuda_device_runtime_api.h
  CHECK(cudaStreamQuery(none) == cudaSuccess);
}

TEST_CASE("complex numbers on the host") {
  cuDoubleComplex const z = cuCdiv(make_cuDoubleComplex(1e200, 2e200), make_cuDoubleComplex(0, 1e200));
  CHECK(cuCreal(z) == doctest::Approx(2));
  CHECK(cuCimag(z) == doctest::Approx(-1));
  CHECK(cuCabsf(cuCmulf(make_cuComplex(1, 2), cuConjf(make_cuComplex(1, 2)))) == 5.0f);
}

TEST_CASE("NVTX without a tool tracks nothing") {
  nvtxEventAttributes_t event{};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "step";
  CHECK(event.size == 48);
  CHECK(nvtxRangePushEx(&event) == NVTX_NO_PUSH_POP_TRACKING);
  CHECK(nvtxRangePush("inner") == NVTX_NO_PUSH_POP_TRACKING);
  CHECK(nvtxRangePop() == NVTX_NO_PUSH_POP_TRACKING);
  CHECK(nvtxDomainCreate("domain") == nullptr);
  nvtxRangeEnd(nvtxRangeStart("other"));
  nvtxMark("here");
  nvtxNameCudaStream(nullptr, "stream");
  nvtxNameCudaEventW(nullptr, L"event");
  nvtxNameCudaDevice(0, "device");
}

namespace {

/// Returns the number that eight bits stand for, by its format's definition.
double fp8_value(unsigned code, bool e4m3) {
  unsigned const digits = e4m3 ? 3 : 2;
  unsigned const exponent = (code & 0x7fu) >> digits, rest = code & ((1u << digits) - 1);
  int const bias = e4m3 ? 7 : 15;
  double const sign = (code & 0x80u) != 0 ? -1.0 : 1.0;
  double const step = std::ldexp(1.0, static_cast<int>(exponent == 0 ? 1 : exponent) - bias -
                                          static_cast<int>(digits));
  return sign * step * (rest + (exponent == 0 ? 0u : 1u << digits));
}

}  // namespace

TEST_CASE("numbers of eight bits: every one, and what lies between them") {
  for (auto const kind : {__NV_E4M3, __NV_E5M2}) {
    bool const e4m3 = kind == __NV_E4M3;
    unsigned const largest = e4m3 ? 0x7eu : 0x7bu;
    for (unsigned code = 0; code < 256; ++code) {
      CAPTURE(code);
      auto const stored = static_cast<__nv_fp8_storage_t>(code);
      auto const raw = __nv_cvt_fp8_to_halfraw(stored, kind);
      if ((code & 0x7fu) > largest) {  // infinity and NaN
        bool const infinite = !e4m3 && (code & 0x7fu) == 0x7cu;
        CHECK(raw.x == (infinite ? code << 8 : 0x7fffu));
        continue;
      }
      double const value = fp8_value(code, e4m3);
      CHECK(static_cast<double>(static_cast<float>(__half(raw))) == value);
      CHECK(__nv_cvt_double_to_fp8(value, __NV_NOSAT, kind) == stored);
      CHECK(__nv_cvt_halfraw_to_fp8(raw, __NV_SATFINITE, kind) == stored);
      if ((code & 0x7fu) == largest) continue;
      // To the nearer neighbour, from the middle to the even one.
      double const next = fp8_value(code + 1, e4m3);
      double const middle = (value + next) / 2;
      auto const even = static_cast<__nv_fp8_storage_t>((code & 1u) != 0 ? code + 1 : code);
      CHECK(__nv_cvt_double_to_fp8(middle, __NV_NOSAT, kind) == even);
      CHECK(__nv_cvt_double_to_fp8(middle + (middle - value) * 0x1p-40, __NV_NOSAT, kind) ==
            stored + 1);
      CHECK(__nv_cvt_double_to_fp8(middle - (middle - value) * 0x1p-40, __NV_NOSAT, kind) ==
            stored);
    }
  }
  // Beyond the largest.
  CHECK(__nv_cvt_float_to_fp8(464.0f, __NV_NOSAT, __NV_E4M3) == 0x7e);
  CHECK(__nv_cvt_float_to_fp8(465.0f, __NV_NOSAT, __NV_E4M3) == 0x7f);
  CHECK(__nv_cvt_float_to_fp8(-1e30f, __NV_SATFINITE, __NV_E4M3) == 0xfe);
  CHECK(__nv_cvt_float_to_fp8(61440.0f, __NV_NOSAT, __NV_E5M2) == 0x7c);
  CHECK(__nv_cvt_float_to_fp8(61440.0f, __NV_SATFINITE, __NV_E5M2) == 0x7b);
  CHECK(__nv_cvt_double_to_fp8(INFINITY, __NV_NOSAT, __NV_E5M2) == 0x7c);
  // NaNs, an H100's: of double ones the sign is kept.
  auto const of_double = [](std::uint64_t bits, __nv_fp8_interpretation_t kind) {
    return __nv_cvt_double_to_fp8(std::bit_cast<double>(bits), __NV_NOSAT, kind);
  };
  CHECK(of_double(0x7ff8000000000000u, __NV_E4M3) == 0x7f);
  CHECK(of_double(0xfff565012be76d58u, __NV_E4M3) == 0xff);
  CHECK(of_double(0x7ff8000000000000u, __NV_E5M2) == 0x7e);
  CHECK(of_double(0x7ffed191eebc4c19u, __NV_E5M2) == 0x7f);
  CHECK(of_double(0xfffb000000000000u, __NV_E5M2) == 0xfe);
  for (float const nan : {NAN, -NAN}) {
    CHECK(__nv_cvt_float_to_fp8(nan, __NV_SATFINITE, __NV_E4M3) == 0x7f);
    CHECK(__nv_cvt_float_to_fp8(nan, __NV_NOSAT, __NV_E5M2) == 0x7f);
    CHECK(__nv_fp8_e5m2(nan).__x == 0x7f);
  }
  // The types.
  __nv_fp8_e4m3 const x(1.75f);
  CHECK(x.__x == 0x3e);
  CHECK(static_cast<float>(x) == 1.75f);
  CHECK(static_cast<int>(__nv_fp8_e5m2(-3.5)) == -3);
  CHECK(static_cast<float>(__nv_fp8_e4m3(__nv_bfloat16(1000.0f))) == 448.0f);
  CHECK(static_cast<float>(static_cast<__nv_bfloat16>(__nv_fp8_e5m2(7))) == 7.0f);
  auto const pair = static_cast<float2>(__nv_fp8x2_e5m2(make_float2(0.5f, -2.0f)));
  CHECK(pair.x == 0.5f);
  CHECK(pair.y == -2.0f);
  __nv_fp8x4_e4m3 const four(make_float4(1, 2, 3, -4));
  CHECK(four.__x == 0xc8444038u);
  CHECK(static_cast<float4>(four).z == 3.0f);
}
