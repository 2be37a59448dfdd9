// SPDX-License-Identifier: MIT
//
// What the machinery itself costs: launches that do nothing, barriers, and the compiler's time for
// a file with one kernel and one launch.

#include <simt/simt.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <tuple>

#include "suite.hpp"

namespace bench {
namespace {

SIMT_KERNEL(nothing, ()) {}

workload make_launch_wait(sizes const& s) {
  int const launches = s.micro_launches;
  workload w;
  w.unit = "us";
  w.operations = launches;
  w.variants = {{"lane", simt::default_width, [launches] {
                   for (int i = 0; i < launches; ++i) simt::launch(nothing, simt::shape{1, 32});
                 }}};
  return w;
}

workload make_launch_async(sizes const& s) {
  int const launches = s.micro_launches;
  auto const stream = std::make_shared<simt::stream>();
  workload w;
  w.unit = "us";
  w.operations = launches;
  w.variants = {{"lane", simt::default_width, [launches, stream] {
                   for (int i = 0; i < launches; ++i)
                     stream->enqueue([] { simt::launch(nothing, simt::shape{1, 32}); });
                   stream->synchronize();
                 }}};
  return w;
}

SIMT_KERNEL(barriers, (int count)) {
  for (int i = 0; i < count; ++i) __syncthreads();
}

/// Nanoseconds a gang of 32 and barrier; where the gang is the block, of as many threads.
workload make_barrier(sizes const&) {
  constexpr int threads = 256, gangs = threads / 32, count = 1000;
  workload w;
  w.unit = "ns";
  w.operations = gangs * count;
  w.variants = {
      {"lane", 32,
       [=] {
         simt::launch_at<32>(barriers, simt::shape{1, threads}, count);
       }},
      {"block", threads,
       [=] {
         simt::launch(barriers, simt::shape{1, simt::block_shape<threads>}, count);
       }},
  };
  return w;
}

registration const registered_wait{"launch_wait", make_launch_wait};
registration const registered_async{"launch_async", make_launch_async};
registration const registered_barrier{"barrier", make_barrier};

#if defined(SIMT_BENCHMARK_COMPILER) && defined(SIMT_BENCHMARK_INCLUDES)
constexpr char const* saxpy_source = R"(#include <simt/simt.hpp>
SIMT_KERNEL(saxpy, (simt::ptr<float const> x, simt::ptr<float> y, float a, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}
void run(float const* x, float* y, float a, int n) {
  simt::launch(saxpy, simt::shape{(n + 255) / 256, 256}, x, y, a, n);
}
)";

/// Removes the compiler's input and output at the end.
class source_file {
 public:
  source_file() : path_(std::filesystem::temp_directory_path() / name()) {
    std::ofstream(path_.string() + ".cpp") << saxpy_source;
  }
  ~source_file() {
    std::error_code ignored;
    std::filesystem::remove(path_.string() + ".cpp", ignored);
    std::filesystem::remove(path_.string() + ".o", ignored);
  }
  source_file(source_file const&) = delete;
  source_file& operator=(source_file const&) = delete;

  [[nodiscard]] std::string command() const {
    return SIMT_BENCHMARK_COMPILER " -std=c++20 -O2 " SIMT_BENCHMARK_INCLUDES " -c \"" +
           path_.string() + ".cpp\" -o \"" + path_.string() + ".o\"";
  }
  [[nodiscard]] bool compiled() const { return std::filesystem::exists(path_.string() + ".o"); }

 private:
  static std::string name() {
    return "simt_compile_saxpy_" +
           std::to_string(std::hash<std::string>{}(std::filesystem::current_path().string()));
  }
  std::filesystem::path path_;
};

workload make_compile(sizes const&) {
  auto const source = std::make_shared<source_file>();
  workload w;
  w.unit = "s";
  w.slow = true;
  w.check = [source] { return verdict{source->compiled(), "the compiler's output"}; };
  w.variants = {{"lane", simt::default_width,
                 [command = source->command()] { std::ignore = std::system(command.c_str()); }}};
  return w;
}

registration const registered_compile{"compile_saxpy", make_compile};
#endif

}  // namespace
}  // namespace bench
