// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <simt/launch/launch.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

// Thread kernels as the .cu step hands them to the compiler.
// LABELS: isa
namespace {

__global__ void saxpy(float* y, float const* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__device__ unsigned place() {  // HIER-006
  auto const block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  auto const thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  return block * blockDim.x * blockDim.y * blockDim.z + thread;
}
__global__ void note_place(unsigned* times, uint3* thread, uint3* block) {
  unsigned const p = place();
  ++times[p];
  thread[p] = threadIdx;
  block[p] = blockIdx;
}
__global__ void grid_stride(int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] += i;
}
__global__ void auto_index(unsigned* out, unsigned n) {
  for (auto i = threadIdx.x; i < n; i += blockDim.x) out[i] = std::max(threadIdx.x, i % 7u);
}

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() = default;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Line : Shape {
  __device__ int area() const override { return 0; }
};
/// With what a class of the guide's has: constructors, private members, an operator of a friend.
class Color {
 public:
  __device__ Color() : r_(1), g_(2) {}
  __device__ Color(int r, int g) : r_(r), g_(g) {}
  __device__ int value() const { return r_ * 100 + g_; }
  __device__ friend Color operator+(Color const& a, Color const& b);

 private:
  int r_, g_;
};
__device__ Color operator+(Color const& a, Color const& b) {
  return Color(a.r_ + b.r_, a.g_ + b.g_);
}
__global__ void colors(int* out) {
  int const i = static_cast<int>(threadIdx.x);
  Color const sum = Color(i, 2 * i) + Color();
  out[i] = (sum + sum).value();
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
template <class T, int N>
__global__ void classes(T* out) {
  int const i = static_cast<int>(threadIdx.x);
  Square const square(i);
  Line const line;
  Shape const* const shape = i % 2 ? static_cast<Shape const*>(&line) : &square;
  int (*const f)(int) = i % 3 ? twice : thrice;
  auto const add = [=](int x) { return x + N; };
  out[i] = static_cast<T>(shape->area() + fibonacci(i % 10) + f(i) + add(0));
}
struct Large {
  int values[64];
  float* out;
};
__global__ void by_value(Large l) {
  l.values[0] += static_cast<int>(threadIdx.x);  // one's own copy
  l.out[threadIdx.x] = static_cast<float>(l.values[0] + l.values[63]);
}
__global__ void array_parameter(float a[4][4]) { a[threadIdx.y][threadIdx.x] *= 2; }
template <class... T>
__global__ void variadic(int* out, T... x) {
  *out = static_cast<int>((x + ...));
}
__constant__ float coefficients[3] = {1, 2, 3};
__device__ int counter;
__global__ void globals(float* out) {
  out[threadIdx.x] = coefficients[threadIdx.x];
  atomicAdd(&counter, 1);
}

__global__ void leave_early(int* out) {
  if (threadIdx.x % 3 == 1) return;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void throws_at(unsigned block, unsigned thread) {
  if (blockIdx.x == block && threadIdx.x == thread) throw std::runtime_error("mine");
}
__global__ void overflows(unsigned thread, int* sink);
__device__ int deep(int n, int* sink) {
  int volatile local[64];
  local[n % 64] = n;
  *sink = local[n % 64];
  return n < 0 ? 0 : deep(n + 1, sink) + local[0];
}
__global__ void overflows(unsigned thread, int* sink) {
  if (threadIdx.x == thread) *sink = deep(0, sink);
}

// What device compilers refuse and this one takes: virtual bases, RTTI, the standard library,
// static members, members of an anonymous union.
struct tagged {
  int tag = 1;
  static inline int made = 3;
  virtual ~tagged() = default;
};
struct left : virtual tagged {};
struct right : virtual tagged {
  int own = 5;
};
struct both : left, right {};
static union {
  int low_word;
  float whole;
};
__global__ void permissive(both by_value, tagged* made_by_host, int* out) {
  std::vector<int> values(4, by_value.own + by_value.tag);
  out[0] = std::accumulate(values.begin(), values.end(), 0);
  out[1] = dynamic_cast<right*>(made_by_host) != nullptr;
  out[2] = typeid(*made_by_host) == typeid(both);
  out[3] = tagged::made++;
  out[4] = low_word;
}

}  // namespace

TEST_CASE("[LANG-004][LANG-012][LANG-013][LANG-025][LANG-027][LANG-036] more than devices take") {
  int out[5] = {};
  both object;
  low_word = 17;
  run_threads(1, 1, 0, KERNEL(permissive), object, static_cast<tagged*>(&object), out);
  CHECK(std::vector<int>(out, out + 5) == std::vector<int>{24, 1, 1, 3, 17});
  CHECK(tagged::made == 4);
}

TEST_CASE("[HIER-001][HIER-007][HIER-008][LANG-035] a kernel runs once for every thread") {
  for (int n : {1, 255, 1000, 1024}) {
    std::vector<float> x(1024, 2), y(1024, 1);
    run_threads((n + 255) / 256, 256, 0, KERNEL(saxpy), y.data(), x.data(), 3.0f, n);
    for (int i = 0; i < 1024; ++i) CHECK(y[static_cast<std::size_t>(i)] == (i < n ? 7.0f : 1.0f));
  }
}

TEST_CASE("[HIER-002][HIER-003][HIER-004][BLT-001][BLT-002][BLT-003][BLT-004] built-in variables") {
  simt::dim3 const grid(3, 2, 2), block(5, 3, 2);
  auto const n = static_cast<std::size_t>(grid.count() * block.count());
  std::vector<unsigned> times(n);
  std::vector<uint3> thread(n), block_of(n);
  run_threads(grid, block, 0, KERNEL(note_place), times.data(), thread.data(), block_of.data());
  for (std::size_t p = 0; p < n; ++p) {
    CHECK(times[p] == 1);
    CHECK(thread[p] == simt::unflatten(p % block.count(), block));
    CHECK(block_of[p] == simt::unflatten(p / block.count(), grid));
  }
  static_assert(std::is_same_v<decltype(+threadIdx.x), unsigned>);
  static_assert(std::is_same_v<decltype(warpSize), int const> && warpSize == 32);
}

TEST_CASE("[HIER-025] grid-stride loops") {
  std::vector<int> out(1000);
  run_threads(3, 37, 0, KERNEL(grid_stride), out.data(), 1000);
  for (int i = 0; i < 1000; ++i) CHECK(out[static_cast<std::size_t>(i)] == i);
  std::vector<unsigned> values(100);
  run_threads(1, 32, 0, KERNEL(auto_index), values.data(), 100u);
  for (unsigned i = 0; i < 100; ++i) CHECK(values[i] == std::max(i % 32, i % 7));
}

TEST_CASE(
    "[LANG-002][LANG-003][LANG-005][LANG-014][LANG-028] classes, recursion, lambdas, pointers") {
  std::vector<int> seen(32);
  run_threads(1, 32, 0, KERNEL(colors), seen.data());
  for (int i = 0; i < 32; ++i)
    CHECK(seen[static_cast<std::size_t>(i)] == 2 * (i + 1) * 100 + 2 * (2 * i + 2));
  std::vector<long> out(64);
  run_threads(1, 64, 0, KERNEL(classes<long, 5>), out.data());
  auto const fib = [](int n) {
    int a = 0, b = 1;
    while (n-- > 0) b += a, a = b - a;
    return a;
  };
  for (int i = 0; i < 64; ++i)
    CHECK(out[static_cast<std::size_t>(i)] ==
          (i % 2 ? 0 : i * i) + fib(i % 10) + (i % 3 ? 2 : 3) * i + 5);
}

TEST_CASE("[HIER-012][HIER-013][HIER-014][LANG-009] parameters are copied") {
  std::vector<float> out(8);
  Large l{};
  l.values[0] = 10;
  l.values[63] = 100;
  l.out = out.data();
  run_threads(1, 8, 0, KERNEL(by_value), l);
  for (int i = 0; i < 8; ++i)
    CHECK(out[static_cast<std::size_t>(i)] == static_cast<float>(110 + i));
  float a[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {1, 1, 1, 1}, {2, 2, 2, 2}};
  run_threads(1, simt::dim3(4, 4), 0, KERNEL(array_parameter), &a[0]);
  CHECK(a[1][2] == 14);
  int sum = 0;
  run_threads(1, 1, 0, KERNEL(variadic), &sum, 1, 2.5, 'a');
  CHECK(sum == 100);
}

TEST_CASE("[QUAL-007][QUAL-008] device and constant variables") {
  std::vector<float> out(3);
  counter = 0;
  run_threads(1, 3, 0, KERNEL(globals), out.data());
  CHECK(out == std::vector<float>{1, 2, 3});
  CHECK(counter == 3);
}

TEST_CASE("[HIER-020] threads return early") {
  std::vector<int> out(300);
  run_threads(3, 100, 0, KERNEL(leave_early), out.data());
  for (unsigned i = 0; i < 300; ++i) CHECK(out[i] == (i % 100 % 3 == 1 ? 0 : 1));
}

TEST_CASE("[QUAL-001][BLT-004] what the .cu step writes where host code asks for a thread") {
  auto const message = [](auto const& f) -> std::string {
    try {
      f();
    } catch (simt::error const& e) {
      return e.what();
    }
    return "none";
  };
  CHECK(message([] { static_cast<void>(simt::cuda::host_read(threadIdx, "threadIdx").x); }) ==
        "simt: threadIdx is a thread's of a kernel: host code read it");
  CHECK(message([] { simt::cuda::host_call("place"); }) ==
        "simt: place needs a thread of a kernel: host code called it");
  dim3 own(3, 4);
  simt::cuda::host_read(own, "blockDim").y = 5;
  CHECK(own.y == 5);
  // Functions without a qualifier may run in kernels all the same.
  std::vector<unsigned> seen(4);
  run_threads(
      1, 4, 0,
      [](unsigned* out) {
        simt::cuda::host_call("place");
        unsigned const i = simt::cuda::host_read(threadIdx, "threadIdx").x;
        out[i] = i;
      },
      seen.data());
  CHECK(seen == std::vector<unsigned>{0, 1, 2, 3});
}

TEST_CASE("[QUAL-004][BLT-012] device code knows that it is") {
  CHECK_FALSE(simt::cuda::in_device_code());
  static_assert(!simt::cuda::in_device_code());
  bool seen = false;
  run_threads(1, 1, 0, [&](auto...) { seen = simt::cuda::in_device_code(); });
  CHECK(seen);
}

TEST_CASE("[EXEC-002] bad shapes") {
  int* const none = nullptr;
  CHECK_THROWS_AS(run_threads(0, 32, 0, KERNEL(leave_early), none), simt::launch_error);
  CHECK_THROWS_AS(run_threads(1, 2048, 0, KERNEL(leave_early), none), simt::launch_error);
  CHECK_THROWS_AS(run_threads(1, simt::dim3(20, 100), 0, KERNEL(leave_early), none),
                  simt::launch_error);
  CHECK_THROWS_AS(run_threads(1, 1, 300 * 1024, KERNEL(leave_early), none), simt::launch_error);
}

TEST_CASE("[LANG-026] an exception ends the launch") {
  CHECK_THROWS_WITH_AS(run_threads(8, 64, 0, KERNEL(throws_at), 5u, 17u), "mine",
                       std::runtime_error);
}

#if SIMT_CATCH_OVERFLOW
TEST_CASE("[HIER-024] a stack overflow names kernel, block and thread") {
  simt::handle_stack_overflow();  // doctest has put its own handler in front
  int sink = 0;
  try {
    run_threads(2, 8, 0, KERNEL(overflows), 5u, &sink);
    FAIL("no error");
  } catch (simt::stack_overflow_error const& e) {
    CHECK(e.thread_index() == uint3{5, 0, 0});
    CHECK(std::string(e.what()).find("kernel kernel") != std::string::npos);
  }
}
#endif

TEST_CASE("[HIER-016] host code of a kernel launches kernels and keeps its place") {
  std::vector<int> inner(64), outer(64);
  int* const in = inner.data();
  run_threads(
      1, 64, 0,
      [=](int* out) {
        SIMT_CUDA_SHARED(held, int[64]);
        held[threadIdx.x] = static_cast<int>(threadIdx.x);
        __syncthreads();
        if (threadIdx.x % 16 == 3)
          run_threads(
              4, 16, 0,
              [](int* p) {
                SIMT_CUDA_SHARED(other, int[64]);
                for (int i = 0; i < 64; ++i) other[i] = -1;
                __syncthreads();
                atomicAdd(p + blockIdx.x * blockDim.x + threadIdx.x, 1);
              },
              in);
        __syncthreads();
        out[threadIdx.x] = held[63 - threadIdx.x] + static_cast<int>(blockDim.x);
      },
      outer.data());
  for (int i = 0; i < 64; ++i) {
    CHECK(inner[static_cast<std::size_t>(i)] == 4);
    CHECK(outer[static_cast<std::size_t>(i)] == 63 - i + 64);
  }
}
